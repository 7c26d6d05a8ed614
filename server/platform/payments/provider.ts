/** Something to be paid for, as far as a provider may know it. */
export interface Payable {
  /** The seat's own short reference, e.g. `MAL-7K3F-9QXD`; unique. */
  reference: string
  /** What the money is for, in the payer's words: the course's title. */
  title: string
  amountInPaise: number
  payer: { name: string; email: string; phone: string }
}

/** What a page needs to take the money; the same shape as the contract's `paymentOptions`, without `checking`. */
export interface PaymentMeans {
  provider: PaymentProvider['name']
  upi: { id: string; name: string; uri: string } | null
}

/**
 * What stands behind the words "I have paid": `settled` with the provider's reference for that money; `claimed`,
 * somebody has to look; `unpaid`, the provider knows that no money came.
 */
export type PaymentClaim =
  | { outcome: 'settled'; reference: string }
  | { outcome: 'claimed' }
  | { outcome: 'unpaid' }

/**
 * The port of reading M1. Called outside transactions, because a provider may ask another machine (architecture
 * rule 6). A provider with orders makes or finds the order in `means`, checks the checkout's signed `proof` in
 * `claim`, and hands what its signed webhook says to the payments service's `settle`, under the provider's own
 * payment id: the ledger takes the same money once.
 */
export interface PaymentProvider {
  readonly name: 'simulator' | 'upi' | 'razorpay'
  means(payable: Payable): Promise<PaymentMeans>
  claim(payable: Payable, proof?: unknown): Promise<PaymentClaim>
}
