import { atSchool, counted, timeInWords } from '../../../contract/words.ts'
import type { PayingWords } from './paying-words.ts'

/** So long before the end the code to pay leaves: a payment takes a while to begin and to arrive. */
export const codeLeavesSeconds = 120

/** Whole minutes, of the last two minutes the seconds. */
export function leftInWords(seconds: number): string {
  if (seconds > codeLeavesSeconds) return counted(Math.floor(seconds / 60), 'minute')
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** What is read out: at the beginning, at five minutes, when the code leaves, and at the end; else it stays silent. */
export function readOut(seconds: number, { over, fewLeft }: Pick<PayingWords, 'over' | 'fewLeft'>): string {
  if (seconds <= 0) return over.readOut
  if (seconds <= codeLeavesSeconds) return fewLeft.readOut
  if (seconds <= 300) return 'Less than five minutes are left.'
  return 'A seat is kept for you.'
}

/** When a hold ends, by the school's clocks: `4:15 pm`. */
export function untilText(until: string): string {
  return timeInWords(atSchool(until)[1])
}
