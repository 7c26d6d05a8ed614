import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { Tx } from '../../../db/schema.ts'
import type { CoursesService } from '../../courses/courses.service.ts'
import type { Deps } from '../../deps.ts'
import { isLive, type Party, partyOf } from './seat-parties.ts'
import type { SeatSteps } from './seat-steps.ts'
import { findKind, type Seat, updateSeat } from './seats.repository.ts'

/** Who comes on the seats that one payer took: said by whoever has the payer's link, until the batch begins. */
export function createSeatNames(
  { clock }: Pick<Deps, 'clock'>,
  { getParty, record }: SeatSteps,
  courses: CoursesService,
) {
  function isOpen(seat: Seat): boolean {
    const start = courses.beginningOf(seat)
    return isLive(seat) && (start === null || start > clock.now())
  }

  return {
    canName: (party: Party): boolean => party.group_id !== null && party.members.some(isOpen),

    /**
     * What is left out, or empty, stays. @throws `not_found`; `validation_failed` for a seat of others; `conflict` for one
     * that ended or has begun
     */
    async setNames(tx: Tx, id: string, names: readonly { id: string; fullName: string }[]): Promise<Party> {
      const party = await getParty(tx, (await findKind(tx, id)) ?? 'enrolment', id)
      const given = new Map(names.map(({ id, fullName }) => [id, fullName]))
      const fields: Record<string, string> = {}
      for (const [n, one] of names.entries()) {
        if (!party.members.some((seat) => seat.id === one.id)) {
          fields[`names.${n}.fullName`] = 'This seat is not among yours.'
        }
      }
      if (Object.keys(fields).length > 0) throw new DomainError('validation_failed', { fields })
      const changed: Seat[] = []
      for (const seat of party.members) {
        const name = given.get(seat.id)
        if (!name || (name === seat.name && seat.is_named === 1)) {
          changed.push(seat)
          continue
        }
        if (!isOpen(seat)) throw refusal(isLive(seat) ? 'names-closed' : 'names-of-ended')
        await updateSeat(tx, seat, { name, is_named: 1 })
        await record(tx, seat, null, { name: seat.name }, { name })
        changed.push({ ...seat, name, is_named: 1 })
      }
      const [lead = party, ...others] = changed
      return partyOf([lead, ...others])
    },
  }
}
