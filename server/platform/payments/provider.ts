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

/**
 * `reference`: the provider's id of the payment. `claimed`: staff check whether the money arrived. `unpaid`: no money
 * arrived. `unpayable`: the school has no account, so nobody was shown how to pay.
 */
export type PaymentClaim =
  | { outcome: 'settled'; reference: string }
  | { outcome: 'claimed' }
  | { outcome: 'unpaid' | 'unpayable' }

export interface ProviderEvent {
  id: string
  reference: string
  claim: PaymentClaim
}

/** `pending`: the provider confirms the refund later. `by-hand`: staff send the money themselves. */
export type Refund = { outcome: 'done' | 'pending'; reference: string } | { outcome: 'by-hand' }

/**
 * A provider is called outside transactions, because it may call another machine (architecture rule 6). The
 * settlement's `finalise` records a result under the provider's payment id, so that the ledger counts the same money
 * only once. Domains and pages depend on the results, never on the provider's name.
 */
export interface PaymentProvider {
  readonly name: PaymentMeans['provider']
  /** True if nobody but the payer reports a payment. Staff then have to check the report. */
  readonly takesPayersWord: boolean
  /** The minutes for which an order is held until it is paid; null means the school's time for seats. */
  readonly holdMinutes: number | null
  /**
   * Creates or finds the means of payment. Nothing is charged, and a second call returns the same means. UPI: `{
   * provider: 'upi', upi: { id: 'malar@okbank', uri: 'upi://pay?…&tr=MAL-7K3F-9QXD' } }`.
   */
  begin(bill: Bill): Promise<PaymentMeans>
  /**
   * Called when the payer clicks "I have paid", perhaps with the checkout's signed proof. Repeated calls return
   * `settled` with one reference: `{ outcome: 'settled', reference: 'SIM-MAL-7K3F-9QXD' }`. After `unpaid`, the payer
   * may try again.
   */
  confirm(bill: Bill, proof?: unknown): Promise<PaymentClaim>
  /**
   * Reads a webhook from its signed bytes (`rawBody` endpoints). Null if the signature is wrong, or the event is not
   * about this school: `{ id: 'evt_9', reference: 'MAL-7K3F-9QXD', claim: { outcome: 'settled', reference: 'pay_4' }
   * }`.
   */
  receive(rawBody: Buffer, headers: IncomingHttpHeaders): Promise<ProviderEvent | null>
  /** Refunds once per `key`: `{ outcome: 'done', reference: 'SIM-refund-1' }`. */
  refund(payment: { reference: string }, amountInPaise: number, key: string): Promise<Refund>
  /** Finds out whether a bill is paid, without asking the payer. Returns the same results as `confirm`. */
  look(bill: Bill): Promise<PaymentClaim>
}
