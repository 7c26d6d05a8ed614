import { describe, expect, test } from 'vitest'
import { onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addThreeBatches, bookingBody, enrolmentBody } from '../../../../tests/harness/seats.ts'
import { chooseForSale, stateOf } from './next-batch.ts'

const plain = {
  starts_on: '2026-03-12' as string | null,
  starts_at: '10:30' as string | null,
  ends_on: null as string | null,
  capacity: 10 as number | null,
  taken: 3,
  is_closed: 0,
  joins_late: 0,
  visible_from: null as string | null,
  cancelled_at: null as string | null,
}

/** An instant of the school's calendar. */
const at = (day: string, time: string) => ({
  today: day,
  now: new Date(`${day}T${time}:00+05:30`).toISOString(),
})

describe('the state of a batch, and the batch that is sold', () => {
  test.each<[string, Partial<typeof plain>, string, string, string]>([
    ['is open before its day', {}, '2026-03-02', '12:00', 'open'],
    ['is open on its day before it begins', {}, '2026-03-12', '10:29', 'open'],
    ['is running when it begins', {}, '2026-03-12', '10:30', 'running'],
    ['without an hour is open all day', { starts_at: null }, '2026-03-12', '23:59', 'open'],
    ['is over on the next day', {}, '2026-03-13', '00:00', 'over'],
    ['without an hour is over on the next day', { starts_at: null }, '2026-03-13', '00:00', 'over'],
    ['is running while its sessions go on', { ends_on: '2026-04-30' }, '2026-03-13', '00:00', 'running'],
    [
      'that can be joined late is open while its sessions go on',
      { ends_on: '2026-04-30', joins_late: 1 },
      '2026-03-20',
      '12:00',
      'open',
    ],
    [
      'that can be joined late is open on the day of its last session',
      { ends_on: '2026-04-30', joins_late: 1 },
      '2026-04-30',
      '23:59',
      'open',
    ],
    [
      'that can be joined late is over after its last session',
      { ends_on: '2026-04-30', joins_late: 1 },
      '2026-05-01',
      '00:00',
      'over',
    ],
    ['is closed when staff have closed it', { is_closed: 1 }, '2026-03-02', '12:00', 'closed'],
    ['that is closed is running once it has begun', { is_closed: 1 }, '2026-03-12', '11:00', 'running'],
    ['is full when all its seats are taken', { taken: 10 }, '2026-03-02', '12:00', 'full'],
    ['that is closed and full is closed', { is_closed: 1, taken: 10 }, '2026-03-02', '12:00', 'closed'],
    ['without a limit of seats is open', { capacity: null, taken: 4000 }, '2026-03-02', '12:00', 'open'],
    [
      'is hidden before the day on which it is shown',
      { visible_from: '2026-03-05' },
      '2026-03-04',
      '23:59',
      'hidden',
    ],
    [
      'is open from the day on which it is shown',
      { visible_from: '2026-03-05' },
      '2026-03-05',
      '00:00',
      'open',
    ],
    [
      'is cancelled when staff have cancelled it',
      { cancelled_at: '2026-03-01T00:00:00.000Z' },
      '2026-03-02',
      '12:00',
      'cancelled',
    ],
    ['without a date is open', { starts_on: null, starts_at: null }, '2026-03-02', '12:00', 'open'],
  ])('a batch %s', (_, changes, day, time, expected) => {
    expect(stateOf({ ...plain, ...changes }, at(day, time))).toBe(expected)
  })

  const batch = (starts_on: string | null, changes: Partial<typeof plain> = {}) => ({
    ...plain,
    starts_on,
    ...changes,
  })
  const full = { taken: 10 }
  const closed = { is_closed: 1 }
  const day = (chosen: { starts_on: string | null } | null) =>
    chosen ? (chosen.starts_on ?? 'undated') : null

  test.each<[string, ReturnType<typeof batch>[], string | null, string | null]>([
    ['a class without batches sells and shows none', [], null, null],
    [
      'the first batch is sold and shown',
      [batch('2026-04-01'), batch('2026-03-20')],
      '2026-03-20',
      '2026-03-20',
    ],
    [
      'the batch after a full one is sold and shown',
      [batch('2026-03-20', full), batch('2026-04-01')],
      '2026-04-01',
      '2026-04-01',
    ],
    [
      'the batch after a full and a closed one is sold and shown',
      [batch('2026-03-12', full), batch('2026-03-20', closed), batch('2026-04-01')],
      '2026-04-01',
      '2026-04-01',
    ],
    [
      'the first batch is sold and shown if all are full',
      [batch('2026-04-01', full), batch('2026-03-20', full)],
      '2026-03-20',
      '2026-03-20',
    ],
    ['a closed batch alone is shown and not sold', [batch('2026-03-20', closed)], null, '2026-03-20'],
    [
      'a closed batch beside one without a date is shown and not sold',
      [batch('2026-03-20', closed), batch(null)],
      null,
      '2026-03-20',
    ],
    [
      'a batch without a date is sold beside a past one',
      [batch('2026-02-20'), batch(null)],
      'undated',
      'undated',
    ],
    ['a past batch alone is neither sold nor shown', [batch('2026-02-20')], null, null],
    [
      'a coming batch is sold before one that can be joined late',
      [batch('2026-02-20', { ends_on: '2026-04-01', joins_late: 1 }), batch('2026-03-20')],
      '2026-03-20',
      '2026-03-20',
    ],
    [
      'a batch that can be joined late is sold before a full one',
      [batch('2026-02-20', { ends_on: '2026-04-01', joins_late: 1 }), batch('2026-03-20', full)],
      '2026-02-20',
      '2026-02-20',
    ],
    [
      'a batch without a date is sold beside one that has begun',
      [batch('2026-02-20', { ends_on: '2026-04-01' }), batch(null)],
      'undated',
      'undated',
    ],
  ])('when no batch is named, %s', (_, batches, sold, shown) => {
    const choice = chooseForSale(batches, at('2026-03-02', '12:00'))
    expect([day(choice.sold), day(choice.shown)]).toEqual([sold, shown])
  })
})

