import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import {
  type AnyEndpoint,
  type EndpointInput,
  type EndpointResponse,
  endpointUrl,
  type KeyOf,
  type ParsedInput,
} from '../../contract/endpoint.ts'
import { DomainError } from '../../contract/errors.ts'
import type { Api, ApiKey } from '../../contract/index.ts'
import type { Database } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { type KeptBody, keepBody, TopicCache } from './answer-cache.ts'
import type { BoundEndpoint, CallContext, Caller } from './context.ts'
import { errorBody, statusOf } from './errors.ts'
import { idempotencyKeyPattern, runOnce } from './idempotency.ts'
import { createLargeBodies } from './large-bodies.ts'
import { networkOf } from './network.ts'
import { ratePolicies } from './rate-limits.ts'
import type { ReadersFirst } from './readers-first.ts'
import { sendKept } from './send-kept.ts'

const bodyLimitDefault = 32 * 1024
/** Whoever has more wrong than this mends these first; a key of the caller's own is not sent back at its length. */
const fieldsToldMax = 100
const fieldNameMax = 200
const answersBytesMax = 32 * 1024 * 1024
const answersAtOnceMax = 32
/** Of an answer's JSON in memory: as a text, as objects, as bytes, compressed. */
const bytesPerCharacter = 10

/** What a public endpoint answers: the same for everybody until one of its topics changes. */
interface KeptAnswer {
  /** Shared by all who call from inside: never changed, and frozen where answers are checked. */
  result: unknown
  json: string
  /** As it goes out; made when the first asks over HTTP. */
  body: Promise<KeptBody> | null
}

/** Finds who a bearer token belongs to; null for a token that is forged, expired or revoked. */
export type SessionLookup = (token: string) => Promise<Caller | null>

export interface MountOptions {
  db: Database
  clock: Clock
  findSession: SessionLookup
  rateLimitFactor: number
  readersFirst: ReadersFirst
  /** Check every answer against the contract; on in tests and development (architecture rule 2). */
  checkResponses: boolean
}

/** Calls an endpoint inside the process, as nobody: what pages rendered on the server read. */
export type InProcessCall = <K extends ApiKey>(
  key: K,
  input?: EndpointInput<Api[K]>,
) => Promise<EndpointResponse<Api[K]>>

/**
 * Turns declared endpoints into routes. What the declaration says is done here and nowhere else: access, parsing,
 * body limit, rate, idempotency, keeping of public answers.
 *
 * @throws when a declared endpoint has no handler, is bound twice, or a bound one is not declared
 */
