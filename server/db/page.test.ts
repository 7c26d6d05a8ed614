import { beforeEach, expect, test } from 'vitest'
import { onEachTestDatabase } from './on-each-test-database.fixture.ts'
import type { Queryable } from './open.ts'
import {
  isFiltered,
  isFlag,
  newestWithWords,
  onDaysOf,
  type PageList,
  type PageQuery,
  presentPage,
  readMergedPage,
  readPage,
  sumUp,
  wantedWords,
} from './page.ts'

interface EntryQuery extends PageQuery {
  done?: 'yes' | 'no' | undefined
  counter?: string | undefined
}

const entryList: PageList<EntryQuery> = {
  sorts: {
    largest: ['desc', 'entry.size', 'integer'],
    label: ['asc', "lower(coalesce(entry.label, ''))"],
  },
  tie: ['entry.id'],
  words: ['entry.id', "coalesce(entry.label, '')"],
  filters: { done: isFlag('entry.is_done'), counter: 'entry.counter' },
  limitMax: 6,
}

const rows = [
  { id: 'a', label: 'Rose', size: 3, is_done: 1 },
  { id: 'b', label: 'aster', size: 1, is_done: 0 },
  { id: 'c', label: null, size: 3, is_done: 0 },
  { id: 'd', label: 'Lily', size: 2, is_done: 0 },
  { id: 'e', label: '50%_off', size: 3, is_done: 1 },
] as const

