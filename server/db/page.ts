import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { refusal } from '../../contract/errors.ts'
import { isStorable, listLimitMax } from '../../contract/primitives.ts'
import type { Queryable } from './open.ts'

/**
 * A list that is read page by page, as one table: how it is sorted, searched and filtered. Columns are written in
 * SQL as the query names them. A repository declares the list beside its query and leaves the rest to `readPage`:
 *
 *     const instructorList: PageList<InstructorsQuery> = {
 *       sorts: {
 *         joined: ['asc', 'instructor.created_at'],
 *         name: ['asc', 'lower(instructor.name)'],
 *       },
 *       tie: ['instructor.id'],
 *       words: ['instructor.name', 'instructor.email', "coalesce(instructor.phone, '')"],
 *       filters: { active: isFlag('instructor.is_active') },
 *     }
 *
 *     export const listInstructorPage = (db: Queryable, query: InstructorsQuery) =>
 *       readPage(livingInstructors(db), instructorList, query)
 *
 * The service presents the rows and hands the cursor on: `{ instructors: rows.map(present), next }`. A condition that
 * no reader of the list chooses (`deleted_at is null`, whose seats they are) stands in the query.
 *
 * A page far down the list, or one of a long list, costs as much as the first page of a short one if an index begins
 * with a sort's column and goes on with `tie`, so every sort needs one. A column that may be null is never compared
 * as the reader expects: sort by `coalesce(column, '')`.
 */
export interface PageList<Query extends PageQuery> {
  /** By the name that the reader gives; the first one is used unless told. `-name` is the other direction of `name`. */
  sorts: Record<string, Sort>
  /** Texts that make a row's place certain where the sort does not; they have the direction of the sort. */
  tie: readonly string[]
  /** What `q` is looked for in, as one text; none of it may be null. Without it `q` is the query's own affair. */
  words?: readonly string[]
  /** By the field of the query: the column that has the value, or a condition made of it. An absent field filters nothing. */
  filters?: { [Field in keyof Query]?: string | ((value: NonNullable<Query[Field]>) => Expression<SqlBool>) }
  /** The rows of a page that asks for no number of them, and the most that it gets. */
  limitMax?: number
}

/** The direction, the column, and what the column holds where it is no text. */
export type Sort = readonly ['asc' | 'desc', string, CursorColumn?]

/** What every list is asked; the contract's `listQuery` (reading W6). */
export interface PageQuery {
  limit?: number | undefined
  cursor?: string | undefined
  q?: string | undefined
  sort?: string | undefined
}

export interface Page<Row> {
  rows: Row[]
  /** Where the next page begins; null on the last one. */
  next: string | null
}

/** One page of `rows`. @throws `bad_request` for a cursor that is not of this list, sorted so */
export async function readPage<Query extends PageQuery, Row>(
  rows: SelectQueryBuilder<any, any, Row>,
  list: PageList<Query>,
  query: Query,
): Promise<Page<Row>> {
  return pageOf(await cutToPage(rows, list, query).execute(), list, query)
}

/**
 * One page of several queries together, which select the same columns in the same order. Each is cut to the page
 * before they are merged, so that a page costs the same however many rows there are. Sorts have the same names and
 * directions in all of the lists.
 */
export async function readMergedPage<Query extends PageQuery, Row>(
  db: Queryable,
  parts: readonly { rows: SelectQueryBuilder<any, any, Row>; list: PageList<Query> }[],
  query: Query,
): Promise<Page<Row>> {
  const [first, ...others] = parts.map(({ rows, list }) =>
    db.selectFrom(cutToPage(rows, list, query).as('part')).selectAll(),
  )
  const list = parts[0]?.list
  if (first === undefined || list === undefined) return { rows: [], next: null }
  let merged = others.reduce((all, part) => all.unionAll(part), first).limit(limitOf(list, query) + 1)
  const { columns, direction } = orderOf(list, query)
  for (const n of columns.keys()) merged = merged.orderBy(sql.ref(placeColumn(n)), direction)
  return pageOf((await merged.execute()) as Row[], list, query)
}

/** Yes or no, asked of a column that holds 0 or 1. */
export function isFlag(column: string) {
  return (value: 'yes' | 'no') => sql<SqlBool>`${sql.raw(column)} = ${value === 'yes' ? 1 : 0}`
}

