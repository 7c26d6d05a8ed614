import { existsSync, statSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { DomainError } from '../contract/errors.ts'
import { counted } from '../contract/words.ts'
import { type Config, readConfig } from '../server/config.ts'
import { findUnknown, isBefore090, version090 } from '../server/db/adoption.ts'
import { migrations } from '../server/db/migrations/index.ts'
import { openDatabase } from '../server/db/open.ts'
import { lastingPictures } from '../server/picture-store.ts'
import {
  copyPrivately,
  filesIn,
  type Manifest,
  parts,
  Stop,
  sync,
  verifiedManifest,
} from '../server/platform/backup/manifest.ts'
import { runPostgresTool, schemaAsidePrefix, withClient } from '../server/platform/backup/postgres-tool.ts'
import { systemClock } from '../server/platform/clock.ts'
import { lockDataFolder } from '../server/platform/data-folder/lock.ts'
import { closeToOthers } from '../server/platform/data-folder/permissions.ts'
import { createLogger } from '../server/platform/logger.ts'
import { createPictureCache } from '../server/platform/picture-cache.ts'
import { script } from './script.ts'

const SQLITE_BUSY = 5

const damagedDatabase = 'The database in the backup is damaged. Restore from another backup.'

const usage = `Usage: npm run restore -- FOLDER [--force]

Restores a backup made by "npm run backup -- FOLDER" into DATA_DIR (and into DATABASE_URL and S3, if they are set). Stop the
server first. If there is already data, --force replaces it.
`

await script(usage, restore, { mayForce: true })

async function restore(given: string, isForced: boolean): Promise<void> {
  const config = readConfig(process.env)
  // The lock is held to the end, so that no server starts on a folder that is only half restored.
  const lock = lockDataFolder(config.dataDir)
  if (lock === null) {
    throw new Stop(`A server is using DATA_DIR ${config.dataDir}. Stop it, then try again.`)
  }
  const backup = path.resolve(given)
  process.stdout.write('Checking the backup…\n')
  const manifest = await verifiedManifest(backup)
  if (manifest.engine === 'postgres' && config.databaseUrl === null) {
    throw new Stop(
      'This is a backup of a PostgreSQL database. Set DATABASE_URL to the database to restore it into.',
    )
  }
  if (manifest.engine === 'sqlite' && config.databaseUrl !== null) {
    throw new Stop('This is a backup of the embedded database. To restore it, unset DATABASE_URL.')
  }
  await refuseOtherVersion(manifest, backup)
  if (!isForced) await refuseData(config)
  closeToOthers(config.dataDir)
  // The backup's database is opened first, so that a damaged backup replaces nothing.
  if (config.databaseUrl === null) {
    closeWriteAheadLog(databaseFile(config))
    await draftSqlite(path.join(backup, parts.sqlite), config)
  }
  await restoreUploads(manifest, backup, path.join(config.dataDir, 'uploads'))
  if (parts.secret in manifest.files) await replaceSecret(path.join(backup, parts.secret), config)
  // The database is replaced last, so that a restore that fails earlier leaves the old database in use.
  if (config.databaseUrl === null) await placeSqlite(config)
  else {
    await restorePostgres(path.join(backup, parts.postgres), config.databaseUrl)
    await placePictures(config, config.databaseUrl)
  }
  lock.release()
  process.stdout.write(`The backup of ${manifest.madeAt} has been restored. Start the server.\n`)
}

/** Refuses a backup of another version, on which the server could not start. */
async function refuseOtherVersion({ engine }: Manifest, backup: string): Promise<void> {
  const applied =
    engine === 'sqlite'
      ? migrationsInFile(path.join(backup, parts.sqlite))
      : await migrationsInDump(path.join(backup, parts.postgres))
  if (isBefore090(applied)) {
    throw new Stop(
      `This backup was made by a version before 0.9.0. Nothing was replaced. Restore it with ${version090}, start that version once and make a backup with it. Then restore that backup here.`,
    )
  }
  const unknown = findUnknown(applied, migrations)
  if (unknown === undefined) return
  throw new Stop(
    `This backup is newer than this version of Malar. It has the migration “${unknown}”, which this version doesn’t know. Nothing was replaced. Restore it with the version that made it.`,
  )
}

function migrationsInFile(file: string): string[] {
  using database = new DatabaseSync(file, { readOnly: true })
  try {
    return database
      .prepare('select name from kysely_migration')
      .all()
      .map(({ name }) => String(name))
  } catch {
    throw new Stop(damagedDatabase)
  }
}

async function migrationsInDump(dump: string): Promise<string[]> {
  const options = ['--data-only', '--table=kysely_migration', '--file=-']
  const sql = await runPostgresTool('pg_restore', null, [...options, dump])
  return sql.split('\n').flatMap((line) => (line.includes('\t') ? [line.split('\t', 1)[0] ?? ''] : []))
}

async function refuseData(config: Config): Promise<void> {
  const { databaseUrl, dataDir } = config
  const found = [
    existsSync(databaseFile(config)) && databaseFile(config),
    (await filesIn(path.join(dataDir, 'uploads'))).length > 0 && 'pictures in DATA_DIR/uploads',
    databaseUrl !== null && (await withClient(databaseUrl, hasTables)) && 'tables in DATABASE_URL',
  ].filter(Boolean)
  if (found.length > 0) {
    throw new Stop(
      `There is already data (${found.join(', ')}). Restore into an empty DATA_DIR, or add --force to replace the data.`,
    )
  }
}

/** Moves the existing tables into a schema with the time in its name, and back if the restore fails. */
async function restorePostgres(dump: string, url: string): Promise<void> {
  const aside = `${schemaAsidePrefix}${timeInName().toLowerCase().replace(/\W/g, '_')}`
  const hasMoved = await withClient(url, async (client) => {
    if (!(await hasTables(client))) return false
    await client.query(
      `begin; alter schema public rename to ${aside}; create schema public; ${moveTrigrams('public')} commit`,
    )
    return true
  })
  try {
    const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
    await runPostgresTool('pg_restore', url, [...options, dump])
  } catch (error) {
    if (hasMoved) {
      await withClient(url, (client) =>
        client.query(
          `begin; ${moveTrigrams(aside)} drop schema public cascade; alter schema ${aside} rename to public; commit`,
        ),
      )
    }
    throw error
  }
}

/** Moves pg_trgm to `schema`. A database has an extension only once, and the backup's indexes expect it in `public`. */
function moveTrigrams(schema: string): string {
  return `do $$ begin
    if exists (select 1 from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
      where extname = 'pg_trgm' and (nspname = 'public' or nspname like '${schemaAsidePrefix.replaceAll('_', '\\_')}%'))
    then alter extension pg_trgm set schema ${schema}; end if;
  end $$;`
}

/** Stores the backup's S3 files as new objects, because another school may still use the earlier objects. */
async function placePictures(config: Config, url: string): Promise<void> {
  const files = await withClient(url, async (client) => {
    const { rows } = await client.query(`select to_regclass('picture_leftover') as is`)
    if (!rows[0]?.is) return []
    await client.query('delete from picture_leftover')
    const inS3 = 'select name, base from picture_file where object is not null order by base, name'
    return (await client.query<{ name: string; base: string }>(inS3)).rows
  })
  if (files.length === 0) return
  const pictures = counted(files.length, 'picture file')
  process.stdout.write(config.s3 ? `Restoring ${pictures} to S3…\n` : `Restoring ${pictures}…\n`)
  await using db = await openDatabase({ url })
  try {
    const lasting = lastingPictures(config, { db, clock: systemClock, log: createLogger('error') })
    const uploads = path.join(config.dataDir, 'uploads')
    const cache = createPictureCache(uploads, lasting)
    for (const [base, ofOne] of Map.groupBy(files, (file) => file.base)) {
      const here = ofOne.filter(({ name }) => cache.isHere(name))
      const inS3 = db.write.deleteFrom('picture_file').where('object', 'is not', null)
      await inS3.where('base', '=', base).execute()
      await cache.keepAll(here.map(({ name }) => ({ name, base, file: path.join(uploads, name) })))
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new Stop('S3 didn’t accept all pictures (see above). Restore again with --force.')
  }
}

async function hasTables(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from information_schema.tables where table_schema = 'public' limit 1`,
  )
  return rowCount !== 0
}

function databaseFile(config: Config): string {
  return path.join(config.dataDir, 'malar.db')
}

function draftOf(config: Config): string {
  return `${databaseFile(config)}.restoring`
}

async function draftSqlite(source: string, config: Config): Promise<void> {
  const draft = draftOf(config)
  await copyPrivately(source, draft)
  await sync(draft)
  if (isSound(draft)) return
  await rm(draft)
  throw new Stop(damagedDatabase)
}

function isSound(file: string): boolean {
  using database = new DatabaseSync(file)
  const [check] = database.prepare('pragma integrity_check').all()
  const orphans = database.prepare('pragma foreign_key_check').all()
  return check?.integrity_check === 'ok' && orphans.length === 0
}

/** Renames the old files and puts the new file in their place. The old files stay, in case `--force` was a mistake. */
async function placeSqlite(config: Config): Promise<void> {
  const target = databaseFile(config)
  // The write-ahead log is moved even if its database is missing, because SQLite would apply it to the restored
  // database.
  const aside = `${target}.before-restore-${timeInName()}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(target + suffix)) await rename(target + suffix, aside + suffix)
  }
  await rename(draftOf(config), target)
  await sync(config.dataDir)
}

