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

/** `reference` is the provider's own. `claimed`: staff check whether the money came. `unpaid`: no money came. */
export type PaymentClaim =
  | { outcome: 'settled'; reference: string }
  | { outcome: 'claimed' }
  | { outcome: 'unpaid' }

export interface ProviderEvent {
  id: string
  reference: string
  claim: PaymentClaim
}

/** `pending`: the provider confirms later. `by-hand`: staff send the money themselves. */
export type Refund = { outcome: 'done' | 'pending'; reference: string } | { outcome: 'by-hand' }

/**
 * A provider is called outside transactions, because it may ask another machine (architecture rule 6). The
 * settlement's `finalise` records an answer under the provider's payment id, so the ledger takes the same money once.
 * Rooms and pages depend on the answers, never on the name.
 */
export interface PaymentProvider {
  readonly name: PaymentMeans['provider']
  /** True if only the payer reports a payment, which is then a claim for staff to check. */
  readonly takesPayersWord: boolean
  /** The time that an order is held for its payment; null applies the school's time for seats. */
  readonly holdMinutes: number | null
  /**
   * Creates or finds the means of payment. Nothing is charged, and a second call answers the same. UPI: `{ provider:
   * 'upi', upi: { id: 'malar@okbank', uri: 'upi://pay?…&tr=MAL-7K3F-9QXD' } }`.
   */
  begin(bill: Bill): Promise<PaymentMeans>
  /**
   * Called when the payer clicks "I have paid", perhaps with the checkout's signed proof. Repeated calls answer
   * `settled` with one reference: `{ outcome: 'settled', reference: 'SIM-MAL-7K3F-9QXD' }`. The payer may try again
   * after `unpaid`.
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
  /** Finds out, without the payer, whether a bill is paid; answers like `confirm`. */
  look(bill: Bill): Promise<PaymentClaim>
}
