import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DomainError } from '../../../../contract/errors.ts'
import { enrolmentBody as enrolmentSchema } from '../../../../contract/registrations/enrolments.ts'
import { eventBookingBody } from '../../../../contract/registrations/event-bookings.ts'
import { seatHoldBody } from '../../../../contract/registrations/seat-holds.ts'
import { emptyTables, type TestApp } from '../../../../tests/harness/app.ts'
import { ledgerTables } from '../../../../tests/harness/ledger.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import {
  addCourse,
  addUndatedCourse,
  askedEnrolment,
  bookingBody,
  enrolmentBody,
  holdBody,
  stranger,
} from '../../../../tests/harness/seats.ts'
import { storeSettings } from '../../../../tests/harness/settings.ts'
import type { SeatKind, Tx } from '../../../db/schema.ts'
import { addDays, addMs } from '../../../platform/clock.ts'
import { authSecret } from '../../../platform/secret.ts'
import { createSignedLinks } from '../../../platform/signed-links.ts'
import * as batchRows from '../../catalogue/courses/batches.repository.ts'
import * as nextBatch from '../../catalogue/courses/next-batch.ts'
import * as paymentRows from '../../money/payments/payments.repository.ts'
import { cancelBatch, removeBatch } from '../desk/batch-desk.service.ts'
import { enrol, viewSeats } from '../enrolments.service.ts'
import { book } from '../event-bookings.service.ts'
import { askConfirmation, dialogRequest, type SeatRequest } from '../holds/asked-seats.service.ts'
import { expireSilentHolds, holdSeats, releaseHold } from '../holds/seat-holds.service.ts'
import { prove } from '../proofs/proofs.service.ts'
import { expireOffers, takeOfferedSeat, viewPlace } from '../waiting-list/waiting-list.service.ts'
import { cancelOwnSeats } from './cancel-own.ts'
import { paySeatsAtSchool } from './pay-at-school.ts'
import { cancelSeat, expireHeldSeats, letSeatsGo } from './seat-ends.ts'
import { getGroup, type SeatGroup } from './seat-groups.ts'
import { moveSeat } from './seat-moves.ts'

/** `MALAR_SEAT_HISTORIES=2000` runs the full number of histories. */
const historiesAsked = process.env['MALAR_SEAT_HISTORIES']
const hour = 60 * 60_000
const terms = { email: 's@s.example', holdHours: 48 }
const staff = { userId: 'staff', email: 'staff@malar.example' }
const coursePrice = 1_250_000
const cancelHours = 24

const one = <Name extends string>(name: Name) => fc.record({ do: fc.constant(name), at: fc.nat(30) })
/** A step of a person who brings `others` further people. */
const stepWithGuests = <Name extends string>(name: Name) =>
  fc.record({ do: fc.constant(name), at: fc.nat(30), others: fc.constantFrom(0, 0, 0, 1, 2) })
/** The staff's answer when the seat has another price in the new batch. */
const price = fc.constantFrom(undefined, 'kept' as const, 'new' as const)
const ahead = fc.integer({ min: 0, max: 9 })
const ofSeats = [
  { weight: 5, arbitrary: stepWithGuests('enrol') },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('enrol-next' as const), isUndated: fc.boolean() }) },
  { weight: 3, arbitrary: stepWithGuests('book') },
  { weight: 4, arbitrary: stepWithGuests('hold') },
  { weight: 3, arbitrary: stepWithGuests('complete') },
  { weight: 1, arbitrary: one('give-back') },
  { weight: 3, arbitrary: stepWithGuests('ask') },
  { weight: 3, arbitrary: one('press') },
  { weight: 3, arbitrary: one('pay') },
  { weight: 2, arbitrary: one('at-school') },
  { weight: 2, arbitrary: one('staff-pay') },
  { weight: 2, arbitrary: one('cancel') },
  { weight: 3, arbitrary: one('cancel-own') },
  { weight: 1, arbitrary: one('let-go') },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('move' as const), at: fc.nat(30), to: fc.nat(30), price }),
  },
  { weight: 3, arbitrary: one('wait-for-seat') },
  { weight: 2, arbitrary: one('take-offer') },
] as const
const ofBatches = [
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('add' as const), isUndated: fc.boolean(), ahead }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('shift' as const), at: fc.nat(30), ahead }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('close' as const), at: fc.nat(30), isClosed: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('resize' as const),
      at: fc.nat(30),
      to: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reprice' as const), at: fc.nat(30), to: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('plan' as const),
      at: fc.nat(30),
      ahead,
      sessions: fc.array(fc.nat(6), { maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('call-off' as const),
      at: fc.nat(30),
      to: fc.option(fc.nat(30)),
      price,
    }),
  },
  { weight: 1, arbitrary: one('remove') },
] as const
const ofTime = [
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'expire' as const }) },
] as const
type Of<A> = A extends fc.Arbitrary<infer S> ? S : never
const seatStep = fc.oneof(...ofSeats)
const batchStep = fc.oneof(...ofBatches)
const timeStep = fc.oneof(...ofTime)
const step = fc.oneof(
  { weight: 34, arbitrary: seatStep.map((one) => ({ of: 'seats' as const, one })) },
  { weight: 13, arbitrary: batchStep.map((one) => ({ of: 'batches' as const, one })) },
  { weight: 6, arbitrary: timeStep.map((one) => ({ of: 'time' as const, one })) },
)
type Step = Of<typeof step>

