import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import {
  id,
  idParams,
  instant,
  pageQuery,
  patterned,
  person,
  schoolDay,
  text,
  wrapped,
} from './primitives.ts'

/** What money can be for. */
export const payableKinds = ['enrolment', 'event-booking', 'order'] as const
const payableKind = z.enum(payableKinds)
export type PayableKind = z.output<typeof payableKind>

/** Where the money of something stands; `attention`: it arrived, and has no seat. */
export const dueStates = ['due', 'checking', 'attention', 'paid'] as const

/** An enrolment, a booking or an order, as the money desk shows it. */
export const payable = z.object({
  kind: payableKind,
  id,
  /** The booking's reference, or the order's number. */
  reference: z.string(),
  ...person,
  /** The course, or what was ordered. */
  title: z.string(),
  /** Rupees as a decimal string: all of it, and what of it has not arrived. */
  amount: z.string(),
  due: z.string(),
  payment: z.enum(dueStates),
  /** Its own status, e.g. 'pending' or 'expired'. */
  status: z.string(),
  holdUntil: z.nullable(instant),
  created_at: instant,
})
export type Payable = z.output<typeof payable>

export const confidences = ['certain', 'likely', 'unclear'] as const
export type Confidence = (typeof confidences)[number]

export const suggestion = z.object({
  confidence: z.enum(confidences),
  /** `settle` it; `recorded`: this money was marked paid before; `double`: something paid already. */
  action: z.enum(['settle', 'recorded', 'double']),
  why: z.array(z.string()),
  target: payable,
})
export type Suggestion = z.output<typeof suggestion>

export const lineStatuses = ['open', 'matched', 'refunded', 'ignored'] as const
export type LineStatus = (typeof lineStatuses)[number]

/** One credit of a bank or UPI statement. */
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
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
})
export type StatementLine = z.output<typeof statementLine>

export const statementRowsMax = 2000

const statementRow = z.object({
  day: schoolDay,
  description: text(500),
  /** Empty where the statement has none. */
  reference: text(100),
  amount: patterned(12, /^\d{1,9}\.\d{2}$/, 'An amount has two decimals, such as 12500.00', {
    required: 'Please enter an amount',
  }),
})
export type StatementRow = z.output<typeof statementRow>

export const importStatement = defineEndpoint('POST /api/admin/money/statements', {
  summary: 'Take the credits of a statement; those that are known already change nothing',
  access: 'admin',
  body: z.object({
    fileName: text(200, { required: 'The file has no name' }),
    rows: z
      .array(statementRow)
      .check(
        z.minLength(1, 'There is no money in this statement'),
        z.maxLength(statementRowsMax, `Please import at most ${statementRowsMax} rows at a time`),
      ),
  }),
  bodyLimit: 2 * 1024 * 1024,
  rate: 'upload',
  response: wrapped(z.object({ added: z.number(), known: z.number() })),
})

export const listStatementLines = defineEndpoint('GET /api/admin/money/lines', {
  summary: 'Money that arrived, newest day first, open lines with what each seems to be for',
  access: 'admin',
  query: z.object({
    ...pageQuery.shape,
    /** The open ones by default. */
    status: z.optional(z.enum([...lineStatuses, 'all'])),
  }),
  response: wrapped(z.array(statementLine)),
})

export const listWaitingForMoney = defineEndpoint('GET /api/admin/money/waiting', {
  summary: 'Enrolments, bookings and orders whose money has not arrived or has no seat, newest first',
  access: 'admin',
  query: z.extend(pageQuery, { kind: z.optional(payableKind) }),
  response: wrapped(z.array(payable)),
})

export const matchOutcome = z.object({
  line: id,
  outcome: z.enum(['settled', 'recorded', 'attention', 'refused']),
  /** Why it was refused, or what is left to do. */
  sentence: z.nullable(z.string()),
})
export type MatchOutcome = z.output<typeof matchOutcome>

export const confirmMatches = defineEndpoint('POST /api/admin/money/confirm', {
  summary: 'Settle each line with what it was matched with, each by itself',
  access: 'admin',
  body: z.object({
    matches: z
      .array(
        z.object({
          line: id,
          kind: payableKind,
          id,
          /** Staff saw that another sum came than is due. */
          acceptDifference: z.optional(z.boolean()),
        }),
      )
      .check(z.minLength(1), z.maxLength(200)),
  }),
  response: wrapped(z.array(matchOutcome)),
})

export const closingNote = text(500, { required: 'Please say what became of it' })

export const closeStatementLine = defineEndpoint('POST /api/admin/money/lines/:id/close', {
  summary: 'Say what became of money that belongs to nothing here: sent back, or not ours',
  access: 'admin',
  params: idParams,
  body: z.object({ outcome: z.enum(['refunded', 'ignored']), note: closingNote }),
  response: wrapped(statementLine),
})

export const reopenStatementLine = defineEndpoint('POST /api/admin/money/lines/:id/reopen', {
  summary: 'Put a line that was closed back on the list',
  access: 'admin',
  params: idParams,
  response: wrapped(statementLine),
})

export const refundMoney = defineEndpoint('POST /api/admin/money/refund', {
  summary: 'Note that money without a seat was sent back',
  access: 'admin',
  body: z.object({ kind: payableKind, id, note: closingNote }),
  errors: ['not_found'],
  response: wrapped(payable),
})
