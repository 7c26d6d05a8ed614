import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { useForm } from 'react-hook-form'
import { passwordForm, twoFactorCodeForm } from '../../../contract/security.ts'
import { type ApiError, api } from '../../lib/api.ts'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { FormDialog, Refusal } from '../form-dialog.tsx'

/** Two-factor sign-in in two steps: the password, then the first code of the app that has read the secret. */
export function SetUpDialog({
  open,
  onClose,
  onCodes,
}: {
  open: boolean
  onClose: () => void
  onCodes: (codes: readonly string[]) => void
}) {
  const formId = useId()
  const queryClient = useQueryClient()
  const first = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { password: '' },
    reValidateMode: 'onSubmit',
  })
  const second = useForm({
    resolver: zodResolver(twoFactorCodeForm),
    defaultValues: { code: '' },
    reValidateMode: 'onSubmit',
  })
  const begin = useMutation<{ secret: string; uri: string }, ApiError, { password: string }>({
    mutationFn: async (body) => (await api('POST /api/profile/two-factor', { body })).data,
    onError: (error) => showFieldErrors(first.setError, error),
  })
  const confirm = useMutation<readonly string[], ApiError, { code: string }>({
    mutationFn: async (body) =>
      (await api('POST /api/profile/two-factor/confirm', { body })).data.recoveryCodes,
    onSuccess: (codes) => {
      onCodes(codes)
      void queryClient.invalidateQueries({ queryKey: ['GET /api/profile/two-factor'] })
      toast({ title: 'Two-factor sign-in is on', tone: 'success' })
      onClose()
    },
    onError: (error) => {
      showFieldErrors(second.setError, error)
      if (error.fields['code']) second.setFocus('code', { shouldSelect: true })
    },
  })
  const made = begin.data
  const { setFocus } = second
  useEffect(() => {
    if (made) setFocus('code')
  }, [made, setFocus])
  const isSending = begin.isPending || confirm.isPending
  const failure = made ? confirm.error : begin.error
  const refusal = <Refusal error={failure && Object.keys(failure.fields).length === 0 ? failure : null} />
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Switch two-factor sign-in on"
      description={made ? 'Step 2 of 2' : 'Step 1 of 2'}
      formId={formId}
      isDirty={false}
      isSending={isSending}
      submitLabel={made ? 'Switch on' : 'Continue'}
      sendingLabel="Checking..."
    >
      {made ? (
        <form
          key="second"
          id={formId}
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) =>
            void second.handleSubmit((values) => {
              if (!isSending) confirm.mutate(values)
            })(event)
          }
        >
          {refusal}
          <p>
            Scan this with an authenticator app (such as Google Authenticator, Aegis or the one of your
            phone), then enter the six digits that it shows.
          </p>
          <div className="flex flex-col items-center gap-3 text-center">
            <QrCode text={made.uri} label="QR code for the authenticator app" />
            <p>
              Or type this secret:{' '}
              <strong className="select-all">
                {(made.secret.match(/.{1,4}/g) ?? []).map((four, n) => (
                  <span key={n} className="inline-block pr-2">
                    {four}
                  </span>
                ))}
              </strong>
            </p>
            <CopyButton text={made.secret} what="secret" />
          </div>
          <CodeField
            label="Code"
            required
            {...second.register('code', { onChange: () => second.clearErrors() })}
            error={second.formState.errors.code?.message ?? null}
          />
        </form>
      ) : (
        <form
          key="first"
          id={formId}
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) =>
            void first.handleSubmit((values) => {
              if (!isSending) begin.mutate(values)
            })(event)
          }
        >
          {refusal}
          <TextField
            label="Your password"
            type="password"
            required
            autoComplete="current-password"
            {...first.register('password', { onChange: () => first.clearErrors() })}
            error={first.formState.errors.password?.message ?? null}
          />
        </form>
      )}
    </FormDialog>
  )
}
