import { beforeEach, describe, expect, test } from 'vitest'
import { emptyTables } from '../../../../tests/harness/app.ts'
import { addSlot, addZone } from '../../../../tests/harness/delivery.ts'
import { callers, onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { startDeliveryClosings } from '../../loops.ts'

/** Noon of Monday 2 March 2026 at the school. */
const noon = '2026-03-02T06:30:00.000Z'
const today = '2026-03-02'
const tomorrow = '2026-03-03'
const zone = { name: 'Mylapore', pincodes: '600004', standardFee: 99 }
const slot = {
  name: 'Afternoon',
  way: 'standard',
  from: '13:00',
  to: '18:00',
  fee: 0,
  closesOn: 'same-day',
  closesAt: '15:00',
}

onSqlite('the first day of each type of delivery', (app) => {
  const { staff } = callers(app, 'staff')
  const tables = [
    'slot_day',
    'delivery_zone',
    'delivery_slot',
    'delivery_day',
    'bin_entry',
    'audit_entry',
  ] as const
  beforeEach(async () => {
    app.deps.clock.set(noon)
    await emptyTables(app, tables, 'delivery')
  })

  const firstDays = async (): Promise<[string, string][]> =>
    (await app.http('GET', '/api/delivery-options/first')).body.map(
      ({ way, day }: { way: string; day: string }) => [way, day],
    )
  const as = async (method: string, path: string, body?: object) => {
    const answer = await app.http(method, `/api/admin/${path}`, { token: staff.token, ...(body && { body }) })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body.data
  }

  test('visitors get the first days with their closing times, and no numbers of places', async () => {
    await addZone(app)
    await addSlot(app, { capacity: 3 })
    await emptyTables(app, ['slot_day'], 'delivery')
    const { status, body } = await app.http('GET', '/api/delivery-options/first')
    expect([status, body]).toEqual([
      200,
      [{ way: 'standard', day: today, words: 'Same-day delivery', closesAt: '2026-03-02T09:30:00.000Z' }],
    ])
  })

  test('the first days change at once when staff change zones, slots or closed days', async () => {
    expect(await firstDays()).toEqual([])
    const place = await as('POST', 'delivery-zones', zone)
    expect(await firstDays()).toEqual([])
    const time = await as('POST', 'delivery-slots', slot)
    expect(await firstDays()).toEqual([['standard', today]])
    const closed = await as('POST', 'delivery-days', { day: today, closedFor: 'Rain' })
    expect(await firstDays()).toEqual([['standard', tomorrow]])
    await as('DELETE', `delivery-days/${closed.id}`)
    expect(await firstDays()).toEqual([['standard', today]])
    await as('PUT', `delivery-slots/${time.id}`, { closesOn: 'day-before' })
    expect(await firstDays()).toEqual([['standard', tomorrow]])
    await as('PUT', `delivery-slots/${time.id}`, { way: 'express' })
    expect(await firstDays()).toEqual([])
    await as('PUT', `delivery-zones/${place.id}`, { expressFee: 199 })
    expect(await firstDays()).toEqual([['express', tomorrow]])
    await as('DELETE', `delivery-zones/${place.id}`)
    expect(await firstDays()).toEqual([])
  })

  test('the first day moves when the last place of a day is taken or given back', async () => {
    const { delivery } = app.app.services
    await addZone(app)
    const slotId = await addSlot(app, { capacity: 2 })
    await emptyTables(app, ['slot_day'], 'delivery')
    const held = { slotId, day: today }
    const take = () => app.db.transaction((tx) => delivery.takePlace(tx, held))
    const release = () => app.db.transaction((tx) => delivery.releaseSlot(tx, held))
    await take()
    expect(await firstDays()).toEqual([['standard', today]])
    await take()
    expect(await firstDays()).toEqual([['standard', tomorrow]])
    await release()
    expect(await firstDays()).toEqual([['standard', today]])
    expect(await app.db.transaction((tx) => delivery.retakeSlot(tx, held))).toBe(true)
    expect(await firstDays()).toEqual([['standard', tomorrow]])
  })

  test('taking or giving back a place does not mark cached pages as stale unless it is the last place of the day', async () => {
    const { delivery } = app.app.services
    const ids = [await addSlot(app, { capacity: 3 }), await addSlot(app)]
    const markedTopics: string[] = []
    const end = app.db.changes.subscribe((topics) => markedTopics.push(...topics))
    for (const slotId of ids) {
      await app.db.transaction((tx) => delivery.takePlace(tx, { slotId, day: today }))
      await app.db.transaction((tx) => delivery.releaseSlot(tx, { slotId, day: today }))
    }
    end()
    expect(markedTopics).toEqual([])
  })

  describe('the cut-off time of a slot', () => {
    beforeEach(async () => {
      await addZone(app)
      await addSlot(app, { name: 'Morning', starts_at: '09:00', ends_at: '13:00', closes_at: '09:00' })
      await addSlot(app)
      await addSlot(app, { way: 'midnight', starts_at: '23:00', ends_at: '00:30', closes_on: 'day-before' })
      await addSlot(app, { way: 'express', closes_at: '12:30', deleted_at: noon })
      await emptyTables(app, ['slot_day'], 'delivery')
    })

    test.each([
      ['2026-03-02T09:29:59.999Z', false],
      ['2026-03-02T09:30:00.000Z', true],
      ['2026-03-02T09:30:59.999Z', true],
      ['2026-03-02T18:29:59.999Z', true],
      ['2026-03-02T18:30:00.000Z', true],
      ['2026-03-01T18:29:59.999Z', true],
      ['2026-03-02T06:29:00.000Z', false],
    ])('a check at %s that looks back to noon marks cached pages as stale: %s', async (now, isStale) => {
      const markedTopics: string[] = []
      const end = app.db.changes.subscribe((topics) => markedTopics.push(...topics))
      app.deps.clock.set(now)
      expect(await app.app.services.delivery.tellClosings(noon)).toBe(now)
      end()
      expect(markedTopics).toEqual(isStale ? ['delivery'] : [])
    })

    test('the cut-off of a slot marks cached pages as stale once', async () => {
      const { delivery } = app.app.services
      const markedTopics: string[] = []
      app.deps.clock.set('2026-03-02T09:30:00.000Z')
      const looked = await delivery.tellClosings(noon)
      const end = app.db.changes.subscribe((topics) => markedTopics.push(...topics))
      app.deps.clock.set('2026-03-02T09:30:59.999Z')
      await delivery.tellClosings(looked)
      end()
      expect(markedTopics).toEqual([])
    })

    test('the cached first days change at the cut-off of a slot', async () => {
      const loop = startDeliveryClosings({ ...app.app.services, clock: app.deps.clock, log: app.deps.log })
      app.deps.clock.set('2026-03-02T09:29:59.999Z')
      expect(await firstDays()).toEqual([
        ['standard', today],
        ['midnight', tomorrow],
      ])
      app.deps.clock.set('2026-03-02T09:30:00.000Z')
      loop.wake()
      await expect.poll(firstDays).toEqual([
        ['standard', tomorrow],
        ['midnight', '2026-03-04'],
      ])
      await loop.stop()
    })
  })
})
