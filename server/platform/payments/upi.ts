import { decimalRupees } from '../../../contract/primitives.ts'
import type { Payable, PaymentProvider } from './provider.ts'

/** Where money goes. */
export interface UpiAccount {
  /** `name@bank`. */
  id: string
  name: string
}

/** UPI straight to the school's account: nobody tells us that money came, so staff or a statement settle a claim. */
export function createUpi(findAccount: () => Promise<UpiAccount>): PaymentProvider {
  return {
    name: 'upi',
    async means(payable) {
      const account = await findAccount()
      return { provider: 'upi', upi: { ...account, uri: upiUri(account, payable) } }
    },
    claim: async () => ({ outcome: 'claimed' }),
  }
}

/** The link that opens a UPI app (reading M5). Apps want a literal `@` in `pa`, and `%20`, never `+`. */
export function upiUri(
  account: UpiAccount,
  payable: Pick<Payable, 'amountInPaise' | 'reference' | 'title'>,
): string {
  const part = encodeURIComponent
  return [
    `upi://pay?pa=${part(account.id).replaceAll('%40', '@')}`,
    `pn=${part(account.name)}`,
    `am=${decimalRupees(payable.amountInPaise)}`,
    'cu=INR',
    `tr=${part(payable.reference)}`,
    // Banks cut or refuse longer notes, and signs beyond letters and digits.
    `tn=${part(
      `${payable.reference} ${payable.title}`
        .replace(/[^\p{L}\p{M}\p{N} -]/gu, ' ')
        .slice(0, 50)
        .trim(),
    )}`,
  ].join('&')
}
