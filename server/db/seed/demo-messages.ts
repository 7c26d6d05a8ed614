import type { Insertable } from 'kysely'
import type { LetterData, LetterName } from '../../domains/letters.ts'
import { addMs } from '../../platform/clock.ts'
import { heldForAddress } from '../../platform/outbox.en.ts'
import type { Schema } from '../schema.ts'
import { type Demo, rowsOf } from './demo.ts'
import type { DemoBatch } from './demo-seats.ts'

type Message = Insertable<Schema['outbox']>

const minuteMs = 60_000
/** A message that waits until this time is never sent. */
const never = '9999-12-31T00:00:00.000Z'

/**
 * Adds messages about seats of the demonstration, in every state of the outbox. The outbox worker sends none of them.
 */
export function addMessages(demo: Demo, batches: readonly DemoBatch[]): void {
  const seats = batches
    .flatMap(({ seats, courseTitle, day, time }) =>
      seats.map((seat) => {
        const amountInPaise = Number(seat.amount_in_paise)
        const { name, reference } = seat
        return { seat, facts: { name, courseTitle, batch: { day, time }, reference, amountInPaise } }
      }),
    )
    .filter(({ seat }) => seat.kind === 'enrolment')
    .sort((a, b) => (a.seat.created_at < b.seat.created_at ? 1 : -1))
  const newest = (status: string, count: number) =>
    seats.filter(({ seat }) => seat.status === status).slice(0, count)

  function add<N extends LetterName>(
    template: N,
    data: LetterData<N>,
    rest: Pick<Message, 'cause' | 'channel' | 'recipient' | 'status' | 'created_at'> & Partial<Message>,
  ) {
    rowsOf(demo, 'outbox').push({
      id: demo.ids.id(),
      template,
      data: JSON.stringify(data),
      has_typed_words: rest.channel === 'chat' ? 1 : 0,
      attempts: rest.status === 'queued' || rest.status === 'held' ? 0 : 1,
      next_attempt_at: rest.status === 'queued' ? never : rest.created_at,
      last_error: null,
      sent_at: rest.status === 'sent' ? addMs(rest.created_at, minuteMs) : null,
      ...rest,
    })
  }

  const mailTo = ({ id, email }: Insertable<Schema['registration']>, event: string) =>
    ({ cause: `enrolment:${id}:${event}:email`, channel: 'email', recipient: email }) as const

  for (const [at, { seat, facts }] of newest('confirmed', 7).entries()) {
    const created_at = String(seat.confirmed_at)
    const mail = { ...mailTo(seat, 'confirmed'), created_at }
    if (at === 6) {
      add('enrolment-confirmed', facts, { ...mail, status: 'held', last_error: heldForAddress })
      continue
    }
    const chat = { cause: `enrolment:${seat.id}:confirmed:chat`, channel: 'chat', created_at } as const
    const status = at < 2 ? 'by-hand' : 'sent'
    add('enrolment-confirmed', facts, { ...chat, recipient: seat.phone, status })
    add('enrolment-confirmed', facts, { ...mail, status: 'sent' })
  }
  for (const { seat, facts } of newest('cancelled', 1)) {
    const chat = { cause: `enrolment:${seat.id}:confirmed:chat`, channel: 'chat' } as const
    const taken = { status: 'withdrawn', created_at: String(seat.created_at), attempts: 0 } as const
    add('enrolment-confirmed', facts, { ...chat, ...taken, recipient: seat.phone })
  }
  for (const { seat, facts } of newest('pending', 1)) {
    const data = { ...facts, enrolmentId: seat.id, holdUntil: String(seat.hold_until) }
    const { created_at } = seat
    add('enrolment-received', data, { ...mailTo(seat, 'received'), status: 'queued', created_at })
  }
  for (const { seat, facts } of newest('expired', 1)) {
    const mail = { ...mailTo(seat, 'hold-expired'), created_at: String(seat.hold_until) }
    const last_error = '550 5.1.1 The mailbox does not exist'
    add('hold-expired', { ...facts, isChecking: false }, { ...mail, status: 'dead', last_error })
  }
  for (const { waiting, priceInPaise: amountInPaise, courseTitle, day, time } of batches) {
    const offered = waiting.filter(({ status }) => status === 'offered')
    for (const { id, full_name: name, email, offer_until } of offered) {
      const offer = { entryId: id, amountInPaise, offerUntil: String(offer_until) }
      const mail = { cause: `waiting-list:${id}:offered:email`, channel: 'email', recipient: email } as const
      const created_at = addMs(demo.now, -5 * 60 * minuteMs)
      const facts = { name, courseTitle, batch: { day, time }, ...offer }
      add('waiting-list-offer', facts, { ...mail, status: 'sent', created_at })
    }
  }
}
