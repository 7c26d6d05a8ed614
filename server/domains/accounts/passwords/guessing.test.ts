import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { retention } from '../../../../contract/system/retention.ts'
import { type Answer, startApp } from '../../../../tests/harness/app.ts'
import { codeOfApp } from '../../../../tests/harness/authenticator.ts'
import { type SignedIn, signedIn } from '../../../../tests/harness/callers.ts'
import { codeSentTo, lettersTo, wrongCode } from '../../../../tests/harness/letters.ts'
import { onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { devicesMax } from '../devices/known-devices.ts'
import { createGuesses, delayAfter, forgottenAfterMs, freeGuesses } from './guesses.ts'
import * as hashing from './password-hash.ts'

const second = 1000
const minute = 60 * second
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

onEachEngine(
  'guessing passwords',
  { env: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: '1' } },
  (app, engine) => {
    afterEach(() => {
      vi.restoreAllMocks()
    })
    beforeEach(() => {
      vi.spyOn(hashing, 'hashPassword')
      vi.spyOn(hashing, 'verifyPassword')
    })

    let networks = 0
    /** Signs in from a new network each time, so that the limit for one network does not matter. */
    const signIn = (
      email: string,
      password: string,
      more: object = {},
      from = `10.${++networks >> 8}.${networks & 255}.1`,
    ) =>
      app.http('POST', '/api/auth/signin', {
        body: { email, password, ...more },
        headers: { 'x-forwarded-for': from, 'user-agent': firefox },
      })
    const hashes = () =>
      vi.mocked(hashing.hashPassword).mock.calls.length + vi.mocked(hashing.verifyPassword).mock.calls.length
    const counted = (answers: Answer[]) => {
      const counts: Record<number, number> = {}
      for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
      return counts
    }
    const wrong = async ({ email }: { email: string }, times: number) => {
      for (let count = 0; count < times; count++) await signIn(email, 'a wrong one')
    }
    const changesOf = async (userId: string) =>
      (
        await app.db.read
          .selectFrom('audit_entry')
          .select('changes')
          .where('record_id', '=', userId)
          .orderBy('at')
          .orderBy('id')
          .execute()
      ).flatMap(({ changes }) =>
        (JSON.parse(changes) as { field: string; to: string }[]).map(({ field, to }) => `${field}: ${to}`),
      )
    const lettersOf = async (email: string) =>
      (await lettersTo(app, email)).filter(
        ({ template }) => template === 'new-device' || template === 'wrong-sign-ins',
      )

    test('100 wrong passwords for an owner from ten networks are slowed down and audited, and the owner gets an e-mail', async () => {
      const owner = await signedIn(app, 'owner')
      vi.clearAllMocks()
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          signIn(owner.email, `guess number ${n}`, {}, `203.0.${n % 10}.7`),
        ),
      )
      expect(counted(answers)).toEqual({ 401: freeGuesses, 429: 100 - freeGuesses })
      expect(hashes()).toBe(freeGuesses)
      const refused = answers.find(({ status }) => status === 429)
      expect(refused?.body).toMatchObject({
        code: 'rate_limited',
        error:
          'Too many wrong passwords or codes. Wait 30 seconds and try again, or choose “Forgot your password?”.',
      })
      expect(refused?.headers.get('retry-after')).toBe('30')
      expect(await changesOf(owner.userId)).toContain(`wrong passwords: ${freeGuesses} in a row`)
      expect(await lettersOf(owner.email)).toEqual([
        {
          template: 'wrong-sign-ins',
          data: { name: 'Test owner', count: freeGuesses, isPasswordRight: false, at: app.deps.clock.now() },
        },
      ])
    })

    test.each([
      [1, 0],
      [freeGuesses - 1, 0],
      [freeGuesses, 30 * second],
      [6, minute],
      [7, 2 * minute],
      [8, 4 * minute],
      [9, 8 * minute],
      [10, 15 * minute],
      [1000, 15 * minute],
    ])('the wait after %i wrong passwords is %i ms', (fails, ms) => {
      expect(delayAfter(fails)).toBe(ms)
    })

    test('the wait grows with each wrong password, and the right password is refused too until the wait is over', async () => {
      const user = await signedIn(app, 'user')
      await wrong(user, freeGuesses)
      for (let fails = freeGuesses; fails < 12; fails++) {
        const ms = delayAfter(fails)
        vi.clearAllMocks()
        const early = await signIn(user.email, user.password)
        expect([early.status, early.headers.get('retry-after'), hashes()]).toEqual([
          429,
          String(ms / second),
          0,
        ])
        app.deps.clock.advance(ms - 1)
        expect((await signIn(user.email, user.password)).headers.get('retry-after')).toBe('1')
        app.deps.clock.advance(1)
        expect((await signIn(user.email, 'a wrong one')).status).toBe(401)
      }
      app.deps.clock.advance(15 * minute)
      expect((await signIn(user.email, user.password)).status).toBe(200)
      // The successful sign-in sets the count back to zero.
      await wrong(user, freeGuesses - 1)
      expect((await signIn(user.email, user.password)).status).toBe(200)
    })

    test('the count of wrong passwords starts again after a day without one', async () => {
      const user = await signedIn(app, 'user')
      await wrong(user, freeGuesses)
      app.deps.clock.advance(forgottenAfterMs)
      await wrong(user, freeGuesses - 1)
      expect((await signIn(user.email, 'a wrong one')).status).toBe(401)
      expect((await signIn(user.email, 'a wrong one')).status).toBe(429)
    })

    test('wrong passwords get the same responses for addresses with and without an account', async () => {
      const { email } = await signedIn(app, 'owner')
      const shapesOf = async (address: string) => {
        const shapes: unknown[] = []
        for (let count = 0; count < freeGuesses + 2; count++) {
          vi.clearAllMocks()
          const answer = await signIn(address, 'a wrong one', { deviceTokens: ['not one of ours'] })
          const headers = Object.fromEntries(answer.headers)
          for (const name of ['date', 'x-ratelimit-remaining', 'x-ratelimit-reset']) delete headers[name]
          const { requestId: _, ...body } = answer.body
          shapes.push({ status: answer.status, headers, length: answer.text.length, body, hashes: hashes() })
        }
        return shapes
      }
      const known = await shapesOf(email)
      expect(known.map((shape) => (shape as { status: number }).status)).toEqual([
        ...Array(freeGuesses).fill(401),
        429,
        429,
      ])
      for (const address of [`un${email}`, 'ü@malar.example']) expect(await shapesOf(address)).toEqual(known)
    })

    test('two processes share one count of wrong passwords', async () => {
      const second = await startApp({
        sharing: app,
        env: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: '1' },
      })
      try {
        const user = await signedIn(app, 'user')
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            (n % 2 === 0 ? app : second).http('POST', '/api/auth/signin', {
              body: { email: user.email, password: 'a wrong one' },
              headers: { 'x-forwarded-for': `198.51.100.${n}` },
            }),
          ),
        )
        expect(counted(answers)).toEqual({ 401: freeGuesses, 429: 20 - freeGuesses })
      } finally {
        await second.stop()
      }
    })

    test('the table of guesses contains only keyed hashes, stays within its size, and keeps the e-mail addresses with the most guesses', async () => {
      const { email } = await signedIn(app, 'user')
      await wrong({ email }, freeGuesses)
      const rows = () => app.db.read.selectFrom('sign_in_guess').selectAll().execute()
      expect(JSON.stringify(await rows())).not.toContain(email.split('@')[0])
      const few = createGuesses(app.deps, { rowsMax: 20, lookEvery: 10 })
      for (let n = 0; n < 60; n++) await few.take(`address many-${n}@malar.example`)
      expect((await rows()).length).toBeLessThanOrEqual(20)
      expect((await signIn(email, 'a wrong one')).status).toBe(429)
      app.deps.clock.advance(forgottenAfterMs + 1)
      expect(await app.app.services.housekeeping.keepHouse()).toMatchObject({ counts: expect.any(Number) })
      expect(await rows()).toEqual([])
    })

    test('the rows of the table of guesses are counted only after several new addresses, because the count is expensive', async () => {
      await app.db.write.deleteFrom('sign_in_guess').execute()
      const guesses = createGuesses(app.deps, { rowsMax: 1, lookEvery: 3 })
      const rows: string[] = []
      // The third new address is `c`, the sixth is `f`. The row of `a`, which has the most wrong attempts, stays.
      for (const name of ['a', 'a', 'b', 'a', 'c', 'd', 'e', 'f']) {
        await guesses.take(`address ${name}@malar.example`)
        const keys = await app.db.read.selectFrom('sign_in_guess').select('key').execute()
        rows.push(`${name} ${keys.length}`)
      }
      expect(rows).toEqual(['a 1', 'a 1', 'b 2', 'a 2', 'c 1', 'd 2', 'e 3', 'f 1'])
    })

    test('an owner whose password the server’s operator resets can sign in immediately, even if sign-ins had to wait', async () => {
      const owner = await signedIn(app, 'owner')
      await wrong(owner, freeGuesses)
      expect((await signIn(owner.email, owner.password)).status).toBe(429)
      const { password } = await app.app.services.ownerReset.reset(owner.email)
      expect((await signIn(owner.email, password)).status).toBe(200)
    })

    test('wrong passwords in a stolen session are slowed down, and do not slow down sign-in', async () => {
      const user = await signedIn(app, 'user')
      const change = (currentPassword: string) =>
        app.http('POST', '/api/profile/change-password', {
          token: user.token,
          body: { currentPassword, newPassword: 'roses at seven' },
          headers: { 'x-forwarded-for': `10.200.${++networks >> 8}.${networks & 255}` },
        })
      const answers = await Promise.all(Array.from({ length: 8 }, () => change('a wrong one')))
      expect(counted(answers)).toEqual({ 400: freeGuesses, 429: 3 })
      expect((await change(user.password)).status).toBe(429)
      expect((await signIn(user.email, user.password)).status).toBe(200)
      app.deps.clock.advance(delayAfter(freeGuesses))
      expect((await change(user.password)).status).toBe(200)
    })

    describe('guessing codes of the second factor', () => {
      async function withApp(who: 'owner' | 'staff') {
        const person = await signedIn(app, who)
        const post = (path: string, body: object) =>
          app.http('POST', path, {
            body,
            token: person.token,
            headers: { 'x-forwarded-for': `10.201.${++networks >> 8}.${networks & 255}` },
          })
        const { secret } = (await post('/api/profile/two-factor', {})).body.data
        const code = () => codeOfApp(secret, app.deps.clock.ms())
        expect((await post('/api/profile/two-factor/confirm', { code: code() })).status).toBe(200)
        app.deps.clock.advance(30 * second)
        return { ...person, code }
      }

      test('wrong codes count like wrong passwords, but a sign-in without a code does not count as wrong', async () => {
        const owner = await withApp('owner')
        for (let count = 0; count < 20; count++) {
          expect((await signIn(owner.email, owner.password)).body.code).toBe('totp_required')
        }
        const answers = await Promise.all(
          Array.from({ length: 100 }, () =>
            signIn(owner.email, owner.password, { code: wrongCode(owner.code()) }),
          ),
        )
        expect(counted(answers)).toEqual({ 401: freeGuesses, 429: 100 - freeGuesses })
        expect((await signIn(owner.email, owner.password, { code: owner.code() })).status).toBe(429)
        expect(await changesOf(owner.userId)).toContain(
          `wrong codes after the correct password: ${freeGuesses} in a row`,
        )
        expect((await lettersOf(owner.email)).map(({ data }) => data['isPasswordRight'])).toEqual([true])
        app.deps.clock.advance(delayAfter(freeGuesses))
        // The right password alone does not reset the count.
        expect((await signIn(owner.email, owner.password)).body.code).toBe('totp_required')
        expect((await signIn(owner.email, owner.password, { code: wrongCode(owner.code()) })).status).toBe(
          401,
        )
        const next = await signIn(owner.email, owner.password, { code: owner.code() })
        expect([next.status, next.headers.get('retry-after')]).toEqual([429, '60'])
        app.deps.clock.advance(minute)
        expect((await signIn(owner.email, owner.password, { code: owner.code() })).status).toBe(200)
      })
    })

    partOnSqlite(engine, 'a known device', () => {
      const deviceOf = async (who: SignedIn, deviceTokens?: string[]) =>
        (await signIn(who.email, who.password, deviceTokens ? { deviceTokens } : {})).body
          .deviceToken as string
      const rowsOf = ({ userId }: SignedIn) =>
        app.db.read.selectFrom('known_device').selectAll().where('user_id', '=', userId).execute()

      test('a known device signs in while sign-ins from other devices must wait, and keeps its device token', async () => {
        const owner = await signedIn(app, 'owner')
        const deviceToken = await deviceOf(owner)
        expect(deviceToken).toMatch(/^[\w-]{22}$/)
        await wrong(owner, freeGuesses)
        expect((await signIn(owner.email, owner.password)).status).toBe(429)
        const opened = await signIn(owner.email, owner.password, {
          deviceTokens: ['some other', deviceToken],
        })
        expect([opened.status, opened.body.deviceToken]).toEqual([200, deviceToken])
        // Other devices still wait.
        expect((await signIn(owner.email, owner.password)).status).toBe(429)
      })

      test('a known device has its own count of wrong passwords, so a stolen device token guesses no faster', async () => {
        const user = await signedIn(app, 'user')
        const deviceTokens = [await deviceOf(user)]
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, n) => signIn(user.email, `guess ${n}`, { deviceTokens })),
        )
        expect(counted(answers)).toEqual({ 401: freeGuesses, 429: 30 - freeGuesses })
        // The wrong passwords on this device do not make other devices wait.
        expect((await signIn(user.email, user.password)).status).toBe(200)
      })

      test('a device is known only for the account that signed in on it', async () => {
        const [a, b] = [await signedIn(app, 'user'), await signedIn(app, 'user')]
        const deviceTokens = [await deviceOf(a)]
        await wrong(b, freeGuesses)
        expect((await signIn(b.email, b.password, { deviceTokens })).status).toBe(429)
      })

      test('changing the password forgets all known devices except the device on which it was changed', async () => {
        const user = await signedIn(app, 'user')
        const others = [await deviceOf(user)]
        const { body } = await signIn(user.email, user.password)
        const newPassword = 'roses at seven'
        const changed = await app.http('POST', '/api/profile/change-password', {
          token: body.sessionToken,
          body: { currentPassword: user.password, newPassword },
        })
        expect(changed.status).toBe(200)
        await wrong(user, freeGuesses)
        expect((await signIn(user.email, newPassword, { deviceTokens: others })).status).toBe(429)
        expect((await signIn(user.email, newPassword, { deviceTokens: [body.deviceToken] })).status).toBe(200)
      })

      test('a password reset by e-mail makes its browser the only known device of the account', async () => {
        const owner = await signedIn(app, 'owner')
        const before = await deviceOf(owner)
        await wrong(owner, 3 * freeGuesses)
        const post = (path: string, body: object) =>
          app.http('POST', path, { body, headers: { 'x-forwarded-for': `10.202.0.${++networks & 255}` } })
        const { ticket } = (await post('/api/auth/forgot-password', { email: owner.email })).body.data
        await post('/api/auth/verify-otp', { ticket, code: await codeSentTo(app, owner.email) })
        const password = 'jasmine at nine'
        const reset = await post('/api/auth/reset-password', { ticket, password })
        expect(reset.status, reset.text).toBe(200)
        const { deviceToken } = reset.body.data
        expect((await rowsOf(owner)).length).toBe(1)
        expect((await signIn(owner.email, password, { deviceTokens: [before] })).status).toBe(429)
        expect((await signIn(owner.email, password, { deviceTokens: [deviceToken] })).status).toBe(200)
      })

      test('ending all other sessions forgets their devices', async () => {
        const user = await signedIn(app, 'user')
        const mine = (await signIn(user.email, user.password)).body
        const [phone, tablet] = [await deviceOf(user), await deviceOf(user)]
        const list = await app.http('GET', '/api/auth/sessions', { token: mine.sessionToken })
        const rows = await rowsOf(user)
        const session = await app.db.read
          .selectFrom('session')
          .innerJoin('known_device', 'known_device.id', 'session.knownDeviceId')
          .select(['session.id', 'known_device.id as device'])
          .where('session.userId', '=', user.userId)
          .execute()
        expect(list.body.data).toHaveLength(4)
        expect([rows.length, session.length]).toEqual([4, 4])
        const known = async (token: string) => {
          const answer = await signIn(user.email, user.password, { deviceTokens: [token] })
          return answer.body.deviceToken === token
        }
        expect(await known(phone)).toBe(true)
        await app.http('POST', '/api/auth/sessions/end-others', { token: mine.sessionToken })
        expect(await known(phone)).toBe(false)
        expect(await known(tablet)).toBe(false)
        expect(await known(mine.deviceToken)).toBe(true)
      })

      test('an account at its limit of known devices forgets the device that was used longest ago', async () => {
        const user = await signedIn(app, 'user')
        const first = await deviceOf(user)
        for (let count = 0; count < devicesMax + 2; count++) {
          app.deps.clock.advance(second)
          await deviceOf(user)
          await deviceOf(user, [first])
        }
        expect((await rowsOf(user)).length).toBe(devicesMax)
        expect(await deviceOf(user, [first])).toBe(first)
      })

      test('a device is forgotten a year after its last use', async () => {
        const user = await signedIn(app, 'user')
        const deviceTokens = [await deviceOf(user)]
        app.deps.clock.advance(retention.devices.days * 24 * 60 * minute)
        await app.app.services.housekeeping.keepHouse()
        expect((await rowsOf(user)).length).toBe(2)
        await deviceOf(user, deviceTokens)
        app.deps.clock.advance(1)
        expect(await app.app.services.housekeeping.keepHouse()).toMatchObject({ devices: expect.any(Number) })
        expect((await rowsOf(user)).length).toBe(1)
        expect(await deviceOf(user, deviceTokens)).toBe(deviceTokens[0])
      })

      test('a copied database contains no device token in plain text', async () => {
        const user = await signedIn(app, 'user')
        const token = await deviceOf(user)
        expect(JSON.stringify(await rowsOf(user))).not.toContain(token)
      })
    })

    partOnSqlite(engine, 'reports of sign-ins and wrong passwords', () => {
      test('a sign-in on a new device is in the audit log for owners and staff, and owners get an e-mail; visitors get neither', async () => {
        for (const who of ['owner', 'staff', 'user'] as const) {
          const person = await signedIn(app, who)
          app.deps.clock.advance(minute)
          const { deviceToken } = (await signIn(person.email, person.password)).body
          app.deps.clock.advance(minute)
          await signIn(person.email, person.password, { deviceTokens: [deviceToken] })
          const log = await changesOf(person.userId)
          expect(log).toEqual(
            who === 'user'
              ? []
              : ['signed in on: Firefox on Linux', 'new device: yes', 'signed in on: Firefox on Linux'],
          )
          const letters = (await lettersOf(person.email)).map(({ template, data }) => [
            template,
            data['device'],
          ])
          expect(letters).toEqual(who === 'owner' ? [['new-device', 'Firefox on Linux']] : [])
        }
      })

      test('the 5th, 10th and 20th wrong password are in the audit log, and the owner gets one e-mail a day', async () => {
        const owner = await signedIn(app, 'owner')
        for (let fails = 1; fails <= 21; fails++) {
          expect((await signIn(owner.email, 'a wrong one')).status).toBe(401)
          app.deps.clock.advance(delayAfter(fails))
        }
        const log = (await changesOf(owner.userId)).filter((line) => line.startsWith('wrong'))
        expect(log).toEqual([5, 10, 20].map((count) => `wrong passwords: ${count} in a row`))
        expect((await lettersOf(owner.email)).length).toBe(1)
        await signIn(owner.email, owner.password)
        expect(await changesOf(owner.userId)).toContain('failed attempts before: 21')
      })
    })
  },
)
