import type { EndpointInput, EndpointResponse } from './endpoint.ts'
import type { ErrorBody } from './errors.ts'
import type { Api, ApiKey } from './index.ts'

export interface PageContext {
  /** Calls an endpoint inside the process, as nobody. */
  call: <K extends ApiKey>(key: K, input?: EndpointInput<Api[K]>) => Promise<EndpointResponse<Api[K]>>
  /** The address that visitors see, without a slash at its end. */
  siteUrl: string
  /** Today in the school, `YYYY-MM-DD`, when the page is rendered. */
  today: string
  /** The instant at which the page is rendered. */
  now: string
  /** What a browser without scripts sent to the page; null for a page that is only read. */
  form: PageForm | null
  /** What the page is about does not exist: nothing is asked about it, and its address is not in the page. */
  isMissing: boolean
  facts: {
    /** The page belongs to one visitor, so it is rendered without data and never kept. */
    isPrivate: boolean
    /** The page is one of too many to be kept (`PageHandle.isKept`). */
    isUnkept: boolean
    status: number
    /** The page, once it is rendered: through the body of a `Response` it would be encoded and decoded (P2). */
    html?: PageHtml
  }
}

/** A form that the browser itself sent to a page. The route's `action` answers it. */
export interface PageForm {
  /** The fields of the page's address and of the form; of several with one name the last. */
  fields: URLSearchParams
  /** Calls an endpoint as the sender would: over HTTP, with its limits. */
  send: <K extends ApiKey>(
    key: K,
    input: EndpointInput<Api[K]>,
    idempotencyKey?: string,
  ) => Promise<SentAnswer<EndpointResponse<Api[K]>>>
}

export type SentAnswer<Answer> =
  | { answer: Answer; refusal: null }
  | { answer: null; refusal: ErrorBody; status: number }

/** The two parts of a page, between which its stylesheet belongs; each in pieces that hold whole tags. */
export interface PageHtml {
  beforeStyles: readonly string[]
  afterStyles: readonly string[]
}

/** What a route says of itself: `export const handle: PageHandle = { … }`. */
export interface PageHandle {
  /** `search` is the address's query. Where a form was sent to the page, its fields are in it too. */
  queries?: (params: Record<string, string | undefined>, search: URLSearchParams) => PageQuery[]
  /** Query parameters on which the HTML depends, each with what it depends on; null is nothing. Each is a page to keep. */
  searchParams?: Readonly<Record<string, (value: string, today: string) => string | null>>
  /** Leaves out of what is kept the pages of which visitors can make any number; each is rendered, with a limit. */
  isKept?: (search: URLSearchParams, answerOf: (query: PageQuery) => unknown) => boolean
  /** What the address names does not exist: the page says so, as a 404, and is not kept. */
  isUnknown?: (search: URLSearchParams, answerOf: (query: PageQuery) => unknown) => boolean
  /** The page belongs to one visitor: rendered without data and without its address (architecture rule 8). */
  isPrivate?: boolean
  /**
   * Of a private page: with this query it is rendered for each request, with data, and given to nobody else. It may hold
   * a key, or what one visitor has typed.
   */
  isForOneRequest?: (search: URLSearchParams) => boolean
  isBare?: boolean
  /** The server sends of it what only `web/ui/more.css` styles: the page links that sheet. */
  hasMoreStyles?: boolean
  /** The page runs no scripts: what it shows is all it does. */
  isStatic?: boolean
  status?: number
}

export interface PageQuery {
  queryKey: readonly [ApiKey, unknown]
  /** The page is about this thing: where it does not exist, the page is a 404. */
  isRequired?: boolean
  /** Only what stands in the page reads the answer: the browser loads it, and shows that it does, or that it failed. */
  isForPlainReaders?: boolean
  /** The path of the page about this thing, where others lead to it too. */
  pathOf?: (answer: never) => string
}

export function oneOf(words: readonly string[]): (value: string) => string | null {
  return (value) => (words.includes(value) ? value : null)
}
