import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/db/open.ts'
import { lockDataFolder } from '../../server/platform/data-folder/lock.ts'
import { availableEngines, emptyDatabase, startApp } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { openKept } from '../harness/kept-database.ts'
import { contentOf, fillEveryTable } from '../harness/moving.ts'
import { startPostgres } from '../harness/postgres.ts'
import { runScript } from '../harness/run-script.ts'
import { makeSchool, type School } from '../robustness/server-process.ts'

const AUTH_SECRET = 'a secret for tests, and for nothing else at all'
const move = (target: string, env: Record<string, string>) => runScript('move', [target], env)

describe.each((await availableEngines()).filter((one) => one === 'postgres'))(
  'moving a school to another database by npm run move, with %s',
  () => {
    let school: School
    let token = ''
    let folder: string
    let count = 0
    /** The school after its move from a folder into PostgreSQL. No test changes this school. */
    let moved: { source: Record<string, string>; url: string; done: Awaited<ReturnType<typeof move>> }
    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'malar-move-'))
      school = await makeSchool('sqlite', [], {
        fill: async (app) => {
          await fillEveryTable(app)
          token = (await signedIn(app, 'owner')).token
        },
      })
      rmSync(path.join(school.folder, 'lock'), { force: true })
      writeFileSync(path.join(school.folder, 'uploads', 'notes.txt'), 'no picture')
      const source = sourceFolder()
      const url = await emptyPostgres()
      moved = { source, url, done: await move(url, source) }
    })
    afterAll(() => {
      school.remove()
      rmSync(folder, { recursive: true, force: true })
    })

    /** Copies the filled school on SQLite, so that a test may change it. */
    function sourceFolder(): Record<string, string> {
      const dataDir = path.join(folder, `source-${count++}`)
      cpSync(school.folder, dataDir, { recursive: true })
      return { DATA_DIR: dataDir, AUTH_SECRET }
    }
    const newFolder = () => path.join(folder, `folder-${count++}`)
    async function emptyPostgres(): Promise<string> {
      const { db, where } = await emptyDatabase('postgres', folder)
      await db.close()
      return 'url' in where ? where.url : ''
    }
    async function withDatabase<T>(
      where: { file: string } | { url: string },
      work: (db: Database) => Promise<T>,
    ) {
      const db = await openDatabase(where)
      try {
        return await work(db)
      } finally {
        await db.close()
      }
    }
    const fileIn = (dataDir: string) => ({ file: path.join(dataDir, 'malar.db') })
    const contentAt = (where: { file: string } | { url: string }) => withDatabase(where, contentOf)
    const tablesAt = (url: string) =>
      withDatabase({ url }, async (db) => (await db.read.introspection.getTables()).length)
    const refusal = (sentence: string) => ({ code: 1, stderr: `${sentence}\n` })

    describe('a move of a school that is refused', () => {
      test.each([[[]], [['--help']], [['a', 'b']]])(
        'npm run move with the arguments %j is refused with its usage',
        async (args) => {
          const { code, stderr, stdout } = await runScript('move', args, { DATA_DIR: newFolder() })
          expect([code, stdout]).toEqual([1, ''])
          expect(stderr).toMatch(/^Usage: npm run move -- postgres:/)
        },
      )

      test('a move to the engine that the school already uses is refused', async () => {
        const url = await emptyPostgres()
        expect(await move(url, { ...sourceFolder(), DATABASE_URL: url })).toMatchObject(
          refusal(
            'The school at DATABASE_URL is already on PostgreSQL. To move the school in DATA_DIR, unset DATABASE_URL. To move from one PostgreSQL database to another, use a backup.',
          ),
        )
        expect(await move(newFolder(), sourceFolder())).toMatchObject(
          refusal(
            'To move a school from PostgreSQL into a folder, set DATABASE_URL. To move the school in DATA_DIR, give a postgres:// address.',
          ),
        )
      })

      test('a move from a folder without a school is refused, and no school is made there', async () => {
        const url = await emptyPostgres()
        const dataDir = newFolder()
        expect(await move(url, { DATA_DIR: dataDir })).toMatchObject(
          refusal(`There’s no database at ${path.join(dataDir, 'malar.db')}. Check DATA_DIR.`),
        )
        expect(readdirSync(dataDir).sort()).toEqual(['lock', 'uploads'])
        expect(await tablesAt(url)).toBe(0)
        const target = newFolder()
        expect(await move(target, { DATA_DIR: newFolder(), DATABASE_URL: url, AUTH_SECRET })).toMatchObject(
          refusal(
            'The database is from another version of Malar. Start the server once, stop it, then try again.',
          ),
        )
        expect(existsSync(path.join(target, 'malar.db'))).toBe(false)
      })

      test('a move is refused while a server runs on the source, on this machine or another', async () => {
        const source = sourceFolder()
        const url = await emptyPostgres()
        const lock = lockDataFolder(source.DATA_DIR ?? '')
        expect(await move(url, source)).toMatchObject(
          refusal(`A server is using DATA_DIR ${source.DATA_DIR}. Stop it, then try again.`),
        )
        lock?.release()
        expect(await tablesAt(url)).toBe(0)

        const other = await startApp({ engine: 'postgres' })
        const target = newFolder()
        const env = {
          DATA_DIR: newFolder(),
          DATABASE_URL: 'url' in other.where ? other.where.url : '',
          AUTH_SECRET,
        }
        const refused = await move(target, env)
        await other.stop()
        expect(refused).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(
            /^A server is connected to DATABASE_URL\. Stop every server that uses it, then try again\./,
          ),
        })
        expect(readdirSync(target).sort()).toEqual(['lock', 'uploads'])
      })

      test('a move is refused while another program writes into the source', async () => {
        const source = sourceFolder()
        const other = new DatabaseSync(path.join(source.DATA_DIR ?? '', 'malar.db'))
        other.exec('begin immediate')
        const refused = await move(await emptyPostgres(), source)
        other.close()
        expect(refused).toMatchObject(
          refusal(`${source.DATA_DIR}/malar.db is in use by another program. Stop it, then try again.`),
        )
      })

      test('a move into a database that has data or cannot be reached is refused', async () => {
        expect(await move(moved.url, moved.source)).toMatchObject(
          refusal('The target already has data. Name an empty database.'),
        )
        const url = await emptyPostgres()
        await withDatabase({ url }, (db) => sql`create table theirs (id text)`.execute(db.write))
        expect(await move(url, sourceFolder())).toMatchObject(
          refusal('The target already has data. Name an empty database.'),
        )
        expect(await tablesAt(url)).toBe(1)
        const { code, stderr } = await move('postgres://malar:geheim@127.0.0.1:1/malar', sourceFolder())
        expect(code).toBe(1)
        expect(stderr).toMatch(
          /^Can’t connect to PostgreSQL \(.+\)\. Check that it is running and that its address is correct\.\n$/,
        )
        expect(stderr).not.toContain('geheim')
      })

      test('a move into a database with the unfinished move of another version is refused', async () => {
        const { db, where } = await openKept('0.9.0/2026-11-22')('postgres', folder)
        await sql`create table unfinished_move (name text primary key, value text not null)`.execute(db.write)
        await sql`insert into unfinished_move values ('undo', '[]'), ('source', 'other')`.execute(db.write)
        await db.close()
        const url = 'url' in where ? where.url : ''
        const applied = () =>
          withDatabase({ url }, (one) => sql`select name from kysely_migration`.execute(one.read))
        const before = (await applied()).rows
        expect(await move(url, sourceFolder())).toMatchObject(
          refusal(
            'The target contains an unfinished move by another version of Malar. Name an empty database.',
          ),
        )
        expect((await applied()).rows).toEqual(before)
      })

      test('a move into DATA_DIR or into a folder that has data is refused', async () => {
        const source = { DATA_DIR: newFolder(), DATABASE_URL: moved.url, AUTH_SECRET }
        expect(await move(source.DATA_DIR, source)).toMatchObject(
          refusal(
            `${source.DATA_DIR} is DATA_DIR, which belongs to the school that you’re moving. Name another folder.`,
          ),
        )
        const { DATA_DIR: taken = '' } = sourceFolder()
        const before = readFileSync(path.join(taken, 'malar.db'))
        expect(await move(taken, source)).toMatchObject(
          refusal(
            `${taken} already contains data (malar.db, pictures in uploads). Name a folder that is empty or doesn’t exist.`,
          ),
        )
        expect(readFileSync(path.join(taken, 'malar.db')).equals(before)).toBe(true)
      })

      test('a move with rows that the target cannot store is refused, and names their table', async () => {
        const source = sourceFolder()
        const database = new DatabaseSync(path.join(source.DATA_DIR ?? '', 'malar.db'))
        database.exec(
          `insert into setting (name, value, updated_at) values ('cut', 'a' || char(0) || 'b', 'now')`,
        )
        database.close()
        const { code, stderr } = await move(await emptyPostgres(), source)
        expect(code).toBe(1)
        expect(stderr).toMatch(/^Rows of setting can’t be stored in the target \(.+\)\.\n$/)
      })
    })

    test('a move into PostgreSQL copies every row and leaves the source as it was', async () => {
      const { source, url, done } = moved
      const before = await contentAt(school.where)
      expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
      const pictures = picturesIn(source['DATA_DIR'] ?? '')
      expect([done.code, done.stderr]).toEqual([0, ''])
      expect(done.stdout).toContain(`\n  course: ${before.course?.length}, `)
      expect(done.stdout).toMatch(/\n {2}shop_order: \d+, .*total_in_paise [1-9]\d+/)
      expect(done.stdout).toContain(`\n  files of pictures: ${Object.keys(pictures).length}\n`)
      expect(done.stdout).toContain(
        'The school’s data has been moved. Start the server with DATABASE_URL and the same AUTH_SECRET as before',
      )
      expect(await contentAt({ url })).toEqual(before)
      expect(await contentAt(fileIn(source['DATA_DIR'] ?? ''))).toEqual(before)
    })

    test('a school moves back into a folder and into PostgreSQL again, where a server continues with it', async () => {
      const { source, url } = moved
      const before = await contentAt({ url })
      const pictures = picturesIn(source['DATA_DIR'] ?? '')
      expect(Object.keys(pictures).filter((name) => name.startsWith('.private/'))).not.toEqual([])
      const back = newFolder()
      const atPostgres = { DATA_DIR: newFolder(), DATABASE_URL: url, AUTH_SECRET }
      expect(await move(back, atPostgres)).toMatchObject({ code: 0, stderr: '' })
      expect(await contentAt(fileIn(back))).toEqual(before)
      expect(picturesIn(back)).toEqual(pictures)
      expect(readFileSync(path.join(back, 'secret'), 'utf8').trim()).toBe(AUTH_SECRET)
      for (const name of ['', 'malar.db', 'secret', 'uploads', 'uploads/.private'])
        expect(statSync(path.join(back, name)).mode & 0o077, name).toBe(0)
      expect(readdirSync(back).sort()).toEqual(['database-mark', 'lock', 'malar.db', 'secret', 'uploads'])
      expect(shapeOf(back)).toEqual(shapeOf(source['DATA_DIR'] ?? ''))

      const again = await emptyPostgres()
      expect(await move(again, { DATA_DIR: back })).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`AUTH_SECRET set to the contents of ${path.join(back, 'secret')}.`),
      })
      expect(await contentAt({ url: again })).toEqual(before)
      expect(await postgresShapeOf(again)).toEqual(await freshPostgresShape())

      const app = await startApp({ databaseUrl: again })
      const me = await app.http('GET', '/api/profile', { token })
      expect([me.status, me.text]).toEqual([200, expect.stringContaining('@')])
      const { id: last } = await app.db.read
        .selectFrom('change')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
      await app.db.transaction((tx) => app.db.changes.mark(tx, 'courses'))
      const { id: next } = await app.db.read
        .selectFrom('change')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
      expect(next).toBeGreaterThan(last)
      const shown = Object.keys(pictures).find((name) => name.endsWith('.jpg') && !name.startsWith('.'))
      const picture = await fetch(`${app.url}/uploads/${shown}`)
      expect(picture.status).toBe(200)
      expect(Buffer.from(await picture.arrayBuffer()).toString('hex')).toBe(pictures[shown ?? ''])
      await app.stop()
    })

    test('a move of a school with missing pictures names the pictures, and ends with exit code 1', async () => {
      const source = sourceFolder()
      const [gone = ''] = readdirSync(path.join(source.DATA_DIR ?? '', 'uploads', '.private'))
      rmSync(path.join(source.DATA_DIR ?? '', 'uploads', '.private', gone))
      const url = await emptyPostgres()
      const { code, stdout, stderr } = await move(url, source)
      expect(code).toBe(1)
      expect(stdout).toContain('The school’s data has been moved.')
      expect(stderr).toContain(`Missing pictures that couldn’t be moved: `)
      expect(stderr).toContain(`.private/`)
    })

    test('a move from PostgreSQL also copies the pictures that an earlier version left on the disk', async () => {
      const url = await (await startPostgres())?.createDatabase({ template: moved.url })
      if (url === undefined) throw new Error('PostgreSQL is not on this machine')
      await withDatabase({ url }, (db) => db.write.deleteFrom('picture_file').execute())
      const target = newFolder()
      expect(await move(target, { ...moved.source, DATABASE_URL: url })).toMatchObject({
        code: 0,
        stderr: '',
      })
      const named = Object.keys(picturesIn(target))
      expect(named).toEqual(
        expect.arrayContaining(
          readdirSync(path.join(target, 'uploads')).filter((one) => !one.startsWith('.')),
        ),
      )
      expect(named.filter((name) => name.startsWith('.private/'))).not.toEqual([])
    })
  },
)

