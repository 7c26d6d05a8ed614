import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AnyEndpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { addMs } from '../../server/platform/clock.ts'
import * as letterQuota from '../../server/platform/letter-quota.ts'
import type { Mail } from '../../server/platform/mail.ts'
import { heldForNetwork } from '../../server/platform/outbox.en.ts'
import { noticesAnHourMax, sendDueMessages } from '../../server/platform/outbox-worker.ts'
import { type Answer, startApp, type TestApp, testNow } from '../harness/app.ts'
import { type SignedIn, signedIn } from '../harness/callers.ts'
import { waitFor } from '../harness/letters.ts'
import { onEachEngine, onSqlite } from '../harness/on-each-engine.ts'
import { addProduct } from '../harness/orders.ts'
import { countsByStatus } from '../harness/race.ts'
import { addCourse, bookingBody, enrolmentBody, holdBody, phoneOf } from '../harness/seats.ts'
import { storeSettings } from '../harness/settings.ts'
import { addDeliveryPlan, orderBody } from '../harness/store.ts'

const { lettersOfNetworkMax, linksOfNetworkMax } = letterQuota

const minute = 60_000
const school = 'hello@malar.example'
const env = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' }

/** Keeps the parts of an answer by which an outsider could tell a known address from an unknown address. */
function shapeOf({ status, headers, text, body }: Answer) {
  const shown = Object.fromEntries(headers)
  for (const name of ['date', 'x-ratelimit-remaining', 'x-ratelimit-reset']) delete shown[name]
  const { requestId: _, data: __, ...rest } = body
  return { status, headers: shown, length: text.length, body: rest }
}

let networks = 0
let people = 0
const newNetwork = () => `198.18.${++networks >> 8}.${networks & 255}`
const newAddress = () => `p${++people}@mail.example`

/** The calls of strangers to a server, each from a network. */
function strangersTo(app: TestApp) {
  const send = (
    method: string,
    path: string,
    network: string,
    body: object = {},
    { token = null, at = app }: { token?: string | null; at?: TestApp } = {},
  ) => at.http(method, path, { body, token, headers: { 'x-forwarded-for': network } })
  const contact = (network: string, email = newAddress(), more: Parameters<typeof send>[4] = {}) =>
    send('POST', '/api/landing/contact', network, { name: 'Meena', email, phone: '9876543210' }, more)

  /** Writes a count into the database, as if the network had already caused `letters` e-mails today. */
  async function cause(network: string, letters: number): Promise<void> {
    const day = app.deps.clock.today()
    const key = app.deps.seal.fingerprint(`letters of network ${network} ${day}`)
    await app.db.write.insertInto('letter_quota').values({ network: key, day, letters }).execute()
  }
  async function spentNetwork(): Promise<string> {
    const network = newNetwork()
    await cause(network, lettersOfNetworkMax)
    return network
  }
  const letters = async (email: string) =>
    app.db.read
      .selectFrom('outbox')
      .select(['template', 'status', 'next_attempt_at', 'last_error'])
      .where('recipient', '=', email)
      .where('channel', '=', 'email')
      .where('status', '!=', 'withdrawn')
      .orderBy('created_at')
      .execute()
  /** Counts the queued e-mails to an address that may be sent now. */
  const leaving = async (email: string) =>
    (await letters(email)).filter(
      ({ status, next_attempt_at }) => status === 'queued' && next_attempt_at <= app.deps.clock.now(),
    ).length

  async function work(at: TestApp = app): Promise<Mail[]> {
    const sent: Mail[] = []
    const deps = {
      ...at.deps,
      chat: {
        send: async () => 'memory',
      },
      mail: {
        async send(mail: Mail) {
          sent.push(mail)
          return 'memory'
        },
      },
      findSender: () => at.app.services.school.sender(),
    }
    while ((await sendDueMessages(deps)) > 0);
    return sent
  }
  const toStrangers = (mails: readonly Mail[]) => mails.filter(({ to }) => to !== school)

  async function fullCourse(): Promise<string> {
    const { id } = await addCourse(app, { title: 'Garlands', capacity: 1 })
    await send('POST', '/api/enrollments', newNetwork(), enrolmentBody(id, { email: newAddress() }))
    return id
  }

  /** Sends a hundred forms of seven kinds, each for a new e-mail address. */
  async function flood(network: string, at: (n: number) => TestApp = () => app): Promise<Answer[]> {
    const courseId = await fullCourse()
    await app.db.write.deleteFrom('outbox').execute()
    const phone = '9876543210'
    const forms: [path: string, count: number, body: (email: string) => object][] = [
      ['/api/landing/contact', 18, (email) => ({ name: 'Meena', email, phone })],
      ['/api/landing/email', 18, (email) => ({ email })],
      [
        '/api/categoryuserdata',
        18,
        (emailaddress) => ({ fullname: 'Meena', emailaddress, phoneno: phone, enquiry: 'Venue' }),
      ],
      ['/api/custom-requests', 18, (email) => ({ name: 'Meena', email, comment: 'Roses' })],
      ['/api/waiting-list', 18, (email) => ({ fullName: 'Meena', email, phone, courseId })],
      ['/api/auth/signup', 5, (email) => ({ firstname: 'Meena', email, password: 'jasmine at six o’clock' })],
      ['/api/auth/forgot-password', 5, (email) => ({ email })],
    ]
    const calls = forms.flatMap(([path, count, body]) => Array(count).fill([path, body]))
    expect(calls).toHaveLength(100)
    return Promise.all(
      calls.map(([path, body], n) => send('POST', path, network, body(newAddress()), { at: at(n) })),
    )
  }

  return { send, contact, cause, spentNetwork, letters, leaving, work, toStrangers, fullCourse, flood }
}

