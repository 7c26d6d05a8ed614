import { lazy, Suspense, useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { UnlistedTags } from '../layout/visitor-page.tsx'
import { session } from '../lib/session.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { useSessionToken } from '../lib/use-session.ts'
import { WithoutScripts } from '../lib/without-scripts.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/heading.tsx'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'
import * as text from './profile.en.tsx'

const OwnOrders = lazy(() => import('../features/orders/orders/own-orders.tsx'))
const ProfilePanel = lazy(() => import('../features/accounts/account/profile-panel.tsx'))

export const handle: PageHandle = { isPrivate: true, isOpenEarly: true }

export default function Profile() {
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const token = useSessionToken()
  // This runs only on arrival, because a visitor who signs out on this page stays on it.
  useEffect(() => {
    if (session.token() === null) void navigate('/signin?next=/profile', { replace: true })
  }, [navigate])
  const spinner = (
    <>
      <WithoutScripts of="page" />
      <Awaited label={text.loading} className="py-24 noscript:hidden" />
    </>
  )
  return (
    <Container tall className="py-10 md:py-16">
      <UnlistedTags title={text.title} />
      <PageTitle>{text.heading}</PageTitle>
      {token !== null ? (
        <Suspense fallback={spinner}>
          <ProfilePanel orders={<OwnOrders />} />
        </Suspense>
      ) : isHydrated ? (
        <>
          <p className="mt-3 text-lg text-ink-soft">{text.signedOut}</p>
          <ButtonLink to="/signin?next=/profile" className="mt-6">
            {text.signIn}
          </ButtonLink>
        </>
      ) : (
        spinner
      )}
    </Container>
  )
}