/** Writes the write-ahead log into the database's file. @throws Stop while another process has the database open */
function closeWriteAheadLog(file: string): void {
  // SQLite takes an empty file for a new database, and would delete its write-ahead log.
  if (!statSync(file, { throwIfNoEntry: false })?.size) return
  using database = new DatabaseSync(file)
  try {
    database.exec('pragma locking_mode = exclusive')
    database.exec('begin exclusive; commit')
    database.exec('pragma wal_checkpoint(truncate)')
  } catch (error) {
    // A damaged database does not stop the restore, which moves it aside unchanged.
    if ((((error as { errcode?: number }).errcode ?? 0) & 0xff) !== SQLITE_BUSY) return
    throw new Stop(`${file} is in use. Stop the server, then try again.`)
  }
}

/** Copies the pictures. A picture is named by its content, so it can only replace an equal file. */
async function restoreUploads({ files }: Manifest, backup: string, target: string): Promise<void> {
  const folder = `${parts.uploads}/`
  for (const name of Object.keys(files).filter((one) => one.startsWith(folder))) {
    const file = path.join(target, name.slice(folder.length))
    await mkdir(path.dirname(file), { recursive: true })
    const draft = path.join(path.dirname(file), `.${path.basename(file)}.restoring`)
    await copyPrivately(path.join(backup, name), draft)
    await sync(draft)
    await rename(draft, file)
  }
  await sync(target)
}

async function replaceSecret(source: string, config: Config): Promise<void> {
  const target = path.join(config.dataDir, 'secret')
  if (existsSync(target)) await rename(target, `${target}.before-restore-${timeInName()}`)
  await copyPrivately(source, target)
  await sync(target)
}

function timeInName(): string {
  return new Date().toISOString().replace(/[:.]/g, '-')
}
