import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { availableEngines, startApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/callers.ts'
import { lettersTo } from '../../../tests/harness/letters.ts'
import { addCourse, bookingBody, enrol } from '../../../tests/harness/seats.ts'

describe.each(await availableEngines())('the profile on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine, env: { PAYMENT_PROVIDER: 'upi' } })
  })
  afterAll(() => app.stop())

  const profileOf = async (token: string) => (await app.http('GET', '/api/profile', { token })).body.data
  const put = (token: string | null, body: object) => app.http('PUT', '/api/profile', { token, body })
  const change = (token: string, currentPassword: string, newPassword: string) =>
    app.http('POST', '/api/profile/change-password', { token, body: { currentPassword, newPassword } })
  const verifyAddressOf = (userId: string) =>
    app.db.write.updateTable('user').set({ emailVerified: 1 }).where('id', '=', userId).execute()

  test.each([
    [{ firstname: '' }, 'firstname', 'First name is required'],
    [{ lastname: 'x'.repeat(61) }, 'lastname', 'Please use at most 60 characters'],
    [{ phone: '12345' }, 'phone', 'Please enter a valid 10-digit Indian mobile number (starting with 6-9)'],
  ])('%j is refused', async (body, field, sentence) => {
    const { token } = await signedIn(app, 'user')
    const before = await profileOf(token)
    const answer = await put(token, body)
    expect([answer.status, answer.body.fields[field]]).toEqual([400, sentence])
    expect(await profileOf(token)).toEqual(before)
  })

  test('what is left out stays; address and role are nobody’s to change here', async () => {
    const { token, email } = await signedIn(app, 'user')
    const answer = await put(token, { phone: '9876543210', email: 'x@y.example', role: 'owner' })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      firstname: 'Test',
      lastname: 'user',
      phone: '9876543210',
      email,
      role: 'none',
      usertype: 'user',
      emailVerified: false,
    })
    await put(token, { firstname: 'Meena', phone: '' })
    expect(await profileOf(token)).toMatchObject({ firstname: 'Meena', lastname: 'user', phone: '' })
  })

  describe('a changed password', () => {
    test('needs the current one: 400, so that the page does not take the session for over', async () => {
      const { token, email, password } = await signedIn(app, 'user')
      const answer = await change(token, 'not that one', 'a new one of mine')
      expect([answer.status, answer.body.fields]).toEqual([
        400,
        { currentPassword: 'That is not your current password.' },
      ])
      expect((await change(token, password, 'short')).body.fields).toEqual({
        newPassword: 'Please use at least 10 characters',
      })
      const signIn = await app.http('POST', '/api/auth/signin', { body: { email, password } })
      expect(signIn.status).toBe(200)
      expect(await lettersTo(app, email)).toEqual([])
    })

    test.each(['owner', 'user'] as const)(
      'of the %s keeps this session alone, and is told by mail',
      async (who) => {
        const { token, email, password } = await signedIn(app, who)
        const other = await app.http('POST', '/api/auth/signin', { body: { email, password } })
        expect((await change(token, password, 'a new one of mine')).status).toBe(200)
        expect((await app.http('GET', '/api/auth/user', { token })).status).toBe(200)
        const dead = await app.http('GET', '/api/auth/user', { token: other.body.sessionToken })
        expect(dead.status).toBe(401)
        expect((await lettersTo(app, email)).map(({ template }) => template)).toEqual(['password-changed'])
      },
    )
  })

  describe('my courses and bookings', () => {
    const mine = async (token: string, query = '') => {
      const answer = await app.http('GET', `/api/profile/registrations${query}`, { token })
      expect(answer.status, answer.text).toBe(200)
      return answer
    }

    test('are shown to a verified address alone, and never another one’s (R10)', async () => {
      const [a, b] = [await signedIn(app, 'user'), await signedIn(app, 'user')]
      const { id } = await addCourse(app, { title: 'Garlands' })
      const seat = await enrol(app, id, { email: a.email.toUpperCase(), fullName: 'Meena' })
      app.deps.clock.advance(1000)
      const booked = await app.http('POST', '/api/events_enrollments', {
        body: bookingBody(id, { email: a.email }),
      })
      await enrol(app, id, { fullName: 'Somebody else' })
      expect((await mine(a.token)).body.data).toEqual([])
      await verifyAddressOf(a.userId)
      await verifyAddressOf(b.userId)
      expect((await mine(b.token)).body.data).toEqual([])
      expect((await mine(a.token)).body.data).toEqual([
        {
          id: booked.body.data.id,
          kind: 'event-booking',
          reference: booked.body.data.reference,
          title: 'Garlands',
          batch: '2026-03-12',
          status: 'pending',
          payment: 'checking',
          amount: '12500.00',
          holdUntil: expect.any(String),
          created_at: expect.any(String),
        },
        {
          id: seat.id,
          kind: 'enrolment',
          reference: seat.reference,
          title: 'Garlands',
          batch: '2026-03-12',
          status: 'pending',
          payment: 'due',
          amount: '12500.00',
          holdUntil: seat.holdUntil,
          created_at: expect.any(String),
        },
      ])
    })

    test('come page by page', async () => {
      const { token, userId, email } = await signedIn(app, 'user')
      await verifyAddressOf(userId)
      const made: string[] = []
      for (let count = 0; count < 5; count++) {
        const { id } = await addCourse(app, { title: `Course ${count}` })
        made.unshift((await enrol(app, id, { email })).reference)
        app.deps.clock.advance(1000)
      }
      const seen: string[] = []
      let query: string | null = '?limit=2'
      while (query !== null) {
        const { body, headers } = await mine(token, query)
        seen.push(...body.data.map(({ reference }: { reference: string }) => reference))
        const cursor: string | undefined = /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1]
        query = cursor ? `?limit=2&cursor=${cursor}` : null
      }
      expect(seen).toEqual(made)
    })
  })
})
