import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { refusal } from '../../contract/errors.ts'
import { folded } from '../../contract/folded.ts'
import { phoneIn } from '../../contract/phones.ts'
import { isStorable, listLimitMax } from '../../contract/primitives.ts'
import { stateCountMax } from '../../contract/system/state-counts.ts'
import { addDays, instantOf } from '../platform/clock.ts'
import type { Queryable } from './open.ts'

/**
 * The sorts, searches and filters of a list, in SQL. Fixed conditions (`deleted_at is null`) belong in the query. Every
 * sort needs an index on its column followed by `tie`, so that every page costs as much as the first. A nullable column
 * is sorted by `coalesce(column, '')`.
 */
export interface PageList<Query extends PageQuery> {
  sorts: Record<string, Sort>
  tie: readonly string[]
  words?: readonly string[]
  /** The column to compare with a field of the query, or a function that makes a condition of the field's value. */
  filters?: { [Field in keyof Query]?: string | ((value: NonNullable<Query[Field]>) => Expression<SqlBool>) }
  limitMax?: number
}

export type Sort = readonly ['asc' | 'desc', string, CursorColumn?]

export interface PageQuery {
  limit?: number | undefined
  cursor?: string | undefined
  q?: string | undefined
  sort?: string | undefined
}

export interface Page<Row> {
  rows: Row[]
  next: string | null
}

export type Rows<Row> = SelectQueryBuilder<any, any, Row>

/** @throws `bad_request` for a cursor of another list or sort */
export async function readPage<Query extends PageQuery, Row>(
  rows: Rows<Row>,
  list: PageList<Query>,
  query: Query,
): Promise<Page<Row>> {
  return makePage(await cutToPage(rows, list, query).execute(), list, query)
}

/**
 * Merges queries with equal columns and sorts. Each query is cut to a page before the merge, so the cost stays
 * constant.
 */
export async function readMergedPage<Query extends PageQuery, Row>(
  db: Queryable,
  parts: readonly { rows: Rows<Row>; list: PageList<Query> }[],
  query: Query,
): Promise<Page<Row>> {
  const [first, ...others] = parts
  if (first === undefined) return { rows: [], next: null }
  const selectPart = ({ rows, list }: typeof first) =>
    db.selectFrom(cutToPage(rows, list, query).as('part')).selectAll()
  const { list } = first
  let merged = others
    .reduce((all, part) => all.unionAll(selectPart(part)), selectPart(first))
    .limit(pageLimit(list, query) + 1)
  const { columns, direction } = readOrder(list, query)
  for (const n of columns.keys()) merged = merged.orderBy(sql.ref(placeColumn(n)), direction)
  return makePage((await merged.execute()) as Row[], list, query)
}

export const onDaysOf = (column: string) => ({
  from: (day: string) => sql<SqlBool>`${sql.raw(column)} >= ${instantOf(day, '00:00')}`,
  to: (day: string) => sql<SqlBool>`${sql.raw(column)} < ${instantOf(addDays(day, 1), '00:00')}`,
})

export function isFlag(column: string) {
  return (value: 'yes' | 'no') => sql<SqlBool>`${sql.raw(column)} = ${value === 'yes' ? 1 : 0}`
}

export function hasValue(column: string) {
  return (value: 'yes' | 'no') =>
    sql<SqlBool>`${sql.raw(column)} is ${sql.raw(value === 'yes' ? 'not null' : 'null')}`
}

export function hasWords(texts: readonly string[], typed: string): Expression<SqlBool> {
  return isLike(texts.join(" || ' ' || "), wantedWords(typed).map(anywhere))
}

const newestRows = 2000

/**
 * Searches only the newest 2,000 rows, so that a search takes no longer in a large table. The query must select
 * `created_at` and `id`.
 */
export function newestWithWords<Row>(
  db: Queryable,
  rows: Rows<Row>,
  { texts, typed, limit }: { texts: readonly string[]; typed: string; limit: number },
): Promise<Row[]> {
  const newest = rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(newestRows)
  const again = db.selectFrom(newest.as('newest')).selectAll() as Rows<Row>
  return again.where(hasWords(texts, typed)).orderBy('created_at', 'desc').limit(limit).execute()
}

export function wantedWords(typed: string): string[] {
  const words = typed.trim()
  // A lone accent folds to an empty text, so it is searched without folding.
  const wanted = folded(words).trim() || words
  return [...new Set([wanted, phoneIn(typed) ?? wanted])]
}

export function isLike(text: string, patterns: readonly string[]): Expression<SqlBool> {
  const each = patterns.map((pattern) => sql<SqlBool>`folded(${sql.raw(text)}) like ${pattern} escape '\\'`)
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}

export function anywhere(words: string): string {
  return `%${words.replace(/[\\%_]/g, (special) => `\\${special}`)}%`
}

function filtered<Query extends PageQuery, Row>(
  rows: Rows<Row>,
  { words, filters = {} }: Pick<PageList<Query>, 'words' | 'filters'>,
  query: Query,
): Rows<Row> {
  let cut: SelectQueryBuilder<any, any, any> = rows
  for (const field of Object.keys(filters) as (keyof Query)[]) {
    const [filter, value] = [filters[field], query[field]]
    if (filter === undefined || value === undefined || value === null) continue
    cut = cut.where(typeof filter === 'string' ? sql<SqlBool>`${sql.raw(filter)} = ${value}` : filter(value))
  }
  if (words && query.q?.trim()) cut = cut.where(hasWords(words, query.q))
  return cut
}

export function isFiltered<Query extends PageQuery>(
  { filters = {} }: Pick<PageList<Query>, 'filters'>,
  query: Query,
): boolean {
  return (Object.keys(filters) as (keyof Query)[]).some((field) => (query[field] ?? null) !== null)
}

