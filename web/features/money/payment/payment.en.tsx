// The texts of the payment page in English.

import type { ReactNode } from 'react'

export const pageTitle = 'Payment'
export const heading = 'Complete Your Payment'
export const lead = 'Please review the details below'
export const payNow = 'Pay Now'
export const processing = 'Processing...'
export const print = 'Print this page'
export const iHavePaid = 'I have paid'
export const notPaidYet = 'I haven’t paid yet'
export const succeeded = 'Payment successful! You will receive a confirmation message shortly.'
export const failed = 'Payment failed. Please try again or contact support.'

export const demonstration = 'This is a demonstration.'
export const demonstrationLead = 'Pay Now records a simulated payment. No money moves.'
export const securePayment = 'Secure payment powered by a card payment provider'
export const payDirectly = 'You pay the school’s UPI id directly'
export const noMeans = 'You can’t pay here now. Please call us.'
export const cardNeedsScripts = (callOrChat: ReactNode) => (
  <>To pay by card, turn on JavaScript in your browser, or {callOrChat}.</>
)

export const checking = ({ reference }: { reference: string }) =>
  `We are checking your payment, reference ${reference}`
export const checkingLead = 'We’re checking our account and will e-mail you. There’s nothing more to do.'
export const paidAlready = 'Already paid?'
export const paidAlreadyLead = ({ reference }: { reference: string }) =>
  `There’s nothing more to do. We’ll look for your payment under ${reference} and e-mail you.`
export const moneyIsSafe = 'Your money is safe.'
export const nothingDue = 'There’s nothing to pay now.'

export const price = 'Price'
export const discount = 'Discount'
export const toPay = 'To pay'
export const totalAmount = 'Total Amount'
export const stillDue = 'Due'
export const received = 'Received'
export const free = 'Free'
export const reference = 'Reference'

export const order = 'Order'
export const items = 'Items'
export const collectOn = 'Collection'
export const deliveryOn = 'Delivery'
export const heldUntil = 'Held until'
export const orderIsReleased = 'After that, we’ll release your order. You won’t be charged.'
export const orderConfirmed = (
  <>
    Your order is <em>confirmed</em>
  </>
)
export const orderConfirmedLead = 'We’ve sent you a confirmation.'
export const orderExpired = 'This order is no longer held'
export const orderCancelled = 'This order was cancelled'
export const trackOrder = 'Track your order'

export const feeFor = 'For'
export const secondDelivery = 'Second delivery attempt'
export const requested = 'Requested'
export const ifUnpaid = 'If you don’t pay'
export const orderGoesOn = 'Your order isn’t affected.'
export const feePaid = (
  <>
    The fee is <em>paid</em>
  </>
)
export const feePaidLead = 'Thank you. We’ll deliver your flowers again.'

export const course = 'Course'
export const studentName = 'Student Name'
export const batch = 'Batch'
export const fee = 'Fee'
export const feeWhenDated = 'Fee, due once there’s a date'
export const seatHeldUntil = 'Seat held until'
export const seatConfirmed = (
  <>
    Your seat is <em>confirmed</em>
  </>
)
export const seatConfirmedLead = 'We’ve sent you a confirmation.'
export const enrolmentCancelled = 'This enrolment was cancelled'

export const openUpiApp = 'Open a UPI app'
export const noQrCode = 'The QR code didn’t load.'
export const noQrCodeLead = 'Pay to the UPI id below with your reference as the note, or reload this page.'
export const upiIdAndReference = ({ id, reference }: { id: ReactNode; reference: ReactNode }) => (
  <>
    UPI id {id}, reference {reference}
  </>
)

export const loading = 'Loading payment details'
export const notFound = 'Payment Details Not Found'
export const notFoundLead = 'Unable to load payment details. Please try again later.'
export const orderNotLoaded = (callOrChat: ReactNode) => (
  <>We couldn’t load your order. Refresh this page, or {callOrChat}.</>
)
export const enrolmentNotLoaded = (callOrChat: ReactNode) => (
  <>We couldn’t load your enrolment. Refresh this page, or {callOrChat}.</>
)
export const unknownOrder = (callOrChat: ReactNode) => (
  <>We can’t find this order. Use the link in our e-mail, or {callOrChat}.</>
)
export const unknownOrderPlainly = (callOrChat: ReactNode) => (
  <>We can’t find this order. Please {callOrChat}.</>
)
export const unknownEnrolment = (callOrChat: ReactNode) => (
  <>We can’t find this enrolment. Use the link in our e-mail, or {callOrChat}.</>
)
export const unknownEnrolmentPlainly = (callOrChat: ReactNode) => (
  <>We can’t find this enrolment. Please {callOrChat}.</>
)
