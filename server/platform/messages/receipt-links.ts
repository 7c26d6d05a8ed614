import * as z from 'zod/mini'
import type { Link, Sender } from './letter.ts'

/** The receipts that a letter leads to; rows of before have none. `id` is what the link's token names. */
export const receiptRefs = z.optional(z.array(z.object({ number: z.string(), id: z.string() })))
export type ReceiptRefs = NonNullable<z.output<typeof receiptRefs>>

export function receiptLinks(refs: ReceiptRefs = [], sender: Sender): Link[] {
  return refs.map(({ number, id }) => ({
    label: `Receipt ${number}`,
    url: `${sender.siteUrl}/receipt/${sender.sign('receipt', id)}`,
  }))
}
