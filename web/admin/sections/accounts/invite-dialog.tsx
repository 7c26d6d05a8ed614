import { inviteForm } from '../../../../contract/staff-accounts.ts'
import { api } from '../../../lib/api.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { SentFormDialog } from '../../form-dialog.tsx'

export function InviteDialog({ onInvited, ...dialog }: Openable & { onInvited: () => void }) {
  const form = useSentForm({
    rules: inviteForm,
    defaults: { email: '', role: 'staff' },
    send: (body, keyed) => api('POST /api/admin/accounts/invitations', { body }, keyed(body)),
    onSent: (_, { email }) => {
      toast({
        title: 'Invitation sent',
        description: `${email} gets a link that works for a week.`,
        tone: 'success',
      })
      onInvited()
      dialog.onClose()
    },
  })
  return (
    <SentFormDialog
      {...dialog}
      title="Invite somebody"
      description="They get a letter with a link, and choose their own password."
      form={form}
      submitLabel="Send the invitation"
      sendingLabel="Sending..."
    >
      <TextField label="Email" type="email" required autoComplete="off" {...form.field('email')} />
      <RadioCards
        label="Role"
        options={[
          { value: 'staff', label: 'Staff', detail: 'Everything but accounts and money settings' },
          { value: 'owner', label: 'Owner', detail: 'Everything' },
        ]}
        {...form.field('role')}
      />
    </SentFormDialog>
  )
}