/** What was typed into a search box, looked for in these texts. */
export function hasWords(texts: readonly string[], typed: string): Expression<SqlBool> {
  return sql<SqlBool>`lower(${sql.raw(texts.join(" || ' ' || "))}) like ${searchPattern(typed)} escape '\\'`
}

/** The rows of the page and one more, which tells whether another page follows; with the columns of their place. */
function cutToPage<Query extends PageQuery, Row>(
  rows: SelectQueryBuilder<any, any, Row>,
  { words, filters = {}, ...list }: PageList<Query>,
  query: Query,
): SelectQueryBuilder<any, any, Row> {
  const { columns, holds, direction } = orderOf(list, query)
  let cut: SelectQueryBuilder<any, any, any> = rows.limit(limitOf(list, query) + 1)
  for (const field of Object.keys(filters) as (keyof Query)[]) {
    const [filter, value] = [filters[field], query[field]]
    if (filter === undefined || value === undefined || value === null) continue
    cut = cut.where(typeof filter === 'string' ? sql<SqlBool>`${sql.raw(filter)} = ${value}` : filter(value))
  }
  if (words && query.q?.trim()) cut = cut.where(hasWords(words, query.q))
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

function pageOf<Query extends PageQuery, Row>(found: Row[], list: PageList<Query>, query: Query): Page<Row> {
  const limit = limitOf(list, query)
  const placeColumns = [...orderOf(list, query).columns.keys()].map(placeColumn)
  const last = found.length > limit ? (found[limit - 1] as Record<string, string | number>) : null
  const next = last && encodeCursor(placeColumns.map((column) => last[column]) as CursorValues)
  const rows = found.slice(0, limit).map((row) => {
    const shown = { ...row } as Record<string, unknown>
    for (const column of placeColumns) delete shown[column]
    return shown as Row
  })
  return { rows, next }
}

function orderOf({ sorts, tie }: Pick<PageList<PageQuery>, 'sorts' | 'tie'>, { sort: asked }: PageQuery) {
  const isTurned = asked !== undefined && sorts[asked] === undefined && asked.startsWith('-')
  const sort = asked === undefined ? Object.values(sorts)[0] : sorts[isTurned ? asked.slice(1) : asked]
  if (sort === undefined) throw new Error(`a list is not sorted by ${asked}: the contract lets it through`)
  const [usual, column, holds = 'text'] = sort
  const direction = isTurned ? ({ asc: 'desc', desc: 'asc' } as const)[usual] : usual
  return { direction, columns: [column, ...tie], holds: [holds, ...tie.map(() => 'text' as const)] }
}

function limitOf({ limitMax = listLimitMax }: Pick<PageList<PageQuery>, 'limitMax'>, { limit }: PageQuery) {
  return Math.min(limit ?? limitMax, limitMax)
}

const placeColumn = (n: number) => `place_${n}`

/** A page with its rows as they are shown. */
export async function presentPage<Row, Shown>(
  page: Promise<Page<Row>>,
  present: (row: Row) => Shown,
): Promise<Page<Shown>> {
  const { rows, next } = await page
  return { rows: rows.map(present), next }
}

/** Where a page of a list ended: the values it is sorted by, of its last row. */
type CursorValues = (string | number)[]

/** The text that stands for it on the wire (reading W6). */
function encodeCursor(values: CursorValues): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** What a column that a list is sorted by holds: PostgreSQL refuses to compare it with anything else. */
type CursorColumn = keyof typeof fitsColumn

const fitsColumn = {
  text: (value: unknown) => typeof value === 'string' && isStorable(value),
  integer: (value: unknown) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  bigint: (value: unknown) => Number.isSafeInteger(value),
}

/** @throws `bad_request` for a text that `encodeCursor` did not make of values of these columns */
function decodeCursor(cursor: string, columns: readonly CursorColumn[]): CursorValues {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isOurs =
      Array.isArray(values) &&
      values.length === columns.length &&
      columns.every((column, n) => fitsColumn[column](values[n]))
    if (isOurs) return values
  } catch {
    // not ours: refused below
  }
  throw refusal('no-such-page')
}

/** What was typed into a search box as the pattern of a `lower(x) like … escape '\'`. */
function searchPattern(typed: string): string {
  return `%${typed
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, (special) => `\\${special}`)}%`
}
