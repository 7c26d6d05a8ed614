import { type UpiAccount, upiUri } from '../../../contract/money/upi-link.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { PaymentProvider } from './provider.ts'

/**
 * UPI pays into the school's account without notifying the server, so staff or a bank statement must confirm what
 * payers report.
 */
export function createUpi(findAccount: () => Promise<UpiAccount>): PaymentProvider {
  return {
    name: 'upi',
    takesPayersWord: true,
    holdMinutes: null,
    async begin(bill) {
      const account = await findAccount()
      const uri = upiUri(account, { ...bill, amount: decimalRupees(bill.amountInPaise) })
      return { provider: 'upi', upi: { ...account, uri } }
    },
    // A payer who was shown no account to pay into has nothing to report.
    confirm: async () => ({ outcome: (await findAccount()).id === '' ? 'unpayable' : 'claimed' }),
    receive: async () => null,
    refund: async () => ({ outcome: 'by-hand' }),
    look: async () => ({ outcome: 'claimed' }),
  }
}
