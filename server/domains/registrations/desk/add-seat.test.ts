import { beforeEach, describe, expect, test } from 'vitest'
import * as general from '../../../../contract/fields.en.ts'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { lettersTo, waitFor } from '../../../../tests/harness/letters.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import { addCourse, addUndatedCourse, enrol, seatCounts } from '../../../../tests/harness/seats.ts'

const noReason =
  'Give a reason for a different price, for a seat beyond the capacity, or for taking someone out of turn.'

onEachEngine('staff who add a person to a batch', (app) => {
  const { owner, staff, 'front-desk': desk, user } = callers(app, 'owner', 'staff', 'front-desk', 'user')
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(
      app,
      [
        'waiting_list_entry',
        'allocation',
        'receipt_key',
        'receipt',
        'claim',
        'registration',
        'meeting',
        'batch',
      ],
      'courses',
    )
    await emptyTables(app, ['course', 'outbox', 'audit_entry', 'student'])
  })

  const batchOf = async (courseId: string): Promise<string> =>
    (await app.http('GET', `/api/admin/batches?course=${courseId}`, { token: staff.token })).body.data[0].id
  const body = (batchId: string, changes: object = {}) => ({
    name: 'Kavya Rajan',
    email: 'kavya@mail.example',
    phone: '+91 98765 43210',
    batchId,
    payment: 'cash',
    letter: true,
    ...changes,
  })
  const add = (batchId: string, changes: object = {}, token: string | null = staff.token) =>
    app.http('POST', '/api/admin/enrollments', { token, body: body(batchId, changes) })
  const added = async (batchId: string, changes: object = {}, token = staff.token) => {
    const answer = await add(batchId, changes, token)
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data
  }
  const seatRow = (id: string) =>
    app.db.read.selectFrom('seat').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const seats = async (courseId: string) => (await seatCounts(app, courseId)).live

  test('visitors and users who are not staff may not add a person or search people and batches', async () => {
    const { id } = await addCourse(app)
    const batchId = await batchOf(id)
    expect((await add(batchId, {}, null)).status).toBe(401)
    expect((await add(batchId, {}, user.token)).status).toBe(403)
    for (const path of ['/api/admin/people?q=kavya', '/api/admin/coming-batches']) {
      expect((await app.http('GET', path)).status).toBe(401)
      expect((await app.http('GET', path, { token: user.token })).status).toBe(403)
    }
    expect(await seats(id)).toBe(0)
  })

  test.each<[object, Record<string, string>]>([
    [{ name: '' }, { name: 'Full name is required' }],
    [{ phone: '' }, { phone: 'Phone number is required' }],
    [{ phone: '12' }, { phone: general.phoneInvalid }],
    [{ email: 'kavya at home' }, { email: general.emailInvalid }],
    [
      { payment: 'shells' },
      { payment: 'Choose how the seat was paid for, or that it will be paid for later' },
    ],
    [{ price: -1 }, { price: 'Enter a price of 0 or more, with at most 2 decimal places' }],
    [{ price: 10_000 }, { reason: noReason }],
  ])('adding a person with %j is refused with a sentence beside the field', async (changes, fields) => {
    const { id } = await addCourse(app)
    const answer = await add(await batchOf(id), changes)
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
    expect(await seats(id)).toBe(0)
  })

  test('a person cannot be added to a batch that is over, cancelled or unknown', async () => {
    const { id } = await addCourse(app)
    const batchId = await batchOf(id)
    expect((await add('nowhere')).status).toBe(409)
    const onDay = (starts_on: string) =>
      app.db.write.updateTable('batch').set({ starts_on }).where('id', '=', batchId).execute()
    await onDay('2026-02-12')
    const over = await add(batchId)
    expect([over.status, over.body.message]).toEqual([409, 'This batch is over.'])
    await onDay('2026-03-12')
    await app.http('POST', `/api/admin/batches/${batchId}/cancel`, {
      token: staff.token,
      body: { reason: 'Rain' },
    })
    expect((await add(batchId)).status).toBe(409)
    expect(await seats(id)).toBe(0)
  })

  test('a person added with a cash payment gets a confirmed seat, a receipt in the ledger and an e-mail', async () => {
    const { id } = await addCourse(app)
    const answer = await added(await batchOf(id), { note: 'Brings her sister' })
    expect(answer).toMatchObject({ status: 'confirmed', letters: 1, chats: 1 })
    expect(await seatRow(answer.id)).toMatchObject({
      phone: '9876543210',
      mailbox: 'kavya@mail.example',
      status: 'confirmed',
      hold_until: null,
      staff_note: 'Brings her sister',
    })
    const receipt = await app.db.read.selectFrom('receipt').selectAll().executeTakeFirstOrThrow()
    expect([receipt.method, Number(receipt.amount_in_paise)]).toEqual(['cash', 1_250_000])
    expect((await lettersTo(app, 'kavya@mail.example')).map(({ template }) => template)).toEqual([
      'enrolment-confirmed',
    ])
    const log = await app.db.read
      .selectFrom('audit_entry')
      .select(['action', 'actor_email', 'changes'])
      .where('record_id', '=', answer.id)
      .execute()
    expect(log).toMatchObject([{ action: 'added', actor_email: staff.email }])
    expect(log[0]?.changes).toContain('cash')
    expect(await seatCounts(app, id)).toMatchObject({ taken: 1, live: 1 })
  })

  test('a person added to pay later gets a seat held until the batch begins, and an e-mail', async () => {
    const { id } = await addCourse(app, { startTime: '10:00' })
    const answer = await added(await batchOf(id), { payment: 'later' })
    expect(await seatRow(answer.id)).toMatchObject({
      status: 'pending',
      hold_until: '2026-03-12T04:30:00.000Z',
      proved_at: testNow,
    })
    expect((await lettersTo(app, 'kavya@mail.example')).map(({ template }) => template)).toEqual([
      'enrolment-received',
    ])
    expect(await app.db.read.selectFrom('receipt').select('id').execute()).toEqual([])
  })

  test('a person added with e-mails off gets no message, and a person without an e-mail address gets only a chat message', async () => {
    const { id } = await addCourse(app)
    const batchId = await batchOf(id)
    const silent = await added(batchId, { letter: false })
    expect(silent).toMatchObject({ letters: 0, chats: 0 })
    expect(await app.db.read.selectFrom('outbox').select('id').execute()).toEqual([])
    for (const email of ['', undefined]) {
      const unreachable = await added(batchId, { email, phone: '9876500001' })
      expect(unreachable).toMatchObject({ letters: 0, chats: 1 })
      expect(await seatRow(unreachable.id)).toMatchObject({ email: '', mailbox: '' })
    }
    const queued = await app.db.read.selectFrom('outbox').select(['channel', 'recipient']).execute()
    expect(queued).toEqual([
      { channel: 'chat', recipient: '9876500001' },
      { channel: 'chat', recipient: '9876500001' },
    ])
    await added(batchId, { email: '', phone: '9876500002', payment: 'later', letter: false })
    const cancelled = await app.http('POST', `/api/admin/seats/enrolment/${silent.id}/cancel`, {
      token: staff.token,
    })
    expect(cancelled.status).toBe(200)
  })

  test('staff may set a different price with a reason, and a seat at no price is confirmed without money', async () => {
    const { id } = await addCourse(app)
    const batchId = await batchOf(id)
    const cheap = await added(batchId, { price: '9999.50', reason: 'Her second course', payment: 'upi' })
    expect(Number((await seatRow(cheap.id)).amount_in_paise)).toBe(999_950)
    const free = await added(batchId, { price: 0, reason: 'Helps with the garlands', payment: 'later' })
    expect(free.status).toBe('confirmed')
    expect(await app.db.read.selectFrom('receipt').select('method').execute()).toEqual([{ method: 'upi' }])
    const atDesk = await add(batchId, { price: 0, reason: 'A friend' }, desk.token)
    expect([atDesk.status, atDesk.body.message]).toEqual([403, 'Only an owner or a manager can do this.'])
    await added(batchId, {}, desk.token)
  })

  test('staff may give one person five unpaid seats in a batch, beyond the limits of the site', async () => {
    const { id } = await addCourse(app)
    const batchId = await batchOf(id)
    for (let n = 0; n < 5; n++) await added(batchId, { payment: 'later' })
    expect(await seats(id)).toBe(5)
  })

  test('staff may add a person to a closed batch, a running batch and a batch without a date', async () => {
    const { id } = await addCourse(app)
    const batchId = await batchOf(id)
    await app.http('PUT', `/api/admin/batches/${batchId}`, { token: staff.token, body: { isClosed: true } })
    await added(batchId)
    const today = testNow.slice(0, 10)
    await app.db.write
      .updateTable('batch')
      .set({ starts_on: today, starts_at: '00:01' })
      .where('id', '=', batchId)
      .execute()
    const late = await added(batchId, { payment: 'later' })
    expect((await seatRow(late.id)).hold_until).toBe(`${today}T18:30:00.000Z`)
    const undated = await addUndatedCourse(app)
    const offered = await app.http('POST', '/api/enrollments', {
      body: {
        fullName: 'Uma Raman',
        email: 'uma@mail.example',
        phone: '9876511111',
        paymentMethod: 'UPI',
        courseId: undated.id,
      },
    })
    expect(offered.status).toBe(201)
    const place = await added(await batchOf(undated.id), { payment: 'later' })
    expect(place.status).toBe('pending')
    expect((await seatRow(place.id)).hold_until).toBeNull()
  })

  describe('a person added to a full batch', () => {
    const fullCourse = async () => {
      const { id } = await addCourse(app, { capacity: 1 })
      await enrol(app, id)
      return { id, batchId: await batchOf(id) }
    }
    const capacityOf = async (id: string) => (await seatCounts(app, id)).capacity

    test('the owner alone may add a person beyond the capacity of a full batch, with a reason', async () => {
      const { id, batchId } = await fullCourse()
      expect((await add(batchId)).status).toBe(409)
      expect((await add(batchId, { beyondCapacity: true, reason: 'A chair more' })).status).toBe(403)
      const silent = await add(batchId, { beyondCapacity: true }, owner.token)
      expect([silent.status, silent.body.fields]).toEqual([400, { reason: noReason }])
      expect(await seatCounts(app, id)).toMatchObject({ taken: 1, capacity: 1, live: 1 })
      await added(batchId, { beyondCapacity: true, reason: 'A chair more' }, owner.token)
      expect(await seatCounts(app, id)).toMatchObject({ taken: 2, capacity: 2, live: 2 })
      const log = await app.db.read
        .selectFrom('audit_entry')
        .select('changes')
        .where('kind', '=', 'class')
        .where('record_id', '=', id)
        .where('changes', 'like', '%A chair more%')
        .execute()
      expect(log).toHaveLength(1)
    })

    test('an owner who may exceed the capacity does not raise the capacity while a seat is free', async () => {
      const { id } = await addCourse(app, { capacity: 2 })
      await added(await batchOf(id), { beyondCapacity: true }, owner.token)
      expect(await seatCounts(app, id)).toMatchObject({ taken: 1, capacity: 2 })
    })

    test('eight people added at once to a batch with three seats get three seats', async () => {
      const { id } = await addCourse(app, { capacity: 3 })
      const batchId = await batchOf(id)
      const phones = Array.from({ length: 8 }, (_, n) => `98765000${n}0`.padEnd(10, '0'))
      const answers = await Promise.all(phones.map((phone) => add(batchId, { phone })))
      expect(countsByStatus(answers)).toEqual({ 201: 3, 409: 5 })
      expect(await seatCounts(app, id)).toMatchObject({ taken: 3, live: 3 })
      const beyond = await Promise.all(
        phones
          .slice(0, 4)
          .map((phone) => add(batchId, { phone, beyondCapacity: true, reason: 'Chairs' }, owner.token)),
      )
      expect(countsByStatus(beyond)).toEqual({ 201: 4 })
      expect(await seatCounts(app, id)).toMatchObject({ taken: 7, capacity: 7, live: 7 })
      expect(await capacityOf(id)).toBe(7)
    })

    test('the owner gives a seat to a person on the waiting list out of turn, with a reason', async () => {
      const { id, batchId } = await fullCourse()
      await waitFor(app, id, 'first@mail.example', { phone: '9876500011' })
      await waitFor(app, id, 'second@mail.example', { phone: '9876500012' })
      const entry = (email: string) =>
        app.db.read
          .selectFrom('waiting_list_entry')
          .selectAll()
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
      const second = await entry('second@mail.example')
      const person = { name: 'Second', email: second.email, phone: second.phone, waitingId: second.id }
      const other = await addCourse(app, { nextbatch: '2026-04-01' })
      const elsewhere = await add(await batchOf(other.id), person)
      expect([elsewhere.status, elsewhere.body.message]).toEqual([
        409,
        'This person is on the waiting list for another batch.',
      ])
      const outOfTurn = { ...person, beyondCapacity: true }
      expect((await add(batchId, outOfTurn, owner.token)).body.fields).toEqual({ reason: noReason })
      const seat = await added(batchId, { ...outOfTurn, reason: 'Moves away in May' }, owner.token)
      expect(await entry('second@mail.example')).toMatchObject({ status: 'taken', enrolment_id: seat.id })
      const again = await add(batchId, { ...outOfTurn, reason: 'Again' }, owner.token)
      expect(again.body.message).toContain('no longer on the waiting list')
      expect((await entry('first@mail.example')).status).toBe('waiting')
    })

    test('a person from the waiting list gets the seat that is offered to them, and no second seat', async () => {
      const { id, batchId } = await fullCourse()
      await waitFor(app, id, 'first@mail.example', { phone: '9876500011' })
      const held = await app.db.read.selectFrom('seat').select('id').executeTakeFirstOrThrow()
      await app.http('POST', `/api/admin/seats/enrolment/${held.id}/cancel`, { token: staff.token })
      const entry = await app.db.read.selectFrom('waiting_list_entry').selectAll().executeTakeFirstOrThrow()
      expect(entry.status).toBe('offered')
      await added(batchId, { email: entry.email, phone: entry.phone, waitingId: entry.id })
      expect(await seatCounts(app, id)).toMatchObject({ taken: 1, capacity: 1, live: 1 })
    })
  })

  test('the search finds people by name, phone in any format and e-mail, and shows their courses', async () => {
    const [garlands, torans] = [
      await addCourse(app, { title: 'Garlands' }),
      await addCourse(app, { title: 'Torans', nextbatch: '2026-03-19' }),
    ]
    const toransBatch = await batchOf(torans.id)
    await added(await batchOf(garlands.id), { letter: false })
    app.deps.clock.advance(1000)
    await added(toransBatch, { letter: false, email: 'Kavya+school@mail.example' })
    await app.http('POST', '/api/admin/students', {
      token: staff.token,
      body: { name: 'Sita Iyer', email: 'sita@post.example' },
    })
    const known = async (q: string) =>
      (await app.http('GET', `/api/admin/people?q=${encodeURIComponent(q)}`, { token: staff.token })).body
        .data
    for (const q of ['kavya', '+91 98765 43210', '098765 43', 'kavya@mail.example']) {
      expect(await known(q)).toMatchObject([{ name: 'Kavya Rajan', courses: 2, lastCourse: 'Torans' }])
    }
    expect((await known('kavya'))[0].batchIds).toContain(toransBatch)
    expect(await known('sita')).toMatchObject([{ name: 'Sita Iyer', courses: 0, lastCourse: null }])
    expect(await known('nobody of that name')).toEqual([])
  })

  test('the list of batches for adding a person has open batches by their day, then full, closed and undated ones', async () => {
    const late = await addCourse(app, { title: 'Late', nextbatch: '2026-05-01' })
    const full = await addCourse(app, { title: 'Full', capacity: 1, nextbatch: '2026-03-10' })
    await enrol(app, full.id)
    await addCourse(app, { title: 'Soon', nextbatch: '2026-03-12', price: 250_050 })
    const closed = await addCourse(app, { title: 'Closed', nextbatch: '2026-03-11' })
    await app.db.write.updateTable('batch').set({ is_closed: 1 }).where('course_id', '=', closed.id).execute()
    const undated = await addUndatedCourse(app)
    await enrol(app, undated.id)
    const { body } = await app.http('GET', '/api/admin/coming-batches', { token: staff.token })
    expect(body.data.map((batch: { courseTitle: string }) => batch.courseTitle)).toEqual([
      'Soon',
      'Late',
      'Full',
      'Closed',
      undated.title,
    ])
    expect(body.data[0]).toMatchObject({ seatPrice: 2500.5 })
    await app.db.write.deleteFrom('batch').where('course_id', '=', late.id).execute()
  })
})
