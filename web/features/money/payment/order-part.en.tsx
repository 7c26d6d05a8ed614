// The texts of the later parts of an order's payment page in English.

import type { ReactNode } from 'react'

export const deliveryTime = ({ name, hours }: { name: string; hours: string }) => `${name}, ${hours}`

export const checkingCancelled = 'This order was cancelled. If we find your payment, we’ll refund it.'
export const paidLate =
  'We received your payment after we had released your items. We’ll confirm the order if we still can, or refund you, and we’ll call you.'
export const checkingReleased =
  'Your order is no longer held. Once we find your payment, we’ll confirm it if your items and delivery time are still available. If not, we’ll refund you.'
export const checking = 'We’re checking our account and will e-mail you when your order is confirmed.'
export const checkingHere = 'We’re checking our account. This page will show when your order is confirmed.'
export const heldWhileChecking = ({ until }: { until: string }) =>
  `We’ll hold your items until ${until}. If we haven’t found your payment by then, we’ll e-mail you. Your money is safe.`
export const heldBriefly = ({ until }: { until: string }) =>
  `We’ll hold your items until ${until}. Your money is safe.`
export const openLinkToHoldLonger = 'For a longer hold, open the link in our e-mail.'

export const releasedLead =
  'You can still pay. We’ll refund you if your items or delivery time are no longer available.'

export const notPlaced = (
  <>
    This order was <em>not placed</em>
  </>
)
export const notPlacedLead =
  'The link in our e-mail wasn’t opened in time. Nothing is held, and there’s nothing to pay.'
export const notConfirmedLead =
  'This order wasn’t confirmed in time. Nothing is held, and there’s nothing to pay.'
export const checkEmail = (
  <>
    Check your <em>e-mail</em>
  </>
)
export const checkEmailLead = ({ until }: { until: string }) =>
  `We’ve sent you a link. Open it before ${until} to place your order. We’ll then hold everything that is still available, and you can pay.`
export const dontPayYet = (callOrChat: ReactNode) => (
  <>
    Nothing is held until then, so please don’t pay yet. No e-mail after a few minutes? Check your spam
    folder, or {callOrChat}.
  </>
)
export const callToOrder = (
  <>
    Please <em>call us</em> to order
  </>
)
export const callToOrderLead = (callOrChat: ReactNode) => (
  <>
    We need to confirm your e-mail address before we can place this order, and we can’t send e-mails right
    now. Please {callOrChat}. Nothing is held yet, so please don’t pay.
  </>
)