export type Sums<Name extends string> = Record<Name | 'count', number>

export async function sumUp<Query extends PageQuery, Name extends string>(
  db: Queryable,
  rows: Rows<Record<Name, unknown>>,
  list: Pick<PageList<Query>, 'words' | 'filters'>,
  query: Query,
  names: readonly Name[],
): Promise<Sums<Name>> {
  const sums = names.map((name) =>
    sql<number>`cast(coalesce(sum(${sql.ref(`part.${name}`)}), 0) as bigint)`.as(name),
  )
  const found = (await db
    .selectFrom(filtered(rows, list, query).as('part'))
    .select([sql<number>`count(*)`.as('count'), ...sums])
    .executeTakeFirstOrThrow()) as unknown as Record<string, number>
  const all = ['count' as const, ...names].map((name) => [name, Number(found[name])])
  return Object.fromEntries(all) as Sums<Name>
}

/**
 * Counts the rows of a list for each value of one of its filters, and all of them under the empty name. Each count
 * stops at `stateCountMax`, so that a large table costs no more.
 */
export async function countValues<Query extends PageQuery, Field extends string & keyof Query>(
  db: Queryable,
  rows: Rows<any>,
  list: Pick<PageList<Query>, 'filters'>,
  field: Field,
  values: readonly NonNullable<Query[Field]>[],
): Promise<Record<string, number>> {
  const countOf = (value: NonNullable<Query[Field]> | undefined) => {
    const found = filtered(rows.clearSelect(), list, { [field]: value } as unknown as Query)
    return db
      .selectFrom(found.select(sql`1`.as('one')).limit(stateCountMax).as('part'))
      .select([sql<string>`cast(${value ?? ''} as text)`.as('value'), sql<number>`count(*)`.as('count')])
  }
  const counts = await values
    .reduce((all, value) => all.unionAll(countOf(value)), countOf(undefined))
    .execute()
  return Object.fromEntries(counts.map(({ value, count }) => [value, Number(count)]))
}

function cutToPage<Query extends PageQuery, Row>(
  rows: Rows<Row>,
  list: PageList<Query>,
  query: Query,
): Rows<Row> {
  const { columns, holds, direction } = readOrder(list, query)
  let cut: SelectQueryBuilder<any, any, any> = filtered(rows, list, query).limit(pageLimit(list, query) + 1)
  if (query.cursor !== undefined) {
    const place = sql.raw(columns.join(', '))
    const beyond = sql.raw(direction === 'asc' ? '>' : '<')
    cut = cut.where(sql<SqlBool>`(${place}) ${beyond} (${sql.join(decodeCursor(query.cursor, holds))})`)
  }
  for (const [n, column] of columns.entries()) {
    cut = cut.select(sql.raw(column).as(placeColumn(n))).orderBy(sql.raw(column), direction)
  }
  return cut
}

function makePage<Query extends PageQuery, Row>(found: Row[], list: PageList<Query>, query: Query) {
  const limit = pageLimit(list, query)
  const placeColumns = [...readOrder(list, query).columns.keys()].map(placeColumn)
  const last = found.length > limit ? (found[limit - 1] as Record<string, string | number>) : null
  const next = last && encodeCursor(placeColumns.map((column) => last[column]) as CursorValues)
  const rows = found.slice(0, limit).map((row) => {
    const shown = { ...row } as Record<string, unknown>
    for (const column of placeColumns) delete shown[column]
    return shown as Row
  })
  return { rows, next }
}

function readOrder({ sorts, tie }: Pick<PageList<PageQuery>, 'sorts' | 'tie'>, { sort: asked }: PageQuery) {
  const isTurned = asked !== undefined && sorts[asked] === undefined && asked.startsWith('-')
  const sort = asked === undefined ? Object.values(sorts)[0] : sorts[isTurned ? asked.slice(1) : asked]
  if (sort === undefined)
    throw new Error(`a list cannot be sorted by ${asked}, although its contract allows it`)
  const [usual, column, holds = 'text'] = sort
  const direction = isTurned ? ({ asc: 'desc', desc: 'asc' } as const)[usual] : usual
  return { direction, columns: [column, ...tie], holds: [holds, ...tie.map(() => 'text' as const)] }
}

function pageLimit({ limitMax = listLimitMax }: Pick<PageList<PageQuery>, 'limitMax'>, { limit }: PageQuery) {
  return Math.min(limit ?? limitMax, limitMax)
}

const placeColumn = (n: number) => `place_${n}`

export async function presentPage<Row, Shown>(
  page: Page<Row> | Promise<Page<Row>>,
  present: (row: Row) => Shown,
): Promise<Page<Shown>> {
  const { rows, next } = await page
  return { rows: rows.map(present), next }
}

type CursorValues = (string | number)[]

function encodeCursor(values: CursorValues): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/**
 * The type of a sorted column. A cursor's values are checked against it, because PostgreSQL refuses to compare a column
 * with a value of another type.
 */
type CursorColumn = keyof typeof fitsColumn

const fitsColumn = {
  text: (value: unknown) => typeof value === 'string' && isStorable(value),
  integer: (value: unknown) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  bigint: (value: unknown) => Number.isSafeInteger(value),
}

/** @throws `bad_request` for a text that `encodeCursor` did not make for these columns */
function decodeCursor(cursor: string, columns: readonly CursorColumn[]): CursorValues {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isOurs =
      Array.isArray(values) &&
      values.length === columns.length &&
      columns.every((column, n) => fitsColumn[column](values[n]))
    if (isOurs) return values
  } catch {}
  throw refusal('no-such-page')
}
