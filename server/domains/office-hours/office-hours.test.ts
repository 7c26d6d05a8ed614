import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { availableEngines, startApp, type TestApp } from '../../../tests/harness/app.ts'

describe.each(await availableEngines())('office hours on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.stop())

  const row = { open_time: '09:00', close_time: '20:00', is_holiday: 0 } as const

  test('a day that closes before it opens has no place in the database, unless it is a holiday (reading B7)', async () => {
    const backwards = { ...row, id: 'x', office_day: 'Friday', open_time: '20:00', close_time: '09:00' }
    await expect(app.db.write.insertInto('office_hours').values(backwards).execute()).rejects.toThrow()
    await app.db.write
      .insertInto('office_hours')
      .values({ ...backwards, is_holiday: 1 })
      .execute()
  })

  test('Monday comes first, whatever was stored first', async () => {
    await app.db.transaction(async (tx) => {
      await tx
        .insertInto('office_hours')
        .values([
          { ...row, id: 'sun', office_day: 'Sunday' },
          { ...row, id: 'wed', office_day: 'Wednesday' },
          { ...row, id: 'mon', office_day: 'Monday' },
        ])
        .execute()
      await app.db.changes.mark(tx, 'office-hours')
    })
    const { body } = await app.http('GET', '/api/office-timing')
    expect(body.data.map((one: { office_day: string }) => one.office_day)).toEqual([
      'Monday',
      'Wednesday',
      'Friday',
      'Sunday',
    ])
    expect(body.data[0]).toEqual({
      id: 'mon',
      office_day: 'Monday',
      open_time: '09:00',
      close_time: '20:00',
      is_holiday: false,
    })
    expect(body.data[2].is_holiday).toBe(true)
  })
})
