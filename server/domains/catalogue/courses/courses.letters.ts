import * as z from 'zod/mini'
import { batchInWords, counted, instantInWords } from '../../../../contract/words.ts'
import type { CalendarChange } from '../../../platform/messages/letter.ts'
import { batchFacts, defineLetter, typedName } from '../../../platform/messages/letter-kinds.ts'
import { sessionFacts, visitFacts, visitLinks } from '../../../platform/messages/visit.ts'

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
  (data, sender) => ({
    subject: `${data.courseTitle} has a new date`,
    paragraphs: [
      `The batch of ${data.courseTitle} in which you have a seat has moved. ${
        data.holdUntil
          ? `Your seat moves with it: we hold it until ${instantInWords(data.holdUntil)}, and it is yours once your payment has arrived. Our first letter says how to pay.`
          : 'You do not need to do anything: your seat moves with it.'
      }`,
    ],
    facts: [
      ['Was', batchInWords(data.from)],
      ['Is now', batchInWords(data.to)],
      // Older outbox rows contain the room only here.
      ...(data.room ? [['Room', data.room] as [string, string]] : []),
      ...visitFacts(data.to, sender),
      ...sessionFacts(data.sessions),
    ],
    links: visitLinks({ batchId: data.batchId, batch: data.to }, sender),
    calendar: data.holdUntil ? [] : newDays(data),
    closing: `If the new date does not suit you, please call us at ${sender.phone}.`,
  }),
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
    subject: `When and where ${data.courseTitle} meets has changed`,
    paragraphs: [
      `We have changed when or where your batch of ${data.courseTitle} (${batchInWords(data.batch)}) meets. Your seat stays yours.`,
      ...(data.more > 0
        ? [`${counted(data.more, 'more change')} can be seen on the page of the course.`]
        : []),
    ],
    facts: data.changes.flatMap(({ was, now }): [string, string][] => {
      if (was === null) return [['New', now ?? '']]
      if (now === null) return [['Does not take place', was]]
      return [
        ['Was', was],
        ['Is now', now],
      ]
    }),
    calendar: newDays(data, data.isSplit ? 'split' : 'update'),
    closing: `If a new date does not suit you, please call us at ${sender.phone}.`,
  }),
  { isChatToo: true },
)
