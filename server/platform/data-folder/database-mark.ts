import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '../../db/open.ts'

/**
 * The mark contains the database engine that this data folder was used with. The mark is a file, so that it survives
 * the loss of the database.
 */
const markName = 'database-mark'

/** Null before the first successful start. */
export function markedEngine(dataDir: string): Database['engine'] | null {
  const file = path.join(dataDir, markName)
  if (!existsSync(file)) return null
  return readFileSync(file, 'utf8').trim() === 'postgres' ? 'postgres' : 'sqlite'
}

export function markDatabase(dataDir: string, engine: Database['engine']): void {
  if (markedEngine(dataDir) === engine) return
  const draft = path.join(dataDir, `${markName}.draft`)
  writeFileSync(draft, `${engine}\n`, { mode: 0o600, flush: true })
  renameSync(draft, path.join(dataDir, markName))
}

const command = '"npm run restore -- FOLDER --force"'
const emptyFolder = 'set DATA_DIR to an empty folder to start over'
const howOn = `Restore the newest backup with ${command}, or ${emptyFolder}`

/** Must be called before the file is opened. @throws Error with a one-line message if a database was lost */
export function refuseLostFile(dataDir: string): void {
  const file = path.join(dataDir, 'malar.db')
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size || !hadDatabase(dataDir, file)) return
  if (markedEngine(dataDir) === 'postgres') {
    throw new Error(
      `DATA_DIR ${dataDir} belongs to a PostgreSQL database. Set DATABASE_URL to that database, or ${emptyFolder}`,
    )
  }
  const lost = size === 0 ? `The database ${file} is now empty.` : `The database ${file} is missing.`
  throw new Error(`${lost} ${howOn}`)
}

function hadDatabase(dataDir: string, file: string): boolean {
  return (
    markedEngine(dataDir) !== null ||
    (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0 ||
    readdirSync(path.join(dataDir, 'uploads')).length > 0
  )
}

export function emptiedDatabase(engine: Database['engine'], dataDir: string): Error {
  return engine === 'sqlite'
    ? new Error(`The database ${path.join(dataDir, 'malar.db')} is now empty. ${howOn}`)
    : new Error(
        `The database at DATABASE_URL is empty, but DATA_DIR ${dataDir} was used with a database that wasn’t. Set DATABASE_URL to that database, restore the newest backup with ${command}, or ${emptyFolder}`,
      )
}
