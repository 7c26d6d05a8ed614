import { daysAfter } from '../../../../../contract/catalogue/event-span.ts'
import {
  chargeRedeliveryBody,
  giveCreditBody,
  type OrderTrail,
} from '../../../../../contract/orders/order-care.ts'
import type { Order } from '../../../../../contract/orders/orders.ts'
import { formatRupees, momentText } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { useStale } from '../../../../lib/query.ts'
import { useSchoolToday } from '../../../../lib/use-school-today.ts'
import { Button } from '../../../../ui/button.tsx'
import { type Openable, useDialog } from '../../../../ui/lazy-dialog.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { SentDialog } from '../../../form-dialog.tsx'
import { MarkPaidDialog } from '../../../mark-paid-dialog.tsx'
import { MoneyTrail } from '../../../money/money-trail.tsx'
import { StateBadge, type StateWords } from '../../../state-badge.tsx'
import { useAction } from '../../../use-action.ts'
import { useRight } from '../../../use-right.ts'

type Charge = OrderTrail['charges'][number]

function wordsOf({ status, payment }: Charge): StateWords {
  if (payment === 'attention') return { label: 'To send back', tone: 'rose' }
  if (status === 'waived') return { label: 'Waived', tone: 'neutral' }
  if (status === 'paid') return { label: 'Paid', tone: 'leaf' }
  return payment === 'checking'
    ? { label: 'Said to be paid', tone: 'marigold' }
    : { label: 'Not paid', tone: 'marigold' }
}

export function OrderCharges({ order }: { order: OrderTrail }) {
  const { show, dialog } = useDialog()
  const stale = useStale()
  const mayMoney = useRight('money')
  const changed = () => stale('GET /api/admin/orders/:id')
  const mayCharge = mayMoney && order.canCharge
  if (order.charges.length === 0 && !mayCharge) return null
  return (
    <section className="mt-6">
      <h3 className="mb-2 text-lg">Re-delivery</h3>
      <ul className="divide-y divide-line">
        {order.charges.map((charge) => (
          <ChargeLine key={charge.id} charge={charge} show={show} onChanged={changed} />
        ))}
      </ul>
      {mayCharge && (
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          <p className="min-w-0 flex-1 basis-60 text-ink-soft">Nobody could be reached.</p>
          <Button
            size="sm"
            variant="outline"
            onClick={() => show((props) => <ChargeDialog {...props} order={order} onCharged={changed} />)}
          >
            Charge for the next try
          </Button>
        </div>
      )}
      {dialog}
    </section>
  )
}

