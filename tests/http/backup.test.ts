import { execFile } from 'node:child_process'
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/open.ts'
import { availableEngines, freshDatabase, startApp, type TestApp } from '../harness/app.ts'
import { startPostgres } from '../harness/postgres.ts'

const script = (name: string, args: string[], env: Record<string, string>) =>
  promisify(execFile)(
    process.execPath,
    [path.resolve(import.meta.dirname, `../../scripts/${name}.ts`), ...args],
    {
      env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'silent', ...env },
    },
  ).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )

const authSecret = 'a secret for tests, and for nothing else at all'

describe.each(await availableEngines())('backup and restore on %s', (engine) => {
  let app: TestApp
  let folder: string
  let source: Record<string, string>
  beforeAll(async () => {
    app = await startApp({ engine })
    source = {
      DATA_DIR: app.folder,
      ...('url' in app.where ? { DATABASE_URL: app.where.url, AUTH_SECRET: authSecret } : {}),
    }
    writeFileSync(path.join(app.folder, 'uploads', 'abc-320.jpg'), 'picture')
    writeFileSync(path.join(app.folder, 'uploads', '.abc-640.jpg.draft'), 'half a picture')
    writeFileSync(path.join(app.folder, 'secret'), `${'s'.repeat(40)}\n`, { mode: 0o600 })
  })
  afterAll(() => app.stop())
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'malar-backup-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Another machine: an empty data folder, and an empty database where it is not in there. */
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

  test('what was acknowledged before it began is there, while writes go on (R7)', async () => {
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
    const taken = await script('backup', [backup], source)
    isWriting = false
    await Promise.all(writers)
    expect(taken).toMatchObject({ code: 0 })
    expect(acknowledged.length, 'nothing was written meanwhile').toBeGreaterThan(before.length)
    expect(statSync(backup).mode & 0o077).toBe(0)

    const target = await elsewhere()
    expect(await script('restore', [backup], target)).toMatchObject({ code: 0 })
    const there = new Set(await subscribersIn(target))
    expect(before.filter((email) => !there.has(email))).toEqual([])
    for (const email of there) expect(acknowledged).toContain(email)
    expect(readdirSync(path.join(target.DATA_DIR ?? '', 'uploads'))).toEqual(['abc-320.jpg'])
    // With AUTH_SECRET the file is not what signs.
    const secret = path.join(target.DATA_DIR ?? '', 'secret')
    if (engine === 'sqlite') {
      expect(readFileSync(secret, 'utf8')).toBe(`${'s'.repeat(40)}\n`)
      expect(statSync(secret).mode & 0o077).toBe(0)
    } else expect(() => statSync(secret)).toThrow()
  }, 60_000)

  test('nothing that exists is overwritten, unless forced, and then it is kept aside', async () => {
    const backup = path.join(folder, 'backup')
    await script('backup', [backup], source)
    expect(await script('backup', [backup], source)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists already'),
    })
    const { db, where } = await freshDatabase(engine, mkdtempSync(path.join(folder, 'other-')))
    await db.write
      .insertInto('newsletter_subscriber')
      .values({ id: 'other', email: 'other@post.example', created_at: '2026-01-01T00:00:00.000Z' })
      .execute()
    await db.close()
    const target: Record<string, string> =
      'file' in where
        ? { DATA_DIR: path.dirname(where.file) }
        : { ...(await elsewhere()), DATABASE_URL: where.url }
    expect(await script('restore', [backup], target)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--force'),
    })
    expect(await subscribersIn(target)).toEqual(['other@post.example'])
    expect(await script('restore', [backup, '--force'], target)).toMatchObject({ code: 0 })
    expect((await subscribersIn(target)).sort()).toEqual((await subscribersIn(source)).sort())
    if ('file' in where) {
      const aside = readdirSync(path.dirname(where.file)).filter((name) => name.includes('before-restore'))
      expect(aside).toHaveLength(1)
    }
    // A second time, with what was kept aside lying there.
    expect(await script('restore', [backup, '--force'], target)).toMatchObject({ code: 0 })
  }, 60_000)

  test('a damaged backup changes nothing', async () => {
    const backup = path.join(folder, 'backup')
    await script('backup', [backup], source)
    appendFileSync(path.join(backup, 'uploads', 'abc-320.jpg'), 'x')
    const target = await elsewhere()
    expect(await script('restore', [backup], target)).toMatchObject({
      code: 1,
      stderr: 'The backup is damaged: uploads/abc-320.jpg is missing or changed. Take another backup.\n',
    })
    expect(readdirSync(target.DATA_DIR ?? '')).toEqual(['uploads'])
    expect(await script('restore', [folder], target)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not a backup of Malar'),
    })
  }, 60_000)

  if (engine === 'sqlite')
    test('a database in use is not replaced, also not by force', async () => {
      const backup = path.join(folder, 'backup')
      await script('backup', [backup], source)
      expect(await script('restore', [backup, '--force'], source)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('stop the server'),
      })
      expect(
        (await app.http('POST', '/api/landing/email', { body: { email: 'on@post.example' } })).status,
      ).toBe(200)
    }, 60_000)

  if (engine === 'postgres')
    test('without the tools one sentence says what to install', async () => {
      const answer = await script('backup', [path.join(folder, 'backup')], { ...source, PATH: folder })
      expect(answer).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('pg_dump was not found: install'),
      })
      expect(readdirSync(folder)).toEqual([])
    })
})

describe('wrong words', () => {
  test.each([
    ['backup', []],
    ['backup', ['--help']],
    ['restore', []],
    ['restore', ['a', 'b']],
  ])('%s %j explains how it is used', async (name, args) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'malar-usage-'))
    const answer = await script(name, args, { DATA_DIR: dataDir })
    expect(answer).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Usage: npm run /) })
    rmSync(dataDir, { recursive: true })
  })
})
