import { existsSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { openDatabase } from '../../server/db/open.ts'
import { indexAllSql } from '../../server/db/search.ts'
import { unfinishedMoveTable } from '../../server/db/unfinished-move.ts'
import { filesIn, Stop, sync } from '../../server/platform/backup/manifest.ts'
import { markDatabase } from '../../server/platform/data-folder/database-mark.ts'
import { syncFolder, writeWhole } from '../../server/platform/files.ts'
import { createPictureCache } from '../../server/platform/picture-cache.ts'
import { type Cell, headsOf, type Place, quoted, type Target } from './place.ts'
import { createSqlPlace, type Run } from './sql-place.ts'

const SQLITE_BUSY = 5

/** Opens the SQLite database of a data folder, which this process has locked. @throws Stop if there is no database */
export function openSqliteSource(dataDir: string): Place {
  const file = path.join(dataDir, 'malar.db')
  if (!statSync(file, { throwIfNoEntry: false })?.size) {
    throw new Stop(`There’s no database at ${file}. Check DATA_DIR.`)
  }
  const database = new DatabaseSync(file, { timeout: 5_000 })
  try {
    // The transaction keeps other programs from writing, but not from reading, until the end.
    database.exec('begin immediate')
  } catch (error) {
    database.close()
    const { errcode = 0, message } = error as Error & { errcode?: number }
    throw new Stop(
      (errcode & 0xff) === SQLITE_BUSY
        ? `${file} is in use by another program. Stop it, then try again.`
        : `The database file ${file} can’t be opened (${message}).`,
    )
  }
  return placeIn(() => database, path.join(dataDir, 'uploads')).place
}

const columnsSql = `
  select tables.name, columns.name as "column", nullif(columns.pk, 0) as place
  from sqlite_master as tables join pragma_table_info(tables.name) as columns
  where tables.type = 'table' and tables.name not like 'sqlite\\_%' escape '\\'`

function placeIn(open: () => DatabaseSync, uploads: string) {
  const run: Run = async <Row extends object>(text: string, values: readonly Cell[] = []) =>
    open()
      .prepare(text)
      .all(...values) as Row[]
  const steps = createSqlPlace(run, columnsSql)
  const place = {
    ...steps.shared,

    async readCounters() {
      const rows = await run<{ name: string; seq: number }>('select name, seq from sqlite_sequence')
      return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]))
    },

    listPictures: async () => headsOf(await createPictureCache(uploads, null).list()),
    readPicture: (name: string) => readFile(path.join(uploads, name)),

    async close() {
      open().close()
    },
  } satisfies Place
  return { ...steps, place, run }
}

/**
 * Opens a folder that this process has locked. `finish` gives the database file its final name. @throws Stop if the
 * folder contains a school
 */
export async function openSqliteTarget(dataDir: string, secret: string): Promise<Target> {
  const file = path.join(dataDir, 'malar.db')
  const draft = `${file}.moving`
  const uploads = path.join(dataDir, 'uploads')
  if (existsSync(file) || !existsSync(draft)) await refuseData(dataDir)
  let database: DatabaseSync | null = null
  const open = (): DatabaseSync => {
    database ??= new DatabaseSync(draft, { enableForeignKeyConstraints: false })
    return database
  }
  const { place, run, mark, inTransaction, complete } = placeIn(open, uploads)
  const close = async () => {
    database?.close()
    database = null
  }

  return {
    ...place,
    close,
    readMarks: async () => (existsSync(draft) ? place.readMarks() : new Map()),

    async begin(given) {
      await close()
      // The draft is created first, because it shows that the folder's other files belong to an unfinished move.
      await writeFile(draft, '', { mode: 0o600 })
      for (const suffix of ['-wal', '-shm', '-journal']) await rm(draft + suffix, { force: true })
      await rm(uploads, { recursive: true, force: true })
      await mkdir(uploads, { mode: 0o700 })
      const made = await openDatabase({ file: draft })
      await migrate(made, migrations)
      await made.close()
      const tables = await place.listTables()
      const triggers = await run<{ name: string; sql: string }>(
        `select name, sql from sqlite_master where type = 'trigger'`,
      )
      await inTransaction(async () => {
        await run(`create table ${unfinishedMoveTable} (name text primary key, value text not null)`)
        for (const { name } of triggers) await run(`drop trigger ${quoted(name)}`)
        for (const { name } of tables) await run(`delete from ${quoted(name)}`)
        await mark(['undo', JSON.stringify(triggers.map(({ sql }) => sql))])
        await mark(given)
      })
    },

    async writePictures(files, given) {
      for (const { head, bytes } of files) {
        const at = path.join(uploads, head.name)
        await mkdir(path.dirname(at), { recursive: true, mode: 0o700 })
        await writeWhole(at, bytes)
        const stored = Date.parse(head.storedAt) / 1000
        await utimes(at, stored, stored)
      }
      for (const folder of new Set(files.map(({ head }) => path.dirname(head.name)))) {
        await syncFolder(path.join(uploads, folder))
      }
      await mark(given)
    },

    async finish(counters) {
      const [orphan] = await run('pragma foreign_key_check')
      if (orphan)
        throw new Stop(`A row in ${orphan.table} refers to a row in ${orphan.parent} that doesn’t exist.`)
      await complete(async () => {
        for (const text of indexAllSql) await run(text)
        for (const [name, last] of Object.entries(counters)) {
          await run('delete from sqlite_sequence where name = ?', [name])
          await run('insert into sqlite_sequence (name, seq) values (?, ?)', [name, last])
        }
      })
      await run('pragma wal_checkpoint(truncate)')
      await close()
      await sync(draft)
      await writeFile(path.join(dataDir, 'secret'), `${secret}\n`, { mode: 0o600, flush: true })
      await rename(draft, file)
      for (const suffix of ['-wal', '-shm']) await rm(draft + suffix, { force: true })
      await sync(dataDir)
      markDatabase(dataDir, 'sqlite')
    },
  }
}

async function refuseData(dataDir: string): Promise<void> {
  const found = [
    ...['malar.db', 'secret'].filter((name) => existsSync(path.join(dataDir, name))),
    ...((await filesIn(path.join(dataDir, 'uploads'))).length > 0 ? ['pictures in uploads'] : []),
  ]
  if (found.length === 0) return
  throw new Stop(
    `${dataDir} already contains data (${found.join(', ')}). Name a folder that is empty or doesn’t exist.`,
  )
}
