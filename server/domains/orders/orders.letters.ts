import * as z from 'zod/mini'
import { creditKinds } from '../../../contract/money/coupon-facts.ts'
import { refundSentence } from '../../../contract/orders/orders.en.ts'
import { amountInWords, dayInWords, instantInWords } from '../../../contract/words.ts'
import { callIfPaid, proofIn, type Sender, termsLink } from '../../platform/messages/letter.ts'
import { defineLetter, typed, typedName } from '../../platform/messages/letter-kinds.ts'
import { receiptLinks, receiptRefs } from '../../platform/messages/receipt-links.ts'
import { openingWeek, schoolFacts } from '../../platform/messages/visit.ts'
import { deliveryFacts, type OrderNotice } from './order-notices.ts'
import * as text from './orders.letters.en.ts'

const order = z.object({
  name: typedName,
  number: z.string(),
  items: z.array(z.object({ name: z.string(), quantity: z.number() })),
  totalInPaise: z.number(),
  /** Outbox rows that are older than the online store have neither `delivery` nor `path`. */
  delivery: z.nullish(z.object({ day: z.string(), slot: z.string(), isFetched: z.optional(z.boolean()) })),
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
  /** The text of the terms that the buyer accepted. */
  termsHash: z.optional(z.string()),
})
type OrderFacts = z.output<typeof order>

function factsOf(data: OrderFacts): [string, string][] {
  return [
    [text.facts.order, data.number],
    ...data.items.map((item): [string, string] => [text.facts.item, text.facts.items(item)]),
    ...deliveryFacts(data.delivery),
    ...recipientFacts(data),
    [text.facts.total, amountInWords(data.totalInPaise)],
  ]
}

function recipientFacts({ goesTo }: OrderFacts): [string, string][] {
  const { name, phone, place, card } = goesTo ?? {}
  const facts = [
    [text.facts.recipient, name],
    [text.facts.address, place],
    [text.facts.recipientPhone, phone],
    [text.facts.card, card],
  ] as const
  return facts.flatMap(([label, said]) => (said ? [[label, said]] : []))
}

/** The link proves the mailbox, so a chat message does not contain it. */
function correctLink({ correctId }: OrderFacts, sender: Sender) {
  if (!correctId || sender.isByChat) return []
  const url = `${sender.siteUrl}/orders/${encodeURIComponent(correctId)}${proofIn(sender, 'order-proof', correctId)}`
  return [{ label: text.links.checkOrChange, url }]
}

const paymentUrl = ({ siteUrl }: Sender, orderId: string) =>
  `${siteUrl}/payment?order=${encodeURIComponent(orderId)}`

function pageLink({ path }: OrderFacts, siteUrl: string) {
  return path ? { link: { label: text.links.viewOrder, url: `${siteUrl}${path}` } } : {}
}

const ending = (data: OrderFacts, { phone }: Sender) => ({
  facts: factsOf(data),
  closing: text.closing({ phone, number: data.number }),
})

const orderTraits = { isChatToo: true, right: 'orders' } as const

export const orderAsked = defineLetter(
  'order-asked',
  z.extend(order, { orderId: z.string(), endsAt: z.string() }),
  (data, sender) => ({
    subject: text.asked.subject(data),
    paragraphs: [text.asked.openLink({ until: instantInWords(data.endsAt) }), text.asked.notYou],
    link: {
      label: text.asked.placeOrder,
      url: `${sender.siteUrl}/payment?asked=1&order=${encodeURIComponent(data.orderId)}${proofIn(sender, 'order-proof', data.orderId)}`,
    },
    ...ending(data, sender),
  }),
  { right: 'orders', whenMany: 'one-a-minute' },
)

function proofAdvice(
  { isProved, holdUntil, provedUntil }: { isProved?: boolean; holdUntil: string; provedUntil?: string },
  { isByChat, sendsEmails = true }: Sender,
): string[] {
  if (isProved !== false || provedUntil === undefined || provedUntil <= holdUntil) return []
  if (isByChat && !sendsEmails) return []
  const openLink = isByChat ? text.received.openLinkInEmail : text.received.openLink
  return [openLink({ until: instantInWords(provedUntil) })]
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
    subject: text.received.subject(data),
    paragraphs: [
      text.received.thanks({ until: instantInWords(data.holdUntil) }),
      ...proofAdvice(data, sender),
    ],
    link: {
      label: text.links.pay({ amount: amountInWords(data.totalInPaise) }),
      url: paymentUrl(sender, data.orderId) + proofIn(sender, 'order-proof', data.orderId),
    },
    links: [...correctLink(data, sender), ...termsLink(data, sender)],
    ...ending(data, sender),
  }),
  orderTraits,
)

