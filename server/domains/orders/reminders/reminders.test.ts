import { beforeEach, describe, expect, test } from 'vitest'
import { reminderFormOf, remindersMax } from '../../../../contract/orders/reminders.ts'
import { retention } from '../../../../contract/system/retention.ts'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { lettersTo, newestLetterTo } from '../../../../tests/harness/letters.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { placeOrder } from '../../../../tests/harness/orders.ts'
import { openDatabase } from '../../../db/open.ts'
import { startReminders } from '../../loops.ts'
import { createRemindersService } from './reminders.service.ts'

const email = 'meena@mail.example'
const dayMs = 24 * 60 * 60_000
/** The instant of a time at the school. */
const at = (moment: string) => new Date(`${moment.replace(' ', 'T')}+05:30`).toISOString()

test.each([
  [false, '', 'Email is required'],
  [false, 'meena', 'Please enter a valid email address'],
  [false, email, null],
  [true, '', null],
])(
  'the reminder form needs the e-mail address unless the buyer is signed in: signed in %s, typed %j, error %j',
  (isBuyers, typed, refused) => {
    const { error } = reminderFormOf({ isBuyers }).safeParse({ email: typed })
    expect(error?.issues[0]?.message ?? null).toBe(refused)
  },
)

onEachEngine('yearly reminders', (app) => {
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, ['yearly_reminder', 'shop_order_item', 'shop_order', 'outbox', 'letter_count'])
  })

  async function ordered(day: string | null, facts: Record<string, unknown> = {}): Promise<string> {
    const id = await placeOrder(app, [{ productId: null, quantity: 1 }], { status: 'confirmed' })
    await app.db.write
      .updateTable('shop_order')
      .set({
        email,
        customer_name: 'Meena Krishnan',
        delivery_day: day,
        recipient_name: 'Lakshmi',
        recipient_phone: '9876543210',
        address: '14, Kutchery Road',
        area: 'Mylapore',
        pincode: '600004',
        ...facts,
      })
      .where('id', '=', id)
      .execute()
    return id
  }
  const ask = (id: string, body: object = {}, token: string | null = null) =>
    app.http('PUT', `/api/orders/${id}/reminder`, { body: { email, isWanted: true, ...body }, token })
  const prove = (userId: string) =>
    app.db.write.updateTable('user').set({ emailVerified: 1 }).where('id', '=', userId).execute()
  const reminders = () => app.db.read.selectFrom('yearly_reminder').selectAll().orderBy('due_at').execute()
  const tell = () => app.app.services.reminders.tellDue()
  const letters = async () => (await lettersTo(app, email)).map(({ data }) => data['day'])
  const end = (token: string) => app.http('POST', `/reminder/${token}`)
  /** Moves the clock day by day until this moment, and sends the reminders that fall due. */
  async function live(until: string): Promise<void> {
    while (app.deps.clock.now() < at(until)) {
      app.deps.clock.advance(dayMs)
      await tell()
    }
  }

  describe('a refused reminder', () => {
    test.each<[string, object, number, object]>([
      ['without an e-mail address', { email: undefined }, 400, { fields: { email: 'Email is required' } }],
      [
        'with another e-mail address than the order’s',
        { email: 'other@mail.example' },
        400,
        { fields: { email: 'This isn’t the e-mail address that the order was placed with.' } },
      ],
      [
        'with a text that is no e-mail address',
        { email: 'meena' },
        400,
        { fields: { email: 'Please enter a valid email address' } },
      ],
      ['when it does not say whether a reminder is wanted', { isWanted: undefined }, 400, {}],
    ])('a request for a reminder is refused %s', async (_, body, status, refused) => {
      const answer = await ask(await ordered('2026-02-14'), body)
      expect(answer).toMatchObject({ status, body: refused })
      expect(await reminders()).toEqual([])
    })

    test.each<[string, string | null, Record<string, unknown>]>([
      ['that is not paid', '2026-03-14', { status: 'pending' }],
      ['that was cancelled', '2026-03-14', { status: 'cancelled' }],
      ['without a delivery day', null, {}],
    ])('a reminder is refused for an order %s', async (_, day, facts) => {
      expect(await ask(await ordered(day, facts))).toMatchObject({
        status: 409,
        body: { error: 'We can remind you of this day once your order is confirmed.' },
      })
      expect(await reminders()).toEqual([])
    })

    test('a reminder is refused for an unknown order, and for another buyer’s order if the e-mail address is missing', async () => {
      expect((await ask('unknown')).status).toBe(404)
      const other = await signedIn(app, 'user')
      const id = await ordered('2026-03-14')
      expect((await ask(id, { email: undefined }, other.token)).status).toBe(400)
      expect(await reminders()).toEqual([])
    })

    test(`an e-mail address has at most ${remindersMax} reminders, also when it asks for many at once`, async () => {
      const orders = await Promise.all(
        Array.from({ length: remindersMax + 3 }, (_, n) =>
          ordered(`2026-04-${String(n + 1).padStart(2, '0')}`),
        ),
      )
      for (const id of orders.slice(0, remindersMax - 1)) expect((await ask(id)).status).toBe(200)
      const last = await Promise.all(orders.slice(remindersMax - 1).map((id) => ask(id)))
      expect(last.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      expect(last.find(({ status }) => status === 409)?.body).toMatchObject({
        code: 'limit_reached',
        error: `You can have at most ${remindersMax} reminders. Stop one first, with the link in its e-mail.`,
      })
      expect(await reminders()).toHaveLength(remindersMax)
      const another = await ordered('2026-05-30', { email: 'asha@mail.example' })
      expect((await ask(another, { email: 'asha@mail.example' })).status).toBe(200)
    })
  })

  test('a buyer asks for a reminder by e-mail address, or without it when signed in; asking twice makes one reminder', async () => {
    const buyer = await signedIn(app, 'user')
    const byMail = await ordered('2026-03-14')
    const dates = { occasionOn: '2027-03-14', letterOn: '2027-03-07' }
    expect((await ask(byMail, { email: ' Meena@Mail.Example ' })).body).toEqual({
      success: true,
      data: dates,
    })
    expect((await ask(byMail)).body.data).toEqual(dates)
    const byPress = await ordered('2026-05-01', { user_id: buyer.userId })
    expect((await ask(byPress, { email: undefined }, buyer.token)).body.data.letterOn).toBe('2027-04-24')
    expect(await reminders()).toHaveLength(2)
    expect(await lettersTo(app, email)).toEqual([])
  })

  test('an account can ask for a reminder of a guest’s order once it has proved the order’s e-mail address', async () => {
    const buyer = await signedIn(app, 'user')
    const id = await ordered('2026-03-14', { email: buyer.email })
    const press = (isWanted: boolean) => ask(id, { email: undefined, isWanted }, buyer.token)
    expect((await press(true)).body.fields).toEqual({ email: 'Email is required' })
    await prove(buyer.userId)
    expect((await press(true)).body.data.letterOn).toBe('2027-03-07')
    expect(await reminders()).toHaveLength(1)
    const ofOthers = await ordered('2026-03-14', {
      email: buyer.email,
      user_id: (await signedIn(app, 'user')).userId,
    })
    expect((await ask(ofOthers, { email: undefined }, buyer.token)).status).toBe(400)
    expect((await press(false)).body.data.letterOn).toBeNull()
    expect(await reminders()).toEqual([])
  })

  test('two orders for the same day of the year have one reminder, which names the newer order', async () => {
    await ask(await ordered('2025-03-14'))
    const newer = await ordered('2026-03-14', { recipient_name: 'Kayal' })
    await ask(newer)
    expect((await reminders()).map(({ order_id }) => order_id)).toEqual([newer])
  })

  test('a buyer can end a reminder and ask for it again, and a different e-mail address cannot end it', async () => {
    const id = await ordered('2026-03-14')
    await ask(id)
    expect((await ask(id, { isWanted: false, email: 'other@mail.example' })).status).toBe(400)
    expect(await reminders()).toHaveLength(1)
    const ended = { success: true, data: { occasionOn: null, letterOn: null } }
    expect((await ask(id, { isWanted: false })).body).toEqual(ended)
    expect((await ask(id, { isWanted: false })).body).toEqual(ended)
    expect(await reminders()).toEqual([])
    expect((await ask(id)).body.data.letterOn).toBe('2027-03-07')
  })

  test('a reminder is one e-mail a year, sent at 9 am in the school’s time zone a week before the day', async () => {
    await ask(await ordered('2028-02-29'))
    await ask(await ordered('2027-01-02'))
    app.deps.clock.set(at('2027-12-26 08:59'))
    expect([await tell(), await letters()]).toEqual([0, []])
    app.deps.clock.advance(60_000)
    expect([await tell(), await letters()]).toEqual([1, ['2028-01-02']])
    expect(await tell()).toBe(0)
    await live('2033-01-15 12:00')
    expect(await letters()).toEqual([
      '2028-01-02',
      '2029-01-02',
      '2029-02-28',
      '2030-01-02',
      '2030-02-28',
      '2031-01-02',
      '2031-02-28',
      '2032-01-02',
      '2032-02-29',
      '2033-01-02',
    ])
  })

  test('a server that was down sends the reminders for coming days, and none for past days', async () => {
    await ask(await ordered('2026-03-14'))
    await ask(await ordered('2026-03-10'))
    app.deps.clock.set(at('2027-03-12 12:00'))
    expect(await tell()).toBe(2)
    expect(await letters()).toEqual(['2027-03-14'])
    expect((await reminders()).map(({ occasion_on }) => occasion_on)).toEqual(['2028-03-10', '2028-03-14'])
  })

  test('the reminder e-mail has links to order again and to end the reminder, and names people only to a proved address', async () => {
    const id = await ordered('2026-03-14')
    await ask(id)
    app.deps.clock.set(at('2027-03-07 09:00'))
    await tell()
    const stranger = await newestLetterTo(app, email)
    expect(stranger.subject).toBe('Flowers again for 14 Mar?')
    expect(stranger.text).toContain('You asked us to remind you of Sunday 14 March 2027.')
    expect(stranger.text).toContain(`/orders/${id}#again`)
    for (const words of ['Lakshmi', 'Meena', 'Birthday', '9876543210', 'Kutchery'])
      expect(stranger.text).not.toContain(words)
    expect(stranger.unsubscribeUrl).toMatch(/\/reminder\/[\w-]+\.[\w-]{32}$/)

    await app.db.write.updateTable('outbox').set({ has_typed_words: 1 }).execute()
    const known = await newestLetterTo(app, email)
    expect(known.text).toContain('Dear Meena Krishnan,')
    expect(known.text).toContain('14 March 2027 (Birthday). Last time, you sent flowers to Lakshmi.')
    expect(known.text).not.toContain('9876543210')
  })

  test('one click on the link in any year’s e-mail ends the reminder permanently; opening the link does not', async () => {
    await ask(await ordered('2026-03-14'))
    app.deps.clock.set(at('2027-03-07 09:00'))
    await tell()
    const { unsubscribeUrl = '' } = await newestLetterTo(app, email)
    const token = unsubscribeUrl.split('/').at(-1) ?? ''
    // A mail scanner opens the link like this.
    const [id = '', signature = ''] = token.split('.')
    await app.http('GET', `/reminder/${token}`)
    await app.http('HEAD', `/reminder/${token}`)
    for (const wrong of [`${id}.${'A'.repeat(32)}`, `other.${signature}`, 'no-token'])
      expect((await end(wrong)).body.code).toBe('not_found')
    expect(await reminders()).toHaveLength(1)

    app.deps.clock.set(at('2028-03-08 12:00'))
    await tell()
    // A mail program's own button posts a form (RFC 8058).
    const answer = await fetch(`${app.url}/reminder/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect([answer.status, await reminders()]).toEqual([200, []])
    expect((await end(token)).status).toBe(200)
    await live('2029-04-01 12:00')
    expect(await letters()).toEqual(['2027-03-14', '2028-03-14'])
  })

  test('no table of the database holds the token of the link that ends a reminder', async () => {
    await ask(await ordered('2026-03-14'))
    app.deps.clock.set(at('2027-03-07 09:00'))
    await tell()
    const { unsubscribeUrl = '' } = await newestLetterTo(app, email)
    const [, signature = ''] = unsubscribeUrl.split('.').slice(-2)
    for (const { name } of await app.db.read.introspection.getTables()) {
      const rows = await app.db.read
        .selectFrom(name as 'user')
        .selectAll()
        .execute()
      expect(JSON.stringify(rows), name).not.toContain(signature)
    }
  })

  test('an order that was cancelled after the request sends no reminder', async () => {
    const id = await ordered('2026-03-14')
    await ask(id)
    await app.db.write.updateTable('shop_order').set({ status: 'cancelled' }).where('id', '=', id).execute()
    app.deps.clock.set(at('2027-03-07 09:00'))
    await tell()
    expect([await letters(), await reminders()]).toEqual([[], []])
  })

  describe('a reminder e-mail once a year', () => {
    test('two processes that run ten rounds at once send each reminder once a year', async () => {
      for (let n = 1; n <= 12; n++) await ask(await ordered(`2026-03-${String(n + 10)}`))
      const other = await openDatabase(app.where)
      try {
        const twin = createRemindersService(
          { ...app.deps, links: app.app.services.registrationDeps.links, db: other },
          app.app.services.orders,
        )
        for (const year of [2027, 2028]) {
          app.deps.clock.set(at(`${year}-03-16 09:00`))
          await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? twin.tellDue() : tell())))
        }
      } finally {
        await other.close()
      }
      const told = await letters()
      // The rounds of a year run on 16 March, when it is too late for reminders of the days from 11 to 16 March.
      const days = Array.from({ length: 6 }, (_, n) => `03-${n + 17}`)
      expect(told.toSorted()).toEqual([2027, 2028].flatMap((year) => days.map((day) => `${year}-${day}`)))
      expect(await reminders()).toHaveLength(12)
    })

    test('a reminder that could not be put into the outbox is sent by the next round', async () => {
      await ask(await ordered('2026-03-14'))
      app.deps.clock.set(at('2027-03-07 09:00'))
      const { deps } = app
      const failing = createRemindersService(
        {
          ...deps,
          links: app.app.services.registrationDeps.links,
          outbox: { ...deps.outbox, tell: () => Promise.reject(new Error('killed')) },
        },
        app.app.services.orders,
      )
      await expect(failing.tellDue()).rejects.toThrow('killed')
      expect(await letters()).toEqual([])
      await tell()
      await tell()
      expect(await letters()).toEqual(['2027-03-14'])
    })

    test('a reminder that is ended and asked for again in the week before the day sends no second e-mail', async () => {
      const id = await ordered('2026-03-14')
      await ask(id)
      app.deps.clock.set(at('2027-03-07 09:00'))
      await tell()
      await ask(id, { isWanted: false })
      expect((await ask(id)).body.data.letterOn).toBe('2028-03-07')
      await live('2027-06-01 12:00')
      expect(await letters()).toEqual(['2027-03-14'])
    })

    test('the loop sends all due reminders, even if several rounds are needed', async () => {
      const created_at = app.deps.clock.now()
      const orders = await Promise.all(Array.from({ length: 60 }, () => ordered('2026-03-14')))
      await app.db.write
        .insertInto('yearly_reminder')
        .values(
          orders.map((order_id) => ({
            id: order_id,
            order_id,
            occasion_on: '2027-03-14',
            due_at: at('2027-03-07 09:00'),
            created_at,
          })),
        )
        .execute()
      app.deps.clock.set(at('2027-03-07 09:00'))
      const { stop } = startReminders({ ...app.app.services, log: app.deps.log })
      await expect.poll(async () => (await letters()).length).toBe(60)
      await stop()
    })
  })

  describe('the recipient of an earlier order', () => {
    const recipientOf = (id: string, token: string | null) =>
      app.http('GET', `/api/orders/${id}/recipient`, { token })

    test('the recipient of an order is shown only to its buyer, together with whether a reminder is set', async () => {
      const [buyer, other] = [await signedIn(app, 'user'), await signedIn(app, 'user')]
      const id = await ordered('2026-03-14', { user_id: buyer.userId })
      expect((await recipientOf(id, null)).status).toBe(401)
      expect((await recipientOf(id, other.token)).status).toBe(404)
      expect((await recipientOf('unknown', buyer.token)).status).toBe(404)
      expect((await recipientOf(id, buyer.token)).body.data).toEqual({
        recipientName: 'Lakshmi',
        recipientPhone: '9876543210',
        address: '14, Kutchery Road',
        area: 'Mylapore',
        landmark: '',
        pincode: '600004',
        occasion: 'Birthday',
        day: '2026-03-14',
        isReminded: false,
      })
      await ask(id)
      expect((await recipientOf(id, buyer.token)).body.data.isReminded).toBe(true)
      await ask(id, { isWanted: false })
      expect((await recipientOf(id, buyer.token)).body.data.isReminded).toBe(false)
    })

    test('the recipient of a guest’s order is shown to the account that has proved the order’s e-mail address', async () => {
      const buyer = await signedIn(app, 'user')
      const id = await ordered('2026-03-14', { email: buyer.email })
      expect((await recipientOf(id, buyer.token)).status).toBe(404)
      await prove(buyer.userId)
      expect((await recipientOf(id, buyer.token)).status).toBe(200)
    })
  })

  test('a reminder that nobody ended is deleted after eight years', async () => {
    await ask(await ordered('2026-03-14'))
    const keepHouse = () => app.app.services.housekeeping.keepHouse()
    app.deps.clock.advance(retention.reminders.days * dayMs)
    await keepHouse()
    expect(await reminders()).toHaveLength(1)
    app.deps.clock.advance(1)
    expect(await keepHouse()).toMatchObject({ reminders: 1 })
  })
})
