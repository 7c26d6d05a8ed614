import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, emptyTables, startApp, type TestApp, testNow } from '../../../../tests/harness/app.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { addCourse, phoneOf, proveAll, seatCounts } from '../../../../tests/harness/seats.ts'
import { addDeliveryPlan, stockOf } from '../../../../tests/harness/store.ts'
import {
  aNetwork,
  aStranger,
  behindAProxy,
  callsOf,
  outcomeOf,
  outcomes,
  type Stranger,
  strangers,
} from '../../../../tests/harness/strangers.ts'

const minute = 60_000
const others = (count: number) => ({ others: Array.from({ length: count }, () => ({})) })

onEachEngine('ten seats and pieces a day of one network', { env: behindAProxy }, (app, engine) => {
  const { owner, user } = callers(app, 'owner', 'user')
  let calls: ReturnType<typeof callsOf>
  let slotId: string
  let courseId: string
  let network: string
  beforeAll(async () => {
    calls = callsOf(app)
    slotId = (await addDeliveryPlan(app)).afternoon
    await app.db.write.updateTable('user').set({ emailVerified: 1 }).where('email', '=', user.email).execute()
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, ['rate_count', 'hold_quota'])
    await proveAll(app)
    courseId = (await addCourse(app, { capacity: 100 })).id
    network = aNetwork()
  })

  const inIt = () => aStranger(network)
  const taken = async (id = courseId) => (await seatCounts(app, id)).taken
  const orderOf = async (quantity: number) => ({
    slotId,
    lines: [{ productId: await addProduct(app, 1_000), quantity }],
  })
  /** Seats that somebody holds who has proved nothing. */
  const unproved = async (id = courseId) => {
    const seats = await app.db.read
      .selectFrom('registration')
      .select(['seats', 'status', 'hold_until'])
      .where('course_id', '=', id)
      .where('status', 'in', ['held', 'pending', 'confirmed'])
      .where('proved_at', 'is', null)
      .execute()
    const now = app.deps.clock.now()
    return seats
      .filter(({ status, hold_until }) => status !== 'held' || (hold_until ?? '') > now)
      .reduce((sum, { seats }) => sum + seats, 0)
  }

  /** Each takes six, or as many as are told, of which the first finds room and the second does not. */
  test.each<[string, (who: Stranger) => Promise<Answer>]>([
    ['a group of six', (who) => calls.enrol(who, courseId, others(5))],
    ['a booking of six', (who) => calls.book(who, courseId, others(5))],
    ['a silent hold of six', (who) => calls.hold(who, courseId, { seats: 6 })],
    ['an order of six pieces', async (who) => calls.order(who, await orderOf(6))],
  ])('%s counts as six, whatever comes with it', async (_, take) => {
    expect(outcomeOf(await take(inIt()))).toBe('held')
    expect(outcomeOf(await take(inIt()))).toBe('asked')
    // Four are left.
    expect(outcomeOf(await calls.enrol(inIt(), courseId, others(3)))).toBe('held')
    expect(outcomeOf(await calls.enrol(inIt(), courseId))).toBe('asked')
    expect(outcomeOf(await calls.hold(inIt(), courseId))).toBe('asked')
    expect(outcomeOf(await calls.order(inIt(), await orderOf(1)))).toBe('asked')
    // Others are free, and so is the next day.
    expect(outcomeOf(await take(aStranger()))).toBe('held')
    app.deps.clock.advance(24 * 60 * minute)
    expect(outcomeOf(await calls.enrol(inIt(), courseId))).toBe('held')
  })

  test('what is asked for by mail counts while there is room, and its press does not count again', async () => {
    const small = (await addCourse(app, { capacity: 8 })).id
    for (const who of strangers(4)) await calls.enrol(who, small)
    const asked = inIt()
    expect(outcomeOf(await calls.enrol(asked, small, others(3)))).toBe('asked')
    expect(outcomeOf(await calls.enrol(inIt(), courseId, others(5)))).toBe('held')
    expect(outcomeOf(await calls.enrol(inIt(), courseId))).toBe('asked')
    const pressed = await calls.press(await calls.tokenFor(asked), { network })
    expect(pressed.status, pressed.text).toBe(200)
    expect(await taken(small)).toBe(8)
  })

  test('a silent hold that grows is counted by what it has more', async () => {
    const who = inIt()
    const grown = (seats: number) => calls.hold(who, courseId, { seats })
    expect(outcomeOf(await grown(1))).toBe('held')
    expect(outcomeOf(await grown(6))).toBe('held')
    expect(outcomeOf(await grown(6))).toBe('held')
    expect(outcomeOf(await calls.enrol(inIt(), courseId, others(3)))).toBe('held')
    expect(outcomeOf(await calls.enrol(inIt(), courseId))).toBe('asked')
    expect(await taken()).toBe(10)
    // What it gives back on the way was counted.
    expect(outcomeOf(await grown(2))).toBe('held')
    expect(outcomeOf(await grown(6))).not.toBe('held')
    expect(await taken()).toBe(6)
  })

  test('a hold that may not grow waits for its press, which gives all of it', async () => {
    const who = inIt()
    expect(outcomeOf(await calls.hold(who, courseId))).toBe('held')
    expect(outcomeOf(await calls.enrol(inIt(), courseId, others(5)))).toBe('held')
    expect(outcomeOf(await calls.hold(who, courseId, { seats: 6 }))).toBe('asked')
    expect(await taken()).toBe(7)
    const pressed = await calls.press(await calls.tokenFor(who), { network })
    expect([pressed.status, pressed.body.data?.kind]).toEqual([200, 'seat-hold'])
    const { id } = pressed.body.data
    const booked = await calls.book(who, courseId, { holdId: id, ...others(5) })
    expect([booked.status, booked.body.data?.proved]).toEqual([201, true])
    expect(await unproved()).toBeLessThanOrEqual(7)
  })

  test('a hold of a spent share that grows waits for its press', async () => {
    const small = (await addCourse(app, { capacity: 12 })).id
    const who = aStranger()
    expect(outcomeOf(await calls.hold(who, small))).toBe('held')
    for (const other of strangers(5)) await calls.hold(other, small)
    expect(outcomeOf(await calls.hold(who, small, { seats: 4 }))).toBe('asked')
    const pressed = await calls.press(await calls.tokenFor(who))
    expect([pressed.status, pressed.body.data?.kind]).toEqual([200, 'seat-hold'])
    const booked = await calls.press(await calls.tokenFor(who), { completes: true })
    expect([booked.status, booked.body.data?.kind]).toEqual([200, 'event-booking'])
    expect(await unproved(small)).toBeLessThanOrEqual(6)
  })

  test('a booking of more seats than its hold keeps is counted by what it has more', async () => {
    const who = inIt()
    const { id } = (await calls.hold(who, courseId)).body.data
    expect(outcomeOf(await calls.enrol(inIt(), courseId, others(5)))).toBe('held')
    expect((await calls.book(who, courseId, { holdId: id, ...others(5) })).status).not.toBe(500)
    expect(await unproved()).toBeLessThanOrEqual(10)
    const next = inIt()
    const more = await calls.hold(next, courseId)
    if (outcomeOf(more) === 'held') {
      const booked = await calls.book(next, courseId, { holdId: more.body.data.id, ...others(2) })
      expect(booked.status).toBe(201)
      expect(await taken()).toBe(10)
    }
  })

  test('seats that a payer adds are counted', async () => {
    const who = inIt()
    const { id } = (await calls.enrol(who, courseId)).body.data
    expect((await calls.addOthers(who, id, 5)).status).toBe(201)
    expect(outcomeOf(await calls.enrol(inIt(), courseId, others(3)))).toBe('held')
    const other = aStranger()
    const second = (await calls.enrol(other, courseId)).body.data
    // From the spent network, whoever holds it.
    expect((await calls.addOthers({ ...other, network }, second.id, 1)).body.code).toBe('limit_reached')
    expect((await calls.addOthers(other, second.id, 1)).status).toBe(201)
    expect(await taken()).toBe(12)
  })

  test('a payer adds no more than their ten pieces, nor more than the share', async () => {
    const who = aStranger()
    expect(outcomeOf(await calls.order({ ...who, network: aNetwork() }, await orderOf(6)))).toBe('held')
    const { id } = (await calls.enrol(who, courseId, others(2))).body.data
    expect((await calls.addOthers(who, id, 2)).body.code).toBe('limit_reached')
    expect((await calls.addOthers(who, id, 1)).status).toBe(201)
    const small = (await addCourse(app, { capacity: 8 })).id
    const last = aStranger()
    const held = (await calls.enrol(last, small, others(2))).body.data
    expect((await calls.addOthers(last, held.id, 2)).body.code).toBe('limit_reached')
    expect((await calls.addOthers(last, held.id, 1)).status).toBe(201)
    expect(await taken(small)).toBe(4)
  })

  describe('no detour holds more than ten', () => {
    const heldByAll = async (who: readonly Stranger[], take: (one: Stranger) => Promise<unknown>) => {
      for (const one of who) await take(one)
      return unproved()
    }

    test('holds that ended by themselves, completed late with more seats', async () => {
      const all = Array.from({ length: 10 }, inIt)
      const ids = new Map<Stranger, string>()
      for (const one of all) ids.set(one, (await calls.hold(one, courseId)).body.data.id)
      app.deps.clock.advance(16 * minute)
      await emptyTables(app, ['rate_count'])
      const held = await heldByAll(all, (one) =>
        calls.book(one, courseId, { holdId: ids.get(one), ...others(5) }),
      )
      expect(held).toBeLessThanOrEqual(10)
    })

    test('a silent hold whose time is up, taken again day after day', async () => {
      const who = inIt()
      app.deps.clock.set('2026-03-02T18:20:00.000Z')
      const first = await calls.hold(who, courseId, { seats: 6 })
      expect(outcomeOf(first)).toBe('held')
      // The next day in the school.
      app.deps.clock.advance(16 * minute)
      const knownHolds = [first.body.data.id]
      const again = await calls.hold(who, courseId, { seats: 6, knownHolds, transactionId: 'T2' })
      expect(outcomeOf(again)).toBe('held')
      expect(outcomeOf(await calls.enrol(inIt(), courseId, others(4)))).toBe('asked')
      expect(await unproved()).toBeLessThanOrEqual(10)
    })

    test('a silent hold whose time is up, enrolled again the next day', async () => {
      const who = inIt()
      app.deps.clock.set('2026-03-02T18:20:00.000Z')
      const first = await calls.hold(who, courseId, { seats: 6 })
      app.deps.clock.advance(16 * minute)
      const knownHolds = [first.body.data.id]
      expect(outcomeOf(await calls.enrol(who, courseId, { ...others(5), knownHolds }))).toBe('held')
      expect(outcomeOf(await calls.enrol(inIt(), courseId, others(4)))).toBe('asked')
    })

    test('holds that are given back and completed late', async () => {
      const all = Array.from({ length: 4 }, inIt)
      for (const one of all) {
        const held = await calls.hold(one, courseId, { seats: 2 })
        if (held.status !== 201 || outcomeOf(held) === 'asked') continue
        await app.http('DELETE', `/api/seat-holds/${held.body.data.id}`)
        await calls.book(one, courseId, { holdId: held.body.data.id, ...others(5) })
      }
      expect(await unproved()).toBeLessThanOrEqual(10)
    })

    test('a dialog that goes from batch to batch', async () => {
      const dates: string[] = []
      for (const day of ['2026-03-19', '2026-03-26', '2026-04-02']) {
        const batch = { courseId, day, time: '14:00', capacity: 100 }
        dates.push((await app.db.transaction((tx) => app.app.services.courses.addBatch(tx, batch, null))).id)
      }
      for (const who of [inIt(), inIt(), inIt()])
        for (const batchId of dates) await calls.hold(who, courseId, { batchId, seats: 5 })
      expect(await unproved()).toBeLessThanOrEqual(10)
    })

    test('seats and orders that are let go count for the day', async () => {
      for (let n = 0; n < 5; n++) {
        const answer = await calls.enrol(inIt(), courseId, others(1))
        expect(outcomeOf(answer)).toBe('held')
        await app.http('POST', `/api/enrollments/${answer.body.data.id}/release`)
      }
      expect(outcomeOf(await calls.enrol(inIt(), courseId))).toBe('asked')
    })

    test('free seats and free orders count', async () => {
      const free = (await addCourse(app, { capacity: 100, price: 0 })).id
      expect(outcomeOf(await calls.enrol(inIt(), free, others(5)))).toBe('held')
      expect(outcomeOf(await calls.enrol(inIt(), free, others(5)))).toBe('asked')
    })
  })

  describe('no detour holds more than the share', () => {
    let batch: string
    beforeEach(async () => {
      batch = (await addCourse(app, { capacity: 20 })).id
    })

    test('holds completed with more seats, in time and late', async () => {
      const all = strangers(8)
      const ids = new Map<Stranger, string>()
      for (const one of all) ids.set(one, (await calls.hold(one, batch)).body.data.id)
      for (const one of all.slice(0, 4)) await calls.book(one, batch, { holdId: ids.get(one), ...others(5) })
      app.deps.clock.advance(16 * minute)
      for (const one of all.slice(4)) await calls.book(one, batch, { holdId: ids.get(one), ...others(5) })
      expect(await unproved(batch)).toBeLessThanOrEqual(10)
    })

    test('proved holds that are completed in other people’s names', async () => {
      for (let n = 0; n < 4; n++) {
        const { network: from } = aStranger()
        const mine = { email: user.email, phone: phoneOf(user.email), network: from }
        const held = await calls.hold(
          mine,
          batch,
          { seats: 5, transactionId: `T${n}` },
          { token: user.token },
        )
        if (held.status !== 201) continue
        await calls.book({ ...aStranger(), network: from }, batch, {
          holdId: held.body.data.id,
          ...others(4),
        })
      }
      expect(await unproved(batch)).toBeLessThanOrEqual(10)
    })

    test('holds that a letter’s link gave, completed in other people’s names', async () => {
      // The share is spent, so that each next is asked.
      for (const who of strangers(10)) await calls.enrol(who, batch)
      for (let n = 0; n < 2; n++) {
        const who = aStranger()
        const asked = await calls.hold(who, batch, { seats: 5 })
        expect(outcomeOf(asked)).toBe('asked')
        await calls.press(await calls.tokenFor(who))
        await calls.book(aStranger(), batch, { holdId: asked.body.data.id, ...others(4) })
      }
      expect(await unproved(batch)).toBeLessThanOrEqual(10)
    })

    test('a proved hold that is enrolled by somebody unproved of the same browser', async () => {
      for (const who of strangers(10)) await calls.enrol(who, batch)
      const who = aStranger()
      const asked = await calls.hold(who, batch, { seats: 5 })
      await calls.press(await calls.tokenFor(who))
      await calls.enrol(who, batch, { ...others(4), knownHolds: [asked.body.data.id] })
      expect(await unproved(batch)).toBeLessThanOrEqual(10)
    })

    test('seats that are added at once from many networks', async () => {
      const all = strangers(10)
      const ids: string[] = []
      for (const who of all) ids.push((await calls.enrol(who, batch)).body.data.id)
      await Promise.all(all.map((who, n) => calls.addOthers(who, ids[n] as string, 1)))
      expect(await unproved(batch)).toBe(10)
    })
  })

  describe('no detour gives one person more than ten', () => {
    const elsewhere = (who: Stranger): Stranger => ({ ...who, network: aNetwork() })
    const piecesOf = async ({ email }: Stranger) => {
      const seats = await app.db.read
        .selectFrom('seat')
        .select('id')
        .where('email', '=', email)
        .where('status', 'in', ['pending', 'confirmed'])
        .where('proved_at', 'is', null)
        .execute()
      return seats.length
    }
    const threeCourses = async () => {
      const made: string[] = []
      for (let n = 0; n < 3; n++) made.push((await addCourse(app, { capacity: 100 })).id)
      return made
    }

    test('holds of other people that are completed in one name', async () => {
      const who = aStranger()
      for (const id of await threeCourses()) {
        const held = await calls.hold(aStranger(), id, { seats: 6 })
        expect(outcomeOf(held)).toBe('held')
        await calls.book(elsewhere(who), id, { holdId: held.body.data.id, ...others(5) })
      }
      expect(await piecesOf(who)).toBeLessThanOrEqual(10)
    })

    test('free orders', async () => {
      const who = aStranger()
      const body = { code: `FREE${network.replaceAll('.', '')}`, kind: 'percent', percent: 100 }
      const added = await app.http('POST', '/api/admin/coupons', { body, token: owner.token })
      const { pickup } = await addDeliveryPlan(app)
      const free = { ...(await orderOf(6)), slotId: pickup, couponCode: added.body.data.code }
      const first = await calls.order(who, free)
      expect([outcomeOf(first), first.body.data?.status]).toEqual(['held', 'confirmed'])
      expect(outcomeOf(await calls.order(elsewhere(who), free))).toBe('asked')
      expect(outcomeOf(await calls.order(elsewhere(who), await orderOf(6)))).toBe('asked')
      expect(outcomeOf(await calls.enrol(elsewhere(who), courseId, others(4)))).toBe('asked')
    })

    test('seats that are added to three at once', async () => {
      const who = aStranger()
      const ids: string[] = []
      for (const id of await threeCourses()) ids.push((await calls.enrol(elsewhere(who), id)).body.data.id)
      await Promise.all(ids.map((id) => calls.addOthers(elsewhere(who), id, 5)))
      expect(await piecesOf(who)).toBeLessThanOrEqual(10)
    })

    test('silent holds that grow at once', async () => {
      const who = aStranger()
      const three = await threeCourses()
      for (const id of three) await calls.hold(elsewhere(who), id)
      await Promise.all(three.map((id) => calls.hold(elsewhere(who), id, { seats: 6 })))
      const silent = await app.db.read
        .selectFrom('registration')
        .select('seats')
        .where('email', '=', who.email)
        .where('status', '=', 'held')
        .execute()
      expect(silent.reduce((sum, { seats }) => sum + seats, 0)).toBeLessThanOrEqual(10)
    })
  })

  describe('nobody waits for a letter without need', () => {
    test('a repeat of the same step', async () => {
      const [first, second] = [aStranger(), aStranger()]
      const steps = [
        () => calls.hold(first, courseId, { seats: 6 }),
        () => calls.book(second, courseId, others(5)),
      ]
      for (const step of steps) {
        const answers = await Promise.all([step(), step(), step()])
        expect(outcomes(answers)).toEqual({ held: 3 })
        expect(outcomeOf(await step())).toBe('held')
      }
      expect(await taken()).toBe(12)
    })

    test('a group of six that goes to another date', async () => {
      const who = aStranger()
      const batch = { courseId, day: '2026-03-19', time: '14:00', capacity: 100 }
      const { id: batchId } = await app.db.transaction((tx) =>
        app.app.services.courses.addBatch(tx, batch, null),
      )
      expect(outcomeOf(await calls.hold(who, courseId, { seats: 6 }))).toBe('held')
      // What it gives back was counted in its network's day, and is not theirs any more.
      const elsewhere = { ...who, network: aNetwork() }
      expect(outcomeOf(await calls.hold(elsewhere, courseId, { seats: 6, batchId }))).toBe('held')
      expect(await taken()).toBe(6)
    })

    test('a code whose share is spent is asked for by whoever holds a seat already', async () => {
      const added = await app.http('POST', '/api/admin/coupons', {
        body: { code: `HELD${network.replaceAll('.', '')}`, kind: 'percent', percent: 10, usesMax: 5 },
        token: owner.token,
      })
      const { code: couponCode } = added.body.data
      for (const one of strangers(4)) await calls.enrol(one, courseId, { couponCode })
      const who = aStranger()
      const { id } = (await calls.hold(who, courseId)).body.data
      expect(outcomeOf(await calls.enrol(who, courseId, { couponCode, knownHolds: [id] }))).toBe('asked')
    })

    test('staff who add people to a seat', async () => {
      const small = (await addCourse(app, { capacity: 8 })).id
      for (const one of strangers(3)) await calls.enrol(one, small)
      const { id } = (await calls.enrol(aStranger(), small)).body.data
      const added = await app.http('POST', `/api/enrollments/${id}/others`, {
        body: others(2),
        token: owner.token,
      })
      expect(added.status).toBe(201)
    })
  })

  describe('many at once', () => {
    const servers: TestApp[] = []
    afterEach(async () => {
      for (const server of servers.splice(0)) await server.stop()
    })

    const race = async (at: readonly TestApp[]) => {
      // Twenty writes a minute of each address are let through.
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => {
          const via = { at: at[n % at.length] as TestApp }
          return n % 2 === 0
            ? calls.enrol(inIt(), courseId, others(n % 3), via)
            : calls.hold(inIt(), courseId, { seats: 1 + (n % 4) }, via)
        }),
      )
      const counts = outcomes(answers)
      expect((counts['held'] ?? 0) + (counts['asked'] ?? 0)).toBe(20)
      return counts
    }

    test('groups and silent holds of one network: ten seats at most', async () => {
      await race([app])
      expect(await taken()).toBeLessThanOrEqual(10)
      expect(await taken()).toBeGreaterThan(6)
    })

    if (engine === 'postgres')
      test('through two servers on one database: ten seats at most', async () => {
        servers.push(await startApp({ sharing: app, env: behindAProxy }))
        await race([app, ...servers])
        expect(await taken()).toBeLessThanOrEqual(10)
        expect(await taken()).toBeGreaterThan(6)
      })

    test('orders of one network: ten pieces at most', async () => {
      const body = await orderOf(3)
      const [{ productId } = { productId: '' }] = body.lines
      const answers = await Promise.all(Array.from({ length: 20 }, () => calls.order(inIt(), body)))
      expect(outcomes(answers)).toEqual({ held: 3, asked: 17 })
      expect(await stockOf(app, productId)).toBe(991)
    })
  })
})
