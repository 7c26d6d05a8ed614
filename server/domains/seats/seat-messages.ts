import { amountInWords, batchInWords } from '../../../contract/words.ts'
import type { SeatFacts } from '../../platform/messages/templates.ts'
import type { OutboxMessage } from '../../platform/outbox.ts'
import type { Seat } from './seats.repository.ts'

/** What a seat's messages are called once: `enrolment:<id>:confirmed`. */
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

type Content = Pick<OutboxMessage, 'template' | 'data'>

/** The same words by e-mail and as a chat message: the confirmation that the success dialogs promise (C4). */
export function toStudent(seat: Seat, event: string, content: Content): OutboxMessage[] {
  return [
    { ...content, cause: causeOf(seat, `${event}:email`), channel: 'email', recipient: seat.email },
    { ...content, cause: causeOf(seat, `${event}:chat`), channel: 'chat', recipient: seat.phone },
  ] as OutboxMessage[]
}

export function heldMessages(seat: Seat & { hold_until: string }): OutboxMessage[] {
  const data = { ...factsOf(seat), holdUntil: seat.hold_until }
  return toStudent(
    seat,
    'received',
    seat.kind === 'enrolment'
      ? { template: 'enrolment-received', data: { ...data, enrolmentId: seat.id } }
      : { template: 'booking-received', data },
  )
}

export function confirmedMessages(seat: Seat): OutboxMessage[] {
  const template = seat.kind === 'enrolment' ? 'enrolment-confirmed' : 'booking-confirmed'
  return toStudent(seat, 'confirmed', { template, data: factsOf(seat) })
}

/** What the student was told last, to be told again: of the seat as it stands, under a cause of its own. */
export function repeatedMessages(seat: Seat, turn: string): OutboxMessage[] {
  const { hold_until } = seat
  const messages =
    seat.status === 'pending' && hold_until !== null
      ? heldMessages({ ...seat, hold_until })
      : seat.status === 'confirmed'
        ? confirmedMessages(seat)
        : []
  return messages.map((message) => ({ ...message, cause: `${message.cause}:again:${turn}` }))
}

export function movedMessages(seat: Seat, from: { day: string | null; time: string | null }, turn: string) {
  return toStudent(seat, `moved:${turn}`, {
    template: 'seat-moved',
    data: { ...factsOf(seat), from },
  })
}

export function cancelledMessages(seat: Seat, isPaid: boolean): OutboxMessage[] {
  return toStudent(seat, 'cancelled', {
    template: 'seat-cancelled',
    data: { ...factsOf(seat), isPaid },
  })
}

/** A note to the school about a seat. */
export function schoolNotice(seat: Seat, event: string, title: string, schoolEmail: string): OutboxMessage {
  return {
    cause: causeOf(seat, `${event}:school`),
    template: 'school-notice',
    channel: 'email',
    recipient: schoolEmail,
    data: {
      title: `${title}: ${seat.course_title}`,
      facts: [
        ['Reference', seat.reference],
        ['Name', seat.name],
        ['E-mail', seat.email],
        ['Phone', seat.phone],
        ['Batch', batchInWords({ day: seat.starts_on, time: seat.starts_at })],
        ['Amount', amountInWords(seat.amount_in_paise)],
      ],
    },
  }
}
