// The texts of the e-mails about changed batches and sessions, in English.

import { plural } from '../../../../contract/plural.ts'
import { reachUs } from '../../../platform/messages/letter.en.ts'

export const before = 'Before'
export const now = 'Now'
export const room = 'Room'

export const batchMoved = {
  newDate: ({ course }: { course: string }) => `${course} has a new date`,
  firstDate: ({ course }: { course: string }) => `${course} has a date`,
  newTime: ({ course }: { course: string }) => `${course} has a new start time`,
  dateMoved: ({ course }: { course: string }) => `We’ve moved your batch of ${course} to a new date.`,
  dateSet: ({ course }: { course: string }) => `Your batch of ${course} now has a date.`,
  timeMoved: ({ course }: { course: string }) => `We’ve changed the start time of your batch of ${course}.`,
  seatMoves: 'You still have your seat. There’s nothing you need to do.',
  seatHeld: ({ until }: { until: string }) =>
    `We’re holding your seat until ${until}. Pay by then to keep it. Our first message explains how.`,
  closing: (us: { phone: string }) => `If you can’t make it, please ${reachUs(us)}.`,
}

export const sessionsChanged = {
  subject: ({ course }: { course: string }) => `Changes to your batch of ${course}`,
  lead: ({ course, batch }: { course: string; batch: string }) =>
    `We’ve changed your batch of ${course} (${batch}). The changes are below. You still have your seat.`,
  more: ({ count }: { count: number }) =>
    plural(count, {
      one: 'See 1 more change on the course page.',
      other: `See ${count} more changes on the course page.`,
    }),
  added: 'Added',
  cancelled: 'Cancelled',
  closing: (us: { phone: string }) => `If you can’t make it, please ${reachUs(us)}.`,
}

export const noRoom = 'No room yet'
export const atSchool = 'At the school'
export const hours = ({ from, to }: { from: string; to: string }) => `${from} to ${to}`
export const byInstructor = ({ instructor }: { instructor: string }) => `With ${instructor}`
export const noInstructor = 'Instructor to be announced'
export const withInstructor = ({ instructor }: { instructor: string }) => `with ${instructor}`
