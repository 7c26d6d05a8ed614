import { DomainError } from '../../../../contract/errors.ts'
import type { Held } from './holders.repository.ts'

/**
 * Somebody holds this already, who may be another person than the caller. Who asks for a seat is told the same whatever
 * it is, and so is who orders; the letters of `held` are mailed again.
 */
export class HeldAlready extends DomainError {
  readonly held: readonly Held[]

  constructor(held: readonly Held[], { isOrder = false }: { isOrder?: boolean } = {}) {
    if (isOrder) super('limit_reached', { reason: 'order-maybe-held' })
    else super('already_enrolled', { reason: 'seat-maybe-held' })
    this.held = held
  }
}

const heldBeside = new WeakMap<DomainError, readonly Held[]>()

/** The refusal that anybody would get, with what the person holds already, which it does not tell. */
export function besideHeld(refusal: DomainError, held: readonly Held[]): DomainError {
  heldBeside.set(refusal, held)
  return refusal
}

export function heldOf(error: unknown): readonly Held[] | undefined {
  if (error instanceof HeldAlready) return error.held
  return error instanceof DomainError ? heldBeside.get(error) : undefined
}
