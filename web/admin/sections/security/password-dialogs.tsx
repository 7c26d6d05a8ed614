import { useQueryClient } from '@tanstack/react-query'
import { passwordForm } from '../../../../contract/security.ts'
import { api } from '../../../lib/api.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { SentFormDialog } from '../../form-dialog.tsx'
import { OwnPasswordField } from '../../second-factor/own-password-field.tsx'

/** Asks for the password once more, before what a session alone must not do. */
export function PasswordQuestion<Answer>({
  words: { title, description, submit, sending },
  send,
  onDone,
  ...dialog
}: Openable & {
  words: { title: string; description: string; submit: string; sending: string }
  send: (body: { password: string }) => Promise<Answer>
  /** The server has done it; the question closes by itself. */
  onDone: (answer: Answer) => void
}) {
  const form = useSentForm({
    rules: passwordForm,
    defaults: { password: '' },
    send,
    onSent: (answer) => {
      onDone(answer)
      dialog.onClose()
    },
  })
  return (
    <SentFormDialog
      {...dialog}
      title={title}
      description={description}
      form={{ ...form, isDirty: false }}
      submitLabel={submit}
      sendingLabel={sending}
    >
      <OwnPasswordField {...form.field('password')} />
    </SentFormDialog>
  )
}

export type PasswordUse = 'renew' | 'switch-off' | 'require' | 'release'

const words = {
  renew: {
    title: 'New recovery codes',
    description: 'The old ones open nothing any more.',
    submit: 'Make new codes',
    sending: 'Making...',
    done: null,
  },
  'switch-off': {
    title: 'Switch two-factor sign-in off',
    description:
      'From then on your password alone opens the back office. Where owners need a second factor, you set another one up first.',
    submit: 'Switch off',
    sending: 'Switching off...',
    done: 'Two-factor sign-in is off',
  },
  require: {
    title: 'Require a second factor of owners',
    description: 'Every owner without one, you too, sets one up before anything else opens.',
    submit: 'Require it',
    sending: 'Saving...',
    done: 'Owners need a second factor',
  },
  release: {
    title: 'Let owners in by the password alone',
    description:
      'Owners choose themselves then whether they use a second factor. The audit log says who decided so.',
    submit: 'Do not require it',
    sending: 'Saving...',
    done: 'Owners need no second factor',
  },
}

export function PasswordDialog({
  use,
  onCodes,
  ...dialog
}: Openable & { use: PasswordUse; onCodes: (codes: readonly string[] | null) => void }) {
  const queryClient = useQueryClient()
  return (
    <PasswordQuestion<readonly string[] | null>
      {...dialog}
      words={words[use]}
      send={async (body) => {
        if (use === 'renew') {
          return (await api('POST /api/profile/two-factor/recovery-codes', { body })).data.recoveryCodes
        }
        if (use === 'switch-off') await api('POST /api/profile/two-factor/switch-off', { body })
        else {
          const ownersNeedSecondFactor = use === 'require'
          await api('PUT /api/admin/security-rules', { body: { ...body, ownersNeedSecondFactor } })
        }
        return null
      }}
      onDone={(codes) => {
        onCodes(codes)
        const changed = ['GET /api/profile/two-factor', 'GET /api/admin/security-rules', 'GET /api/auth/user']
        for (const key of changed) void queryClient.invalidateQueries({ queryKey: [key] })
        const { done } = words[use]
        if (done !== null) toast({ title: done, tone: 'success' })
      }}
    />
  )
}
