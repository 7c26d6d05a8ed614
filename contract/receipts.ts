import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { linkParams, schoolDay } from './primitives.ts'

/** What the link in a letter shows of a sum: no more than its receipt says. */
export const receipt = z.object({
  number: z.string(),
  day: schoolDay,
  /** From whom it came, and what for. */
  name: z.string(),
  title: z.string(),
  reference: z.string(),
  /** Rupees as decimal strings: of a sum for several people the part that is theirs, and what is still to be paid. */
  amount: z.string(),
  rest: z.string(),
  /** In words, such as `Bank transfer`: the page need not know them all. */
  method: z.nullable(z.string()),
  /** It was entered by mistake. */
  isVoid: z.boolean(),
})
export type Receipt = z.output<typeof receipt>

export const getReceipt = defineEndpoint('GET /api/receipt/:token', {
  summary: 'The receipt of a sum, for whoever has the link of its letter',
  access: 'public',
  params: linkParams,
  rate: 'lookup',
  response: receipt,
})
