import type { Insertable } from 'kysely'
import type { LetterData, LetterName } from '../../domains/letters.ts'
import { addMs } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { heldBecause } from '../../platform/outbox.ts'
import type { Schema } from '../schema.ts'
import type { DemoSeats } from './demo-seats.ts'

type Message = Insertable<Schema['outbox']>

export interface DemoBatchSeats extends DemoSeats {
  courseTitle: string
  day: string
  time: string
}

const minuteMs = 60_000
/** The worker never sends what waits in the demonstration. */
const never = '9999-12-31T00:00:00.000Z'

/** Messages about seats of the demonstration, in every state of the outbox. None of them is ever sent by itself. */
export function demoMessages(batches: readonly DemoBatchSeats[], now: string, ids: Ids): Message[] {
  const seats = batches
    .flatMap(({ seats, courseTitle, day, time }) =>
      seats.map((seat) => ({ seat, courseTitle, batch: { day, time } })),
    )
    .filter(({ seat }) => seat.kind === 'enrolment')
    .sort((a, b) => (a.seat.created_at < b.seat.created_at ? 1 : -1))
  type Seat = (typeof seats)[number]
  const newest = (status: string) => seats.filter(({ seat }) => seat.status === status)
  const factsOf = ({ seat, courseTitle, batch }: Seat) => ({
    name: seat.name,
    courseTitle,
    batch,
    reference: seat.reference,
    amountInPaise: Number(seat.amount_in_paise),
  })

  function message<N extends LetterName>(
    template: N,
    data: LetterData<N>,
    rest: Pick<Message, 'cause' | 'channel' | 'recipient' | 'status' | 'created_at'> & Partial<Message>,
  ): Message {
    return {
      id: ids.id(),
      template,
      data: JSON.stringify(data),
      has_typed_words: rest.channel === 'chat' ? 1 : 0,
      attempts: rest.status === 'queued' || rest.status === 'held' ? 0 : 1,
      next_attempt_at: rest.status === 'queued' ? never : rest.created_at,
      last_error: null,
      sent_at: rest.status === 'sent' ? addMs(rest.created_at, minuteMs) : null,
      ...rest,
    }
  }

  function letter<N extends LetterName>(
    { seat }: Seat,
    event: string,
    template: N,
    data: LetterData<N>,
    rest: Pick<Message, 'status' | 'created_at'> & Partial<Message>,
  ): Message {
    const cause = `enrolment:${seat.id}:${event}:email`
    return message(template, data, { cause, channel: 'email', recipient: seat.email, ...rest })
  }

  const confirmed = newest('confirmed')
    .slice(0, 7)
    .flatMap((one, at) => {
      const facts = factsOf(one)
      const created_at = String(one.seat.confirmed_at)
      const mail = (rest: Pick<Message, 'status' | 'last_error'>) =>
        letter(one, 'confirmed', 'enrolment-confirmed', facts, { created_at, ...rest })
      if (at === 6) return [mail({ status: 'held', last_error: heldBecause })]
      const chat = message('enrolment-confirmed', facts, {
        cause: `enrolment:${one.seat.id}:confirmed:chat`,
        channel: 'chat',
        recipient: one.seat.phone,
        status: at < 2 ? 'by-hand' : 'sent',
        created_at,
      })
      return [mail({ status: 'sent' }), chat]
    })
  const pending = newest('pending')
    .slice(0, 1)
    .map((one) => {
      const data = { ...factsOf(one), enrolmentId: one.seat.id, holdUntil: String(one.seat.hold_until) }
      const rest = { status: 'queued', created_at: one.seat.created_at } as const
      return letter(one, 'received', 'enrolment-received', data, rest)
    })
  const expired = newest('expired')
    .slice(0, 1)
    .map((one) =>
      letter(
        one,
        'hold-expired',
        'hold-expired',
        { ...factsOf(one), isChecking: false },
        {
          status: 'dead',
          last_error: '550 5.1.1 The mailbox does not exist',
          created_at: String(one.seat.hold_until),
        },
      ),
    )
  const offered = batches.flatMap(({ waiting, seats: own, courseTitle, day, time }) =>
    waiting
      .filter(({ status }) => status === 'offered')
      .map((entry) =>
        message(
          'waiting-list-offer',
          {
            name: entry.full_name,
            courseTitle,
            batch: { day, time },
            entryId: entry.id,
            amountInPaise: Number(own[0]?.amount_in_paise ?? 0),
            offerUntil: String(entry.offer_until),
          },
          {
            cause: `waiting-list:${entry.id}:offered:email`,
            channel: 'email',
            recipient: entry.email,
            status: 'sent',
            created_at: addMs(now, -5 * 60 * minuteMs),
          },
        ),
      ),
  )
  return [...confirmed, ...pending, ...expired, ...offered]
}
