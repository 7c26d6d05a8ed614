import * as z from 'zod/mini'
import { type CreditKind, creditKinds } from '../../../contract/money/coupon-facts.ts'
import { refundSentence } from '../../../contract/orders/order-facts.ts'
import { amountInWords, dayInWords, instantInWords } from '../../../contract/words.ts'
import { callIfPaid, proofIn, type Sender } from '../../platform/messages/letter.ts'
import { defineLetter, typed, typedName } from '../../platform/messages/letter-kinds.ts'
import { receiptLinks, receiptRefs } from '../../platform/messages/receipt-links.ts'
import { deliveryFacts, type OrderNotice } from './order-notices.ts'

const delivered = {
  subject: 'Your order # was delivered',
  said: 'Your order was delivered. We hope that it brings joy. Thank you for choosing us.',
}

/**
 * The subject and the text of each notice; `#` stands for the order's number. Some notices are no longer sent, but
 * older outbox rows still contain them.
 */
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
    said: 'Your order was cancelled, and we have taken it up again.',
  },
  moved: {
    subject: 'Your order # has a new time',
    said: 'The school is closed at the time that was agreed, so your order has a new one. If it does not suit you, please call us.',
  },
}

const order = z.object({
  name: typedName,
  number: z.string(),
  items: z.array(z.object({ name: z.string(), quantity: z.number() })),
  totalInPaise: z.number(),
  /** Outbox rows that are older than the online store have neither `delivery` nor `path`. */
  delivery: z.nullish(z.object({ day: z.string(), slot: z.string() })),
  path: z.nullish(z.string()),
  goesTo: typed(
    z.nullish(
      z.object({
        name: z.nullable(z.string()),
        phone: z.nullable(z.string()),
        place: z.nullable(z.string()),
        card: z.nullable(z.string()),
      }),
    ),
  ),
  correctId: z.nullish(z.string()),
})
type OrderFacts = z.output<typeof order>

function factsOf(data: OrderFacts): [string, string][] {
  return [
    ['Order', data.number],
    ...data.items.map(({ name, quantity }): [string, string] => ['Item', `${quantity} × ${name}`]),
    ...deliveryFacts(data.delivery),
    ...recipientFacts(data),
    ['Total', amountInWords(data.totalInPaise)],
  ]
}

function recipientFacts({ goesTo }: OrderFacts): [string, string][] {
  const { name, phone, place, card } = goesTo ?? {}
  const facts = [
    ['For', name],
    ['Address', place],
    ['Their phone', phone],
    ['Card', card],
  ] as const
  return facts.flatMap(([label, said]) => (said ? [[label, said]] : []))
}

/** The link proves the mailbox, so a chat message does not contain it. */
function correctLink({ correctId }: OrderFacts, sender: Sender) {
  if (!correctId || sender.isByChat) return []
  const url = `${sender.siteUrl}/orders/${encodeURIComponent(correctId)}${proofIn(sender, 'order-proof', correctId)}`
  return [{ label: 'Check or correct', url }]
}

const paymentUrl = ({ siteUrl }: Sender, orderId: string) =>
  `${siteUrl}/payment?order=${encodeURIComponent(orderId)}`

function pageLink({ path }: OrderFacts, siteUrl: string) {
  return path ? { link: { label: 'See your order', url: `${siteUrl}${path}` } } : {}
}

const closing = ({ number }: Pick<OrderFacts, 'number'>, phone: string) =>
  `If you have any question, call us at ${phone} and mention ${number}.`

const ending = (data: OrderFacts, sender: Sender) => ({
  facts: factsOf(data),
  closing: closing(data, sender.phone),
})

const creditSaid: Record<CreditKind, string> = {
  given:
    'We are sorry that order # was not as it should have been. This store credit is for flowers of your choice.',
  rest: 'Your order # used a part of your store credit. What it left is a new code.',
  returned: 'Your order # is cancelled. What it used of your store credit comes back to you as a new code.',
}

