import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Line breaks and blanks of control become a blank; what nobody sees goes. */
const breaks = ['\r\n', '\n', '\r', '\t', '\v', '\f', '\u0085', '\u2028', '\u2029']
const unseen = [
  ...'\u00ad\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff',
]

/** What visitors typed and staff read. */
const columns: Record<string, readonly string[]> = {
  seat: ['name'],
  waiting_list_entry: ['full_name'],
  enquiry: ['name'],
  custom_request: ['name'],
  contact: ['name'],
  student: ['name'],
  saved_recipient: ['label', 'name', 'area', 'landmark'],
  shop_order: ['customer_name', 'recipient_name', 'area', 'landmark', 'occasion'],
  shop_order_item: ['answer'],
  user: ['firstname', 'lastname'],
}

/** Names of before are one line, as those that come from now on. One that is nothing else stays as it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, names] of Object.entries(columns)) {
    const changes = names.map((name) => {
      const clean = sql`trim(${inOneLine(sql.ref(name))})`
      return sql`${sql.ref(name)} = case when ${clean} = '' then ${sql.ref(name)} else ${clean} end`
    })
    // All at once: most rows are looked at and stay.
    const all = sql.join(
      names.map((name) => sql`coalesce(${sql.ref(name)}, '')`),
      sql` || `,
    )
    await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${all} <> ${inOneLine(all)}`.execute(
      db,
    )
  }
}

function inOneLine(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const broken = breaks.reduce((inner, sign) => sql`replace(${inner}, ${sign}, ' ')`, text)
  return unseen.reduce((inner, sign) => sql`replace(${inner}, ${sign}, '')`, broken)
}
