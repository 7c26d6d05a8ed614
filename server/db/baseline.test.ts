import { mkdtempSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase } from '../../tests/harness/app.ts'
import { onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { rowsOf, type Structure, schemaOf } from '../../tests/harness/schema-of.ts'
import { createBaseline } from './baseline/index.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import type { Database } from './open.ts'

const kept: Record<Database['engine'], Structure> = JSON.parse(
  readFileSync(new URL('../../tests/kept/0.9.0-schema.json', import.meta.url), 'utf8'),
)

/** PostgreSQL 16 names a column of a view without its table where an older one names both. */
const ofAnyVersion = ({ views, ...rest }: Structure) => ({
  ...rest,
  views: Object.fromEntries(
    Object.entries(views).map(([name, text]) => [name, text.replace(/\b\w+\.(?=[a-z])/g, '')]),
  ),
})

onEachDatabase('the baseline', emptyDatabase, ({ db, folder }, engine) => {
  beforeEach(() => db.write.transaction().execute(createBaseline))

  test('has the structure and the rows that all migrations before it make', async () => {
    const { db: migrated } = await emptyDatabase(engine, mkdtempSync(path.join(folder, 'migrated-')))
    try {
      await migrate(migrated, migrations)
      expect(await schemaOf(db)).toEqual(await schemaOf(migrated))
      expect(await rowsOf(db)).toEqual(await rowsOf(migrated))
    } finally {
      await migrated.close()
    }
  })

  test('has the structure of 0.9.0 as it was kept', async () => {
    expect(ofAnyVersion(await schemaOf(db))).toEqual(ofAnyVersion(kept[engine]))
  })

  describe('is told apart from one', () => {
    const run = (statement: string) => sql.raw(statement).execute(db.write)
    /** SQLite changes no column in place, so a table is made anew, in its own words but for one. */
    const remake = async (table: string, words: string, others: string) => {
      const made = sql<{ sql: string }>`select sql from sqlite_master where name = ${table}`
      const text = String((await made.execute(db.read)).rows[0]?.sql)
      expect(text).toContain(words)
      await run(`drop table ${table}`)
      await run(text.replace(words, others))
    }
    const changes = {
      sqlite: {
        'without an index': () => run('drop index seat_hold'),
        'without a trigger': () => run('drop trigger keep_money_insert'),
        'with a column that may be null': () => remake('setting', '"value" text not null', '"value" text'),
        'without a check': () => remake('receipt_year', 'check (last >= 1)', ''),
        'with another default': () => remake('impact', 'default 1', 'default 2'),
        'without a table': () => run('drop table setting'),
        'with another view': async () => {
          await run('drop view money_state')
          await run('create view money_state as select 1 as owes_in_paise')
        },
      },
      postgres: {
        'without an index': () => run('drop index seat_hold'),
        'without a trigger': () => run('drop trigger keep_money on allocation'),
        'with a column that may be null': () => run('alter table setting alter column value drop not null'),
        'without a check': () => run('alter table batch drop constraint batch_seats'),
        'with another default': () => run('alter table impact alter column version set default 2'),
        'without a table': () => run('drop table setting'),
        'with another function': () =>
          run(
            `create or replace function keep_money() returns trigger language plpgsql as 'begin return null; end'`,
          ),
        'with fewer samples': () => run('alter index seat_words alter column 1 set statistics 100'),
      },
    }[engine]

    test.each(Object.entries(changes))('%s', async (_, change) => {
      const whole = await schemaOf(db)
      await change()
      expect(await schemaOf(db)).not.toEqual(whole)
    })

    if (engine === 'sqlite')
      test('but not by a table that is made anew in the same words', async () => {
        const whole = await schemaOf(db)
        await remake('setting', '"value" text not null', '"value"   text\nnot null')
        expect(await schemaOf(db)).toEqual(whole)
      })
  })
})