const orderTraits = { isChatToo: true, right: 'orders' } as const

export const orderAsked = defineLetter(
  'order-asked',
  z.extend(order, { orderId: z.string(), endsAt: z.string() }),
  (data, sender) => ({
    subject: `Confirm your order ${data.number}`,
    paragraphs: [
      `You, or somebody using your email address, asked us for flowers. Please open the link below before ${instantInWords(data.endsAt)} to place the order. We’ll then hold everything that is still available. Nothing is held until then, so please don’t pay yet.`,
      'If this wasn’t you, you can ignore this email.',
    ],
    link: {
      label: 'Place my order',
      url: `${sender.siteUrl}/payment?asked=1&order=${encodeURIComponent(data.orderId)}${proofIn(sender, 'order-proof', data.orderId)}`,
    },
    ...ending(data, sender),
  }),
  { right: 'orders', whenMany: 'one-a-minute' },
)

function proofAdvice(
  { isProved, holdUntil, provedUntil }: { isProved?: boolean; holdUntil: string; provedUntil?: string },
  { isByChat }: Sender,
): string[] {
  if (isProved !== false || provedUntil === undefined || provedUntil <= holdUntil) return []
  return [
    `Please open the link ${isByChat ? 'in our email' : 'below'} before then to confirm your email address. We’ll then hold your order until ${instantInWords(provedUntil)}.`,
  ]
}

export const orderReceived = defineLetter(
  'order-received',
  z.extend(order, {
    orderId: z.string(),
    holdUntil: z.string(),
    isProved: z.optional(z.boolean()),
    provedUntil: z.optional(z.string()),
  }),
  (data, sender) => ({
    subject: `We hold your order ${data.number}`,
    paragraphs: [
      `Thank you for your order. We hold it until ${instantInWords(data.holdUntil)}; we make it once your payment has arrived.`,
      ...proofAdvice(data, sender),
    ],
    link: {
      label: `Pay ${amountInWords(data.totalInPaise)}`,
      url: paymentUrl(sender, data.orderId) + proofIn(sender, 'order-proof', data.orderId),
    },
    links: correctLink(data, sender),
    ...ending(data, sender),
  }),
  orderTraits,
)

export const orderStatus = defineLetter(
  'order-status',
  z.extend(order, {
    notice: z.enum(Object.keys(noticeWords) as OrderNotice[]),
    isPaid: z.boolean(),
    receipts: receiptRefs,
    restInPaise: z.optional(z.number()),
    orderId: z.optional(z.string()),
  }),
  (data, sender) => {
    const { subject, said } = noticeWords[data.notice]
    const { restInPaise, orderId = '' } = data
    const ofMoney: Partial<Record<OrderNotice, string>> = {
      cancelled: data.isPaid ? refundSentence : 'There is nothing for you to pay.',
      reopened:
        restInPaise === undefined
          ? 'You do not need to do anything.'
          : `${amountInWords(restInPaise)} is still to be paid for it.`,
    }
    const pay = restInPaise !== undefined && {
      label: `Pay ${amountInWords(restInPaise)}`,
      url: paymentUrl(sender, orderId),
    }
    return {
      subject: subject.replace('#', data.number),
      paragraphs: [said, ofMoney[data.notice]].filter((one) => one !== undefined),
      ...(pay ? { link: pay } : pageLink(data, sender.siteUrl)),
      links: [...correctLink(data, sender), ...receiptLinks(data.receipts, sender)],
      ...ending(data, sender),
    }
  },
  orderTraits,
)

export const orderReady = defineLetter(
  'order-ready',
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
    ...ending(data, sender),
  }),
  orderTraits,
)

