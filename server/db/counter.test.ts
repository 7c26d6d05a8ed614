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
  /** Makes a row with `room` places. */
  begin(db: Queryable, id: string): Promise<unknown>
  /** True if the caller got a place. */
  take(tx: Tx, id: string): Promise<boolean>
  /** Reads from the row how many places were taken. */
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
  name: 'units of a product',
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

/** Contains a mistake on purpose: the number that was read may be outdated when it is written. */
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

onEachDatabase('a counter of seats or stock that many callers take from', freshDatabase, ({ db }, engine) => {
  /** Lets all callers take a place at the same time, and returns how many callers got a place. */
  async function race({ begin, take }: Counted, id: string): Promise<number> {
    await db.transaction((tx) => begin(tx, id))
    const got = await Promise.all(Array.from({ length: callers }, () => db.transaction((tx) => take(tx, id))))
    return got.filter(Boolean).length
  }

  test.each([seats, stock])(
    'forty callers at once get exactly the number of $name that are left',
    async (counted) => {
      expect(await race(counted, counted.name)).toBe(room)
      expect(await counted.given(db.read, counted.name)).toBe(room)
    },
  )

  // SQLite has one writer at a time, so `readFirst` makes no error there.
  if (engine === 'postgres') {
    test('control: callers that read the stock before they write it sell more than the stock', async () => {
      // This call opens the pool's connections. Otherwise the callers would wait for a connection and arrive one after
      // another.
      await race(seats, 'before')
      expect(await race(readFirst, 'control')).toBeGreaterThan(room)
    })
  }
})
