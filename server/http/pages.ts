import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { endpoints } from '../../contract/index.ts'
import type { PageContext } from '../../contract/page.ts'
import type { Database } from '../db/open.ts'
import type { Clock } from '../platform/clock.ts'
import { chooseEncoding, isFresh, type KeptBody, keepBody, TopicCache } from './answer-cache.ts'
import { busyPage, busyPagePolicy } from './busy-page.ts'
import { refusalOf, statusOf } from './errors.ts'
import type { InProcessCall } from './mount.ts'
import { type NamedPage, onceForBuild, pathOf, type ReadAddress, readAddress } from './page-addresses.ts'
import { createPageCode } from './page-policy.ts'
import { ratePolicies } from './rate-limits.ts'
import { securityHeaders } from './security-headers.ts'
import { offlinePath, serviceWorker, serviceWorkerPolicy } from './service-worker.ts'

/** Some 250 pages: more than a school has. */
const pagesBytesMax = 32 * 1024 * 1024
/** A stale page is rendered anew at most this often; its old bytes are served meanwhile (architecture rule 8). */
const renewEveryMs = 200
/** Without a database a page cannot be made anew, and it may take long to learn that: old bytes are better. */
const patienceMs = 1_000
/** A rendering holds its page several times over while it is made and compressed. */
const renderingsMax = 8

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
  rateLimitFactor: number
  /** The process is about to stop: no connection stays open after its answer. */
  isDraining: () => boolean
}

