import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StandbyReached } from '../../server/db/errors.ts'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { type Database, openDatabase } from '../../server/db/open.ts'
import { type ProvedCaller, provedCallers } from '../harness/callers.ts'
import { Line } from '../harness/line.ts'
import { startPgbouncer, type TestPgbouncer } from '../harness/pgbouncer.ts'
import {
  socketFolder,
  startOwnPostgres,
  startPostgres,
  startStandby,
  type TestPostgres,
} from '../harness/postgres.ts'
import { enrolmentBody } from '../harness/seats.ts'
import { makeSchool, type School, type ServerProcess, startServer } from './server-process.ts'
import { sized } from './size.ts'

const capacity = sized(10, 100)
const callers = sized(60, 400)

const cluster = await startPostgres()
const pooler = cluster && (await startPgbouncer({ host: socketFolder(cluster.url), port: 5432 }))

if (cluster !== null && pooler !== null)
  describe('a school behind PgBouncer in transaction mode', () => {
    afterAll(() => pooler.stop())

    test('two simultaneous migrations of one empty database both succeed, and leave no lock', async () => {
      const database = await cluster.createDatabase()
      const url = pooler.urlOf(database)
      const databases = await Promise.all([openDatabase({ url }), openDatabase({ url })])
      await Promise.all(databases.map((db) => migrate(db, migrations)))
      for (const db of databases) {
        expect(await db.read.selectFrom('setting').select('name').execute()).toEqual([])
        await db.close()
      }
      // No connection of the pooler still has the lock of the migrations.
      const locks = `select * from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`
      expect(await cluster.query(locks, database)).toEqual([])
    })

    describe('a server whose database is behind PgBouncer', () => {
      let school: School
      let proved: ProvedCaller[]
      let server: ServerProcess
      let db: Database
      beforeAll(async () => {
        // The callers are proved, because unproved callers together get only a share of the seats.
        school = await makeSchool('postgres', [{ capacity }], {
          fill: async (app) => {
            proved = await provedCallers(app, callers)
          },
        })
        const url = pooler.urlOf(school.env['DATABASE_URL'] as string)
        server = await startServer({ ...school.env, DATABASE_URL: url })
        db = await openDatabase({ url })
      })
      afterAll(async () => {
        await db?.close()
        server?.kill('SIGKILL')
        await server?.exited
        school?.remove()
      })

      test('a server behind PgBouncer sells each seat once, and answers reads at the same time', async () => {
        const courseId = school.courses[0]?.id as string
        const enrol = async ({ email, token }: ProvedCaller) => {
          const response = await fetch(`${server.url}/api/enrollments`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
            body: JSON.stringify(enrolmentBody(courseId, { email })),
          })
          return response.status
        }
        const look = async () => (await fetch(`${server.url}/api/courses`)).status
        const answers = await Promise.all(proved.map((one) => Promise.all([enrol(one), look()])))
        const statuses = answers.map(([status]) => status)
        expect(statuses.filter((status) => status === 201).length).toBe(capacity)
        expect(statuses.filter((status) => status === 409).length).toBe(callers - capacity)
        expect(answers.every(([, status]) => status === 200)).toBe(true)
        const batch = await db.read.selectFrom('batch').select('taken').executeTakeFirstOrThrow()
        expect(batch.taken).toBe(capacity)
        expect(await (await fetch(`${server.url}/healthz`)).json()).toMatchObject({ database: 'up' })
      })

      test('behind PgBouncer the time-outs hold for reads, writes and transactions, and db.read refuses to write', async () => {
        const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
        const settingsOf = async (handle: Database['read']) => {
          const values: unknown[] = []
          for (const name of names) {
            const asked = sql<{ setting: string }>`select current_setting(${name}) as setting`
            values.push((await asked.execute(handle)).rows[0]?.setting)
          }
          return values
        }
        expect(await settingsOf(db.read)).toEqual(['15s', '5s', '10s'])
        expect(await settingsOf(db.write)).toEqual(['15s', '5s', '10s'])
        expect(await db.transaction((tx) => settingsOf(tx))).toEqual(['15s', '5s', '10s'])
        await expect(db.read.deleteFrom('registration').execute()).rejects.toThrow('read-only')
      })

      test('a server leaves no setting and no prepared statement in the connections of PgBouncer', async () => {
        const others = Array.from(
          { length: 6 },
          () => new pg.Client(pooler.urlOf(school.env['DATABASE_URL'] as string)),
        )
        await Promise.all(others.map((other) => other.connect()))
        try {
          // Each client is in a transaction, so the pooler gives each client a connection of its own.
          for (const other of others) await other.query('begin')
          for (const other of others) {
            const { rows } = await other.query(`select current_setting('statement_timeout') as "statement",
              current_setting('lock_timeout') as "lock", current_setting('default_transaction_read_only') as "readOnly",
              (select count(*)::int from pg_prepared_statements) as plans`)
            expect(rows).toEqual([{ statement: '0', lock: '0', readOnly: 'off', plans: 0 }])
          }
        } finally {
          await Promise.all(others.map((other) => other.end()))
        }
      })
    })

    test('reads and writes are refused while PgBouncer connects to a standby, and succeed once it has the primary again', async () => {
      const primary = (await startOwnPostgres({ isHasty: true })) as TestPostgres
      const standby = (await startStandby(primary.url)) as TestPostgres
      const line = new Line(primary.url)
      await line.mend()
      const between = (await startPgbouncer({ host: '127.0.0.1', port: line.port })) as TestPgbouncer
      const url = between.urlOf(await primary.createDatabase())
      const db = await openDatabase({ url })
      await migrate(db, migrations)
      const write = () => db.transaction((tx) => tx.deleteFrom('setting').execute())
      const read = () => db.read.selectFrom('setting').select('name').execute()
      try {
        await write()
        line.leadTo(standby.url)
        line.hangUp()
        // Some first queries still meet broken connections of the pooler.
        await expect.poll(() => db.findState(), { timeout: 10_000 }).toBe('standby')
        await expect(write()).rejects.toThrow(StandbyReached)
        await expect(read()).rejects.toThrow(StandbyReached)
        line.leadTo(primary.url)
        line.hangUp()
        const since = performance.now()
        await expect.poll(() => db.findState(), { interval: 10, timeout: 10_000 }).toBe('up')
        await write()
        await read()
        expect(performance.now() - since).toBeLessThan(2_000)
      } finally {
        await db.close()
        await between.stop()
        line.cut()
        await Promise.all([primary.stop(), standby.stop()])
      }
    })
  })
else test('did NOT run: there is no PgBouncer on this machine', () => {})
