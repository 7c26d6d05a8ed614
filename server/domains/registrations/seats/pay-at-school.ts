import { refusal } from '../../../../contract/errors.ts'
import { atSchool } from '../../../../contract/money/payment-methods.ts'
import type { Tx } from '../../../db/schema.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { getLockedGroup, type SeatGroup, toGroup } from './seat-groups.ts'
import { currentLetters, extendedHold, isAwaited, isUndated } from './seat-steps.ts'
import { updateSeat } from './seats.repository.ts'

/**
 * Lets the payer of held seats pay at the school. The hold of a proved payer gets its full time; anybody else must open
 * the link of an e-mail first, which proves the address. A repeated call changes nothing. @throws `conflict` if the
 * school takes no money there, or the seats are not held
 */
export async function paySeatsAtSchool(
  deps: RegistrationDeps,
  tx: Tx,
  id: string,
  terms: { holdHours: number },
): Promise<SeatGroup> {
  const group = await getLockedGroup(tx, id)
  const now = deps.clock.now()
  if (isAwaited(deps, group)) return group
  const { kind, status, hold_until } = group
  if (status === 'cancelled') throw refusal('seat-cancelled', { facts: { kind } })
  if (isUndated(group)) throw refusal('nothing-to-pay-yet')
  if (status !== 'pending' || hold_until === null || hold_until <= now) throw refusal('nothing-held-to-pay')
  if (!(await deps.school.takesMoneyThere(tx))) throw refusal('not-at-school')
  const isProved = group.proved_at !== null
  const chosen = group.members.map((seat) => ({
    ...seat,
    payment_method: atSchool,
    hold_until: isProved ? extendedHold(deps, seat, terms) : seat.hold_until,
  }))
  for (const seat of chosen) {
    const { payment_method, hold_until } = seat
    await updateSeat(tx, seat, { payment_method, hold_until })
  }
  const changed = toGroup(chosen)
  await tellAtSchool(deps, tx, changed, extendedHold(deps, changed, terms))
  return changed
}

/**
 * Tells a payer who will pay at the school the deadline, the address and the opening hours. Does nothing for any other
 * payer.
 */
export async function tellAtSchool(
  deps: RegistrationDeps,
  tx: Tx,
  group: SeatGroup,
  provedUntil: string | null = null,
): Promise<void> {
  if (!isAwaited(deps, group)) return
  await deps.outbox.tell(tx, ...(await currentLetters(deps, tx, group, provedUntil)))
}
