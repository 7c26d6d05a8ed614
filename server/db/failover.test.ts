import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Line } from '../../tests/harness/line.ts'
import { startOwnPostgres, startStandby, type TestPostgres } from '../../tests/harness/postgres.ts'
import { ANY_TOPIC } from './changes.ts'
import { DatabaseUnavailable, dbFault } from './errors.ts'
import { openDatabase } from './open.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from './test-tables.fixture.ts'

const primary = await startOwnPostgres({ isHasty: true })

if (primary !== null) describe('PostgreSQL with a standby', () => tests(primary))
else test('did NOT run: there is no PostgreSQL on this machine', () => {})

function tests(primary: TestPostgres) {
  let url: string
  let standby: TestPostgres
  let line: Line
  let db: TestDatabase

  beforeAll(async () => {
    url = await primary.createDatabase()
    await (await createTestDatabase({ url })).close()
    standby = (await startStandby(primary.url)) as TestPostgres
  })
  afterAll(async () => {
    await standby?.stop()
    await primary.stop()
  })
  beforeEach(async () => {
    line = new Line(primary.url)
    await line.mend()
    db = await openTestDatabase({ url: line.urlOf(url) })
  })
  afterEach(async () => {
    await db.close()
    line.cut()
    await setReadOnly(false)
    await operator('truncate entry')
  })

  /** What somebody does to the database by hand. */
  const operator = (statement: string) => primary.query(statement, url)
  const setReadOnly = (isReadOnly: boolean) =>
    primary.query(
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = ${isReadOnly}`,
    )
  let count = 0
  const insert = () =>
    db.write
      .insertInto('entry')
      .values({ id: `entry ${count++}`, counter: 'main' })
      .execute()
  const insertInTransaction = () =>
    db.transaction((tx) =>
      tx
        .insertInto('entry')
        .values({ id: `entry ${count++}`, counter: 'main' })
        .execute(),
    )
  const read = () => db.read.selectFrom('counter').select('value').execute()
  const many = async (work: () => Promise<unknown>) =>
    (await Promise.allSettled(Array.from({ length: 12 }, work))).map((outcome) =>
      outcome.status === 'fulfilled' ? 'done' : dbFault(outcome.reason)?.fault,
    )
  const all = (outcome: string) => Array(12).fill(outcome)

  test('a standby is refused, by readers too, and leaves no connection behind when the way leads back', async () => {
    line.leadTo(standby.url)
    line.hangUp()
    expect(await many(insert)).toEqual(all('busy'))
    expect(await many(insertInTransaction)).toEqual(all('busy'))
    expect(await many(read)).toEqual(all('busy'))
    await expect(read()).rejects.toThrow(DatabaseUnavailable)
    // Whoever is still connected to the standby stays so.
    line.leadTo(primary.url)
    expect(await many(insert)).toEqual(all('done'))
    expect(await many(insertInTransaction)).toEqual(all('done'))
    expect(await many(read)).toEqual(all('done'))
  })

  test('a commit whose wait for the standby ends too early is not acknowledged, be it a transaction’s or one statement’s', async () => {
    const awaitStandby = async (name: string) => {
      await operator(`alter system set synchronous_standby_names = '${name}'`)
      await operator('select pg_reload_conf()')
    }
    // Of a standby that is away: a statement's time-out would end the wait in the same way.
    await awaitStandby('away')
    try {
      for (const write of [insertInTransaction, insert]) {
        const outcome = many(write)
        let cancelled = 0
        while (cancelled < 12) {
          const waiting = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`
          cancelled += (await operator(waiting)).length
        }
        expect(await outcome).toEqual(all('busy'))
      }
    } finally {
      await awaitStandby('')
    }
    expect(await many(insert)).toEqual(all('done'))
  })

  test('a start on a standby is refused with a sentence', async () => {
    await expect(openDatabase({ url: standby.url })).rejects.toThrow(
      /PostgreSQL cannot be reached: .*is a standby/,
    )
  })

  test('a database that takes no writes: 25006 is no defect, and no connection that met it is used again', async () => {
    await setReadOnly(true)
    line.hangUp()
    expect(await many(insert)).toEqual(all('busy'))
    expect(await many(insertInTransaction)).toEqual(all('busy'))
    // Reading goes on, and a write by db.read stays the defect that it is.
    expect(await many(read)).toEqual(all('done'))
    const defect = await db.read
      .deleteFrom('entry')
      .execute()
      .catch((error: unknown) => error)
    expect(dbFault(defect)).toBeNull()
    await setReadOnly(false)
    expect(await insert()).toBeDefined()
    expect(await many(insert)).toEqual(all('done'))
    expect(await many(insertInTransaction)).toEqual(all('done'))
  })

  test('who swallows that refusal and goes on is not told of a success', async () => {
    await setReadOnly(true)
    line.hangUp()
    const stubborn = db.transaction(async (tx) => {
      await tx
        .deleteFrom('entry')
        .execute()
        .catch(() => {})
      await tx
        .selectFrom('counter')
        .select('value')
        .execute()
        .catch(() => {})
      return 'done'
    })
    await expect(stubborn).rejects.toThrow(DatabaseUnavailable)
  })

  test('after one connection is lost, none that was opened before is used', async () => {
    expect(await many(insert)).toEqual(all('done'))
    expect(await many(read)).toEqual(all('done'))
    line.hangUp()
    // Of those under way some may notice it; whoever comes after them does not.
    await insert().catch(() => {})
    expect(await many(insert)).toEqual(all('done'))
    expect(await many(read)).toEqual(all('done'))
  })

  test('a COMMIT whose answer is lost is no success, runs once, and what it changed is told', async () => {
    const told: string[] = []
    db.changes.subscribe((topics) => told.push(...topics))
    await db.changes.start()
    let runs = 0
    line.hangUpAfter('commit')
    const lost = db.transaction(async (tx) => {
      runs++
      await tx.insertInto('entry').values({ id: 'lost', counter: 'main' }).execute()
      await db.changes.mark(tx as never, 'entries')
    })
    await expect(lost).rejects.toThrow(DatabaseUnavailable)
    expect(runs).toBe(1)
    while ((await operator(`select id from entry where id = 'lost'`)).length === 0) await delay(10)
    while (told.length === 0) await delay(10)
    expect(told).toContain(ANY_TOPIC)
    expect(runs).toBe(1)
  })

  test('the change feed begins anew after its connections were lost, though no poll failed', async () => {
    const told: string[] = []
    db.changes.subscribe((topics) => told.push(...topics))
    await db.changes.start()
    await operator("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'malar'")
    while (!told.includes(ANY_TOPIC)) await delay(10)
  })

  test('time-outs and settings hold in and outside of transactions', async () => {
    const setting = (name: string) => sql<{ setting: string }>`select current_setting(${name}) as setting`
    const settingsOf = async (handle: Parameters<ReturnType<typeof setting>['execute']>[0]) => {
      const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'jit']
      const values: (string | undefined)[] = []
      for (const one of names) values.push((await setting(one).execute(handle)).rows[0]?.setting)
      return values
    }
    expect(await settingsOf(db.read)).toEqual(['15s', '5s', '10s', 'off'])
    expect(await settingsOf(db.write)).toEqual(['15s', '5s', '10s', 'off'])
    expect(await db.transaction((tx) => settingsOf(tx))).toEqual(['15s', '5s', '10s', 'off'])
  })
}
