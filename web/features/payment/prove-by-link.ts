import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { proofFragment } from '../../../contract/proof-fragment.ts'
import { api } from '../../lib/api.ts'
import { keepOrderKey } from '../../lib/order-keys.ts'

/** Shows the server that the letter arrived whose link led here; what is held longer then is read again. */
export async function proveByLink(client: QueryClient, held: { queryKey: QueryKey }): Promise<void> {
  const { hash, pathname, search } = location
  if (!hash.startsWith(proofFragment)) return
  const token = hash.slice(proofFragment.length)
  const { data } = await api('POST /api/proofs', { body: { token } })
  if (data.kind === 'order') keepOrderKey(data.id, token)
  // The token leaves the address, so that nobody shares it with the page.
  history.replaceState(history.state, '', pathname + search)
  await client.invalidateQueries({ queryKey: held.queryKey })
  await client.invalidateQueries({ queryKey: ['where an order goes'] })
}
