import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { query } from '../lib/query.ts'
import { displayName, session } from '../lib/session.ts'
import { useIsAdmin, useSessionToken, useUserName } from '../lib/use-session.ts'
import { useSignOut } from '../lib/use-sign-out.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'

export function AccountArea({ className, stacked = false }: { className?: string; stacked?: boolean }) {
  const user = useCurrentUser()
  const signOut = useSignOut()
  if (user === null) {
    return (
      <div className={className}>
        <ButtonLink to="/signin" size="sm" variant="outline" wide={stacked}>
          Sign In
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className={cx('items-center gap-2', stacked ? 'flex flex-col items-stretch' : 'flex', className)}>
      <Link
        to="/profile"
        className={cx('link flex min-h-11 max-w-48 items-center text-sm', !stacked && 'max-md:hidden')}
      >
        <span className="truncate">Welcome, {user.name}</span>
      </Link>
      {user.isAdmin && (
        <ButtonLink to="/admin" size="sm" variant="outline" wide={stacked}>
          Admin
        </ButtonLink>
      )}
      <Button
        size="sm"
        variant="quiet"
        busy={signOut.isPending}
        onClick={() => signOut.mutate()}
        wide={stacked}
      >
        Sign Out
      </Button>
    </div>
  )
}

/** Who is signed in; the server is asked where a token is stored. */
function useCurrentUser(): { name: string; isAdmin: boolean } | null {
  const token = useSessionToken()
  const { data, error } = useQuery({ ...query('GET /api/auth/user'), enabled: token !== null })
  const storedName = useUserName()
  const storedAdmin = useIsAdmin()

  useEffect(() => {
    if (data) session.describe({ isAdmin: data.usertype === 'admin', name: displayName(data) })
  }, [data])
  useEffect(() => {
    if (!error) return
    // A 401 has ended the session already.
    console.error('The user could not be looked up', error)
    session.forgetUser()
  }, [error])

  if (token === null) return null
  if (error) return { name: 'User', isAdmin: false }
  if (data) return { name: displayName(data), isAdmin: data.usertype === 'admin' }
  return { name: storedName ?? 'User', isAdmin: storedAdmin }
}
