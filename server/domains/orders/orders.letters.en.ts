// The texts of the e-mails and WhatsApp messages about orders in English. Each message has its own object.

import { reachUs } from '../../platform/messages/letter.en.ts'

export const facts = {
  order: 'Order',
  item: 'Item',
  items: ({ name, quantity }: { name: string; quantity: number }) => `${quantity} × ${name}`,
  delivery: 'Delivery',
  collection: 'Collection',
  recipient: 'Recipient',
  address: 'Address',
  recipientPhone: 'Recipient’s phone',
  card: 'Card message',
  total: 'Total',
  redeliveryFee: 'Re-delivery fee',
  reference: 'Reference',
}

export const links = {
  checkOrChange: 'Check or change details',
  viewOrder: 'View your order',
  visitStore: 'Visit the store',
  pay: ({ amount }: { amount: string }) => `Pay ${amount}`,
}

export const closing = ({ number, ...us }: { phone: string; number: string }) =>
  `If you have any questions, ${reachUs(us)} and mention ${number}.`

export const asked = {
  subject: ({ number }: { number: string }) => `Confirm your order ${number}`,
  openLink: ({ until }: { until: string }) =>
    `You, or someone using your e-mail address, ordered flowers from us. To place the order, open the link below before ${until}. We’ll then hold everything that’s still available. Nothing is held until then, so please don’t pay yet.`,
  notYou: 'If this wasn’t you, you can ignore this e-mail.',
  placeOrder: 'Place my order',
}

export const received = {
  subject: ({ number }: { number: string }) => `We’ve received your order ${number}`,
  thanks: ({ until }: { until: string }) =>
    `Thank you for your order. We’ll hold it until ${until} and start on it once you’ve paid.`,
  openLink: ({ until }: { until: string }) =>
    `To confirm your e-mail address, open the link below before then. We’ll then hold your order until ${until}.`,
  openLinkInEmail: ({ until }: { until: string }) =>
    `To confirm your e-mail address, open the link in our e-mail before then. We’ll then hold your order until ${until}.`,
}

export const atSchool = {
  subject: ({ number }: { number: string }) => `Pay at the school for your order ${number}`,
  lead: ({ amount, until }: { amount: string; until: string }) =>
    `You’ve chosen to pay ${amount} at the school. We’ll hold your order until ${until} and start on it once you’ve paid.`,
  confirmSubject: ({ number }: { number: string }) =>
    `Confirm that you’ll pay at the school for your order ${number}`,
  confirm: ({ amount, until }: { amount: string; until: string }) =>
    `You’ve chosen to pay ${amount} at the school. Please open the link below to confirm your e-mail address. We’ll then hold your order until ${until}.`,
  confirmLink: 'Confirm that I’ll pay at the school',
}

interface Numbered {
  number: string
}
const delivered = {
  subject: ({ number }: Numbered) => `Your order ${number} was delivered`,
  text: 'We’ve delivered your order. We hope it brings joy. Thank you for choosing us.',
}

/** Some notices are no longer sent, but older outbox rows still contain them. */
export const notices = {
  confirmed: {
    subject: ({ number }: Numbered) => `Your order ${number} is confirmed`,
    text: 'Thank you for your order. It’s confirmed, and we’ll choose fresh flowers for it.',
  },
  processing: {
    subject: ({ number }: Numbered) => `We’re arranging your order ${number}`,
    text: 'We’re arranging your flowers now.',
  },
  shipped: {
    subject: ({ number }: Numbered) => `Your order ${number} is on its way`,
    text: 'Your flowers have left our studio and are on their way.',
  },
  delivered,
  completed: delivered,
  cancelled: {
    subject: ({ number }: Numbered) => `Your order ${number} has been cancelled`,
    text: 'We’ve cancelled your order.',
  },
  reopened: {
    subject: ({ number }: Numbered) => `We’ve reopened your order ${number}`,
    text: 'Your order was cancelled. We’ve now reopened it.',
  },
  moved: {
    subject: ({ number }: Numbered) => `Your order ${number} has a new time`,
    text: 'The school is closed at the time we agreed, so we’ve changed the time of your order. If the new time doesn’t suit you, please call us.',
  },
}

