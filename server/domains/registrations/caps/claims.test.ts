import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { provedCallers, signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { addCourse, phoneOf, proveAll, seatCounts } from '../../../../tests/harness/seats.ts'
import { addDeliveryPlan } from '../../../../tests/harness/store.ts'
import {
  aNetwork,
  aStranger,
  behindAProxy,
  callsOf,
  outcomeOf,
  type Stranger,
  strangers,
} from '../../../../tests/harness/strangers.ts'
import { addDays, addMs, instantOf } from '../../../platform/clock.ts'
import { expireHeldSeats } from '../seats/seat-ends.ts'

const hour = 60 * 60_000
const env = { ...behindAProxy, PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.school@okbank' }
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const [mon, tue, wed, thu] = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'] as const

interface School {
  /** The weekdays with hours from nine to six; all seven by default. */
  open?: readonly string[]
  holidays?: readonly string[]
  /** The closed days; `from` and `until` limit the closing to these hours. */
  closed?: readonly (readonly [day: string, from?: string, until?: string])[]
}
type Moment = readonly [day: string, time: string]

/** The end of the hold if an unproved person claims the payment right after the request. */
const table: [name: string, at: Moment, school: School, until: Moment][] = [
  [
    'until closing time today, while the school is open for six more hours',
    [mon, '12:00'],
    {},
    [mon, '18:00'],
  ],
  [
    'until closing time tomorrow, when only half an hour of today is left',
    [mon, '17:30'],
    {},
    [tue, '18:00'],
  ],
  [
    'until closing time today, while the school is open for three more hours',
    [mon, '15:00'],
    {},
    [mon, '18:00'],
  ],
  ['until closing time today, before the school opens', [mon, '06:00'], {}, [mon, '18:00']],
  ['until closing time tomorrow, after the school has closed', [mon, '20:00'], {}, [tue, '18:00']],
  [
    'until closing time the day after tomorrow, when the school is closed tomorrow',
    [mon, '20:00'],
    { closed: [[tue]] },
    [wed, '18:00'],
  ],
  [
    'until closing time tomorrow, on a day when the school is closed',
    [mon, '12:00'],
    { closed: [[mon]] },
    [tue, '18:00'],
  ],
  [
    'until 15:00, when the school closes early at 15:00',
    [mon, '12:00'],
    { closed: [[mon, '15:00', '18:00']] },
    [mon, '15:00'],
  ],
  [
    'until closing time today, when the school is closed from 13:00 to 15:00',
    [mon, '12:30'],
    { closed: [[mon, '13:00', '15:00']] },
    [mon, '18:00'],
  ],
  [
    'until closing time tomorrow, when the school is closed tomorrow morning',
    [mon, '20:00'],
    { closed: [[tue, '09:00', '12:00']] },
    [tue, '18:00'],
  ],
  [
    'until closing time the day after tomorrow, when tomorrow has only half an open hour',
    [mon, '20:00'],
    { closed: [[tue, '09:30', '18:00']] },
    [wed, '18:00'],
  ],
  [
    'until closing time tomorrow, on the weekly holiday',
    [mon, '12:00'],
    { holidays: ['Monday'] },
    [tue, '18:00'],
  ],
  [
    'until closing time on Wednesday, when Tuesday has no office hours',
    [mon, '20:00'],
    { open: ['Monday', 'Wednesday'] },
    [wed, '18:00'],
  ],
  [
    'for holdHours at most, when the school is closed for the next two days',
    [mon, '20:00'],
    { closed: [[tue], [wed]] },
    [wed, '20:00'],
  ],
  [
    'for holdHours at most, when the school opens on Thursdays only',
    [mon, '12:00'],
    { open: ['Thursday'] },
    [wed, '12:00'],
  ],
  ['for a day, when the school has no office hours', [mon, '12:00'], { open: [] }, [tue, '12:00']],
  [
    'for a day, when the school is closed for weeks',
    [mon, '12:00'],
    { closed: Array.from({ length: 20 }, (_, n) => [addDays(mon, n)] as const) },
    [tue, '12:00'],
  ],
  // A hold lasts two hours even without a claim.
  ['for the usual two hours, when the school closes in one hour', [mon, '17:00'], {}, [mon, '19:00']],
  ['for the usual two hours, when the school closes in ninety minutes', [mon, '16:30'], {}, [mon, '18:30']],
]

onEachEngine('the time for which a payment claim holds a seat or an order', { env }, (app, engine) => {
  let calls: ReturnType<typeof callsOf>
  let slotId: string
  let courseId: string
  let lines: { productId: string; quantity: number }[]
  beforeAll(async () => {
    calls = callsOf(app)
    slotId = (await addDeliveryPlan(app)).afternoon
    lines = [{ productId: await addProduct(app, 1_000), quantity: 1 }]
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, ['rate_count', 'hold_quota'])
    await proveAll(app)
    await school({})
    courseId = (await addCourse(app, { capacity: null, nextbatch: '2026-04-12' })).id
  })

  async function school({ open = weekdays, holidays = [], closed = [] }: School) {
    await emptyTables(app, ['office_hours', 'delivery_day'], 'office-hours')
    const hours = open.map((office_day) => ({
      id: office_day,
      office_day,
      open_time: '09:00',
      close_time: '18:00',
      is_holiday: holidays.includes(office_day) ? (1 as const) : (0 as const),
    }))
    const days = closed.map(([day, from = null, until = null]) => ({
      id: day,
      day,
      closed_for: 'Pongal',
      capacity: null,
      created_at: testNow,
      closed_from: from,
      closed_until: until,
    }))
    await app.db.transaction(async (tx) => {
      if (hours.length > 0)
        await tx
          .insertInto('office_hours')
          .values(hours as never)
          .execute()
      if (days.length > 0) await tx.insertInto('delivery_day').values(days).execute()
      await app.db.changes.mark(tx, 'school')
    })
  }
  const at = ([day, time]: Moment) => app.deps.clock.set(instantOf(day, time))

  const claim = (kind: 'orders' | 'enrollments', id: string) =>
    app.http('PATCH', `/api/${kind}/${id}/status`, {
      body: { status: 'confirmed' },
      headers: { 'x-forwarded-for': aNetwork() },
    })
  const heldUntil = async (table: 'seat' | 'shop_order', id: string) =>
    (
      await app.db.read
        .selectFrom(table as 'seat')
        .select('hold_until')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).hold_until
  const makeBy = async (id: string) =>
    (
      await app.db.read
        .selectFrom('shop_order')
        .select('make_by')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).make_by as string
  /** Closes the claim, as staff do when they find no money. */
  const notFound = (id: string) =>
    app.db.write.updateTable('claim').set({ is_open: 0 }).where('subject_id', '=', id).execute()

  type Via = Parameters<typeof calls.enrol>[3]
  const kinds = {
    'a seat': {
      table: 'seat',
      take: (who: Stranger, via?: Via) => calls.enrol(who, courseId, {}, via),
      say: (id: string) => claim('enrollments', id),
      press: (id: string) => calls.press(calls.seatToken(id)),
    },
    'an order': {
      table: 'shop_order',
      take: (who: Stranger, via?: Via) => calls.order(who, { slotId, lines, day: '2026-03-25' }, via),
      say: (id: string) => claim('orders', id),
      press: (id: string) => calls.press(calls.orderToken(id)),
    },
  } as const

  describe.each(['a seat', 'an order'] as const)('a payment claim of an unproved person for %s', (kind) => {
    const { table: rows, take, say, press } = kinds[kind]
    const taken = async (who = aStranger(), via?: Via): Promise<string> => {
      const answer = await take(who, via)
      expect(answer.status, answer.text).toBe(201)
      return answer.body.data.id
    }
    const until = (id: string) => heldUntil(rows, id)

    partOnSqlite(engine, 'the end of the hold', () => {
      test.each(table)('a payment claim holds the seat or the order %s', async (_, moment, hours, end) => {
        at(moment)
        await school(hours)
        const id = await taken()
        expect(await until(id)).toBe(addMs(app.deps.clock.now(), 2 * hour))
        expect((await say(id)).body.code).toBe('payment_pending')
        expect(await until(id)).toBe(instantOf(...end))
      })
    })

    test('a repeated payment claim does not extend the hold again, also after staff found no money', async () => {
      const id = await taken()
      await say(id)
      const first = await until(id)
      expect(first).toBe(instantOf(mon, '18:00'))
      at([mon, '17:45'])
      await say(id)
      expect(await until(id)).toBe(first)
      await notFound(id)
      for (let n = 0; n < 2; n++) {
        await say(id)
        expect(await until(id)).toBe(first)
        await notFound(id)
      }
      await Promise.all([say(id), say(id), say(id)])
      expect(await until(id)).toBe(first)
    })

    test('three payment claims at once extend the hold to the same time as one claim', async () => {
      const id = await taken()
      await Promise.all([say(id), say(id), say(id)])
      expect(await until(id)).toBe(instantOf(mon, '18:00'))
    })

    test('a payment claim in the last minute of the hold extends the hold', async () => {
      const id = await taken()
      at([mon, '13:59'])
      await say(id)
      expect(await until(id)).toBe(instantOf(mon, '18:00'))
    })

    test('a payment claim after the hold has ended does not revive the hold', async () => {
      const id = await taken()
      at([mon, '14:00'])
      await expireHeldSeats(app.app.services.registrationDeps)
      await app.app.services.orders.expireHolds()
      await say(id)
      expect(await until(id)).not.toBe(instantOf(mon, '18:00'))
      const { status } = (await app.db.read
        .selectFrom(rows as 'seat')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()) as { status: string }
      expect(['expired', 'cancelled']).toContain(status)
    })

    test('an extended hold ends at its time, although staff have not checked the payment claim', async () => {
      const id = await taken()
      await say(id)
      at([mon, '18:00'])
      await expireHeldSeats(app.app.services.registrationDeps)
      await app.app.services.orders.expireHolds()
      const { status } = (await app.db.read
        .selectFrom(rows as 'seat')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()) as { status: string }
      expect(['expired', 'cancelled']).toContain(status)
    })

    test('clicking the link in the e-mail gives the longer hold of a proved person, before or after a payment claim', async () => {
      const whole = async (id: string) => (kind === 'a seat' ? addMs(testNow, 48 * hour) : makeBy(id))
      const after = await taken()
      await say(after)
      at([mon, '15:00'])
      expect((await press(after)).body.data.holdUntil).toBe(await whole(after))
      expect(await until(after)).toBe(await whole(after))
      at([mon, '12:00'])
      const before = await taken()
      expect((await press(before)).body.data.holdUntil).toBe(addMs(testNow, 48 * hour))
      await say(before)
      expect(await until(before)).toBe(await whole(before))
    })

    test('a proved person’s payment claim holds a seat for holdHours, and an order until it must be made', async () => {
      await school({ open: [] })
      const [{ email, token }] = (await provedCallers(app, 1)) as [{ email: string; token: string }]
      const id = await taken({ email, phone: phoneOf(email), network: aNetwork() }, { token })
      expect(await until(id)).toBe(addMs(testNow, 48 * hour))
      await say(id)
      expect(await until(id)).toBe(kind === 'a seat' ? addMs(testNow, 48 * hour) : await makeBy(id))
    })
  })

  test('a payment claim holds an order no longer than until the order must be made', async () => {
    at([mon, '08:00'])
    const answer = await calls.order(aStranger(), { slotId, lines, day: mon })
    const { id } = answer.body.data
    const must = await makeBy(id)
    expect(must < instantOf(mon, '18:00')).toBe(true)
    await claim('orders', id)
    expect(await heldUntil('shop_order', id)).toBe(must)
  })

  test('a payment claim holds a seat no longer than until its batch begins', async () => {
    const soon = (await addCourse(app, { capacity: null, nextbatch: mon, startTime: '16:00' })).id
    const { id } = (await calls.enrol(aStranger(), soon)).body.data
    await claim('enrollments', id)
    expect(await heldUntil('seat', id)).toBe(instantOf(mon, '16:00'))
  })

  describe('a booking by UPI, which is itself a payment claim', () => {
    partOnSqlite(engine, 'the end of the hold', () => {
      test.each(table)('a booking by UPI is held %s', async (_, moment, hours, end) => {
        at(moment)
        await school(hours)
        const { id } = (await calls.book(aStranger(), courseId)).body.data
        expect(await heldUntil('seat', id)).toBe(instantOf(...end))
        // A second claim, an hour later, does not extend the hold again.
        app.deps.clock.advance(hour)
        await claim('enrollments', id)
        expect(await heldUntil('seat', id)).toBe(instantOf(...end))
      })
    })

    test('clicking the link in the e-mail holds a booking for holdHours', async () => {
      const { id } = (await calls.book(aStranger(), courseId)).body.data
      at([mon, '17:00'])
      expect((await calls.press(calls.seatToken(id))).body.data.holdUntil).toBe(addMs(testNow, 48 * hour))
    })

    test('one payment claim extends the hold of all three seats of a group', async () => {
      const { id } = (await calls.enrol(aStranger(), courseId, { others: [{}, {}] })).body.data
      await claim('enrollments', id)
      const rows = await app.db.read
        .selectFrom('seat')
        .select('hold_until')
        .where('group_id', '=', id)
        .execute()
      expect(rows.map(({ hold_until }) => hold_until)).toEqual(Array(3).fill(instantOf(mon, '18:00')))
      expect(await seatCounts(app, courseId)).toMatchObject({ taken: 3, live: 3 })
    })
  })

  test('a payment claim never holds a seat or an order longer than holdHours', async () => {
    await app.db.transaction(async (tx) => {
      const value = { name: 'school.holdHours', value: '3', updated_at: testNow }
      await tx.insertInto('setting').values(value).execute()
      await app.db.changes.mark(tx, 'school')
    })
    try {
      for (const kind of Object.values(kinds)) {
        const { id } = (await kind.take(aStranger())).body.data
        await kind.say(id)
        expect(await heldUntil(kind.table, id)).toBe(instantOf(mon, '15:00'))
      }
    } finally {
      await app.db.transaction(async (tx) => {
        await tx.deleteFrom('setting').where('name', '=', 'school.holdHours').execute()
        await app.db.changes.mark(tx, 'school')
      })
    }
  })

  test('a payment claim made on Wednesday evening holds the seat until closing time on Thursday', async () => {
    at([wed, '20:00'])
    const { id } = (await calls.enrol(aStranger(), courseId)).body.data
    await claim('enrollments', id)
    expect(await heldUntil('seat', id)).toBe(instantOf(thu, '18:00'))
  })

  test('a booking with a held seat may use a code whose unproved share is used up; others must be confirmed by e-mail', async () => {
    const { id: courseId } = await addCourse(app, { capacity: 40 })
    const { token } = await signedIn(app, 'owner')
    const body = { code: 'DIALOG', kind: 'percent', percent: 10, usesMax: 8 }
    expect((await app.http('POST', '/api/admin/coupons', { body, token })).status).toBe(201)
    const who = aStranger()
    const held = await calls.hold(who, courseId)
    for (const other of strangers(4))
      expect((await calls.enrol(other, courseId, { couponCode: body.code })).status).toBe(201)
    expect(outcomeOf(await calls.enrol(aStranger(), courseId, { couponCode: body.code }))).toBe('asked')
    const booked = await calls.book(who, courseId, { holdId: held.body.data.id, couponCode: body.code })
    expect(outcomeOf(booked), booked.text).toBe('held')
    // A stranger without a hold must confirm by e-mail, because the unproved share of the code is used up.
    expect(outcomeOf(await calls.book(aStranger(), courseId, { couponCode: body.code }))).toBe('asked')
  })
})
