import type { EndpointResponse } from '../../../../contract/endpoint.ts'
import type { getOrderRecipient } from '../../../../contract/orders/reminders.ts'
import { ownWords } from '../../../lib/own-words.ts'
import { jsonOf } from '../../../lib/storage.ts'

const draft = ownWords('checkoutDraft')
const deliverTo = ownWords('deliverTo')

/** These fields of an unfinished order stay, because all others belong to another recipient. */
const ofBuyer = ['customername', 'email', 'phone', 'paymentMethod', 'substitution']

/** Puts an earlier order's recipient into the checkout, and asks the store for its place and day. */
export function keepForCheckout({
  day,
  ...recipient
}: EndpointResponse<typeof getOrderRecipient>['data']): void {
  const kept = Object.entries(jsonOf(draft.read()) ?? {}).filter(([name]) => ofBuyer.includes(name))
  draft.write(JSON.stringify({ ...Object.fromEntries(kept), ...recipient, ...(day && { day }) }))
  if (recipient.pincode && day) deliverTo.write(`${recipient.pincode} ${day}`)
}
