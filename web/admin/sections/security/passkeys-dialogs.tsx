import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Passkey, passkeyForm, passkeyNameForm } from '../../../../contract/passkeys.ts'
import { ApiError, api } from '../../../lib/api.ts'
import { makePasskey } from '../../../lib/passkeys.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { SentFormDialog } from '../../form-dialog.tsx'
import { OwnPasswordField } from '../../second-factor/own-password-field.tsx'
import { PasswordQuestion } from './password-dialogs.tsx'

/** Says what was done, and has the list read again. */
function useSayChanged() {
  const queryClient = useQueryClient()
  return (title: string) => {
    void queryClient.invalidateQueries({ queryKey: ['GET /api/profile/passkeys'] })
    toast({ title, tone: 'success' })
  }
}

/** The name and the password first; then the device asks its own question. */
export function AddPasskeyDialog(dialog: Openable) {
  const sayChanged = useSayChanged()
  const [isAtDevice, setAtDevice] = useState(false)
  const form = useSentForm({
    rules: passkeyForm,
    defaults: { name: '', password: '' },
    send: async ({ name, password }) => {
      const { data } = await api('POST /api/profile/passkeys/options', { body: { password } })
      setAtDevice(true)
      const credential = await makePasskey(data)
        .catch((failure: Error) => {
          // What the device says stands where the server's refusal would.
          throw new ApiError(0, { error: failure.message })
        })
        .finally(() => setAtDevice(false))
      return api('POST /api/profile/passkeys', { body: { name, credential } })
    },
    onSent: () => {
      sayChanged('The passkey is added')
      dialog.onClose()
    },
  })
  return (
    <SentFormDialog
      {...dialog}
      title="Add a passkey"
      description="Your device asks you for fingerprint, face or PIN next."
      form={form}
      submitLabel="Continue"
      sendingLabel={isAtDevice ? 'Waiting for your device...' : 'Checking...'}
    >
      <TextField
        label="Name"
        hint="By which you know it in the list, such as My phone"
        required
        autoComplete="off"
        {...form.field('name')}
      />
      <OwnPasswordField {...form.field('password')} />
    </SentFormDialog>
  )
}

export function RenamePasskeyDialog({ passkey: { id, name }, ...dialog }: Openable & { passkey: Passkey }) {
  const sayChanged = useSayChanged()
  const form = useSentForm({
    rules: passkeyNameForm,
    defaults: { name },
    send: (body) => api('PUT /api/profile/passkeys/:id', { params: { id }, body }),
    onSent: () => {
      sayChanged('The passkey is renamed')
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

export function RemovePasskeyDialog({ passkey: { id, name }, ...dialog }: Openable & { passkey: Passkey }) {
  const sayChanged = useSayChanged()
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
      onDone={() => sayChanged('The passkey is removed')}
    />
  )
}
