import { sql } from 'kysely'
import type { Database } from '../../server/db/open.ts'

/** The parts of a database, by names and in words, so that two of one engine can be compared. */
export interface Structure {
  tables: Record<string, TableStructure>
  views: Record<string, string>
  /** Functions, sequences, extensions and virtual tables. */
  others: Record<string, string>
}

interface TableStructure {
  /** Such as a table that is not logged. */
  options: string
  columns: Record<string, string>
  constraints: string[]
  indexes: Record<string, string>
  triggers: Record<string, string>
}

type Read = Database['read']

/**
 * The whole structure but for the order of columns and the names that PostgreSQL gives a constraint by itself. The tables of
 * the migrator are left out.
 */
export function schemaOf({ engine, read }: Pick<Database, 'engine' | 'read'>): Promise<Structure> {
  return engine === 'sqlite' ? sqliteStructure(read) : postgresStructure(read)
}

/** Every row of every table that has any, the inner tables of SQLite's indexes of words included. */
export async function rowsOf({ engine, read }: Pick<Database, 'engine' | 'read'>) {
  const tables =
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_list
          where schema = 'main' and type in ('table', 'shadow') and name <> 'sqlite_schema'`
      : sql<{ name: string }>`select relname as name from pg_class
          where relkind = 'r' and relnamespace = current_schema()::regnamespace`
  const kept: Record<string, string[]> = {}
  for (const { name } of (await tables.execute(read)).rows) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(read)
    if (rows.length === 0 || isOfMigrator(name)) continue
    kept[name] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
  }
  return kept
}

const isOfMigrator = (table: string) => table.startsWith('kysely_migration')

async function sqliteStructure(db: Read): Promise<Structure> {
  const structure: Structure = { tables: {}, views: {}, others: {} }
  const listed = await sql<{ name: string; type: string; wr: number; strict: number; sql: string }>`
    select list.name, list.type, list.wr, list.strict, made.sql
    from pragma_table_list as list join sqlite_master as made on made.name = list.name
    where list.schema = 'main' and list.type <> 'shadow' and list.name not like 'sqlite_%' order by list.name`.execute(
    db,
  )
  for (const { name, type, wr, strict, sql: text } of listed.rows) {
    if (isOfMigrator(name)) continue
    if (type === 'view') structure.views[name] = inWords(text)
    else if (type === 'virtual') structure.others[name] = inWords(text)
    else
      structure.tables[name] = await sqliteTable(
        db,
        name,
        `rowid: ${wr === 0}, strict: ${strict === 1}`,
        text,
      )
  }
  return structure
}

async function sqliteTable(db: Read, name: string, options: string, text: string): Promise<TableStructure> {
  const columns = await sql<{ name: string; type: string; notnull: number; dflt_value: string; pk: number }>`
    select name, type, "notnull", dflt_value, pk from pragma_table_xinfo(${name}) order by name`.execute(db)
  const references = await sql<Record<string, string>>`
    select "table", "from", "to", on_update, on_delete, match from pragma_foreign_key_list(${name})`.execute(
    db,
  )
  const indexes = await sql<{ name: string; unique: number; origin: string; partial: number; sql: string }>`
    select list.name, list."unique", list.origin, list.partial, made.sql
    from pragma_index_list(${name}) as list left join sqlite_master as made on made.name = list.name
    order by list.name`.execute(db)
  const triggers = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name = ${name} order by name`.execute(
    db,
  )
  const table: TableStructure = {
    options,
    columns: Object.fromEntries(
      columns.rows.map((column) => [
        column.name,
        [
          column.type.toLowerCase(),
          column.notnull === 1 ? 'not null' : 'null',
          `default ${column.dflt_value ?? 'null'}`,
          `key ${column.pk}`,
        ].join(', '),
      ]),
    ),
    constraints: [
      ...definitionsOf(text),
      ...references.rows.map(
        (to) =>
          `reference (${to.from}) to ${to.table} (${to.to}), update ${to.on_update}, delete ${to.on_delete}, ${to.match}`,
      ),
    ],
    indexes: {},
    triggers: Object.fromEntries(triggers.rows.map((trigger) => [trigger.name, inWords(trigger.sql)])),
  }
  for (const index of indexes.rows) {
    const parts = await sql<{ name: string | null; desc: number; coll: string }>`
      select name, "desc", coll from pragma_index_xinfo(${index.name}) where key = 1 order by seqno`.execute(
      db,
    )
    const on = parts.rows.map(
      (part) => `${part.name ?? 'expression'} ${part.coll}${part.desc === 1 ? ' desc' : ''}`,
    )
    // An index that a constraint makes has only a number for a name.
    if (index.origin === 'c') table.indexes[index.name] = `${on.join(', ')}: ${inWords(index.sql)}`
    else table.constraints.push(`${index.origin === 'pk' ? 'key' : 'unique'} (${on.join(', ')})`)
  }
  table.constraints.sort()
  return table
}

