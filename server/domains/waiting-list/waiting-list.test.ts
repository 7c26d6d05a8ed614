import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { availableEngines, startApp, type TestApp } from '../../../tests/harness/app.ts'
import { addCourse, enrol } from '../../../tests/harness/seats.ts'

describe.each(await availableEngines())('the waiting list on %s (S2)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.stop())

  const join = (courseId: string, changes: object = {}) =>
    app.http('POST', '/api/waiting-list', {
      body: { fullName: 'Meena', email: 'meena@mail.example', phone: '9876543210', courseId, ...changes },
    })

  async function fullCourse() {
    const course = await addCourse(app, { capacity: 1 })
    await enrol(app, course.id)
    return course
  }

  async function waiting(courseId: string) {
    return app.db.read
      .selectFrom('waiting_list_entry')
      .innerJoin('batch', 'batch.id', 'waiting_list_entry.batch_id')
      .select(['waiting_list_entry.id', 'full_name', 'email', 'phone'])
      .where('batch.course_id', '=', courseId)
      .execute()
  }

  test.each([
    ['fullName', '', 'Full name is required'],
    ['email', undefined, 'Email is required'],
    ['email', 'meena', 'Please enter a valid email address'],
    ['phone', undefined, 'Phone number is required'],
    ['phone', '12', 'Please enter a valid 10-digit Indian mobile number (starting with 6-9)'],
  ])('%s %j: %s', async (field, value, sentence) => {
    const course = await fullCourse()
    const answer = await join(course.id, { [field]: value })
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: sentence }])
    expect(await waiting(course.id)).toEqual([])
  })

  test('nobody waits for an unknown course, nor where there are seats', async () => {
    expect((await join('unknown')).status).toBe(404)
    for (const capacity of [2, null]) {
      const course = await addCourse(app, { capacity })
      await enrol(app, course.id)
      const answer = await join(course.id)
      expect([answer.status, answer.body.error]).toEqual([
        409,
        'There are still seats in this batch. You can enrol right away.',
      ])
      expect(await waiting(course.id)).toEqual([])
    }
  })

  test('an address waits once, and nobody learns whether it was there', async () => {
    const course = await fullCourse()
    const answers = await Promise.all(Array.from({ length: 10 }, () => join(course.id)))
    answers.push(await join(course.id, { email: 'MEENA@mail.example', fullName: 'Somebody' }))
    answers.push(await join(course.id, { email: 'new@mail.example' }))
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([
        201,
        { success: true, data: { courseTitle: 'Bridal Bouquets', batch: '2026-03-12' } },
      ])
    }
    const entries = await waiting(course.id)
    expect(entries.map(({ email, full_name }) => [email, full_name]).sort()).toEqual([
      ['meena@mail.example', 'Meena'],
      ['new@mail.example', 'Meena'],
    ])
    const messages = await app.db.read
      .selectFrom('outbox')
      .select('recipient')
      .where('template', '=', 'waiting-list-joined')
      .where(
        'cause',
        'in',
        entries.map(({ id }) => `waiting-list:${id}:joined`),
      )
      .execute()
    expect(messages).toHaveLength(2)
  })
})
