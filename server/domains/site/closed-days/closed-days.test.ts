import { beforeEach, describe, expect, test } from 'vitest'
import { emptyTables } from '../../../../tests/harness/app.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { addCourse } from '../../../../tests/harness/seats.ts'
import { addDeliveryPlan, buyerOf } from '../../../../tests/harness/store.ts'

const pongal = { day: '2026-03-12', closedFor: 'Pongal' }
const outing = { ...pongal, closedFor: 'Staff outing', from: '14:00', until: '18:00' }
const known = 'Thursday 12 March 2026 is already on the list. Edit it instead.'

onEachEngine('the calendar of closed days', (app) => {
  const { staff, user } = callers(app, 'staff', 'user')
  beforeEach(() => emptyTables(app, ['delivery_day', 'bin_entry', 'audit_entry']))

  const as = (method: string, path = '', body?: object, token: string | null = staff.token) =>
    app.http(method, `/api/admin/closed-days${path}`, { token, ...(body && { body }) })
  const add = async (body: object) => {
    const answer = await as('POST', '', body)
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data
  }
  const list = async () => (await as('GET')).body.data
  const shown = async () => (await app.http('GET', '/api/school')).body.closedDays

  test('the calendar of closed days is read and changed only by staff', async () => {
    const { id } = await add(pongal)
    for (const [token, status] of [
      [null, 401],
      [user.token, 403],
    ] as const) {
      const answers = await Promise.all([
        as('GET', '', undefined, token),
        as('POST', '', { ...pongal, day: '2026-03-13' }, token),
        as('PUT', `/${id}`, { closedFor: 'Nothing' }, token),
        as('DELETE', `/${id}`, undefined, token),
        as('POST', '/import', { dryRun: false, rows: [{ day: '2026-03-14', closedFor: 'x' }] }, token),
      ])
      expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(status))
    }
    expect(await list()).toHaveLength(1)
  })

  test.each<[changes: object, fields: Record<string, string>]>([
    [{ day: '2026-02-30' }, { day: 'That date doesn’t exist. Enter another date.' }],
    [{ closedFor: 'x'.repeat(61) }, { closedFor: 'Use at most 60 characters' }],
    [
      { closedFor: ' ' },
      { closedFor: 'Enter what you’re closed for, or how many orders each delivery time takes that day' },
    ],
    [
      { from: '25:00', until: '26:00' },
      { from: 'Enter a time such as 10:30', until: 'Enter a time such as 10:30' },
    ],
    [{ until: '00:00' }, { until: 'Enter a time after the closing time' }],
    [{ from: '14:00', until: '14:00' }, { until: 'Enter a time after the closing time' }],
    [
      { closedFor: null, capacity: 3, from: '14:00', until: '18:00' },
      { closedFor: 'Enter what the school is closed for' },
    ],
    [{ lastDay: '2026-03-11' }, { lastDay: 'Choose a last day that isn’t before the first day' }],
    [{ lastDay: '2026-05-13' }, { lastDay: 'Close at most 62 days at a time' }],
  ])('a closed day with %j is refused beside its field', async (changes, fields) => {
    const answer = await as('POST', '', { ...pongal, ...changes })
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
    expect(await list()).toEqual([])
  })

  test('a day that is closed, wholly or for hours, can be changed, deleted and restored, and the audit log has each step', async () => {
    const { id, version } = await add(pongal)
    expect(await list()).toMatchObject([
      { ...pongal, from: null, until: null, capacity: null, planned: { sessions: [], orders: 0 } },
    ])
    expect((await as('POST', '', pongal)).body.fields).toEqual({ day: known })
    const refused = await as('PUT', `/${id}`, { from: '18:00', until: '18:00' })
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { until: 'Enter a time after the closing time' },
    ])
    const changed = await as('PUT', `/${id}`, { ...outing, version })
    expect(changed.body.data).toMatchObject(outing)
    expect((await as('PUT', `/${id}`, { closedFor: 'Late', version })).status).toBe(409)
    await as('DELETE', `/${id}`)
    expect(await list()).toEqual([])
    const bin = await app.http('POST', `/api/admin/bin/delivery-day/${id}/restore`, { token: staff.token })
    expect(bin.status, bin.text).toBe(200)
    expect(await list()).toMatchObject([outing])
    const log = await app.db.read.selectFrom('audit_entry').select(['action', 'title']).execute()
    expect(log.map(({ action, title }) => `${action} ${title}`).sort()).toEqual(
      ['added', 'changed', 'deleted', 'restored'].map((action) => `${action} Thursday 12 March 2026`),
    )
  })

  test('a closed day may name only the hour when it closes, or only the hour when it opens', async () => {
    const { id } = await add({ ...pongal, from: '14:00' })
    expect(await list()).toMatchObject([{ from: '14:00', until: null }])
    expect((await shown())[0]).toMatchObject({
      from: '14:00',
      until: null,
      text: 'Closed on 12 March, from 2:00 pm, for Pongal',
    })
    await as('PUT', `/${id}`, { from: null, until: '11:00' })
    expect(await list()).toMatchObject([{ from: null, until: '11:00' }])
    expect((await shown())[0].text).toBe('Closed on 12 March, until 11:00 am, for Pongal')
    // A day that is closed from 00:00 on is closed as a whole.
    await as('PUT', `/${id}`, { from: '00:00', until: null })
    expect(await list()).toMatchObject([{ from: null, until: null }])
  })

  test('several days in a row are all closed, or none is closed if one of them is closed already', async () => {
    await add({ ...pongal, day: '2026-03-14' })
    const refused = await as('POST', '', { ...pongal, lastDay: '2026-03-15' })
    expect([refused.status, refused.body.fields]).toEqual([
      409,
      { day: known.replace('Thursday 12', 'Saturday 14') },
    ])
    expect(await list()).toHaveLength(1)
    await add({ ...pongal, day: '2026-03-15', lastDay: '2026-03-18' })
    expect((await list()).map(({ day }: { day: string }) => day)).toEqual([
      '2026-03-18',
      '2026-03-17',
      '2026-03-16',
      '2026-03-15',
      '2026-03-14',
    ])
  })

  test('one of twenty people who close the same day simultaneously succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => as('POST', '', pongal)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
    expect(await list()).toHaveLength(1)
  })

  test('closed days and delivery days share one calendar, so a change in one list shows in the other', async () => {
    const days = (method: string, path = '', body?: object) =>
      app.http(method, `/api/admin/delivery-days${path}`, { token: staff.token, ...(body && { body }) })
    const made = (await days('POST', '', { ...pongal, capacity: 4 })).body.data
    expect(Object.keys(made).sort()).toEqual(['capacity', 'closedFor', 'created_at', 'day', 'id', 'version'])
    expect(await list()).toMatchObject([{ ...pongal, capacity: 4 }])
    await as('PUT', `/${made.id}`, { from: '14:00', until: '18:00' })
    expect((await days('GET')).body.data).toMatchObject([{ ...pongal, capacity: 4 }])
    // A day on which the school is open again has no closed hours.
    await days('PUT', `/${made.id}`, { closedFor: null })
    expect(await list()).toMatchObject([{ closedFor: null, capacity: 4, from: null, until: null }])
  })

  test('an import of closed days reads hours as spreadsheets write them, and reports the wrong lines', async () => {
    const rows = [
      { day: '12/03/2026', closedFor: 'Staff outing', from: '2:00 PM', until: '18:00:00' },
      { day: '2026-03-13', closedFor: 'Pongal' },
      { day: '2026-03-13', closedFor: 'Twice' },
      { day: '2026-03-14', closedFor: 'x', from: '9:00', until: '8:00' },
      { day: '2026-03-16', closedFor: 'Half', from: '2:00 PM' },
    ]
    const answer = await as('POST', '/import', { dryRun: false, rows })
    expect(answer.body.data).toEqual({
      valid: 3,
      problems: [
        { row: 2, column: 'day', message: known.replace('Thursday 12', 'Friday 13') },
        { row: 3, column: 'until', message: 'Enter a time after the closing time' },
      ],
    })
    expect(await list()).toMatchObject([
      { day: '2026-03-16', closedFor: 'Half', from: '14:00', until: null },
      { ...pongal, day: '2026-03-13' },
      outing,
    ])
  })

  describe('the effects of a closed day', () => {
    test('the site names the closed days of the next thirty days, and lists days in a row as one entry', async () => {
      expect(await shown()).toEqual([])
      await add({ ...pongal, lastDay: '2026-03-14' })
      await add({ ...outing, day: '2026-03-15' })
      await add({ day: '2026-03-20', capacity: 2 })
      await add({ ...pongal, day: '2026-04-02' })
      const soon = [
        {
          ...pongal,
          lastDay: '2026-03-14',
          from: null,
          until: null,
          text: 'Closed from 12 March to 14 March for Pongal',
        },
        {
          ...outing,
          day: '2026-03-15',
          lastDay: '2026-03-15',
          text: 'Closed on 15 March, 2:00 pm to 6:00 pm, for Staff outing',
        },
      ]
      expect(await shown()).toEqual(soon)
    })

    test('a session in closed hours is refused, and a session after them is accepted', async () => {
      await add(outing)
      const { id: courseId } = await addCourse(app)
      const batches = await app.http('GET', `/api/admin/batches?course=${courseId}`, { token: staff.token })
      const [{ id }] = batches.body.data
      const put = (from: string, to: string) =>
        app.http('PUT', `/api/admin/batches/${id}/meetings`, {
          token: staff.token,
          body: { meetings: [{ day: '2026-03-12', from, to }] },
        })
      const refused = await put('17:00', '19:00')
      expect([refused.status, refused.body.fields]).toEqual([
        400,
        { 'meetings.0.day': 'The school is closed from 2:00 pm to 6:00 pm for Staff outing' },
      ])
      expect((await put('18:00', '20:00')).status).toBe(200)
    })

    test('delivery slots in closed hours cannot be chosen, and the other slots of that day can', async () => {
      await addDeliveryPlan(app)
      const reasons = async () => {
        const { body } = await app.http('GET', '/api/delivery-options?pincode=600004&from=2026-03-12&days=1')
        return body.days[0].options.map(({ reason }: { reason: string | null }) => reason)
      }
      expect(await reasons()).toEqual([null, null, null])
      const { id } = await add(outing)
      expect(await reasons()).toEqual([null, 'Closed for Staff outing', 'Closed for Staff outing'])
      await as('PUT', `/${id}`, { from: null, until: null })
      expect(await reasons()).toEqual(Array(3).fill('Closed for Staff outing'))
    })

    test('closing a day shows staff the sessions and orders that were planned on it', async () => {
      await emptyTables(app, ['slot_day', 'delivery_slot', 'delivery_zone'])
      const slots = await addDeliveryPlan(app)
      const { id: courseId } = await addCourse(app, { title: 'Garlands', nextbatch: '2026-03-05' })
      const lines = [{ productId: await addProduct(app, 9), quantity: 1 }]
      await buyerOf(app, () => ({ lines })).place({ day: '2026-03-05', slotId: slots.afternoon })
      const closed = await add({ ...outing, day: '2026-03-05' })
      expect(closed.planned).toMatchObject({ orders: 1 })
      const whole = await as('PUT', `/${closed.id}`, { from: null, until: null })
      expect(whole.body.data.planned).toMatchObject({
        sessions: [{ courseId, courseTitle: 'Garlands' }],
        orders: 1,
      })
      await as('PUT', `/${closed.id}`, { from: '20:00', until: '21:00' })
      expect((await list())[0].planned.orders).toBe(0)
    })
  })
})
