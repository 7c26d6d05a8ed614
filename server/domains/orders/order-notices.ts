import type { OrderStatus } from '../../../contract/order-facts.ts'
import { dayInWords } from '../../../contract/words.ts'

/** What a customer hears of. `reopened`: a cancelled order was taken up again. */
export type OrderNotice = Exclude<OrderStatus, 'pending'> | 'reopened'

/** When an order comes, in a letter. */
export function deliveryInWords({ day, slot }: { day: string; slot: string }): string {
  return slot === '' ? dayInWords(day) : `${dayInWords(day)}, ${slot}`
}
