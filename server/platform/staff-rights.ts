import { DomainError, refusal } from '../../contract/errors.ts'
import { hasRight, type Right } from '../../contract/rights.ts'

/** A given password counts this long. */
export const confirmedForMs = 10 * 60_000

export function notOfThisRole(right: Right): DomainError {
  return refusal('role-may-not', { facts: { right } })
}

/** The endpoint itself needs another right. @throws DomainError `forbidden` */
export function requireRight({ role }: { role: string }, right: Right): void {
  if (!hasRight(role, right)) throw notOfThisRole(right)
}

/** `confirms` guards a whole endpoint. @throws DomainError `confirmation_needed` */
export function requireConfirmed({ confirmedAt }: { confirmedAt: string | null }, nowMs: number): void {
  const givenMs = confirmedAt === null ? Number.NaN : Date.parse(confirmedAt)
  // The clock may have been set back, so no future time counts.
  if (!(givenMs <= nowMs && nowMs - givenMs < confirmedForMs)) throw new DomainError('confirmation_needed')
}
