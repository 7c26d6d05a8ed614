// This program plays the visitors of a school that runs on several machines, and prints one line of JSON for each
// answer. The program ends after the message `end`, when each visitor is done. The program uses only the school's host
// name and its addresses, as a browser does.
import { readFileSync } from 'node:fs'
import { Agent, type RequestOptions, request } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'

/** The argument with which the test starts this program. */
export interface VisitorsOrder {
  host: string
  /** The addresses of the school's host name. A visitor tries the next address if an address does not answer. */
  addresses: string[]
  certificate: string
  courseIds: string[]
  writers: number
  readers: number
  pages: string[]
}

export interface Answer {
  kind: 'enrolment' | 'page' | 'script'
  /** The time of the answer in ms since 1970; `ms` is the duration of the call. */
  at: number
  ms: number
  /** The status; 0 if no answer came. */
  status: number
  /** The address of the server that was called. */
  via: string
  what: string
  retryAfter: string | null
  /** The id of an enrolment that was accepted. */
  id: string | null
  /** The reason why no answer came, or the body of a refusal. */
  why: string | null
}

const order = JSON.parse(process.argv[2] as string) as VisitorsOrder
const ca = readFileSync(order.certificate)
/** The time limit that the site's own pages have for a call. */
const patienceMs = 20_000
const connectMs = 1_000
const pauseMs = 1_000
let isOver = false
process.once('message', () => {
  isOver = true
})

class NobodyThere extends Error {}

function ask(agent: Agent, via: string, at: string, options: RequestOptions, body?: string) {
  return new Promise<{ status: number; retryAfter: string | null; text: string }>((resolve, reject) => {
    let hasConnected = false
    const outgoing = request(
      {
        ...options,
        agent,
        host: via,
        servername: order.host,
        path: at,
        ca,
        headers: { ...options.headers, host: order.host },
      },
      async (response) => {
        try {
          const parts = await Array.fromAsync(response as AsyncIterable<Buffer>)
          const retryAfter = (response.headers['retry-after'] as string | undefined) ?? null
          resolve({
            status: response.statusCode as number,
            retryAfter,
            text: Buffer.concat(parts).toString(),
          })
        } catch (error) {
          reject(error)
        }
      },
    )
    const dialling = setTimeout(() => outgoing.destroy(new NobodyThere()), connectMs)
    outgoing.once('socket', (socket) => {
      const connected = () => {
        hasConnected = true
        clearTimeout(dialling)
      }
      if (outgoing.reusedSocket) connected()
      else socket.once('secureConnect', connected)
    })
    outgoing.setTimeout(patienceMs, () => outgoing.destroy(new Error('no answer in time')))
    outgoing.once('close', () => clearTimeout(dialling))
    outgoing.once('error', (error) => reject(hasConnected ? error : new NobodyThere()))
    outgoing.end(body)
  })
}

class Visitor {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 2 })
  #address: number

  constructor(n: number) {
    this.#address = n
  }

  get #via(): string {
    return order.addresses[this.#address % order.addresses.length] as string
  }

  /** Makes a request and prints the answer. Tries the next address while no server accepts the connection. */
  async ask(kind: Answer['kind'], at: string, options: RequestOptions, body?: string) {
    const began = performance.now()
    for (let tries = 1; ; tries++) {
      const via = this.#via
      try {
        const answer = await ask(this.#agent, via, at, options, body)
        const id =
          answer.status === 201 ? (JSON.parse(answer.text) as { data: { id: string } }).data.id : null
        const why = answer.status < 400 ? null : answer.text.slice(0, 200)
        this.#note({ kind, began, via, at, id, why, ...answer })
        return answer
      } catch (error) {
        // A GET over a connection that has just ended is repeated, as browsers do.
        const isHarmless = error instanceof NobodyThere || (options.method !== 'POST' && tries <= 2)
        if (error instanceof NobodyThere) this.#address++
        if (isHarmless && tries <= 4) continue
        const why = (error as Error).message
        this.#note({ kind, began, via, at, id: null, why, status: 0, retryAfter: null })
        return null
      }
    }
  }

  #note(
    of: Pick<Answer, 'kind' | 'via' | 'status' | 'retryAfter' | 'id' | 'why'> & { began: number; at: string },
  ) {
    const { kind, via, status, retryAfter, id, why } = of
    const ms = Math.round(performance.now() - of.began)
    const answer: Answer = { kind, at: Date.now(), ms, status, via, what: of.at, retryAfter, id, why }
    process.stdout.write(`${JSON.stringify(answer)}\n`)
  }
}

/** Enrols one person after another. Each person tries again with the same idempotency key until the seat is taken. */
async function write(n: number): Promise<void> {
  const visitor = new Visitor(n)
  for (let count = 0; !isOver; count++) {
    const email = `visitor-${n}-${count}@malar.example`
    const phone = `9${String(n).padStart(3, '0')}${String(count).padStart(6, '0')}`
    const courseId = order.courseIds[(n + count) % order.courseIds.length]
    const body = JSON.stringify({ fullName: 'A Visitor', email, phone, paymentMethod: 'UPI', courseId })
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': `key-of-visitor-${n}-${count}`,
    }
    while (
      (await visitor.ask('enrolment', '/api/enrollments', { method: 'POST', headers }, body))?.status !== 201
    )
      await delay(1_000)
    await delay(pauseMs)
  }
}

/** Loads a page, then some of the scripts that the page names. */
async function read(n: number): Promise<void> {
  const visitor = new Visitor(n)
  for (let count = 0; !isOver; count++) {
    const page = order.pages[(n + count) % order.pages.length] as string
    const answer = await visitor.ask('page', page, { method: 'GET' })
    const scripts = [...new Set(answer?.text.match(/\/assets\/[\w.-]+\.js/g) ?? [])]
    for (let each = 0; each < 3 && scripts.length > 0; each++)
      await visitor.ask('script', scripts[(count + each) % scripts.length] as string, { method: 'GET' })
    await delay(pauseMs)
  }
}

await Promise.all([
  ...Array.from({ length: order.writers }, (_, n) => write(n)),
  ...Array.from({ length: order.readers }, (_, n) => read(n)),
])
process.disconnect?.()
