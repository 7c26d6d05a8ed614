import { createServer, type IncomingHttpHeaders, maxHeaderSize } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { urlPart } from '../contract/addresses.ts'
import { DomainError, refusal, refusalWithoutMail } from '../contract/errors.ts'
import { endpoints } from '../contract/index.ts'
import { isPathOfSite } from '../contract/site-paths.ts'
import type { Database } from './db/open.ts'
import { uploadsDirOf } from './deps.ts'
import type { Deps } from './domains/deps.ts'
import { bindEndpoints, createServices } from './domains/index.ts'
import type { SchoolService } from './domains/school/index.ts'
import type { Site } from './http/access.ts'
import { mountCalendarFeed } from './http/calendar-feed.ts'
import {
  boundConnections,
  type ConnectionTimes,
  connectionsThatFit,
  connectionTimes,
} from './http/connections.ts'
import { readableUrl, refusalOf, refuseUnreadable, retryAfterSeconds, statusOf } from './http/errors.ts'
import { mountHealth } from './http/health.ts'
import type { AnswerKept } from './http/hot/kept-pages.ts'
import { createReadersFirst } from './http/hot/readers-first.ts'
import { TopicCache } from './http/hot/topic-cache.ts'
import { readJsonBodies } from './http/json-body.ts'
import type { AnswerWatch } from './http/metrics.ts'
import { mountEndpoints, sendRefusal } from './http/mount.ts'
import { networkOf } from './http/network.ts'
import { mountPages } from './http/pages.ts'
import { createPreviews } from './http/previews.ts'
import type { SiteBuild } from './http/rendering.ts'
import { apiPolicy, securityHeaders } from './http/security-headers.ts'
import { mountSharePictures } from './http/share-pictures.ts'
import { createSharedCounts } from './http/shared-counts.ts'
import { mountSiteFiles } from './http/site-files.ts'
import { mountUploads } from './http/uploads.ts'
import { expensiveWork } from './platform/expensive-work.ts'

export type App = Awaited<ReturnType<typeof createApp>>

export interface AppOptions {
  build: SiteBuild | null
  checkResponses: boolean
  connectionTimes?: Partial<ConnectionTimes>
  findDiskProblem?: () => Promise<string | null>
  watch?: AnswerWatch | null
}

export async function createApp(deps: Deps, options: AppOptions) {
  const { config, db } = deps
  const { findDiskProblem = async () => null, watch = null } = options
  const uploadsDir = uploadsDirOf(config)
  const readersFirst = createReadersFirst()
  let isDraining = false
  let answerKept: AnswerKept = () => false
  const http = createHttp(deps, options.connectionTimes, (request, response) => {
    if (!answerKept(request, response)) return false
    readersFirst.notePage()
    watch?.sentKept()
    return true
  })
  let sendsEmails = () => Promise.resolve(true)
  addHooks(
    http,
    deps,
    () => isDraining,
    watch,
    () => sendsEmails(),
  )
  const previews = createPreviews(deps)
  const turn = () => readersFirst.turn('expensive')
  // Fastify's body parser loses the asynchronous context (`AsyncLocalStorage`), so the caller is put into it after
  // parsing.
  http.addHook('preHandler', ({ ip }, _reply, next) =>
    expensiveWork.askedBy({ network: networkOf(ip), turn }, next),
  )
  await http.register(rateLimit, {
    global: false,
    // A trial counts towards its staff account, and so uses up nothing of the limits of visitors on the same network.
    keyGenerator: (request) => previews.namedBy(request)?.trial?.userId ?? networkOf(request.ip),
    errorResponseBuilder: () => new DomainError('rate_limited'),
  })
  mountHealth(http, { db, isDraining: () => isDraining, findDiskProblem })

  const services = createServices(deps)
  // A database that is away changes no refusal.
  sendsEmails = () =>
    services.mailServer.whyWaiting().then(
      (why) => why === null,
      () => true,
    )
  const findSite = createSiteFinder(services.school, db)
  const { call } = mountEndpoints(http, endpoints, bindEndpoints(services, findDiskProblem), {
    db,
    clock: deps.clock,
    findSession: (token, options) => services.accounts.findSession(token, options),
    rateLimitFactor: config.rateLimitFactor,
    sharedCounts: db.engine === 'postgres' ? createSharedCounts(deps) : null,
    readersFirst,
    checkResponses: options.checkResponses,
    findSite,
    previews,
  })
  const noSuchCall = async () => {
    throw refusal('no-such-address')
  }
  http.all('/api/*', noSuchCall)
  http.setNotFoundHandler(noSuchCall)

  await mountUploads(http, deps, uploadsDir)
  http.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.svg', 301))
  http.get('/login', (request, reply) => {
    const next = (request.query as { next?: unknown }).next
    const safe = typeof next === 'string' && isPathOfSite(next)
    return reply.redirect(safe ? `/signin?next=${urlPart(next)}` : '/signin', 302)
  })
  mountSiteFiles(http, { call, services, db, siteUrl: config.siteUrl })
  mountCalendarFeed(http, { call, courses: services.courses, db })
  mountSharePictures(http, { call, uploadsDir, pictures: deps.pictures })
  if (options.build !== null) {
    await options.build.attach?.(http)
    const pages = { ...deps, build: options.build, call, isDraining: () => isDraining, findSite, previews }
    answerKept = await mountPages(http, pages)
  }
  const drain = () => {
    isDraining = true
  }
  return { http, services, call, drain }
}

