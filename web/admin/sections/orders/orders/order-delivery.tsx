import { mapLink } from '../../../../../contract/catalogue/batch-place.ts'
import type { ChatSubject } from '../../../../../contract/messages/chat-words.ts'
import { type OrderEnd } from '../../../../../contract/orders/order-facts.ts'
import { substitutionWords } from '../../../../../contract/orders/orders.en.ts'
import type { Order, OrderItem } from '../../../../../contract/orders/orders.ts'
import type { DeliveryWay } from '../../../../../contract/store/delivery-facts.ts'
import { slotHours } from '../../../../../contract/store/delivery-hours.ts'
import { dateText, dayText, joined, weekdayOf } from '../../../../../contract/words.ts'
import type { Fact } from '../../../../ui/facts.tsx'
import { PhoneLink } from '../../../contact-link.tsx'
import { correctedText } from '../../../corrected-text.ts'

export const wayWords: Record<DeliveryWay, string> = {
  standard: 'Standard',
  express: 'Express',
  midnight: 'Midnight',
  pickup: 'Pickup',
}

const endWords: Record<OrderEnd, string> = {
  hold: 'Not paid in time',
  customer: 'By the customer',
  staff: 'By the school',
}

/** Says who ended an order, or that the order waits for its buyer's confirmation. Empty for any other order. */
export function endText({ endedBy, askedUntil }: Pick<Order, 'endedBy' | 'askedUntil'>): string {
  if (askedUntil !== null) return 'Not placed yet. The buyer has to confirm the e-mail address first.'
  return endedBy ? endWords[endedBy] : ''
}

/** Writes `Afternoon, 1 pm – 6 pm`; empty if the order is older than the store. */
export function slotText({ slot }: Pick<Order, 'slot'>): string {
  return slot ? `${slot.name}, ${slotHours(slot)}` : ''
}

/** Writes `Thu, 5 March 2026: Afternoon, 1 pm – 6 pm`. */
export function deliveryText(order: Pick<Order, 'day' | 'slot'>): string {
  return order.day === null ? '' : joined([dayText(order.day), slotText(order)], ': ')
}

/** Writes `Thu, 5 Mar`. */
export const shortWeekdayText = (day: string) => `${weekdayOf(day).slice(0, 3)}, ${dateText(day)}`

/** Writes `Rose box, Grand, “In white”`. */
export function itemText({ productName, size, answer }: OrderItem): string {
  return joined([productName, size, answer && `“${answer}”`])
}

export const substitutionText = ({ substitution }: Order) =>
  substitution ? substitutionWords[substitution] : ''

/** Returns the name for a chat message. Anybody can type a name, so it is used only once the order is paid. */
export const nameIfPaid = ({ paymentstatus }: Order, name: string | null) =>
  paymentstatus === 'paid' ? name : null

export function deliveryFacts(order: Order): readonly Fact[] {
  const { day, way, zone, recipientName, recipientPhone, landmark } = order
  // The map gets the address without the landmark, because the map would not find the landmark.
  const place = way !== 'pickup' && joined([order.address, order.area, order.pincode])
  return [
    ['Delivery day', day && dayText(day)],
    ['Time', slotText(order)],
    ['Type', way && joined([wayWords[way], zone])],
    ['Recipient', recipientName],
    [
      'Recipient’s phone',
      recipientPhone && (
        <Reached
          key="recipient"
          phone={recipientPhone}
          chat={{ about: 'flowers', name: nameIfPaid(order, recipientName) }}
        />
      ),
    ],
    [
      'Delivery address',
      <span key="address">
        {order.deliveryaddress}
        {place && (
          <a
            className="link ml-2 inline-block print:hidden"
            href={mapLink(place)}
            target="_blank"
            rel="noreferrer"
          >
            Map<span className="sr-only"> of the delivery address (opens in a new tab)</span>
          </a>
        )}
      </span>,
    ],
    ['Landmark', landmark],
    [
      'Notes',
      joined(
        [
          order.corrected && `${correctedText(order.corrected)}.`,
          order.callsBuyer && 'Call the buyer, not the recipient.',
          order.hidesSender && 'Don’t name the sender.',
        ],
        ' ',
      ),
    ],
  ]
}

export function Reached({ phone, chat }: { phone: string; chat: ChatSubject }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <PhoneLink phone={phone} chat={chat} />
    </span>
  )
}

export function CardWords({ order }: { order: Order }) {
  if (!order.cardMessage) return null
  return (
    <figure className="rounded-sm border border-line-strong bg-sunk p-4 print:break-inside-avoid">
      <figcaption className="mb-1 text-sm text-ink-soft">
        Card message{order.hidesSender && ', without the sender’s name'}
      </figcaption>
      <blockquote className="text-lg whitespace-pre-line wrap-anywhere">{order.cardMessage}</blockquote>
    </figure>
  )
}
