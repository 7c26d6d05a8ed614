import * as z from 'zod/mini'
import { amountInWords } from '../../../contract/words.ts'
import type { Letter } from '../../platform/messages/letter.ts'
import { defineLetter, typedName } from '../../platform/messages/letter-kinds.ts'

export const orderStatus = defineLetter(
  'order-status',
  z.object({
    name: typedName,
    number: z.string(),
    notice: z.enum([
      'confirmed',
      'processing',
      'shipped',
      'delivered',
      'completed',
      'cancelled',
      /** A cancelled order was taken up again. */
      'reopened',
    ]),
    items: z.array(z.object({ name: z.string(), quantity: z.number() })),
    totalInPaise: z.number(),
    isPaid: z.boolean(),
  }),
  (data, sender) => ({
    ...orderWords(data),
    to: data.name,
    facts: [
      ['Order', data.number],
      ...data.items.map(({ name, quantity }): [string, string] => ['Item', `${quantity} × ${name}`]),
      ['Total', amountInWords(data.totalInPaise)],
    ],
    closing: `If you have any question, call us at ${sender.phone} and mention ${data.number}.`,
  }),
  { isChatToo: true },
)
export type OrderNotice = z.output<typeof orderStatus.kind.data>['notice']

function orderWords({
  notice,
  number,
  isPaid,
}: {
  notice: string
  number: string
  isPaid: boolean
}): Pick<Letter, 'subject' | 'paragraphs'> {
  switch (notice) {
    case 'confirmed':
      return {
        subject: `Your order ${number} is confirmed`,
        paragraphs: ['Thank you for your order. We have confirmed it and will choose your flowers fresh.'],
      }
    case 'processing':
      return {
        subject: `We are arranging your order ${number}`,
        paragraphs: ['Your flowers are on our table: we are arranging your order now.'],
      }
    case 'shipped':
      return {
        subject: `Your order ${number} is on its way`,
        paragraphs: ['Your order has left our shop and is on its way to you.'],
      }
    case 'delivered':
    case 'completed':
      return {
        subject: `Your order ${number} was delivered`,
        paragraphs: ['Your order was delivered. We hope that it brings you joy. Thank you for choosing us.'],
      }
    case 'reopened':
      return {
        subject: `We have taken up your order ${number} again`,
        paragraphs: [
          'Your order was cancelled, and we have taken it up again. You do not need to do anything.',
        ],
      }
    default:
      return {
        subject: `Your order ${number} is cancelled`,
        paragraphs: [
          'We have cancelled your order.',
          isPaid
            ? 'You have paid for it: we will call you about your money.'
            : 'There is nothing for you to pay.',
        ],
      }
  }
}
