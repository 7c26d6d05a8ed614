// P4: many callers at once, each sending its next enrolment as soon as its last one is answered.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { answerEach, rateOf } from './answer-each.ts'

export interface EnrollingOrder {
  url: string
  courseIds: string[]
  callers: number
  ms: number
}

const agent = new Agent({ keepAlive: true })
let number = 0

answerEach(({ url, courseIds, callers, ms }: EnrollingOrder) =>
  rateOf(callers, ms, async () => {
    const at = number++
    await enrol(`${url}/api/enrollments`, {
      fullName: `Caller ${at}`,
      email: `caller-${process.pid}-${at}@malar.example`,
      phone: String(6_000_000_000 + at),
      paymentMethod: 'UPI',
      courseId: courseIds[at % courseIds.length],
    })
  }),
)

async function enrol(url: string, enrolment: object): Promise<void> {
  const body = JSON.stringify(enrolment)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': randomUUID(),
  }
  const sent = request(url, { method: 'POST', agent, headers }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const answer = await text(response)
  if (response.statusCode !== 201) {
    throw new Error(`an enrolment was answered with ${response.statusCode}: ${answer}`)
  }
}
