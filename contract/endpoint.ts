import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { Right } from './rights.ts'
import { urlPart } from './url-part.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call (reading A1). The path decides nothing. */
export type Access = 'public' | 'user' | 'admin'

/** What a write marks, and kept answers and pages depend on (architecture rule 8). */
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

/** Named rate policies; their figures stand in `server/http/rate-limits.ts`. */
export type RatePolicy = 'read' | 'lookup' | 'cart' | 'write' | 'sign-in' | 'upload'

type Schema = z.ZodMiniType

/** An `admin` endpoint names its right, and no other has one. */
type WhoMayCall =
  | { access: 'admin'; right: Right }
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
  /** Of `access: 'admin'`, and always there: what it takes to call it, of the table in `contract/rights.ts` (D§3). */
  readonly right?: Right
  /** Asks for the password anew if it was given more than ten minutes ago, and for the second factor where one is set. */
  readonly confirms?: 'password'
  /** Of `access: 'admin'`: also for an owner who still has to set up a second factor, to set it up. */
  readonly opensWithoutSecondFactor?: true
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly response: Response
  /** What our pages take for an answer, where the specification lets more pass than `response` (readings W1, B12). */
  readonly readAs?: Schema
  /** Status of success; 200 unless told. */
  readonly status?: 200 | 201
  /** Largest request body in bytes; 32 KiB unless told. */
  readonly bodyLimit?: number
  /** A body that comes along is dropped unread, such as a mail program's form. */
  readonly dropsBody?: boolean
  /** The handler gets bytes and headers as they came, since a webhook signs them. No `body`, no `Idempotency-Key`. */
  readonly rawBody?: true
  readonly rate?: RatePolicy
  /** Refusals of its own, besides those that access, input, limits and writing imply; for the OpenAPI document. */
  readonly errors?: readonly ErrorCode[]
  /** A body for the OpenAPI document, where rules over several fields ask for more than each field says. */
  readonly example?: Readonly<Record<string, unknown>>
  /** The answer of a public GET is serialised once and kept until one of these topics changes. */
  readonly topics?: readonly Topic[]
  /** If several paths lead to one answer: the parameters of the one under which it is kept. */
  readonly keptAs?: (answer: never) => Record<string, string>
  /** The answer differs by caller: the call of somebody who is signed in is never answered from what is kept. */
  readonly variesByCaller?: boolean
  /** The call is about the cart of the account, or of the `Cart-Token`; for the OpenAPI document. */
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

/** Declares an endpoint by its name, `'GET /api/courses'`; access, parsing, limits and OpenAPI entry follow from it. */
export function defineEndpoint<
  const M extends Method,
  const P extends string,
  Response extends Schema,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(
  key: `${M} ${P}`,
  definition: Omit<Endpoint<M, P, Params, Query, Body, Response>, 'method' | 'path' | typeof endpointMark> &
    WhoMayCall,
): Endpoint<M, P, Params, Query, Body, Response> {
  const [method, path] = key.split(' ') as [M, P]
  return { method, path, ...definition, [endpointMark]: true }
}

export function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && endpointMark in value
}

// The type of an optional field is `Schema | undefined` if it is declared, else `undefined` alone.
type InputPart<Name extends string, S, Mode extends 'in' | 'out'> = [NonNullable<S>] extends [never]
  ? { [K in Name]?: undefined }
  : { [K in Name]: Mode extends 'in' ? z.input<NonNullable<S>> : z.output<NonNullable<S>> }

/** What a caller hands over: `{ params, query, body }`, each only where the endpoint declares it. */
export type EndpointInput<E extends AnyEndpoint> = InputPart<'params', E['params'], 'in'> &
  InputPart<'query', E['query'], 'in'> &
  InputPart<'body', E['body'], 'in'>

export type ParsedInput<E extends AnyEndpoint> = InputPart<'params', E['params'], 'out'> &
  InputPart<'query', E['query'], 'out'> &
  InputPart<'body', E['body'], 'out'>

export type QueryOf<E extends AnyEndpoint> = ParsedInput<E>['query']

export type EndpointResponse<E extends AnyEndpoint> = z.output<E['response']>

/** `'GET /api/courses'`: the name by which pages and tests call an endpoint. */
export type KeyOf<E extends AnyEndpoint> = `${E['method']} ${E['path']}`

export function endpointUrl(path: string, input: { params?: unknown; query?: unknown } = {}): string {
  const params = (input.params ?? {}) as Record<string, string>
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => urlPart(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}