/** The beginning of a batch, calculated independently. A batch without a time begins at the end of its day. */
function beginningOf({ starts_on, starts_at }: { starts_on: string | null; starts_at: string | null }) {
  if (starts_on === null) return null
  return new Date(
    starts_at ? `${starts_on}T${starts_at}+05:30` : `${addDays(starts_on, 1)}T00:00+05:30`,
  ).toISOString()
}

/** Returns the beginning of a seat's batch. */
async function beginningOfSeat(tx: Tx, id: string) {
  const batch = tx.selectFrom('batch').innerJoin('seat', 'seat.batch_id', 'batch.id')
  return beginningOf(
    await batch.select(['starts_on', 'starts_at']).where('seat.id', '=', id).executeTakeFirstOrThrow(),
  )
}

/** Returns the latest end of a hold: the batch's beginning, or the end of its last day once the batch has begun. */
function lastHoldOf(batch: Parameters<typeof beginningOf>[0] & { ends_on: string | null }, now: string) {
  const beginning = beginningOf(batch)
  if (beginning === null || beginning > now) return beginning
  return beginningOf({ starts_on: batch.ends_on ?? batch.starts_on, starts_at: null })
}

/** The rows that a history has made so far. */
interface World {
  courseId: string
  undatedId: string
  seats: { kind: SeatKind; id: string }[]
  holds: { id: string; transactionId: string; courseId: string }[]
  asks: string[]
  entries: string[]
  /** Seats that may have got the price of another batch. */
  repriced: Set<string>
  /** The refunds for cancelled seats, and the money that the school keeps, in paise. */
  cancelledOwn: Map<string, { back: number; kept: number }>
}

async function newWorld(app: TestApp): Promise<World> {
  const { courses } = app.app.services
  const today = app.deps.clock.today()
  const { id: courseId } = await addCourse(app, {
    price: coursePrice,
    nextbatch: addDays(today, 2),
    startTime: '10:00',
    capacity: 2,
  })
  await app.db.transaction(async (tx) => {
    for (const [days, capacity] of [
      [4, 1],
      [7, 3],
    ] as const)
      await courses.addBatch(tx, { courseId, day: addDays(today, days), time: null, capacity }, null)
  })
  const { id: undatedId } = await addUndatedCourse(app)
  await courses.updateClass(undatedId, { capacity: 2 }, null)
  return {
    courseId,
    undatedId,
    seats: [],
    holds: [],
    asks: [],
    entries: [],
    repriced: new Set(),
    cancelledOwn: new Map(),
  }
}

const batchesOf = ({ db }: TestApp, { courseId, undatedId }: World) =>
  db.read
    .selectFrom('batch')
    .selectAll()
    .where('course_id', 'in', [courseId, undatedId])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/**
 * Checks that the batch is for sale, and returns its price. The transaction of the sale calls this function, so that
 * nobody else changes the batch meanwhile.
 */
async function priceSold(app: TestApp, tx: Tx, batchId: string): Promise<number> {
  const batch = await tx.selectFrom('batch').selectAll().where('id', '=', batchId).executeTakeFirstOrThrow()
  const beginning = beginningOf(batch)
  expect(
    { ...batch, hasBegun: beginning !== null && beginning <= app.deps.clock.now() },
    'what was sold',
  ).toMatchObject({
    is_closed: 0,
    cancelled_at: null,
    deleted_at: null,
    hasBegun: false,
  })
  return batch.price_in_paise ?? coursePrice
}

