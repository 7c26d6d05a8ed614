import { type DomainError, refusal } from '../../../../contract/errors.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import type { CoursesService } from '../../courses/courses.service.ts'
import type { Deps } from '../../deps.ts'
import type { PaymentsService } from '../../payments/payments.service.ts'
import { togetherOf } from '../../payments/settlement.service.ts'
import { insertOthers, type Other } from './new-seats.ts'
import { schoolNotice, subjectOf } from './seat-messages.ts'
import { findParty, isLive, type Party } from './seat-parties.ts'
import type { SeatSteps } from './seat-steps.ts'
import { findKind, getSeatRow, updateSeat } from './seats.repository.ts'

interface Pieces {
  steps: SeatSteps
  courses: CoursesService
  payments: PaymentsService
}

interface Terms {
  groupMax: number
  confirmFirst: boolean
}

/** Seats that a payer adds to those they hold already (D§2): all have one link, one reference and one sum. */
export function createSeatAdditions(
  { clock, ids, outbox }: Pick<Deps, 'clock' | 'ids' | 'outbox'>,
  { steps, courses, payments }: Pieces,
) {
  /** Null where seats can be added, as far as those that are there go. */
  async function refused(source: Queryable, party: Party, terms: Terms): Promise<DomainError | null> {
    const { status, hold_until: until } = party
    if (!party.members.some(isLive) || (until !== null && until <= clock.now())) {
      return refusal('others-of-ended')
    }
    const isFree = status === 'confirmed' && party.amount_in_paise + party.discount_in_paise === 0
    const states = await payments.listStates(source, party.kind, party.members)
    // Another sum would no longer be the one that was paid, or is said to be.
    if (!isFree && (status !== 'pending' || togetherOf(states) !== 'due')) return refusal('others-of-paid')
    return terms.confirmFirst && party.proved_at === null ? refusal('others-unproved') : null
  }

  return {
    /** How many seats its payer can add now, and what each costs; null for none. */
    async addable(
      source: Queryable,
      party: Party,
      terms: Terms,
    ): Promise<{ seats: number; priceInPaise: number } | null> {
      const live = party.members.filter(isLive)
      const [seat] = live
      if (!seat || (await refused(source, party, terms))) return null
      const offer = await courses.offerIn(source, seat.batch_id)
      const seats = Math.min(terms.groupMax - live.length, offer?.left ?? 0)
      const isOther = party.status === 'confirmed' && offer?.priceInPaise !== 0
      return offer && seats > 0 && !isOther ? { seats, priceInPaise: offer.priceInPaise } : null
    },

    /**
     * They cost what a seat costs now, and are held as long as those that are there. A code stays with the seats that it
     * was given for. @throws `not_found`; `conflict` for seats that are paid, reported as paid or have ended;
     * `limit_reached`; `batch_changed`, `batch_full`
     */
    async addOthers(tx: Tx, id: string, others: readonly Other[], terms: Terms): Promise<Party> {
      const kind = (await findKind(tx, id)) ?? 'enrolment'
      const party = await steps.getParty(tx, kind, id)
      const no = await refused(tx, party, terms)
      if (no) throw no
      const live = party.members.filter(isLive)
      const seat = live[0] ?? party
      if (live.length + others.length > terms.groupMax) {
        throw refusal('group-large', { facts: { max: terms.groupMax } })
      }
      const named = { courseId: seat.course_id, batchId: seat.batch_id }
      const offer = await courses.batchForSale(tx, named)
      const { priceInPaise } = offer.course
      if (party.status === 'confirmed' && priceInPaise > 0) throw refusal('others-of-paid')
      await courses.sellSeat(tx, offer, others.length)
      const [payer] = party.members
      const group_id = payer.group_id ?? payer.id
      if (payer.group_id === null) await updateSeat(tx, payer, { group_id })
      // As one of those that are held, and from the same beginning: all their holds end at once.
      const like = { ...(await getSeatRow(tx, seat.id)), name: payer.name, is_named: 1 as const }
      const last = Math.max(...party.members.map(({ group_place }) => group_place ?? 0))
      await insertOthers(tx, ids, { ...like, group_id, amount_in_paise: priceInPaise }, others, last)
      // What was written of another sum, and is not sent.
      await outbox.withdraw(tx, subjectOf(party), { isOwn: true })
      const all = (await findParty(tx, kind, id)) ?? party
      const turn = ids.id()
      const letters = (await steps.standing(tx, all)).map((told) => ({ ...told, turn }))
      await outbox.tell(tx, ...letters, schoolNotice(all, `added-${turn}`, 'More seats'))
      await steps.record(tx, payer, null, { seats: live.length }, { seats: live.length + others.length })
      return all
    },
  }
}
