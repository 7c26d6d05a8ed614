import type { ReactNode } from 'react'
import type { PaymentOptions } from '../../../../contract/registrations/enrolments.ts'
import type { Fact } from '../../../ui/facts.tsx'
import * as text from './payment.en.tsx'

export type Upi = NonNullable<PaymentOptions['upi']>

type Means = { kind: 'simulated' } | { kind: 'upi'; upi: Upi } | { kind: 'checkout' } | { kind: 'none' }

/** Finds the means of payment that the page offers. All card providers count as the same means. */
export function paymentMeans({ provider, upi }: PaymentOptions): Means {
  if (upi !== null) return { kind: 'upi', upi }
  // The school has entered no UPI account, so nothing can be paid.
  if (provider === 'upi') return { kind: 'none' }
  return { kind: provider === 'simulator' ? 'simulated' : 'checkout' }
}

export const meansTexts: Record<Means['kind'], string> = {
  simulated: text.securePayment,
  upi: text.payDirectly,
  checkout: text.securePayment,
  none: text.noMeans,
}

export interface PayingByUpi {
  upi: Upi
  reference: string
  /** True if the payer asked on this page how to pay. */
  showsUpi?: boolean
  /** True if the UPI app was opened from this page, perhaps before a reload. */
  hasOpened: boolean
  onOpen: () => void
  isSending: boolean
}

export interface Payable {
  reference: string
  /** `expired`: the seat or order is no longer held, but an order can still be paid. `reserved`: nothing is due yet. */
  status: 'due' | 'paid' | 'expired' | 'cancelled' | 'reserved'
  payment: PaymentOptions
  /** True if the payer reported the payment only in the booking form. The page then still shows how to pay. */
  isAnnounced?: boolean
  facts: readonly Fact[]
  /** Shown below the facts. */
  below?: ReactNode
  picture?: ReactNode
  more?: ReactNode
  amount: string
  amountName?: string
  /** The coupon's code, the price before the discount, and the discount, in rupees. */
  coupon?: { code: string; price: string | number; discount: string | number } | undefined
  words: {
    paid: { title: ReactNode; lead: string }
    checking: ReactNode
    /** Stands in for the text that promises an e-mail about a reported payment. */
    announced?: string
    /** The title once the payable is cancelled; absent if it cannot be cancelled. */
    cancelled?: string
    /** True if the hold ended, and nobody cancelled. */
    isLapsed?: boolean
    expired?: ReactNode
  }
  links: Partial<Record<'paid' | 'checking', ReactNode>>
  /** The page's own address, to which a browser without scripts sends its form. */
  address: string
  /** Asks the server to record the payment. @throws ApiError */
  confirm: () => Promise<unknown>
  queryKey: readonly unknown[]
  atSchool?: ReactNode
  notDue?: (details: ReactNode, refused: string | undefined) => ReactNode
  fee?: string
}
