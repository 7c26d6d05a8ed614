import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alike } from '../../../contract/folded.fixture.ts'
import { folded } from '../../../contract/folded.ts'
import { emptyDatabase } from '../../../tests/harness/app.ts'
import { onEachDatabase } from '../../../tests/harness/on-each-engine.ts'
import { migrate } from '../migrate.ts'
import { indexWaiting, withWords } from '../search.ts'
import { migrations } from './index.ts'

const at = '2026-03-02T06:30:00.000Z'
const parts = 'Jose\u0301 க\u0bc6\u0bbeத்து'
const composed = parts.normalize('NFC')

onEachDatabase('0079-folded-search and 0080-composed-letters', emptyDatabase, ({ db }) => {
  const before = () =>
    migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0079')))

  test('letters of what stands are composed, but of what says what was said, and of addresses', async () => {
    await before()
    const person = { id: 'a', name: parts, email: `${parts.charAt(0)}@mail.example`, phone: '9876543210' }
    const enquiry = { ...person, kind: 'Venue', question: `${parts}\n?`, created_at: at, deleted_at: null }
    await db.write
      .insertInto('enquiry')
      .values({ ...enquiry, email: 'jose\u0301@mail.example' })
      .execute()
    await db.write
      .insertInto('product')
      .values({
        id: 'p',
        slug: 'p',
        name: parts,
        description: '',
        price_in_paise: 1,
        quantity: 1,
        is_offered: 1,
        categories: JSON.stringify([parts, 'Roses "x"']),
        is_featured: 0,
        is_custom: 0,
        custom_label: null,
        updated_at: at,
        created_at: at,
        deleted_at: null,
      })
      .execute()
    await db.write.insertInto('outbox').values(letter('old', parts)).execute()
    await db.write
      .insertInto('audit_entry')
      .values({
        id: 'e',
        at,
        actor_id: null,
        actor_email: null,
        action: 'added',
        kind: 'room',
        record_id: 'r',
        title: parts,
        changes: '[]',
      })
      .execute()

    await migrate(db, migrations)
    expect(await db.read.selectFrom('enquiry').select(['name', 'question', 'email']).execute()).toEqual([
      { name: composed, question: `${composed}\n?`, email: 'jose\u0301@mail.example' },
    ])
    const [product] = await db.read.selectFrom('product').select(['name', 'categories']).execute()
    expect([product?.name, JSON.parse(product?.categories ?? '')]).toEqual([
      composed,
      [composed, 'Roses "x"'],
    ])
    expect((await db.read.selectFrom('outbox').select('data').execute())[0]?.data).toContain(parts)
    expect(await db.read.selectFrom('audit_entry').select('title').execute()).toEqual([{ title: parts }])
  })

  test('a flower stays as it is where another one has the name', async () => {
    await before()
    const flowers = [
      ['one', 'Ros\u00e9'],
      ['two', 'Rose\u0301'],
      ['three', 'Ne\u0301rine'],
    ] as const
    for (const [id, name] of flowers) {
      await db.write
        .insertInto('flower')
        .values({
          id,
          name,
          plural: null,
          unit: 'stem',
          says: 'count',
          bunch_size: 10,
          price_in_paise: 100,
          created_at: at,
          deleted_at: null,
        })
        .execute()
    }
    await migrate(db, migrations)
    const rows = await db.read.selectFrom('flower').select(['id', 'name']).orderBy('id').execute()
    expect(rows).toEqual([
      { id: 'one', name: 'Ros\u00e9' },
      { id: 'three', name: 'N\u00e9rine' },
      { id: 'two', name: 'Rose\u0301' },
    ])
  })

  test('what was indexed before is found by its folded letters', async () => {
    await before()
    await db.write
      .insertInto('outbox')
      .values([letter('a', 'Élan'), letter('b', 'Priya')])
      .execute()
    if (db.engine === 'sqlite') {
      await sql`insert into search_outbox (rowid, words)
        select number, data from search_entry join outbox on id = subject_id`.execute(db.write)
      await sql`update search_entry set waits = 0`.execute(db.write)
    }
    await migrate(db, migrations)
    const found = async (typed: string) => {
      const all = db.read.selectFrom('outbox').select('id')
      return (await (await withWords<{ id: string }>(db.read, all, 'outbox', typed)).execute()).map(
        ({ id }) => id,
      )
    }
    for (let round = 0; round < 2; round++) {
      expect([await found('elan'), await found('priya')]).toEqual([['a'], ['b']])
      while ((await indexWaiting(db, 100)) > 0);
    }
  })

  test('the database folds as the server does', async () => {
    await migrate(db, migrations)
    for (const text of [...alike.flat(), 'மலர்', 'AbC`', 'ΑΣΣ', 'ﬁ', '½', '\u{1f469}\u200d\u{1f33e}', '']) {
      const { rows } = await sql<{ text: string }>`select folded(${text}) as text`.execute(db.read)
      expect(rows[0]?.text, text).toBe(folded(text))
    }
  })
})

const letter = (id: string, words: string) => ({
  id,
  cause: id,
  template: 'test',
  channel: 'email' as const,
  recipient: 'meena@mail.example',
  data: JSON.stringify({ words }),
  status: 'sent' as const,
  attempts: 1,
  next_attempt_at: at,
  created_at: at,
  last_error: null,
  sent_at: null,
})
