import { expect, test } from 'vitest'
import { startApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/callers.ts'
import { paymentsOf } from '../../../tests/harness/ledger.ts'
import { newestLetterTo } from '../../../tests/harness/letters.ts'
import { onEachEngine, partOnSqlite } from '../../../tests/harness/on-each-engine.ts'
import {
  addCourse,
  addUndatedCourse,
  book,
  bookingBody,
  enrol,
  messagesAbout,
  seatCounts,
} from '../../../tests/harness/seats.ts'
import { expireHeldSeats } from './seats/seat-ends.ts'

onEachEngine('event bookings', (app, engine) => {
  const post = (body: unknown, at = app) => at.http('POST', '/api/events_enrollments', { body })

  partOnSqlite(engine, 'bookings that are refused', () => {
    const phone = 'Please enter a valid 10-digit WhatsApp number (starting with 6-9)'
    test.each([
      ['firstName', undefined, 'First name is required'],
      ['firstName', ' ', 'First name is required'],
      ['firstName', '\u200b', 'First name is required'],
      ['lastName', 'a\u2028Bcc: x', 'Write this on one line, without hidden characters'],
      ['lastName', undefined, 'Last name is required'],
      ['email', undefined, 'Email is required'],
      ['email', 'arun@mail', 'Please enter a valid email address'],
      ['phone', undefined, 'WhatsApp number is required'],
      ['phone', '', 'WhatsApp number is required'],
      ['phone', '1234567890', phone],
      ['phone', '876543210', phone],
      ['specialRequirements', 'x'.repeat(2001), 'Use at most 2000 characters'],
    ])('a booking whose field %s is %j is refused: "%s"', async (field, value, sentence) => {
      const course = await addCourse(app)
      const answer = await post(bookingBody(course.id, { [field]: value }))
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ success: false, error: sentence, fields: { [field]: sentence } })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    })

    test.each([
      ['paymentMethod', 'UPI'],
      ['transactionId', undefined],
      ['transactionId', 'x'.repeat(65)],
      ['eventId', undefined],
    ])('a booking whose field %s is %j is refused, and the answer names the field', async (field, value) => {
      const course = await addCourse(app)
      const answer = await post(bookingBody(course.id, { [field]: value }))
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    })

    test('an event that is unknown, over, undated or full cannot be booked', async () => {
      expect((await post(bookingBody('unknown'))).status).toBe(404)
      const over = await addCourse(app, { nextbatch: '2026-03-01' })
      const undated = await addUndatedCourse(app)
      for (const course of [over, undated]) {
        const answer = await post(bookingBody(course.id))
        expect([answer.status, answer.body.error]).toEqual([
          409,
          'This event is over or has no date yet, so you can’t book it. Choose another one.',
        ])
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
      }
      const full = await addCourse(app, { capacity: 1 })
      await enrol(app, full.id)
      const answer = await post(bookingBody(full.id))
      expect([answer.status, answer.body.code]).toEqual([409, 'batch_full'])
      expect(await seatCounts(app, full.id)).toMatchObject({ taken: 1, live: 1 })
    })
  })

  test('bookings with the same transaction id and e-mail make one booking, even when fifty arrive at once', async () => {
    const course = await addCourse(app, { capacity: 2 })
    const body = bookingBody(course.id)
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(body)))
    answers.push(await post({ ...body, email: 'ARUN@mail.example' }))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })

    const other = await post({ ...body, email: 'other@mail.example', phone: '8765432108' })
    expect(other.status).toBe(201)
    expect(other.body.data.id).not.toBe(answers[0]?.body.data.id)
    // The batch is full now, and a repeat still gets its first answer.
    expect((await post(body)).text).toBe(answers[0]?.text)
    expect((await post({ ...body, transactionId: 'ANOTHER' })).status).toBe(409)
    expect(await seatCounts(app, course.id)).toMatchObject({ taken: 2, live: 2 })
  })

  partOnSqlite(engine, 'bookings one at a time', () => {
    test('a booking takes a seat, stores the special requirements and waits for its payment', async () => {
      const course = await addCourse(app, { nextbatch: '2026-03-02' })
      const answer = await post(
        bookingBody(course.id, {
          specialRequirements: 'A chair with arms',
          paymentAmount: 1,
          status: 'confirmed',
          amount: '1.00',
          usertype: 'admin',
          address: 'not kept',
          hold_until: '2099-01-01T00:00:00.000Z',
        }),
      )
      expect(answer.status).toBe(201)
      const { id } = answer.body.data
      expect(answer.body).toEqual({
        success: true,
        data: {
          id: expect.stringMatching(/^[\w-]{22}$/),
          reference: expect.stringMatching(/^MAL-/),
          amount: '12500.00',
          status: 'pending',
          holdUntil: '2026-03-02T08:30:00.000Z',
          proved: false,
          room: null,
          key: expect.stringMatching(/^[\w-]+\.[\w-]{32}$/),
        },
      })
      const row = await app.db.read.selectFrom('seat').selectAll().where('id', '=', id).executeTakeFirst()
      expect(row).toMatchObject({
        name: 'Arun Raj',
        question: 'A chair with arms',
        transaction_id: 'TXN1772433000000',
        amount_in_paise: 1_250_000,
        status: 'pending',
        confirmed_at: null,
      })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
      expect(await paymentsOf(app, id)).toEqual([])
      expect(await messagesAbout(app, id)).toEqual([
        'booking-received chat 8765432109',
        'booking-received email arun@mail.example',
        'school-notice email hello@malar.example',
      ])
    })

    test('a repeated booking gets its first response again, even when the event is over by then', async () => {
      const late = await startApp({ engine })
      try {
        const course = await addCourse(late, { nextbatch: '2026-03-02' })
        const first = await post(bookingBody(course.id), late)
        late.deps.clock.advance(24 * 60 * 60_000)
        expect((await post(bookingBody(course.id), late)).text).toBe(first.text)
        expect((await post(bookingBody(course.id, { transactionId: 'NEW' }), late)).status).toBe(409)
      } finally {
        await late.stop()
      }
    })

    test('a booking of a free course is confirmed immediately', async () => {
      const course = await addCourse(app, { price: 0 })
      const data = await book(app, course.id)
      expect(data).toMatchObject({ status: 'confirmed', amount: '0.00', holdUntil: null })
      expect(await messagesAbout(app, data.id)).toContain('booking-confirmed chat 8765432109')
    })

    test('a booking’s e-mail links to the payment page, where the booking can be paid later', async () => {
      const course = await addCourse(app)
      const email = 'pays.later@mail.example'
      const { id, reference } = await book(app, course.id, { email })
      const { text } = await newestLetterTo(app, email)
      expect(text).toContain(`/payment?enrollment=${id}&amount=12500.00`)
      const view = await app.http('GET', `/api/enrollments/${id}`)
      expect([view.status, view.body]).toMatchObject([
        200,
        { id, reference, status: 'pending', fullname: 'Arun Raj', payment: { provider: 'simulator' } },
      ])
      const paid = await app.http('PATCH', `/api/enrollments/${id}/status`, { body: { status: 'confirmed' } })
      expect([paid.status, paid.body.data]).toEqual([200, { id, reference, status: 'confirmed' }])
      expect(await messagesAbout(app, id)).toContain(`booking-confirmed email ${email}`)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('the payment link of an unknown booking answers 404 and says that the enrolment was not found', async () => {
      for (const method of ['GET', 'PATCH']) {
        const at = `/api/enrollments/${method === 'GET' ? 'nobody' : 'nobody/status'}`
        const body = method === 'PATCH' ? { status: 'confirmed' } : undefined
        const answer = await app.http(method, at, { body })
        expect([answer.status, answer.body.error]).toEqual([404, 'We couldn’t find this enrolment.'])
      }
    })

    test('marking a booking as paid is for staff only, and ten requests at once record one payment', async () => {
      const course = await addCourse(app)
      const { id } = await book(app, course.id)
      const path = `/api/admin/events_enrollments/${id}/payment`
      const [staff, user] = [await signedIn(app, 'staff'), await signedIn(app, 'user')]
      expect((await app.http('POST', path, { body: { method: 'cash' } })).status).toBe(401)
      expect((await app.http('POST', path, { body: { method: 'cash' }, token: user.token })).status).toBe(403)
      expect(await paymentsOf(app, id)).toEqual([])

      const body = { method: 'upi', reference: '632155123461' }
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => app.http('POST', path, { body, token: staff.token })),
      )
      for (const answer of answers) {
        expect([answer.status, answer.body]).toEqual([
          200,
          { success: true, data: { id, status: 'confirmed' } },
        ])
      }
      expect(await paymentsOf(app, id)).toMatchObject([
        { subject: 'event-booking', status: 'settled', provider_reference: '632155123461' },
      ])
      expect((await messagesAbout(app, id)).filter((one) => one.startsWith('booking-confirmed'))).toEqual([
        'booking-confirmed chat 8765432109',
        'booking-confirmed email arun@mail.example',
      ])
      expect((await app.http('POST', path.replace(id, 'unknown'), { body, token: staff.token })).status).toBe(
        404,
      )
    })

    test('an expired booking frees its seat, and money entered after the seat is sold again waits for a decision of staff', async () => {
      const late = await startApp({ engine })
      try {
        const course = await addCourse(late, { capacity: 1 })
        const { id } = await book(late, course.id)
        late.deps.clock.advance(48 * 60 * 60_000)
        expect(await expireHeldSeats(late.app.services.registrationDeps)).toBe(1)
        expect(await messagesAbout(late, id)).toContain('hold-expired email arun@mail.example')
        await enrol(late, course.id)
        const { token } = await signedIn(late, 'staff')
        const answer = await late.http('POST', `/api/admin/events_enrollments/${id}/payment`, {
          body: { method: 'cash' },
          token,
        })
        expect([answer.status, answer.body.code]).toEqual([409, 'batch_full'])
        expect(await paymentsOf(late, id)).toMatchObject([{ status: 'attention' }])
        expect(await seatCounts(late, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
      } finally {
        await late.stop()
      }
    })

    test('a booking by UPI records a payment claim, and "I have paid" reports it to the school once', async () => {
      const upi = await startApp({ engine, env: { PAYMENT_PROVIDER: 'upi' } })
      try {
        const course = await addCourse(upi)
        const { id, reference } = await book(upi, course.id)
        expect(await paymentsOf(upi, id)).toMatchObject([
          { provider: 'upi', status: 'claimed', provider_reference: null },
        ])
        const page = async () => (await upi.http('GET', `/api/enrollments/${id}`)).body
        const notices = async () =>
          (await messagesAbout(upi, id)).filter((one) => one.startsWith('school-notice')).length
        // The page says how to pay until the payer says that they have paid.
        expect(await page()).toMatchObject({
          reported: false,
          payment: { checking: true, upi: expect.objectContaining({ id: expect.any(String) }) },
        })
        expect(await notices()).toBe(1)
        for (let count = 0; count < 3; count++) {
          const body = { status: 'confirmed' }
          const answer = await upi.http('PATCH', `/api/enrollments/${id}/status`, { body })
          expect([answer.status, answer.body.code]).toEqual([402, 'payment_pending'])
        }
        expect(await page()).toMatchObject({ reported: true, payment: { checking: true } })
        expect(await paymentsOf(upi, id)).toMatchObject([
          { status: 'claimed', provider_reference: reference },
        ])
        expect(await notices()).toBe(2)
      } finally {
        await upi.stop()
      }
    })
  })
})
