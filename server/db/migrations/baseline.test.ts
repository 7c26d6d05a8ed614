import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '../../../tests/harness/app.ts'
import { onEachDatabase } from '../../../tests/harness/on-each-engine.ts'
import { rowsOf, schemaOf } from '../../../tests/harness/schema-of.ts'
import type { Database } from '../open.ts'
import type { Tx } from '../schema.ts'
import { isOfSearchIndex } from '../search.ts'
import { createBaseline } from './baseline/index.ts'

const kept: Record<Database['engine'], string[]> = JSON.parse(
  readFileSync(new URL('../../../tests/kept/0.9.0-schema.json', import.meta.url), 'utf8'),
)

/** Removes the table's name before the columns of a view. PostgreSQL 16 leaves it out, and older versions write it. */
const ofAnyVersion = (lines: string[]) =>
  lines.map((line) => (line.startsWith('view ') ? line.replace(/\b\w+\.(?=[a-z])/g, '') : line))

onEachDatabase(
  'the baseline migration, which makes the schema of version 0.9.0',
  emptyDatabase,
  ({ db }, engine) => {
    beforeEach(() => db.transaction(createBaseline))

    test('the baseline migration makes exactly the schema of version 0.9.0', async () => {
      expect(ofAnyVersion(await schemaOf(db))).toEqual(ofAnyVersion(kept[engine]))
    })

    test('the baseline migration adds only the rows that the server needs from the start', async () => {
      const rows = Object.entries(await rowsOf(db)).filter(([table]) => !isOfSearchIndex(table))
      expect(Object.fromEntries(rows)).toEqual({
        pace: ['[["name","letters"],["until_ms",0]]'],
        seat_count: [
          '[["entries",0],["figure","bookings"],["slot",0]]',
          '[["entries",0],["figure","people"],["slot",0]]',
        ],
      })
    })

    test('the comparison of schemas notices each change to the baseline migration', async () => {
      const whole = await schemaOf(db)
      const unseen: string[] = []
      for (const [what, change] of Object.entries(changes[engine])) {
        if ((await differences(whole, change)).length === 0) unseen.push(what)
      }
      expect(unseen).toEqual([])
    })

    if (engine === 'sqlite')
      test('the comparison of schemas ignores spaces in the statement that created a table', async () => {
        const same = remake('journal_address', '"slug" text primary key', '"slug"   text\nprimary key')
        expect(await differences(await schemaOf(db), same)).toEqual([])
      })

    /** Lists the lines in which the schema differs after the change, and then undoes the change. */
    async function differences(whole: string[], change: Change): Promise<string[]> {
      const tx = await db.write.startTransaction().execute()
      try {
        await change(tx)
        const changed = await schemaOf({ engine, read: tx })
        return [...new Set(whole).symmetricDifference(new Set(changed))]
      } finally {
        await tx.rollback().execute()
      }
    }
  },
)

type Change = (tx: Tx) => Promise<unknown>

const run =
  (...statements: string[]): Change =>
  async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx)
  }

/** SQLite cannot change a column in place, so this makes the table and its indexes again with some words replaced. */
const remake =
  (table: string, words: string, others: string): Change =>
  async (tx) => {
    const made = sql<{
      sql: string
    }>`select sql from sqlite_master where tbl_name = ${table} and sql is not null
      order by type = 'table' desc`
    const [text = '', ...more] = (await made.execute(tx)).rows.map((row) => row.sql)
    expect(text).toContain(words)
    await run(`drop table ${table}`, text.replace(words, others), ...more)(tx)
  }

const changes: Record<Database['engine'], Record<string, Change>> = {
  sqlite: {
    'no index': run('drop index seat_hold'),
    'an index without its condition': run(
      'drop index seat_group',
      'create index seat_group on seat (group_id)',
    ),
    'no trigger': run('drop trigger keep_money_insert'),
    'a column that may be null': remake('setting', '"value" text not null', '"value" text'),
    'another type': remake('setting', '"value" text', '"value" integer'),
    'no check': remake('receipt_year', 'check (last >= 1)', ''),
    'another default': remake('impact', 'default 1', 'default 2'),
    'no unique column': remake('impact', 'unique', ''),
    'a reference that deletes nothing': remake('recovery_code', 'on delete cascade', ''),
    'a reference that is checked at once': remake('journal_address', 'deferrable initially deferred', ''),
    'no table': run('drop table setting'),
    'another view': run('drop view money_state', 'create view money_state as select 1 as owes_in_paise'),
    'another index of words': run(
      'drop table search_booking',
      'create virtual table search_booking using fts5 (words)',
    ),
  },
  postgres: {
    'no index': run('drop index seat_hold'),
    'an index without its condition': run(
      'drop index seat_group',
      'create index seat_group on seat (group_id)',
    ),
    'fewer samples': run('alter index seat_words alter column 1 set statistics 100'),
    'no trigger': run('drop trigger keep_money on allocation'),
    'another function': run(
      `create or replace function keep_money() returns trigger language plpgsql as 'begin return null; end'`,
    ),
    'a column that may be null': run('alter table setting alter column value drop not null'),
    'another type': run('alter table setting alter column value type varchar(99)'),
    'no check': run('alter table receipt_year drop constraint receipt_year_last_check'),
    'another default': run('alter table impact alter column version set default 2'),
    'no unique column': run('alter table impact drop constraint impact_slot_key'),
    'a reference that deletes nothing': run(
      'alter table recovery_code drop constraint recovery_code_user_id_fkey',
      'alter table recovery_code add foreign key (user_id) references "user" (id)',
    ),
    'a reference that is checked at once': run(
      'alter table journal_address alter constraint journal_address_of_post not deferrable',
    ),
    'no table': run('drop table setting'),
    'another view': run(
      'drop view money_state',
      'create view money_state as select 1::bigint as owes_in_paise',
    ),
    'a table that is logged': run('alter table rate_count set logged'),
  },
}
