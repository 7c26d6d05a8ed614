import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { DomainError, refusal } from '../../contract/errors.ts'
import type { Caller } from './context.ts'

/** Finds who a bearer token belongs to; null for a token that is forged, expired or revoked. */
export type SessionLookup = (token: string) => Promise<Caller | null>

export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header ?? '')?.[1] ?? null
}

/** Whether the answer is the same for every caller, so that no session is looked up. */
export function isForAll(endpoint: AnyEndpoint): boolean {
  return endpoint.access === 'public' && endpoint.method === 'GET' && !endpoint.variesByCaller
}

/** Who calls, as far as the endpoint may know; a public one ignores a bad token. @throws where they may not call it */
export async function authorise(
  endpoint: AnyEndpoint,
  token: string | null,
  findSession: SessionLookup,
): Promise<Caller | null> {
  const caller = token === null ? null : await findSession(token)
  if (endpoint.access === 'public') return caller?.lacksSecondFactor ? null : caller
  if (caller === null) throw new DomainError('unauthenticated')
  if (endpoint.access === 'admin' && caller.usertype !== 'admin') throw new DomainError('forbidden')
  if (endpoint.role === 'owner' && caller.role !== 'owner') {
    throw refusal('owner-only')
  }
  if (endpoint.access === 'admin' && caller.lacksSecondFactor && !endpoint.opensWithoutSecondFactor) {
    throw new DomainError('second_factor_required')
  }
  return caller
}
