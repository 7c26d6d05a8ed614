import { type Kysely, sql } from 'kysely'
import { bankNumberOf, fingerprintOf, isCutNumber } from './bank-numbers.v1.ts'

interface Line {
  id: string
  booked_on: string
  amount_in_paise: number
  description: string
  reference: string | null
}

const linesAtOnce = 1000

/**
 * A line of a statement is recognised by its words and the bank's number, no longer by whatever stood in its column; a
 * reference that a spreadsheet cut goes, and one that is a phone or an account gives way to the number of the line's words.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const counts = new Map<string, number>()
  let after = ''
  for (;;) {
    const { rows } = await sql<Line>`
      select id, booked_on, amount_in_paise, description, reference from statement_line
      where id > ${after} order by id limit ${linesAtOnce}`.execute(db)
    for (const row of rows) {
      const isCut = row.reference !== null && isCutNumber(row.reference)
      const reference = bankNumberOf(row) ?? (isCut ? null : row.reference)
      const key = fingerprintOf({ ...row, amount_in_paise: Number(row.amount_in_paise), reference })
      const nth = (counts.get(key) ?? 0) + 1
      counts.set(key, nth)
      await sql`update statement_line set fingerprint = ${`${key}.${nth}`}, reference = ${reference}
        where id = ${row.id}`.execute(db)
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}