/** The columns and constraints of a table as it was made, each with all its words: checks, and what no pragma tells. */
function definitionsOf(text: string): string[] {
  const words = inWords(text)
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
  return definitions.map((definition) => definition.trim())
}

/** SQL as it reads, however it is broken into lines and whichever names stand in quotes. */
const inWords = (text: string) =>
  text
    .replace(/"(\w+)"/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/\( /g, '(')
    .replace(/ \)/g, ')')
    .trim()

const here = sql`current_schema()::regnamespace`

async function postgresStructure(db: Read): Promise<Structure> {
  const structure: Structure = { tables: {}, views: {}, others: {} }
  const listed = await sql<{ name: string; options: string }>`
    select relname as name, concat('persistence ', relpersistence, ', options ', reloptions::text, ', rows ', relrowsecurity) as options
    from pg_class where relkind in ('r', 'p', 'f') and relnamespace = ${here} order by 1`.execute(db)
  for (const { name, options } of listed.rows) {
    if (!isOfMigrator(name)) structure.tables[name] = await postgresTable(db, name, options)
  }
  structure.views = await namesToWords(
    db,
    sql`select relname as name, pg_get_viewdef(oid) as text from pg_class
      where relkind in ('v', 'm') and relnamespace = ${here}`,
  )
  structure.others = await namesToWords(
    db,
    sql`
    select 'function ' || proname as name, pg_get_functiondef(pg_proc.oid) as text from pg_proc
    where pronamespace = ${here} and not exists (
      select 1 from pg_depend where pg_depend.objid = pg_proc.oid and deptype = 'e')
    union all
    select 'sequence ' || sequencename, concat_ws(', ', data_type::text, start_value, min_value, max_value, increment_by, cycle, last_value)
    from pg_sequences where schemaname = current_schema()
    union all
    select 'extension ' || extname, nspname from pg_extension join pg_namespace on pg_namespace.oid = extnamespace`,
  )
  return structure
}

async function postgresTable(db: Read, name: string, options: string): Promise<TableStructure> {
  const table = sql`${name}::regclass`
  // PostgreSQL 17 tells the usual number of samples by null, an older one by -1.
  const columns = await namesToWords(
    db,
    sql`
    select attname as name, concat_ws(', ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' else 'null' end,
      'default ' || coalesce(pg_get_expr(adbin, adrelid), 'null'), 'identity ' || nullif(attidentity, ''), 'generated ' || nullif(attgenerated, ''),
      'storage ' || attstorage, 'compression ' || nullif(attcompression, ''), 'samples ' || nullif(attstattarget, -1),
      'collation ' || nullif(attcollation::regcollation::text, '"default"')) as text
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = ${table} and attnum > 0 and not attisdropped`,
  )
  // The columns tell which may be null; a trigger of a constraint stands with the triggers.
  const constraints = await sql<{ text: string }>`
    select concat(case when conname ~ ('_' || case contype when 'p' then 'pkey' when 'u' then 'key' when 'f' then 'fkey' else 'check' end || '[0-9]*$')
      then '' else conname || ': ' end, pg_get_constraintdef(oid)) as text
    from pg_constraint where conrelid = ${table} and contype not in ('t', 'n') order by 1`.execute(db)
  const indexes = await namesToWords(
    db,
    sql`
    select relname as name, concat(pg_get_indexdef(indexrelid), case when indisvalid then '' else ', not valid' end,
      (select string_agg(', samples of ' || attnum || ': ' || attstattarget, '' order by attnum) from pg_attribute
        where attrelid = indexrelid and attstattarget >= 0)) as text
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = ${table} and not exists (select 1 from pg_constraint where conindid = indexrelid and conrelid = indrelid)`,
  )
  const triggers = await namesToWords(
    db,
    sql`select tgname as name, concat('enabled ', tgenabled, ': ', pg_get_triggerdef(oid)) as text
      from pg_trigger where tgrelid = ${table} and not tgisinternal`,
  )
  return { options, columns, constraints: constraints.rows.map(({ text }) => text), indexes, triggers }
}

async function namesToWords(db: Read, query: ReturnType<typeof sql>): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; text: string }>`
    select name::text, text from (${query}) as named order by name::text collate "C"`.execute(db)
  return Object.fromEntries(rows.map(({ name, text }) => [name, text.replace(/\s+/g, ' ').trim()]))
}
