import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type RetentionKind, retention } from '../../../../contract/system/retention.ts'
import { type TestApp, testNow } from '../../../../tests/harness/app.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { somebodyEverywhere } from '../../../../tests/harness/somebody.ts'
import { identifiesNobody, personalData } from '../../../db/personal-data.ts'
import type { Schema } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'

const years = 365.25 * 24 * 60 * 60_000
/** The text that every column gets, followed by something that makes it unique. */
const mark = 'remembered'

/** Every column that can hold personal data, except columns that only name another row. */
const filled = Object.entries(personalData).flatMap(([table, { kept, columns }]) =>
  Object.entries(columns)
    .filter(([column, end]) => end !== 'never' && !identifiesNobody.test(column))
    .map(([column]) => ({ table: table as keyof Schema, column, kept: kept as RetentionKind })),
)
/** Triggers write the first two columns when a seat's address changes. The third column refers to an account. */
const filledBySomethingElse = ['student_seats.email', 'enrolled_person.key', 'invitation.invited_by']
const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`

async function markEverything({ db }: TestApp): Promise<void> {
  for (const { table, column } of filled) {
    if (filledBySomethingElse.includes(nameOf({ table, column }))) continue
    const own = db.engine === 'sqlite' ? sql`rowid` : sql`ctid::text`
    const marked = sql`${`${mark}-`} || ${own}`
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${marked}`.execute(db.write)
  }
}

/** Returns the columns of all tables that contain the mark. */
async function remembered({ db }: TestApp): Promise<string[]> {
  const found = new Set<string>()
  const tables = Object.keys(personalData) as (keyof Schema)[]
  for (const table of tables.filter((name) => name !== 'seat')) {
    const rows = await db.read.selectFrom(table).selectAll().execute()
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value === 'string' && value.includes(mark)) found.add(nameOf({ table, column }))
      }
    }
  }
  return [...found].sort()
}

onEachEngine('the retention of personal data', { freshForEachTest: true }, (app) => {
  test('after ten years personal data is left only in the columns that the retention table exempts', async () => {
    await somebodyEverywhere(app, {
      name: 'Meena Erasable',
      email: 'meena@example.com',
      phone: '9812345670',
    })
    await app.db.write
      .insertInto('setting')
      .values({ name: 'school.phone', value: '9812345670', updated_at: testNow })
      .execute()
    await markEverything(app)
    const everywhere = filled.map(nameOf).filter((name) => name !== 'invitation.invited_by')
    expect(await remembered(app)).toEqual(everywhere.sort())

    app.deps.clock.set(addMs(testNow, 10 * years))
    await app.app.services.housekeeping.keepHouse()
    const left = filled.filter(({ kept }) => retention[kept].days === null)
    expect(await remembered(app)).toEqual(left.map(nameOf).sort())
    expect([...new Set(left.map(({ kept }) => kept))].sort()).toEqual([
      'accounts',
      'newsletter',
      'published',
      'recipients',
    ])
    expect(await app.app.services.housekeeping.keepHouse()).toMatchObject({ seats: 0, orders: 0 })
  })
})
