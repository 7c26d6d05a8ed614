import { changeCardForm } from '../../../contract/store-orders.ts'
import { api } from '../../lib/api.ts'
import { useSentForm } from '../../lib/use-checked-form.ts'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { SendDialog } from '../../ui/send-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** The page shows neither the words nor the phone, since its link is passed on: only what is typed is changed. */
export default function ChangeCardDialog({
  id,
  isPickup,
  ...dialog
}: Openable & { id: string; isPickup: boolean }) {
  const form = useSentForm({
    rules: changeCardForm,
    defaults: { email: '', cardMessage: '', recipientPhone: '' },
    send: ({ email, cardMessage, recipientPhone }, keyed) => {
      const body = { email, ...(cardMessage && { cardMessage }), ...(recipientPhone && { recipientPhone }) }
      return api('PUT /api/orders/:id/card', { params: { id }, body }, keyed({ id, ...body }))
    },
  })
  return (
    <SendDialog
      {...dialog}
      title={isPickup ? 'Change the card' : 'Change the card or the phone'}
      description="Only what you fill in is changed."
      sendLabel="Change it"
      form={form}
      thanks={{ title: 'Changed', text: 'We use what you have just written.' }}
    >
      <TextField
        label="Your e-mail"
        hint="The address that you ordered with"
        type="email"
        required
        autoComplete="email"
        {...form.field('email')}
      />
      <TextArea label="New words on the card" rows={4} {...form.field('cardMessage')} />
      {!isPickup && (
        <PhoneField label="New phone of the recipient" autoComplete="off" {...form.field('recipientPhone')} />
      )}
    </SendDialog>
  )
}
