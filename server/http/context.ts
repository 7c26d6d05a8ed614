import type { IncomingHttpHeaders } from 'node:http'
import type { AnyEndpoint, EndpointResponse, ParsedInput } from '../../contract/endpoint.ts'
import type { StaffRole } from '../../contract/rights.ts'
import type { Tx } from '../db/schema.ts'

export interface Caller {
  userId: string
  email: string
  usertype: 'admin' | 'user'
  role: StaffRole | 'none'
  /** The record of an instructor whose account this is: their batches are those that name it. */
  instructorId: string | null
  sessionId: string
  /** When this session's user last gave the password, at sign-in or when asked again. */
  confirmedAt: string | null
  /** An owner who has to set a second factor up before the back office opens. */
  lacksSecondFactor: boolean
}

/** Finds who a bearer token belongs to; null for one that is forged, expired or revoked. `isFresh` believes nothing kept. */
export type SessionLookup = (token: string, options?: { isFresh?: boolean }) => Promise<Caller | null>

/** A request as it came, for signatures over its bytes. */
export interface RawRequest {
  bytes: Buffer
  headers: IncomingHttpHeaders
}

export interface CallContext<E extends AnyEndpoint = AnyEndpoint> {
  /** Null for nobody, which only public endpoints let in. */
  caller: Caller | null
  /** The bearer token as it came, for sign-out alone. */
  token: string | null
  requestId: string
  /** Empty for calls made inside the process, as `network` is. */
  ip: string
  /** The network that the address stands for (`networkOf`). */
  network: string
  userAgent: string
  /** The guest's cart, of the header `Cart-Token`; null where it cannot be one. */
  cartToken: string | null
  /** What the browser made up for this call, of the header `Cart-Proof`; null where it cannot be one. */
  cartProof: string | null
  idempotencyKey: string | null
  /** Null but for an endpoint with `rawBody`. */
  raw: RawRequest | null
  /**
   * Runs `work` in one transaction, which stores its answer under the Idempotency-Key, for a repeat of the call. The key
   * is the account's, or that of the `holders` (`runOnce`).
   */
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

/** Ties a declared endpoint to the code that answers it. `R` keeps `success: true` a literal. */
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

/** The signed-in caller of a `user` or `admin` endpoint. */
export function requireCaller(context: Pick<CallContext, 'caller'>): Caller {
  if (context.caller === null) throw new Error('an endpoint that is not public was called without a caller')
  return context.caller
}
