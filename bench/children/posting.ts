// P4, ORDERS: many callers at once; each sends its next body as soon as its last one is answered.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { answerEach, rateOf } from './answer-each.ts'

export interface PostingOrder {
  url: string
  /** They are sent in turn; `{n}` becomes the number of the call, `{phone}` a new phone number. */
  bodies: object[]
  callers: number
  ms: number
}

const agent = new Agent({ keepAlive: true })
let number = 0

answerEach(({ url, bodies, callers, ms }: PostingOrder) =>
  rateOf(callers, ms, async () => {
    const at = number++
    await post(
      url,
      at,
      JSON.stringify(bodies[at % bodies.length])
        .replaceAll('{n}', `${process.pid}-${at}`)
        .replaceAll('{phone}', String(7_300_000_000 + at)),
    )
  }),
)

async function post(url: string, at: number, body: string): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': randomUUID(),
    // Each call has a network of its own: calls of one network take turns and are limited to ten a day.
    'x-forwarded-for': `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
  }
  const sent = request(url, { method: 'POST', agent, headers }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const answer = await text(response)
  if (response.statusCode !== 201) throw new Error(`${url} answered ${response.statusCode}: ${answer}`)
}
