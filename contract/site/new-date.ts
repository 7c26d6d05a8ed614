// Apart from the other texts about closed days, so that a page loads only this one.

import { dayInWords, inARow } from '../words.ts'
import * as text from './new-date.en.ts'

/**
 * The text for visitors about a batch that meets on closed days, shown until staff decide. Null if there are no such
 * days.
 */
export function newDateText(days: readonly string[] = []): string | null {
  if (days.length === 0) return null
  return text.datesMayChange({ days: inARow(days.map(dayInWords)), count: days.length })
}
