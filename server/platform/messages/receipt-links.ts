import * as z from 'zod/mini'
import type { Link, Sender } from './letter.ts'

/** Older outbox rows have no receipts. The token of the link contains the `id`. */
export const receiptRefs = z.optional(z.array(z.object({ number: z.string(), id: z.string() })))
export type ReceiptRefs = NonNullable<z.output<typeof receiptRefs>>

export function receiptLinks(refs: ReceiptRefs = [], sender: Sender): Link[] {
  return refs.map(({ number, id }) => ({
    label: `Receipt ${number}`,
    url: `${sender.siteUrl}/receipt/${sender.sign('receipt', id)}`,
  }))
}
