import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { momentText } from '../../../../contract/words.ts'

export default function CheckingWords({ order }: { order: Parameters<typeof checkingInWords>[0] }): string {
  return checkingInWords(order)
}

/** A reported payment keeps the hold until the florist must begin; then the order ends, but can be resumed. */
export function checkingInWords({
  status,
  endedBy,
  holdUntil,
  moneyWaits,
  proved,
}: Pick<StoreOrder, 'status' | 'endedBy' | 'holdUntil' | 'moneyWaits' | 'proved'>): string {
  if (status === 'cancelled' && endedBy !== 'hold')
    return 'This order was cancelled. What you paid comes back to you once the school has found it.'
  if (moneyWaits)
    return 'Your payment came when the order was no longer held. We take it up again if we can, or send the money back, and call you.'
  if (status === 'cancelled')
    return 'The order is no longer held. Once the school finds your payment, it takes the order up again if the flowers and the time are still there; if not, the money comes back to you.'
  const until = holdUntil
    ? `Everything is held until ${momentText(holdUntil)}. If the school has not found your payment by then we write to you, and your money is not lost.`
    : 'Your money is not lost.'
  const link = proved ? '' : ' To hold it for longer, please open the link in our email.'
  return `The school looks for it in its account and confirms your order by a letter. ${until}${link}`
}
