import * as z from 'zod/mini'
import { moneyMethods, moneyMethodWords } from '../../../../contract/money/payment-methods.ts'
import { rupeesInWords } from '../../../../contract/money/rupees-in-words.ts'
import { amountInWords, dayInWords } from '../../../../contract/words.ts'
import { defineLetter, typedName } from '../../../platform/messages/letter-kinds.ts'
import { receiptLinks, receiptRefs } from '../../../platform/messages/receipt-links.ts'
import { receiptTexts as text } from './money-desk.letters.en.ts'

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
    subject: text.subject({ number: data.number, school: sender.schoolName }),
    paragraphs: [
      data.isVoid ? text.isVoid(data) : text.received({ amount: amountInWords(data.amountInPaise) }),
    ],
    links: receiptLinks(data.receipts, sender).map(({ url }) => ({ label: text.viewAndPrint, url })),
    facts: [
      [text.receipt, data.number],
      [text.date, dayInWords(data.day)],
      [text.paymentFor, data.title],
      [text.reference, data.reference],
      [text.amount, amountInWords(data.amountInPaise)],
      [text.amountInWords, rupeesInWords(data.amountInPaise)],
      ...fact(text.paidBy, data.method && moneyMethodWords[data.method]),
      ...fact(text.stillDue, data.restInPaise > 0 && amountInWords(data.restInPaise)),
      [text.school, [sender.schoolName, ...sender.address].join(', ')],
    ],
  }),
)

const fact = (label: string, value: string | null | false): [string, string][] =>
  value ? [[label, value]] : []
