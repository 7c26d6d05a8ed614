import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../../tests/harness/app.ts'
import { onEachDatabase } from '../../../tests/harness/on-each-engine.ts'
import { migrate } from '../migrate.ts'
import { migrations } from './index.ts'
import { indexWords } from './search-index.v1.ts'

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0062'))

onEachDatabase('0062-search-index', emptyDatabase, ({ db }, engine) => {
  const indexes = async () => {
    const { rows } = await sql<{ name: string }>`
      select indexname as name from pg_indexes where indexname like '%\\_words' order by 1`.execute(db.read)
    return rows.map(({ name }) => name)
  }

  if (engine === 'postgres') {
    test('finds the extension in whatever schema it is', async () => {
      await sql`create schema "Ours"`.execute(db.write)
      await sql`create extension pg_trgm schema "Ours"`.execute(db.write)
      await migrate(db, migrations)
      expect(await indexes()).toEqual([
        'outbox_words',
        'seat_booking_words',
        'seat_words',
        'shop_order_words',
      ])
    })

    test('keeps 400 samples of the words, since 0065, which analyses long tables anew', async () => {
      const until = (end: string) =>
        Object.fromEntries(Object.entries(migrations).filter(([name]) => name < end))
      await migrate(db, until('0065'))
      await sql`update pg_class set reltuples = case relname when 'outbox' then 10000 else 9999 end
        where oid in ('outbox'::regclass, 'seat'::regclass)`.execute(db.write)
      // A later one that makes an index counts its table too.
      await migrate(db, until('0066'))
      const { rows: counted } = await sql<{ name: string; tuples: number }>`
        select relname as name, reltuples as tuples from pg_class
        where oid in ('outbox'::regclass, 'seat'::regclass) order by 1`.execute(db.read)
      expect(counted).toEqual([
        { name: 'outbox', tuples: 0 },
        { name: 'seat', tuples: 9999 },
      ])
      const { rows } = await sql<{ samples: number }>`
        select attstattarget as samples from pg_attribute join pg_class on pg_class.oid = attrelid
        where relname like '%\\_words' and relkind = 'i'`.execute(db.read)
      expect(rows.map(({ samples }) => samples)).toEqual([400, 400, 400, 400])
    })

    test('goes without it where it may not be made', async () => {
      await migrate(db, before)
      await db.transaction(async (tx) => {
        await sql`create role may_little`.execute(tx)
        await sql`set local role may_little`.execute(tx)
        await indexWords(tx as never)
        await sql`reset role`.execute(tx)
        await sql`drop role may_little`.execute(tx)
      })
      expect(await indexes()).toEqual([])
    })
  } else {
    test('notes every row that is there, and those that come', async () => {
      await migrate(db, before)
      await db.write.insertInto('outbox').values(letter('old')).execute()
      await migrate(db, migrations)
      await db.write.insertInto('outbox').values(letter('new')).execute()
      const { rows } = await sql`select kind, subject_id, waits from search_entry order by number`.execute(
        db.read,
      )
      expect(rows).toEqual([
        { kind: 'outbox', subject_id: 'old', waits: 1 },
        { kind: 'outbox', subject_id: 'new', waits: 1 },
      ])
    })
  }
})

const letter = (id: string) => ({
  id,
  cause: id,
  template: 'test',
  channel: 'email' as const,
  recipient: 'meena@mail.example',
  data: '{}',
  status: 'sent' as const,
  attempts: 1,
  next_attempt_at: '2026-03-02T06:30:00.000Z',
  created_at: '2026-03-02T06:30:00.000Z',
  last_error: null,
  sent_at: null,
})
