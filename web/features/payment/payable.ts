import type { ReactNode } from 'react'
import type { PaymentOptions } from '../../../contract/enrolments.ts'
import type { Fact } from '../../ui/facts.tsx'

/** What somebody pays for, as the payment page shows it. */
export interface Payable {
  /** Goes into the payment's note. */
  reference: string
  /** `expired`: no longer held; an order can still be paid. `reserved`: nothing is to be paid yet. */
  status: 'due' | 'paid' | 'expired' | 'cancelled' | 'reserved'
  payment: PaymentOptions
  /** A booking alone says that it is paid: who has not paid yet still finds how to. */
  isAnnounced?: boolean
  facts: readonly Fact[]
  /** Beneath them. */
  more?: ReactNode
  /** Rupees. */
  amount: string
  /** Where it is not due now; else it is the total. */
  amountName?: string
  /** A code that took something off, and the price without it; rupees. */
  coupon?: { code: string; price: string | number; discount: string | number } | undefined
  words: {
    paid: { title: ReactNode; lead: string }
    /** Beneath "We are checking your payment". */
    checking: ReactNode
    cancelled: string
    cancelledLead?: string
    expired?: { title: string; lead: string }
  }
  /** Links once it is paid, being checked, or cancelled. */
  links: Partial<Record<'paid' | 'checking' | 'cancelled', ReactNode>>
  /** Asks the server to finish it. @throws ApiError */
  confirm: () => Promise<unknown>
  /** Of the query that shows it. */
  queryKey: readonly unknown[]
  /** A way to give it up while it is not paid. */
  letGo?: ReactNode
  /** Nothing is to be paid: what the page shows in place of a way to pay. */
  notDue?: (details: ReactNode) => ReactNode
  /** The id of a fee, where it is not the order itself that is paid. */
  fee?: string
}
