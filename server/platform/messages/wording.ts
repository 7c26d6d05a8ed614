import { formatRupees } from '../../../contract/rupees.ts'
import { schoolTimeZone } from '../clock.ts'

const day = new Intl.DateTimeFormat('en-IN', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  // A school day is a name, not an instant: no time zone may move it (reading S7).
  timeZone: 'UTC',
})

const instant = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: schoolTimeZone,
})

/** `1250000` → `₹12,500` (reading M7). */
export function amountInWords(paise: number): string {
  return formatRupees(paise / 100)
}

/** `2026-03-12` → `Thursday 12 March 2026`. */
export function dayInWords(schoolDay: string): string {
  return day.format(new Date(`${schoolDay}T00:00:00Z`)).replaceAll(',', '')
}

/** An instant as the school's clocks show it. */
export function instantInWords(at: string): string {
  return instant.format(new Date(at))
}

/** `14:30` → `2:30 pm`. */
export function timeInWords(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** When a batch starts, as far as it is known. */
export function batchInWords(batch: { day: string | null; time: string | null }): string {
  if (batch.day === null) return 'date to be announced'
  return batch.time === null ? dayInWords(batch.day) : `${dayInWords(batch.day)}, ${timeInWords(batch.time)}`
}
