import type { ReactNode } from 'react'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { slotHours } from '../../../../contract/store/delivery-hours.ts'
import { momentText } from '../../../../contract/words.ts'
import { IfPart } from '../../../lib/if-part.tsx'
import { useSendsEmails } from '../../../lib/school.ts'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ArrivalHeading } from '../../../ui/heading.tsx'
import { Note } from '../../../ui/note.tsx'
import { visitStore } from './cancelled-part.en.ts'
import * as text from './order-part.en.tsx'
import { Thumbnail, WidePicture } from './paid-picture.tsx'
import { moneyIsSafe, orderExpired } from './payment.en.tsx'

export interface OrderPartProps {
  order: Pick<
    StoreOrder,
    | 'status'
    | 'endedBy'
    | 'holdUntil'
    | 'moneyWaits'
    | 'proved'
    | 'slot'
    | 'askedUntil'
    | 'isAskedOver'
    | 'lines'
  >
  what: 'slot' | 'items' | 'picture' | 'checking' | 'released' | 'request'
  details?: ReactNode
}

/** Parts of an order's payment page. The parts load on demand, because the size of the page's scripts is limited. */
export default function OrderPart({ order, what, details }: OrderPartProps): ReactNode {
  const sendsEmails = useSendsEmails()
  switch (what) {
    case 'request':
      return <RequestedOrder order={order} details={details} />
    case 'items':
      return <Items lines={order.lines} />
    case 'picture':
      return (
        <WidePicture picture={order.lines.find(({ picture }) => picture)?.picture} shape="aspect-square" />
      )
    case 'checking':
      return checkingText(order, sendsEmails)
    case 'released':
      return (
        <Note tone="warning" className="mt-6" title={orderExpired}>
          {text.releasedLead}
        </Note>
      )
    default:
      return order.slot && slotText(order.slot)
  }
}

/** Writes text such as `Midnight, 11 pm – 12:30 am, the night before`. */
export function slotText(slot: { name: string; from: string; to: string }): string {
  return text.deliveryTime({ name: slot.name, hours: slotHours(slot) })
}

/**
 * A payment that the buyer reported keeps the order until the florist must begin. The order then ends, but can be
 * resumed.
 */
export function checkingText(
  {
    status,
    endedBy,
    holdUntil,
    moneyWaits,
    proved,
  }: Pick<OrderPartProps['order'], 'status' | 'endedBy' | 'holdUntil' | 'moneyWaits' | 'proved'>,
  sendsEmails = true,
): string {
  if (status === 'cancelled' && endedBy !== 'hold') return text.checkingCancelled
  if (moneyWaits) return text.paidLate
  if (status === 'cancelled') return text.checkingReleased
  const held = holdUntil ? text.heldWhileChecking({ until: momentText(holdUntil) }) : moneyIsSafe
  if (!sendsEmails)
    return `${text.checkingHere} ${holdUntil ? text.heldBriefly({ until: momentText(holdUntil) }) : moneyIsSafe}`
  const sentences = [text.checking, held, ...(proved ? [] : [text.openLinkToHoldLonger])]
  return sentences.join(' ')
}

function Items({ lines }: Pick<StoreOrder, 'lines'>) {
  return (
    <ul className="grid gap-3">
      {lines.map(({ name, size, answer, quantity, picture }, n) => (
        <li key={n} className="flex items-center justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">
            {quantity > 1 && `${quantity} × `}
            {name}
            <span className="block text-sm font-normal text-ink-soft">
              {[size, answer].filter(Boolean).join(' · ')}
            </span>
          </span>
          <Thumbnail picture={picture} />
        </li>
      ))}
    </ul>
  )
}

function RequestedOrder({ order: { askedUntil, isAskedOver }, details }: Omit<OrderPartProps, 'what'>) {
  const sendsEmails = useSendsEmails()
  if (isAskedOver) {
    return (
      <>
        <ArrivalHeading>{text.notPlaced}</ArrivalHeading>
        <p className="mt-3 max-w-text text-lg text-ink-soft">
          {sendsEmails ? text.notPlacedLead : text.notConfirmedLead}
        </p>
        {details}
        <div className="mt-6">
          <IfPart part="store">
            <ButtonLink to="/store">{visitStore}</ButtonLink>
          </IfPart>
        </div>
      </>
    )
  }
  if (!sendsEmails) {
    return (
      <>
        <div role="status">
          <ArrivalHeading>{text.callToOrder}</ArrivalHeading>
          <p className="mt-3 max-w-text text-lg text-ink-soft">{text.callToOrderLead(<CallOrChat />)}</p>
        </div>
        {details}
      </>
    )
  }
  return (
    <>
      <div role="status">
        <ArrivalHeading>{text.checkEmail}</ArrivalHeading>
        <p className="mt-3 max-w-text text-lg text-ink-soft">
          {text.checkEmailLead({ until: momentText(askedUntil ?? '') })}
        </p>
      </div>
      <p className="mt-2 max-w-text text-ink-soft">{text.dontPayYet(<CallOrChat />)}</p>
      {details}
    </>
  )
}
