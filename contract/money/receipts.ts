import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { linkParams, schoolDay } from '../primitives.ts'

/** A receipt as the link in an e-mail shows it. The page reveals no more than the printed receipt. */
export const receipt = z.object({
  number: z.string(),
  day: schoolDay,
  name: z.string(),
  title: z.string(),
  reference: z.string(),
  /**
   * Decimal strings in rupees: `amount` is this person's part of a sum that was paid for several people, `rest` is the
   * sum that is still due.
   */
  amount: z.string(),
  rest: z.string(),
  /** The method in words, such as `Bank transfer`, so that the page needs no list of methods. */
  method: z.nullable(z.string()),
  isVoid: z.boolean(),
})
export type Receipt = z.output<typeof receipt>

export const getReceipt = defineEndpoint('GET /api/receipt/:token', {
  summary: 'Get the receipt of a payment with the token from the link in its e-mail',
  access: 'public',
  isOpenEarly: true,
  params: linkParams,
  rate: 'lookup',
  response: receipt,
})