/** Reads the files of the pictures in the uploads, by their path. */
function picturesIn(dataDir: string): Record<string, string> {
  const uploads = path.join(dataDir, 'uploads')
  const names = readdirSync(uploads, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(avif|webp|jpg)$/.test(name),
  )
  return Object.fromEntries(
    names.sort().map((name) => [name, readFileSync(path.join(uploads, name)).toString('hex')]),
  )
}

/** Reads the definitions of all tables, indexes and triggers, and the last number that each sequence has given. */
function shapeOf(dataDir: string): unknown {
  const database = new DatabaseSync(path.join(dataDir, 'malar.db'))
  const parts = database.prepare('select type, name, sql from sqlite_master order by type, name').all()
  const counted = database.prepare('select name, seq from sqlite_sequence order by name').all()
  database.close()
  return { parts, counted }
}

async function postgresShapeOf(url: string): Promise<unknown> {
  const db = await openDatabase({ url })
  const keys = await sql`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as words, convalidated as valid
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`.execute(db.read)
  const triggers = await sql`
    select tgrelid::regclass::text as "table", tgname as name, tgenabled as enabled
    from pg_trigger where not tgisinternal order by 1, 2`.execute(db.read)
  const tables = (await db.read.introspection.getTables()).map(({ name }) => name)
  await db.close()
  return { keys: keys.rows, triggers: triggers.rows, tables }
}

async function freshPostgresShape(): Promise<unknown> {
  const app = await startApp({ engine: 'postgres' })
  const shape = await postgresShapeOf('url' in app.where ? app.where.url : '')
  await app.stop()
  return shape
}
