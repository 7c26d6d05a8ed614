import { DomainError, refusal } from '../../contract/errors.ts'
import { hasRight, type Right } from '../../contract/rights.ts'

/** So long the password that was given counts for what asks for it anew. */
export const confirmedForMs = 10 * 60_000

/** Says who may. */
export function notOfThisRole(right: Right): DomainError {
  return refusal('role-may-not', { facts: { right } })
}

/** For a part of what an endpoint takes that needs another right than the endpoint. @throws DomainError `forbidden` */
export function requireRight({ role }: { role: string }, right: Right): void {
  if (!hasRight(role, right)) throw notOfThisRole(right)
}

/**
 * For a part of what an endpoint takes that needs the password anew; where all of it does, the endpoint says
 * `confirms: 'password'`. @throws DomainError `confirmation_needed`
 */
export function requireConfirmed({ confirmedAt }: { confirmedAt: string | null }, nowMs: number): void {
  const givenMs = confirmedAt === null ? Number.NaN : Date.parse(confirmedAt)
  // A clock that was set back makes no moment of the future count.
  if (!(givenMs <= nowMs && nowMs - givenMs < confirmedForMs)) throw new DomainError('confirmation_needed')
}
