import { atSchool, counted, timeInWords } from '../../../../contract/words.ts'
import type { PayingWords } from './paying-words.ts'

/** The payment code disappears this long before the end, because a payment takes time to begin and to arrive. */
export const codeLeavesSeconds = 120

/** Whole minutes, and in the last two minutes also the seconds. */
export function leftInWords(seconds: number): string {
  if (seconds > codeLeavesSeconds) return counted(Math.floor(seconds / 60), 'minute')
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Screen readers announce the start, five minutes left, the code's end and the hold's end, and nothing else. */
export function readOut(seconds: number, { over, fewLeft }: Pick<PayingWords, 'over' | 'fewLeft'>): string {
  if (seconds <= 0) return over.readOut
  if (seconds <= codeLeavesSeconds) return fewLeft.readOut
  if (seconds <= 300) return 'Less than five minutes are left.'
  return 'A seat is kept for you.'
}

/** The end of a hold in the school's time, such as `4:15 pm`. */
export function untilText(until: string): string {
  return timeInWords(atSchool(until)[1])
}
