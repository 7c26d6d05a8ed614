import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ChangeFeed } from '../../db/changes.ts'
import { expensiveWork } from '../../platform/expensive-work.ts'
import { chooseEncoding, isFresh, type KeptBody } from './kept-body.ts'
import { TopicCache } from './topic-cache.ts'

/** Enough for about 180 pages. No network may cause so many pages to be rendered in a minute. */
const bytesMax = 24 * 1024 * 1024
/** A stale page is rendered again at most this often (architecture rule 8). */
const renewEveryMs = 200
/** The loss of the database may be noticed late, so readers get the stale page after this wait. */
const patienceMs = 1_000

export interface KeptPage {
  status: number
  body: KeptBody
  headers: Record<string, string>
  heads?: Record<string, string[]>
}

export type AnswerKept = (request: IncomingMessage, response: ServerResponse) => boolean

export class KeptPages extends TopicCache<KeptPage> {
  readonly #isDraining: () => boolean

  constructor(changes: Pick<ChangeFeed, 'subscribe'>, isDraining: () => boolean) {
    super({ bytesMax, renewEveryMs, inTurn: expensiveWork.page, patienceMs, changes })
    this.#isDraining = isDraining
  }

  /**
   * Answers without Fastify, whose routing, ids and hooks would lower the pages per second by over a quarter (decision
   * 0041).
   */
  readonly answer: AnswerKept = (request, response) => {
    const page = request.method === 'GET' ? this.peek(request.url ?? '') : undefined
    if (page === undefined) return false
    this.send(request, response, page)
    return true
  }

  /** Sends without Fastify, whose own sending would lower the pages per second by a third. */
  send(request: IncomingMessage, response: ServerResponse, page: KeptPage): void {
    const { headers, body, status } = page
    if (this.#isDraining()) response.setHeader('connection', 'close')
    const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers
    if (known !== undefined && headers.etag !== undefined && isFresh(headers.etag, known)) {
      response.writeHead(304, headers).end()
      return
    }
    const { encoding, bytes } = chooseEncoding(body, accepted?.toString())
    page.heads ??= {}
    const head = (page.heads[encoding ?? 'identity'] ??= Object.entries({
      ...headers,
      'content-length': String(bytes.length),
      ...(encoding === null ? {} : { 'content-encoding': encoding }),
    }).flat())
    response.writeHead(status, head)
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }
}
