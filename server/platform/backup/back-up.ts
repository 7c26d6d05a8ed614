import { existsSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import type pg from 'pg'
import { type Bucket, createObjectStore, type ObjectStoreFault } from '../object-store.ts'
import {
  copyPrivately,
  filesIn,
  mapFiles,
  parts,
  Stop,
  sync,
  verifiedManifest,
  writeManifest,
} from './manifest.ts'
import { missingFiles, type NamedPicture, namedPicturesSql } from './named-pictures.ts'
import { runPostgresTool, schemaAsidePrefix, withClient } from './postgres-tool.ts'

export interface BackupSource {
  dataDir: string
  databaseUrl: string | null
  authSecret: string | null
  s3: Bucket | null
}

const SQLITE_FULL = 13

type Say = (text: string) => void

interface Making {
  madeAt: string
  say: Say
}

const notHere =
  'They aren’t on this machine. Put them back into DATA_DIR/uploads, or upload the pictures again in the back office.'

/**
 * Copies the database, the pictures and the secret into a new folder. Returns the names of missing picture files, and
 * the reason. A failed backup removes its own folder and changes no other folder. @throws Stop with a sentence
 */
export async function backUp(source: BackupSource, target: string, making: Making) {
  if (existsSync(target)) throw new Stop(`${target} already exists. Name a folder that doesn’t exist yet.`)
  const draft = await makeDraft(target)
  try {
    const missing = await copyAll(source, draft, making)
    await sync(draft)
    await rename(draft, target)
    await sync(path.dirname(target))
    return missing
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Makes the folder that gets its final name when the backup is complete. @throws Stop if the folder exists already */
async function makeDraft(target: string): Promise<string> {
  const draft = `${target}.unfinished`
  await mkdir(path.dirname(draft), { recursive: true, mode: 0o700 })
  await mkdir(draft, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Stop(unfinished(draft)) : error
  })
  return draft
}

const unfinished = (draft: string) =>
  `${draft} already exists. Another backup may still be writing it; if none is, delete that folder or name another one.`

async function copyAll(source: BackupSource, folder: string, { madeAt, say }: Making) {
  const { dataDir, databaseUrl } = source
  const engine = databaseUrl === null ? 'sqlite' : 'postgres'
  say('Copying the database…')
  if (databaseUrl === null) copySqlite(path.join(dataDir, 'malar.db'), path.join(folder, parts.sqlite))
  else {
    await runPostgresTool('pg_dump', databaseUrl, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      // Unlogged tables hold only counts of the last minutes, and cannot be read on a standby server.
      '--no-unlogged-table-data',
      `--exclude-schema=${schemaAsidePrefix}*`,
      `--file=${path.join(folder, parts.postgres)}`,
    ])
  }
  // Pictures are copied after the database. A picture is stored before a row refers to it, so no picture of the copied
  // rows is missing.
  const { named, inDatabase, inS3 } = await findPictures(source, folder)
  const uploads = path.join(folder, parts.uploads)
  const copied = await copyUploads(path.join(dataDir, 'uploads'), uploads, { inDatabase, say })
  const elsewhere = inS3.filter(({ name }) => !copied.has(name))
  const fetched = await fetchFromS3(source, elsewhere, { target: uploads, say })
  if (!(await copySecret(source, folder)))
    say('AUTH_SECRET is set as a variable, so it isn’t in the backup. Keep a copy of it in a safe place.')
  const { files } = await writeManifest(folder, { format: 1, engine, madeAt })
  await mapFiles([...Object.keys(files), parts.manifest], (name) => sync(path.join(folder, name)))
  const kept = new Set([...inDatabase, ...copied, ...fetched.names])
  return { names: missingFiles(named, kept), why: fetched.fault ?? notHere }
}

type InS3 = Record<'name' | 'object', string>

/** Fetches files until the first error. Returns this error together with the names of the missing files. */
async function fetchFromS3(
  { s3 }: BackupSource,
  files: readonly InS3[],
  { target, say }: { target: string; say: Say },
) {
  const names = new Set<string>()
  if (files.length === 0) return { names, fault: null }
  if (s3 === null)
    return {
      names,
      fault:
        'They are in S3. Set PICTURE_STORE and the S3_ variables as on the servers, then make another backup.',
    }
  const store = createObjectStore(s3)
  let fault: string | null = null
  for (const { name, object } of files) {
    const bytes = await store.get(object).catch((error: ObjectStoreFault) => {
      fault = `${error.message} Make another backup once S3 responds.`
    })
    if (fault !== null) break
    if (!bytes) continue
    const file = path.join(target, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, bytes, { mode: 0o600 })
    names.add(name)
    if (names.size % 500 === 0) say(`Fetching pictures from S3: ${names.size}`)
  }
  return { names, fault }
}

async function findPictures({ databaseUrl }: BackupSource, folder: string) {
  if (databaseUrl !== null) {
    return withClient(databaseUrl, async (client) => {
      const rowsOf = async <Row extends pg.QueryResultRow>(table: string, query: string) => {
        // A database that was not updated yet may lack the table.
        const { rows } = await client.query<{ is: string | null }>('select to_regclass($1) as is', [table])
        return rows[0]?.is ? (await client.query<Row>(query)).rows : []
      }
      const named = await rowsOf<NamedPicture>('picture', namedPicturesSql)
      const storedSql = 'select name from picture_file where bytes is not null'
      const stored = await rowsOf<{ name: string }>('picture_file', storedSql)
      // The same migration made the table `picture_leftover` and the column `object`, so a database has both or
      // neither.
      const inS3Sql = 'select name, object from picture_file where object is not null order by name'
      const inS3 = await rowsOf<InS3>('picture_leftover', inS3Sql)
      return { named, inDatabase: new Set(stored.map(({ name }) => name)), inS3 }
    })
  }
  return withSqlite(path.join(folder, parts.sqlite), { readOnly: true }, (copy) => {
    const isThere = copy.prepare("select 1 from sqlite_master where name = 'picture'").get() !== undefined
    const named = isThere ? (copy.prepare(namedPicturesSql).all() as unknown as NamedPicture[]) : []
    return { named, inDatabase: new Set<string>(), inS3: [] }
  })
}

function withSqlite<T>(file: string, options: DatabaseSyncOptions, read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, options)
  try {
    return read(database)
  } finally {
    database.close()
  }
}

