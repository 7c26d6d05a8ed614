import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as eventLoopTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { dbFault } from './errors.ts'
import { SqliteHandle } from './sqlite-dialect.ts'
import { createTestDatabase, type TestDatabase } from './test-tables.fixture.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malar-sqlite-dialect-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let file: string
let db: TestDatabase
let commits: () => number
let count = 0

beforeEach(async () => {
  file = join(folder, `${++count}.db`)
  db = await createTestDatabase({ file })
  const commands = vi.spyOn(SqliteHandle.prototype, 'command')
  commits = () => commands.mock.calls.filter(([command]) => command === 'commit').length
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db.close()
})

const insert = (id: string, counter = 'main') =>
  db.transaction((tx) => tx.insertInto('entry').values({ id, counter }).execute())

/** Reads what another process sees on the disk. */
function stored(): string[] {
  const other = new DatabaseSync(file, { readOnly: true })
  const rows = other.prepare('select id from entry order by rowid').all()
  other.close()
  return rows.map(({ id }) => id as string)
}

describe('the SQLite file', () => {
  test('the SQLite file is in WAL mode and synced at each commit, and its read connection cannot write', async () => {
    const pragma = async (handle: 'read' | 'write', name: string) => {
      const { rows } = await sql`${sql.raw(`pragma ${name}`)}`.execute(db[handle])
      return Object.values(rows[0] as object)[0]
    }
    expect(await pragma('write', 'journal_mode')).toBe('wal')
    expect(await pragma('write', 'synchronous')).toBe(2) // FULL
    expect(await pragma('write', 'foreign_keys')).toBe(1)
    expect(await pragma('write', 'busy_timeout')).toBe(0) // the writer itself waits
    expect(await pragma('write', 'query_only')).toBe(0)
    expect(await pragma('read', 'query_only')).toBe(1)
  })
})

