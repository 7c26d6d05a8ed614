import { type Generated, type Kysely, sql, type Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import { migrate } from './migrate.ts'
import { isPostgres, withAutoIncrementId } from './migrations/baseline/columns.ts'
import { createFolded } from './migrations/baseline/search-index.ts'
import { type Database, type DatabaseEnvironment, openDatabase } from './open.ts'

/** This folder's tests use tables of their own, so that a change of the product's schema does not affect them. */
export interface TestSchema {
  change: { id: Generated<number>; topic: string; at: string }
  counter: { name: string; value: number; large: Generated<number | null> }
  entry: {
    id: string
    counter: string
    label: Generated<string | null>
    size: Generated<number>
    is_done: Generated<0 | 1>
  }
}

export type TestDatabase = Omit<Database, 'read' | 'write' | 'transaction'> & {
  read: Kysely<TestSchema>
  write: Kysely<TestSchema>
  transaction<T>(work: (tx: Transaction<TestSchema>) => Promise<T>): Promise<T>
}

export const testMigrations: Record<string, Migration> = {
  '0001-tables': {
    async up(db: Kysely<any>) {
      if (isPostgres(db)) await createFolded(db)
      await db.schema
        .createTable('change')
        .$call(withAutoIncrementId(db))
        .addColumn('topic', 'text', (c) => c.notNull())
        .addColumn('at', 'text', (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('counter')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('value', 'integer', (c) => c.notNull())
        .addColumn('large', 'bigint')
        .addCheckConstraint('counter_value_max', sql`value <= 1000`)
        .execute()
      await db.schema
        .createTable('entry')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('counter', 'text', (c) => c.notNull().references('counter.name'))
        .addColumn('label', 'text')
        .addColumn('size', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('is_done', 'integer', (c) => c.notNull().defaultTo(0))
        .addUniqueConstraint('entry_label_size', ['label', 'size'])
        .execute()
      await sql`create unique index entry_label_lower on entry (lower(label)) where size = 99`.execute(db)
      await db.insertInto('counter').values({ name: 'main', value: 0 }).execute()
    },
  },
}

export type Address = Parameters<typeof openDatabase>[0]

export async function openTestDatabase(
  address: Address,
  environment?: DatabaseEnvironment,
): Promise<TestDatabase> {
  return (await openDatabase(address, environment)) as unknown as TestDatabase
}

export async function createTestDatabase(
  address: Address,
  environment?: DatabaseEnvironment,
): Promise<TestDatabase> {
  const db = await openTestDatabase(address, environment)
  await migrate(db as unknown as Database, testMigrations)
  return db
}
