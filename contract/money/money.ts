import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { namesByKind, recordId } from '../named-records.ts'
import {
  between,
  id,
  inOrder,
  instant,
  line,
  listTotals,
  pageQuery,
  patterned,
  person,
  rupees,
  schoolDay,
  text,
  wrapped,
} from '../primitives.ts'
import { markPaidBody } from '../registrations/enrolments.ts'
import { paymentState } from '../registrations/registrations.ts'
import { cutNumberSentence, isCutNumber } from './bank-numbers.ts'
import { moneyMethods } from './payment-methods.ts'

export const payableKinds = ['enrolment', 'event-booking', 'order', 'order-charge'] as const
const payableKind = z.enum(payableKinds)
export type PayableKind = z.output<typeof payableKind>
/**
 * The kinds of payments that require a right of their own: front desk and florist have no right to the money of orders.
 */
const moneyRights = { order: 'money' } as const

/** `attention` means that money arrived, but there is no seat or order that it can pay for. */
export const dueStates = ['due', 'checking', 'attention', 'paid'] as const
export type DueState = (typeof dueStates)[number]

export const payable = z.object({
  kind: payableKind,
  id,
  reference: z.string(),
  ...person,
  title: z.string(),
  seats: z.number(),
  /** Sums are decimal strings in rupees: `amount` is the whole price, `due` is the part that has not arrived yet. */
  amount: z.string(),
  due: z.string(),
  /**
   * The part of the received money that pays for nothing yet. Staff have to assign it to a seat or refund it.
   */
  waits: z.string(),
  payment: paymentState,
  status: z.string(),
  holdUntil: z.nullable(instant),
  /** True if the payer has confirmed the e-mail address and comes to the school to pay. */
  paysAtSchool: z.boolean(),
  created_at: instant,
})
export type Payable = z.output<typeof payable>

export const confidences = ['certain', 'likely', 'unclear'] as const
export type Confidence = (typeof confidences)[number]

export const suggestion = z.object({
  confidence: z.enum(confidences),
  /**
   * `settle`: the money pays for the seat, order or fee. `recorded`: staff already marked this same money as paid.
   * `double`: the seat, order or fee is paid already.
   */
  action: z.enum(['settle', 'recorded', 'double']),
  why: z.array(z.string()),
  target: payable,
})
export type Suggestion = z.output<typeof suggestion>

export const lineStatuses = ['open', 'matched', 'refunded', 'ignored'] as const
export type LineStatus = (typeof lineStatuses)[number]

export const statementLine = z.object({
  id,
  day: schoolDay,
  description: z.string(),
  reference: z.nullable(z.string()),
  amount: z.string(),
  status: z.enum(lineStatuses),
  suggestion: z.nullable(suggestion),
  target: z.nullable(payable),
  note: z.nullable(z.string()),
  receipt: z.nullable(id),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
})
export type StatementLine = z.output<typeof statementLine>

export const statementRowsMax = 2000

const statementRow = z.object({
  day: schoolDay,
  description: text(500),
  reference: line(100).check(
    z.refine((text) => !isCutNumber(text), { error: ({ input }) => cutNumberSentence(String(input)) }),
  ),
  amount: patterned(12, /^\d{1,9}\.\d{2}$/, 'Enter an amount with two decimals, such as 12500.00', {
    required: 'Enter an amount',
  }),
  /** The account's balance after this line, if the statement has it. */
  balance: z.optional(
    patterned(16, /^-?\d{1,12}\.\d{2}$/, 'Enter a balance with two decimals, such as 112500.00', {
      required: 'Enter a balance',
    }),
  ),
})
export type StatementRow = z.output<typeof statementRow>

/**
 * Payments in a file may resemble payments in an earlier file. Staff then answer whether they are the same payments or
 * other payments.
 */
export const overlapAnswers = ['same', 'other'] as const

export const importStatement = defineEndpoint('POST /api/admin/money/statements', {
  summary:
    'Import the payments received on a bank statement. Known payments are skipped. If some may be duplicates, the response is 409 until `overlap` says what to do with them.',
  right: 'money',
  body: z.object({
    fileName: line(200, { required: 'This file has no name. Choose another file.' }),
    rows: z
      .array(statementRow)
      .check(
        z.minLength(1, 'This statement has no incoming payments. Choose another file.'),
        z.maxLength(statementRowsMax, `Import at most ${statementRowsMax} rows at a time`),
      ),
    /** Resolves a `conflict`, whose details list the payments in question as `alike`. */
    overlap: z.optional(z.enum(overlapAnswers)),
  }),
  bodyLimit: 2 * 1024 * 1024,
  rate: 'upload',
  response: wrapped(z.object({ added: z.number(), known: z.number() })),
})