/** Renders one page, whatever its address; `isMissing` as one about what does not exist. */
export type RenderPage = (
  url: URL,
  isMissing?: boolean,
) => Promise<{
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

export function createRenderer(
  options: Pick<PagesOptions, 'build' | 'call' | 'siteUrl' | 'clock' | 'isProduction'>,
): {
  render: RenderPage
  serverBuild: () => Promise<ServerBuild>
} {
  const { build } = options
  const serverBuild = async () => (typeof build.server === 'function' ? build.server() : build.server)

  // The routes are made ready at its first request.
  const handlerOf = onceForBuild((server) =>
    createRequestHandler(server, options.isProduction ? 'production' : 'development'),
  )

  const render: RenderPage = async (url, isMissing = false) => {
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
      isMissing,
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

/** The page about a thing is not made: the thing has its page at another path, or does not exist. */
class NotHere extends Error {
  readonly path: string | null
  constructor(path: string | null) {
    super('not here')
    this.path = path
  }
}

/** What an address leads to: a page, another address, or the advice to wait. */
type Found = { page: KeptPage } | { location: string } | { status: 429 | 503; waitSeconds: number }

/** Serves every GET that no other route took as a page, from the page cache where it may be kept. */
export function mountPages(app: FastifyInstance, options: PagesOptions): AnswerKept {
  const { render, serverBuild } = createRenderer(options)
  const { server: built, stylesheet } = options.build
  const isDevelopment = typeof built === 'function'
  // Vite injects scripts and styles of its own while somebody works on the sources.
  const code = isDevelopment ? null : createPageCode(entryOf(built).inlineScripts, stylesheet ?? '')
  const pages = new TopicCache<KeptPage>({
    bytesMax: pagesBytesMax,
    renewEveryMs,
    makingMax: renderingsMax,
    patienceMs,
  })
  options.db.changes.subscribe((topics) => pages.invalidate(topics))
  const policy = ratePolicies.page
  const count = app.createRateLimit({
    max: Math.ceil(policy.max * options.rateLimitFactor),
    timeWindow: policy.windowMs,
  })

  async function make({ url, isShared, isMissing }: NamedPage) {
    const { status, html, topics, isPrivate, isMakeshift } = await render(url, isMissing)
    code?.refuseForeign(html)
    const body = await keepBody(html)
    const isKept = !isMakeshift && !isDevelopment && (isShared || (status === 200 && !isPrivate))
    // What stands at many addresses is kept by us alone.
    const isKeptByBrowsers = isKept && !isShared
    const headers = {
      ...securityHeaders,
      'content-type': 'text/html; charset=utf-8',
      ...(code === null ? {} : { 'content-security-policy': code.policy }),
      'cache-control': isKeptByBrowsers ? 'no-cache' : 'no-store',
      vary: 'accept-encoding',
      ...(isKeptByBrowsers ? { etag: body.etag } : {}),
    }
    const bytes = body.bytes + JSON.stringify(headers).length
    return { value: { status, body, headers }, topics, bytes, keep: isKept, isMakeshift }
  }

  async function pageAt(address: string, request: FastifyRequest): Promise<Found> {
    const read = readAddress(await serverBuild(), options.siteUrl, address, options.clock.today())
    const { path, search, page } = read
    if (path !== pathOf(address)) return { location: path + search }
    const kept = pages.peek(page.key)
    if (kept) return { page: kept }
    // A page without parameters that is made anew after a change is everybody's, and made so every 200 ms at most.
    const isRenewal = page.url.search === '' && pages.old(page.key) !== undefined
    if (!isRenewal && pages.wouldMake(page.key)) {
      const limit = await count(request)
      if (!limit.isAllowed && limit.isExceeded) {
        return oldOr(page.key, { status: 429, waitSeconds: limit.ttlInSeconds })
      }
    }
    return made(read, page)
  }

  async function made(read: ReadAddress, page: NamedPage): Promise<Found> {
    try {
      const value = await pages.get(page.key, async () => {
        if (!page.isMissing) await requireThings(read)
        return make(page)
      })
      return { page: value }
    } catch (error) {
      if (error instanceof NotHere) {
        return error.path === null ? made(read, read.missing) : { location: error.path + read.search }
      }
      if (refusalOf(error).code !== 'unavailable') throw error
      return oldOr(page.key, { status: 503, waitSeconds: 5 })
    }
  }

  /** What the page is about exists, and its page is this one; where nobody can tell just now, the page says so. */
  async function requireThings({ required, path }: ReadAddress): Promise<void> {
    for (const { queryKey, pathOf: pathOfThing } of required) {
      const [key, input] = queryKey
      const thing: unknown = await options
        .call(key, (input ?? undefined) as never)
        .catch((error: unknown) => {
          if (refusalOf(error).code === 'not_found') throw new NotHere(null)
        })
      const own = thing === undefined ? path : (pathOfThing?.(thing as never) ?? path)
      if (own !== path) throw new NotHere(own)
    }
  }

  function oldOr(key: string, found: Found): Found {
    const page = pages.old(key)
    return page ? { page } : found
  }

  app.get('/service-worker.js', async (request, reply) => {
    const found = await pageAt(offlinePath, request)
    const etag = 'page' in found ? found.page.headers['etag'] : undefined
    // Made without its data, or while somebody works on the sources: browsers stay with the worker they have.
    if (etag === undefined) return reply.code(503).send()
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': serviceWorkerPolicy })
      .type('text/javascript; charset=utf-8')
      .send(serviceWorker(etag))
  })

  app.get('/*', async (request, reply) => {
    const found = await pageAt(request.url, request)
    if ('location' in found) {
      // Asked for anew each time: what a course is called may change.
      return reply.header('cache-control', 'no-cache').redirect(found.location, 308)
    }
    if ('waitSeconds' in found) {
      return reply
        .code(found.status)
        .headers({
          'retry-after': String(found.waitSeconds),
          'cache-control': 'no-store',
          'content-security-policy': busyPagePolicy,
        })
        .type('text/html; charset=utf-8')
        .send(busyPage)
    }
    reply.hijack()
    send(request.raw, reply.raw, found.page, options.isDraining())
    return reply
  })

  return (request, response) => {
    const page = request.method === 'GET' ? pages.peek(request.url ?? '') : undefined
    if (page === undefined) return false
    send(request, response, page, options.isDraining())
    return true
  }
}

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
