import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Answer, startApp } from '../../../tests/harness/app.ts'
import {
  expiredToken,
  forgedToken,
  revokedToken,
  sessionKeyOf,
  signedIn,
} from '../../../tests/harness/callers.ts'
import { onEachEngine, partOnSqlite } from '../../../tests/harness/on-each-engine.ts'
import * as hashing from './passwords/password-hash.ts'
import { idleMsMax, sessionMsMax, sessionsTopic } from './sessions.ts'

const minute = 60_000
const hour = 60 * minute

onEachEngine('accounts', (app, engine) => {
  afterEach(() => {
    vi.restoreAllMocks()
  })
  beforeEach(() => {
    vi.spyOn(hashing, 'hashPassword')
    vi.spyOn(hashing, 'verifyPassword')
  })

  const signIn = (email: string, password: string) =>
    app.http('POST', '/api/auth/signin', { body: { email, password } })
  const changePassword = (token: string, currentPassword: string, newPassword: string) =>
    app.http('POST', '/api/profile/change-password', { token, body: { currentPassword, newPassword } })
  const disable = (userId: string) =>
    app.db.write
      .updateTable('user')
      .set({ disabledAt: app.deps.clock.now() })
      .where('id', '=', userId)
      .execute()
  const whoAmI = (token: string | null, at = app) => at.http('GET', '/api/auth/user', { token })

  describe('sign-in', () => {
    test.each([
      [{}, 'Please enter both email and password'],
      [{ email: 'a@b.example', password: '' }, 'Please enter both email and password'],
      [{ email: '', password: 'x' }, 'Please enter both email and password'],
      [{ email: 'no address', password: 'x' }, 'Please enter a valid email address'],
    ])('a sign-in with %j is refused before any password is compared', async (body, sentence) => {
      const answer = await app.http('POST', '/api/auth/signin', { body })
      expect(answer.status).toBe(400)
      expect(answer.body.message).toBe(sentence)
      expect(hashing.hashPassword).not.toHaveBeenCalled()
    })

    test('a wrong password, an unknown e-mail address and a disabled account get the same answer', async () => {
      const { email } = await signedIn(app, 'user')
      const disabled = await signedIn(app, 'staff')
      await disable(disabled.userId)
      const without = await signedIn(app, 'user')
      await app.db.write.deleteFrom('account').where('userId', '=', without.userId).execute()
      const odd = ['x@y', 'ü@malar.example', 'two@at@malar.example']
      const seen: unknown[] = []
      for (const address of [email, `un${email}`, disabled.email, without.email, ...odd]) {
        vi.clearAllMocks()
        const answer = await signIn(address, 'not the password')
        expect(answer.body).toMatchObject({
          code: 'invalid_credentials',
          error: 'Invalid email or password.',
        })
        const hashes =
          vi.mocked(hashing.hashPassword).mock.calls.length +
          vi.mocked(hashing.verifyPassword).mock.calls.length
        seen.push({ ...shapeOf(answer), hashes })
      }
      for (const one of seen) expect(one).toEqual({ ...(seen[0] as object), status: 401, hashes: 1 })
    })

    test('a sign-in ignores capitals in the e-mail address, returns a token and the user, and sets no cookie', async () => {
      const { email, password, userId } = await signedIn(app, 'staff')
      const answer = await signIn(` ${email.toUpperCase()} `, password)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        success: true,
        sessionToken: expect.stringMatching(/^[\w-]{32}\.[\w+/]{43}=$/),
        deviceToken: expect.stringMatching(/^[\w-]{22}$/),
        user: {
          id: userId,
          email,
          firstname: 'Test',
          lastname: 'staff',
          phone: '',
          usertype: 'admin',
          role: 'manager',
        },
      })
      expect(answer.headers.getSetCookie()).toEqual([])
      expect((await whoAmI(answer.body.sessionToken)).body).toEqual({
        ...answer.body.user,
        lacksSecondFactor: false,
      })
    })

    test.each([
      ['o&m@shop.example', 'a password of tests'],
      ['ümit@köln.example', 'a password of tests'],
      ['flowers@malar.example', `at dusk the ponds bloom ${'🪷'.repeat(100)}`],
    ])(
      'a sign-in accepts every address and password that an account can have: %s',
      async (email, password) => {
        const person = { firstname: 'Asha', lastname: 'Rao', usertype: 'user', role: 'none' } as const
        await app.app.services.accounts.createUser({ ...person, email, password })
        expect((await signIn(email, password)).status).toBe(200)
        expect((await signIn(email, `${password.slice(2)}x`)).status).toBe(401)
      },
    )

    test('a sign-in fails if the password is replaced or the account disabled while the password is checked', async () => {
      const { token, email, password, userId } = await signedIn(app, 'staff')
      const meanwhile = (work: () => Promise<unknown>) =>
        vi.mocked(hashing.verifyPassword).mockImplementationOnce(async () => {
          await work()
          return true
        })
      meanwhile(() => changePassword(token, password, 'a new password'))
      expect((await signIn(email, password)).body.code).toBe('invalid_credentials')
      meanwhile(() => disable(userId))
      expect((await signIn(email, 'a new password')).body.code).toBe('invalid_credentials')
      const rows = app.db.read.selectFrom('session').select('token').where('userId', '=', userId)
      expect(await rows.execute()).toEqual([{ token: sessionKeyOf(token) }])
    })

    test('a password change fails if another change replaced the password while the old one was checked', async () => {
      const { token, email, password } = await signedIn(app, 'user')
      vi.mocked(hashing.verifyPassword).mockImplementationOnce(async () => {
        expect((await changePassword(token, password, 'the first new password')).status).toBe(200)
        return true
      })
      const late = await changePassword(token, password, 'the second new password')
      expect(late.body.fields).toEqual({ currentPassword: expect.any(String) })
      expect((await signIn(email, 'the second new password')).status).toBe(401)
      expect((await signIn(email, 'the first new password')).status).toBe(200)
    })

    test('however many people sign in at once, no session that was opened with a replaced password remains', async () => {
      const { token, email, password, userId } = await signedIn(app, 'user')
      const [changed, ...answers] = await Promise.all([
        changePassword(token, password, 'a new password'),
        ...Array.from({ length: 30 }, () => signIn(email, password)),
      ])
      expect(changed?.status).toBe(200)
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      const rows = app.db.read.selectFrom('session').select('token').where('userId', '=', userId)
      expect(await rows.execute()).toEqual([{ token: sessionKeyOf(token) }])
    })

    test('a sign-in deletes sessions of the user that have ended', async () => {
      const { email, password, userId } = await signedIn(app, 'user')
      app.deps.clock.advance(idleMsMax.user)
      await signIn(email, password)
      const rows = app.db.read.selectFrom('session').select('id').where('userId', '=', userId)
      expect(await rows.execute()).toHaveLength(1)
    })
  })

  partOnSqlite(engine, 'a session token', () => {
    test.each(['nonsense', 'a.b', '.', '.AAAA', 'a b', 'long'.repeat(150)])(
      'a malformed session token signs nobody in: %s',
      async (token) => {
        expect((await whoAmI(token)).status).toBe(401)
      },
    )

    test('a session token with any letter changed signs nobody in', async () => {
      const { token } = await signedIn(app, 'user')
      for (let at = 0; at < token.length; at += 7) {
        const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
        expect((await whoAmI(changed)).status).toBe(401)
      }
      expect((await whoAmI(token)).status).toBe(200)
    })

    test('a forged, expired or revoked session token answers 401', async () => {
      const { token } = await signedIn(app, 'user')
      for (const bad of [forgedToken(token), await expiredToken(app), await revokedToken(app)]) {
        const answer = await whoAmI(bad)
        expect(answer.status).toBe(401)
        expect(answer.body.code).toBe('unauthenticated')
      }
    })

    test('a copied database contains no session token that works', async () => {
      const { token } = await signedIn(app, 'owner')
      const rows = await Promise.all(
        (['user', 'session', 'account'] as const).map((table) =>
          app.db.read.selectFrom(table).selectAll().execute(),
        ),
      )
      const texts = new Set(rows.flat().flatMap((row) => Object.values(row).map(String)))
      expect(texts).toContain(sessionKeyOf(token))
      expect(texts).not.toContain(token)
      for (const text of texts) expect(await app.app.services.accounts.findSession(text)).toBeNull()

      // A thief runs this server on the copy, with another secret, and takes a token that this server gives.
      const thief = await startApp({
        sharing: app,
        env: { AUTH_SECRET: 'what a thief would choose, being without ours' },
      })
      try {
        expect((await whoAmI(token, thief)).status).toBe(401)
        const { token: stolen } = await signedIn(thief, 'owner')
        expect((await whoAmI(stolen, thief)).status).toBe(200)
        expect((await whoAmI(stolen)).status).toBe(401)
      } finally {
        await thief.stop()
      }
    })

    test.each(['owner', 'user'] as const)(
      'a session of the %s ends when it has not been used for its idle time',
      async (who) => {
        const idle = idleMsMax[who === 'user' ? 'user' : 'admin']
        const { token } = await signedIn(app, who)
        for (let use = 0; use < 3; use++) {
          app.deps.clock.advance(idle - minute)
          expect((await whoAmI(token)).status).toBe(200)
        }
        app.deps.clock.advance(idle)
        expect((await whoAmI(token)).status).toBe(401)
      },
    )

    test('a session ends after its maximum lifetime, however often it is used', async () => {
      const { token } = await signedIn(app, 'user')
      const days = sessionMsMax / (24 * hour)
      for (let day = 1; day < days; day++) {
        app.deps.clock.advance(24 * hour)
        expect((await whoAmI(token)).status).toBe(200)
      }
      app.deps.clock.advance(24 * hour)
      expect((await whoAmI(token)).status).toBe(401)
    })

    test('the last use of a session is written to the database once every few minutes, not on every call', async () => {
      const { token } = await signedIn(app, 'user')
      const lastUse = async () => {
        const row = app.db.read
          .selectFrom('session')
          .select('updatedAt')
          .where('token', '=', sessionKeyOf(token))
        return (await row.executeTakeFirstOrThrow()).updatedAt
      }
      const signedInAt = await lastUse()
      app.deps.clock.advance(4 * minute)
      await whoAmI(token)
      expect(await lastUse()).toBe(signedInAt)
      app.deps.clock.advance(2 * minute)
      await whoAmI(token)
      expect(await lastUse()).toBe(app.deps.clock.now())
    })
  })

  partOnSqlite(engine, 'sign-out', () => {
    test('signing out answers 200 for a missing, forged, expired or revoked session token too', async () => {
      const { token } = await signedIn(app, 'user')
      const expired = await expiredToken(app)
      for (const dead of [null, 'nonsense', forgedToken(token), expired, await revokedToken(app)]) {
        const answer = await app.http('POST', '/api/auth/signout', { token: dead })
        expect(answer.status).toBe(200)
        expect(answer.body).toEqual({ success: true })
      }
      expect((await whoAmI(token)).status).toBe(200)
    })

    test('signing out ends the current session immediately, and no other session', async () => {
      const { token, email, password } = await signedIn(app, 'user')
      const other = (await signIn(email, password)).body.sessionToken
      expect((await whoAmI(token)).status).toBe(200)
      await app.http('POST', '/api/auth/signout', { token })
      expect((await whoAmI(token)).status).toBe(401)
      expect((await whoAmI(other)).status).toBe(200)
    })

    test('a changed password ends all other sessions, and the old password no longer signs in', async () => {
      const { token, email, password } = await signedIn(app, 'user')
      const other = (await signIn(email, password)).body.sessionToken
      expect((await whoAmI(token)).status).toBe(200)
      expect((await changePassword(token, password, 'a new password')).status).toBe(200)
      expect((await whoAmI(token)).status).toBe(200)
      expect((await whoAmI(other)).status).toBe(401)
      expect((await signIn(email, password)).status).toBe(401)
      expect((await signIn(email, 'a new password')).status).toBe(200)
    })

    test('a sign-out applies in other server processes immediately', async () => {
      const second = await startApp({ sharing: app })
      try {
        const { token } = await signedIn(app, 'user')
        expect((await whoAmI(token, second)).status).toBe(200)
        const heard = new Promise<void>((resolve) => {
          second.db.changes.subscribe((topics) => {
            if (topics.has(sessionsTopic)) resolve()
          })
        })
        await app.http('POST', '/api/auth/signout', { token })
        await heard
        expect((await whoAmI(token, second)).status).toBe(401)
      } finally {
        await second.stop()
      }
    })
  })
})

/** Returns the parts of an answer by which an outsider could distinguish it from another answer. */
function shapeOf(answer: Answer) {
  const headers = Object.fromEntries(answer.headers)
  // These headers depend on the time and the number of calls, not on the account.
  for (const name of ['date', 'x-ratelimit-remaining', 'x-ratelimit-reset']) delete headers[name]
  const { requestId: _, ...body } = answer.body
  return { status: answer.status, headers, length: answer.text.length, body }
}
