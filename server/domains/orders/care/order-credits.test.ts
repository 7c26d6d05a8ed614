import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { DomainError } from '../../../../contract/errors.ts'
import { type CreditKind, creditKinds } from '../../../../contract/money/coupon-facts.ts'
import { type OrderStatus, orderStatuses, statusUndoMs } from '../../../../contract/orders/order-facts.ts'
import { placeOrderBody } from '../../../../contract/orders/store-orders.ts'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { lastConfirmed } from '../../../../tests/harness/callers.ts'
import { lettersTo, newestLetterTo } from '../../../../tests/harness/letters.ts'
import { callers, onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct, placeOrder } from '../../../../tests/harness/orders.ts'
import { addCourse, atCounter, enrolmentBody, proveAll, seatCounts } from '../../../../tests/harness/seats.ts'
import { addDeliveryPlan, orderBody } from '../../../../tests/harness/store.ts'
import { addDays } from '../../../platform/clock.ts'

/**
 * `MALAR_SEAT_HISTORIES=2000` runs as many histories as a release requires. The tests of seats use the same variable.
 */
const historiesAsked = process.env['MALAR_SEAT_HISTORIES']
const minute = 60_000
const racing = 30
const email = 'kayal@malar.example'
const by = { userId: 'staff', email: 'staff@malar.example' }
const generic = 'This code can’t be used with this order.'

const sentBack = { note: 'sent back' }

