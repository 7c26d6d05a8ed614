import type { Insertable } from 'kysely'
import { sessionDays } from '../../../contract/catalogue/session-rule.ts'
import { addMs, instantOf } from '../../platform/clock.ts'
import { demonstrationPrefix } from '../../platform/references.ts'
import type { Schema } from '../schema.ts'
import batches from './data/batches.json' with { type: 'json' }
import people from './data/people.json' with { type: 'json' }
import { type Demo, type DemoPayment, rowNamed, rowsOf } from './demo.ts'
import { demoPerson } from './demo-people.ts'
import { daysBefore, hoursMs, readRelative } from './relative-days.ts'

/** A batch of a course, and the number of its seats in each state. */
interface SaidBatch {
  course: string
  starts_on: string
  starts_at: string
  /** Null if unlimited. */
  capacity: number | null
  /** The price of the course unless set. */
  price_in_paise?: number
  is_closed?: 1
  room?: string
  meets?: { weekdays: string[]; to: string; count: number }
  /**
   * `checking`: the buyer reported a payment. `offered`: the seat is offered to the first people on the waiting list.
   */
  seats: { confirmed: number; pending?: number; checking?: number; offered?: number }
  created_at: string
}

type SeatRow = Insertable<Schema['registration']>

export interface PaidSeat {
  seat: SeatRow
  payment: DemoPayment
  isComing: boolean
}

export interface DemoBatch {
  id: string
  courseId: string
  courseTitle: string
  priceInPaise: number
  day: string
  time: string
  startsAt: string
  isComing: boolean
  seats: SeatRow[]
  paid: PaidSeat[]
  waiting: Insertable<Schema['waiting_list_entry']>[]
}

/** Adds the batches with their sessions, seats and waiting lists. */
export function addBatches(demo: Demo): DemoBatch[] {
  let firstPerson = 0
  return (batches as SaidBatch[]).map((said) => {
    const batch = addBatch(demo, said)
    addSeats(demo, batch, said, firstPerson)
    firstPerson += batch.seats.length
    addWaiting(demo, batch, said, firstPerson)
    firstPerson += batch.waiting.length
    rowsOf(demo, 'registration').push(...batch.seats)
    rowsOf(demo, 'waiting_list_entry').push(...batch.waiting)
    return batch
  })
}

function addBatch(demo: Demo, said: SaidBatch): DemoBatch {
  const { course: courseTitle, starts_at, capacity, room, meets, is_closed = 0 } = said
  const { confirmed, pending = 0, checking = 0, offered = 0 } = said.seats
  const starts_on = readRelative(said.starts_on, demo)
  const course = rowNamed(demo, 'course', courseTitle)
  const id = demo.ids.id()
  // The school has no closed days yet.
  const days = meets ? sessionDays({ firstDay: starts_on, ...meets, closedDays: new Set() }) : []
  rowsOf(demo, 'batch').push({
    id,
    course_id: course.id,
    starts_on,
    starts_at,
    ends_on: days.at(-1) ?? null,
    capacity,
    taken: confirmed + pending + checking + offered,
    room_id: room ? rowNamed(demo, 'room', room).id : null,
    price_in_paise: said.price_in_paise ?? null,
    is_closed,
    created_at: readRelative(said.created_at, demo),
  })
  for (const held_on of days)
    rowsOf(demo, 'meeting').push({
      id: demo.ids.id(),
      batch_id: id,
      held_on,
      starts_at,
      ends_at: String(meets?.to),
      room_id: null,
      instructor_id: null,
      topic: null,
      created_at: demo.now,
      updated_at: demo.now,
    })
  const startsAt = instantOf(starts_on, starts_at)
  return {
    id,
    courseId: course.id,
    courseTitle,
    priceInPaise: said.price_in_paise ?? course.price_in_paise,
    day: starts_on,
    time: starts_at,
    startsAt,
    isComing: startsAt > demo.now,
    seats: [],
    paid: [],
    waiting: [],
  }
}

type Standing = 'confirmed' | 'pending' | 'checking' | 'cancelled' | 'expired'

function standingsOf({ isComing }: DemoBatch, { seats }: SaidBatch): Standing[] {
  const { confirmed, pending = 0, checking = 0 } = seats
  return [
    ...Array.from<Standing>({ length: confirmed }).fill('confirmed'),
    ...Array.from<Standing>({ length: pending }).fill('pending'),
    ...Array.from<Standing>({ length: checking }).fill('checking'),
    // A cancelled and an expired seat do not count as taken.
    ...(confirmed > 7 && isComing ? (['cancelled', 'expired'] as const) : []),
  ]
}

