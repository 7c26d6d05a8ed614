import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type Config, readConfig } from '../server/config.ts'
import { isConnectionLost } from '../server/db/errors.ts'
import { isUpToDate } from '../server/db/migrate.ts'
import { migrations } from '../server/db/migrations/index.ts'
import { openDatabase } from '../server/db/open.ts'
import { refuseUnfinishedMove } from '../server/db/unfinished-move.ts'
import { Stop } from '../server/platform/backup/manifest.ts'
import { missingFiles } from '../server/platform/backup/named-pictures.ts'
import { lockDataFolder } from '../server/platform/data-folder/lock.ts'
import { batchesOf, type Figures, figuresOf, figuresOfPictures, keyOf, sentenceOf } from './move/figures.ts'
import type { Cell, Marks, PictureHead, Place, Table, Target } from './move/place.ts'
import { openPostgresSource, openPostgresTarget } from './move/postgres-place.ts'
import { openSqliteSource, openSqliteTarget } from './move/sqlite-place.ts'
import { script } from './script.ts'

const usage = `Usage: npm run move -- postgres://user:password@host:5432/database
       npm run move -- FOLDER

Moves a school to the other kind of database, either from DATA_DIR into an empty PostgreSQL database, or from the PostgreSQL
database at DATABASE_URL into FOLDER, which you can then use as DATA_DIR. First stop all the school’s servers, and set the
same variables as for them (DATA_DIR, DATABASE_URL, AUTH_SECRET). The data is copied, and the original isn’t changed. If a
move is interrupted, run the command again to continue.
`

/** The number of rows in one transaction; it is small, because a row may hold a long text. */
const rowsAtOnce = 250
const pictureBytesAtOnce = 8 * 1024 * 1024

await script(usage, async (given) => {
  const config = readConfig(process.env)
  const isToPostgres = /^postgres(ql)?:\/\//.test(given)
  refuseSameEngine(config, isToPostgres)
  const folder = isToPostgres ? null : await targetFolder(given, config)
  // The locks are held to the end, so that no server starts during the move.
  const locks = [lockOf(config.dataDir), ...(folder === null ? [] : [lockOf(folder)])]
  const open: Place[] = []
  let missing: string[]
  try {
    await refuseOtherVersion(config)
    const source = await openSource(config)
    open.push(source)
    const target =
      folder === null
        ? await openPostgresTarget(given)
        : await openSqliteTarget(folder, config.authSecret ?? '')
    open.push(target)
    missing = await move(source, target).catch((error: Error) => {
      if (!isConnectionLost(error)) throw error
      throw new Stop(
        `The connection to PostgreSQL was lost (${error.message}). Run the command again to continue.`,
      )
    })
  } finally {
    for (const place of open) await place.close()
    for (const lock of locks) lock.release()
  }
  process.stdout.write(`\nThe school’s data has been moved. ${howOn(config, folder)}\n`)
  // The exit code says that some files are missing, as in a backup.
  if (missing.length > 0) {
    throw new Stop(
      `Missing pictures that couldn’t be moved: ${missing.length}, for example ${missing[0]}. Upload them again in the back office.`,
    )
  }
})

function refuseSameEngine({ databaseUrl }: Config, isToPostgres: boolean): void {
  if (isToPostgres && databaseUrl !== null) {
    throw new Stop(
      'The school at DATABASE_URL is already on PostgreSQL. To move the school in DATA_DIR, unset DATABASE_URL. To move from one PostgreSQL database to another, use a backup.',
    )
  }
  if (!isToPostgres && databaseUrl === null) {
    throw new Stop(
      'To move a school from PostgreSQL into a folder, set DATABASE_URL. To move the school in DATA_DIR, give a postgres:// address.',
    )
  }
}

async function targetFolder(given: string, { dataDir }: Config): Promise<string> {
  const folder = path.resolve(given)
  if (folder === dataDir) {
    throw new Stop(
      `${folder} is DATA_DIR, which belongs to the school that you’re moving. Name another folder.`,
    )
  }
  await mkdir(path.join(folder, 'uploads'), { recursive: true, mode: 0o700 })
  return folder
}

function lockOf(dataDir: string) {
  const lock = lockDataFolder(dataDir)
  if (lock === null) throw new Stop(`A server is using DATA_DIR ${dataDir}. Stop it, then try again.`)
  return lock
}

function openSource({ databaseUrl, dataDir }: Config): Place | Promise<Place> {
  if (databaseUrl === null) return openSqliteSource(dataDir)
  return openPostgresSource(databaseUrl, path.join(dataDir, 'uploads'))
}

/** Refuses a database of another version, because its tables may differ from those of the target. */
async function refuseOtherVersion({ databaseUrl, dataDir }: Config): Promise<void> {
  // openSqliteSource refuses a missing file, which openDatabase would create.
  if (databaseUrl === null) await openSqliteSource(dataDir).close()
  const where = databaseUrl === null ? { file: path.join(dataDir, 'malar.db') } : { url: databaseUrl }
  await using db = await openDatabase(where).catch((error: Error) => {
    throw new Stop(`${error.message}.`)
  })
  await refuseUnfinishedMove(db).catch((error: Error) => {
    throw new Stop(`${error.message}.`)
  })
  if (await isUpToDate(db, migrations).catch(() => false)) return
  throw new Stop(
    'The database is from another version of Malar. Start the server once, stop it, then try again.',
  )
}

