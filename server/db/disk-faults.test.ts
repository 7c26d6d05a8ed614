import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DatabaseUnavailable, dbFault } from './errors.ts'
import { type Database, openDatabase } from './open.ts'

let folder: string
let file: string
let db: Database
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'malar-moved-'))
  file = path.join(folder, 'malar.db')
  db = await openDatabase({ file })
  await sql`create table note (id integer primary key, text text)`.execute(db.write)
})
afterEach(async () => {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

const note = (text: string) => sql`insert into note (text) values (${text})`
const write = (text: string) => db.transaction((tx) => note(text).execute(tx))
/** Writes in the way that migrations write. */
const writeAlone = (text: string) =>
  db.write.connection().execute((one) => one.transaction().execute((tx) => note(text).execute(tx)))

test('every kind of write is refused while the database file is moved away, and works once the file is back', async () => {
  await write('before')
  renameSync(file, `${file}.away`)
  expect(db.findMovedFile()).toBe('database')
  await expect(write('one')).rejects.toThrow(DatabaseUnavailable)
  await expect(writeAlone('two')).rejects.toThrow(DatabaseUnavailable)
  await expect(sql`select text from note`.execute(db.read)).resolves.toMatchObject({
    rows: [{ text: 'before' }],
  })
  copyFileSync(`${file}.away`, file)
  expect(db.findMovedFile()).toBe('database')
  rmSync(file)
  renameSync(`${file}.away`, file)
  expect(db.findMovedFile()).toBeNull()
  await write('after')
})

test('a transaction that is running when the database file is deleted is not acknowledged', async () => {
  const written = db.transaction(async (tx) => {
    await note('in the middle').execute(tx)
    unlinkSync(file)
  })
  await expect(written).rejects.toThrow(DatabaseUnavailable)
  await expect(writeAlone('alone')).rejects.toThrow(DatabaseUnavailable)
})

test.each(['-wal', '-shm'])(
  'acknowledged writes are saved in the database file immediately when its %s file is deleted',
  async (beside) => {
    for (let at = 0; at < 20; at++) await write(`kept ${at}`)
    expect(existsSync(file + beside)).toBe(true)
    unlinkSync(file + beside)
    await expect(write('late')).rejects.toThrow(DatabaseUnavailable)
    expect(db.findMovedFile()).toBe('log')
    // A start after a kill would find the same file as this copy.
    const copy = path.join(folder, 'copy.db')
    copyFileSync(file, copy)
    const found = new DatabaseSync(copy)
    expect(found.prepare("select count(*) as n from note where text like 'kept%'").get()).toEqual({ n: 20 })
    expect(found.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    found.close()
  },
)

test('the database refuses writes and continues to read while the disk cannot be written to', async () => {
  let mayWrite = true
  const other = await openDatabase({ file: path.join(folder, 'other.db') }, { mayWrite: () => mayWrite })
  await sql`create table note (text text)`.execute(other.write)
  mayWrite = false
  await expect(other.transaction((tx) => note('x').execute(tx))).rejects.toThrow(DatabaseUnavailable)
  await expect(note('x').execute(other.write)).rejects.toThrow(DatabaseUnavailable)
  await expect(sql`select text from note`.execute(other.read)).resolves.toMatchObject({ rows: [] })
  mayWrite = true
  await note('x').execute(other.write)
  await other.close()
})

test('a full disk is reported as a disk fault, and writes work again when there is space', async () => {
  await write('before')
  await sql`pragma max_page_count = 10`.execute(db.write)
  const full = await Promise.allSettled([write('x'.repeat(100_000)), write('beside')])
  expect(full[0]).toMatchObject({ status: 'rejected' })
  expect(dbFault((full[0] as PromiseRejectedResult).reason)).toEqual({ fault: 'disk' })
  await sql`pragma max_page_count = 1000`.execute(db.write)
  await write('after')
  const { rows } = await sql<{ text: string }>`select text from note order by id`.execute(db.read)
  const acknowledged = ['before', ...(full[1]?.status === 'fulfilled' ? ['beside'] : []), 'after']
  expect(rows.map(({ text }) => text)).toEqual(acknowledged)
})
