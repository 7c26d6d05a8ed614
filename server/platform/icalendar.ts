/** One event of a calendar that people subscribe to (RFC 5545). */
export interface CalendarEntry {
  /** The same for as long as the event lives, whatever changes in it. */
  uid: string
  /** Rises with every change; a calendar takes the higher one. */
  sequence: number
  changedAt: string
  /** School day. */
  day: string
  /** 24-hour `HH:MM` in the school's time; null: all day. */
  time: string | null
  /** Null where nobody knows. */
  hours: number | null
  title: string
  description: string
  location: string
  url: string
  isCancelled: boolean
}

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

/** The text of an `.ics` file: the same entries always give the same bytes. */
export function icalendar({ name, entries }: { name: string; entries: readonly CalendarEntry[] }): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Malar//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'X-WR-TIMEZONE:Asia/Kolkata',
    // How often a subscriber looks again.
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...(entries.some(({ time }) => time !== null) ? timeZone : []),
    ...entries.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventLines(entry: CalendarEntry): string[] {
  const changedAt = `${digits(entry.changedAt.slice(0, 19))}Z`
  return [
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${changedAt}`,
    `LAST-MODIFIED:${changedAt}`,
    ...whenLines(entry),
    `SUMMARY:${escaped(entry.title)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    `LOCATION:${escaped(entry.location)}`,
    `URL:${entry.url}`,
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]
}

function whenLines({ day, time, hours }: CalendarEntry): string[] {
  if (time === null) return [`DTSTART;VALUE=DATE:${digits(day)}`]
  const minutes = Math.round((hours ?? 0) * 60)
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
