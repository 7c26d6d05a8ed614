import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { DatabaseUnavailable, type DbFault, dbFault } from './errors.ts'
import { onEachTestDatabase } from './on-each-test-database.fixture.ts'
import { withRetries } from './transaction.ts'

onEachTestDatabase('dbFault', ({ db }) => {
  const entry = { id: 'a', counter: 'main', label: 'Rose' }
  const provocations: [string, ReturnType<typeof dbFault>, () => Promise<unknown>][] = [
    [
      'a primary key',
      { fault: 'unique', constraint: 'entry.id' },
      () =>
        db.write
          .insertInto('entry')
          .values([entry, { ...entry, label: 'Lily' }])
          .execute(),
    ],
    [
      'a unique constraint over two columns',
      { fault: 'unique', constraint: 'entry.label, entry.size' },
      () =>
        db.write
          .insertInto('entry')
          .values([entry, { ...entry, id: 'b' }])
          .execute(),
    ],
    [
      'a unique index on an expression',
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
      'a check',
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
      'a foreign key whose parent goes',
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
    ['a table that is not there', null, () => sql`select 1 from nowhere`.execute(db.write)],
    ['a defect in the SQL', null, () => sql`selec 1`.execute(db.read)],
  ]

  test.each(provocations)('%s', async (_name, fault, provoke) => {
    const error = await provoke().then(
      () => 'nothing was refused',
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(Error)
    expect(dbFault(error)).toEqual(fault)
    const inTransaction = await db.transaction(() => Promise.reject(error)).catch((reason: unknown) => reason)
    expect(dbFault(inTransaction)).toEqual(fault)
  })
})

const crowded = Object.assign(
  new Error('new multixact has more than one updating member: 0 2[7 (nokeyupd), 8 (nokeyupd)]'),
  { code: 'XX000' },
)
const busyBy = (code: string): [Error, DbFault] => [Object.assign(new Error(code), { code }), 'busy']

test.each<[unknown, DbFault | undefined]>([
  [new DatabaseUnavailable('gone'), 'busy'],
  [Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode: 5 }), 'busy'],
  [Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode: 517 }), 'busy'],
  [Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode: 13 }), 'disk'], // the disk is full
  [Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode: 8 }), 'disk'], // read-only
  [Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode: 1032 }), 'disk'], // its file was moved
  [Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode: 778 }), 'disk'], // a write failed
  [Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode: 14 }), 'disk'], // cannot be opened
  [Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode: 11 }), undefined], // broken: no waiting helps
  [Object.assign(new Error(), { code: '40001' }), 'busy'],
  [Object.assign(new Error(), { code: '40P01' }), 'busy'],
  [crowded, 'busy'],
  [Object.assign(new Error('invalid page in block 0'), { code: 'XX000' }), undefined],
  [Object.assign(new Error(), { code: '55P03' }), 'busy'],
  [Object.assign(new Error(), { code: '57014' }), 'busy'],
  [Object.assign(new Error(), { code: '08006' }), 'busy'],
  ...['57P01', '57P02', '57P03', '57P05', '25P03', '53300', '08001', '08P01', '08007'].map(busyBy),
  [Object.assign(new Error(), { code: '53100' }), 'disk'], // the disk is full
  [Object.assign(new Error(), { code: '58030' }), 'disk'], // a write failed
  // Of a writer the dialect makes it `DatabaseUnavailable`; who writes by `db.read` has a defect.
  [Object.assign(new Error(), { code: '25006' }), undefined],
  [Object.assign(new Error(), { code: '25P02' }), undefined],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'].map(busyBy),
  ...['ENOTFOUND', 'EAI_AGAIN'].map(busyBy),
  [Object.assign(new Error(), { code: 'ENOENT', syscall: 'connect' }), 'busy'],
  [Object.assign(new Error(), { code: 'ENOENT', syscall: 'open' }), undefined],
  [new Error('anything else'), undefined],
  ['not an error', undefined],
  [null, undefined],
])('%s is %s', (error, fault) => {
  expect(dbFault(error)?.fault).toBe(fault)
})

describe('work that the engine undid', () => {
  test.each([Object.assign(new Error(), { code: '40P01' }), crowded])('runs again (%s)', async (error) => {
    const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(error).mockResolvedValue('done')
    expect(await withRetries(work)).toBe('done')
    expect(work).toHaveBeenCalledTimes(2)
  })

  test('runs six times at most', async () => {
    const work = vi.fn<() => Promise<string>>().mockRejectedValue(crowded)
    await expect(withRetries(work)).rejects.toBe(crowded)
    expect(work).toHaveBeenCalledTimes(6)
  })

  test('does not run again after another fault', async () => {
    const fault = Object.assign(new Error('invalid page in block 0'), { code: 'XX000' })
    const work = vi.fn<() => Promise<string>>().mockRejectedValue(fault)
    await expect(withRetries(work)).rejects.toBe(fault)
    expect(work).toHaveBeenCalledOnce()
  })
})
