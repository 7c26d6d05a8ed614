import { changeRecipientForm, type SavedRecipient } from '../../../../contract/store/saved-recipients.ts'
import { api } from '../../../lib/api.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { SendDialog } from '../../../ui/send-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'

export default function RecipientDialog({
  recipient: { id, ...recipient },
  onChanged,
  ...dialog
}: Openable & { recipient: SavedRecipient; onChanged: () => void }) {
  const form = useSentForm({
    rules: changeRecipientForm,
    defaults: recipient,
    send: (body) => api('PUT /api/recipients/:id', { params: { id }, body }),
    onSent: onChanged,
    onRefused: onChanged,
  })
  const { field } = form
  return (
    <SendDialog
      {...dialog}
      title={`Change ${recipient.label}`}
      description="Orders that are placed stay as they are."
      sendLabel="Save"
      form={form}
      thanks={{ title: 'Saved', text: 'Choose it at the checkout, and it fills the fields.' }}
    >
      <TextField
        label="What you call them"
        hint="For you alone. Empty is their name."
        autoComplete="off"
        maxLength={120}
        {...field('label')}
      />
      <TextField
        label="Recipient's name"
        required
        autoComplete="off"
        maxLength={120}
        {...field('recipientName')}
      />
      <PhoneField label="Recipient's phone" required autoComplete="off" {...field('recipientPhone')} />
      <TextField label="Address" required autoComplete="off" maxLength={300} {...field('address')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Area" required autoComplete="off" maxLength={120} {...field('area')} />
        <TextField
          label="Pincode"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          {...field('pincode')}
        />
      </div>
      <TextField label="Landmark (optional)" autoComplete="off" maxLength={200} {...field('landmark')} />
    </SendDialog>
  )
}
