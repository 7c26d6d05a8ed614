// The callers of P4, P8 and ORDERS. All callers work at the same time; each sends its next call after its last answer.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

/** A call. In its url and body, `{n}` and `{at}` become its number, `{phone}` a new phone number, `{month}` a month. */
export interface Call {
  name: string
  url: string
  /** A call with no body is a GET. */
  body?: { type: string; text: string }
  /** The status of an answer that counts as success. */
  done: number
}

export interface CallingOrder {
  /** Each caller's list of calls, which it repeats until the time is up. */
  callers: readonly (readonly Call[])[]
  pauseMs: number
  ms: number
}

export interface Counts {
  done: number
  refused: number
  others: number
  lastOther: string
}

const agent = new Agent({ keepAlive: true })
let number = 0

/** Sends calls for `ms` milliseconds, and counts the answers to each call, by the call's name. */
export async function callFor({ callers, pauseMs, ms }: CallingOrder): Promise<Record<string, Counts>> {
  const all: Record<string, Counts> = {}
  const began = performance.now()
  const callAll = async (calls: readonly Call[]) => {
    while (performance.now() - began < ms) {
      const at = number++
      const call = calls[at % calls.length] as Call
      all[call.name] ??= { done: 0, refused: 0, others: 0, lastOther: '' }
      const counts = all[call.name] as Counts
      const { status, words } = await send(call, at)
      if (status === call.done) counts.done++
      else if (status === 503) counts.refused++
      else {
        counts.others++
        counts.lastOther = `${status} ${words}`
      }
      if (pauseMs > 0) await delay(pauseMs)
    }
  }
  await Promise.all(callers.map(callAll))
  return all
}

async function send({ url, body }: Call, at: number): Promise<{ status: number; words: string }> {
  const filled = (words: string) =>
    words
      .replaceAll('{n}', `${process.pid}-${at}`)
      .replaceAll('{at}', String(at))
      .replaceAll('{month}', `${2027 + (at % 2)}-${String(1 + (at % 12)).padStart(2, '0')}`)
      // Nobody in the demonstration school has a phone number like these.
      .replaceAll('{phone}', String(7_300_000_000 + at))
  const sent = body && filled(body.text)
  const headers = {
    'accept-encoding': 'br',
    // Each call claims a network of its own, because calls from one network take turns and are limited to ten a day.
    'x-forwarded-for': `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
    ...(body &&
      sent && {
        'content-type': body.type,
        'content-length': Buffer.byteLength(sent),
        'idempotency-key': randomUUID(),
        'sec-fetch-site': 'same-origin',
      }),
  }
  const asked = request(filled(url), { method: body ? 'POST' : 'GET', agent, headers }).end(sent)
  try {
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 0, words: await text(response) }
  } catch {
    // A refusal may close the connection before the whole picture is sent.
    return { status: 503, words: 'The connection was closed' }
  }
}
