import { expect, test } from 'vitest'
import { onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addThreeBatches, bookingBody, enrolmentBody } from '../../../../tests/harness/seats.ts'

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

  test('a closed or unknown batch is refused with a message and the dates that are open', async () => {
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
        'Enrolment for the batch on Thursday 19 March 2026 is closed. Choose one of the open batches.',
        { nextbatch: '2026-03-26', open },
      ])
    }
    const unknown = await enrol(course.id, { batchId: 'nobody-knows-it' })
    expect([unknown.status, unknown.body.details]).toEqual([409, { nextbatch: '2026-03-26', open }])
  })

  test('a batch that is not shown yet gets the same refusal as a day without a batch', async () => {
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

  test('a request that names a batch with an outdated day is refused with the batch’s current day', async () => {
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

  test('a request that names a batch pays that batch’s price; a request without a batch gets the next open batch', async () => {
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
