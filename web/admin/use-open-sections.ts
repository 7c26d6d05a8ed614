import { useQuery } from '@tanstack/react-query'
import { query } from '../lib/query.ts'
import { type AdminSection, openSections } from './section-registry.ts'

/** The sections that are there for whoever looks: some are the owner's alone (reading A9). The server decides besides. */
export function useOpenSections(): readonly AdminSection[] {
  const { data } = useQuery(query('GET /api/auth/user'))
  return openSections.filter(({ role }) => role === undefined || role === data?.role)
}
