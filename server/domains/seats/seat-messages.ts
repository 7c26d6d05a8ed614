import { amountInWords, batchInWords } from '../../../contract/words.ts'
import type { Words } from '../../platform/messages/letter-kinds.ts'
import { schoolNotice as noteToSchool } from '../../platform/messages/school-notice.ts'
import type { Told } from '../../platform/outbox.ts'
import {
  bookingConfirmed,
  bookingReceived,
  enrolmentConfirmed,
  enrolmentReceived,
  holdExpired,
  type SeatFacts,
  seatCancelled,
  seatMoved,
} from './seats.letters.ts'
import type { Seat } from './seats.repository.ts'

/** The cause of a seat's message: `enrolment:<id>:confirmed`. */
export function causeOf(seat: Pick<Seat, 'kind' | 'id'>, event: string): string {
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

function toStudent(seat: Seat, event: string, words: Words): Told[] {
  return [{ to: seat, cause: causeOf(seat, event), words }]
}

export function heldMessages(seat: Seat & { hold_until: string }): Told[] {
  const data = { ...factsOf(seat), holdUntil: seat.hold_until }
  return toStudent(
    seat,
    'received',
    seat.kind === 'enrolment' ? enrolmentReceived({ ...data, enrolmentId: seat.id }) : bookingReceived(data),
  )
}

export function confirmedMessages(seat: Seat): Told[] {
  const confirmed = seat.kind === 'enrolment' ? enrolmentConfirmed : bookingConfirmed
  return toStudent(seat, 'confirmed', confirmed(factsOf(seat)))
}

/** The student's last letter again, with what the seat says now; `turn` makes it a new one. */
export function repeatedMessages(seat: Seat, turn: string): Told[] {
  const { hold_until } = seat
  const told =
    seat.status === 'pending' && hold_until !== null
      ? heldMessages({ ...seat, hold_until })
      : seat.status === 'confirmed'
        ? confirmedMessages(seat)
        : []
  return told.map((one) => ({ ...one, turn }))
}

export function expiredMessages(seat: Seat, isChecking: boolean): Told[] {
  return toStudent(seat, 'hold-expired', holdExpired({ ...factsOf(seat), isChecking }))
}

export function movedMessages(seat: Seat, from: { day: string | null; time: string | null }, turn: string) {
  return toStudent(seat, `moved:${turn}`, seatMoved({ ...factsOf(seat), from }))
}

export function cancelledMessages(seat: Seat, isPaid: boolean): Told[] {
  return toStudent(seat, 'cancelled', seatCancelled({ ...factsOf(seat), isPaid }))
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