onEachEngine('store credit', (app, engine) => {
  const { staff, user } = callers(app, 'staff', 'user')
  let slots: Awaited<ReturnType<typeof addDeliveryPlan>>
  let roses: string
  /** A paid order of ₹1,000 for flowers and ₹120 for the delivery. */
  let spoilt: string
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, ['outbox', 'letter_count'])
    slots = await addDeliveryPlan(app)
    roses = await addProduct(app, 1000, 'Roses')
    spoilt = await placeOrder(app, [{ productId: null, quantity: 2 }], { status: 'delivered', isPaid: true })
  })

  const services = () => app.app.services
  const give = async (id: string, body: object = {}, token: string | null = staff.token) => {
    // The tests move the clock back and forth, so staff confirm their password again at the current time.
    await lastConfirmed(app, staff, 0)
    return app.http('POST', `/api/admin/orders/${id}/credit`, {
      token,
      body: { amount: '800', endsOn: '2026-08-31', why: 'The lilies came brown', ...body },
    })
  }
  const codeOf = async (amount = '800') => (await give(spoilt, { amount })).body.data.code as string
  const post = (couponCode: string, changes: object = {}) =>
    app.http('POST', '/api/orders', {
      body: orderBody({
        slotId: slots.afternoon,
        lines: [{ productId: roses, quantity: 1 }],
        email,
        couponCode,
        ...changes,
      }),
    })
  async function place(couponCode: string, changes: object = {}) {
    await proveAll(app)
    const answer = await post(couponCode, changes)
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data as { id: string; total: string; status: string }
  }
  const pay = (id: string) => app.http('PATCH', `/api/orders/${id}/status`, { body: { status: 'confirmed' } })
  const cancel = (id: string) => app.http('POST', `/api/orders/${id}/cancel`, { body: { email } })
  const set = async (id: string, status: OrderStatus) => {
    await services().orders.setStatus(id, { status }, null)
    app.deps.clock.advance(statusUndoMs)
    await services().orders.runDueEffects()
  }
  const creditsOf = async (id: string) =>
    (await app.http('GET', `/api/admin/orders/${id}`, { token: staff.token })).body.data.credits as {
      id: string
      code: string
      credit: string
      amount: number
      uses: number
      endsOn: string
    }[]
  const moneyOf = (id: string) =>
    app.db.read
      .selectFrom('money_state')
      .select(['state', 'unseated_in_paise'])
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow()

  /** Returns the credit that staff gave, and the sum of its unused, held and used parts, in paise. */
  async function sums() {
    const coupons = await app.db.read
      .selectFrom('coupon')
      .selectAll()
      .where('credit_kind', 'is not', null)
      .execute()
    const uses = await app.db.read
      .selectFrom('coupon_use')
      .selectAll()
      .where('given_back_at', 'is', null)
      .execute()
    let given = 0
    let worth = 0
    for (const { id, uses: count, credit_kind, amount_in_paise } of coupons) {
      const amount = Number(amount_in_paise)
      if (credit_kind === 'given') given += amount
      const use = uses.find((one) => one.coupon_id === id)
      if (count === 0) worth += amount
      // An unpaid order holds the whole credit of the code. Once the order is paid, the rest of the credit is in
      // another code.
      else if (use) worth += use.settled_at === null ? amount : Number(use.discount_in_paise)
    }
    return { given, worth }
  }

  partOnSqlite(engine, 'refused store credit', () => {
    test.each([
      [{ amount: 'Enter an amount of store credit above 0, with at most 2 decimal places' }, { amount: '0' }],
      [
        { amount: 'Enter an amount of store credit above 0, with at most 2 decimal places' },
        { amount: 'much' },
      ],
      [{ endsOn: 'That date doesn’t exist. Enter another date.' }, { endsOn: '2026-02-31' }],
      [{ endsOn: 'The last day must be today or later' }, { endsOn: '2026-03-01' }],
      [{ why: 'Say what the credit is for' }, { why: ' ' }],
    ])(
      'a store credit with a wrong field is refused with the sentence for that field: %j',
      async (fields, body) => {
        const answer = await give(spoilt, body)
        expect([answer.status, answer.body.fields]).toEqual([400, fields])
        expect(await creditsOf(spoilt)).toEqual([])
      },
    )

    test('only staff can give store credit, and only for an order that exists and is paid', async () => {
      expect((await give(spoilt, {}, null)).status).toBe(401)
      expect((await give(spoilt, {}, user.token)).status).toBe(403)
      expect((await give('nothing')).status).toBe(404)
      const unpaid = await placeOrder(app, [{ productId: null, quantity: 1 }], { status: 'delivered' })
      const { status, body } = await give(unpaid)
      expect([status, body.error]).toEqual([409, 'This order isn’t paid. Choose a paid order.'])
    })

    test('only the buyer can use the code of a store credit for an order, and the refusal does not say why', async () => {
      const code = await codeOf()
      const another = await post(code, { email: 'uma@malar.example' })
      expect([another.status, another.body.error]).toEqual([409, generic])
      // The check before ordering does not look at the address, so the response tells a stranger nothing.
      for (const email of ['uma@malar.example', 'Kayal@Malar.example']) {
        const body = { code, lines: [{ productId: roses, quantity: 1 }], email }
        const { data } = (await app.http('POST', '/api/coupons/validate', { body })).body
        expect([email, data.discount]).toEqual([email, 500])
      }
      await place(code)
    })

    test('a store credit cannot pay for a course, not even by its buyer', async () => {
      const couponCode = await codeOf()
      const course = await addCourse(app)
      const quote = { code: couponCode, courseId: course.id }
      for (const answer of [
        await app.http('POST', '/api/enrollments', { body: enrolmentBody(course.id, { email, couponCode }) }),
        await app.http('POST', '/api/coupons/validate', { body: quote }),
      ])
        expect([answer.status, answer.body.error]).toEqual([409, 'This code is for our flower store only.'])
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
      await place(couponCode)
    })

    test('the amount, uses, code and scope of a store credit cannot change, but its last day and activation can', async () => {
      await codeOf()
      const [{ id } = { id: '' }] = await creditsOf(spoilt)
      const change = (body: object) =>
        app.http('PUT', `/api/admin/coupons/${id}`, { token: staff.token, body })
      for (const body of [{ amount: '900' }, { usesMax: 2 }, { code: 'MORE-1' }, { scope: 'all' }]) {
        expect([body, (await change(body)).status]).toEqual([body, 409])
      }
      expect((await change({ endsOn: '2026-12-31', isActive: false, amount: '800' })).status).toBe(200)
    })
  })

  describe('the limit of store credit', () => {
    test('the credits for an order are at most what was paid for the order, also when many are given at once', async () => {
      const { status, body } = await give(spoilt, { amount: '1120.01' })
      expect([status, body.error]).toEqual([
        409,
        'Store credit can’t be more than what was paid for the order. Give ₹1,120 or less.',
      ])
      const answers = await Promise.all(Array.from({ length: 10 }, () => give(spoilt, { amount: '300' })))
      expect(answers.map((one) => one.status).sort()).toEqual([
        ...Array<number>(3).fill(201),
        ...Array<number>(7).fill(409),
      ])
      expect((await give(spoilt, { amount: '220' })).status).toBe(201)
      expect((await give(spoilt, { amount: '1' })).body.error).toBe(
        'Everything that was paid for this order has already been refunded or given as store credit.',
      )
    })
  })

  test('a store credit is a code for one use, which the buyer gets by e-mail and staff see in the list and the audit log', async () => {
    const code = await codeOf()
    expect(code).toMatch(/^CREDIT-[2-9A-Z]{8}$/)
    expect(await creditsOf(spoilt)).toMatchObject([
      {
        code,
        credit: 'given',
        amount: 800,
        uses: 0,
        usesMax: 1,
        endsOn: '2026-08-31',
        series: 'Store credit',
      },
    ])
    const letter = await newestLetterTo(app, email)
    expect(letter.subject).toBe('Your store credit of ₹800')
    for (const words of [code, '31 August 2026']) expect(letter.text).toContain(words)
    expect(letter.text).not.toContain('brown')
    const listed = await app.http('GET', '/api/admin/coupons?series=Store%20credit&q=' + code, {
      token: staff.token,
    })
    expect(listed.body.data).toHaveLength(1)
    const log = await app.http('GET', `/api/admin/audit?kind=order&record=${spoilt}`, { token: staff.token })
    expect(log.body.data[0]).toMatchObject({ who: { email: staff.email } })
    expect(log.body.data[0].changes).toContainEqual({ field: 'credit', from: null, to: '₹800' })
  })

  test('the part of a store credit that an order does not use becomes a new code when the order is paid, not before', async () => {
    const code = await codeOf()
    const order = await place(code)
    expect([order.total, (await lettersTo(app, email)).length]).toEqual(['80.00', 2])
    expect(await creditsOf(order.id)).toEqual([])
    for (const _ of [1, 2]) expect((await pay(order.id)).status).toBe(200)
    const credits = await creditsOf(order.id)
    // The rest is valid as long as the original credit, and at least ninety days.
    expect(credits).toMatchObject([{ credit: 'rest', amount: 300, uses: 0, endsOn: '2026-08-31' }])
    const told = (await lettersTo(app, email)).filter(({ template }) => template === 'store-credit')
    expect(told.map(({ data }) => data['kind']).sort()).toEqual(['given', 'rest'])
    expect((await post(code)).status).toBe(409)
    await place(credits[0]?.code ?? '')
  })

  test('an order that a store credit pays in full is confirmed immediately, and the rest of the credit becomes a new code', async () => {
    const order = await place(await codeOf(), { slotId: slots.pickup })
    expect([order.total, order.status]).toEqual(['0.00', 'confirmed'])
    expect(await creditsOf(order.id)).toMatchObject([{ credit: 'rest', amount: 300 }])
    app.deps.clock.advance(minute)
    await cancel(order.id)
    // Nobody paid money for the order, so there is no refund to make.
    expect((await moneyOf(order.id)).state).toBe('paid')
    expect(await creditsOf(order.id)).toMatchObject([
      { credit: 'returned', amount: 500 },
      { credit: 'rest', amount: 300 },
    ])
  })

  test('an order that ends unpaid frees its whole store credit, and a late payment takes the credit again', async () => {
    const code = await codeOf()
    const order = await place(code)
    app.deps.clock.advance(31 * minute)
    await services().orders.expireHolds()
    expect(await creditsOf(order.id)).toEqual([])
    const second = await place(code)
    await cancel(second.id)
    expect((await pay(order.id)).status).toBe(200)
    expect(await creditsOf(order.id)).toMatchObject([{ credit: 'rest', amount: 300 }])
    expect((await post(code)).status).toBe(409)
  })

  test.each(['the customer', 'staff'])(
    'a paid order cancelled by %s returns the used store credit as a code, and its money waits for a refund',
    async (who) => {
      const order = await place(await codeOf())
      await pay(order.id)
      app.deps.clock.advance(minute)
      if (who === 'staff') await set(order.id, 'cancelled')
      else expect((await cancel(order.id)).status).toBe(200)
      const [returned, rest] = await creditsOf(order.id)
      expect([returned, rest]).toMatchObject([
        { credit: 'returned', amount: 500, uses: 0 },
        { credit: 'rest', amount: 300, uses: 0 },
      ])
      expect(await moneyOf(order.id)).toMatchObject({ state: 'attention', unseated_in_paise: 8_000 })
      const told = (await lettersTo(app, email)).map(({ data }) => [data['kind'], data['code']])
      expect(told).toContainEqual(['returned', returned?.code])

      await set(order.id, 'confirmed')
      expect((await creditsOf(order.id)).map(({ uses }) => uses)).toEqual([1, 0])
      await set(order.id, 'cancelled')
      expect((await creditsOf(order.id)).map(({ uses, amount }) => [uses, amount])).toContainEqual([0, 500])
    },
  )

  test('if a returned code was used before its order is reopened, the audit log says so and no credit counts twice', async () => {
    const order = await place(await codeOf())
    await pay(order.id)
    await set(order.id, 'cancelled')
    const [returned] = await creditsOf(order.id)
    await place(returned?.code ?? '')
    await set(order.id, 'confirmed')
    const log = await app.http('GET', `/api/admin/audit?kind=order&record=${order.id}`, {
      token: staff.token,
    })
    expect(JSON.stringify(log.body.data)).toContain('used elsewhere')
    const { given, worth } = await sums()
    expect(worth).toBe(given)
  })

  describe('the limit of all store credits for one order', () => {
    const asStaff = (method: string, path: string) => app.http(method, path, { token: staff.token })
    const bin = (id: string) => asStaff('DELETE', `/api/admin/coupons/${id}`)
    const restore = (id: string) => asStaff('POST', `/api/admin/bin/coupon/${id}/restore`)
    const newest = async (id: string) => {
      const [credit] = await creditsOf(id)
      if (credit === undefined) throw new Error('no credit was given')
      return credit
    }
    async function paidOrder(code = '') {
      const { id } = await place(code)
      expect((await pay(id)).status).toBe(200)
      return id
    }

    test('a payment cannot be reversed as a mistake until the store credit given for it is deleted', async () => {
      const order = await placeOrder(app, [{ productId: null, quantity: 2 }])
      await app.http('POST', `/api/admin/orders/${order}/payment`, {
        token: staff.token,
        body: { method: 'cash' },
      })
      const { id: receipt } = (
        await app.http('GET', `/api/admin/money/of/order/${order}`, { token: staff.token })
      ).body.data.entries[0]
      await give(order, { amount: '800' })
      const reverse = () =>
        app.http('POST', `/api/admin/money/receipts/${receipt}/reverse`, {
          token: staff.token,
          body: { reason: 'Meant for another order' },
        })
      const refused = await reverse()
      expect([refused.status, refused.body.error]).toEqual([
        409,
        'Store credit was given for this payment. Delete the credit’s code first, or leave the payment as it is.',
      ])
      const [credit] = await creditsOf(order)
      await app.http('DELETE', `/api/admin/coupons/${credit?.id}`, { token: staff.token })
      expect((await reverse()).status).toBe(200)
    })

    test('a used code of a store credit still counts in the order’s limit of credit while the code is in the bin', async () => {
      const id = await paidOrder()
      await give(id, { amount: '580' })
      const { id: couponId, code } = await newest(id)
      await place(code)
      expect((await bin(couponId)).status).toBe(200)
      const { status, body } = await give(id, { amount: '1' })
      expect([status, body.error]).toEqual([
        409,
        'Everything that was paid for this order has already been refunded or given as store credit.',
      ])
      expect((await restore(couponId)).status).toBe(200)
    })

    test('an unused code in the bin can be restored only while no other credit has used up the order’s limit', async () => {
      const id = await paidOrder()
      await give(id, { amount: '580' })
      const first = await newest(id)
      await bin(first.id)
      expect((await give(id, { amount: '580' })).status).toBe(201)
      const { status, body } = await restore(first.id)
      expect([status, body.error]).toEqual([
        409,
        'You can’t restore this store credit, because its order’s payment has since been refunded or given as other store credit.',
      ])
      await bin((await newest(id)).id)
      const answers = await Promise.all([restore(first.id), give(id, { amount: '580' })])
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
      expect(await creditsOf(id)).toHaveLength(1)
    })

    test('a late payment cannot use a code that was deleted while the order held it', async () => {
      const id = await paidOrder()
      await give(id, { amount: '580' })
      const { id: couponId, code } = await newest(id)
      const late = await place(code)
      await bin(couponId)
      app.deps.clock.advance(31 * minute)
      await services().orders.expireHolds()
      expect((await give(id, { amount: '580' })).status).toBe(201)
      expect((await pay(late.id)).status).toBe(409)
    })

    test('the limit of credit is what was paid after a discount, and a payment by store credit counts as paid', async () => {
      const half = { code: 'HALF', kind: 'percent', percent: 50, scope: 'all' } as const
      await app.db.transaction((tx) => services().coupons.add(tx, half, by))
      const cheap = await paidOrder('HALF')
      const byCredit = await paidOrder(await codeOf())
      for (const [id, most] of [
        [cheap, '330'],
        [byCredit, '580'],
      ] as const) {
        expect((await give(id, { amount: `${most}.01` })).body.error).toContain(`₹${most} or less`)
        expect((await give(id, { amount: most })).status).toBe(201)
      }
    })

    test('when the customer cancels an order, its unused store credit ends and all its money waits for a refund', async () => {
      const id = await paidOrder()
      await give(id, { amount: '580' })
      const { id: couponId, code } = await newest(id)
      expect((await cancel(id)).status).toBe(200)
      expect([await creditsOf(id), (await post(code)).status]).toEqual([[], 409])
      expect(await moneyOf(id)).toEqual({ state: 'attention', unseated_in_paise: 58_000 })
      expect([(await restore(couponId)).status, (await give(id, { amount: '1' })).status]).toEqual([409, 409])
    })

    test.each(['the customer', 'staff'])(
      'an order cancelled by %s refunds its money less the used credit; the reopened order counts as paid in full',
      async (who) => {
        const id = await paidOrder()
        await give(id, { amount: '300' })
        await place((await newest(id)).code)
        if (who === 'staff') await set(id, 'cancelled')
        else expect((await cancel(id)).status).toBe(200)
        expect(await moneyOf(id)).toEqual({ state: 'attention', unseated_in_paise: 28_000 })
        await set(id, 'confirmed')
        expect(await moneyOf(id)).toEqual({ state: 'paid', unseated_in_paise: 0 })
        await set(id, 'cancelled')
        await app.db.transaction((tx) =>
          services().settlement.refund(tx, services().payables.order, id, sentBack, by),
        )
        expect(await moneyOf(id)).toEqual({ state: 'paid', unseated_in_paise: 0 })
        expect((await give(id, { amount: '1' })).status).toBe(409)
        // Refunded money has to be paid again.
        await set(id, 'confirmed')
        expect((await services().orders.getOrder(id)).paymentstatus).toBe('pending')
      },
    )
  })

  describe(`${racing} requests at once`, () => {
    test('the code of a store credit pays only one of the orders that are placed with the code at once', async () => {
      const code = await codeOf()
      const answers = await Promise.all(Array.from({ length: racing }, () => post(code)))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    })

    test('paying and cancelling one order at the same time neither adds nor loses store credit', async () => {
      const order = await place(await codeOf())
      await Promise.all(
        Array.from({ length: racing }, (_, n) => (n % 3 === 2 ? cancel(order.id) : pay(order.id))),
      )
      await cancel(order.id)
      const { given, worth } = await sums()
      expect(worth).toBe(given)
    })

    test('control: making the rest of a credit without locking the order creates store credit from nothing', async () => {
      const order = await place(await codeOf())
      const open = await Promise.all(
        Array.from({ length: racing }, () =>
          app.db.read
            .selectFrom('coupon_use')
            .select(['id', 'coupon_id'])
            .where('subject_id', '=', order.id)
            .where('settled_at', 'is', null)
            .execute(),
        ),
      )
      for (const [use] of open) {
        if (use === undefined) continue
        await app.db.transaction(async (tx) => {
          const made = { orderId: order.id, amountInPaise: 30_000, endsOn: null, note: 'The rest' }
          const { code } = await app.app.services.coupons.giveCredit(tx, made, by)
          await tx.updateTable('coupon').set({ credit_kind: 'rest' }).where('code', '=', code).execute()
        })
      }
      const { given, worth } = await sums()
      expect(worth).toBeGreaterThan(given)
      await app.db.write.deleteFrom('coupon').where('credit_order_id', '=', order.id).execute()
    })
  })

  const ofOrder = <const Do extends string>(name: Do) =>
    fc.record({ do: fc.constant(name), order: fc.nat(9) })
  const step = fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('give' as const), rupees: fc.integer({ min: 1, max: 900 }) }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('place' as const),
        code: fc.nat(9),
        roses: fc.integer({ min: 1, max: 2 }),
        isFetched: fc.boolean(),
      }),
    },
    { weight: 5, arbitrary: ofOrder('pay') },
    { weight: 1, arbitrary: ofOrder('staff-pay') },
    { weight: 3, arbitrary: ofOrder('cancel') },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('set' as const),
        order: fc.nat(9),
        status: fc.constantFrom(...orderStatuses),
      }),
    },
    { weight: 1, arbitrary: ofOrder('undo') },
    { weight: 1, arbitrary: ofOrder('refund') },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 40) }),
    },
    { weight: 3, arbitrary: fc.constant({ do: 'expire' as const }) },
  )
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

  const histories = Number(historiesAsked ?? (engine === 'sqlite' ? 40 : 15))
  test(
    'in random histories of orders all given store credit is always used, held by an order or left as a code',
    async () => {
      const delivery = await addDeliveryPlan(app)
      const countKinds = async () => {
        const rows = await app.db.read.selectFrom('coupon').select('credit_kind').execute()
        const count = (kind: CreditKind) => rows.filter(({ credit_kind }) => credit_kind === kind).length
        return { given: count('given'), rest: count('rest'), returned: count('returned') }
      }
      const before = await countKinds()
      async function live(together: number, steps: Step[]) {
        const known: string[] = []
        const mine = await placeOrder(app, [{ productId: null, quantity: 2 }], { isPaid: true })
        await take({ do: 'give', rupees: 700 })
        async function take(one: Step): Promise<void> {
          const id = 'order' in one ? known[one.order % Math.max(1, known.length)] : undefined
          if ('order' in one && id === undefined) return
          switch (one.do) {
            case 'give':
              await app.db.transaction((tx) =>
                services().orders.giveCredit(
                  tx,
                  mine,
                  { amount: one.rupees * 100, endsOn: addDays(app.deps.clock.today(), 30), why: 'Brown' },
                  by,
                ),
              )
              return
            case 'place': {
              const codes = await app.db.read
                .selectFrom('coupon')
                .select('code')
                .where('credit_order_id', 'in', [mine, ...known])
                .orderBy('created_at')
                .orderBy('amount_in_paise')
                .orderBy('credit_kind')
                .execute()
              const body = placeOrderBody.parse(
                orderBody({
                  day: addDays(app.deps.clock.today(), 3),
                  slotId: one.isFetched ? delivery.pickup : delivery.afternoon,
                  lines: [{ productId: roses, quantity: one.roses }],
                  email,
                  couponCode: codes[one.code % Math.max(1, codes.length)]?.code,
                }),
              )
              const row = await app.db.transaction((tx) =>
                services().orders.place(
                  tx,
                  body,
                  { userId: null, cartToken: null },
                  { holdHours: 48, deliveryDaysAhead: 60, makingHours: 3 },
                  atCounter,
                ),
              )
              known.push(row.id)
              return
            }
            case 'pay': {
              const claim = await services().settlement.claim(services().payables.order, id as string, {
                holdHours: 48,
              })
              await app.db.transaction((tx) =>
                services().settlement.finalise(tx, services().payables.order, id as string, claim),
              )
              return
            }
            case 'staff-pay':
              await services().settlement.markPaid(services().payables.order, id as string, {}, by)
              return
            case 'cancel':
              await app.db.transaction((tx) => services().orders.cancel(tx, id as string, email))
              return
            case 'set':
              await services().orders.setStatus(id as string, { status: one.status }, by)
              return
            case 'undo': {
              const { change } = await services().orders.getOrder(id as string)
              if (change !== null) await services().orders.undoStatus(id as string, change.id, by)
              return
            }
            case 'refund':
              await app.db.transaction((tx) =>
                services().settlement.refund(tx, services().payables.order, id as string, sentBack, by),
              )
              return
            case 'wait':
              return app.deps.clock.advance(one.minutes * minute)
            case 'expire':
              await services().orders.expireHolds()
              await services().orders.runDueEffects()
          }
        }
        for (let at = 0; at < steps.length; at += together) {
          const round = steps.slice(at, at + together).map((one) =>
            take(one).catch((error: unknown) => {
              if (!(error instanceof DomainError)) throw error
            }),
          )
          await Promise.all(round)
          const { given, worth } = await sums()
          expect(worth).toBe(given)
        }
      }
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(1, 1, 3, 6),
          fc.array(step, { minLength: 1, maxLength: 25, size: 'max' }),
          live,
        ),
        { numRuns: histories, seed: 20260304 },
      )
      // Each code was sent in exactly one letter, and the histories made codes of all kinds.
      const after = await countKinds()
      const told = (await lettersTo(app, email)).filter(({ template }) => template === 'store-credit')
      for (const kind of creditKinds) {
        const made = after[kind] - before[kind]
        expect([kind, told.filter(({ data }) => data['kind'] === kind).length]).toEqual([kind, made])
        expect(made).toBeGreaterThan(0)
      }
    },
    20_000 + histories * 400,
  )
})
