import * as text from './money.en.ts'

/** The methods that a buyer can choose. `server/domains/money/payments` decides how the money is really taken. */
export const paymentMethods = ['UPI', 'QR Code'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** The method of a payer who chose, on the payment page, to pay at the school. */
export const atSchool = 'At the school'

/**
 * Replaces `atSchool` with the first payment method, because a payer who reports a payment does not come to the school
 * to pay.
 */
export const methodOnceReported = <Method extends string | null>(method: Method) =>
  method === atSchool ? paymentMethods[0] : method

/** Each hint has to be true on a phone and on a computer. */
export const paymentMethodHints: Record<PaymentMethod, string> = {
  UPI: text.methodHints.upi,
  'QR Code': text.methodHints.qrCode,
}

export const moneyMethods = ['cash', 'upi', 'card', 'bank'] as const
export type MoneyMethod = (typeof moneyMethods)[number]

export const moneyMethodWords: Record<MoneyMethod, string> = text.methods
