import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { onEachTestDatabase } from './on-each-test-database.fixture.ts'
import { openTestDatabase } from './test-tables.fixture.ts'

onEachTestDatabase('a database', ({ db, where }, engine) => {
  test('an open database names its engine', () => {
    expect(db.engine).toBe(engine)
  })

  describe('refused uses of a database', () => {
    const entry = { id: 'a', counter: 'main' }

    test.each([
      ['text with U+0000', 'a\0b'],
      ['undefined', undefined],
      ['an object', { a: 1 }],
      ['an array', ['a']],
      ['NaN', Number.NaN],
      ['an infinite number', Number.POSITIVE_INFINITY],
      ['an integer beyond 2^53', 2 ** 53],
    ])('the database refuses %s as a parameter and stores nothing', async (_name, value) => {
      const insert = db.write.insertInto('entry').values({ ...entry, label: sql`${value}` as never })
      await expect(insert.execute()).rejects.toThrow(TypeError)
      const inTransaction = db.transaction((tx) =>
        tx
          .insertInto('entry')
          .values({ ...entry, label: sql`${value}` as never })
          .execute(),
      )
      await expect(inTransaction).rejects.toThrow(TypeError)
      expect(await db.read.selectFrom('entry').select('id').execute()).toEqual([])
    })

    test('the database refuses to return an integer beyond 2^53 as a number', async () => {
      await db.write.updateTable('counter').set({ large: sql`9007199254740993` }).execute()
      await expect(db.read.selectFrom('counter').select('large').execute()).rejects.toThrow(
        /9007199254740993|beyond 2\^53/,
      )
      // The connection can still be used.
      expect(await db.read.selectFrom('counter').select('value').execute()).toEqual([{ value: 0 }])
    })

    test('the handle db.read refuses to write', async () => {
      await expect(db.read.updateTable('counter').set({ value: 1 }).execute()).rejects.toThrow(/read-?only/)
      await expect(
        db.read.transaction().execute((tx) => tx.deleteFrom('counter').execute()),
      ).rejects.toThrow()
      expect(await db.read.selectFrom('counter').select('value').execute()).toEqual([{ value: 0 }])
    })

    test('a closed database refuses every use', async () => {
      await db.close()
      await expect(db.read.selectFrom('counter').selectAll().execute()).rejects.toThrow(
        'The database is closed',
      )
      await expect(db.write.deleteFrom('counter').execute()).rejects.toThrow('The database is closed')
      await expect(db.transaction(async () => 1)).rejects.toThrow('The database is closed')
    })
  })

  test('SQLite and PostgreSQL store and return values in the same form', async () => {
    await db.write
      .insertInto('entry')
      .values({
        id: 'a',
        counter: 'main',
        label: new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 6)) as never,
        size: 7,
        is_done: true as never,
      })
      .execute()
    await db.write.updateTable('counter').set({ large: Number.MAX_SAFE_INTEGER }).execute()

    const entry = await db.read.selectFrom('entry').selectAll().executeTakeFirstOrThrow()
    expect(entry).toStrictEqual({
      id: 'a',
      counter: 'main',
      label: '2026-01-02T03:04:05.006Z',
      size: 7,
      is_done: 1,
    })
    const sums = await db.read
      .selectFrom('counter')
      .select((eb) => [
        eb.fn.countAll().as('count'),
        eb.fn.sum('large').as('sum'),
        eb.fn.avg('value').as('mean'),
      ])
      .executeTakeFirstOrThrow()
    expect(sums).toStrictEqual({ count: 1, sum: Number.MAX_SAFE_INTEGER, mean: 0 })
    const divided = await db.read
      .selectFrom('entry')
      .select(sql<number>`size / ${2}`.as('half'))
      .executeTakeFirstOrThrow()
    expect(divided).toStrictEqual({ half: 3 })
  })

  test('a statement reports how many rows it changed, also with RETURNING', async () => {
    const updated = await db.write.updateTable('counter').set({ value: 1 }).executeTakeFirst()
    expect(updated.numUpdatedRows).toBe(1n)
    const missed = await db.write
      .updateTable('counter')
      .set({ value: 1 })
      .where('name', '=', '-')
      .executeTakeFirst()
    expect(missed.numUpdatedRows).toBe(0n)
    const returned = await db.write.executeQuery(
      db.write.updateTable('counter').set({ value: 2 }).returning('value'),
    )
    expect(returned).toMatchObject({ rows: [{ value: 2 }], numAffectedRows: 1n })
  })

  test('a statement that runs again returns a column that was added after its first run', async () => {
    const all = () => db.read.selectFrom('counter').selectAll().executeTakeFirst()
    const allForWriting = () => db.write.selectFrom('counter').selectAll().executeTakeFirst()
    await Promise.all([all(), allForWriting()])
    await db.write.schema.alterTable('counter').addColumn('extra', 'text').execute()
    expect(await all()).toHaveProperty('extra', null)
    expect(await allForWriting()).toHaveProperty('extra', null)
  })

  test('readers see committed data while a writer is at work', async () => {
    const reading = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const writer = db.transaction(async (tx) => {
      await tx.updateTable('counter').set({ value: 5 }).execute()
      written.resolve()
      await reading.promise
    })
    await written.promise
    const values = await Promise.all(
      Array.from({ length: 30 }, () => db.read.selectFrom('counter').select('value').executeTakeFirst()),
    )
    expect(values).toEqual(Array.from({ length: 30 }, () => ({ value: 0 })))
    reading.resolve()
    await writer
    expect(await db.read.selectFrom('counter').select('value').executeTakeFirst()).toEqual({ value: 5 })
  })

  test('readers can read while writers that wait for one row hold every connection', async () => {
    const release = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    const holder = db.transaction(async (tx) => {
      await tx.updateTable('counter').set({ value: 1 }).execute()
      isHeld.resolve()
      await release.promise
    })
    await isHeld.promise
    const writers = Array.from({ length: 40 }, () =>
      db.transaction((tx) =>
        tx
          .updateTable('counter')
          .set((eb) => ({ value: eb('value', '+', 1) }))
          .execute(),
      ),
    )
    expect(await db.read.selectFrom('counter').select('value').executeTakeFirst()).toEqual({ value: 0 })
    release.resolve()
    await Promise.all([holder, ...writers])
    expect(await db.read.selectFrom('counter').select('value').executeTakeFirst()).toEqual({ value: 41 })
  })

  test('closing the database waits until all running transactions are stored', async () => {
    const work = Array.from({ length: 50 }, (_, index) =>
      db.transaction(async (tx) => {
        await tx
          .insertInto('entry')
          .values({ id: `${index}`, counter: 'main' })
          .execute()
        return index
      }),
    )
    await db.close()
    expect(await Promise.all(work)).toHaveLength(50)
    const again = await openTestDatabase(where)
    expect(await again.read.selectFrom('entry').select('id').execute()).toHaveLength(50)
    await again.close()
  })
})

test.each([{ file: '/nonexistent/folder/malar.db' }, { file: ':memory:' }])(
  'opening the database file $file fails with one error message',
  async (where) => {
    await expect(openTestDatabase(where)).rejects.toThrow(`The database file ${where.file} can’t be opened (`)
  },
)

test('opening a PostgreSQL that cannot be reached fails with one message that does not contain the password', async () => {
  const opening = openTestDatabase({ url: 'postgres://malar:s3cret@127.0.0.1:1/malar' })
  await expect(opening).rejects.toThrow('Can’t connect to PostgreSQL (')
  await expect(opening).rejects.not.toThrow('s3cret')
})
