import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { availableEngines, startApp, type TestApp } from '../harness/app.ts'
import { addProduct, placeOrder } from '../harness/orders.ts'
import { addCourse, bookingBody, confirm, enrol } from '../harness/seats.ts'

const execute = promisify(execFile)

/** Written by hand, with no address beside it. */
const tablesOfWords = ['course', 'journal_post', 'statement_line', 'status_feedback', 'student_feedback']

/** Tables that hold no name, address or phone of a person. A new table belongs here, or into the guide's SQL. */
const tablesWithoutPeople = [
  'account',
  'allocation',
  'bank_match',
  'batch',
  'cart',
  'cart_line',
  'change',
  'claim',
  'coupon',
  'coupon_use',
  'delivery_day',
  'delivery_slot',
  'delivery_zone',
  'event_price',
  'favourite',
  'flower',
  'impact',
  'journal_address',
  'journal_picture',
  'journal_tag',
  'known_device',
  'letter_count',
  'money_state',
  'office_hours',
  'passkey',
  'passkey_challenge',
  'picture',
  'picture_quota',
  'product',
  'product_favourite',
  'product_picture',
  'product_size',
  'receipt_key',
  'recipe',
  'recipe_stem',
  'recovery_code',
  'running_total',
  'session',
  'setting',
  'sign_in_guess',
  'slot_day',
  'two_factor',
  'verification',
]

