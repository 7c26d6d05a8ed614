// These functions are not in `words.ts`, so that only pages of the store load them.

import { atSchool, timeInWords } from '../words.ts'
import { nightBefore } from './delivery-hours.en.ts'

interface Window {
  from: string
  to: string
}

/**
 * Takes a slot and the text of its hours. A slot whose end is before its start begins on the evening before. The text
 * says so, because a reader would otherwise wait on the wrong night.
 */
export function withNight({ from, to }: Window, hours: string): string {
  return to < from ? nightBefore({ hours }) : hours
}

/** `13:00`, `18:30` → `1 pm – 6:30 pm`. */
export function windowText(window: Window): string {
  return withNight(window, `${hourText(window.from)} – ${hourText(window.to)}`)
}

export function slotHours({ from, to }: Window): string {
  return windowText({ from: atSchool(from)[1], to: atSchool(to)[1] })
}

/** `13:00` → `1 pm`. */
function hourText(time: string): string {
  return timeInWords(time).replace(':00', '')
}
