import { hoursOf } from '../../contract/course-facts.ts'
import type { School } from '../../contract/school.ts'
import type { CalendarBatch } from '../domains/courses/courses.service.ts'

const descriptionMax = 500

/** Asia/Kolkata has had one offset since 1945. */
const timeZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Asia/Kolkata',
  'BEGIN:STANDARD',
  'DTSTART:19451015T000000',
  'TZOFFSETFROM:+0630',
  'TZOFFSETTO:+0530',
  'TZNAME:IST',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** The text of an `.ics` file (RFC 5545): the same batches always give the same bytes. */
export function icalendar(batches: readonly CalendarBatch[], school: School): string {
  const name = escaped(`${school.name} · Courses`)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Malar//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    'X-WR-TIMEZONE:Asia/Kolkata',
    // How often a subscriber looks again.
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...(batches.some(({ time }) => time !== null) ? timeZone : []),
    ...batches.flatMap((batch) => eventLines(batch, school)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventLines(batch: CalendarBatch, school: School): string[] {
  const { description } = batch
  const isLong = description.length > descriptionMax
  const shown = isLong ? `${description.slice(0, descriptionMax).trimEnd()}…` : description
  const changedAt = `${digits(batch.updatedAt.slice(0, 19))}Z`
  return [
    'BEGIN:VEVENT',
    // The same for as long as the event lives, whatever changes in it.
    `UID:${batch.id}@malar`,
    // Rises with every change; a calendar takes the higher one.
    `SEQUENCE:${batch.version - 1}`,
    `DTSTAMP:${changedAt}`,
    `LAST-MODIFIED:${changedAt}`,
    ...whenLines(batch),
    `SUMMARY:${escaped(batch.title)}`,
    `DESCRIPTION:${escaped(shown)}`,
    `LOCATION:${escaped([school.name, ...school.address].join(', '))}`,
    `URL:${school.siteUrl}/classes/${encodeURIComponent(batch.slug)}`,
    `STATUS:${batch.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]
}

/** A batch without a time is an event of the whole day. */
function whenLines({ day, time, duration }: CalendarBatch): string[] {
  if (time === null) return [`DTSTART;VALUE=DATE:${digits(day)}`]
  const minutes = Math.round((hoursOf(duration) ?? 0) * 60)
  return [
    `DTSTART;TZID=Asia/Kolkata:${digits(day)}T${digits(time)}00`,
    ...(minutes > 0 ? [`DURATION:PT${minutes}M`] : []),
  ]
}

/** `2026-03-02T06:30:00` → `20260302T063000`. */
function digits(text: string): string {
  return text.replace(/[-:]/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
}

/** Breaks a line into lines of at most 75 bytes between characters; each next one begins with a space. */
function folded(line: string): string {
  let text = ''
  let room = 75
  for (const letter of line) {
    const bytes = Buffer.byteLength(letter)
    if (bytes > room) {
      text += '\r\n '
      room = 74
    }
    text += letter
    room -= bytes
  }
  return text
}
