import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PolicyKind } from '../../../../contract/school/policy-kinds.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { newestLetterTo } from '../../../../tests/harness/letters.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import { addCourse, bookingBody, enrolmentBody, phoneOf } from '../../../../tests/harness/seats.ts'
import { addDeliveryPlan, orderBody } from '../../../../tests/harness/store.ts'

const dayMs = 24 * 60 * 60_000

onEachEngine('accepted terms', { freshForEachTest: true }, (app) => {
  const set = (name: string, value: string) =>
    app.db.transaction(async (tx) => {
      const row = { name, value, updated_at: app.deps.clock.now() }
      await tx
        .insertInto('setting')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute()
      await app.db.changes.mark(tx, 'school')
    })
  const current = async (kind: PolicyKind) => (await app.http('GET', `/api/policies/${kind}`)).body
  const texts = () => app.db.read.selectFrom('accepted_text').selectAll().execute()
  const enrol = (courseId: string, changes: Record<string, unknown> = {}) =>
    app.http('POST', '/api/enrollments', { body: enrolmentBody(courseId, changes) })

  test('terms that are no longer in force are refused with a sentence, and nothing is stored', async () => {
    const { id } = await addCourse(app)
    const { hash } = await current('course-terms')
    await set('school.holdHours', '7')
    const refused = await enrol(id, { terms: hash })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      code: 'conflict',
      message: 'Our terms have changed. Please read them again.',
      details: { terms: (await current('course-terms')).hash },
    })
    expect(await texts()).toEqual([])
    const again = await enrol(id, { terms: refused.body.details.terms })
    expect(again.status).toBe(201)
  })

  test('terms with a malformed hash, and terms that nobody accepted, are not found', async () => {
    const { hash } = await current('course-terms')
    for (const asked of [hash, 'x', 'é'.repeat(43), `${hash}a`])
      expect((await app.http('GET', `/api/policies/accepted/${encodeURIComponent(asked)}`)).status).toBe(404)
    const { id } = await addCourse(app)
    expect((await enrol(id, { terms: 'x'.repeat(65) })).status).toBe(400)
  })

  test('an enrolment keeps the text that was in force, and shows it after the school changed its terms', async () => {
    const { id } = await addCourse(app)
    const accepted = await current('course-terms')
    const email = 'kavya@mail.example'
    const seat = (await enrol(id, { email, terms: accepted.hash })).body.data
    await set('school.holdHours', '7')
    await set('school.name', 'Poonga')
    const view = await app.http('GET', `/api/enrollments/${seat.id}`)
    expect(view.body.terms).toEqual({ hash: accepted.hash, at: app.deps.clock.now() })
    const { status, body } = await app.http('GET', `/api/policies/accepted/${accepted.hash}`)
    expect(status).toBe(200)
    expect(body).toEqual({ kind: 'course-terms', title: accepted.title, blocks: accepted.blocks })
    expect((await current('course-terms')).hash).not.toBe(accepted.hash)
    expect((await newestLetterTo(app, email)).text).toContain(`/terms/accepted/${accepted.hash}`)
    expect(JSON.stringify(await texts())).not.toContain('kavya')
  })

  test('a damaged accepted text is not found, and is repaired when somebody accepts the text again', async () => {
    const { id } = await addCourse(app)
    const { hash, blocks } = await current('course-terms')
    await enrol(id, { terms: hash })
    const found = () => app.http('GET', `/api/policies/accepted/${hash}`)
    for (const damaged of [
      { blocks: 'x' },
      { blocks: 'null' },
      { blocks: '[null]' },
      { blocks: '[{"kind":"paragraph","spans":[{"text":"Other words"}]}]' },
      { title: 'Another title' },
      { kind: 'other' as PolicyKind },
    ]) {
      await app.db.write.updateTable('accepted_text').set(damaged).execute()
      const { status, body } = await found()
      expect([status, body.message]).toEqual([
        404,
        'The text that was accepted can’t be read any more. Contact us if you need it.',
      ])
    }
    await enrol(id, { terms: hash, email: 'nila@mail.example', phone: '9876512345' })
    expect((await found()).body.blocks).toEqual(blocks)
  })

  test('blocks that this version does not know are left out of an accepted text', async () => {
    const known = { kind: 'paragraph', spans: [{ text: 'Come on time.' }] }
    const of = ['course-terms', 'Course terms', [{ kind: 'table' }, null, known]] as const
    const hash = createHash('sha256').update(JSON.stringify(of)).digest('base64url')
    const [kind, title, blocks] = of
    const row = { hash, kind, title, blocks: JSON.stringify(blocks), at: app.deps.clock.now() }
    await app.db.write.insertInto('accepted_text').values(row).execute()
    const { status, body } = await app.http('GET', `/api/policies/accepted/${hash}`)
    expect([status, body.blocks]).toEqual([200, [known]])
  })

  test('guests have the same accepted terms as the payer, and a seat that staff add has none', async () => {
    const { id } = await addCourse(app)
    await enrol(id, { others: [{ fullName: 'Nila' }, {}] })
    const { token } = await signedIn(app, 'owner')
    const { id: batchId } = await app.db.read.selectFrom('batch').select('id').executeTakeFirstOrThrow()
    const desk = await app.http('POST', '/api/admin/enrollments', {
      token,
      body: {
        batchId,
        name: 'Uma Rao',
        email: 'uma@mail.example',
        phone: '9876543299',
        payment: 'later',
        letter: false,
      },
    })
    expect(desk.status, JSON.stringify(desk.body)).toBe(201)
    const rows = await app.db.read.selectFrom('registration').select(['name', 'terms_hash']).execute()
    const { hash } = await current('course-terms')
    expect(rows.filter(({ terms_hash }) => terms_hash === hash)).toHaveLength(3)
    expect(rows.filter(({ terms_hash }) => terms_hash === null).map(({ name }) => name)).toEqual(['Uma Rao'])
  })

  test('a request that waits for a click on the e-mail’s link keeps its accepted terms', async () => {
    await set('school.confirmFirst', 'true')
    const { id } = await addCourse(app)
    const { hash } = await current('course-terms')
    const email = 'asked@mail.example'
    const asked = (await enrol(id, { email, terms: hash })).body.data
    expect(asked.confirmFirst).toBe(true)
    await set('school.holdHours', '7')
    const { text } = await newestLetterTo(app, email)
    const [, token = ''] = /\/payment\?asked=1#proof=(\S+)/.exec(text) ?? []
    const proved = await app.http('POST', '/api/proofs', { body: { token } })
    expect(proved.status, text).toBe(200)
    const row = await app.db.read
      .selectFrom('registration')
      .select(['status', 'terms_hash'])
      .where('id', '=', asked.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ status: 'pending', terms_hash: hash })
  })

  test('an event booking and an order each keep the terms that were accepted with them', async () => {
    const { id } = await addCourse(app)
    const booked = await app.http('POST', '/api/events_enrollments', { body: bookingBody(id) })
    expect(booked.status).toBe(201)
    const slots = await addDeliveryPlan(app)
    const productId = await addProduct(app, 5)
    const lines = [{ productId, quantity: 1 }]
    const body = orderBody({ slotId: slots.afternoon, lines, email: 'meena@mail.example' })
    const stale = await app.http('POST', '/api/orders', { body: { ...body, terms: 'a'.repeat(43) } })
    expect([stale.status, stale.body.message]).toEqual([
      409,
      'Our terms have changed. Please read them again.',
    ])
    const { hash } = await current('terms')
    const placed = await app.http('POST', '/api/orders', { body: { ...body, terms: hash } })
    expect(placed.status).toBe(201)
    const order = await app.http('GET', `/api/orders/${placed.body.data.id}`)
    expect(order.body.terms).toEqual({ hash, at: app.deps.clock.now() })
    expect((await newestLetterTo(app, 'meena@mail.example')).text).toContain(`/terms/accepted/${hash}`)
    expect((await texts()).map(({ kind }) => kind).sort()).toEqual(['course-terms', 'terms'])
    const { token } = await signedIn(app, 'owner')
    const listed = await app.http('GET', '/api/admin/orders', { token })
    expect(listed.body[0].terms).toBe(hash)
    const seats = await app.http('GET', '/api/getEventClassEnrollments', { token })
    expect(JSON.stringify(seats.body)).toContain((await current('course-terms')).hash)
  })

  test('twelve people who accept the same text simultaneously store it once', async () => {
    const { id } = await addCourse(app, { capacity: 40 })
    const people = Array.from({ length: 12 }, (_, n) => `many${n}@mail.example`)
    const token = (await signedIn(app, 'owner')).token
    const answers = await Promise.all(
      people.map((email) =>
        app.http('POST', '/api/enrollments', {
          body: enrolmentBody(id, { email, phone: phoneOf(email) }),
          token,
        }),
      ),
    )
    expect(countsByStatus(answers)).toEqual({ 201: people.length })
    expect(await texts()).toHaveLength(1)
  })

  test('the housekeeping removes accepted texts that nothing names, and keeps those that a seat names', async () => {
    const { id } = await addCourse(app)
    const first = await current('course-terms')
    const email = 'kavya@mail.example'
    await enrol(id, { email })
    await set('school.holdHours', '7')
    const second = await current('course-terms')
    const { id: seatId } = (await enrol(id, { email: 'nila@mail.example', phone: '9876512345' })).body.data
    app.deps.clock.advance(3 * dayMs)
    await app.app.services.housekeeping.keepHouse()
    expect((await texts()).map(({ hash }) => hash).sort()).toEqual([first.hash, second.hash].sort())
    await app.db.transaction((tx) =>
      tx.updateTable('registration').set({ terms_hash: null }).where('id', '=', seatId).execute(),
    )
    await app.app.services.housekeeping.keepHouse()
    expect((await texts()).map(({ hash }) => hash)).toEqual([first.hash])
  })

  test('an export of a person’s data names the accepted terms, and erasure keeps their text', async () => {
    const { id } = await addCourse(app)
    const email = 'kavya@mail.example'
    await enrol(id, { email })
    const { hash } = await current('course-terms')
    const { token } = await signedIn(app, 'owner')
    const of = (what: string, body: object) =>
      app.http('POST', `/api/admin/people-data/${what}`, { token, body: { who: email, ...body } })
    const file = JSON.stringify((await of('export', {})).body)
    expect(file).toContain(`/terms/accepted/${hash}`)
    app.deps.clock.advance(400 * dayMs)
    const again = (await signedIn(app, 'owner')).token
    const erased = await app.http('POST', '/api/admin/people-data/erase', {
      token: again,
      body: { who: email, keepsLive: true },
    })
    expect(erased.status, JSON.stringify(erased.body)).toBe(200)
    expect(await texts()).toHaveLength(1)
  })
})
