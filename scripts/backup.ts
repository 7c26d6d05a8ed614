import { existsSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { type Config, readConfig } from '../server/config.ts'
import { backupSetting } from '../server/db/settings.ts'
import { createObjectStore, type ObjectStoreFault } from '../server/platform/object-store.ts'
import { copyPrivately, filesIn, parts, Stop, script, sync, writeManifest } from './backup/manifest.ts'
import { missingFiles, type NamedPicture, namedPicturesSql } from './backup/named-pictures.ts'
import { runPostgresTool, schemaAsidePrefix, withClient } from './backup/postgres-tool.ts'

const usage = `Usage: npm run backup -- FOLDER

Copies the database, the uploaded pictures and the secret into FOLDER, which must not exist yet. The server can keep
running. Set the same variables as for the server (DATA_DIR, DATABASE_URL, PICTURE_STORE and those that begin with S3_).
`

const notHere =
  'They aren’t on this machine. Put them back into DATA_DIR/uploads, or upload the pictures again in the back office.'

await script(usage, async (given) => {
  const config = readConfig(process.env)
  const target = path.resolve(given)
  if (existsSync(target)) throw new Stop(`${target} already exists. Name a folder that doesn’t exist yet.`)
  // The folder gets its final name when the backup is complete.
  const draft = `${target}.unfinished`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  let missing: Awaited<ReturnType<typeof back>>
  try {
    missing = await back(config, draft)
    await sync(draft)
    await rename(draft, target)
    await sync(path.dirname(target))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  process.stdout.write(`The backup is in ${target}.\n`)
  await noteBackup(config)
  // Everything else has been saved. The exit code says that some files are missing.
  const { names, why } = missing
  if (names.length > 0) {
    throw new Stop(`Pictures missing from the backup: ${names.length}, for example ${names[0]}. ${why}`)
  }
})

async function back(config: Config, folder: string) {
  const engine = config.databaseUrl === null ? 'sqlite' : 'postgres'
  const madeAt = new Date().toISOString()
  process.stdout.write('Copying the database…\n')
  if (config.databaseUrl === null)
    copySqlite(path.join(config.dataDir, 'malar.db'), path.join(folder, parts.sqlite))
  else {
    await runPostgresTool('pg_dump', config.databaseUrl, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      // Unlogged tables hold only counts of the last minutes, and cannot be read on a standby server.
      '--no-unlogged-table-data',
      `--exclude-schema=${schemaAsidePrefix}*`,
      `--file=${path.join(folder, parts.postgres)}`,
    ])
  }
  // Pictures are copied after the database. Each picture is stored before a row names it, so the copy lacks none.
  const { named, inDatabase, inS3 } = await findPictures(config, folder)
  const uploads = path.join(folder, parts.uploads)
  const copied = await copyUploads(path.join(config.dataDir, 'uploads'), uploads, inDatabase)
  const elsewhere = inS3.filter(({ name }) => !copied.has(name))
  const fetched = await fetchFromS3(config, elsewhere, uploads)
  if (!(await copySecret(config, folder))) {
    process.stdout.write(
      'AUTH_SECRET is set as a variable, so it isn’t in the backup. Keep a copy of it in a safe place.\n',
    )
  }
  const { files } = await writeManifest(folder, { format: 1, engine, madeAt })
  for (const name of [...Object.keys(files), parts.manifest]) await sync(path.join(folder, name))
  const kept = new Set([...inDatabase, ...copied, ...fetched.names])
  return { names: missingFiles(named, kept), why: fetched.fault ?? notHere }
}

/**
 * Stores the time of the backup, so that the back office knows of it. A database that cannot be written, such as a standby
 * server's, does not make the backup fail.
 */
async function noteBackup({ databaseUrl, dataDir }: Config): Promise<void> {
  const now = new Date().toISOString()
  const upsert = (given: string) =>
    `insert into setting (name, value, updated_at) values (${given}) on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`
  try {
    if (databaseUrl !== null) {
      await withClient(databaseUrl, (client) => client.query(upsert('$1, $2, $3'), [backupSetting, now, now]))
      return
    }
    using database = new DatabaseSync(path.join(dataDir, 'malar.db'), { timeout: 10_000 })
    database.prepare(upsert('?, ?, ?')).run(backupSetting, now, now)
  } catch {
    process.stdout.write(
      'The back office will not know of this backup, because the database cannot be written.\n',
    )
  }
}

type InS3 = Record<'name' | 'object', string>

/** Fetches files until the first error, and returns that error together with the names of the missing files. */
async function fetchFromS3({ s3 }: Config, files: readonly InS3[], target: string) {
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
    if (names.size % 500 === 0) process.stdout.write(`Fetching pictures from S3: ${names.size}\n`)
  }
  return { names, fault }
}

async function findPictures({ databaseUrl }: Config, folder: string) {
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
      // The same migration made the table `picture_leftover` and the column `object`, so both are there or neither.
      const inS3Sql = 'select name, object from picture_file where object is not null order by name'
      const inS3 = await rowsOf<InS3>('picture_leftover', inS3Sql)
      return { named, inDatabase: new Set(stored.map(({ name }) => name)), inS3 }
    })
  }
  using copy = new DatabaseSync(path.join(folder, parts.sqlite), { readOnly: true })
  const isThere = copy.prepare("select 1 from sqlite_master where name = 'picture'").get() !== undefined
  const named = isThere ? (copy.prepare(namedPicturesSql).all() as unknown as NamedPicture[]) : []
  return { named, inDatabase: new Set<string>(), inS3: [] }
}

/** Copies the database in one read transaction, so that the copy has every earlier write and no unfinished one. */
function copySqlite(source: string, target: string): void {
  // The copy of a missing database would be empty, and could replace an older, good backup.
  if (!statSync(source, { throwIfNoEntry: false })?.size) {
    throw new Stop(`There’s no database at ${source}. Check DATA_DIR.`)
  }
  using database = new DatabaseSync(source, { timeout: 10_000 })
  database.prepare('vacuum into ?').run(target)
  using copy = new DatabaseSync(target)
  const [check] = copy.prepare('pragma integrity_check').all()
  if (check?.integrity_check !== 'ok')
    throw new Stop(`The database is damaged (${check?.integrity_check}). Restore an earlier backup.`)
}

async function copyUploads(source: string, target: string, inDatabase: ReadonlySet<string>) {
  const names = (await filesIn(source)).filter((name) => !inDatabase.has(name))
  await mkdir(target, { mode: 0o700 })
  for (const [at, name] of names.entries()) {
    const copy = path.join(target, name)
    await mkdir(path.dirname(copy), { recursive: true })
    await copyPrivately(path.join(source, name), copy)
    const done = at + 1
    if (done % 500 === 0 || done === names.length) {
      process.stdout.write(`Copying pictures: ${done} of ${names.length}\n`)
    }
  }
  return new Set(names)
}

async function copySecret(config: Config, folder: string): Promise<boolean> {
  const source = path.join(config.dataDir, 'secret')
  if (config.authSecret !== null || !existsSync(source)) return config.authSecret === null
  await copyPrivately(source, path.join(folder, parts.secret))
  return true
}
