import type { ClassRegistration, EventRegistration } from '../../../../contract/registrations.ts'
import { isSchoolDay } from '../../../lib/school-time.ts'

export type Registration = EventRegistration | ClassRegistration
export type RegistrationKind = 'event' | 'class'

export { paymentStates, statusLabels } from '../../seats/seat-facts.ts'

/** Money can be recorded for a held seat, and for one whose hold has ended: it is seated again (reading S4). */
export function canMarkPaid({ status }: Pick<Registration, 'status'>): boolean {
  return status === 'pending' || status === 'expired'
}

const shortDay = new Intl.DateTimeFormat('en-IN', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A school day, short enough for a table; null is 'Coming soon', other text stays as it is. */
export function shortDayText(day: string | null): string {
  if (day === null) return 'Coming soon'
  return isSchoolDay(day) ? shortDay.format(new Date(`${day}T00:00:00Z`)) : day
}

const shortMoment = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone: 'Asia/Kolkata',
})

/** An instant in school time, short enough for a table: `23 Nov, 2:57 pm`. */
export function shortMomentText(instant: string): string {
  return shortMoment.format(new Date(instant))
}

// Swedish writes days as spreadsheets read them.
const sortableMoment = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})

/** An instant in school time, as a spreadsheet reads it: `2026-11-23 14:57`. */
export function spreadsheetMoment(instant: string): string {
  return sortableMoment.format(new Date(instant))
}

/** B§2: empty questions are shown as 'No questions'. */
export function questionsText(question: string | null): string {
  return question?.trim() || 'No questions'
}
