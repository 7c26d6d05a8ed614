import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { addCourse, phoneOf, proveAll } from '../../../../tests/harness/seats.ts'
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

const others = (count: number) => ({ others: Array.from({ length: count }, () => ({})) })

onEachEngine('holds that no longer count as unproved', { env: behindAProxy }, (app) => {
  const { owner, user } = callers(app, 'owner', 'user')
  let calls: ReturnType<typeof callsOf>
  beforeAll(async () => {
    calls = callsOf(app)
    await app.db.write.updateTable('user').set({ emailVerified: 1 }).where('email', '=', user.email).execute()
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, ['rate_count', 'hold_quota'])
    await proveAll(app)
  })
  const elsewhere = (who: Stranger): Stranger => ({ ...who, network: aNetwork() })

  test('free seats in batches that are over do not count among a person’s ten unproved pieces', async () => {
    const who = aStranger()
    const free: string[] = []
    for (let n = 0; n < 3; n++)
      free.push((await addCourse(app, { capacity: null, price: 0, nextbatch: '2026-03-03' })).id)
    const paid = (await addCourse(app, { capacity: null, nextbatch: '2026-06-12' })).id
    for (const id of free.slice(0, 2))
      expect(outcomeOf(await calls.enrol(elsewhere(who), id, others(3)))).toBe('held')
    expect(outcomeOf(await calls.enrol(elsewhere(who), free[2] as string, others(3)))).toBe('asked')
    app.deps.clock.set('2026-05-02T06:30:00.000Z')
    expect(outcomeOf(await calls.enrol(elsewhere(who), paid, others(3)))).toBe('held')
  })

  test('orders that staff confirm no longer count towards the share of unproved holds', async () => {
    const { afternoon: slotId } = await addDeliveryPlan(app)
    const lines = [{ productId: await addProduct(app, 20), quantity: 1 }]
    const ids: string[] = []
    for (const who of strangers(10)) ids.push((await calls.order(who, { slotId, lines })).body.data.id)
    for (const id of ids.slice(0, 2)) {
      const set = await app.http('PUT', `/api/admin/orders/${id}/status`, {
        body: { status: 'confirmed' },
        token: owner.token,
      })
      expect(set.status).toBe(200)
    }
    expect(outcomeOf(await calls.order(aStranger(), { slotId, lines }))).toBe('held')
  })

  describe('a visitor who signs in after the share of unproved holds is used up', () => {
    const mine = () => ({ email: user.email, phone: phoneOf(user.email), network: aNetwork() })
    const spent = async () => {
      const { id } = await addCourse(app, { capacity: 12 })
      for (const who of strangers(5)) await calls.enrol(who, id)
      return id
    }

    test('a visitor who signs in during the booking dialog may hold more seats than the share allows', async () => {
      const id = await spent()
      expect(outcomeOf(await calls.hold(mine(), id))).toBe('held')
      expect(outcomeOf(await calls.hold(mine(), id, { seats: 4 }, { token: user.token }))).toBe('held')
    })

    test('a visitor who signs in during the booking dialog may book more seats than the dialog holds', async () => {
      const id = await spent()
      const held = await calls.hold(mine(), id)
      const booked = await calls.book(
        mine(),
        id,
        { holdId: held.body.data.id, ...others(3) },
        { token: user.token },
      )
      expect(outcomeOf(booked)).toBe('held')
    })

    test('a visitor who signs in after enrolling may add people to the seat', async () => {
      const id = await spent()
      const seat = (await calls.enrol(mine(), id)).body.data
      const added = await app.http('POST', `/api/enrollments/${seat.id}/others`, {
        body: others(3),
        token: user.token,
        headers: { 'x-forwarded-for': aNetwork() },
      })
      expect(added.status).toBe(201)
    })
  })
})
