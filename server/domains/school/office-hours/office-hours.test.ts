import { beforeEach, expect, test } from 'vitest'
import { emptyTables } from '../../../../tests/harness/app.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'

onEachEngine('office hours', (app) => {
  const { staff, user } = callers(app, 'staff', 'user')
  beforeEach(() => emptyTables(app, ['office_hours'], 'office-hours'))

  const as = (method: string, path: string, body?: object) =>
    app.http(method, path, { token: staff.token, ...(body && { body }) })
  const monday = { office_day: 'Monday', open_time: '09:00', close_time: '18:00', is_holiday: false }
  const add = (changes: object = {}) => as('POST', '/api/admin/office-timing', { ...monday, ...changes })
  const shown = async () => (await app.http('GET', '/api/office-timing')).body.data

  test('the database refuses office hours that close before they open, unless the day is a holiday', async () => {
    const backwards = {
      id: 'x',
      office_day: 'Friday',
      open_time: '20:00',
      close_time: '09:00',
      is_holiday: 0,
    } as const
    await expect(app.db.write.insertInto('office_hours').values(backwards).execute()).rejects.toThrow()
    await app.db.write
      .insertInto('office_hours')
      .values({ ...backwards, is_holiday: 1 })
      .execute()
  })

  test('office hours can be added, changed and deleted only by staff', async () => {
    const { id } = (await add()).body.data
    for (const token of [null, user.token]) {
      const status = token === null ? 401 : 403
      for (const [method, path] of [
        ['POST', '/api/admin/office-timing'],
        ['PUT', `/api/admin/office-timing/${id}`],
        ['DELETE', `/api/admin/office-timing/${id}`],
      ] as const) {
        const body = method === 'DELETE' ? {} : { body: { ...monday, close_time: '23:00' } }
        expect((await app.http(method, path, { token, ...body })).status).toBe(status)
      }
    }
    expect(await shown()).toMatchObject([monday])
  })

  test.each([
    [{ office_day: 'Someday' }, 'office_day', 'Choose a day'],
    [{ office_day: undefined }, 'office_day', 'Choose a day'],
    [{ open_time: '' }, 'open_time', 'Enter an opening time'],
    [{ open_time: undefined }, 'open_time', 'Enter an opening time'],
    [{ close_time: undefined }, 'close_time', 'Enter a closing time'],
    [{ is_holiday: true, close_time: '' }, 'close_time', 'Enter a closing time'],
    [{ open_time: '25:00' }, 'open_time', 'Enter a time such as 10:30'],
    [
      { open_time: '18:00', close_time: '09:00' },
      'close_time',
      'Enter a closing time after the opening time',
    ],
    [
      { open_time: '09:00', close_time: '09:00' },
      'close_time',
      'Enter a closing time after the opening time',
    ],
  ])('office hours with %j are refused', async (changes, field, sentence) => {
    const answer = await add(changes)
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual({ [field]: sentence })
    expect(await shown()).toEqual([])
  })

  test('a change cannot put the closing time before the opening time, except on a holiday', async () => {
    const { id } = (await add()).body.data
    const refused = await as('PUT', `/api/admin/office-timing/${id}`, { open_time: '19:00' })
    expect(refused.status).toBe(400)
    expect(refused.body.fields).toEqual({ close_time: 'Enter a closing time after the opening time' })
    const holiday = await as('PUT', `/api/admin/office-timing/${id}`, {
      open_time: '19:00',
      is_holiday: true,
    })
    expect(holiday.status).toBe(200)
    expect(await shown()).toMatchObject([{ open_time: '19:00', close_time: '18:00', is_holiday: true }])
  })

  test('unknown office hours can be neither changed nor deleted', async () => {
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { open_time: '10:00' } : undefined
      expect((await as(method, '/api/admin/office-timing/unknown', body)).status).toBe(404)
    }
  })

  test('visitors see each change of the office hours immediately, and the week begins with Monday', async () => {
    expect((await add({ office_day: 'Sunday', is_holiday: true })).status).toBe(201)
    const { id } = (await add()).body.data
    expect((await shown()).map((one: { office_day: string }) => one.office_day)).toEqual(['Monday', 'Sunday'])
    const changed = await as('PUT', `/api/admin/office-timing/${id}`, { close_time: '20:00' })
    expect(changed.body.data).toEqual({ ...monday, id, close_time: '20:00', version: 2 })
    expect((await shown())[0]).toEqual(changed.body.data)
    await as('DELETE', `/api/admin/office-timing/${id}`)
    expect((await shown()).map((one: { office_day: string }) => one.office_day)).toEqual(['Sunday'])
  })

  test('new office hours for a day replace its earlier hours', async () => {
    const { id } = (await add()).body.data
    const again = await add({ open_time: '10:00', close_time: '16:00' })
    expect(again.status).toBe(201)
    expect(await shown()).toEqual([{ ...monday, id, open_time: '10:00', close_time: '16:00', version: 2 }])
  })

  test('twenty simultaneous additions of office hours for one day make one row', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => add({ close_time: `${18 + (at % 5)}:00` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    expect(await shown()).toHaveLength(1)
  })

  test('office hours cannot be moved to a day that has hours already', async () => {
    const { id } = (await add()).body.data
    await add({ office_day: 'Tuesday' })
    const refused = await as('PUT', `/api/admin/office-timing/${id}`, { office_day: 'Tuesday' })
    expect(refused.status).toBe(409)
    expect(refused.body.error).toBe('Tuesday already has hours. Edit those instead.')
    expect((await shown()).map((one: { office_day: string }) => one.office_day)).toEqual([
      'Monday',
      'Tuesday',
    ])
  })

  test('a change of office hours with a stale version is refused', async () => {
    const { id } = (await add()).body.data
    await as('PUT', `/api/admin/office-timing/${id}`, { close_time: '19:00', version: 1 })
    const stale = await as('PUT', `/api/admin/office-timing/${id}`, { close_time: '20:00', version: 1 })
    expect([stale.status, stale.body.code]).toEqual([409, 'conflict'])
    expect(await shown()).toMatchObject([{ close_time: '19:00' }])
  })

  test('deleted office hours can be restored, unless the day has new hours', async () => {
    const { id } = (await add()).body.data
    await as('DELETE', `/api/admin/office-timing/${id}`)
    const between = await add({ close_time: '12:00' })
    const refused = await as('POST', `/api/admin/bin/office-hours/${id}/restore`)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    await as('DELETE', `/api/admin/office-timing/${between.body.data.id}`)
    expect((await as('POST', `/api/admin/bin/office-hours/${id}/restore`)).status).toBe(200)
    expect(await shown()).toEqual([{ ...monday, id, version: 1 }])
  })
})
