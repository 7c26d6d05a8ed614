import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from './guards.ts'
import type { Database } from './open.ts'
import * as pages from './page.ts'
import type { Queryable, Tx } from './schema.ts'

/**
 * The columns that are searched. The index in the migration `baseline/search-index.ts` has the same expressions,
 * because the database uses an index only for exactly its own expression.
 */
const searched = {
  seat: ['name', 'email', 'phone', 'reference'],
  shop_order: ['number', 'customer_name', 'email', 'phone', 'recipient_name', 'recipient_phone'],
  outbox: ['recipient', 'data'],
} as const

export type SearchedTable = keyof typeof searched

const indexes: Record<SearchedTable | 'booking', { table: SearchedTable; only?: string }> = {
  seat: { table: 'seat' },
  booking: { table: 'seat', only: `seat.kind = 'event-booking'` },
  shop_order: { table: 'shop_order' },
  outbox: { table: 'outbox' },
}
export type Index = keyof typeof indexes

const rareMax = 2_000
export const summedMax = 5_000
const indexedLength = 3

export interface Found {
  fits: Expression<SqlBool>
  isOneOfFew: Expression<SqlBool> | null
  isCommon: boolean
}

/**
 * Selects the rows that contain the typed words; a text of one or two letters must begin a word. Rows with rare words
 * are looked up first and selected by their ids. Otherwise the database may choose the index of the list's order and
 * read every row (decision 0113).
 */
export async function withWords<Row>(
  db: Queryable,
  rows: pages.Rows<Row>,
  table: SearchedTable,
  typed: string | undefined,
): Promise<pages.Rows<Row>> {
  return typed?.trim() ? keepFound(rows, await findByWords(db, table, typed)) : rows
}

export async function withSeatWords<Row>(db: Queryable, rows: pages.Rows<Row>, typed: string | undefined) {
  return typed?.trim() ? keepFound(rows, await findSeats(db, typed)) : rows
}

function keepFound<Row>(rows: pages.Rows<Row>, { fits, isOneOfFew }: Pick<Found, 'fits' | 'isOneOfFew'>) {
  return isOneOfFew === null ? rows.where(fits) : rows.where(isOneOfFew).where(fits)
}

export function cutWhere<Row>(rows: pages.Rows<Row>, condition: Expression<SqlBool>, found: Found | null) {
  if (found === null) return rows.where(condition)
  const { isOneOfFew } = found
  // The query planners choose badly here. PostgreSQL without statistics begins with the index of words even if the
  // words are common, and SQLite begins with the condition.
  const fits = withoutIndex(found.fits)
  return keepFound(rows.where(isOneOfFew === null ? condition : withoutIndex(condition)), {
    fits,
    isOneOfFew,
  })
}

/** Keeps the query planner from using an index for the condition. */
export const withoutIndex = (condition: Expression<SqlBool>) => sql<SqlBool>`(${condition}) is true`

export async function sumUpFound<Query extends pages.PageQuery, Name extends string>(
  db: Queryable,
  rows: pages.Rows<Record<Name, unknown>>,
  found: Found,
  list: Pick<pages.PageList<Query>, 'words' | 'filters'>,
  query: Query,
  names: readonly Name[],
): Promise<pages.Sums<Name> | null> {
  if (found.isCommon && !pages.isFiltered(list, query)) return null
  const sums = await pages.sumUp(db, keepFound(rows, found).limit(summedMax + 1), list, query, names)
  return sums.count > summedMax ? null : sums
}

/** Finds the rows that contain the words or match `other`, and lists their ids if there are at most `few`. */
export async function findByWords(
  db: Queryable,
  index: Index,
  typed: string,
  { other = null, few = rareMax }: { other?: Expression<SqlBool> | null; few?: number | undefined } = {},
): Promise<Found> {
  const { table } = indexes[index]
  const wanted = pages.wantedWords(typed)
  const own = hasOwn(table, wanted)
  const fits = other === null ? own : sql<SqlBool>`(${own} or ${other})`
  const ids = await findFew(db, index, wanted, { other, few })
  if (typeof ids === 'string') return { fits, isOneOfFew: null, isCommon: ids === 'many' }
  // The ids are known, so PostgreSQL does not need to search the index a second time.
  return { fits: withoutIndex(fits), isOneOfFew: isOneOf(db, `${table}.id`, ids), isCommon: false }
}

export async function findSeats(
  db: Queryable,
  typed: string,
  { few, index = 'seat' }: { few?: number; index?: 'seat' | 'booking' } = {},
): Promise<Found> {
  const courses = await db
    .selectFrom('course')
    .select('id')
    .where(pages.hasWords(['title'], typed))
    .execute()
  const ids = courses.map(({ id }) => id)
  const other = ids.length === 0 ? null : isOneOf(db, 'seat.course_id', ids)
  return findByWords(db, index, typed, { other, few })
}

interface Lookup {
  other: Expression<SqlBool> | null
  few: number
}

async function findFew(db: Queryable, index: Index, wanted: readonly string[], lookup: Lookup) {
  if (lookup.few === 0 || wanted.some((words) => lengthOf(indexedPart(words)) < indexedLength))
    return 'unknown'
  const rare = wanted.map(rarePart)
  const found = await lookUp(db, index, rare, lookup)
  const isPart = rare.some((words, n) => words !== wanted[n])
  return found === 'many' && isPart ? lookUp(db, index, wanted, lookup) : found
}

