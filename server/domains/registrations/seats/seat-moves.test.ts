import { beforeEach, describe, expect, test } from 'vitest'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { lastConfirmed } from '../../../../tests/harness/callers.ts'
import { ledgerTables } from '../../../../tests/harness/ledger.ts'
import { newestLetterTo } from '../../../../tests/harness/letters.ts'
import { callers, onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import { addCourse, confirm, enrol, seatCounts } from '../../../../tests/harness/seats.ts'
import { changeStatus } from './seats.repository.ts'

const email = 'meena@mail.example'
const upi = { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.school@okbank' }

onEachEngine('a seat that staff move to another batch', { env: upi }, (app, engine) => {
  const { staff, user } = callers(app, 'staff', 'user')
  /**
   * The course has a batch tomorrow (`here`) for ₹12,500, and three in a month: `later` for ₹12,500, `dearer` for
   * ₹13,000, and `cheaper` for ₹12,000.
   */
  let courseId: string
  let here: string
  let later: string
  let dearer: string
  let cheaper: string

  const post = (path: string, body: object, token: string | null = staff.token) =>
    app.http('POST', `/api/admin/${path}`, { token, body })
  const addBatch = async (day: string, more: object = {}) =>
    (await post('batches', { courseId, day, ...more })).body.data.id as string
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, [
      ...ledgerTables,
      'waiting_list_entry',
      'registration',
      'meeting',
      'batch',
      'course',
      'outbox',
      'hold_quota',
      'letter_count',
    ])
    courseId = (await addCourse(app, { nextbatch: '2026-03-03', startTime: '10:00', capacity: 20 })).id
    const [batch] = (await app.http('GET', `/api/admin/batches?course=${courseId}`, { token: staff.token }))
      .body.data
    here = batch.id
    later = await addBatch('2026-04-01', { time: '10:00', capacity: 20 })
    dearer = await addBatch('2026-04-02', { time: '10:00', price: '13000', capacity: 20 })
    cheaper = await addBatch('2026-04-03', { time: '10:00', price: '12000', capacity: 20 })
  })

  const move = (id: string, to: string, more: object = {}, token: string | null = staff.token) =>
    post(`seats/enrolment/${id}/move`, { from: here, to, ...more }, token)
  const cancel = (moveTo: string, more: object = {}) =>
    post(`batches/${here}/cancel`, { reason: 'Our teacher has fallen ill.', moveTo, ...more })
  const seatOf = (id: string) =>
    app.db.read
      .selectFrom('seat')
      .select(['status', 'batch_id', 'hold_until', 'amount_in_paise', 'paid_in_paise', 'waits_in_paise'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const letter = async (to = email) => (await newestLetterTo(app, to)).text
  const payPart = async (id: string, amount: string) => {
    await lastConfirmed(app, staff, 0)
    const body = { amount, method: 'cash', acceptDifference: true }
    const answer = await post(`enrollments/${id}/payment`, body)
    expect(answer.status, answer.text).toBe(200)
  }
  const pageOf = (id: string) => `/payment?enrollment=${id}`

  describe('a move that is refused', () => {
    test('a move by a visitor or a user, or with an unknown choice of price, is refused', async () => {
      const { id } = await enrol(app, courseId)
      expect((await move(id, later, {}, null)).status).toBe(401)
      expect((await move(id, later, {}, user.token)).status).toBe(403)
      expect((await move(id, dearer, { price: 'half' })).status).toBe(400)
      expect((await seatOf(id)).batch_id).toBe(here)
    })

    test.each([
      ['alone', async (id: string) => move(id, dearer)],
      ['with its cancelled batch', () => cancel(dearer)],
    ])(
      'staff must choose the price before a seat moves %s to a batch with another price',
      async (_, moved) => {
        const { id } = await enrol(app, courseId)
        const answer = await moved(id)
        const sentence =
          'A seat costs ₹13,000 in the other batch and ₹12,500 in this one. Choose which price applies.'
        expect([answer.status, answer.body.code, answer.body.fields]).toEqual([
          409,
          'conflict',
          { price: sentence },
        ])
        expect((await seatOf(id)).batch_id).toBe(here)
      },
    )

    test('an empty batch is cancelled without a question about the price', async () => {
      expect((await cancel(dearer)).status).toBe(200)
    })
  })

  describe('a move to a batch with a different price', () => {
    test('a moved seat keeps the agreed price if staff choose it, and the e-mail names no other price', async () => {
      const { id } = await enrol(app, courseId)
      expect((await move(id, dearer, { price: 'kept' })).status).toBe(200)
      expect(await seatOf(id)).toMatchObject({ batch_id: dearer, amount_in_paise: 1_250_000 })
      expect(await letter()).not.toContain('The price of this batch is')
    })

    test('a moved seat gets the new price if staff choose it, and the link in the e-mail asks for the new amount', async () => {
      const { id } = await enrol(app, courseId)
      expect((await cancel(dearer, { price: 'new' })).status).toBe(200)
      expect(await seatOf(id)).toMatchObject({ batch_id: dearer, amount_in_paise: 1_300_000 })
      const text = await letter()
      expect(text).toContain('The price of this batch is ₹13,000 instead of ₹12,500.')
      expect(text).toContain(`${pageOf(id)}&amount=13000.00`)
    })

    test('a paid seat owes the difference after a move to a dearer batch; after a move to a cheaper one money waits', async () => {
      const { id } = await enrol(app, courseId)
      await confirm(app, id, staff.token)
      expect((await move(id, dearer, { price: 'new' })).status).toBe(200)
      expect(await letter()).toContain('₹500 is still due')
      const other = await enrol(app, courseId, { email: 'uma@mail.example', phone: '9876543211' })
      await confirm(app, other.id, staff.token)
      expect((await move(other.id, cheaper, { price: 'new' })).status).toBe(200)
      expect(await seatOf(other.id)).toMatchObject({ paid_in_paise: 1_200_000, waits_in_paise: 50_000 })
      expect(await letter('uma@mail.example')).toContain('You’ve paid ₹500 more than this price')
    })

    test('an unpaid seat that moves to a free batch is confirmed, and the e-mail says so', async () => {
      const free = await addBatch('2026-04-05', { price: '0' })
      const { id } = await enrol(app, courseId)
      expect((await move(id, free, { price: 'new' })).status).toBe(200)
      expect(await seatOf(id)).toMatchObject({ status: 'confirmed', hold_until: null, amount_in_paise: 0 })
      expect(await letter()).toContain('Your seat is confirmed. There’s nothing to pay.')
    })
  })

  test('twenty moves at once to the last seat of a batch move one seat', async () => {
    const last = await addBatch('2026-04-09', { capacity: 1 })
    const seats = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        enrol(app, courseId, { email: `n${n}@mail.example`, phone: `98765432${10 + n}` }),
      ),
    )
    const answers = await Promise.all([...seats, ...seats].map(({ id }) => move(id, last)))
    const counts = countsByStatus(answers)
    // A repeated move of the same seat succeeds again.
    expect([(counts[200] ?? 0) >= 1, counts[500]]).toEqual([true, undefined])
    const there = await app.db.read.selectFrom('seat').select('id').where('batch_id', '=', last).execute()
    expect(there).toHaveLength(1)
    expect((await seatCounts(app, courseId)).live).toBe(10)
  })

  test('a move does not overwrite the status of a seat that a payment confirms at the same moment', async () => {
    const { id } = await enrol(app, courseId, { batchId: here })
    await confirm(app, id, staff.token)
    await app.db.transaction((tx) => changeStatus(tx, { id, status: 'pending' }, 'move', { batch_id: later }))
    const row = app.db.read.selectFrom('seat').select(['status', 'batch_id']).where('id', '=', id)
    const { status, batch_id } = await row.executeTakeFirstOrThrow()
    expect([status, batch_id]).toEqual(['confirmed', later])
  })

  partOnSqlite(engine, 'moves one at a time', () => {
    test.each([
      ['alone', (id: string) => move(id, later)],
      ['with its cancelled batch', () => cancel(later)],
    ])(
      'an unpaid seat moved %s gets a new hold, and a letter with the sum, the link and the end',
      async (_, moved) => {
        const { id } = await enrol(app, courseId)
        // The hold ends when the batch that the seat leaves begins.
        app.deps.clock.advance(60 * 60_000)
        await app.db.write
          .updateTable('registration')
          .set({ proved_at: testNow, hold_until: '2026-03-03T04:30:00.000Z' })
          .execute()
        await lastConfirmed(app, staff, 0)
        const answer = await moved(id)
        expect(answer.status, answer.text).toBe(200)
        expect(await seatOf(id)).toMatchObject({ batch_id: later, hold_until: '2026-03-04T07:30:00.000Z' })
        const text = await letter()
        expect(text).toContain('We’ll hold your seat until 4 March 2026 at 1:00 pm')
        expect(text).toContain(`Pay ₹12,500 or cancel: `)
        expect(text).toContain(`${pageOf(id)}&amount=12500.00`)
        expect(text).not.toContain('our payment moves')
        // The first letter is withdrawn, because the new letter has the link.
        const unsent = await app.db.read
          .selectFrom('outbox')
          .select(['template'])
          .where('status', '!=', 'withdrawn')
          .where('recipient', '=', email)
          .execute()
        expect(unsent).toEqual([{ template: 'seat-moved' }])
        const page = await app.http('GET', `/api/enrollments/${id}`)
        expect(page.body).toMatchObject({ batch: '2026-04-01', holdUntil: '2026-03-04T07:30:00.000Z' })
      },
    )

    test('an unproved person’s moved seat is held for two hours, and the link in its e-mail proves the address', async () => {
      const { id } = await enrol(app, courseId)
      app.deps.clock.advance(60 * 60_000)
      await lastConfirmed(app, staff, 0)
      expect((await move(id, later)).status).toBe(200)
      expect(await seatOf(id)).toMatchObject({ hold_until: '2026-03-02T09:30:00.000Z' })
      const [, token] = /#proof=(\S+)/.exec(await letter()) ?? []
      expect((await app.http('POST', '/api/proofs', { body: { token } })).status).toBe(200)
      expect(await seatOf(id)).toMatchObject({ hold_until: '2026-03-04T06:30:00.000Z' })
    })

    test.each([
      ['alone', (id: string) => move(id, later)],
      ['with its cancelled batch', () => cancel(later)],
    ])(
      'a partly paid seat moved %s stays confirmed, and the letter says what is left to pay',
      async (_, moved) => {
        const { id } = await enrol(app, courseId)
        await payPart(id, '7770')
        expect((await moved(id)).status).toBe(200)
        const text = await letter()
        expect(text).toContain(
          'We’ve received ₹7,770 of ₹12,500, and it now counts towards your seat in this batch. ₹4,730 is still due.',
        )
        expect(text).toContain(pageOf(id))
        expect(text).not.toContain('You don’t need to do anything')
        expect(await seatOf(id)).toMatchObject({
          status: 'confirmed',
          batch_id: later,
          paid_in_paise: 777_000,
        })
      },
    )

    test('a paid seat keeps its payment when it is moved, and the e-mail asks for no payment', async () => {
      const { id } = await enrol(app, courseId)
      await confirm(app, id, staff.token)
      expect((await move(id, later)).status).toBe(200)
      const text = await letter()
      expect(text).toContain('You don’t need to do anything. Your payment moves with your seat.')
      expect(text).not.toContain('/payment?')
    })

    test('the e-mail of a moved seat with a payment claim says that the school is checking it, and asks for no payment', async () => {
      const { id } = await enrol(app, courseId)
      expect((await confirm(app, id)).status).toBe(402)
      expect((await move(id, later)).status).toBe(200)
      const text = await letter()
      expect(text).toContain('You told us that you’ve paid, but we haven’t found your payment yet.')
      expect(text).not.toMatch(/our payment moves|Pay ₹/)
    })

    test('the e-mail about a guest’s moved seat asks for the whole group’s amount, and the first e-mail is still sent', async () => {
      const { id } = await enrol(app, courseId, { others: [{ fullName: 'Uma' }] })
      const { id: guest } = await app.db.read
        .selectFrom('seat')
        .select('id')
        .where('group_place', '=', 1)
        .executeTakeFirstOrThrow()
      expect((await move(guest, later)).status).toBe(200)
      const text = await letter()
      expect(text).toContain('In total, ₹25,000 is due for all the seats that you booked together.')
      expect(text).toContain(`${pageOf(id)}&amount=25000.00`)
      const first = await app.db.read
        .selectFrom('outbox')
        .select('status')
        .where('template', '=', 'enrolment-received')
        .where('channel', '=', 'email')
        .executeTakeFirstOrThrow()
      expect(first.status).toBe('queued')
    })

    test('a cancelled batch moves a group of seats with one e-mail', async () => {
      const { id } = await enrol(app, courseId, { others: [{ fullName: 'Uma' }, {}] })
      expect((await cancel(dearer, { price: 'new' })).status).toBe(200)
      const text = await letter()
      expect(text).toContain('We’ll hold your 3 seats until')
      expect(text).toContain('The price of this batch is ₹39,000 instead of ₹37,500.')
      expect(text).toContain(`${pageOf(id)}&amount=39000.00`)
    })
  })
})
