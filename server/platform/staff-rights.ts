import { DomainError, refusal } from '../../contract/errors.ts'
import { hasRight, type Right } from '../../contract/rights.ts'

/** The given password counts this long for calls that ask for it anew. */
export const confirmedForMs = 10 * 60_000

/** The refusal says who may. */
export function notOfThisRole(right: Right): DomainError {
  return refusal('role-may-not', { facts: { right } })
}

/** Guards a part of an endpoint that needs another right than the endpoint. @throws DomainError `forbidden` */
export function requireRight({ role }: { role: string }, right: Right): void {
  if (!hasRight(role, right)) throw notOfThisRole(right)
}

/** Guards a part of an endpoint; `confirms` guards a whole one. @throws DomainError `confirmation_needed` */
export function requireConfirmed({ confirmedAt }: { confirmedAt: string | null }, nowMs: number): void {
  const givenMs = confirmedAt === null ? Number.NaN : Date.parse(confirmedAt)
  // No future moment counts, since the clock may have been set back.
  if (!(givenMs <= nowMs && nowMs - givenMs < confirmedForMs)) throw new DomainError('confirmation_needed')
}
