import { DomainError, refusal } from '../../contract/errors.ts'
import { hasRight, type Right } from '../../contract/rights.ts'

/** A confirmation by password stays valid for this time. */
export const confirmedForMs = 10 * 60_000

export function notOfThisRole(right: Right): DomainError {
  return refusal('role-may-not', { facts: { right } })
}

/** Requires a right beyond the endpoint's own. @throws DomainError `forbidden` */
export function requireRight({ role }: { role: string }, right: Right): void {
  if (!hasRight(role, right)) throw notOfThisRole(right)
}

/** Requires that the password was confirmed within `confirmedForMs`. @throws DomainError `confirmation_needed` */
export function requireConfirmed({ confirmedAt }: { confirmedAt: string | null }, nowMs: number): void {
  const givenMs = confirmedAt === null ? Number.NaN : Date.parse(confirmedAt)
  // The clock may have been set back, so a future time is not accepted.
  if (!(givenMs <= nowMs && nowMs - givenMs < confirmedForMs)) throw new DomainError('confirmation_needed')
}
