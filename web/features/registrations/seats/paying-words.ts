import type { School } from '../../../../contract/school/school.ts'
import { atSchool, timeInWords } from '../../../../contract/words.ts'
import type { PayingTexts } from './paying.en.ts'
import * as text from './paying.en.ts'

/** The means of payment. `upi` is paid before the booking is sent; the other means need no payment before that. */
export type Paying = 'upi' | 'simulated' | 'atSchool' | 'free'

/** `toPay` is in rupees. The server says if the school's payments are simulated. */
export function paymentKind(school: School | undefined, toPay: number): Paying {
  if (toPay === 0) return 'free'
  if (school?.simulatedPayments) return 'simulated'
  return school?.upi.id === '' ? 'atSchool' : 'upi'
}

export interface PayingWords extends PayingTexts {
  /** True if the visitor pays before sending. The sent booking then says that they have paid. */
  paysFirst: boolean
}

export const payingWords: Record<Paying, PayingWords> = {
  upi: { ...text.upi, paysFirst: true },
  simulated: { ...text.simulated, paysFirst: false },
  atSchool: { ...text.atSchool, paysFirst: false },
  free: { ...text.free, paysFirst: false },
}

/** The UPI code disappears this long before the hold ends, because a payment takes time to make and to arrive. */
export const codeLeavesSeconds = 120

export function leftInWords(seconds: number): string {
  if (seconds > codeLeavesSeconds) return text.minutes({ count: Math.floor(seconds / 60) })
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/**
 * Screen readers announce the start, five minutes left, the end of the UPI code, and the end of the hold; nothing else.
 */
export function readOut(seconds: number, { over, fewLeft }: Pick<PayingWords, 'over' | 'fewLeft'>): string {
  if (seconds <= 0) return over.readOut
  if (seconds <= codeLeavesSeconds) return fewLeft.readOut
  if (seconds <= 300) return text.fiveMinutesLeft
  return text.seatIsHeld
}

export function untilText(until: string): string {
  return timeInWords(atSchool(until)[1])
}
