import type { PaymentProvider } from './provider.ts'

/** Pays whenever asked: a demonstration, and pages say so (reading M1). */
export function createSimulator(): PaymentProvider {
  return {
    name: 'simulator',
    means: async () => ({ provider: 'simulator', upi: null }),
    claim: async ({ reference }) => ({ outcome: 'settled', reference: `SIM-${reference}` }),
  }
}