/** The answer to a buyer who chose to pay at the school. An unproved address must be confirmed first. */
export const orderPaidAtSchool = defineLetter(
  'order-paid-at-school',
  z.extend(order, {
    orderId: z.string(),
    holdUntil: z.string(),
    provedUntil: z.optional(z.string()),
    week: openingWeek,
  }),
  (data, sender) => {
    const there = text.atSchool
    // A chat message has no link that proves the address.
    const isProved = data.provedUntil === undefined || sender.isByChat
    const facts = {
      amount: amountInWords(data.totalInPaise),
      until: instantInWords(isProved ? data.holdUntil : (data.provedUntil ?? data.holdUntil)),
    }
    const proof = isProved ? '' : proofIn(sender, 'order-proof', data.orderId)
    return {
      subject: isProved ? there.subject(data) : there.confirmSubject(data),
      paragraphs: isProved
        ? [there.lead(facts), ...proofAdvice({ ...data, isProved: data.provedUntil === undefined }, sender)]
        : [there.confirm(facts)],
      link: {
        label: isProved ? text.links.viewOrder : there.confirmLink,
        url: paymentUrl(sender, data.orderId) + proof,
      },
      ...ending(data, sender),
      facts: [...factsOf(data), ...schoolFacts(sender, data.week)],
    }
  },
  orderTraits,
)

export const orderStatus = defineLetter(
  'order-status',
  z.extend(order, {
    notice: z.enum(Object.keys(text.notices) as OrderNotice[]),
    isPaid: z.boolean(),
    receipts: receiptRefs,
    restInPaise: z.optional(z.number()),
    orderId: z.optional(z.string()),
  }),
  (data, sender) => {
    const notice = (data.delivery?.isFetched ? text.noticesOfCollection : text.notices)[data.notice]
    const { restInPaise, orderId = '' } = data
    const refund =
      sender.isByChat && sender.sendsEmails === false ? text.money.refundWithoutEmail : refundSentence
    const ofMoney: Partial<Record<OrderNotice, string>> = {
      cancelled: data.isPaid ? refund : text.money.nothingToPay,
      reopened:
        restInPaise === undefined
          ? text.money.nothingToDo
          : text.money.due({ amount: amountInWords(restInPaise) }),
    }
    const pay = restInPaise !== undefined && {
      label: text.links.pay({ amount: amountInWords(restInPaise) }),
      url: paymentUrl(sender, orderId),
    }
    return {
      subject: notice.subject(data),
      paragraphs: [notice.text, ofMoney[data.notice]].filter((one) => one !== undefined),
      ...(pay ? { link: pay } : pageLink(data, sender.siteUrl)),
      links: [
        ...correctLink(data, sender),
        ...receiptLinks(data.receipts, sender),
        ...(data.notice === 'confirmed' ? termsLink(data, sender) : []),
      ],
      ...ending(data, sender),
    }
  },
  orderTraits,
)

export const orderReady = defineLetter(
  'order-ready',
  z.extend(order, { isFetched: z.boolean(), photograph: z.nullable(z.string()) }),
  (data, sender) => ({
    subject: (data.isFetched ? text.noticesOfCollection.shipped : text.ready).subject(data),
    paragraphs: [(data.isFetched ? text.noticesOfCollection.shipped : text.ready).text],
    ...(data.photograph && {
      picture: { url: `${sender.siteUrl}${data.photograph}`, alt: text.ready.picture },
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
    subject: text.holdEnded.subject(data),
    paragraphs: [data.isChecking ? text.holdEnded.notFound : text.holdEnded.unpaid + callIfPaid(sender)],
    link: { label: text.holdEnded.orderAgain, url: `${sender.siteUrl}/store` },
    facts: factsOf(data),
  }),
  orderTraits,
)

export const orderRefunded = defineLetter(
  'order-refunded',
  z.object({ ...order.shape, partInPaise: z.optional(z.number()) }),
  (data, sender) => ({
    subject: text.refunded.subject(data),
    paragraphs: [
      data.partInPaise === undefined
        ? text.refunded.all
        : text.refunded.part({ amount: amountInWords(data.partInPaise) }),
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
    subject: text.credit.subject({ amount: amountInWords(data.amountInPaise) }),
    paragraphs: [text.credit[data.kind](data), text.credit.howToUse],
    link: { label: text.links.visitStore, url: `${sender.siteUrl}/store` },
    facts: [
      [text.credit.code, data.code],
      [text.credit.value, amountInWords(data.amountInPaise)],
      [text.credit.validUntil, data.endsOn === null ? text.credit.noEnd : dayInWords(data.endsOn)],
    ],
    closing: text.closing({ phone: sender.phone, number: data.number }),
  }),
  orderTraits,
)

export type ChargeNews = keyof typeof text.charges

export const orderCharged = defineLetter(
  'order-charged',
  z.object({
    name: typedName,
    number: z.string(),
    orderId: z.string(),
    news: z.enum(Object.keys(text.charges) as ChargeNews[]),
    amountInPaise: z.number(),
    reference: z.string(),
    receipts: receiptRefs,
  }),
  (data, sender) => {
    const news = text.charges[data.news]
    return {
      subject: news.subject(data),
      paragraphs: [news.text],
      link:
        data.news === 'asked'
          ? {
              label: text.links.pay({ amount: amountInWords(data.amountInPaise) }),
              url: paymentUrl(sender, data.orderId),
            }
          : {
              label: text.links.viewOrder,
              url: `${sender.siteUrl}/orders/${encodeURIComponent(data.orderId)}`,
            },
      links: receiptLinks(data.receipts, sender),
      facts: [
        [text.facts.order, data.number],
        [text.facts.redeliveryFee, amountInWords(data.amountInPaise)],
        [text.facts.reference, data.reference],
      ],
      closing: text.closing({ phone: sender.phone, number: data.number }),
    }
  },
  orderTraits,
)