async function expectSold(app: TestApp, tx: Tx, { batch_id, members }: SeatGroup) {
  const price = await priceSold(app, tx, batch_id)
  expect(members.map(({ amount_in_paise }) => Number(amount_in_paise))).toEqual(members.map(() => price))
}

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]

let people = 0

async function stepOfSeat(app: TestApp, world: World, one: Of<typeof seatStep>): Promise<void> {
  const { payables, registrationDeps, school, settlement } = app.app.services
  const batches = await batchesOf(app, world)
  const batch = 'at' in one ? at(batches, one.at) : undefined
  const seat = 'at' in one ? at(world.seats, one.at) : undefined
  const person = () => ({ email: `p${++people}@mail.example`, phone: String(6_000_000_000 + people) })

  const brings = 'others' in one ? Array.from({ length: one.others }, () => ({})) : []
  const note = ({ kind, members }: SeatGroup) => {
    for (const { id } of members)
      if (!world.seats.some((known) => known.id === id)) world.seats.push({ kind, id })
  }

  async function enrolSomebody(wanted: { courseId: string; batchId?: string }) {
    const changes = { ...person(), ...wanted, others: brings }
    const body = enrolmentSchema.parse(enrolmentBody(wanted.courseId, changes))
    const taken = await app.db.transaction(async (tx) => {
      const taken = await enrol(registrationDeps, tx, body, terms, stranger)
      await expectSold(app, tx, taken)
      return taken
    })
    note(taken)
  }
  switch (one.do) {
    case 'enrol':
      if (batch) await enrolSomebody({ courseId: batch.course_id, batchId: batch.id })
      return
    case 'enrol-next':
      return enrolSomebody({ courseId: one.isUndated ? world.undatedId : world.courseId })
    case 'book': {
      if (!batch) return
      const transactionId = `T${++people}`
      const changes = { transactionId, ...person(), batchId: batch.id, others: brings }
      const body = eventBookingBody.parse(bookingBody(batch.course_id, changes))
      const booked = await app.db.transaction(async (tx) => {
        const taken = await book(registrationDeps, tx, body, terms, stranger)
        await expectSold(app, tx, taken)
        return taken
      })
      return note(booked)
    }
    case 'hold': {
      if (!batch) return
      const transactionId = `H${++people}`
      const changes = { transactionId, ...person(), batchId: batch.id, seats: 1 + one.others }
      const body = seatHoldBody.parse(holdBody(batch.course_id, changes))
      const { id } = await app.db.transaction(async (tx) => {
        const held = await holdSeats(registrationDeps, tx, body, {}, stranger)
        const price = await priceSold(app, tx, held.batchId)
        expect(Math.round(Number(held.amount) * 100)).toBe(held.seats * price)
        return held
      })
      world.holds.push({ id, transactionId, courseId: batch.course_id })
      return
    }
    case 'complete': {
      const hold = at(world.holds, one.at)
      if (!hold) return
      const row = await app.db.read
        .selectFrom('registration')
        .selectAll()
        .where('id', '=', hold.id)
        .executeTakeFirstOrThrow()
      const { email, phone } = row
      // Half of the bookings do not name the other people, and take their number from the hold.
      const others = one.at % 2 ? { others: brings } : {}
      const changes = { transactionId: hold.transactionId, email, phone, holdId: hold.id, ...others }
      const body = eventBookingBody.parse(bookingBody(hold.courseId, changes))
      const booked = await app.db.transaction(async (tx) => {
        const taken = await book(registrationDeps, tx, body, terms, stranger)
        // A live hold keeps its seat, even if its batch is no longer sold. The seats of an ended hold are sold again,
        // at today's price.
        const isKept = row.status === 'held' && (row.hold_until ?? '') > app.deps.clock.now()
        if (!isKept && row.kind === 'seat-hold' && taken.status === 'pending')
          await expectSold(app, tx, taken)
        return taken
      })
      return note(booked)
    }
    case 'give-back': {
      const hold = at(world.holds, one.at)
      if (hold) await app.db.transaction((tx) => releaseHold(registrationDeps, tx, hold.id))
      return
    }
    case 'ask': {
      if (!batch) return
      const named = { ...person(), batchId: batch.id }
      const ofDialog = { ...named, transactionId: `A${++people}` }
      const wanted = [
        () =>
          askedEnrolment(enrolmentSchema.parse(enrolmentBody(batch.course_id, { ...named, others: brings }))),
        () =>
          dialogRequest(
            'event-booking',
            eventBookingBody.parse(bookingBody(batch.course_id, { ...ofDialog, others: brings })),
          ),
        () =>
          dialogRequest(
            'seat-hold',
            seatHoldBody.parse(holdBody(batch.course_id, { ...ofDialog, seats: 1 + one.others })),
          ),
      ]
      const asked = await app.db.transaction((tx) =>
        askConfirmation(
          registrationDeps,
          tx,
          (wanted[one.at % 3] as () => SeatRequest)(),
          { confirmFirst: true },
          stranger,
        ),
      )
      if (asked) world.asks.push(asked.id)
      return
    }
    case 'press': {
      const id = at(world.asks, one.at)
      if (id === undefined) return
      const token = createSignedLinks(authSecret(app.deps.config)).sign('asked-seat', id)
      const before = await app.db.read
        .selectFrom('registration')
        .select(['kind', 'status'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const seats = await app.db.transaction(async (tx) => {
        const pressed = await prove(registrationDeps, tx, { token, completes: one.at % 2 === 1 }, terms)
        if (pressed.kind !== 'enrolment' && pressed.kind !== 'event-booking') return null
        const taken = await getGroup(tx, pressed.id, pressed.kind)
        if (before.status === 'asked') await expectSold(app, tx, taken)
        return taken
      })
      if (seats) note(seats)
      return
    }
    case 'pay': {
      if (!seat) return
      const claim = await settlement.claim(payables[seat.kind], seat.id, terms)
      await app.db.transaction((tx) => settlement.finalise(tx, payables[seat.kind], seat.id, claim))
      return
    }
    case 'at-school':
      if (seat) await app.db.transaction((tx) => paySeatsAtSchool(registrationDeps, tx, seat.id, terms))
      return
    case 'staff-pay':
      if (seat) await settlement.markPaid(payables[seat.kind], seat.id, {}, staff)
      return
    case 'cancel':
      if (seat) await app.db.transaction((tx) => cancelSeat(registrationDeps, tx, seat.kind, seat.id))
      return
    case 'cancel-own': {
      if (!seat) return
      const { id } = seat
      const { cancelling } = await viewSeats(registrationDeps, id, await school.current())
      const back = cancelling?.seats.find((one) => one.id === id)?.back
      if (back === undefined) return
      await app.db.transaction(async (tx) => {
        const key = registrationDeps.links.sign('seat-browser', (await getGroup(tx, id)).id)
        const body = { seats: [id], key, back }
        const ended = await cancelOwnSeats(registrationDeps, tx, id, body, { phone: '', by: null })
        // The seat is locked here, so no other step can move it before this check.
        const beginning = await beginningOfSeat(tx, id)
        if (beginning !== null) expect(addMs(app.deps.clock.now(), cancelHours * hour) < beginning).toBe(true)
        world.cancelledOwn.set(id, {
          back: Math.round(Number(ended.back) * 100),
          kept: Math.round(Number(ended.kept) * 100),
        })
      })
      return
    }
    case 'let-go':
      if (seat?.kind === 'enrolment')
        await app.db.transaction((tx) => letSeatsGo(registrationDeps, tx, seat.id))
      return
    case 'move': {
      if (!seat) return
      const { batch_id: from } = await app.db.read
        .selectFrom('seat')
        .select('batch_id')
        .where('id', '=', seat.id)
        .executeTakeFirstOrThrow()
      const to = at(batches, one.to)?.id ?? from
      const { price } = one
      if (price === 'new') world.repriced.add(seat.id)
      await app.db.transaction(async (tx) => {
        const moved = await moveSeat(
          registrationDeps,
          tx,
          seat.kind,
          seat.id,
          { from, to, price },
          terms,
          null,
        )
        if (moved.status === 'confirmed') world.cancelledOwn.delete(seat.id)
      })
      return
    }
    case 'wait-for-seat': {
      if (!batch) return
      const [id, now, { email, phone }] = [app.deps.ids.id(), app.deps.clock.now(), person()]
      const isAdded = await app.db.transaction(async (tx) => {
        // Joining takes this same lock, so that the next freed seat finds the entry.
        const locked = await batchRows.lockBatch(tx, batch.id)
        if (
          !locked ||
          locked.cancelled_at ||
          locked.deleted_at ||
          locked.taken < (locked.capacity ?? Infinity)
        )
          return false
        const entry = {
          id,
          batch_id: batch.id,
          full_name: 'Uma',
          email,
          phone,
          place: people,
          created_at: now,
        }
        await tx
          .insertInto('waiting_list_entry')
          .values({ ...entry, proved_at: now })
          .execute()
        return true
      })
      if (isAdded) world.entries.push(id)
      return
    }
    case 'take-offer': {
      const entry = at(world.entries, one.at)
      if (entry === undefined) return
      const token = createSignedLinks(authSecret(app.deps.config)).sign('waiting-list', entry)
      const { batch: day } = await viewPlace(registrationDeps, token)
      const { id } = await app.db.transaction((tx) =>
        takeOfferedSeat(registrationDeps, tx, token, day, terms),
      )
      if (!world.seats.some((known) => known.id === id)) world.seats.push({ kind: 'enrolment', id })
    }
  }
}

async function stepOfBatch(app: TestApp, world: World, one: Of<typeof batchStep>): Promise<void> {
  const { courses, registrationDeps } = app.app.services
  const today = app.deps.clock.today()
  if (one.do === 'add') {
    const body = {
      courseId: one.isUndated ? world.undatedId : world.courseId,
      day: addDays(today, one.ahead),
      time: one.ahead % 2 ? '10:00' : null,
      capacity: 1 + (one.ahead % 3),
    }
    await app.db.transaction((tx) => courses.addBatch(tx, body, null))
    return
  }
  const batch = 'at' in one ? at(await batchesOf(app, world), one.at) : undefined
  if (!batch) return
  switch (one.do) {
    case 'shift':
      await courses.updateBatch(batch.id, { day: addDays(today, one.ahead) }, staff)
      return
    case 'close':
      await courses.updateBatch(batch.id, { isClosed: one.isClosed }, staff)
      return
    case 'resize':
      await courses.updateBatch(batch.id, { capacity: one.to }, staff)
      return
    case 'reprice':
      await courses.updateBatch(batch.id, { price: one.to === 0 ? null : one.to * 100_000 }, staff)
      return
    case 'plan': {
      const days = [...new Set(one.sessions)].sort().map((day) => addDays(today, one.ahead + day))
      const meetings = days.map((day) => ({ day, from: '10:00', to: '12:00' }))
      await courses.saveSessions(batch.id, { meetings }, staff)
      return
    }
    case 'call-off': {
      const { price } = one
      const to = one.to === null ? undefined : at(await batchesOf(app, world), one.to)
      if (price === 'new') for (const { id } of (await rowsIn(app, batch.id)).live) world.repriced.add(id)
      const body = { reason: 'Rain', ...(to && { moveTo: to.id }), ...(price && { price }) }
      await cancelBatch(registrationDeps, batch.id, body, staff)
      return
    }
    case 'remove':
      await removeBatch(registrationDeps, batch.id, staff)
  }
}

async function take(app: TestApp, world: World, step: Step): Promise<void> {
  const { registrationDeps } = app.app.services
  if (step.of === 'seats') return stepOfSeat(app, world, step.one)
  if (step.of === 'batches') return stepOfBatch(app, world, step.one)
  if (step.one.do === 'wait') return app.deps.clock.advance(step.one.hours * hour)
  await expireHeldSeats(registrationDeps)
  await expireSilentHolds(registrationDeps)
  await expireOffers(registrationDeps)
}

/** Returns the rows that hold a seat of a batch. */
async function rowsIn({ db }: TestApp, batchId: string) {
  const seats = await db.read.selectFrom('registration').selectAll().where('batch_id', '=', batchId).execute()
  const offers = await db.read
    .selectFrom('waiting_list_entry')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('status', '=', 'offered')
    .execute()
  return {
    live: seats.filter(({ status }) => status === 'pending' || status === 'confirmed'),
    silent: seats.filter(({ status }) => status === 'held'),
    offers,
  }
}

async function expectSeatsAgree(app: TestApp, world: World): Promise<void> {
  for (const batch of await batchesOf(app, world)) {
    const { live, silent, offers } = await rowsIn(app, batch.id)
    const kept = silent.reduce((sum, { seats }) => sum + seats, 0)
    const sitting = live.length + kept + offers.length
    expect(batch.taken, 'the count of its seats').toBe(sitting)
    if (batch.capacity !== null) expect(sitting, 'who sits in it').toBeLessThanOrEqual(batch.capacity)
    if (batch.cancelled_at !== null || batch.deleted_at !== null) expect(sitting).toBe(0)
    const bound = lastHoldOf(batch, app.deps.clock.now())
    for (const { hold_until } of [...live, ...silent]) {
      if (hold_until !== null && bound !== null)
        expect({ hold_until, isBefore: hold_until <= bound }).toEqual({ hold_until, isBefore: true })
    }
    for (const { offer_until } of offers) {
      if (offer_until !== null && bound !== null) expect(offer_until <= bound).toBe(true)
    }
    for (const seat of live) {
      expect(seat.course_id).toBe(batch.course_id)
      // Every unpaid seat in a batch with a date has an end of its hold.
      const isPlace = seat.status === 'pending' && seat.hold_until === null
      if (isPlace) expect(batch.starts_on).toBeNull()
    }
    const meetings = await app.db.read
      .selectFrom('meeting')
      .select('held_on')
      .where('batch_id', '=', batch.id)
      .where('cancelled_at', 'is', null)
      .orderBy('held_on')
      .execute()
    if (meetings.length > 0) {
      expect([batch.starts_on, batch.ends_on]).toEqual([meetings[0]?.held_on, meetings.at(-1)?.held_on])
    }
  }
}

const sumOf = (rows: readonly { amount_in_paise: number | string }[]) =>
  rows.reduce((sum, { amount_in_paise }) => sum + Number(amount_in_paise), 0)

/** Checks that the money of this history pays for its live seats, and waits for staff at the other seats. */
async function expectMoneyAgrees({ db }: TestApp, world: World): Promise<void> {
  const { courseId, undatedId } = world
  const seats = await db.read
    .selectFrom('seat')
    .selectAll()
    .where('course_id', 'in', [courseId, undatedId])
    .execute()
  const allocations = await db.read
    .selectFrom('allocation')
    .selectAll()
    .where('subject_id', 'in', ['', ...seats.map(({ id }) => id)])
    .execute()
  const receipts = await db.read
    .selectFrom('receipt')
    .selectAll()
    .where('id', 'in', ['', ...allocations.map(({ receipt_id }) => receipt_id)])
    .execute()
  expect(sumOf(allocations), 'what the money is for').toBe(sumOf(receipts))
  for (const seat of seats) {
    const own = allocations.filter(({ subject_id }) => subject_id === seat.id)
    const pays = sumOf(own.filter(({ purpose }) => purpose === 'pays'))
    const waits = sumOf(own.filter(({ purpose }) => purpose === 'waits'))
    const price = Number(seat.amount_in_paise)
    const isRepriced = world.repriced.has(seat.id)
    // The money pays for the seat up to its price, and the rest waits for staff.
    if (seat.status === 'confirmed')
      expect([pays, waits]).toEqual(
        isRepriced ? [Math.min(price, pays + waits), Math.max(0, pays + waits - price)] : [price, 0],
      )
    else if (seat.status === 'pending') expect([pays, waits]).toEqual([0, 0])
    else if (world.cancelledOwn.has(seat.id))
      expect({ status: seat.status, back: waits, kept: pays }).toEqual({
        status: 'cancelled',
        ...world.cancelledOwn.get(seat.id),
      })
    else expect([pays, isRepriced || [0, price].includes(waits)]).toEqual([0, true])
  }
}

const withLink = ['enrolment-received', 'booking-received', 'date-fixed', 'seat-moved']

/** Checks that everybody who has to pay has a letter with the link, also after a move. */
async function expectLettersAgree({ db }: TestApp, { courseId, undatedId }: World): Promise<void> {
  const held = await db.read
    .selectFrom('seat')
    .select(['kind', 'id', 'group_id'])
    .where('course_id', 'in', [courseId, undatedId])
    .where('status', '=', 'pending')
    .where('hold_until', 'is not', null)
    .execute()
  for (const { kind, id, group_id } of held) {
    const letters = await db.read
      .selectFrom('outbox')
      .select(['template', 'data'])
      .where('about', '=', `${kind}:${group_id ?? id}`)
      .where('channel', '=', 'email')
      .where('status', '!=', 'withdrawn')
      .where('template', 'in', withLink)
      .orderBy('created_at')
      .execute()
    const standing = letters.map(({ data }) => (JSON.parse(data) as { stands?: string }).stands ?? 'held')
    expect(standing.includes('held') || standing.includes('checking'), 'a letter with the link').toBe(true)
  }
}

/** Takes the steps, `together` at a time, and checks every batch after each round. */
async function runHistory(app: TestApp, together: number, steps: Step[]): Promise<void> {
  const world = await newWorld(app)
  for (let at = 0; at < steps.length; at += together) {
    const round = steps.slice(at, at + together)
    // Steps that set the clock start first, so that the time does not change during another step.
    const isWait = ({ one }: Step) => one.do === 'wait'
    const inOrder = [...round.filter(isWait), ...round.filter((one) => !isWait(one))]
    await Promise.all(
      inOrder.map((one) =>
        take(app, world, one).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error
        }),
      ),
    )
    await expectSeatsAgree(app, world)
  }
  await expectMoneyAgrees(app, world)
  await expectLettersAgree(app, world)
}

