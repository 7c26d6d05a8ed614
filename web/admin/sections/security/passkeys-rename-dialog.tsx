import { useQueryClient } from '@tanstack/react-query'
import { type Passkey, passkeyNameForm } from '../../../../contract/passkeys.ts'
import { api } from '../../../lib/api.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { SentFormDialog } from '../../form-dialog.tsx'

export function RenamePasskeyDialog({ passkey: { id, name }, ...dialog }: Openable & { passkey: Passkey }) {
  const queryClient = useQueryClient()
  const form = useSentForm({
    rules: passkeyNameForm,
    defaults: { name },
    send: (body) => api('PUT /api/profile/passkeys/:id', { params: { id }, body }),
    onSent: () => {
      void queryClient.invalidateQueries({ queryKey: ['GET /api/profile/passkeys'] })
      toast({ title: 'The passkey is renamed', tone: 'success' })
      dialog.onClose()
    },
  })
  return (
    <SentFormDialog
      {...dialog}
      title="Rename the passkey"
      form={form}
      submitLabel="Save"
      sendingLabel="Saving..."
    >
      <TextField label="Name" required autoComplete="off" {...form.field('name')} />
    </SentFormDialog>
  )
}