export const listStatementLines = defineEndpoint('GET /api/admin/money/lines', {
  summary:
    'List the payments on bank statements, latest day first, with a suggested match for each unmatched payment',
  right: 'money',
  query: inOrder(
    z.object({
      ...pageQuery.shape,
      /** The days on which the bank booked the line. */
      ...between,
      /** The default is `open`. */
      status: z.optional(z.enum([...lineStatuses, 'all'])),
    }),
  ),
  response: wrapped(z.array(statementLine)),
})

const waitingQuery = inOrder(z.extend(pageQuery, { kind: z.optional(payableKind), ...between }))

export const sumWaitingForMoney = defineEndpoint('GET /api/admin/money/waiting-totals', {
  summary:
    'Get the totals of the enrolments, bookings and orders with payments due that match a search and filters',
  right: 'money',
  query: waitingQuery,
  response: wrapped(listTotals),
})

export const listWaitingForMoney = defineEndpoint('GET /api/admin/money/waiting', {
  summary:
    'List the enrolments, bookings and orders with payments due: those whose hold ends first, then those due for longest',
  right: 'money',
  query: waitingQuery,
  response: wrapped(z.array(payable)),
})

export const sumToGiveBack = defineEndpoint('GET /api/admin/money/to-give-back-totals', {
  summary: 'Get the total of the refunds due that match a search and filters',
  right: 'money',
  query: waitingQuery,
  response: wrapped(z.object({ count: z.number(), waits: z.string() })),
})

export const listToGiveBack = defineEndpoint('GET /api/admin/money/to-give-back', {
  summary: 'List the enrolments, bookings and orders with refunds due, newest first',
  right: 'money',
  query: waitingQuery,
  response: wrapped(z.array(payable)),
})

export const matchOutcome = z.object({
  line: id,
  outcome: z.enum(['settled', 'recorded', 'attention', 'refused']),
  sentence: z.nullable(z.string()),
})
export type MatchOutcome = z.output<typeof matchOutcome>

export const confirmMatches = defineEndpoint('POST /api/admin/money/confirm', {
  summary:
    'Match lines of bank statements with what they pay for. Each line is settled on its own, so the others are settled even if one is refused.',
  right: 'money',
  body: z.object({
    matches: z
      .array(
        namesByKind(
          z.object({
            line: recordId('statement-line'),
            kind: payableKind,
            id,
            /** True if staff accept that the received sum differs from the sum due. */
            acceptDifference: z.optional(z.boolean()),
          }),
          ['id'],
          moneyRights,
        ),
      )
      .check(z.minLength(1), z.maxLength(200)),
  }),
  response: wrapped(z.array(matchOutcome)),
})

export const closingNote = text(500, { required: 'Enter a note' })

export const closeStatementLine = defineEndpoint('POST /api/admin/money/lines/:id/close', {
  summary:
    'Close a line of a bank statement whose payment isn’t for a seat, an order or a fee. A note says what happened to the payment.',
  right: 'money',
  body: z.object({ outcome: z.enum(['refunded', 'ignored']), note: closingNote }),
  response: wrapped(statementLine),
})

export const reopenStatementLine = defineEndpoint('POST /api/admin/money/lines/:id/reopen', {
  summary: 'Reopen a closed line of a bank statement',
  right: 'money',
  response: wrapped(statementLine),
})

const refundSentence = 'Enter the amount refunded, such as 500 or 777.50'

export const refundBody = namesByKind(
  z.object({
    kind: payableKind,
    id,
    /**
     * The default is all the received money that pays for nothing yet. A refund for a seat that is still held lowers
     * the seat's price. A larger sum for an ended seat also takes what the school kept.
     */
    amount: z.optional(rupees(refundSentence).check(z.gte(1, refundSentence))),
    method: z.enum(moneyMethods, { error: 'Choose how it was refunded' }),
    note: closingNote,
    /**
     * The sum that waited for a refund when staff opened the form. If another sum waits now, the call is refused.
     */
    waits: z.optional(rupees(refundSentence)),
    /**
     * True if the school keeps the rest of the money of a seat that was cancelled or has expired. Such a call needs
     * `waits`.
     */
    keepsRest: z.optional(z.boolean()),
    /** The student gets an e-mail unless this is false. The buyer of an order always gets an e-mail. */
    tell: z.optional(z.boolean()),
  }),
  ['id'],
  moneyRights,
)

