import * as z from 'zod/mini'
import { moneyMethods, moneyMethodWords } from '../../../../contract/money/payment-methods.ts'
import { rupeesInWords } from '../../../../contract/money/rupees-in-words.ts'
import { amountInWords, dayInWords } from '../../../../contract/words.ts'
import { defineLetter, typedName } from '../../../platform/messages/letter-kinds.ts'
import { receiptLinks, receiptRefs } from '../../../platform/messages/receipt-links.ts'

export const receiptLetter = defineLetter(
  'receipt',
  z.object({
    name: typedName,
    number: z.string(),
    day: z.string(),
    amountInPaise: z.number(),
    method: z.nullable(z.enum(moneyMethods)),
    title: z.string(),
    reference: z.string(),
    restInPaise: z.number(),
    /** It was entered by mistake. */
    isVoid: z.boolean(),
    receipts: receiptRefs,
  }),
  (data, sender) => ({
    subject: `Receipt ${data.number} of ${sender.schoolName}`,
    paragraphs: [
      data.isVoid
        ? `Receipt ${data.number} is void: it was written by mistake.`
        : `We have received ${amountInWords(data.amountInPaise)}. Thank you.`,
    ],
    links: receiptLinks(data.receipts, sender).map(({ url }) => ({ label: 'See it, and print it', url })),
    facts: [
      ['Receipt', data.number],
      ['Date', dayInWords(data.day)],
      ['For', data.title],
      ['Reference', data.reference],
      ['Sum', amountInWords(data.amountInPaise)],
      ['In words', rupeesInWords(data.amountInPaise)],
      ...(data.method === null
        ? []
        : [['Paid by', moneyMethodWords[data.method]] satisfies [string, string]]),
      ...(data.restInPaise > 0
        ? [['Still to be paid', amountInWords(data.restInPaise)] satisfies [string, string]]
        : []),
      ['School', [sender.schoolName, ...sender.address].join(', ')],
    ],
  }),
)
