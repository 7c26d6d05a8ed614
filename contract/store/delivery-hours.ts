// These functions are not in `words.ts`, so that only pages of the store load them.

import { atSchool, timeInWords } from '../words.ts'
import { nightBefore } from './delivery-hours.en.ts'

interface Window {
  from: string
  to: string
}

/**
 * Adds to the text of a slot's hours that the slot begins on the evening before, if its end is earlier than its start.
 * A reader would otherwise wait on the wrong night.
 */
export function withNight({ from, to }: Window, hours: string): string {
  return to < from ? nightBefore({ hours }) : hours
}

/** Writes `1 pm – 6:30 pm` for a slot from `13:00` to `18:30`. */
export function windowText(window: Window): string {
  return withNight(window, `${hourText(window.from)} – ${hourText(window.to)}`)
}

export function slotHours({ from, to }: Window): string {
  return windowText({ from: atSchool(from)[1], to: atSchool(to)[1] })
}

/** Writes `1 pm` for `13:00`. */
export function hourText(time: string): string {
  return timeInWords(time).replace(':00', '')
}