function ChargeLine({
  charge,
  show,
  onChanged,
}: {
  charge: Charge
  show: ReturnType<typeof useDialog>['show']
  onChanged: () => void
}) {
  const { id, amount, reference, status, payment, at, endedAt } = charge
  const mayMoney = useRight('money')
  const waive = useAction({
    run: () => api('POST /api/admin/order-charges/:id/waive', { params: { id } }),
    done: { title: 'The fee is waived', description: 'The buyer hears of it.' },
    failed: 'Failed to waive the fee. Please try again.',
    onDone: onChanged,
  })
  const giveBack = useAction({
    run: () => api('POST /api/admin/order-charges/:id/give-back', { params: { id } }),
    done: {
      title: 'The fee is to be sent back',
      description: 'It waits on the money desk until you have noted the refund.',
    },
    failed: 'Failed to give the fee back. Please try again.',
    onDone: onChanged,
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-2">
          Fee {reference} <StateBadge {...wordsOf(charge)} />
        </span>
        <span className="block text-sm text-ink-soft">
          Asked for {momentText(at)}
          {endedAt && `, ended ${momentText(endedAt)}`}
        </span>
      </span>
      <strong>{formatRupees(amount)}</strong>
      {mayMoney && (status === 'paid' || payment === 'attention') && (
        <div className="basis-full print:hidden">
          <MoneyTrail kind="order-charge" id={id} onChanged={onChanged} />
        </div>
      )}
      {mayMoney && status === 'paid' && payment !== 'attention' && (
        <span className="basis-full print:hidden">
          <Button size="sm" variant="outline" busy={giveBack.isPending} onClick={() => giveBack.mutate()}>
            Give the fee back
          </Button>
        </span>
      )}
      {mayMoney && status === 'open' && (
        <span className="flex basis-full flex-wrap gap-2 print:hidden">
          <Button size="sm" variant="outline" busy={waive.isPending} onClick={() => waive.mutate()}>
            Waive
          </Button>
          <Button
            size="sm"
            variant="outline"
            onClick={() =>
              show((props) => (
                <MarkPaidDialog
                  {...props}
                  of={id}
                  description={`Fee ${reference} · ${formatRupees(amount)}`}
                  due={amount}
                  restWords={(rest) => `The fee then counts as paid: ${formatRupees(rest)} is let off.`}
                  warning={null}
                  send={(body, keyed) =>
                    api('POST /api/admin/order-charges/:id/payment', { params: { id }, body }, keyed(body))
                  }
                  confirmed="The buyer hears of it."
                  onChanged={onChanged}
                />
              ))
            }
          >
            Mark the fee paid
          </Button>
        </span>
      )}
    </li>
  )
}

function ChargeDialog({
  order,
  onCharged,
  ...dialog
}: Openable & { order: OrderTrail; onCharged: () => void }) {
  return (
    <SentDialog
      {...dialog}
      draft={`fee-of-${order.id}`}
      title="Charge for the next try"
      description={`${order.ordernumber} · ${order.customername}`}
      submit={['Charge the fee', 'Charging...']}
      rules={chargeRedeliveryBody}
      defaults={{ amount: order.deliverycharge > 0 ? String(order.deliverycharge) : '' }}
      send={({ amount }, keyed) =>
        api(
          'POST /api/admin/orders/:id/charges',
          { params: { id: order.id }, body: { amount: amount / 100 } },
          keyed({ id: order.id, amount }),
        )
      }
      done={{ title: 'The fee is charged', description: 'The buyer gets a letter with the link to pay.' }}
      onSent={onCharged}
      failed="Failed to charge the fee. Please try again."
    >
      {(field) => (
        <>
          <p>The order stays as it is, also where the fee is not paid. It can be waived by a press.</p>
          <TextField
            label="Fee (₹)"
            hint="As much as the delivery cost, unless you say otherwise"
            required
            inputMode="decimal"
            autoComplete="off"
            {...field('amount')}
          />
        </>
      )}
    </SentDialog>
  )
}

export const canHaveCredit = ({ paymentstatus }: Order) =>
  paymentstatus === 'paid' || paymentstatus === 'refunded'

export function GiveCreditDialog({ order, ...dialog }: Openable & { order: Order }) {
  const stale = useStale()
  const today = useSchoolToday()
  return (
    <SentDialog
      {...dialog}
      draft={`credit-of-${order.id}`}
      title="Give store credit"
      description={`${order.ordernumber} · ${order.customername} · paid ${formatRupees(order.total)}`}
      submit={['Give the credit', 'Giving...']}
      rules={giveCreditBody}
      defaults={{ amount: '', endsOn: daysAfter(today, 365), why: '' }}
      send={(body, keyed) =>
        api(
          'POST /api/admin/orders/:id/credit',
          { params: { id: order.id }, body: { ...body, amount: body.amount / 100 } },
          keyed({ id: order.id, ...body }),
        )
      }
      done={{ title: 'Store credit given', description: 'The code is on its way to the buyer.' }}
      onSent={() => stale('GET /api/admin/orders/:id')}
      failed="Failed to give the credit. Please try again."
    >
      {(field) => (
        <>
          <p>
            The buyer gets a code for one order of the store. Nobody else can use it; what an order leaves
            comes back as a new code.
          </p>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="Rupees (₹)"
              required
              inputMode="decimal"
              autoComplete="off"
              {...field('amount')}
            />
            <TextField label="Good until" required type="date" min={today} {...field('endsOn')} />
          </div>
          <TextField label="What for" hint="For the team alone" required maxLength={200} {...field('why')} />
        </>
      )}
    </SentDialog>
  )
}

/**
 * An order can still be marked paid if its hold ended, because its money may arrive late, but not if somebody cancelled
 * it.
 */
export function canMarkPaid({ paymentstatus, status, endedBy }: Order): boolean {
  return paymentstatus === 'pending' && (status !== 'cancelled' || endedBy === 'hold')
}

export function MarkOrderPaidDialog({
  order,
  ...dialog
}: Openable & { order: Order; onChanged: () => void }) {
  return (
    <MarkPaidDialog
      {...dialog}
      of={order.id}
      description={`${order.ordernumber} · ${order.customername} · ${formatRupees(order.total)}`}
      due={String(order.due)}
      restWords={(rest) => `The order then counts as paid: ${formatRupees(rest)} is let off.`}
      warning={
        order.endedBy === 'hold'
          ? 'This order was not paid in time. If its flowers and its slot are still to be had, they are taken again.'
          : null
      }
      send={(body, keyed) =>
        api('POST /api/admin/orders/:id/payment', { params: { id: order.id }, body }, keyed(body))
      }
      confirmed={`${order.ordernumber} is confirmed.`}
    />
  )
}
