import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ChangeFeed } from '../../db/changes.ts'
import { chooseEncoding, isFresh, type KeptBody } from './kept-body.ts'
import { TopicCache } from './topic-cache.ts'

/** Some 250 pages: more than a school has. */
const bytesMax = 32 * 1024 * 1024
/** A stale page is rendered anew at most this often; its old bytes are served meanwhile (architecture rule 8). */
const renewEveryMs = 200
/** Without a database a page cannot be made anew, and it may take long to learn that: old bytes are better. */
const patienceMs = 1_000
/** A rendering holds its page several times over while it is made and compressed. */
const renderingsMax = 8

/** A page ready to be sent: its bytes and its headers, made once. */
export interface KeptPage {
  status: number
  body: KeptBody
  headers: Record<string, string>
}

/** Answers a request where its page is kept under the very address that is asked for; else leaves it alone. */
export type AnswerKept = (request: IncomingMessage, response: ServerResponse) => boolean

/** The page cache. */
export class KeptPages extends TopicCache<KeptPage> {
  readonly #isDraining: () => boolean

  /** @param isDraining the process is about to stop: no connection stays open after its answer */
  constructor(changes: Pick<ChangeFeed, 'subscribe'>, isDraining: () => boolean) {
    super({ bytesMax, renewEveryMs, makingMax: renderingsMax, patienceMs })
    this.#isDraining = isDraining
    changes.subscribe((topics) => this.invalidate(topics))
  }

  /**
   * To be asked before Fastify sees a request: routing, ids and hooks cost a kept page more than a quarter of its rate,
   * and it needs none of them (decision 0100).
   */
  readonly answer: AnswerKept = (request, response) => {
    const page = request.method === 'GET' ? this.peek(request.url ?? '') : undefined
    if (page === undefined) return false
    this.send(request, response, page)
    return true
  }

  /** Puts a page's bytes straight into the socket: Fastify's own sending costs a third of the rate. */
  send(request: IncomingMessage, response: ServerResponse, { headers, body, status }: KeptPage): void {
    if (this.#isDraining()) response.setHeader('connection', 'close')
    const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers
    if (headers.etag !== undefined && isFresh(headers.etag, known)) {
      response.writeHead(304, headers).end()
      return
    }
    const { encoding, bytes } = chooseEncoding(body, accepted?.toString())
    response.writeHead(status, {
      ...headers,
      'content-length': bytes.length,
      ...(encoding === null ? {} : { 'content-encoding': encoding }),
    })
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }
}