export function mountEndpoints(
  app: FastifyInstance,
  declared: readonly AnyEndpoint[],
  bound: readonly BoundEndpoint[],
  options: MountOptions,
): { call: InProcessCall } {
  const handlers = new Map<AnyEndpoint, BoundEndpoint>()
  for (const one of bound) {
    if (handlers.has(one.endpoint)) throw new Error(`${keyOf(one.endpoint)} is bound twice`)
    if (!declared.includes(one.endpoint)) throw new Error(`${keyOf(one.endpoint)} is not in the contract`)
    handlers.set(one.endpoint, one)
  }
  const byKey = new Map<string, BoundEndpoint>()
  const callers = new WeakMap<FastifyRequest, Caller | null>()
  const largeBodies = createLargeBodies()
  const answers = new TopicCache<KeptAnswer>({
    bytesMax: answersBytesMax,
    renewEveryMs: 0,
    makingMax: answersAtOnceMax,
  })
  options.db.changes.subscribe((topics) => answers.invalidate(topics))

  for (const endpoint of declared) {
    const one = handlers.get(endpoint)
    if (one === undefined) throw new Error(`${keyOf(endpoint)} is declared but nothing answers it`)
    if (!['public', 'user', 'admin'].includes(endpoint.access)) {
      throw new Error(`${keyOf(endpoint)} does not say who may call it`)
    }
    byKey.set(keyOf(endpoint), one)
    const policy = endpoint.rate ? ratePolicies[endpoint.rate] : undefined
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyLimit ?? bodyLimitDefault,
      config: {
        rateLimit: policy
          ? { max: Math.ceil(policy.max * options.rateLimitFactor), timeWindow: policy.windowMs }
          : false,
      },
      // Before the body is read: who may not call sends no 14 MB either, and learns nothing of what he sent.
      ...(isForAll(endpoint)
        ? {}
        : {
            preParsing: async (request: FastifyRequest, reply: FastifyReply) => {
              const caller = await authorise(endpoint, bearerToken(request.headers.authorization))
              callers.set(request, caller)
              if ((endpoint.bodyLimit ?? 0) > bodyLimitDefault)
                largeBodies.enter(request, reply, caller === null)
            },
          }),
      handler: (request, reply) => answer(one, request, reply),
    }
    if (endpoint.dropsBody) void app.register(withoutBody(route))
    else app.route(route)
  }

  async function answer(
    one: BoundEndpoint,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { endpoint } = one
    const token = bearerToken(request.headers.authorization)
    const caller = callers.get(request) ?? null
    const input = inputOf(endpoint, request)
    if (mayKeep(endpoint, input) && !(endpoint.variesByCaller && caller !== null)) {
      const kept = await keptAnswer(one, input, request.id)
      kept.body ??= keepBody(kept.json)
      return sendKept(request, reply, await kept.body, {
        type: 'application/json; charset=utf-8',
        variesByCaller: endpoint.variesByCaller === true,
      })
    }
    const result = await run(one, input, {
      caller,
      token,
      requestId: request.id,
      ip: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 400) ?? '',
      idempotencyKey: endpoint.method === 'GET' ? null : idempotencyKey(request),
      nextPage: (cursor) => {
        if (cursor === null) return
        const query = { ...(input.query as object), cursor }
        reply.header('link', `<${endpointUrl(endpoint.path, { ...input, query })}>; rel="next"`)
      },
    })
    return reply
      .code(endpoint.status ?? 200)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(result))
  }

  /** What everybody is answered, from the cache where nothing has changed. */
  function keptAnswer(one: BoundEndpoint, input: RawInput, requestId: string): Promise<KeptAnswer> {
    const { path, keptAs, topics = [] } = one.endpoint
    const url = endpointUrl(path, input)
    return answers.get(url, async () => {
      const result = await run(one, input, anonymous(requestId))
      if (options.checkResponses) freeze(result)
      const json = JSON.stringify(result)
      const value = { result, json, body: null }
      const keep = keptAs === undefined || endpointUrl(path, { params: keptAs(result as never) }) === url
      return { value, topics, bytes: json.length * bytesPerCharacter, keep }
    })
  }

  async function authorise(endpoint: AnyEndpoint, token: string | null): Promise<Caller | null> {
    const caller = token === null ? null : await options.findSession(token)
    // A public endpoint ignores a bad token and never answers 401 (reading A5).
    if (endpoint.access === 'public') return caller?.lacksSecondFactor ? null : caller
    if (caller === null) throw new DomainError('unauthenticated')
    if (endpoint.access === 'admin' && caller.usertype !== 'admin') throw new DomainError('forbidden')
    if (endpoint.role === 'owner' && caller.role !== 'owner') {
      throw new DomainError('forbidden', { message: 'Only the owner may do this.' })
    }
    if (endpoint.access === 'admin' && caller.lacksSecondFactor && !endpoint.opensWithoutSecondFactor) {
      throw new DomainError('second_factor_required')
    }
    return caller
  }

  interface CallFacts {
    caller: Caller | null
    token: string | null
    requestId: string
    ip: string
    userAgent: string
    idempotencyKey: string | null
    nextPage: CallContext['nextPage']
  }

  async function run(one: BoundEndpoint, raw: RawInput, facts: CallFacts): Promise<unknown> {
    const input = parseInput(one.endpoint, raw)
    const context: CallContext = {
      caller: facts.caller,
      token: facts.token,
      requestId: facts.requestId,
      ip: facts.ip,
      network: networkOf(facts.ip),
      userAgent: facts.userAgent,
      once: async (work) => {
        await options.readersFirst.turn()
        return runOnce(
          options.db,
          options.clock,
          {
            key: facts.idempotencyKey,
            endpoint: one.endpoint,
            callerId: facts.caller?.userId ?? null,
            input,
          },
          work as (tx: Transaction<Schema>) => Promise<unknown>,
        )
      },
      nextPage: facts.nextPage,
    }
    const result = await one.handler(input, context)
    if (options.checkResponses) checkResponse(one.endpoint, result)
    return result
  }

  const call = async (key: string, input: RawInput = {}): Promise<unknown> => {
    const one = byKey.get(key)
    if (one === undefined) throw new Error(`no endpoint ${key}`)
    if (mayKeep(one.endpoint, input)) return (await keptAnswer(one, input, 'in-process')).result
    return run(one, input, anonymous('in-process'))
  }
  return { call: call as InProcessCall }
}

