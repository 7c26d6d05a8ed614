import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../tests/harness/app.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import {
  addCourse,
  addUndatedCourse,
  book,
  enrol,
  hold,
  messagesAbout,
  seatCounts,
} from '../../../../tests/harness/seats.ts'
import { type App, createApp } from '../../../app.ts'
import { addMs, systemClock } from '../../../platform/clock.ts'
import { authSecret } from '../../../platform/secret.ts'
import { createSignedLinks } from '../../../platform/signed-links.ts'
import { startHoldExpiry } from '../../loops.ts'
import { expireSilentHolds } from '../holds/seat-holds.service.ts'
import { expireOffers } from '../waiting-list/waiting-list.service.ts'
import { cancelSeat, expireHeldSeats } from './seat-ends.ts'
import { moveSeat } from './seat-moves.ts'

const minute = 60_000
const hour = 60 * minute
const env = { PAYMENT_PROVIDER: 'upi' }

/** Something that holds a seat of a class, and ends by itself. */
interface Holding {
  courseId: string
  table: 'registration' | 'waiting_list_entry'
  id: string
}
type Take = (app: TestApp) => Promise<Holding>

const far = { nextbatch: '2999-01-01', capacity: 1 }

async function pressLink(app: TestApp, id: string): Promise<void> {
  const token = createSignedLinks(authSecret(app.deps.config)).sign('seat-proof', id)
  const answer = await app.http('POST', '/api/proofs', { body: { token } })
  expect(answer.status, answer.text).toBe(200)
}

/** Each kind of hold, with its duration, the letter about its end, and its status afterwards. */
const kinds: [name: string, take: Take, ms: number, letter: string | null, state: string][] = [
  [
    'a dialog hold',
    async (app) => {
      const { id: courseId } = await addCourse(app, far)
      return { courseId, table: 'registration', id: (await hold(app, courseId)).id }
    },
    15 * minute,
    null,
    'expired',
  ],
  [
    'a seat of an unproved person',
    async (app) => {
      const { id: courseId } = await addCourse(app, far)
      return { courseId, table: 'registration', id: (await enrol(app, courseId)).id }
    },
    2 * hour,
    'hold-expired',
    'expired',
  ],
  [
    'a seat of a proved person',
    async (app) => {
      const { id: courseId } = await addCourse(app, far)
      const { id } = await enrol(app, courseId)
      await pressLink(app, id)
      return { courseId, table: 'registration', id }
    },
    48 * hour,
    'hold-expired',
    'expired',
  ],
  [
    'a booking with a payment claim',
    async (app) => {
      const { id: courseId } = await addCourse(app, far)
      return { courseId, table: 'registration', id: (await book(app, courseId)).id }
    },
    // The school has no office hours in which staff would check the payment, so the hold lasts for a day.
    24 * hour,
    'hold-expired',
    'expired',
  ],
  [
    'a reserved place whose class has got a date',
    async (app) => {
      const { id: courseId } = await addUndatedCourse(app)
      const { id } = await enrol(app, courseId)
      await app.app.services.courses.updateClass(courseId, { nextbatch: '2999-01-01' }, null)
      return { courseId, table: 'registration', id }
    },
    48 * hour,
    'hold-expired',
    'expired',
  ],
  [
    'an offer of the waiting list',
    async (app) => {
      const { id: courseId } = await addCourse(app, far)
      const seat = await enrol(app, courseId)
      const { batch_id } = await app.db.read
        .selectFrom('seat')
        .select('batch_id')
        .where('id', '=', seat.id)
        .executeTakeFirstOrThrow()
      const [id, now] = [app.deps.ids.id(), app.deps.clock.now()]
      const person = { full_name: 'Uma', email: 'uma@mail.example', phone: '9876543212' }
      await app.db.write
        .insertInto('waiting_list_entry')
        .values({ ...person, id, batch_id, place: 1, created_at: now, proved_at: now })
        .execute()
      await app.db.transaction((tx) =>
        cancelSeat(app.app.services.registrationDeps, tx, 'enrolment', seat.id),
      )
      return { courseId, table: 'waiting_list_entry', id }
    },
    24 * hour,
    'waiting-list-lapsed',
    'lapsed',
  ],
]

async function stateOf(app: TestApp, { table, id }: Holding): Promise<string> {
  const row = await app.db.read
    .selectFrom(table as 'registration')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.status
}

/**
 * Checks that the seat is free, that the hold has this status, and that the letter (if there is one) was written once.
 */
async function expectEnded(app: TestApp, holding: Holding, letter: string | null, state: string) {
  expect(await stateOf(app, holding)).toBe(state)
  expect(await seatCounts(app, holding.courseId)).toMatchObject({ taken: 0, live: 0 })
  const sent = (await messagesAbout(app, holding.id)).filter((message) => message.startsWith(`${letter} `))
  expect(sent.map((message) => message.split(' ')[1])).toEqual(letter === null ? [] : ['chat', 'email'])
}

