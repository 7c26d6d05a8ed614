import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSignOut } from '../../lib/use-sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Heading } from '../../ui/heading.tsx'
import { useDialog } from '../../ui/lazy-dialog.tsx'
import { ConfirmIdentity } from '../confirm-identity.tsx'
import { useAdminTheme } from '../theme.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'
import '../../ui/more.css'

/** The page that an owner sees instead of the back office until a second factor is set up. */
export default function SecondFactorPage() {
  const queryClient = useQueryClient()
  const signOut = useSignOut()
  const { show, dialog } = useDialog()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useAdminTheme()
  const isSetUp = codes !== null
  // The button that had the focus is gone, so the focus moves to the heading.
  useEffect(() => {
    if (isSetUp) heading.current?.focus()
  }, [isSetUp])

  return (
    <main className="grid min-h-dvh place-items-center bg-sunk px-4 py-10">
      <Card as="section" className="w-full max-w-[34rem] p-6 md:p-8" aria-labelledby="second-factor">
        <Heading id="second-factor" ref={heading} level={1} size="2xl" tabIndex={-1} className="outline-none">
          {isSetUp ? (
            <>
              Save your <em>codes</em>
            </>
          ) : (
            <>
              One step <em>before</em> you begin
            </>
          )}
        </Heading>
        {isSetUp ? (
          <RecoveryCodes
            codes={codes}
            doneLabel="Continue to the back office"
            onDone={() => void queryClient.invalidateQueries({ queryKey: ['GET /api/auth/user'] })}
          />
        ) : (
          <>
            <p className="mt-3">
              Owners sign in with their password and a code from an app on their phone. A stolen password
              isn’t enough to sign in.
            </p>
            <p className="mt-3 text-ink-soft">
              You need two minutes and an authenticator app on your phone. You’ll also get recovery codes in
              case you lose your phone.
            </p>
            <div className="mt-6 flex flex-wrap gap-3">
              <Button onClick={() => show((props) => <SetUpDialog {...props} onCodes={setCodes} />)}>
                Set up two-factor sign-in
              </Button>
              <Button variant="quiet" busy={signOut.isPending} onClick={() => signOut.mutate()}>
                Sign Out
              </Button>
            </div>
          </>
        )}
      </Card>
      {dialog}
      <ConfirmIdentity />
    </main>
  )
}
