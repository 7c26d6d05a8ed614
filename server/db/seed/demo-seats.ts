import type { Insertable } from 'kysely'
import { addDays, addMs } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Schema } from '../schema.ts'
import type { DemoBatch } from './demo-courses.ts'
import type { DemoPayment } from './demo-money.ts'
import { demoFirstNames, demoLastNames, demoQuestions } from './demo-school.ts'

export const hoursMs = 60 * 60_000
const daysMs = 24 * hoursMs

export const daysBefore = (instant: string, days: number) => addMs(instant, -days * daysMs)

/** The first `weekday` (Monday is 1) on or after `day`. */
export function firstWeekdayFrom(day: string, weekday: number): string {
  const sundayIsZero = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, (weekday - sundayIsZero + 7) % 7)
}

/** The n-th invented person; each has an address of their own. */
export function demoPerson(n: number) {
  const firstName = demoFirstNames[(n * 7) % demoFirstNames.length] as string
  const lastName = demoLastNames[
    (n * 5 + Math.floor(n / demoFirstNames.length)) % demoLastNames.length
  ] as string
  return {
    name: `${firstName} ${lastName}`,
    email: `${firstName}.${lastName}.${n}@post.example`.toLowerCase(),
    phone: `60000${String(n).padStart(5, '0')}`,
  }
}

interface SeatsInput {
  batch: DemoBatch
  place: Pick<Insertable<Schema['seat']>, 'batch_id' | 'course_id' | 'amount_in_paise'>
  startsAt: string
  now: string
  holdHours: number
  offerHours: number
  firstPerson: number
  ids: Ids
}

export interface PaidSeat {
  seat: Insertable<Schema['registration']>
  payment: DemoPayment
  isComing: boolean
}

export interface DemoSeats {
  seats: Insertable<Schema['registration']>[]
  payments: DemoPayment[]
  paid: PaidSeat[]
  waiting: Insertable<Schema['waiting_list_entry']>[]
  /** How many invented persons they took. */
  people: number
}

type Standing = 'confirmed' | 'pending' | 'checking' | 'cancelled' | 'expired'

/** Every fifth seat is a booking from the calendar, the others are enrolments. */
export function demoSeats(input: SeatsInput): DemoSeats {
  const { batch, place, startsAt, now, holdHours, offerHours, firstPerson, ids } = input
  const isComing = startsAt > now
  const standings: Standing[] = [
    ...Array.from<Standing>({ length: batch.confirmed }).fill('confirmed'),
    ...Array.from<Standing>({ length: batch.pending ?? 0 }).fill('pending'),
    ...Array.from<Standing>({ length: batch.checking ?? 0 }).fill('checking'),
    // These two take no room.
    ...(batch.confirmed > 7 && isComing ? (['cancelled', 'expired'] as const) : []),
  ]
  const made: DemoSeats = { seats: [], payments: [], paid: [], waiting: [], people: 0 }
  for (const [at, standing] of standings.entries()) {
    const person = demoPerson(firstPerson + at)
    const createdAt = createdAtOf(standing, at, input)
    const id = ids.id()
    const paidAt = addMs(createdAt, 0.4 * hoursMs)
    const isBooking = at % 5 === 4
    const kind = isBooking ? 'event-booking' : 'enrolment'
    const isConfirmed = standing === 'confirmed'
    const reference = ids.reference()
    const seat = {
      seats: 1,
      id,
      kind,
      reference,
      ...place,
      ...person,
      status: standing === 'checking' ? 'pending' : standing,
      hold_until: isConfirmed ? null : addMs(createdAt, holdHours * hoursMs),
      confirmed_at: isConfirmed ? paidAt : null,
      created_at: createdAt,
      ...(isBooking
        ? {
            question: at % 10 === 9 ? 'A seat near the door, please.' : null,
            transaction_id: `TXN${Date.parse(createdAt)}`,
          }
        : {
            question:
              at % 4 === 2 ? (demoQuestions[(firstPerson + at) % demoQuestions.length] ?? null) : null,
            payment_method: at % 3 === 0 ? 'QR Code' : 'UPI',
          }),
    } satisfies Insertable<Schema['registration']>
    made.seats.push(seat)
    if (!isConfirmed && standing !== 'checking') continue
    const payment: DemoPayment = {
      id: ids.id(),
      subject: kind,
      subject_id: id,
      provider: 'upi',
      reference,
      amount_in_paise: place.amount_in_paise,
      // A claim names no money yet.
      provider_id: isConfirmed ? `DEMO${String(firstPerson + at).padStart(8, '0')}` : null,
      at: paidAt,
      stands: isConfirmed ? 'settled' : 'claimed',
    }
    made.payments.push(payment)
    if (isConfirmed) made.paid.push({ seat, payment, isComing })
  }
  made.people = standings.length
  const { offered = 0 } = batch
  if (isComing && batch.confirmed + offered === batch.capacity) {
    const offerEnds = addMs(now, (offerHours - 5) * hoursMs)
    for (const at of [0, 1]) {
      const { name: full_name, ...address } = demoPerson(firstPerson + made.people)
      const isOffered = at < offered
      made.waiting.push({
        id: ids.id(),
        batch_id: place.batch_id,
        full_name,
        ...address,
        place: at + 1,
        status: isOffered ? 'offered' : 'waiting',
        offer_until: isOffered ? (offerEnds < startsAt ? offerEnds : startsAt) : null,
        created_at: addMs(now, -(2 - at) * 9 * hoursMs),
        proved_at: addMs(now, -(2 - at) * 9 * hoursMs),
      })
      made.people++
    }
  }
  return made
}

/** Live holds began within the last hours; other seats were taken in the weeks before today or the batch's day. */
function createdAtOf(standing: Standing, at: number, { startsAt, now, holdHours }: SeatsInput): string {
  // Every other hold ends this evening.
  if (standing === 'pending' && at % 2 === 1 && holdHours > 12) {
    return addMs(now, -(holdHours - 5 - (at % 4)) * hoursMs)
  }
  if (standing === 'pending' || standing === 'checking') return addMs(now, -(0.3 + (at % 4) * 0.2) * hoursMs)
  const latest = startsAt > now ? now : startsAt
  return addMs(daysBefore(latest, 3 + ((at * 17) % 23)), -((at * 37) % 600) * 60_000)
}
