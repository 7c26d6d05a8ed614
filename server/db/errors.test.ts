import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { DatabaseUnavailable, type DbFault, dbFault } from './errors.ts'
import { onEachTestDatabase } from './on-each-test-database.fixture.ts'
import { withRetries } from './transaction.ts'

onEachTestDatabase('the fault in an error of the database', ({ db }) => {
  const entry = { id: 'a', counter: 'main', label: 'Rose' }
  const provocations: [string, ReturnType<typeof dbFault>, () => Promise<unknown>][] = [
    [
      'a duplicate primary key',
      { fault: 'unique', constraint: 'entry.id' },
      () =>
        db.write
          .insertInto('entry')
          .values([entry, { ...entry, label: 'Lily' }])
          .execute(),
    ],
    [
      'a violated unique constraint over two columns',
      { fault: 'unique', constraint: 'entry.label, entry.size' },
      () =>
        db.write
          .insertInto('entry')
          .values([entry, { ...entry, id: 'b' }])
          .execute(),
    ],
    [
      'a violated unique index on an expression',
      { fault: 'unique', constraint: 'entry_label_lower' },
      () =>
        db.write
          .insertInto('entry')
          .values([
            { ...entry, size: 99 },
            { ...entry, size: 99, id: 'b', label: 'ROSE' },
          ])
          .execute(),
    ],
    [
      'a violated check',
      { fault: 'check', constraint: 'counter_value_max' },
      () => db.write.updateTable('counter').set({ value: 1001 }).execute(),
    ],
    [
      'a foreign key without its parent',
      { fault: 'foreign' },
      () =>
        db.write
          .insertInto('entry')
          .values({ ...entry, counter: 'none' })
          .execute(),
    ],
    [
      'a foreign key whose parent is deleted',
      { fault: 'foreign' },
      async () => {
        await db.write.insertInto('entry').values(entry).execute()
        await db.write.deleteFrom('counter').execute()
      },
    ],
    [
      'a missing value',
      { fault: 'not-null', constraint: 'entry.counter' },
      () =>
        db.write
          .insertInto('entry')
          .values({ ...entry, counter: null as never })
          .execute(),
    ],
    ['a table that does not exist', null, () => sql`select 1 from nowhere`.execute(db.write)],
    ['invalid SQL', null, () => sql`selec 1`.execute(db.read)],
  ]

  test.each(provocations)(
    'the error of %s is classified as the same fault inside and outside a transaction',
    async (_name, fault, provoke) => {
      const error = await provoke().then(
        () => 'nothing was refused',
        (reason: unknown) => reason,
      )
      expect(error).toBeInstanceOf(Error)
      expect(dbFault(error)).toEqual(fault)
      const inTransaction = await db
        .transaction(() => Promise.reject(error))
        .catch((reason: unknown) => reason)
      expect(dbFault(inTransaction)).toEqual(fault)
    },
  )
})

const crowded = Object.assign(
  new Error('new multixact has more than one updating member: 0 2[7 (nokeyupd), 8 (nokeyupd)]'),
  { code: 'XX000' },
)
const errorWithCode = (code: string) => Object.assign(new Error(code), { code })
const sqliteError = (errcode: number) =>
  Object.assign(new Error(`SQLite ${errcode}`), { code: 'ERR_SQLITE_ERROR', errcode })
const busyBy = (code: string): [Error, DbFault] => [errorWithCode(code), 'busy']

test.each<[unknown, DbFault | undefined]>([
  [new DatabaseUnavailable('gone'), 'busy'],
  [sqliteError(5), 'busy'],
  [sqliteError(517), 'busy'],
  [sqliteError(13), 'disk'], // the disk is full
  [sqliteError(8), 'disk'], // read-only
  [sqliteError(1032), 'disk'], // its file was moved
  [sqliteError(778), 'disk'], // a write failed
  [sqliteError(14), 'disk'], // cannot be opened
  [sqliteError(11), undefined], // damaged: waiting does not help
  [errorWithCode('40001'), 'busy'],
  [errorWithCode('40P01'), 'busy'],
  [crowded, 'busy'],
  [Object.assign(new Error('invalid page in block 0'), { code: 'XX000' }), undefined],
  [errorWithCode('55P03'), 'busy'],
  [errorWithCode('57014'), 'busy'],
  [errorWithCode('08006'), 'busy'],
  ...['57P01', '57P02', '57P03', '57P05', '25P03', '53300', '08001', '08P01', '08007'].map(busyBy),
  [errorWithCode('53100'), 'disk'], // the disk is full
  [errorWithCode('58030'), 'disk'], // a write failed
  // The dialect makes a writer's error a `DatabaseUnavailable`. A write by `db.read` stays a defect.
  [errorWithCode('25006'), undefined],
  [errorWithCode('25P02'), undefined],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'].map(busyBy),
  ...['ENOTFOUND', 'EAI_AGAIN'].map(busyBy),
  [Object.assign(new Error('ENOENT on connect'), { code: 'ENOENT', syscall: 'connect' }), 'busy'],
  [Object.assign(new Error('ENOENT on open'), { code: 'ENOENT', syscall: 'open' }), undefined],
  [new Error('anything else'), undefined],
  ['not an error', undefined],
  [null, undefined],
])('the error “%s” is classified as %s', (error, fault) => {
  expect(dbFault(error)?.fault).toBe(fault)
})

describe('the retry of a transaction that the database rolled back', () => {
  test.each([errorWithCode('40P01'), crowded])(
    'a transaction that is rolled back with the error “%s” runs again',
    async (error) => {
      const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(error).mockResolvedValue('done')
      expect(await withRetries(work)).toBe('done')
      expect(work).toHaveBeenCalledTimes(2)
    },
  )

  test('a transaction that is rolled back every time is given up after six tries', async () => {
    const work = vi.fn<() => Promise<string>>().mockRejectedValue(crowded)
    await expect(withRetries(work)).rejects.toBe(crowded)
    expect(work).toHaveBeenCalledTimes(6)
  })

  test('a transaction that fails with an error other than a rollback by the database does not run again', async () => {
    const fault = Object.assign(new Error('invalid page in block 0'), { code: 'XX000' })
    const work = vi.fn<() => Promise<string>>().mockRejectedValue(fault)
    await expect(withRetries(work)).rejects.toBe(fault)
    expect(work).toHaveBeenCalledOnce()
  })
})
