// P8: the dearest anonymous calls; each has its own caller, which pauses between its calls.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { answerEach } from './answer-each.ts'

/** `{n}` in path and body is the number of the call, `{phone}` a new phone number, `{month}` a month of some years. */
export interface DearCall {
  name: string
  path: string
  /** A call with no body is a GET. */
  body?: { type: string; text: string }
  /** This status says that the work was done. */
  done: number
}

export interface MixedOrder {
  url: string
  calls: readonly DearCall[]
  pauseMs: number
  ms: number
}

export interface Counts {
  done: number
  refused: number
  others: number
}

const agent = new Agent({ keepAlive: true })
let number = 0

answerEach(async ({ url, calls, pauseMs, ms }: MixedOrder) => {
  const until = performance.now() + ms
  const all: Record<string, Counts> = {}
  await Promise.all(
    calls.map(async (call) => {
      const counts = { done: 0, refused: 0, others: 0 }
      all[call.name] = counts
      while (performance.now() < until) {
        const status = await ask(url, call)
        if (status === call.done) counts.done++
        else if (status === 503) counts.refused++
        else counts.others++
        await delay(pauseMs)
      }
    }),
  )
  return all
})

async function ask(url: string, { path, body }: DearCall): Promise<number> {
  const at = number++
  const filled = (text: string) =>
    text
      .replaceAll('{n}', `${process.pid}-${at}`)
      .replaceAll('{at}', String(at))
      .replaceAll('{month}', `${2027 + (at % 2)}-${String(1 + (at % 12)).padStart(2, '0')}`)
      // Nobody in the demonstration has such a number.
      .replaceAll('{phone}', String(7_300_000_000 + at))
  const text = body && filled(body.text)
  const headers = {
    'accept-encoding': 'br',
    // Each call comes from a network of its own, because one network has ten seats and orders a day.
    'x-forwarded-for': `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
    ...(body &&
      text && {
        'content-type': body.type,
        'content-length': Buffer.byteLength(text),
        'idempotency-key': randomUUID(),
        'sec-fetch-site': 'same-origin',
      }),
  }
  const sent = request(url + filled(path), { method: body ? 'POST' : 'GET', agent, headers }).end(text)
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  // A refusal may close the connection before the whole picture is sent.
  const response = await answered.then(
    ([one]) => one,
    () => null,
  )
  if (response === null) return 503
  const { promise, resolve } = Promise.withResolvers<void>()
  response.resume().once('close', resolve)
  await promise
  return response.statusCode ?? 0
}
