import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import { done, idParams } from './primitives.ts'
import type { Right } from './rights.ts'
import type { SitePart } from './school/site-parts.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The callers whom an endpoint admits. This field alone decides it; the path has no influence. */
export type Access = 'public' | 'user' | 'admin'

/**
 * The data that a response is made of. A write marks topics as changed, which makes responses and pages in a cache
 * stale (architecture rule 8).
 */
export type Topic =
  | 'courses'
  | 'feedback'
  | 'instructors'
  | 'impacts'
  | 'office-hours'
  | 'event-pricing'
  | 'products'
  | 'delivery'
  | 'journal'
  | 'school'

/** `server/http/rate-limits.ts` defines the limits of each policy. */
export type RatePolicy = 'read' | 'lookup' | 'cart' | 'write' | 'sign-in' | 'upload'

type Schema = z.ZodMiniType

/** An endpoint that requires a right always has the access `admin`. */
type WhoMayCall =
  | { right: Right; access?: never }
  | { access: 'public' | 'user'; right?: never; confirms?: never }

export interface Endpoint<
  M extends Method = Method,
  P extends string = string,
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
> {
  readonly method: M
  readonly path: P
  readonly summary: string
  readonly access: Access
  /** The right that an `admin` endpoint requires, from the table in `contract/rights.ts`. */
  readonly right?: Right
  /**
   * The caller must have given the password in the last ten minutes, and also the second factor if the account has a
   * second factor.
   */
  readonly confirms?: 'password'
  /**
   * An owner can call this `admin` endpoint without a second factor, because owners use the endpoint to set up a second
   * factor.
   */
  readonly opensWithoutSecondFactor?: true
  /** The endpoint's part of the site. While the school has switched this part off, only staff may call the endpoint. */
  readonly part?: SitePart
  /** Visitors may call the endpoint even before the school opens its site. The sign-in is an example. */
  readonly isOpenEarly?: true
  /**
   * A preview refuses visitors' writes to an endpoint without this field. `tried`: a trial runs the call and keeps none
   * of its changes. `works`: the call runs as it does outside a preview.
   */
  readonly inPreview?: 'tried' | 'works'
  /** The parameters of the path. The default for a path with `:id` is `idParams`. */
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** The schema of the response. The default is `done`, which contains only `success: true`. */
  readonly response: Response
  /**
   * The responses that our pages accept. The specification allows more forms of a response than `response` does.
   */
  readonly readAs?: Schema
  /** The HTTP status of a success; the default is 200. */
  readonly status?: 200 | 201
  /** The size that a body may have; the default is 32 KiB. */
  readonly bodyLimit?: number
  /** The endpoint does not read the request body, such as the form that a mail program sends. */
  readonly dropsBody?: boolean
  /**
   * The handler gets the headers and the raw bytes of the body, because a webhook's signature covers those bytes. The
   * handler gets neither `body` nor an `Idempotency-Key`.
   */
  readonly rawBody?: true
  /**
   * The policy that limits how often the endpoint may be called. The default for a public write is `write`; null means
   * no limit.
   */
  readonly rate?: RatePolicy | null
  /**
   * Error codes for the OpenAPI document. The codes that follow from access, input, limits and writing are added
   * automatically.
   */
  readonly errors?: readonly ErrorCode[]
  /**
   * A valid body for the OpenAPI document, needed if rules over several fields demand more than the fields' schemas.
   */
  readonly example?: Readonly<Record<string, unknown>>
  /** The response of a public GET is serialised once, and cached until one of these topics changes. */
  readonly topics?: readonly Topic[]
  /**
   * Returns the parameters under which the cache stores the response. Several paths may lead to the same response,
   * which is stored only once.
   */
  readonly keptAs?: (answer: never) => Record<string, string>
  /** The response depends on the caller, so a caller who is signed in never gets a cached response. */
  readonly variesByCaller?: boolean
  /** Makes the OpenAPI document say that the call is about the cart of the account or of the `Cart-Token`. */
  readonly takesCart?: true
  readonly [endpointMark]: true
}

const endpointMark: unique symbol = Symbol('endpoint')

export type AnyEndpoint = Endpoint<
  Method,
  string,
  Schema | undefined,
  Schema | undefined,
  Schema | undefined,
  Schema
>

/** Access, parsing, limits and the OpenAPI entry follow from this declaration. */
export function defineEndpoint<
  const M extends Method,
  const P extends string,
  Response extends Schema = typeof done,
  Params extends Schema | undefined = P extends `${string}/:id${string}` ? typeof idParams : undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(
  key: `${M} ${P}`,
  definition: Omit<
    Endpoint<M, P, Params, Query, Body, Response>,
    'method' | 'path' | 'access' | 'right' | 'response' | typeof endpointMark
  > &
    WhoMayCall & { response?: Response },
): Endpoint<M, P, Params, Query, Body, Response> {
  const [method, path] = key.split(' ') as [M, P]
  const isPublicWrite = definition.access === 'public' && method !== 'GET'
  const whole = {
    access: 'admin',
    response: done,
    ...(path.includes('/:id') && { params: idParams }),
    ...(isPublicWrite && { rate: 'write' }),
    method,
    path,
    ...definition,
    [endpointMark]: true,
  }
  return whole as unknown as Endpoint<M, P, Params, Query, Body, Response>
}

export function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && endpointMark in value
}

const groupMark: unique symbol = Symbol('group')

/** The endpoints for one kind of record. Each key names an action, such as `add`. */
export type EndpointGroup = { readonly [groupMark]: true }

export function endpointGroup<Group extends object>(group: Group): Group & EndpointGroup {
  return { ...group, [groupMark]: true }
}

/** Yields the endpoints among a contract file's exports, including the endpoints in groups. */
export function endpointsIn(value: unknown): AnyEndpoint[] {
  if (isEndpoint(value)) return [value]
  if (typeof value !== 'object' || value === null || !(groupMark in value)) return []
  return Object.values(value).flatMap(endpointsIn)
}

// An undeclared part has the type `undefined`, and a declared optional part has the type `Schema | undefined`.
// `NonNullable` distinguishes the two types.
type InputPart<Name extends string, S, Mode extends 'in' | 'out'> = [NonNullable<S>] extends [never]
  ? { [K in Name]?: undefined }
  : { [K in Name]: Mode extends 'in' ? z.input<NonNullable<S>> : z.output<NonNullable<S>> }

/** The input of an endpoint: `{ params, query, body }`, with only the parts that the endpoint declares. */
export type EndpointInput<E extends AnyEndpoint> = InputPart<'params', E['params'], 'in'> &
  InputPart<'query', E['query'], 'in'> &
  InputPart<'body', E['body'], 'in'>

export type ParsedInput<E extends AnyEndpoint> = InputPart<'params', E['params'], 'out'> &
  InputPart<'query', E['query'], 'out'> &
  InputPart<'body', E['body'], 'out'>

export type QueryOf<E extends AnyEndpoint> = ParsedInput<E>['query']

export type EndpointResponse<E extends AnyEndpoint> = z.output<E['response']>

/** The name by which pages and tests call an endpoint, such as `'GET /api/courses'`. */
export type KeyOf<E extends AnyEndpoint> = `${E['method']} ${E['path']}`
