import { expect, test } from 'vitest'
import { freshDatabase } from '../../tests/harness/app.ts'
import { onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { takeSeats } from '../domains/catalogue/courses/batches.repository.ts'
import { takeStock } from '../domains/store/products/products.repository.ts'
import type { Queryable, Tx } from './schema.ts'

const at = '2026-03-02T06:30:00.000Z'
const callers = 40
const room = 7

interface Counted {
  name: string
  /** Makes a row with room for so many. */
  begin(db: Queryable, id: string): Promise<unknown>
  /** True where the caller got one. */
  take(tx: Tx, id: string): Promise<boolean>
  /** How many were given out, as the row says. */
  given(db: Queryable, id: string): Promise<number>
}

const seats: Counted = {
  name: 'seats of a batch',
  async begin(db, id) {
    const course = { id: `course-${id}`, slug: `course-${id}`, title: id, description: '', duration: '' }
    await db
      .insertInto('course')
      .values({
        ...course,
        price_in_paise: 0,
        sessions: 1,
        features: '[]',
        popular: 0,
        category: 'General',
        version: 1,
        created_at: at,
        updated_at: at,
      })
      .execute()
    await db
      .insertInto('batch')
      .values({
        id,
        course_id: course.id,
        starts_on: '2026-03-12',
        starts_at: null,
        capacity: room,
        taken: 0,
        created_at: at,
      })
      .execute()
  },
  take: async (tx, id) => (await takeSeats(tx, id, 1)) !== undefined,
  given: async (db, id) =>
    (await db.selectFrom('batch').select('taken').where('id', '=', id).executeTakeFirstOrThrow()).taken,
}

const stock: Counted = {
  name: 'stock of a product',
  begin: (db, id) =>
    db
      .insertInto('product')
      .values({
        id,
        name: id,
        description: '',
        price_in_paise: 100,
        categories: '[]',
        quantity: room,
        is_offered: 1,
        is_featured: 0,
        is_custom: 0,
        created_at: at,
        updated_at: at,
      })
      .execute(),
  take: async (tx, id) => (await takeStock(tx, new Map([[id, 1]]))).length === 1,
  given: async (db, id) =>
    room -
    (await db.selectFrom('product').select('quantity').where('id', '=', id).executeTakeFirstOrThrow())
      .quantity,
}

/** The mistake: what was read is old when it is written. */
const readFirst: Counted = {
  ...stock,
  name: 'a stock that is read first and then written',
  async take(tx, id) {
    const { quantity } = await tx
      .selectFrom('product')
      .select('quantity')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (quantity < 1) return false
    await tx
      .updateTable('product')
      .set({ quantity: quantity - 1 })
      .where('id', '=', id)
      .execute()
    return true
  },
}

onEachDatabase('a counter', freshDatabase, ({ db }, engine) => {
  /** How many of the callers got one, all of them at once. */
  async function race({ begin, take }: Counted, id: string): Promise<number> {
    await db.transaction((tx) => begin(tx, id))
    const got = await Promise.all(Array.from({ length: callers }, () => db.transaction((tx) => take(tx, id))))
    return got.filter(Boolean).length
  }

  test.each([seats, stock])('$name: as many get one as there are', async (counted) => {
    expect(await race(counted, counted.name)).toBe(room)
    expect(await counted.given(db.read, counted.name)).toBe(room)
  })

  // One writer at a time hides the mistake on SQLite: that is why both engines run this test.
  if (engine === 'postgres') {
    test('control: reading first and writing then oversells', async () => {
      // Opens the pool's connections: callers that wait for one to open come one after another.
      await race(seats, 'before')
      expect(await race(readFirst, 'control')).toBeGreaterThan(room)
    })
  }
})
