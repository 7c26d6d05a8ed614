import { passwordForm } from '../../../../contract/security.ts'
import { api } from '../../../lib/api.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { PasswordField } from '../../../ui/password-fields.tsx'
import type { ToastInput } from '../../../ui/toast-store.ts'
import { SentDialog } from '../../form-dialog.tsx'

interface Words {
  title: string
  description: string
  submitLabel: string
  sendingLabel: string
  /** The toast of success. */
  done?: ToastInput
}
type Body = { password: string }

/** Asks for the password once more, before what a session alone must not do. */
export function PasswordQuestion<Answer>(
  asked: Openable & Words & { send: (body: Body) => Promise<Answer>; onSent: (answer: Answer) => void },
) {
  return (
    <SentDialog {...asked} rules={passwordForm} defaults={{ password: '' }} asksToLeave={false}>
      {(field) => <PasswordField label="Your password" {...field('password')} />}
    </SentDialog>
  )
}

export type Codes = readonly string[] | null

const setRule = (ownersNeedSecondFactor: boolean) => async (body: Body) => {
  await api('PUT /api/admin/security-rules', { body: { ...body, ownersNeedSecondFactor } })
  return null
}

/** What the password is asked for here; new recovery codes are the answer, where there are any. */
export const passwordUses = {
  renew: {
    title: 'New recovery codes',
    description: 'The old ones open nothing any more.',
    submitLabel: 'Make new codes',
    sendingLabel: 'Making...',
    send: async (body) =>
      (await api('POST /api/profile/two-factor/recovery-codes', { body })).data.recoveryCodes,
  },
  'switch-off': {
    title: 'Switch two-factor sign-in off',
    description:
      'From then on your password alone opens the back office. Where owners need a second factor, you set another one up first.',
    submitLabel: 'Switch off',
    sendingLabel: 'Switching off...',
    send: async (body) => {
      await api('POST /api/profile/two-factor/switch-off', { body })
      return null
    },
    done: { title: 'Two-factor sign-in is off' },
  },
  require: {
    title: 'Require a second factor of owners',
    description: 'Every owner without one, you too, sets one up before anything else opens.',
    submitLabel: 'Require it',
    sendingLabel: 'Saving...',
    send: setRule(true),
    done: { title: 'Owners need a second factor' },
  },
  release: {
    title: 'Let owners in by the password alone',
    description:
      'Owners choose themselves then whether they use a second factor. The audit log says who decided so.',
    submitLabel: 'Do not require it',
    sendingLabel: 'Saving...',
    send: setRule(false),
    done: { title: 'Owners need no second factor' },
  },
} satisfies Record<string, Words & { send: (body: Body) => Promise<Codes> }>
