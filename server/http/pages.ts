import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import {
  createRequestHandler,
  matchRoutes,
  type RouteObject,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { endpoints } from '../../contract/index.ts'
import type { PageContext, PageHandle } from '../../contract/page.ts'
import type { Database } from '../db/open.ts'
import type { Clock } from '../platform/clock.ts'
import { chooseEncoding, isFresh, type KeptBody, keepBody, TopicCache } from './answer-cache.ts'
import { refusalOf, statusOf } from './errors.ts'
import type { InProcessCall } from './mount.ts'
import { createPageCode } from './page-policy.ts'
import { securityHeaders } from './security-headers.ts'
import { offlinePath, serviceWorker, serviceWorkerPolicy } from './service-worker.ts'

const pagesBytesMax = 64 * 1024 * 1024
/** A stale page is rendered anew at most this often; its old bytes are served meanwhile (architecture rule 8). */
const renewEveryMs = 200
/** Without a database a page cannot be made anew, and it may take long to learn that: old bytes are better. */
const patienceMs = 1_000

/** The site: what React Router made of `web/`, and its CSS. */
export interface SiteBuild {
  /** Built once, or made anew for each request while somebody works on the sources. */
  server: ServerBuild | (() => Promise<ServerBuild>)
  /** Null in development, where Vite serves it. */
  stylesheet: string | null
  clientDir: string | null
  /** In development: lets Vite answer for the sources. */
  attach?: (http: FastifyInstance) => Promise<void>
}

/** What the rendering half of the site exports beside its routes (`web/entry.server.tsx`). */
interface SiteEntry {
  pageContext: RouterContext<PageContext>
  stylesheetUrl: string
  inlineScripts: readonly string[]
}

function entryOf(server: ServerBuild): SiteEntry {
  return server.entry.module as unknown as SiteEntry
}

/** Loads what `npm run build` left in `build/`. */
export async function loadBuild(root: string): Promise<SiteBuild> {
  const clientDir = path.join(root, 'client')
  if (!existsSync(path.join(root, 'server/index.js')))
    throw new Error('the site is not built: run "npm run build" first')
  const server = (await import(pathToFileURL(path.join(root, 'server/index.js')).href)) as ServerBuild
  return {
    server,
    stylesheet: readFileSync(path.join(clientDir, entryOf(server).stylesheetUrl), 'utf8'),
    clientDir,
  }
}

/** A page ready to be sent: its bytes and its headers, made once. */
interface KeptPage {
  status: number
  isPrivate: boolean
  body: KeptBody
  headers: Record<string, string>
}

export interface PagesOptions {
  build: SiteBuild
  call: InProcessCall
  db: Database
  /** The address that visitors see, without a slash at its end. */
  siteUrl: string
  clock: Pick<Clock, 'today'>
  isProduction: boolean
  /** The process is about to stop: no connection stays open after its answer. */
  isDraining: () => boolean
}

/** Renders one page, whatever its address. */
export type RenderPage = (url: URL) => Promise<{
  status: number
  html: string
  topics: string[]
  isPrivate: boolean
  /** Data that it shows could not be had. */
  isMakeshift: boolean
}>

const topicsByKey = new Map(
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint.topics ?? []]),
)

export function createRenderer(options: Omit<PagesOptions, 'isDraining'>): {
  render: RenderPage
  serverBuild: () => Promise<ServerBuild>
} {
  const { build } = options
  const serverBuild = async () => (typeof build.server === 'function' ? build.server() : build.server)

  // The routes are made ready at its first request.
  const handlerOf = onceForBuild((server) =>
    createRequestHandler(server, options.isProduction ? 'production' : 'development'),
  )

  const render: RenderPage = async (url) => {
    const server = await serverBuild()
    const handler = handlerOf(server)
    const topics = new Set<string>()
    let isMakeshift = false
    const page: PageContext = {
      call: ((key: never, input: never) => {
        for (const topic of topicsByKey.get(key) ?? []) topics.add(topic)
        return options.call(key, input).catch((error: unknown) => {
          if (statusOf(refusalOf(error)) >= 500) isMakeshift = true
          throw error
        })
      }) as unknown as PageContext['call'],
      stylesheet: build.stylesheet,
      siteUrl: options.siteUrl,
      today: options.clock.today(),
      facts: { isPrivate: false, status: 200 },
    }
    const context = new RouterContextProvider()
    context.set(entryOf(server).pageContext, page)
    const response = await handler(new Request(url), context)
    const html = page.facts.html ?? (await response.text())
    return {
      status: response.status,
      html,
      topics: [...topics],
      isPrivate: page.facts.isPrivate,
      isMakeshift,
    }
  }
  return { render, serverBuild }
}

/** Answers a request where its page is kept under the very address that is asked for; else leaves it alone. */
export type AnswerKept = (request: IncomingMessage, response: ServerResponse) => boolean

