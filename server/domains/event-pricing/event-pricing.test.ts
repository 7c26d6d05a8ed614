import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { availableEngines, startApp, type TestApp } from '../../../tests/harness/app.ts'

describe.each(await availableEngines())('event pricing on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.stop())

  test('anybody gets the prices, in their order (reading A1)', async () => {
    expect((await app.http('GET', '/api/admin/event-pricing')).body).toEqual({ success: true, data: {} })
    await app.db.transaction(async (tx) => {
      await tx
        .insertInto('event_price')
        .values([
          { slot_key: 'b', position: 2, label: 'Weekends 10:00 AM - 10:00 PM', price: '3000.50' },
          { slot_key: 'z', position: 1, label: 'Weekdays 10:00 AM - 6:00 PM', price: '2000' },
        ])
        .execute()
      await app.db.changes.mark(tx, 'event-pricing')
    })
    const answer = await app.http('GET', '/api/admin/event-pricing')
    expect(answer.status).toBe(200)
    expect(Object.entries(answer.body.data)).toEqual([
      ['z', { label: 'Weekdays 10:00 AM - 6:00 PM', price: '2000' }],
      ['b', { label: 'Weekends 10:00 AM - 10:00 PM', price: '3000.50' }],
    ])
  })
})
