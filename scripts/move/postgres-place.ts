import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { isUpToDate, migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { openDatabase } from '../../server/db/open.ts'
import { getTypeParser } from '../../server/db/postgres-dialect.ts'
import { hasNoTables } from '../../server/db/seed/emptiness.ts'
import { unfinishedMoveTable } from '../../server/db/unfinished-move.ts'
import { Stop } from '../../server/platform/backup/manifest.ts'
import { createPictureCache } from '../../server/platform/picture-cache.ts'
import {
  byName,
  type Cell,
  headsOf,
  listed,
  type PictureHead,
  type Place,
  quoted,
  type Target,
} from './place.ts'
import { createSqlPlace, type Run } from './sql-place.ts'

const NOT_AVAILABLE = '55P03'

/** @throws Stop if PostgreSQL cannot be reached */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'malar-move',
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser },
  })
  // A lost connection makes the running statement throw, so this event needs no handling.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(
      `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '5s'`,
    )
    return client
  } catch (error) {
    // The message leaves out the URL, which contains the password.
    const { message, errors } = error as AggregateError
    throw new Stop(
      `Can’t connect to PostgreSQL (${message || errors?.[0]?.message}). Check that it is running and that its address is correct.`,
    )
  }
}

/** PostgreSQL may list a connection for this long after it has ended. */
const listedForMs = 2_000

