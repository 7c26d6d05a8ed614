import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { DomainError } from '../../../../contract/errors.ts'
import { enrolmentBody as enrolmentSchema } from '../../../../contract/registrations/enrolments.ts'
import { eventBookingBody } from '../../../../contract/registrations/event-bookings.ts'
import { seatHoldBody } from '../../../../contract/registrations/seat-holds.ts'
import { paymentsOf } from '../../../../tests/harness/ledger.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import {
  addCourse,
  askedEnrolment,
  atCounter,
  bookingBody,
  enrolmentBody,
  holdBody,
  stranger,
} from '../../../../tests/harness/seats.ts'
import { storeSettings } from '../../../../tests/harness/settings.ts'
import type { SeatKind } from '../../../db/schema.ts'
import { authSecret } from '../../../platform/secret.ts'
import { createSignedLinks, type SignedLinks } from '../../../platform/signed-links.ts'
import { NeedsConfirmation } from '../caps/holders.service.ts'
import { enrol, viewSeats } from '../enrolments.service.ts'
import { book } from '../event-bookings.service.ts'
import { askConfirmation, dialogRequest, type SeatRequest } from '../holds/asked-seats.service.ts'
import { expireSilentHolds, holdSeats, releaseHold } from '../holds/seat-holds.service.ts'
import { prove } from '../proofs/proofs.service.ts'
import {
  confirmPlace,
  expireOffers,
  joinWaitingList,
  leaveWaitingList,
  takeOfferedSeat,
} from '../waiting-list/waiting-list.service.ts'
import { cancelOwnSeats } from './cancel-own.ts'
import { paySeatsAtSchool } from './pay-at-school.ts'
import { cancelSeat, expireHeldSeats } from './seat-ends.ts'
import { moveSeat } from './seat-moves.ts'

/** `MALAR_SEAT_HISTORIES=2000` runs the full number of histories. */
const historiesAsked = process.env['MALAR_SEAT_HISTORIES']
const hour = 60 * 60_000
const terms = { email: 's@s.example', holdHours: 48 }

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: 'enrol' as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('book' as const), transaction: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hold' as const), transaction: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('complete' as const), hold: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('give-back' as const), hold: fc.nat(20) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      way: fc.constantFrom('enrolment' as const, 'event-booking' as const, 'seat-hold' as const),
      person: fc.nat(5),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('press' as const), ask: fc.nat(20), completes: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), seat: fc.nat(30) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('at-school' as const), seat: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('staff-pay' as const), seat: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), seat: fc.nat(30) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel-own' as const), seat: fc.nat(30) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 12, max: 60 }) }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'expire' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('join' as const), person: fc.nat(6), isProved: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('confirm' as const), place: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('accept' as const), place: fc.nat(6) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), place: fc.nat(6) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('move' as const), seat: fc.nat(30), back: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('resize' as const), by: fc.constantFrom(-1, 1) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