onEachEngine(
  'the limit of e-mails to unverified addresses that one network can cause',
  { env, freshForEachTest: true },
  (app, engine) => {
    const { send, contact, cause, spentNetwork, letters, leaving, work, toStrangers, flood } =
      strangersTo(app)

    const statuses = async () => {
      const rows = await app.db.read
        .selectFrom('outbox')
        .select(['status', 'template', 'last_error'])
        .where('recipient', '!=', school)
        .where('channel', '=', 'email')
        .execute()
      const held = rows.filter(({ status }) => status === 'held')
      for (const { last_error } of held) expect(last_error).toBe(heldForNetwork)
      const queued = rows.filter(({ status }) => status === 'queued').length
      return { queued, held: held.length, all: rows.length, heldKinds: held.map(({ template }) => template) }
    }

    describe('a hundred forms that one network sends simultaneously', () => {
      test('a network’s forms send thirty e-mails; further codes are dropped, and other e-mails wait for staff', async () => {
        const answers = await flood('2001:db8:1:2::1')
        expect(Object.keys(countsByStatus(answers)).every((status) => Number(status) < 300)).toBe(true)
        const { queued, held, all, heldKinds } = await statuses()
        expect([queued, held]).toEqual([lettersOfNetworkMax, all - lettersOfNetworkMax])
        expect(heldKinds).not.toContain('one-time-code')
        expect(heldKinds).not.toContain('no-account')
        // The network's limit drops at most ten e-mails. Each dropped e-mail would have contained a code.
        expect(all).toBeGreaterThanOrEqual(90)
        const sent = await work()
        expect(toStrangers(sent)).toHaveLength(lettersOfNetworkMax)
        expect(sent.filter(({ to }) => to === school)).toHaveLength(noticesAnHourMax)

        // One customer of an internet provider has the whole /64. Another network and the next day have their own
        // limits.
        const [same, other] = [newAddress(), newAddress()]
        await contact('2001:db8:1:2:ffff::9', same)
        await contact('2001:db8:1:3::1', other)
        expect([await leaving(same), await leaving(other)]).toEqual([0, 1])
        app.deps.clock.advance(24 * 60 * minute)
        await contact('2001:db8:1:2::1', same)
        expect(await leaving(same)).toBe(1)
        const rows = await app.db.read.selectFrom('letter_quota').selectAll().execute()
        expect(JSON.stringify(rows)).not.toContain('2001')
      })

      test('control: a hundred e-mails are sent if the e-mails of a network are not counted', async () => {
        const takeLetter = vi
          .spyOn(letterQuota, 'takeLetter')
          .mockResolvedValue({ letters: 1, next_link_at: null })
        try {
          await flood(newNetwork())
          expect(toStrangers(await work())).toHaveLength(100)
        } finally {
          takeLetter.mockRestore()
        }
      })

      if (engine === 'postgres') {
        test('two servers on one database together send thirty e-mails for one network', async () => {
          const second = await startApp({ sharing: app, env })
          try {
            await flood(newNetwork(), (n) => (n % 2 === 0 ? app : second))
            expect((await statuses()).queued).toBe(lettersOfNetworkMax)
          } finally {
            await second.stop()
          }
        })

        // The test runs only on PostgreSQL, because SQLite allows one writer at a time and so would hide the mistake.
        test('control: more than thirty e-mails are sent if the count is read before it is written', async () => {
          const takeLetter = vi
            .spyOn(letterQuota, 'takeLetter')
            .mockImplementation(async (tx, { network, day, max }) => {
              const row = await tx
                .selectFrom('letter_quota')
                .select('letters')
                .where('network', '=', network)
                .where('day', '=', day)
                .executeTakeFirst()
              const letters = (row?.letters ?? 0) + 1
              if (letters > max) return undefined
              await tx
                .insertInto('letter_quota')
                .values({ network, day, letters })
                .onConflict((conflict) => conflict.columns(['network', 'day']).doUpdateSet({ letters }))
                .execute()
              return { letters, next_link_at: null }
            })
          try {
            await flood(newNetwork())
            expect((await statuses()).queued).toBeGreaterThan(lettersOfNetworkMax)
          } finally {
            takeLetter.mockRestore()
          }
        })
      }
    })

    test('RATE_LIMIT_FACTOR scales the limit of e-mails for one network', async () => {
      const scaled = await startApp({ engine, env: { ...env, RATE_LIMIT_FACTOR: '0.1' } })
      try {
        const network = newNetwork()
        for (let count = 0; count < 2; count++) await contact(network, newAddress(), { at: scaled })
        for (let count = 0; count < 2; count++) {
          await send('POST', '/api/landing/email', network, { email: newAddress() }, { at: scaled })
        }
        expect(toStrangers(await work(scaled))).toHaveLength(3)
      } finally {
        await scaled.stop()
      }
    })

    test('the e-mails that staff cause have no limit, and staff can send an e-mail that was held back', async () => {
      const network = await spentNetwork()
      const { token } = await signedIn(app, 'staff')
      const [byStaff, byStranger] = [newAddress(), newAddress()]
      await contact(network, byStaff, { token })
      await contact(network, byStranger)
      expect([await leaving(byStaff), await leaving(byStranger)]).toEqual([1, 0])
      const held = (await app.http('GET', '/api/admin/messages?state=held', { token })).body.data
      expect(held).toMatchObject([{ recipient: byStranger, error: heldForNetwork }])
      const sent = await send('POST', `/api/admin/messages/${held[0].id}/resend`, network, {}, { token })
      expect(sent.status).toBe(200)
      expect(await leaving(byStranger)).toBe(1)
    })

    test('an e-mail held back by its network’s limit does not count towards its mailbox’s limit of ten', async () => {
      const email = newAddress()
      const network = await spentNetwork()
      for (let count = 0; count < 9; count++) await contact(network, email)
      for (let count = 0; count < 5; count++) {
        await send('POST', '/api/auth/forgot-password', network, { email })
      }
      expect(await leaving(email)).toBe(0)
      const other = newNetwork()
      for (let count = 0; count < 11; count++) await contact(other, email)
      expect(await leaving(email)).toBe(10)
    })

    test('an e-mail held back by its mailbox’s limit does not count towards its network’s limit of thirty', async () => {
      const network = newNetwork()
      const email = newAddress()
      for (let count = 0; count < 15; count++) await contact(network, email)
      const { letters: taken } = await app.db.read
        .selectFrom('letter_quota')
        .select('letters')
        .executeTakeFirstOrThrow()
      expect(taken).toBe(10)
    })

    test('beyond a network’s e-mail limit sign-up and forgotten password still answer alike for every address', async () => {
      const verified = await signedIn(app, 'user')
      const { db } = app
      await db.write
        .updateTable('user')
        .set({ emailVerified: 1 })
        .where('email', '=', verified.email)
        .execute()
      const unverified = await signedIn(app, 'user')
      const stranger = { email: `un${unverified.email}` }
      const password = 'jasmine at six o’clock'
      const seen: unknown[] = []
      for (const network of [newNetwork(), await spentNetwork()]) {
        for (const { email } of [verified, unverified, stranger]) {
          await db.write.deleteFrom('outbox').execute()
          const takeLetter = vi.spyOn(letterQuota, 'takeLetter')
          const signedUp = await send('POST', '/api/auth/signup', network, {
            firstname: 'Meena',
            email,
            password,
          })
          const asked = await send('POST', '/api/auth/forgot-password', network, { email })
          seen.push([shapeOf(signedUp), shapeOf(asked), takeLetter.mock.calls.length])
          takeLetter.mockRestore()
          // A verified address gets its e-mails from any network.
          const isDropped = seen.length > 4
          expect((await letters(email)).map(({ status }) => status)).toEqual(
            isDropped ? [] : ['queued', 'queued'],
          )
        }
      }
      expect(seen).toHaveLength(6)
      for (const one of seen) expect(one).toEqual(seen[0])
      expect(seen[0]).toMatchObject([{ status: 200 }, { status: 200 }, 2])
    })

    describe('e-mails with the link that confirms a requested seat', () => {
      let owner: SignedIn
      let courseId: string
      const ask = (network: string, email = newAddress()) =>
        send('POST', '/api/enrollments', network, enrolmentBody(courseId, { email, phone: phoneOf(email) }))
      beforeEach(async () => {
        owner = await signedIn(app, 'owner')
        courseId = (await addCourse(app, { capacity: 1000 })).id
        const put = { body: { confirmFirst: true }, token: owner.token }
        expect((await app.http('PUT', '/api/admin/school-settings', put)).status).toBe(200)
      })
      const dueOf = async (email: string) => (await letters(email))[0]?.next_attempt_at

      test('confirmation links beyond the thirty e-mails are sent one a minute, and none is lost', async () => {
        const network = await spentNetwork()
        const asked = [newAddress(), newAddress(), newAddress()]
        for (const email of asked) expect((await ask(network, email)).status).toBe(201)
        expect(await Promise.all(asked.map(dueOf))).toEqual(
          [0, 1, 2].map((minutes) => addMs(testNow, minutes * minute)),
        )
        expect((await letters(asked[1] as string))[0]?.status).toBe('queued')
        const counts: number[] = []
        for (let count = 0; count < 4; count++) {
          counts.push(toStrangers(await work()).length)
          app.deps.clock.advance(minute)
        }
        expect(counts).toEqual([1, 1, 1, 0])
        // No link is waiting, so the next link leaves at once. Other e-mails still wait for staff.
        const [link, form] = [newAddress(), newAddress()]
        await ask(network, link)
        await contact(network, form)
        expect([await leaving(link), await leaving(form)]).toEqual([1, 0])
      })

      test('twenty confirmation links that are requested simultaneously are sent in twenty different minutes', async () => {
        const network = await spentNetwork()
        const asked = Array.from({ length: 20 }, newAddress)
        await Promise.all(asked.map((email) => ask(network, email)))
        const due = (await Promise.all(asked.map(dueOf))).sort()
        expect(due).toEqual(asked.map((_, n) => addMs(testNow, n * minute)))
      })

      test('beyond two hundred links a seat request is refused with the school’s phone number, and not stored', async () => {
        const network = newNetwork()
        await cause(network, linksOfNetworkMax - 1)
        const holder = newAddress()
        expect((await ask(network, holder)).status).toBe(201)
        const proved = await signedIn(app, 'user')
        await app.db.write
          .updateTable('user')
          .set({ emailVerified: 1 })
          .where('email', '=', proved.email)
          .execute()
        const full = newAddress()
        const other = newNetwork()
        for (let count = 0; count < 10; count++) await contact(other, full)
        const refusedBodies = []
        for (const email of [newAddress(), holder, proved.email, full]) {
          const { status, body } = await ask(network, email)
          expect(status).toBe(409)
          const { requestId: _, ...refused } = body
          refusedBodies.push(refused)
        }
        expect(refusedBodies[0]).toMatchObject({
          code: 'limit_reached',
          error:
            'Too many links have been requested from your network today, so we can’t send another. Please call us at +91 44 5550 0142, and we’ll help you.',
        })
        for (const one of refusedBodies) expect(one).toEqual(refusedBodies[0])
        const asked = app.db.read.selectFrom('registration').select('id').where('status', '=', 'asked')
        expect(await asked.execute()).toHaveLength(1)
        expect(await leaving(full)).toBe(10)

        // Staff enter this phone number. The booking of an event gets the same refusal.
        const body = { phone: '+91 44 5550 0199' }
        await app.http('PUT', '/api/admin/school-settings', { body, token: owner.token })
        const holdAsked = holdBody(courseId, { email: newAddress() })
        const booked = await send('POST', '/api/seat-holds', network, holdAsked)
        expect([booked.status, booked.body.error]).toEqual([
          409,
          expect.stringContaining('call us at +91 44 5550 0199,'),
        ])
        // A visitor who is signed in with a verified address gets a seat at once.
        const signed = await send(
          'POST',
          '/api/enrollments',
          network,
          enrolmentBody(courseId, { email: proved.email, phone: phoneOf(proved.email) }),
          { token: proved.token },
        )
        expect([signed.status, signed.body.data?.confirmFirst]).toEqual([201, undefined])
      })
    })
  },
)

