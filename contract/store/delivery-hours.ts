// These functions are not in `words.ts`, so that only pages of the store load them.

import { atSchool, timeInWords } from '../words.ts'

interface Window {
  from: string
  to: string
}

/**
 * A slot whose end is before its start begins on the evening before. The text says so, because a reader would otherwise
 * wait on the wrong night.
 */
export function nightBefore({ from, to }: Window): string {
  return to < from ? ', the night before' : ''
}

/** `13:00`, `18:30` → `1 pm – 6:30 pm`. */
export function windowText(window: Window): string {
  return `${hourText(window.from)} – ${hourText(window.to)}${nightBefore(window)}`
}

export function slotHours({ from, to }: Window): string {
  return windowText({ from: atSchool(from)[1], to: atSchool(to)[1] })
}

/** `13:00` → `1 pm`. */
function hourText(time: string): string {
  return timeInWords(time).replace(':00', '')
}
