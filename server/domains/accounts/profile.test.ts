import { describe, expect, test } from 'vitest'
import type { TestApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/callers.ts'
import { codeSentTo, lettersTo, wrongCode } from '../../../tests/harness/letters.ts'
import { onEachEngine, partOnSqlite } from '../../../tests/harness/on-each-engine.ts'
import { addCourse, book, enrol } from '../../../tests/harness/seats.ts'
import { randomIds } from '../../platform/ids.ts'

/** Returns the audit log's entries of an account without its sign-ins, oldest first. */
async function auditOf(app: TestApp, userId: string) {
  const rows = await app.db.read
    .selectFrom('audit_entry')
    .select(['actor_email', 'changes'])
    .where('record_id', '=', userId)
    .where('changes', 'not like', '%"signed in on"%')
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, changes: JSON.parse(row.changes) as object }))
}

onEachEngine('the profile', { env: { PAYMENT_PROVIDER: 'upi' } }, (app, engine) => {
  const profileOf = async (token: string) => (await app.http('GET', '/api/profile', { token })).body.data
  const put = (token: string | null, body: object) => app.http('PUT', '/api/profile', { token, body })
  const change = (token: string, currentPassword: string, newPassword: string) =>
    app.http('POST', '/api/profile/change-password', { token, body: { currentPassword, newPassword } })
  const verifyAddressOf = (userId: string) =>
    app.db.write.updateTable('user').set({ emailVerified: 1 }).where('id', '=', userId).execute()

  test.each([
    [{ firstname: '' }, 'firstname', 'First name is required'],
    [{ lastname: 'x'.repeat(61) }, 'lastname', 'Use at most 60 characters'],
    [{ phone: '12345' }, 'phone', 'Please enter a valid 10-digit Indian mobile number (starting with 6-9)'],
  ])('a profile with %j is refused', async (body, field, sentence) => {
    const { token } = await signedIn(app, 'user')
    const before = await profileOf(token)
    const answer = await put(token, body)
    expect([answer.status, answer.body.fields[field]]).toEqual([400, sentence])
    expect(await profileOf(token)).toEqual(before)
  })

  test('a profile field that is left out stays unchanged, and a profile cannot change the e-mail address or the role', async () => {
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

  partOnSqlite(engine, 'changing the password', () => {
    test('a wrong current password answers 400 and not 401, so that the page does not think the session has ended', async () => {
      const { token, email, password } = await signedIn(app, 'user')
      const answer = await change(token, 'not that one', 'a new one of mine')
      expect([answer.status, answer.body.fields]).toEqual([
        400,
        { currentPassword: 'That isn’t your current password. Try again.' },
      ])
      expect((await change(token, password, 'short')).body.fields).toEqual({
        newPassword: 'Use at least 10 characters',
      })
      const signIn = await app.http('POST', '/api/auth/signin', { body: { email, password } })
      expect(signIn.status).toBe(200)
      expect(await lettersTo(app, email)).toEqual([])
    })

    test.each(['owner', 'user'] as const)(
      'changing the password of the %s ends all other sessions and sends an e-mail',
      async (who) => {
        const { token, email, password } = await signedIn(app, who)
        const other = await app.http('POST', '/api/auth/signin', { body: { email, password } })
        expect((await change(token, password, 'a new one of mine')).status).toBe(200)
        expect((await app.http('GET', '/api/auth/user', { token })).status).toBe(200)
        const dead = await app.http('GET', '/api/auth/user', { token: other.body.sessionToken })
        expect(dead.status).toBe(401)
        expect(
          (await lettersTo(app, email))
            .map(({ template }) => template)
            .filter((name) => name !== 'new-device'),
        ).toEqual(['password-changed'])
      },
    )

    test('the audit log records password changes and ended sessions of staff, without secrets, and none of visitors', async () => {
      const [staff, visitor] = [await signedIn(app, 'staff'), await signedIn(app, 'user')]
      for (const { token, email, password } of [staff, visitor]) {
        const signIn = () =>
          app.http('POST', '/api/auth/signin', {
            body: { email, password: 'a new one of mine' },
            headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile' },
          })
        await change(token, password, 'a new one of mine')
        app.deps.clock.advance(1000)
        await app.http('POST', '/api/auth/sessions/end-others', { token })
        await signIn()
        const { data } = (await app.http('GET', '/api/auth/sessions', { token })).body
        const one = data.find(({ isThis }: { isThis: boolean }) => !isThis)
        await app.http('DELETE', `/api/auth/sessions/${one.id}`, { token })
        app.deps.clock.advance(1000)
        await signIn()
        await app.http('POST', '/api/auth/sessions/end-others', { token })
        app.deps.clock.advance(1000)
        const forgotten = await app.http('POST', '/api/auth/forgot-password', { body: { email } })
        const { ticket } = forgotten.body.data
        await app.http('POST', '/api/auth/verify-otp', {
          body: { ticket, code: await codeSentTo(app, email) },
        })
        await app.http('POST', '/api/auth/reset-password', { body: { ticket, password: 'one by a letter' } })
      }
      const entry = (field: string, to: string) => ({
        actor_email: staff.email,
        changes: [{ field, from: null, to }],
      })
      expect(await auditOf(app, staff.userId)).toEqual([
        entry('password', 'changed'),
        entry('signed out on', 'Chrome on Android'),
        entry('signed out on', 'all other devices'),
        entry('password', 'changed with a code sent by e-mail'),
      ])
      expect(await auditOf(app, visitor.userId)).toEqual([])
    })
  })

  describe('changing the e-mail address', () => {
    const ask = (token: string, email: string, currentPassword: string) =>
      app.http('POST', '/api/profile/email', { token, body: { email, currentPassword } })
    const confirm = (token: string, ticket: string, code: string) =>
      app.http('POST', '/api/profile/email/confirm', { token, body: { ticket, code } })
    const newAddress = () => `moved-${randomIds.id().toLowerCase()}@mail.example`
    const signIn = (email: string, password: string) =>
      app.http('POST', '/api/auth/signin', { body: { email, password } })

    test('a new e-mail address needs the current password, and must differ from the old one', async () => {
      const { token, email, password } = await signedIn(app, 'user')
      const other = newAddress()
      for (const [address, given, fields] of [
        [other, 'not that one', { currentPassword: 'That isn’t your current password. Try again.' }],
        [other, '', { currentPassword: 'Enter your current password' }],
        ['meena@mail', password, { email: 'Please enter a valid email address' }],
        [email.toUpperCase(), password, { email: 'Your account already uses this address.' }],
      ] as const) {
        const answer = await ask(token, address, given)
        expect([answer.status, answer.body.fields]).toEqual([400, fields])
      }
      expect(await lettersTo(app, other)).toEqual([])
      expect((await profileOf(token)).email).toBe(email)
    })

    test('changing to the address of another account responds as for a new address; only that account’s owner gets an e-mail', async () => {
      const [{ token, password, email }, known] = [await signedIn(app, 'user'), await signedIn(app, 'user')]
      const [toKnown, toNew] = [
        await ask(token, known.email, password),
        await ask(token, newAddress(), password),
      ]
      const shape = ({ status, body }: typeof toKnown) => [status, Object.keys(body), Object.keys(body.data)]
      expect(shape(toKnown)).toEqual(shape(toNew))
      expect((await lettersTo(app, known.email)).map(({ template }) => template)).toEqual(['address-taken'])
      expect((await confirm(token, toKnown.body.data.ticket, '123456')).body.code).toBe('code_invalid')
      expect((await profileOf(token)).email).toBe(email)
    })

    test('the code for a new e-mail address works once, and only for the signed-in user who asked for it', async () => {
      const [a, b] = [await signedIn(app, 'user'), await signedIn(app, 'user')]
      const address = newAddress()
      const { ticket } = (await ask(a.token, address, a.password)).body.data
      const code = await codeSentTo(app, address)
      expect((await confirm(a.token, ticket, wrongCode(code))).body.code).toBe('code_invalid')
      expect((await confirm(b.token, ticket, code)).body.code).toBe('code_expired')
      const open = await app.http('POST', '/api/auth/verify-otp', { body: { ticket, code } })
      expect(open.body.code).toBe('code_expired')
      const both = await Promise.all([confirm(a.token, ticket, code), confirm(a.token, ticket, code)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
      expect((await profileOf(b.token)).email).toBe(b.email)
    })

    test('changing the e-mail address ends other sessions and old codes, and sends the old address an e-mail', async () => {
      const { token, email, password } = await signedIn(app, 'user')
      const other = await signIn(email, password)
      const forgotten = await app.http('POST', '/api/auth/forgot-password', { body: { email } })
      const oldCode = await codeSentTo(app, email)
      const address = newAddress()
      const { ticket } = (await ask(token, address, password)).body.data
      const answer = await confirm(token, ticket, await codeSentTo(app, address))
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.data).toMatchObject({ email: address, emailVerified: true })
      expect(await profileOf(token)).toMatchObject({ email: address })
      expect((await app.http('GET', '/api/auth/user', { token: other.body.sessionToken })).status).toBe(401)
      expect((await signIn(email, password)).status).toBe(401)
      expect((await signIn(address, password)).status).toBe(200)
      const old = { ticket: forgotten.body.data.ticket, code: oldCode }
      expect((await app.http('POST', '/api/auth/verify-otp', { body: old })).body.code).toBe('code_expired')
      const letters = (await lettersTo(app, email)).map(({ template }) => template)
      expect(letters).toContain('email-changed')
      expect(await auditOf(app, (await profileOf(token)).id)).toEqual([])
    })

    test('an e-mail address that became another account’s before the code was entered stays with that account', async () => {
      const { token, email, password } = await signedIn(app, 'user')
      const address = newAddress()
      const { ticket } = (await ask(token, address, password)).body.data
      await app.app.services.accounts.createUser({
        email: address,
        password: 'the one of before',
        firstname: 'Uma',
        lastname: '',
        phone: '',
        usertype: 'user',
        role: 'none',
      })
      const answer = await confirm(token, ticket, await codeSentTo(app, address))
      expect([answer.status, answer.body.error]).toEqual([
        409,
        'Another account uses this e-mail address now.',
      ])
      expect((await profileOf(token)).email).toBe(email)
    })

    test('the audit log records a changed e-mail address of a staff account', async () => {
      const { token, userId, email, password } = await signedIn(app, 'staff')
      const address = newAddress()
      const { ticket } = (await ask(token, address, password)).body.data
      expect((await confirm(token, ticket, await codeSentTo(app, address))).status).toBe(200)
      expect(await auditOf(app, userId)).toEqual([
        { actor_email: email, changes: [{ field: 'email', from: email, to: address }] },
      ])
    })
  })

  partOnSqlite(engine, 'a user’s own enrolments and bookings', () => {
    const mine = async (token: string, query = '') => {
      const answer = await app.http('GET', `/api/profile/registrations${query}`, { token })
      expect(answer.status, answer.text).toBe(200)
      return answer
    }

    test('a user sees only enrolments and bookings of their own address, and only after verifying it', async () => {
      const [a, b] = [await signedIn(app, 'user'), await signedIn(app, 'user')]
      const { id } = await addCourse(app, { title: 'Garlands' })
      const seat = await enrol(app, id, { email: a.email.toUpperCase(), fullName: 'Meena' })
      app.deps.clock.advance(1000)
      const other = await addCourse(app, { title: 'Garlands' })
      const booked = await book(app, other.id, { email: a.email })
      await enrol(app, id, { fullName: 'Somebody else' })
      expect((await mine(a.token)).body.data).toEqual([])
      await verifyAddressOf(a.userId)
      await verifyAddressOf(b.userId)
      expect((await mine(b.token)).body.data).toEqual([])
      expect((await mine(a.token)).body.data).toEqual([
        {
          id: booked.id,
          kind: 'event-booking',
          reference: booked.reference,
          title: 'Garlands',
          batch: '2026-03-12',
          status: 'pending',
          payment: 'checking',
          amount: '12500.00',
          due: '12500.00',
          holdUntil: expect.any(String),
          guest: null,
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
          due: '12500.00',
          holdUntil: seat.holdUntil,
          guest: null,
          created_at: expect.any(String),
        },
      ])
    })

    test('a user’s own enrolments and bookings are listed in pages', async () => {
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
