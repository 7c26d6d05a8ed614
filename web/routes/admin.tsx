import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { placeholderAddress } from '../../contract/accounts/placeholder-address.ts'
import type { PageHandle } from '../../contract/page.ts'
import { ApiError, api } from '../lib/api.ts'
import { tidyPresses } from '../lib/kept-presses.ts'
import { query } from '../lib/query.ts'
import { useSchool } from '../lib/school.ts'
import { session, sessionTokenKey } from '../lib/session.ts'
import { useSessionToken } from '../lib/use-session.ts'
import { Awaited } from '../ui/spinner.tsx'
import { toast } from '../ui/toast-store.ts'

const AdminShell = lazy(() => import('../admin/shell.tsx'))
const FirstAddressPage = lazy(() => import('../admin/first-address/first-address-page.tsx'))
const SecondFactorPage = lazy(() => import('../admin/second-factor/second-factor-page.tsx'))

export const handle: PageHandle = { isPrivate: true, isBare: true, isOpenEarly: true }

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
            The back office needs JavaScript. Turn it on in your browser, then refresh this page.
          </p>
        )}
      </noscript>
      <Suspense fallback={spinner}>{isAllowed ? <Door /> : spinner}</Suspense>
    </>
  )
}

/**
 * The first owner of a school of its own enters an e-mail address before anything else. An owner without a second factor
 * sees only how to set one up, because the server allows nothing else.
 */
function Door() {
  const isSignedIn = useSessionToken() !== null
  const { data } = useQuery({ ...query('GET /api/auth/user'), enabled: isSignedIn })
  const school = useSchool()
  if (data?.email === placeholderAddress && school?.isDemonstration === false) return <FirstAddressPage />
  return data?.lacksSecondFactor ? <SecondFactorPage /> : <AdminShell />
}

const goneWithinMs = 500

const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** True if an admin is signed in; others are sent to another page. The server checks every call again. */
function useGuard(): boolean {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isAllowed, setAllowed] = useState(false)
  useEffect(() => {
    let isOver = false
    // The hash names a section and may hold a search term from an e-mail, even a person's name, so it is kept out of
    // the URL of the sign-in page.
    const toSignIn = () => void navigate('/signin', { replace: true, state: { section: location.hash } })
    async function check() {
      if (session.token() === null || !session.isAdmin()) return toSignIn()
      try {
        const user = await api('GET /api/auth/user')
        if (isOver) return
        queryClient.setQueryData(query('GET /api/auth/user').queryKey, user)
        tidyPresses(user.id, Date.now())
        if (user.usertype === 'admin') return setAllowed(true)
        session.forgetAdmin()
        toast({
          title: 'Access Denied',
          description: 'You need admin privileges to access this page',
          tone: 'error',
        })
        void navigate('/', { replace: true })
      } catch (error) {
        // A reload aborts this call just before the page unloads. After a short wait, only a lost connection can be the
        // cause.
        if (error instanceof ApiError && error.status === 0) await passed(goneWithinMs)
        if (isOver) return
        session.forgetAdmin()
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) session.end()
        toSignIn()
      }
    }
    function followOtherTabs({ key }: StorageEvent) {
      if (key !== sessionTokenKey && key !== null) return
      if (session.token() === null) toSignIn()
      else void check()
    }
    void check()
    window.addEventListener('storage', followOtherTabs)
    return () => {
      isOver = true
      window.removeEventListener('storage', followOtherTabs)
    }
  }, [navigate, queryClient])
  return isAllowed
}
