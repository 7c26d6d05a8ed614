import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import * as general from '../../../contract/fields.en.ts'
import { signedIn } from '../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import { addCourse, book, enrol } from '../../../tests/harness/seats.ts'
import { findByWords, indexWaiting } from '../../db/search.ts'

const noPhone = general.anyPhoneInvalid

onEachEngine('students', (app) => {
  let token: string
  beforeAll(async () => {
    token = (await signedIn(app, 'staff')).token
  })

  const students = async (query = '') => (await app.http('GET', `/api/getStudents${query}`, { token })).body
  const events = async (query = '') => (await app.http('GET', `/api/get/events${query}`, { token })).body
  const add = (body: object) => app.http('POST', '/api/admin/students', { token, body })
  const importRows = (dryRun: boolean, rows: object[]) =>
    app.http('POST', '/api/admin/students/import', { token, body: { dryRun, rows } })
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

  test('a school without students has empty lists of students and events', async () => {
    expect(await students()).toEqual({ success: true, data: [], total: 0 })
    expect(await events()).toEqual({ success: true, events: [], total: 0 })
  })

  test.each([
    [{ email: 'sita@post.example' }, { name: 'Name is required' }],
    [{ name: 'Sita', email: 'sita at home' }, { email: general.emailInvalid }],
    [{ name: 'Sita', phone: '12' }, { phone: noPhone }],
    [{ name: 'Sita', phone: 'ask her mother' }, { phone: noPhone }],
    [{ name: 'Sita', phone: '5840012345' }, { phone: noPhone }],
    [{ name: 'Sita', phone: '98400123450' }, { phone: noPhone }],
    [{ name: 'Sita', phone: '9.84001E+09' }, { phone: noPhone }],
  ])('the addition of a student with %j is refused with a sentence', async (body, fields) => {
    const answer = await add(body)
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
    expect((await students()).total).toBe(0)
  })

  test('a student who enrolled twice is listed once, with the latest course; a cancelled student is not listed', async () => {
    const garlands = await addCourse(app, { title: 'Garlands', price: 0 })
    const torans = await addCourse(app, { title: 'Torans', price: 0, nextbatch: '2026-03-19' })
    await enrol(app, garlands.id, { fullName: 'Meena K', email: 'meena@mail.example' })
    app.deps.clock.advance(1000)
    await enrol(app, torans.id, { fullName: 'Meena Krishnan', email: 'meena@mail.example' })
    app.deps.clock.advance(1000)
    const gone = await enrol(app, torans.id, { fullName: 'Gone', email: 'gone@mail.example' })
    await app.db.write
      .updateTable('registration')
      .set({ status: 'cancelled' })
      .where('id', '=', gone.id)
      .execute()
    expect(await students()).toMatchObject({
      total: 1,
      data: [
        {
          name: 'Meena Krishnan',
          source: 'Call Students',
          course: 'Torans',
          isByHand: false,
          phone: '9876543210',
          // The cancelled seat was another person's, and the seat in Garlands is the other course.
          otherCourses: 1,
        },
      ],
    })
  })

  test('a student whom staff add is listed only once, even if the same person has an enrolment', async () => {
    app.deps.clock.advance(1000)
    const many = await Promise.all(
      [1, 2, 3].map(() => add({ name: 'Sita Iyer', email: 'Sita@post.example', note: 'Evening batch' })),
    )
    expect(many.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    await add({ name: 'Meena again', email: 'meena@mail.example' })
    const { data, total } = await students()
    expect([names(data), total]).toEqual([['Sita Iyer', 'Meena Krishnan'], 2])
    expect(data[0]).toMatchObject({ email: 'sita@post.example', course: 'Evening batch', isByHand: true })
    expect(names((await students('?sort=oldest')).data)).toEqual(['Meena Krishnan', 'Sita Iyer'])
    expect(names((await students('?q=EVENING')).data)).toEqual(['Sita Iyer'])
    expect((await students('?q=%25')).data).toEqual([])
  })

  test('a dry run reports the wrong rows of a student file, and the import adds the other rows', async () => {
    app.deps.clock.advance(1000)
    const rows = [
      { name: 'Uma Iyer', email: 'uma@post.example', phone: '', note: '' },
      { name: '', email: 'nobody@post.example' },
      { name: 'Twice', email: 'UMA@post.example' },
      { name: 'Sita', email: 'sita@post.example' },
    ]
    const report = {
      valid: 1,
      problems: [
        { row: 1, column: 'name', message: 'Name is required' },
        { row: 2, column: 'email', message: 'A student with this e-mail address is already on the list.' },
        { row: 3, column: 'email', message: 'A student with this e-mail address is already on the list.' },
      ],
    }
    expect((await importRows(true, rows)).body.data).toEqual(report)
    expect((await students()).total).toBe(2)
    expect((await importRows(false, rows)).body.data).toEqual(report)
    expect((await students()).total).toBe(3)
  })

  test('staff correct a student whom they added, and students without an e-mail address are never merged', async () => {
    const wish = { name: 'Ranjani', phone: '+91 98765 43219' }
    const { body } = await add(wish)
    expect(body.data).toMatchObject({ email: '', phone: '9876543219', version: 1 })
    const { id } = body.data
    const change = (patch: object, by: string | null = token) =>
      app.http('PUT', `/api/admin/students/${id}`, { token: by, body: patch })
    expect((await change({ name: 'Ranjani R' }, null)).status).toBe(401)
    expect((await change({ phone: '12' })).body.fields).toEqual({ phone: noPhone })
    expect((await change({ email: 'sita@post.example' })).status).toBe(409)
    const changed = await change({ name: 'Ranjani R', version: 1 })
    expect(changed.body.data).toMatchObject({ name: 'Ranjani R', phone: '9876543219', version: 2 })
    expect((await change({ name: 'Ranjani S', version: 1 })).status).toBe(409)
    expect((await change({ email: 'ranjani@post.example' })).body.data.email).toBe('ranjani@post.example')
    const other = await add({ name: 'Somebody else' })
    const third = await add({ name: 'A third' })
    expect([other.status, third.status]).toEqual([201, 201])
    expect(names((await students('?q=098765 43219')).data)).toEqual(['Ranjani R'])
    for (const gone of [id, other.body.data.id, third.body.data.id]) {
      await app.http('DELETE', `/api/admin/students/${gone}`, { token })
    }
  })

  test('an import of students reads phone numbers in many forms, and refuses students without any contact data', async () => {
    app.deps.clock.advance(1000)
    const row = (name: string, phone: string) => ({ name, email: '', phone, note: 'Of a spreadsheet' })
    const rows = [
      row('Float', '9840012345.0'),
      row('Marked', '\u202a+91 98400 54321\u202c'),
      row('Wide', '09840 022222'),
      row('Five', '5840012345'),
      row('Longer', '98400123450'),
      row('Rounded', '9.84001E+09'),
      row('Nowhere', ''),
    ]
    const problems = [
      ...[3, 4, 5].map((n) => ({ row: n, column: 'phone', message: noPhone })),
      { row: 6, column: 'email', message: 'Enter an e-mail address or a phone number' },
    ]
    expect((await importRows(false, rows)).body.data).toEqual({ valid: 3, problems })
    const found = (await students('?q=spreadsheet&sort=oldest')).data
    expect(found.map(({ phone }: { phone: string }) => phone).sort()).toEqual([
      '9840012345',
      '9840022222',
      '9840054321',
    ])
    const [file] = (await app.http('GET', '/api/admin/students/imports', { token })).body.data
    await app.http('POST', `/api/admin/students/imports/${file.id}/take-back`, { token })
  })

  test('taking back an import of students removes them all, except students who were changed since', async () => {
    const rows = [
      { name: 'First', email: 'first@post.example', phone: '98765 43210' },
      { name: 'Second', phone: '044 2345 6789' },
      { name: 'Third', phone: '12' },
      { name: 'Fourth', phone: '9876500004' },
    ]
    const before = (await students()).total
    app.deps.clock.advance(1000)
    const bad = { row: 2, column: 'phone', message: noPhone }
    expect((await importRows(false, rows)).body.data).toEqual({ valid: 3, problems: [bad] })
    // The same file adds nobody again, not even students without an address.
    expect((await importRows(true, rows)).body.data.valid).toBe(0)
    expect((await students()).total).toBe(before + 3)
    const path = '/api/admin/students/imports'
    const [latest] = (await app.http('GET', path, { token })).body.data
    expect(latest).toMatchObject({ rows: 3, takenBackAt: null })
    const takeBack = (id: string, by: string | null = token) =>
      app.http('POST', `${path}/${id}/take-back`, { token: by })
    expect((await takeBack(latest.id, null)).status).toBe(401)
    expect((await takeBack('nowhere')).status).toBe(404)
    const found = (await students('?q=second')).data[0]
    await app.http('PUT', `/api/admin/students/${found.id}`, { token, body: { note: 'Evenings' } })
    expect((await takeBack(latest.id)).body.data).toEqual({ taken: 2, kept: ['Second'], gone: 0 })
    expect((await students()).total).toBe(before + 1)
    expect((await takeBack(latest.id)).body.data).toEqual({ taken: 0, kept: ['Second'], gone: 2 })
    await app.http('DELETE', `/api/admin/students/${found.id}`, { token })
    expect((await takeBack(latest.id)).body.data).toEqual({ taken: 0, kept: [], gone: 3 })
    expect((await takeBack(latest.id)).status).toBe(409)
  })

  test('the pages of the student list leave out no student', async () => {
    const seen: string[] = []
    let at: string | null = '/api/getStudents?limit=1'
    while (at !== null) {
      const { body, headers } = await app.http('GET', at, { token })
      seen.push(...names(body.data))
      at = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null
    }
    expect(seen).toEqual(['Uma Iyer', 'Sita Iyer', 'Meena Krishnan'])
  })

  test('a student whom staff added is deleted and restored; a student who enrolled cannot be deleted', async () => {
    const { data } = await students()
    const sita = data.find(({ name }: { name: string }) => name === 'Sita Iyer')
    const meena = data.find(({ name }: { name: string }) => name === 'Meena Krishnan')
    const remove = (id: string) => app.http('DELETE', `/api/admin/students/${id}`, { token })
    expect((await remove(meena.id)).status).toBe(404)
    expect((await remove(sita.id)).status).toBe(200)
    expect((await remove(sita.id)).status).toBe(404)
    expect((await students()).total).toBe(2)
    expect((await app.http('POST', `/api/admin/bin/student/${sita.id}/restore`, { token })).status).toBe(200)
    expect((await students()).total).toBe(3)
  })

  test('the list of events has the batches with a date, the latest first, with their bookings', async () => {
    const course = await addCourse(app, { title: 'Kolam', price: 0, nextbatch: '2026-04-20' })
    await book(app, course.id)
    const body = await events()
    expect(body.total).toBe(1)
    expect(body.events.map(({ title }: { title: string }) => title)).toEqual(['Kolam', 'Torans', 'Garlands'])
    expect(body.events[0]).toMatchObject({
      event_date: '2026-04-20',
      courseId: course.id,
      bookings: [{ name: 'Arun Raj', email: 'arun@mail.example', source: 'Event Students' }],
    })
    expect((await events('?q=arun')).events).toMatchObject([
      { title: 'Kolam', bookings: [{ name: 'Arun Raj' }] },
    ])
    expect((await events('?q=nobody')).events).toEqual([])
    const first = await app.http('GET', '/api/get/events?limit=1', { token })
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect((await app.http('GET', next, { token })).body.events).toMatchObject([{ title: 'Torans' }])
  })

  test('a person who booked several events is listed once, with the latest booking and the latest date', async () => {
    const path = '/api/admin/event-students'
    expect((await app.http('GET', path)).status).toBe(401)
    expect((await app.http('GET', path, { token: (await signedIn(app, 'user')).token })).status).toBe(403)
    const people = async (query = '') => (await app.http('GET', `${path}${query}`, { token })).body
    const before = await people()
    const late = await addCourse(app, { title: 'Pookolam', price: 0, nextbatch: '2026-05-20' })
    const early = await addCourse(app, { title: 'Mandap', price: 0, nextbatch: '2026-04-02' })
    const mine = { firstName: 'Banu', lastName: 'Priya', email: 'banu@mail.example' }
    await book(app, late.id, mine)
    app.deps.clock.advance(1000)
    await book(app, early.id, mine)
    app.deps.clock.advance(1000)
    const gone = await book(app, late.id, { ...mine, firstName: 'Gone', email: 'gone@mail.example' })
    await app.db.write
      .updateTable('registration')
      .set({ status: 'cancelled' })
      .where('id', '=', gone.id)
      .execute()
    const { data, total } = await people()
    expect([data.length, total]).toEqual([before.data.length + 1, before.total + 2])
    expect(data[0]).toMatchObject({
      name: 'Banu Priya',
      title: 'Mandap',
      event_date: '2026-05-20',
      otherEvents: 1,
      source: 'Event Students',
    })
    expect(names((await people('?q=banu')).data)).toEqual(['Banu Priya'])
    expect((await people('?q=gone')).data).toEqual([])
    const seen: string[] = []
    let at: string | null = `${path}?limit=1&sort=oldest`
    while (at !== null) {
      const { body, headers } = await app.http('GET', at, { token })
      seen.push(...names(body.data))
      at = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null
    }
    expect(seen).toEqual(names(data).toReversed())
  })

  test('the search for events finds a name in bookings but not in enrolments, whether it is indexed yet or not', async () => {
    const course = await addCourse(app, { title: 'Lotus', price: 0, nextbatch: '2026-04-21' })
    await enrol(app, course.id, { fullName: 'Vasantha Bai', email: 'vasantha@mail.example' })
    const found = async () => {
      const { isOneOfFew } = await findByWords(app.db.read, 'booking', 'vasantha')
      const rows = app.db.read
        .selectFrom('seat')
        .select('kind')
        .where(isOneOfFew ?? sql.lit(false))
      return (await rows.execute()).map(({ kind }) => kind)
    }
    const titles = async () =>
      (await events('?q=vasantha')).events.map(({ title }: { title: string }) => title)
    while ((await indexWaiting(app.db, 100)) > 0);
    expect([await found(), await titles()]).toEqual([[], []])
    await book(app, course.id, { firstName: 'Vasantha', email: 'rao@mail.example', phone: '9876500077' })
    expect([await found(), await titles()]).toEqual([['event-booking'], ['Lotus']])
    while ((await indexWaiting(app.db, 100)) > 0);
    expect([await found(), await titles()]).toEqual([['event-booking'], ['Lotus']])
    await app.db.write
      .updateTable('registration')
      .set({ name: 'Somebody' })
      .where('kind', '=', 'event-booking')
      .execute()
    while ((await indexWaiting(app.db, 100)) > 0);
    expect([await found(), await titles()]).toEqual([[], []])
  })

  test('one of three students changed simultaneously to a deleted student’s e-mail gets it and blocks the restore', async () => {
    const called = (method: string, path: string, body?: object) =>
      app.http(method, `/api/admin/${path}`, { token, ...(body && { body }) })
    const add = async (name: string) =>
      (await called('POST', 'students', { name, email: `${name}@bin.example` })).body.data
    const [gone, ...others] = [await add('gone'), await add('one'), await add('two'), await add('three')]
    expect((await called('DELETE', `students/${gone.id}`)).status).toBe(200)
    const answers = await Promise.all(
      others.map(({ id, version }) =>
        called('PUT', `students/${id}`, { email: 'gone@bin.example', version }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.fields).toEqual({
      email: expect.stringContaining('already'),
    })
    expect((await called('POST', `bin/student/${gone.id}/restore`)).status).toBe(409)
  })
})
