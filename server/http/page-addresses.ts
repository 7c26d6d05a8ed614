import type { ServerBuild } from 'react-router'
import type { PageHandle, PageQuery } from '../../contract/page.ts'

/** A page as it is rendered and kept. */
export interface NamedPage {
  /** Under which it is kept. A page that stands at many addresses has a key that is none: it begins with a space. */
  key: string
  /** What is rendered: the page's only address, with the query parameters its HTML depends on and no others. */
  url: URL
  /** All addresses of its route have this page. */
  isShared: boolean
  /** About something that does not exist. */
  isMissing: boolean
}

export interface ReadAddress {
  /** The page's only path; where it differs from the one that was asked for, the browser is sent there. */
  path: string
  /** As it was asked for, with its question mark: what tracks a visitor stays in the address. */
  search: string
  page: NamedPage
  /** What the page is about: where one of these does not exist, `missing` is the page. */
  required: PageQuery[]
  missing: NamedPage
}

/**
 * Reads a request's address as a page's. Slashes too many, dots, capitals in the words of a route and letters written
 * as `%61` name the same page: each has one path. What a route names by a parameter keeps its capitals.
 *
 * @param address the request's target: a path with its query, percent signs only where they encode UTF-8
 * @param today the school's day, `YYYY-MM-DD`
 */
export function readAddress(
  server: ServerBuild,
  siteUrl: string,
  address: string,
  today: string,
): ReadAddress {
  const asked = siteAddress(siteUrl, address)
  const { route, params } = matchRoute(routesOf(server), asked.pathname)
  const query = dependedOn(route, asked.searchParams, today)
  const search = query.size === 0 ? '' : `?${query}`
  const at = (path: string) => Object.assign(new URL(asked), { pathname: path, search })
  const shared = (isMissing: boolean): NamedPage => ({
    key: ` ${isMissing ? 'missing ' : ''}${route.path}${search}`,
    // No address of one visitor's comes into a page that others are sent.
    url: at(fill(route, () => '-')),
    isShared: true,
    isMissing,
  })
  // At an address that is no page's stays what was typed.
  const path = route.path === anyPath ? pathOf(address) : fill(route, (name) => params[name] ?? '')
  return {
    path,
    search: asked.search,
    page: route.isShared
      ? shared(false)
      : { key: path + search, url: at(path), isShared: false, isMissing: false },
    required: route.handles
      .flatMap((handle) => handle.queries?.(params, query) ?? [])
      .filter(({ isRequired }) => isRequired),
    missing: shared(true),
  }
}

/** The path of a request's address, as it was asked for. */
export function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? ''
}

/** The request's address on this site. Resolved as a link, `//host` or `/\\host` would lead to another one. */
function siteAddress(siteUrl: string, address: string): URL {
  const url = new URL(siteUrl)
  const path = pathOf(address)
  url.pathname = path
  url.search = address.slice(path.length)
  url.pathname = url.pathname.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  return url
}

/** What `web/routes.ts` says of a page. */
interface PageRoute {
  /** As React Router writes it: `/classes/:slug`. */
  path: string
  words: readonly string[]
  /** Of the root and the page itself. */
  handles: readonly PageHandle[]
  isShared: boolean
}

const anyPath = '/*'
const isParameter = (word: string) => word.startsWith(':') || word === '*'

/** What is made of a build once: in development another build comes with each change of the sources. */
export function onceForBuild<T>(make: (build: ServerBuild) => T): (build: ServerBuild) => T {
  const made = new WeakMap<ServerBuild, { value: T }>()
  return (build) => {
    const known = made.get(build) ?? { value: make(build) }
    made.set(build, known)
    return known.value
  }
}

/** The site's pages, those without a parameter first. */
const routesOf = onceForBuild((server): PageRoute[] => {
  const handleOf = (id: string) => server.routes[id]?.module.handle as PageHandle | undefined
  const all = Object.values(server.routes).flatMap((route): PageRoute[] => {
    if (route?.parentId === undefined) return []
    const path = `/${route.path ?? ''}`
    const handles = [route.parentId, route.id].map(handleOf).filter((handle) => handle !== undefined)
    const isShared = path === anyPath || handles.some(({ isPrivate }) => isPrivate)
    return [{ path, words: path.split('/'), handles, isShared }]
  })
  return all.sort((one, other) => one.path.split(':').length - other.path.split(':').length)
})

/** As React Router would, in a tenth of its time: a spelling must not cost more than the page that it leads to. */
function matchRoute(
  routes: readonly PageRoute[],
  path: string,
): { route: PageRoute; params: Record<string, string> } {
  const words = path.split('/').map(decodeURIComponent)
  const route = routes.find(
    (one) =>
      one.words.length === words.length &&
      one.words.every((word, at) =>
        word.startsWith(':') ? words[at] !== '' : word === words[at]?.toLowerCase(),
      ),
  )
  const params: Record<string, string> = {}
  for (const [at, word] of route?.words.entries() ?? []) {
    if (word.startsWith(':')) params[word.slice(1)] = words[at] ?? ''
  }
  const found = route ?? routes.find((one) => one.path === anyPath)
  if (found === undefined) throw new Error('no page says that there is none: web/routes.ts needs a "*"')
  return { route: found, params }
}

/** A route's path with something in the place of each parameter. */
function fill(route: PageRoute, valueOf: (name: string) => string): string {
  return route.words
    .map((word) => (isParameter(word) ? encodeURIComponent(valueOf(word.slice(1))) : word))
    .join('/')
}

/** The query parameters on which the HTML depends, always in the same order. */
function dependedOn(route: PageRoute, given: URLSearchParams, today: string): URLSearchParams {
  const query = new URLSearchParams()
  for (const { searchParams = {} } of route.handles) {
    for (const [name, valueOf] of Object.entries(searchParams)) {
      const value = given.get(name)
      const depended = value === null ? null : valueOf(value, today)
      if (depended !== null) query.set(name, depended)
    }
  }
  return query
}
