import * as z from 'zod/mini'
import { mapLink, placeOf } from '../../../contract/catalogue/batch-place.ts'
import { openingDays, openingHours } from '../../../contract/lists.en.ts'
import * as text from './letter.en.ts'
import type { Link, Sender } from './letter.ts'
import type { BatchFacts } from './letter-kinds.ts'

export function visitFacts({ room }: BatchFacts, sender: Sender): [label: string, value: string][] {
  const { whatToBring } = sender
  return [
    [text.where, placeFor(room, sender).lines.join(', ')],
    ...(whatToBring === '' ? [] : [[text.whatToBring, whatToBring] satisfies [string, string]]),
  ]
}

/** The opening hours of the school's week, in the form in which the data of an e-mail contain them. */
export const openingWeek = z.optional(
  z.array(
    z.object({
      first: z.string(),
      last: z.string(),
      hours: z.nullable(z.object({ from: z.string(), to: z.string() })),
    }),
  ),
)

/** Says where the school is and when it is open, for people who pay at the school. */
export function schoolFacts(
  { address }: Sender,
  week: z.output<typeof openingWeek> = [],
): [label: string, value: string][] {
  const place = address.join(', ')
  return [
    ...(place === '' ? [] : [[text.where, place] satisfies [string, string]]),
    ...week.map((span): [string, string] => [openingDays(span), openingHours(span.hours)]),
  ]
}

/** More sessions would make the e-mail too long; the calendar file contains all. */
const sessionsShown = 40

export function sessionFacts(sessions: readonly string[] = []): [label: string, value: string][] {
  const shown = sessions.slice(0, sessionsShown)
  const more = sessions.length - shown.length
  return [
    ...shown.map((words, n): [string, string] => [
      sessions.length === 1 ? text.session : text.sessionNumber({ number: n + 1 }),
      words,
    ]),
    ...(more > 0 ? [[text.more, text.moreSessions({ count: more })] satisfies [string, string]] : []),
  ]
}

export function visitLinks(
  { batchId, batch }: { batchId?: string | undefined; batch: BatchFacts },
  sender: Sender,
): Link[] {
  const { mapQuery } = placeFor(batch.room, sender)
  const map = mapQuery === '' ? [] : [{ label: text.findUs, url: mapLink(mapQuery) }]
  if (batchId === undefined || batch.day === null) return map
  return [
    ...map,
    {
      label: text.addToCalendar,
      url: `${sender.siteUrl}/calendar/${encodeURIComponent(batchId)}.ics`,
    },
  ]
}

function placeFor(room: BatchFacts['room'], { schoolName, address, mapQuery }: Sender) {
  return placeOf(room, { name: schoolName, address, mapQuery })
}