/** Copies the database in one read transaction, so that the copy has every earlier write and no unfinished write. */
function copySqlite(source: string, target: string): void {
  // The copy of a missing database would be empty, and could replace an older, good backup.
  if (!statSync(source, { throwIfNoEntry: false })?.size) {
    throw new Stop(`There’s no database at ${source}. Check DATA_DIR.`)
  }
  withSqlite(source, { timeout: 10_000 }, (database) => database.prepare('vacuum into ?').run(target))
  const [check] = withSqlite(target, {}, (copy) => copy.prepare('pragma integrity_check').all())
  if (check?.integrity_check !== 'ok')
    throw new Stop(`The database is damaged (${check?.integrity_check}). Restore an earlier backup.`)
}

async function copyUploads(
  source: string,
  target: string,
  { inDatabase, say }: { inDatabase: ReadonlySet<string>; say: Say },
) {
  // A machine without the folder has no pictures in files: they are in the database or in S3.
  const there = existsSync(source) ? await filesIn(source) : []
  const names = there.filter((name) => !inDatabase.has(name))
  await mkdir(target, { mode: 0o700 })
  let done = 0
  await mapFiles(names, async (name) => {
    const copy = path.join(target, name)
    await mkdir(path.dirname(copy), { recursive: true })
    await copyPrivately(path.join(source, name), copy)
    done++
    if (done % 500 === 0 || done === names.length) say(`Copying pictures: ${done} of ${names.length}`)
  })
  return new Set(names)
}

async function copySecret({ dataDir, authSecret }: BackupSource, folder: string): Promise<boolean> {
  const secret = path.join(dataDir, 'secret')
  if (authSecret !== null || !existsSync(secret)) return authSecret === null
  await copyPrivately(secret, path.join(folder, parts.secret))
  return true
}

/**
 * Makes a backup and reads it again. Removes the backup's folder if the backup is not complete. @throws Stop with a
 * sentence for people who do not see the server's log
 */
export async function backUpAndCheck(source: BackupSource, target: string, madeAt: string): Promise<void> {
  const inSentence = (error: Error) => {
    throw inWords(error, path.dirname(target))
  }
  const missing = await backUp(source, target, { madeAt, say: () => {} }).catch(inSentence)
  await check(target, missing).catch(async (error) => {
    await rm(target, { recursive: true, force: true }).catch(() => {})
    return inSentence(error)
  })
}

/** @throws Stop if the backup lacks something */
async function check(target: string, { names, why }: Awaited<ReturnType<typeof backUp>>): Promise<void> {
  if (names.length > 0) throw new Stop(`Some pictures are missing, for example ${names[0]}. ${why}`)
  const { engine } = await verifiedManifest(target)
  if (engine === 'postgres')
    await runPostgresTool('pg_restore', null, ['--list', path.join(target, parts.postgres)])
}

function inWords(error: Error & { code?: string; errcode?: number }, folder: string): Stop {
  const isFull =
    error.code === 'ENOSPC' || error.errcode === SQLITE_FULL || /no space left/i.test(error.message)
  if (isFull) return new Stop('The disk is full.', { cause: error })
  if (/^E(ACCES|PERM|ROFS|NOTDIR|EXIST)$/.test(error.code ?? ''))
    return new Stop(`The folder ${folder} can’t be written to.`, { cause: error })
  return error instanceof Stop ? error : new Stop('The server’s log says why.', { cause: error })
}
