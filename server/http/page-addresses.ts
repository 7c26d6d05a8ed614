import type { ServerBuild } from 'react-router'
import { urlPart } from '../../contract/addresses.ts'
import type { PageHandle } from '../../contract/page.ts'

export type ReadAddress = ReturnType<typeof readAddress>
export type NamedPage = ReadAddress['page']

/**
 * Normalises an address. Extra slashes, dots, capitals in a route's words and encoded letters lead to the same page.
 */
export function readAddress(server: ServerBuild, siteUrl: string, address: string, today: string) {
  const asked = siteAddress(siteUrl, address)
  const { route, params } = matchRoute(routesOf(server), asked.pathname)
  const query = selectQuery(route, asked.searchParams, today)
  const search = query.size === 0 ? '' : `?${query}`
  const at = (path: string) => Object.assign(new URL(asked), { pathname: path, search })
  const shared = (isMissing: boolean) => ({
    // A path never begins with a space, so these keys do not collide with a path.
    key: ` ${isMissing ? 'missing ' : ''}${route.path}${search}`,
    // Other visitors get the same page, so it must contain nothing of this visitor's address.
    url: at(fillPath(route, () => '-')),
    isShared: true,
    isForOneRequest: false,
    isMissing,
    isStatic: false,
  })
  // The address of an unknown page stays as it was typed.
  const path = route.path === anyPath ? pathOf(address) : fillPath(route, (name) => params[name] ?? '')
  const isForOneRequest = route.handles.some((handle) => handle.isForOneRequest?.(query))
  const own = {
    key: path + search,
    url: at(path),
    isShared: false,
    isForOneRequest,
    isMissing: false,
    isStatic: false,
  }
  return {
    path,
    search: asked.search,
    page: route.isShared && !isForOneRequest ? shared(false) : own,
    own,
    isOpenEarly: route.handles.some((handle) => handle.isOpenEarly),
    part: route.handles.find((handle) => handle.part)?.part,
    required: route.handles
      .flatMap((handle) => handle.queries?.(params, query, path) ?? [])
      .filter(({ isRequired }) => isRequired),
    missing: shared(true),
  }
}

/**
 * A page that is shown at the addresses of other pages. Its scripts would expect the page of that address, so it runs
 * none.
 */
function inPlaceOfOthers(siteUrl: string, path: string): NamedPage {
  const url = new URL(path, siteUrl)
  return { key: ` ${path}`, url, isShared: true, isForOneRequest: false, isMissing: false, isStatic: true }
}

/** The page that visitors get at every address until the owner opens the site. */
export const openingSoon = (siteUrl: string) => inPlaceOfOthers(siteUrl, '/opening-soon')

/** The page that visitors get at the addresses of a part of the site that is switched off. */
export const switchedOff = (siteUrl: string) => inPlaceOfOthers(siteUrl, '/switched-off')

export function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? ''
}

/**
 * Sets the path by hand, because `new URL(address, siteUrl)` would read `//host` or `/\\host` as the address of another
 * site.
 */
function siteAddress(siteUrl: string, address: string): URL {
  const url = new URL(siteUrl)
  const path = pathOf(address)
  url.pathname = path
  url.search = address.slice(path.length)
  url.pathname = url.pathname.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  return url
}

type PageRoute = ReturnType<typeof routesOf>[number]

const anyPath = '/*'
const isParameter = (word: string) => word.startsWith(':') || word === '*'

/** Computes a value once per build. In development each change of the sources makes a new build. */
export function onceForBuild<T>(make: (build: ServerBuild) => T): (build: ServerBuild) => T {
  const made = new WeakMap<ServerBuild, { value: T }>()
  return (build) => {
    const known = made.get(build) ?? { value: make(build) }
    made.set(build, known)
    return known.value
  }
}

const routesOf = onceForBuild((server) => {
  const handleOf = (id: string) => server.routes[id]?.module.handle as PageHandle | undefined
  const all = Object.values(server.routes).flatMap((route) => {
    if (route?.parentId === undefined) return []
    const path = `/${route.path ?? ''}`
    const handles = [route.parentId, route.id].map(handleOf).filter((handle) => handle !== undefined)
    const isShared = path === anyPath || handles.some(({ isPrivate }) => isPrivate)
    return [{ path, words: path.split('/'), handles, isShared }]
  })
  return all.sort((one, other) => one.path.split(':').length - other.path.split(':').length)
})

/** React Router's own matching takes ten times as long, which is more than the rest of a redirect. */
function matchRoute(routes: readonly PageRoute[], path: string) {
  const words = path.split('/').map(decodeURIComponent)
  // React Router answers an address that ends in `.data` with data of its own, which these pages do not have.
  const isOfRouter = words.at(-1)?.endsWith('.data')
  const route = routes.find(
    (one) =>
      !isOfRouter &&
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
  if (found === undefined) throw new Error('there is no not-found page. Add a "*" route to web/routes.ts')
  return { route: found, params }
}

function fillPath(route: PageRoute, valueOf: (name: string) => string): string {
  return route.words.map((word) => (isParameter(word) ? urlPart(valueOf(word.slice(1))) : word)).join('/')
}

function selectQuery(route: PageRoute, given: URLSearchParams, today: string): URLSearchParams {
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
