import * as z from 'zod/mini'
import * as text from './letter.en.ts'
import type { Link, Sender } from './letter.ts'

/**
 * Optional, because outbox rows that earlier versions wrote have no receipts. The link's token contains the `id`.
 */
export const receiptRefs = z.optional(z.array(z.object({ number: z.string(), id: z.string() })))
export type ReceiptRefs = NonNullable<z.output<typeof receiptRefs>>

export function receiptLinks(refs: ReceiptRefs = [], sender: Sender): Link[] {
  return refs.map(({ number, id }) => ({
    label: text.receipt({ number }),
    url: `${sender.siteUrl}/receipt/${sender.sign('receipt', id)}`,
  }))
}
