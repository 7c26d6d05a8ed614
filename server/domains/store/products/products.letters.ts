import * as z from 'zod/mini'
import { defineLetter } from '../../../platform/messages/letter-kinds.ts'

export const backInStock = defineLetter(
  'back-in-stock',
  z.object({ productName: z.string(), slug: z.string() }),
  (data, sender) => ({
    subject: `${data.productName} is back`,
    paragraphs: [
      `You asked us to write when ${data.productName} can be had again. It can, as long as it lasts: nothing is set aside.`,
      'This is the one letter that you asked for. We have deleted your wish, and write no other.',
    ],
    link: { label: 'See it in the store', url: `${sender.siteUrl}/store/${data.slug}` },
    closing: `If you have any question, call us at ${sender.phone}.`,
  }),
  { goodForMs: 2 * 24 * 60 * 60_000, right: 'store' },
)