async function lookUp(db: Queryable, index: Index, looked: readonly string[], { other, few }: Lookup) {
  const { table, only = '1 = 1' } = indexes[index]
  const read = async (part: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: string }>`${part} limit ${few + 1}`.execute(db)
    return rows.map(({ id }) => id)
  }
  // The unindexed rows are read first. A row that is indexed between the two reads is then found twice, and never
  // missed.
  const waiting = isPostgres(db) ? [] : await read(outsideIndex(table))
  if (waiting.length > few) return 'unknown'
  const parts = [
    ...(other === null ? [] : [sql`select id from ${sql.table(table)} where ${other} and ${sql.raw(only)}`]),
    ...(isPostgres(db)
      ? // Materialized, so that PostgreSQL plans for all rows. For a small limit it would read the table, not the index.
        [
          sql`with found as materialized (select id from ${sql.table(table)} where ${isLookedUp(index, looked)})
            select id from found`,
        ]
      : looked.map((words) => inIndex(index, words))),
  ]
  const ids = new Set<string>()
  for (const part of parts) {
    for (const id of await read(part)) ids.add(id)
    if (ids.size > few) return 'many'
  }
  return [...ids.union(new Set(waiting))]
}

export function isLookedUp(index: Index, words: readonly string[]): Expression<SqlBool> {
  const { table, only } = indexes[index]
  const own = hasOwn(table, words)
  return only === undefined ? own : sql<SqlBool>`(${own} and ${sql.raw(only)})`
}

/** Each indexed text begins with a space, so short words are looked for at the beginning of a word. */
const indexedPart = (words: string) => (lengthOf(words) < indexedLength ? ` ${words}` : words)

/** Nearly every row contains the part of an e-mail address after the @, so that part is not looked up. */
function rarePart(words: string): string {
  const at = words.lastIndexOf('@')
  const before = words.slice(0, Math.max(at, 0))
  return lengthOf(before) < indexedLength ? words : before
}

const lengthOf = (words: string) => [...words].length

const hasOwn = (table: SearchedTable, wanted: readonly string[]) => isIn(textOf(table), wanted)

/** True if the columns contain the typed words, by the rule of `withWords` but without a search index. */
export const haveWords = (columns: readonly string[], typed: string) =>
  isIn(joined(columns), pages.wantedWords(typed))

const isIn = (text: string, wanted: readonly string[]) =>
  pages.isLike(text, wanted.map(indexedPart).map(pages.anywhere))

const textOf = (table: SearchedTable) => joined(searched[table].map((column) => `${table}.${column}`))

const joined = (columns: readonly string[]) =>
  columns.map((column) => `' ' || coalesce(${column}, '')`).join(' || ')

/** The index may be older than the row, so the caller compares the row's text too. */
const inIndex = (index: Index, words: string) => sql`
  select subject_id as id from search_entry where number in (
    select rowid from ${sql.table(`search_${index}`)} where words match ${`"${indexedPart(words).replaceAll('"', '""')}"`})`

/**
 * The plus before `kind` keeps SQLite from using an index of that column, so that it uses the short index of unindexed
 * rows.
 */
const outsideIndex = (table: SearchedTable) =>
  sql`select subject_id as id from search_entry where waits > 0 and +kind = ${table}`

function isOneOf(db: Queryable, column: string, ids: readonly string[]): Expression<SqlBool> {
  const list = JSON.stringify(ids)
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(array(select jsonb_array_elements_text(${list}::jsonb)))`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${list}))`
}

export const isOfSearchIndex = (table: string) => table.startsWith('search_')

export const indexAllSql = Object.keys(searched).map(
  (table) => `insert into search_entry (kind, subject_id, waits) select '${table}', id, 1 from ${table}`,
)

/** Indexes up to `rowsMax` rows that wait for it, and returns their number. Only SQLite needs this. */
export async function indexWaiting(db: Database, rowsMax: number): Promise<number> {
  if (db.engine !== 'sqlite') return 0
  const some = await waiting(db.read, { rowsMax: 1 })
  return some.length === 0 ? 0 : db.transaction((tx) => index(tx, { rowsMax }))
}

export async function indexChanged(tx: Tx): Promise<void> {
  if (isPostgres(tx)) return
  while ((await index(tx, { rowsMax: 1_000, isInIndex: true })) > 0);
}

interface Wanted {
  rowsMax: number
  isInIndex?: boolean
}

async function waiting(db: Queryable, { rowsMax, isInIndex }: Wanted) {
  const { rows } = await sql<{ number: number; kind: SearchedTable }>`
    select number, kind from search_entry where waits > 0 ${isInIndex ? sql`and waits > 1` : sql``}
    order by waits desc, number desc limit ${rowsMax}`.execute(db)
  return rows
}

async function index(tx: Tx, wanted: Wanted): Promise<number> {
  const rows = await waiting(tx, wanted)
  for (const [table, own] of Map.groupBy(rows, ({ kind }) => kind)) {
    const numbers = sql`(select value from json_each(${JSON.stringify(own.map(({ number }) => number))}))`
    for (const [name, { table: of, only = '1 = 1' }] of Object.entries(indexes)) {
      if (of !== table) continue
      const at = sql.table(`search_${name}`)
      await sql`delete from ${at} where rowid in ${numbers}`.execute(tx)
      await sql`insert into ${at} (rowid, words) select search_entry.number, folded(${sql.raw(textOf(table))})
        from search_entry join ${sql.table(table)} on id = subject_id
        where search_entry.number in ${numbers} and ${sql.raw(only)}`.execute(tx)
    }
    await sql`delete from search_entry where number in ${numbers}
      and not exists (select 1 from ${sql.table(table)} where id = subject_id)`.execute(tx)
    await sql`update search_entry set waits = 0 where number in ${numbers}`.execute(tx)
  }
  return rows.length
}