export const orderHoldEnded = defineLetter(
  'order-hold-ended',
  z.extend(order, { isChecking: z.boolean() }),
  (data, sender) => ({
    subject: `We could not hold your order ${data.number} any longer`,
    paragraphs: [
      data.isChecking
        ? 'You told us that you have paid for your order, and we have not found the payment yet, so we cannot hold it any longer. Your money is not lost: once we find it, we take your order up again where we can, or call you.'
        : `Your payment has not reached us, so your order has ended. Nothing was charged.${callIfPaid(sender)}`,
    ],
    link: { label: 'Order again', url: `${sender.siteUrl}/store` },
    facts: factsOf(data),
  }),
  orderTraits,
)

export const orderRefunded = defineLetter(
  'order-refunded',
  z.object({ ...order.shape, partInPaise: z.optional(z.number()) }),
  (data, sender) => ({
    subject: `Your money for order ${data.number} is on its way back`,
    paragraphs: [
      data.partInPaise === undefined
        ? 'We have sent your money back, the way it came. A bank may take a few days to show it.'
        : `We have sent ${amountInWords(data.partInPaise)} of your money back. A bank may take a few days to show it.`,
    ],
    ...ending(data, sender),
  }),
  orderTraits,
)

export const storeCredit = defineLetter(
  'store-credit',
  z.object({
    name: typedName,
    number: z.string(),
    kind: z.enum(creditKinds),
    code: z.string(),
    amountInPaise: z.number(),
    endsOn: z.nullable(z.string()),
  }),
  (data, sender) => ({
    subject: `Your store credit of ${amountInWords(data.amountInPaise)}`,
    paragraphs: [
      creditSaid[data.kind].replace('#', data.number),
      'Type the code at the checkout, with the e-mail address to which this letter came. It takes its worth off the flowers of one order; what that order leaves comes back to you as a new code.',
    ],
    link: { label: 'See the flowers', url: `${sender.siteUrl}/store` },
    facts: [
      ['Code', data.code],
      ['Worth', amountInWords(data.amountInPaise)],
      ['Good until', data.endsOn === null ? 'It has no last day' : dayInWords(data.endsOn)],
    ],
    closing: closing(data, sender.phone),
  }),
  orderTraits,
)

const chargeSaid = {
  asked: {
    subject: 'Order #: a fee for the next try',
    said: 'We came with your flowers, and nobody could take them. For the next try there is a fee. Your order stands in any case; we call you about the time.',
  },
  paid: {
    subject: 'Order #: we have your fee for the next try',
    said: 'Thank you. Your payment for the next try has arrived.',
  },
  waived: {
    subject: 'Order #: no fee for the next try',
    said: 'You need not pay the fee for the next try. If you have paid it meanwhile, we send it back.',
  },
  refunded: {
    subject: 'Order #: your fee is on its way back',
    said: 'We have sent your fee back, the way it came. A bank may take a few days to show it.',
  },
} as const
export type ChargeNews = keyof typeof chargeSaid

export const orderCharged = defineLetter(
  'order-charged',
  z.object({
    name: typedName,
    number: z.string(),
    orderId: z.string(),
    news: z.enum(Object.keys(chargeSaid) as ChargeNews[]),
    amountInPaise: z.number(),
    reference: z.string(),
    receipts: receiptRefs,
  }),
  (data, sender) => {
    const { subject, said } = chargeSaid[data.news]
    return {
      subject: subject.replace('#', data.number),
      paragraphs: [said],
      link:
        data.news === 'asked'
          ? { label: `Pay ${amountInWords(data.amountInPaise)}`, url: paymentUrl(sender, data.orderId) }
          : { label: 'See your order', url: `${sender.siteUrl}/orders/${encodeURIComponent(data.orderId)}` },
      links: receiptLinks(data.receipts, sender),
      facts: [
        ['Order', data.number],
        ['Re-delivery fee', amountInWords(data.amountInPaise)],
        ['Reference', data.reference],
      ],
      closing: closing(data, sender.phone),
    }
  },
  orderTraits,
)
