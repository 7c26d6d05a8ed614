import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase } from '../../tests/harness/app.ts'
import { onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { runInOtherProcess } from './child-process.fixture.ts'
import { migrate } from './migrate.ts'
import { type TestDatabase, testMigrations } from './test-tables.fixture.ts'

const createTable = (name: string): Migration => ({
  up: (db) => db.schema.createTable(name).addColumn('x', 'integer').execute(),
})

onEachDatabase('migrations', emptyDatabase<TestDatabase>, ({ db, where }, engine) => {
  const run = (migrations: Record<string, Migration>) => migrate(db as never, migrations)
  const tables = async () => {
    const found = await db.write.introspection.getTables()
    return found.map(({ name }) => name).sort()
  }

  test('a database that is newer than the code is refused and stays unchanged', async () => {
    await run({ '0001-a': createTable('a'), '0002-b': createTable('b') })
    await expect(run({ '0001-a': createTable('a') })).rejects.toThrow(
      'The database is newer than this version of Malar, which doesn’t know the migration "0002-b"',
    )
    await expect(run({ '0001-a': createTable('a'), '0003-c': createTable('c') })).rejects.toThrow('"0002-b"')
    expect(await tables()).toEqual(['a', 'b'])
  })

  test('a new migration is refused if its name sorts before the name of a migration that has already run', async () => {
    await run({ '0002-b': createTable('b') })
    await expect(run({ '0001-a': createTable('a'), '0002-b': createTable('b') })).rejects.toThrow('0001-a')
    expect(await tables()).toEqual(['b'])
  })

  test('when a migration fails half-way, it and the earlier migrations of the same run are undone', async () => {
    const half: Migration = {
      async up(tx) {
        await tx.schema.createTable('half').addColumn('x', 'integer').execute()
        await tx.schema.alterTable('a').addColumn('y', 'integer').execute()
        await sql`insert into half values (1)`.execute(tx)
        throw new Error('power cut')
      },
    }
    await expect(run({ '0001-a': createTable('a'), '0002-half': half })).rejects.toThrow('power cut')
    expect(await tables()).toEqual([])
    await run({ '0001-a': createTable('a'), '0002-half': createTable('half') })
    expect(await tables()).toEqual(['a', 'half'])
  })

  test('a migration starts again after a deadlock with another server', async () => {
    let tries = 0
    const crossed: Migration = {
      async up(tx) {
        await tx.schema.createTable('crossed').addColumn('x', 'integer').execute()
        if (++tries < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      },
    }
    await run({ '0001-a': createTable('a'), '0002-crossed': crossed })
    expect([tries, await tables()]).toEqual([3, ['a', 'crossed']])
  })

  test('each migration runs once, in the order of the names', async () => {
    const order: string[] = []
    const note = (name: string): Migration => ({
      async up() {
        order.push(name)
      },
    })
    await run({ '0002-b': note('b'), '0001-a': note('a') })
    await run({ '0002-b': note('b'), '0001-a': note('a'), '0003-c': note('c') })
    expect(order).toEqual(['a', 'b', 'c'])
  })

  test('when three processes start at once, only one of them migrates the database', async () => {
    const others = [runInOtherProcess('migrate', where), runInOtherProcess('migrate', where)]
    await run(testMigrations)
    expect(await Promise.all(others.map(({ exited }) => exited))).toEqual([0, 0])
    expect(await db.read.selectFrom('counter').select('name').execute()).toEqual([{ name: 'main' }])
  })

  test('foreign keys are enforced after migrations, even after a failed migration', async () => {
    await run(testMigrations)
    const failing: Migration = { up: () => Promise.reject(new Error('no')) }
    await expect(run({ ...testMigrations, '0002-failing': failing })).rejects.toThrow('no')
    const orphan = db.write.insertInto('entry').values({ id: 'a', counter: 'none' })
    await expect(orphan.execute()).rejects.toThrow(/foreign key/i)
  })

  if (engine === 'sqlite')
    describe('migrations on SQLite', () => {
      beforeEach(async () => {
        await migrate(db as never, testMigrations)
        await db.write.insertInto('entry').values({ id: 'a', counter: 'main' }).execute()
      })

      test('a migration rebuilds a table that other tables refer to, and their rows are kept', async () => {
        const rebuild: Migration = {
          async up(tx: Kysely<any>) {
            await sql`create table counter_new (name text primary key, value integer not null, large integer)`.execute(
              tx,
            )
            await sql`insert into counter_new select name, value, large from counter`.execute(tx)
            await tx.schema.dropTable('counter').execute()
            await tx.schema.alterTable('counter_new').renameTo('counter').execute()
          },
        }
        await migrate(db as never, { ...testMigrations, '0002-rebuild': rebuild })
        expect(await db.read.selectFrom('entry').select('id').execute()).toEqual([{ id: 'a' }])
        await db.write.updateTable('counter').set({ value: 5_000 }).execute()
      })

      test('a migration that leaves rows without their parent is refused', async () => {
        const orphan: Migration = {
          up: (tx: Kysely<any>) => tx.deleteFrom('counter').execute().then() as never,
        }
        await expect(migrate(db as never, { ...testMigrations, '0002-orphan': orphan })).rejects.toThrow(
          'Migration 0002-orphan leaves rows in entry without their counter',
        )
        expect(await db.read.selectFrom('counter').select('name').execute()).toEqual([{ name: 'main' }])
      })
    })
})
