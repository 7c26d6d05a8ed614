import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addFlower, addRecipe, orderFor } from '../../../tests/harness/florist.ts'
import { callers, onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../tests/harness/orders.ts'
import { addCourse, enrol } from '../../../tests/harness/seats.ts'
import { instantOf } from '../../platform/clock.ts'
import { createFloristReport } from './florist.report.ts'

const day = '2026-03-04'
const next = '2026-03-05'

onEachEngine('the florist’s lists', (app, engine) => {
  const { staff, user } = callers(app, 'staff', 'user')
  const get = (at: string) => app.http('GET', at, { token: staff.token })
  const market = async (query = '') => (await get(`/api/admin/florist/market${query}`)).body.data
  const dayOf = async (query = '') => (await get(`/api/admin/florist/day${query}`)).body.data

  let roses: string
  let vase: string
  let rose: string
  let fern: string
  beforeAll(async () => {
    rose = await addFlower(app, 'Rose')
    fern = await addFlower(app, 'Fern', { bunchSize: 10, price: 5_000 })
    roses = await addProduct(app, 1000, 'Rose dozen')
    vase = await addProduct(app, 1000, 'Vase')
    await addRecipe(app, `product:${roses}`, [
      { flowerId: rose, count: 12, waste: 10 },
      { flowerId: fern, count: 1, waste: 0 },
    ])
  })

  test.each([['/api/admin/florist/market'], ['/api/admin/florist/day']])(
    '%s refuses visitors with and without an account',
    async (at) => {
      expect((await app.http('GET', at)).status).toBe(401)
      expect((await app.http('GET', at, { token: user.token })).status).toBe(403)
    },
  )

  test.each([
    ['?from=2026-03-05&to=2026-03-04', 'to', 'Choose a last day that isn’t before the first day'],
    ['?from=2026-03-01&to=2026-04-01', 'to', 'Choose at most 31 days'],
    ['?from=2026-02-30', 'from', 'That date doesn’t exist. Enter another date.'],
  ])('the market list with %s is refused with a sentence', async (query, field, sentence) => {
    const { status, body } = await get(`/api/admin/florist/market${query}`)
    expect([status, body.fields]).toEqual([400, { [field]: sentence }])
  })

  describe('the market list', () => {
    const other = '2026-05-11'

    test('the market list adds up the stems of each flower in its days’ orders, adds the waste, and rounds up to bunches', async () => {
      expect(await market()).toMatchObject({ from: '2026-03-02', to: '2026-03-02', flowers: [], orders: 0 })
      await orderFor(app, day, [{ productId: roses, quantity: 1 }])
      await orderFor(
        app,
        day,
        [
          { productId: roses, quantity: 2 },
          { productId: vase, quantity: 1, name: 'Vase' },
        ],
        {
          status: 'processing',
        },
      )
      const { flowers, orders, without } = await market(`?from=${day}&to=${day}`)
      expect(orders).toBe(2)
      // Three times 13.2 roses are rounded up once, to 40.
      expect(flowers).toEqual([
        { flowerId: fern, name: 'Fern', unit: 'stem', bunchSize: 10, price: 50, needed: 3 },
        { flowerId: rose, name: 'Rose', unit: 'stem', bunchSize: 20, price: 240, needed: 40 },
      ])
      expect(without).toEqual([{ kind: 'product', name: 'Vase', size: null, count: 1 }])
    })

    test('the market list does not report an add-on without a recipe', async () => {
      const lamp = await addProduct(app, 10, 'Lamp')
      await app.db.write.updateTable('product').set({ is_addon: 1 }).where('id', '=', lamp).execute()
      await orderFor(app, '2026-05-12', [{ productId: lamp, quantity: 1, name: 'Lamp' }])
      expect(await market('?from=2026-05-12&to=2026-05-12')).toMatchObject({ orders: 1, without: [] })
    })

    test('the market list leaves out unpaid, cancelled and arranged orders, and says how many are unpaid', async () => {
      for (const status of ['pending', 'cancelled', 'shipped', 'delivered', 'completed'] as const) {
        await orderFor(app, next, [{ productId: roses, quantity: 5 }], { status })
      }
      await orderFor(app, next, [{ productId: roses, quantity: 5 }], {
        status: 'processing',
        ready_at: instantOf(next, '07:00'),
      })
      expect(await market(`?from=${next}&to=${next}`)).toMatchObject({ flowers: [], orders: 0, unpaid: 1 })
    })

    test('the market list counts each size of a product by its own recipe, and reports sizes without a recipe', async () => {
      const box = await addProduct(app, 100, 'Box')
      const sizes = ['small', 'grand'].map((name) => `${name}-${engine}`)
      await app.db.write
        .insertInto('product_size')
        .values(
          sizes.map((id, position) => ({
            id,
            product_id: box,
            position,
            name: id,
            price_in_paise: 1,
            stems: null,
          })),
        )
        .execute()
      const [small = '', grand = ''] = sizes
      await addRecipe(app, `product:${box}:${grand}`, [{ flowerId: rose, count: 30 }])
      await orderFor(app, other, [
        { productId: box, quantity: 1, name: 'Box', sizeId: grand, size: 'Grand' },
        { productId: box, quantity: 2, name: 'Box', sizeId: small, size: 'Small' },
      ])
      expect(await market(`?from=${other}&to=${other}`)).toMatchObject({
        flowers: [{ name: 'Rose', needed: 30 }],
        without: [{ kind: 'product', name: 'Box', size: 'Small', count: 2 }],
      })
    })

    test('the market list of a day has midnight deliveries that begin that evening, and no other orders of the next day', async () => {
      const [evening, midnight] = ['2026-06-10', '2026-06-11']
      await orderFor(app, midnight, [{ productId: roses, quantity: 1 }], {
        way: 'midnight',
        window_from: instantOf(evening, '23:00'),
        window_to: instantOf(midnight, '00:30'),
      })
      await orderFor(app, midnight, [{ productId: roses, quantity: 1 }])
      expect((await market(`?from=${evening}&to=${evening}`)).orders).toBe(1)
      // The flowers of a midnight order are bought once, for the day on which the order is made.
      expect((await market(`?from=${midnight}&to=${midnight}`)).orders).toBe(1)
      expect((await market(`?from=${evening}&to=${midnight}`)).orders).toBe(2)
      expect((await dayOf(`?day=${evening}`)).orders).toMatchObject([{ day: midnight, way: 'midnight' }])
    })

    test('the market list counts the taken seats of a batch by the recipe of its class', async () => {
      const course = await addCourse(app, { nextbatch: '2026-03-20', title: 'Garlands' })
      const bare = await addCourse(app, { nextbatch: '2026-03-21', title: 'Bare' })
      await addRecipe(app, `course:${course.id}`, [{ flowerId: fern, count: 7, waste: 0 }])
      for (let n = 0; n < 3; n++) await enrol(app, course.id)
      await enrol(app, bare.id)
      expect(await market('?from=2026-03-20&to=2026-03-21')).toMatchObject({
        flowers: [{ name: 'Fern', needed: 21 }],
        students: 4,
        orders: 0,
        without: [{ kind: 'course', name: 'Bare', count: 1 }],
      })
      expect(await market('?from=2026-03-22&to=2026-03-22')).toMatchObject({ flowers: [], students: 0 })
    })

    test('the market list divides a batch’s flowers among its sessions; cancelled sessions and batches need none', async () => {
      const course = await addCourse(app, { nextbatch: '2026-03-24', title: 'Torans' })
      await addRecipe(app, `course:${course.id}`, [{ flowerId: fern, count: 7, waste: 10 }])
      for (let n = 0; n < 3; n++) await enrol(app, course.id)
      const token = staff.token
      const { body } = await app.http('GET', `/api/admin/batches?course=${course.id}`, { token })
      const [batch] = body.data
      const hours = { from: '10:00', to: '12:00' }
      const meetings = ['2026-03-24', '2026-03-26', '2026-03-31'].map((day) => ({ day, ...hours }))
      const path = `/api/admin/batches/${batch.id}`
      const saved = await app.http('PUT', `${path}/meetings`, { token, body: { meetings } })
      expect(saved.status, saved.text).toBe(200)
      const needed = async (from: string, to = from) => {
        const { flowers, students } = await market(`?from=${from}&to=${to}`)
        return [flowers[0]?.needed, students]
      }
      // Seven ferns and 10 % waste, for three students, are 23.1 ferns in all.
      expect(await needed('2026-03-24', '2026-03-31')).toEqual([24, 3])
      expect(await needed('2026-03-26')).toEqual([8, 3])
      expect(await needed('2026-03-25', '2026-03-31')).toEqual([16, 3])
      expect(await needed('2026-03-25')).toEqual([undefined, 0])
      const fewer = { meetings: meetings.filter(({ day }) => day !== '2026-03-26') }
      expect((await app.http('PUT', `${path}/meetings`, { token, body: fewer })).status).toBe(200)
      expect(await needed('2026-03-26')).toEqual([undefined, 0])
      expect(await needed('2026-03-24')).toEqual([12, 3])
      const cancelled = await app.http('POST', `${path}/cancel`, { token, body: { reason: 'Rain' } })
      expect(cancelled.status, cancelled.text).toBe(200)
      expect(await needed('2026-03-24')).toEqual([undefined, 0])
    })
  })

  describe('the florist’s day', () => {
    const third = '2026-07-03'

    test('the florist’s day lists its orders by slot and zone, with all facts for arranging and delivering', async () => {
      const afternoon = { slot_name: 'Afternoon', window_from: instantOf(third, '13:00') }
      await orderFor(app, third, [{ productId: roses, quantity: 1 }], { ...afternoon, zone_name: 'South' })
      await orderFor(app, third, [{ productId: roses, quantity: 1 }], { ...afternoon, zone_name: 'North' })
      await orderFor(
        app,
        third,
        [{ productId: roses, quantity: 2, name: 'Rose dozen', size: 'Deluxe', answer: 'White ribbon' }],
        { requirements: 'Ring twice', calls_buyer: 1 },
      )
      await orderFor(app, third, [{ productId: roses, quantity: 1 }], { status: 'pending' })
      await orderFor(app, third, [{ productId: roses, quantity: 1 }], { status: 'cancelled' })
      const { orders, unpaid } = await dayOf(`?day=${third}`)
      expect(unpaid).toBe(1)
      expect(orders.map(({ slot, zone }: any) => [slot.name, zone])).toEqual([
        ['Morning', 'Centre'],
        ['Afternoon', 'North'],
        ['Afternoon', 'South'],
      ])
      expect(orders[0]).toMatchObject({
        recipientName: 'Uma Sundaram',
        address: '14, Kutchery Road',
        area: 'Mylapore',
        landmark: 'Kapaleeshwarar temple',
        pincode: '600004',
        note: 'Ring twice',
        // The buyer wants to be called instead of the recipient.
        callsBuyer: true,
        callPhone: '9876543210',
        cardMessage: 'Happy birthday, Amma',
        substitution: 'ask',
        from: 'Kayal Devi',
        lines: [
          {
            name: 'Rose dozen',
            size: 'Deluxe',
            quantity: 2,
            answer: 'White ribbon',
            // This size has no recipe of its own, so the recipe of the product is used.
            stems: '12 Rose, 1 Fern',
          },
        ],
      })
      expect(orders[1].callPhone).toBe('9876500001')
    })

    test('a pickup order on the florist’s day has no address', async () => {
      await orderFor(app, '2026-07-05', [{ productId: roses, quantity: 1 }], { way: 'pickup' })
      expect((await dayOf('?day=2026-07-05')).orders).toMatchObject([
        { way: 'pickup', address: null, area: null, landmark: null, pincode: null },
      ])
    })

    test('the florist’s day does not name a sender who asked to stay unnamed', async () => {
      await orderFor(app, '2026-07-04', [{ productId: roses, quantity: 1 }], { hides_sender: 1 })
      const { text } = await get('/api/admin/florist/day?day=2026-07-04')
      expect(text).not.toContain('Kayal')
      expect(text).toContain('"from":null')
    })
  })

  test('the market list and the florist’s day find orders and sessions by a database index', async () => {
    const queries: RootOperationNode[] = []
    const listening: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const read = app.db.read.withPlugin(listening) as typeof app.db.read
    const report = createFloristReport({ ...app.deps, db: { ...app.db, read } })
    await report.market({ from: day, to: day })
    await report.day(day)
    await report.today()
    const compiled = queries.map((node) =>
      app.db.read.getExecutor().compileQuery(node, { queryId: 'plan' } as never),
    )
    const ofOrders = compiled.filter((one) => one.sql.includes('from "shop_order"'))
    expect(ofOrders.length).toBeGreaterThanOrEqual(4)
    const ofSessions = compiled.filter((one) => one.sql.includes('"meeting"'))
    expect(ofSessions).toHaveLength(1)
    for (const query of [...ofOrders, ...ofSessions]) {
      const plan = await app.db.transaction(async (tx) => {
        // PostgreSQL reads a small table as a whole. Without that option, the plan shows which index fits the query.
        if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(tx)
        const explain = engine === 'postgres' ? 'explain' : 'explain query plan'
        return tx.executeQuery({ ...query, sql: `${explain} ${query.sql}` })
      })
      const index = ofSessions.includes(query) ? 'meeting_day' : 'shop_order_delivery'
      expect(JSON.stringify(plan.rows), query.sql).toContain(index)
    }
  })
})