async function refuseServers(client: pg.Client, which: string): Promise<void> {
  for (let waited = 0; waited <= listedForMs; waited += 100) {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where application_name = 'malar' and datname = current_database() limit 1`,
    )
    if (rowCount === 0) return
    await delay(100)
  }
  throw new Stop(
    `A server is connected to ${which}. Stop every server that uses it, then try again. A connection pooler may keep connections open for a while, so use the database’s own address.`,
  )
}

/**
 * Opens the school in DATABASE_URL, and locks its tables against writers until the place is closed. `uploads` may have
 * pictures that the database does not have yet.
 */
export async function openPostgresSource(url: string, uploads: string): Promise<Place> {
  const client = await connect(url)
  try {
    await refuseServers(client, 'DATABASE_URL')
    const { place } = placeIn(client, uploads)
    await client.query('begin')
    const tables = await place.listTables()
    if (tables.length === 0)
      throw new Stop('The database at DATABASE_URL has no school data. Check DATABASE_URL.')
    await client.query(`lock table ${listed(tables.map(({ name }) => name))} in share mode`)
    await refusePicturesInS3(client)
    return place
  } catch (error) {
    await client.end()
    if ((error as { code?: unknown }).code !== NOT_AVAILABLE) throw error
    throw new Stop('Another program is writing to the database at DATABASE_URL. Stop it, then try again.')
  }
}

async function refusePicturesInS3(client: pg.Client): Promise<void> {
  const countSql = 'select count(*)::int as count from picture_file where object is not null'
  const { count } = (await client.query<{ count: number }>(countSql)).rows[0] ?? { count: 0 }
  if (count === 0) return
  throw new Stop(
    `Pictures are in S3 (files: ${count}), and this command can’t move them from there. Make a backup, restore it with PICTURE_STORE unset into an empty PostgreSQL database and an empty DATA_DIR, then move the school from those.`,
  )
}

/** Runs statements that use `?`, which becomes `$1`, `$2` and so on. */
const runIn =
  (client: pg.Client): Run =>
  async <Row extends object>(text: string, values: readonly Cell[] = []) => {
    let at = 0
    const numbered = values.length === 0 ? text : text.replaceAll('?', () => `$${++at}`)
    return (await client.query(numbered, [...values])).rows as Row[]
  }

const columnsSql = `
  select cls.relname as name, att.attname as "column", array_position(con.conkey, att.attnum) as place
  from pg_class as cls
  join pg_attribute as att on att.attrelid = cls.oid and att.attnum > 0 and not att.attisdropped
  left join pg_constraint as con on con.conrelid = cls.oid and con.contype = 'p'
  where cls.relkind = 'r' and cls.relnamespace = current_schema()::regnamespace`

function placeIn(client: pg.Client, uploads: string | null) {
  const run = runIn(client)
  const steps = createSqlPlace(run, columnsSql)
  /** Lists the pictures that are only on the disk, since the database had no table for them when they were stored. */
  const onDiskAlone = async () => {
    if (uploads === null) return []
    const rows = await run<{ base: string }>(
      'select base from picture where not exists (select from picture_file where base = picture.base)',
    )
    const missing = new Set(rows.map(({ base }) => base))
    return (await createPictureCache(uploads, null).list()).filter(({ base }) => missing.has(base))
  }
  const place = {
    ...steps.shared,

    async readCounters() {
      const counters: Record<string, number> = {}
      for (const { name, sequence } of await run<Counter>(countersSql)) {
        const [row] = await run<{ last: number }>(
          `select case when is_called then last_value else 0 end as last from ${sequence}`,
        )
        counters[name] = row?.last ?? 0
      }
      return counters
    },

    async listPictures() {
      const heads = await run<PictureHead>(
        `select name, base, encode(sha256(bytes), 'hex') as hash, stored_at as "storedAt" from picture_file`,
      )
      return [...heads, ...(await headsOf(await onDiskAlone()))].sort(byName)
    },

    async readPicture(name: string) {
      const [row] = await run<{ bytes: Uint8Array }>('select bytes from picture_file where name = ?', [name])
      return row?.bytes ?? readFile(path.join(uploads ?? '', name))
    },

    close: () => client.end(),
  } satisfies Place
  return { ...steps, place, run }
}

type Counter = Record<'name' | 'sequence', string>

const countersSql = `
  select cls.relname as name, pg_get_serial_sequence(quote_ident(cls.relname), att.attname) as sequence
  from pg_class as cls join pg_attribute as att on att.attrelid = cls.oid and att.attidentity <> ''
  where cls.relkind = 'r' and cls.relnamespace = current_schema()::regnamespace`

/**
 * Finds the foreign keys, which a move drops at its beginning and restores at its end, because rows come table by
 * table.
 */
const keysSql = `
  select quote_ident(cls.relname) as "table", quote_ident(con.conname) as name, pg_get_constraintdef(con.oid) as words
  from pg_constraint as con join pg_class as cls on cls.oid = con.conrelid
  where con.contype = 'f' and cls.relnamespace = current_schema()::regnamespace`

/** Opens an empty database, or one that an earlier move began to fill. @throws Stop if it contains any other data */
export async function openPostgresTarget(url: string): Promise<Target> {
  const client = await connect(url)
  try {
    await client.query(`select pg_advisory_lock(hashtext('malar-move'))`)
    await refuseServers(client, 'the target')
    const { rows } = await client.query('select to_regclass($1) as is', [unfinishedMoveTable])
    await (rows[0]?.is ? refuseOtherVersion(client, url) : refuseTables(url))
  } catch (error) {
    await client.end()
    if ((error as { code?: unknown }).code !== NOT_AVAILABLE) throw error
    throw new Stop(
      'Another move into this database is under way. Wait until it has finished, then try again.',
    )
  }
  return targetIn(client, url)
}

async function refuseTables(url: string): Promise<void> {
  await using db = await openDatabase({ url, poolMax: 2 })
  if (await hasNoTables(db)) return
  throw new Stop('The target already has data. Name an empty database.')
}

/** Refuses to continue a move of another version, whose names of foreign keys may differ from those of this version. */
async function refuseOtherVersion(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query(`select 1 from ${unfinishedMoveTable} where name = 'undo'`)
  if (rows.length === 0) return
  await using db = await openDatabase({ url, poolMax: 2 })
  if (await isUpToDate(db, migrations)) return
  throw new Stop(
    'The target contains an unfinished move by another version of Malar. Name an empty database.',
  )
}

function targetIn(client: pg.Client, url: string): Target {
  const { place, run, mark, inTransaction, complete } = placeIn(client, null)
  const listTriggered = async () => [...(await place.listTables()).map(({ name }) => name), 'picture_file']
  return {
    ...place,

    async begin(given) {
      // This table is created first, because no server starts on a database that has it.
      await run(
        `create table if not exists ${unfinishedMoveTable} (name text primary key, value text not null)`,
      )
      const db = await openDatabase({ url, poolMax: 2 })
      await migrate(db, migrations).finally(() => db.close())
      const tables = await listTriggered()
      const hasKeys = !(await place.readMarks()).has('undo')
      await inTransaction(async () => {
        if (hasKeys) {
          const keys = await run<{ table: string; name: string; words: string }>(keysSql)
          for (const key of keys) await run(`alter table ${key.table} drop constraint ${key.name}`)
          for (const table of tables) await run(`alter table ${quoted(table)} disable trigger user`)
          const undo = keys.map((key) => `alter table ${key.table} add constraint ${key.name} ${key.words}`)
          await mark(['undo', JSON.stringify(undo)])
        }
        await run(`truncate ${listed(tables)}`)
        await run(`delete from ${unfinishedMoveTable} where name <> 'undo'`)
        await mark(given)
      })
    },

    async writePictures(files, given) {
      await inTransaction(async () => {
        for (const { head, bytes } of files) {
          const row = [head.name, head.base, bytes, head.storedAt]
          await run('insert into picture_file (name, base, bytes, stored_at) values (?, ?, ?, ?)', row)
        }
        await mark(given)
      })
    },

    async finish(counters) {
      const tables = await listTriggered()
      await complete(async () => {
        for (const table of tables) await run(`alter table ${quoted(table)} enable trigger user`)
        for (const { name, sequence } of await run<Counter>(countersSql)) {
          const last = counters[name] ?? 0
          await client.query('select setval($1, $2, $3)', [sequence, Math.max(last, 1), last > 0])
        }
      })
      await run('analyze')
    },
  }
}
