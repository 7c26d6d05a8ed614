import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type RawBuilder, sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { type Database, openDatabase } from '../../server/db/open.ts'
import { backupSetting } from '../../server/db/settings.ts'
import { createDeps } from '../../server/deps.ts'
import { backUpAndCheck } from '../../server/platform/backup/back-up.ts'
import { verifiedManifest, writeManifest } from '../../server/platform/backup/manifest.ts'
import { lockDataFolder } from '../../server/platform/data-folder/lock.ts'
import { freshDatabase } from '../harness/app.ts'
import { onEachEngine, partOnSqlite } from '../harness/on-each-engine.ts'
import { startPostgres } from '../harness/postgres.ts'
import { runScript } from '../harness/run-script.ts'

const authSecret = 'a secret for tests, and for nothing else at all'
const photograph = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#c86432' } })
    .png()
    .toBuffer()

onEachEngine('backup and restore', (app, engine) => {
  let folder: string
  let source: Record<string, string>
  /** A backup of a school whose newsletter subscriber is `subscriber`. */
  let whole: string
  const subscriber = 'kept@post.example'
  beforeAll(async () => {
    source = {
      DATA_DIR: app.folder,
      ...('url' in app.where ? { DATABASE_URL: app.where.url, AUTH_SECRET: authSecret } : {}),
    }
    writeFileSync(path.join(app.folder, 'uploads', 'abc-320.jpg'), 'picture')
    writeFileSync(path.join(app.folder, 'uploads', '.abc-640.jpg.draft'), 'half a picture')
    writeFileSync(path.join(app.folder, 'secret'), `${'s'.repeat(40)}\n`, { mode: 0o600 })
    await addSubscriber(app.db, subscriber)
    whole = path.join(mkdtempSync(path.join(tmpdir(), 'malar-backup-')), 'whole')
    expect(await runScript('backup', [whole], source)).toMatchObject({ code: 0 })
  })
  afterAll(() => rmSync(path.dirname(whole), { recursive: true, force: true }))
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'malar-backup-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Makes another machine: an empty data folder and, on PostgreSQL, an empty database. */
  async function elsewhere(): Promise<Record<string, string>> {
    const dataDir = mkdtempSync(path.join(folder, 'elsewhere-'))
    if (engine === 'sqlite') return { DATA_DIR: dataDir }
    const server = await startPostgres()
    if (server === null) throw new Error('PostgreSQL is not on this machine')
    return { DATA_DIR: dataDir, DATABASE_URL: await server.createDatabase(), AUTH_SECRET: authSecret }
  }
  const open = (env: Record<string, string>) =>
    openDatabase(
      env.DATABASE_URL ? { url: env.DATABASE_URL } : { file: path.join(env.DATA_DIR ?? '', 'malar.db') },
    )
  const run = async (url: string, statement: RawBuilder<unknown>) => {
    const db = await openDatabase({ url })
    const { rows } = await statement.execute(db.write)
    await db.close()
    return rows
  }
  const addSubscriber = (db: Database, email: string) =>
    db.write
      .insertInto('newsletter_subscriber')
      .values({ id: email, email, created_at: '2026-01-01T00:00:00.000Z' })
      .execute()
  const copyOfWhole = () => {
    const backup = path.join(folder, 'backup')
    cpSync(whole, backup, { recursive: true })
    return backup
  }
  const subscribersIn = async (env: Record<string, string>) => {
    const db = await open(env)
    try {
      return (await db.read.selectFrom('newsletter_subscriber').select('email').execute()).map(
        ({ email }) => email,
      )
    } finally {
      await db.close()
    }
  }

  test('a backup leaves its time in the database, and a database that cannot be written is backed up all the same', async () => {
    const { value } = await app.db.read
      .selectFrom('setting')
      .select('value')
      .where('name', '=', backupSetting)
      .executeTakeFirstOrThrow()
    expect(Math.abs(Date.parse(value) - Date.now())).toBeLessThan(10 * 60_000)
    const refuse =
      engine === 'sqlite'
        ? sql`create trigger no_note before update on setting begin select raise(abort, 'read only'); end`
        : sql`alter table setting add constraint no_note check (name <> 'backup.at') not valid`
    await refuse.execute(app.db.write)
    const { code, stdout } = await runScript('backup', [path.join(folder, 'unnoted')], source)
    await (engine === 'sqlite'
      ? sql`drop trigger no_note`
      : sql`alter table setting drop constraint no_note`
    ).execute(app.db.write)
    expect([code, stdout.includes('The back office won’t show this backup')]).toEqual([0, true])
  })

  test('a backup that is refused leaves an earlier backup and the unfinished one of another process as they are', async () => {
    const backup = copyOfWhole()
    const config = readConfig({ LOG_LEVEL: 'silent', DEMO: '0', AUTH_SECRET: authSecret, ...source })
    const again = () => backUpAndCheck(config, backup, '2026-01-01T00:00:00.000Z')
    const before = readdirSync(backup)
    await expect(again()).rejects.toThrow('already exists')
    expect(readdirSync(backup)).toEqual(before)
    await verifiedManifest(backup)
    renameSync(backup, `${backup}.unfinished`)
    await expect(again()).rejects.toThrow('Another backup may still be writing it')
    expect(readdirSync(`${backup}.unfinished`)).toEqual(before)
    expect(existsSync(backup)).toBe(false)
  })

  test('a backup that is taken during writes contains every write that was acknowledged before the backup began', async () => {
    const acknowledged: string[] = []
    let isWriting = true
    const write = async (lane: number) => {
      for (let at = 0; isWriting; at++) {
        const email = `lane${lane}-${at}@post.example`
        const { status } = await app.http('POST', '/api/landing/email', { body: { email } })
        if (status === 200) acknowledged.push(email)
      }
    }
    const writers = [write(1), write(2)]
    await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(20)
    const before = [...acknowledged]
    const backup = path.join(folder, 'backup')
    const taken = await runScript('backup', [backup], source)
    isWriting = false
    await Promise.all(writers)
    expect(taken).toMatchObject({ code: 0 })
    expect(acknowledged.length, 'nothing was written meanwhile').toBeGreaterThan(before.length)
    expect(statSync(backup).mode & 0o077).toBe(0)

    const target = await elsewhere()
    expect(await runScript('restore', [backup], target)).toMatchObject({ code: 0 })
    const there = new Set(await subscribersIn(target))
    expect(before.filter((email) => !there.has(email))).toEqual([])
    for (const email of there) expect([subscriber, ...acknowledged]).toContain(email)
    expect(readdirSync(path.join(target.DATA_DIR ?? '', 'uploads'))).toEqual(['abc-320.jpg'])
    // The school on PostgreSQL takes its secret from AUTH_SECRET, so its backup contains no file `secret`.
    const secret = path.join(target.DATA_DIR ?? '', 'secret')
    if (engine === 'sqlite') {
      expect(readFileSync(secret, 'utf8')).toBe(`${'s'.repeat(40)}\n`)
      expect(statSync(secret).mode & 0o077).toBe(0)
    } else expect(() => statSync(secret)).toThrow()
  }, 60_000)

  test('without --force neither a backup nor a restore overwrites anything that exists', async () => {
    const backup = copyOfWhole()
    expect(await runScript('backup', [backup], source)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already exists'),
    })
    const { db, where } = await freshDatabase(engine, mkdtempSync(path.join(folder, 'other-')))
    await addSubscriber(db, 'other@post.example')
    await db.close()
    const target: Record<string, string> =
      'file' in where
        ? { DATA_DIR: path.dirname(where.file) }
        : { ...(await elsewhere()), DATABASE_URL: where.url }
    expect(await runScript('restore', [backup], target)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--force'),
    })
    expect(await subscribersIn(target)).toEqual(['other@post.example'])
    expect(await runScript('restore', [backup, '--force'], target)).toMatchObject({ code: 0 })
    expect(await subscribersIn(target)).toEqual([subscriber])
    if ('file' in where) {
      const aside = readdirSync(path.dirname(where.file)).filter((name) => name.includes('before-restore'))
      expect(aside).toHaveLength(1)
    }
    // A second restore works while the earlier data that the first restore moved aside is still there.
    expect(await runScript('restore', [backup, '--force'], target)).toMatchObject({ code: 0 })
  }, 60_000)

  test('a restore with --force that fails leaves the earlier rows, pictures and secret in place', async () => {
    const { db, where } = await freshDatabase(engine, mkdtempSync(path.join(folder, 'other-')))
    const target: Record<string, string> =
      'file' in where
        ? { DATA_DIR: path.dirname(where.file) }
        : { ...(await elsewhere()), DATABASE_URL: where.url }
    const dataDir = target.DATA_DIR ?? ''
    const picturesIn = (opened: Database) =>
      createDeps(readConfig({ AUTH_SECRET: authSecret, LOG_LEVEL: 'silent', DEMO: '0', ...target }), opened)
        .pictures
    await addSubscriber(db, 'other@post.example')
    const picture = await picturesIn(db).store(await photograph(), { bytesMax: 1024 * 1024 })
    await db.transaction((tx) => picturesIn(db).record(tx, picture))
    const bytes = await picturesIn(db).read(picture.base)
    await db.close()
    writeFileSync(path.join(dataDir, 'secret'), 't'.repeat(40))
    const filesThere = () => readdirSync(dataDir).filter((name) => !/-(?:wal|shm)$|^lock$/.test(name))
    const before = filesThere()

    const both = [source.DATABASE_URL ?? '', target.DATABASE_URL ?? '']
    const backup = copyOfWhole()
    if (engine === 'postgres') {
      rmSync(backup, { recursive: true })
      for (const url of both) await run(url, sql`create schema in_the_way`)
      await runScript('backup', [backup], source)
      // The picture files of the school are deleted, so its pictures can come only from the database.
      rmSync(path.join(dataDir, 'uploads'), { recursive: true, force: true })
    } else {
      using database = new DatabaseSync(path.join(backup, 'malar.db'))
      database.exec(`pragma foreign_keys = off; create table child (of text references setting(name));
        insert into child values ('nothing')`)
      rmSync(path.join(backup, 'manifest.json'))
      await writeManifest(backup, { format: 1, engine, madeAt: '2026-03-02T06:30:00.000Z' })
    }
    expect(await runScript('restore', [backup, '--force'], target)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        engine === 'sqlite' ? /^The database in the backup is damaged/ : /in_the_way/,
      ),
    })
    expect(await subscribersIn(target)).toEqual(['other@post.example'])
    const opened = await open(target)
    expect(await picturesIn(opened).read(picture.base)).toEqual(bytes)
    await opened.close()
    expect(readFileSync(path.join(dataDir, 'secret'), 'utf8')).toBe('t'.repeat(40))
    if (engine === 'sqlite') expect(filesThere()).toEqual(before)
    else {
      const words = sql`select extnamespace::regnamespace::text as schema from pg_extension where extname = 'pg_trgm'
        union all select schemaname from pg_indexes where indexname like '%\_words'`
      expect(await run(target.DATABASE_URL ?? '', words)).toEqual(Array(5).fill({ schema: 'public' }))
      for (const url of both) await run(url, sql`drop schema in_the_way`)
    }
  }, 60_000)

  describe('the pictures of a backup', () => {
    const mb = 1024 * 1024
    const stored = async () => {
      const picture = await app.deps.pictures.store(await photograph(), { bytesMax: mb })
      await app.db.transaction((tx) => app.deps.pictures.record(tx, picture))
      return picture.base
    }

    test('a backup contains the pictures even if the machine that makes it has no pictures on its disk', async () => {
      const base = await stored()
      const backup = path.join(folder, 'backup')
      // The machine has no picture on its disk if the school is on PostgreSQL.
      const other =
        engine === 'sqlite' ? source : { ...source, DATA_DIR: mkdtempSync(path.join(folder, 'new-')) }
      expect(await runScript('backup', [backup], other)).toMatchObject({ code: 0 })
      const target = await elsewhere()
      expect(await runScript('restore', [backup], target)).toMatchObject({ code: 0 })
      const env = { AUTH_SECRET: authSecret, LOG_LEVEL: 'silent', DEMO: '0', ...target }
      const db = await open(env)
      try {
        const pictures = createDeps(readConfig(env), db).pictures
        expect(await pictures.read(base)).toEqual(await app.deps.pictures.read(base))
      } finally {
        await db.close()
      }
    }, 60_000)

    test('a backup with a missing picture has all other files, and ends with exit code 1', async () => {
      const base = await stored()
      rmSync(path.join(app.folder, 'uploads', `${base}-40.webp`), { force: true })
      await app.db.write.deleteFrom('picture_file').where('name', '=', `${base}-40.webp`).execute()
      const backup = path.join(folder, 'backup')
      expect(await runScript('backup', [backup], source)).toMatchObject({
        code: 1,
        stdout: expect.stringContaining(`The backup is in ${backup}.`),
        stderr: expect.stringContaining(`Pictures missing from the backup: 1, for example ${base}-40.webp`),
      })
      await app.db.write.deleteFrom('picture').execute()
      expect(await runScript('restore', [backup], await elsewhere())).toMatchObject({ code: 0 })
    }, 60_000)
  })

  test.each([
    [
      'a version before 0.9.0',
      '0001-first-tables',
      /^This backup was made by a version before 0\.9\.0\. Nothing was replaced\. Restore it with Malar 0\.9\.0 \(commit [0-9a-f]{8}\), start that version once and make a backup with it\. Then restore that backup here\.\n$/,
    ],
    [
      'a newer version',
      '9999-tomorrow',
      /^This backup is newer than this version of Malar\. It has the migration “9999-tomorrow”, which this version doesn’t know\. Nothing was replaced\. Restore it with the version that made it\.\n$/,
    ],
  ] as const)(
    'restoring a backup of %s changes nothing, even with --force',
    async (_version, migration, sentence) => {
      const backup = path.join(folder, 'backup')
      const { db, where } = await freshDatabase(engine, mkdtempSync(path.join(folder, 'other-')))
      const other: Record<string, string> =
        'file' in where
          ? { DATA_DIR: path.dirname(where.file) }
          : { ...(await elsewhere()), DATABASE_URL: where.url }
      await sql`update kysely_migration set name = ${migration} where name = '0100-baseline'`.execute(
        db.write,
      )
      await db.close()
      expect(await runScript('backup', [backup], other)).toMatchObject({ code: 0 })
      const target = await elsewhere()
      const dataDir = target.DATA_DIR ?? ''
      writeFileSync(path.join(dataDir, 'secret'), 't'.repeat(40))
      expect(await runScript('restore', [backup, '--force'], target)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(sentence),
      })
      expect(readdirSync(dataDir).sort()).toEqual(['lock', 'secret', 'uploads'])
      expect(readdirSync(path.join(dataDir, 'uploads'))).toEqual([])
      expect(readFileSync(path.join(dataDir, 'secret'), 'utf8')).toBe('t'.repeat(40))
      if (target.DATABASE_URL)
        expect(
          await run(target.DATABASE_URL, sql`select 1 from pg_tables where schemaname = 'public'`),
        ).toEqual([])
    },
    60_000,
  )

  partOnSqlite(engine, 'the data folder of a backup', () => {
    test('only the account that runs a backup or a restore can read the files that it writes', async () => {
      // The modes are set by hand, because the process of this test has an umask too.
      const openAll = (root: string) => {
        for (const name of ['.', ...readdirSync(root, { recursive: true, encoding: 'utf8' })]) {
          const file = path.join(root, name)
          chmodSync(file, statSync(file).isDirectory() ? 0o777 : 0o666)
        }
      }
      const openIn = (root: string) =>
        ['.', ...readdirSync(root, { recursive: true, encoding: 'utf8' })].filter(
          (name) => (statSync(path.join(root, name)).mode & 0o077) !== 0,
        )
      openAll(app.folder)
      const backup = path.join(folder, 'new', 'backup')
      expect(await runScript('backup', [backup], source)).toMatchObject({ code: 0 })
      expect(openIn(path.join(folder, 'new'))).toEqual([])

      openAll(backup)
      const target = await elsewhere()
      const dataDir = target.DATA_DIR ?? ''
      mkdirSync(path.join(dataDir, 'uploads'))
      writeFileSync(path.join(dataDir, 'secret'), 's'.repeat(40))
      openAll(dataDir)
      expect(await runScript('restore', [backup], target)).toMatchObject({ code: 0 })
      expect(openIn(dataDir)).toEqual([])
    }, 60_000)

    test('a restore is refused while a server uses the data folder, even with --force', async () => {
      const backup = path.join(folder, 'backup')
      const lock = lockDataFolder(app.folder)
      try {
        expect(await runScript('backup', [backup], source)).toMatchObject({ code: 0 })
        expect(await runScript('restore', [backup, '--force'], source)).toMatchObject({
          code: 1,
          stderr: `A server is using DATA_DIR ${app.folder}. Stop it, then try again.\n`,
        })
      } finally {
        lock?.release()
      }
    }, 60_000)
  })

  // A restore checks the backup before it changes the database.
  partOnSqlite(engine, 'a restore from a spoiled backup', () => {
    test('restoring a backup with a changed picture changes nothing, even with --force', async () => {
      const backup = copyOfWhole()
      appendFileSync(path.join(backup, 'uploads', 'abc-320.jpg'), 'x')
      const target = await elsewhere()
      const dataDir = target.DATA_DIR ?? ''
      mkdirSync(path.join(dataDir, 'uploads'))
      writeFileSync(path.join(dataDir, 'secret'), 't'.repeat(40))
      expect(await runScript('restore', [backup, '--force'], target)).toMatchObject({
        code: 1,
        stderr:
          'The backup is damaged because uploads/abc-320.jpg is missing or has changed. Restore from another backup.\n',
      })
      expect(readdirSync(dataDir).sort()).toEqual(['lock', 'secret', 'uploads'])
      expect(readFileSync(path.join(dataDir, 'secret'), 'utf8')).toBe('t'.repeat(40))
      expect(readdirSync(path.join(dataDir, 'uploads'))).toEqual([])
      expect(await runScript('restore', [folder], target)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is not a backup of Malar'),
      })
    }, 60_000)

    const planted = (backup: string) => path.join(backup, 'uploads', 'planted-320.jpg')
    const rename = (backup: string, from: string, to: string) => {
      const file = path.join(backup, 'manifest.json')
      writeFileSync(file, readFileSync(file, 'utf8').replace(`"${from}"`, `"${to}"`))
    }
    const named = (name: string) => (backup: string) => rename(backup, 'uploads/abc-320.jpg', name)
    test.each([
      [
        'with a picture that its list does not name',
        (backup: string) => writeFileSync(planted(backup), 'planted'),
      ],
      [
        'with a file beside the database',
        (backup: string) => writeFileSync(path.join(backup, 'x'), 'planted'),
      ],
      ['that names a file outside its folder', named('uploads/../../planted')],
      ['that names a file of the machine', named('/etc/hostname')],
      ['that names a folder by a backslash', named('uploads\\\\..\\\\planted')],
      ['that names a picture in capital letters', named('uploads/ABC-320.jpg')],
      [
        'that names a picture twice',
        named(`uploads/ABC-320.jpg": "${'0'.repeat(64)}", "uploads/abc-320.jpg`),
      ],
      [
        'with a link in place of a picture',
        (backup: string) => {
          const file = path.join(backup, 'uploads', 'abc-320.jpg')
          renameSync(file, path.join(folder, 'elsewhere.jpg'))
          symlinkSync(path.join(folder, 'elsewhere.jpg'), file)
        },
      ],
      [
        'with a link in place of the folder of pictures',
        (backup: string) => {
          renameSync(path.join(backup, 'uploads'), path.join(folder, 'moved'))
          symlinkSync(path.join(folder, 'moved'), path.join(backup, 'uploads'))
        },
      ],
      [
        'without a database',
        (backup: string) => {
          rename(backup, 'malar.db', 'uploads/database')
        },
      ],
    ])('the check of a backup refuses a backup %s', async (_, change) => {
      const backup = copyOfWhole()
      change(backup)
      const refused = expect(verifiedManifest(backup)).rejects
      await refused.toThrow(/^The backup (is damaged|contains the file|lists (the|a) file)[^\n]+$/)
    })
  })

  if (engine === 'sqlite')
    test('a restore does not replace a database in use, even with --force', async () => {
      expect(await runScript('restore', [copyOfWhole(), '--force'], source)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Stop the server'),
      })
      expect(
        (await app.http('POST', '/api/landing/email', { body: { email: 'on@post.example' } })).status,
      ).toBe(200)
    }, 60_000)

  if (engine === 'sqlite')
    test.each([
      ['cut short', (file: string) => truncateSync(file, 5000)],
      ['empty', (file: string) => truncateSync(file, 0)],
      ['deleted except for its write-ahead log', (file: string) => rmSync(file)],
    ])(
      'a restore replaces a database that is %s, and applies no write from the old write-ahead log',
      async (_, damage) => {
        const backup = copyOfWhole()
        const target = await elsewhere()
        const file = path.join(target.DATA_DIR ?? '', 'malar.db')
        copyFileSync(path.join(backup, 'malar.db'), file)
        const other = new DatabaseSync(file)
        other.exec('pragma journal_mode = wal')
        other.exec("delete from newsletter_subscriber; insert into setting values ('theirs', 'x', 'y')")
        // A process that is killed leaves the database files in this state.
        copyFileSync(`${file}-wal`, `${file}-left`)
        other.close()
        damage(file)
        renameSync(`${file}-left`, `${file}-wal`)
        expect(await runScript('restore', [backup, '--force'], target)).toMatchObject({ code: 0 })
        expect(await subscribersIn(target)).toEqual([subscriber])
      },
      60_000,
    )

  if (engine === 'sqlite')
    test.each([
      ['missing', (file: string) => rmSync(file)],
      ['empty', (file: string) => truncateSync(file, 0)],
    ])('no backup is made of a database that is %s', async (_, damage) => {
      const dataDir = mkdtempSync(path.join(folder, 'lost-'))
      const file = path.join(dataDir, 'malar.db')
      writeFileSync(file, 'x')
      damage(file)
      const backup = path.join(folder, 'backup')
      expect(await runScript('backup', [backup], { DATA_DIR: dataDir })).toMatchObject({
        code: 1,
        stderr: `There’s no database at ${file}. Check DATA_DIR.\n`,
      })
      expect(() => statSync(backup)).toThrow()
    })

  if (engine === 'postgres')
    test('on a machine without pg_dump a backup says in one sentence what to install', async () => {
      const answer = await runScript('backup', [path.join(folder, 'backup')], { ...source, PATH: folder })
      expect(answer).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('pg_dump was not found. Install'),
      })
      expect(readdirSync(folder)).toEqual([])
    })
})

describe('wrong arguments of backup and restore', () => {
  test.each([
    ['backup', []],
    ['backup', ['--help']],
    ['restore', []],
    ['restore', ['a', 'b']],
  ])('npm run %s with the arguments %j prints its usage', async (name, args) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'malar-usage-'))
    const answer = await runScript(name, args, { DATA_DIR: dataDir })
    expect(answer).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Usage: npm run /) })
    rmSync(dataDir, { recursive: true })
  })
})