onEachEngine('random histories of the seats of two batches', (app, engine) => {
  const histories = Number(historiesAsked ?? (engine === 'sqlite' ? 150 : 50))
  let links: SignedLinks
  beforeAll(async () => {
    const cancelRule = { canCancelSeats: 'true', cancelHours: '24', cancelShare: '50' }
    await storeSettings(app, { paysAtSchool: 'true', ...cancelRule })
    links = createSignedLinks(authSecret(app.deps.config))
  })

  /** Takes the steps, `together` at a time, and checks the ledger after each round. */
  async function runHistory(capacity: number, together: number, steps: Step[]) {
    const { courses, payables, registrationDeps, school, settlement } = app.app.services
    const course = await addCourse(app, { capacity, nextbatch: '2999-01-01' })
    const other = await app.db.transaction((tx) =>
      courses.addBatch(tx, { courseId: course.id, day: '2999-02-01', time: null, capacity: 2 }, null),
    )
    const { id: first } = await app.db.read
      .selectFrom('batch')
      .select('id')
      .where('course_id', '=', course.id)
      .where('starts_on', '=', '2999-01-01')
      .executeTakeFirstOrThrow()
    let people = 100
    /** Returns a new person each time, or the person with the given number. */
    const person = (n = ++people) => ({ email: `q${n}@mail.example`, phone: String(6_000_000_000 + n) })
    const known: { kind: SeatKind; id: string }[] = []
    const holds: { id: string; transaction: number }[] = []
    const asks: { id: string; way: SeatRequest['kind']; became: string | null }[] = []
    const note = (kind: SeatKind, id: string) => {
      if (!known.some((one) => one.id === id)) known.push({ kind, id })
    }

    /** The batch's own count of seats, its capacity, and the number of rows that hold a seat. */
    async function ledgerOf(batchId: string) {
      const count = (table: 'registration' | 'waiting_list_entry', statuses: string[]) =>
        app.db.read
          .selectFrom(table as 'seat')
          .select('id')
          .where('batch_id', '=', batchId)
          .where('status', 'in', statuses as ['pending'])
          .execute()
      const batch = await app.db.read
        .selectFrom('batch')
        .select(['taken', 'capacity'])
        .where('id', '=', batchId)
        .executeTakeFirstOrThrow()
      const held = ['held', 'pending', 'confirmed']
      const offers = await count('waiting_list_entry', ['offered'])
      const rows = [...(await count('registration', held)), ...offers]
      return { taken: batch.taken, capacity: batch.capacity ?? Infinity, live: rows.length }
    }
    const waitingNow = () =>
      app.db.read
        .selectFrom('waiting_list_entry')
        .innerJoin('batch', 'batch.id', 'waiting_list_entry.batch_id')
        .select(['waiting_list_entry.id', 'waiting_list_entry.status', 'batch_id', 'place', 'proved_at'])
        .where('course_id', '=', course.id)
        .orderBy('place')
        .execute()
    async function tokenAt(index: number): Promise<string | null> {
      const entries = await waitingNow()
      const entry = entries[index % Math.max(1, entries.length)]
      return entry ? links.sign('waiting-list', entry.id) : null
    }

    async function take(one: Step): Promise<void> {
      const seat = 'seat' in one ? known[one.seat % Math.max(1, known.length)] : undefined
      if ('seat' in one && !seat) return
      switch (one.do) {
        case 'enrol': {
          const body = enrolmentSchema.parse(enrolmentBody(course.id, person()))
          return note(
            'enrolment',
            (await app.db.transaction((tx) => enrol(registrationDeps, tx, body, terms, stranger))).id,
          )
        }
        case 'book': {
          const body = eventBookingBody.parse(
            bookingBody(course.id, { transactionId: `T${one.transaction}`, ...person(one.transaction) }),
          )
          return note(
            'event-booking',
            (await app.db.transaction((tx) => book(registrationDeps, tx, body, terms, stranger))).id,
          )
        }
        case 'hold': {
          const named = { transactionId: `H${one.transaction}`, ...person(50 + one.transaction) }
          const body = seatHoldBody.parse(holdBody(course.id, named))
          const held = await app.db.transaction((tx) => holdSeats(registrationDeps, tx, body, {}, stranger))
          if (!holds.some(({ id }) => id === held.id))
            holds.push({ id: held.id, transaction: one.transaction })
          return
        }
        case 'complete': {
          const held = holds[one.hold % Math.max(1, holds.length)]
          if (!held) return
          const body = eventBookingBody.parse(
            bookingBody(course.id, {
              transactionId: `H${held.transaction}`,
              holdId: held.id,
              ...person(50 + held.transaction),
            }),
          )
          const seat = await app.db.transaction((tx) => book(registrationDeps, tx, body, terms, stranger))
          return note('event-booking', seat.id)
        }
        case 'give-back': {
          const held = holds[one.hold % Math.max(1, holds.length)]
          if (held) await app.db.transaction((tx) => releaseHold(registrationDeps, tx, held.id))
          return
        }
        case 'ask': {
          const who = { ...person(70 + one.person), batchId: first }
          const named = { ...who, transactionId: `A${one.person}` }
          const wanted: SeatRequest =
            one.way === 'enrolment'
              ? askedEnrolment(enrolmentSchema.parse(enrolmentBody(course.id, who)))
              : one.way === 'event-booking'
                ? dialogRequest(one.way, eventBookingBody.parse(bookingBody(course.id, named)))
                : dialogRequest(one.way, seatHoldBody.parse(holdBody(course.id, named)))
          const asked = await app.db.transaction((tx) =>
            askConfirmation(registrationDeps, tx, wanted, { confirmFirst: true }, stranger),
          )
          if (asked) asks.push({ id: asked.id, way: one.way, became: null })
          return
        }
        case 'press': {
          const asked = asks[one.ask % Math.max(1, asks.length)]
          if (!asked) return
          const body = { token: links.sign('asked-seat', asked.id), completes: one.completes }
          const { kind, id } = await app.db.transaction((tx) => prove(registrationDeps, tx, body, terms))
          if (kind !== 'enrolment' && kind !== 'event-booking') return
          // Every later click leads to the same seat.
          if (asked.became !== null) expect(id).toBe(asked.became)
          asked.became = id
          return note(kind, id)
        }
        case 'pay': {
          const { kind, id } = seat as { kind: SeatKind; id: string }
          const claim = await settlement.claim(payables[kind], id, terms)
          await app.db.transaction((tx) => settlement.finalise(tx, payables[kind], id, claim))
          return
        }
        case 'at-school': {
          const { id } = seat as { id: string }
          await app.db.transaction((tx) => paySeatsAtSchool(registrationDeps, tx, id, terms))
          return
        }
        case 'staff-pay': {
          const { kind, id } = seat as { kind: SeatKind; id: string }
          await settlement.markPaid(payables[kind], id, {}, { userId: 'staff', email: 'staff@malar.example' })
          return
        }
        case 'cancel': {
          const { kind, id } = seat as { kind: SeatKind; id: string }
          await app.db.transaction((tx) => cancelSeat(registrationDeps, tx, kind, id))
          return
        }
        case 'cancel-own': {
          const { id } = seat as { id: string }
          const { cancelling } = await viewSeats(registrationDeps, id, await school.current())
          const back = cancelling?.seats.find((one) => one.id === id)?.back
          if (back === undefined) return
          const key = registrationDeps.links.sign('seat-browser', id)
          await app.db.transaction((tx) =>
            cancelOwnSeats(registrationDeps, tx, id, { seats: [id], back, key }, { phone: '', by: null }),
          )
          return
        }
        case 'wait':
          return app.deps.clock.advance(one.hours * hour)
        case 'expire':
          await expireHeldSeats(registrationDeps)
          await expireSilentHolds(registrationDeps)
          await expireOffers(registrationDeps)
          return
        case 'move': {
          const { kind, id } = seat as { kind: SeatKind; id: string }
          const way = one.back ? { from: other.id, to: first } : { from: first, to: other.id }
          await app.db.transaction((tx) => moveSeat(registrationDeps, tx, kind, id, way, terms, null))
          return
        }
        case 'join': {
          const person = { fullName: 'Uma', phone: '9876543210', email: `p${one.person}@mail.example` }
          await app.db.transaction((tx) =>
            joinWaitingList(
              registrationDeps,
              tx,
              { ...person, courseId: course.id },
              one.isProved ? atCounter : stranger,
            ),
          )
          return
        }
        case 'confirm': {
          const token = await tokenAt(one.place)
          if (token !== null) await app.db.transaction((tx) => confirmPlace(registrationDeps, tx, token))
          return
        }
        case 'accept': {
          const token = await tokenAt(one.place)
          if (token === null) return
          const receipt = await app.db.transaction((tx) =>
            takeOfferedSeat(registrationDeps, tx, token, '2999-01-01', terms),
          )
          return note('enrolment', receipt.id)
        }
        case 'leave': {
          const token = await tokenAt(one.place)
          if (token !== null) await app.db.transaction((tx) => leaveWaitingList(registrationDeps, tx, token))
          return
        }
        case 'resize': {
          const { capacity } = await ledgerOf(first)
          await courses.updateClass(course.id, { capacity: Math.max(1, capacity + one.by) }, null)
        }
      }
    }

    for (let at = 0; at < steps.length; at += together) {
      const round = steps.slice(at, at + together).map((one) =>
        take(one).catch((error: unknown) => {
          // A request that needs confirmation by mail holds nothing.
          if (!(error instanceof DomainError || error instanceof NeedsConfirmation)) throw error
        }),
      )
      await Promise.all(round)
      const all = await waitingNow()
      for (const { status, proved_at } of all)
        if (proved_at === null) expect(['waiting', 'left']).toContain(status)
      for (const batchId of [first, other.id]) {
        const { taken, live, capacity } = await ledgerOf(batchId)
        expect(taken).toBe(live)
        expect(taken).toBeLessThanOrEqual(capacity)
        // No proved person waits while a seat is free, and no offer passes over a proved person.
        const entries = all.filter(({ batch_id, proved_at }) => batch_id === batchId && proved_at !== null)
        if (entries.some(({ status }) => status === 'waiting')) expect(taken).toBe(capacity)
        const firstWaiting = entries.find(({ status }) => status === 'waiting')?.place ?? Infinity
        for (const { status, place } of entries) {
          if (status === 'offered') expect(place).toBeLessThan(firstWaiting)
        }
      }
    }

    // A request stays a request until its link is clicked. Afterwards the row keeps only the kind of the request.
    for (const { id, way, became } of asks) {
      const row = await app.db.read
        .selectFrom('registration')
        .select(['kind', 'status', 'asked', 'became_id'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (row.status === 'asked') expect([row.kind, became, row.became_id]).toEqual(['seat-hold', null, null])
      if (row.kind !== 'seat-hold') expect([became, row.asked]).toEqual([id, `{"kind":"${way}"}`])
    }

    // A confirmed seat is paid exactly once, and its letter is written exactly once.
    for (const { kind, id } of known) {
      const row = await app.db.read
        .selectFrom('seat')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const paid = await paymentsOf(app, id)
      const confirmations = await app.db.read
        .selectFrom('outbox')
        .select('id')
        .where('cause', 'like', `${kind}:${id}:confirmed:%`)
        .execute()
      expect(paid.length).toBeLessThanOrEqual(1)
      expect([0, 2]).toContain(confirmations.length)
      if (row.status === 'confirmed') expect([paid[0]?.status, confirmations.length]).toEqual(['settled', 2])
      if (row.status === 'pending') expect([paid.length, confirmations.length]).toEqual([0, 0])
    }
  }

  test(
    'a batch counts its taken seats correctly and stays within its capacity after every step of a random history',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 4 }),
          fc.constantFrom(1, 1, 3, 6),
          fc.array(step, { minLength: 1, maxLength: 25, size: 'max' }),
          runHistory,
        ),
        { numRuns: histories, seed: 20260302 },
      )
    },
    20_000 + histories * 400,
  )
})
