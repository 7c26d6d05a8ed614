import type { IncomingHttpHeaders } from 'node:http'
import type { Transaction } from 'kysely'
import type { AnyEndpoint, EndpointResponse, ParsedInput } from '../../contract/endpoint.ts'
import type { Schema } from '../db/schema.ts'

/** Who calls; null is nobody. */
export interface Caller {
  userId: string
  email: string
  usertype: 'admin' | 'user'
  role: 'owner' | 'staff' | 'none'
  sessionId: string
  /** An owner who has to set a second factor up before the back office opens. */
  lacksSecondFactor: boolean
}

/** A request as it came, for signatures that count its very bytes. */
export interface RawRequest {
  bytes: Buffer
  headers: IncomingHttpHeaders
}

export interface CallContext<E extends AnyEndpoint = AnyEndpoint> {
  /** Set for `user` and `admin` endpoints; on public ones set where a valid token came along. */
  caller: Caller | null
  /** The bearer token as it came, for sign-out alone. */
  token: string | null
  requestId: string
  /** The caller's address; empty for calls made inside the process. */
  ip: string
  /** The network that the address stands for (`networkOf`); empty for calls made inside the process. */
  network: string
  /** What the browser says it is; empty where it says nothing. */
  userAgent: string
  /** Of an endpoint with `rawBody`; null for every other. */
  raw: RawRequest | null
  /**
   * Runs `work` in one transaction. With an Idempotency-Key its answer is stored in that same transaction, and a
   * repeat gets the stored answer instead of a second run (reading W2).
   */
  once(work: (tx: Transaction<Schema>) => Promise<EndpointResponse<E>>): Promise<EndpointResponse<E>>
  /** Says where the next page of a list begins: it travels in a `Link` header (reading W6). */
  nextPage(cursor: string | null): void
}

export type Handler<E extends AnyEndpoint> = (
  input: ParsedInput<E>,
  context: CallContext<E>,
) => Promise<EndpointResponse<E>>

export interface BoundEndpoint {
  endpoint: AnyEndpoint
  handler: Handler<AnyEndpoint>
}

/** Ties a declared endpoint to the code that answers it. `R` is there so that `success: true` stays a literal. */
export function bind<E extends AnyEndpoint, const R extends EndpointResponse<E>>(
  endpoint: E,
  handler: (input: ParsedInput<E>, context: CallContext<E>) => Promise<R>,
): BoundEndpoint {
  return { endpoint, handler: handler as unknown as Handler<AnyEndpoint> }
}

/** What came to an endpoint with `rawBody`. */
export function requireRaw(context: Pick<CallContext, 'raw'>): RawRequest {
  if (context.raw === null) throw new Error('an endpoint without `rawBody` asks for the bytes')
  return context.raw
}

/** The signed-in caller of a `user` or `admin` endpoint. */
export function requireCaller(context: Pick<CallContext, 'caller'>): Caller {
  if (context.caller === null) throw new Error('an endpoint that is not public was called without a caller')
  return context.caller
}
