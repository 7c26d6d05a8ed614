import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { PersonFound } from '../../../../contract/people/person-data.ts'
import type { TestApp } from '../../../../tests/harness/app.ts'
import { lastConfirmed, signedIn } from '../../../../tests/harness/callers.ts'
import { orderFor } from '../../../../tests/harness/florist.ts'
import { addMoney, unseat } from '../../../../tests/harness/ledger.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addCourse, confirm, enrol } from '../../../../tests/harness/seats.ts'
import { somebodyEverywhere, theirPhotograph } from '../../../../tests/harness/somebody.ts'
import { personalData } from '../../../db/personal-data.ts'
import type { Schema } from '../../../db/schema.ts'
import { saysOne } from './mentions.ts'

type Entry = PersonFound['words'][number]

const meena = { name: 'Meena Erasable', email: 'meena@example.com', phone: '9812345670' }
const neighbour = { fullName: 'Susheela Stays', email: 'a.meena@example.com', phone: '9812345671' }

/** Lists every `table.column` in which a row of the database has one of the words. */
async function placesOf({ db }: TestApp, ...words: string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const table of Object.keys(personalData) as (keyof Schema)[]) {
    for (const row of await db.read.selectFrom(table).selectAll().execute()) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value === 'string' && words.some((word) => saysOne(value, [word])))
          found.add(`${table}.${column}`)
      }
    }
  }
  return [...found].sort()
}

/** All rows of all tables, except the tables that every call writes. */
async function everything({ db }: TestApp) {
  const all: Record<string, unknown[]> = {}
  for (const table of Object.keys(personalData) as (keyof Schema)[]) {
    if (['change', 'session', 'known_device', 'audit_entry'].includes(table)) continue
    all[table] = await db.read.selectFrom(table).selectAll().execute()
  }
  return all
}

