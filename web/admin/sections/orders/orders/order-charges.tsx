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
import { DateField } from '../../../../ui/date-field.tsx'
import { type Openable, useDialog } from '../../../../ui/lazy-dialog.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { SentDialog } from '../../../form-dialog.tsx'
import { useMailPromise } from '../../../mail-promise.ts'
import { MarkFeePaidDialog, MarkOrderPaidDialog } from '../../../money/mark-order-paid.tsx'
import { MoneyTrail } from '../../../money/money-trail.tsx'
import { StateBadge, type StateWords } from '../../../state-badge.tsx'
import { useAction } from '../../../use-action.ts'
import { useRight } from '../../../use-right.ts'

type Charge = OrderTrail['charges'][number]

function wordsOf({ status, payment }: Charge): StateWords {
  if (payment === 'attention') return { label: 'Refund due', tone: 'rose' }
  if (status === 'waived') return { label: 'Waived', tone: 'neutral' }
  if (status === 'paid') return { label: 'Paid', tone: 'leaf' }
  return payment === 'checking'
    ? { label: 'Payment reported', tone: 'marigold' }
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
          <p className="min-w-0 flex-1 basis-60 text-ink-soft">A delivery attempt failed.</p>
          <Button
            size="sm"
            variant="outline"
            onClick={() => show((props) => <ChargeDialog {...props} order={order} onCharged={changed} />)}
          >
            Charge for another delivery{' '}
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
  const told = useMailPromise()
  const waive = useAction({
    run: () => api('POST /api/admin/order-charges/:id/waive', { params: { id } }),
    done: { title: 'Fee waived', description: told('We’ll let the buyer know.') },
    failed: 'Failed to waive the fee. Please try again.',
    onDone: onChanged,
  })
  const giveBack = useAction({
    run: () => api('POST /api/admin/order-charges/:id/give-back', { params: { id } }),
    done: {
      title: 'Fee marked for refund',
      description: 'The fee stays under “Refunds due” until you record the refund.',
    },
    failed: 'Failed to mark the fee for refund. Please try again.',
    onDone: onChanged,
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-2">
          Fee {reference} <StateBadge {...wordsOf(charge)} />
        </span>
        <span className="block text-sm text-ink-soft">
          Requested {momentText(at)}
          {endedAt && `, closed ${momentText(endedAt)}`}
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
            Mark for refund{' '}
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
                <MarkFeePaidDialog
                  {...props}
                  fee={charge}
                  due={amount}
                  isReported={payment === 'checking'}
                  onChanged={onChanged}
                />
              ))
            }
          >
            Mark fee paid
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
  const told = useMailPromise()
  return (
    <SentDialog
      {...dialog}
      draft={`fee-of-${order.id}`}
      title="Charge for another delivery"
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
      done={{ title: 'Fee charged', description: told('We’ll e-mail the buyer a payment link.') }}
      onSent={onCharged}
      failed="We couldn’t charge the fee. Try again."
    >
      {(field) => (
        <>
          <p>The order doesn’t change, even if the fee isn’t paid. You can waive the fee later.</p>
          <TextField
            label="Fee (₹)"
            hint="Usually the same as the delivery charge"
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
  const told = useMailPromise()
  return (
    <SentDialog
      {...dialog}
      draft={`credit-of-${order.id}`}
      title="Give store credit"
      description={`${order.ordernumber} · ${order.customername} · paid ${formatRupees(order.total)}`}
      submit={['Give store credit', 'Giving...']}
      rules={giveCreditBody}
      defaults={{ amount: '', endsOn: daysAfter(today, 365), why: '' }}
      send={(body, keyed) =>
        api(
          'POST /api/admin/orders/:id/credit',
          { params: { id: order.id }, body: { ...body, amount: body.amount / 100 } },
          keyed({ id: order.id, ...body }),
        )
      }
      done={{ title: 'Store credit given', description: told('We’ll e-mail the code to the buyer.') }}
      onSent={() => stale('GET /api/admin/orders/:id')}
      failed="We couldn’t give the store credit. Try again."
    >
      {(field) => (
        <>
          <p>
            The buyer gets a code for one order in the store. Nobody else can use it. If the order costs less,
            the buyer gets a new code for the balance.
          </p>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="Amount (₹)"
              required
              inputMode="decimal"
              autoComplete="off"
              {...field('amount')}
            />
            <DateField label="Valid until" required min={today} {...field('endsOn')} />
          </div>
          <TextField label="Reason" hint="Only staff see this" required maxLength={200} {...field('why')} />
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

export function PaymentOfOrderDialog({
  order: { id, ordernumber: number, customername: name, total, due, isReported, endedBy },
  ...dialog
}: Openable & { order: Order; onChanged: () => void }) {
  return (
    <MarkOrderPaidDialog
      {...dialog}
      order={{ id, number, name, total, hasEnded: endedBy === 'hold' }}
      due={String(due)}
      isReported={isReported}
    />
  )
}