/** Writes the person into every place where the site or the back office may write one. */
async function everywhereElse(
  app: TestApp,
  { email, name, phone }: { email: string; name: string; phone: string },
) {
  const { clock, ids } = app.deps
  const created_at = clock.now()
  const productId = await addProduct(app, 3)
  const orderId = await placeOrder(app, [{ productId: null, quantity: 1 }], { customer: name })
  await app.db.transaction(async (tx) => {
    const seat = await tx.selectFrom('seat').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const person = { id: ids.id(), name, email, phone, created_at, deleted_at: null }
    const words = `${name} ${phone}`
    await tx
      .updateTable('shop_order')
      .set({
        email,
        phone,
        requirements: words,
        recipient_name: name,
        recipient_phone: phone,
        address: words,
        area: words,
        landmark: words,
        card_message: words,
      })
      .where('id', '=', orderId)
      .execute()
    await tx
      .updateTable('shop_order_item')
      .set({ answer: name, product_id: productId })
      .where('order_id', '=', orderId)
      .execute()
    await tx
      .insertInto('order_attempt')
      .values({
        id: ids.id(),
        order_id: orderId,
        kind: 'neighbour',
        note: words,
        at: created_at,
        by_email: email,
      })
      .execute()
    const picture = {
      base: 'door',
      width: 1,
      height: 1,
      widths: '[]',
      color: '#fff',
      created_at,
      private_since: null,
    }
    await tx.insertInto('picture').values(picture).execute()
    await tx
      .insertInto('order_photograph')
      .values({ order_id: orderId, kind: 'door', picture_base: 'door', at: created_at, by_email: email })
      .execute()
    await tx
      .insertInto('stock_wish')
      .values({ id: ids.id(), product_id: productId, email, created_at })
      .execute()
    await tx
      .insertInto('journal_post')
      .values({
        id: ids.id(),
        slug: 'a-post',
        title: 'A post',
        excerpt: null,
        body: `We thank ${name}.`,
        cover_base: null,
        instructor_id: null,
        is_draft: 1,
        published_at: null,
        created_at,
        updated_at: created_at,
        deleted_at: null,
      })
      .execute()
    await tx.updateTable('seat').set({ staff_note: words }).where('email', '=', email).execute()
    await tx.updateTable('course').set({ instructor: name }).where('title', '!=', '').execute()
    await tx
      .insertInto('shop_order_change')
      .values({
        id: ids.id(),
        order_id: orderId,
        order_version: 2,
        from_status: 'pending',
        to_status: 'confirmed',
        by_email: email,
        at: created_at,
        effects_at: created_at,
        effects_done_at: null,
        undone_at: null,
      })
      .execute()
    await tx
      .insertInto('custom_request')
      .values({ ...person, product_id: null, comment: words, picture_base: null })
      .execute()
    await tx
      .insertInto('student')
      .values({ ...person, id: ids.id(), note: words })
      .execute()
    await tx
      .insertInto('instructor')
      .values({
        ...person,
        id: ids.id(),
        specialization: null,
        bio: words,
        highlights: '[]',
        experience_years: null,
        hourly_rate_in_paise: null,
        picture_base: null,
        is_active: 1,
      })
      .execute()
    const money = { provider: 'upi', note: words, happened_at: created_at, recorded_at: created_at }
    const paid = { id: ids.id(), kind: 'received' as const, amount_in_paise: 1_250_000 }
    await tx
      .insertInto('receipt')
      .values([
        { ...money, ...paid, receipt_id: null },
        { ...money, id: ids.id(), kind: 'refund', receipt_id: paid.id, amount_in_paise: -1_250_000 },
      ])
      .execute()
    await tx
      .insertInto('allocation')
      .values({
        id: paid.id,
        receipt_id: paid.id,
        subject: 'enrolment',
        subject_id: seat.id,
        purpose: 'waits',
        amount_in_paise: 1_250_000,
        at: created_at,
      })
      .execute()
    const line = {
      file_name: 'march.csv',
      booked_on: '2026-03-02',
      reference: null,
      amount_in_paise: 1_250_000,
      decided_by: email,
      decided_at: created_at,
      created_at,
    }
    await tx
      .insertInto('statement_line')
      .values([
        {
          ...line,
          id: paid.id,
          fingerprint: 'matched',
          description: `UPI/${words}`,
          note: words,
          status: 'matched',
        },
        {
          ...line,
          id: ids.id(),
          fingerprint: 'open',
          description: `UPI/${name}`,
          note: null,
          status: 'open',
        },
      ])
      .execute()
    await tx
      .insertInto('bank_match')
      .values({ line_id: paid.id, receipt_id: paid.id, matched_at: created_at })
      .execute()
    await tx
      .insertInto('student_feedback')
      .values({
        id: ids.id(),
        student_name: name,
        course_name: 'Garlands',
        feedback_text: 'Lovely',
        rating: 5,
        created_at,
        deleted_at: null,
      })
      .execute()
    await tx
      .insertInto('status_feedback')
      .values({
        id: ids.id(),
        title: `Call ${name}`,
        status: 'pending',
        description: 'About her order',
        priority: 'medium',
        assigned_to: 'Asha',
        created_by: 'Asha',
        created_at,
        deleted_at: null,
      })
      .execute()
    await tx
      .insertInto('bin_entry')
      .values({
        kind: 'enrolment',
        record_id: seat.id,
        title: name,
        data: JSON.stringify({ email }),
        deleted_at: created_at,
        deleted_by: email,
      })
      .execute()
    await app.deps.audit.record(
      tx,
      {
        by: { userId: 'hers', email },
        action: 'changed',
        kind: 'class',
        id: 'x',
        title: 'Garlands',
        after: { a: 1 },
      },
      { by: null, action: 'deleted', kind: 'enrolment', id: seat.id, title: name, before: { phone } },
    )
    await tx
      .insertInto('invitation')
      .values({
        id: ids.id(),
        token_hash: 'hash',
        email,
        role: 'staff',
        invited_by: null,
        expires_at: created_at,
        created_at,
      })
      .execute()
    await tx
      .insertInto('idempotency')
      .values({
        key: 'key',
        endpoint: 'POST /api/admin/students',
        body_hash: 'hash',
        status: 201,
        response: JSON.stringify({ data: { name, email } }),
        created_at,
      })
      .execute()
  })
}

