import * as z from 'zod/mini'
import type { OrderStatus } from '../../../contract/order-facts.ts'
import { amountInWords } from '../../../contract/words.ts'
import { defineLetter, typedName } from '../../platform/messages/letter-kinds.ts'

/** What a customer hears of. `reopened`: a cancelled order was taken up again. */
export type OrderNotice = Exclude<OrderStatus, 'pending'> | 'reopened'

const delivered = {
  subject: 'Your order # was delivered',
  said: 'Your order was delivered. We hope that it brings you joy. Thank you for choosing us.',
}

/** `#` stands for the order's number. */
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
    said: 'Your order has left our shop and is on its way to you.',
  },
  delivered,
  completed: delivered,
  cancelled: { subject: 'Your order # is cancelled', said: 'We have cancelled your order.' },
  reopened: {
    subject: 'We have taken up your order # again',
    said: 'Your order was cancelled, and we have taken it up again. You do not need to do anything.',
  },
}

export const orderStatus = defineLetter(
  'order-status',
  z.object({
    name: typedName,
    number: z.string(),
    notice: z.enum(Object.keys(noticeWords) as OrderNotice[]),
    items: z.array(z.object({ name: z.string(), quantity: z.number() })),
    totalInPaise: z.number(),
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
      facts: [
        ['Order', data.number],
        ...data.items.map(({ name, quantity }): [string, string] => ['Item', `${quantity} × ${name}`]),
        ['Total', amountInWords(data.totalInPaise)],
      ],
      closing: `If you have any question, call us at ${sender.phone} and mention ${data.number}.`,
    }
  },
  { isChatToo: true },
)
