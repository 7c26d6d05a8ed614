import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query } from '../lib/query.ts'
import { displayName, session } from '../lib/session.ts'
import { useIsAdmin, useSessionToken, useUserName } from '../lib/use-session.ts'

/** Who is signed in; the server is asked where a token is stored. */
export function useCurrentUser(): { name: string; isAdmin: boolean } | null {
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
