import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { availableEngines, startApp, type TestApp } from '../../../tests/harness/app.ts'

describe.each(await availableEngines())('impacts on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.stop())

  const row = { title: 'Happy Students', value: '5,200+', created_at: '2026-01-01T00:00:00.000Z' }

  test('a fifth one has no place in the database (reading B6)', async () => {
    await expect(
      app.db.write
        .insertInto('impact')
        .values({ ...row, id: 'fifth', slot: 5 })
        .execute(),
    ).rejects.toThrow()
  })

  test('they come in their order, and anew after a change', async () => {
    expect((await app.http('GET', '/api/impacts')).body).toEqual({ success: true, data: [] })
    await app.db.transaction(async (tx) => {
      await tx
        .insertInto('impact')
        .values([
          { ...row, id: 'second', slot: 2 },
          { ...row, id: 'first', slot: 1 },
        ])
        .execute()
      await app.db.changes.mark(tx, 'impacts')
    })
    expect((await app.http('GET', '/api/impacts')).body.data).toEqual([
      { id: 'first', title: 'Happy Students', value: '5,200+' },
      { id: 'second', title: 'Happy Students', value: '5,200+' },
    ])
  })
})
