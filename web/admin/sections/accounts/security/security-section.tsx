import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId, useState } from 'react'
import { Link } from 'react-router'
import { OwnSessions } from '../../../../features/accounts/account/own-sessions.tsx'
import { api } from '../../../../lib/api.ts'
import { query, useStale } from '../../../../lib/query.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { type Openable, useDialog } from '../../../../ui/lazy-dialog.tsx'
import { Note } from '../../../../ui/note.tsx'
import { ActionDialog } from '../../../action-dialog.tsx'
import { RecoveryCodes } from '../../../second-factor/recovery-codes.tsx'
import { SetUpDialog } from '../../../second-factor/set-up-dialog.tsx'
import { useRight } from '../../../use-right.ts'
import { PasskeysCard } from './passkeys.tsx'
import { SecurityCard } from './security-card.tsx'

type QuestionName = keyof typeof securityQuestions

export default function SecuritySection() {
  const result = useQuery(query('GET /api/profile/two-factor'))
  const { show, dialog } = useDialog()
  const [codes, setCodes] = useState<Codes>(null)
  const mayRule = useRight('accounts')
  const devicesId = useId()
  const stale = useStale()
  const ask = (use: QuestionName) => {
    show((props) => (
      <ActionDialog<Codes>
        {...props}
        {...securityQuestions[use]}
        onDone={(made) => {
          setCodes(made)
          stale('GET /api/profile/two-factor', 'GET /api/admin/security-rules', 'GET /api/auth/user')
        }}
      />
    ))
  }

  return (
    <div className="grid max-w-3xl items-start gap-4 xl:max-w-none xl:grid-cols-2">
      <div className="grid gap-4">
        <SecurityCard
          title="Two-factor sign-in"
          badge={result.data && <OnBadge isOn={result.data.data.isOn} words={['On', 'Off']} />}
          text="Sign-in asks for your password and a code from an app on your phone. A stolen password isn’t enough to sign in."
          of={result}
          lost="We couldn’t load your two-factor settings."
        >
          {({ data: { isOn, recoveryCodesLeft } }) =>
            isOn ? (
              <>
                {codes ? (
                  <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
                ) : (
                  <p className="mt-4">
                    <strong>{recoveryCodesLeft}</strong>{' '}
                    {recoveryCodesLeft === 1 ? 'recovery code left' : 'recovery codes left'}
                  </p>
                )}
                {!codes && recoveryCodesLeft < 4 && (
                  <Note tone="warning" className="mt-4">
                    Create new codes before these run out.
                  </Note>
                )}
                <div className="mt-5 flex flex-wrap gap-3">
                  <Button variant="outline" onClick={() => ask('renew')}>
                    New recovery codes
                  </Button>
                  <Button variant="quiet" onClick={() => ask('switch-off')}>
                    Turn off{' '}
                  </Button>
                </div>
              </>
            ) : (
              <Button
                className="mt-5"
                onClick={() => show((props) => <SetUpDialog {...props} onCodes={setCodes} />)}
              >
                Turn on{' '}
              </Button>
            )
          }
        </SecurityCard>
        <PasskeysCard />
        {mayRule && <OwnersRule onAsk={ask} />}
      </div>
      <div className="grid gap-4">
        <Card as="section" className="p-5 md:p-6" aria-labelledby={devicesId}>
          <h2 id={devicesId} className="text-xl">
            Where you are signed in
          </h2>
          <OwnSessions />
          <p className="mt-4 text-sm text-ink-soft">
            Don’t recognise one? Sign it out, and change your password on{' '}
            <Link className="link" to="/profile">
              your profile
            </Link>
            .
          </p>
        </Card>
      </div>
      {dialog}
    </div>
  )
}

function OwnersRule({ onAsk }: { onAsk: (use: QuestionName) => void }) {
  const result = useQuery(query('GET /api/admin/security-rules'))
  const isOn = result.data?.data.ownersNeedSecondFactor
  return (
    <SecurityCard
      title="Two-factor sign-in for owners"
      badge={isOn !== undefined && <OnBadge isOn={isOn} words={['Required', 'Not required']} />}
      text="Owners can do everything here. If you require two-factor sign-in, they must set it up before they can use the back office."
      of={result}
      lost="We couldn’t load this rule."
    >
      {() => (
        <Button className="mt-5" variant="outline" onClick={() => onAsk(isOn ? 'release' : 'require')}>
          {isOn ? 'Stop requiring two-factor sign-in' : 'Require two-factor sign-in'}
        </Button>
      )}
    </SecurityCard>
  )
}

function OnBadge({ isOn, words: [on, off] }: { isOn: boolean; words: readonly [on: string, off: string] }) {
  return <Badge tone={isOn ? 'leaf' : 'outline'}>{isOn ? on : off}</Badge>
}

type Codes = readonly string[] | null

const setRule = (ownersNeedSecondFactor: boolean) => async () => {
  await api('PUT /api/admin/security-rules', { body: { ownersNeedSecondFactor } })
  return null
}

const securityQuestions = {
  renew: {
    title: 'Create new recovery codes?',
    children: 'Your old codes will stop working.',
    confirmLabel: 'Create new codes',
    run: async () => (await api('POST /api/profile/two-factor/recovery-codes')).data.recoveryCodes,
  },
  'switch-off': {
    title: 'Turn off two-factor sign-in?',
    children:
      'You’ll sign in with just your password. If owners need two-factor sign-in, you’ll have to set it up again first.',
    confirmLabel: 'Turn off',
    run: async () => {
      await api('POST /api/profile/two-factor/switch-off')
      return null
    },
    done: { title: 'Two-factor sign-in is off' },
  },
  require: {
    title: 'Require two-factor sign-in for owners?',
    children: 'Every owner without it, including you, must set it up before they can do anything else.',
    confirmLabel: 'Require two-factor sign-in',
    run: setRule(true),
    done: { title: 'Owners need two-factor sign-in' },
  },
  release: {
    title: 'Let owners sign in with just a password?',
    children: 'Owners can then choose whether to use two-factor sign-in. The audit log records who decided.',
    confirmLabel: 'Make it optional',
    run: setRule(false),
    done: { title: 'Two-factor sign-in is optional for owners' },
  },
} satisfies Record<string, Omit<ComponentProps<typeof ActionDialog<Codes>>, keyof Openable>>
