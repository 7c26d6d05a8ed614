import type { IncomingHttpHeaders } from 'node:http'
import type { AnyEndpoint, EndpointResponse, ParsedInput } from '../../contract/endpoint.ts'
import type { StaffRole } from '../../contract/rights.ts'
import type { Tx } from '../db/schema.ts'

export interface Caller {
  userId: string
  email: string
  usertype: 'admin' | 'user'
  role: StaffRole | 'none'
  /** The instructor whose account this is: their batches are those that name it. */
  instructorId: string | null
  sessionId: string
  /** The time at which this session's user last gave the password, at sign-in or when asked again. */
  confirmedAt: string | null
  /** An owner must set up a second factor before the back office opens. */
  lacksSecondFactor: boolean
}

/** Finds the owner of a bearer token; null for one that is forged, expired or revoked. `isFresh` skips every cache. */
export type SessionLookup = (token: string, options?: { isFresh?: boolean }) => Promise<Caller | null>

/** A request unchanged, for signatures over its bytes. */
export interface RawRequest {
  bytes: Buffer
  headers: IncomingHttpHeaders
}

export interface CallContext<E extends AnyEndpoint = AnyEndpoint> {
  /** Null is nobody, which only public endpoints let in. */
  caller: Caller | null
  /** The bearer token is for sign-out alone. */
  token: string | null
  requestId: string
  /** Empty for calls made inside the process, like `network`. */
  ip: string
  /** `networkOf` makes it from the address. */
  network: string
  userAgent: string
  /** The guest's cart from the header `Cart-Token`; null if it cannot be one. */
  cartToken: string | null
  /** The browser's own secret for this call, from the header `Cart-Proof`; null if it cannot be one. */
  cartProof: string | null
  idempotencyKey: string | null
  /** Null but for an endpoint with `rawBody`. */
  raw: RawRequest | null
  /** Runs `work` in one transaction, which stores its answer for repeats of the key (`runOnce` explains `holders`). */
  once(
    work: (tx: Tx) => Promise<EndpointResponse<E>>,
    holders?: readonly string[],
  ): Promise<EndpointResponse<E>>
  /** Sends the cursor of a list's next page in a `Link` header. */
  nextPage(cursor: string | null): void
}

export interface BoundEndpoint {
  endpoint: AnyEndpoint
  handler: (input: ParsedInput<AnyEndpoint>, context: CallContext) => Promise<EndpointResponse<AnyEndpoint>>
}

/** Ties a declared endpoint to its handler. `R` keeps `success: true` a literal. */
export function bind<E extends AnyEndpoint, const R extends EndpointResponse<E>>(
  endpoint: E,
  handler: (input: ParsedInput<E>, context: CallContext<E>) => Promise<R>,
): BoundEndpoint {
  return { endpoint, handler: handler as unknown as BoundEndpoint['handler'] }
}

export function requireRaw(context: Pick<CallContext, 'raw'>): RawRequest {
  if (context.raw === null) throw new Error('an endpoint without `rawBody` asks for the bytes')
  return context.raw
}

export function requireCaller(context: Pick<CallContext, 'caller'>): Caller {
  if (context.caller === null) throw new Error('an endpoint that is not public was called without a caller')
  return context.caller
}
