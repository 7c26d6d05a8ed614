import { beforeEach, describe, expect, test } from 'vitest'
import type { DeliveryOption } from '../../../../contract/store/delivery.ts'
import { emptyTables } from '../../../../tests/harness/app.ts'
import { addSlot, placesTaken, takeSlot } from '../../../../tests/harness/delivery.ts'
import { callers, onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'

const zone = { name: 'Mylapore', pincodes: '600004, 60002', standardFee: 99, expressFee: '199.50' }
const slot = {
  name: 'Afternoon',
  way: 'standard',
  from: '13:00',
  to: '18:00',
  fee: 0,
  closesOn: 'same-day',
  closesAt: '15:00',
}
const midnight = {
  ...slot,
  name: 'Midnight',
  way: 'midnight',
  from: '23:00',
  to: '00:30',
  closesOn: 'day-before',
}
const day = { day: '2026-04-14', closedFor: 'Tamil New Year' }
const pincodes = 'Enter six-digit pincodes, or the digits that pincodes start with, separated by commas'
const number = 'Enter a whole number from 0 to 9,999, or leave it blank'
const fee = 'Enter a fee of 0 or more, with at most 2 decimal places'
const ordinary = 'Enter what you’re closed for, or how many orders each delivery time takes that day'
const noFee = 'Enter a fee for at least one type. Leave a type blank if you don’t offer it there.'

onEachEngine('delivery zones, slots and days', (app, engine) => {
  const { staff, user } = callers(app, 'staff', 'user')
  beforeEach(() =>
    emptyTables(app, [
      'slot_day',
      'delivery_zone',
      'delivery_slot',
      'delivery_day',
      'bin_entry',
      'audit_entry',
    ]),
  )

  const as = (method: string, path: string, body?: object) =>
    app.http(method, `/api/admin/${path}`, { token: staff.token, ...(body && { body }) })
  const add = async (what: string, body: object) => {
    const answer = await as('POST', `delivery-${what}`, body)
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data
  }
  const list = async (what: string) => (await as('GET', `delivery-${what}`)).body.data

  partOnSqlite(engine, 'access to delivery zones, slots and days', () => {
    test.each([
      ['zones', zone],
      ['slots', slot],
      ['days', day],
    ])('the delivery %s are read and changed only by staff', async (what, body) => {
      const { id } = await add(what, body)
      for (const token of [null, user.token]) {
        const status = token === null ? 401 : 403
        for (const [method, at] of [
          ['GET', ''],
          ['POST', ''],
          ['PUT', `/${id}`],
          ['DELETE', `/${id}`],
        ] as const) {
          const more = method === 'POST' || method === 'PUT' ? { body } : {}
          const answer = await app.http(method, `/api/admin/delivery-${what}${at}`, { token, ...more })
          expect(answer.status).toBe(status)
        }
      }
      expect(await list(what)).toHaveLength(1)
    })
  })

  partOnSqlite(engine, 'bad fields of delivery zones, slots and days', () => {
    test.each([
      ['zones', { ...zone, name: ' ' }, { name: 'Name is required' }],
      ['zones', { ...zone, pincodes: '' }, { pincodes }],
      ['zones', { ...zone, pincodes: ' , ' }, { pincodes }],
      ['zones', { ...zone, pincodes: 'Mylapore' }, { pincodes }],
      ['zones', { ...zone, pincodes: '0600' }, { pincodes }],
      ['zones', { ...zone, pincodes: '௬௦௦' }, { pincodes }],
      ['zones', { ...zone, pincodes: ['600004', 'x'] }, { pincodes }],
      ['zones', { ...zone, pincodes: '6000041' }, { pincodes }],
      [
        'zones',
        { ...zone, pincodes: Array.from({ length: 501 }, (_, n) => String(600_000 + n)) },
        { pincodes: 'Enter at most 500 pincodes of up to 6 digits each' },
      ],
      ['zones', { ...zone, standardFee: -1 }, { standardFee: fee }],
      ['zones', { ...zone, expressFee: 'free' }, { expressFee: fee }],
      ['zones', { name: 'Nowhere', pincodes: ['6'] }, { standardFee: noFee }],
      ['slots', { ...slot, way: 'drone' }, { way: 'Choose a type' }],
      ['slots', { ...slot, from: '24:00' }, { from: 'Enter a time such as 10:30' }],
      ['slots', { ...slot, capacity: -1 }, { capacity: number }],
      ['slots', { ...slot, capacity: 1.5 }, { capacity: number }],
      ['slots', { ...slot, to: '13:00' }, { to: 'Enter an end time after the start time' }],
      [
        'slots',
        { ...slot, to: '12:00' },
        {
          to: 'Enter an end time after the start time. Only a midnight delivery time can start the evening before.',
        },
      ],
      ['slots', { ...slot, way: 'pickup', fee: 10 }, { fee: 'Pickup has no fee. Leave this blank.' }],
      [
        'slots',
        { ...slot, closesAt: '18:01' },
        { closesAt: 'Orders must close before the delivery time ends. Enter 6:00 pm or an earlier time.' },
      ],
      [
        'slots',
        { ...midnight, closesOn: 'same-day' },
        {
          closesOn:
            'This delivery time starts the evening before, so its orders must close the day before. Choose “Day before”.',
        },
      ],
      [
        'slots',
        { ...midnight, closesAt: '23:30' },
        { closesAt: 'Orders must close before the delivery time starts. Enter 11:00 pm or an earlier time.' },
      ],
      ['days', { ...day, day: '2026-04-31' }, { day: 'That date doesn’t exist. Enter another date.' }],
      ['days', { day: '2026-04-14' }, { closedFor: ordinary }],
      ['days', { day: '2026-04-14', closedFor: ' ' }, { closedFor: ordinary }],
      ['days', { ...day, capacity: 10_000 }, { capacity: number }],
    ])('delivery %s refuse a bad field with its sentence (case %#)', async (what, body, fields) => {
      const answer = await as('POST', `delivery-${what}`, body)
      expect([answer.status, answer.body.fields]).toEqual([400, fields])
      expect(await list(what)).toEqual([])
    })

    test('a change that would make a zone, a slot or a day invalid is refused', async () => {
      const made = [await add('zones', zone), await add('slots', slot), await add('days', day)]
      const [ofZone, ofSlot, ofDay] = [
        await as('PUT', `delivery-zones/${made[0].id}`, { standardFee: null, expressFee: null }),
        await as('PUT', `delivery-slots/${made[1].id}`, { to: '14:00' }),
        await as('PUT', `delivery-days/${made[2].id}`, { closedFor: '' }),
      ]
      expect([ofZone.status, ofZone.body.fields]).toEqual([400, { standardFee: noFee }])
      const sentence = 'Orders must close before the delivery time ends. Enter 2:00 pm or an earlier time.'
      expect([ofSlot.status, ofSlot.body.fields]).toEqual([400, { closesAt: sentence }])
      expect([ofDay.status, ofDay.body.fields]).toEqual([400, { closedFor: ordinary }])
    })
  })

  describe('pincodes of delivery zones', () => {
    const sentence = '600004 is already in the zone Mylapore. Remove it there first.'

    test('a zone cannot have a pincode of another zone, but may have a prefix of that pincode', async () => {
      const { id } = await add('zones', zone)
      const other = await add('zones', { ...zone, name: 'Chennai', pincodes: '600, 6000' })
      for (const answer of [
        await as('POST', 'delivery-zones', { ...zone, name: 'Copy', pincodes: '603, 600004' }),
        await as('PUT', `delivery-zones/${other.id}`, { pincodes: '600004' }),
      ]) {
        expect([answer.status, answer.body.fields]).toEqual([409, { pincodes: sentence }])
      }
      // A change of a zone may send a pincode that the zone already has.
      expect((await as('PUT', `delivery-zones/${id}`, { pincodes: '600004' })).status).toBe(200)
    })

    test('a deleted zone is not restored if another zone has its pincode', async () => {
      const { id } = await add('zones', zone)
      await as('DELETE', `delivery-zones/${id}`)
      await add('zones', { ...zone, name: 'New Mylapore' })
      const answer = await as('POST', `bin/delivery-zone/${id}/restore`)
      expect([answer.status, answer.body.error]).toEqual([409, sentence.replace('Mylapore', 'New Mylapore')])
      expect(await list('zones')).toHaveLength(1)
    })

    test('one of twenty zones that are added simultaneously with the same pincode is stored', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => as('POST', 'delivery-zones', zone)))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
      expect(await list('zones')).toHaveLength(1)
    })
  })

  test('visitors see each change of zones, slots and days at once; orders keep their places in a deleted slot', async () => {
    const offered = async () => {
      const { body } = await app.http('GET', '/api/delivery-options?pincode=600004&from=2026-03-03&days=1')
      return body.days[0].options.map(({ fee: of, reason }: DeliveryOption) => reason ?? of)
    }
    expect(await offered()).toEqual([])
    const { id } = await add('slots', { ...slot, capacity: 2 })
    expect(await offered()).toEqual(['We don’t deliver to 600004 yet'])
    const made = await add('zones', zone)
    expect(await offered()).toEqual([99])
    await as('PUT', `delivery-zones/${made.id}`, { standardFee: 80 })
    await as('PUT', `delivery-slots/${id}`, { fee: 20 })
    expect(await offered()).toEqual([100])
    const closed = await add('days', { day: '2026-03-03', closedFor: 'Pongal' })
    expect(await offered()).toEqual(['Closed for Pongal'])
    await as('PUT', `delivery-days/${closed.id}`, { closedFor: null, capacity: 0 })
    expect(await offered()).toEqual(['Full'])
    await as('DELETE', `delivery-days/${closed.id}`)
    expect(await offered()).toEqual([100])

    const { releaseSlot, combineGoods } = app.app.services.delivery
    const held = { slotId: id, day: '2026-03-03' }
    await app.db.transaction((tx) =>
      takeSlot(app, tx, { ...held, pincode: '600004', goods: combineGoods([]) }),
    )
    await as('DELETE', `delivery-slots/${id}`)
    expect(await offered()).toEqual([])
    expect(await placesTaken(app, id, held.day)).toBe(1)
    await app.db.transaction((tx) => releaseSlot(tx, held))
    expect(await placesTaken(app, id, held.day)).toBe(0)
  })

  partOnSqlite(engine, 'editing delivery zones, slots and days', () => {
    test.each([
      ['600004', ['600004']],
      ['600 004', ['600004']],
      ['600-004; 60002', ['600004', '60002']],
      ['600004 600028 600004', ['600004', '600028']],
      ['600004\n\n603,', ['600004', '603']],
      [
        ['600', ' 600 086 '],
        ['600', '600086'],
      ],
    ])('pincodes typed as %j are stored as a list', async (typed, read) => {
      expect((await add('zones', { ...zone, pincodes: typed })).pincodes).toEqual(read)
    })

    test('a zone, a slot and a day are added, changed, found, deleted and restored', async () => {
      const made = await add('zones', zone)
      expect(made).toMatchObject({
        name: 'Mylapore',
        pincodes: ['600004', '60002'],
        standardFee: 99,
        expressFee: 199.5,
        midnightFee: null,
        freeFrom: null,
        version: 1,
      })
      const changed = await as('PUT', `delivery-zones/${made.id}`, { freeFrom: 1500, expressFee: null })
      expect(changed.body.data).toMatchObject({
        freeFrom: 1500,
        expressFee: null,
        standardFee: 99,
        version: 2,
      })
      expect((await as('GET', 'delivery-zones?q=60002')).body.data).toHaveLength(1)
      expect((await as('GET', 'delivery-zones?q=anna')).body.data).toEqual([])

      const [late, early] = [await add('slots', slot), await add('slots', { ...midnight, capacity: 4 })]
      expect((await list('slots')).map(({ name }: { name: string }) => name)).toEqual([
        'Afternoon',
        'Midnight',
      ])
      expect((await as('GET', 'delivery-slots?way=midnight')).body.data).toEqual([early])
      const april = await add('days', day)
      const may = await add('days', { day: '2026-05-10', capacity: 0 })
      expect(await list('days')).toEqual([may, april])

      for (const [kind, { id }] of [
        ['zone', made],
        ['slot', late],
        ['day', april],
      ] as const) {
        const path = `delivery-${kind}s`
        const before = await list(`${kind}s`)
        expect((await as('DELETE', `${path}/${id}`)).body).toEqual({ success: true })
        expect(await list(`${kind}s`)).toHaveLength(before.length - 1)
        const gone = await as('PUT', `${path}/${id}`, {})
        expect([gone.status, gone.body.code]).toEqual([404, 'not_found'])
        expect((await as('POST', `bin/delivery-${kind}/${id}/restore`)).status).toBe(200)
        expect(await list(`${kind}s`)).toEqual(before)
        const { body } = await as('GET', `audit?kind=delivery-${kind}&record=${id}`)
        expect(body.data.map(({ action }: { action: string }) => action).sort()).toEqual(
          kind === 'zone' ? ['added', 'changed', 'deleted', 'restored'] : ['added', 'deleted', 'restored'],
        )
      }
    })

    test('the command palette finds a zone by a pincode, a slot by its name and a closed day by the reason for closing', async () => {
      const made = [await add('zones', zone), await add('slots', slot), await add('days', day)]
      const found = async (q: string) => (await as('GET', `search?q=${q}`)).body.data
      expect(await found('60002')).toEqual([
        {
          kind: 'delivery-zone',
          id: made[0].id,
          title: 'Mylapore',
          detail: 'pincodes and fees',
          q: 'Mylapore',
        },
      ])
      expect(await found('afternoon')).toMatchObject([
        { kind: 'delivery-slot', id: made[1].id, detail: '1:00 pm to 6:00 pm' },
      ])
      expect(await found('tamil')).toMatchObject([
        { kind: 'delivery-day', title: 'Tuesday 14 April 2026', detail: 'Tamil New Year', q: '2026-04-14' },
      ])
    })

    test('a change based on an older version of a zone, a slot or a day is refused', async () => {
      for (const [what, body, change] of [
        ['zones', zone, { name: 'North' }],
        ['slots', slot, { fee: 10 }],
        ['days', day, { capacity: 2 }],
      ] as const) {
        const { id } = await add(what, body)
        expect((await as('PUT', `delivery-${what}/${id}`, { ...change, version: 1 })).status).toBe(200)
        const stale = await as('PUT', `delivery-${what}/${id}`, { ...change, version: 1 })
        expect([stale.status, stale.body.code]).toEqual([409, 'conflict'])
      }
    })

    test('a closed day is in the list once, even if twenty people add it simultaneously', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => as('POST', 'delivery-days', day)))
      const refused = answers.filter(({ status }) => status !== 201)
      expect(refused).toHaveLength(19)
      const sentence = 'Tuesday 14 April 2026 is already on the list. Edit it instead.'
      for (const { status, body } of refused) expect([status, body.fields]).toEqual([409, { day: sentence }])
      const other = await add('days', { day: '2026-04-15', capacity: 1 })
      const moved = await as('PUT', `delivery-days/${other.id}`, { day: '2026-04-14' })
      expect([moved.status, moved.body.fields]).toEqual([409, { day: sentence }])
    })

    test('visitors see changed pincodes and delivery fees at once, and only fees of types that a slot offers', async () => {
      const fees = async () => (await app.http('GET', '/api/delivery-fees')).body
      expect(await fees()).toEqual({ pincodes: [], fees: [] })
      const made = await add('zones', zone)
      expect(await fees()).toEqual({ pincodes: ['600004', '60002'], fees: [] })
      const { id } = await add('slots', { ...slot, fee: 20 })
      await add('zones', { name: 'Adyar', pincodes: '600020', standardFee: 60 })
      await add('slots', { ...midnight, fee: 100 })
      await add('slots', { ...slot, name: 'Morning', fee: 5 })
      expect((await fees()).fees).toEqual([{ type: 'standard', least: 65, most: 119 }])
      await as('PUT', `delivery-zones/${made.id}`, { standardFee: 10, midnightFee: 200 })
      expect((await fees()).fees).toEqual([
        { type: 'standard', least: 15, most: 80 },
        { type: 'midnight', least: 300, most: 300 },
      ])
      await as('DELETE', `delivery-slots/${id}`)
      expect((await fees()).fees[0]).toEqual({ type: 'standard', least: 15, most: 65 })
      await as('DELETE', `delivery-zones/${made.id}`)
      expect(await fees()).toEqual({
        pincodes: ['600020'],
        fees: [{ type: 'standard', least: 65, most: 65 }],
      })
    })

    test('a delivery zone is deleted permanently after its time in the bin, but a deleted slot is kept for its orders', async () => {
      const { id } = await add('zones', zone)
      const slotId = await addSlot(app)
      await as('DELETE', `delivery-zones/${id}`)
      await as('DELETE', `delivery-slots/${slotId}`)
      const now = app.deps.clock.now()
      app.deps.clock.advance(31 * 24 * 60 * 60_000)
      await app.app.services.housekeeping.keepHouse()
      app.deps.clock.set(now)
      const count = async (table: 'delivery_zone' | 'delivery_slot') =>
        (await app.db.read.selectFrom(table).select('id').execute()).length
      expect([await count('delivery_zone'), await count('delivery_slot')]).toEqual([0, 1])
    })
  })
})