onEachEngine('random histories of batches and their seats', (app, engine) => {
  const cancelRule = { canCancelSeats: 'true', cancelHours: String(cancelHours), cancelShare: '33' }
  beforeAll(() => storeSettings(app, { paysAtSchool: 'true', ...cancelRule }))
  afterEach(() => {
    vi.restoreAllMocks()
  })
  beforeEach(async () => {
    // A control leaves wrong rows, which would make later histories fail.
    await emptyTables(app, [...ledgerTables, 'waiting_list_entry', 'registration', 'meeting', 'batch'])
  })
  const histories = Number(historiesAsked ?? (engine === 'sqlite' ? 80 : 25))

  const run = (
    numRuns: number,
    { seed = 20261123, endOnFailure }: { seed?: number; endOnFailure: boolean },
  ) =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 1, 3, 6),
        fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }),
        (together, steps) => runHistory(app, together, steps),
      ),
      { numRuns, seed, endOnFailure },
    )

  test(
    'each batch counts its seats, is within its capacity and has sold only while it was open, after every step',
    // PostgreSQL stops at the first failure, because a shorter history does not show the same race again.
    () => run(histories, { endOnFailure: engine === 'postgres' }),
    60_000 + histories * 1_500,
  )

  describe('controls: the random histories with a fault put into the program', () => {
    const wrongs: [string, () => void, RegExp][] = [
      [
        'a seat that is not counted',
        () =>
          vi
            .spyOn(batchRows, 'takeSeats')
            .mockImplementation((db, id) =>
              db.selectFrom('batch').selectAll().where('id', '=', id).executeTakeFirst(),
            ),
        /^the count of its seats/,
      ],
      [
        'a seat that is not given back',
        () => vi.spyOn(batchRows, 'releaseSeats').mockImplementation(async () => true),
        /^the count of its seats/,
      ],
      [
        'a batch that is sold although it is closed or has begun',
        () => vi.spyOn(nextBatch, 'stateOf').mockImplementation(() => 'open'),
        /^what was sold/,
      ],
      [
        'a payment that is recorded one paisa too low',
        () => {
          const { insertAllocation } = paymentRows
          vi.spyOn(paymentRows, 'insertAllocation').mockImplementation((db, rows) => {
            const short = rows.map((row) => ({ ...row, amount_in_paise: row.amount_in_paise - 1 }))
            return insertAllocation(db, short)
          })
        },
        /^what the money is for/,
      ],
    ]
    test.each(wrongs)(
      'control: the random histories detect %s',
      { timeout: 120_000 },
      async (_, plant, what) => {
        plant()
        // The first histories of this seed also try to sell a closed batch.
        const found = await run(300, { seed: 5, endOnFailure: true }).catch((error: Error) => error)
        expect((found as Error | undefined)?.cause).toMatchObject({ message: expect.stringMatching(what) })
      },
    )
  })
})
