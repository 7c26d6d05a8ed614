import { beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyTables, testNow } from '../../../tests/harness/app.ts'
import { waitFor } from '../../../tests/harness/letters.ts'
import { callers, onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import { placeOrder } from '../../../tests/harness/orders.ts'
import { countsByStatus } from '../../../tests/harness/race.ts'
import { addCourse, confirm, enrol } from '../../../tests/harness/seats.ts'

onEachEngine('a person’s page', (app) => {
  const { staff, user, ...desks } = callers(app, 'staff', 'user', 'front-desk')
  let courseId = ''
  beforeAll(async () => {
    app.deps.clock.set(testNow)
  })
  beforeEach(async () => {
    await emptyTables(app, [
      'person_link',
      'waiting_list_entry',
      'claim',
      'enquiry',
      'custom_request',
      'student',
    ])
    courseId = (await addCourse(app, { title: 'Garlands', capacity: 20 })).id
  })

  const page = (kind: string, id: string, token: string | null = staff.token) =>
    app.http('GET', `/api/admin/people/${kind}/${id}`, { token })
  const shown = async (kind: string, id: string, token = staff.token) => {
    const answer = await page(kind, id, token)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data
  }
  const join = (one: object, other: object, token: string | null = staff.token) =>
    app.http('POST', '/api/admin/people/joined', { token, body: { one, other } })
  const seatOf = (fullName: string, email: string, phone: string) =>
    enrol(app, courseId, { fullName, email, phone })
  let count = 0
  /** Returns contact data that no other test has. */
  const somebody = () => {
    count += 1
    return { email: `kavya.${count}@gmail.com`, phone: `98765${String(count).padStart(5, '0')}` }
  }

  test('people’s pages and joins of records are only for staff, and an unknown person answers 404', async () => {
    const { email, phone } = somebody()
    const { id } = await seatOf('Kavya', email, phone)
    const ref = { kind: 'seat', id }
    for (const [token, status] of [
      [null, 401],
      [user.token, 403],
    ] as const) {
      expect((await page('seat', id, token)).status).toBe(status)
      expect((await join(ref, ref, token)).status).toBe(status)
      const part = await app.http('DELETE', '/api/admin/people/joined/x', { token })
      expect(part.status).toBe(status)
    }
    expect((await page('seat', 'nowhere')).status).toBe(404)
    expect((await page('ghost', id)).status).toBe(404)
    expect((await join(ref, { kind: 'order', id: 'nowhere' })).status).toBe(404)
    expect((await join(ref, ref)).status).toBe(409)
    expect((await app.http('DELETE', '/api/admin/people/joined/x', { token: staff.token })).status).toBe(404)
  })

  test('a person’s page names the next session of the seats that are not cancelled', async () => {
    const { email, phone } = somebody()
    const far = await addCourse(app, { title: 'Wedding garlands', nextbatch: '2026-05-20' })
    const near = await addCourse(app, { title: 'Lotus', nextbatch: '2026-04-20' })
    const first = await enrol(app, far.id, { email, phone })
    const nextOf = async () => (await page('seat', first.id)).body.data.next
    expect(await nextOf()).toMatchObject({ courseTitle: 'Wedding garlands', day: '2026-05-20' })
    const second = await enrol(app, near.id, { email, phone })
    expect(await nextOf()).toMatchObject({ courseTitle: 'Lotus', day: '2026-04-20', courseId: near.id })
    const { batch_id } = await app.db.read
      .selectFrom('seat')
      .select('batch_id')
      .where('id', '=', second.id)
      .executeTakeFirstOrThrow()
    const at = { created_at: testNow, updated_at: testNow }
    await app.db.write
      .insertInto('meeting')
      .values({ ...at, id: 'm-next', batch_id, held_on: '2026-03-10', starts_at: '09:30', ends_at: '12:00' })
      .execute()
    expect(await nextOf()).toMatchObject({ courseTitle: 'Lotus', day: '2026-03-10', batchId: batch_id })
    for (const id of [first.id, second.id])
      await app.db.write
        .updateTable('registration')
        .set({ status: 'cancelled' })
        .where('id', '=', id)
        .execute()
    expect(await nextOf()).toBeNull()
  })

  test('a person’s page has every record with their e-mail address or phone number, and adds up their money', async () => {
    const { email, phone } = somebody()
    const seat = await seatOf('Kavya Rajan', email, phone)
    await confirm(app, seat.id, staff.token)
    const again = await addCourse(app, { title: 'Torans', nextbatch: '2026-03-19' })
    app.deps.clock.advance(1000)
    const second = await enrol(app, again.id, {
      fullName: 'Kavya R',
      email: email.replace('kavya.', 'k.avya.').replace('@', '+school@'),
      phone: '9800000001',
    })
    const full = await addCourse(app, { title: 'Wreaths', capacity: 1, nextbatch: '2026-04-09' })
    await enrol(app, full.id)
    await waitFor(app, full.id, email, { phone })
    await app.http('POST', '/api/categoryuserdata', {
      body: { fullname: 'Kavya', emailaddress: email, phoneno: phone, enquiry: 'Venue', question: 'When?' },
    })
    await app.http('POST', '/api/custom-requests', { body: { comment: 'A toran', name: 'Kavya', email } })
    await app.http('POST', '/api/admin/students', {
      token: staff.token,
      body: { name: 'Kavya of the evenings', phone: `+91 ${phone}` },
    })
    const orderId = await placeOrder(app, [{ productId: null, quantity: 1 }], { customer: 'Kavya Rajan' })
    await app.db.write
      .updateTable('shop_order')
      .set({ email, mailbox: `kavya${count}@gmail.com`, phone: '9811111111' })
      .where('id', '=', orderId)
      .execute()
    const person = await shown('seat', seat.id)
    expect(person.seats.map((one: { reference: string }) => one.reference).sort()).toEqual(
      [seat.reference, second.reference].sort(),
    )
    expect(person.orders).toHaveLength(1)
    expect(person.waiting).toMatchObject([{ courseTitle: 'Wreaths', isOffered: false }])
    expect(person.enquiries).toMatchObject([{ kind: 'Venue', question: 'When?', answered: false }])
    expect(person.requests).toMatchObject([{ comment: 'A toran', answered: false }])
    expect(person.requests).toMatchObject([{ comment: 'A toran' }])
    expect(person.written).toMatchObject([{ name: 'Kavya of the evenings' }])
    expect(person.messages.length).toBeGreaterThan(2)
    expect(person.emails).toContain(email)
    expect(person.phones).toEqual(expect.arrayContaining([phone, '9800000001', '9811111111']))
    expect(person.money.paid).toBe('12500.00')
    expect(Number(person.money.due)).toBeGreaterThanOrEqual(12_500)
    const byEnquiry = await shown('enquiry', person.enquiries[0].id)
    expect(byEnquiry.seats).toHaveLength(2)
    // The front desk sees neither orders nor their money.
    const atDesk = await shown('seat', seat.id, desks['front-desk'].token)
    expect([atDesk.orders, atDesk.money.due]).toEqual([[], '12500.00'])
  })

  test('a cancelled seat leaves nothing due; a record without e-mail address and phone number is shown alone', async () => {
    const { email, phone } = somebody()
    const { id } = await seatOf('Kavya', email, phone)
    await app.http('POST', `/api/admin/seats/enrolment/${id}/cancel`, { token: staff.token })
    const person = await shown('seat', id)
    expect([person.money, person.seats[0].due]).toEqual([
      { paid: '0.00', due: '0.00', waits: '0.00' },
      '0.00',
    ])
    const add = (name: string) =>
      app.http('POST', '/api/admin/students', { token: staff.token, body: { name } })
    const [one] = [await add('Anonymous'), await add('Anonymous')]
    expect((await shown('student', one.body.data.id)).written).toHaveLength(1)
  })

  test('two records of one person can be joined only once, from either record, and separated again', async () => {
    const [first, second, third] = [somebody(), somebody(), somebody()]
    const one = { kind: 'seat', id: (await seatOf('Kavya', first.email, first.phone)).id }
    const other = { kind: 'seat', id: (await seatOf('K. Rajan', second.email, second.phone)).id }
    const last = { kind: 'seat', id: (await seatOf('Kavya R', third.email, third.phone)).id }
    const stranger = await seatOf('Somebody', 'else@mail.example', '9822222222')
    const seatsOf = async (ref: { kind: string; id: string }) => {
      const { seats } = await shown(ref.kind, ref.id)
      return seats.map(({ id }: { id: string }) => id).sort()
    }
    expect(await seatsOf(one)).toEqual([one.id])
    const many = await Promise.all([join(one, other), join(other, one), join(one, other)])
    expect(countsByStatus(many)).toEqual({ 201: 1, 409: 2 })
    expect(await seatsOf(one)).toEqual([one.id, other.id].sort())
    expect(await seatsOf(other)).toEqual([one.id, other.id].sort())
    expect((await join(other, last)).status).toBe(201)
    expect(await seatsOf(one)).toEqual([one.id, other.id, last.id].sort())
    expect(await seatsOf(last)).not.toContain(stranger.id)
    const { joined } = await shown('seat', one.id)
    expect(joined).toHaveLength(2)
    const log = await app.db.read
      .selectFrom('audit_entry')
      .select(['title', 'changes'])
      .where('kind', '=', 'person')
      .execute()
    expect(log).toHaveLength(2)
    for (const { title, changes } of log) expect(`${title} ${changes}`).not.toContain('@')
    for (const { id } of joined) {
      const parted = await app.http('DELETE', `/api/admin/people/joined/${id}`, { token: staff.token })
      expect(parted.status).toBe(200)
    }
    expect(await seatsOf(one)).toEqual([one.id])
  })

  test('staff who may not see orders do not see the buyer of an order, not even on the page of a joined record', async () => {
    const token = desks['front-desk'].token
    const order = await placeOrder(app, [{ productId: null, quantity: 1 }], { customer: 'Kayal Devi' })
    expect((await page('order', order, token)).status).toBe(403)
    const { email, phone } = somebody()
    const { id } = await seatOf('Kavya', email, phone)
    expect((await join({ kind: 'seat', id }, { kind: 'order', id: order })).status).toBe(201)
    const seen = await page('seat', id, token)
    expect(seen.body.data).toMatchObject({ orders: [], emails: [email], otherNames: [] })
    expect(seen.text).not.toContain('kayal@malar.example')
    expect(seen.body.data.joined[0].names).toContain('an order')
    expect((await shown('seat', id)).emails).toContain('kayal@malar.example')
  })
})
