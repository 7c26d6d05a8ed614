import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyTables, startApp, type TestApp, testNow } from '../../../../tests/harness/app.ts'
import { ledgerTables } from '../../../../tests/harness/ledger.ts'
import { lettersTo, newestLetterTo } from '../../../../tests/harness/letters.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import { addCourse, seatCounts } from '../../../../tests/harness/seats.ts'
import { storeSettings } from '../../../../tests/harness/settings.ts'
import { addDeliveryPlan } from '../../../../tests/harness/store.ts'
import { aStranger, callsOf, type Stranger } from '../../../../tests/harness/strangers.ts'
import { addMs } from '../../../platform/clock.ts'
import { expireHeldSeats } from './seat-ends.ts'

const hour = 60 * 60_000
const env = { TRUST_PROXY: 'loopback', PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.school@okbank' }
const off = 'You can’t pay at the school now. Choose another way to pay, or contact us.'
const noAccount = 'We can’t take this payment online now. If you’ve already paid, contact us.'
const over = 'There’s nothing left to pay, or it’s no longer held. Refresh this page.'

onEachEngine('paying at the school', { env }, (app, engine) => {
  const { owner } = callers(app, 'owner')
  let calls: ReturnType<typeof callsOf>
  let courseId: string
  let slots: Awaited<ReturnType<typeof addDeliveryPlan>>
  let roses: string
  beforeAll(() => {
    calls = callsOf(app)
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, [...ledgerTables, 'outbox', 'registration'])
    await storeSettings(app, { paysAtSchool: 'true', upiId: 'malar.school@okbank', holdHours: '24' })
    courseId = (await addCourse(app, { nextbatch: '2026-03-20' })).id
    slots = await addDeliveryPlan(app, { capacity: 100 })
    roses = await addProduct(app, 100, 'Red roses')
  })

  const enrol = async (who: Stranger = aStranger()) => {
    const answer = await calls.enrol(who, courseId)
    expect(answer.status, answer.text).toBe(201)
    return { ...who, id: answer.body.data.id as string }
  }
  const order = async (who: Stranger = aStranger()) => {
    const lines = [{ productId: roses, quantity: 1 }]
    const answer = await calls.order(who, { slotId: slots.afternoon, lines })
    expect(answer.status, answer.text).toBe(201)
    return { ...who, id: answer.body.data.id as string }
  }
  const things = {
    enrollments: { take: enrol, tokenOf: (id: string) => calls.seatToken(id), letter: 'seat-paid-at-school' },
    orders: { take: order, tokenOf: (id: string) => calls.orderToken(id), letter: 'order-paid-at-school' },
  }
  type Kind = keyof typeof things
  const choose = (kind: Kind, id: string, at: TestApp = app) =>
    at.http('POST', `/api/${kind}/${id}/pay-at-school`)
  const view = async (kind: Kind, id: string) => (await app.http('GET', `/api/${kind}/${id}`)).body
  const report = (kind: Kind, id: string) =>
    app.http('PATCH', `/api/${kind}/${id}/status`, { body: { status: 'confirmed' } })
  const placeOf = async (kind: Kind, id: string) => (await view(kind, id)).payment.atSchool
  const kindsTo = async (email: string) => (await lettersTo(app, email)).map(({ template }) => template)

  describe.each(Object.keys(things) as Kind[])('paying for %s', (kind) => {
    const { take, tokenOf, letter } = things[kind]

    test('paying at the school is refused while the school does not offer it, for unknown ids, and for ended holds', async () => {
      const { id } = await take()
      await storeSettings(app, { paysAtSchool: 'false' })
      expect(await placeOf(kind, id)).toBeUndefined()
      const refused = await choose(kind, id)
      expect([refused.status, refused.body.error]).toEqual([409, off])
      await storeSettings(app, { paysAtSchool: 'true' })
      expect((await choose(kind, 'nobody-has-this')).status).toBe(404)
      app.deps.clock.advance(3 * hour)
      const late = await choose(kind, id)
      expect([late.status, late.body.error]).toEqual([409, over])
      expect(await placeOf(kind, id)).toBe('offered')
    })

    test('paying at the school is refused for seats and orders that are paid', async () => {
      const { id } = await take()
      const body = { method: 'cash' }
      const paid = await app.http('POST', `/api/admin/${kind}/${id}/payment`, { token: owner.token, body })
      expect(paid.status, paid.text).toBe(200)
      const refused = await choose(kind, id)
      expect([refused.status, refused.body.error]).toEqual([409, over])
      expect(await placeOf(kind, id)).toBeUndefined()
    })

    test('paying at the school waits for the link in an e-mail, and then lasts as long as the hold of a proved person', async () => {
      const { id, email } = await take()
      const { holdUntil } = await view(kind, id)
      expect(await placeOf(kind, id)).toBe('offered')
      const chosen = await choose(kind, id)
      expect(chosen.body.data).toEqual({ id, holdUntil, proved: false })
      expect(await placeOf(kind, id)).toBe('chosen')
      const asked = await newestLetterTo(app, email)
      expect(asked.subject).toMatch(/^Confirm that you’ll pay at the school for /)
      expect(asked.text).toMatch(/#proof=\S+/)
      app.deps.clock.advance(60_000)
      expect((await calls.press(tokenOf(id))).status).toBe(200)
      const proved = await view(kind, id)
      expect(proved.holdUntil > addMs(holdUntil, 20 * hour)).toBe(true)
      const told = await newestLetterTo(app, email)
      expect(told.subject).toMatch(/^Pay at the school for your /)
      expect(told.text).toContain('14 Malligai Street')
      expect(told.text).not.toContain('#proof=')
      // A second click on the button and on the link changes nothing.
      await choose(kind, id)
      await calls.press(tokenOf(id))
      expect((await view(kind, id)).holdUntil).toBe(proved.holdUntil)
      expect((await kindsTo(email)).filter((one) => one === letter)).toHaveLength(2)
    })

    test('a promised hold stays when the school switches paying at the school off, and staff record the payment', async () => {
      const { id, email } = await take()
      await calls.press(tokenOf(id))
      const { holdUntil } = await view(kind, id)
      await choose(kind, id)
      expect(await kindsTo(email)).toContain(letter)
      await storeSettings(app, { paysAtSchool: 'false' })
      expect(await view(kind, id)).toMatchObject({ holdUntil, payment: { atSchool: 'chosen' } })
      expect((await choose(kind, id)).status).toBe(200)
      const desk = await app.http('GET', '/api/admin/money/waiting', { token: owner.token })
      const [row] = desk.body.data.filter((one: { id: string }) => one.id === id)
      expect(row, desk.text).toMatchObject({ paysAtSchool: true, holdUntil })
      const body = { method: 'card' }
      const paid = await app.http('POST', `/api/admin/${kind}/${id}/payment`, { token: owner.token, body })
      expect(paid.status, paid.text).toBe(200)
      expect(await placeOf(kind, id)).toBeUndefined()
    })

    test('paying at the school is chosen once, even with many clicks at once', async () => {
      const { id, email } = await take()
      await calls.press(tokenOf(id))
      const before = (await kindsTo(email)).length
      const all = await Promise.all(Array.from({ length: 20 }, () => choose(kind, id)))
      expect(countsByStatus(all)).toEqual({ 200: 20 })
      expect(await kindsTo(email)).toHaveLength(before + 1)
    })

    test('a payer who chose to pay at the school may still pay by UPI', async () => {
      const { id } = await take()
      await choose(kind, id)
      const shown = (await view(kind, id)).payment
      expect(shown.upi).toMatchObject({ id: 'malar.school@okbank' })
      expect((await report(kind, id)).body.code).toBe('payment_pending')
      // A payment by UPI is being checked now, so nobody waits for a visit.
      expect(await placeOf(kind, id)).toBe('offered')
    })

    test('paying at the school gives no more time than a proved hold, also after a payment was reported by mistake', async () => {
      const { id, email } = await take()
      await calls.press(tokenOf(id))
      const { holdUntil } = await view(kind, id)
      await choose(kind, id)
      expect((await report(kind, id)).body.code).toBe('payment_pending')
      expect((await choose(kind, id)).body.data).toEqual({ id, holdUntil, proved: true })
      expect((await report(kind, id)).body.code).toBe('payment_pending')
      expect((await view(kind, id)).holdUntil).toBe(holdUntil)
      expect((await kindsTo(email)).filter((one) => one === letter)).toHaveLength(1)
    })
  })

  test('an order whose reported payment held it beyond a proved hold can no longer wait for a visit', async () => {
    const { id } = await order()
    await calls.press(calls.orderToken(id))
    await report('orders', id)
    app.deps.clock.advance(25 * hour)
    const { holdUntil } = await view('orders', id)
    const refused = await choose('orders', id)
    expect([refused.status, refused.body.error]).toEqual([409, off])
    expect(await view('orders', id)).toMatchObject({ holdUntil, payment: { checking: true } })
  })

  test.each(['proved', 'unproved'])(
    'the e-mail says the new sum to bring when a payer whose address is %s adds people',
    async (who) => {
      const payer = await enrol()
      if (who === 'proved') await calls.press(calls.seatToken(payer.id))
      await choose('enrollments', payer.id)
      const before = await newestLetterTo(app, payer.email)
      app.deps.clock.advance(60_000)
      const added = await calls.addOthers(payer, payer.id, 1)
      expect(added.status, added.text).toBe(201)
      const told = await newestLetterTo(app, payer.email)
      expect(told.subject).toMatch(/ay at the school for /)
      const sumOf = ({ text }: { text: string }) =>
        Number(/to pay ₹([\d,]+)/.exec(text)?.[1]?.replace(',', ''))
      expect(sumOf(told)).toBe(2 * sumOf(before))
      expect(told.text.includes('#proof=')).toBe(who === 'unproved')
      // Both messages promise the same time.
      const timeOf = ({ text }: { text: string }) => /until ([^.]+?)\./.exec(text)?.[1]
      expect(timeOf(told)).toBe(timeOf(before))
    },
  )

  test('a seat whose hold ends while its payer chooses is either held or released, and is counted accordingly', async () => {
    const seats = await Promise.all(Array.from({ length: 8 }, () => enrol()))
    for (const { id } of seats) await calls.press(calls.seatToken(id))
    const { holdUntil } = await view('enrollments', seats[0]?.id ?? '')
    app.deps.clock.set(addMs(holdUntil, -1))
    const choosing = seats.map(({ id }) => choose('enrollments', id))
    app.deps.clock.set(holdUntil)
    await Promise.all([...choosing, expireHeldSeats(app.app.services.registrationDeps)])
    await expireHeldSeats(app.app.services.registrationDeps)
    const states = await Promise.all(seats.map(({ id }) => view('enrollments', id)))
    for (const { status, payment } of states) {
      expect(status).toBe('expired')
      expect(payment.atSchool).toBeUndefined()
    }
    expect(await seatCounts(app, courseId)).toMatchObject({ taken: 0, live: 0 })
  })

  describe('through two servers', () => {
    let second: TestApp
    beforeAll(async () => {
      second = await startApp({ sharing: app, env })
    })
    afterAll(() => second.stop())

    test(`each server refuses as soon as the other server has switched paying at the school off (${engine})`, async () => {
      const { id } = await enrol()
      await storeSettings(app, { paysAtSchool: 'false' })
      expect((await choose('enrollments', id, second)).status).toBe(409)
      await storeSettings(app, { paysAtSchool: 'true' })
      const both = await Promise.all([app, second].map((at) => choose('enrollments', id, at)))
      expect(countsByStatus(both)).toEqual({ 200: 2 })
    })
  })

  describe('a school without a UPI ID', () => {
    test('a stored value that is no UPI ID counts as missing, and seats with a price are sold while people can pay at the school', async () => {
      await storeSettings(app, { upiId: 'nonsense' })
      const { school } = app.app.services
      expect(await school.current()).toMatchObject({ upiId: '', canBePaid: true })
      const { id } = await enrol()
      const { payment } = await view('enrollments', id)
      expect(payment).toEqual({ provider: 'upi', checking: false, upi: null, atSchool: 'offered' })
      await storeSettings(app, { paysAtSchool: 'perhaps' })
      expect((await school.current()).canBePaid).toBe(false)
      expect((await calls.enrol(aStranger(), courseId)).body.code).toBe('conflict')
    })

    test('a booking reports no payment, because its page shows no way to pay', async () => {
      await storeSettings(app, { upiId: '' })
      const booked = await calls.book(aStranger(), courseId)
      expect(booked.status, booked.text).toBeLessThan(300)
      const { payment } = await view('enrollments', booked.body.data.id)
      expect(payment).toMatchObject({ checking: false, upi: null, atSchool: 'offered' })
    })

    test.each(Object.keys(things) as Kind[])(
      'a report of a payment is refused for %s, and does not extend the hold',
      async (kind) => {
        await storeSettings(app, { upiId: '' })
        const { take, tokenOf } = things[kind]
        const { id } = await take()
        const before = await view(kind, id)
        const refused = await report(kind, id)
        expect([refused.status, refused.body.error]).toEqual([409, noAccount])
        expect(await view(kind, id)).toEqual(before)
        expect((await calls.press(tokenOf(id))).status).toBe(200)
        const proved = await view(kind, id)
        expect(proved.holdUntil).toBe(addMs(testNow, 24 * hour))
        expect((await report(kind, id)).status).toBe(409)
        expect(await view(kind, id)).toEqual(proved)
        const desk = await app.http('GET', '/api/admin/money/waiting', { token: owner.token })
        const [row] = desk.body.data.filter((one: { id: string }) => one.id === id)
        expect(row).toMatchObject({ payment: 'due' })
      },
    )

    test('a payment that was reported while there was a UPI ID is still checked', async () => {
      const { id } = await enrol()
      expect((await report('enrollments', id)).body.code).toBe('payment_pending')
      await storeSettings(app, { upiId: '' })
      expect((await report('enrollments', id)).body.code).toBe('payment_pending')
      expect((await view('enrollments', id)).payment).toMatchObject({ checking: true })
    })
  })
})
