import { useQueryClient } from '@tanstack/react-query'
import type { Passkey } from '../../../../contract/passkeys.ts'
import { api } from '../../../lib/api.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { PasswordQuestion } from './password-question.tsx'

export function RemovePasskeyDialog({ passkey: { id, name }, ...dialog }: Openable & { passkey: Passkey }) {
  const queryClient = useQueryClient()
  return (
    <PasswordQuestion
      {...dialog}
      words={{
        title: `Remove the passkey “${name}”?`,
        description: 'It opens nothing any more. On your device it stays until you delete it there.',
        submit: 'Remove',
        sending: 'Removing...',
      }}
      send={(body) => api('POST /api/profile/passkeys/:id/remove', { params: { id }, body })}
      onDone={() => {
        void queryClient.invalidateQueries({ queryKey: ['GET /api/profile/passkeys'] })
        toast({ title: 'The passkey is removed', tone: 'success' })
      }}
    />
  )
}
