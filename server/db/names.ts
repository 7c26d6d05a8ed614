import { sql } from 'kysely'
import { folded } from '../../contract/folded.ts'
import { isPostgres } from './guards.ts'
import type { Queryable, Tx } from './schema.ts'

const nameOf = {
  flower: 'name',
  room: 'name',
  course: 'title',
  product: 'name',
  journal_post: 'title',
  instructor: 'name',
} as const
export type NamedTable = keyof typeof nameOf

export async function findNamed(db: Queryable, table: NamedTable, names: readonly string[]) {
  const found = new Map<string, string[]>()
  const wanted = [...new Set(names.map(folded))]
  if (wanted.length === 0) return found
  const key = sql<string>`folded(${sql.ref(nameOf[table])})`
  const { rows } = await sql<{ id: string; key: string }>`
    select id, ${key} as key from ${sql.table(table)}
    where ${key} in (${sql.join(wanted)}) and deleted_at is null order by created_at, id`.execute(db)
  for (const { id, key } of rows) found.set(key, [...(found.get(key) ?? []), id])
  return found
}

export function namesTaken(table: NamedTable) {
  return async (db: Queryable, names: readonly string[]): Promise<string[]> => [
    ...(await findNamed(db, table, names)).keys(),
  ]
}

/**
 * True if no other row has the name. PostgreSQL locks the names of the table until the transaction ends, so that no
 * other transaction takes the name. SQLite needs no lock, because it has a single writer.
 */
export async function isNameFree(tx: Tx, table: NamedTable, name: string, own: string | null) {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(hashtext(${`names of ${table}`}))`.execute(tx)
  const [ids = []] = (await findNamed(tx, table, [name])).values()
  return ids.every((id) => id === own)
}

/**
 * Groups names that differ in spelling but are equal when folded. Returns the oldest name of each group, and the
 * others.
 */
export async function listAlike(db: Queryable, table: NamedTable) {
  const name = sql.ref(nameOf[table])
  const { rows } = await sql<{ id: string; name: string; key: string }>`
    select id, ${name} as name, folded(${name}) as key from ${sql.table(table)}
    where deleted_at is null and folded(${name}) in (
      select folded(${name}) from ${sql.table(table)} where deleted_at is null
      group by 1 having count(distinct ${name}) > 1)
    order by created_at, id`.execute(db)
  return [...Map.groupBy(rows, ({ key }) => key).values()].flatMap(([first, ...rest]) =>
    first ? [{ id: first.id, name: first.name, others: [...new Set(rest.map((other) => other.name))] }] : [],
  )
}
