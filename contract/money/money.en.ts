// The texts in English about ways to pay and about the discount of a code.

export const methodHints = {
  upi: 'Open the UPI app on your phone',
  qrCode: 'Scan a code from another screen',
}
export const methods = { cash: 'Cash', upi: 'UPI', card: 'Card', bank: 'Bank transfer' }

export const percentOff = ({ percent }: { percent: number | null }) => `${percent}% off`
export const amountOff = ({ amount }: { amount: string }) => `${amount} off`
export const freeDelivery = 'Free delivery'