const collected = {
  subject: ({ number }: Numbered) => `You’ve collected your order ${number}`,
  text: 'You’ve collected your flowers. We hope they bring joy. Thank you for choosing us.',
}
export const noticesOfCollection = {
  ...notices,
  shipped: {
    subject: ({ number }: Numbered) => `Your order ${number} is ready to collect`,
    text: 'Your flowers are ready. You can collect them from our studio.',
  },
  delivered: collected,
  completed: collected,
}

export const money = {
  nothingToPay: 'There’s nothing to pay.',
  /** A WhatsApp message says this if the school sends no e-mails, because it must not promise one. */
  refundWithoutEmail: 'We’ll refund you the way you paid.',
  nothingToDo: 'You don’t need to do anything.',
  due: ({ amount }: { amount: string }) => `${amount} is still due.`,
}

export const ready = {
  subject: ({ number }: Numbered) => `Your order ${number} is ready`,
  text: 'Your flowers are ready. We’ll deliver them at the agreed time.',
  picture: 'Your finished flowers',
}

export const holdEnded = {
  subject: ({ number }: Numbered) => `Your order ${number} is no longer held`,
  notFound:
    'You told us you’ve paid, but we haven’t found your payment yet, so we can’t hold your order any longer. Your money is safe. Once we find it, we’ll confirm your order. If that’s no longer possible, we’ll call you.',
  unpaid: 'We haven’t received your payment, so we’ve released the items in your order. You weren’t charged.',
  orderAgain: 'Order again',
}

export const refunded = {
  subject: ({ number }: Numbered) => `Your refund for order ${number}`,
  all: 'We’ve refunded you the way you paid. Your bank may take a few days to show it.',
  part: ({ amount }: { amount: string }) =>
    `We’ve refunded ${amount}. Your bank may take a few days to show it.`,
}

export const credit = {
  subject: ({ amount }: { amount: string }) => `Your store credit of ${amount}`,
  given: ({ number }: Numbered) =>
    `We’re sorry that your order ${number} wasn’t right. This store credit is for flowers of your choice.`,
  rest: ({ number }: Numbered) =>
    `Your order ${number} used part of your store credit. Here’s a new code for the remainder.`,
  returned: ({ number }: Numbered) =>
    `Your order ${number} was cancelled. Here’s a new code for the store credit it used.`,
  howToUse:
    'Enter the code at checkout, with the e-mail address of your order. You can use the code for one order. If you don’t use all the credit, we’ll send you a new code for the remainder.',
  code: 'Code',
  value: 'Value',
  validUntil: 'Valid until',
  noEnd: 'No end date',
}

export const charges = {
  asked: {
    subject: ({ number }: Numbered) => `Re-delivery fee for your order ${number}`,
    text: 'We came with your flowers, but nobody was there to receive them. There’s a fee to deliver them again. Your order isn’t affected if you don’t pay it. We’ll call you to agree on a time.',
  },
  paid: {
    subject: ({ number }: Numbered) => `We’ve received your re-delivery fee for order ${number}`,
    text: 'Thank you. We’ve received your re-delivery fee.',
  },
  waived: {
    subject: ({ number }: Numbered) => `No re-delivery fee for your order ${number}`,
    text: 'You don’t need to pay the re-delivery fee. If you’ve already paid it, we’ll refund you.',
  },
  refunded: {
    subject: ({ number }: Numbered) => `Your re-delivery fee for order ${number} has been refunded`,
    text: 'We’ve refunded your re-delivery fee the way you paid. Your bank may take a few days to show it.',
  },
}

/** Notices to the school. */
export const school = {
  newOrder: ({ number }: Numbered) => `New order ${number}`,
  paymentToCheck: ({ number }: Numbered) => `Check the payment for order ${number}`,
  paymentReported: ({ number, name, amount }: Numbered & { name: string; amount: string }) =>
    `${name} says they’ve paid ${amount} by UPI, with the reference ${number}. Look for the payment in your UPI account. If it’s there, open the order in the back office and press Mark paid.`,
  paymentWithoutOrder: ({ number }: Numbered) => `Payment received for the cancelled order ${number}`,
  cancelled: ({ number }: Numbered) => `The customer cancelled order ${number}`,
  feeToCheck: ({ number }: Numbered) => `Check the re-delivery fee for order ${number}`,
  feeWaived: ({ number }: Numbered) => `Payment received for a waived fee on order ${number}`,
  nobodyHome: ({ number }: Numbered) => `Nobody at home for order ${number}`,
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  message: 'Message',
}
