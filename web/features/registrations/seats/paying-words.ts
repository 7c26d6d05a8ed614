import type { School } from '../../../../contract/school/school.ts'
import { atSchool, counted, timeInWords } from '../../../../contract/words.ts'

/** The means of payment. UPI is paid before the booking is sent; the other two need no payment before that. */
export type Paying = 'upi' | 'simulated' | 'free'

/** `toPay` is in rupees. The server says if the school's payments are simulated. */
export function paymentKind(school: School | undefined, toPay: number): Paying {
  if (toPay === 0) return 'free'
  return school?.simulatedPayments ? 'simulated' : 'upi'
}

interface Held {
  reference: string
  sum: string
  until: string
  isGroup: boolean
  hasPaid: boolean
}

export interface PayingWords {
  /** True if the visitor pays before sending. The sent booking then says that they have paid. */
  paysFirst: boolean
  title: string
  how: string
  /** The texts when less than two minutes of the hold are left. */
  fewLeft: { title: string; readOut: string }
  over: { title: string; readOut: string }
  /** The advice beneath `fewLeft` and `over`: the booking can still be sent. */
  stillToDo(reference: string): [lead: string, words: string][]
  /** The first step shows this text after the hold has ended. */
  wentBack(reference: string): string
  beforeRetry: string
  noSeat: string
  wasLate: string
  /** The sentence that follows "Your seat is held." */
  confirmation: string
  next(held: Held): string
}

const withoutMoney = {
  paysFirst: false,
  fewLeft: { title: 'Less than two minutes are left.', readOut: 'Less than two minutes are left.' },
  over: { title: 'The time is over, and the seat went back.', readOut: 'The time is over.' },
  beforeRetry: '',
  wasLate: 'The time had ended, and there was still a seat for you.',
} satisfies Partial<PayingWords>

export const payingWords: Record<Paying, PayingWords> = {
  upi: {
    paysFirst: true,
    title: 'Pay by UPI',
    how: 'You pay the school’s UPI id directly. Pay first, then complete the booking. We check the payment and confirm your seat.',
    fewLeft: {
      title: 'The code to pay has gone, because a payment that begins now could come too late.',
      readOut: 'Less than two minutes are left, and the code to pay has gone.',
    },
    over: { title: 'The time to pay is over, and the seat went back.', readOut: 'The time to pay is over.' },
    stillToDo: (reference) => [
      [
        'You have paid?',
        `Complete the booking. We look for your payment under ${reference}, and give you a seat if one is left, or call you about another date or your money.`,
      ],
      ['Not yet?', 'Then you owe nothing.'],
    ],
    wentBack: (reference) =>
      `If you paid for it, your money is not lost. Please call us and name ${reference}. If not, you owe nothing. Going on keeps a seat anew.`,
    beforeRetry: ' If you have paid, please do not pay a second time.',
    noSeat: 'Whoever has paid waits for our call. Not paid yet?',
    wasLate: 'The time to pay had ended, and there was still a seat for you.',
    confirmation: 'A WhatsApp confirmation will follow as soon as your payment is checked.',
    next: ({ reference, sum, until, isGroup, hasPaid }) =>
      hasPaid
        ? `We look for your payment under ${reference} and write to you when we have found it. Then ${areYours(isGroup)}. Not paid yet? You can until ${until}. ${goBack(isGroup)} if we have found nothing by then. You owe nothing then, and money that is on its way is not lost.`
        : `Your payment of ${sum} keeps ${isGroup ? 'them' : 'it'}. Pay now, or later by the link in our email. ${goBack(isGroup)} if nothing has come by ${until}, and you owe nothing.`,
  },
  simulated: {
    ...withoutMoney,
    title: 'Payment',
    how: 'The code is a sample, so please don’t pay with it. Complete the booking, then choose “Pay now”. The payment page records a simulated payment and confirms your seat.',
    stillToDo: () => [['Nothing was charged.', 'Complete the booking, and you get a seat if one is left.']],
    wentBack: () => 'Nothing was charged. Going on keeps a seat anew.',
    noSeat: 'Nothing was charged.',
    confirmation: 'A WhatsApp confirmation will follow as soon as a simulated payment is recorded.',
    next: ({ sum, until, isGroup }) =>
      `This is a demonstration, and no money moves. “Pay now”, here or in our email, leads to a page that records a simulated payment of ${sum}. Then ${areYours(isGroup)}. ${goBack(isGroup)} if none is recorded by ${until}.`,
  },
  free: {
    ...withoutMoney,
    title: 'Confirm your booking',
    how: 'There is nothing to pay. Complete the booking, and your seat is confirmed.',
    stillToDo: () => [
      ['There is nothing to pay.', 'Complete the booking, and you get a seat if one is left.'],
    ],
    wentBack: () => 'Going on keeps a seat anew.',
    noSeat: 'There is nothing to pay.',
    confirmation: 'A WhatsApp confirmation will follow.',
    next: ({ until, isGroup }) =>
      `There is nothing to pay, and we write to you. ${goBack(isGroup)} if you have not heard from us by ${until}.`,
  },
}

const areYours = (isGroup: boolean) => (isGroup ? 'the seats are yours' : 'the seat is yours')
const goBack = (isGroup: boolean) => (isGroup ? 'The seats go back' : 'The seat goes back')

/** The UPI code disappears this long before the hold ends, because a payment takes time to make and to arrive. */
export const codeLeavesSeconds = 120

export function leftInWords(seconds: number): string {
  if (seconds > codeLeavesSeconds) return counted(Math.floor(seconds / 60), 'minute')
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/**
 * Screen readers announce the start, five minutes left, the end of the UPI code, and the end of the hold; nothing else.
 */
export function readOut(seconds: number, { over, fewLeft }: Pick<PayingWords, 'over' | 'fewLeft'>): string {
  if (seconds <= 0) return over.readOut
  if (seconds <= codeLeavesSeconds) return fewLeft.readOut
  if (seconds <= 300) return 'Less than five minutes are left.'
  return 'A seat is kept for you.'
}

export function untilText(until: string): string {
  return timeInWords(atSchool(until)[1])
}
