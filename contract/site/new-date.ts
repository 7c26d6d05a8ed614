// This file is separate from the other texts about closed days, so that pages that need only this text load only this
// text.

import { dayInWords, inARow } from '../words.ts'
import * as text from './new-date.en.ts'

/**
 * Returns the text for visitors about a batch that meets on closed days, which is shown until staff decide. Returns
 * null if there are no such days.
 */
export function newDateText(days: readonly string[] = []): string | null {
  if (days.length === 0) return null
  return text.datesMayChange({ days: inARow(days.map(dayInWords)), count: days.length })
}
