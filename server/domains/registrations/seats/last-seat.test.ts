import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../../../tests/harness/app.ts'
import { type ProvedCaller, provedCallers } from '../../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import { addCourse, bookingBody, enrolmentBody, seatCounts } from '../../../../tests/harness/seats.ts'
import { dbFault } from '../../../db/errors.ts'
import type { Queryable } from '../../../db/open.ts'
import * as batches from '../../catalogue/courses/batches.repository.ts'

const batchOf = (db: Queryable, id: string) =>
  db.selectFrom('batch').selectAll().where('id', '=', id).executeTakeFirst()

/** `MALAR_LAST_SEAT_ROUNDS=20` runs each race 20 times. */
const rounds = Number(process.env['MALAR_LAST_SEAT_ROUNDS'] ?? 1)
const callers = 200

onEachEngine('the last seat of a batch', (app, engine) => {
  let proved: ProvedCaller[]
  beforeAll(async () => {
    proved = await provedCallers(app, callers)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** Runs only on PostgreSQL, because SQLite serves only one process, with one writer at a time. */
  const onPostgres = (name: string, body: () => Promise<void>) => {
    if (engine === 'postgres') test(name, body)
  }

  /**
   * Returns the number of callers per status. 200 callers call the apps in turn, by one endpoint or both. All have
   * proved addresses, because strangers together get only their share of the seats.
   */
  async function race(courseId: string, apps: TestApp[], endpoints: 'enrolments' | 'both') {
    const answers = await Promise.all(
      proved.map(({ email, token }, index) => {
        const at = apps[index % apps.length] as TestApp
        return endpoints === 'both' && index % 4 < 2
          ? at.http('POST', '/api/events_enrollments', {
              body: bookingBody(courseId, { email, transactionId: `TXN${index}` }),
              token,
            })
          : at.http('POST', '/api/enrollments', { body: enrolmentBody(courseId, { email }), token })
      }),
    )
    return countsByStatus(answers)
  }

  // On PostgreSQL the race goes through two servers, below.
  if (engine === 'sqlite')
    test('one of 200 people who enrol at once for one seat gets the seat', async () => {
      for (let round = 0; round < rounds; round++) {
        const course = await addCourse(app, { capacity: 1 })
        expect(await race(course.id, [app], 'enrolments')).toEqual({ 201: 1, 409: callers - 1 })
        expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
      }
    })

  test('seven of 200 people who enrol or book at once for seven seats get a seat', async () => {
    for (let round = 0; round < rounds; round++) {
      const course = await addCourse(app, { capacity: 7 })
      expect(await race(course.id, [app], 'both')).toEqual({ 201: 7, 409: callers - 7 })
      expect(await seatCounts(app, course.id)).toEqual({ taken: 7, live: 7, capacity: 7 })
    }
  })

  onPostgres('one of 200 people who ask two servers at once for one seat gets it', async () => {
    const second = await startApp({ sharing: app })
    try {
      for (let round = 0; round < rounds; round++) {
        const course = await addCourse(app, { capacity: 1 })
        expect(await race(course.id, [app, second], 'both')).toEqual({ 201: 1, 409: callers - 1 })
        expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
      }
    } finally {
      await second.stop()
    }
  })

  test('200 enrolments at once in a course without an open batch create one undated batch of 20 seats', async () => {
    const course = await addCourse(app, { nextbatch: '2026-03-01' })
    expect(await race(course.id, [app], 'enrolments')).toEqual({ 201: 20, 409: callers - 20 })
  })

  test('an enrolment for a day is refused when the batch moves to another day just before the seat is taken', async () => {
    const course = await addCourse(app)
    vi.spyOn(batches, 'takeSeats').mockImplementation(async (db: Queryable, batchId) => {
      await db.updateTable('batch').set({ starts_on: '2026-03-19' }).where('id', '=', batchId).execute()
      return batchOf(db, batchId)
    })
    const body = enrolmentBody(course.id, { batch: '2026-03-12' })
    const answer = await app.http('POST', '/api/enrollments', { body })
    expect([answer.status, answer.body.code, answer.body.details]).toEqual([
      409,
      'batch_changed',
      { nextbatch: '2026-03-19' },
    ])
    expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
  })

  describe('controls without the guard on the seats', () => {
    test('control: if the update of taken seats does not check the capacity, a CHECK of the database refuses the update', async () => {
      const course = await addCourse(app, { capacity: 1 })
      vi.spyOn(batches, 'takeSeats').mockImplementation(async (db: Queryable, batchId) => {
        await db
          .updateTable('batch')
          .set((eb) => ({ taken: eb('taken', '+', 1) }))
          .where('id', '=', batchId)
          .execute()
          .catch((error: unknown) => {
            expect(dbFault(error)).toEqual({ fault: 'check', constraint: 'batch_seats' })
            throw error
          })
        return batchOf(db, batchId)
      })
      expect(await race(course.id, [app], 'enrolments')).toEqual({ 201: 1, 500: callers - 1 })
    })

    // SQLite would hide the mistake, because it allows only one writer at a time.
    onPostgres('control: reading the count before writing it oversells the batch', async () => {
      const course = await addCourse(app, { capacity: 1 })
      vi.spyOn(batches, 'takeSeats').mockImplementation(async (db: Queryable, batchId) => {
        const { taken, capacity } = await db
          .selectFrom('batch')
          .select(['taken', 'capacity'])
          .where('id', '=', batchId)
          .executeTakeFirstOrThrow()
        if (taken >= (capacity ?? 0)) return undefined
        await db
          .updateTable('batch')
          .set({ taken: taken + 1 })
          .where('id', '=', batchId)
          .execute()
        return batchOf(db, batchId)
      })
      const statuses = await race(course.id, [app], 'enrolments')
      expect(statuses[201]).toBeGreaterThan(1)
    })
  })
})