/** Declared parameters only, and no query: nobody fills the cache with query strings of his own. */
function mayKeep(endpoint: AnyEndpoint, input: RawInput): boolean {
  return endpoint.topics !== undefined && Object.keys(input.query ?? {}).length === 0
}

/** The route in a scope of its own, where a body of any type is read up to the limit and forgotten. */
function withoutBody(route: RouteOptions) {
  return async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
    scope.route(route)
  }
}

/** Whoever calls, the answer is the same: nobody is looked up. */
function isForAll(endpoint: AnyEndpoint): boolean {
  return endpoint.access === 'public' && endpoint.method === 'GET' && !endpoint.variesByCaller
}

function anonymous(requestId: string) {
  return {
    caller: null,
    token: null,
    requestId,
    ip: '',
    userAgent: '',
    idempotencyKey: null,
    nextPage: () => {},
  }
}

function keyOf<E extends AnyEndpoint>(endpoint: E): KeyOf<E> {
  return `${endpoint.method} ${endpoint.path}` as KeyOf<E>
}

/** The token of `Authorization: Bearer …`; a cookie is never looked at (reading A5). */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null
  const match = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header)
  return match?.[1] ?? null
}

function idempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  if (typeof header !== 'string' || !idempotencyKeyPattern.test(header)) {
    throw new DomainError('bad_request', { message: 'The Idempotency-Key is not one we can use.' })
  }
  return header
}

interface RawInput {
  params?: unknown
  query?: unknown
  body?: unknown
}

function inputOf(endpoint: AnyEndpoint, request: FastifyRequest): RawInput {
  return {
    params: endpoint.params ? request.params : undefined,
    query: endpoint.query ? request.query : undefined,
    body: endpoint.body ? request.body : undefined,
  }
}

function parseInput<E extends AnyEndpoint>(endpoint: E, raw: RawInput): ParsedInput<E> {
  const input: Record<string, unknown> = {}
  // A path that cannot name anything names nothing.
  if (endpoint.params) input.params = parsePart(endpoint.params, raw.params, 'not_found')
  if (endpoint.query) input.query = parsePart(endpoint.query, raw.query ?? {}, 'validation_failed')
  if (endpoint.body) input.body = parsePart(endpoint.body, raw.body ?? {}, 'validation_failed')
  return input as ParsedInput<E>
}

function parsePart(schema: z.ZodMiniType, value: unknown, code: 'not_found' | 'validation_failed'): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  if (code === 'not_found') throw new DomainError('not_found')
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues.slice(0, fieldsToldMax)) {
    fields[issue.path.map(String).join('.').slice(0, fieldNameMax) || 'body'] ??= issue.message
  }
  const first = Object.values(fields)[0]
  throw new DomainError('validation_failed', { fields, ...(first ? { message: first } : {}) })
}

function checkResponse(endpoint: AnyEndpoint, result: unknown): void {
  const parsed = endpoint.response.safeParse(result)
  if (!parsed.success) {
    throw new Error(`${keyOf(endpoint)} answered against its contract: ${z.prettifyError(parsed.error)}`)
  }
  const sent = JSON.stringify(result)
  if (JSON.stringify(parsed.data).length !== sent.length) {
    throw new Error(
      `${keyOf(endpoint)} answered with fields that its contract does not name: ${sent.slice(0, 400)}`,
    )
  }
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  Object.values(Object.freeze(value)).forEach(freeze)
}

/** Writes a refusal in its one shape. */
export function sendRefusal(reply: FastifyReply, refusal: DomainError, requestId: string): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  return reply
    .code(statusOf(refusal))
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(refusal, requestId)))
}
