import { api } from '../../../../lib/api.ts'
import type { ToastInput } from '../../../../ui/toast-store.ts'

export type Codes = readonly string[] | null

interface Question {
  title: string
  text: string
  confirmLabel: string
  done?: ToastInput
  /** Answers the new recovery codes, if there are any. */
  run: () => Promise<Codes>
}

const setRule = (ownersNeedSecondFactor: boolean) => async () => {
  await api('PUT /api/admin/security-rules', { body: { ownersNeedSecondFactor } })
  return null
}

export const securityQuestions = {
  renew: {
    title: 'New recovery codes',
    text: 'The old ones open nothing any more.',
    confirmLabel: 'Make new codes',
    run: async () => (await api('POST /api/profile/two-factor/recovery-codes')).data.recoveryCodes,
  },
  'switch-off': {
    title: 'Switch two-factor sign-in off',
    text: 'From then on your password alone opens the back office. Where owners need a second factor, you set another one up first.',
    confirmLabel: 'Switch off',
    run: async () => {
      await api('POST /api/profile/two-factor/switch-off')
      return null
    },
    done: { title: 'Two-factor sign-in is off' },
  },
  require: {
    title: 'Require a second factor of owners',
    text: 'Every owner without one, you too, sets one up before anything else opens.',
    confirmLabel: 'Require it',
    run: setRule(true),
    done: { title: 'Owners need a second factor' },
  },
  release: {
    title: 'Let owners in by the password alone',
    text: 'Owners choose themselves then whether they use a second factor. Every owner is told, and the audit log says who decided so.',
    confirmLabel: 'Do not require it',
    run: setRule(false),
    done: { title: 'Owners need no second factor' },
  },
} satisfies Record<string, Question>
