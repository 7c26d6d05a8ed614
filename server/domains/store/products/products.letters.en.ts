// The texts of the letters about products in English.

import { reachUs } from '../../../platform/messages/letter.en.ts'

export const backInStockTexts = {
  subject: ({ product }: { product: string }) => `${product} is back in stock`,
  isBack: ({ product }: { product: string }) =>
    `You asked us to tell you when ${product} is back. You can order it now, while stocks last.`,
  onlyOnce: 'We’ve deleted your request and won’t e-mail you about it again.',
  seeInStore: 'See it in the store',
  closing: (us: { phone: string }) => `If you have any questions, ${reachUs(us)}.`,
}
