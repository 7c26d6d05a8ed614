import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { endpointUrl } from '../../contract/addresses.ts'
import type { AnyEndpoint, EndpointInput, EndpointResponse } from '../../contract/endpoint.ts'
import { DomainError, refusal } from '../../contract/errors.ts'
import type { Api, ApiKey } from '../../contract/index.ts'
import { repeatOnly } from '../../contract/repeat-only.ts'
import { rights } from '../../contract/rights.ts'
import { cartProofHeader, cartTokenHeader } from '../../contract/store/cart.ts'
import type { Database } from '../db/open.ts'
import type { Tx } from '../db/schema.ts'
import { runForNetwork } from '../platform/asking-network.ts'
import type { Clock } from '../platform/clock.ts'
import type { Preview } from '../platform/preview-links.ts'
import { authorise, bearerToken, isForAll, requireNamed, requireShown, type ShownOptions } from './access.ts'
import { checkResponse, inputOf, keyOf, parseInput, type RawInput } from './by-contract.ts'
import type { BoundEndpoint, CallContext, Caller } from './context.ts'
import { errorBody, statusOf } from './errors.ts'
import { createKeptAnswers, mayKeep, sendKeptAnswer } from './hot/kept-answers.ts'
import type { ReadersFirst } from './hot/readers-first.ts'
import { idempotencyKeyPattern, runOnce } from './idempotency.ts'
import { createLargeBodies } from './large-bodies.ts'
import { networkOf } from './network.ts'
import { ratePolicies, sharedPolicies } from './rate-limits.ts'
import type { SharedCounts } from './shared-counts.ts'

const bodyLimitDefault = 32 * 1024

export interface MountOptions extends ShownOptions {
  db: Database
  clock: Clock
  rateLimitFactor: number
  sharedCounts: SharedCounts | null
  readersFirst: ReadersFirst
  checkResponses: boolean
}

/** `preview` is set if a page of that preview makes the call. */
export type InProcessCall = <K extends ApiKey>(
  key: K,
  input?: EndpointInput<Api[K]>,
  preview?: Preview | null,
) => Promise<EndpointResponse<Api[K]>>

type CallFacts = Omit<CallContext, 'network' | 'once'>

/** @throws if an endpoint has no handler, or two, or is not declared */
export function mountEndpoints(
  app: FastifyInstance,
  declared: readonly AnyEndpoint[],
  bound: readonly BoundEndpoint[],
  options: MountOptions,
): { call: InProcessCall } {
  const byKey = byKeyOf(declared, bound)
  const callers = new WeakMap<FastifyRequest, Caller | null>()
  const largeBodies = createLargeBodies()
  const keptAnswer = createKeptAnswers(options.db.changes)

  for (const one of byKey.values()) mount(one)

  function mount(one: BoundEndpoint): void {
    const { endpoint } = one
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyLimit ?? bodyLimitDefault,
      config: { rateLimit: rateLimitOf(endpoint, options) },
      handler: (request, reply) => answer(one, request, reply),
    }
    const beforeBody = [refusalInPreview(endpoint, options), limitOfAll(endpoint, options)].filter(
      (hook) => hook !== null,
    )
    const isLarge = (endpoint.bodyLimit ?? 0) > bodyLimitDefault
    if (isLarge) route.onSend = async (request) => largeBodies.noteAnswer(request)
    if (!isForAll(endpoint)) {
      // A caller without the right must neither send 14 MB, nor learn anything about the body.
      beforeBody.push(async (request, reply) => {
        await requireShown(endpoint, request, options)
        // A trial is always treated as a visit, even if the browser is signed in.
        if (isTried(endpoint) && (await options.previews.findOf(request))?.trial) return
        const token = bearerToken(request.headers.authorization)
        const caller = await authorise(endpoint, token, options.findSession, options.clock.ms())
        callers.set(request, caller)
        if (isLarge) largeBodies.enter(request, reply, caller === null)
      })
    }
    if (beforeBody.length > 0) route.preParsing = beforeBody
    if (endpoint.rawBody || endpoint.dropsBody) void app.register(takingAnyBody(route))
    else app.route(route)
  }

  async function answer(one: BoundEndpoint, request: FastifyRequest, reply: FastifyReply) {
    const { endpoint } = one
    const caller = callers.get(request) ?? null
    if (isForAll(endpoint)) await requireShown(endpoint, request, options)
    const input = inputOf(endpoint, request)
    const preview = await options.previews.findOf(request)
    if (mayKeep(endpoint, input) && !(endpoint.variesByCaller && caller !== null) && preview === null) {
      const kept = await keptAnswer(endpoint, input, () => run(one, input, anonymousFacts(request.id)))
      return sendKeptAnswer(request, reply, kept, endpoint)
    }
    const result = await run(one, input, {
      ...anonymousFacts(request.id),
      caller,
      preview,
      token: bearerToken(request.headers.authorization),
      ip: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 400) ?? '',
      cartToken: cartSecret(request, cartTokenHeader),
      cartProof: cartSecret(request, cartProofHeader),
      raw: endpoint.rawBody
        ? { bytes: (request.body as Buffer | undefined) ?? Buffer.alloc(0), headers: request.headers }
        : null,
      idempotencyKey: endpoint.method === 'GET' || endpoint.rawBody ? null : idempotencyKey(request),
      nextPage: (cursor) => {
        if (cursor === null) return
        const query = { ...(input.query as object), cursor }
        reply.header('link', `<${endpointUrl(endpoint.path, { ...input, query })}>; rel="next"`)
      },
    })
    return sendJson(reply, endpoint.status ?? 200, result)
  }

  async function run(one: BoundEndpoint, raw: RawInput, facts: CallFacts): Promise<unknown> {
    const { endpoint } = one
    const input = parseInput(endpoint, raw)
    const { idempotencyKey: given, caller } = facts
    requireNamed(endpoint, input, caller)
    const isRepeatOnly = given?.startsWith(repeatOnly) ?? false
    const key = isRepeatOnly && given !== null ? given.slice(repeatOnly.length) : given
    const context: CallContext = {
      ...facts,
      network: networkOf(facts.ip),
      idempotencyKey: key,
      once: async (work, holders = caller === null ? [] : [caller.userId]) => {
        await options.readersFirst.turn('change')
        const request = { key, endpoint, holders, input, isRepeatOnly }
        return runOnce(options.db, options.clock, request, work as (tx: Tx) => Promise<unknown>)
      },
    }
    const isCounted = context.network !== '' && context.caller?.usertype !== 'admin'
    const result = await runForNetwork(isCounted ? context.network : null, () => one.handler(input, context))
    if (options.checkResponses) checkResponse(endpoint, result)
    return result
  }

  const call = async (
    key: string,
    input: RawInput = {},
    preview: Preview | null = null,
  ): Promise<unknown> => {
    const one = byKey.get(key)
    if (one === undefined) throw new Error(`no endpoint ${key}`)
    const make = () => run(one, input, { ...anonymousFacts('in-process'), preview })
    return mayKeep(one.endpoint, input) && preview === null
      ? (await keptAnswer(one.endpoint, input, make)).result
      : make()
  }
  return { call: call as InProcessCall }
}

