import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { lettersTo } from '../../../../tests/harness/letters.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import {
  addCourse,
  addUndatedCourse,
  book,
  confirm,
  enrol,
  proveAll,
} from '../../../../tests/harness/seats.ts'
import { addDeliveryPlan, buyerOf } from '../../../../tests/harness/store.ts'

const hour = 60 * 60_000
const day = 24 * hour

onEachEngine('the e-mail with the links to an address’s seats and orders', (app) => {
  const { user } = callers(app, 'user')
  let slotId: string
  let roses: string
  let people = 0
  const newAddress = () => `finder-${++people}@mail.example`
  const { place, pay, cancel } = buyerOf(app, () => ({ slotId, lines: [{ productId: roses, quantity: 1 }] }))
  beforeAll(async () => {
    slotId = (await addDeliveryPlan(app)).afternoon
    roses = await addProduct(app, 1_000, 'Red roses')
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, ['outbox', 'letter_count', 'letter_quota', 'hold_quota'])
    await proveAll(app)
  })

  const ask = (email: unknown, options: object = {}) =>
    app.http('POST', '/api/own-links', { body: { email }, ...options })
  /** The letters with links to an address, as they are sent. */
  async function found(email: string) {
    const sender = await app.app.services.school.sender()
    return (await lettersTo(app, email))
      .filter(({ template }) => template === 'own-links')
      .map(({ template, data }) => app.deps.letters.render(template, data, sender, { hasTypedWords: false }))
  }
  async function pathsFound(email: string): Promise<string[]> {
    expect((await ask(email)).status).toBe(200)
    const letters = await found(email)
    expect(letters).toHaveLength(1)
    return [...(letters[0]?.text ?? '').matchAll(/^.+: https?:\/\/[^/]+(\/.+)$/gm)].map(
      ([, path]) => path ?? '',
    )
  }

  test.each([
    [undefined, 'Please enter your email address'],
    ['  ', 'Please enter your email address'],
    ['no address', 'Please enter a valid email address'],
    [`${'x'.repeat(250)}@mail.example`, 'Please enter a valid email address'],
  ])(
    'asking for links to the address %j is refused with a reason, and no letter is written',
    async (email, sentence) => {
      const answer = await ask(email)
      expect([answer.status, answer.body.fields]).toEqual([400, { email: sentence }])
      expect(await app.db.read.selectFrom('outbox').select('id').execute()).toEqual([])
    },
  )

  test('the response is the same for an address with a seat, an address without seats or orders, and an account’s address', async () => {
    const { id } = await addCourse(app)
    const known = newAddress()
    await enrol(app, id, { email: known })
    const answers = [await ask(known), await ask(newAddress()), await ask(user.email)]
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array(3).fill([200, JSON.stringify({ success: true })]),
    )
  })

  test('an address without seats or orders gets an e-mail that says so and has no links', async () => {
    const email = newAddress()
    await ask(email)
    const [letter, ...others] = await found(email)
    expect(others).toEqual([])
    expect(letter?.subject).toBe('We found no seats or orders at Malar')
    expect(letter?.text).not.toMatch(/payment|orders\//)
  })

  test('one e-mail links to held, confirmed and undated seats, and not to past or released seats', async () => {
    const email = newAddress()
    const { id: heldIn } = await addCourse(app, { title: 'Garlands' })
    const { id: paidIn } = await addCourse(app, { title: 'Ikebana', nextbatch: '2026-03-20' })
    const { id: undatedIn, title: undatedTitle } = await addUndatedCourse(app)
    const { id: pastIn } = await addCourse(app, { title: 'Kolam', nextbatch: '2026-03-04' })
    const past = await enrol(app, pastIn, { email })
    await confirm(app, past.id)
    await proveAll(app)
    app.deps.clock.advance(3 * day)
    const held = await enrol(app, heldIn, { email })
    const paid = await book(app, paidIn, { email, transactionId: `TXN-${people}` })
    await confirm(app, paid.id)
    await proveAll(app)
    const undated = await enrol(app, undatedIn, { email })
    const gone = await enrol(app, (await addCourse(app, { title: 'Rangoli' })).id, { email })
    await app.http('POST', `/api/enrollments/${gone.id}/release`)
    const paths = await pathsFound(email)
    expect(paths.map((path) => path.replace(/#.*/, '')).sort()).toEqual(
      [held, paid, undated].map(({ id }) => `/payment?enrollment=${id}`).sort(),
    )
    const [letter] = await found(email)
    expect(letter?.text).toContain(`Ikebana, Friday 20 March 2026 (${paid.reference})`)
    expect(letter?.text).toContain(`${undatedTitle}, date to be announced (${undated.reference})`)
  })

  test('a group of seats has one link, also after the payer’s own seat is cancelled', async () => {
    const email = newAddress()
    const { id } = await addCourse(app)
    const group = await enrol(app, id, { email, others: [{ fullName: 'Uma Raman' }, {}] })
    expect((await pathsFound(email)).map((path) => path.replace(/#.*/, ''))).toEqual([
      `/payment?enrollment=${group.id}`,
    ])
    await app.db.write
      .updateTable('registration')
      .set({ status: 'cancelled' })
      .where('id', '=', group.id)
      .execute()
    app.deps.clock.advance(hour)
    await ask(email)
    expect((await found(email))[1]?.text).toContain(`/payment?enrollment=${group.id}`)
  })

  test('paid orders are linked to their page and unpaid orders to payment; cancelled or old orders are left out', async () => {
    const email = newAddress()
    const [due, paid] = [await place({ email }), await place({ email })]
    // A buyer who is not proved may have three unpaid orders at most.
    await proveAll(app)
    const [gone, old] = [await place({ email }), await place({ email })]
    await proveAll(app)
    await pay(paid.id)
    expect((await cancel(gone.id, email)).status).toBe(200)
    await app.db.write
      .updateTable('shop_order')
      .set({ status: 'delivered', delivery_day: '2026-02-20' })
      .where('id', '=', old.id)
      .execute()
    expect((await pathsFound(email)).sort()).toEqual([`/orders/${paid.id}`, `/payment?order=${due.id}`])
  })

  describe('the links in the e-mail', () => {
    test('clicking a link proves the address, and the link in the next e-mail still shows the payer', async () => {
      const email = newAddress()
      const { id } = await addCourse(app)
      const seat = await enrol(app, id, { email })
      const [path = ''] = await pathsFound(email)
      const token = path.split('#proof=')[1]
      const pressed = await app.http('POST', '/api/proofs', { body: { token } })
      expect([pressed.status, pressed.body.data]).toMatchObject([200, { kind: 'enrolment', id: seat.id }])
      app.deps.clock.advance(hour)
      await ask(email)
      expect((await found(email))[1]?.text).toContain(`#proof=${token}`)
    })

    test('the e-mail has only the links of its own address, and no other address gets an e-mail', async () => {
      const [email, other] = [newAddress(), newAddress()]
      const { id } = await addCourse(app)
      const seat = await enrol(app, id, { email })
      await enrol(app, (await addCourse(app)).id, { email: other })
      await ask(other)
      expect((await found(other))[0]?.text).not.toContain(seat.id)
      expect(await found(email)).toEqual([])
    })

    test('the stored e-mail has neither the seat’s reference in its data nor the e-mail address in its cause', async () => {
      const email = newAddress()
      const { id } = await addCourse(app)
      const seat = await enrol(app, id, { email })
      await ask(email)
      const row = await app.db.read
        .selectFrom('outbox')
        .select(['data', 'cause'])
        .where('template', '=', 'own-links')
        .executeTakeFirstOrThrow()
      expect(row.data).not.toContain(seat.reference)
      expect(row.cause).not.toContain(email)
    })
  })

  test('twenty requests at once for one address send one e-mail, and a request an hour later sends another', async () => {
    const email = newAddress()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(email)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await found(email)).toHaveLength(1)
    app.deps.clock.advance(hour)
    await ask(email)
    expect(await found(email)).toHaveLength(2)
  })

  test('twelve spellings of one mailbox get ten e-mails a day, and two e-mails are held back for staff', async () => {
    const emails = Array.from({ length: 12 }, (_, n) => `meena+${n}@mail.example`)
    for (const email of emails) expect((await ask(email)).status).toBe(200)
    const rows = await app.db.read
      .selectFrom('outbox')
      .select('status')
      .where('recipient', 'in', emails)
      .execute()
    expect(rows.filter(({ status }) => status === 'queued')).toHaveLength(10)
    expect(rows.filter(({ status }) => status === 'held')).toHaveLength(2)
  })
})
