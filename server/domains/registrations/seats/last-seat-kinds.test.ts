import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Answer, startApp, type TestApp } from '../../../../tests/harness/app.ts'
import { type ProvedCaller, provedCallers } from '../../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import {
  addCourse,
  addUndatedCourse,
  bookingBody,
  enrolmentBody,
  holdBody,
} from '../../../../tests/harness/seats.ts'
import type { Queryable } from '../../../db/open.ts'
import { authSecret } from '../../../platform/secret.ts'
import { createSignedLinks } from '../../../platform/signed-links.ts'
import * as batches from '../../catalogue/courses/batches.repository.ts'
import { cancelSeat } from './seat-ends.ts'

/** `MALAR_LAST_SEAT_ROUNDS=20` runs the race 20 times. */
const rounds = Number(process.env['MALAR_LAST_SEAT_ROUNDS'] ?? 1)
const callers = 200
const accounts = 20
/** The share of strangers is at least four seats, also in the smallest batch. */
const strangers = 4
const hour = 60 * 60_000

interface Wanted {
  courseId: string
  batchId: string
}

onEachEngine('the last seat, for each kind of hold', { env: { PAYMENT_PROVIDER: 'upi' } }, (app, engine) => {
  let proved: ProvedCaller[]
  beforeAll(async () => {
    proved = await provedCallers(app, accounts)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  type Ask = (at: TestApp, wanted: Wanted, n: number) => Promise<Answer>
  const post = (at: TestApp, path: string, body: object, token: string | null = null) =>
    at.http('POST', path, { body, token })
  const asSilentHold: Ask = (at, { courseId, batchId }, n) =>
    post(at, '/api/seat-holds', holdBody(courseId, { batchId, transactionId: `H${n}` }))
  const asStranger: Ask = (at, { courseId, batchId }) =>
    post(at, '/api/enrollments', { ...enrolmentBody(courseId), batchId })
  const asProved: Ask = (at, { courseId, batchId }, n) => {
    const { email, token } = proved[n % accounts] as ProvedCaller
    return post(at, '/api/enrollments', { ...enrolmentBody(courseId, { email }), batchId }, token)
  }
  const asReported: Ask = (at, { courseId, batchId }, n) =>
    post(at, '/api/events_enrollments', bookingBody(courseId, { batchId, transactionId: `T${n}` }))
  const asAnybody: Ask = (at, wanted, n) =>
    ([asSilentHold, asStranger, asProved, asReported][n % 4] as Ask)(at, wanted, n)

  /** Adds three batches of one class. All callers want the last seat of the middle batch. */
  async function lastOfThree(): Promise<Wanted> {
    const { id: courseId } = await addCourse(app, { nextbatch: '2026-03-12' })
    const add = (day: string, capacity: number) =>
      app.db.transaction((tx) =>
        app.app.services.courses.addBatch(tx, { courseId, day, time: '10:00', capacity }, null),
      )
    const middle = await add('2026-03-19', 1)
    await add('2026-03-26', 20)
    return { courseId, batchId: middle.id }
  }

  async function lastPlace(): Promise<Wanted> {
    const { id: courseId } = await addUndatedCourse(app)
    await app.app.services.courses.updateClass(courseId, { capacity: 1 }, null)
    const { id: batchId } = await app.db.read
      .selectFrom('batch')
      .select('id')
      .where('course_id', '=', courseId)
      .executeTakeFirstOrThrow()
    return { courseId, batchId }
  }

  /** The holds in the class: each with its batch and its hours from now, null without an end. */
  async function held({ courseId }: Wanted): Promise<{ batchId: string; hours: number | null }[]> {
    const now = Date.parse(app.deps.clock.now())
    const rows = await app.db.read
      .selectFrom('registration')
      .select(['batch_id', 'hold_until'])
      .where('course_id', '=', courseId)
      .where('status', 'in', ['held', 'pending'])
      .execute()
    return rows.map(({ batch_id, hold_until }) => ({
      batchId: batch_id,
      hours: hold_until === null ? null : (Date.parse(hold_until) - now) / hour,
    }))
  }
  const takenIn = ({ courseId }: Wanted) =>
    app.db.read
      .selectFrom('batch')
      .select(['id', 'taken'])
      .where('course_id', '=', courseId)
      .where('taken', '>', 0)
      .execute()
  const race = async (ask: Ask, wanted: Wanted, apps: TestApp[], count = callers) =>
    Promise.all(Array.from({ length: count }, (_, n) => ask(apps[n % apps.length] as TestApp, wanted, n)))

  const kinds: [name: string, prepare: () => Promise<Wanted>, ask: Ask, hours: readonly (number | null)[]][] =
    [
      ['dialog holds', lastOfThree, asSilentHold, [0.25]],
      ['enrolments of unproved people', lastOfThree, asStranger, [2]],
      ['enrolments of proved people, several each', lastOfThree, asProved, [48]],
      // A claim is held for a day, because this school has no office hours.
      ['bookings with a payment claim', lastOfThree, asReported, [24]],
      ['holds, enrolments and bookings together', lastOfThree, asAnybody, [0.25, 2, 24, 48]],
      ['places in a class without a date', lastPlace, asStranger, [null]],
    ]

  async function oneGetsIt([, prepare, ask, hours]: (typeof kinds)[number], apps: TestApp[]) {
    for (let round = 0; round < rounds; round++) {
      const wanted = await prepare()
      expect(countsByStatus(await race(ask, wanted, apps))).toEqual({ 201: 1, 409: callers - 1 })
      expect(await takenIn(wanted)).toEqual([{ id: wanted.batchId, taken: 1 }])
      const [holder, ...others] = await held(wanted)
      expect([holder?.batchId, others]).toEqual([wanted.batchId, []])
      expect(hours).toContain(holder?.hours)
    }
  }

  // On PostgreSQL the last two kinds race through two servers.
  test.each(engine === 'sqlite' ? kinds : kinds.slice(0, 4))(
    'one of 200 callers at once gets the last seat: %s',
    async (...kind) => {
      await oneGetsIt(kind, [app])
    },
  )

  if (engine === 'postgres') {
    test.each(kinds.slice(4))(
      'one of 200 callers at once through two servers gets the last seat: %s',
      async (...kind) => {
        const second = await startApp({ sharing: app, env: { PAYMENT_PROVIDER: 'upi' } })
        try {
          await oneGetsIt(kind, [app, second])
        } finally {
          await second.stop()
        }
      },
    )
  }

  /** Makes a full batch, and people who wait for a seat in it. */
  async function waitedFor() {
    const wanted = await lastOfThree()
    const seat = (await asReported(app, wanted, 0)).body.data as { id: string }
    const now = app.deps.clock.now()
    const entries = ['first', 'second', 'third'].map((name, place) => ({
      id: app.deps.ids.id(),
      batch_id: wanted.batchId,
      full_name: 'Uma',
      email: `${name}@mail.example`,
      phone: '9876543210',
      place,
      created_at: now,
      proved_at: now,
    }))
    await app.db.write.insertInto('waiting_list_entry').values(entries).execute()
    return { wanted, seat, first: entries[0] as (typeof entries)[number] }
  }
  const cancel = (id: string) =>
    app.db.transaction((tx) => cancelSeat(app.app.services.registrationDeps, tx, 'event-booking', id))

  test('the first person on the waiting list alone can take a freed seat, once, while 200 callers ask at once', async () => {
    for (let round = 0; round < rounds; round++) {
      const { wanted, seat, first } = await waitedFor()
      const [asked] = await Promise.all([
        race(asAnybody, wanted, [app]),
        ...Array.from({ length: 20 }, () => cancel(seat.id)),
      ])
      expect(countsByStatus(asked)).toEqual({ 409: callers })
      const statuses = await app.db.read
        .selectFrom('waiting_list_entry')
        .select('status')
        .where('batch_id', '=', wanted.batchId)
        .orderBy('place')
        .execute()
      expect(statuses.map(({ status }) => status)).toEqual(['offered', 'waiting', 'waiting'])
      const token = createSignedLinks(authSecret(app.deps.config)).sign('waiting-list', first.id)
      const take: Ask = (at) => post(at, `/api/waiting-list/${token}/seat`, { batch: '2026-03-19' })
      const answers = await race((at, of, n) => (n % 2 ? take : asAnybody)(at, of, n), wanted, [app])
      expect(countsByStatus(answers)).toEqual({ 201: callers / 2, 409: callers / 2 })
      expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1)
      expect(await held(wanted)).toEqual([{ batchId: wanted.batchId, hours: 48 }])
    }
  })

  describe('controls without the guard on the seats', () => {
    test.each(kinds)(
      'control: without counting the taken seats, every caller gets the last seat: %s',
      async (_, prepare, ask) => {
        vi.spyOn(batches, 'takeSeats').mockImplementation((db: Queryable, batchId) =>
          db.selectFrom('batch').selectAll().where('id', '=', batchId).executeTakeFirst(),
        )
        const wanted = await prepare()
        expect(countsByStatus(await race(ask, wanted, [app], strangers))).toEqual({ 201: strangers })
        expect(await held(wanted)).toHaveLength(strangers)
      },
    )

    test('control: without counting the seat that is offered from the waiting list, other callers get that seat too', async () => {
      const { wanted, seat } = await waitedFor()
      await cancel(seat.id)
      vi.spyOn(batches, 'takeSeats').mockImplementation((db: Queryable, batchId) =>
        db.selectFrom('batch').selectAll().where('id', '=', batchId).executeTakeFirst(),
      )
      expect(countsByStatus(await race(asAnybody, wanted, [app], strangers))).toEqual({ 201: strangers })
      // All strangers hold a seat, although the only free seat is offered to somebody else.
      expect(await held(wanted)).toHaveLength(strangers)
    })
  })
})
