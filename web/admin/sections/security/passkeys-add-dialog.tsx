import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { passkeyForm } from '../../../../contract/passkeys.ts'
import { ApiError, api } from '../../../lib/api.ts'
import { showFieldErrors } from '../../../lib/form-errors.ts'
import type { PasskeyFailure } from '../../../lib/passkey-support.ts'
import { makePasskey } from '../../../lib/passkeys.ts'
import { Note } from '../../../ui/note.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { FormDialog, Refusal } from '../../form-dialog.tsx'

type Form = z.input<typeof passkeyForm>

/** The name and the password first; then the device asks its own question. */
export function AddPasskeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const formId = useId()
  const queryClient = useQueryClient()
  const [isAtDevice, setAtDevice] = useState(false)
  const form = useForm<Form>({
    resolver: zodResolver(passkeyForm),
    defaultValues: { name: '', password: '' },
    reValidateMode: 'onSubmit',
  })
  const add = useMutation<unknown, ApiError | PasskeyFailure, Form>({
    mutationFn: async ({ name, password }) => {
      const { data } = await api('POST /api/profile/passkeys/options', { body: { password } })
      setAtDevice(true)
      const credential = await makePasskey(data).finally(() => setAtDevice(false))
      return api('POST /api/profile/passkeys', { body: { name, credential } })
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['GET /api/profile/passkeys'] })
      toast({ title: 'The passkey is added', tone: 'success' })
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError) showFieldErrors(form.setError, error)
    },
  })
  const { errors, isDirty } = form.formState
  const { error } = add
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add a passkey"
      description="Your device asks you for fingerprint, face or PIN next."
      formId={formId}
      isDirty={isDirty && !add.isSuccess}
      isSending={add.isPending}
      submitLabel="Continue"
      sendingLabel={isAtDevice ? 'Waiting for your device...' : 'Checking...'}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!add.isPending) add.mutate(values)
          })(event)
        }
      >
        {error instanceof ApiError ? (
          <Refusal error={Object.keys(error.fields).length === 0 ? error : null} />
        ) : (
          error && (
            <Note tone="error" role="alert" title={error.message}>
              Nothing you typed is lost.
            </Note>
          )
        )}
        <TextField
          label="Name"
          hint="By which you know it in the list, such as My phone"
          required
          autoComplete="off"
          {...form.register('name', { onChange: () => form.clearErrors('name') })}
          error={errors.name?.message ?? null}
        />
        <TextField
          label="Your password"
          type="password"
          required
          autoComplete="current-password"
          {...form.register('password', { onChange: () => form.clearErrors('password') })}
          error={errors.password?.message ?? null}
        />
      </form>
    </FormDialog>
  )
}
