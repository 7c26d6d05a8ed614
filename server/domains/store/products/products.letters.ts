import * as z from 'zod/mini'
import { defineLetter } from '../../../platform/messages/letter-kinds.ts'
import { backInStockTexts as text } from './products.letters.en.ts'

export const backInStock = defineLetter(
  'back-in-stock',
  z.object({ productName: z.string(), slug: z.string() }),
  (data, sender) => ({
    subject: text.subject({ product: data.productName }),
    paragraphs: [text.isBack({ product: data.productName }), text.onlyOnce],
    link: { label: text.seeInStore, url: `${sender.siteUrl}/store/${data.slug}` },
    closing: text.closing(sender),
  }),
  { goodForMs: 2 * 24 * 60 * 60_000, right: 'store' },
)
