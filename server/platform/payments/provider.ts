import type { IncomingHttpHeaders } from 'node:http'

export interface Bill {
  /** Its short reference, e.g. `MAL-7K3F-9QXD`; unique. */
  reference: string
  /** The payer's words for it: the course's title. */
  title: string
  amountInPaise: number
  /** Payments that came for it before: the payment asked for now is another one. */
  paymentsBefore?: number
  payer: { name: string; email: string; phone: string }
}

export type PaymentMeans =
  | { provider: 'simulator' }
  | { provider: 'upi'; upi: { id: string; name: string; uri: string } }
  | { provider: 'razorpay'; order: { id: string; amountInPaise: number } }

/** `settled` has the provider's reference for the money; `claimed`: somebody has to look; `unpaid`: no money came. */
export type PaymentClaim =
  | { outcome: 'settled'; reference: string }
  | { outcome: 'claimed' }
  | { outcome: 'unpaid' }

/** A provider's own message, once its signature is verified. */
export interface ProviderEvent {
  /** The provider's own id of the event, by which a repeat is known. */
  id: string
  reference: string
  claim: PaymentClaim
}

/** Money goes back at once, later, or `by-hand`, so that staff send it themselves. */
export type Refund = { outcome: 'done' | 'pending'; reference: string } | { outcome: 'by-hand' }

/**
 * It is called outside transactions, because a provider may ask another machine (architecture rule 6). Its answers go
 * to the settlement's `finalise`, which writes them under the provider's own payment id: the ledger takes the same
 * money once. Domains and pages go by a provider's answers, never by its name.
 */
export interface PaymentProvider {
  /** It stands in the ledger beside the provider's ids. */
  readonly name: PaymentMeans['provider']
  /** True if only the payer says that money was sent: a booking counts as a claim, and staff look. */
  readonly takesPayersWord: boolean
  /** An order waits this long for its money; null takes the time for which the school holds seats. */
  readonly holdMinutes: number | null
  /**
   * Makes, or finds, the means for the page. Nothing is charged yet, and a second call gives the same.
   * UPI for `MAL-7K3F-9QXD`: `{ provider: 'upi', upi: { id: 'malar@okbank', uri: 'upi://pay?…&tr=MAL-7K3F-9QXD' } }`.
   */
  begin(bill: Bill): Promise<PaymentMeans>
  /**
   * The payer says "I have paid", with the checkout's signed proof if there is one. `settled`: the money is there,
   * under one reference however often it is asked. `claimed`: staff look. `unpaid`: nothing came, and the payer may try
   * again.
   * The simulator: `{ outcome: 'settled', reference: 'SIM-MAL-7K3F-9QXD' }`.
   */
  confirm(bill: Bill, proof?: unknown): Promise<PaymentClaim>
  /**
   * Reads a webhook by the very bytes that are signed (`rawBody` endpoints). Null for one that is not ours, or badly
   * signed.
   * A charged card: `{ id: 'evt_9', reference: 'MAL-7K3F-9QXD', claim: { outcome: 'settled', reference: 'pay_4' } }`.
   */
  receive(rawBody: Buffer, headers: IncomingHttpHeaders): Promise<ProviderEvent | null>
  /**
   * Gives an amount of a payment back, the way it came. `done`: it is on its way. `pending`: the provider tells later.
   * `by-hand`: staff send it.
   * Asked twice with the same `key` it happens once: `{ outcome: 'done', reference: 'SIM-refund-1' }`.
   */
  refund(payment: { reference: string }, amountInPaise: number, key: string): Promise<Refund>
  /**
   * The same as `confirm`, asked by us and not by the payer, so nobody's word counts.
   * The simulator before anybody pressed: `{ outcome: 'unpaid' }`.
   */
  look(bill: Bill): Promise<PaymentClaim>
}
