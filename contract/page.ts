import type { EndpointInput, EndpointResponse } from './endpoint.ts'
import type { ErrorBody } from './errors.ts'
import type { Api, ApiKey } from './index.ts'

export interface PageContext {
  /** Calls an endpoint inside the process, as an anonymous caller. */
  call: <K extends ApiKey>(key: K, input?: EndpointInput<Api[K]>) => Promise<EndpointResponse<Api[K]>>
  /** The address without a slash at the end. */
  siteUrl: string
  /** It is the school's day, `YYYY-MM-DD`, when the page is rendered. */
  today: string
  now: string
  /** The form that a browser without scripts sent to the page; null for a page that is only read. */
  form: PageForm | null
  /** The thing of this page does not exist, so nothing is asked about it, and its address is not in the page. */
  isMissing: boolean
  facts: {
    /** The page belongs to one visitor, so it is rendered without data and never kept. */
    isPrivate: boolean
    /** Too many such pages can exist, so it is not kept (`PageHandle.isKept`). */
    isUnkept: boolean
    status: number
    /** The rendered page; the body of a `Response` would encode and decode it. */
    html?: PageHtml
  }
}

/** The browser itself sent the form. The route's `action` answers it. */
export interface PageForm {
  /** The fields of the page's address and of the form; the last one of a name counts. */
  fields: URLSearchParams
  /** Calls an endpoint as the sender would: over HTTP, with rate limits. */
  send: <K extends ApiKey>(
    key: K,
    input: EndpointInput<Api[K]>,
    idempotencyKey?: string,
  ) => Promise<SentAnswer<EndpointResponse<Api[K]>>>
}

export type SentAnswer<Answer> =
  | { answer: Answer; refusal: null }
  | { answer: null; refusal: ErrorBody; status: number }

/** The stylesheet belongs between the two parts; each piece holds whole tags. */
export interface PageHtml {
  beforeStyles: readonly string[]
  afterStyles: readonly string[]
}

/** A route exports it: `export const handle: PageHandle = { … }`. */
export interface PageHandle {
  /** `search` is the address's query. It also has the fields of a form that was sent to the page. */
  queries?: (params: Record<string, string | undefined>, search: URLSearchParams) => PageQuery[]
  /** Each query parameter gives what the HTML depends on, or null for nothing. Each value makes a page to keep. */
  searchParams?: Readonly<Record<string, (value: string, today: string) => string | null>>
  /** It refuses to keep pages of which visitors can make any number; each is rendered, within a limit. */
  isKept?: (search: URLSearchParams, answerOf: (query: PageQuery) => unknown) => boolean
  /** The thing that the address names does not exist, so the page is a 404 that says so and is not kept. */
  isUnknown?: (search: URLSearchParams, answerOf: (query: PageQuery) => unknown) => boolean
  /** The page belongs to one visitor: it is rendered without data and without its address (architecture rule 8). */
  isPrivate?: boolean
  /**
   * A private page with this query is rendered with data for one request, and nobody else gets it, because it may hold
   * a key or what one visitor has typed.
   */
  isForOneRequest?: (search: URLSearchParams) => boolean
  isBare?: boolean
  /** The page links `web/ui/more.css`, because the server sends markup that only this sheet styles. */
  hasMoreStyles?: boolean
  isStatic?: boolean
  status?: number
}

export interface PageQuery {
  queryKey: readonly [ApiKey, unknown]
  /** The page is about this thing; if it does not exist, the page is a 404. */
  isRequired?: boolean
  /** Only the markup of the page reads the answer, so the browser loads it and shows that it loads or has failed. */
  isForPlainReaders?: boolean
  /** It gives the path of the page about this thing, to which other paths lead too. */
  pathOf?: (answer: never) => string
}

export function oneOf(words: readonly string[]): (value: string) => string | null {
  return (value) => (words.includes(value) ? value : null)
}
