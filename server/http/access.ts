import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { DomainError } from '../../contract/errors.ts'
import { rightsNamedIn } from '../../contract/named-records.ts'
import { hasRight } from '../../contract/rights.ts'
import { notOfThisRole, requireConfirmed } from '../platform/staff-rights.ts'
import type { Caller, SessionLookup } from './context.ts'

export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header ?? '')?.[1] ?? null
}

/** Lets staff name only records that their role may see. @throws `forbidden` @param input the parsed input */
export function requireNamed(
  { access, params, query, body }: AnyEndpoint,
  input: { params?: unknown; query?: unknown; body?: unknown },
  caller: Caller | null,
): void {
  if (access !== 'admin') return
  const named = [
    ...rightsNamedIn(params, input.params),
    ...rightsNamedIn(query, input.query),
    ...rightsNamedIn(body, input.body),
  ]
  const lacking = named.find((right) => !hasRight(caller?.role, right))
  if (lacking !== undefined) throw notOfThisRole(lacking)
}

export function isForAll(endpoint: AnyEndpoint): boolean {
  return endpoint.access === 'public' && endpoint.method === 'GET' && !endpoint.variesByCaller
}

/** Finds the caller; a public endpoint ignores an invalid token. @throws if the caller may not use the endpoint */
export async function authorise(
  endpoint: AnyEndpoint,
  token: string | null,
  findSession: SessionLookup,
  nowMs: number,
): Promise<Caller | null> {
  const { access, right, confirms } = endpoint
  // Writes by staff bypass the cache: another process may have just withdrawn the role.
  const isFresh = access === 'admin' && (endpoint.method !== 'GET' || confirms !== undefined)
  const caller = token === null ? null : await findSession(token, { isFresh })
  if (access === 'public') return caller?.lacksSecondFactor ? null : caller
  if (caller === null) throw new DomainError('unauthenticated')
  if (access === 'user') return caller
  if (caller.usertype !== 'admin') throw new DomainError('forbidden')
  if (right === undefined) throw new DomainError('forbidden')
  if (!hasRight(caller.role, right)) throw notOfThisRole(right)
  if (caller.lacksSecondFactor && !endpoint.opensWithoutSecondFactor) {
    throw new DomainError('second_factor_required')
  }
  if (confirms !== undefined) requireConfirmed(caller, nowMs)
  return caller
}
