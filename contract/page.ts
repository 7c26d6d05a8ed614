import type { EndpointInput, EndpointResponse } from './endpoint.ts'
import type { ErrorBody } from './errors.ts'
import type { Api, ApiKey } from './index.ts'
import type { SitePart } from './school/site-parts.ts'

export interface PageContext {
  /** Calls an endpoint inside the process, as a caller without a session. */
  call: <K extends ApiKey>(key: K, input?: EndpointInput<Api[K]>) => Promise<EndpointResponse<Api[K]>>
  /** The address of the site, without a slash at the end. */
  siteUrl: string
  /** The current date in the school's time zone, `YYYY-MM-DD`. */
  today: string
  now: string
  /** The form that a browser without scripts sent to the page; null for a page that is only read. */
  form: PageForm | null
  /**
   * True if the subject of the page does not exist. Then the page's query does not run, and the HTML does not contain
   * the page's URL.
   */
  isMissing: boolean
  /** True if the page runs no scripts, because it is shown at addresses that belong to other pages. */
  isStatic: boolean
  /** The kind of preview that the page belongs to; null for a page of the site itself. */
  preview: 'site' | 'trial' | 'record' | null
  facts: {
    /** The page belongs to one visitor, so it is rendered without data and never cached. */
    isPrivate: boolean
    /** Visitors can create any number of URLs for this page, so the page is not cached (`PageHandle.isKept`). */
    isUnkept: boolean
    status: number
    /**
     * The rendered page. The page is passed as parts, because the body of a `Response` would be encoded and decoded
     * again.
     */
    html?: PageHtml
  }
}

/** A form that the browser submitted itself, without scripts. The route's `action` handles it. */
export interface PageForm {
  /** The fields of the page's address and of the form. If a name occurs several times, its last value counts. */
  fields: URLSearchParams
  /** Calls an endpoint for the visitor who sent the form: over HTTP, with that visitor's rate limits. */
  send: <K extends ApiKey>(
    key: K,
    input: EndpointInput<Api[K]>,
    idempotencyKey?: string,
  ) => Promise<SentAnswer<EndpointResponse<Api[K]>>>
}

export type SentAnswer<Answer> =
  | { answer: Answer; refusal: null }
  | { answer: null; refusal: ErrorBody; status: number }

/** The parts of a rendered page. The stylesheet is put between the two lists; each entry holds whole tags. */
export interface PageHtml {
  beforeStyles: readonly string[]
  afterStyles: readonly string[]
}

/** A route exports its handle: `export const handle: PageHandle = { … }`. */
export interface PageHandle {
  /**
   * `search` has the query parameters of the URL, and also the fields of a form that was sent to the page. `path` is the
   * page's path, for a route that serves several pages.
   */
  queries?: (params: Record<string, string | undefined>, search: URLSearchParams, path: string) => PageQuery[]
  /**
   * A function for each query parameter. The function returns the part of the value on which the HTML depends, or null
   * for no part. The cache keeps one page for each returned part.
   */
  searchParams?: Readonly<Record<string, (value: string, today: string) => string | null>>
  /**
   * False keeps a page out of the cache, such as a page for which visitors can create any number of URLs. A page
   * outside the cache is rendered for each request, within a limit.
   */
  isKept?: (search: URLSearchParams, answerOf: (query: PageQuery) => unknown) => boolean
  /** True if the URL's subject does not exist. The page then has status 404 and is not cached. */
  isUnknown?: (search: URLSearchParams, answerOf: (query: PageQuery) => unknown) => boolean
  /**
   * The page belongs to one visitor. It is rendered without data, and the same HTML serves all URLs of its route
   * (architecture rule 8).
   */
  isPrivate?: boolean
  /**
   * True if a private page is rendered with data for this request alone, because the page may contain a key or a text
   * that the visitor typed. Nobody else gets that HTML.
   */
  isForOneRequest?: (search: URLSearchParams) => boolean
  isBare?: boolean
  /** The page's part of the site. While the school has switched this part off, the page does not exist. */
  part?: SitePart
  /** Visitors may open the page even before the school opens its site. The sign-in is an example. */
  isOpenEarly?: boolean
  /** The page links `web/ui/more.css`, because its markup from the server needs the styles of that sheet. */
  hasMoreStyles?: boolean
  isStatic?: boolean
  status?: number
}

export interface PageQuery {
  queryKey: readonly [ApiKey, unknown]
  /**
   * True if the page is about the record that this query finds. If the query finds nothing, the page has status 404.
   */
  isRequired?: boolean
  /**
   * The page's HTML contains the response, but the page's data does not. A browser that runs scripts therefore loads
   * the response itself, and shows the loading state or an error.
   */
  isForPlainReaders?: boolean
  /** Returns the path of the page about the record that the query found. Other paths may lead to the same page. */
  pathOf?: (answer: never) => string
}

export function oneOf(words: readonly string[]): (value: string) => string | null {
  return (value) => (words.includes(value) ? value : null)
}
