import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { twoFactorCodeForm } from '../../../contract/accounts/security.ts'
import { api } from '../../lib/api.ts'
import { useSentForm } from '../../lib/use-checked-form.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { toast } from '../../ui/toast-store.ts'
import { FormDialog } from '../form-dialog.tsx'

export function SetUpDialog({
  onCodes,
  ...dialog
}: Openable & { onCodes: (codes: readonly string[]) => void }) {
  const queryClient = useQueryClient()
  const first = useSentForm({
    rules: z.object({}),
    send: async () => (await api('POST /api/profile/two-factor')).data,
  })
  const second = useSentForm({
    rules: twoFactorCodeForm,
    defaults: { code: '' },
    send: async (body) => (await api('POST /api/profile/two-factor/confirm', { body })).data.recoveryCodes,
    onSent: (codes) => {
      onCodes(codes)
      void queryClient.invalidateQueries({ queryKey: ['GET /api/profile/two-factor'] })
      toast({ title: 'Two-factor sign-in is on', tone: 'success' })
      dialog.onClose()
    },
    onRefused: ({ fields }) => {
      if (fields['code']) second.form.setFocus('code', { shouldSelect: true })
    },
  })
  const made = first.sending.data
  const { sending, refusal, onSubmit } = made ? second : first
  const { setFocus } = second.form
  useEffect(() => {
    if (made) setFocus('code')
  }, [made, setFocus])
  return (
    <FormDialog
      {...dialog}
      title="Turn on two-factor sign-in"
      description={made ? 'Step 2 of 2' : 'Step 1 of 2'}
      isDirty={false}
      isSending={sending.isPending}
      refusal={refusal}
      onSubmit={onSubmit}
      submit={[made ? 'Turn on' : 'Continue', 'Checking...']}
    >
      {made ? (
        <>
          <p>
            Scan this with an authenticator app, such as Google Authenticator or Aegis. Then enter the six
            digits it shows.
          </p>
          <div className="flex flex-col items-center gap-3 text-center">
            <QrCode text={made.uri} label="QR code for the authenticator app" />
            <p>
              Or enter this key:{' '}
              <strong className="select-all">
                {(made.secret.match(/.{1,4}/g) ?? []).map((four, n) => (
                  <span key={n} className="inline-block pr-2">
                    {four}
                  </span>
                ))}
              </strong>
            </p>
            <CopyButton text={made.secret} what="key" />
          </div>
          <CodeField label="Code" required {...second.field('code')} />
        </>
      ) : (
        <p>
          You need an authenticator app on your phone. You’ll scan a QR code with it, then enter the code it
          shows.
        </p>
      )}
    </FormDialog>
  )
}
