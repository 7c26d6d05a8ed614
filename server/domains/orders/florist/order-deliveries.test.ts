import { beforeAll, expect, test } from 'vitest'
import type { Order } from '../../../../contract/orders/orders.ts'
import { callers, onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { placeOrder } from '../../../../tests/harness/orders.ts'

onSqlite('deliveries in the list of orders', (app) => {
  const { staff } = callers(app, 'staff')
  const ids: Record<string, string> = {}

  const store = {
    way: 'standard' as const,
    slot_id: 'afternoon',
    slot_name: 'Afternoon',
    delivery_day: '2026-03-05',
    window_from: '2026-03-05T07:30:00.000Z',
    window_to: '2026-03-05T12:30:00.000Z',
    zone_name: 'Mylapore',
    recipient_name: 'Yazhini Selvam',
    recipient_phone: '9840011122',
    address: '14, Kutchery Road',
    area: 'Mylapore',
    landmark: 'Opposite the tank',
    pincode: '600004',
    card_message: 'Pirandhanaal vaazhthukkal',
    substitution: 'ask' as const,
    hides_sender: 1 as const,
    calls_buyer: 1 as const,
  }

  beforeAll(async () => {
    const place = async (name: string, columns: object) => {
      app.deps.clock.advance(1000)
      const id = await placeOrder(app, [{ productId: null, quantity: 2 }], { customer: name })
      ids[name] = id
      await app.db.transaction((tx) =>
        tx.updateTable('shop_order').set(columns).where('id', '=', id).execute(),
      )
    }
    await place('Old', { occasion: null })
    await place('Thursday', store)
    await place('Midnight', {
      ...store,
      way: 'midnight',
      slot_name: 'Midnight',
      window_from: '2026-03-04T17:30:00.000Z',
      window_to: '2026-03-04T19:00:00.000Z',
    })
    await place('Friday', {
      way: 'pickup',
      slot_id: 'pickup',
      slot_name: 'Pickup',
      delivery_day: '2026-03-06',
      window_from: '2026-03-06T04:30:00.000Z',
      window_to: '2026-03-06T11:30:00.000Z',
      ended_by: 'hold',
      status: 'cancelled',
    })
    await app.db.transaction((tx) =>
      tx
        .updateTable('shop_order_item')
        .set({ size_id: 'grand', size_name: 'Grand', answer: 'In white' })
        .where('order_id', '=', ids['Thursday'] as string)
        .execute(),
    )
  })

  const list = async (query = ''): Promise<Order[]> =>
    (await app.http('GET', `/api/admin/orders${query}`, { token: staff.token })).body
  const names = async (query: string) => (await list(query)).map(({ customername }) => customername)

  test.each([
    ['?day=31.3.2026', 'day', 'Enter a date'],
    ['?day=2026-04-31', 'day', 'That date doesn’t exist. Enter another date.'],
  ])('the list of orders refuses the query %s', async (query, field, sentence) => {
    const answer = await app.http('GET', `/api/admin/orders${query}`, { token: staff.token })
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: sentence }])
  })

  test.each([
    ['?day=2026-03-05', ['Midnight', 'Thursday']],
    ['?way=pickup', ['Friday']],
    ['?day=2026-03-05&way=midnight', ['Midnight']],
    ['?day=2026-03-06&way=standard', []],
    ['?sort=delivery', ['Midnight', 'Thursday', 'Friday', 'Old']],
    ['?sort=-delivery', ['Friday', 'Thursday', 'Midnight', 'Old']],
    ['?q=yazhini', ['Midnight', 'Thursday']],
    ['?q=98400111', ['Midnight', 'Thursday']],
  ])('the list of orders applies the query %s to deliveries', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('the list of orders, sorted by delivery, keeps its sequence when each page has one order', async () => {
    for (const [sort, expected] of [
      ['delivery', ['Midnight', 'Thursday', 'Friday', 'Old']],
      ['-delivery', ['Friday', 'Thursday', 'Midnight', 'Old']],
    ] as const) {
      const seen: string[] = []
      let path: string | undefined = `/api/admin/orders?sort=${sort}&limit=1`
      while (path !== undefined) {
        const answer = await app.http('GET', path, { token: staff.token })
        seen.push(...answer.body.map(({ customername }: Order) => customername))
        path = /^<([^>]*)>/.exec(answer.headers.get('link') ?? '')?.[1]
      }
      expect(seen).toEqual(expected)
    }
  })

  test('an order in the list has its slot, recipient and card, and each line has its size and the buyer’s answer', async () => {
    const [thursday] = await list('?day=2026-03-05&way=standard')
    expect(thursday).toMatchObject({
      way: 'standard',
      day: '2026-03-05',
      slot: { name: 'Afternoon', from: '2026-03-05T07:30:00.000Z', to: '2026-03-05T12:30:00.000Z' },
      zone: 'Mylapore',
      recipientName: 'Yazhini Selvam',
      recipientPhone: '9840011122',
      landmark: 'Opposite the tank',
      pincode: '600004',
      cardMessage: 'Pirandhanaal vaazhthukkal',
      substitution: 'ask',
      hidesSender: true,
      callsBuyer: true,
      endedBy: null,
    })
    expect(thursday?.items).toMatchObject([{ productName: 'Rose box', size: 'Grand', answer: 'In white' }])
    expect((await list('?way=pickup'))[0]).toMatchObject({ endedBy: 'hold', recipientName: null })
  })

  test('an order that is older than the online store is listed with empty delivery fields', async () => {
    const { body } = await app.http('GET', `/api/admin/orders/${ids['Old']}`, { token: staff.token })
    expect(body.data).toMatchObject({
      customername: 'Old',
      deliveryaddress: '14, Kutchery Road, Mylapore, Chennai 600004',
      way: null,
      day: null,
      slot: null,
      recipientName: null,
      cardMessage: null,
      substitution: null,
      hidesSender: false,
      endedBy: null,
    })
    expect(body.data.items).toMatchObject([{ size: null, answer: null }])
  })
})
