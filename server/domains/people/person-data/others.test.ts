import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PersonFound } from '../../../../contract/people/person-data.ts'
import type { TestApp } from '../../../../tests/harness/app.ts'
import { lastConfirmed, signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { placeOrder } from '../../../../tests/harness/orders.ts'
import { addCourse, confirm, enrol } from '../../../../tests/harness/seats.ts'
import { somebodyEverywhere } from '../../../../tests/harness/somebody.ts'
import { columnsOf, otherPeople, personalData } from '../../../db/personal-data.ts'
import type { Schema } from '../../../db/schema.ts'
import { findByWords, indexWaiting } from '../../../db/search.ts'
import { saysOne } from './mentions.ts'
import { otherKinds } from './others-search.ts'
import { handwritten } from './person-words.ts'

type Entry = PersonFound['words'][number]

const buyer = { name: 'Meena Buyer', email: 'meena@example.com', phone: '9812345670' }
const latha = {
  recipient_name: 'Latha Rajan',
  recipient_phone: '9898989898',
  address: '7, Temple Street',
  area: 'Adyar',
  landmark: 'Blue gate',
  pincode: '600020',
  card_message: 'Dear Latha, be well',
  requirements: 'Ring twice',
  delivery_address: '7, Temple Street, Adyar, Blue gate, 600020',
}
const neighbour = { ...latha, recipient_name: 'Latha Rajaram', recipient_phone: '9898989897' }

onEachEngine(
  'people whom other people named, such as recipients and guests',
  { freshForEachTest: true },
  (app, engine) => {
    const call = async (what: 'find' | 'export' | 'erase', body: object, token: string | null) =>
      app.http('POST', `/api/admin/people-data/${what}`, { body, token })
    const owner = async () => (await signedIn(app, 'owner')).token

    /** Somebody else's order for this recipient. */
    async function orderFor(to: object, status: 'delivered' | 'processing' = 'delivered') {
      const id = await placeOrder(app, [{ productId: null, quantity: 2 }], { isPaid: true, status })
      const { name: customer_name, email, phone } = buyer
      await app.db.write
        .updateTable('shop_order')
        .set({ customer_name, email, phone, ...to })
        .where('id', '=', id)
        .execute()
      return id
    }
    const rowOf = (table: keyof Schema, id: string) =>
      app.db.read
        .selectFrom(table as 'shop_order')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
    async function entriesOf(who: string, token: string): Promise<Entry[]> {
      const { status, text, body } = await call('find', { who }, token)
      expect(status, text).toBe(200)
      return body.data.words
    }

    test.each(['find', 'export', 'erase'] as const)(
      'only owners can %s a recipient’s data, and confirm their password to export or erase',
      async (what) => {
        await orderFor(latha)
        const body = { who: latha.recipient_phone }
        expect((await call(what, body, null)).status).toBe(401)
        for (const role of ['user', 'front-desk', 'florist', 'staff'] as const) {
          expect((await call(what, body, (await signedIn(app, role)).token)).status).toBe(403)
        }
        const late = await signedIn(app, 'owner')
        await lastConfirmed(app, late, 10 * 60_000)
        const asked = await call(what, body, late.token)
        expect(asked.body.code).toBe(what === 'find' ? undefined : 'confirmation_needed')
        const { count } = await app.db.read
          .selectFrom('shop_order')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('recipient_name', '=', latha.recipient_name)
          .executeTakeFirstOrThrow()
        expect(Number(count)).toBe(1)
      },
    )

    test.each(['9898989898', '+91 98989 89898', '098989-89898', '0091 (98989) 89898'])(
      'the recipient of an order and a saved recipient are found by %s, exported, and erased without anybody else',
      async (who) => {
        const [theirs, anothers] = [await orderFor(latha), await orderFor(neighbour)]
        const saver = await signedIn(app, 'user')
        const saved = (to: typeof latha) => ({
          recipientName: to.recipient_name,
          recipientPhone: to.recipient_phone,
          address: to.address,
          area: to.area,
          pincode: to.pincode,
        })
        for (const to of [latha, neighbour]) {
          const made = await app.http('POST', '/api/recipients', { body: saved(to), token: saver.token })
          expect(made.status, made.text).toBe(201)
        }
        await app.db.write
          .updateTable('shop_order_item')
          .set({ answer: 'For Latha' })
          .where('order_id', '=', theirs)
          .execute()
        const before = {
          order: await rowOf('shop_order', theirs),
          other: await rowOf('shop_order', anothers),
        }
        const token = await owner()
        const found = await call('find', { who }, token)
        expect(found.status, found.text).toBe(200)
        expect(found.body.data).toMatchObject({ names: [latha.recipient_name], phones: ['9898989898'] })
        expect(found.body.data.parts).toEqual([
          { what: 'Flowers from someone else', count: 1 },
          { what: 'Saved as a recipient', count: 1 },
          { what: 'Answers about flowers from someone else', count: 1 },
        ])

        const handed = (await call('export', { who }, token)).body.data
        expect(handed.data['Flowers from someone else']).toMatchObject([
          { recipient_name: latha.recipient_name, address: latha.address, card_message: latha.card_message },
        ])
        expect(handed.page).toContain('<h2>Saved as a recipient: 1 record</h2>')
        const { number } = before.order ?? { number: '' }
        for (const secret of [
          buyer.name,
          buyer.email,
          buyer.phone,
          saver.email,
          number,
          'in_paise',
          'Rajaram',
        ])
          expect(JSON.stringify(handed)).not.toContain(secret)

        const done = await call('erase', { who }, token)
        expect(done.status, done.text).toBe(200)
        expect(done.body.data.erased).toEqual([
          { what: 'Flowers from someone else', count: 1 },
          { what: 'Saved as a recipient', count: 1 },
        ])
        const nothing = {
          occasion: null,
          requirements: null,
          card_message: null,
          landmark: null,
          pincode: null,
        }
        expect(await rowOf('shop_order', theirs)).toEqual({
          ...before.order,
          ...nothing,
          recipient_name: null,
          recipient_phone: null,
          address: null,
          area: null,
          delivery_address: '',
        })
        expect(await rowOf('shop_order', anothers)).toEqual(before.other)
        const left = await app.db.read.selectFrom('saved_recipient').select('name').execute()
        expect(left).toEqual([{ name: neighbour.recipient_name }])
        const answers = await app.db.read.selectFrom('shop_order_item').select('answer').execute()
        expect(answers.filter(({ answer }) => answer !== null)).toEqual([])
        expect((await call('find', { who }, token)).status).toBe(404)

        const log = await app.db.read
          .selectFrom('audit_entry')
          .selectAll()
          .where('kind', '=', 'person')
          .execute()
        expect(log.map(({ action }) => action).sort()).toEqual(['changed', 'deleted'])
        expect(JSON.stringify(log)).not.toMatch(/latha|9898989898|temple/i)
      },
    )

    test('an order on its way stops the erasure of its recipient, unless the owner erases only the rest', async () => {
      const [coming, gone] = [await orderFor(latha, 'processing'), await orderFor(latha)]
      const token = await owner()
      const who = latha.recipient_phone
      const { number } = (await rowOf('shop_order', coming)) ?? {}
      const refused = await call('erase', { who }, token)
      expect([refused.status, refused.body.code]).toEqual([409, 'in_use'])
      expect(refused.body.details.live).toEqual([
        `They’re the recipient of order ${number}. Deliver or cancel it first.`,
      ])
      expect(await rowOf('shop_order', gone)).toMatchObject(latha)

      expect((await call('erase', { who, keepsLive: true }, token)).status).toBe(200)
      expect(await rowOf('shop_order', coming)).toMatchObject(latha)
      expect(await rowOf('shop_order', gone)).toMatchObject({
        recipient_name: null,
        customer_name: buyer.name,
      })
    })

    test('a buyer who ordered for themselves is found as a buyer, and not as a recipient', async () => {
      const id = await orderFor({ ...latha, phone: latha.recipient_phone })
      const token = await owner()
      const found = (await call('find', { who: latha.recipient_phone }, token)).body.data
      expect(found).toMatchObject({ parts: [], others: [{ email: buyer.email, count: 1 }] })
      const refused = await call('erase', { who: latha.recipient_phone }, token)
      expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
      expect(refused.body.error).toMatch(/Choose the entries/)
      expect(await rowOf('shop_order', id)).toMatchObject(latha)
    })

    test('an instructor is found by the phone number in the school’s record', async () => {
      const made = await app.http('POST', '/api/admin/instructors', {
        token: await owner(),
        body: { name: 'Devi Teacher', email: 'devi@example.com', phone: '9797979797' },
      })
      expect(made.status, made.text).toBeLessThan(300)
      const found = await call('find', { who: '97979 79797' }, await owner())
      expect(found.body.data).toMatchObject({ others: [{ email: 'devi@example.com', count: 1 }] })
    })

    test('a guest of a group is found by name and by number, and is exported and erased without the payer', async () => {
      const { id } = await addCourse(app, { title: 'Garlands' })
      const payer = { fullName: buyer.name, email: buyer.email, phone: buyer.phone }
      const others = [{ fullName: 'Latha Rajan' }, { fullName: 'Latha Rajaram' }]
      const paid = await enrol(app, id, { ...payer, others })
      await confirm(app, paid.id)
      await enrol(app, id, { fullName: 'Latha Rajan', email: 'another@example.com' })
      const seats = () => app.db.read.selectFrom('seat').selectAll().orderBy('id').execute()
      const before = await seats()
      const guest = before.find(({ name, email }) => name === 'Latha Rajan' && email === buyer.email)
      if (!guest) throw new Error('no such guest')
      const token = await owner()

      const byNumber = await entriesOf(guest.reference.toLowerCase(), token)
      const found = (await call('find', { who: 'latha  rajan' }, token)).body.data
      expect(found).toMatchObject({ others: [{ email: 'another@example.com', count: 1 }], parts: [] })
      const record = `seat:${guest.id}`
      expect(byNumber.map((one) => one.record)).toContain(record)
      const records = found.words.filter((one: Entry) => one.record !== null).map((one: Entry) => one.record)
      expect(records).toContain(record)

      const who = 'Latha Rajan'
      const unchosen = await call('export', { who }, token)
      expect([unchosen.status, unchosen.body.code]).toEqual([409, 'conflict'])
      expect((await call('erase', { who }, token)).body.code).toBe('conflict')
      const wrong = await call(
        'erase',
        { who, records: [`seat:${before.find(({ id }) => id !== guest.id)?.id}`] },
        token,
      )
      expect([wrong.status, wrong.body.error]).toEqual([
        409,
        'One of these entries has changed. Search for the person again.',
      ])
      expect(await seats()).toEqual(before)

      const handed = (await call('export', { who, records: [record] }, token)).body.data
      expect(handed.data['Seats booked by someone else']).toMatchObject([
        { course: 'Garlands', name: 'Latha Rajan', status: 'confirmed' },
      ])
      for (const secret of [buyer.name, buyer.email, buyer.phone, '12500', 'Rajaram'])
        expect(JSON.stringify(handed)).not.toContain(secret)

      const live = await call('erase', { who, records: [record] }, token)
      expect([live.status, live.body.code]).toEqual([409, 'in_use'])
      expect(live.body.details.live).toEqual([
        `${guest.reference} is a seat in Garlands on Thursday 12 March 2026. Cancel it, or wait until the class has ended.`,
      ])
      app.deps.clock.set('2026-06-01T06:30:00.000Z')
      const done = await call('erase', { who, records: [record] }, await owner())
      expect(done.status, done.text).toBe(200)
      expect(await seats()).toEqual(
        before.map((seat) => (seat.id === guest.id ? { ...seat, name: 'Erased' } : seat)),
      )
      const letters = await app.db.read
        .selectFrom('outbox')
        .select('data')
        .where('recipient', '=', buyer.email)
        .execute()
      expect(letters.length).toBeGreaterThan(0)
      expect(letters.filter(({ data }) => saysOne(data, ['Latha Rajan']))).toEqual([])
      expect(letters.filter(({ data }) => saysOne(data, ['Latha Rajaram'])).length).toBeGreaterThan(0)
    })

    test('the number of an order finds its recipient, or the buyer who ordered for themselves', async () => {
      const token = await owner()
      const numberOf = async (id: string) => (await rowOf('shop_order', id))?.number ?? ''
      const given = await call('find', { who: await numberOf(await orderFor(latha)) }, token)
      expect(given.body.data).toMatchObject({ phones: [latha.recipient_phone], addresses: [] })
      const own = await orderFor({ ...latha, phone: '9797979797', recipient_phone: '9797979797' })
      const found = await call('find', { who: await numberOf(own) }, token)
      expect(found.body.data.addresses).toEqual([buyer.email])
    })

    test.each([
      ['a custom request', '/api/custom-requests', { comment: '#' }, 'custom_request'],
      ['an enquiry', '/api/categoryuserdata', { enquiry: 'Venue', question: '#' }, 'enquiry'],
      ['a seat’s question', null, { questions: '#' }, 'seat'],
    ])(
      'an erasure removes the phone number and the name of a person from the text of %s, and keeps the rest',
      async (_, at, fields, table) => {
        const words = 'Like the one for Latha Rajan, +91 98989 89898, of Latha Rajaram'
        const written = Object.fromEntries(
          Object.entries<string>(fields).map(([field, value]) => [field, value.replace('#', words)]),
        )
        const { name, email, phone } = buyer
        if (at === null) {
          const { id } = await addCourse(app)
          await enrol(app, id, { fullName: name, email, phone, ...written })
        } else {
          const own = at.includes('custom')
            ? { name, email, phone }
            : { fullname: name, emailaddress: email, phoneno: phone }
          const made = await app.http('POST', at, { body: { ...own, ...written } })
          expect(made.status, made.text).toBeLessThan(300)
        }
        const token = await owner()
        const who = '9898989898'
        const entries = await entriesOf(who, token)
        const records = entries.flatMap(({ record }) => record ?? [])
        expect(records.some((record) => record.startsWith(`${table}:`))).toBe(true)
        const handed = (await call('export', { who, records }, token)).body.data
        expect(JSON.stringify(handed.data['Text written by others'])).toContain('Like the one')
        expect(JSON.stringify(handed)).not.toContain(buyer.name)
        const done = await call('erase', { who, records }, token)
        expect(done.status, done.text).toBe(200)
        const rows = await app.db.read
          .selectFrom(table as 'enquiry')
          .selectAll()
          .execute()
        expect(rows).toMatchObject([{ name, email }])
        expect(JSON.stringify(rows)).toContain('Like the one for Latha Rajan, Erased, of Latha Rajaram')

        const byName = await entriesOf('Latha Rajan', token)
        const named = { who: 'Latha Rajan', records: byName.flatMap(({ record }) => record ?? []) }
        expect((await call('erase', named, token)).status).toBe(200)
        const left = await app.db.read
          .selectFrom(table as 'enquiry')
          .selectAll()
          .execute()
        expect(JSON.stringify(left)).toContain('Like the one for Erased, Erased, of Latha Rajaram')
      },
    )

    test('a recipient who is erased from an order is also removed from the search index', async () => {
      await orderFor(latha)
      await orderFor(neighbour)
      while ((await indexWaiting(app.db, 100)) > 0);
      const rows = async (words: string) => {
        const { fits } = await findByWords(app.db.read, 'shop_order', words)
        return (await app.db.read.selectFrom('shop_order').select('id').where(fits).execute()).length
      }
      expect([await rows('Latha Rajan'), await rows('9898989898')]).toEqual([1, 1])
      expect((await call('erase', { who: latha.recipient_phone }, await owner())).status).toBe(200)
      expect([await rows('Latha Rajan'), await rows('9898989898')]).toEqual([0, 0])
      expect(await rows('Latha Rajaram')).toBe(1)
      if (engine === 'sqlite') {
        const { rows: waiting } = await sql<{ n: number }>`
        select count(*) as n from search_entry where waits > 1`.execute(app.db.read)
        expect(waiting[0]?.n).toBe(0)
        const bytes = ['malar.db', 'malar.db-wal'].map((name) =>
          readFileSync(path.join(app.folder, name), 'latin1'),
        )
        expect(bytes.join('')).not.toMatch(/Latha Rajan\b/)
      }
    })
  },
)

const tables = (Object.keys(personalData) as (keyof Schema)[]).filter((name) => name !== 'seat')
const jsonColumns = ['body', 'data', 'changes']
const stranger = { name: 'Zubaida Unknown', phone: '9797000111' }
const theWords = `${stranger.name} ${stranger.phone}`

/** Every column that can name a person other than the person of its row. */
const spoken = tables.flatMap((table) =>
  [...new Set([...columnsOf(table, 'words'), ...otherKinds.flatMap((kind) => columnsOf(table, kind))])]
    .filter((column) => column !== 'picture_base')
    .map((column) => ({ table, column, at: `${table}.${column}` })),
)

async function fill({ db }: TestApp): Promise<void> {
  for (const { table, column } of spoken) {
    const kind = otherKinds.find((one) => otherPeople[one].table === table)
    const by: Record<string, string> = kind === undefined ? {} : otherPeople[kind].by
    const inList = table === 'outbox' ? { subject: 'x', words: theWords } : [{ of: theWords }]
    const value = jsonColumns.includes(column)
      ? JSON.stringify(inList)
      : column === 'content'
        ? JSON.stringify({ aboutLead: theWords })
        : column === by['phone']
          ? stranger.phone
          : column === by['name']
            ? stranger.name
            : theWords
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}
      ${table === 'registration' && column === 'name' ? sql`where group_id is not null and group_id != id` : sql``}
      ${table === 'outbox' ? sql`where template = 'batch-letter'` : sql``}`.execute(db.write)
  }
}

/** The columns that are about the person of their row alone. */
async function owners({ db }: TestApp) {
  const found: Record<string, unknown[]> = {}
  // The photograph of a door is the recipient's; a saved recipient is deleted with its row.
  for (const table of tables.filter(
    (one) => !['order_photograph', 'picture', 'session', 'known_device'].includes(one),
  )) {
    const columns = columnsOf(table, 'own').filter(
      (column) => !spoken.some(({ at }) => at === `${table}.${column}`),
    )
    if (columns.length === 0) continue
    const { rows } =
      await sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
      order by ${sql.join(columns.map((column) => sql.ref(column)))}`.execute(db.read)
    found[table] = rows
  }
  return found
}

