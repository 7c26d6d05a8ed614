import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../../tests/harness/app.ts'
import { type SignedIn, signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { enrol } from '../../../../tests/harness/seats.ts'

const classes = '/api/admin/AdminClasses'

function deskOf(app: TestApp, owner: SignedIn) {
  const call = async (method: string, at: string, body?: object) => {
    const {
      status,
      text,
      body: answer,
    } = await app.http(method, at, {
      token: owner.token,
      ...(body && { body }),
    })
    if (status >= 300) throw new Error(`${method} ${at}: ${status} ${text}`)
    return answer.data ?? answer
  }
  return {
    call,
    copy: (id: string, body: object, headers = {}) =>
      app.http('POST', `${classes}/${id}/copy`, { token: owner.token, body, headers }),
    batchOf: async (courseId: string) => {
      const [first] = await call('GET', `/api/admin/batches?course=${courseId}`)
      return call('GET', `/api/admin/batches/${first.id}`)
    },
  }
}

const png = () =>
  sharp({ create: { width: 12, height: 8, channels: 3, background: '#aa2244' } })
    .png()
    .toBuffer()

const sessionOf = (day: string, from: string, to: string, more = {}) => ({ day, from, to, ...more })

/** Adds a diploma whose batch meets on Tuesdays and Thursdays, in a room, with an instructor. */
async function addDiploma(app: TestApp, owner: SignedIn) {
  const { call, batchOf } = deskOf(app, owner)
  const id = app.deps.ids.id()
  const room = await call('POST', '/api/admin/rooms', { name: `Glass house ${id}` })
  const instructor = await call('POST', '/api/admin/instructors', {
    name: `Kavitha ${id}`,
    email: `${id}@malar.example`.toLowerCase(),
  })
  const course = await call('POST', `${classes}/Add`, {
    title: 'Diploma in Floristry',
    category: 'Diploma Course',
    description: 'Four evenings.',
    price: 12000,
    originalPrice: 15000,
    duration: '2 weeks',
    sessions: 4,
    nextbatch: '2026-03-10',
    startTime: '18:00',
    capacity: 8,
    instructor: 'Kavitha',
    features: ['Wiring', 'Spirals'],
    faq: [{ question: 'Shears?', answer: 'No.' }],
    popular: true,
    image: `data:image/png;base64,${(await png()).toString('base64')}`,
  })
  const { id: batchId } = await batchOf(course.id)
  await call('PUT', `/api/admin/batches/${batchId}`, {
    roomId: room.id,
    instructorId: instructor.id,
    price: 11000,
    visibleFrom: '2026-03-01',
    joinsLate: true,
  })
  await call('PUT', `/api/admin/batches/${batchId}/meetings`, {
    meetings: [
      sessionOf('2026-03-10', '18:00', '20:00', { topic: 'Wires' }),
      sessionOf('2026-03-12', '18:00', '20:00'),
      sessionOf('2026-03-17', '18:30', '20:30', { topic: 'Spirals' }),
      sessionOf('2026-03-19', '18:00', '20:00', { roomId: room.id }),
    ],
  })
  return { course, batchId, room, instructor, batch: await batchOf(course.id) }
}

onEachEngine('copying a class', (app, engine) => {
  let owner: SignedIn
  let diploma: Awaited<ReturnType<typeof addDiploma>>
  const desk = () => deskOf(app, owner)
  const count = async () =>
    (await app.db.read.selectFrom('course').select('id').where('deleted_at', 'is', null).execute()).length
  beforeAll(async () => {
    owner = await signedIn(app, 'owner')
    diploma = await addDiploma(app, owner)
  })

  partOnSqlite(engine, 'is refused', () => {
    const body = { title: 'Diploma, May', day: '2026-05-05' }

    test('a copy is refused to users who may not change classes, and for an unknown class', async () => {
      for (const role of ['user', 'florist', 'instructor'] as const) {
        const { token } = await signedIn(app, role)
        const { status } = await app.http('POST', `${classes}/${diploma.course.id}/copy`, { token, body })
        expect(status, role).toBe(403)
      }
      expect((await desk().copy('none', body)).status).toBe(404)
    })

    test.each([
      [{ title: '' }, 'title', 'Title is required'],
      [{ title: 'a'.repeat(121) }, 'title', 'Use at most 120 characters'],
      [{ day: '2026-02-31' }, 'day', expect.any(String)],
      [{ day: '2026-03-01' }, 'day', 'This day has passed. Choose today or a later day.'],
      [{ day: '9999-12-28' }, 'day', 'The last session would be too far ahead. Choose an earlier day.'],
      [
        { day: '2026-03-02', startTime: '06:00' },
        'startTime',
        'This time has passed today. Choose a later time or another day.',
      ],
      [{ startTime: '25:00' }, 'startTime', expect.any(String)],
      [
        { startTime: '22:30' },
        'startTime',
        'A session would begin before midnight and end after it. Choose another start time.',
      ],
    ])('a copy with %j is refused with a sentence beside the field', async (wrong, field, sentence) => {
      const before = await count()
      const { status, body: answer } = await desk().copy(diploma.course.id, { ...body, ...wrong })
      expect([status, answer.fields]).toEqual([400, { [field]: sentence }])
      expect(await count()).toBe(before)
    })

    test('a copy of a class that was changed meanwhile is refused', async () => {
      const { version } = await desk().call('GET', `${classes}/${diploma.course.id}`)
      const stale = await desk().copy(diploma.course.id, { ...body, version: version - 1 })
      expect([stale.status, stale.body.code]).toEqual([409, 'conflict'])
    })

    test('a copy onto a closed day is refused, unless staff confirm that the batch meets anyway', async () => {
      const { call, copy, batchOf } = desk()
      await call('POST', '/api/admin/closed-days', { day: '2026-05-07', closedFor: 'Chithirai' })
      const before = await count()
      const refused = await copy(diploma.course.id, body)
      expect([refused.status, refused.body.details]).toEqual([400, { closedDays: ['2026-05-07'] }])
      expect(Object.keys(refused.body.fields)).toEqual(['day'])
      expect(refused.body.error).toContain('closed on Thursday 7 May 2026')
      expect(await count()).toBe(before)
      const made = await copy(diploma.course.id, { ...body, meetsAnyway: true })
      expect(made.status).toBe(201)
      const { meetings } = await batchOf(made.body.data.id)
      expect(meetings.map(({ day }: { day: string }) => day)).toContain('2026-05-07')
    })

    test('a copy onto hours at which its room is taken is refused, with the error at the day', async () => {
      const { status, body: answer } = await desk().copy(diploma.course.id, {
        title: 'Again',
        day: '2026-03-10',
      })
      expect([status, Object.keys(answer.fields)]).toEqual([400, ['day']])
      expect(answer.error).toContain('is taken by “Diploma in Floristry” on Tuesday 10 March 2026')
    })

    test('a copy of a class without sessions onto a closed day is refused, too', async () => {
      const { call, copy } = desk()
      const plain = await call('POST', `${classes}/Add`, {
        title: 'Posies',
        description: 'Small.',
        price: 100,
        duration: '1 hour',
        sessions: 1,
        nextbatch: '2026-03-25',
      })
      await call('POST', '/api/admin/closed-days', { day: '2026-06-02', closedFor: 'Moving' })
      const to = { title: 'Posies', day: '2026-06-02' }
      const refused = await copy(plain.id, to)
      expect([refused.status, refused.body.details]).toEqual([400, { closedDays: ['2026-06-02'] }])
      expect((await copy(plain.id, { ...to, meetsAnyway: true })).status).toBe(201)
    })
  })

  test('a copy has everything that is sold, on the new dates, but nobody’s seat, and is off the site', async () => {
    const { call, copy, batchOf } = desk()
    const { course, batch, room } = diploma
    await enrol(app, course.id)
    const { status, body } = await copy(course.id, { title: 'Diploma, July', day: '2026-07-07' })
    expect(status).toBe(201)
    const made = body.data
    const { id, slug, title, created_at, version, nextbatch, isOnSite, popular, ...same } = made
    const before = await call('GET', `${classes}/${course.id}`)
    expect({ ...before, ...same }).toEqual({ ...before, enrolled: 0 })
    expect([title, nextbatch, isOnSite, popular, version]).toEqual([
      'Diploma, July',
      '2026-07-07',
      false,
      false,
      1,
    ])
    expect([slug, id === course.id, created_at]).toEqual(['diploma-july', false, app.deps.clock.now()])
    const copied = await batchOf(id)
    expect(copied).toMatchObject({
      day: '2026-07-07',
      time: '18:00',
      endsOn: '2026-07-16',
      capacity: 8,
      taken: 0,
      roomId: batch.roomId,
      instructorId: batch.instructorId,
      price: 11000,
      joinsLate: true,
      isClosed: false,
      visibleFrom: null,
    })
    expect(copied.meetings.map(({ id: _, ...one }: { id: string }) => one)).toEqual([
      { day: '2026-07-07', from: '18:00', to: '20:00', roomId: null, instructorId: null, topic: 'Wires' },
      { day: '2026-07-09', from: '18:00', to: '20:00', roomId: null, instructorId: null, topic: null },
      { day: '2026-07-14', from: '18:30', to: '20:30', roomId: null, instructorId: null, topic: 'Spirals' },
      { day: '2026-07-16', from: '18:00', to: '20:00', roomId: room.id, instructorId: null, topic: null },
    ])
    expect((await app.http('GET', `/api/courses/${slug}`)).status).toBe(404)
    const [entry] = await call('GET', `/api/admin/audit?kind=class&record=${id}`)
    expect(entry).toMatchObject({ action: 'added', title: 'Diploma, July' })
  })

  test('a new start time moves every session, and the copy is on the site if staff ask for this', async () => {
    const { copy, batchOf } = desk()
    const { body } = await copy(diploma.course.id, {
      title: 'Diploma in Floristry',
      day: '2026-08-04',
      startTime: '09:15',
      isOnSite: true,
    })
    const { id, slug, startTime } = body.data
    expect([slug, startTime]).toEqual(['diploma-in-floristry-2', '09:15'])
    const { meetings } = await batchOf(id)
    expect(meetings.map(({ from, to }: Record<string, string>) => `${from} ${to}`)).toEqual([
      '09:15 11:15',
      '09:15 11:15',
      '09:45 11:45',
      '09:15 11:15',
    ])
    expect((await app.http('GET', `/api/courses/${slug}`)).status).toBe(200)
  })

  test('a copy of a class without sessions keeps or loses its hours, and may begin on the last possible day', async () => {
    const { call, copy } = desk()
    const plain = await call('POST', `${classes}/Add`, {
      title: 'Posies to come',
      description: 'Small.',
      price: 100,
      duration: '1 hour',
      sessions: 1,
      nextbatch: '2026-03-25',
    })
    const timed = await copy(plain.id, { title: 'Posies at ten', day: '2026-06-10', startTime: '10:00' })
    const untimed = await copy(timed.body.data.id, { title: 'Posies', day: '2026-06-11', startTime: null })
    const same = await copy(timed.body.data.id, { title: 'Posies', day: '2026-06-12' })
    expect([untimed, same].map(({ body }) => body.data.startTime)).toEqual([null, '10:00'])
    const made = await copy(plain.id, { title: 'The last posies', day: '9999-12-31', isOnSite: true })
    expect(made.status).toBe(201)
    expect((await app.http('GET', `/api/courses/${made.body.data.slug}`)).status).toBe(200)
  })

  test('a class whose only batch was cancelled is copied with its sessions, hours, seats and price', async () => {
    const { call, copy, batchOf } = desk()
    const { course, batchId } = await addDiploma(app, owner)
    await call('POST', `/api/admin/batches/${batchId}/cancel`, { reason: 'Too few' })
    const { status, body } = await copy(course.id, { title: 'After all', day: '2026-12-01' })
    expect(status).toBe(201)
    const { meetings, ...made } = await batchOf(body.data.id)
    expect(made).toMatchObject({ time: '18:00', endsOn: '2026-12-10', capacity: 8, price: 11000 })
    expect(meetings.map(({ topic }: { topic: string | null }) => topic)).toEqual([
      'Wires',
      null,
      'Spirals',
      null,
    ])
  })

  test('a copy leaves out a room and an instructor that were deleted', async () => {
    const { call, copy, batchOf } = desk()
    const { course, batchId, room, instructor } = await addDiploma(app, owner)
    await call('DELETE', `${classes}/${course.id}`)
    await call('DELETE', `/api/admin/rooms/${room.id}`)
    await call('DELETE', `/api/admin/instructors/${instructor.id}`)
    await app.db.write.updateTable('course').set({ deleted_at: null }).where('id', '=', course.id).execute()
    expect(batchId).toBeDefined()
    const { status, body } = await copy(course.id, { title: 'Bare', day: '2026-09-01' })
    expect(status).toBe(201)
    const { roomId, instructorId, meetings } = await batchOf(body.data.id)
    expect([roomId, instructorId, meetings.at(-1).roomId]).toEqual([null, null, null])
  })

  test('a repeated call, also many at once, makes one copy', async () => {
    const before = await count()
    const headers = { 'idempotency-key': 'copy-of-the-diploma-00001' }
    const body = { title: 'Once', day: '2026-10-06' }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => desk().copy(diploma.course.id, body, headers)),
    )
    const made = answers.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThan(0)
    expect(new Set(made.map(({ body: { data } }) => data.id)).size).toBe(1)
    expect(await count()).toBe(before + 1)
  })

  describe('a finished copy', () => {
    test('changes of the copy and of its original are independent, and both share one picture', async () => {
      const { call, copy } = desk()
      const { body } = await copy(diploma.course.id, { title: 'Apart', day: '2026-11-03' })
      await call('PUT', `${classes}/${diploma.course.id}`, { description: 'Changed.', image: null })
      const copied = await call('GET', `${classes}/${body.data.id}`)
      expect([copied.description, copied.image]).toEqual(['Four evenings.', body.data.image])
      expect(body.data.image).not.toBeNull()
    })
  })
})
