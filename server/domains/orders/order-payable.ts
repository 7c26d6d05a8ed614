import { refusal } from '../../../contract/errors.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Tx } from '../../db/schema.ts'
import { addMs } from '../../platform/clock.ts'
import type { Bill } from '../../platform/payments/provider.ts'
import type { Deps } from '../deps.ts'
import type { PaymentsService } from '../payments/payments.service.ts'
import type { Payable } from '../payments/settlement.service.ts'
import type { OrderCharges } from './order-charges.ts'
import type { OrderCredits } from './order-credits.ts'
import { attentionNotice, claimedNotice, noticeMessage, refundedMessage } from './order-messages.ts'
import { isAsked, type OrderSteps } from './order-steps.ts'
import * as repository from './orders.repository.ts'
import { dueOf, isSettled, lackOf, type OrderRow } from './orders.repository.ts'

const subject = ({ id }: Pick<OrderRow, 'id'>) => ({ kind: 'order' as const, id })

/** Its hold ended, and it can be taken up again where what it asked for is still there. */
const hasLapsed = ({ status, ended_by }: OrderRow) => status === 'cancelled' && ended_by === 'hold'

/** The same, while its window has not passed, and money may be asked for it. */
export function canBeTakenUp(row: OrderRow, now: string): boolean {
  return hasLapsed(row) && !isAsked(row) && (row.window_to === null || row.window_to > now)
}

const withoutOrder = ({ number: reference }: OrderRow) =>
  refusal('money-without-order', { details: { reference } })

/** An order: it is confirmed by the money that came for it. */
export function createOrderPayable(
  { clock, outbox }: Pick<Deps, 'clock' | 'outbox'>,
  steps: OrderSteps,
  payments: PaymentsService,
  { charges, credits }: { charges: OrderCharges; credits: OrderCredits },
): Payable<OrderRow> {
  return {
    kind: 'order',
    takesParts: false,
    lock: steps.getLocked,
    describe: (row) => ({ id: row.id, ...billOf(row) }),

    async find(db, id) {
      const row = await repository.findOrder(db, id)
      if (row === undefined) throw refusal('order-unknown')
      return row
    },

    async owes(db, row) {
      const money = await payments.moneyOf(db, subject(row))
      const { state, unseated_in_paise: waitsInPaise, lack_in_paise: dueInPaise } = money
      return {
        state,
        parts: [{ id: row.id, reference: row.number, dueInPaise, waitsInPaise }],
        hasCome: lackOf(row) === 0,
        isHere: isSettled(row) || (lackOf(row) === 0 && row.total_in_paise > 0),
        stands: row.payment_status === 'paid',
      }
    },

    canBePaid: (row) => !isSettled(row) && (row.status !== 'cancelled' || canBeTakenUp(row, clock.now())),

    refusals: {
      payer(row) {
        if (isAsked(row)) return refusal('order-asked')
        const isEnded = row.status === 'cancelled' && !hasLapsed(row)
        return isEnded || row.payment_status === 'refunded' ? refusal('order-cancelled') : null
      },
      staff: () => null,
      bank: (_row, { isHere }) => (isHere ? refusal('order-paid') : null),
      again(row, { state }) {
        if (isSettled(row) || state === 'paid') return refusal('order-paid')
        return hasLapsed(row) ? null : withoutOrder(row)
      },
      late: ({ number: reference }, { hasCome }) =>
        hasCome ? refusal('order-payment-late', { details: { reference } }) : refusal('order-hold-over'),
      kept: withoutOrder,
      nothing: () => refusal('no-order-money'),
    },

    async claimed(tx, row, terms, again) {
      if (terms !== null && row.hold_until !== null) {
        const keeps = await payments.claimKeeps(tx, { ...subject(row), proved_at: row.proved_at })
        const longer = checkedUntil(row, terms, keeps)
        if (longer > row.hold_until) await steps.move(tx, row, row.status, { hold_until: longer })
      }
      await outbox.tell(tx, { ...claimedNotice(row), ...again })
    },

    async accept(tx, row) {
      const hasRoom = row.status !== 'cancelled' || (hasLapsed(row) && (await steps.takeUpAgain(tx, row)))
      return hasRoom ? row : null
    },

    async settled(tx, row, { accepted, receiptId, paid }, by) {
      // Nothing came that was not known.
      if (accepted === null && receiptId === null) return row
      if (by && receiptId !== null) {
        const payment = accepted ? 'paid' : 'attention'
        await steps.record(tx, row, by, { payment: row.payment_status, paid: null }, { payment, paid })
      }
      const now = await steps.getLocked(tx, row.id)
      const here = Number(now.paid_in_paise) + Number(now.waits_in_paise)
      // A smaller sum that staff accept is its price from now on.
      const price = lackOf(now) > 0 ? { accepted_in_paise: here } : {}
      if (accepted === null) {
        const kept = lackOf(now) > 0 ? await steps.move(tx, now, now.status, price) : now
        await outbox.tell(tx, attentionNotice(row))
        return kept
      }
      const isOpen = now.status === 'pending' || now.status === 'cancelled'
      const confirmed = await steps.move(tx, now, isOpen ? 'confirmed' : now.status, {
        ...price,
        payment_status: 'paid' as const,
        paid_at: clock.now(),
        hold_until: null,
        ended_by: null,
        // Money that arrived proves its payer.
        proved_at: now.proved_at ?? clock.now(),
        ...(isOpen && { confirmed_at: clock.now() }),
      })
      await steps.settleCredit(tx, confirmed)
      if (row.status === 'cancelled') await charges.reseatCharges(tx, row)
      if (isOpen) {
        const items = await repository.listItems(tx, [row.id])
        const receipts = await payments.receiptRefs(tx, 'order', [row])
        await outbox.tell(tx, noticeMessage(confirmed, items, 'confirmed', 'confirmed', receipts))
      }
      return confirmed
    },

    async refunded(tx, row, { amountInPaise, mostInPaise, note }, by) {
      const isAll = amountInPaise === mostInPaise
      // A cancelled order may have had a part of its price.
      const isRefunded = isAll && (row.payment_status === 'paid' || row.status === 'cancelled')
      const now = { payment_status: 'refunded' as const, paid_at: row.paid_at ?? clock.now() }
      const refunded = await steps.move(tx, row, row.status, isRefunded ? now : {})
      const items = await repository.listItems(tx, [row.id])
      await outbox.tell(tx, refundedMessage(refunded, items, isAll ? null : amountInPaise))
      const after = { payment: isAll ? 'refunded' : 'attention', sum: decimalRupees(amountInPaise), note }
      await steps.record(tx, row, by, { payment: 'attention' }, after)
    },

    async reversed(tx, row, { reason }, by) {
      const owesAgain = row.payment_status === 'paid' && lackOf(row) > 0
      // Staff accepted a sum that is gone, so the full price holds again.
      const isGone = Number(row.paid_in_paise) + Number(row.waits_in_paise) === 0
      if (owesAgain || (isGone && row.accepted_in_paise !== null)) {
        await steps.move(tx, row, row.status, {
          ...(owesAgain && { payment_status: 'pending', paid_at: null }),
          ...(isGone && { accepted_in_paise: null }),
        })
      }
      const after = { payment: 'pending', mistake: reason }
      await steps.record(tx, row, by, { payment: row.payment_status }, after)
      await credits.requireCovered(tx, row.id)
    },
  }
}

