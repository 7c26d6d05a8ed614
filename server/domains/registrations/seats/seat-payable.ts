import { refusal } from '../../../../contract/errors.ts'
import { methodOnceReported } from '../../../../contract/money/payment-methods.ts'
import { cancelSums } from '../../../../contract/registrations/cancelling.ts'
import { amountInWords, decimalRupees } from '../../../../contract/words.ts'
import type { SeatKind, Tx } from '../../../db/schema.ts'
import type { Payable } from '../../money/index.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { countedSeats, findMember, getGroup, getLockedGroup, isLive, type SeatGroup } from './seat-groups.ts'
import { groupFacts, memberFacts, schoolNotice, studentMessage } from './seat-messages.ts'
import {
  confirmSeats,
  extendedHold,
  isCancelledOwn,
  isOpen,
  isUndated,
  recordSeat,
  sumDue,
  tellConfirmed,
  toBill,
} from './seat-steps.ts'
import { school } from './seats.en.ts'
import { moneyCame, moneyWasMistaken, seatRefunded } from './seats.letters.ts'
import { type Seat, sumMoney, updateSeat } from './seats.repository.ts'

export function seatPayable(deps: RegistrationDeps, kind: SeatKind): Payable<SeatGroup> {
  return {
    kind,
    takesParts: true,
    lock: (tx, id) => getLockedGroup(tx, id, kind),
    describe: (group) => ({ id: group.id, ...toBill(group) }),

    find: (db, id) => getGroup(db, id, kind),

    async owes(db, group) {
      const debts = await deps.payments.debtsOf(db, kind, group.members)
      return debts.map(({ paysInPaise, ...debt }) => {
        const seat = findMember(group, debt.id)
        const back = isLive(seat) ? { paysBackInPaise: paysInPaise } : { keptInPaise: paysInPaise }
        const isClosed = seat.status === 'cancelled' || !countedSeats(group).includes(seat)
        return { ...debt, ...back, ...(isClosed && { isClosed, dueInPaise: 0 }) }
      })
    },

    isConfirmed: ({ status }) => status === 'confirmed',

    canBePaid: (group) => isOpen(group) && !isUndated(group) && group.amount_in_paise > 0,

    refusals: {
      ended(group, who, { isEnough }) {
        if (group.status === 'cancelled') {
          return refusal(who === 'bank' ? 'money-for-cancelled-seat' : 'seat-cancelled', { facts: { kind } })
        }
        return who === 'payer' && isUndated(group) && !isEnough ? refusal('nothing-to-pay-yet') : null
      },
      paid(_group, who, _owed, reference) {
        if (who === 'bank') return refusal('seat-paid', { facts: { kind } })
        return reference === undefined ? null : refusal('paid-by-other-reference', { facts: { reference } })
      },
      soldOut({ reference }, who, { isEnough }) {
        if (who === 'staff') return refusal('money-without-seat', { details: { reference } })
        return isEnough ? refusal('payment-late', { details: { reference } }) : refusal('hold-over')
      },
      nothing: () => refusal('no-unseated-money'),
    },

    async claimed(tx, group, terms, again) {
      if (terms !== null) {
        const most = await deps.payments.claimKeeps(tx, group)
        for (const seat of group.members) {
          if (!isOpen(seat)) continue
          const hold_until = extendedHold(deps, seat, terms, most)
          await updateSeat(tx, seat, { hold_until, payment_method: methodOnceReported(seat.payment_method) })
        }
      }
      const { name, reference, amount_in_paise } = group
      const lead = school.paymentReported({ name, reference, amount: amountInWords(amount_in_paise) })
      await deps.outbox.tell(tx, { ...schoolNotice(group, 'claimed', school.paymentToCheck, lead), ...again })
    },

    async acquire(tx, group, who) {
      // A partial payment may have confirmed the seats before.
      if (group.status === 'confirmed') return group
      return who !== 'staff' && isMissed(deps, group) ? null : confirmSeats(deps, tx, group)
    },

    async settled(tx, group, { acquired, sumInPaise, receiptId, paid }, by) {
      if (acquired === null)
        await deps.outbox.tell(tx, schoolNotice(group, 'attention', school.paymentWithoutSeat))
      else if (group.status !== 'confirmed') await tellConfirmed(deps, tx, acquired)
      else if (receiptId !== null) await tellCame(deps, tx, group, receiptId, sumInPaise)
      const status = acquired ? 'confirmed' : group.status
      if (by) await recordSeat(deps, tx, group, by, { status: group.status, paid: null }, { status, paid })
      return acquired ?? group
    },

    async refunded(tx, group, { id, from, amountInPaise, mostInPaise, parts, ...sent }, by) {
      const seat = findMember(group, id)
      if (from === 'waits') {
        for (const { id: part, from, sumInPaise } of parts) {
          const before = { payment: from === 'waits' ? 'attention' : 'kept' }
          const after = { payment: 'refunded', sum: decimalRupees(sumInPaise), note: sent.note }
          await recordSeat(deps, tx, findMember(group, part), by, before, after)
        }
        for (const one of group.members) {
          if (sent.keepsRest && !isLive(one)) await deps.payments.seatMoney(tx, one)
        }
      } else {
        // Money beyond the price is returned first; only the remainder reduces the price.
        const before = Number(seat.amount_in_paise)
        const after = before - Math.max(0, amountInPaise - Math.max(0, mostInPaise - before))
        await updateSeat(tx, seat, { amount_in_paise: after })
        const refunded = { refunded: decimalRupees(amountInPaise), note: sent.note }
        const price = { price: decimalRupees(after) }
        await recordSeat(deps, tx, seat, by, { price: decimalRupees(before) }, { ...price, ...refunded })
      }
      if (sent.tell === false) return
      const facts = { ...memberFacts(group, [seat]), backInPaise: amountInPaise, method: sent.method ?? null }
      await deps.outbox.tell(tx, {
        ...studentMessage(seat, `refunded:${deps.ids.id()}`, seatRefunded(facts)),
        isOwed: true,
      })
    },

    async reversed(tx, group, { id, amountInPaise, reason, tell }, by) {
      const seat = findMember(group, id)
      if (isLive(seat)) {
        // Money that waited for staff now pays for the seat; money beyond the price waits again.
        await deps.payments.seatMoney(tx, seat)
        await deps.payments.unseatMoney(tx, seat, Number(seat.amount_in_paise))
      }
      if (isCancelledOwn(seat)) await splitAgain(deps, tx, seat)
      const before = { paid: decimalRupees(amountInPaise) }
      await recordSeat(deps, tx, seat, by, before, { paid: null, mistake: reason })
      if (!tell) return
      // Nothing is due for an ended seat.
      const restInPaise = isLive(seat) ? Number((await deps.payments.moneyOf(tx, seat)).due_in_paise) : 0
      const facts = { ...memberFacts(group, [seat]), mistakeInPaise: amountInPaise, restInPaise }
      await deps.outbox.tell(tx, {
        ...studentMessage(seat, `mistaken:${deps.ids.id()}`, moneyWasMistaken(facts)),
        isOwed: true,
      })
    },
  }
}

