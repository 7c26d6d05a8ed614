import { beforeAll, expect, test } from 'vitest'
import { type StaffRole, staffRoles } from '../../../contract/rights.ts'
import { type SignedIn, signedIn } from '../../../tests/harness/callers.ts'
import { onSqlite } from '../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../tests/harness/orders.ts'
import { addCourse, enrol } from '../../../tests/harness/seats.ts'
import { addDeliveryPlan, orderBody } from '../../../tests/harness/store.ts'
import { letterNames, letters } from '../letters.ts'

const closed = {
  orders: [
    'order-asked',
    'order-charged',
    'order-hold-ended',
    'order-paid-at-school',
    'order-ready',
    'order-received',
    'order-refunded',
    'order-status',
    'school-digest',
    'store-credit',
    'yearly-reminder',
  ],
  store: ['back-in-stock'],
  site: ['newsletter-welcome'],
  accounts: ['invitation', 'mail-trial', 'new-device', 'owners-told', 'security-changed', 'wrong-sign-ins'],
}
/** The kinds of e-mails that all staff with the right to messages may read. */
const open = [
  'account-exists',
  'address-taken',
  'batch-cancelled',
  'batch-letter',
  'batch-moved',
  'booking-confirmed',
  'booking-received',
  'concern-received',
  'contact-received',
  'custom-request-received',
  'date-fixed',
  'email-changed',
  'enquiry-received',
  'enrolment-confirmed',
  'enrolment-received',
  'hold-expired',
  'no-account',
  'one-time-code',
  'own-links',
  'password-changed',
  'place-reserved',
  'receipt',
  'school-notice',
  'seat-asked',
  'seat-cancelled',
  'seat-let-go',
  'seat-missing',
  'seat-money-came',
  'seat-money-mistaken',
  'seat-moved',
  'seat-paid-at-school',
  'seat-refunded',
  'sessions-changed',
  'waiting-list-confirm',
  'waiting-list-ended',
  'waiting-list-joined',
  'waiting-list-lapsed',
  'waiting-list-offer',
]

test('this test lists, for every kind of e-mail, the right that staff need to read it', () => {
  const byRight = Object.groupBy(letterNames.toSorted(), (name) => letters.rightOf(name))
  const { messages, ...others } = byRight
  expect(others).toEqual(closed)
  expect(messages).toEqual(open)
})