/** Money of orders that are cancelled, and taken up again. */
export function createOrderMoney(
  { clock }: Pick<Deps, 'clock'>,
  steps: OrderSteps,
  payments: PaymentsService,
  charges: OrderCharges,
) {
  return {
    /** Lets the money of an order that was cancelled wait for staff, who send back what no used credit has paid back. */
    async unseat(tx: Tx, row: OrderRow): Promise<void> {
      await payments.unseatMoney(tx, subject(row), await steps.withdrawCredits(tx, row))
      await charges.endCharges(tx, row)
    },

    /** A cancelled order is taken up again by staff: its money pays it again, or it has to be paid anew. */
    async reseat(tx: Tx, row: OrderRow): Promise<void> {
      await payments.seatMoney(tx, subject(row))
      await charges.reseatCharges(tx, row)
      const now = await steps.getLocked(tx, row.id)
      // The buyer owes again what was sent back.
      const isPaid = lackOf(now) === 0
      if (isPaid) await steps.settleCredit(tx, now)
      if (isPaid ? now.payment_status === 'paid' : !isSettled(now)) return
      await steps.move(tx, now, now.status, {
        payment_status: isPaid ? 'paid' : 'pending',
        paid_at: isPaid ? clock.now() : null,
        ...(isPaid && { hold_until: null }),
      })
    },
  }
}

/** Until when a claim keeps an order. Staff have to look: that of a proved buyer waits for them as long as it can. */
function checkedUntil(
  { make_by, proved_at, created_at }: OrderRow,
  { holdHours }: { holdHours: number },
  keeps: string,
): string {
  if (make_by === null || proved_at !== null) return make_by ?? ''
  const whole = addMs(created_at, holdHours * 60 * 60_000)
  return [make_by, whole, keeps].toSorted()[0] as string
}

export function billOf(row: OrderRow): Bill {
  return {
    reference: row.number,
    title: 'Flowers',
    // Nobody is asked for what is paid.
    amountInPaise: dueOf(row) || Number(row.total_in_paise),
    payer: { name: row.customer_name, email: row.email, phone: row.phone },
  }
}