/** Moves the school, and returns the names of the picture files that were missing. */
async function move(source: Place, target: Target): Promise<string[]> {
  process.stdout.write('Reading the school’s data…\n')
  const tables = await source.listTables()
  const pictures = await source.listPictures()
  const figures = await allFigures(source, tables, pictures)
  const marks = await readyMarks(target, JSON.stringify(Object.fromEntries(figures)))
  refuseOtherTables(tables, await target.listTables())
  for (const table of tables) await copyTable(source, target, table, marks)
  await copyPictures(source, target, pictures, marks)

  process.stdout.write('Comparing…\n')
  const copied = await allFigures(target, tables, await target.listPictures())
  const differing = [...figures].filter(
    ([name, one]) => JSON.stringify(copied.get(name)) !== JSON.stringify(one),
  )
  if (differing.length > 0) {
    await target.forget()
    const names = differing.map(([name]) => name).join(', ')
    throw new Stop(
      `The target no longer matches the school’s data (${names}) because something changed it during the move. Run the command again.`,
    )
  }
  const counters = await source.readCounters()
  await target.finish(counters).catch((error: Error) => {
    if (isConnectionLost(error) || error instanceof Stop) throw error
    throw new Stop(`The target didn’t accept the school’s data (${error.message}).`)
  })
  const counts = [...figures].filter(([, { rows }]) => rows > 0)
  process.stdout.write('The target has the same rows as the school. Sums are in paise.\n')
  for (const [name, one] of counts) process.stdout.write(sentenceOf(name, one))
  process.stdout.write(`  empty tables: ${figures.size - counts.length}\n`)
  return missingFiles(await source.listNamedPictures(), new Set(pictures.map(({ name }) => name)))
}

async function allFigures(place: Place, tables: Table[], pictures: PictureHead[]) {
  const figures = new Map<string, Figures>()
  for (const table of tables) figures.set(table.name, await figuresOf(place, table))
  return figures.set('files of pictures', figuresOfPictures(pictures))
}

/** Returns the marks of an earlier run if the school has not changed since then; otherwise begins a new move. */
async function readyMarks(target: Target, source: string): Promise<Marks> {
  const marks = await target.readMarks()
  if (marks.get('source') === source) {
    process.stdout.write('Continuing the interrupted move…\n')
    return marks
  }
  await target.begin(['source', source])
  return new Map()
}

function refuseOtherTables(tables: Table[], others: Table[]): void {
  const shapes = (some: Table[]) => some.map(({ name, columns }) => `${name} (${columns})`)
  const [here, there] = [shapes(tables), shapes(others)]
  const [odd] = [...here.filter((one) => !there.includes(one)), ...there.filter((one) => !here.includes(one))]
  if (odd !== undefined)
    throw new Stop(`The school can’t be moved, because only one of the databases has ${odd}.`)
}

async function copyTable(source: Place, target: Target, table: Table, marks: Marks): Promise<void> {
  const { name } = table
  const noted = marks.get(`table ${name}`)
  const after = noted === undefined ? null : (JSON.parse(noted) as Cell[])
  let count = 0
  for await (const rows of batchesOf(source, table, after, rowsAtOnce)) {
    const mark = JSON.stringify(keyOf(table, rows.at(-1) ?? []))
    await target.write(table, rows, [`table ${name}`, mark]).catch((error: Error) => {
      if (isConnectionLost(error)) throw error
      // The error's details are left out, because they may contain personal data.
      throw new Stop(`Rows of ${name} can’t be stored in the target (${error.message}).`)
    })
    count += rows.length
    if (count % 10_000 < rows.length) process.stdout.write(`Copying ${name}: ${count}\n`)
  }
}

async function copyPictures(source: Place, target: Target, heads: PictureHead[], marks: Marks) {
  const last = marks.get('pictures') ?? ''
  const left = heads.filter(({ name }) => name > last)
  let batch: { head: PictureHead; bytes: Uint8Array }[] = []
  let size = 0
  for (const [at, head] of left.entries()) {
    const bytes = await source.readPicture(head.name)
    batch.push({ head, bytes })
    size += bytes.length
    if (size < pictureBytesAtOnce && at + 1 < left.length) continue
    await target.writePictures(batch, ['pictures', head.name])
    process.stdout.write(`Copying pictures: ${heads.length - left.length + at + 1} of ${heads.length}\n`)
    batch = []
    size = 0
  }
}

function howOn({ authSecret, dataDir }: Config, folder: string | null): string {
  if (folder !== null) {
    return `Start the server with DATA_DIR=${folder} and without DATABASE_URL. The secret is in that folder too.`
  }
  const start =
    authSecret === null
      ? `Start the server with DATABASE_URL, and with AUTH_SECRET set to the contents of ${path.join(dataDir, 'secret')}.`
      : 'Start the server with DATABASE_URL and the same AUTH_SECRET as before.'
  return `${start} A different secret would sign everyone out and break two-factor sign-in.`
}
