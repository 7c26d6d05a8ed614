import type { IncomingHttpHeaders } from 'node:http'
import type { AnyEndpoint, EndpointResponse, ParsedInput } from '../../contract/endpoint.ts'
import type { StaffRole } from '../../contract/rights.ts'
import type { Tx } from '../db/schema.ts'
import type { Preview } from '../platform/preview-links.ts'

export interface Caller {
  userId: string
  email: string
  usertype: 'admin' | 'user'
  role: StaffRole | 'none'
  instructorId: string | null
  sessionId: string
  confirmedAt: string | null
  lacksSecondFactor: boolean
}

/**
 * Finds the caller of a session token. Null if the token is forged, expired or revoked. `isFresh` bypasses every cache.
 */
export type SessionLookup = (token: string, options?: { isFresh?: boolean }) => Promise<Caller | null>

export interface RawRequest {
  bytes: Buffer
  headers: IncomingHttpHeaders
}

export interface CallContext<E extends AnyEndpoint = AnyEndpoint> {
  caller: Caller | null
  token: string | null
  requestId: string
  ip: string
  network: string
  userAgent: string
  /** The header `Cart-Token`, which identifies a guest's cart; null if it is malformed. */
  cartToken: string | null
  /** The header `Cart-Proof`, the browser's secret for this call; null if it is malformed. */
  cartProof: string | null
  idempotencyKey: string | null
  raw: RawRequest | null
  /** Set if the call comes from a page of a preview. The call then stores nothing. */
  preview: Preview | null
  /** Runs `work` in one transaction, which stores the answer for repeats with the same key (`runOnce`). */
  once(
    work: (tx: Tx) => Promise<EndpointResponse<E>>,
    holders?: readonly string[],
  ): Promise<EndpointResponse<E>>
  nextPage(cursor: string | null): void
}

export interface BoundEndpoint {
  endpoint: AnyEndpoint
  handler: (input: ParsedInput<AnyEndpoint>, context: CallContext) => Promise<EndpointResponse<AnyEndpoint>>
}

export function requireRaw(context: Pick<CallContext, 'raw'>): RawRequest {
  if (context.raw === null) throw new Error('an endpoint without `rawBody` read the raw body')
  return context.raw
}

export function requireCaller(context: Pick<CallContext, 'caller'>): Caller {
  if (context.caller === null) throw new Error('an endpoint that is not public was called without a caller')
  return context.caller
}