/**
 * The limit that all processes count together. Each process checks its own limit first, so a flood does not reach the
 * database.
 */
function limitOfAll(
  { method, path, rate }: AnyEndpoint,
  { sharedCounts, rateLimitFactor, previews }: MountOptions,
) {
  if (sharedCounts === null || !rate || !sharedPolicies.has(rate)) return null
  const { windowMs, max: unscaled } = ratePolicies[rate]
  const max = Math.ceil(unscaled * rateLimitFactor)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (previews.namedBy(request)?.trial) return
    const counted = await sharedCounts.count(`${method} ${path} ${networkOf(request.ip)}`, windowMs)
    if (counted === null) return
    const seconds = Math.max(1, Math.ceil(counted.msLeft / 1000))
    reply.header('x-ratelimit-remaining', Math.max(0, max - counted.count))
    reply.header('x-ratelimit-reset', seconds)
    if (counted.count > max) throw new DomainError('rate_limited', { retryAfterSeconds: seconds })
  }
}

function refusalInPreview(endpoint: AnyEndpoint, { previews }: Pick<MountOptions, 'previews'>) {
  const { access, method, inPreview } = endpoint
  if (access === 'admin' || method === 'GET' || inPreview === 'works') return null
  return async (request: FastifyRequest) => previews.refuseWrite(request, isTried(endpoint))
}

const isTried = ({ inPreview }: AnyEndpoint): boolean => inPreview === 'tried'

function rateLimitOf({ rate }: AnyEndpoint, { rateLimitFactor }: MountOptions) {
  if (!rate) return false
  const { max, windowMs } = ratePolicies[rate]
  return { max: Math.ceil(max * rateLimitFactor), timeWindow: windowMs }
}

function byKeyOf(
  declared: readonly AnyEndpoint[],
  bound: readonly BoundEndpoint[],
): Map<string, BoundEndpoint> {
  const handlers = new Map<AnyEndpoint, BoundEndpoint>()
  for (const one of bound) {
    if (handlers.has(one.endpoint)) throw new Error(`${keyOf(one.endpoint)} is bound twice`)
    if (!declared.includes(one.endpoint)) throw new Error(`${keyOf(one.endpoint)} is not in the contract`)
    handlers.set(one.endpoint, one)
  }
  return new Map(
    declared.map((endpoint) => {
      const one = handlers.get(endpoint)
      if (one === undefined) throw new Error(`${keyOf(endpoint)} is declared but has no handler`)
      if (!['public', 'user', 'admin'].includes(endpoint.access)) {
        throw new Error(`${keyOf(endpoint)} does not say who may call it`)
      }
      if (endpoint.access === 'admin' && !Object.hasOwn(rights, endpoint.right ?? '')) {
        throw new Error(`${keyOf(endpoint)} does not say which right it needs`)
      }
      return [keyOf(endpoint), one]
    }),
  )
}

/** Accepts a body of any content type up to the limit, and does not parse it. */
function takingAnyBody(route: RouteOptions) {
  return async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route(route)
  }
}

function anonymousFacts(requestId: string): CallFacts {
  return {
    caller: null,
    token: null,
    requestId,
    ip: '',
    userAgent: '',
    cartToken: null,
    cartProof: null,
    raw: null,
    preview: null,
    idempotencyKey: null,
    nextPage: () => {},
  }
}

function idempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  if (typeof header !== 'string' || !idempotencyKeyPattern.test(header.replace(repeatOnly, ''))) {
    throw refusal('bad-idempotency-key')
  }
  return header
}

/** Reads the guest's secret from a header. A malformed secret counts as missing, so the guest gets a new cart. */
function cartSecret(request: FastifyRequest, name: string): string | null {
  const header = request.headers[name]
  return typeof header === 'string' && /^[\w-]{20,64}$/.test(header.slice(0, 65)) ? header : null
}

export function sendRefusal(reply: FastifyReply, refusal: DomainError, requestId: string): FastifyReply {
  const { retryAfterSeconds } = refusal.options
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return sendJson(reply, statusOf(refusal), errorBody(refusal, requestId))
}

function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
