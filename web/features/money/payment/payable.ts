import type { ReactNode } from 'react'
import type { PaymentOptions } from '../../../../contract/registrations/enrolments.ts'
import type { Fact } from '../../../ui/facts.tsx'

export interface Payable {
  /** It appears in the payment's note. */
  reference: string
  /** `expired`: no longer held, but an order can still be paid. `reserved`: nothing is to be paid yet. */
  status: 'due' | 'paid' | 'expired' | 'cancelled' | 'reserved'
  payment: PaymentOptions
  /** Only the booking said that it is paid, so the page still shows how to pay. */
  isAnnounced?: boolean
  facts: readonly Fact[]
  more?: ReactNode
  amount: string
  /** The amount's label if it is not due now; else the amount is the total. */
  amountName?: string
  /** A code that lowered the price, and the price before that; rupees. */
  coupon?: { code: string; price: string | number; discount: string | number } | undefined
  words: {
    paid: { title: ReactNode; lead: string }
    checking: ReactNode
    cancelled: string
    cancelledLead?: string
    expired?: { title: string; lead: string }
  }
  /** The links for when it is paid, being checked, or cancelled. */
  links: Partial<Record<'paid' | 'checking' | 'cancelled', ReactNode>>
  /** The page's own address, to which a browser without scripts sends its form. */
  address: string
  /** Asks the server to record the payment. @throws ApiError */
  confirm: () => Promise<unknown>
  queryKey: readonly unknown[]
  letGo?: ReactNode
  /** The page shows this instead of a way to pay if nothing is to be paid. */
  notDue?: (details: ReactNode, refused: string | undefined) => ReactNode
  /** The id of a fee, if that is paid and not the order itself. */
  fee?: string
}