/** Adds the seats of a batch. Every fifth seat is a booking from the calendar, and all other seats are enrolments. */
function addSeats(demo: Demo, batch: DemoBatch, said: SaidBatch, firstPerson: number): void {
  const { ids, config } = demo
  const { questions } = people
  for (const [at, standing] of standingsOf(batch, said).entries()) {
    const person = firstPerson + at
    const createdAt = createdAtOf(demo, batch, standing, at)
    const id = ids.id()
    const paidAt = addMs(createdAt, 0.4 * hoursMs)
    const isBooking = at % 5 === 4
    const kind = isBooking ? 'event-booking' : 'enrolment'
    const isConfirmed = standing === 'confirmed'
    const reference = ids.reference(demonstrationPrefix)
    const seat = {
      seats: 1,
      id,
      kind,
      reference,
      batch_id: batch.id,
      course_id: batch.courseId,
      amount_in_paise: batch.priceInPaise,
      ...demoPerson(person),
      status: standing === 'checking' ? 'pending' : standing,
      hold_until: isConfirmed ? null : addMs(createdAt, config.holdHours * hoursMs),
      confirmed_at: isConfirmed ? paidAt : null,
      created_at: createdAt,
      ...(isBooking
        ? {
            question: at % 10 === 9 ? 'A seat near the door, please.' : null,
            transaction_id: `TXN${Date.parse(createdAt)}`,
          }
        : {
            question: at % 4 === 2 ? (questions[person % questions.length] ?? null) : null,
            payment_method: at % 3 === 0 ? 'QR Code' : 'UPI',
          }),
    } satisfies SeatRow
    batch.seats.push(seat)
    if (!isConfirmed && standing !== 'checking') continue
    const payment: DemoPayment = {
      id: ids.id(),
      subject: kind,
      subject_id: id,
      provider: 'upi',
      reference,
      amount_in_paise: batch.priceInPaise,
      // A payment that is only reported has no `provider_id` yet.
      provider_id: isConfirmed ? `DEMO${String(person).padStart(8, '0')}` : null,
      at: paidAt,
      stands: isConfirmed ? 'settled' : 'claimed',
    }
    demo.payments.push(payment)
    if (isConfirmed) batch.paid.push({ seat, payment, isComing: batch.isComing })
  }
}

/** Adds two people who wait for a full batch. */
function addWaiting(
  { ids, now, config }: Demo,
  batch: DemoBatch,
  said: SaidBatch,
  firstPerson: number,
): void {
  const { confirmed, offered = 0 } = said.seats
  if (!batch.isComing || confirmed + offered !== said.capacity) return
  const offerEnds = addMs(now, (config.offerHours - 5) * hoursMs)
  for (const at of [0, 1]) {
    const { name: full_name, ...address } = demoPerson(firstPerson + at)
    const isOffered = at < offered
    const joinedAt = addMs(now, -(2 - at) * 9 * hoursMs)
    batch.waiting.push({
      id: ids.id(),
      batch_id: batch.id,
      full_name,
      ...address,
      place: at + 1,
      status: isOffered ? 'offered' : 'waiting',
      offer_until: isOffered ? (offerEnds < batch.startsAt ? offerEnds : batch.startsAt) : null,
      created_at: joinedAt,
      proved_at: joinedAt,
    })
  }
}

/**
 * Live holds began within the last hours. Other seats were taken in the weeks before today, or before the batch's first
 * day if that is earlier.
 */
function createdAtOf({ now, config }: Demo, { startsAt }: DemoBatch, standing: Standing, at: number): string {
  const { holdHours } = config
  // Every second hold ends a few hours from now.
  if (standing === 'pending' && at % 2 === 1 && holdHours > 12) {
    return addMs(now, -(holdHours - 5 - (at % 4)) * hoursMs)
  }
  if (standing === 'pending' || standing === 'checking') return addMs(now, -(0.3 + (at % 4) * 0.2) * hoursMs)
  const latest = startsAt > now ? now : startsAt
  return addMs(daysBefore(latest, 3 + ((at * 17) % 23)), -((at * 37) % 600) * 60_000)
}