describe.each(await availableEngines())('the SQL of run-it-for-real.md on %s', (engine) => {
  const email = 'meena@example.com'
  const blocks = [
    ...readFileSync('docs/guides/run-it-for-real.md', 'utf8').matchAll(/```sql\n([^]*?)```/g),
  ].map(([, sql = '']) => sql)
  const blockWith = (words: string) => {
    const block = blocks.find((sql) => sql.includes(words))
    if (block === undefined) throw new Error(`no SQL with "${words}" in the guide`)
    return block
  }

  /** Runs SQL as an operator does: from outside the server, while it runs. */
  async function run(app: TestApp, statements: string): Promise<unknown[]> {
    const { where } = app
    if ('file' in where) {
      const shell = `
        const database = new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 5000 })
        const isScript = process.argv[2].includes('begin;')
        const rows = isScript ? database.exec(process.argv[2]) : database.prepare(process.argv[2]).all()
        console.log(JSON.stringify(rows ?? []))`
      const { stdout } = await execute(process.execPath, ['-e', shell, where.file, statements])
      return JSON.parse(stdout)
    }
    const client = new pg.Client(where.url)
    await client.connect()
    try {
      return (await client.query(statements)).rows ?? []
    } finally {
      await client.end()
    }
  }

  /** Tables in which the words stand. */
  async function tablesWith(app: TestApp, ...words: string[]): Promise<string[]> {
    const found: string[] = []
    for (const { name } of await app.db.read.introspection.getTables()) {
      const rows = await app.db.read
        .selectFrom(name as 'user')
        .selectAll()
        .execute()
      const text = JSON.stringify(rows)
      if (words.some((word) => text.includes(word))) found.push(name)
    }
    return found.sort()
  }

  test('finds and erases a person, and nobody else; what was paid stays', async () => {
    const app = await startApp({ engine })
    try {
      const { id } = await addCourse(app)
      const full = await addCourse(app, { capacity: 1 })
      const person = { fullName: 'Meena Erasable', email, phone: '9812345670' }
      const taken = await enrol(app, id, { ...person, questions: 'Meena Erasable asks' })
      const { reference, amount } = taken
      await confirm(app, taken.id)
      await enrol(app, full.id)
      const posts: [string, object][] = [
        ['/api/events_enrollments', bookingBody(id, { ...person, firstName: 'Meena', lastName: 'Erasable' })],
        ['/api/waiting-list', { ...person, courseId: full.id }],
        ['/api/landing/contact', { name: person.fullName, email, phone: person.phone }],
        ['/api/landing/email', { email }],
        [
          '/api/auth/signup',
          { firstname: 'Meena', lastname: 'Erasable', email, password: 'a long sentence' },
        ],
        [
          '/api/categoryuserdata',
          { fullname: person.fullName, emailaddress: email, phoneno: person.phone, enquiry: 'Venue' },
        ],
      ]
      for (const [at, body] of posts) {
        const { status, text } = await app.http('POST', at, { body })
        expect(status, text).toBeLessThan(300)
      }
      const user = { email, firstname: 'Meena', lastname: 'Erasable', phone: person.phone }
      await app.app.services.accounts.createUser({
        ...user,
        password: 'a long sentence of hers',
        usertype: 'user',
        role: 'none',
      })

      await everywhereElse(app, { email, name: 'Meena Erasable', phone: person.phone })
      const holding = await tablesWith(app, email, 'Erasable', person.phone)
      const tables = (await app.db.read.introspection.getTables()).map(({ name }) => name)
      expect(tables.filter((name) => !holding.includes(name)).sort()).toEqual(tablesWithoutPeople)

      const found = (await run(app, blockWith("'enrolment' as what"))) as { what: string }[]
      expect(new Set(found.map(({ what }) => what))).toEqual(
        new Set([
          'enrolment',
          'booking',
          'waiting list',
          'order',
          'contact',
          'enquiry',
          'wish',
          'student',
          'instructor',
          'newsletter',
          'back in stock',
          'account',
          'message',
        ]),
      )
      await run(app, blockWith("update seat set name = 'Erased'"))
      // The guide's second query finds what people wrote by hand.
      expect(await tablesWith(app, email, 'Erasable', person.phone)).toEqual(tablesOfWords)
      const left = (await run(app, blockWith("'testimonial' as what"))) as { what: string }[]
      expect([...new Set(left.map(({ what }) => what))].sort()).toEqual([
        'class',
        'post',
        'statement line',
        'team note',
        'testimonial',
      ])

      const seats = await app.db.read
        .selectFrom('seat')
        .selectAll()
        .where('kind', '=', 'enrolment')
        .orderBy('name')
        .execute()
      expect(seats).toMatchObject([
        { name: 'Erased', reference, amount_in_paise: Number(amount) * 100, status: 'confirmed' },
        { name: 'Meena Krishnan', email: 'meena@mail.example' },
      ])
    } finally {
      await app.stop()
    }
  })

  test('enters what the back office has no section for, and pages show it', async () => {
    const app = await startApp({ engine })
    try {
      const paths = [
        '/api/office-timing',
        '/api/admin/event-pricing',
        '/api/impacts',
        '/api/instructors',
        '/api/Feedback',
      ]
      const counts = () =>
        Promise.all(paths.map(async (at) => Object.keys((await app.http('GET', at)).body.data).length))
      expect(await counts()).toEqual([0, 0, 0, 0, 0])
      const topics = new Set<string>()
      const told = new Promise<void>((resolve) => {
        app.db.changes.subscribe((some) => {
          for (const topic of some) topics.add(topic)
          if (topics.size === paths.length) resolve()
        })
      })
      await run(app, blockWith('insert into office_hours'))
      await told
      expect(await counts()).toEqual([7, 2, 1, 1, 1])
    } finally {
      await app.stop()
    }
  })
})
