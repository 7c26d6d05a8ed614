import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/callers.ts'
import { paymentsOf } from '../../../tests/harness/ledger.ts'
import { onEachEngine, partOnSqlite } from '../../../tests/harness/on-each-engine.ts'
import {
  addCourse,
  addUndatedCourse,
  confirm,
  enrol,
  enrolmentBody,
  messagesAbout,
  seatCounts,
} from '../../../tests/harness/seats.ts'
import { cancelSeat, expireHeldSeats } from './seats/seat-ends.ts'

const hour = 60 * 60_000

onEachEngine('enrolments', (app, engine) => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    app.http('POST', '/api/enrollments', { body, headers })

  partOnSqlite(engine, 'enrolments that are refused', () => {
    const phone = 'Please enter a valid 10-digit Indian mobile number (starting with 6-9)'
    test.each([
      ['fullName', undefined, 'Full name is required'],
      ['fullName', '   ', 'Full name is required'],
      ['fullName', '\u202e\u2066', 'Full name is required'],
      ['fullName', 'a\nBcc: x', 'Write this on one line, without hidden characters'],
      ['fullName', 'x'.repeat(121), 'Use at most 120 characters'],
      ['email', undefined, 'Email is required'],
      ['email', '', 'Email is required'],
      ['email', 'meena@mail', 'Please enter a valid email address'],
      ['email', 'two words@mail.example', 'Please enter a valid email address'],
      ['email', 'a@b.example\r\nBcc: x@y.example', 'Please enter a valid email address'],
      ['phone', undefined, 'Phone number is required'],
      ['phone', '', 'Phone number is required'],
      ['phone', '5876543210', phone],
      ['phone', '987654321', phone],
      ['phone', '98765432101', phone],
      ['paymentMethod', undefined, 'Choose how you’d like to pay'],
      ['paymentMethod', 'Cash', 'Choose how you’d like to pay'],
      ['questions', 'x'.repeat(2001), 'Use at most 2000 characters'],
    ])('an enrolment whose field %s is %j is refused: "%s"', async (field, value, sentence) => {
      const course = await addCourse(app)
      const answer = await post(enrolmentBody(course.id, { [field]: value }))
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({
        success: false,
        error: sentence,
        message: sentence,
        code: 'validation_failed',
        fields: { [field]: sentence },
      })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    })

    test('an enrolment in an unknown or deleted course is refused', async () => {
      const course = await addCourse(app)
      await app.app.services.courses.deleteClass(course.id, null)
      for (const id of [course.id, 'unknown']) {
        const answer = await post(enrolmentBody(id))
        expect(answer.status).toBe(404)
        expect(answer.body.error).toBe('This course is no longer offered. Choose another one.')
      }
    })

    test('an enrolment in a batch that is not the next one is refused, and the response names the next batch', async () => {
      const course = await addCourse(app)
      const answer = await post(enrolmentBody(course.id, { batch: '2026-03-11' }))
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({
        code: 'batch_changed',
        details: { nextbatch: '2026-03-12' },
        error: 'The next batch now begins on Thursday 12 March 2026. Check the new date and try again.',
      })
      const undated = await addUndatedCourse(app)
      expect((await post(enrolmentBody(undated.id, { batch: '2026-03-11' }))).body).toMatchObject({
        code: 'batch_changed',
        details: { nextbatch: 'Coming soon' },
      })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    })

    test('an enrolment in a full batch is refused and adds no row to the database', async () => {
      const course = await addCourse(app, { capacity: 1 })
      await enrol(app, course.id)
      const before = await counted(app)
      const answer = await post(enrolmentBody(course.id))
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ code: 'batch_full', error: expect.stringContaining('last seat') })
      expect(await counted(app)).toEqual(before)
    })

    test('an enrolment body with __proto__, or one that is not JSON, is refused', async () => {
      const course = await addCourse(app)
      const forged = `{"__proto__":{"status":"confirmed"},${JSON.stringify(enrolmentBody(course.id)).slice(1)}`
      expect((await post(forged)).status).toBe(400)
      expect((await post('{')).status).toBe(400)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    })
  })

  partOnSqlite(engine, 'enrolments that take a seat', () => {
    test('an unproved enrolment holds a seat for two hours and e-mails the student and the school', async () => {
      const course = await addCourse(app)
      const answer = await post(
        enrolmentBody(course.id, {
          batch: '2026-03-12',
          question: 'Is there parking?',
          email: 'Meena@Mail.example',
        }),
      )
      expect(answer.status).toBe(201)
      expect(answer.body).toEqual({
        success: true,
        data: {
          id: expect.stringMatching(/^[\w-]{22}$/),
          reference: expect.stringMatching(/^MAL-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/),
          amount: '12500.00',
          status: 'pending',
          holdUntil: '2026-03-02T08:30:00.000Z',
          proved: false,
          room: null,
          key: expect.stringMatching(/^[\w-]+\.[\w-]{32}$/),
        },
      })
      expect(await messagesAbout(app, answer.body.data.id)).toEqual([
        'enrolment-received chat 9876543210',
        'enrolment-received email meena@mail.example',
        'school-notice email hello@malar.example',
      ])
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
      const listed = (await app.http('GET', '/api/courses')).body.find(
        (one: { id: string }) => one.id === course.id,
      )
      expect(listed).toMatchObject({ enrolled: 1, spots_left: 19 })
    })

    test.each([
      ['2026-03-12'],
      ['Thu, 12 March 2026'],
      ['12 Mar 2026'],
      ['Thu 12 March, 2026'],
      [''],
      [undefined],
    ])('an enrolment may name the next batch as %j', async (batch) => {
      const course = await addCourse(app)
      await enrol(app, course.id, { batch })
      const other = await addCourse(app, { nextbatch: '2026-03-13' })
      const answer = await post(enrolmentBody(other.id, { batch }))
      expect(answer.status).toBe(batch ? 409 : 201)
    })

    test.each([['Coming soon'], ['coming soon'], [''], [undefined]])(
      'an enrolment may name the undated batch as %j',
      async (batch) => {
        const course = await addUndatedCourse(app)
        await enrol(app, course.id, { batch })
        await enrol(app, course.id, { batch })
        expect(await seatCounts(app, course.id)).toEqual({ taken: 2, live: 2, capacity: 20 })
      },
    )

    test('a course whose only batch is over takes enrolments for its undated batch', async () => {
      const course = await addCourse(app, { nextbatch: '2026-03-01' })
      const { status, body } = await post(enrolmentBody(course.id, { batch: '2026-03-01' }))
      expect([status, body.code, body.details]).toEqual([
        409,
        'batch_changed',
        { nextbatch: 'Coming soon', open: [] },
      ])
      const { id } = await enrol(app, course.id, { batch: 'Coming soon' })
      expect((await app.http('GET', `/api/enrollments/${id}`)).body.batch).toBe('Coming soon')
    })

    test('an enrolment in a free course is confirmed immediately', async () => {
      const course = await addCourse(app, { price: 0 })
      const made = await enrol(app, course.id)
      expect(made).toMatchObject({ amount: '0.00', status: 'confirmed', holdUntil: null })
      expect(await messagesAbout(app, made.id)).toEqual([
        'enrolment-confirmed chat 9876543210',
        'enrolment-confirmed email meena@mail.example',
        'school-notice email hello@malar.example',
      ])
      expect((await confirm(app, made.id)).status).toBe(200)
      expect(await paymentsOf(app, made.id)).toEqual([])
    })

    test('a batch without a capacity takes any number of enrolments', async () => {
      const course = await addCourse(app, { capacity: null })
      for (let count = 0; count < 25; count++) await enrol(app, course.id)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 25, live: 25 })
    })

    test('an enrolment takes its price and status from the server, whatever the browser sends', async () => {
      const course = await addCourse(app)
      const forged = {
        id: 'forged',
        reference: 'MAL-0000-0000',
        price: '1.00',
        amount: '1.00',
        amount_in_paise: 1,
        paymentAmount: 1,
        status: 'confirmed',
        confirmed_at: '2026-01-01T00:00:00.000Z',
        hold_until: '2099-01-01T00:00:00.000Z',
        holdUntil: '2099-01-01T00:00:00.000Z',
        courseTitle: 'Another course',
        batch_id: 'forged',
        usertype: 'admin',
        enrolled: 0,
        capacity: 10_000,
      }
      const { id } = await enrol(app, course.id, forged)
      const row = await app.db.read
        .selectFrom('seat')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(row).toEqual({
        id: expect.stringMatching(/^[\w-]{22}$/),
        reference: expect.not.stringContaining('0000'),
        course_id: course.id,
        batch_id: expect.not.stringContaining('forged'),
        kind: 'enrolment',
        transaction_id: null,
        name: 'Meena Krishnan',
        email: 'meena@mail.example',
        mailbox: 'meena@mail.example',
        phone: '9876543210',
        proved_at: null,
        proof_turn: 0,
        question: null,
        staff_note: null,
        payment_method: 'UPI',
        amount_in_paise: 1_250_000,
        discount_in_paise: 0,
        coupon_code: null,
        status: 'pending',
        hold_until: '2026-03-02T08:30:00.000Z',
        confirmed_at: null,
        created_at: '2026-03-02T06:30:00.000Z',
        group_id: null,
        group_place: 0,
        is_named: 1,
        paid_in_paise: 0,
        waits_in_paise: 0,
        refunded_in_paise: 0,
        refunded_before_in_paise: 0,
        cancel_hours: 48,
        cancel_share: 50,
        terms_hash: expect.stringMatching(/^[\w-]{43}$/),
      })
      expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 20 })
    })

    test('an enrolment gets another reference when the first generated reference is taken', async () => {
      const course = await addCourse(app)
      const { reference } = await enrol(app, course.id)
      const draw = vi.spyOn(app.deps.ids, 'reference').mockReturnValueOnce(reference)
      const second = await enrol(app, course.id, { email: 'uma@mail.example' })
      expect(draw).toHaveBeenCalledTimes(2)
      draw.mockRestore()
      expect(second.reference).not.toBe(reference)
    })
  })

  describe('an enrolment with an idempotency key', () => {
    const key = (name: string) => ({ 'idempotency-key': `${name}-${engine}-key` })

    test('50 enrolments at once with one idempotency key make one enrolment; a different body with that key is refused', async () => {
      const course = await addCourse(app)
      const body = enrolmentBody(course.id)
      const answers = await Promise.all(Array.from({ length: 50 }, () => post(body, key('fifty'))))
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers[0]?.status).toBe(201)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })

      const other = await post({ ...body, fullName: 'Somebody else' }, key('fifty'))
      expect(other.status).toBe(409)
      expect(other.body.code).toBe('idempotency_mismatch')
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('another server on the same database gives a repeated enrolment the first response', async () => {
      const course = await addCourse(app)
      const body = enrolmentBody(course.id)
      const first = await post(body, key('restart'))
      const again = await startApp({ sharing: app })
      try {
        const repeat = await again.http('POST', '/api/enrollments', {
          body,
          headers: key('restart'),
        })
        expect([repeat.status, repeat.text]).toEqual([201, first.text])
      } finally {
        await again.stop()
      }
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('a "repeat-only" request gets the response stored under its key, and enrols nobody if there is none', async () => {
      const course = await addCourse(app)
      const asked = { 'idempotency-key': `repeat-only:${key('asked')['idempotency-key']}` }
      const body = enrolmentBody(course.id)
      const { status, body: none } = await post(body, asked)
      expect([status, none.code]).toEqual([404, 'not_found'])
      const first = await post(body, key('asked'))
      expect(first.status).toBe(201)
      expect((await post(body, asked)).body).toEqual(first.body)
    })

    test('a refused enrolment is not stored under its idempotency key, so the corrected form may use the key', async () => {
      const course = await addCourse(app)
      expect((await post(enrolmentBody(course.id, { phone: '1' }), key('mended'))).status).toBe(400)
      expect((await post(enrolmentBody(course.id, { batch: '2026-01-01' }), key('mended'))).status).toBe(409)
      expect((await post(enrolmentBody(course.id), key('mended'))).status).toBe(201)
    })
  })

  partOnSqlite(engine, 'the payment page of an enrolment', () => {
    test('the payment page gets the fields that it needs of the enrolment, and no others', async () => {
      const course = await addCourse(app)
      const made = await enrol(app, course.id, { questions: 'secret' })
      const answer = await app.http('GET', `/api/enrollments/${made.id}`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.body).toEqual({
        id: made.id,
        reference: made.reference,
        courseTitle: 'Bridal Bouquets',
        fullname: 'Meena Krishnan',
        batch: '2026-03-12',
        batchId: expect.stringMatching(/^[\w-]{22}$/),
        startTime: null,
        room: null,
        amount: '12500.00',
        status: 'pending',
        holdUntil: '2026-03-02T08:30:00.000Z',
        proved: false,
        payment: { provider: 'simulator', checking: false, upi: null },
        reported: false,
        terms: { hash: expect.any(String), at: expect.any(String) },
        addable: { seats: 5, price: '12500.00' },
      })
    })

    test.each(['unknown', 'a'.repeat(65), '%20', "'; drop table enrolment"])(
      'the payment page and Pay Now answer 404 for the enrolment id %j',
      async (id) => {
        for (const answer of [
          await app.http('GET', `/api/enrollments/${encodeURIComponent(id)}`),
          await confirm(app, encodeURIComponent(id)),
        ]) {
          expect(answer.status).toBe(404)
          expect(answer.body).toMatchObject({ success: false, code: 'not_found' })
        }
      },
    )
  })

  describe('Pay Now with the simulator', () => {
    test('Pay Now accepts only the status "confirmed"', async () => {
      const { id } = await enrol(app, (await addCourse(app)).id)
      for (const status of ['cancelled', 'paid', 1, undefined]) {
        const answer = await app.http('PATCH', `/api/enrollments/${id}/status`, { body: { status } })
        expect(answer.status).toBe(400)
      }
      expect(await paymentsOf(app, id)).toEqual([])
    })

    test('twenty Pay Now requests at once record one simulated payment and confirm the enrolment once', async () => {
      const course = await addCourse(app)
      const { id, reference } = await enrol(app, course.id)
      const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(app, id)))
      for (const { status, body } of answers) {
        expect([status, body]).toEqual([200, { success: true, data: { id, reference, status: 'confirmed' } }])
      }
      expect(await paymentsOf(app, id)).toMatchObject([
        {
          provider: 'simulator',
          status: 'settled',
          amount_in_paise: 1_250_000,
          provider_reference: `SIM-${reference}`,
        },
      ])
      expect((await messagesAbout(app, id)).filter((one) => one.startsWith('enrolment-confirmed'))).toEqual([
        'enrolment-confirmed chat 9876543210',
        'enrolment-confirmed email meena@mail.example',
      ])
      expect((await app.http('GET', `/api/enrollments/${id}`)).body).toMatchObject({
        status: 'confirmed',
        holdUntil: null,
      })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('Pay Now does not revive a cancelled enrolment and records no money', async () => {
      const course = await addCourse(app)
      const { id } = await enrol(app, course.id)
      await app.db.transaction((tx) => cancelSeat(app.app.services.registrationDeps, tx, 'enrolment', id))
      const answer = await confirm(app, id)
      expect([answer.status, answer.body.error]).toEqual([
        409,
        'This enrolment was cancelled. Contact us if you have questions.',
      ])
      expect(await paymentsOf(app, id)).toEqual([])
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    })
  })

  describe('an enrolment whose hold has ended', () => {
    let other: TestApp
    beforeAll(async () => {
      other = await startApp({ engine })
    })
    afterAll(() => other.stop())

    async function expired(changes: Parameters<typeof addCourse>[1] = {}) {
      const course = await addCourse(other, { nextbatch: '2026-12-24', ...changes })
      const made = await enrol(other, course.id)
      other.deps.clock.advance(48 * hour)
      await expireHeldSeats(other.app.services.registrationDeps)
      return { course, ...made }
    }

    test('an expired hold gives its seat back once and sends the student one e-mail', async () => {
      const { course, id } = await expired()
      await expireHeldSeats(other.app.services.registrationDeps)
      expect(await seatCounts(other, course.id)).toMatchObject({ taken: 0, live: 0 })
      expect((await messagesAbout(other, id)).filter((one) => one.startsWith('hold-expired'))).toEqual([
        'hold-expired chat 9876543210',
        'hold-expired email meena@mail.example',
      ])
      expect((await other.http('GET', `/api/enrollments/${id}`)).body).toMatchObject({
        status: 'expired',
        holdUntil: null,
      })
    })

    test('a hold does not expire a minute early, and a paid enrolment does not expire', async () => {
      const course = await addCourse(other, { nextbatch: '2026-12-24' })
      const early = await enrol(other, course.id)
      const paid = await enrol(other, course.id)
      await confirm(other, paid.id)
      other.deps.clock.advance(2 * hour - 60_000)
      expect(await expireHeldSeats(other.app.services.registrationDeps)).toBe(0)
      other.deps.clock.advance(60_000)
      expect(await expireHeldSeats(other.app.services.registrationDeps)).toBe(1)
      const statusOf = async (id: string) => (await other.http('GET', `/api/enrollments/${id}`)).body.status
      expect([await statusOf(early.id), await statusOf(paid.id)]).toEqual(['expired', 'confirmed'])
    })

    test('an expired hold gives back only one seat, even if eight loops end it and staff then cancel it', async () => {
      const course = await addCourse(other, { nextbatch: '2026-12-24' })
      const made = [
        await enrol(other, course.id),
        await enrol(other, course.id),
        await enrol(other, course.id),
      ]
      const [first, ...paid] = made.map(({ id }) => id) as [string, ...string[]]
      for (const id of paid) await confirm(other, id)
      other.deps.clock.advance(48 * hour)
      const { registrationDeps } = other.app.services
      const counts = await Promise.all(Array.from({ length: 8 }, () => expireHeldSeats(registrationDeps)))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
      expect(await seatCounts(other, course.id)).toMatchObject({ taken: 2, live: 2 })
      for (let count = 0; count < 2; count++) {
        await other.db.transaction((tx) => cancelSeat(registrationDeps, tx, 'enrolment', first))
        expect(await seatCounts(other, course.id)).toMatchObject({ taken: 2, live: 2 })
      }
    })

    test('Pay Now after the hold has expired takes a seat again while the batch has room', async () => {
      const { course, id } = await expired()
      expect((await confirm(other, id)).status).toBe(200)
      expect(await seatCounts(other, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('Pay Now after the hold has expired is refused when the batch is full, and no money is recorded', async () => {
      const { course, id } = await expired({ capacity: 1 })
      await enrol(other, course.id)
      const answer = await confirm(other, id)
      expect([answer.status, answer.body.code]).toEqual([409, 'batch_full'])
      expect(answer.body.error).toContain('You weren’t charged')
      expect(await paymentsOf(other, id)).toEqual([])
      expect(await seatCounts(other, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('Pay Now after the hold has expired is refused when the batch is over, and no money is recorded', async () => {
      const day = other.deps.clock.today()
      const { course, id } = await expired({ nextbatch: day })
      const answer = await confirm(other, id)
      expect([answer.status, answer.body.code]).toEqual([409, 'batch_full'])
      expect(await paymentsOf(other, id)).toEqual([])
      expect(await seatCounts(other, course.id)).toMatchObject({ taken: 0, live: 0 })
    })

    test('late money that staff enter takes a seat, or is listed as a task for staff while the batch is full', async () => {
      const { course, id } = await expired({ capacity: 1 })
      const { token } = await signedIn(other, 'staff')
      const rival = await enrol(other, course.id)
      const pay = () =>
        other.http('POST', `/api/admin/enrollments/${id}/payment`, {
          body: { method: 'upi', reference: '632155123464' },
          token,
        })
      for (const answer of [await pay(), await pay()]) {
        expect([answer.status, answer.body.code]).toEqual([409, 'batch_full'])
        expect(answer.body.error).toContain('The payment is recorded')
      }
      expect(await paymentsOf(other, id)).toMatchObject([
        { status: 'attention', provider_reference: '632155123464' },
      ])
      expect((await confirm(other, id)).body).toMatchObject({ code: 'batch_full' })
      expect((await messagesAbout(other, id)).filter((one) => one.startsWith('school-notice'))).toHaveLength(
        2,
      )

      await other.db.transaction((tx) =>
        cancelSeat(other.app.services.registrationDeps, tx, 'enrolment', rival.id),
      )
      expect((await pay()).body).toEqual({ success: true, data: { id, status: 'confirmed' } })
      expect(await paymentsOf(other, id)).toMatchObject([{ status: 'settled' }])
      expect(await seatCounts(other, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('Pay Now at the moment when the hold expires confirms the enrolment, and its seat counts once', async () => {
      for (let round = 0; round < 10; round++) {
        const course = await addCourse(other, { nextbatch: '2026-12-24', capacity: 1 })
        const { id } = await enrol(other, course.id)
        other.deps.clock.advance(48 * hour)
        const [paid] = await Promise.all([
          confirm(other, id),
          expireHeldSeats(other.app.services.registrationDeps),
          expireHeldSeats(other.app.services.registrationDeps),
        ])
        expect(paid.status).toBe(200)
        expect(await seatCounts(other, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
        expect(await paymentsOf(other, id)).toHaveLength(1)
      }
    })
  })

  describe('staff enter the payment of an enrolment', () => {
    const markPaid = (id: string, token: string | null, body: object = {}) =>
      app.http('POST', `/api/admin/enrollments/${id}/payment`, { body: { method: 'upi', ...body }, token })

    test('visitors and users who are not staff may not enter a payment', async () => {
      const { id } = await enrol(app, (await addCourse(app)).id)
      const user = await signedIn(app, 'user')
      expect((await markPaid(id, null)).status).toBe(401)
      expect((await markPaid(id, user.token)).status).toBe(403)
      expect(await paymentsOf(app, id)).toEqual([])
    })

    test.each([
      ['without a method', { method: undefined }, 'method', 'Choose the payment method'],
      ['with an unknown method', { method: 'gold' }, 'method', 'Choose the payment method'],
      ['with an empty sum', { amount: '' }, 'amount', 'Enter the amount received, such as 1500 or 777.50'],
      ['with a sum of 0', { amount: '0' }, 'amount', 'Enter the amount received, such as 1500 or 777.50'],
      [
        'with a sum finer than a paisa',
        { amount: '1.333' },
        'amount',
        'Enter the amount received, such as 1500 or 777.50',
      ],
      [
        'on a date that does not exist',
        { day: '2026-02-30' },
        'day',
        'That date doesn’t exist. Enter another date.',
      ],
      [
        'on a day in the future',
        { day: '2999-01-01' },
        'day',
        'This day is in the future. Choose today or an earlier day.',
      ],
    ])('a payment %s is refused', async (_, body, field, sentence) => {
      const staff = await signedIn(app, 'staff')
      const { id } = await enrol(app, (await addCourse(app)).id)
      const answer = await markPaid(id, staff.token, body)
      expect([answer.status, answer.body.fields?.[field]]).toEqual([400, sentence])
      expect(await paymentsOf(app, id)).toEqual([])
    })

    test('staff who enter one payment ten times at once record it once; a different reference is refused', async () => {
      const staff = await signedIn(app, 'staff')
      const { id } = await enrol(app, (await addCourse(app)).id)
      const body = { reference: '6321 5512 3461', note: 'Seen on the statement' }
      const answers = await Promise.all(Array.from({ length: 10 }, () => markPaid(id, staff.token, body)))
      for (const answer of answers) {
        expect([answer.status, answer.body]).toEqual([
          200,
          { success: true, data: { id, status: 'confirmed' } },
        ])
      }
      expect((await markPaid(id, staff.token)).status).toBe(200)
      expect(await paymentsOf(app, id)).toMatchObject([
        {
          provider: 'staff',
          provider_reference: '632155123461',
          status: 'settled',
          note: 'Seen on the statement',
          recorded_by: staff.userId,
          settled_at: '2026-03-02T06:30:00.000Z',
        },
      ])
      const other = await markPaid(id, staff.token, { reference: '632155123462' })
      expect([other.status, other.body.error]).toEqual([409, expect.stringContaining('632155123461')])
      expect((await messagesAbout(app, id)).filter((one) => one.includes('confirmed'))).toHaveLength(2)
    })

    test('staff cannot enter one bank reference for two enrolments', async () => {
      const { token } = await signedIn(app, 'staff')
      const course = await addCourse(app)
      const [first, second] = [await enrol(app, course.id), await enrol(app, course.id)]
      expect((await markPaid(first.id, token, { reference: '710000000001' })).status).toBe(200)
      const answer = await markPaid(second.id, token, { reference: '710000000001' })
      expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
      expect(answer.body.fields).toHaveProperty('reference')
      expect((await app.http('GET', `/api/enrollments/${second.id}`)).body.status).toBe('pending')
    })

    test('three enrolments entered at once with one bank reference: one is settled and two are refused', async () => {
      const { token } = await signedIn(app, 'staff')
      const course = await addCourse(app)
      const made = [await enrol(app, course.id), await enrol(app, course.id), await enrol(app, course.id)]
      const answers = await Promise.all(
        made.map(({ id }) => markPaid(id, token, { reference: '710000000002' })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    })

    test('an admin who presses Pay Now settles the enrolment', async () => {
      const { token, userId } = await signedIn(app, 'owner')
      const { id, reference } = await enrol(app, (await addCourse(app)).id)
      expect((await confirm(app, id, token)).body).toEqual({
        success: true,
        data: { id, reference, status: 'confirmed' },
      })
      expect(await paymentsOf(app, id)).toMatchObject([{ provider: 'staff', recorded_by: userId }])
    })
  })

  async function counted(of: TestApp) {
    const counts: Record<string, number> = {}
    for (const table of ['seat', 'outbox', 'receipt', 'claim', 'change', 'idempotency'] as const) {
      const { count } = await of.db.read
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      counts[table] = Number(count)
    }
    return counts
  }
})

const upi = { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.school@okbank', SCHOOL_NAME: 'Malar & Co' }

onEachEngine('enrolments paid by UPI', { env: upi }, (app) => {
  test('the payment page of an enrolment by UPI has the account, the reference and the amount', async () => {
    const { id, reference } = await enrol(app, (await addCourse(app)).id)
    const { payment } = (await app.http('GET', `/api/enrollments/${id}`)).body
    expect(payment).toEqual({
      provider: 'upi',
      checking: false,
      upi: {
        id: 'malar.school@okbank',
        name: 'Malar & Co',
        uri: `upi://pay?pa=malar.school@okbank&pn=Malar%20%26%20Co&am=12500.00&cu=INR&tr=${reference}&tn=${reference}%20Bridal%20Bouquets`,
        chosen: 'UPI',
      },
    })
  })

  test('a click on "I have paid" makes one payment claim and one note to the school, and staff settle the enrolment', async () => {
    const { id, reference } = await enrol(app, (await addCourse(app)).id)
    const claims = await Promise.all(Array.from({ length: 10 }, () => confirm(app, id)))
    for (const { status, body } of [...claims, await confirm(app, id)]) {
      expect(status).toBe(402)
      expect(body).toMatchObject({ success: false, code: 'payment_pending', details: { reference } })
    }
    expect(await paymentsOf(app, id)).toMatchObject([
      { provider: 'upi', status: 'claimed', settled_at: null },
    ])
    expect((await app.http('GET', `/api/enrollments/${id}`)).body).toMatchObject({
      status: 'pending',
      payment: { checking: true },
    })
    expect((await messagesAbout(app, id)).filter((one) => one.startsWith('school-notice'))).toHaveLength(2)

    const { token } = await signedIn(app, 'staff')
    const settled = await app.http('POST', `/api/admin/enrollments/${id}/payment`, {
      body: { method: 'cash' },
      token,
    })
    expect(settled.body).toEqual({ success: true, data: { id, status: 'confirmed' } })
    expect(await paymentsOf(app, id)).toMatchObject([{ status: 'settled', amount_in_paise: 1_250_000 }])
    expect((await confirm(app, id)).status).toBe(200)
    // The page of a paid seat no longer says how to pay.
    expect((await app.http('GET', `/api/enrollments/${id}`)).body.payment).toEqual({
      provider: 'upi',
      checking: false,
      upi: null,
    })
  })

  test('the payment page of an expired seat asks for no money, and still takes "I have paid"', async () => {
    const course = await addCourse(app, { nextbatch: '2026-03-02', startTime: '13:00' })
    const begun = Date.parse('2026-03-02T07:30:00.000Z')
    app.deps.clock.set('2026-03-02T06:30:00.000Z')
    const { id, holdUntil } = await enrol(app, course.id)
    const page = async () => (await app.http('GET', `/api/enrollments/${id}`)).body
    expect(await page()).toMatchObject({ payment: { upi: { id: 'malar.school@okbank' } } })
    expect(await page()).not.toHaveProperty('ended')
    app.deps.clock.advance(begun - app.deps.clock.ms())
    await expireHeldSeats(app.app.services.registrationDeps)
    expect(await page()).toMatchObject({
      status: 'expired',
      payment: { provider: 'upi', checking: false, upi: null },
      ended: { at: holdUntil, courseId: course.id, batch: 'running' },
    })
    const answer = await confirm(app, id)
    expect([answer.status, answer.body.code]).toEqual([402, 'payment_pending'])
    expect(await page()).toMatchObject({ reported: true, payment: { checking: true, upi: null } })
    app.deps.clock.set('2026-03-02T06:30:00.000Z')
  })

  test('three UPI claims settled at once with one bank reference: one is settled and two are refused', async () => {
    const course = await addCourse(app)
    const { token } = await signedIn(app, 'staff')
    const made = [await enrol(app, course.id), await enrol(app, course.id), await enrol(app, course.id)]
    await Promise.all(made.map(({ id }) => confirm(app, id)))
    const answers = await Promise.all(
      made.map(({ id }) =>
        app.http('POST', `/api/admin/enrollments/${id}/payment`, {
          body: { method: 'upi', reference: '632155123463' },
          token,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('a seat with a payment claim still expires, and its e-mail says that the school is checking the payment', async () => {
    const course = await addCourse(app, { nextbatch: '2026-12-24' })
    const { id } = await enrol(app, course.id)
    await confirm(app, id)
    app.deps.clock.advance(48 * hour)
    await expireHeldSeats(app.app.services.registrationDeps)
    const row = await app.db.read
      .selectFrom('outbox')
      .select('data')
      .where('cause', '=', `enrolment:${id}:hold-expired:email`)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(row.data)).toMatchObject({ isChecking: true })
    expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    expect((await confirm(app, id)).body.code).toBe('payment_pending')
  })
})
