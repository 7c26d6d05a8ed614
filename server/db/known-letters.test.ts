import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../tests/harness/app.ts'
import { onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { warnOfUnknownLetters } from './known-letters.ts'
import { type Database, openDatabase } from './open.ts'

async function warningsOf(db: Database): Promise<string[]> {
  const warnings: string[] = []
  await warnOfUnknownLetters(db, { warn: (text) => warnings.push(text) })
  return warnings
}

onEachDatabase('the letters of a database', emptyDatabase, ({ db, where }, engine) => {
  const withLocaleC = engine === 'postgres' ? ['UTF8', 'SQL_ASCII'] : []

  test('are well known', async () => {
    expect(await warningsOf(db)).toEqual([])
  })

  test.each(withLocaleC)('are told to lack Tamil with the locale C and %s', async (encoding) => {
    const url = new URL('url' in where ? where.url : '')
    const name = `${url.pathname.slice(1)}_c`
    await sql`create database ${sql.id(name)} template template0 locale 'C' encoding ${sql.lit(encoding)}`.execute(
      db.write,
    )
    url.pathname = name
    const other = await openDatabase({ url: url.href })
    const warnings = await warningsOf(other)
    await other.close()
    await sql`drop database ${sql.id(name)}`.execute(db.write)
    expect(warnings).toEqual([expect.stringContaining('has no Tamil letters')])
  })
})
