import { amountInWords, batchInWords } from '../../../contract/words.ts'
import type { Words } from '../../platform/messages/letter-kinds.ts'
import { schoolNotice as noteToSchool } from '../../platform/messages/school-notice.ts'
import type { Told } from '../../platform/outbox.ts'
import {
  bookingConfirmed,
  bookingReceived,
  enrolmentConfirmed,
  enrolmentReceived,
  type SeatFacts,
} from './seats.letters.ts'
import type { Seat } from './seats.repository.ts'

/** The cause of a seat's message: `enrolment:<id>:confirmed`. */
function causeOf(seat: Pick<Seat, 'kind' | 'id'>, event: string): string {
  return `${seat.kind}:${seat.id}:${event}`
}

export function factsOf(seat: Seat): SeatFacts {
  return {
    name: seat.name,
    courseTitle: seat.course_title,
    batch: { day: seat.starts_on, time: seat.starts_at },
    reference: seat.reference,
    amountInPaise: seat.amount_in_paise,
  }
}

export function toStudent(seat: Seat, event: string, words: Words): Told {
  return { to: seat, cause: causeOf(seat, event), words }
}

export function confirmedMessage(seat: Seat): Told {
  const confirmed = seat.kind === 'enrolment' ? enrolmentConfirmed : bookingConfirmed
  return toStudent(seat, 'confirmed', confirmed(factsOf(seat)))
}

/** What a student is told of a seat as it stands: it is held, or confirmed; nothing of any other. */
export function standingMessages(seat: Seat): Told[] {
  const { id, kind, status, hold_until: holdUntil } = seat
  if (status === 'confirmed') return [confirmedMessage(seat)]
  if (status !== 'pending' || holdUntil === null) return []
  const data = { ...factsOf(seat), holdUntil }
  const words = kind === 'enrolment' ? enrolmentReceived({ ...data, enrolmentId: id }) : bookingReceived(data)
  return [toStudent(seat, 'received', words)]
}

export function schoolNotice(seat: Seat, event: string, title: string): Told {
  return {
    to: 'school',
    cause: causeOf(seat, `${event}:school`),
    words: noteToSchool({
      title: `${title}: ${seat.course_title}`,
      facts: [
        ['Reference', seat.reference],
        ['Name', seat.name],
        ['E-mail', seat.email],
        ['Phone', seat.phone],
        ['Batch', batchInWords({ day: seat.starts_on, time: seat.starts_at })],
        ['Amount', amountInWords(seat.amount_in_paise)],
      ],
    }),
  }
}
