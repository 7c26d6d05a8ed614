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
else test('the tests of a standby did NOT run, because this machine has no PostgreSQL', () => {})

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

  /** Runs a statement as an operator does by hand. */
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

  test('the database refuses reads and writes on a standby, and uses no connection to it once the primary is back', async () => {
    line.leadTo(standby.url)
    line.hangUp()
    expect(await many(insert)).toEqual(all('busy'))
    expect(await many(insertInTransaction)).toEqual(all('busy'))
    expect(await many(read)).toEqual(all('busy'))
    await expect(read()).rejects.toThrow(DatabaseUnavailable)
    // A connection to the standby that stayed in the pool would still lead to the standby.
    line.leadTo(primary.url)
    expect(await many(insert)).toEqual(all('done'))
    expect(await many(insertInTransaction)).toEqual(all('done'))
    expect(await many(read)).toEqual(all('done'))
  })

  test('a commit is not acknowledged if its wait for the standby was cancelled', async () => {
    const awaitStandby = async (name: string) => {
      await operator(`alter system set synchronous_standby_names = '${name}'`)
      await operator('select pg_reload_conf()')
    }
    // The standby is away. The time-out of a statement would end the wait for the standby in the same way.
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

  test('opening a standby as the database is refused with an error message', async () => {
    await expect(openDatabase({ url: standby.url })).rejects.toThrow(
      /Can’t connect to PostgreSQL \(.*is a standby/,
    )
  })

  test('writers get “busy” on a read-only PostgreSQL, and their connections are not used again', async () => {
    await setReadOnly(true)
    line.hangUp()
    expect(await many(insert)).toEqual(all('busy'))
    expect(await many(insertInTransaction)).toEqual(all('busy'))
    // Reads continue, and a write by `db.read` is still a defect.
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

  test('a transaction on a read-only PostgreSQL fails even if it ignores the error of its write', async () => {
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

  test('no older connection is used again after a connection is lost', async () => {
    expect(await many(insert)).toEqual(all('done'))
    expect(await many(read)).toEqual(all('done'))
    line.hangUp()
    // The running statement may notice the loss; later statements do not.
    await insert().catch(() => {})
    expect(await many(insert)).toEqual(all('done'))
    expect(await many(read)).toEqual(all('done'))
  })

  test('a transaction whose COMMIT gets no answer fails and is not repeated, and its topics are announced', async () => {
    const announced: string[] = []
    db.changes.subscribe((topics) => announced.push(...topics))
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
    while (announced.length === 0) await delay(10)
    expect(announced).toContain(ANY_TOPIC)
    expect(runs).toBe(1)
  })

  test('the change feed starts again after its connections were lost, even if none of its queries failed', async () => {
    const announced: string[] = []
    db.changes.subscribe((topics) => announced.push(...topics))
    await db.changes.start()
    await operator("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'malar'")
    while (!announced.includes(ANY_TOPIC)) await delay(10)
  })

  test('the time-outs and settings of PostgreSQL are the same inside and outside transactions', async () => {
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