onEachEngine('the data of a person', { freshForEachTest: true }, (app, engine) => {
  const call = async (what: 'find' | 'export' | 'erase', body: object, token: string | null) =>
    app.http('POST', `/api/admin/people-data/${what}`, { body, token })
  const owner = async () => (await signedIn(app, 'owner')).token
  const photographs = () => path.join(app.folder, 'uploads', '.private')
  function writePhotograph() {
    mkdirSync(photographs(), { recursive: true })
    for (const width of [320, 640]) {
      writeFileSync(path.join(photographs(), `${theirPhotograph}-${width}.jpg`), `of ${width}`)
    }
  }
  /** Moves the clock past all classes and deliveries, so that no seat, order or money is open. */
  async function later() {
    await app.db.write.updateTable('shop_order').set({ status: 'delivered' }).execute()
    await app.db.write.updateTable('instructor').set({ deleted_at: app.deps.clock.now() }).execute()
    await app.db.write.deleteFrom('claim').execute()
    await app.db.write.updateTable('allocation').set({ purpose: 'pays' }).execute()
    app.deps.clock.set('2026-06-01T06:30:00.000Z')
  }

  test.each(['find', 'export', 'erase'] as const)(
    'only owners can %s a person’s data, and must enter an e-mail address or a phone number',
    async (what) => {
      const body = { who: meena.email }
      expect((await call(what, body, null)).status).toBe(401)
      expect((await call(what, body, (await signedIn(app, 'user')).token)).status).toBe(403)
      expect((await call(what, body, (await signedIn(app, 'staff')).token)).status).toBe(403)
      const empty = await call(what, { who: ' ' }, await owner())
      expect([empty.status, empty.body.fields]).toEqual([
        400,
        { who: 'Enter an e-mail address or a phone number' },
      ])
      const unknown = await call(what, body, await owner())
      expect([unknown.status, unknown.body.error]).toEqual([
        404,
        'We have no records for this name, address or number.',
      ])
    },
  )

  test('a list of people is exported once the password is confirmed again, and the audit log says by whom', async () => {
    const take = (token: string | null, body: object = { list: 'GET /api/getStudents', rows: 40 }) =>
      app.http('POST', '/api/admin/people-data/lists', { body, token })
    expect((await take((await signedIn(app, 'front-desk')).token)).status).toBe(403)
    const manager = await signedIn(app, 'manager')
    expect((await take(manager.token, { list: 'GET /api/products', rows: 40 })).status).toBe(400)
    await lastConfirmed(app, manager, 10 * 60_000)
    expect((await take(manager.token)).body.code).toBe('confirmation_needed')
    await lastConfirmed(app, manager, 10 * 60_000 - 1)
    expect((await take(manager.token)).status).toBe(200)
    const log = await app.http('GET', '/api/admin/audit?kind=person', { token: await owner() })
    expect(log.body.data).toMatchObject([
      {
        who: { id: manager.userId },
        title: 'A list of people',
        changes: [{ field: 'exported', from: null, to: 'Course students, 40 rows' }],
      },
    ])
  })

  test('an erasure is refused while a seat, money or an order is open, and says what to do; the rest can be erased', async () => {
    const { id } = await addCourse(app)
    const token = await owner()
    const seat = await enrol(app, id, { ...neighbour, fullName: meena.name, email: meena.email })
    await addMoney(app, {
      id: 'money',
      subjectId: seat.id,
      amountInPaise: 77_700,
      at: app.deps.clock.now(),
    })
    await unseat(app, seat.id)
    await app.http('POST', '/api/landing/contact', { body: { ...meena } })
    const order = await orderFor(app, '2026-03-04', [{ productId: null, quantity: 1 }], {
      email: meena.email,
      status: 'processing',
    })
    const { number } = await app.db.read
      .selectFrom('shop_order')
      .select('number')
      .where('id', '=', order)
      .executeTakeFirstOrThrow()
    const refused = await call('erase', { who: meena.email }, token)
    expect([refused.status, refused.body.code]).toEqual([409, 'in_use'])
    expect(refused.body.details.live).toEqual([
      `${seat.reference} is a seat in Bridal Bouquets on Thursday 12 March 2026. Cancel it, or wait until the class has ended.`,
      `Order ${number} is still open. Deliver or cancel it first.`,
      `₹777 received for ${seat.reference} needs a refund or a seat. Settle it in the Money Desk.`,
    ])
    expect(await placesOf(app, meena.email)).toContain('contact.email')

    const rest = await call('erase', { who: meena.email, keepsLive: true }, token)
    expect(rest.status, rest.text).toBe(200)
    expect(rest.body.data.erased).toContainEqual({ what: 'Enquiries', count: 1 })
    expect(rest.body.data.stays).toEqual(expect.arrayContaining(refused.body.details.live))
    const places = await placesOf(app, meena.email)
    expect(places).toEqual(expect.arrayContaining(['seat.email', 'shop_order.email']))
    expect(places).not.toContain('contact.email')
    const again = await call('erase', { who: meena.email, keepsLive: true }, token)
    expect(again.body.error).toBe(`There’s nothing else to erase. ${refused.body.details.live.join(' ')}`)
  })

  test('a search for a person also finds the name in e-mails to a batch, in reasons and in others’ custom requests', async () => {
    const { id } = await addCourse(app, { title: 'Garlands' })
    await enrol(app, id, { fullName: meena.name, email: meena.email, phone: meena.phone })
    const seat = await enrol(app, id, neighbour)
    const token = await owner()
    const sent = async (method: 'POST' | 'PUT', path: string, body: object) => {
      const answer = await app.http(method, path, { token, body })
      expect(answer.status, answer.text).toBeLessThan(300)
    }
    const { batch_id } = await app.db.read
      .selectFrom('seat')
      .select('batch_id')
      .where('id', '=', seat.id)
      .executeTakeFirstOrThrow()
    const letter = {
      subject: 'Flowers',
      words: `${meena.name} brings the jasmine.`,
      to: ['unpaid'],
      byChat: true,
    }
    await sent('POST', `/api/admin/batches/${batch_id}/letters`, letter)
    const price = { price: '1000', reason: `A friend of ${meena.name}` }
    await sent('PUT', `/api/admin/seats/enrolment/${seat.id}/price`, price)
    await sent('POST', '/api/custom-requests', {
      comment: `Like the one for ${meena.name}`,
      name: neighbour.fullName,
      email: neighbour.email,
    })
    const { words } = (await call('find', { who: meena.email }, token)).body.data
    expect(words.map(({ where, text }: Entry) => ({ where, text }))).toEqual(
      expect.arrayContaining([
        { where: 'Message to a batch', text: `Flowers · ${letter.words}` },
        { where: 'Audit log', text: expect.stringContaining(price.reason) },
        {
          where: 'Someone else’s custom request',
          text: `${neighbour.fullName} · Like the one for ${meena.name}`,
        },
      ]),
    )
    expect(words.filter(({ where }: Entry) => where === 'Message to a batch')).toHaveLength(1)
  })

  test('an export has all data of one person, as JSON and as a page without scripts, and no data of others', async () => {
    await somebodyEverywhere(app, meena)
    const { id } = await addCourse(app, { title: 'Garlands' })
    await enrol(app, id, neighbour)
    writePhotograph()
    const token = await owner()
    const found = (await call('find', { who: ' Meena+news@EXAMPLE.com' }, token)).body.data
    expect(found).toMatchObject({ addresses: [meena.email], phones: [meena.phone], others: [] })
    expect(found.words.map(({ where }: { where: string }) => where)).toEqual(
      expect.arrayContaining(['Testimonial', 'Team note', 'Class', 'Journal post']),
    )
    const answer = await call('export', { who: meena.email }, token)
    expect(answer.status, answer.text).toBe(200)
    const { data, page } = answer.body.data
    for (const section of [
      'Enrolments and bookings',
      'Orders',
      'Payments',
      'Enquiries',
      'Accounts',
      'Saved recipients',
      'Places on waiting lists',
      'Newsletter',
      'E-mails and messages to you',
    ]) {
      expect(data[section]?.length, section).toBeGreaterThan(0)
      expect(page).toContain(`<h2>${section}: `)
    }
    const picture = `data:image/jpeg;base64,${Buffer.from('of 640').toString('base64')}`
    expect(data.Photographs).toEqual([{ picture }])
    expect(page).toContain(`<img alt="Photograph" src="${picture}">`)
    expect(data['Enrolments and bookings'][0]).toMatchObject({
      course: 'Bridal Bouquets',
      email: meena.email,
    })
    for (const words of [neighbour.fullName, neighbour.phone, 'argon2', '<script'])
      expect(JSON.stringify(data) + page).not.toContain(words)
    const entries = await app.db.read
      .selectFrom('audit_entry')
      .selectAll()
      .where('kind', '=', 'person')
      .execute()
    expect(entries).toHaveLength(1)
    expect(JSON.stringify(entries)).not.toMatch(/meena|Erasable|9812345670/i)
  })

  test('an erasure reaches every table, file and picture, and keeps totals and the data of other people', async () => {
    const { reference, amount } = await somebodyEverywhere(app, meena)
    const { id } = await addCourse(app, { title: 'Garlands' })
    const theirs = await enrol(app, id, neighbour)
    await confirm(app, theirs.id)
    await app.http('POST', '/api/landing/contact', {
      body: { name: neighbour.fullName, email: neighbour.email, phone: neighbour.phone },
    })
    const folder = path.join(app.folder, 'outbox')
    mkdirSync(folder, { recursive: true })
    const letters = await app.db.read.selectFrom('outbox').select(['id', 'recipient']).execute()
    for (const letter of letters) writeFileSync(path.join(folder, `${letter.id}.eml`), 'Dear you')
    writePhotograph()
    await later()
    const token = await owner()
    const before = await placesOf(app, neighbour.email, neighbour.phone)

    const answer = await call('erase', { who: meena.email }, token)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data.erased).toEqual(
      expect.arrayContaining([
        { what: 'Enrolments and bookings', count: 2 },
        { what: 'Orders', count: 1 },
        { what: 'Accounts', count: 1 },
      ]),
    )
    expect(answer.body.data.stays[0]).toBe(
      'The number, day and amount of 3 payments, without a name, until Thursday 2 March 2034. Tax law requires this.',
    )
    // Words that people wrote by hand stay; the search has shown the owner where they are.
    expect(await placesOf(app, meena.email, meena.phone, 'Erasable')).toEqual([
      'coupon.note',
      'course.instructor',
      'journal_post.body',
      'page_draft.content',
      'statement_line.description',
      'status_feedback.title',
      'student_feedback.student_name',
    ])
    expect(await placesOf(app, neighbour.email, neighbour.phone)).toEqual(before)
    const seat = app.db.read.selectFrom('seat').selectAll().where('reference', '=', reference)
    expect(await seat.execute()).toMatchObject([
      { name: 'Erased', amount_in_paise: Number(amount) * 100, status: 'confirmed' },
    ])
    const gone = letters.filter(({ recipient }) => recipient === meena.email)
    expect(gone.length).toBeGreaterThan(3)
    const files = readdirSync(folder)
    for (const { id } of gone) expect(files).not.toContain(`${id}.eml`)
    expect(files).toContain(`${letters.find(({ recipient }) => recipient === neighbour.email)?.id}.eml`)
    expect(await app.db.read.selectFrom('picture').select('base').execute()).toEqual([])
    expect(readdirSync(photographs())).toEqual([])

    const [entry] = await app.db.read
      .selectFrom('audit_entry')
      .selectAll()
      .where('kind', '=', 'person')
      .execute()
    expect(entry).toMatchObject({ action: 'deleted', title: 'Someone’s data' })
    expect(entry?.changes).toContain('Enrolments and bookings')

    const after = await everything(app)
    for (const who of [meena.email, 'Erased@invalid']) {
      expect((await call('erase', { who }, token)).status).toBe(404)
    }
    expect(await everything(app)).toEqual(after)
    if (engine === 'sqlite') {
      const bytes = ['malar.db', 'malar.db-wal'].map((name) =>
        readFileSync(path.join(app.folder, name), 'latin1'),
      )
      expect(bytes.join('')).not.toMatch(/(?<!a\.)meena@example\.com/)
    }
  })

  test('people whom staff joined into one person are found and erased together', async () => {
    const { id } = await addCourse(app, { price: 0 })
    const first = await enrol(app, id, { fullName: meena.name, email: meena.email, phone: meena.phone })
    const other = { fullName: meena.name, email: 'erasable@office.example', phone: '9812345699' }
    const second = await enrol(app, id, other)
    await enrol(app, id, neighbour)
    await app.db.write
      .insertInto('person_link')
      .values({
        id: 'join',
        one_kind: 'seat',
        one_id: first.id,
        other_kind: 'seat',
        other_id: second.id,
        created_at: app.deps.clock.now(),
        created_by: 'staff',
      })
      .execute()
    await later()
    const token = await owner()
    const found = (await call('find', { who: meena.email }, token)).body.data
    expect(found.addresses.sort()).toEqual([other.email, meena.email])
    expect((await call('erase', { who: meena.email }, token)).status).toBe(200)
    expect(await placesOf(app, meena.email, other.email, other.phone)).toEqual([])
    expect(await app.db.read.selectFrom('person_link').select('id').execute()).toEqual([])
    expect(await placesOf(app, neighbour.email)).toContain('seat.email')
  })

  test('a record that staff joined to a person is exported and erased too, even without address and phone number', async () => {
    const { id } = await addCourse(app, { price: 0 })
    const seat = await enrol(app, id, { fullName: meena.name, email: meena.email, phone: meena.phone })
    const token = await owner()
    const add = async (note: string) =>
      (await app.http('POST', '/api/admin/students', { token, body: { name: 'Old Meena', note } })).body.data
    const [theirs, anothers] = [await add('Her note of 2019'), await add('Somebody else of that name')]
    const joined = await app.http('POST', '/api/admin/people/joined', {
      token,
      body: { one: { kind: 'seat', id: seat.id }, other: { kind: 'student', id: theirs.id } },
    })
    expect(joined.status).toBe(201)
    await later()
    const again = await owner()
    const { data } = (await call('export', { who: meena.email }, again)).body.data
    expect(JSON.stringify(data)).toContain('Her note of 2019')
    expect((await call('erase', { who: meena.email }, again)).status).toBe(200)
    const left = await app.db.read
      .selectFrom('student')
      .select('id')
      .where('name', '=', 'Old Meena')
      .execute()
    expect(left).toEqual([{ id: anothers.id }])
  })

  test('a second person with the same phone number is listed, and is erased only if the owner chooses that person', async () => {
    const { id } = await addCourse(app, { price: 0 })
    await enrol(app, id, { fullName: meena.name, email: meena.email, phone: meena.phone })
    await later()
    const other = await addCourse(app, { price: 0, nextbatch: '2026-06-12' })
    await enrol(app, other.id, {
      fullName: 'Her Daughter',
      email: 'daughter@example.com',
      phone: meena.phone,
    })
    const token = await owner()
    const found = await call('find', { who: meena.email }, token)
    expect(found.body.data.others).toEqual([{ email: 'daughter@example.com', count: 1 }])
    expect((await call('erase', { who: meena.email }, token)).status).toBe(200)
    expect(await placesOf(app, meena.email)).toEqual([])
    expect(await placesOf(app, 'daughter@example.com', meena.phone)).toEqual(
      expect.arrayContaining(['outbox.recipient', 'seat.email', 'seat.phone']),
    )
    app.deps.clock.set('2026-07-01T06:30:00.000Z')
    const both = { who: meena.phone, others: ['daughter@example.com'] }
    expect((await call('erase', both, await owner())).status).toBe(200)
    expect(await placesOf(app, 'daughter@example.com', meena.phone)).toEqual([])
  })
})
