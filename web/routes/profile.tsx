import { lazy, Suspense, useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { useSchool } from '../lib/school.ts'
import { session } from '../lib/session.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { useSessionToken } from '../lib/use-session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Heading } from '../ui/heading.tsx'
import { Container } from '../ui/section.tsx'
import { Spinner } from '../ui/spinner.tsx'

const ProfilePanel = lazy(() => import('../features/account/profile-panel.tsx'))

export const handle: PageHandle = { isPrivate: true }

export default function Profile() {
  const school = useSchool()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const token = useSessionToken()
  // Once, on coming here: whoever signs out meanwhile is not sent to sign in again.
  useEffect(() => {
    if (session.token() === null) void navigate('/signin?next=/profile', { replace: true })
  }, [navigate])
  const spinner = (
    <div className="grid place-items-center py-24" role="status" aria-label="Loading your profile">
      <Spinner />
    </div>
  )
  return (
    <Container tall className="py-10 md:py-16">
      <title>{`Your profile · ${school?.name ?? 'Malar'}`}</title>
      <meta name="robots" content="noindex" />
      <Heading level={1} size="2xl">
        Your <em>profile</em>
      </Heading>
      {token !== null ? (
        <Suspense fallback={spinner}>
          <ProfilePanel />
        </Suspense>
      ) : isHydrated ? (
        <>
          <p className="mt-3 text-lg text-ink-soft">You are signed out.</p>
          <ButtonLink to="/signin?next=/profile" className="mt-6">
            Sign In
          </ButtonLink>
        </>
      ) : (
        spinner
      )}
    </Container>
  )
}
