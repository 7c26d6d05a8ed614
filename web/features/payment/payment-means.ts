import type { PaymentOptions } from '../../../contract/enrolments.ts'

type Means =
  | { kind: 'simulated' }
  | { kind: 'upi'; upi: NonNullable<PaymentOptions['upi']> }
  | { kind: 'checkout' }

/** How the money is taken. The wire names a provider; the page goes by the kind of its means alone. */
export function meansOf({ provider, upi }: PaymentOptions): Means {
  if (upi !== null) return { kind: 'upi', upi }
  return { kind: provider === 'simulator' ? 'simulated' : 'checkout' }
}