onEachTestDatabase('a page of a list', ({ db }) => {
  beforeEach(async () => {
    await db.transaction(async (tx) => {
      await tx
        .insertInto('entry')
        .values(rows.map((row) => ({ ...row, counter: 'main' })))
        .execute()
    })
  })

  const queryable = () => db.read as unknown as Queryable
  const page = (query: EntryQuery) => readPage(db.read.selectFrom('entry').selectAll(), entryList, query)

  async function walk(read: typeof page, query: EntryQuery): Promise<string> {
    const ids: string[] = []
    for (let cursor: string | undefined; ; ) {
      const { rows, next } = await read({ ...query, cursor })
      ids.push(...rows.map(({ id }) => id))
      if (next === null) return ids.join('')
      cursor = next
    }
  }

  test.each<[EntryQuery, string]>([
    [{}, 'ecadb'],
    [{ sort: 'largest' }, 'ecadb'],
    [{ sort: '-largest' }, 'bdace'],
    [{ sort: 'label' }, 'cebda'],
    [{ sort: '-label' }, 'adbec'],
    [{ q: ' LIL ' }, 'd'],
    [{ q: '%_' }, 'e'],
    [{ q: ' ' }, 'ecadb'],
    [{ done: 'yes' }, 'ea'],
    [{ done: 'no', counter: 'main' }, 'cdb'],
    [{ counter: 'other' }, ''],
  ])('the query %o gives the rows %o with pages of any size', async (query, ids) => {
    expect(await walk(page, query)).toBe(ids)
    expect(await walk(page, { ...query, limit: 1 })).toBe(ids)
    expect(await walk(page, { ...query, limit: 2 })).toBe(ids)
  })

  test('a page has the selected columns of each row, and no more rows than the list allows', async () => {
    const { rows: found, next } = await page({ limit: 1000 })
    expect(found[0]).toEqual({ ...rows[4], counter: 'main' })
    expect(next).toBeNull()
    const short = { ...entryList, limitMax: 2 }
    const few = await readPage(db.read.selectFrom('entry').selectAll(), short, { limit: 3 })
    expect(few.rows).toHaveLength(2)
    expect(few.next).not.toBeNull()
  })

  test('a page that ends with the last row has no cursor for a next page', async () => {
    expect((await page({ limit: 5 })).next).toBeNull()
    expect((await page({ limit: 4 })).next).not.toBeNull()
  })

  test('a list can define a different order for the descending sort, and an unknown sort is an error', async () => {
    const sorts = {
      size: ['asc', 'entry.size', 'bigint'],
      '-size': ['asc', "coalesce(entry.label, '')"],
    } as const
    const list = { ...entryList, sorts }
    const read = (query: EntryQuery) => readPage(db.read.selectFrom('entry').selectAll(), list, query)
    expect(await walk(read, { sort: '-size', limit: 2 })).toBe('cedab')
    expect(await walk(read, { sort: 'size', limit: 2 })).toBe('bdace')
    await expect(read({ sort: 'price' })).rejects.toThrow('cannot be sorted by price')
  })

  test('the presenter of a list page converts each row and keeps the cursor', async () => {
    const { rows: shown, next } = await presentPage(page({ limit: 2 }), ({ id }) => `entry ${id}`)
    expect([shown, next]).toEqual([['entry e', 'entry c'], expect.any(String)])
  })

  const cursorOf = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url')

  test('a cursor from another sort order and an invalid cursor are refused', async () => {
    const { next } = await page({ limit: 1, sort: 'label' })
    const others = [
      [3],
      [3, 'a', 'b'],
      { length: 2, 0: 3, 1: 'a' },
      null,
      [3, 7],
      [3, '\0'],
      ['3', 'a'],
      [1.5, 'a'],
      [2 ** 31, 'a'],
      [-(2 ** 31), 'a'],
    ]
    for (const cursor of [String(next), 'x', '', ...others.map(cursorOf)]) {
      await expect(page({ cursor }), cursor).rejects.toMatchObject({ code: 'bad_request' })
    }
    expect((await page({ cursor: cursorOf([2 ** 31 - 1, 'a']) })).rows).toHaveLength(5)
    const bigint = { ...entryList, sorts: { size: ['asc', 'entry.size', 'bigint'] } } as const
    const read = (cursor: string) => readPage(db.read.selectFrom('entry').selectAll(), bigint, { cursor })
    await expect(read(cursorOf([2 ** 53, 'a']))).rejects.toMatchObject({ code: 'bad_request' })
    expect((await read(cursorOf([-(2 ** 31), 'a']))).rows).toHaveLength(5)
  })

  test('two queries can be read together as one sorted list with pages', async () => {
    const part = (isDone: 0 | 1) => ({
      rows: db.read.selectFrom('entry').select(['id', 'label', 'size']).where('is_done', '=', isDone),
      list: entryList,
    })
    const merged = (query: EntryQuery) => readMergedPage(queryable(), [part(0), part(1)], query)
    for (const limit of [1, 2, 5]) {
      expect(await walk(merged as typeof page, { limit })).toBe('ecadb')
      expect(await walk(merged as typeof page, { limit, sort: 'label' })).toBe('cebda')
    }
    expect((await merged({ limit: 1 })).rows).toEqual([{ id: 'e', label: '50%_off', size: 3 }])
    expect(await readMergedPage(queryable(), [], {})).toEqual({ rows: [], next: null })
  })

  test('the days of a filter begin and end at the school’s midnight, and its last day is included', async () => {
    const instants = [
      '03-01T18:29:59.999Z',
      '03-01T18:30:00.000Z',
      '03-02T18:29:59.999Z',
      '03-02T18:30:00.000Z',
    ]
    const entries = instants.map((instant, n) => ({ id: `${n}`, counter: 'main', label: `2026-${instant}` }))
    await db.write.insertInto('entry').values(entries).execute()
    const list: PageList<PageQuery & { from?: string; to?: string }> = {
      sorts: { id: ['asc', 'entry.id'] },
      tie: [],
      filters: onDaysOf('entry.label'),
    }
    const idsOn = async (from: string, to: string) => {
      const found = await readPage(db.read.selectFrom('entry').select('id'), list, { from, to })
      return found.rows.map(({ id }) => id).join('')
    }
    expect(await idsOn('2026-03-02', '2026-03-02')).toBe('12')
    expect(await idsOn('2026-03-01', '2026-03-02')).toBe('012')
    expect(await idsOn('2026-03-02', '2026-03-03')).toBe('123')
  })

  test('the rows of a filtered list are counted, and the values of a column are added up', async () => {
    const sums = (query: EntryQuery) =>
      sumUp(queryable(), db.read.selectFrom('entry').select('size'), entryList, query, ['size'])
    expect(await sums({})).toEqual({ count: 5, size: 12 })
    expect(await sums({ done: 'no', q: 'l' })).toEqual({ count: 1, size: 2 })
    expect(await sums({ counter: 'other' })).toEqual({ count: 0, size: 0 })
  })

  test('a search among the newest 2,000 rows returns the rows that contain the searched words, newest first', async () => {
    const dated = db.read.selectFrom('entry').select(['id', 'label', 'size as created_at'])
    const find = async (typed: string, limit: number) => {
      const found = await newestWithWords(queryable(), dated, {
        texts: ["coalesce(label, '')"],
        typed,
        limit,
      })
      return found.map(({ id }) => id)
    }
    expect(await find('S', 9)).toEqual(['a', 'b'])
    expect(await find('S', 1)).toEqual(['a'])
    const newer = Array.from({ length: 1998 }, (_, n) => ({ id: `new ${n}`, counter: 'main', size: 9 }))
    await db.write.insertInto('entry').values(newer).execute()
    expect(await find('rose', 9)).toEqual([])
  })
})

test('a query filters its list if it has a value for at least one filter', () => {
  expect(isFiltered<EntryQuery>(entryList, { done: 'no' })).toBe(true)
  expect(isFiltered<EntryQuery>(entryList, { counter: 'main' })).toBe(true)
  expect(isFiltered<EntryQuery>(entryList, { q: 'rose', sort: 'label' })).toBe(false)
  expect(isFiltered({}, {})).toBe(false)
})

test.each([
  [' Rosé ', ['rose']],
  [' \u0301 ', ['\u0301']],
  ['\u00a8', ['\u00a8']],
  ['98765 43210', ['98765 43210', '9876543210']],
])('a search for %j looks for the texts %j', (typed, texts) => {
  expect(wantedWords(typed)).toEqual(texts)
})
