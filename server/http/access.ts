import type { FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { DomainError, refusal } from '../../contract/errors.ts'
import { rightsNamedIn } from '../../contract/named-records.ts'
import { hasRight } from '../../contract/rights.ts'
import type { School } from '../../contract/school/school.ts'
import { previewedPart } from '../platform/preview-links.ts'
import { notOfThisRole, requireConfirmed } from '../platform/staff-rights.ts'
import type { Caller, SessionLookup } from './context.ts'
import type { Previews } from './previews.ts'

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

export type Site = Pick<School, 'isOpen' | 'parts'>

export interface ShownOptions {
  findSite(): Promise<Site>
  previews: Previews
  findSession: SessionLookup
}

/**
 * Staff and previews may use a closed site; only staff and the preview of a page of it may use a part that is switched
 * off. @throws `not_found` for a
 * part that is switched off, `unavailable` for a closed site
 */
export async function requireShown(
  { access, part, isOpenEarly }: AnyEndpoint,
  request: FastifyRequest,
  { findSite, previews, findSession }: ShownOptions,
): Promise<void> {
  if (access === 'admin') return
  const site = await findSite()
  const isOff = part !== undefined && !site.parts[part]
  if (!isOff && (site.isOpen || isOpenEarly)) return
  const preview = await previews.findOf(request)
  if (preview !== null && (!isOff || previewedPart(preview.page) === part)) return
  const token = bearerToken(request.headers.authorization)
  const caller = token === null ? null : await findSession(token)
  if (caller?.usertype === 'admin') return
  throw refusal(isOff ? 'no-such-address' : 'site-closed')
}

/** Finds the caller; a public endpoint ignores an invalid token. @throws if the caller may not use the endpoint */
export async function authorise(
  endpoint: AnyEndpoint,
  token: string | null,
  findSession: SessionLookup,
  nowMs: number,
): Promise<Caller | null> {
  const { access, right, confirms } = endpoint
  // Writes by staff bypass the cache, because another process may have just withdrawn the role.
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