onSqlite('the messages that each role of staff may see', (app) => {
  const accounts = new Map<StaffRole, SignedIn>()
  const tokenOf = (role: StaffRole) => accounts.get(role)?.token ?? ''
  const seat = { email: 'meena@mail.example', phone: '9840012300' }
  let courseId = ''
  beforeAll(async () => {
    for (const role of staffRoles) accounts.set(role, await signedIn(app, role))
    courseId = (await addCourse(app)).id
    await enrol(app, courseId, { ...seat, fullName: 'Meena K' })
    const slots = await addDeliveryPlan(app)
    const productId = await addProduct(app, 5)
    const order = orderBody({ slotId: slots.afternoon, lines: [{ productId, quantity: 1 }], ...seat })
    const ordered = await app.http('POST', '/api/orders', { body: order })
    expect(ordered.status, ordered.text).toBe(201)
    await app.http('POST', '/api/landing/email', { body: { email: 'reader@mail.example' } })
    const invited = await app.http('POST', '/api/admin/accounts/invitations', {
      token: tokenOf('owner'),
      body: { email: 'kalai@mail.example', role: 'florist' },
    })
    expect(invited.status, invited.text).toBe(201)
  })

  const get = (path: string, role: StaffRole) => app.http('GET', path, { token: tokenOf(role) })
  const post = (path: string, role: StaffRole, body?: object) =>
    app.http('POST', path, { token: tokenOf(role), body })
  const rowsOf = (role: StaffRole) => get('/api/admin/messages?limit=200', role)
  const kindsOf = async (role: StaffRole) => {
    const { body } = await rowsOf(role)
    const ids = body.data.map(({ id }: { id: string }) => id)
    const rows = await app.db.read.selectFrom('outbox').select('template').where('id', 'in', ids).execute()
    return [...new Set(rows.map(({ template }) => template))].sort()
  }
  /** Messages about the order and the team, which only some staff may read. */
  const closedRows = () =>
    app.db.read
      .selectFrom('outbox')
      .select(['id', 'channel', 'template', 'cause'])
      .where((eb) =>
        eb.or([
          eb('cause', 'like', 'order:%'),
          eb('template', 'in', ['newsletter-welcome', 'invitation', 'owners-told']),
        ]),
      )
      .execute()

  test('the list of messages has only the messages that the role of the reader may see', async () => {
    const ofSeats = ['enrolment-received', 'school-notice']
    expect(await kindsOf('owner')).toEqual(
      [...ofSeats, 'invitation', 'newsletter-welcome', 'order-received', 'owners-told'].sort(),
    )
    expect(await kindsOf('manager')).toEqual([...ofSeats, 'newsletter-welcome', 'order-received'].sort())
    expect(await kindsOf('front-desk')).toEqual(ofSeats)
    const { text } = await rowsOf('front-desk')
    expect(text).not.toMatch(/order/i)
  })

  test('a message that a role may not see is not found by its id, and the role cannot resend it or mark it as sent', async () => {
    const rows = await closedRows()
    expect(rows.length).toBeGreaterThanOrEqual(6)
    for (const { id } of rows) {
      expect((await get(`/api/admin/messages/${id}`, 'front-desk')).status).toBe(404)
      expect((await post(`/api/admin/messages/${id}/resend`, 'front-desk')).status).toBe(404)
      expect((await post(`/api/admin/messages/${id}/sent`, 'front-desk')).status).toBe(404)
    }
    const ids = rows.map(({ id }) => id)
    await app.db.write
      .updateTable('outbox')
      .set({ status: 'by-hand' })
      .where('id', 'in', ids)
      .where('channel', '=', 'chat')
      .execute()
    const many = await post('/api/admin/messages/sent', 'front-desk', { ids, isSent: true })
    expect(many.body.data).toEqual({ marked: 0 })
    const byManager = await post('/api/admin/messages/sent', 'manager', { ids, isSent: true })
    expect(byManager.body.data).toEqual({ marked: 1 })
  })

  test('a mailed receipt is shown only to staff who may see what the payment was for', async () => {
    const orderId = (await app.db.read.selectFrom('shop_order').select('id').executeTakeFirstOrThrow()).id
    const { id: seatId } = await app.db.read.selectFrom('seat').select('id').executeTakeFirstOrThrow()
    const by = { userId: accounts.get('manager')?.userId ?? '', email: 'manager@malar.example' }
    const { payables, settlement } = app.app.services
    await settlement.markPaid(payables.order, orderId, { method: 'cash' }, by)
    await settlement.markPaid(payables.enrolment, seatId, { method: 'cash' }, by)
    for (const [kind, subject] of [
      ['order', orderId],
      ['enrolment', seatId],
    ] as const) {
      const { receipt_id } = await app.db.read
        .selectFrom('allocation')
        .select('receipt_id')
        .where('subject_id', '=', subject)
        .executeTakeFirstOrThrow()
      const mailed = await post(`/api/admin/money/receipts/${receipt_id}/letter`, 'manager', {
        kind,
        subject,
      })
      expect(mailed.status, mailed.text).toBe(200)
    }
    const receiptsFor = async (role: StaffRole) =>
      (await rowsOf(role)).body.data.filter(({ subject }: { subject: string }) =>
        subject.startsWith('Receipt'),
      )
    expect(await receiptsFor('manager')).toHaveLength(2)
    expect(await receiptsFor('front-desk')).toHaveLength(1)
  })

  test('the dashboard counts as many failed and held messages as the list shows', async () => {
    for (const status of ['dead', 'held'] as const) {
      await app.db.write.updateTable('outbox').set({ status }).execute()
      const name = status === 'dead' ? 'failedMessages' : 'heldMessages'
      for (const role of ['owner', 'manager', 'front-desk'] as const) {
        const shown = (await rowsOf(role)).body.data.length
        expect((await get('/api/admin/morning', role)).body.data[name].count).toBe(shown)
      }
    }
  })

  test('a person’s page lists e-mails about orders only for staff who may see orders', async () => {
    const { id } = await app.db.read
      .selectFrom('seat')
      .select('id')
      .where('email', '=', seat.email)
      .executeTakeFirstOrThrow()
    const lettersFor = async (role: StaffRole) => {
      const { messages } = (await get(`/api/admin/people/seat/${id}`, role)).body.data
      return [...new Set(messages.map(({ letter }: { letter: string }) => letter))].sort()
    }
    expect(await lettersFor('manager')).toEqual([
      'enrolment confirmed',
      'enrolment received',
      'order received',
      'order status',
      'receipt',
    ])
    expect(await lettersFor('front-desk')).toEqual(['enrolment confirmed', 'enrolment received', 'receipt'])
  })

  test('the front desk sees the newest contact messages, but no subscribers', async () => {
    const manager = (await get('/api/landing/contacts', 'manager')).body
    expect(manager).toMatchObject({ total_subscribers: 1, subscribers: [{ email: 'reader@mail.example' }] })
    const desk = (await get('/api/landing/contacts', 'front-desk')).body
    expect(desk).toMatchObject({ success: true, contacts: [], total_contacts: 0 })
    expect(desk).toMatchObject({ subscribers: null, total_subscribers: null })
  })
})
