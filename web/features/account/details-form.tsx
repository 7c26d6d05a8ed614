import { useQueryClient } from '@tanstack/react-query'
import { type Profile, profileForm } from '../../../contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { noteOf } from '../../lib/form-errors.ts'
import { query } from '../../lib/query.ts'
import { displayName, session } from '../../lib/session.ts'
import { useSentForm } from '../../lib/use-checked-form.ts'
import { Button } from '../../ui/button.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { AccountForm, NameFields } from './account-form.tsx'

export function DetailsForm({ profile }: { profile: Profile }) {
  const queryClient = useQueryClient()
  const { firstname, lastname, phone } = profile
  const { field, sending, onSubmit } = useSentForm({
    rules: profileForm,
    defaults: { firstname, lastname, phone },
    send: async (body) => (await api('PUT /api/profile', { body })).data,
    onSent: (saved) => {
      queryClient.setQueryData(query('GET /api/profile').queryKey, { success: true, data: saved })
      void queryClient.invalidateQueries({ queryKey: ['GET /api/auth/user'] })
      session.describe({ isAdmin: saved.usertype === 'admin', name: displayName(saved) })
      toast({ title: 'Your details are saved', tone: 'success' })
    },
  })
  return (
    <AccountForm note={noteOf(sending.error)} onSubmit={onSubmit}>
      <NameFields field={field} />
      <PhoneField label="Phone" {...field('phone')} />
      <Button type="submit" variant="outline" className="self-start" busy={sending.isPending && 'Saving...'}>
        Save details
      </Button>
    </AccountForm>
  )
}
