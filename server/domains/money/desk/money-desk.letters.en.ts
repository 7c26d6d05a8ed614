// The texts of the letters about money in English.

export const receiptTexts = {
  subject: ({ number, school }: { number: string; school: string }) => `Receipt ${number} from ${school}`,
  received: ({ amount }: { amount: string }) => `We’ve received ${amount}. Thank you.`,
  isVoid: ({ number }: { number: string }) => `Receipt ${number} is void. It was issued by mistake.`,
  viewAndPrint: 'View and print the receipt',

  receipt: 'Receipt',
  date: 'Date',
  paymentFor: 'For',
  reference: 'Reference',
  amount: 'Amount',
  amountInWords: 'In words',
  paidBy: 'Paid by',
  stillDue: 'Due',
  school: 'School',
}
