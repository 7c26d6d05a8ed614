import type { OpeningNeed } from '../../../../../contract/school/opening-needs.ts'
import type { SetUp } from '../../../../../contract/school/set-up.ts'
import { api } from '../../../../lib/api.ts'
import { useStale } from '../../../../lib/query.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { useDialog } from '../../../../ui/lazy-dialog.tsx'
import { ActionDialog } from '../../../action-dialog.tsx'
import { RecoveryCodes } from '../../../second-factor/recovery-codes.tsx'
import { SetUpDialog } from '../../../second-factor/set-up-dialog.tsx'
import { useSetUp } from '../../../set-up.ts'
import { useRight } from '../../../use-right.ts'

const needs: Record<OpeningNeed, string> = {
  name: 'The school’s name',
  city: 'The city',
  address: 'The address',
  phone: 'The phone number',
  email: 'The school’s e-mail address',
  'second-factor': 'Your two-factor sign-in',
}

/** Recovery codes that were just made. They are kept until the owner says that she has saved them. */
export interface MadeCodes {
  codes: readonly string[] | null
  onCodes: (codes: readonly string[] | null) => void
}

export function OpenSite({
  isOpen,
  missing,
  codes,
  onCodes,
  onOpened,
}: Pick<SetUp, 'isOpen' | 'missing'> & MadeCodes & { onOpened: () => void }) {
  const mayOpen = useRight('payment-settings')
  const sendsMail = useSetUp()?.items.some(({ id, state }) => id === 'letters' && state === 'done') === true
  const stale = useStale()
  const { show, dialog } = useDialog()
  if (isOpen) {
    return (
      <ButtonLink to="/" variant="outline" size="sm" className="self-start">
        See your site
      </ButtonLink>
    )
  }
  if (!mayOpen) return <p>Only an owner can open the site.</p>
  const ask = () =>
    show((props) => (
      <ActionDialog
        {...props}
        title="Open the site?"
        confirmLabel="Open the site"
        run={() => api('POST /api/admin/site/open')}
        done={{
          title: 'Your site is open',
          ...(sendsMail && { description: 'Every owner gets an e-mail about it.' }),
        }}
        onDone={() => {
          stale('GET /api/school', 'GET /api/fallbacks')
          onOpened()
        }}
      >
        Everyone can then see it, and search engines can find it.
        {!sendsMail && ' Visitors don’t get e-mails until the step “E-mail” is done.'}
      </ActionDialog>
    ))
  const switchOn = () =>
    show((props) => (
      <SetUpDialog
        {...props}
        onCodes={(made) => {
          onCodes(made)
          stale('GET /api/admin/set-up')
        }}
      />
    ))
  return (
    <>
      {missing.length > 0 && (
        <div>
          <p>Still missing:</p>
          <ul className="list-disc pl-5">
            {missing.map((need) => (
              <li key={need}>{needs[need]}</li>
            ))}
          </ul>
        </div>
      )}
      {missing.includes('second-factor') && (
        <Button variant="outline" className="self-start" onClick={switchOn}>
          Turn on two-factor sign-in
        </Button>
      )}
      {codes && <RecoveryCodes codes={codes} onDone={() => onCodes(null)} />}
      {/* The site cannot be opened while codes are shown: the codes would disappear, and cannot be shown again. */}
      <Button className="self-start" disabled={missing.length > 0 || codes !== null} onClick={ask}>
        Open the site
      </Button>
      {dialog}
    </>
  )
}
