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
    <div className="grid gap-6 xl:grid-cols-2">
      <SecurityCard
        title="Two-factor sign-in"
        badge={result.data && <OnBadge isOn={result.data.data.isOn} words={['On', 'Off']} />}
        text="Besides the password, sign-in asks for a code that an app on your phone shows. Whoever learns your password alone stays outside."
        of={result}
        lost="Its state could not be loaded."
      >
        {({ data: { isOn, recoveryCodesLeft } }) =>
          isOn ? (
            <>
              {codes ? (
                <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
              ) : (
                <p className="mt-4">
                  <strong>{recoveryCodesLeft}</strong>{' '}
                  {recoveryCodesLeft === 1 ? 'recovery code is' : 'recovery codes are'} left.
                </p>
              )}
              {!codes && recoveryCodesLeft < 4 && (
                <Note tone="warning" className="mt-4">
                  Please make new ones before they run out.
                </Note>
              )}
              <div className="mt-5 flex flex-wrap gap-3">
                <Button variant="outline" onClick={() => ask('renew')}>
                  New recovery codes
                </Button>
                <Button variant="quiet" onClick={() => ask('switch-off')}>
                  Switch off
                </Button>
              </div>
            </>
          ) : (
            <Button
              className="mt-5"
              onClick={() => show((props) => <SetUpDialog {...props} onCodes={setCodes} />)}
            >
              Switch on
            </Button>
          )
        }
      </SecurityCard>
      <PasskeysCard />
      <Card as="section" className="p-5 md:p-6" aria-labelledby={devicesId}>
        <h2 id={devicesId} className="text-xl">
          Where you are signed in
        </h2>
        <OwnSessions />
        <p className="mt-4 text-sm text-ink-soft">
          You do not know one of them? Sign it out, and change your password on{' '}
          <Link className="link" to="/profile">
            your profile
          </Link>
          .
        </p>
      </Card>
      {mayRule && <OwnersRule onAsk={ask} />}
      {dialog}
    </div>
  )
}

function OwnersRule({ onAsk }: { onAsk: (use: QuestionName) => void }) {
  const result = useQuery(query('GET /api/admin/security-rules'))
  const isOn = result.data?.data.ownersNeedSecondFactor
  return (
    <SecurityCard
      title="Second factor of owners"
      badge={isOn !== undefined && <OnBadge isOn={isOn} words={['Required', 'Not required']} />}
      text="An owner can do everything here. Where it is required, an owner without a second factor sets one up after signing in, before anything else opens."
      of={result}
      lost="The rule could not be loaded."
    >
      {() => (
        <Button className="mt-5" variant="outline" onClick={() => onAsk(isOn ? 'release' : 'require')}>
          {isOn ? 'Do not require it' : 'Require it'}
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
    title: 'New recovery codes',
    children: 'The old ones open nothing any more.',
    confirmLabel: 'Make new codes',
    run: async () => (await api('POST /api/profile/two-factor/recovery-codes')).data.recoveryCodes,
  },
  'switch-off': {
    title: 'Switch two-factor sign-in off',
    children:
      'From then on your password alone opens the back office. Where owners need a second factor, you set another one up first.',
    confirmLabel: 'Switch off',
    run: async () => {
      await api('POST /api/profile/two-factor/switch-off')
      return null
    },
    done: { title: 'Two-factor sign-in is off' },
  },
  require: {
    title: 'Require a second factor of owners',
    children: 'Every owner without one, you too, sets one up before anything else opens.',
    confirmLabel: 'Require it',
    run: setRule(true),
    done: { title: 'Owners need a second factor' },
  },
  release: {
    title: 'Let owners in by the password alone',
    children:
      'Owners choose themselves then whether they use a second factor. Every owner is told, and the audit log says who decided so.',
    confirmLabel: 'Do not require it',
    run: setRule(false),
    done: { title: 'Owners need no second factor' },
  },
} satisfies Record<string, Omit<ComponentProps<typeof ActionDialog<Codes>>, keyof Openable>>