onEachEngine('the end of each kind of hold', { env }, (app, engine) => {
  /** Two processes on PostgreSQL, and one process on SQLite. */
  const servers: TestApp[] = []
  beforeAll(async () => {
    servers.push(app)
    if (engine === 'postgres') servers.push(await startApp({ sharing: app, env }))
  })
  afterAll(async () => {
    await servers[1]?.stop()
  })

  /** Runs several rounds of the expiry loop at once, and returns how many holds they ended. */
  async function endAll(): Promise<number> {
    const rounds = [...servers, ...servers, ...servers].flatMap(({ app: { services } }) => [
      expireHeldSeats(services.registrationDeps),
      expireSilentHolds(services.registrationDeps),
      expireOffers(services.registrationDeps),
    ])
    return (await Promise.all(rounds)).reduce((sum, count) => sum + count, 0)
  }

  test.each(kinds)(
    '%s expires exactly once, at its time, by the injected clock',
    async (_, take, ms, letter, state) => {
      const holding = await take(app)
      expect(await seatCounts(app, holding.courseId)).toMatchObject({ taken: 1, live: 1 })
      app.deps.clock.advance(ms - 1)
      expect(await endAll()).toBe(0)
      expect(await seatCounts(app, holding.courseId)).toMatchObject({ taken: 1, live: 1 })
      app.deps.clock.advance(1)
      expect(await endAll()).toBe(1)
      await expectEnded(app, holding, letter, state)
      expect(await endAll()).toBe(0)
      await expectEnded(app, holding, letter, state)
    },
  )

  describe('holds in a batch that is moved to an earlier day', () => {
    const day = { from: '10:00', to: '12:00' }
    const start = '2026-03-03T04:30:00.000Z'
    const staff = { userId: 'staff', email: 'staff@malar.example' }
    const batchOf = (courseId: string) =>
      app.db.read.selectFrom('batch').selectAll().where('course_id', '=', courseId).executeTakeFirstOrThrow()
    const endOf = async ({ table, id }: Holding) => {
      const column = table === 'waiting_list_entry' ? 'offer_until' : 'hold_until'
      const row = await app.db.read
        .selectFrom(table as 'registration')
        .select(column as 'hold_until')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return row.hold_until ?? (row as unknown as { offer_until: string }).offer_until
    }
    const moves: [name: string, move: (batchId: string) => Promise<unknown>][] = [
      [
        'day and time',
        (id) => app.app.services.courses.updateBatch(id, { day: '2026-03-03', time: '10:00' }, staff),
      ],
      [
        'sessions',
        (id) => {
          const meetings = [{ day: '2026-03-03', ...day }]
          return app.app.services.courses.saveSessions(id, { meetings }, staff)
        },
      ],
    ]
    test.each(moves)(
      'no kind of hold outlasts the start of its batch after a change of the batch’s %s',
      async (_, move) => {
        for (const [, take, ms] of kinds) {
          app.deps.clock.set('2026-03-02T06:30:00.000Z')
          const holding = await take(app)
          await move((await batchOf(holding.courseId)).id)
          const inFull = new Date(app.deps.clock.ms() + ms).toISOString()
          expect(await endOf(holding)).toBe(inFull < start ? inFull : start)
        }
      },
    )

    test('a seat that is moved to an earlier batch is held no longer than until that batch begins', async () => {
      app.deps.clock.set('2026-03-02T06:30:00.000Z')
      const { id: courseId } = await addCourse(app, { ...far, nextbatch: '2026-03-20' })
      const { id } = await book(app, courseId)
      const { id: from } = await batchOf(courseId)
      const body = { courseId, day: '2026-03-03', time: '10:00', capacity: 1 }
      const { id: to } = await app.db.transaction((tx) => app.app.services.courses.addBatch(tx, body, null))
      await app.db.transaction((tx) =>
        moveSeat(
          app.app.services.registrationDeps,
          tx,
          'event-booking',
          id,
          { from, to },
          { holdHours: 48 },
          null,
        ),
      )
      expect(await endOf({ courseId, table: 'registration', id })).toBe(start)
    })
  })

  describe('the expiry loops by the real clock', () => {
    let real: App[]
    beforeAll(async () => {
      real = await Promise.all(
        servers.map(({ deps }) =>
          createApp({ ...deps, clock: systemClock }, { build: null, checkResponses: true }),
        ),
      )
    })
    afterAll(() => Promise.all(real.map(({ http }) => http.close())))

    test.each(kinds)(
      'the expiry loop ends %s exactly once, also when two processes run it on PostgreSQL',
      async (_, take, _ms, letter, state) => {
        // The hold would last too long by the real clock, so the test shortens it.
        app.deps.clock.set(systemClock.now())
        const holding = await take(app)
        const column = holding.table === 'waiting_list_entry' ? 'offer_until' : 'hold_until'
        const until = addMs(systemClock.now(), 150)
        await app.db.write
          .updateTable(holding.table as 'registration')
          .set({ [column]: until })
          .where('id', '=', holding.id)
          .execute()
        const loops = real.map(({ services }) =>
          startHoldExpiry({ ...services, log: app.deps.log, everyMs: 5 }),
        )
        try {
          await expect.poll(() => stateOf(app, holding), { interval: 10, timeout: 10_000 }).toBe(state)
          expect(systemClock.now() >= until).toBe(true)
        } finally {
          for (const loop of loops) await loop.stop()
        }
        await expectEnded(app, holding, letter, state)
      },
    )
  })
})
