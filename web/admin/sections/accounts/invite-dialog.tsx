import { inviteForm } from '../../../../contract/staff-accounts.ts'
import { api } from '../../../lib/api.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { SentDialog } from '../../form-dialog.tsx'

export function InviteDialog({ onInvited, ...dialog }: Openable & { onInvited: () => void }) {
  return (
    <SentDialog
      {...dialog}
      title="Invite somebody"
      description="They get a letter with a link, and choose their own password."
      submitLabel="Send the invitation"
      sendingLabel="Sending..."
      rules={inviteForm}
      defaults={{ email: '', role: 'staff' }}
      send={(body, keyed) => api('POST /api/admin/accounts/invitations', { body }, keyed(body))}
      onSent={(_, { email }) => {
        const description = `${email} gets a link that works for a week.`
        toast({ title: 'Invitation sent', description, tone: 'success' })
        onInvited()
      }}
    >
      {(field) => (
        <>
          <TextField label="Email" type="email" required autoComplete="off" {...field('email')} />
          <RadioCards
            label="Role"
            options={[
              { value: 'staff', label: 'Staff', detail: 'Everything but accounts and money settings' },
              { value: 'owner', label: 'Owner', detail: 'Everything' },
            ]}
            {...field('role')}
          />
        </>
      )}
    </SentDialog>
  )
}