onSqlite('the endpoints that send e-mails to unverified addresses', { env }, (app) => {
  const { send, contact, spentNetwork, letters, leaving, fullCourse } = strangersTo(app)

  let courseId: string
  let fullCourseId: string
  let buy: object
  let owner: SignedIn
  let user: SignedIn
  beforeAll(async () => {
    courseId = (await addCourse(app, { capacity: 1000 })).id
    fullCourseId = await fullCourse()
    const { afternoon } = await addDeliveryPlan(app)
    buy = { slotId: afternoon, lines: [{ productId: await addProduct(app, 100), quantity: 1 }] }
    owner = await signedIn(app, 'owner')
    user = await signedIn(app, 'user')
  })
  type Call = (network: string, email: string) => Promise<Answer>
  const confirmFirst = async (isOn: boolean) => {
    const put = { body: { confirmFirst: isOn }, token: owner.token }
    expect((await app.http('PUT', '/api/admin/school-settings', put)).status).toBe(200)
  }
  const made = (answer: Answer): Answer => {
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
    return answer
  }
  const enrolled = async (email: string): Promise<string> => {
    const body = enrolmentBody(courseId, { email, phone: phoneOf(email) })
    const { id } = made(await send('POST', '/api/enrollments', newNetwork(), body)).body.data
    await app.db.write.deleteFrom('outbox').execute()
    return id
  }
  const ordered = async (email: string): Promise<string> => {
    const { id } = made(await send('POST', '/api/orders', newNetwork(), orderBody({ ...buy, email }))).body
      .data
    await app.db.write.deleteFrom('outbox').execute()
    return id
  }

  let soldOut = 0
  const calls: Record<string, Call> = {
    'POST /api/auth/forgot-password': (network, email) =>
      send('POST', '/api/auth/forgot-password', network, { email }),
    'POST /api/auth/signup': (network, email) =>
      send('POST', '/api/auth/signup', network, {
        firstname: 'Meena',
        email,
        password: 'jasmine at six o’clock',
      }),
    'POST /api/categoryuserdata': (network, emailaddress) =>
      send('POST', '/api/categoryuserdata', network, {
        fullname: 'Meena',
        emailaddress,
        phoneno: '9876543210',
        enquiry: 'Venue',
      }),
    'POST /api/custom-requests': (network, email) =>
      send('POST', '/api/custom-requests', network, { name: 'Meena', email, comment: 'Roses' }),
    'POST /api/enrollments': (network, email) =>
      send('POST', '/api/enrollments', network, enrolmentBody(courseId, { email })),
    'POST /api/enrollments/:id/others': async (network, email) =>
      send('POST', `/api/enrollments/${await enrolled(email)}/others`, network, { others: [{}] }),
    'POST /api/enrollments/:id/pay-at-school': async (network, email) => {
      await storeSettings(app, { paysAtSchool: 'true' })
      return send('POST', `/api/enrollments/${await enrolled(email)}/pay-at-school`, network)
    },
    'POST /api/enrollments/:id/release': async (network, email) =>
      send('POST', `/api/enrollments/${await enrolled(email)}/release`, network),
    'POST /api/events_enrollments': (network, email) =>
      send('POST', '/api/events_enrollments', network, bookingBody(courseId, { email })),
    'POST /api/landing/contact': (network, email) => contact(network, email),
    'POST /api/landing/email': (network, email) => send('POST', '/api/landing/email', network, { email }),
    'POST /api/own-links': (network, email) => send('POST', '/api/own-links', network, { email }),
    'POST /api/orders': (network, email) =>
      send('POST', '/api/orders', network, orderBody({ ...buy, email })),
    'POST /api/orders/:id/cancel': async (network, email) =>
      send('POST', `/api/orders/${await ordered(email)}/cancel`, network, { email }),
    'POST /api/orders/:id/pay-at-school': async (network, email) => {
      await storeSettings(app, { paysAtSchool: 'true' })
      return send('POST', `/api/orders/${await ordered(email)}/pay-at-school`, network)
    },
    'POST /api/profile/email': (network, email) =>
      send(
        'POST',
        '/api/profile/email',
        network,
        { email, currentPassword: user.password },
        { token: user.token },
      ),
    'POST /api/profile/verification': async (network, email) => {
      await app.db.write.updateTable('user').set({ email }).where('id', '=', user.userId).execute()
      return send('POST', '/api/profile/verification', network, {}, { token: user.token })
    },
    'POST /api/waiting-list': (network, email) =>
      send('POST', '/api/waiting-list', network, {
        fullName: 'Meena',
        email,
        phone: '9876543210',
        courseId: fullCourseId,
      }),
    // The call stores the wish, and `tellWhatIsBack` later queues the e-mail.
    'POST /api/products/:slug/wish': async (network, email) => {
      const product = await addProduct(app, 0, `Sold out ${++soldOut}`)
      const asked = await send('POST', `/api/products/sold-out-${soldOut}/wish`, network, { email })
      await app.db.write.updateTable('product').set({ quantity: 1 }).where('id', '=', product).execute()
      await app.app.services.products.tellWhatIsBack()
      return asked
    },
    // The call sends an e-mail only if the school asks visitors to confirm first.
    'POST /api/seat-holds': async (network, email) => {
      await confirmFirst(true)
      const held = await send('POST', '/api/seat-holds', network, holdBody(courseId, { email }))
      await confirmFirst(false)
      return held
    },
  }

  /** The other calls of strangers and visitors, with the people to whom each call writes. */
  const others: Record<string, string> = {
    'POST /api/auth/signin': 'staff',
    'POST /api/auth/signout': 'nobody',
    'POST /api/auth/invitation': 'staff',
    'POST /api/auth/passkey': 'staff',
    'POST /api/auth/passkey/options': 'nobody',
    'POST /api/auth/verify-otp': 'nobody',
    'POST /api/auth/reset-password': 'the account of who reads the mailbox',
    'DELETE /api/auth/sessions/:id': 'nobody',
    'POST /api/auth/sessions/end-others': 'nobody',
    'PUT /api/profile': 'nobody',
    'POST /api/profile/change-password': 'the own account',
    'POST /api/profile/email/confirm': 'the own account',
    'POST /api/recipients': 'nobody',
    'DELETE /api/recipients/:id': 'nobody',
    'PUT /api/recipients/:id': 'nobody',
    'POST /api/favorites': 'nobody',
    'DELETE /api/favorites/:id': 'nobody',
    'DELETE /api/cart': 'nobody',
    'POST /api/cart/items': 'nobody',
    'DELETE /api/cart/items/:id': 'nobody',
    'PUT /api/cart/items/:id': 'nobody',
    'POST /api/cart/merge': 'nobody',
    'POST /api/coupons/validate': 'nobody',
    'PUT /api/enrollments/:id/names': 'nobody',
    'PATCH /api/enrollments/:id/status': 'who paid, and the school',
    'POST /api/enrollments/:id/cancellation': 'who proved to be the payer, and the school',
    'POST /api/order-charges/:id/payment': 'who paid, and the school',
    'PATCH /api/orders/:id/status': 'who paid, and the school',
    'POST /api/orders/:id/concerns': 'whom staff have brought an order, and the school',
    'POST /api/orders/:id/delivery': 'nobody',
    'PATCH /api/orders/:id/delivery': 'nobody',
    'PUT /api/orders/:id/reminder': 'nobody, but for a timer',
    'POST /api/gift/:token/message': 'the school',
    'DELETE /api/seat-holds/:id': 'whoever waits for the seat, and confirmed it',
    'POST /api/proofs': 'who came by a letter’s link',
    'DELETE /api/waiting-list/:token': 'whoever waits for the seat, and confirmed it',
    'POST /api/waiting-list/:token/seat': 'who came by a letter’s link',
    'POST /reminder/:token': 'nobody',
    'POST /unsubscribe/:token': 'nobody',
  }

  test('the two lists of this file name every endpoint by which visitors change something', () => {
    const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`
    const open = endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'admin')
    expect([...Object.keys(calls), ...Object.keys(others)].sort()).toEqual(open.map(nameOf).sort())
  })

  const taken = async (network: string) => {
    const key = app.deps.seal.fingerprint(`letters of network ${network} ${app.deps.clock.today()}`)
    const row = app.db.read.selectFrom('letter_quota').select('letters').where('network', '=', key)
    return (await row.executeTakeFirst())?.letters
  }

  test.each(Object.entries(calls))(
    'the e-mail that %s sends counts towards the limit of its network',
    async (name, call) => {
      const [fresh, spent] = [newNetwork(), await spentNetwork()]
      const [first, second] = [newAddress(), newAddress()]
      made(await call(fresh, first))
      expect([await leaving(first), await taken(fresh)]).toEqual([1, 1])
      made(await call(spent, second))
      // The limit does not hold e-mails with a confirmation link; each of these e-mails leaves in a minute of its own.
      const isLink = name === 'POST /api/seat-holds'
      expect([await leaving(second), await taken(spent)]).toEqual(
        isLink ? [1, lettersOfNetworkMax + 1] : [0, lettersOfNetworkMax],
      )
    },
  )

  test('an e-mail to somebody who already has a seat and enrols again counts towards the limit of its network', async () => {
    const [first, second] = [newAddress(), newAddress()]
    const again = async (network: string, email: string) => {
      await enrolled(email)
      const body = enrolmentBody(courseId, { email, phone: phoneOf(email) })
      expect((await send('POST', '/api/enrollments', network, body)).status).toBe(409)
      return leaving(email)
    }
    expect(await again(newNetwork(), first)).toBe(1)
    expect(await again(await spentNetwork(), second)).toBe(0)
  })

  test('e-mails about a payment are sent even beyond the limit of the network', async () => {
    const network = await spentNetwork()
    const [student, buyer] = [newAddress(), newAddress()]
    const pay = (path: string) => send('PATCH', `${path}/status`, network, { status: 'confirmed' })
    made(await pay(`/api/enrollments/${await enrolled(student)}`))
    expect(await letters(student)).toMatchObject([{ template: 'enrolment-confirmed', status: 'queued' }])
    made(await pay(`/api/orders/${await ordered(buyer)}`))
    expect(await letters(buyer)).toMatchObject([{ template: 'order-status', status: 'queued' }])
    expect(await taken(network)).toBe(lettersOfNetworkMax)
  })

  test('a freed seat is offered by e-mail even if the network that gave it back is beyond its limit', async () => {
    const network = await spentNetwork()
    const { id } = await addCourse(app, { capacity: 1 })
    const email = newAddress()
    const body = enrolmentBody(id, { email: newAddress(), phone: '9000000001' })
    const seat = made(await send('POST', '/api/enrollments', newNetwork(), body)).body.data
    // The visitor joins the waiting list and opens the link in the first e-mail.
    await waitFor(app, id, email)
    expect((await letters(email)).map(({ status }) => status)).toEqual(['queued', 'queued'])
    made(await send('POST', `/api/enrollments/${seat.id}/release`, network))
    expect((await letters(email)).at(-1)).toMatchObject({ template: 'waiting-list-offer', status: 'queued' })
  })
})