async function places({ db }: TestApp): Promise<string[]> {
  const found = new Set<string>()
  for (const table of tables) {
    for (const row of await db.read.selectFrom(table).selectAll().execute()) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value === 'string' && saysOne(value, [stranger.name, stranger.phone]))
          found.add(`${table}.${column}`)
      }
    }
  }
  return [...found].sort()
}

test('the list of columns names the people that each column is about, and all columns about other people are searched', () => {
  const silent = tables.flatMap((table) =>
    Object.entries(personalData[table].columns as Record<string, 'never' | { of: readonly string[] }>)
      .filter(([, column]) => column !== 'never' && column.of.length === 0)
      .map(([column]) => `${table}.${column}`),
  )
  expect(silent).toEqual([])
  const looked = new Set([...Object.keys(handwritten), ...Object.keys(otherPeople.recipient.parts)])
  expect(spoken.filter(({ table }) => !looked.has(table)).map(({ at }) => at)).toEqual([])
})

onEachEngine('a stranger who is named in every column', { freshForEachTest: true }, (app) => {
  test('a stranger is found in every column, and erased wherever the back office has no form that changes the text', async () => {
    await somebodyEverywhere(app, { name: 'Meena Erasable', email: buyer.email, phone: buyer.phone })
    const { id } = await addCourse(app, { title: 'Garlands' })
    await enrol(app, id, {
      fullName: 'Payer Person',
      email: 'payer@example.com',
      others: [{ fullName: 'X Guest' }],
    })
    const token = (await signedIn(app, 'owner')).token
    const { batch_id } = await app.db.read
      .selectFrom('seat')
      .select('batch_id')
      .where('email', '=', 'payer@example.com')
      .executeTakeFirstOrThrow()
    const letter = { subject: 'Flowers', words: 'Bring scissors.', to: ['unpaid'], byChat: true }
    await app.http('POST', `/api/admin/batches/${batch_id}/letters`, { token, body: letter })
    await fill(app)
    await app.db.write.updateTable('shop_order').set({ status: 'delivered' }).execute()
    await app.db.write.updateTable('statement_line').set({ status: 'matched' }).execute()
    expect(await places(app)).toEqual(spoken.map(({ at }) => at).sort())
    app.deps.clock.set('2026-06-01T06:30:00.000Z')
    const again = (await signedIn(app, 'owner')).token
    const call = (what: string, body: object) =>
      app.http('POST', `/api/admin/people-data/${what}`, { token: again, body })

    const before = await owners(app)
    const who = stranger.phone
    const changedThere = new Set(
      Object.entries(handwritten)
        .filter(([, { isChangedThere }]) => isChangedThere)
        .map(([table]) => table),
    )
    const found = (await call('find', { who })).body.data as PersonFound
    const seen = found.words.flatMap(({ record }) => record?.split(':')[0] ?? [])
    const bySelf = otherKinds.map((kind) => otherPeople[kind].table as string)
    const wanted = new Set(
      spoken.map(({ table }) => table as string).filter((table) => !changedThere.has(table)),
    )
    for (const table of ['shop_order_item', 'order_attempt', 'order_photograph', ...bySelf])
      wanted.delete(table)
    expect([...new Set(seen)].filter((table) => table !== 'seat').sort()).toEqual([...wanted].sort())

    for (let round = 0; round < 4; round++) {
      const now = (await call('find', { who })).body.data as PersonFound | undefined
      const byName = (await call('find', { who: stranger.name })).body.data as PersonFound | undefined
      const chosen = [now, byName].map((one) => (one?.words ?? []).flatMap(({ record }) => record ?? []))
      for (const [n, of] of [who, stranger.name].entries()) {
        const records = chosen[n] ?? []
        await call('erase', { who: of, records })
      }
    }
    const left = spoken.filter(({ table }) => changedThere.has(table)).map(({ at }) => at)
    expect(await places(app)).toEqual(left.sort())
    expect(await owners(app)).toEqual(before)
  })
})
