import { useQuery } from '@tanstack/react-query'
import { hasRight, type Right } from '../../contract/rights.ts'
import { query } from '../lib/query.ts'
import { useSessionToken } from '../lib/use-session.ts'

/** The role of whoever is signed in. */
export function useRole(): string | undefined {
  const isSignedIn = useSessionToken() !== null
  // The guard has just asked: a link that comes later needs no other answer.
  const { data } = useQuery({ ...query('GET /api/auth/user'), enabled: isSignedIn, refetchOnMount: false })
  return data?.role
}

/** Whether to show what takes a right; the server checks it again. */
export function useRight(right: Right): boolean {
  return hasRight(useRole(), right)
}