/**
 * Finds which parts of the site are shown. While the database is away, the last answer counts, so that cached pages are
 * still sent.
 */
function createSiteFinder(school: Pick<SchoolService, 'current'>, { changes }: Pick<Database, 'changes'>) {
  const sites = new TopicCache<Site>({
    bytesMax: 10_000,
    inTurn: (work) => work(),
    patienceMs: 1_000,
    changes,
  })
  return async (): Promise<Site> => {
    try {
      return await sites.get('site', async () => ({
        value: await school.current(),
        topics: ['school'],
        bytes: 0,
      }))
    } catch (error) {
      const last = sites.old('site')
      if (last === undefined) throw error
      return last
    }
  }
}

function createHttp(
  { config, log, ids }: Deps,
  timesGiven: Partial<ConnectionTimes> = {},
  answerKept: AnswerKept,
): FastifyInstance {
  const times = { ...connectionTimes, ...timesGiven }
  return Fastify({
    serverFactory: (handle) => {
      const server = createServer(
        {
          headersTimeout: times.headersMs,
          requestTimeout: times.requestMs,
          keepAliveTimeout: times.keepAliveMs,
          connectionsCheckingInterval: times.checkMs,
        },
        (request, response) => {
          if (!connections.noteRequest(request, response)) return
          if (answerKept(request, response)) return
          connections.noteWork(request, response)
          handle(request, response)
        },
      )
      server.timeout = times.silenceMs
      const connections = boundConnections(server, config.maxConnections ?? connectionsThatFit())
      return server
    },
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: 32 * 1024,
    genReqId: ({ headers }) => (config.trustProxy === false ? null : requestIdOf(headers)) ?? ids.id(),
    // The router accepts a parameter of any length; the contract of the endpoint refuses one that is too long.
    routerOptions: { maxParamLength: maxHeaderSize },
    rewriteUrl: (request) => readableUrl(request.url ?? '/'),
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, ids.id()),
    // A stopping server still answers requests that arrive on open connections.
    return503OnClosing: false,
  })
}

function requestIdOf({ 'x-request-id': id }: IncomingHttpHeaders): string | null {
  return typeof id === 'string' && id.length <= 64 && /^[\w-]{8,}$/.test(id) ? id : null
}

function addHooks(
  http: FastifyInstance,
  { log }: Deps,
  isDraining: () => boolean,
  watch: AnswerWatch | null,
  sendsEmails: () => Promise<boolean>,
): void {
  readJsonBodies(http)
  const refusedByClosedSite = new WeakSet<FastifyRequest>()
  http.addHook('onRequest', (request, reply, next) => {
    // The bearer token is the single credential, so no handler may see a cookie.
    delete request.headers.cookie
    reply.headers(securityHeaders)
    reply.header('content-security-policy', apiPolicy)
    next()
  })
  http.addHook('onSend', (_request, reply, _payload, next) => {
    // The client closes its connection after this response; an open connection would delay the stop.
    if (isDraining()) reply.header('connection', 'close')
    if (reply.statusCode === 503) reply.header('retry-after', retryAfterSeconds)
    next()
  })
  http.addHook('onResponse', (request, reply, next) => {
    const { statusCode, elapsedTime } = reply
    const route = request.routeOptions.url ?? '-'
    watch?.answered(request.method, route, statusCode, elapsedTime)
    const isFault = statusCode >= 500 && !refusedByClosedSite.has(request)
    const level = isFault ? 'error' : statusCode >= 400 || request.method !== 'GET' ? 'info' : 'debug'
    log[level]({
      requestId: request.id,
      method: request.method,
      route,
      status: statusCode,
      ms: Math.round(elapsedTime),
    })
    next()
  })
  http.setErrorHandler(async (error, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal !== error && statusOf(refusal) >= 500)
      log.error({ requestId: request.id, err: error }, 'a request failed')
    if (refusal.options.reason === 'site-closed') refusedByClosedSite.add(request)
    const withoutMail = refusalWithoutMail(refusal)
    const isSame = withoutMail === refusal || (await sendsEmails())
    return sendRefusal(reply, isSame ? refusal : withoutMail, request.id)
  })
}
