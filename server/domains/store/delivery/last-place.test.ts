import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { DomainError } from '../../../../contract/errors.ts'
import { deliveryWays } from '../../../../contract/store/delivery-facts.ts'
import { startApp, type TestApp } from '../../../../tests/harness/app.ts'
import { addSlot, addZone, placesTaken, takeSlot } from '../../../../tests/harness/delivery.ts'
import { meetingOf } from '../../../../tests/harness/meeting.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import type { Tx } from '../../../db/schema.ts'
import * as deliveries from './delivery.repository.ts'

/** One round is enough for a quick run. Set `MALAR_LAST_SEAT_ROUNDS=20` for the full race. */
const rounds = Number(process.env['MALAR_LAST_SEAT_ROUNDS'] ?? 1)
const callers = 200
const day = '2026-03-03'
const goods = { leadDays: 0, ways: new Set(deliveryWays), subtotalInPaise: 50_000 }

onEachEngine('the last place of a slot', (app, engine) => {
  beforeAll(() => addZone(app))
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const take = (at: TestApp, slotId: string, on = day) =>
    at.db.transaction((tx) => takeSlot(at, tx, { slotId, day: on, pincode: '600004', goods }))

  /** Returns how many of 200 callers got a place. Every other caller must be refused with the reason `slot_full`. */
  async function race(slotId: string, apps: TestApp[] = [app]): Promise<number> {
    const answers = await Promise.allSettled(
      Array.from({ length: callers }, (_, n) => take(apps[n % apps.length] as TestApp, slotId)),
    )
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    for (const error of refused) {
      expect(error).toBeInstanceOf(DomainError)
      expect([error.code, error.message]).toEqual(['slot_full', 'Full'])
    }
    return answers.length - refused.length
  }

  test.each([1, 7])(
    'a delivery slot with %i places accepts exactly that many of 200 simultaneous callers',
    async (capacity) => {
      for (let round = 0; round < rounds; round++) {
        const slotId = await addSlot(app, { capacity })
        expect(await race(slotId)).toBe(capacity)
        expect(await placesTaken(app, slotId, day)).toBe(capacity)
      }
    },
  )

  test('a slot without a capacity accepts 200 callers, and each day is counted separately', async () => {
    const slotId = await addSlot(app)
    expect(await race(slotId)).toBe(callers)
    expect(await placesTaken(app, slotId, day)).toBe(callers)
    expect(await placesTaken(app, slotId, '2026-03-04')).toBe(0)
  })

  test('a delivery place that is given back can be taken again, but only once', async () => {
    const slotId = await addSlot(app, { capacity: 2 })
    await race(slotId)
    await app.db.transaction((tx) => app.app.services.delivery.releaseSlot(tx, { slotId, day }))
    expect(await race(slotId)).toBe(1)
  })

  test('200 simultaneous orders that take back their places get only as many as the slot has', async () => {
    const slotId = await addSlot(app, { capacity: 3 })
    const { retakeSlot } = app.app.services.delivery
    const answers = await Promise.all(
      Array.from({ length: callers }, () => app.db.transaction((tx) => retakeSlot(tx, { slotId, day }))),
    )
    expect(answers.filter(Boolean)).toHaveLength(3)
    expect(await placesTaken(app, slotId, day)).toBe(3)
  })

  test('a place that no order has cannot be given back', async () => {
    const slotId = await addSlot(app, { capacity: 1 })
    await race(slotId)
    const release = () =>
      app.db.transaction((tx) => app.app.services.delivery.releaseSlot(tx, { slotId, day }))
    await release()
    await expect(release()).rejects.toThrow()
    expect(await placesTaken(app, slotId, day)).toBe(0)
  })

  test('a capacity that staff lower while a place is being taken takes effect immediately', async () => {
    const slotId = await addSlot(app, { capacity: 5 })
    await take(app, slotId)
    const { takePlace: asItIs } = deliveries
    vi.spyOn(deliveries, 'takePlace').mockImplementation(async (tx: Tx, id, on) => {
      await tx.updateTable('delivery_slot').set({ capacity: 1 }).where('id', '=', id).execute()
      return asItIs(tx, id, on)
    })
    await expect(take(app, slotId)).rejects.toThrow('Full')
    expect(await placesTaken(app, slotId, day)).toBe(1)
  })

  if (engine === 'postgres') {
    test('two servers on one database give the last place of a delivery slot to one caller', async () => {
      const second = await startApp({ sharing: app })
      try {
        for (let round = 0; round < rounds; round++) {
          const slotId = await addSlot(app, { capacity: 1 })
          expect(await race(slotId, [app, second])).toBe(1)
          expect(await placesTaken(app, slotId, day)).toBe(1)
        }
      } finally {
        await second.stop()
      }
    })
  }

  describe('controls: the last place of a slot without the counter that guards it', () => {
    test('control: taking a place without checking the count oversells the slot', async () => {
      const slotId = await addSlot(app, { capacity: 1 })
      await take(app, slotId)
      vi.spyOn(deliveries, 'takePlace').mockImplementation((tx: Tx, id, on) =>
        setTaken(tx, id, on, sql`taken + 1`),
      )
      const { retakeSlot } = app.app.services.delivery
      for (let n = 0; n < 3; n++) await app.db.transaction((tx) => retakeSlot(tx, { slotId, day }))
      expect(await placesTaken(app, slotId, day)).toBe(4)
    })

    // SQLite has one writer at a time, which hides this mistake. So only PostgreSQL runs this test.
    if (engine === 'postgres') {
      test('control: reading the count before writing it oversells the slot', async () => {
        const slotId = await addSlot(app, { capacity: 1 })
        const row = { slot_id: slotId, day, taken: 0 }
        await app.db.transaction((tx) => tx.insertInto('slot_day').values(row).execute())
        const read = async (tx: Tx) =>
          (
            await tx
              .selectFrom('slot_day')
              .select('taken')
              .where('slot_id', '=', slotId)
              .executeTakeFirstOrThrow()
          ).taken
        const bothHaveRead = meetingOf(2)
        vi.spyOn(deliveries, 'takePlace').mockImplementation(async (tx: Tx, id, on) => {
          const taken = await read(tx)
          await bothHaveRead()
          return taken < 1 ? setTaken(tx, id, on, sql`${taken + 1}`) : null
        })
        expect(await race(slotId)).toBeGreaterThan(1)
      })
    }

    async function setTaken(tx: Tx, id: string, on: string, taken: RawBuilder<unknown>) {
      const row = tx.updateTable('slot_day').set({ taken: taken as RawBuilder<number> })
      await row.where('slot_id', '=', id).where('day', '=', on).execute()
      return { isLast: false }
    }
  })
})
