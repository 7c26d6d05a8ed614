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
      ...fact('Paid by', data.method && moneyMethodWords[data.method]),
      ...fact('Still to be paid', data.restInPaise > 0 && amountInWords(data.restInPaise)),
      ['School', [sender.schoolName, ...sender.address].join(', ')],
    ],
  }),
)

const fact = (label: string, value: string | null | false): [string, string][] =>
  value ? [[label, value]] : []
