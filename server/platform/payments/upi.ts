import { type UpiAccount, upiUri } from '../../../contract/upi-link.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { PaymentProvider } from './provider.ts'

/** UPI straight to the school's account: nobody tells us that money came, so staff or a statement settle a claim. */
export function createUpi(findAccount: () => Promise<UpiAccount>): PaymentProvider {
  return {
    name: 'upi',
    async means(payable) {
      const account = await findAccount()
      return {
        provider: 'upi',
        upi: {
          ...account,
          uri: upiUri(account, { ...payable, amount: decimalRupees(payable.amountInPaise) }),
        },
      }
    },
    claim: async () => ({ outcome: 'claimed' }),
  }
}
