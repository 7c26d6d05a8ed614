import { beforeEach, expect, test } from 'vitest'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { lettersTo } from '../../../../tests/harness/letters.ts'
import { callers, onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { addCourse, confirm, enrol } from '../../../../tests/harness/seats.ts'
import { addDeliveryPlan, buyerOf, heldCounts } from '../../../../tests/harness/store.ts'

const day = '2026-03-12'
const pongal = { day, closedFor: 'Pongal' }
const meena = 'meena@mail.example'

onEachEngine('sessions and orders planned on a closed day', (app, engine) => {
  const { staff, user } = callers(app, 'staff', 'user')
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(
      app,
      ['waiting_list_entry', 'registration', 'meeting', 'batch', 'course', 'outbox', 'audit_entry', 'room'],
      'courses',
    )
    await emptyTables(
      app,
      ['delivery_day', 'office_hours', 'shop_order_change', 'shop_order_item', 'shop_order'],
      'school',
    )
    await emptyTables(app, ['slot_day', 'delivery_slot', 'delivery_zone', 'bin_entry'], 'office-hours')
  })

  const as = (method: string, path: string, body?: object, token: string | null = staff.token) =>
    app.http(method, `/api/admin/${path}`, { token, ...(body && { body }) })
  const close = async (more: object = {}) => {
    const answer = await as('POST', 'closed-days', { ...pongal, ...more })
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data
  }
  const planned = async () => (await as('GET', 'closed-days/planned')).body.data
  const answer = (body: object, token?: string | null) => as('POST', 'closed-days/answers', body, token)
  const batchOf = async (courseId: string) => (await as('GET', `batches?course=${courseId}`)).body.data[0]
  const shown = async (slug: string) => (await app.http('GET', `/api/courses/${slug}`)).body.batches[0]
  const waiting = async (token = staff.token) =>
    (await app.http('GET', '/api/admin/morning', { token })).body.data.onClosedDays
  const at = (held: string, from = '10:00', to = '12:00') => ({ day: held, from, to })

  /** Adds a class with a paid student. The class meets on the 12th and the 19th unless `meetings` are given. */
  async function addMeetings(...meetings: object[]) {
    const course = await addCourse(app, { title: 'Garlands', nextbatch: day })
    const { id } = await batchOf(course.id)
    const all = meetings.length > 0 ? meetings : [at(day), at('2026-03-19')]
    expect((await as('PUT', `batches/${id}/meetings`, { meetings: all })).status).toBe(200)
    const seat = await enrol(app, course.id, { email: meena })
    await confirm(app, seat.id, staff.token)
    await emptyTables(app, ['outbox'])
    return { course, id, slug: course.slug }
  }
  /** Returns the fields of a decision about the only session on a closed day. */
  async function sessionQuestion() {
    const { sessions } = await planned()
    expect(sessions).toHaveLength(1)
    const [{ batchId: id, meetingId: meeting, day: on, version }] = sessions
    return { kind: 'batch', id, meeting, day: on, version }
  }
  const letterTemplates = async (email = meena) =>
    (await lettersTo(app, email)).map(({ template }) => template)

  partOnSqlite(engine, 'the ways in which a day is closed', () => {
    test.each<[name: string, close: () => Promise<unknown>]>([
      ['one entry for several days', () => close({ day: '2026-03-10', lastDay: '2026-03-13' })],
      ['the list of delivery days', () => as('POST', 'delivery-days', pongal)],
      ['an import from a file', () => as('POST', 'closed-days/import', { dryRun: false, rows: [pongal] })],
      [
        'an edit of a day with its own number of orders',
        async () => {
          const { id } = await close({ closedFor: null, capacity: 3 })
          await as('PUT', `closed-days/${id}`, { closedFor: 'Pongal' })
        },
      ],
      [
        'a restore from the bin',
        async () => {
          const { id } = await close()
          await as('DELETE', `closed-days/${id}`)
          expect((await planned()).sessions).toEqual([])
          await as('POST', `bin/delivery-day/${id}/restore`)
        },
      ],
      [
        'a weekly holiday',
        () => {
          const hours = { open_time: '09:00', close_time: '18:00', is_holiday: true }
          return as('POST', 'office-timing', { office_day: 'Thursday', ...hours })
        },
      ],
    ])('a session on a day that is closed by %s waits for a decision of staff', async (_, closing) => {
      const { slug } = await addMeetings(at(day), at('2026-03-20'))
      expect((await shown(slug)).closedOn).toEqual([])
      await closing()
      expect((await shown(slug)).closedOn).toEqual([day])
      expect((await planned()).sessions).toHaveLength(1)
    })

    test('a session needs no decision once its day is open again, and a new decision if the day is closed again', async () => {
      const { slug } = await addMeetings()
      const { id } = await close()
      await answer({ ...(await sessionQuestion()), becomes: 'stays' })
      await as('DELETE', `closed-days/${id}`)
      expect((await shown(slug)).closedOn).toEqual([])
      await close()
      expect((await shown(slug)).closedOn).toEqual([day])
    })

    test('a session needs a new decision if its closed day is opened by one edit and closed again by another', async () => {
      const { slug } = await addMeetings()
      const { id } = await close()
      await answer({ ...(await sessionQuestion()), becomes: 'stays' })
      for (const change of [
        { closedFor: null, capacity: 3 },
        { closedFor: 'Pongal', capacity: null },
      ])
        expect((await as('PUT', `closed-days/${id}`, change)).status).toBe(200)
      expect((await shown(slug)).closedOn).toEqual([day])
    })

    const posies = { title: 'Posies', description: 'Small.', price: 100, duration: '1 hour', sessions: 1 }
    test.each([
      ['without a word', undefined, 1],
      ['with the word of staff that it meets anyway', true, 0],
    ])(
      'a class, a moved class, a batch and a moved batch on closed days %s wait for a decision',
      async (_, meetsAnyway, waiting) => {
        await close({ day: '2026-03-10', lastDay: '2026-03-13' })
        const said = meetsAnyway === undefined ? {} : { meetsAnyway }
        const days = async () => (await planned()).sessions.map((one: { day: string }) => one.day)
        const added = await as('POST', 'AdminClasses/Add', { ...posies, nextbatch: '2026-03-10', ...said })
        expect(added.status).toBe(201)
        const { id } = added.body.data
        expect(await days()).toHaveLength(waiting)
        const moved = await as('PUT', `AdminClasses/${id}`, { nextbatch: '2026-03-11', ...said })
        expect([moved.status, await days()]).toEqual([200, ['2026-03-11'].slice(0, waiting)])
        const batch = await as('POST', 'batches', { courseId: id, day: '2026-03-12', ...said })
        expect(batch.status).toBe(201)
        expect(await days()).toEqual(['2026-03-11', '2026-03-12'].slice(0, 2 * waiting))
        const changed = await as('PUT', `batches/${batch.body.data.id}`, { day: '2026-03-13', ...said })
        expect([changed.status, await days()]).toEqual([
          200,
          ['2026-03-11', '2026-03-13'].slice(0, 2 * waiting),
        ])
      },
    )

    test('a session that staff put on a closed day on purpose needs no decision', async () => {
      const { id } = await addMeetings()
      await close()
      await answer({ ...(await sessionQuestion()), becomes: 'cancelled' })
      const { version } = (await as('GET', `batches/${id}`)).body.data
      const body = { version, meetsAnyway: true, meetings: [at(day, '16:00', '18:00')] }
      expect((await as('PUT', `batches/${id}/meetings`, body)).status).toBe(200)
      expect((await planned()).sessions).toEqual([])
    })
  })

  test('one of ten people who decide on the same session simultaneously succeeds', async () => {
    await addMeetings()
    await close()
    const question = await sessionQuestion()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        answer({ ...question, becomes: n % 2 === 0 ? 'moved' : 'stays', newDay: '2026-03-13' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  partOnSqlite(engine, 'orders planned on a closed day', () => {
    async function addOrder(changes: object = {}) {
      const slots = await addDeliveryPlan(app, { capacity: 1 })
      const lines = [{ productId: await addProduct(app, 9), quantity: 1 }]
      const buyer = buyerOf(app, () => ({ lines }))
      const { id } = await buyer.place({ day: '2026-03-05', slotId: slots.afternoon, ...changes })
      await emptyTables(app, ['outbox'])
      await close({ day: '2026-03-05' })
      return { id, slots, buyer }
    }
    async function orderQuestion() {
      const { orders } = await planned()
      expect(orders).toHaveLength(1)
      return { kind: 'order', id: orders[0].orderId, day: '2026-03-05', version: orders[0].version }
    }

    test('staff move an order to a slot with room; the buyer gets an e-mail, and the place in the old slot is free', async () => {
      const { id, slots, buyer } = await addOrder()
      const question = { ...(await orderQuestion()), becomes: 'moved', newDay: '2026-03-06' }
      expect(await waiting()).toMatchObject({ count: 1, first: [{ kind: 'order' }] })
      expect(await waiting((await signedIn(app, 'front-desk')).token)).toMatchObject({ count: 0 })
      const other = await answer({ ...question, slotId: slots.pickup })
      expect([other.status, other.body.fields]).toEqual([
        400,
        {
          slotId:
            'Choose a delivery time for a delivery, or a collection time for an order that you collect.',
        },
      ])
      const closed = await answer({ ...question, newDay: '2026-03-05', slotId: slots.afternoon })
      expect([closed.status, closed.body.code]).toEqual([409, 'slot_closed'])
      await buyer.place({ day: '2026-03-06', slotId: slots.morning, email: 'other@mail.example' })
      const full = await answer({ ...question, slotId: slots.morning })
      expect([full.status, full.body.code]).toEqual([409, 'slot_full'])

      expect((await answer({ ...question, slotId: slots.afternoon })).status).toBe(200)
      expect(await buyer.view(id)).toMatchObject({ day: '2026-03-06' })
      expect(await letterTemplates()).toEqual(['order-status'])
      const { slots: counted, holding } = await heldCounts(app)
      expect(counted).toEqual(holding)
      expect(await planned()).toEqual({ sessions: [], orders: [] })
      expect((await answer({ ...question, slotId: slots.afternoon })).status).toBe(409)
    })

    test('the dashboard lists sessions and orders on closed days together, by day', async () => {
      const { id: orderId } = await addOrder()
      const course = await addCourse(app, { title: 'Ribbons', nextbatch: '2026-03-04', startTime: '10:00' })
      await addMeetings()
      await close({ day: '2026-03-04' })
      await close()
      const { id: batchId } = await batchOf(course.id)
      const [, { meetingId }] = (await planned()).sessions
      expect(await waiting()).toEqual({
        count: 3,
        first: [
          { id: batchId, kind: 'batch', title: 'Ribbons', day: '2026-03-04', from: '10:00' },
          { id: orderId, kind: 'order', title: expect.any(String), day: '2026-03-05', from: null },
          { id: meetingId, kind: 'batch', title: 'Garlands', day, from: '10:00' },
        ],
      })
    })

    test('an order on a closed day can stay, and can be cancelled afterwards', async () => {
      const { id } = await addOrder()
      const question = await orderQuestion()
      expect((await answer({ ...question, day: '2026-03-09', becomes: 'stays' })).status).toBe(409)
      expect((await answer({ ...question, becomes: 'stays' })).status).toBe(200)
      expect((await planned()).orders).toEqual([])
      const again = await answer({ ...question, version: question.version + 1, becomes: 'cancelled' })
      expect(again.status).toBe(200)
      const { status } = await app.db.read
        .selectFrom('shop_order')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(status).toBe('cancelled')
    })
  })

  partOnSqlite(engine, 'decisions on sessions on closed days', () => {
    test('sessions on closed days are shown to, and decided on by, only staff with the right', async () => {
      await addMeetings()
      await close()
      const question = { ...(await sessionQuestion()), becomes: 'stays' }
      const desk = await signedIn(app, 'front-desk')
      const florist = await signedIn(app, 'florist')
      for (const [token, status] of [
        [null, 401],
        [user.token, 403],
        [desk.token, 403],
        [florist.token, 403],
      ] as const) {
        expect((await answer(question, token)).status).toBe(status)
        expect((await as('GET', 'closed-days/planned', undefined, token)).status).toBe(status)
      }
      expect((await planned()).sessions).toHaveLength(1)
    })

    test.each([
      [{ becomes: 'gone' }, { becomes: 'Choose what to do with the session or order' }],
      [{ becomes: 'moved' }, { newDay: 'Choose a new day' }],
      [
        { becomes: 'moved', newDay: '2026-02-30' },
        { newDay: 'That date doesn’t exist. Enter another date.' },
      ],
      [
        { becomes: 'moved', newDay: '2026-03-13', newFrom: '12:00', newTo: '11:00' },
        { newTo: 'Enter an end time after the start time' },
      ],
      [
        { becomes: 'moved', newDay: '2026-03-16', newFrom: '12:00', newTo: '13:00' },
        { newDay: 'The school is closed on this day for Holi' },
      ],
      [{ kind: 'order', becomes: 'moved', newDay: '2026-03-13' }, { slotId: 'Choose a new time' }],
    ])('the decision %j about a session or an order is refused beside its field', async (wrong, fields) => {
      await addMeetings()
      await close()
      await close({ day: '2026-03-16', closedFor: 'Holi' })
      const refused = await answer({ ...(await sessionQuestion()), ...wrong })
      expect([refused.status, refused.body.fields]).toEqual([400, fields])
      expect(await letterTemplates()).toEqual([])
    })

    test('a session cannot move to a time when another class has its room', async () => {
      const room = (await as('POST', 'rooms', { name: 'Jasmine Studio' })).body.data.id
      await addMeetings({ ...at(day), roomId: room })
      const other = await addCourse(app, { title: 'Bouquets', nextbatch: '2026-03-13' })
      const meetings = [{ ...at('2026-03-13'), roomId: room }]
      await as('PUT', `batches/${(await batchOf(other.id)).id}/meetings`, { meetings })
      await close()
      const refused = await answer({ ...(await sessionQuestion()), becomes: 'moved', newDay: '2026-03-13' })
      expect(refused.status).toBe(400)
      expect(refused.body.fields.newDay).toMatch(/^Jasmine Studio is taken by “Bouquets/)
    })

    test('the list, the dashboard and the class’s page show a session on a closed day until staff decide on it', async () => {
      const { course, id, slug } = await addMeetings()
      expect((await shown(slug)).closedOn).toEqual([])
      const closed = await close()
      const session = { batchId: id, courseId: course.id, courseTitle: 'Garlands', from: '10:00', taken: 1 }
      expect(closed.planned.sessions).toMatchObject([session])
      expect(await planned()).toMatchObject({ sessions: [{ ...session, closedFor: 'Pongal' }], orders: [] })
      const row = { kind: 'batch', title: 'Garlands', day, from: '10:00' }
      expect(await waiting()).toMatchObject({ count: 1, first: [row] })
      expect(await waiting((await signedIn(app, 'front-desk')).token)).toMatchObject({ count: 1 })
      expect((await shown(slug)).closedOn).toEqual([day])
      const [listed] = (await app.http('GET', '/api/courses')).body
      expect(listed.batches[0].closedOn).toEqual([day])

      const stays = { ...(await sessionQuestion()), becomes: 'stays' }
      expect((await answer(stays)).status).toBe(200)
      expect(await planned()).toEqual({ sessions: [], orders: [] })
      expect(await waiting()).toEqual({ count: 0, first: [] })
      expect((await shown(slug)).closedOn).toEqual([])
      // The students get no e-mail, because their session stays as it was.
      expect(await letterTemplates()).toEqual([])
      expect((await answer(stays)).status).toBe(409)
    })

    test('a session that staff move sends its students an e-mail and needs no further decision', async () => {
      const { slug } = await addMeetings()
      await close()
      const moved = {
        ...(await sessionQuestion()),
        becomes: 'moved',
        newDay: '2026-03-13',
        newFrom: '11:00',
        newTo: '13:00',
      }
      expect((await answer(moved)).status).toBe(200)
      expect(await letterTemplates()).toEqual(['sessions-changed'])
      const batch = await shown(slug)
      expect([batch.date, batch.startTime, batch.closedOn]).toEqual(['2026-03-13', '11:00', []])
      expect((await planned()).sessions).toEqual([])
    })

    test('a cancelled session sends its students an e-mail; cancelling the last session cancels the batch', async () => {
      const { id } = await addMeetings()
      await close()
      expect((await answer({ ...(await sessionQuestion()), becomes: 'cancelled' })).status).toBe(200)
      expect(await letterTemplates()).toEqual(['sessions-changed'])
      await close({ day: '2026-03-19' })
      expect((await answer({ ...(await sessionQuestion()), becomes: 'cancelled' })).status).toBe(200)
      expect((await as('GET', `batches/${id}`)).body.data).toMatchObject({ state: 'cancelled', taken: 0 })
      const letters = await lettersTo(app, meena)
      expect(JSON.stringify(letters)).toContain('The school is closed on Thursday 19 March 2026 for Pongal.')
      expect((await planned()).sessions).toEqual([])
    })

    test('the last session of a class that has begun can be cancelled, and its students get an e-mail', async () => {
      const { id } = await addMeetings()
      const meetings = [at('2026-02-26'), at(day)]
      expect((await as('PUT', `batches/${id}/meetings`, { meetings })).status).toBe(200)
      await emptyTables(app, ['outbox'])
      await close()
      const answered = await answer({ ...(await sessionQuestion()), becomes: 'cancelled' })
      expect([answered.status, answered.text]).toEqual([200, expect.anything()])
      expect((await as('GET', `batches/${id}`)).body.data).toMatchObject({
        meetings: [{ day: '2026-02-26' }],
      })
      expect(await letterTemplates()).toEqual(['sessions-changed'])
      expect((await planned()).sessions).toEqual([])
    })

    test('a batch without sessions cannot move to another closed day', async () => {
      const course = await addCourse(app, { title: 'Ribbons', nextbatch: day })
      await close()
      await close({ day: '2026-03-16', closedFor: 'Holi' })
      const question = { ...(await sessionQuestion()), becomes: 'moved', newDay: '2026-03-16' }
      const refused = await answer(question)
      expect([refused.status, refused.body.fields]).toEqual([
        400,
        { newDay: 'The school is closed on this day for Holi' },
      ])
      expect((await batchOf(course.id)).day).toBe(day)
    })

    test('a batch without sessions stays, moves or is cancelled as a whole', async () => {
      const course = await addCourse(app, { title: 'Garlands', nextbatch: day, startTime: '10:00' })
      await close()
      const question = await sessionQuestion()
      expect(question.meeting).toBeNull()
      expect((await answer({ ...question, becomes: 'stays' })).status).toBe(200)
      expect((await shown(course.slug)).closedOn).toEqual([])
      const moved = { ...question, version: question.version + 1, becomes: 'moved', newDay: '2026-03-13' }
      expect((await answer(moved)).status).toBe(200)
      expect(await shown(course.slug)).toMatchObject({ date: '2026-03-13', startTime: '10:00' })
      await close({ day: '2026-03-13' })
      expect((await answer({ ...(await sessionQuestion()), becomes: 'cancelled' })).status).toBe(200)
      expect(await batchOf(course.id)).toMatchObject({ state: 'cancelled' })
    })

    test('a day closed from two o’clock needs decisions only on sessions that last beyond that hour', async () => {
      await addMeetings(at(day), at(day, '13:00', '15:00'), at('2026-03-19'))
      await close({ from: '14:00' })
      expect((await planned()).sessions).toMatchObject([{ from: '13:00', to: '15:00' }])
      // A course without sessions ends three hours after its start, because that is its duration.
      await addCourse(app, { title: 'Ribbons', nextbatch: day, startTime: '10:30' })
      expect((await planned()).sessions).toHaveLength(1)
      await addCourse(app, { title: 'Wires', nextbatch: day, startTime: '11:30' })
      expect((await planned()).sessions).toHaveLength(2)
    })
  })
})
