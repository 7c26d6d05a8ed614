import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { proofFragment } from '../../../contract/proof-fragment.ts'
import { api } from '../../lib/api.ts'

/** Shows the server that the letter arrived whose link led here; what is held longer then is read again. */
export async function proveByLink(client: QueryClient, held: { queryKey: QueryKey }): Promise<void> {
  const { hash, pathname, search } = location
  if (!hash.startsWith(proofFragment)) return
  await api('POST /api/proofs', { body: { token: hash.slice(proofFragment.length) } })
  // The token leaves the address, so that nobody shares it with the page.
  history.replaceState(history.state, '', pathname + search)
  await client.invalidateQueries({ queryKey: held.queryKey })
}
