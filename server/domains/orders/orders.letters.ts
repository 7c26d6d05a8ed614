import * as z from 'zod/mini'
import { amountInWords, instantInWords } from '../../../contract/words.ts'
import { defineLetter, typedName } from '../../platform/messages/letter-kinds.ts'
import { deliveryInWords, type OrderNotice } from './order-notices.ts'

const delivered = {
  subject: 'Your order # was delivered',
  said: 'Your order was delivered. We hope that it brings joy. Thank you for choosing us.',
}

/** `#` stands for the order's number. Letters of older rows have notices that are told no more. */
const noticeWords: Record<OrderNotice, { subject: string; said: string }> = {
  confirmed: {
    subject: 'Your order # is confirmed',
    said: 'Thank you for your order. We have confirmed it and will choose your flowers fresh.',
  },
  processing: {
    subject: 'We are arranging your order #',
    said: 'Your flowers are on our table: we are arranging your order now.',
  },
  shipped: {
    subject: 'Your order # is on its way',
    said: 'Your order has left our shop and is on its way.',
  },
  delivered,
  completed: delivered,
  cancelled: { subject: 'Your order # is cancelled', said: 'We have cancelled your order.' },
  reopened: {
    subject: 'We have taken up your order # again',
    said: 'Your order was cancelled, and we have taken it up again. You do not need to do anything.',
  },
}

const order = z.object({
  name: typedName,
  number: z.string(),
  items: z.array(z.object({ name: z.string(), quantity: z.number() })),
  totalInPaise: z.number(),
  /** Absent in rows from before the store, as the path of its page is. */
  delivery: z.nullish(z.object({ day: z.string(), slot: z.string() })),
  path: z.nullish(z.string()),
})
type OrderFacts = z.output<typeof order>

function factsOf(data: OrderFacts): [string, string][] {
  return [
    ['Order', data.number],
    ...data.items.map(({ name, quantity }): [string, string] => ['Item', `${quantity} × ${name}`]),
    ...(data.delivery ? [['Delivery', deliveryInWords(data.delivery)] as [string, string]] : []),
    ['Total', amountInWords(data.totalInPaise)],
  ]
}

function pageLink({ path }: OrderFacts, siteUrl: string) {
  return path ? { link: { label: 'See your order', url: `${siteUrl}${path}` } } : {}
}

const closing = ({ number }: OrderFacts, phone: string) =>
  `If you have any question, call us at ${phone} and mention ${number}.`

export const orderReceived = defineLetter(
  'order-received',
  z.extend(order, { orderId: z.string(), holdUntil: z.string() }),
  (data, sender) => ({
    subject: `We hold your order ${data.number}`,
    paragraphs: [
      `Thank you for your order. We hold it until ${instantInWords(data.holdUntil)}; we make it once your payment has arrived.`,
    ],
    link: {
      label: `Pay ${amountInWords(data.totalInPaise)}`,
      url: `${sender.siteUrl}/payment?order=${encodeURIComponent(data.orderId)}`,
    },
    facts: factsOf(data),
    closing: closing(data, sender.phone),
  }),
  { isChatToo: true },
)

export const orderStatus = defineLetter(
  'order-status',
  z.extend(order, {
    notice: z.enum(Object.keys(noticeWords) as OrderNotice[]),
    isPaid: z.boolean(),
  }),
  (data, sender) => {
    const { subject, said } = noticeWords[data.notice]
    const ofMoney = data.isPaid
      ? 'You have paid for it: we will call you about your money.'
      : 'There is nothing for you to pay.'
    return {
      subject: subject.replace('#', data.number),
      paragraphs: data.notice === 'cancelled' ? [said, ofMoney] : [said],
      ...pageLink(data, sender.siteUrl),
      facts: factsOf(data),
      closing: closing(data, sender.phone),
    }
  },
  { isChatToo: true },
)

export const orderReady = defineLetter(
  'order-ready',
  // The photograph's path under the site.
  z.extend(order, { isFetched: z.boolean(), photograph: z.nullable(z.string()) }),
  (data, sender) => ({
    subject: data.isFetched
      ? `Your order ${data.number} is ready for you`
      : `Your order ${data.number} is ready`,
    paragraphs: [
      data.isFetched
        ? 'Your flowers are tied and wait for you at our studio.'
        : 'Your flowers are tied, and leave for their address in time.',
    ],
    ...(data.photograph && {
      picture: { url: `${sender.siteUrl}${data.photograph}`, alt: 'Your flowers, as they leave our table' },
    }),
    ...pageLink(data, sender.siteUrl),
    facts: factsOf(data),
    closing: closing(data, sender.phone),
  }),
  { isChatToo: true },
)

export const orderHoldEnded = defineLetter(
  'order-hold-ended',
  z.extend(order, { isChecking: z.boolean() }),
  (data, sender) => ({
    subject: `We could not hold your order ${data.number} any longer`,
    paragraphs: [
      data.isChecking
        ? 'You told us that you have paid for your order, and we have not found the payment yet, so we cannot hold it any longer. Your money is not lost: once we find it, we take your order up again where we can, or call you.'
        : `Your payment has not reached us, so your order has ended. Nothing was charged. If you have paid, please call us at ${sender.phone}.`,
    ],
    link: { label: 'Order again', url: `${sender.siteUrl}/store` },
    facts: factsOf(data),
  }),
  { isChatToo: true },
)

export const orderRefunded = defineLetter(
  'order-refunded',
  order,
  (data, sender) => ({
    subject: `Your money for order ${data.number} is on its way back`,
    paragraphs: ['We have sent your money back, the way it came. A bank may take a few days to show it.'],
    facts: factsOf(data),
    closing: closing(data, sender.phone),
  }),
  { isChatToo: true },
)
