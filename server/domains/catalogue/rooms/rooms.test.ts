import { beforeEach, describe, expect, test } from 'vitest'
import { emptyTables } from '../../../../tests/harness/app.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addCourse } from '../../../../tests/harness/seats.ts'

const jasmine = { name: 'Jasmine Studio' }

onEachEngine('rooms', (app) => {
  const { staff, user } = callers(app, 'staff', 'user')
  beforeEach(() =>
    emptyTables(app, ['meeting', 'batch', 'course', 'room', 'bin_entry', 'audit_entry'], 'courses'),
  )

  const as = (method: string, path = '', body?: object) =>
    app.http(method, `/api/admin/rooms${path}`, { token: staff.token, ...(body && { body }) })
  const add = async (body: object = jasmine) => {
    const answer = await as('POST', '', body)
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data
  }
  const list = async () => (await as('GET')).body.data

  test('reading and writing rooms is for staff only', async () => {
    const { id } = await add()
    for (const [token, status] of [
      [null, 401],
      [user.token, 403],
    ] as const) {
      for (const [method, at] of [
        ['GET', ''],
        ['POST', ''],
        ['GET', `/${id}`],
        ['PUT', `/${id}`],
        ['DELETE', `/${id}`],
        ['POST', '/import'],
      ] as const) {
        const more = method === 'POST' || method === 'PUT' ? { body: jasmine } : {}
        expect((await app.http(method, `/api/admin/rooms${at}`, { token, ...more })).status).toBe(status)
      }
    }
    expect(await list()).toHaveLength(1)
  })

  test.each([
    [{}, { name: 'Name is required' }],
    [{ name: ' ' }, { name: 'Name is required' }],
    [{ name: 'x'.repeat(81) }, { name: 'Use at most 80 characters' }],
    [{ ...jasmine, address: 'x'.repeat(301) }, { address: 'Use at most 300 characters' }],
  ])('a room with a bad field is refused with the sentence for that field: case %#', async (body, fields) => {
    const answer = await as('POST', '', body)
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
    expect(await list()).toEqual([])
  })

  test('a room’s name is unique ignoring accents and quotes, also among rooms that are added at the same time', async () => {
    await add({ name: 'Rosé’s hall' })
    for (const name of ["rose's hall", 'ROSE\u0301‘S HALL']) {
      const { status, body } = await as('POST', '', { name })
      expect([status, Object.keys(body.fields)]).toEqual([400, ['name']])
    }
    const answers = await Promise.all(
      ['க\u0bccரி', 'க\u0bc6\u0bd7ரி', 'கெளரி', 'கௌரி'].map((name) => as('POST', '', { name })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
    const [first] = await list()
    expect((await as('PUT', `/${first.id}`, { name: first.name, address: '12, Luz' })).status).toBe(200)
    expect(await list()).toHaveLength(2)
  })

  test('a room’s name is unique ignoring capital letters, and a deleted room frees its name', async () => {
    const { id } = await add()
    const other = await add({ name: 'Rose Studio' })
    const known = { name: 'There is already a room called jasmine studio.' }
    const again = await as('POST', '', { name: 'jasmine studio' })
    expect([again.status, again.body.fields]).toEqual([400, known])
    const renamed = await as('PUT', `/${other.id}`, { name: 'jasmine studio' })
    expect([renamed.status, renamed.body.fields]).toEqual([400, known])
    expect((await as('PUT', `/${id}`, { name: 'JASMINE STUDIO' })).status).toBe(200)
    await as('DELETE', `/${id}`)
    await add()
    const bin = await app.http('POST', `/api/admin/bin/room/${id}/restore`, { token: staff.token })
    expect([bin.status, (await list()).length]).toEqual([400, 2])
  })

  test('a room is added, changed, deleted and restored, each with an entry in the audit log', async () => {
    const room = await add({ ...jasmine, address: '12, North Mada Street' })
    expect(room).toMatchObject({ ...jasmine, address: '12, North Mada Street', batches: 0, version: 1 })
    const changed = await as('PUT', `/${room.id}`, { address: null, version: 1 })
    expect(changed.body.data).toMatchObject({ ...jasmine, address: null, version: 2 })
    expect((await as('PUT', `/${room.id}`, { name: 'Hall', version: 1 })).status).toBe(409)
    expect((await as('DELETE', `/${room.id}`)).status).toBe(200)
    expect([await list(), (await as('GET', `/${room.id}`)).status]).toEqual([[], 404])
    const bin = await app.http('POST', `/api/admin/bin/room/${room.id}/restore`, { token: staff.token })
    expect(bin.status, bin.text).toBe(200)
    expect((await as('GET', `/${room.id}`)).body.data).toMatchObject(jasmine)
    const entries = await app.db.read
      .selectFrom('audit_entry')
      .select('action')
      .where('kind', '=', 'room')
      .execute()
    expect(entries.map(({ action }) => action).sort()).toEqual(['added', 'changed', 'deleted', 'restored'])
  })

  describe('deleting a room in which a batch meets', () => {
    const meetIn = async (changes: { room_id?: string; cancelled_at?: string; starts_on?: string }) => {
      const { id } = await addCourse(app)
      const set = { joins_late: 0 as const, ...changes }
      await app.db.write.updateTable('batch').set(set).where('course_id', '=', id).execute()
      return id
    }

    test('a room in which batches meet cannot be deleted, and the refusal names the batches', async () => {
      const { id } = await add()
      await meetIn({ room_id: id })
      const answer = await as('DELETE', `/${id}`)
      expect([answer.status, answer.body.error]).toEqual([
        409,
        'This room is still needed for Bridal Bouquets on Thursday 12 March 2026. Choose another room for that batch first.',
      ])
      expect(await list()).toMatchObject([{ id, batches: 1 }])
      for (let n = 0; n < 4; n++) await meetIn({ room_id: id, starts_on: `2026-03-2${n}` })
      expect((await as('DELETE', `/${id}`)).body.error).toBe(
        'This room is still needed for Bridal Bouquets on Thursday 12 March 2026, Bridal Bouquets on Friday 20 March 2026, Bridal Bouquets on Saturday 21 March 2026 and 2 more. Choose another room for those batches first.',
      )
    })

    test('a room can be deleted if the only batch in it belongs to a class in the bin', async () => {
      const { id } = await add()
      const courseId = await meetIn({ room_id: id })
      await app.http('DELETE', `/api/admin/AdminClasses/${courseId}`, { token: staff.token })
      expect(await list()).toMatchObject([{ id, batches: 0 }])
      expect((await as('DELETE', `/${id}`)).status).toBe(200)
    })

    test('a room cannot be deleted while a coming session uses it; past or cancelled batches do not prevent deletion', async () => {
      const { id } = await add()
      await meetIn({ room_id: id, starts_on: '2026-03-01' })
      await meetIn({ room_id: id, cancelled_at: app.deps.clock.now() })
      const courseId = await meetIn({})
      const batch = await app.db.read
        .selectFrom('batch')
        .select('id')
        .where('course_id', '=', courseId)
        .executeTakeFirstOrThrow()
      const at = app.deps.clock.now()
      const meeting = { batch_id: batch.id, starts_at: '10:00', ends_at: '12:00', room_id: id }
      const row = { ...meeting, held_on: '2026-03-12', topic: null, instructor_id: null }
      await app.db.write
        .insertInto('meeting')
        .values({ ...row, id: 'm1', created_at: at, updated_at: at })
        .execute()
      expect((await as('DELETE', `/${id}`)).body.error).toContain('This room is still needed for')
      await app.db.write.updateTable('meeting').set({ cancelled_at: at }).execute()
      expect((await as('DELETE', `/${id}`)).status).toBe(200)
    })
  })

  test('an imported file adds rooms, and each name that exists already is reported with its row', async () => {
    await add()
    const rows = [{ name: 'Terrace', address: '12, Luz' }, { name: 'jasmine studio' }, { name: '' }]
    const tried = await as('POST', '/import', { dryRun: true, rows })
    expect(tried.body.data).toEqual({
      valid: 1,
      problems: [
        {
          row: 1,
          column: 'name',
          message: 'There is already a room with this name, in the back office or earlier in the file',
        },
        { row: 2, column: 'name', message: 'Name is required' },
      ],
    })
    await as('POST', '/import', { dryRun: false, rows })
    expect(await list()).toMatchObject([{ name: 'Jasmine Studio' }, { name: 'Terrace', address: '12, Luz' }])
  })

  test('the search of the command palette finds a room', async () => {
    const { id } = await add()
    const { body } = await app.http('GET', '/api/admin/search?q=jasm', { token: staff.token })
    expect(body.data).toEqual([
      { kind: 'room', id, title: 'Jasmine Studio', detail: 'at the school', q: 'Jasmine Studio' },
    ])
  })
})
