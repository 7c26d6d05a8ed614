import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, emptyTables, startApp, type TestApp, testNow } from '../../../../tests/harness/app.ts'
import { lettersTo, newestLetterTo } from '../../../../tests/harness/letters.ts'
import { callers, onEachEngine, onSqlite, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import { messagesAbout, proveAll } from '../../../../tests/harness/seats.ts'
import { addDeliveryPlan, heldCounts, stockOf, usesOf } from '../../../../tests/harness/store.ts'
import {
  aStranger,
  behindAProxy,
  callsOf,
  outcomeOf,
  type Stranger,
} from '../../../../tests/harness/strangers.ts'
import { addMs } from '../../../platform/clock.ts'

const hour = 60 * 60_000
const day = '2026-03-04'
const upi = { ...behindAProxy, PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.school@okbank' }
const simulator = { ...behindAProxy, PAYMENT_PROVIDER: 'simulator' }

/** More pieces than a person with an unproved address may hold. */
const many = 11

onEachEngine('an order that has to be confirmed by e-mail', { env: upi }, (app, engine) => {
  const { owner, staff } = callers(app, 'owner', 'staff')
  let calls: ReturnType<typeof callsOf>
  let slots: Awaited<ReturnType<typeof addDeliveryPlan>>
  let roses: string
  let coupon: { id: string; code: string }
  let codes = 0
  beforeAll(() => {
    calls = callsOf(app)
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, ['rate_count', 'hold_quota'])
    await proveAll(app)
    slots = await addDeliveryPlan(app, { capacity: 100 })
    roses = await addProduct(app, 1_000, 'Red roses')
    coupon = await addCoupon({ percent: 10 })
  })

  const as = (token: string, method: string, path: string, body?: object) =>
    app.http(method, path, { token, ...(body && { body }) })
  async function addCoupon(terms: object) {
    const body = { code: `ASKED${++codes}`, kind: 'percent', usesMax: 100, ...terms }
    const answer = await as(owner.token, 'POST', '/api/admin/coupons', body)
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data as { id: string; code: string }
  }
  const wanted = (changes: object = {}) => ({
    slotId: slots.afternoon,
    lines: [{ productId: roses, quantity: many }],
    couponCode: coupon.code,
    ...changes,
  })
  async function ask(who: Stranger = aStranger(), changes: object = {}) {
    const answer = await calls.order(who, wanted(changes))
    expect(outcomeOf(answer), answer.text).toBe('asked')
    const { id, ordernumber } = answer.body.data as { id: string; ordernumber: string }
    return { who, id, ordernumber, answer, token: await calls.tokenFor(who) }
  }
  const view = async (id: string) => (await app.http('GET', `/api/orders/${id}`)).body
  const rowOf = (id: string) =>
    app.db.read.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  /** Counts the pieces, places of the slot and uses of the code that are taken. */
  const taken = async () => [
    1_000 - (await stockOf(app, roses)),
    (await heldCounts(app)).slots[`${slots.afternoon} ${day}`] ?? 0,
    await usesOf(app, coupon.id),
  ]
  const refusalOf = ({ status, body }: Answer) => [status, body.code, body.error]

  test('an unconfirmed order holds nothing; its response, its page and its e-mail say that it has to be confirmed', async () => {
    const { who, id, answer } = await ask()
    expect(answer.body.data).toMatchObject({
      status: 'pending',
      holdUntil: null,
      confirmFirst: true,
      proved: false,
    })
    expect(await taken()).toEqual([0, 0, 0])
    expect(await view(id)).toMatchObject({
      status: 'pending',
      endedBy: null,
      holdUntil: null,
      proved: false,
      askedUntil: addMs(testNow, 24 * hour),
      payment: { upi: null },
    })
    expect(await messagesAbout(app, id)).toEqual([`order-asked email ${who.email}`])
    const { text, subject } = await newestLetterTo(app, who.email)
    expect(subject).toContain('Confirm your order')
    expect(text).toMatch(/before 3 March 2026 at 12:00 pm/)
    expect(text).toMatch(new RegExp(`/payment\\?asked=1&order=${id}#proof=`))
    expect(text).not.toContain('Pay ₹')
  })

  test('an unconfirmed order can be confirmed only until its flowers must be made, if that is within a day', async () => {
    const { id, token } = await ask(undefined, { day: '2026-03-02' })
    const { make_by, asked_until } = await rowOf(id)
    expect(asked_until).toBe(make_by)
    expect((make_by as string) < addMs(testNow, 24 * hour)).toBe(true)
    app.deps.clock.set(make_by as string)
    expect((await calls.press(token)).status).toBe(404)
    app.deps.clock.advance(-1)
    expect((await calls.press(token)).status).toBe(200)
  })

  partOnSqlite(engine, 'an unconfirmed order in the back office', () => {
    const lists = [
      '/api/getDashboardData',
      `/api/admin/florist/day?day=${day}`,
      `/api/admin/florist/market?from=${day}&to=${day}`,
      '/api/admin/money/waiting',
      '/api/admin/money/waiting-totals',
      '/api/admin/morning',
    ]
    const readAll = async () =>
      Object.fromEntries(
        await Promise.all(
          lists.map(async (path) => {
            const { status, body, text } = await as(owner.token, 'GET', path)
            expect(status, text).toBe(200)
            return [path, body] as const
          }),
        ),
      )

    test('an unconfirmed order is in no total and on no list of the dashboard, the florist and the money desk', async () => {
      const sums = () => as(owner.token, 'GET', '/api/admin/orders-totals')
      const before = await readAll()
      const was = (await sums()).body.data
      const { ordernumber, token } = await ask()
      expect(await readAll()).toEqual(before)
      const { amount, due, paid } = (await sums()).body.data
      expect({ amount, due, paid }).toEqual({ amount: was.amount, due: was.due, paid: was.paid })
      const found = await as(owner.token, 'GET', `/api/admin/money/waiting?q=${ordernumber}`)
      expect(found.body.data).toEqual([])
      // Control: these lists show the order once it is placed.
      await calls.press(token)
      const placed = await readAll()
      for (const path of ['/api/admin/money/waiting', '/api/admin/money/waiting-totals'])
        expect(placed[path], path).not.toEqual(before[path])
      expect(placed[`/api/admin/florist/day?day=${day}`].data.unpaid).toBe(
        before[`/api/admin/florist/day?day=${day}`].data.unpaid + 1,
      )
    })

    test('the list of orders shows until when an unconfirmed order can be confirmed', async () => {
      const { id, ordernumber } = await ask()
      const list = await as(staff.token, 'GET', `/api/admin/orders?q=${ordernumber}`)
      const rows = Array.isArray(list.body) ? list.body : list.body.data
      expect(rows.find((row: { id: string }) => row.id === id)).toMatchObject({
        askedUntil: addMs(testNow, 24 * hour),
        holdUntil: null,
      })
    })
  })

  test('an unconfirmed order cannot be paid', async () => {
    const { id } = await ask()
    const pay = () => app.http('PATCH', `/api/orders/${id}/status`, { body: { status: 'confirmed' } })
    for (let n = 0; n < 2; n++)
      expect(refusalOf(await pay())).toEqual([
        409,
        'conflict',
        'Open the link in our e-mail first. We hold nothing until then, so please don’t pay yet.',
      ])
    const claims = await app.db.read.selectFrom('claim').select('id').where('subject_id', '=', id).execute()
    expect(claims).toEqual([])
    expect(await taken()).toEqual([0, 0, 0])
  })

  describe('the confirmation of an order by e-mail', () => {
    test('confirming an order takes its stock, slot and code with the long hold, and e-mails the buyer and the school', async () => {
      const { who, id, token } = await ask()
      app.deps.clock.advance(hour)
      const pressed = await calls.press(token)
      const { make_by, hold_until, proved_at } = await rowOf(id)
      const whole = addMs(testNow, 49 * hour)
      const ends = (make_by as string) < whole ? make_by : whole
      expect(pressed.body).toEqual({ success: true, data: { kind: 'order', id, holdUntil: ends } })
      expect([hold_until, proved_at]).toEqual([ends, addMs(testNow, hour)])
      expect(await taken()).toEqual([many, 1, 1])
      expect(await view(id)).toMatchObject({ status: 'pending', proved: true, askedUntil: null })
      expect((await view(id)).payment.upi).not.toBeNull()
      const told = await messagesAbout(app, id)
      expect(told.filter((one) => one === `order-received email ${who.email}`)).toHaveLength(1)
      expect(told.filter((one) => one.startsWith('school-notice'))).toHaveLength(1)
    })

    test('a second confirmation of the same order changes nothing', async () => {
      const { who, token } = await ask()
      const first = await calls.press(token)
      app.deps.clock.advance(hour)
      const second = await calls.press(token)
      expect(second.body).toEqual(first.body)
      expect(await taken()).toEqual([many, 1, 1])
      const letters = (await lettersTo(app, who.email)).map(({ template }) => template).sort()
      expect(letters).toEqual(['order-asked', 'order-received'])
    })

    async function pressed20(servers: readonly TestApp[]) {
      const { who, id, token } = await ask()
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          calls.press(token, {
            at: servers[n % servers.length] as TestApp,
            network: aStranger().network,
          }),
        ),
      )
      expect(countsByStatus(answers)).toEqual({ 200: 20 })
      expect(await taken()).toEqual([many, 1, 1])
      const { slots: counted, holding } = await heldCounts(app)
      expect(counted).toEqual(holding)
      const told = await messagesAbout(app, id)
      expect(told.filter((one) => one === `order-received email ${who.email}`)).toHaveLength(1)
      expect(told.filter((one) => one.startsWith('school-notice'))).toHaveLength(1)
    }

    test('20 simultaneous confirmations of an order place it only once', () => pressed20([app]))

    if (engine === 'postgres')
      test('20 simultaneous confirmations of an order through two servers place it only once', async () => {
        const second = await startApp({ sharing: app, env: upi })
        try {
          await pressed20([app, second])
        } finally {
          await second.stop()
        }
      })

    const gone =
      'Some of your flowers or your delivery time are no longer available, so we couldn’t place this order. You can order again.'
    test.each<[string, () => Promise<() => Promise<unknown>>]>([
      [
        'the flowers are sold out',
        async () => {
          await app.db.write.updateTable('product').set({ quantity: 5 }).where('id', '=', roses).execute()
          return () =>
            app.db.write.updateTable('product').set({ quantity: 1_000 }).where('id', '=', roses).execute()
        },
      ],
      [
        'the slot is full',
        async () => {
          const set = (capacity: number) =>
            app.db.write
              .updateTable('delivery_slot')
              .set({ capacity })
              .where('id', '=', slots.afternoon)
              .execute()
          await app.db.write
            .insertInto('slot_day')
            .values({ slot_id: slots.afternoon, day, taken: 100 })
            .execute()
          return () => set(200)
        },
      ],
      [
        'the flowers are not offered',
        async () => {
          const offer = (is_offered: 0 | 1) =>
            app.db.write.updateTable('product').set({ is_offered }).where('id', '=', roses).execute()
          await offer(0)
          return () => offer(1)
        },
      ],
      [
        'the code is used up',
        async () => {
          const set = (uses_max: number) =>
            app.db.write
              .updateTable('coupon')
              .set({ uses: 3, uses_max })
              .where('id', '=', coupon.id)
              .execute()
          await set(3)
          return () => set(4)
        },
      ],
    ])('a confirmation takes nothing while %s, and can be repeated later', async (_, take) => {
      const { id, token } = await ask()
      const giveBack = await take()
      const before = await taken()
      expect(refusalOf(await calls.press(token))).toEqual([409, expect.any(String), gone])
      expect(await taken()).toEqual(before)
      expect(await view(id)).toMatchObject({ status: 'pending', proved: false })
      expect((await messagesAbout(app, id)).filter((one) => one.startsWith('order-received'))).toEqual([])
      await giveBack()
      const between = await taken()
      expect((await calls.press(token)).status).toBe(200)
      const after = await taken()
      // The stock was changed in between, so only the differences are compared.
      expect(after.map((count, n) => count - (between[n] as number))).toEqual([many, 1, 1])
    })

    test('a confirmation that comes a day after the request places no order', async () => {
      const { id, token } = await ask(undefined, { day: '2026-03-09' })
      app.deps.clock.advance(24 * hour)
      expect(refusalOf(await calls.press(token))).toEqual([
        404,
        'not_found',
        'This link has expired, so nothing was ordered. You can order again.',
      ])
      expect(await taken()).toEqual([0, 0, 0])
      expect((await view(id)).payment.upi).toBeNull()
      app.deps.clock.advance(-1)
      expect((await calls.press(token)).status).toBe(200)
    })

    test('an order that costs nothing counts as paid after its confirmation', async () => {
      const free = await addCoupon({ percent: 100 })
      const { id, who, token } = await ask(undefined, { slotId: slots.pickup, couponCode: free.code })
      expect(await usesOf(app, free.id)).toBe(0)
      expect((await view(id)).status).toBe('pending')
      const pressed = await calls.press(token)
      expect(pressed.body.data).toEqual({ kind: 'order', id, holdUntil: null })
      expect(await rowOf(id)).toMatchObject({ status: 'confirmed', payment_status: 'paid', hold_until: null })
      expect([await usesOf(app, free.id), await stockOf(app, roses)]).toEqual([1, 1_000 - many])
      expect((await messagesAbout(app, id)).filter((one) => one.startsWith('order-status email'))).toEqual([
        `order-status email ${who.email}`,
      ])
    })
  })

  test('an unconfirmed order can be cancelled by its buyer; its link then places nothing, and no e-mail is sent', async () => {
    const { id, who, token } = await ask()
    const cancel = (email: string) => app.http('POST', `/api/orders/${id}/cancel`, { body: { email } })
    expect((await cancel('somebody@mail.example')).status).toBe(400)
    for (let n = 0; n < 2; n++) expect((await cancel(who.email)).status).toBe(200)
    expect(await view(id)).toMatchObject({ status: 'cancelled', askedUntil: null })
    await calls.press(token)
    expect(await view(id)).toMatchObject({ status: 'cancelled' })
    expect(await taken()).toEqual([0, 0, 0])
    expect(await messagesAbout(app, id)).toEqual([`order-asked email ${who.email}`])
  })

  partOnSqlite(engine, 'staff who change an unconfirmed order', () => {
    const markPaid = (id: string) =>
      app.http('PATCH', `/api/orders/${id}/status`, { body: { status: 'confirmed' }, token: staff.token })

    test('an unconfirmed order that staff mark as paid is placed, and clicking its link afterwards changes nothing', async () => {
      const { id, token } = await ask()
      expect((await markPaid(id)).status).toBe(200)
      expect(await rowOf(id)).toMatchObject({ status: 'confirmed', payment_status: 'paid', ended_by: null })
      expect(await taken()).toEqual([many, 1, 1])
      await calls.press(token)
      expect(await taken()).toEqual([many, 1, 1])
      expect((await rowOf(id)).status).toBe('confirmed')
    })

    test('money for a sold-out unconfirmed order is recorded, and the order is cancelled without taking stock', async () => {
      const { id } = await ask()
      await app.db.write.updateTable('product').set({ quantity: 5 }).where('id', '=', roses).execute()
      expect((await markPaid(id)).status).toBe(409)
      expect((await rowOf(id)).status).toBe('cancelled')
      expect(await stockOf(app, roses)).toBe(5)
      const money = await app.db.read
        .selectFrom('allocation')
        .select('amount_in_paise')
        .where('subject_id', '=', id)
        .execute()
      expect(money).toHaveLength(1)
    })

    test('an unconfirmed order that staff set back to pending gets a normal hold, and clicking its link changes nothing', async () => {
      const { id, token } = await ask()
      const { version } = await rowOf(id)
      const set = await as(staff.token, 'PUT', `/api/admin/orders/${id}/status`, {
        status: 'pending',
        version,
      })
      expect(set.status, set.text).toBe(200)
      app.deps.clock.advance(hour)
      await app.app.services.orders.runDueEffects()
      const until = (await rowOf(id)).hold_until
      expect(until).not.toBeNull()
      expect(await view(id)).toMatchObject({ status: 'pending', askedUntil: null })
      await calls.press(token)
      app.deps.clock.set(until as string)
      await app.app.services.orders.expireHolds()
      expect(await view(id)).toMatchObject({ status: 'cancelled', askedUntil: null })
    })
  })

  test('a further order of a buyer with three unpaid orders is refused as usual, and no confirmation e-mail is sent', async () => {
    const who = aStranger()
    const one = { lines: [{ productId: roses, quantity: 1 }] }
    const from = () => ({ ...who, network: aStranger().network })
    for (let n = 0; n < 3; n++) expect(outcomeOf(await calls.order(from(), wanted(one)))).toBe('held')
    const usual = await calls.order(from(), wanted(one))
    const beyond = await calls.order(from(), wanted())
    expect(refusalOf(usual)).toEqual([
      409,
      'limit_reached',
      expect.stringContaining('If you have unpaid orders or seats'),
    ])
    expect(refusalOf(beyond)).toEqual(refusalOf(usual))
    const letters = (await lettersTo(app, who.email)).map(({ template }) => template)
    expect(letters).not.toContain('order-asked')
    expect(await taken()).toEqual([3, 3, 3])
  })

  test('an order that awaits confirmation and is sent again with the same idempotency key is stored and e-mailed once', async () => {
    const who = aStranger()
    const headers = { 'idempotency-key': 'the-same-order-again' }
    const answers = await Promise.all([1, 2, 3].map(() => calls.order(who, wanted(), { headers })))
    answers.push(await calls.order(who, wanted(), { headers }))
    const done = answers.filter(({ status }) => status === 201)
    expect(done.length).toBeGreaterThan(1)
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    expect((await lettersTo(app, who.email)).map(({ template }) => template)).toEqual(['order-asked'])
    const rows = await app.db.read
      .selectFrom('shop_order')
      .select('id')
      .where('email', '=', who.email)
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('each unconfirmed order of a person has its own link, which places only that order', async () => {
    const who = aStranger()
    const first = await ask(who)
    const second = await ask({ ...who, network: aStranger().network })
    expect(second.id).not.toBe(first.id)
    expect((await calls.press(first.token)).status).toBe(200)
    expect(await taken()).toEqual([many, 1, 1])
    expect((await calls.press(second.token)).status).toBe(200)
    expect(await taken()).toEqual([2 * many, 2, 2])
  })

  test('the hold of an order that was confirmed by e-mail ends like any other hold', async () => {
    const { id, token } = await ask()
    const { holdUntil } = (await calls.press(token)).body.data
    app.deps.clock.set(holdUntil)
    await app.app.services.orders.expireHolds()
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled', ended_by: 'hold' })
    expect(await view(id)).toMatchObject({ status: 'cancelled', endedBy: 'hold', askedUntil: null })
    expect(await taken()).toEqual([0, 0, 0])
    await calls.press(token)
    expect(await taken()).toEqual([0, 0, 0])
  })

  partOnSqlite(engine, 'the personal data of an unconfirmed order', () => {
    const desk = (path: string, who: string, more: object = {}) =>
      as(owner.token, 'POST', `/api/admin/people-data/${path}`, { who, ...more })

    test('names are erased from a never confirmed order after a week, but not from a placed order', async () => {
      const never = await ask()
      const placed = await ask()
      expect((await calls.press(placed.token)).status).toBe(200)
      const house = () => app.app.services.housekeeping.keepHouse()
      app.deps.clock.set(addMs(testNow, 7 * 24 * hour))
      await house()
      expect((await rowOf(never.id)).email).toBe(never.who.email)
      app.deps.clock.advance(24 * hour)
      await house()
      const { email, phone, customer_name, recipient_name, address } = await rowOf(never.id)
      expect(email).not.toBe(never.who.email)
      expect(phone).not.toBe(never.who.phone)
      expect([customer_name, recipient_name, address]).not.toContain('Kayal Devi')
      expect([recipient_name, address]).toEqual([null, null])
      expect((await rowOf(placed.id)).email).toBe(placed.who.email)
    })

    test('an unconfirmed order is found, exported and erased with its person’s data', async () => {
      const { who, id, ordernumber } = await ask()
      const found = await desk('find', who.email)
      expect(found.status, found.text).toBe(200)
      expect(found.body.data.addresses).toContain(who.email)
      const exported = await desk('export', who.email)
      expect(exported.status, exported.text).toBe(200)
      expect(JSON.stringify(exported.body.data.data)).toContain(ordernumber)
      const erased = await desk('erase', who.email)
      expect(erased.status, erased.text).toBe(200)
      expect((await rowOf(id)).email).not.toBe(who.email)
    })
  })
})

onSqlite(
  'an order that has to be confirmed by e-mail, with simulated payments',
  { env: simulator },
  (app) => {
    test('an unconfirmed order takes no simulated payment; confirming the order holds its stock for half an hour', async () => {
      const calls = callsOf(app)
      const { afternoon } = await addDeliveryPlan(app)
      const productId = await addProduct(app, 1_000)
      const lines = [{ productId, quantity: many }]
      const who = aStranger()
      const asked = await calls.order(who, { slotId: afternoon, lines })
      expect(outcomeOf(asked)).toBe('asked')
      const { id } = asked.body.data
      const pay = () => app.http('PATCH', `/api/orders/${id}/status`, { body: { status: 'confirmed' } })
      const refused = await pay()
      expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
      const money = () => app.db.read.selectFrom('receipt').select('id').execute()
      expect(await money()).toEqual([])
      expect(await stockOf(app, productId)).toBe(1_000)
      const pressed = await calls.press(await calls.tokenFor(who))
      expect(pressed.body.data.holdUntil).toBe(addMs(testNow, 30 * 60_000))
      expect((await pay()).status).toBe(200)
      expect(await money()).toHaveLength(1)
      expect(await stockOf(app, productId)).toBe(1_000 - many)
    })
  },
)
