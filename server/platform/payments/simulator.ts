import type { Bill, PaymentClaim, PaymentProvider } from './provider.ts'

export function createSimulator(): PaymentProvider {
  const settled = async ({ reference, paymentsBefore = 0 }: Bill): Promise<PaymentClaim> => ({
    outcome: 'settled',
    reference: `SIM-${reference}${paymentsBefore > 0 ? `-${paymentsBefore + 1}` : ''}`,
  })
  return {
    name: 'simulator',
    takesPayersWord: false,
    holdMinutes: 30,
    begin: async () => ({ provider: 'simulator' }),
    confirm: settled,
    receive: async () => null,
    refund: async (_payment, _amountInPaise, key) => ({ outcome: 'done', reference: `SIM-${key}` }),
    // A payment exists only after a click on the button.
    look: async () => ({ outcome: 'unpaid' }),
  }
}
