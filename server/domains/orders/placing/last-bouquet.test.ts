import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../../../tests/harness/app.ts'
import { type ProvedCaller, provedCallers } from '../../../../tests/harness/callers.ts'
import { meetingOf } from '../../../../tests/harness/meeting.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import { addDeliveryPlan, heldCounts, orderBody, stockOf } from '../../../../tests/harness/store.ts'
import * as products from '../../store/products/products.repository.ts'

/** `MALAR_LAST_SEAT_ROUNDS=20` runs as many rounds as a release requires. The tests of seats use the same variable. */
const rounds = Number(process.env['MALAR_LAST_SEAT_ROUNDS'] ?? 1)
const callers = 200

onEachEngine('the last bouquet', (app, engine) => {
  let slotId: string
  let proved: ProvedCaller[]
  beforeAll(async () => {
    slotId = (await addDeliveryPlan(app)).afternoon
    proved = await provedCallers(app, callers)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** SQLite serves one process and one writer at a time, so some tests run on PostgreSQL alone. */
  const onPostgres = (name: string, body: () => Promise<void>) => {
    if (engine === 'postgres') test(name, body)
  }

  /**
   * Counts the answers to 200 callers by their status. Each caller orders all of the products, and every second caller
   * names them in reverse. All callers have proved addresses, because the callers without a proved address may together
   * take only a share of the stock.
   */
  async function race(productIds: readonly string[], apps: TestApp[] = [app]) {
    const answers = await Promise.all(
      proved.map(({ email, token }, n) => {
        const ids = n % 2 === 0 ? productIds : productIds.toReversed()
        const lines = ids.map((productId) => ({ productId, quantity: 1 }))
        const body = orderBody({ slotId, lines, email })
        return (apps[n % apps.length] as TestApp).http('POST', '/api/orders', { body, token })
      }),
    )
    for (const { status, body } of answers) {
      if (status === 409)
        expect(body.message).toMatch(/^We(?:’re out of| don’t have enough) Rose box( and Rose box)?/)
    }
    return countsByStatus(answers)
  }

  async function expectCounted(productIds: readonly string[], taken: number) {
    const counts = await heldCounts(app)
    for (const id of productIds) expect(counts.taken.get(id)).toBe(taken)
    expect(counts.slots).toEqual(counts.holding)
  }

  test.each([1, 7])(
    '200 orders at once for the last pieces sell exactly the stock of %i',
    async (quantity) => {
      for (let round = 0; round < rounds; round++) {
        const id = await addProduct(app, quantity)
        expect(await race([id])).toEqual({ 201: quantity, 409: callers - quantity })
        expect(await stockOf(app, id)).toBe(0)
        await expectCounted([id], quantity)
      }
    },
  )

  test('200 orders of two products, named in either sequence, do not deadlock, and each takes both or none', async () => {
    const [first, second] = [await addProduct(app, 9), await addProduct(app, 4)]
    expect(await race([first, second])).toEqual({ 201: 4, 409: callers - 4 })
    expect([await stockOf(app, first), await stockOf(app, second)]).toEqual([5, 0])
    await expectCounted([first, second], 4)
  })

  onPostgres('the last bouquet is sold once through two servers on one database', async () => {
    const second = await startApp({ sharing: app })
    try {
      for (let round = 0; round < rounds; round++) {
        const id = await addProduct(app, 1)
        expect(await race([id], [app, second])).toEqual({ 201: 1, 409: callers - 1 })
        await expectCounted([id], 1)
      }
    } finally {
      await second.stop()
    }
  })

  // SQLite has one writer at a time, which hides the mistake, so this control runs on PostgreSQL alone.
  onPostgres('control: reading the stock first and writing it afterwards oversells', async () => {
    const id = await addProduct(app, 1)
    const bothHaveRead = meetingOf(2)
    vi.spyOn(products, 'takeStock').mockImplementation(async (tx, counts) => {
      const [[productId, quantity] = ['', 0]] = counts
      const { quantity: left } = await tx
        .selectFrom('product')
        .select('quantity')
        .where('id', '=', productId)
        .executeTakeFirstOrThrow()
      await bothHaveRead()
      if (left < quantity) return []
      await tx
        .updateTable('product')
        .set({ quantity: left - quantity })
        .where('id', '=', productId)
        .execute()
      return [{ id: productId, quantity: left - quantity }]
    })
    expect((await race([id]))[201]).toBeGreaterThan(1)
  })
})
