import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { availableEngines, startApp, type TestApp } from '../../../tests/harness/app.ts'
import { expiredToken, forgedToken, signedIn } from '../../../tests/harness/callers.ts'

describe.each(await availableEngines())('feedback on %s', (engine) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await startApp({ engine })
    admin = (await signedIn(app, 'staff')).token
    await app.db.transaction(async (tx) => {
      const words = { course_name: 'Ikebana', feedback_text: 'Quiet.', rating: 5, deleted_at: null }
      await tx
        .insertInto('student_feedback')
        .values([
          { ...words, id: 'older', student_name: 'Uma', created_at: '2026-01-01T00:00:00.000Z' },
          { ...words, id: 'newer', student_name: 'Zara', created_at: '2026-02-01T00:00:00.000Z' },
          {
            ...words,
            id: 'gone',
            student_name: 'Oviya',
            created_at: '2026-02-02T00:00:00.000Z',
            deleted_at: '2026-02-03T00:00:00.000Z',
          },
        ])
        .execute()
      const note = {
        status: 'pending',
        description: 'Two degrees high.',
        priority: 'high',
        assigned_to: 'Priya',
        created_by: 'Meenakshi',
        created_at: '2026-02-01T00:00:00.000Z',
      }
      await tx
        .insertInto('status_feedback')
        .values([
          { ...note, id: 'note', title: 'Cold room', deleted_at: null },
          { ...note, id: 'done', title: 'Care cards', deleted_at: '2026-02-03T00:00:00.000Z' },
        ])
        .execute()
      await app.db.changes.mark(tx, 'feedback')
    })
  })
  afterAll(() => app.stop())

  const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)

  test("the school's own notes reach nobody but an admin (reading A3)", async () => {
    const user = (await signedIn(app, 'user')).token
    for (const token of [null, user, forgedToken(admin), await expiredToken(app)]) {
      const answer = await app.http('GET', '/api/Feedback', { token })
      expect(answer.status).toBe(200)
      expect(idsOf(answer.body)).toEqual(['newer', 'older'])
    }
  })

  test('an admin gets both, each row with its kind, and nobody after her gets hers', async () => {
    const { body } = await app.http('GET', '/api/Feedback', { token: admin })
    expect(body.data.map(({ id, kind }: { id: string; kind: string }) => [id, kind])).toEqual([
      ['newer', 'student'],
      ['older', 'student'],
      ['note', 'status'],
    ])
    expect(body.data[2]).toEqual({
      id: 'note',
      kind: 'status',
      title: 'Cold room',
      status: 'pending',
      description: 'Two degrees high.',
      priority: 'high',
      assigned_to: 'Priya',
      created_by: 'Meenakshi',
      created_at: '2026-02-01T00:00:00.000Z',
    })
    expect(idsOf((await app.http('GET', '/api/Feedback')).body)).toEqual(['newer', 'older'])
  })

  test('testimonials are the student feedback, whoever looks', async () => {
    const answer = await app.http('GET', '/api/testimonials', { token: admin })
    expect(idsOf(answer.body)).toEqual(['newer', 'older'])
    expect(answer.body.success).toBe(true)
  })
})
