import { type Expression, PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from './open.ts'
import {
  anywhere,
  hasWords,
  isFiltered,
  isLike,
  type PageList,
  type PageQuery,
  type Rows,
  type Sums,
  sumUp,
  wantedWords,
} from './page.ts'
import type { Queryable, Tx } from './schema.ts'

/**
 * The tables that an index of trigrams serves, and the texts of a row that are looked through (`baseline/search-index.ts` of the migrations,
 * in the same words: by them PostgreSQL finds its index).
 */
const searched = {
  seat: ['name', 'email', 'phone', 'reference'],
  shop_order: ['number', 'customer_name', 'email', 'phone', 'recipient_name', 'recipient_phone'],
  outbox: ['recipient', 'data'],
} as const

export type SearchedTable = keyof typeof searched

/** What is looked up: all rows of a table, or those of one kind, which have an index of their own. */
const indexes: Record<SearchedTable | 'booking', { table: SearchedTable; only?: string }> = {
  seat: { table: 'seat' },
  booking: { table: 'seat', only: `seat.kind = 'event-booking'` },
  shop_order: { table: 'shop_order' },
  outbox: { table: 'outbox' },
}
export type Index = keyof typeof indexes

/** Words that more rows have are common: a page is soon full of them, in the order of its list. */
const rareMax = 2_000
/** So many rows with the same words are summed up at most. */
export const summedMax = 5_000
/** Of how many letters a trigram is. */
const indexedLength = 3

/** How the rows with some words are found. */
export interface Found {
  /** The condition of every row that has them. */
  fits: Expression<SqlBool>
  /** One that names them by their ids besides; null where they are too many, or it is not known how many. */
  isOneOfFew: Expression<SqlBool> | null
  /** Whether the words are known to be common. */
  isCommon: boolean
}

/**
 * Those of the rows that have the words, of which one or two letters begin a word. Rows with rare words are looked up first
 * and named to the list by their ids: a planner that has the choice takes the index of the list's order, and reads every
 * row (decision 0113).
 */
export async function withWords<Row>(
  db: Queryable,
  rows: Rows<Row>,
  table: SearchedTable,
  typed: string | undefined,
): Promise<Rows<Row>> {
  return typed?.trim() ? cut(rows, await findByWords(db, table, typed)) : rows
}

/** Those of the seats that have the words, or whose course has them in its title. */
export async function withSeatWords<Row>(
  db: Queryable,
  rows: Rows<Row>,
  typed: string | undefined,
): Promise<Rows<Row>> {
  return typed?.trim() ? cut(rows, await findSeats(db, typed)) : rows
}

function cut<Row>(rows: Rows<Row>, { fits, isOneOfFew }: Pick<Found, 'fits' | 'isOneOfFew'>): Rows<Row> {
  return isOneOfFew === null ? rows.where(fits) : rows.where(isOneOfFew).where(fits)
}

/** Those of the rows that have the words and meet the condition. An index must serve the condition. */
export function cutWhere<Row>(
  rows: Rows<Row>,
  condition: Expression<SqlBool>,
  found: Found | null,
): Rows<Row> {
  if (found === null) return rows.where(condition)
  const { isOneOfFew } = found
  // Common words: PostgreSQL would begin with them where it has no statistics. Rare ones: SQLite, which has none, would begin
  // with the condition.
  const fits = withoutIndex(found.fits)
  return cut(rows.where(isOneOfFew === null ? condition : withoutIndex(condition)), { fits, isOneOfFew })
}

/** No planner takes an index for it. */
export const withoutIndex = (condition: Expression<SqlBool>) => sql<SqlBool>`(${condition}) is true`

/** How many rows with the words a list has, and their sums; null where there are too many to be summed up while a reader waits. */
export async function sumUpFound<Query extends PageQuery, Name extends string>(
  db: Queryable,
  rows: Rows<Record<Name, unknown>>,
  found: Found,
  list: Pick<PageList<Query>, 'words' | 'filters'>,
  query: Query,
  names: readonly Name[],
): Promise<Sums<Name> | null> {
  if (found.isCommon && !isFiltered(list, query)) return null
  const sums = await sumUp(db, cut(rows, found).limit(summedMax + 1), list, query, names)
  return sums.count > summedMax ? null : sums
}

/**
 * How the rows with the words are found, and `other` rows of the table besides. Rare words are those that at most `few` rows
 * have; with 0 nothing is looked up.
 */
export async function findByWords(
  db: Queryable,
  index: Index,
  typed: string,
  { other = null, few = rareMax }: { other?: Expression<SqlBool> | null; few?: number | undefined } = {},
): Promise<Found> {
  const { table } = indexes[index]
  const wanted = wantedWords(typed)
  const own = hasOwn(table, wanted)
  const fits = other === null ? own : sql<SqlBool>`(${own} or ${other})`
  const ids = await findFew(db, index, wanted, { other, few })
  if (typeof ids === 'string') return { fits, isOneOfFew: null, isCommon: ids === 'many' }
  // PostgreSQL would go through the index of the words again.
  return { fits: withoutIndex(fits), isOneOfFew: isOneOf(db, `${table}.id`, ids), isCommon: false }
}

/** Seats that have the words, and those whose course has them in its title. */
export async function findSeats(
  db: Queryable,
  typed: string,
  { few, index = 'seat' }: { few?: number; index?: 'seat' | 'booking' } = {},
): Promise<Found> {
  const courses = await coursesWithWords(db, typed)
  const other = courses.length === 0 ? null : isOneOf(db, 'seat.course_id', courses)
  return findByWords(db, index, typed, { other, few })
}

async function coursesWithWords(db: Queryable, typed: string): Promise<string[]> {
  const rows = await db
    .selectFrom('course')
    .select('id')
    .where(hasWords(['title'], typed))
    .execute()
  return rows.map(({ id }) => id)
}

interface Lookup {
  other: Expression<SqlBool> | null
  few: number
}

/** Every row that may have the words, by id; `unknown` where the index does not tell. */
async function findFew(
  db: Queryable,
  index: Index,
  wanted: readonly string[],
  lookup: Lookup,
): Promise<string[] | 'many' | 'unknown'> {
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
  // First: what is indexed between this and the others is found by both, not by none.
  const waiting = isPostgres(db) ? [] : await read(outsideIndex(table))
  if (waiting.length > few) return 'unknown'
  const parts = [
    ...(other === null ? [] : [sql`select id from ${sql.table(table)} where ${other} and ${sql.raw(only)}`]),
    ...(isPostgres(db)
      ? // Planned for all of them: for so few of many rows it would read the table instead of the index.
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

/** By PostgreSQL's index. */
export function isLookedUp(index: Index, words: readonly string[]): Expression<SqlBool> {
  const { table, only } = indexes[index]
  const own = hasOwn(table, words)
  return only === undefined ? own : sql<SqlBool>`(${own} and ${sql.raw(only)})`
}

/** A space stands before each text: fewer letters than the index knows are looked for where a word begins. */
const indexedPart = (words: string) => (lengthOf(words) < indexedLength ? ` ${words}` : words)

/** Of an address what stands before the @ is looked up: the letters of the rest are in nearly every row. */
function rarePart(words: string): string {
  const at = words.lastIndexOf('@')
  const before = words.slice(0, Math.max(at, 0))
  return lengthOf(before) < indexedLength ? words : before
}

const lengthOf = (words: string) => [...words].length

const hasOwn = (table: SearchedTable, wanted: readonly string[]) => isIn(textOf(table), wanted)

/** Of a short table, which has no index of words: whether one of these columns has them, by the same rule. */
export const haveWords = (columns: readonly string[], typed: string) =>
  isIn(joined(columns), wantedWords(typed))

const isIn = (text: string, wanted: readonly string[]) => isLike(text, wanted.map(indexedPart).map(anywhere))

const textOf = (table: SearchedTable) => joined(searched[table].map((column) => `${table}.${column}`))

const joined = (columns: readonly string[]) =>
  columns.map((column) => `' ' || coalesce(${column}, '')`).join(' || ')

/** By SQLite's index: some of its rows may have other words by now. */
const inIndex = (index: Index, words: string) => sql`
  select subject_id as id from search_entry where number in (
    select rowid from ${sql.table(`search_${index}`)} where words match ${`"${indexedPart(words).replaceAll('"', '""')}"`})`

/** With the plus SQLite takes the short index of what waits, not that of the kinds. */
const outsideIndex = (table: SearchedTable) =>
  sql`select subject_id as id from search_entry where waits > 0 and +kind = ${table}`

function isOneOf(db: Queryable, column: string, ids: readonly string[]): Expression<SqlBool> {
  const list = JSON.stringify(ids)
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(array(select jsonb_array_elements_text(${list}::jsonb)))`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${list}))`
}

function isPostgres(db: Queryable): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** Of SQLite: what the index is made of. */
export const isOfSearchIndex = (table: string) => table.startsWith('search_')

/** Has every row of the database indexed, where the index knows none. */
export const indexAllSql = Object.keys(searched).map(
  (table) => `insert into search_entry (kind, subject_id, waits) select '${table}', id, 1 from ${table}`,
)

/**
 * Brings up to `rowsMax` rows that were written since into SQLite's index, first those whose old words it still has. Answers
 * how many there were. PostgreSQL keeps its index itself.
 */
export async function indexWaiting(db: Database, rowsMax: number): Promise<number> {
  if (db.engine !== 'sqlite') return 0
  const some = await waiting(db.read, { rowsMax: 1 })
  return some.length === 0 ? 0 : db.transaction((tx) => index(tx, { rowsMax }))
}

/** Takes all old words out of the index. */
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
