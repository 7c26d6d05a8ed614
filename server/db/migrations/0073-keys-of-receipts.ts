import { type Kysely, sql } from 'kysely'
import { bankNumberOf } from './bank-numbers.v1.ts'

interface Key {
  provider_id: string
  receipt_id: string
}

/**
 * Only a bank's number stands for one sum. What else staff typed, or a statement had in its column, stood for the first sum
 * that had it, and kept all later ones out of the ledger: of a line its own key takes the place, and what was typed goes.
 * The receipts keep what they say.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Key>`
    select provider_id, receipt_id from receipt_key where provider = 'staff' and provider_id not like 'LINE-%'`.execute(
    db,
  )
  for (const { provider_id, receipt_id } of rows) {
    const number = bankNumberOf({ reference: provider_id, description: '' })
    if (number === provider_id) continue
    const { rows: lines } = await sql<{ id: string; reference: string | null; description: string }>`
      select line.id, line.reference, line.description from bank_match
      join statement_line as line on line.id = bank_match.line_id
      where bank_match.receipt_id = ${receipt_id}`.execute(db)
    await sql`delete from receipt_key where provider = 'staff' and provider_id = ${provider_id}`.execute(db)
    const ofLines = lines.flatMap((line) => [bankNumberOf(line) ?? `LINE-${line.id}`])
    for (const key of number === null ? ofLines : [number]) {
      await sql`insert into receipt_key (provider, provider_id, receipt_id) values ('staff', ${key}, ${receipt_id})
        on conflict do nothing`.execute(db)
    }
  }
}
