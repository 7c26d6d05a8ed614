import type { IncomingHttpHeaders } from 'node:http'

export interface Bill {
  reference: string
  title: string
  amountInPaise: number
  paymentsBefore?: number
  payer: { name: string; email: string; phone: string }
}

export type PaymentMeans =
  | { provider: 'simulator' }
  | { provider: 'upi'; upi: { id: string; name: string; uri: string } }
  | { provider: 'razorpay'; order: { id: string; amountInPaise: number } }

/** `reference` is the provider's own. `claimed`: staff look. `unpaid`: no money came. */
export type PaymentClaim =
  | { outcome: 'settled'; reference: string }
  | { outcome: 'claimed' }
  | { outcome: 'unpaid' }

export interface ProviderEvent {
  id: string
  reference: string
  claim: PaymentClaim
}

/** `pending`: the provider tells later. `by-hand`: staff send the money themselves. */
export type Refund = { outcome: 'done' | 'pending'; reference: string } | { outcome: 'by-hand' }

/**
 * Call it outside transactions, because a provider may ask another machine (architecture rule 6). The
 * settlement's `finalise` writes its answers under the provider's payment id: the ledger takes the same money
 * once. Domains and pages go by the answers, never by the name.
 */
export interface PaymentProvider {
  readonly name: PaymentMeans['provider']
  /** Only the payer says that money was sent, so a payment is a claim that staff check. */
  readonly takesPayersWord: boolean
  /** The time that an order waits for its money; null takes that of the school's seats. */
  readonly holdMinutes: number | null
  /**
   * Makes or finds the means of payment. Nothing is charged, and a second call gives the same. UPI: `{
   * provider: 'upi', upi: { id: 'malar@okbank', uri: 'upi://pay?…&tr=MAL-7K3F-9QXD' } }`.
   */
  begin(bill: Bill): Promise<PaymentMeans>
  /**
   * The payer says "I have paid", perhaps with the checkout's signed proof. `settled` has one reference
   * however often it is asked: `{ outcome: 'settled', reference: 'SIM-MAL-7K3F-9QXD' }`. After `unpaid` the
   * payer may try again.
   */
  confirm(bill: Bill, proof?: unknown): Promise<PaymentClaim>
  /**
   * Reads a webhook by the bytes that are signed (`rawBody` endpoints). Null if it is badly signed, or not
   * ours: `{ id: 'evt_9', reference: 'MAL-7K3F-9QXD', claim: { outcome: 'settled', reference: 'pay_4' } }`.
   */
  receive(rawBody: Buffer, headers: IncomingHttpHeaders): Promise<ProviderEvent | null>
  /** Two calls with one `key` give it back once: `{ outcome: 'done', reference: 'SIM-refund-1' }`. */
  refund(payment: { reference: string }, amountInPaise: number, key: string): Promise<Refund>
  /** Like `confirm`, but the payer's word does not count. */
  look(bill: Bill): Promise<PaymentClaim>
}
