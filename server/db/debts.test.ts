import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { payableKinds } from '../../contract/money/money.ts'
import { emptyDatabase } from '../../tests/harness/app.ts'
import { onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { debtOf, payableTables } from './debts.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'

const tables = Object.keys(payableTables) as (keyof typeof payableTables)[]

test('each kind of thing to pay has exactly one table that stores its debt', () => {
  expect(tables.flatMap((table) => payableTables[table].kinds).sort()).toEqual([...payableKinds].sort())
})

onEachDatabase('debts in a migrated database', emptyDatabase, ({ db }, engine) => {
  beforeEach(() => migrate(db, migrations))

  const lineOf = async (line: ReturnType<typeof sql>) => {
    const [row] = (await sql<{ line: string }>`select ${line} as line`.execute(db.read)).rows
    return row?.line.replace(/\s+/g, ' ').trim() ?? ''
  }
  const viewText = (name: string) =>
    lineOf(
      engine === 'sqlite'
        ? sql`(select substr(sql, instr(sql, 'select')) from sqlite_master where name = ${name})`
        : sql`pg_get_viewdef(cast(${name} as regclass))`,
    )

  test('the view money_state joins exactly the SQL by which server/db/debts.ts describes the debts of each table', async () => {
    const parts = tables.map((table) => {
      const { unclaimed: _, ...columns } = debtOf(table)
      const named = Object.entries(columns).map(([name, words]) => sql`${words} as ${sql.raw(name)}`)
      return sql`select ${sql.join(named)} from ${sql.raw(table)}`
    })
    await sql`create view made_of_terms as ${sql.join(parts, sql` union all `)}`.execute(db.write)
    expect(await viewText('money_state')).toEqual(await viewText('made_of_terms'))
  })

  test('a trigger copies the amount paid for a seat, an order or a fee into the row of the seat, order or fee', async () => {
    const text = await lineOf(
      engine === 'sqlite'
        ? sql`(select group_concat(sql, ' ') from sqlite_master where name like 'keep_money_%')`
        : sql`pg_get_functiondef('keep_money'::regproc)`,
    )
    for (const table of tables) {
      const kinds = payableTables[table].kinds.map((kind) => `'${kind}'`).join(', ')
      for (const row of ['old', 'new']) {
        expect(text).toMatch(
          new RegExp(
            `update ${table === 'seat' ? 'registration' : table} set [^;]* where id = ${row}.subject_id and ${row}.subject in \\(${kinds}\\);`,
          ),
        )
      }
    }
  })
})
