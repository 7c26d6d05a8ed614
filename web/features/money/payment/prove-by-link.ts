import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { EndpointResponse } from '../../../../contract/endpoint.ts'
import { proofFragment } from '../../../../contract/registrations/link-fragments.ts'
import type { proveByLink as endpoint } from '../../../../contract/registrations/proofs.ts'
import { api } from '../../../lib/api.ts'
import { keepPlacedOrder } from '../../../lib/placed-orders.ts'
import { rememberSeat } from '../../../lib/seats-taken.ts'

type Proved = EndpointResponse<typeof endpoint>['data']

export function rememberProved({ kind, id }: Proved, token: string): void {
  if (kind === 'order') keepPlacedOrder(id, token, Date.now())
  if (kind === 'enrolment' || kind === 'event-booking') rememberSeat(id, token)
}

/** Proves to the server that the e-mail arrived. The proof extends the hold, so the page loads the hold again. */
export async function proveByLink(client: QueryClient, held: { queryKey: QueryKey }): Promise<void> {
  const { hash, pathname, search } = location
  if (!hash.startsWith(proofFragment)) return
  const token = hash.slice(proofFragment.length)
  const { data } = await api('POST /api/proofs', { body: { token } })
  rememberProved(data, token)
  // Removes the token from the URL, so that people who share the page's URL do not share the token.
  history.replaceState(history.state, '', pathname + search)
  await client.invalidateQueries({ queryKey: held.queryKey })
  await client.invalidateQueries({ queryKey: ['order-delivery'] })
}
