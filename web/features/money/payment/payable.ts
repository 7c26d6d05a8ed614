import type { ReactNode } from 'react'
import type { PaymentOptions } from '../../../../contract/registrations/enrolments.ts'
import type { Fact } from '../../../ui/facts.tsx'

export interface Payable {
  reference: string
  /** `expired`: no longer held, but an order can still be paid. `reserved`: nothing is to be paid yet. */
  status: 'due' | 'paid' | 'expired' | 'cancelled' | 'reserved'
  payment: PaymentOptions
  /** Only the booking said that it is paid, so the page still shows how to pay. */
  isAnnounced?: boolean
  facts: readonly Fact[]
  more?: ReactNode
  amount: string
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
  links: Partial<Record<'paid' | 'checking' | 'cancelled', ReactNode>>
  /** The page's own address, to which a browser without scripts sends its form. */
  address: string
  /** Asks the server to record the payment. @throws ApiError */
  confirm: () => Promise<unknown>
  queryKey: readonly unknown[]
  letGo?: ReactNode
  notDue?: (details: ReactNode, refused: string | undefined) => ReactNode
  fee?: string
}
