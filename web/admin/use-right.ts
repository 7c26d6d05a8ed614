import { useQuery } from '@tanstack/react-query'
import { hasRight, type Right } from '../../contract/rights.ts'
import { query } from '../lib/query.ts'
import { useSessionToken } from '../lib/use-session.ts'

export function useRole(): string | undefined {
  const isSignedIn = useSessionToken() !== null
  // The query is not made again, because the guard of the back office has just made it.
  const { data } = useQuery({ ...query('GET /api/auth/user'), enabled: isSignedIn, refetchOnMount: false })
  return data?.role
}

/** True if the user has the right. The server checks the right again. */
export function useRight(right: Right): boolean {
  return hasRight(useRole(), right)
}
