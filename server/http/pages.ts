import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageForm } from '../../contract/page.ts'
import type { SitePart } from '../../contract/school/site-parts.ts'
import { isPathOfSite, previewPath, previewTokenOf } from '../../contract/site-paths.ts'
import type { Deps } from '../domains/deps.ts'
import { expensiveWork } from '../platform/expensive-work.ts'
import { previewedPart } from '../platform/preview-links.ts'
import type { Site } from './access.ts'
import { createBuildFiles } from './build-files.ts'
import { busyPage, busyPagePolicy } from './busy-page.ts'
import { refusalOf } from './errors.ts'
import { keepBody } from './hot/kept-body.ts'
import { type AnswerKept, type KeptPage, KeptPages } from './hot/kept-pages.ts'
import {
  type NamedPage,
  openingSoon,
  pathOf,
  type ReadAddress,
  readAddress,
  switchedOff,
} from './page-addresses.ts'
import { callerOf, mountPageForms } from './page-forms.ts'
import { createPageCode } from './page-policy.ts'
import type { Previews } from './previews.ts'
import { ratePolicies } from './rate-limits.ts'
import { createRenderer, entryOf, type RendererOptions, type RenderFacts } from './rendering.ts'
import { framedByOwnSite, securityHeaders } from './security-headers.ts'
import { offlinePath, serviceWorker, serviceWorkerPolicy } from './service-worker.ts'

interface PagesOptions extends RendererOptions, Pick<Deps, 'db'> {
  isDraining: () => boolean
  findSite: () => Promise<Site>
  previews: Previews
}

/** Thrown if the page is at another path. The path is null if the page's subject, such as a course, does not exist. */
class Elsewhere extends Error {
  readonly path: string | null
  constructor(path: string | null) {
    super('elsewhere')
    this.path = path
  }
}

/** A CDN or nginx may cache a page for a second, and may serve an outdated page while no server answers. */
const keptByCaches = {
  'cdn-cache-control': 'public, max-age=1, stale-while-revalidate=10, stale-if-error=86400',
  'x-accel-expires': '1',
}

type OwnFacts = Pick<RenderFacts, 'form' | 'lookUp' | 'preview'>

type Found =
  | { page: KeptPage }
  | { location: string; status: 303 | 308 }
  | { status: 429 | 503; waitSeconds: number }

