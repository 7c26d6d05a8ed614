import * as z from 'zod/mini'
import { batchInWords, instantInWords } from '../../../../contract/words.ts'
import type { CalendarChange } from '../../../platform/messages/letter.ts'
import { batchFacts, defineLetter, typedName } from '../../../platform/messages/letter-kinds.ts'
import { sessionFacts, visitFacts, visitLinks } from '../../../platform/messages/visit.ts'
import * as text from './courses.letters.en.ts'

/** Updates the batch's days in the calendars of students who have a confirmed seat. */
function newDays(
  { batchId }: { batchId?: string | undefined },
  change: 'update' | 'split' = 'update',
): CalendarChange[] {
  return batchId === undefined ? [] : [{ batchId, change }]
}

export const batchMoved = defineLetter(
  'batch-moved',
  z.object({
    name: typedName,
    courseTitle: z.string(),
    /** Older outbox rows lack this field. */
    batchId: z.optional(z.string()),
    from: batchFacts,
    to: batchFacts,
    room: z.optional(z.string()),
    sessions: z.optional(z.array(z.string())),
    /** Missing once the seat is paid. */
    holdUntil: z.nullish(z.string()),
  }),
  (data, sender) => {
    const { batchMoved } = text
    const course = data.courseTitle
    const [subject, lead] =
      data.from.day === null
        ? [batchMoved.firstDate, batchMoved.dateSet]
        : data.from.day === data.to.day
          ? [batchMoved.newTime, batchMoved.timeMoved]
          : [batchMoved.newDate, batchMoved.dateMoved]
    return {
      subject: subject({ course }),
      paragraphs: [
        lead({ course }),
        data.holdUntil
          ? batchMoved.seatHeld({ until: instantInWords(data.holdUntil) })
          : batchMoved.seatMoves,
      ],
      facts: [
        [text.before, batchInWords(data.from)],
        [text.now, batchInWords(data.to)],
        // Older outbox rows contain the room only here.
        ...(data.room ? [[text.room, data.room] as [string, string]] : []),
        ...visitFacts(data.to, sender),
        ...sessionFacts(data.sessions),
      ],
      links: visitLinks({ batchId: data.batchId, batch: data.to }, sender),
      calendar: data.holdUntil ? [] : newDays(data),
      closing: batchMoved.closing({ phone: sender.phone }),
    }
  },
  { isChatToo: true },
)

export const sessionsChanged = defineLetter(
  'sessions-changed',
  z.object({
    name: typedName,
    courseTitle: z.string(),
    /** The batch of a confirmed seat; older outbox rows lack this field. */
    batchId: z.optional(z.string()),
    batch: batchFacts,
    /** True if the batch had no sessions before. */
    isSplit: z.optional(z.boolean()),
    changes: z.array(z.object({ was: z.nullable(z.string()), now: z.nullable(z.string()) })),
    /** The number of changes that the e-mail leaves out. */
    more: z.number(),
  }),
  (data, sender) => ({
    subject: text.sessionsChanged.subject({ course: data.courseTitle }),
    paragraphs: [
      text.sessionsChanged.lead({ course: data.courseTitle, batch: batchInWords(data.batch) }),
      ...(data.more > 0 ? [text.sessionsChanged.more({ count: data.more })] : []),
    ],
    facts: data.changes.flatMap(({ was, now }): [string, string][] => {
      if (was === null) return [[text.sessionsChanged.added, now ?? '']]
      if (now === null) return [[text.sessionsChanged.cancelled, was]]
      return [
        [text.before, was],
        [text.now, now],
      ]
    }),
    calendar: newDays(data, data.isSplit ? 'split' : 'update'),
    closing: text.sessionsChanged.closing({ phone: sender.phone }),
  }),
  { isChatToo: true },
)
