import { sql } from 'kysely'
import type { Database, Queryable } from '../../server/db/open.ts'

/** A database, or an open transaction of a database. */
interface Looked {
  engine: Database['engine']
  read: Queryable
}

/**
 * Describes the structure of a database in sorted lines, so that two databases of one engine can be compared. The lines
 * leave out the order of columns, the names that PostgreSQL gives constraints by itself, and the tables of the
 * migrator.
 */
export async function schemaOf({ engine, read }: Looked): Promise<string[]> {
  const lines = await (engine === 'sqlite' ? sqliteLines(read) : postgresLines(read))
  return lines.map((line) => line.replace(/\s+/g, ' ').trim()).sort()
}

/** Reads every row of every table with rows, including the inner tables of SQLite's full-text indexes. */
export async function rowsOf({ engine, read }: Looked): Promise<Record<string, string[]>> {
  const tables =
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_list
          where schema = 'main' and type in ('table', 'shadow') and name <> 'sqlite_schema' and ${isOurs}`
      : sql<{ name: string }>`select relname as name from pg_class
          where relkind = 'r' and relnamespace = ${here} and ${isOursThere}`
  const kept: Record<string, string[]> = {}
  for (const { name } of (await tables.execute(read)).rows) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(read)
    if (rows.length > 0) kept[name] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
  }
  return kept
}

const isOurs = sql`name not like 'kysely_migration%'`

async function sqliteLines(db: Queryable): Promise<string[]> {
  const tables = sql`(select * from pragma_table_list
    where schema = 'main' and type <> 'shadow' and name not like 'sqlite_%' and ${isOurs}) as own`
  const lines = await linesOf(db, [
    sql`select concat(type, ' ', name, ', columns ', ncol, ', without rowid ', wr, ', strict ', strict) as line from ${tables}`,
    sql`select concat('column ', own.name, '.', it.name, ': ', concat_ws(', ', lower(it.type), iif("notnull", 'not null', 'null'),
        'default ' || dflt_value, 'key ' || nullif(pk, 0), 'hidden ' || nullif(hidden, 0))) as line
      from ${tables}, pragma_table_xinfo(own.name) as it`,
    sql`select concat('reference ', own.name, '.', it."from", ' to ', it."table", '.', it."to", ', update ', on_update,
        ', delete ', on_delete, ', match ', match) as line
      from ${tables}, pragma_foreign_key_list(own.name) as it`,
    // An index that a constraint made has only a number as its name.
    sql`select concat('index ', iif(origin = 'c', it.name, origin), ' of ', own.name, ', unique ', "unique", ', partial ', partial, ': ', (
        select group_concat(concat(coalesce(name, 'expression'), ' ', coll, iif("desc", ' desc', '')), ', ' order by seqno)
        from pragma_index_xinfo(it.name) where key = 1)) as line
      from ${tables}, pragma_index_list(own.name) as it`,
  ])
  const made = await sql<{ type: string; name: string; text: string }>`
    select type, name, sql as text from sqlite_master where sql is not null and ${isOurs}
      and name not like 'sqlite_%' and name not in (select name from pragma_table_list where type = 'shadow')`.execute(
    db,
  )
  const texts = made.rows.flatMap(({ type, name, text }) => {
    const words = inWords(text)
    const isTable = type === 'table' && !/^create virtual/i.test(words)
    return (isTable ? definitionsOf(words) : [words]).map((part) => `${type} ${name} is made by: ${part}`)
  })
  return [...lines, ...texts]
}

/** Normalizes SQL: line breaks and quotes around names make no difference. */
const inWords = (text: string) =>
  text
    .replace(/"(\w+)"/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/\( /g, '(')
    .replace(/ \)/g, ')')

/** Lists the full definitions of a table's columns and constraints, including checks, which no pragma shows. */
function definitionsOf(words: string): string[] {
  const definitions = ['']
  let depth = 0
  let isQuoted = false
  for (const sign of words.slice(words.indexOf('(') + 1, words.lastIndexOf(')'))) {
    if (sign === "'") isQuoted = !isQuoted
    if (!isQuoted && sign === '(') depth++
    if (!isQuoted && sign === ')') depth--
    if (!isQuoted && depth === 0 && sign === ',') definitions.push('')
    else definitions[definitions.length - 1] += sign
  }
  return definitions
}

const here = sql`current_schema()::regnamespace`
const isOursThere = sql`relname not like 'kysely_migration%'`

function postgresLines(db: Queryable): Promise<string[]> {
  const tables = sql`(select oid as own, relname, relkind, relpersistence, reloptions, relrowsecurity from pg_class
    where relkind in ('r', 'p', 'f') and relnamespace = ${here} and ${isOursThere}) as tables`
  return linesOf(db, [
    sql`select concat('table ', relname, ', kind ', relkind, ', persistence ', relpersistence, ', options ', reloptions::text,
      ', security ', relrowsecurity) as line from ${tables}`,
    // PostgreSQL 17 shows the default number of statistics samples as null, older versions show -1.
    sql`select concat('column ', relname, '.', attname, ': ', concat_ws(', ', format_type(atttypid, atttypmod),
        case when attnotnull then 'not null' else 'null' end, 'default ' || pg_get_expr(adbin, adrelid),
        'identity ' || nullif(attidentity::text, ''), 'generated ' || nullif(attgenerated::text, ''),
        'storage ' || attstorage::text, 'compression ' || nullif(attcompression::text, ''),
        'samples ' || nullif(attstattarget, -1), 'collation ' || nullif(attcollation::regcollation::text, '"default"'))) as line
      from ${tables} join pg_attribute on attrelid = own left join pg_attrdef on adrelid = own and adnum = attnum
      where attnum > 0 and not attisdropped`,
    // The lines of the columns already say which columns may be null, and the lines of the triggers include the
    // triggers of constraints.
    sql`select concat('constraint of ', relname, ': ', case when conname ~ ('_' || suffix || '[0-9]*$') then '' else conname || ' ' end,
        pg_get_constraintdef(oid)) as line
      from ${tables} join pg_constraint on conrelid = own
        join (values ('p', 'pkey'), ('u', 'key'), ('f', 'fkey'), ('c', 'check'), ('x', 'excl')) as kinds (kind, suffix) on kind = contype::text`,
    sql`select concat('index of ', tables.relname, ': ', pg_get_indexdef(indexrelid), case when indisvalid then '' else ', not valid' end,
        (select string_agg(concat(', samples of ', attnum, ': ', attstattarget), '' order by attnum) from pg_attribute
          where attrelid = indexrelid and attstattarget >= 0)) as line
      from ${tables} join pg_index on indrelid = own
      where not exists (select 1 from pg_constraint where conindid = indexrelid and conrelid = own)`,
    sql`select concat('trigger of ', relname, ', enabled ', tgenabled, ': ', pg_get_triggerdef(oid)) as line
      from ${tables} join pg_trigger on tgrelid = own where not tgisinternal`,
    sql`select concat('view ', relname, ', kind ', relkind, ': ', pg_get_viewdef(oid)) as line from pg_class
      where relkind in ('v', 'm') and relnamespace = ${here}`,
    sql`select concat('function ', proname, ': ', pg_get_functiondef(oid)) as line from pg_proc
      where pronamespace = ${here} and not exists (select 1 from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
    sql`select concat('sequence ', sequencename, ': ', concat_ws(', ', data_type::text, start_value, min_value, max_value,
        increment_by, cycle)) as line from pg_sequences where schemaname = current_schema()`,
    sql`select concat('extension ', extname, ' in ', extnamespace::regnamespace) as line from pg_extension`,
  ])
}

async function linesOf(db: Queryable, queries: ReturnType<typeof sql>[]): Promise<string[]> {
  const lines: string[] = []
  for (const query of queries) {
    const { rows } = await sql<{ line: string }>`${query}`.execute(db)
    lines.push(...rows.map(({ line }) => line))
  }
  return lines
}