export async function mountPages(app: FastifyInstance, options: PagesOptions): Promise<AnswerKept> {
  const pages = new KeptPages(options.db.changes, options.isDraining)
  const { pageAt, previewAt, answerTo } = createPageFinder(app, options, pages)
  const sendBuildFile = await createBuildFiles(app, options.build.clientDir)

  app.get('/service-worker.js', async (request, reply) => {
    const found = await pageAt(offlinePath, request)
    const etag = 'page' in found ? found.page.headers['etag'] : undefined
    // There is no ETag in development, or if a query of the offline page failed. After a 503 browsers keep the worker
    // that they have.
    if (etag === undefined) return reply.code(503).send()
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': serviceWorkerPolicy })
      .type('text/javascript; charset=utf-8')
      .send(serviceWorker(etag))
  })

  app.get(`${previewPath}:token/*`, async (request, reply) =>
    sendFound(request, reply, await previewAt(request)),
  )
  app.get('/*', async (request, reply) => {
    if (sendBuildFile(pathOf(request.url), reply)) return reply
    return sendFound(request, reply, await pageAt(request.url, request))
  })
  await mountPageForms(app, options, async (request, reply, form) =>
    sendFound(request, reply, await answerTo(form, request)),
  )

  function sendFound(request: FastifyRequest, reply: FastifyReply, found: Found): FastifyReply {
    if ('location' in found) {
      // The path of a course changes with its title, so a cached redirect would be wrong later.
      return reply.header('cache-control', 'no-cache').redirect(found.location, found.status)
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
    pages.send(request.raw, reply.raw, found.page)
    return reply
  }

  return pages.answer
}

function createPageFinder(app: FastifyInstance, options: PagesOptions, pages: KeptPages) {
  const { render, serverBuild } = createRenderer(options)
  const { server: built, stylesheet } = options.build
  const isDevelopment = typeof built === 'function'
  const code = isDevelopment ? null : createPageCode(entryOf(built).inlineScripts, stylesheet ?? '')
  // Encoded once, since encoding a hundred kilobytes of CSS for each page is slow.
  const styles = Buffer.from(stylesheet === null ? '' : `<style>${stylesheet}</style>`)
  const policy = ratePolicies.page
  const count = app.createRateLimit({
    max: Math.ceil(policy.max * options.config.rateLimitFactor),
    timeWindow: policy.windowMs,
  })

  async function renderPage({ url, isShared, isMissing, isStatic }: NamedPage, own: OwnFacts = {}) {
    const { form = null } = own
    const rendered = await render(url, { isMissing, isStatic, ...own })
    const { status, location, html, topics, isPrivate, isUnkept, isMakeshift } = rendered
    if (form !== null && location !== null) throw new Elsewhere(location)
    const bytesOf = (piece: string) => {
      code?.refuseForeign(piece)
      return Buffer.from(piece)
    }
    const body = await keepBody(
      Buffer.concat([...html.beforeStyles.map(bytesOf), styles, ...html.afterStyles.map(bytesOf)]),
    )
    const isKept = !isMakeshift && !isDevelopment && (isShared || (status === 200 && !isPrivate && !isUnkept))
    // Browsers would store a shared page again for each address.
    const isKeptByBrowsers = isKept && !isShared
    const headers = {
      // nginx 1.22 uses `cache-control` instead of these headers unless they come first.
      ...(isKeptByBrowsers ? keptByCaches : {}),
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
    const { clock, config } = options
    const read = readAddress(await serverBuild(), config.siteUrl, address, clock.today())
    const { path, search } = read
    const { isOpen } = await options.findSite()
    if (path !== pathOf(address)) return { location: path + search, status: 308 }
    const soon = openingSoon(config.siteUrl)
    const isSoon = path === soon.url.pathname
    if (isOpen && isSoon) return { location: '/', status: 303 }
    const page = !isOpen && (isSoon || !read.isOpenEarly) ? soon : await shownAt(read.part, read.page)
    if (page.isForOneRequest) return renderForRequest(request, page)
    const kept = pages.peek(page.key)
    if (kept) return { page: kept }
    // All visitors share a renewal without parameters, which happens every 200 ms at most. So it counts towards no
    // visitor's limit.
    const isRenewal = page.url.search === '' && pages.old(page.key) !== undefined
    if (!isRenewal && pages.wouldMake(page.key)) {
      const excess = await countRendering(request)
      if (excess) return keptPageOr(page.key, excess)
    }
    return findOrRender(read, page, isRenewal)
  }

  /**
   * Finds the page as visitors will see it. The page's address is below the preview's own address, so that the links of
   * the page stay in the preview.
   */
  async function previewAt(request: FastifyRequest): Promise<Found> {
    const { clock, config, previews } = options
    // The route's parameter is decoded, so it may be shorter than in the address.
    const token = previewTokenOf(request.url) ?? ''
    const basename = previewPath + token
    const address = request.url.slice(basename.length)
    const preview = await previews.findOf(request)
    if (preview === null) return { location: isPathOfSite(address) ? address : '/', status: 303 }
    const { own, part } = readAddress(await serverBuild(), config.siteUrl, address, clock.today())
    const isOwnPart = part !== undefined && previewedPart(preview.page) === part
    const page = isOwnPart ? own : await shownAt(part, own)
    const url = Object.assign(new URL(page.url), { pathname: basename + page.url.pathname })
    const found = await renderForRequest(request, { ...page, url }, { preview: { ...preview, basename } })
    if (!('page' in found)) return found
    const { etag: _, ...headers } = found.page.headers
    const unkept = { 'cache-control': 'no-store', 'cdn-cache-control': 'no-store', 'x-accel-expires': '0' }
    // The back office frames the page whose words are edited. No other page can be framed.
    const framing = preview.page === null ? {} : framedByOwnSite(headers['content-security-policy'])
    return {
      page: { ...found.page, headers: { ...headers, ...unkept, ...framing, 'x-robots-tag': 'noindex' } },
    }
  }

  async function shownAt(part: SitePart | undefined, page: NamedPage): Promise<NamedPage> {
    const isOff = part !== undefined && !(await options.findSite()).parts[part]
    return isOff ? switchedOff(options.config.siteUrl) : page
  }

  async function answerTo(form: PageForm, request: FastifyRequest): Promise<Found> {
    const { clock, config } = options
    const read = readAddress(await serverBuild(), config.siteUrl, request.url, clock.today())
    return renderForRequest(request, read.own, { form })
  }

  /** The page is made for one request alone, so it is neither cached nor shared. */
  async function renderForRequest(
    request: FastifyRequest,
    page: NamedPage,
    own: Omit<OwnFacts, 'lookUp'> = {},
  ): Promise<Found> {
    const excess = await countRendering(request)
    if (excess) return excess
    try {
      const lookUp = callerOf(app, request)
      return {
        page: await pages.get(` request ${request.id}`, () => renderPage(page, { ...own, lookUp })),
      }
    } catch (error) {
      if (error instanceof Elsewhere && error.path !== null) return { location: error.path, status: 303 }
      if (refusalOf(error).code !== 'unavailable') throw error
      return { status: 503, waitSeconds: 5 }
    }
  }

  async function countRendering(
    request: FastifyRequest,
  ): Promise<{ status: 429; waitSeconds: number } | null> {
    const limit = await count(request)
    if (limit.isAllowed || !limit.isExceeded) return null
    return { status: 429, waitSeconds: limit.ttlInSeconds }
  }

  async function findOrRender(read: ReadAddress, page: NamedPage, isRenewal = false): Promise<Found> {
    try {
      const makeHere = async () => {
        if (page.key === read.page.key) await requireThings(read)
        return renderPage(page)
      }
      return { page: await pages.get(page.key, makeHere, expensiveWork[isRenewal ? 'renewal' : 'page']) }
    } catch (error) {
      if (error instanceof Elsewhere) {
        if (error.path === null) return findOrRender(read, read.missing)
        return { location: error.path + read.search, status: 308 }
      }
      if (refusalOf(error).code !== 'unavailable') throw error
      return keptPageOr(page.key, { status: 503, waitSeconds: 5 })
    }
  }

  /** @throws Elsewhere if the page's subject does not exist, or has another address */
  async function requireThings({ required, path }: ReadAddress): Promise<void> {
    for (const { queryKey, pathOf: pathOfThing } of required) {
      const [key, input] = queryKey
      const thing: unknown = await options
        .call(key, (input ?? undefined) as never)
        .catch((error: unknown) => {
          if (refusalOf(error).code === 'not_found') throw new Elsewhere(null)
        })
      const own = thing === undefined ? path : (pathOfThing?.(thing as never) ?? path)
      if (own !== path) throw new Elsewhere(own)
    }
  }

  function keptPageOr(key: string, found: Found): Found {
    const page = pages.old(key)
    return page ? { page } : found
  }

  return { pageAt, previewAt, answerTo }
}
