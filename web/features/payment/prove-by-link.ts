import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { EndpointResponse } from '../../../contract/endpoint.ts'
import { proofFragment } from '../../../contract/proof-fragment.ts'
import type { proveByLink as endpoint } from '../../../contract/proofs.ts'
import { api } from '../../lib/api.ts'
import { keepPlacedOrder } from '../../lib/placed-order.ts'
import { rememberSeat } from '../../lib/seats-taken.ts'

/** Whoever came by a letter's link finds in this browser what it is about. */
export function rememberProved({ kind, id }: EndpointResponse<typeof endpoint>['data']): void {
  if (kind === 'order') keepPlacedOrder(id, Date.now())
  if (kind === 'enrolment' || kind === 'event-booking') rememberSeat(id)
}

/** Shows the server that the letter arrived whose link led here; what is held longer then is read again. */
export async function proveByLink(client: QueryClient, held: { queryKey: QueryKey }): Promise<void> {
  const { hash, pathname, search } = location
  if (!hash.startsWith(proofFragment)) return
  const { data } = await api('POST /api/proofs', { body: { token: hash.slice(proofFragment.length) } })
  rememberProved(data)
  // The token leaves the address, so that nobody shares it with the page.
  history.replaceState(history.state, '', pathname + search)
  await client.invalidateQueries({ queryKey: held.queryKey })
}
