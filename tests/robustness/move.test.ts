import { rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/db/open.ts'
import { availableEngines, emptyDatabase } from '../harness/app.ts'
import { contentOf, fillEveryTable } from '../harness/moving.ts'
import {
  makeSchool,
  type School,
  scratchFolder,
  startMain,
  startProcess,
  startServer,
} from './server-process.ts'
import { sized } from './size.ts'

const AUTH_SECRET = 'a secret for tests, and for nothing else at all'
const rounds = sized(2, 15)
const readers = sized(10_000, 200_000)

type Where = { file: string } | { url: string }

const startMove = (target: string, env: Record<string, string>) =>
  startProcess(process.execPath, ['scripts/move.ts', target], env)

async function run(target: string, env: Record<string, string>) {
  const child = startMove(target, env)
  return { ...(await child.exited), ...child.output }
}

async function withDatabase<T>(where: Where, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(where)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
const contentAt = (where: Where) => withDatabase(where, contentOf)

describe.each((await availableEngines()).filter((one) => one === 'postgres'))(
  'the move of a school to another database that is killed, into or from %s',
  () => {
    let school: School
    let folder: string
    let before: Record<string, string[]>
    beforeAll(async () => {
      folder = scratchFolder()
      school = await makeSchool('sqlite', [], {
        fill: async (app) => {
          await fillEveryTable(app)
          await sql`insert into newsletter_subscriber (id, email, created_at)
          with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(readers)})
          select 'reader ' || i, 'reader' || i || '@post.example', '2026-03-02T06:30:00.000Z' from n`.execute(
            app.db.write,
          )
        },
      })
      before = await contentAt(school.where)
    })
    afterAll(() => {
      school.remove()
      rmSync(folder, { recursive: true, force: true })
    })

    async function emptyPostgres(): Promise<string> {
      const { db, where } = await emptyDatabase('postgres', folder)
      await db.close()
      return 'url' in where ? where.url : ''
    }
    const fromSqlite = () => ({ DATA_DIR: school.folder, AUTH_SECRET })

    /** Kills every second move while the move reads the school, and the other moves while they copy. */
    async function killOften(target: string, env: Record<string, string>): Promise<void> {
      for (let round = 1; round <= rounds; round++) {
        const child = startMove(target, env)
        await child.line(round % 2 === 1 ? /Reading/ : /Copying newsletter_subscriber/)
        child.kill('SIGKILL')
        expect((await child.exited).signal).toBe('SIGKILL')
      }
    }

    test('the next run finishes a killed move into PostgreSQL, and no server starts on the unfinished database', async () => {
      const url = await emptyPostgres()
      await killOften(url, fromSqlite())
      const half = await withDatabase({ url }, (db) => db.read.selectFrom('course').select('id').execute())
      expect(half).not.toEqual([])
      const server = startMain({ ...school.env, DATA_DIR: path.join(folder, 'other'), DATABASE_URL: url })
      expect((await server.exited).code).toBe(1)
      expect(server.output.stderr).toBe(
        'The server could not start. The database contains only part of a school, because a move was interrupted. Run the same "npm run move" again until it says that the school’s data has been moved.\n',
      )
      const { code, stdout, stderr } = await run(url, fromSqlite())
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toContain('Continuing the interrupted move')
      expect(await contentAt({ url })).toEqual(before)

      const whole = await startServer({
        ...school.env,
        DATA_DIR: path.join(folder, 'other'),
        DATABASE_URL: url,
      })
      expect((await fetch(`${whole.url}/api/courses`)).status).toBe(200)
      whole.kill('SIGKILL')
      await whole.exited
    })

    test('the next run finishes a killed move into a folder', async () => {
      const url = await emptyPostgres()
      expect(await run(url, fromSqlite())).toMatchObject({ code: 0 })
      const env = { DATA_DIR: path.join(folder, 'cache'), DATABASE_URL: url, AUTH_SECRET }
      const target = path.join(folder, 'target')
      await killOften(target, env)
      const { code, stdout, stderr } = await run(target, env)
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toContain('Continuing the interrupted move')
      expect(await contentAt({ file: path.join(target, 'malar.db') })).toEqual(before)
    })

    test('a killed move starts again from the beginning if the school has changed since', async () => {
      const url = await emptyPostgres()
      await killOften(url, fromSqlite())
      await withDatabase(school.where, (db) =>
        db.write.updateTable('setting').set({ value: 'another' }).where('name', '=', 'odd 0').execute(),
      )
      const { code, stdout, stderr } = await run(url, fromSqlite())
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).not.toContain('Continuing')
      expect(await contentAt({ url })).toEqual(await contentAt(school.where))
    })

    test('a move refuses a target that somebody else has changed, and the next run starts from the beginning', async () => {
      const url = await emptyPostgres()
      const child = startMove(url, fromSqlite())
      await child.line(/Copying newsletter_subscriber/)
      child.kill('SIGKILL')
      await child.exited
      await withDatabase({ url }, (db) => db.write.updateTable('course').set({ title: 'Another' }).execute())
      expect(await run(url, fromSqlite())).toMatchObject({
        code: 1,
        stderr:
          'The target no longer matches the school’s data (course) because something changed it during the move. Run the command again.\n',
      })
      expect(await run(url, fromSqlite())).toMatchObject({ code: 0, stderr: '' })
      expect(await contentAt({ url })).toEqual(await contentAt(school.where))
    })
  },
)
