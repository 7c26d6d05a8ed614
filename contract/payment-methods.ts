/** What a buyer says of how they would like to pay; `server/domains/payments` decides how the money is taken. */
export const paymentMethods = ['UPI', 'QR Code'] as const
