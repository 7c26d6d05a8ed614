import { beforeAll, describe, expect, test } from 'vitest'
import { signedIn } from '../harness/callers.ts'
import { onEachEngine } from '../harness/on-each-engine.ts'
import { enrol } from '../harness/seats.ts'

interface Kind {
  path: string
  /** Two rows. The test changes the second row before the file is taken back. */
  rows: [Record<string, string>, Record<string, string>]
  /** The name of the second row in the audit log. */
  name: string
  patch: object
}

const flower = { unit: 'stem', bunchSize: '20', price: '250' }
const course = { price: '100', duration: '1 hour', description: 'Of one day.', nextbatch: '2026-04-20' }
const product = { price: '500', stockquantity: '5', description: 'Of the morning.' }
const slot = {
  way: 'standard',
  from: '09:00',
  to: '12:00',
  capacity: '8',
  closesOn: 'same day',
  closesAt: '07:00',
}

const kinds: Kind[] = [
  {
    path: '/api/admin/AdminClasses',
    rows: [
      { title: 'Torans', ...course },
      { title: 'Garlands', ...course },
    ],
    name: 'Garlands',
    patch: { duration: '2 hours' },
  },
  {
    path: '/api/admin/products',
    rows: [
      { name: 'Jasmine', ...product },
      { name: 'Marigold', ...product },
    ],
    name: 'Marigold',
    patch: { price: 600 },
  },
  {
    path: '/api/admin/flowers',
    rows: [
      { name: 'Rose', ...flower },
      { name: 'Lily', ...flower },
    ],
    name: 'Lily',
    patch: { bunchSize: 10 },
  },
  {
    path: '/api/admin/rooms',
    rows: [{ name: 'Jasmine Studio' }, { name: 'Rose Studio' }],
    name: 'Rose Studio',
    patch: { address: '12, Luz' },
  },
  {
    path: '/api/admin/closed-days',
    rows: [
      { day: '2026-08-15', closedFor: 'Independence Day' },
      { day: '2026-10-02', closedFor: 'Gandhi Jayanti' },
    ],
    name: 'Friday 2 October 2026',
    patch: { closedFor: 'A holiday' },
  },
  {
    path: '/api/admin/delivery-slots',
    rows: [
      { name: 'Morning', ...slot },
      { name: 'Noon', ...slot },
    ],
    name: 'Noon',
    patch: { capacity: 9 },
  },
  {
    path: '/api/admin/delivery-zones',
    rows: [
      { name: 'Mylapore', pincodes: '600004', standardFee: '50' },
      { name: 'Adyar', pincodes: '600020', standardFee: '80' },
    ],
    name: 'Adyar',
    patch: { standardFee: 90 },
  },
  {
    path: '/api/admin/blog',
    rows: [
      { title: 'Onam', body: 'Ten days.', status: 'draft' },
      { title: 'Pongal', body: 'Four days.', status: 'draft' },
    ],
    name: 'Pongal',
    patch: { body: 'Four days of it.' },
  },
]

