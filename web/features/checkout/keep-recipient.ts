import type { EndpointResponse } from '../../../contract/endpoint.ts'
import type { getOrderRecipient } from '../../../contract/reminders.ts'
import { ownWords } from '../../lib/own-words.ts'
import { jsonOf } from '../../lib/storage.ts'

const draft = ownWords('checkoutDraft')
const deliverTo = ownWords('deliverTo')

/** Of an order that was begun and not sent these stay: the rest was for somebody else. */
const ofBuyer = ['customername', 'email', 'phone', 'paymentMethod', 'substitution']

/** The recipient of an earlier order stands in the checkout, and the store is asked for its place and day. */
export function keepForCheckout({
  day,
  ...recipient
}: EndpointResponse<typeof getOrderRecipient>['data']): void {
  const kept = Object.entries(jsonOf(draft.read()) ?? {}).filter(([name]) => ofBuyer.includes(name))
  draft.write(JSON.stringify({ ...Object.fromEntries(kept), ...recipient, ...(day && { day }) }))
  if (recipient.pincode && day) deliverTo.write(`${recipient.pincode} ${day}`)
}
