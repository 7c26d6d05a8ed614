// The texts that say how far an order is, in English.

/** `emphasis` is the part of the title that is shown in italics. */
export const titles = {
  notPlaced: { title: 'This order wasn’t placed', emphasis: 'wasn’t placed' },
  checkEmail: { title: 'Check your e-mail', emphasis: 'e-mail' },
  notPlacedYet: { title: 'Please call us to order', emphasis: 'call us' },
  checking: { title: 'We are checking your payment', emphasis: 'payment' },
  waiting: { title: 'Waiting for your payment', emphasis: 'payment' },
  confirmed: { title: 'Your order is confirmed', emphasis: 'confirmed' },
  arranging: { title: 'Your flowers are being arranged', emphasis: 'arranged' },
  ready: { title: 'Your flowers are ready', emphasis: 'ready' },
  onTheirWay: { title: 'Your flowers are on their way', emphasis: 'on their way' },
  arrived: { title: 'Your flowers have arrived', emphasis: 'arrived' },
  collected: { title: 'Your flowers have been collected', emphasis: 'collected' },
  cancelled: { title: 'This order was cancelled', emphasis: 'cancelled' },
}

export const notPlacedLead =
  'The link in our e-mail wasn’t opened in time. Nothing is held, and there’s nothing to pay.'
export const notConfirmedLead =
  'This order wasn’t confirmed in time. Nothing is held, and there’s nothing to pay.'
export const checkEmailLead = ({ until }: { until: string }) =>
  `To place your order, open the link in our e-mail before ${until}. Nothing is held until then, so please don’t pay yet.`
export const callToOrderLead =
  'We need to confirm your e-mail address before we can place this order, and we can’t send e-mails right now. Nothing is held yet, so please don’t pay.'
export const checkingLead = 'We’ll look for it in our account and e-mail you.'
export const checkingHere = 'We’ll look for it in our account. This page will show when we’ve found it.'
export const heldUntil = ({ until }: { until: string }) => `We’ll hold your order until ${until}.`
export const waitingLead = 'We’ll start on your order as soon as you’ve paid.'
export const nothingToPay = 'There’s nothing to pay.'
export const paid = 'We’ve received your payment.'
export const deliveredOn = ({ when }: { when: string }) => `We’ll deliver your flowers on ${when}.`
export const collectOn = ({ when }: { when: string }) =>
  `You can collect your flowers from our studio on ${when}.`
export const dayAndTime = ({ day, time }: { day: string; time: string }) => `${day}, ${time}`
export const callAboutDay = 'Call us to arrange the delivery day.'
export const readyLead = 'You can collect them from our studio.'
export const onTheirWayLead = 'We’ll e-mail you when they’ve arrived.'
export const arrivalHere = 'This page will show when they’ve arrived.'
export const arrivedLead = 'We hope they bring joy.'
export const expiredLead =
  'We didn’t receive your payment in time, so we’re no longer holding your order. You weren’t charged.'
export const paidLateLead =
  'Your payment arrived after we’d stopped holding your order. We’ll confirm the order if we still can, or refund you. Either way, we’ll call you.'
export const notFoundLead =
  'We couldn’t find your payment in time. Your money is safe. If we find it later, we’ll confirm your order. If that’s no longer possible, we’ll call you.'
export const cancelledByYou = 'You cancelled this order.'
export const cancelledBySchool = 'The school cancelled this order. If you didn’t expect this, please call us.'
export const refundToCome = 'We’ll refund you the way you paid.'
export const refunded = 'We’ve refunded you the way you paid.'

export const feeChecking = 'We are checking your payment.'
export const feeAfterDelivery =
  'Nobody was there to receive your flowers the first time, so we delivered them again.'
export const feeBeforeDelivery =
  'Nobody was there to receive your flowers. Your order isn’t affected if you don’t pay this fee.'