onEachEngine('taking back the import of a file', (app) => {
  let token: string
  beforeAll(async () => {
    token = (await signedIn(app, 'owner')).token
  })

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    app.http(method, path, { token, ...(body && { body }) })
  async function bring(path: string, rows: object[]) {
    const { status, body } = await call('POST', `${path}/import`, { dryRun: false, rows })
    expect([status, body.data]).toEqual([200, { valid: rows.length, problems: [] }])
    const [latest] = await filesOf(path)
    return latest as { id: string; rows: number; takenBackAt: string | null }
  }
  const filesOf = async (path: string) =>
    (await call('GET', `${path}/imports`)).body.data as {
      id: string
      rows: number
      takenBackAt: string | null
    }[]
  const takeBack = (path: string, id: string) => call('POST', `${path}/imports/${id}/take-back`)
  const idsOf = async (importId: string) =>
    (
      await app.db.read
        .selectFrom('file_import_row')
        .select('record_id')
        .where('import_id', '=', importId)
        .execute()
    ).map(({ record_id }) => record_id)
  const idOf = async (importId: string, name: string) => {
    const found = await app.db.read
      .selectFrom('audit_entry')
      .select('record_id')
      .where('title', '=', name)
      .where('record_id', 'in', await idsOf(importId))
      .executeTakeFirstOrThrow()
    return found.record_id
  }
  const binned = async (importId: string) =>
    (
      await app.db.read
        .selectFrom('bin_entry')
        .select('title')
        .where('record_id', 'in', await idsOf(importId))
        .execute()
    ).map(({ title }) => title)

  describe.each(kinds)('the import of a file at $path', ({ path, rows, name, patch }) => {
    test('taking an import back moves its unchanged records to the bin, and keeps and names records changed since', async () => {
      app.deps.clock.advance(1000)
      expect((await takeBack(path, 'no-such-import')).status).toBe(404)
      const file = await bring(path, rows)
      expect(file).toMatchObject({ rows: 2, takenBackAt: null })
      const changed = await idOf(file.id, name)
      expect((await call('PUT', `${path}/${changed}`, patch)).status).toBe(200)
      expect((await takeBack(path, file.id)).body.data).toEqual({ taken: 1, kept: [name], gone: 0 })
      expect(await binned(file.id)).not.toContain(name)
      expect(await binned(file.id)).toHaveLength(1)
      // The import can be taken back once more, because the first attempt kept a record.
      expect((await filesOf(path)).find(({ id }) => id === file.id)?.takenBackAt).toBeNull()
      await app.http('DELETE', `${path}/${changed}`, { token })
      expect((await takeBack(path, file.id)).body.data).toEqual({ taken: 0, kept: [], gone: 2 })
      expect((await takeBack(path, file.id)).body.code).toBe('conflict')
    })

    test('only one of four simultaneous calls that take back an import succeeds', async () => {
      app.deps.clock.advance(1000)
      const file = await bring(path, rows)
      const answers = await Promise.all([1, 2, 3, 4].map(() => takeBack(path, file.id)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      expect(answers.find(({ status }) => status === 200)?.body.data).toEqual({ taken: 2, kept: [], gone: 0 })
      expect(await binned(file.id)).toHaveLength(2)
    })
  })

  test('an import of rooms cannot be taken back at the address for imports of flowers', async () => {
    app.deps.clock.advance(1000)
    const file = await bring('/api/admin/rooms', [{ name: 'Lily Studio' }])
    expect((await takeBack('/api/admin/flowers', file.id)).status).toBe(404)
  })

  test('taking an import back keeps classes that have seats or recipes, and flowers that recipes use', async () => {
    app.deps.clock.advance(1000)
    const classes = await bring('/api/admin/AdminClasses', [
      { title: 'Ikebana', ...course, price: '0' },
      { title: 'Wreaths', ...course },
      { title: 'Bowls', ...course },
    ])
    await enrol(app, await idOf(classes.id, 'Ikebana'))
    await app.db.write.updateTable('registration').set({ status: 'cancelled' }).execute()
    const flowers = await bring('/api/admin/flowers', [{ name: 'Fern', ...flower }])
    const recipes = await bring('/api/admin/recipes', [{ kind: 'class', name: 'Wreaths', stems: '4 Fern' }])
    expect((await takeBack('/api/admin/flowers', flowers.id)).body.data).toEqual({
      taken: 0,
      kept: ['Fern'],
      gone: 0,
    })
    const answer = (await takeBack('/api/admin/AdminClasses', classes.id)).body.data
    expect({ ...answer, kept: answer.kept.sort() }).toEqual({
      taken: 1,
      kept: ['Ikebana', 'Wreaths'],
      gone: 0,
    })
    expect(await binned(classes.id)).toEqual(['Bowls'])
    expect((await takeBack('/api/admin/recipes', recipes.id)).body.data).toMatchObject({ taken: 1 })
    expect((await takeBack('/api/admin/flowers', flowers.id)).body.data).toMatchObject({ taken: 1 })
  })
})