describe('transactions that start at the same time', () => {
  test('transactions that start at the same time share one commit, and run in the order of their calls', async () => {
    const seen = await Promise.all(
      Array.from({ length: 40 }, () =>
        db.transaction(async (tx) => {
          const row = await tx
            .updateTable('counter')
            .set((eb) => ({ value: eb('value', '+', 1) }))
            .returning('value')
            .executeTakeFirstOrThrow()
          return row.value
        }),
      ),
    )
    expect(seen).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
    expect(commits()).toBeLessThanOrEqual(3) // more than one if this machine needs over 10 ms
  })

  test('transactions that share a commit return only after the commit is on disk', async () => {
    const answers = ['a', 'b', 'c'].map(async (id) => {
      await insert(id)
      return stored()
    })
    expect(await Promise.all(answers)).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ])
    expect(commits()).toBe(1)
  })

  test('transactions and single statements that start at the same time share one commit', async () => {
    await Promise.all([
      insert('a'),
      db.write.insertInto('entry').values({ id: 'b', counter: 'main' }).execute(),
      db.write.insertInto('entry').values({ id: 'c', counter: 'main' }).execute(),
    ])
    expect(stored().sort()).toEqual(['a', 'b', 'c'])
    expect(commits()).toBe(1)
  })

  test('a failed transaction is rolled back without rolling back other transactions in the same commit', async () => {
    const outcomes = await Promise.allSettled([
      insert('a'),
      insert('b', 'no such counter'),
      db.transaction(async (tx) => {
        await tx.insertInto('entry').values({ id: 'c', counter: 'main' }).execute()
        throw new Error('changed my mind')
      }),
      db.write.insertInto('entry').values({ id: 'e', counter: 'no such counter' }).execute(),
      insert('d'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    expect(stored()).toEqual(['a', 'd'])
    expect(commits()).toBe(1)
  })

  test('all transactions of a commit fail when the commit fails, and later transactions succeed', async () => {
    // COMMIT alone checks a deferred constraint, so this table makes COMMIT fail.
    await sql`create table late (parent text references counter(name) deferrable initially deferred)`.execute(
      db.write,
    )
    const outcomes = await Promise.allSettled([
      insert('a'),
      db.transaction((tx) => sql`insert into late values ('no such counter')`.execute(tx)),
      db.write.insertInto('entry').values({ id: 'b', counter: 'main' }).execute(),
      insert('c', 'no such counter'),
    ])
    const faults = outcomes.map((outcome) => outcome.status === 'rejected' && dbFault(outcome.reason)?.fault)
    expect(faults).toEqual(['foreign', 'foreign', 'foreign', 'foreign'])
    expect(stored()).toEqual([])
    await insert('d')
    expect(stored()).toEqual(['d'])
  })

  test('change listeners are called after the shared commit of transactions, and not when the commit fails', async () => {
    await sql`create table late (parent text references counter(name) deferrable initially deferred)`.execute(
      db.write,
    )
    const heard: string[][] = []
    db.changes.subscribe(() => heard.push(stored()))
    const insertAndMark = (id: string) =>
      db.transaction(async (tx) => {
        await tx.insertInto('entry').values({ id, counter: 'main' }).execute()
        await db.changes.mark(tx as never, 'entries')
      })
    await Promise.allSettled([
      insertAndMark('a'),
      db.transaction((tx) => sql`insert into late values ('no such counter')`.execute(tx)),
    ])
    expect(heard).toEqual([])
    await Promise.all([insertAndMark('b'), insertAndMark('c')])
    expect(heard).toEqual([
      ['b', 'c'],
      ['b', 'c'],
    ])
  })
})

test('exactly the acknowledged transactions are stored when the disk is full', async () => {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db.write)
  await sql`${sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 20}`)}`.execute(db.write)
  const ids = Array.from({ length: 60 }, (_, index) => `row ${index}`)
  const outcomes = await Promise.allSettled(
    ids.map((id) =>
      db.transaction((tx) =>
        tx
          .insertInto('entry')
          .values({ id, counter: 'main', label: id.padEnd(5_000, '.') })
          .execute(),
      ),
    ),
  )
  const acknowledged = ids.filter((_, index) => outcomes[index]?.status === 'fulfilled')
  expect(acknowledged.length).toBeLessThan(ids.length)
  expect(stored()).toEqual(acknowledged)
  await sql`pragma max_page_count = 1000000`.execute(db.write)
  await insert('later')
  expect(stored()).toEqual([...acknowledged, 'later'])
})

test('a transaction that SQLite itself rolled back fails even if the code in it continues without an error', async () => {
  const [before, rolledBack, after] = await Promise.allSettled([
    insert('a'),
    db.transaction(async (tx) => {
      await tx.insertInto('entry').values({ id: 'b', counter: 'main' }).execute()
      await sql`insert or rollback into entry (id, counter) values ('b', 'main')`.execute(tx).catch(() => {})
      await tx.insertInto('entry').values({ id: 'c', counter: 'main' }).execute()
    }),
    insert('d'),
  ])
  expect(before?.status).toBe('rejected')
  expect(rolledBack?.status).toBe('rejected')
  expect(after?.status).toBe('fulfilled')
  expect(stored()).toEqual(['d'])
})

describe('many writers that share the event loop with other work', () => {
  const ids = Array.from({ length: 640 }, (_, index) => `${index}`)

  test.each([
    ['in one long queue', () => Promise.all(ids.map((id) => insert(id)))],
    [
      'on sockets that become readable at once',
      () =>
        Promise.all(
          ids.map((id) => new Promise<void>((resolve) => setTimeout(resolve, 1)).then(() => insert(id))),
        ),
    ],
  ])('many writers %s let the event loop turn between their commits', async (_, write) => {
    let turns = 0
    let isDone = false
    const turning = (async () => {
      while (!isDone) {
        await eventLoopTurn()
        turns++
      }
    })()
    await write()
    isDone = true
    await turning
    expect(turns).toBeGreaterThanOrEqual(10)
    expect(stored()).toHaveLength(640)
  })
})

test('a long migration does not delay a transaction that began before it', async () => {
  const release = Promise.withResolvers<void>()
  const hasTurn = Promise.withResolvers<void>()
  const domain = db.transaction(async (tx) => {
    hasTurn.resolve()
    await tx.insertInto('entry').values({ id: 'a', counter: 'main' }).execute()
  })
  await hasTurn.promise
  const migration = db.write.connection().execute((one) =>
    one.transaction().execute(async (tx) => {
      await tx.insertInto('entry').values({ id: 'b', counter: 'main' }).execute()
      await release.promise
    }),
  )
  await domain
  expect(stored()).toEqual(['a'])
  release.resolve()
  await migration
  expect(stored()).toEqual(['a', 'b'])
})

test('a statement that cannot run inside a transaction can run on db.write while other writers are active', async () => {
  const copy = join(folder, `${count}-copy.db`)
  await insert('a')
  await Promise.all([insert('b'), sql`vacuum into ${copy}`.execute(db.write), insert('c')])
  const other = new DatabaseSync(copy, { readOnly: true })
  expect(other.prepare("select id from entry where id = 'a'").all()).toHaveLength(1)
  other.close()
  expect(stored()).toEqual(['a', 'b', 'c'])
})

test('a stream of rows is refused, because an open stream hides later rows from all reads on the same handle', async () => {
  for (const handle of ['read', 'write'] as const) {
    const stream = db[handle].selectFrom('counter').selectAll().stream()
    await expect(stream.next()).rejects.toThrow('Read page by page')
  }
  await insert('a')
  await insert('b')
  const reader = new DatabaseSync(file, { readOnly: true })
  const counted = () => reader.prepare('select count(*) as count from entry').get()
  const rows = reader.prepare('select id from entry').iterate()
  rows.next()
  await insert('c')
  expect(counted()).toEqual({ count: 2 })
  rows.return?.()
  expect(counted()).toEqual({ count: 3 })
  reader.close()
})