export const refundMoney = defineEndpoint('POST /api/admin/money/refund', {
  summary: 'Record a refund of money that no seat or order uses, or of part of the payment for a seat',
  right: 'money',
  confirms: 'password',
  body: refundBody,
  errors: ['not_found'],
  response: wrapped(payable),
})

export const moneyEntry = z.object({
  /** A refund that was recorded before the ledger existed has its receipt's id with `:refund` appended. */
  id: z.string(),
  /** The receipt's number, such as `R-2026-0001`. Null for old receipts, refunds and reversals. */
  number: z.nullable(z.string()),
  kind: z.enum(['received', 'refund', 'reversal']),
  /** The receipt whose money a refund or a reversal takes back. */
  receipt: z.nullable(id),
  /**
   * Sums are decimal strings in rupees, negative if money was paid back: `amount` is the part for this seat, order or
   * fee, `total` is the whole sum.
   */
  amount: z.string(),
  total: z.string(),
  /** The part of the received sum that was not given back. */
  left: z.string(),
  method: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  note: z.nullable(z.string()),
  day: schoolDay,
  recordedAt: instant,
  by: z.nullable(z.string()),
})
export type MoneyEntry = z.output<typeof moneyEntry>

export const moneyTrail = z.object({
  payable,
  entries: z.array(moneyEntry),
  /**
   * The UPI id from which the newest matched payment on a bank statement came; null if there is none, or for callers
   * who may not read bank statements.
   */
  payerUpiId: z.nullable(z.string()),
})

export const getMoneyTrail = defineEndpoint('GET /api/admin/money/of/:kind/:id', {
  summary: 'Get a seat, an order or a fee with its payments, refunds and reversals, oldest first',
  right: 'seat-payments',
  params: namesByKind(z.object({ kind: payableKind, id }), ['id'], moneyRights),
  errors: ['not_found'],
  response: wrapped(moneyTrail),
})

export const reverseBody = z.object({
  reason: text(500, { required: 'Say why this payment is reversed' }),
  /** True if the people to whom the money had seemed to belong get an e-mail; the default is false. */
  tell: z.optional(z.boolean()),
})

const partSentence = 'Enter the amount of this part, such as 500 or 777.50'

export const splitBody = z.object({
  /** An open line of a bank statement. If it is missing, `entered` says what was received. */
  line: z.optional(recordId('statement-line')),
  entered: z.optional(
    z.object({
      ...z.pick(markPaidBody, { method: true, day: true, reference: true, note: true }).shape,
      amount: rupees('Enter the amount received, such as 1500 or 777.50'),
    }),
  ),
  parts: z
    .array(
      namesByKind(
        z.object({
          kind: z.enum(['enrolment', 'event-booking', 'order']),
          id,
          amount: rupees(partSentence).check(z.gte(1, partSentence)),
        }),
        ['id'],
        moneyRights,
      ),
    )
    .check(
      z.minLength(2, 'Choose at least two enrolments, bookings or orders'),
      z.maxLength(20, 'Choose at most 20 enrolments, bookings or orders'),
      z.refine(
        (parts) => new Set(parts.map(({ id }) => id)).size === parts.length,
        'Choose each enrolment, booking or order only once',
      ),
    ),
})

/** `waiting` is the number of parts of the sum that did not get a seat. */
export const splitAnswer = z.object({ receipt: id, waiting: z.number() })

export const splitMoney = defineEndpoint('POST /api/admin/money/split', {
  summary: 'Split one payment between several seats and orders. If one part is refused, nothing is recorded.',
  right: 'money',
  body: splitBody,
  errors: ['not_found', 'amount_differs'],
  example: {
    parts: [
      { kind: 'enrolment', id: 'Zl5kRwPq7cJ2', amount: 750 },
      { kind: 'order', id: 'Nq3mTy8sKd4B', amount: 250 },
    ],
  },
  response: wrapped(splitAnswer),
})

export const mailReceipt = defineEndpoint('POST /api/admin/money/receipts/:id/letter', {
  summary: 'E-mail the receipt for a payment to the payer',
  right: 'seat-payments',
  body: namesByKind(z.object({ kind: payableKind, subject: id }), ['subject'], moneyRights),
  errors: ['not_found'],
  response: wrapped(z.object({ id })),
})

export const reverseReceipt = defineEndpoint('POST /api/admin/money/receipts/:id/reverse', {
  summary:
    'Reverse a payment that was entered by mistake. If the payment was on a bank statement, its line there is open again.',
  right: 'money',
  confirms: 'password',
  body: reverseBody,
  response: wrapped(z.object({ id })),
})
