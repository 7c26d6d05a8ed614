import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../tests/harness/app.ts'
import { onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { warnOfUnknownLetters } from './known-letters.ts'
import { type Database, openDatabase } from './open.ts'

async function warningsOf(db: Database): Promise<string[]> {
  const warnings: string[] = []
  await warnOfUnknownLetters(db, { warn: (text) => warnings.push(text) })
  return warnings
}

const lacking = [
  `locale 'C' encoding 'UTF8'`,
  `locale 'C' encoding 'SQL_ASCII'`,
  `locale 'C' encoding 'LATIN1'`,
  `locale_provider icu icu_locale 'en' lc_collate 'C' lc_ctype 'C' encoding 'UTF8'`,
]

onEachDatabase('the check that PostgreSQL knows Tamil letters', freshDatabase, ({ db, where }, engine) => {
  test('the database of the tests gets no warning about Tamil letters', async () => {
    expect(await warningsOf(db)).toEqual([])
  })

  test.each(engine === 'postgres' ? lacking : [])(
    'a warning says that a database created with %s does not know Tamil letters',
    async (made) => {
      const url = new URL('url' in where ? where.url : '')
      const name = `${url.pathname.slice(1)}_c`
      await sql`create database ${sql.id(name)} template template0 ${sql.raw(made)}`.execute(db.write)
      url.pathname = name
      const other = await openDatabase({ url: url.href })
      const without = await warningsOf(other)
      await sql`create schema "Ours"`.execute(other.write)
      await sql`create extension pg_trgm schema "Ours"`.execute(other.write)
      const warnings = await warningsOf(other)
      await other.close()
      await sql`drop database ${sql.id(name)}`.execute(db.write)
      expect(without).toEqual([])
      expect(warnings).toEqual([expect.stringContaining('doesn’t recognise Tamil letters')])
    },
  )
})
