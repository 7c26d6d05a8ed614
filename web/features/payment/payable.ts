import type { ReactNode } from 'react'
import type { PaymentOptions } from '../../../contract/enrolments.ts'
import type { Fact } from '../../ui/facts.tsx'

/** What somebody pays for, as the payment page shows it. */
export interface Payable {
  /** Goes into the payment's note. */
  reference: string
  /** `expired`: no longer held, but it can still be paid. */
  status: 'due' | 'paid' | 'expired' | 'cancelled'
  payment: PaymentOptions
  facts: readonly Fact[]
  /** Rupees. */
  amount: string
  /** A code that took something off, and the price without it; rupees. */
  coupon?: { code: string; price: string | number; discount: string | number } | undefined
  words: {
    paid: { title: ReactNode; lead: string }
    /** Beneath "We are checking your payment". */
    checking: string
    cancelled: string
    expired: { title: string; lead: string }
  }
  /** Links once it is paid, being checked, or cancelled. */
  links: Partial<Record<'paid' | 'checking' | 'cancelled', ReactNode>>
  /** Asks the server to finish it. @throws ApiError */
  confirm: () => Promise<unknown>
  /** Of the query that shows it. */
  queryKey: readonly unknown[]
}
