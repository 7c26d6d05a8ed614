import { useQuery } from '@tanstack/react-query'
import { query } from '../lib/query.ts'
import { useSessionToken } from '../lib/use-session.ts'
import { sections } from './section-registry.ts'

/** The sections that are there for whoever looks: some are the owner's alone. The server decides besides. */
export function useOpenSections() {
  // Signed out, nobody is asked about: the answer would be a refusal.
  const isSignedIn = useSessionToken() !== null
  const { data } = useQuery({ ...query('GET /api/auth/user'), enabled: isSignedIn })
  return sections.filter(({ role }) => role === undefined || role === data?.role)
}
