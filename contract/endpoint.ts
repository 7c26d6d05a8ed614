import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import { done, idParams } from './primitives.ts'
import type { Right } from './rights.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call an endpoint; the path has no influence on it. */
export type Access = 'public' | 'user' | 'admin'

/** A write marks topics; kept answers and pages depend on them (architecture rule 8). */
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

/** `server/http/rate-limits.ts` has the numbers of each policy. */
export type RatePolicy = 'read' | 'lookup' | 'cart' | 'write' | 'sign-in' | 'upload'

type Schema = z.ZodMiniType

/** A right makes an endpoint `admin`. */
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
  /** Every `admin` endpoint has one, out of the table in `contract/rights.ts`. */
  readonly right?: Right
  /** The password is required again after ten minutes, and the second factor if the account has one. */
  readonly confirms?: 'password'
  /** An owner who still has to set up a second factor can call this `admin` endpoint to set it up. */
  readonly opensWithoutSecondFactor?: true
  /** The default for a path with `:id` is `idParams`. */
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** The default is `done`. */
  readonly response: Response
  /** The answers that our pages accept; the specification allows more than `response` says. */
  readonly readAs?: Schema
  /** The default is 200. */
  readonly status?: 200 | 201
  /** The default is 32 KiB. */
  readonly bodyLimit?: number
  /** A body is dropped unread, such as a mail program's form. */
  readonly dropsBody?: boolean
  /** The handler gets raw bytes and headers, because a webhook signs them. No `body`, no `Idempotency-Key`. */
  readonly rawBody?: true
  /** The default for a public write is `write`; null is no limit. */
  readonly rate?: RatePolicy | null
  /** The OpenAPI document lists these besides those that access, input, limits and writing imply. */
  readonly errors?: readonly ErrorCode[]
  /** The OpenAPI document shows this body if rules over several fields ask for more than each field says. */
  readonly example?: Readonly<Record<string, unknown>>
  /** A public GET's answer is serialised once and kept until one of these topics changes. */
  readonly topics?: readonly Topic[]
  /** Several paths may have one answer, so it is cached under these parameters. */
  readonly keptAs?: (answer: never) => Record<string, string>
  /** The answer differs by caller, so that a signed-in caller never gets a kept one. */
  readonly variesByCaller?: boolean
  /** The OpenAPI document says that the call is about the cart of the account or of the `Cart-Token`. */
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

/** The endpoints of one record, each under the name of what it does. */
export type EndpointGroup = { readonly [groupMark]: true }

export function endpointGroup<Group extends object>(group: Group): Group & EndpointGroup {
  return { ...group, [groupMark]: true }
}

/** Yields what a file of the contract exports of endpoints, those in groups too. */
export function endpointsIn(value: unknown): AnyEndpoint[] {
  if (isEndpoint(value)) return [value]
  if (typeof value !== 'object' || value === null || !(groupMark in value)) return []
  return Object.values(value).flatMap(endpointsIn)
}

// The type of an optional field is `Schema | undefined` if it is declared, else `undefined` alone.
type InputPart<Name extends string, S, Mode extends 'in' | 'out'> = [NonNullable<S>] extends [never]
  ? { [K in Name]?: undefined }
  : { [K in Name]: Mode extends 'in' ? z.input<NonNullable<S>> : z.output<NonNullable<S>> }

/** It is `{ params, query, body }`, with only the parts that the endpoint declares. */
export type EndpointInput<E extends AnyEndpoint> = InputPart<'params', E['params'], 'in'> &
  InputPart<'query', E['query'], 'in'> &
  InputPart<'body', E['body'], 'in'>

export type ParsedInput<E extends AnyEndpoint> = InputPart<'params', E['params'], 'out'> &
  InputPart<'query', E['query'], 'out'> &
  InputPart<'body', E['body'], 'out'>

export type QueryOf<E extends AnyEndpoint> = ParsedInput<E>['query']

export type EndpointResponse<E extends AnyEndpoint> = z.output<E['response']>

/** Pages and tests call an endpoint by this name, `'GET /api/courses'`. */
export type KeyOf<E extends AnyEndpoint> = `${E['method']} ${E['path']}`
