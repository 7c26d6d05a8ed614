import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answer } from '../../../../tests/harness/app.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { codeSentTo, lettersTo, wrongCode } from '../../../../tests/harness/letters.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { randomIds } from '../../../platform/ids.ts'
import * as hashing from '../passwords/password-hash.ts'
import { askerLettersAnHour, attemptsMax, codeMsMax } from './one-time-codes.ts'

onEachEngine('proving an e-mail address', (app) => {
  afterEach(() => {
    vi.restoreAllMocks()
  })
  beforeEach(() => {
    // Each test has a new day, so that the limits of earlier tests do not count.
    app.deps.clock.advance(24 * 60 * 60_000)
    vi.spyOn(hashing, 'hashPassword')
    vi.spyOn(hashing, 'verifyPassword')
  })

  const post = (path: string, body: object, token: string | null = null) =>
    app.http('POST', path, { body, token })
  const newAddress = () => `meena-${randomIds.id().toLowerCase()}@mail.example`
  const form = (email: string) => ({ firstname: 'Meena', email, password: 'ten letters or more' })
  const signUp = async (email: string) =>
    (await post('/api/auth/signup', form(email))).body.data.ticket as string
  const forgot = async (email: string) =>
    (await post('/api/auth/forgot-password', { email })).body.data.ticket as string
  const verify = (ticket: string, code: string) => post('/api/auth/verify-otp', { ticket, code })
  const reset = (ticket: string, password: string) => post('/api/auth/reset-password', { ticket, password })
  const signIn = (email: string, password: string) => post('/api/auth/signin', { email, password })
  const whoAmI = (token: string) => app.http('GET', '/api/auth/user', { token })
  const usersWith = (email: string) =>
    app.db.read.selectFrom('user').selectAll().where('email', '=', email).execute()

  describe('sign-up', () => {
    test.each([
      [{}, 'firstname', 'First name is required'],
      [{ firstname: '  ' }, 'firstname', 'First name is required'],
      [{ email: '' }, 'email', 'Email is required'],
      [{ email: 'meena@mail' }, 'email', 'Please enter a valid email address'],
      [{ password: '' }, 'password', 'Choose a password'],
      [{ password: 'ninechars' }, 'password', 'Use at least 10 characters'],
      [{ password: 'x'.repeat(129) }, 'password', 'Use at most 128 characters'],
    ])('a sign-up with %j is refused', async (changes, field, sentence) => {
      const body = Object.keys(changes).length === 0 ? {} : { ...form(newAddress()), ...changes }
      const answer = await post('/api/auth/signup', body)
      expect(answer.status).toBe(400)
      expect(answer.body.fields[field]).toBe(sentence)
      expect(hashing.hashPassword).not.toHaveBeenCalled()
    })

    test('a sign-up makes an account only when its code is given, and signs the account in', async () => {
      const email = newAddress()
      const ticket = await signUp(` ${email.toUpperCase()}`)
      expect(await usersWith(email)).toEqual([])
      expect((await signIn(email, 'ten letters or more')).status).toBe(401)

      const answer = await verify(ticket, await codeSentTo(app, email))
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.data).toMatchObject({
        purpose: 'sign-up',
        session: { user: { email, firstname: 'Meena', usertype: 'user', role: 'none' } },
      })
      expect((await whoAmI(answer.body.data.session.sessionToken)).status).toBe(200)
      expect(await usersWith(email)).toMatchObject([{ emailVerified: 1 }])
      expect((await signIn(email, 'ten letters or more')).status).toBe(200)
    })

    test('a password chosen by somebody who cannot read the account’s mailbox never becomes the account’s password', async () => {
      const email = newAddress()
      const ours = await signUp(email)
      const ourCode = await codeSentTo(app, email)
      app.deps.clock.advance(1000)
      const answer = await post('/api/auth/signup', { ...form(email), password: 'what a thief chose' })
      const theirs = answer.body.data.ticket
      const theirCode = await codeSentTo(app, email)
      expect((await verify(theirs, ourCode)).status).toBe(400)
      expect((await verify(ours, theirCode)).status).toBe(400)
      expect((await verify(ours, ourCode)).status).toBe(200)
      expect((await signIn(email, 'what a thief chose')).status).toBe(401)
      expect((await signIn(email, 'ten letters or more')).status).toBe(200)
      // The new account ends the other tickets of its address.
      expect((await verify(theirs, theirCode)).body.code).toBe('code_expired')
    })

    test('a sign-up with the address of an existing account sends an e-mail that says so, and changes nothing', async () => {
      const { email, password } = await signedIn(app, 'user')
      const before = await usersWith(email)
      await signUp(email)
      expect(await lettersTo(app, email)).toEqual([
        { template: 'account-exists', data: { name: 'Test user' } },
      ])
      expect(await usersWith(email)).toEqual(before)
      expect((await signIn(email, password)).status).toBe(200)
    })

    test('an account that was made while a sign-up waited for its code stays unchanged', async () => {
      const email = newAddress()
      const ticket = await signUp(email)
      await app.app.services.accounts.createUser({
        ...form(email),
        lastname: '',
        phone: '',
        password: 'the one of before',
        usertype: 'admin',
        role: 'manager',
      })
      const answer = await verify(ticket, await codeSentTo(app, email))
      expect(answer.status).toBe(409)
      expect(answer.body.error).toBe('You already have an account. Sign in.')
      expect((await signIn(email, 'the one of before')).body.user.role).toBe('manager')
    })
  })

  test('sign-up and forgotten password respond alike, and compute as many hashes, for known and unknown e-mail addresses', async () => {
    const known = await signedIn(app, 'user')
    for (const [path, hashes] of [
      ['/api/auth/signup', 1],
      ['/api/auth/forgot-password', 0],
    ] as const) {
      const seen: unknown[] = []
      for (const email of [known.email, `un${known.email}`]) {
        vi.clearAllMocks()
        const answer = await post(path, { ...form(email), email })
        const count =
          vi.mocked(hashing.hashPassword).mock.calls.length +
          vi.mocked(hashing.verifyPassword).mock.calls.length
        seen.push({ ...shapeOf(answer), hashes: count })
        expect(count).toBe(hashes)
        expect(await lettersTo(app, email)).not.toEqual([])
      }
      expect(seen[1]).toEqual(seen[0])
      expect(seen[0]).toMatchObject({ status: 200 })
    }
  })

  test('a wrong code is refused in the same way for known and unknown e-mail addresses', async () => {
    const known = await signedIn(app, 'user')
    const unknown = newAddress()
    for (const ask of [signUp, forgot]) {
      const seen: unknown[][] = []
      for (const email of [known.email, unknown]) {
        const ticket = await ask(email)
        const letters = await lettersTo(app, email)
        const code = String(letters.at(-1)?.data['code'] ?? '123456')
        const answers: unknown[] = []
        for (let count = 0; count <= attemptsMax; count++) {
          answers.push(shapeOf(await verify(ticket, wrongCode(code))))
        }
        seen.push(answers)
      }
      expect(seen[1]).toEqual(seen[0])
    }
  })

  describe('a code sent by e-mail', () => {
    test.each(['', '12345', '1234567', 'abcdef', '१२३४५६'])(
      'the code %j is refused, because a code has six digits',
      async (code) => {
        const answer = await verify(await signUp(newAddress()), code)
        expect(answer.status).toBe(400)
        expect(answer.body.fields.code).toBe('Enter the 6-digit code')
      },
    )

    test('a code may be typed with spaces', async () => {
      const email = newAddress()
      const ticket = await signUp(email)
      const code = await codeSentTo(app, email)
      expect((await verify(ticket, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200)
    })

    test('after four wrong codes the right code still works, and after the fifth wrong code it is refused', async () => {
      const email = newAddress()
      const ticket = await signUp(email)
      const code = await codeSentTo(app, email)
      for (let count = 1; count < attemptsMax; count++) {
        const { status, body } = await verify(ticket, wrongCode(code))
        expect([status, body.code]).toEqual([400, 'code_invalid'])
        expect(body.fields).toEqual({ code: 'That code isn’t right. Check it and try again.' })
      }
      expect((await verify(ticket, wrongCode(code))).body.code).toBe('code_expired')
      expect((await verify(ticket, code)).body.code).toBe('code_expired')
      expect(await usersWith(email)).toEqual([])
    })

    test('of thirty guesses at once at most five are compared with the code', async () => {
      const email = newAddress()
      const ticket = await signUp(email)
      const code = await codeSentTo(app, email)
      const answers = await Promise.all(Array.from({ length: 30 }, () => verify(ticket, wrongCode(code))))
      const codes = answers.map(({ body }) => body.code).sort()
      expect(codes).toEqual([...Array(26).fill('code_expired'), ...Array(4).fill('code_invalid')])
      expect((await verify(ticket, code)).status).toBe(400)
    })

    test('a sign-up code that is sent four times at the same time makes one account', async () => {
      const email = newAddress()
      const ticket = await signUp(email)
      const code = await codeSentTo(app, email)
      const answers = await Promise.all(Array.from({ length: 4 }, () => verify(ticket, code)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
      expect(await usersWith(email)).toHaveLength(1)
    })

    test('a code works only within ten minutes, and only once', async () => {
      const email = newAddress()
      const ticket = await signUp(email)
      const code = await codeSentTo(app, email)
      app.deps.clock.advance(codeMsMax)
      expect((await verify(ticket, code)).body.code).toBe('code_expired')

      const again = await signUp(email)
      const newCode = await codeSentTo(app, email)
      expect((await verify(again, newCode)).status).toBe(200)
      expect((await verify(again, newCode)).body.code).toBe('code_expired')
    })

    test('a code with an unknown ticket is refused like an expired code', async () => {
      expect((await verify('A'.repeat(22), '123456')).body.code).toBe('code_expired')
    })

    test('one network causes at most five sign-up e-mails an hour, and the response does not reveal the limit', async () => {
      const email = newAddress()
      for (let count = 0; count < askerLettersAnHour; count++) await signUp(email)
      const answer = await post('/api/auth/signup', form(email))
      expect(answer.status).toBe(200)
      expect(await lettersTo(app, email)).toHaveLength(askerLettersAnHour)
      const code = await codeSentTo(app, email)
      expect((await verify(answer.body.data.ticket, code)).body.code).toBe('code_invalid')
      app.deps.clock.advance(60 * 60_000)
      await signUp(email)
      expect(await lettersTo(app, email)).toHaveLength(askerLettersAnHour + 1)
    })

    test('a copied database contains neither the ticket nor the code that was sent', async () => {
      const email = newAddress()
      const ticket = await signUp(email)
      const code = await codeSentTo(app, email)
      const rows = await Promise.all(
        (['one_time_code', 'outbox', 'idempotency'] as const).map((table) =>
          app.db.read.selectFrom(table).selectAll().execute(),
        ),
      )
      const texts = rows.flat().flatMap((row) => Object.values(row).map(String))
      expect(texts.some((text) => text.includes(email))).toBe(true)
      for (const text of texts) {
        expect(text).not.toContain(ticket)
        expect(text).not.toMatch(new RegExp(`(^|\\D)${code}(\\D|$)`))
      }
    })
  })

  describe('a password reset by e-mail', () => {
    test('a password reset needs the code first, and an acceptable password', async () => {
      const { email, password } = await signedIn(app, 'user')
      const ticket = await forgot(email)
      expect((await reset(ticket, 'another one of mine')).body.code).toBe('code_expired')
      expect((await reset('A'.repeat(22), 'another one of mine')).body.code).toBe('code_expired')
      await verify(ticket, await codeSentTo(app, email))
      const answer = await reset(ticket, 'short')
      expect([answer.status, answer.body.fields]).toEqual([400, { password: 'Use at least 10 characters' }])
      expect((await signIn(email, password)).status).toBe(200)
    })

    test.each(['owner', 'user'] as const)(
      'resetting the password of the %s ends all sessions and sends an e-mail',
      async (who) => {
        const { email, password, token } = await signedIn(app, who)
        expect((await whoAmI(token)).status).toBe(200)
        const ticket = await forgot(email)
        const proved = await verify(ticket, await codeSentTo(app, email))
        expect(proved.body).toEqual({ success: true, data: { purpose: 'reset-password', session: null } })
        const answer = await reset(ticket, 'another one of mine')
        expect([answer.status, answer.body]).toEqual([
          200,
          { success: true, data: { deviceToken: expect.stringMatching(/^[\w-]{22}$/) } },
        ])
        expect((await whoAmI(token)).status).toBe(401)
        expect((await signIn(email, password)).status).toBe(401)
        expect((await signIn(email, 'another one of mine')).status).toBe(200)
        expect(await usersWith(email)).toMatchObject([{ emailVerified: 1 }])
        const letters = (await lettersTo(app, email)).map(({ template }) => template)
        expect(letters.filter((template) => template !== 'new-device').sort()).toEqual([
          'one-time-code',
          'password-changed',
        ])
        expect((await reset(ticket, 'and yet another one')).body.code).toBe('code_expired')
      },
    )

    test('a mailed code resets the password once while it is valid, even if three requests send the code at once', async () => {
      const { email } = await signedIn(app, 'user')
      const late = await forgot(email)
      await verify(late, await codeSentTo(app, email))
      app.deps.clock.advance(codeMsMax)
      expect((await reset(late, 'another one of mine')).body.code).toBe('code_expired')

      const ticket = await forgot(email)
      await verify(ticket, await codeSentTo(app, email))
      const answers = await Promise.all(
        ['the first of three', 'the second of three', 'the third of three'].map((one) => reset(ticket, one)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    })

    test('the ticket of a sign-up does not work for a password reset', async () => {
      const { email } = await signedIn(app, 'user')
      const ticket = await signUp(email)
      expect((await reset(ticket, 'another one of mine')).body.code).toBe('code_expired')
    })

    test('requesting a new password for an unknown address sends that address an e-mail', async () => {
      const email = newAddress()
      await forgot(email)
      expect(await lettersTo(app, email)).toEqual([{ template: 'no-account', data: {} }])
    })
  })

  test('a code verifies an unverified address, and works once', async () => {
    const { email, token } = await signedIn(app, 'owner')
    const started = await app.http('POST', '/api/profile/verification', { token })
    expect(started.status).toBe(200)
    expect(await usersWith(email)).toMatchObject([{ emailVerified: 0 }])
    const answer = await verify(started.body.data.ticket, await codeSentTo(app, email))
    expect(answer.body).toEqual({ success: true, data: { purpose: 'verify-email', session: null } })
    expect(await usersWith(email)).toMatchObject([{ emailVerified: 1 }])
    const again = await app.http('POST', '/api/profile/verification', { token })
    expect([again.status, again.body.error]).toEqual([409, 'Your e-mail address is already verified.'])
  })
})

/** Returns the parts of an answer by which an outsider could distinguish it from another answer. */
function shapeOf(answer: Answer) {
  const headers = Object.fromEntries(answer.headers)
  for (const name of ['date', 'x-ratelimit-remaining', 'x-ratelimit-reset']) delete headers[name]
  const { requestId: _, data: __, ...body } = answer.body
  return { status: answer.status, headers, length: answer.text.length, body }
}