onSqlite('the sale of a class with several batches', (app) => {
  const enrol = (courseId: string, changes: object) =>
    app.http('POST', '/api/enrollments', { body: { ...enrolmentBody(courseId), ...changes } })
  const book = (courseId: string, changes: object) =>
    app.http('POST', '/api/events_enrollments', { body: { ...bookingBody(courseId), ...changes } })

  const threeBatches = () => addThreeBatches(app)

  test('a class shows the batch that can be booked, and the state of each of its batches', async () => {
    const { shown, openId } = await threeBatches()
    expect(shown).toMatchObject({
      nextbatch: '2026-03-26',
      event_time: '14:00',
      batchId: openId,
      price: '15000.00',
      capacity: 5,
      enrolled: 0,
      booking_available: true,
    })
    expect(
      shown.batches.map(({ date, state, price, spotsLeft }: Record<string, unknown>) => [
        date,
        state,
        price,
        spotsLeft,
      ]),
    ).toEqual([
      ['2026-03-12', 'full', '12500.00', 0],
      ['2026-03-19', 'closed', '12500.00', 5],
      ['2026-03-26', 'open', '15000.00', 5],
    ])
  })

  test('a closed or unknown batch is refused with a sentence and the dates that are open', async () => {
    const { course, closedId, openId } = await threeBatches()
    const open = [{ batchId: openId, date: '2026-03-26', startTime: '14:00' }]
    for (const answer of [
      await enrol(course.id, { batchId: closedId }),
      await enrol(course.id, { batch: '2026-03-19' }),
      await book(course.id, { batchId: closedId }),
    ]) {
      expect([answer.status, answer.body.code, answer.body.error, answer.body.details]).toEqual([
        409,
        'batch_changed',
        'Enrolment for the batch of Thursday 19 March 2026 is closed. Please choose one of the open dates.',
        { nextbatch: '2026-03-26', open },
      ])
    }
    const unknown = await enrol(course.id, { batchId: 'nobody-knows-it' })
    expect([unknown.status, unknown.body.details]).toEqual([409, { nextbatch: '2026-03-26', open }])
  })

  test('a batch that is not shown yet is refused in the same words as a day without a batch', async () => {
    const { course, openId } = await threeBatches()
    const { courseId, ...row } = { courseId: course.id, day: '2026-04-02', time: '14:00', capacity: 5 }
    const hidden = await app.db.transaction((tx) =>
      app.app.services.courses.addBatch(tx, { courseId, ...row }, null),
    )
    await app.db.write
      .updateTable('batch')
      .set({ visible_from: '2026-03-25', price_in_paise: 100 })
      .where('id', '=', hidden.id)
      .execute()
    const none = await enrol(course.id, { batch: '2026-04-03' })
    expect([none.status, none.body.error]).toEqual([409, expect.stringContaining('26 March 2026')])
    for (const named of [{ batch: '2026-04-02' }, { batch: 'Thu, 2 April 2026' }, { batchId: hidden.id }]) {
      const { body } = await enrol(course.id, named)
      expect(body).toEqual({ ...none.body, requestId: body.requestId })
    }
    const quote = (batchId: string) =>
      app.db.transaction((tx) => app.app.services.courses.priceFor(tx, { courseId, batchId }))
    expect(await quote(hidden.id)).toEqual(await quote(openId))
  })

  test('a batch that is named by its id and a day that it no longer has is refused with its present day', async () => {
    const { course, openId } = await threeBatches()
    const answer = await enrol(course.id, { batchId: openId, batch: '2026-03-12' })
    expect([answer.status, answer.body.code, answer.body.details]).toEqual([
      409,
      'batch_changed',
      { nextbatch: '2026-03-26' },
    ])
    expect(answer.body.error).toContain('Thursday 26 March 2026')
    expect((await enrol(course.id, { batchId: openId, batch: '2026-03-26' })).status).toBe(201)
  })

  test('a full batch is refused as full, and only a full batch has a waiting list', async () => {
    const { course, fullId, openId } = await threeBatches()
    expect((await enrol(course.id, { batchId: fullId })).body.code).toBe('batch_full')
    expect((await book(course.id, { batchId: fullId })).body.code).toBe('batch_full')
    const wait = (batchId: string) =>
      app.http('POST', '/api/waiting-list', { body: { ...enrolmentBody(course.id), batchId } })
    expect((await wait(openId)).status).toBe(409)
    const joined = await wait(fullId)
    expect([joined.status, joined.body.data.batch]).toEqual([201, '2026-03-12'])
  })

  test('a named batch is sold at its own price, and without a name the next open batch is sold', async () => {
    const { course, openId } = await threeBatches()
    for (const [n, named] of [{ batchId: openId }, { batch: 'Thu, 26 March 2026' }, {}].entries()) {
      const answer = await enrol(course.id, {
        ...named,
        email: `student-${n}@mail.example`,
        phone: `987654321${n}`,
      })
      expect([answer.status, answer.body.data?.amount]).toEqual([201, '15000.00'])
      const seat = await app.db.read
        .selectFrom('seat')
        .select('batch_id')
        .where('id', '=', answer.body.data.id)
        .executeTakeFirstOrThrow()
      expect(seat.batch_id).toBe(openId)
    }
  })
})
