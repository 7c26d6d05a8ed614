import { existsSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { openDatabase } from '../../server/db/open.ts'
import { indexAllSql, isOfSearchIndex } from '../../server/db/search.ts'
import { unfinishedMoveTable } from '../../server/db/unfinished-move.ts'
import { markDatabase } from '../../server/platform/data-folder/database-mark.ts'
import { syncFolder, writeWhole } from '../../server/platform/files.ts'
import { createPictureCache } from '../../server/platform/picture-cache.ts'
import { filesIn, Stop, sync } from '../backup/manifest.ts'
import { type NamedPicture, namedPicturesSql } from '../backup/named-pictures.ts'
import {
  byName,
  type Cell,
  headsOf,
  listed,
  type Place,
  quoted,
  type Target,
  tablesThatStay,
} from './place.ts'

const SQLITE_BUSY = 5

/** The embedded database of a data folder that is locked for this process. @throws Stop where there is none */
export function openSqliteSource(dataDir: string): Place {
  const file = path.join(dataDir, 'malar.db')
  if (!statSync(file, { throwIfNoEntry: false })?.size) {
    throw new Stop(`There is no database at ${file}: is DATA_DIR right?`)
  }
  const database = new DatabaseSync(file, { timeout: 5_000 })
  try {
    // Another program may read but not write until the end.
    database.exec('begin immediate')
  } catch (error) {
    database.close()
    const { errcode = 0, message } = error as Error & { errcode?: number }
    throw new Stop(
      (errcode & 0xff) === SQLITE_BUSY
        ? `${file} is in use by another program: end that before you move.`
        : `The database file ${file} cannot be opened: ${message}.`,
    )
  }
  return placeIn(database, path.join(dataDir, 'uploads'))
}

function placeIn(database: DatabaseSync, uploads: string): Place {
  const statements = new Map<string, StatementSync>()
  const all = <Row>(text: string, ...values: SQLInputValue[]): Row[] => {
    const statement = statements.get(text) ?? database.prepare(text)
    statements.set(text, statement)
    return statement.all(...values) as Row[]
  }
  return {
    async listTables() {
      const found = all<{ name: string }>(
        `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
      )
      const moving = found
        .filter(({ name }) => !tablesThatStay.includes(name) && !isOfSearchIndex(name))
        .sort(byName)
      return moving.map(({ name }) => {
        const columns = all<{ name: string; pk: number }>('select name, pk from pragma_table_info(?)', name)
        const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
        const names = (some: { name: string }[]) => some.map((one) => one.name)
        return { name, columns: names(columns).sort(), key: names(key) }
      })
    },

    async read({ name, columns, key }, after, rowsMax) {
      const from = after === null ? '' : `where (${listed(key)}) > (${key.map(() => '?').join(', ')})`
      const text = `select ${listed(columns)} from ${quoted(name)} ${from} order by ${listed(key)} limit ?`
      return all<Record<string, Cell>>(text, ...(after ?? []), rowsMax).map((row) =>
        columns.map((column) => row[column] ?? null),
      )
    },

    async readCounters() {
      const rows = all<{ name: string; seq: number }>('select name, seq from sqlite_sequence')
      return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]))
    },

    async listPictures() {
      const files = await createPictureCache(uploads, null).list()
      return headsOf(files)
    },

    readPicture: (name) => readFile(path.join(uploads, name)),
    listNamedPictures: async () => all<NamedPicture>(namedPicturesSql),

    async close() {
      database.close()
    },
  }
}

/** A folder locked for this process: it gets its database last, by a rename. @throws Stop where it holds a school */
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
  const place = (): Place => placeIn(open(), uploads)
  const mark = (name: string, value: string) =>
    open()
      .prepare(`insert or replace into ${unfinishedMoveTable} (name, value) values (?, ?)`)
      .run(name, value)
  const together = (work: () => void): void => {
    open().exec('begin immediate')
    try {
      work()
      open().exec('commit')
    } catch (error) {
      open().exec('rollback')
      throw error
    }
  }
  const close = async () => {
    database?.close()
    database = null
  }

  return {
    listTables: () => place().listTables(),
    read: (...of) => place().read(...of),
    readCounters: () => place().readCounters(),
    listPictures: () => place().listPictures(),
    readPicture: (name) => place().readPicture(name),
    listNamedPictures: () => place().listNamedPictures(),
    close,

    async readMarks() {
      if (!existsSync(draft)) return new Map()
      const isBegun = open().prepare('select 1 from sqlite_master where name = ?').get(unfinishedMoveTable)
      const rows = isBegun ? open().prepare(`select name, value from ${unfinishedMoveTable}`).all() : []
      return new Map(rows.map(({ name, value }) => [String(name), String(value)]))
    },

    async begin([name, value]) {
      await close()
      // This is made first: files beside a draft belong to a move that was broken off.
      await writeFile(draft, '', { mode: 0o600 })
      for (const suffix of ['-wal', '-shm', '-journal']) await rm(draft + suffix, { force: true })
      await rm(uploads, { recursive: true, force: true })
      await mkdir(uploads, { mode: 0o700 })
      const made = await openDatabase({ file: draft })
      await migrate(made, migrations)
      await made.close()
      const tables = await place().listTables()
      const triggers = open().prepare(`select name, sql from sqlite_master where type = 'trigger'`).all()
      together(() => {
        open().exec(`create table ${unfinishedMoveTable} (name text primary key, value text not null)`)
        for (const trigger of triggers) open().exec(`drop trigger ${quoted(String(trigger.name))}`)
        for (const table of tables) open().exec(`delete from ${quoted(table.name)}`)
        mark('undo', JSON.stringify(triggers.map(({ sql }) => sql)))
        mark(name, value)
      })
    },

    async write({ name, columns }, rows, [markName, markValue]) {
      const values = columns.map(() => '?').join(', ')
      const insert = open().prepare(`insert into ${quoted(name)} (${listed(columns)}) values (${values})`)
      together(() => {
        for (const row of rows) insert.run(...row)
        mark(markName, markValue)
      })
    },

    async writePictures(files, [name, value]) {
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
      together(() => mark(name, value))
    },

    async forget() {
      open().exec(`delete from ${unfinishedMoveTable} where name = 'source'`)
    },

    async finish(counters) {
      const marks = open().prepare(`select value from ${unfinishedMoveTable} where name = 'undo'`).get()
      const [orphan] = open().prepare('pragma foreign_key_check').all()
      if (orphan)
        throw new Stop(`A row of ${orphan.table} belongs to a row of ${orphan.parent} that is not there.`)
      together(() => {
        for (const trigger of JSON.parse(String(marks?.value)) as string[]) open().exec(trigger)
        for (const text of indexAllSql) open().exec(text)
        for (const [name, last] of Object.entries(counters)) {
          open().prepare('delete from sqlite_sequence where name = ?').run(name)
          open().prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, last)
        }
        open().exec(`drop table ${unfinishedMoveTable}`)
      })
      open().exec('pragma wal_checkpoint(truncate)')
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
    `${dataDir} holds data already (${found.join(', ')}): name a folder that is empty or does not exist.`,
  )
}
