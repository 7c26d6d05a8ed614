// The texts of an order's page in English.

import type { ReactNode } from 'react'

interface CallOrChat {
  callOrChat: ReactNode
}

export const orderNumber = ({ number }: { number: string }) => `Order ${number}`
export const payNow = 'Pay now'
export const amountDue = ({ amount }: { amount: string }) => `${amount} is due.`
export const feeDue = ({ amount }: { amount: string }) => `A re-delivery fee of ${amount} is due`
export const payFee = ({ amount }: { amount: string }) => `Pay ${amount}`

export const orderStatus = 'Order status'
export const steps = {
  Ordered: 'Ordered',
  Paid: 'Paid',
  'Being arranged': 'Being arranged',
  'On its way': 'On its way',
  Delivered: 'Delivered',
}
export const stepsOfCollection = { ...steps, 'On its way': 'Ready at the studio', Delivered: 'Collected' }
export const stepConfirmed = 'Confirmed'
export const stillToCome = '(still to come)'
export const deliveryAttempts = 'Delivery attempts'

export const photos = 'Photos'
export const photographs = {
  ready: { alt: 'The finished bouquet', caption: 'Ready to go' },
  door: { alt: 'The bouquet at the door', caption: 'At the door' },
}

export const problem = 'Something wrong?'
export const toldOn = ({ time, callOrChat }: CallOrChat & { time: string }) => (
  <>
    You told us about a problem on {time}. We’ll call or write to you. If it can’t wait, please {callOrChat}.
  </>
)
export const tellUsBy = ({ time }: { time: string }) =>
  `If a flower is damaged or missing, tell us by ${time}. Add photos if you can.`
export const tellMoreBy = ({ time }: { time: string }) =>
  `If there’s more we should know, tell us by ${time}. Add photos if you can.`
export const reportProblem = 'Report a problem'
export const tooLateToTell = ({ callOrChat }: CallOrChat) => (
  <>You can report problems up to 24 hours after delivery. For anything else, please {callOrChat}.</>
)

export const deliveryDetails = 'Delivery details'
export const detailsNotLoaded = 'We couldn’t load the delivery details.'
export const onlyForBuyer =
  'Only the person who ordered can see these details. Open “Check or change details” in our e-mail, or sign in with the account that placed the order.'
export const onlyForBuyerHere =
  'Only the person who ordered can see these details. Open this page in the browser that you ordered with, or sign in with the account that placed the order.'
export const checkOrChange = 'Check or change details'
export const recipient = 'Recipient'
export const recipientPhone = 'Recipient’s phone'
export const address = 'Address'
export const cardMessage = 'Card message'

export const manageOrder = 'Manage your order'
export const ifWrong = ({ callOrChat }: CallOrChat) => <>If something is wrong, please {callOrChat}.</>
export const questions = ({ callOrChat }: CallOrChat) => <>Questions? Please {callOrChat}.</>
export const shareWithRecipient = 'Share a link with the recipient'
export const shareTitle = 'Flowers for you'
export const sharedLink = 'The link for the recipient'
export const remindMe = 'Remind me every year'
export const print = 'Print this page'
export const cancelOrder = 'Cancel my order'

export const accountOffer = 'Keep your orders in one place'
export const accountOfferLead =
  'Create an account with this e-mail address to see all your orders and reorder quickly.'
export const createAccount = 'Create an account'

export const whatYouOrdered = 'What you ordered'
export const terms = 'Terms'
export const termsAccepted = 'Read what you accepted'
export const orderedAt = 'Ordered'
export const delivery = 'Delivery'
export const collection = 'Collection'
export const time = 'Time'
export const subtotal = 'Subtotal'
export const discount = 'Discount'
export const discountBy = ({ code }: { code: string }) => `Discount (${code})`
export const redeliveryFee = 'Re-delivery fee'
export const feeStates = {
  open: ({ amount }: { amount: string }) => `${amount}, due`,
  paid: ({ amount }: { amount: string }) => `${amount}, paid`,
  waived: ({ amount }: { amount: string }) => `${amount}, waived`,
}
