import { beforeAll, expect, test } from 'vitest'
import { expiredToken, forgedToken, signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'

onEachEngine('student feedback and the team’s notes', (app) => {
  let admin: string
  beforeAll(async () => {
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

  const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)

  test('the team’s notes are for staff only', async () => {
    const user = (await signedIn(app, 'user')).token
    for (const token of [null, user, forgedToken(admin), await expiredToken(app)]) {
      const answer = await app.http('GET', '/api/Feedback', { token })
      expect(answer.status).toBe(200)
      expect(idsOf(answer.body)).toEqual(['newer', 'older'])
    }
  })

  test('staff get feedback and notes with their kind, and a visitor afterwards gets only the feedback', async () => {
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
      version: 1,
    })
    expect(idsOf((await app.http('GET', '/api/Feedback')).body)).toEqual(['newer', 'older'])
  })

  test('the testimonials are the student feedback without the team’s notes, also when staff read them', async () => {
    const answer = await app.http('GET', '/api/testimonials', { token: admin })
    expect(idsOf(answer.body)).toEqual(['newer', 'older'])
    expect(answer.body.success).toBe(true)
  })

  test('staff read one kind of feedback in pages with search and filters, which change nothing for visitors', async () => {
    const get = async (query: string, token: string | null = admin) =>
      app.http('GET', `/api/Feedback?${query}`, { token })
    const first = await get('kind=student&limit=1')
    expect(idsOf(first.body)).toEqual(['newer'])
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1]
    const second = await get(`kind=student&limit=1&cursor=${cursor}`)
    expect(idsOf(second.body)).toEqual(['older'])
    expect(second.headers.get('link')).toBeNull()
    expect(idsOf((await get('kind=student&sort=oldest')).body)).toEqual(['older', 'newer'])
    expect(idsOf((await get('kind=student&q=ZARA')).body)).toEqual(['newer'])
    expect(idsOf((await get('kind=student&rating=4')).body)).toEqual([])
    expect(idsOf((await get('kind=status&status=pending&priority=high')).body)).toEqual(['note'])
    expect(idsOf((await get('kind=status&status=completed')).body)).toEqual([])
    expect((await get('kind=student&cursor=nonsense')).status).toBe(400)
    expect(idsOf((await get('kind=status&limit=1', null)).body)).toEqual(['newer', 'older'])
  })

  const saying = { student_name: 'Ponni', course_name: 'Garlands', rating: 5, feedback_text: 'Worth it.' }
  const note = {
    title: 'Order vases',
    status: 'pending',
    description: 'Twelve tall ones.',
    assigned_to: 'Priya',
    created_by: 'Meenakshi',
  }
  const send = (method: string, path: string, body?: object) =>
    app.http(method, path, { token: admin, ...(body && { body }) })

  test('adding, changing and deleting feedback and notes is for staff only', async () => {
    const user = (await signedIn(app, 'user')).token
    for (const token of [null, user]) {
      const status = token === null ? 401 : 403
      for (const [method, path, body] of [
        ['POST', '/api/student-feedback', saying],
        ['DELETE', '/api/student-feedback/newer', undefined],
        ['POST', '/api/status-feedback', note],
        ['PUT', '/api/status-feedback/note', { status: 'completed' }],
        ['DELETE', '/api/status-feedback/note', undefined],
      ] as const) {
        expect((await app.http(method, path, { token, ...(body && { body }) })).status).toBe(status)
      }
    }
    expect(idsOf((await send('GET', '/api/Feedback')).body)).toEqual(['newer', 'older', 'note'])
  })

  test.each([
    [{ student_name: ' ' }, 'student_name', 'Student name is required'],
    [{ course_name: undefined }, 'course_name', 'Course name is required'],
    [{ rating: 0 }, 'rating', 'Choose a rating from 1 to 5'],
    [{ rating: 4.5 }, 'rating', 'Choose a rating from 1 to 5'],
    [{ rating: '6' }, 'rating', 'Choose a rating from 1 to 5'],
    [{ rating: undefined }, 'rating', 'Choose a rating from 1 to 5'],
    [{ feedback_text: '' }, 'feedback_text', 'Feedback is required'],
  ])('student feedback with %j is refused', async (changes, field, sentence) => {
    const answer = await send('POST', '/api/student-feedback', { ...saying, ...changes })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual({ [field]: sentence })
  })

  test.each([
    [{ title: '' }, 'title', 'Title is required'],
    [{ status: 'lost' }, 'status', 'Choose a status'],
    [{ status: undefined }, 'status', 'Choose a status'],
    [{ priority: 'huge' }, 'priority', 'Choose a priority'],
    [{ description: '' }, 'description', 'Description is required'],
    [{ assigned_to: '' }, 'assigned_to', 'Assignee is required'],
    [{ created_by: undefined }, 'created_by', 'Creator is required'],
  ])('a note of the team with %j is refused', async (changes, field, sentence) => {
    const answer = await send('POST', '/api/status-feedback', { ...note, ...changes })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual({ [field]: sentence })
  })

  test('student feedback is on the site immediately, leaves it when it is deleted, and can be restored', async () => {
    const added = await send('POST', '/api/student-feedback', { ...saying, rating: '4' })
    expect(added.status).toBe(201)
    const { id } = added.body.data
    expect(added.body.data).toMatchObject({ ...saying, kind: 'student', rating: 4 })
    const testimonials = async () => idsOf((await app.http('GET', '/api/testimonials')).body)
    expect(await testimonials()).toContain(id)
    expect((await send('DELETE', `/api/student-feedback/${id}`)).status).toBe(200)
    expect(await testimonials()).not.toContain(id)
    expect((await send('DELETE', `/api/student-feedback/${id}`)).status).toBe(404)
    expect((await send('POST', `/api/admin/bin/student-feedback/${id}/restore`)).status).toBe(200)
    expect(await testimonials()).toContain(id)
    await send('DELETE', `/api/student-feedback/${id}`)
  })

  test('a note of the team is added with a priority, changed, and deleted permanently', async () => {
    const added = await send('POST', '/api/status-feedback', note)
    expect(added.status).toBe(201)
    const { id } = added.body.data
    expect(added.body.data).toMatchObject({ ...note, kind: 'status', priority: 'medium', version: 1 })
    const changed = await send('PUT', `/api/status-feedback/${id}`, { status: 'in-progress', version: 1 })
    expect(changed.body.data).toMatchObject({ ...note, status: 'in-progress', version: 2 })
    expect((await send('GET', `/api/status-feedback/${id}`)).body).toEqual(changed.body)
    const stale = await send('PUT', `/api/status-feedback/${id}`, { status: 'completed', version: 1 })
    expect([stale.status, stale.body.code]).toEqual([409, 'conflict'])

    const notes = async () => idsOf((await send('GET', '/api/Feedback?kind=status')).body)
    expect((await send('DELETE', `/api/status-feedback/${id}`)).status).toBe(200)
    expect(await notes()).not.toContain(id)
    expect((await send('PUT', `/api/status-feedback/${id}`, { status: 'completed' })).status).toBe(404)
    expect((await send('POST', `/api/admin/bin/status-feedback/${id}/restore`)).status).toBe(404)
    const left = app.db.read.selectFrom('status_feedback').select('id').where('id', '=', id)
    expect(await left.execute()).toEqual([])
  })
})