/**
 * True if a hold has ended in a batch that nobody can join any more. Staff may mark its seat paid, since only staff
 * know whether the person came. Other money waits for staff.
 */
function isMissed({ clock }: RegistrationDeps, { members }: SeatGroup): boolean {
  return members.some((seat) => {
    const last = seat.joins_late === 1 ? (seat.ends_on ?? seat.starts_on) : seat.starts_on
    return seat.status === 'expired' && last !== null && last < clock.today()
  })
}

async function tellCame(
  deps: RegistrationDeps,
  tx: Tx,
  group: SeatGroup,
  receiptId: string,
  cameInPaise: number,
) {
  const receipts = await deps.payments.receiptRefs(tx, group.kind, group.members, receiptId)
  const restInPaise = await sumDue(deps, tx, group)
  const words = moneyCame({ ...groupFacts(group), receipts, cameInPaise, restInPaise })
  await deps.outbox.tell(tx, { ...studentMessage(group, `came:${receiptId}`, words), isOwed: true })
}

/** Divides the remaining money of a seat that its payer cancelled, by the rule that applied to the cancellation. */
async function splitAgain(deps: RegistrationDeps, tx: Tx, seat: Seat) {
  const { keptInPaise: paysInPaise, waitsInPaise, refundedInPaise } = await sumMoney(tx, [seat.id])
  const { keptInPaise } = cancelSums(
    {
      priceInPaise: Number(seat.amount_in_paise),
      paidInPaise: paysInPaise + waitsInPaise + refundedInPaise,
      waitsInPaise: 0,
    },
    { cancelShare: seat.cancel_share ?? 0 },
  )
  await deps.payments.seatMoney(tx, seat)
  await deps.payments.unseatMoney(tx, seat, keptInPaise)
}