/** Serves every GET that no other route took as a page, from the page cache where it may be kept. */
export function mountPages(app: FastifyInstance, options: PagesOptions): AnswerKept {
  const { render, serverBuild } = createRenderer(options)
  const { server: built, stylesheet } = options.build
  const isDevelopment = typeof built === 'function'
  // Vite injects scripts and styles of its own while somebody works on the sources.
  const code = isDevelopment ? null : createPageCode(entryOf(built).inlineScripts, stylesheet ?? '')
  const pages = new TopicCache<KeptPage>({ bytesMax: pagesBytesMax, renewEveryMs, patienceMs })
  options.db.changes.subscribe((topics) => pages.invalidate(topics))

  async function make(
    url: URL,
  ): Promise<{ value: KeptPage; topics: string[]; bytes: number; keep: boolean; isMakeshift: boolean }> {
    const { status, html, topics, isPrivate, isMakeshift } = await render(url)
    code?.refuseForeign(html)
    const body = await keepBody(html)
    const keep = status === 200 && !isPrivate && !isDevelopment
    const headers = {
      ...securityHeaders,
      'content-type': 'text/html; charset=utf-8',
      ...(code === null ? {} : { 'content-security-policy': code.policy }),
      'cache-control': keep ? 'no-cache' : 'no-store',
      vary: 'accept-encoding',
      ...(keep ? { etag: body.etag } : {}),
    }
    const bytes = body.identity.length * 2
    return { value: { status, isPrivate, body, headers }, topics, bytes, keep, isMakeshift }
  }

  async function pageAt(address: string): Promise<KeptPage> {
    const url = siteAddress(address)
    const key = await keyOf(url)
    return pages.peek(key) ?? (await pages.get(key, () => make(url)))
  }

  app.get('/service-worker.js', async (_request, reply) => {
    const { headers } = await pageAt(offlinePath)
    // Made without its data, or while somebody works on the sources: browsers stay with the worker they have.
    if (headers.etag === undefined) return reply.code(503).send()
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': serviceWorkerPolicy })
      .type('text/javascript; charset=utf-8')
      .send(serviceWorker(headers.etag))
  })

  app.get('/*', async (request, reply) => {
    const page = await pageAt(request.url)
    reply.hijack()
    send(request.raw, reply.raw, page, options.isDraining())
    return reply
  })

  /** The request's address on this site. Resolved as a link, `//host` or `/\\host` would lead to another one. */
  function siteAddress(requestUrl: string): URL {
    const url = new URL(options.siteUrl)
    const queryAt = requestUrl.indexOf('?')
    url.pathname = queryAt < 0 ? requestUrl : requestUrl.slice(0, queryAt)
    url.search = queryAt < 0 ? '' : requestUrl.slice(queryAt)
    // React Router would answer with the data of loaders, which no page here has, whatever stands before the dot.
    if (url.pathname.endsWith('.data')) url.pathname += '/'
    return url
  }

  /** The page's address with the query parameters its HTML depends on, and no others: never `utm_*`. Cuts `url` to it. */
  async function keyOf(url: URL): Promise<string> {
    if (url.search === '') return url.pathname
    const server = await serverBuild()
    const declared = new URLSearchParams()
    for (const match of matchRoutes(routeTree(server), url.pathname) ?? []) {
      const handle = server.routes[match.route.id ?? '']?.module.handle as PageHandle | undefined
      for (const [name, pattern] of Object.entries(handle?.searchParams ?? {})) {
        const value = url.searchParams.get(name)
        if (value !== null && pattern.test(value)) declared.set(name, value)
      }
    }
    url.search = declared.toString()
    return url.pathname + url.search
  }

  return (request, response) => {
    const page = request.method === 'GET' ? pages.peek(request.url ?? '') : undefined
    if (page === undefined) return false
    send(request, response, page, options.isDraining())
    return true
  }
}

function onceForBuild<T>(make: (build: ServerBuild) => T): (build: ServerBuild) => T {
  const made = new WeakMap<ServerBuild, { value: T }>()
  return (build) => {
    const known = made.get(build) ?? { value: make(build) }
    made.set(build, known)
    return known.value
  }
}

const routeTree = onceForBuild((build): RouteObject[] => {
  const childrenOf = (parentId: string | undefined): RouteObject[] =>
    Object.values(build.routes)
      .filter((route) => route !== undefined && (route.parentId || undefined) === parentId)
      .map((route) => {
        const { id, path: routePath, index } = route as ServerBuild['routes'][string] & { id: string }
        return index
          ? { id, index: true, ...(routePath === undefined ? {} : { path: routePath }) }
          : { id, ...(routePath === undefined ? {} : { path: routePath }), children: childrenOf(id) }
      })
  return childrenOf(undefined)
})

/** Fastify's own sending costs a third of the rate (bench P1): a page's bytes go straight to the socket. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, body, status }: KeptPage,
  isDraining: boolean,
): void {
  if (isDraining) response.setHeader('connection', 'close')
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
