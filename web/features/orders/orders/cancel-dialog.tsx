import { byBuyer } from '../../../../contract/orders/store-orders.ts'
import { api } from '../../../lib/api.ts'
import { useStale } from '../../../lib/query.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { SendDialog } from '../../../ui/send-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'

export default function CancelDialog({
  order,
  ofMoney,
  ...dialog
}: Openable & {
  order: { id: string; ordernumber: string }
  ofMoney: string
}) {
  const stale = useStale()
  const form = useSentForm({
    rules: byBuyer,
    defaults: { email: '' },
    send: (body, keyed) =>
      api(
        'POST /api/orders/:id/cancel',
        { params: { id: order.id }, body },
        keyed({ id: order.id, ...body }),
      ),
    onSent: () => stale('GET /api/orders/:id', 'GET /api/orders'),
    onRefused: () => stale('GET /api/orders/:id'),
  })
  return (
    <SendDialog
      {...dialog}
      title="Cancel this order?"
      description={`${order.ordernumber}. ${ofMoney}`}
      sendLabel="Cancel the order"
      closeLabel="Close"
      form={form}
      thanks={{ title: 'The order is cancelled', text: ofMoney }}
    >
      <TextField
        label="Your e-mail"
        hint="The address that you ordered with: whoever has the link alone cannot cancel"
        type="email"
        required
        autoComplete="email"
        {...form.field('email')}
      />
    </SendDialog>
  )
}
