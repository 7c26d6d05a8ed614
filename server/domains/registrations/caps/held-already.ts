import { DomainError } from '../../../../contract/errors.ts'
import type { Held } from './holders.repository.ts'

/**
 * Somebody holds this already, perhaps another person than the caller. So everybody who asks for a seat is told the
 * same, whatever is held, and so is everybody who orders. The letters of `held` are mailed again.
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

/** Remembers what the person holds already, for a refusal that anybody would get and that does not tell it. */
export function besideHeld(refusal: DomainError, held: readonly Held[]): DomainError {
  heldBeside.set(refusal, held)
  return refusal
}

export function heldOf(error: unknown): readonly Held[] | undefined {
  if (error instanceof HeldAlready) return error.held
  return error instanceof DomainError ? heldBeside.get(error) : undefined
}
