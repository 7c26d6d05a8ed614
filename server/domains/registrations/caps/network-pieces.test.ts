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

onEachEngine(
  'the limit of ten seats and pieces a day for one network',
  { env: behindAProxy },
  (app, engine) => {
    const { owner, user } = callers(app, 'owner', 'user')
    let calls: ReturnType<typeof callsOf>
    let slotId: string
    let courseId: string
    let network: string
    beforeAll(async () => {
      calls = callsOf(app)
      slotId = (await addDeliveryPlan(app)).afternoon
      await app.db.write
        .updateTable('user')
        .set({ emailVerified: 1 })
        .where('email', '=', user.email)
        .execute()
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
    /** An order that a coupon pays in full, for pickup. */
    const freeOrder = async (quantity: number) => {
      const body = { code: `FREE${network.replaceAll('.', '')}`, kind: 'percent', percent: 100 }
      const added = await app.http('POST', '/api/admin/coupons', { body, token: owner.token })
      const { pickup } = await addDeliveryPlan(app)
      return { ...(await orderOf(quantity)), slotId: pickup, couponCode: added.body.data.code }
    }
    /** The number of seats that unproved people hold. */
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

    /** Each call takes six pieces: the first fits into the network's limit of ten, and the second does not. */
    test.each<[string, (who: Stranger) => Promise<Answer>]>([
      ['a group of six', (who) => calls.enrol(who, courseId, others(5))],
      ['a booking of six', (who) => calls.book(who, courseId, others(5))],
      ['a dialog hold of six', (who) => calls.hold(who, courseId, { seats: 6 })],
      ['an order of six pieces', async (who) => calls.order(who, await orderOf(6))],
    ])('%s counts as six of the ten seats and pieces that one network may have in a day', async (_, take) => {
      expect(outcomeOf(await take(inIt()))).toBe('held')
      expect(outcomeOf(await take(inIt()))).toBe('asked')
      // A request for six pieces that did not fit does not count, so four pieces are left.
      expect(outcomeOf(await calls.enrol(inIt(), courseId, others(3)))).toBe('held')
      expect(outcomeOf(await calls.enrol(inIt(), courseId))).toBe('asked')
      expect(outcomeOf(await calls.hold(inIt(), courseId))).toBe('asked')
      expect(outcomeOf(await calls.order(inIt(), await orderOf(1)))).toBe('asked')
      // The limit does not concern another network or the next day.
      expect(outcomeOf(await take(aStranger()))).toBe('held')
      app.deps.clock.advance(24 * 60 * minute)
      expect(outcomeOf(await calls.enrol(inIt(), courseId))).toBe('held')
    })

    test('a request that waits for confirmation counts towards its network’s limit, and the click on the link adds nothing', async () => {
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

    test('a dialog hold that grows counts only its added seats towards its network’s limit', async () => {
      const who = inIt()
      const grown = (seats: number) => calls.hold(who, courseId, { seats })
      expect(outcomeOf(await grown(1))).toBe('held')
      expect(outcomeOf(await grown(6))).toBe('held')
      expect(outcomeOf(await grown(6))).toBe('held')
      expect(outcomeOf(await calls.enrol(inIt(), courseId, others(3)))).toBe('held')
      expect(outcomeOf(await calls.enrol(inIt(), courseId))).toBe('asked')
      expect(await taken()).toBe(10)
      // Seats that the hold gave back still count.
      expect(outcomeOf(await grown(2))).toBe('held')
      expect(outcomeOf(await grown(6))).not.toBe('held')
      expect(await taken()).toBe(6)
    })

    test('a dialog hold may grow beyond its network’s limit once the person clicks the link in the e-mail', async () => {
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

    test('a dialog hold may grow although the share of unproved holds is used up, once the person clicks the link in the e-mail', async () => {
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

    test('a booking of more seats than the dialog held stays within the network’s limit of ten', async () => {
      const who = inIt()
      const { id } = (await calls.hold(who, courseId)).body.data
      expect(outcomeOf(await calls.enrol(inIt(), courseId, others(5)))).toBe('held')
      expect(outcomeOf(await calls.book(who, courseId, { holdId: id, ...others(5) }))).toBe('limit_reached')
      expect(await unproved()).toBe(7)
      const next = inIt()
      const more = await calls.hold(next, courseId)
      expect(outcomeOf(more)).toBe('held')
      const booked = await calls.book(next, courseId, { holdId: more.body.data.id, ...others(2) })
      expect(outcomeOf(booked)).toBe('held')
      expect(await taken()).toBe(10)
    })

    test('seats that a payer adds count towards the limit of the network from which they are added', async () => {
      const who = inIt()
      const { id } = (await calls.enrol(who, courseId)).body.data
      expect((await calls.addOthers(who, id, 5)).status).toBe(201)
      expect(outcomeOf(await calls.enrol(inIt(), courseId, others(3)))).toBe('held')
      const other = aStranger()
      const second = (await calls.enrol(other, courseId)).body.data
      // A network at its limit cannot add people to a seat of another network either.
      expect((await calls.addOthers({ ...other, network }, second.id, 1)).body.code).toBe('limit_reached')
      expect((await calls.addOthers(other, second.id, 1)).status).toBe(201)
      expect(await taken()).toBe(12)
    })

    test('a payer cannot add seats beyond their own ten pieces or beyond the share of unproved holds', async () => {
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

    describe('attempts to get around a network’s limit of ten', () => {
      const heldByAll = async (who: readonly Stranger[], take: (one: Stranger) => Promise<unknown>) => {
        for (const one of who) await take(one)
        return unproved()
      }

      test('expired dialog holds completed late with more seats stay within the network’s limit of ten', async () => {
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

      test('an expired dialog hold that is taken again the next day counts towards its network’s limit of that day', async () => {
        const who = inIt()
        app.deps.clock.set('2026-03-02T18:20:00.000Z')
        const first = await calls.hold(who, courseId, { seats: 6 })
        expect(outcomeOf(first)).toBe('held')
        // The clock is now on the next day in the school's time zone.
        app.deps.clock.advance(16 * minute)
        const knownHolds = [first.body.data.id]
        const again = await calls.hold(who, courseId, { seats: 6, knownHolds, transactionId: 'T2' })
        expect(outcomeOf(again)).toBe('held')
        expect(outcomeOf(await calls.enrol(inIt(), courseId, others(4)))).toBe('asked')
        expect(await unproved()).toBeLessThanOrEqual(10)
      })

      test('an expired dialog hold that becomes an enrolment the next day counts towards its network’s limit of that day', async () => {
        const who = inIt()
        app.deps.clock.set('2026-03-02T18:20:00.000Z')
        const first = await calls.hold(who, courseId, { seats: 6 })
        app.deps.clock.advance(16 * minute)
        const knownHolds = [first.body.data.id]
        expect(outcomeOf(await calls.enrol(who, courseId, { ...others(5), knownHolds }))).toBe('held')
        expect(outcomeOf(await calls.enrol(inIt(), courseId, others(4)))).toBe('asked')
      })

      test('dialog holds given back and completed late stay within the network’s limit of ten', async () => {
        const all = Array.from({ length: 4 }, inIt)
        for (const one of all) {
          const held = await calls.hold(one, courseId, { seats: 2 })
          if (held.status !== 201 || outcomeOf(held) === 'asked') continue
          await app.http('DELETE', `/api/seat-holds/${held.body.data.id}`)
          await calls.book(one, courseId, { holdId: held.body.data.id, ...others(5) })
        }
        expect(await unproved()).toBeLessThanOrEqual(10)
      })

      test('dialog holds that change from batch to batch stay within the network’s limit of ten', async () => {
        const dates: string[] = []
        for (const day of ['2026-03-19', '2026-03-26', '2026-04-02']) {
          const batch = { courseId, day, time: '14:00', capacity: 100 }
          dates.push(
            (await app.db.transaction((tx) => app.app.services.courses.addBatch(tx, batch, null))).id,
          )
        }
        for (const who of [inIt(), inIt(), inIt()])
          for (const batchId of dates) await calls.hold(who, courseId, { batchId, seats: 5 })
        expect(await unproved()).toBeLessThanOrEqual(10)
      })

      test('released seats and cancelled orders still count towards their network’s daily limit', async () => {
        for (let n = 0; n < 5; n++) {
          const answer = await calls.enrol(inIt(), courseId, others(1))
          expect(outcomeOf(answer)).toBe('held')
          await app.http('POST', `/api/enrollments/${answer.body.data.id}/release`)
        }
        expect(await taken()).toBe(0)
        expect(outcomeOf(await calls.enrol(inIt(), courseId))).toBe('asked')
        network = aNetwork()
        const buyer = inIt()
        const order = await calls.order(buyer, await orderOf(10))
        expect(outcomeOf(order)).toBe('held')
        const cancelled = await app.http('POST', `/api/orders/${order.body.data.id}/cancel`, {
          body: { email: buyer.email },
        })
        expect(cancelled.status).toBe(200)
        expect(outcomeOf(await calls.order(inIt(), await orderOf(1)))).toBe('asked')
      })

      test('free seats and free orders count towards their network’s limit of ten', async () => {
        const free = (await addCourse(app, { capacity: 100, price: 0 })).id
        expect(outcomeOf(await calls.enrol(inIt(), free, others(5)))).toBe('held')
        expect(outcomeOf(await calls.enrol(inIt(), free, others(5)))).toBe('asked')
        network = aNetwork()
        const order = await freeOrder(6)
        const first = await calls.order(inIt(), order)
        expect([outcomeOf(first), first.body.data?.status]).toEqual(['held', 'confirmed'])
        expect(outcomeOf(await calls.order(inIt(), order))).toBe('asked')
        expect(outcomeOf(await calls.enrol(inIt(), courseId, others(3)))).toBe('held')
      })
    })

    describe('attempts to get around the share of unproved holds', () => {
      let batch: string
      beforeEach(async () => {
        batch = (await addCourse(app, { capacity: 20 })).id
      })

      test('dialog holds completed with more seats, in time or late, stay within the share of unproved holds', async () => {
        const all = strangers(8)
        const ids = new Map<Stranger, string>()
        for (const one of all) ids.set(one, (await calls.hold(one, batch)).body.data.id)
        for (const one of all.slice(0, 4))
          await calls.book(one, batch, { holdId: ids.get(one), ...others(5) })
        app.deps.clock.advance(16 * minute)
        for (const one of all.slice(4)) await calls.book(one, batch, { holdId: ids.get(one), ...others(5) })
        expect(await unproved(batch)).toBeLessThanOrEqual(10)
      })

      test('a proved person’s dialog holds completed in the names of unproved people stay within the share of unproved holds', async () => {
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

      test('dialog holds confirmed by e-mail and completed in the names of strangers stay within the share of unproved holds', async () => {
        // The share is used up, so the next holds must be confirmed by e-mail.
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

      test('a proved dialog hold that becomes the enrolment of an unproved visitor of the browser stays within the share', async () => {
        for (const who of strangers(10)) await calls.enrol(who, batch)
        const who = aStranger()
        const asked = await calls.hold(who, batch, { seats: 5 })
        await calls.press(await calls.tokenFor(who))
        await calls.enrol(who, batch, { ...others(4), knownHolds: [asked.body.data.id] })
        expect(await unproved(batch)).toBeLessThanOrEqual(10)
      })

      test('seats added at once from many networks stay within the share of unproved holds', async () => {
        const all = strangers(10)
        const ids: string[] = []
        for (const who of all) ids.push((await calls.enrol(who, batch)).body.data.id)
        await Promise.all(all.map((who, n) => calls.addOthers(who, ids[n] as string, 1)))
        expect(await unproved(batch)).toBe(10)
      })
    })

    describe('attempts to get around one person’s limit of ten', () => {
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

      test('other people’s dialog holds completed in one name stay within that person’s limit of ten', async () => {
        const who = aStranger()
        for (const id of await threeCourses()) {
          const held = await calls.hold(aStranger(), id, { seats: 6 })
          expect(outcomeOf(held)).toBe('held')
          await calls.book(elsewhere(who), id, { holdId: held.body.data.id, ...others(5) })
        }
        expect(await piecesOf(who)).toBeLessThanOrEqual(10)
      })

      test('free orders count towards one person’s limit of ten pieces', async () => {
        const who = aStranger()
        const free = await freeOrder(6)
        const first = await calls.order(who, free)
        expect([outcomeOf(first), first.body.data?.status]).toEqual(['held', 'confirmed'])
        expect(outcomeOf(await calls.order(elsewhere(who), free))).toBe('asked')
        expect(outcomeOf(await calls.order(elsewhere(who), await orderOf(6)))).toBe('asked')
        expect(outcomeOf(await calls.enrol(elsewhere(who), courseId, others(4)))).toBe('asked')
      })

      test('seats added at once to three enrolments of one person stay within the person’s limit of ten', async () => {
        const who = aStranger()
        const ids: string[] = []
        for (const id of await threeCourses()) ids.push((await calls.enrol(elsewhere(who), id)).body.data.id)
        await Promise.all(ids.map((id) => calls.addOthers(elsewhere(who), id, 5)))
        expect(await piecesOf(who)).toBeLessThanOrEqual(10)
      })

      test('dialog holds of one person that grow at the same time stay within the person’s limit of ten', async () => {
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

    describe('requests with and without confirmation by e-mail', () => {
      test('a repeated hold or booking of six seats needs no confirmation by e-mail', async () => {
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

      test('a dialog hold of six seats that moves to another date needs no confirmation by e-mail', async () => {
        const who = aStranger()
        const batch = { courseId, day: '2026-03-19', time: '14:00', capacity: 100 }
        const { id: batchId } = await app.db.transaction((tx) =>
          app.app.services.courses.addBatch(tx, batch, null),
        )
        expect(outcomeOf(await calls.hold(who, courseId, { seats: 6 }))).toBe('held')
        // The old hold counted towards the day of its network, and the person gives that hold back.
        const elsewhere = { ...who, network: aNetwork() }
        expect(outcomeOf(await calls.hold(elsewhere, courseId, { seats: 6, batchId }))).toBe('held')
        expect(await taken()).toBe(6)
      })

      test('a person who holds a seat must confirm by e-mail to use a coupon code whose share is used up', async () => {
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

      test('staff may add people to a seat although the share of unproved holds is used up', async () => {
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

    describe('many requests at once from one network', () => {
      const servers: TestApp[] = []
      afterEach(async () => {
        for (const server of servers.splice(0)) await server.stop()
      })

      const race = async (at: readonly TestApp[]) => {
        // The rate limit lets twenty writes a minute through for each network.
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

      test('groups and dialog holds that arrive at once from one network take ten seats at most', async () => {
        await race([app])
        expect(await taken()).toBeLessThanOrEqual(10)
        expect(await taken()).toBeGreaterThan(6)
      })

      if (engine === 'postgres')
        test('requests of one network at once through two servers take ten seats at most', async () => {
          servers.push(await startApp({ sharing: app, env: behindAProxy }))
          await race([app, ...servers])
          expect(await taken()).toBeLessThanOrEqual(10)
          expect(await taken()).toBeGreaterThan(6)
        })

      test('orders that arrive at once from one network take ten pieces at most', async () => {
        const body = await orderOf(3)
        const [{ productId } = { productId: '' }] = body.lines
        const answers = await Promise.all(Array.from({ length: 20 }, () => calls.order(inIt(), body)))
        expect(outcomes(answers)).toEqual({ held: 3, asked: 17 })
        expect(await stockOf(app, productId)).toBe(991)
      })
    })
  },
)
