import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { OwnSessions } from '../../../features/account/own-sessions.tsx'
import { query } from '../../../lib/query.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FailedNote } from '../../../ui/failed-note.tsx'
import { Note } from '../../../ui/note.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { useOpened } from '../../opened.tsx'
import { RecoveryCodes } from '../../second-factor/recovery-codes.tsx'
import { SetUpDialog } from '../../second-factor/set-up-dialog.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordDialog, type PasswordUse } from './password-dialog.tsx'

/** How somebody's own account is opened: a second factor, passkeys, and where it is signed in. */
export default function SecuritySection() {
  const result = useQuery(query('GET /api/profile/two-factor'))
  const { data, error } = result
  const asking = useOpened<{ use: PasswordUse }>()
  const settingUp = useOpened<object>()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const state = data?.data
  const isOwner = useQuery(query('GET /api/auth/user')).data?.role === 'owner'

  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <Card as="section" className="p-5 md:p-6" aria-labelledby="two-factor">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="two-factor" className="mr-auto text-xl">
            Two-factor sign-in
          </h2>
          {state && <Badge tone={state.isOn ? 'leaf' : 'outline'}>{state.isOn ? 'On' : 'Off'}</Badge>}
        </div>
        <p className="mt-2 text-ink-soft">
          Besides the password, sign-in asks for a code that an app on your phone shows. Whoever learns your
          password alone stays outside.
        </p>
        {error && state === undefined ? (
          <FailedNote tone="error" className="mt-5" title="Its state could not be loaded." of={result}>
            {error.message || 'Please check the connection and try again.'}
          </FailedNote>
        ) : state === undefined ? (
          <Loading />
        ) : state.isOn ? (
          <>
            {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
            {!codes && (
              <p className="mt-4">
                <strong>{state.recoveryCodesLeft}</strong>{' '}
                {state.recoveryCodesLeft === 1 ? 'recovery code is' : 'recovery codes are'} left.
              </p>
            )}
            {!codes && state.recoveryCodesLeft < 4 && (
              <Note tone="warning" className="mt-4">
                Please make new ones before they run out.
              </Note>
            )}
            <div className="mt-5 flex flex-wrap gap-3">
              <Button variant="outline" onClick={() => asking.show({ use: 'renew' })}>
                New recovery codes
              </Button>
              <Button variant="quiet" onClick={() => asking.show({ use: 'switch-off' })}>
                Switch off
              </Button>
            </div>
          </>
        ) : (
          <Button className="mt-5" onClick={() => settingUp.show({})}>
            Switch on
          </Button>
        )}
      </Card>
      <PasskeysCard />
      <Card as="section" className="p-5 md:p-6" aria-labelledby="devices">
        <h2 id="devices" className="text-xl">
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
      {isOwner && <OwnersRule onAsk={(use) => asking.show({ use })} />}
      {asking.opened && (
        <PasswordDialog
          key={asking.opened.turn}
          open={asking.opened.isOpen}
          use={asking.opened.use}
          onClose={asking.close}
          onCodes={setCodes}
        />
      )}
      {settingUp.opened && (
        <SetUpDialog
          key={`set-up-${settingUp.opened.turn}`}
          open={settingUp.opened.isOpen}
          onClose={settingUp.close}
          onCodes={setCodes}
        />
      )}
    </div>
  )
}

/** Whether owners have to have a second factor: an owner's to decide. */
function OwnersRule({ onAsk }: { onAsk: (use: PasswordUse) => void }) {
  const result = useQuery(query('GET /api/admin/security-rules'))
  const { data, error } = result
  const isOn = data?.data.ownersNeedSecondFactor
  return (
    <Card as="section" className="p-5 md:p-6" aria-labelledby="owners-rule">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="owners-rule" className="mr-auto text-xl">
          Second factor of owners
        </h2>
        {isOn !== undefined && (
          <Badge tone={isOn ? 'leaf' : 'outline'}>{isOn ? 'Required' : 'Not required'}</Badge>
        )}
      </div>
      <p className="mt-2 text-ink-soft">
        An owner can do everything here. Where it is required, an owner without a second factor sets one up
        after signing in, before anything else opens.
      </p>
      {error && isOn === undefined ? (
        <FailedNote tone="error" className="mt-5" title="The rule could not be loaded." of={result}>
          {error.message || 'Please check the connection and try again.'}
        </FailedNote>
      ) : isOn === undefined ? (
        <Loading />
      ) : (
        <Button className="mt-5" variant="outline" onClick={() => onAsk(isOn ? 'release' : 'require')}>
          {isOn ? 'Do not require it' : 'Require it'}
        </Button>
      )}
    </Card>
  )
}
