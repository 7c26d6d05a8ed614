import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { PageHandle } from '../../contract/page.ts'
import { useGuard } from '../lib/guard.ts'
import { query } from '../lib/query.ts'
import { useSessionToken } from '../lib/use-session.ts'
import { Awaited } from '../ui/spinner.tsx'

const AdminShell = lazy(() => import('../admin/shell.tsx'))
const SecondFactorPage = lazy(() => import('../admin/second-factor/second-factor-page.tsx'))

export const handle: PageHandle = { isPrivate: true, isBare: true }

export default function Admin() {
  const isAllowed = useGuard()
  const spinner = <Awaited label="Checking access" className="min-h-dvh noscript:hidden" />
  return (
    <>
      <title>Back office</title>
      <meta name="robots" content="noindex" />
      <noscript>
        {import.meta.env.SSR && (
          <p className="p-8 text-center">
            The back office needs JavaScript. Please switch it on in this browser, and load this page again.
          </p>
        )}
      </noscript>
      <Suspense fallback={spinner}>{isAllowed ? <Door /> : spinner}</Suspense>
    </>
  )
}

/** An owner who lacks a second factor only sees how to set one up, because the server allows nothing else. */
function Door() {
  const isSignedIn = useSessionToken() !== null
  const { data } = useQuery({ ...query('GET /api/auth/user'), enabled: isSignedIn })
  return data?.lacksSecondFactor ? <SecondFactorPage /> : <AdminShell />
}
