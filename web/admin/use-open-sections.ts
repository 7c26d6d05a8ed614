import { useQuery } from '@tanstack/react-query'
import { query } from '../lib/query.ts'
import { useSessionToken } from '../lib/use-session.ts'
import { sections } from './section-registry.ts'

/** The sections that this user may open; the server checks it again. */
export function useOpenSections() {
  const isSignedIn = useSessionToken() !== null
  const { data } = useQuery({ ...query('GET /api/auth/user'), enabled: isSignedIn })
  return sections.filter(({ role }) => role === undefined || role === data?.role)
}
