import { refusal } from '../../../../contract/errors.ts'
import type { Queryable } from '../../../db/schema.ts'
import type { Payable } from '../../money/index.ts'
import { chargeMessage, chargeNotice } from '../order-messages.ts'
import type { OrderSteps } from '../order-steps.ts'
import type { OrderDeps } from '../orders.deps.ts'
import { findOrder, type OrderRow } from '../orders.repository.ts'
import * as repository from './order-charges.repository.ts'
import { type ChargeRow, chargeBill } from './order-charges.repository.ts'

export interface Fee {
  charge: ChargeRow
  row: OrderRow
}

export async function findFee(source: Queryable, id: string): Promise<Fee> {
  const charge = await source.selectFrom('order_charge').selectAll().where('id', '=', id).executeTakeFirst()
  const row = charge && (await findOrder(source, charge.order_id))
  if (charge === undefined || row === undefined) throw refusal('charge-unknown')
  return { charge, row }
}

/** A fee for another delivery reserves nothing, so its money is accepted unless the fee was waived. */
export function createChargePayable({ clock, outbox, payments }: OrderDeps, steps: OrderSteps): Payable<Fee> {
  return {
    kind: 'order-charge',
    find: findFee,
    describe: ({ charge, row }) => ({ id: charge.id, ...chargeBill(charge, row) }),

    async lock(tx, id) {
      const row = await steps.getLocked(tx, (await findFee(tx, id)).row.id)
      return { row, charge: (await findFee(tx, id)).charge }
    },

    async owes(db, { charge }) {
      const debts = await payments.debtsOf(db, 'order-charge', [charge])
      // A waived fee accepts money from a bank statement once, and that money waits for staff.
      const takesNone = charge.status === 'paid' || debts.some(({ state }) => state === 'attention')
      return debts.map((debt) => ({ ...debt, dueInPaise: takesNone ? 0 : charge.amount_in_paise }))
    },

    isConfirmed: ({ charge }) => charge.status === 'paid',
    canBePaid: ({ charge }) => charge.status === 'open',

    refusals: {
      ended: ({ charge }, who) =>
        charge.status === 'open' || who === 'bank'
          ? null
          : refusal(who === 'payer' ? 'charge-waived' : 'charge-ended'),
      paid: (_fee, who) => refusal(who === 'bank' ? 'charge-paid' : 'charge-ended'),
      // An open fee always accepts its money, so no caller sees this error.
      soldOut: () => refusal('charge-ended'),
      nothing: () => refusal('no-order-money'),
    },

    async claimed(tx, { row, charge }, _terms, again) {
      await outbox.tell(tx, { ...chargeNotice(row, charge, 'claimed'), ...again })
    },

    acquire: async (_tx, fee) => (fee.charge.status === 'open' ? fee : null),

    async settled(tx, { row, charge }, { acquired }, by) {
      if (acquired === null) {
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

    async reversed(tx, { row, charge }, { reason }, by) {
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
