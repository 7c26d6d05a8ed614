import { giveCreditBody } from '../../../../../contract/orders/order-care.ts'
import type { Order } from '../../../../../contract/orders/orders.ts'
import { schoolDayOf } from '../../../../../contract/school-day.ts'
import { formatRupees } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { useStale } from '../../../../lib/query.ts'
import { useSchoolToday } from '../../../../lib/use-school-today.ts'
import type { Openable } from '../../../../ui/lazy-dialog.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { SentDialog } from '../../../form-dialog.tsx'
import { sayFailed } from '../../../use-deed.ts'

/** A credit stands in for money that was paid. */
export const canHaveCredit = ({ paymentstatus }: Order) =>
  paymentstatus === 'paid' || paymentstatus === 'refunded'

/** A credit is good for a year unless staff choose another day. */
const usualMs = 365 * 24 * 60 * 60_000

export function GiveCreditDialog({ order, ...dialog }: Openable & { order: Order }) {
  const stale = useStale()
  const today = useSchoolToday()
  return (
    <SentDialog
      {...dialog}
      draft={`credit-of-${order.id}`}
      title="Give store credit"
      description={`${order.ordernumber} · ${order.customername} · paid ${formatRupees(order.total)}`}
      submitLabel="Give the credit"
      sendingLabel="Giving..."
      rules={giveCreditBody}
      defaults={{ amount: '', endsOn: schoolDayOf(Date.parse(`${today}T00:00:00Z`) + usualMs), why: '' }}
      send={(body, keyed) =>
        api(
          'POST /api/admin/orders/:id/credit',
          { params: { id: order.id }, body: { ...body, amount: body.amount / 100 } },
          keyed({ id: order.id, ...body }),
        )
      }
      done={{ title: 'Store credit given', description: 'The code is on its way to the buyer.' }}
      onSent={() => stale('GET /api/admin/orders/:id')}
      onRefused={(error) => sayFailed(error, 'Failed to give the credit. Please try again.')}
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
