import { beforeEach, describe, expect, test } from 'vitest'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { lastConfirmed } from '../../../../tests/harness/callers.ts'
import { ledgerTables } from '../../../../tests/harness/ledger.ts'
import { newestLetterTo } from '../../../../tests/harness/letters.ts'
import { callers, onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import {
  addCourse,
  atCounter,
  bookingBody,
  enrolmentBody,
  holdBody,
  seatCounts,
} from '../../../../tests/harness/seats.ts'
import { storeSettings } from '../../../../tests/harness/settings.ts'
import { joinWaitingList } from '../waiting-list/waiting-list.service.ts'

const email = 'meena@mail.example'
const upi = { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.school@okbank' }
/** The batch begins on 12 March 2026 at 10:00, so a seat can be cancelled until 48 hours before that. */
const until = '2026-03-10T04:30:00.000Z'
const rule = { canCancelSeats: 'true', cancelHours: '48', cancelShare: '50' }

onEachEngine('a seat that its payer cancels', { env: upi }, (app, engine) => {
  const { staff, owner, user } = callers(app, 'staff', 'owner', 'user')
  let courseId: string
  let here: string
  let later: string

  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await lastConfirmed(app, staff, 0)
    await emptyTables(app, [
      ...ledgerTables,
      'coupon_use',
      'waiting_list_entry',
      'registration',
      'meeting',
      'batch',
      'course',
      'outbox',
      'hold_quota',
      'letter_count',
    ])
    await storeSettings(app, { ...rule, phone: '+91 44 5550 0142' })
    const course = { nextbatch: '2026-03-12', startTime: '10:00', capacity: 20, price: 250_000 }
    courseId = (await addCourse(app, course)).id
    const known = await as('GET', `batches?course=${courseId}`)
    here = known.body.data[0].id
    later = (await as('POST', 'batches', { courseId, day: '2026-04-01', time: '10:00', capacity: 20 })).body
      .data.id
  })

  const as = (method: string, path: string, body?: object, { token } = staff) =>
    app.http(method, `/api/admin/${path}`, { token, ...(body && { body }) })
  const ok = async (answer: ReturnType<typeof as>) => {
    const { status, body, text } = await answer
    expect([200, 201], text).toContain(status)
    return body.data
  }
  const enrol = async (changes: object = {}) => {
    const body = { ...enrolmentBody(courseId, { email, phone: '9876543210' }), ...changes }
    return (await ok(app.http('POST', '/api/enrollments', { body }))).id as string
  }
  const pay = (id: string, amount?: string, of = 'enrollments') =>
    ok(
      as('POST', `${of}/${id}/payment`, {
        method: 'cash',
        ...(amount && { amount, acceptDifference: true }),
      }),
    )
  const paid = async (changes: object = {}, amount?: string) => {
    const id = await enrol(changes)
    await pay(id, amount)
    return id
  }
  /** The key of the browser that took the seat. */
  const keyOf = (id: string) => app.app.services.registrationDeps.links.sign('seat-browser', id)
  const view = async (id: string) => (await app.http('GET', `/api/enrollments/${id}`)).body
  const cancel = (id: string, back: string, seats = [id], headers: Record<string, string> = {}) =>
    app.http('POST', `/api/enrollments/${id}/cancellation`, {
      body: { seats, back, key: keyOf(id) },
      headers,
    })
  const seatOf = (id: string) =>
    app.db.read
      .selectFrom('seat')
      .select(['status', 'batch_id', 'paid_in_paise', 'waits_in_paise', 'refunded_in_paise'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const toGiveBack = async () => (await as('GET', 'money/to-give-back')).body.data
  const refund = (id: string, more: object) =>
    as('POST', 'money/refund', { kind: 'enrolment', id, method: 'upi', note: 'Sent back', ...more })
  const kindsTo = (to: string) =>
    app.db.read.selectFrom('outbox').select('template').where('recipient', '=', to).execute()
  /** Everything that a refused call must leave as it is. */
  const everything = async () => [
    await app.db.read.selectFrom('registration').selectAll().orderBy('id').execute(),
    await app.db.read.selectFrom('allocation').selectAll().orderBy('id').execute(),
    await app.db.read.selectFrom('batch').select(['id', 'taken']).orderBy('id').execute(),
    await app.db.read.selectFrom('outbox').select('id').orderBy('id').execute(),
    await app.db.read.selectFrom('audit_entry').select('id').orderBy('id').execute(),
  ]
  /** Checks that the counter of seats agrees with the rows, and the ledger with the seats. */
  async function agree() {
    const { taken, live } = await seatCounts(app, courseId)
    expect(taken).toBe(live)
    const sum = (rows: readonly { paise: number }[]) =>
      rows.reduce((all, { paise }) => all + Number(paise), 0)
    const receipts = await app.db.read.selectFrom('receipt').select('amount_in_paise as paise').execute()
    const parts = await app.db.read.selectFrom('allocation').select('amount_in_paise as paise').execute()
    const seats = await app.db.read.selectFrom('seat').select(['paid_in_paise', 'waits_in_paise']).execute()
    const there = seats.map(({ paid_in_paise, waits_in_paise }) => ({
      paise: Number(paid_in_paise) + Number(waits_in_paise),
    }))
    expect([sum(parts), sum(there)]).toEqual([sum(receipts), sum(receipts)])
  }

  describe('a refused cancellation changes nothing', () => {
    async function refused(answer: Awaited<ReturnType<typeof cancel>>, before: unknown[], error: string) {
      expect([answer.status, answer.body.error]).toEqual([409, error])
      expect(await everything()).toEqual(before)
    }

    test.each<[string, object, object]>([
      ['no list of seats', { back: '1250.00' }, { seats: 'Invalid value' }],
      ['no seat', { seats: [], back: '1250.00' }, { seats: 'Choose at least one seat' }],
      [
        'more seats than a group can have',
        { seats: Array.from({ length: 21 }, () => 'x'), back: '1250.00' },
        { seats: 'Send the ids of at most 20 seats' },
      ],
      ['no sum', { seats: ['x'] }, { back: 'Refresh the page and try again.' }],
      ['a long sum', { seats: ['x'], back: '1'.repeat(21) }, { back: 'Use at most 20 characters' }],
    ])('a cancellation with %s is refused', async (_, body, fields) => {
      const id = await paid()
      const before = await everything()
      const answer = await app.http('POST', `/api/enrollments/${id}/cancellation`, {
        body: { key: null, ...body },
      })
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, Object.keys(fields)])
      if (!Object.values(fields).includes('Invalid value')) expect(answer.body.fields).toEqual(fields)
      expect(await everything()).toEqual(before)
    })

    test('a cancellation is refused to everybody who only knows the address of the page', async () => {
      const id = await paid({ others: [{ fullName: 'Arun Raj' }] })
      const guest = (await view(id)).group.seats[1].id
      const other = await paid({ email: 'uma@mail.example', phone: '9876500011' })
      const { links } = app.app.services.registrationDeps
      const before = await everything()
      const keys = [
        null,
        keyOf(other),
        keyOf(guest),
        links.sign('seat-proof', other),
        links.sign('seat-proof', `${id}-turn1`),
        links.sign('asked-seat', other),
        links.sign('order-browser', id),
        links.sign('receipt', id),
        `${id}.${'x'.repeat(32)}`,
      ]
      for (const key of keys) {
        for (const token of [null, user.token, staff.token]) {
          const body = { seats: [id], back: '1250.00', key }
          const answer = await app.http('POST', `/api/enrollments/${guest}/cancellation`, { body, token })
          expect([answer.status, answer.body.error], `${key}`).toEqual([
            409,
            'To cancel this seat, open the link in our e-mail about it, or call us at +91 44 5550 0142.',
          ])
        }
      }
      expect(await everything()).toEqual(before)
    })

    test('a cancellation of an unknown seat, or of one’s own seat together with a seat of somebody else, is refused', async () => {
      const [id, other] = [await paid(), await paid({ email: 'uma@mail.example', phone: '9876500011' })]
      const before = await everything()
      expect((await cancel('nobody-has-this', '0.00')).status).toBe(404)
      const answer = await cancel(id, '2500.00', [id, other])
      expect([answer.status, answer.body.fields]).toEqual([
        400,
        { 'seats.1': 'This isn’t one of your seats.' },
      ])
      expect(await everything()).toEqual(before)
    })

    test('a cancellation is refused if the school lets nobody cancel, with its phone number only if it has one', async () => {
      await storeSettings(app, { canCancelSeats: 'false' })
      const id = await paid()
      const before = await everything()
      expect((await view(id)).cancelling).toEqual({ refused: 'school', seats: [], due: '0.00', until: null })
      await refused(
        await cancel(id, '1250.00'),
        before,
        'You can’t cancel this seat here. Please call us at +91 44 5550 0142.',
      )
      await storeSettings(app, { phone: '' })
      await refused(
        await cancel(id, '1250.00'),
        before,
        'You can’t cancel this seat here. Please contact us.',
      )
    })

    test('a cancellation is allowed until the deadline, and refused from then on', async () => {
      const [id, other] = [await paid(), await paid({ email: 'uma@mail.example', phone: '9876500011' })]
      app.deps.clock.set(until)
      expect((await view(id)).cancelling).toEqual({ refused: 'late', seats: [], due: '0.00', until })
      await refused(
        await cancel(id, '1250.00'),
        await everything(),
        'This seat could be cancelled here until 10 March 2026 at 10:00 am. To cancel now, please call us at +91 44 5550 0142.',
      )
      app.deps.clock.set('2026-03-10T04:29:59.999Z')
      expect((await cancel(other, '1250.00')).status).toBe(200)
      // The page of a batch that is over says nothing about cancelling.
      app.deps.clock.set('2026-03-13T06:30:00.000Z')
      expect((await view(id)).cancelling).toBeUndefined()
    })

    test('an unpaid seat, and a seat whose payment is checked, cannot be cancelled', async () => {
      const id = await enrol()
      expect((await view(id)).cancelling).toBeUndefined()
      const unconfirmed = 'This seat isn’t confirmed any more, so there’s nothing to cancel.'
      await refused(await cancel(id, '0.00'), await everything(), unconfirmed)
      await app.http('PATCH', `/api/enrollments/${id}/status`, { body: { status: 'confirmed' } })
      expect((await view(id)).cancelling).toEqual({
        refused: 'checking',
        seats: [],
        due: '0.00',
        until: null,
      })
      await refused(await cancel(id, '0.00'), await everything(), unconfirmed)
    })

    test('a part-paid seat cannot be cancelled while a further payment is checked', async () => {
      const id = await enrol()
      await app.db.transaction((tx) =>
        app.app.services.registrationDeps.payments.recordClaim(
          tx,
          { kind: 'enrolment', id },
          { reference: null, amountInPaise: 250_000 },
        ),
      )
      await pay(id, '1000')
      await app.db.transaction((tx) =>
        app.app.services.registrationDeps.payments.recordClaim(
          tx,
          { kind: 'enrolment', id },
          { reference: '700000000009', amountInPaise: 150_000 },
        ),
      )
      expect((await view(id)).cancelling).toEqual({
        refused: 'checking',
        seats: [],
        due: '0.00',
        until: null,
      })
      await refused(
        await cancel(id, '500.00'),
        await everything(),
        'We’re checking your payment, so this seat can’t be cancelled here yet. Please call us at +91 44 5550 0142.',
      )
    })

    test('a cancellation is refused if the page showed another sum', async () => {
      const id = await paid()
      const before = await everything()
      for (const back of ['2500.00', '1250.01', '1250', '']) {
        const answer = await cancel(id, back)
        if (back === '') expect(answer.status).toBe(400)
        else {
          expect(answer.body).toMatchObject({ code: 'amount_differs', details: { back: '1250.00' } })
          await refused(
            answer,
            before,
            'The refund for this has changed to ₹1,250. Check it, and cancel again if you still want to.',
          )
        }
      }
    })

    test('a seat that its payer or staff have cancelled cannot be cancelled again', async () => {
      const id = await paid()
      expect((await cancel(id, '1250.00')).status).toBe(200)
      await refused(await cancel(id, '1250.00'), await everything(), 'This seat is already cancelled.')
      const other = await paid({ email: 'uma@mail.example', phone: '9876500011' })
      await ok(as('POST', `seats/enrolment/${other}/cancel`))
      await refused(await cancel(other, '1250.00'), await everything(), 'This seat is already cancelled.')
    })
  })

  test('half of the money is noted as owed, the school keeps the rest, and everybody is told', async () => {
    const id = await paid()
    const shown = await view(id)
    expect(shown.cancelling).toMatchObject({
      until,
      seats: [{ id, reference: shown.reference, name: 'Meena Krishnan', paid: '2500.00', back: '1250.00' }],
    })
    const answer = await cancel(id, '1250.00')
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { id, reference: shown.reference, status: 'cancelled', back: '1250.00', kept: '1250.00' },
    ])
    expect(await seatOf(id)).toMatchObject({
      status: 'cancelled',
      paid_in_paise: 125_000,
      waits_in_paise: 125_000,
    })
    await agree()
    expect((await seatCounts(app, courseId)).live).toBe(0)
    const money = { paid: '2500.00', back: '1250.00', refunded: '0.00' }
    expect(await view(id)).toMatchObject({ status: 'cancelled', cancelled: money })
    expect((await view(id)).cancelling).toBeUndefined()
    const letter = await newestLetterTo(app, email)
    expect(letter.subject).toBe('You cancelled your seat in Bridal Bouquets')
    expect(letter.text).toContain('We’ve cancelled your seat in Bridal Bouquets, as you asked.')
    expect(letter.text).toContain('We’ll refund ₹1,250 of the ₹2,500 that you paid.')
    expect(letter.text).not.toContain('nothing to pay')
    const notice = await newestLetterTo(app, 'hello@malar.example')
    expect(notice.subject).toContain('Seat cancelled in Bridal Bouquets')
    expect(notice.text).toContain(
      'Meena Krishnan has cancelled their seat on the site. Refund ₹1,250. You’ll find it under “Refunds due” in the Money Desk.',
    )
    const log = await ok(as('GET', 'audit?kind=enrolment', undefined, owner))
    expect(log[0].changes).toEqual([
      { field: 'status', from: 'confirmed', to: 'cancelled' },
      { field: 'cancelled by', from: null, to: 'the payer' },
      { field: 'to give back', from: null, to: '1250.00' },
      { field: 'kept', from: null, to: '1250.00' },
    ])
    expect(await toGiveBack()).toMatchObject([{ id, waits: '1250.00' }])
    // Staff send the refund, and no money waits any more. The dashboard counts the money that the school kept.
    await ok(refund(id, {}))
    expect([await toGiveBack(), (await view(id)).cancelled]).toEqual([
      [],
      { paid: '2500.00', back: '0.00', refunded: '1250.00' },
    ])
    expect(await seatOf(id)).toMatchObject({
      paid_in_paise: 125_000,
      waits_in_paise: 0,
      refunded_in_paise: 125_000,
    })
    expect((await app.app.services.dashboard.stats()).grand_total_orders).toBe(1250)
    const seat = await ok(as('GET', `seats/enrolment/${id}`))
    expect(seat.seat).toMatchObject({ status: 'cancelled', payment: 'part-refunded', due: '0.00' })
  })

  partOnSqlite(engine, 'sums and groups', () => {
    test.each<[string, object, string | undefined, string, string, string]>([
      ['all', { cancelShare: '100' }, undefined, '2500.00', '0.00', 'We’ll refund the ₹2,500 that you paid.'],
      [
        'nothing',
        { cancelShare: '0' },
        undefined,
        '0.00',
        '2500.00',
        'We won’t refund the ₹2,500 that you paid.',
      ],
      [
        'a third of a part payment',
        { cancelShare: '33' },
        '1000.01',
        '330.01',
        '670.00',
        'We’ll refund ₹330.01 of the ₹1,000.01 that you paid.',
      ],
      [
        'half of the price and all that was paid beyond it',
        {},
        '2600',
        '1350.00',
        '1250.00',
        'We’ll refund ₹1,350 of the ₹2,600 that you paid.',
      ],
    ])('the refund is %s', async (_, settings, amount, back, kept, sentence) => {
      await storeSettings(app, settings as Record<string, string>)
      const id = await paid({}, amount)
      expect((await view(id)).cancelling.seats).toMatchObject([{ back }])
      const answer = await cancel(id, back)
      expect(answer.body.data, answer.text).toMatchObject({ back, kept })
      const { paid_in_paise, waits_in_paise } = await seatOf(id)
      expect([paid_in_paise, waits_in_paise]).toEqual(
        [Number(kept) * 100, Number(back) * 100].map(Math.round),
      )
      await agree()
      expect((await newestLetterTo(app, email)).text).toContain(sentence)
      expect((await toGiveBack()).map(({ waits }: { waits: string }) => waits)).toEqual(
        Number(back) > 0 ? [back] : [],
      )
      expect((await ok(as('GET', 'money/waiting'))).length).toBe(0)
    })

    test('a free seat is cancelled too, and its coupon can be used again', async () => {
      const code = 'FREE'
      const coupon = { code, kind: 'percent', percent: 100 }
      const made = await as('POST', 'coupons', coupon, owner)
      expect(made.status, made.text).toBe(201)
      const id = await enrol({ couponCode: code })
      expect(await view(id)).toMatchObject({ status: 'confirmed', amount: '0.00' })
      const uses = async () =>
        (await app.db.read.selectFrom('coupon').select('uses').where('code', '=', code).executeTakeFirst())
          ?.uses
      expect(await uses()).toBe(1)
      expect((await cancel(id, '0.00')).body.data).toMatchObject({ back: '0.00', kept: '0.00' })
      expect(await uses()).toBe(0)
      expect((await newestLetterTo(app, email)).text).toContain('There’s nothing to pay.')
    })

    test('a payer of several seats chooses which ones to cancel, and the others stay', async () => {
      const id = await paid({ others: [{ fullName: 'Arun Raj' }, {}] })
      const { seats } = (await view(id)).cancelling as { seats: { id: string; back: string; name: string }[] }
      expect(seats.map(({ name, back }) => [name, back])).toEqual([
        ['Meena Krishnan', '1250.00'],
        ['Arun Raj', '1250.00'],
        [null, '1250.00'],
      ])
      const [own, arun, guest] = seats.map((one) => one.id) as [string, string, string]
      expect((await cancel(id, '1250.00', [arun, guest])).body.code).toBe('amount_differs')
      expect((await cancel(id, '2500.00', [arun, guest])).body.data).toMatchObject({ status: 'confirmed' })
      const letter = await newestLetterTo(app, email)
      expect(letter.subject).toBe('You cancelled your 2 seats in Bridal Bouquets')
      expect(letter.text).toContain('We’ll refund ₹2,500 of the ₹5,000 that you paid.')
      expect(letter.text).toContain('You keep your other seat.')
      expect((await seatCounts(app, courseId)).live).toBe(1)
      const after = await view(id)
      expect([after.status, after.cancelled.back, after.cancelling.seats.length]).toEqual([
        'confirmed',
        '2500.00',
        1,
      ])
      expect((await cancel(id, '1250.00', [own])).body.data).toMatchObject({ status: 'cancelled' })
      expect((await view(id)).cancelled).toEqual({ paid: '7500.00', back: '3750.00', refunded: '0.00' })
      expect(await toGiveBack()).toMatchObject([{ id, waits: '3750.00' }])
      await agree()
    })

    test('the browser that took the seat, the link in its e-mails and the payer’s own account prove who the payer is', async () => {
      const body = { ...enrolmentBody(courseId, { email, phone: '9876543210' }) }
      const headers = { 'idempotency-key': 'a-seat-with-a-key' }
      const { id, key } = await ok(app.http('POST', '/api/enrollments', { body, headers }))
      await pay(id)
      const cancelBy = (id: string, proof: { key: string | null; token?: string }) =>
        app.http('POST', `/api/enrollments/${id}/cancellation`, {
          body: { seats: [id], back: '1250.00', key: proof.key },
          token: proof.token ?? null,
        })
      await ok(cancelBy(id, { key }))
      // The link in the e-mail that confirms the seat proves that its reader is the payer.
      const other = await paid({ email: 'uma@mail.example', phone: '9876500011' })
      const letter = await newestLetterTo(app, 'uma@mail.example')
      expect(letter.text).toContain('View or cancel your seat')
      expect(letter.text).toContain(
        'If you can’t come, you can cancel your seat from the link above until 10 March 2026 at 10:00 am.',
      )
      const [, token = ''] = /#proof=([\w.-]+)/.exec(letter.text) ?? []
      expect((await app.http('POST', '/api/proofs', { body: { token } })).body.data.id).toBe(other)
      await ok(cancelBy(other, { key: token }))
      const own = await paid({ email: user.email, phone: '9876500012' })
      // An account with an unverified address does not prove that its user is the payer.
      const isVerified = (emailVerified: 0 | 1) =>
        app.db.write.updateTable('user').set({ emailVerified }).where('id', '=', user.userId).execute()
      await isVerified(0)
      expect((await cancelBy(own, { key: null, token: user.token })).status).toBe(409)
      await isVerified(1)
      await ok(cancelBy(own, { key: null, token: user.token }))
      const stored = await app.db.read.selectFrom('idempotency').selectAll().execute()
      expect([stored.length > 0, JSON.stringify(stored).includes(key)]).toEqual([true, false])
    })

    test('the money paid first pays for the seats that stay, so it does not matter which seat it was recorded for', async () => {
      for (const which of [0, 1]) {
        const person = { email: `n${which}@mail.example`, phone: `987650002${which}` }
        const id = await paid({ ...person, others: [{ fullName: 'Arun Raj' }] }, '3000')
        const { seats, due } = (await view(id)).cancelling
        expect([due, seats.map(({ due }: { due: string }) => due)]).toEqual(['2000.00', ['0.00', '2000.00']])
        const one = seats[which]
        // ₹500 is left after the price of the seat that stays, and half of these ₹500 is refunded.
        expect(one.back).toBe('250.00')
        await ok(cancel(id, '250.00', [one.id]))
        const after = await view(id)
        expect([after.rest, after.amount, after.status]).toEqual([undefined, '2500.00', 'confirmed'])
        expect(after.cancelled).toEqual({ paid: '500.00', back: '250.00', refunded: '0.00' })
        const { text } = await newestLetterTo(app, person.email)
        expect(text).toContain('We’ll refund ₹250 of the ₹500 that you paid.')
        if (which === 0)
          expect(text).toContain('₹2,000 of what you paid now counts towards the seats you keep.')
        await agree()
      }
    })

    test('a booking of an event is cancelled by the same page', async () => {
      const body = bookingBody(courseId, { email, phone: '9876543210', paymentAmount: 2500 })
      const { id } = await ok(app.http('POST', '/api/events_enrollments', { body }))
      await pay(id, undefined, 'events_enrollments')
      expect((await cancel(id, '1250.00')).body.data, 'booking').toMatchObject({ status: 'cancelled' })
      expect(await toGiveBack()).toMatchObject([{ id, kind: 'event-booking', waits: '1250.00' }])
      await agree()
    })

    test('a seat keeps the rule that its payer agreed to, and an older seat without a stored rule follows the present rule', async () => {
      const before = await paid()
      await app.db.write
        .updateTable('registration')
        .set({ cancel_hours: null, cancel_share: null })
        .where('id', '=', before)
        .execute()
      await storeSettings(app, { canCancelSeats: 'true', cancelShare: '80' })
      const agreed = await paid({ email: 'uma@mail.example', phone: '9876500011' })
      await storeSettings(app, { cancelShare: '10', cancelHours: '4000' })
      expect((await view(before)).cancelling).toMatchObject({ refused: 'school' })
      expect((await view(agreed)).cancelling).toMatchObject({ until, seats: [{ back: '2000.00' }] })
      await storeSettings(app, { cancelShare: '10', cancelHours: '24' })
      expect((await view(before)).cancelling).toMatchObject({
        until: '2026-03-11T04:30:00.000Z',
        seats: [{ back: '250.00' }],
      })
      await storeSettings(app, { canCancelSeats: 'false' })
      expect((await view(before)).cancelling).toMatchObject({ refused: 'school' })
      expect((await cancel(before, '250.00')).status).toBe(409)
      expect((await cancel(agreed, '2000.00')).status).toBe(200)
    })

    test('a seat booked while nobody may cancel cannot be cancelled later, and a seat that staff add keeps the rule of its day', async () => {
      await storeSettings(app, { canCancelSeats: 'false' })
      const id = await paid()
      expect((await newestLetterTo(app, email)).text).toContain('If you can’t come, please call us')
      await storeSettings(app, { canCancelSeats: 'true' })
      const desk = { batchId: here, name: 'Uma', phone: '9876500011', payment: 'cash', letter: true }
      const added = await ok(as('POST', 'enrollments', { ...desk, email: 'uma@mail.example' }))
      await storeSettings(app, { cancelShare: '0', cancelHours: '200' })
      expect((await view(id)).cancelling).toEqual({ refused: 'school', seats: [], due: '0.00', until: null })
      expect((await view(added.id)).cancelling).toMatchObject({ until, seats: [{ back: '1250.00' }] })
    })

    test('a request that waits for the link in its e-mail keeps the rule and the terms of its day', async () => {
      await storeSettings(app, { confirmFirst: 'true', cancelShare: '100' })
      const id = await enrol()
      const letter = await newestLetterTo(app, email)
      const [, token = ''] = /#proof=([\w.-]+)/.exec(letter.text) ?? []
      await storeSettings(app, { cancelShare: '0', cancelHours: '240' })
      await ok(app.http('POST', '/api/proofs', { body: { token } }))
      await pay(id)
      expect((await view(id)).cancelling).toMatchObject({ until, seats: [{ back: '2500.00' }] })
      // The link in the e-mail that confirms the request proves that its reader is the payer, too.
      const body = { seats: [id], back: '2500.00', key: token }
      await ok(app.http('POST', `/api/enrollments/${id}/cancellation`, { body }))
      await storeSettings(app, { confirmFirst: 'false' })
    })

    test('a hold that waits for the link in its e-mail keeps the rule and the terms of its day', async () => {
      await storeSettings(app, { confirmFirst: 'true', cancelShare: '100' })
      const { hash } = (await app.http('GET', '/api/policies/course-terms')).body
      await ok(app.http('POST', '/api/seat-holds', { body: holdBody(courseId, { email, batchId: here }) }))
      const { text } = await newestLetterTo(app, email)
      const [, token = ''] = /#proof=([\w.-]+)/.exec(text) ?? []
      await storeSettings(app, { cancelShare: '0', cancelHours: '240' })
      expect(await ok(app.http('POST', '/api/proofs', { body: { token } }))).toMatchObject({
        kind: 'seat-hold',
      })
      const { id } = await ok(app.http('POST', '/api/proofs', { body: { token, completes: true } }))
      await pay(id, undefined, 'events_enrollments')
      expect(await view(id)).toMatchObject({
        terms: { hash },
        cancelling: { until, seats: [{ back: '2500.00' }] },
      })
      await storeSettings(app, { confirmFirst: 'false' })
    })

    test('a hold that the dialog completes keeps the rule and the terms of the booking', async () => {
      const hold = await ok(app.http('POST', '/api/seat-holds', { body: holdBody(courseId, { email }) }))
      const shown = (await app.http('GET', '/api/policies/course-terms')).body.hash
      await storeSettings(app, { cancelShare: '80' })
      const book = (terms: string) =>
        app.http('POST', '/api/events_enrollments', {
          body: bookingBody(courseId, { email, holdId: hold.id, terms }),
        })
      expect((await book(shown)).body.error).toBe('Our terms have changed. Please read them again.')
      const now = (await app.http('GET', '/api/policies/course-terms')).body.hash
      const { id } = await ok(book(now))
      await storeSettings(app, { cancelShare: '10' })
      await pay(id, undefined, 'events_enrollments')
      expect(await view(id)).toMatchObject({
        terms: { hash: now },
        cancelling: { seats: [{ back: '2000.00' }] },
      })
    })

    test('the deadline of a batch without a starting time counts from the start of its day', async () => {
      const untimed = await ok(as('POST', 'batches', { courseId, day: '2026-03-20', capacity: 20 }))
      const id = await paid({ batchId: untimed.id })
      expect((await view(id)).cancelling).toMatchObject({ until: '2026-03-17T18:30:00.000Z' })
      app.deps.clock.set('2026-03-17T18:30:00.000Z')
      expect((await cancel(id, '1250.00')).status).toBe(409)
    })

    test('the deadline follows a seat that staff move to another batch, and the freed seat is of that batch', async () => {
      const id = await paid()
      await ok(as('POST', `seats/enrolment/${id}/move`, { from: here, to: later }))
      app.deps.clock.set(until)
      expect((await view(id)).cancelling).toMatchObject({ until: '2026-03-30T04:30:00.000Z' })
      expect((await cancel(id, '1250.00')).status).toBe(200)
      await agree()
    })

    test('staff can restore a cancelled seat with the money that waits and the money that was kept', async () => {
      const id = await paid()
      await cancel(id, '1250.00')
      await ok(as('POST', `seats/enrolment/${id}/move`, { from: here, to: later }))
      expect(await seatOf(id)).toMatchObject({
        status: 'confirmed',
        batch_id: later,
        paid_in_paise: 250_000,
        waits_in_paise: 0,
      })
      // The restored seat can be cancelled once more, and its payer gets another message.
      expect((await cancel(id, '1250.00')).status).toBe(200)
      const told = (await kindsTo(email)).filter(({ template }) => template === 'seat-let-go')
      expect(told).toHaveLength(2)
      await agree()
    })

    test('staff can restore a cancelled seat if the school kept all money, or has refunded its part already', async () => {
      await storeSettings(app, { cancelShare: '0' })
      const id = await paid()
      await ok(cancel(id, '0.00'))
      await ok(as('POST', `seats/enrolment/${id}/move`, { from: here, to: later }))
      expect(await seatOf(id)).toMatchObject({ status: 'confirmed', batch_id: later, paid_in_paise: 250_000 })
      await storeSettings(app, { cancelShare: '50' })
      const other = await paid({ batchId: here, email: 'uma@mail.example', phone: '9876500011' })
      await ok(cancel(other, '1250.00'))
      await ok(refund(other, {}))
      await ok(as('POST', `seats/enrolment/${other}/move`, { from: here, to: later }))
      const seat = await ok(as('GET', `seats/enrolment/${other}`))
      expect(seat.seat).toMatchObject({ status: 'confirmed', payment: 'part', due: '1250.00' })
      // The school kept nothing for a seat that was refunded completely, so staff cannot restore that seat.
      await storeSettings(app, { cancelShare: '100' })
      const whole = await paid({ batchId: here, email: 'ravi@mail.example', phone: '9876500012' })
      await ok(cancel(whole, '2500.00'))
      await ok(refund(whole, {}))
      const answer = await as('POST', `seats/enrolment/${whole}/move`, { from: here, to: later })
      expect(answer.status).toBe(409)
      await agree()
    })

    test('staff can refund the money that the school kept, up to the money received, and no price changes', async () => {
      const id = await paid()
      await ok(cancel(id, '1250.00'))
      const above = await refund(id, { amount: '2500.01', waits: '1250' })
      expect([above.status, above.body.error]).toEqual([409, 'You can refund at most ₹2,500.'])
      await ok(refund(id, { amount: '1500', waits: '1250' }))
      expect(await seatOf(id)).toMatchObject({ paid_in_paise: 100_000, refunded_in_paise: 150_000 })
      expect((await refund(id, {})).status).toBe(409)
      await ok(refund(id, { amount: '1000', waits: '0' }))
      expect(await view(id)).toMatchObject({
        amount: '2500.00',
        cancelled: { paid: '2500.00', back: '0.00', refunded: '2500.00' },
      })
      expect((await refund(id, { amount: '1' })).status).toBe(409)
      const log = await ok(as('GET', 'audit?kind=enrolment', undefined, owner))
      const changes = log.flatMap((entry: { changes: object[] }) => entry.changes)
      expect(changes).toContainEqual({ field: 'payment', from: 'kept', to: 'refunded' })
      await agree()
    })

    test('a refund that staff began before a seat was cancelled does not reduce the promised refund', async () => {
      const id = await paid({ others: [{ fullName: 'Arun Raj' }] })
      const [own, arun] = (await view(id)).group.seats.map((one: { id: string }) => one.id)
      await ok(cancel(id, '1250.00', [arun]))
      // Staff see ₹1,250. The payer cancels the other seat before staff record the refund.
      await ok(cancel(id, '1250.00', [own]))
      const keeps = { amount: '1000', keepsRest: true }
      expect((await refund(id, keeps)).body.fields).toEqual({ waits: 'Refresh the page and try again.' })
      const answer = await refund(id, { ...keeps, waits: '1250' })
      expect([answer.status, answer.body.error]).toEqual([
        409,
        '₹2,500 is due for refund now. Refresh the page, check the amount, and try again.',
      ])
      expect(await toGiveBack()).toMatchObject([{ waits: '2500.00' }])
      // A refund that lowers the price of a live seat is not the promised refund.
      const live = await paid({ email: 'uma@mail.example', phone: '9876500011' })
      await ok(cancel(live, '1250.00'))
      expect((await refund(live, { amount: '500', waits: '0' })).status).toBe(409)
      expect((await view(live)).cancelled).toEqual({ paid: '2500.00', back: '1250.00', refunded: '0.00' })
      // Somebody else has recorded the refund already.
      await ok(refund(live, { waits: '1250' }))
      const again = await refund(live, { amount: '1250', waits: '1250' })
      expect(again.body.error).toContain('already been refunded')
    })

    test('the rule divides only the money that was really paid, once a mistaken receipt is reversed', async () => {
      const id = await enrol()
      await pay(id, '1000')
      await ok(as('POST', `enrollments/${id}/payment`, { method: 'upi', amount: '1500' }))
      await ok(cancel(id, '1250.00'))
      const receipts = app.db.read.selectFrom('receipt').select('id').where('kind', '=', 'received')
      const wrong = await receipts.where('amount_in_paise', '=', 150_000).executeTakeFirstOrThrow()
      const mistake = { reason: 'Of another student', tell: false }
      await ok(as('POST', `money/receipts/${wrong.id}/reverse`, mistake))
      expect(await seatOf(id)).toMatchObject({ paid_in_paise: 50_000, waits_in_paise: 50_000 })
      await agree()
    })

    describe('after its price or money changed, only what the school still has is divided', () => {
      const reprice = (id: string, price: string) =>
        ok(as('PUT', `seats/enrolment/${id}/price`, { price, reason: 'Friends' }, owner))
      const moved = async (id: string, price: string) => {
        const body = { courseId, day: '2026-05-01', time: '10:00', capacity: 20, price }
        const { id: to } = await ok(as('POST', 'batches', body))
        await ok(as('POST', `seats/enrolment/${id}/move`, { from: here, to, price: 'new' }))
      }
      /** Half of the price, and all that is beyond it, goes back. */
      test.each<[string, (id: string) => Promise<unknown>, string, string, string?]>([
        ['staff reduced the price, and the rest waits', (id) => reprice(id, '2000'), '2500.00', '1500.00'],
        [
          'staff reduced the price and refunded the rest',
          async (id) => {
            await reprice(id, '2000')
            await ok(refund(id, { waits: '500' }))
          },
          '2000.00',
          '1000.00',
        ],
        [
          'staff refunded a part of the price',
          (id) => ok(refund(id, { amount: '500', from: 'pays' })),
          '2000.00',
          '1000.00',
        ],
        [
          'more than the price was paid, and a part of the rest was refunded',
          (id) => ok(refund(id, { amount: '400', from: 'pays' })),
          '3100.00',
          '1850.00',
          '3500',
        ],
        ['staff raised the price', (id) => reprice(id, '3000'), '2500.00', '1250.00'],
        ['it moved to a cheaper batch', (id) => moved(id, '2000'), '2500.00', '1500.00'],
        [
          'it moved to a cheaper batch, and the rest was refunded',
          async (id) => {
            await moved(id, '2000')
            await ok(refund(id, { waits: '500' }))
          },
          '2000.00',
          '1000.00',
        ],
        ['it moved to a dearer batch', (id) => moved(id, '3000'), '2500.00', '1250.00'],
        [
          'it moved to a dearer batch, and the rest was paid',
          async (id) => {
            await moved(id, '3000')
            await pay(id)
          },
          '3000.00',
          '1500.00',
        ],
      ])('%s', async (_, change, has, back, amount) => {
        const id = await paid({}, amount)
        await change(id)
        expect((await view(id)).cancelling).toMatchObject({ seats: [{ paid: has, back }] })
        await ok(cancel(id, back))
        // The page names the sums that the dialog and the letter named.
        expect((await view(id)).cancelled).toEqual({ paid: has, back, refunded: '0.00' })
        expect(await toGiveBack()).toMatchObject([{ id, waits: back }])
        await ok(refund(id, { amount: '100', waits: String(Number(back)), keepsRest: false }))
        const left = (Number(back) - 100).toFixed(2)
        expect((await view(id)).cancelled).toEqual({ paid: has, back: left, refunded: '100.00' })
        await agree()
      })

      test('a coupon', async () => {
        const made = await as('POST', 'coupons', { code: 'LESS', kind: 'percent', percent: 20 }, owner)
        expect(made.status, made.text).toBe(201)
        const id = await paid({ couponCode: 'LESS' })
        await ok(cancel(id, '1000.00'))
        expect((await view(id)).cancelled).toEqual({ paid: '2000.00', back: '1000.00', refunded: '0.00' })
        await agree()
      })

      test('one seat of several has a lower price, which was refunded', async () => {
        const id = await paid({ others: [{ fullName: 'Arun Raj' }] })
        const [own, arun] = (await view(id)).group.seats.map((one: { id: string }) => one.id)
        await ok(
          as('POST', `money/refund`, {
            kind: 'enrolment',
            id: arun,
            method: 'upi',
            note: 'Friends',
            amount: '500',
          }),
        )
        await ok(cancel(id, '2250.00', [own, arun]))
        expect((await view(id)).cancelled).toEqual({ paid: '4500.00', back: '2250.00', refunded: '0.00' })
        await agree()
      })

      test('a seat that staff gave back and that is cancelled once more', async () => {
        const id = await paid()
        await ok(cancel(id, '1250.00'))
        await ok(refund(id, { waits: '1250' }))
        await ok(as('POST', `seats/enrolment/${id}/move`, { from: here, to: later }))
        expect((await view(id)).cancelling).toMatchObject({ seats: [{ paid: '1250.00', back: '625.00' }] })
        await ok(cancel(id, '625.00'))
        expect((await view(id)).cancelled).toEqual({ paid: '1250.00', back: '625.00', refunded: '0.00' })
        await agree()
      })

      test('a receipt is reversed after the cancellation, and an earlier refund is not divided again', async () => {
        const id = await enrol()
        await pay(id, '1000')
        await ok(as('POST', `enrollments/${id}/payment`, { method: 'upi', amount: '1500' }))
        await ok(refund(id, { amount: '500', from: 'pays' }))
        await ok(cancel(id, '1000.00'))
        const receipts = app.db.read.selectFrom('receipt').select('id').where('kind', '=', 'received')
        const wrong = await receipts.where('amount_in_paise', '=', 150_000).executeTakeFirstOrThrow()
        await ok(as('POST', `money/receipts/${wrong.id}/reverse`, { reason: 'Of another', tell: false }))
        const { paid_in_paise, waits_in_paise } = await seatOf(id)
        // Half of what is left is kept.
        expect(paid_in_paise).toBe(waits_in_paise)
        await agree()
      })
    })

    test('the page of a seat that staff cancelled promises no refund, and says how much staff have refunded', async () => {
      const id = await paid()
      await ok(as('POST', `seats/enrolment/${id}/cancel`))
      expect((await view(id)).cancelled).toBeUndefined()
      await ok(refund(id, { amount: '1000', waits: '2500', keepsRest: true }))
      expect((await view(id)).cancelled).toEqual({ paid: '2500.00', back: '0.00', refunded: '1000.00' })
      // Staff restore the seat, which can then be cancelled by the present rule.
      await ok(as('POST', `seats/enrolment/${id}/move`, { from: here, to: later }))
      expect((await view(id)).cancelling).toMatchObject({ seats: [{ back: '750.00' }] })
    })

    test.each([
      ['cancelShare', 'abc'],
      ['cancelShare', ''],
      ['cancelShare', '150'],
      ['cancelHours', '1.5'],
      ['cancelHours', '-5'],
      ['canCancelSeats', 'yes'],
    ])('a stored %s of %j lets nobody cancel', async (name, value) => {
      await storeSettings(app, { [name]: value })
      const id = await paid()
      expect((await view(id)).cancelling).toEqual({ refused: 'school', seats: [], due: '0.00', until: null })
      const morning = await ok(as('GET', 'morning', undefined, owner))
      expect(morning.unreadableSettings).toContain(`school.${name}`)
    })

    test('a seat that was booked after its deadline never claims that it could be cancelled', async () => {
      const soon = await ok(
        as('POST', 'batches', { courseId, day: '2026-03-04', time: '10:00', capacity: 20 }),
      )
      const id = await paid({ batchId: soon.id })
      expect((await view(id)).cancelling).toEqual({ refused: 'school', seats: [], due: '0.00', until: null })
      expect((await cancel(id, '1250.00')).body.error).toContain('can’t cancel this seat here')
    })

    test('seats of two batches leave both calendars, and each message names its own seats and sum', async () => {
      const id = await paid({ others: [{ fullName: 'Arun Raj' }, { fullName: 'Devi' }] })
      const seats = (await view(id)).group.seats.map((one: { id: string }) => one.id)
      await ok(as('POST', `seats/enrolment/${seats[1]}/move`, { from: here, to: later }))
      await ok(cancel(id, '3750.00', seats))
      const rows = await app.db.read
        .selectFrom('outbox')
        .select(['template', 'data'])
        .where('template', '=', 'seat-let-go')
        .where('recipient', '=', email)
        .execute()
      const facts = rows.map(({ data }) => JSON.parse(data))
      const told = facts.map(({ leftBatchId, amountInPaise }) => [leftBatchId, amountInPaise])
      expect(told.sort()).toEqual(
        [
          [here, 500_000],
          [later, 250_000],
        ].sort(),
      )
      const notices = await kindsTo('hello@malar.example')
      const { text } = await newestLetterTo(app, 'hello@malar.example')
      expect([notices.length > 1, /Refund ₹(2,500|1,250)\./.test(text)]).toEqual([true, true])
    })

    test('a mistaken receipt of a cancelled seat is reversed completely', async () => {
      const id = await paid()
      await cancel(id, '1250.00')
      const { id: receipt } = await app.db.read.selectFrom('receipt').select('id').executeTakeFirstOrThrow()
      await ok(
        as('POST', `money/receipts/${receipt}/reverse`, { reason: 'Cash of another student', tell: false }),
      )
      expect(await seatOf(id)).toMatchObject({ status: 'cancelled', paid_in_paise: 0, waits_in_paise: 0 })
      expect(await toGiveBack()).toEqual([])
      await agree()
    })
  })

  test('the freed seat is offered to the first person on the waiting list', async () => {
    await app.app.services.courses.updateClass(courseId, { capacity: 1 }, null)
    const id = await paid({ batchId: here })
    const { registrationDeps } = app.app.services
    const person = {
      fullName: 'Uma',
      phone: '9876500011',
      email: 'uma@mail.example',
      courseId,
      batchId: here,
    }
    await app.db.transaction((tx) => joinWaitingList(registrationDeps, tx, person, atCounter))
    expect((await cancel(id, '1250.00')).status).toBe(200)
    const offers = await app.db.read.selectFrom('waiting_list_entry').select('status').execute()
    expect(offers).toEqual([{ status: 'offered' }])
    expect(await seatCounts(app, courseId)).toMatchObject({ taken: 1, live: 1 })
  })

  describe('cancellations at the same moment', () => {
    const settled = async (answers: readonly { status: number; text: string }[]) => {
      for (const { status, text } of answers) expect([200, 409], text).toContain(status)
      await agree()
      return countsByStatus(answers)
    }

    test('ten cancellations of one seat cancel it once, also if one request is sent repeatedly', async () => {
      const id = await paid()
      const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(id, '1250.00')))
      expect(await settled(answers)).toEqual({ 200: 1, 409: 9 })
      const other = await paid({ email: 'uma@mail.example', phone: '9876500011' })
      const key = { 'idempotency-key': 'the-same-press-again' }
      const again = await Promise.all(Array.from({ length: 5 }, () => cancel(other, '1250.00', [other], key)))
      expect(await settled(again)).toEqual({ 200: 5 })
      expect(new Set(again.map(({ text }) => text)).size).toBe(1)
      expect((await seatCounts(app, courseId)).live).toBe(0)
      expect(await toGiveBack()).toMatchObject([{ waits: '1250.00' }, { waits: '1250.00' }])
    })

    const rivals: [string, (id: string, n: number) => Promise<{ status: number; text: string }>][] = [
      ['staff cancel the seat', (id) => as('POST', `seats/enrolment/${id}/cancel`)],
      [
        'staff move the seat',
        (id) => as('POST', `seats/enrolment/${id}/move`, { from: here, to: later, status: 'confirmed' }),
      ],
      ['staff refund a part of its price', (id) => refund(id, { amount: '500', from: 'pays' })],
      [
        'staff set its price',
        (id) => as('PUT', `seats/enrolment/${id}/price`, { price: '2000', reason: 'Friends' }, owner),
      ],
      [
        'a second payment arrives',
        (id) =>
          as('POST', `enrollments/${id}/payment`, { method: 'upi', amount: '100', acceptDifference: true }),
      ],
    ]
    test.each(rivals)('%s, and the seat and its money end in one of the two orders', async (_, rival) => {
      for (let n = 0; n < 2; n++) {
        const id = await paid({ email: `n${n}@mail.example`, phone: `987650001${n}` })
        const first = () => cancel(id, '1250.00')
        const second = () => rival(id, n)
        const answers = await Promise.all(n % 2 === 0 ? [first(), second()] : [second(), first()])
        await settled(answers)
        const { status, waits_in_paise, refunded_in_paise } = await seatOf(id)
        const [own] = n % 2 === 0 ? answers : answers.toReversed()
        if (own?.status === 200)
          expect([status, waits_in_paise + refunded_in_paise >= 125_000]).toEqual(['cancelled', true])
      }
    })

    test('a batch that is cancelled at the same moment owes each seat either a part of its money or all of it', async () => {
      const ids = []
      for (let n = 0; n < 4; n++)
        ids.push(await paid({ email: `n${n}@mail.example`, phone: `987650001${n}` }))
      const [batch, ...own] = await Promise.all([
        as('POST', `batches/${here}/cancel`, { reason: 'Rain' }),
        ...ids.map((id) => cancel(id, '1250.00')),
      ])
      expect(batch.status, batch.text).toBe(200)
      await settled(own)
      for (const [n, id] of ids.entries()) {
        const { status, waits_in_paise } = await seatOf(id)
        expect([status, waits_in_paise]).toEqual(['cancelled', own[n]?.status === 200 ? 125_000 : 250_000])
      }
      expect((await seatCounts(app, courseId)).live).toBe(0)
    })

    test('several payers cancel the seats of a full batch, and each freed seat goes to one person on the waiting list', async () => {
      await app.app.services.courses.updateClass(courseId, { capacity: 4 }, null)
      const ids = []
      for (let n = 0; n < 4; n++)
        ids.push(await paid({ batchId: here, email: `n${n}@mail.example`, phone: `987650001${n}` }))
      const { registrationDeps } = app.app.services
      for (let n = 0; n < 3; n++) {
        const person = { fullName: 'Uma', phone: `987650002${n}`, email: `w${n}@mail.example` }
        await app.db.transaction((tx) =>
          joinWaitingList(registrationDeps, tx, { ...person, courseId, batchId: here }, atCounter),
        )
      }
      expect(await settled(await Promise.all(ids.map((id) => cancel(id, '1250.00'))))).toEqual({ 200: 4 })
      const offers = await app.db.read.selectFrom('waiting_list_entry').select('status').execute()
      expect(offers.map(({ status }) => status)).toEqual(['offered', 'offered', 'offered'])
      expect(await seatCounts(app, courseId)).toMatchObject({ taken: 3, live: 3 })
    })

    test('the refund is the sum that the page showed, although the owner changes the rule', async () => {
      await storeSettings(app, { canCancelSeats: 'false' })
      const id = await paid()
      await storeSettings(app, rule)
      await lastConfirmed(app, owner, 0)
      const [own] = await Promise.all([
        cancel(id, '1250.00'),
        as('PUT', 'school-settings', { cancelShare: 10 }, owner),
      ])
      const { status, waits_in_paise } = await seatOf(id)
      expect([status, waits_in_paise]).toEqual(own.status === 200 ? ['cancelled', 125_000] : ['confirmed', 0])
      await agree()
    })
  })
})
