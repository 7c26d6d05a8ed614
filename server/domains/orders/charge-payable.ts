import { refusal } from '../../../contract/errors.ts'
import type { Queryable } from '../../db/open.ts'
import type { Deps } from '../deps.ts'
import type { PaymentsService } from '../payments/payments.service.ts'
import type { Payable } from '../payments/settlement.service.ts'
import { billOf, subject } from './charge-rules.ts'
import type { ChargeRow } from './order-charges.repository.ts'
import * as repository from './order-charges.repository.ts'
import { chargeMessage, chargeNotice } from './order-messages.ts'
import type { OrderSteps } from './order-steps.ts'
import { findOrder, type OrderRow } from './orders.repository.ts'

/** A fee, with the order beside which it stands. */
export interface Fee {
  charge: ChargeRow
  row: OrderRow
}

/** @throws `not_found` */
export async function findFee(source: Queryable, id: string): Promise<Fee> {
  const charge = await repository.findCharge(source, id)
  const row = charge && (await findOrder(source, charge.order_id))
  if (charge === undefined || row === undefined) throw refusal('charge-unknown')
  return { charge, row }
}

/** A fee for another try: it holds nothing, so there is always room for its money unless it was waived. */
export function createChargePayable(
  { clock, outbox }: Pick<Deps, 'clock' | 'outbox'>,
  steps: OrderSteps,
  payments: PaymentsService,
): Payable<Fee> {
  return {
    kind: 'order-charge',
    takesParts: false,
    find: findFee,
    describe: ({ charge, row }) => ({ id: charge.id, ...billOf(charge, row) }),

    async lock(tx, id) {
      const row = await steps.getLocked(tx, (await findFee(tx, id)).row.id)
      return { row, charge: (await findFee(tx, id)).charge }
    },

    async owes(db, { charge }) {
      const { state, unseated_in_paise: waitsInPaise } = await payments.moneyOf(db, subject(charge))
      const { id, reference, status } = charge
      // The bank's money for a waived fee is taken once, and waits.
      const isHere = status === 'paid' || state === 'attention'
      const dueInPaise = isHere ? 0 : Number(charge.amount_in_paise)
      const parts = [{ id, reference, dueInPaise, waitsInPaise }]
      return { state, parts, hasCome: false, isHere, stands: status === 'paid' }
    },

    canBePaid: ({ charge }) => charge.status === 'open',
    // An open fee has room, so `late` and `kept` are never asked.
    refusals: {
      payer: ({ charge }) => (charge.status === 'open' ? null : refusal('charge-waived')),
      staff: ({ charge }) => (charge.status === 'open' ? null : refusal('charge-ended')),
      bank: (_fee, { isHere }) => (isHere ? refusal('charge-paid') : null),
      again: () => refusal('charge-ended'),
      late: () => refusal('charge-waived'),
      kept: () => refusal('charge-ended'),
      nothing: () => refusal('no-order-money'),
    },

    async claimed(tx, { row, charge }, _terms, again) {
      await outbox.tell(tx, { ...chargeNotice(row, charge, 'claimed'), ...again })
    },

    accept: async (_tx, fee) => (fee.charge.status === 'open' ? fee : null),

    async settled(tx, { row, charge }, { accepted }, by) {
      if (accepted === null) {
        await outbox.tell(tx, chargeNotice(row, charge, 'attention'))
        return { row, charge }
      }
      const ended = { status: 'paid', ended_at: clock.now() } as const
      await repository.updateCharge(tx, charge.id, ended)
      const receipts = await payments.receiptRefs(tx, 'order-charge', [charge])
      await outbox.tell(tx, chargeMessage(row, charge, 'paid', receipts))
      await steps.record(tx, row, by, { fee: 'open' }, { fee: 'paid' })
      return { row, charge: { ...charge, ...ended } }
    },

    async refunded(tx, { row, charge }, { note }, by) {
      await repository.updateCharge(tx, charge.id, { status: 'waived', ended_at: clock.now() })
      await outbox.tell(tx, chargeMessage(row, charge, 'refunded'))
      await steps.record(tx, row, by, { fee: charge.status }, { fee: 'refunded', note })
    },

    /** @throws `conflict` beside another open one */
    async reversed(tx, { row, charge }, { reason }, by) {
      // A cancelled order owes no fee.
      const next = row.status === 'cancelled' ? 'waived' : 'open'
      const after = charge.status === 'paid' ? next : charge.status
      if (after !== charge.status) {
        const others = await repository.listCharges(tx, row.id)
        if (others.some(({ status }) => status === 'open')) throw refusal('charge-open')
        const ended_at = after === 'open' ? null : clock.now()
        await repository.updateCharge(tx, charge.id, { status: after, ended_at })
      }
      await steps.record(tx, row, by, { fee: charge.status }, { fee: after, mistake: reason })
    },
  }
}
