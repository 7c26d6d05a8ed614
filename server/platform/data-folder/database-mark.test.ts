import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { markDatabase, markedEngine, refuseLostFile } from './database-mark.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'malar-mark-'))
  mkdirSync(path.join(folder, 'uploads'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
const wayOut =
  'Restore the newest backup with "npm run restore -- FOLDER --force", or set DATA_DIR to an empty folder to start over'

test('the start is refused when the database file of an earlier start is missing or empty', () => {
  markDatabase(folder, 'sqlite')
  expect(() => refuseLostFile(folder)).toThrow(`The database ${folder}/malar.db is missing. ${wayOut}`)
  put('malar.db', '')
  expect(() => refuseLostFile(folder)).toThrow(`The database ${folder}/malar.db is now empty. ${wayOut}`)
  rmSync(path.join(folder, 'database-mark'))
  put('malar.db-wal', 'frames')
  expect(() => refuseLostFile(folder)).toThrow(wayOut)
  rmSync(path.join(folder, 'malar.db-wal'))
  put('uploads/abc-320.jpg', 'a picture')
  expect(() => refuseLostFile(folder)).toThrow(wayOut)
})

test('a data folder that belongs to a PostgreSQL database is refused without DATABASE_URL', () => {
  markDatabase(folder, 'sqlite')
  markDatabase(folder, 'postgres')
  expect(() => refuseLostFile(folder)).toThrow(
    `DATA_DIR ${folder} belongs to a PostgreSQL database. Set DATABASE_URL to that database, or set DATA_DIR to an empty folder to start over`,
  )
})

test('the start accepts an empty data folder, and a data folder with the database of an earlier start', () => {
  expect(markedEngine(folder)).toBeNull()
  expect(() => refuseLostFile(folder)).not.toThrow()
  // A process that is killed while it makes the file leaves it empty.
  put('malar.db', '')
  expect(() => refuseLostFile(folder)).not.toThrow()
  put('malar.db', 'SQLite format 3')
  markDatabase(folder, 'sqlite')
  expect(markedEngine(folder)).toBe('sqlite')
  expect(() => refuseLostFile(folder)).not.toThrow()
  expect(statSync(path.join(folder, 'database-mark')).mode & 0o077).toBe(0)
})
