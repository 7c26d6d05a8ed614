import { placeOf } from '../../contract/catalogue/batch-place.ts'
import { daysAfter } from '../../contract/catalogue/event-span.ts'
import { shortened } from '../../contract/graphemes.ts'
import type { School } from '../../contract/school/school.ts'
import type { CalendarEvent } from './calendar-events.ts'
import * as text from './public-files.en.ts'

const descriptionMax = 500

type CalendarSchool = Pick<School, 'name' | 'email' | 'siteUrl' | 'address' | 'mapQuery'>

/**
 * The method and the time of a file that is sent by e-mail. Of two files with the same sequence, a calendar accepts the
 * later one.
 */
interface Sent {
  method: 'PUBLISH' | 'CANCEL'
  at: string
}

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

/** Outlook opens a new calendar for a file with a name and a refresh interval, so only a feed contains these two. */
export function icalendar(
  events: readonly CalendarEvent[],
  school: CalendarSchool,
  { isFeed = false, sent }: { isFeed?: boolean; sent?: Sent } = {},
): string {
  const method = isFeed ? 'PUBLISH' : sent?.method
  const name = escaped(text.calendar({ school: school.name }))
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Malar//Calendar//EN',
    'CALSCALE:GREGORIAN',
    ...(method ? [`METHOD:${method}`] : []),
    ...(isFeed
      ? [
          `NAME:${name}`,
          `X-WR-CALNAME:${name}`,
          'X-WR-TIMEZONE:Asia/Kolkata',
          'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
          'X-PUBLISHED-TTL:PT6H',
        ]
      : []),
    ...(events.some(({ time }) => time !== null) ? timeZone : []),
    ...events.flatMap((event) =>
      eventLines(event, school, { stamp: sent?.at ?? event.changedAt, hasMethod: method !== undefined }),
    ),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${inShortLines(line)}\r\n`).join('')
}

function eventLines(
  event: CalendarEvent,
  school: CalendarSchool,
  { stamp, hasMethod }: { stamp: string; hasMethod: boolean },
): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${inUtc(stamp)}`,
    `LAST-MODIFIED:${inUtc(event.changedAt)}`,
    ...whenLines(event),
    ...(hasMethod ? [organizer(school)] : []),
    `SUMMARY:${escaped(event.title)}`,
    `DESCRIPTION:${escaped(shortened(event.description, descriptionMax))}`,
    `LOCATION:${escaped(placeOf(event.room, school).lines.join(', '))}`,
    ...(event.page === null ? [] : [`URL:${school.siteUrl}${event.page}`]),
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]
}

/**
 * RFC 5546 requires an organizer in a file with a METHOD. Any address is valid, so a school without an e-mail address
 * gives that of its site.
 */
function organizer({ name, email, siteUrl }: CalendarSchool): string {
  const shown = name.replace(/["\p{Cc}]/gu, '')
  return `ORGANIZER;CN="${shown}":${email === '' ? siteUrl : `mailto:${email}`}`
}

function inUtc(instant: string): string {
  return `${digits(instant.slice(0, 19))}Z`
}

function whenLines({ day, time, endDay, endTime }: CalendarEvent): string[] {
  if (time === null || endTime === null) {
    return [`DTSTART;VALUE=DATE:${digits(day)}`, `DTEND;VALUE=DATE:${digits(daysAfter(endDay, 1))}`]
  }
  const at = (on: string, hour: string) => `TZID=Asia/Kolkata:${digits(on)}T${digits(hour)}00`
  return [`DTSTART;${at(day, time)}`, `DTEND;${at(endDay, endTime)}`]
}

function digits(time: string): string {
  return time.replace(/[-:]/g, '')
}

function escaped(plain: string): string {
  return plain.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
}

/** A line has at most 75 bytes and is split between characters; each continuation begins with a space. */
function inShortLines(line: string): string {
  let short = ''
  let room = 75
  for (const letter of line) {
    const bytes = Buffer.byteLength(letter)
    if (bytes > room) {
      short += '\r\n '
      room = 74
    }
    short += letter
    room -= bytes
  }
  return short
}
