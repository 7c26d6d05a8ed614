import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../tests/harness/app.ts'
import { onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { emptyLog } from './free-pages.ts'
import type { Queryable } from './schema.ts'
import {
  findByWords,
  type Index,
  indexChanged,
  indexWaiting,
  isLookedUp,
  type SearchedTable,
  summedMax,
  sumUpFound,
  withWords,
} from './search.ts'

interface Letter {
  id: string
  recipient: string
  data: string
}

const common = 2_001

const letters: Letter[] = [
  { id: 'a', recipient: 'priya@post.example', data: '{"name":"Priya Raman"}' },
  { id: 'b', recipient: 'LEELA@post.example', data: '{"name":"Leela 50%_off \\"x\\""}' },
  { id: 'c', recipient: '6000012345', data: '{"name":"மலர் விழி"}' },
  { id: 'd', recipient: 'xq@post.example', data: '{"name":"Élan Ünal 😀😀"}' },
  { id: 'e', recipient: 'john@post.example', data: '{"name":"Box Quartz"}' },
  { id: 'f', recipient: 'k@post.example', data: '{"name":"க\u0bc6\u0bbeத்து க\u0bccரி D’Souza"}' },
]

onEachDatabase('a search by words', freshDatabase, ({ db, where }, engine) => {
  const put = (rows: readonly Letter[]) =>
    db.transaction(async (tx) => {
      for (let from = 0; from < rows.length; from += 500) {
        await tx
          .insertInto('outbox')
          .values(rows.slice(from, from + 500).map((row) => ({ ...row, ...anyLetter, cause: row.id })))
          .execute()
      }
    })
  const change = (id: string, changes: Partial<Letter>) =>
    db.write.updateTable('outbox').set(changes).where('id', '=', id).execute()
  const found = async (typed: string) => {
    const all = db.read.selectFrom('outbox').select('id').orderBy('id')
    const rows = await withWords<{ id: string }>(db.read, all, 'outbox', typed)
    return (await rows.execute()).map(({ id }) => id).join('')
  }
  const isRare = async (typed: string) => (await findByWords(db.read, 'outbox', typed)).isOneOfFew !== null
  const catchUp = async () => {
    while ((await indexWaiting(db, 2)) > 0);
  }

  test.each([
    ['', 'abcdef'],
    [' ', 'abcdef'],
    ['priya', 'a'],
    [' PRIYA@POST ', 'a'],
    ['leela', 'b'],
    ['50%_off', 'b'],
    ['5_%off', ''],
    ['"x\\', 'b'],
    ['+91 60000 12345', 'c'],
    ['மலர்', 'c'],
    ['ர் விழி', 'c'],
    ['😀😀', 'd'],
    // The last character consists of two UTF-16 units.
    ['nal 😀', 'd'],
    ['a@', ''],
    ['priya@post.example', 'a'],
    ['@post.example', 'abdef'],
    ['@', ''],
    // Accents, apostrophes, and letters that can be written as one character or as several.
    ['elan', 'd'],
    ['E\u0301LAN u\u0308nal', 'd'],
    ['ünal', 'd'],
    ['கொத்து', 'f'],
    ['க\u0bc6\u0bd7ரி', 'f'],
    ['கெளரி', 'f'],
    ['கௌ', 'f'],
    ["d'souza", 'f'],
    ['D‘SOUZA', 'f'],
    ['\u0301', ''],
    ['மலார்', ''],
    ['zzyzx', ''],
    // A search for one or two letters matches the beginning of a word.
    ['xq', 'd'],
    ['q', 'e'],
    ['uartz', 'e'],
    ['ua', ''],
    ['le', 'b'],
    ['x', 'd'],
    // The typed words may span two columns.
    ['example {"name":"box', 'e'],
  ])('a search for %o finds the rows %o before and after they are indexed', async (typed, ids) => {
    await put(letters)
    expect(await found(typed)).toBe(ids)
    await catchUp()
    expect(await found(typed)).toBe(ids)
  })

  test('a search finds a changed row by its new words immediately, although the index still has the old words', async () => {
    await put(letters)
    await catchUp()
    await change('a', { data: '{"name":"Meena"}' })
    expect([await found('raman'), await found('meena')]).toEqual(['', 'a'])
    await db.write.deleteFrom('outbox').where('id', '=', 'b').execute()
    expect(await found('leela')).toBe('')
    await put([{ id: 'b', recipient: 'b@post.example', data: '{"name":"Kavya"}' }])
    expect([await found('leela'), await found('kavya')]).toEqual(['', 'b'])
    await catchUp()
    expect([await found('raman'), await found('meena'), await found('kavya')]).toEqual(['', 'a', 'b'])
  })

  test('a search knows which words are common and which are rare, and finds the rows of both', async () => {
    const many = Array.from({ length: common }, (_, n) => ({
      id: `n${n}`,
      recipient: 'many@post.example',
      data: '{}',
    }))
    await put([...letters, ...many])
    await catchUp()
    expect([await isRare('many@'), await isRare('priya'), await isRare('zzyzx')]).toEqual([false, true, true])
    expect(await found('priya')).toBe('a')
    const all = db.read.selectFrom('outbox').select('id')
    const rows = await withWords<{ id: string }>(db.read, all, 'outbox', 'many@')
    expect(await rows.execute()).toHaveLength(common)
  })

  test('an e-mail address counts as rare even if many addresses share the part before its @', async () => {
    const many = Array.from({ length: common }, (_, n) => ({
      id: `n${n}`,
      recipient: `${n}.kumar@gmail.example`,
      data: '{}',
    }))
    await put([...many, { id: 'f', recipient: 'kumar@rare.example', data: '{}' }])
    await catchUp()
    expect([await isRare('kumar@rare.example'), await isRare('kumar')]).toEqual([true, false])
    expect(await found('kumar@rare.example')).toBe('f')
  })

  test('a one-letter word, and on SQLite a word of rows that are not indexed yet, does not count as common', async () => {
    await put(letters)
    const sum = async (typed: string) => {
      const words = await findByWords(db.read, 'outbox', typed, { few: 2 })
      const rows = db.read.selectFrom('outbox').select('attempts')
      return (await sumUpFound(db.read, rows, words, {}, { q: typed }, ['attempts']))?.count ?? null
    }
    expect([await sum('l'), await sum('post.example'), await sum('zzyzx')]).toEqual([
      1,
      engine === 'sqlite' ? 5 : null,
      0,
    ])
    await catchUp()
    expect([await sum('l'), await sum('post.example'), await sum('zzyzx')]).toEqual([1, null, 0])
  })

  test('totals of a search that finds too many rows are shown only if a filter leaves few of them', async () => {
    const many = Array.from({ length: summedMax + 1 }, (_, n) => ({
      id: `n${n}`,
      recipient: n < summedMax ? 'many@post.example' : 'more@post.example',
      data: '{}',
    }))
    await put(many)
    await catchUp()
    const list = { filters: { sort: 'recipient' } }
    const sum = async (typed: string, sort?: string) => {
      const words = await findByWords(db.read, 'outbox', typed, { few: summedMax })
      const rows = db.read.selectFrom('outbox').select(['recipient', 'attempts'])
      return sumUpFound(db.read, rows, words, list, { q: typed, sort }, ['attempts'])
    }
    expect(await sum('many@')).toEqual({ count: summedMax, attempts: summedMax * anyLetter.attempts })
    expect(await sum('post.example')).toBeNull()
    expect(await sum('post.example', 'more@post.example')).toEqual({
      count: 1,
      attempts: anyLetter.attempts,
    })
    await db.write.updateTable('outbox').set({ recipient: 'many@post.example' }).execute()
    expect(await sum('post.example', 'many@post.example')).toBeNull()
    expect(await sum('zzyzx')).toEqual({ count: 0, attempts: 0 })
  })

  test('a search finds every row that contains its words in random sequences of writes and indexing', async () => {
    const names = ['anu', 'anand', 'nandini', 'dinesh', 'shanu']
    const kept = new Map<string, string>()
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let step = 0; step < 150; step++) {
      const id = `r${random(12)}`
      const data = `${names[random(names.length)]}${names[random(names.length)]}`
      const deed = random(4)
      if (deed === 0) await indexWaiting(db, 1 + random(3))
      else if (deed === 1 && kept.delete(id))
        await db.write.deleteFrom('outbox').where('id', '=', id).execute()
      else if (kept.has(id)) await change(id, { data })
      else await put([{ id, recipient: 'r', data }])
      if (deed > 1 || (deed === 1 && (await has(db.read, id)))) kept.set(id, data)
      const from = random(4)
      const typed = data.slice(from, from + 3 + random(5))
      const expected = [...kept].filter(([, words]) => words.includes(typed)).map(([one]) => one)
      expect(await found(typed), `${step}: ${typed}`).toBe(expected.sort().join(''))
    }
  })

  if (engine === 'sqlite') {
    test('a search finds a row that is indexed during the search', async () => {
      await put(letters)
      let isFirst = true
      const interrupted = db.read.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (isFirst) {
            isFirst = false
            await catchUp()
          }
          return result
        },
      })
      const rows = await withWords<{ id: string }>(
        interrupted,
        db.read.selectFrom('outbox').select('id'),
        'outbox',
        'priya',
      )
      expect(await rows.execute()).toEqual([{ id: 'a' }])
      expect(isFirst).toBe(false)
    })

    test('the words of an erased person are deleted from the search index and the database file immediately', async () => {
      await put(letters)
      await catchUp()
      const old = 'raman'
      expect(await inIndex(db.read, old)).toBe(1)
      await put(
        Array.from({ length: 50 }, (_, n) => ({ id: `w${n}`, recipient: 'w@post.example', data: '{}' })),
      )
      await change('a', { recipient: 'a', data: '{}' })
      await db.transaction((tx) => indexChanged(tx))
      expect(await inIndex(db.read, old)).toBe(0)
      await emptyLog(db)
      expect('file' in where && readFileSync(where.file).includes(old)).toBe(false)
    })
  } else {
    test.each<[Index, SearchedTable, string]>([
      ['seat', 'seat', 'seat_words'],
      ['booking', 'seat', 'seat_booking_words'],
      ['shop_order', 'shop_order', 'shop_order_words'],
      ['outbox', 'outbox', 'outbox_words'],
    ])('PostgreSQL searches the words of the kind “%s” by an index', async (index, table, name) => {
      const plan = await db.transaction(async (tx) => {
        // PostgreSQL would read an almost empty table as a whole, or use another index.
        await sql`set local enable_seqscan = off`.execute(tx)
        if (index === 'booking') await withoutOthers(tx)
        return sql`explain select id from ${sql.table(table)} where ${isLookedUp(index, ['leela'])}`.execute(
          tx,
        )
      })
      expect(JSON.stringify(plan.rows)).toContain(name)
    })
  }
})

async function withoutOthers(tx: Queryable): Promise<void> {
  await sql`drop index seat_words`.execute(tx)
  await sql`alter table registration drop constraint seat_reference`.execute(tx)
}

const anyLetter = {
  template: 'test',
  channel: 'email',
  status: 'sent',
  attempts: 1,
  next_attempt_at: '2026-03-02T06:30:00.000Z',
  created_at: '2026-03-02T06:30:00.000Z',
  last_error: null,
  sent_at: null,
} as const

async function has(db: Queryable, id: string): Promise<boolean> {
  return (await db.selectFrom('outbox').select('id').where('id', '=', id).execute()).length > 0
}

async function inIndex(db: Queryable, words: string): Promise<number> {
  const { rows } = await sql`select rowid from search_outbox where words match ${words}`.execute(db)
  return rows.length
}
