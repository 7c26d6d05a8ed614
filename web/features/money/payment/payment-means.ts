import type { PaymentOptions } from '../../../../contract/registrations/enrolments.ts'

export type Upi = NonNullable<PaymentOptions['upi']>

type Means = { kind: 'simulated' } | { kind: 'upi'; upi: Upi } | { kind: 'checkout' } | { kind: 'none' }

/** The page goes by the kind of the means only, whatever provider the server names. */
export function paymentMeans({ provider, upi }: PaymentOptions): Means {
  if (upi !== null) return { kind: 'upi', upi }
  // The school has no UPI account, so nothing can be paid.
  if (provider === 'upi') return { kind: 'none' }
  return { kind: provider === 'simulator' ? 'simulated' : 'checkout' }
}

const byCard = 'Secure payment powered by a card payment provider'

export const meansTexts: Record<Means['kind'], string> = {
  simulated: byCard,
  upi: 'You pay the school’s UPI id directly',
  checkout: byCard,
  none: 'Nothing can be paid on this page now. Please call the school.',
}

export interface PayingByUpi {
  upi: Upi
  reference: string
  /** The app was opened from here, perhaps before the page was reloaded. */
  hasOpened: boolean
  onOpen: () => void
  isSending: boolean
}
