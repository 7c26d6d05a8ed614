import { describe, expect, test } from 'vitest'
import { codeOfApp } from '../../../../tests/harness/authenticator.ts'
import { type SignedIn, signedIn } from '../../../../tests/harness/callers.ts'
import { lettersTo, wrongCode } from '../../../../tests/harness/letters.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { confirmedForMs } from '../../../platform/staff-rights.ts'
import { recoveryCodesMax } from './two-factor.service.ts'

const step = 30_000
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

onEachEngine('account security', (app) => {
  const post = (path: string, body: object, token: string | null = null) =>
    app.http('POST', path, { body, token })
  const signIn = ({ email, password }: SignedIn, code?: string) =>
    post('/api/auth/signin', { email, password, ...(code === undefined ? {} : { code }) })
  const whoAmI = (token: string) => app.http('GET', '/api/auth/user', { token })
  const stateOf = async ({ token }: SignedIn) =>
    (await app.http('GET', '/api/profile/two-factor', { token })).body.data
  const auditOf = (id: string) =>
    app.db.read
      .selectFrom('audit_entry')
      .selectAll()
      .where('record_id', '=', id)
      .where('changes', 'not like', '%"signed in on"%')
      .orderBy('at')
      .execute()
  const sessionCount = async ({ userId }: SignedIn) =>
    (await app.db.read.selectFrom('session').select('id').where('userId', '=', userId).execute()).length

  /** Switches two-factor sign-in on. Returns the secret and the codes that the person then has. */
  async function switchOn(who: SignedIn) {
    const begun = await post('/api/profile/two-factor', {}, who.token)
    expect(begun.status, begun.text).toBe(200)
    const { secret, uri } = begun.body.data
    const code = () => codeOfApp(secret, app.deps.clock.ms())
    const confirmed = await post('/api/profile/two-factor/confirm', { code: code() }, who.token)
    expect(confirmed.status, confirmed.text).toBe(200)
    // A code works once, so the next code needs a later time.
    app.deps.clock.advance(step)
    return { secret, uri, code, recoveryCodes: confirmed.body.data.recoveryCodes as string[] }
  }

  describe('two-factor sign-in', () => {
    test('setting up two-factor sign-in needs a confirmed password, not only a session', async () => {
      const staff = await signedIn(app, 'staff')
      app.deps.clock.advance(confirmedForMs)
      const answer = await post('/api/profile/two-factor', {}, staff.token)
      expect([answer.status, answer.body.code]).toEqual([403, 'confirmation_needed'])
      const rows = app.db.read.selectFrom('two_factor').selectAll().where('user_id', '=', staff.userId)
      expect(await rows.execute()).toEqual([])
    })

    test('two-factor sign-in stays off until its first code is given, and a wrong code does not switch it on', async () => {
      const staff = await signedIn(app, 'staff')
      expect((await post('/api/profile/two-factor/confirm', { code: '123456' }, staff.token)).status).toBe(
        409,
      )
      const begun = await post('/api/profile/two-factor', {}, staff.token)
      const again = await post('/api/profile/two-factor', {}, staff.token)
      const { secret } = again.body.data
      expect(secret).not.toBe(begun.body.data.secret)
      const before = codeOfApp(begun.body.data.secret, app.deps.clock.ms())
      expect((await post('/api/profile/two-factor/confirm', { code: before }, staff.token)).status).toBe(400)
      const wrong = wrongCode(codeOfApp(secret, app.deps.clock.ms()))
      const refused = await post('/api/profile/two-factor/confirm', { code: wrong }, staff.token)
      expect([refused.status, refused.body.code]).toEqual([400, 'code_invalid'])
      expect(refused.body.fields.code).toBe('That code isn’t right. Check it and try again.')
      expect(await stateOf(staff)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
      expect((await signIn(staff)).status).toBe(200)
    })

    test('a changed password deletes the secret of a two-factor setup that was not finished', async () => {
      const staff = await signedIn(app, 'staff')
      await post('/api/profile/two-factor', {}, staff.token)
      const newPassword = 'lotus ponds at dusk'
      const change = { currentPassword: staff.password, newPassword }
      expect((await post('/api/profile/change-password', change, staff.token)).status).toBe(200)
      const rows = app.db.read.selectFrom('two_factor').selectAll().where('user_id', '=', staff.userId)
      expect(await rows.execute()).toEqual([])
    })

    test('with two-factor sign-in on, the password alone is refused and makes no session', async () => {
      const staff = await signedIn(app, 'staff')
      const { code } = await switchOn(staff)
      expect(await stateOf(staff)).toEqual({ isOn: true, recoveryCodesLeft: recoveryCodesMax })
      const before = await sessionCount(staff)

      const started = await signIn(staff)
      expect([started.status, started.body.code]).toEqual([401, 'totp_required'])
      expect(started.body.error).toBe('Enter the code from your authenticator app.')
      expect(started.body).not.toHaveProperty('sessionToken')
      const refused = await signIn(staff, wrongCode(code()))
      expect([refused.status, refused.body.code]).toEqual([401, 'totp_invalid'])
      // A right code with a wrong password gets the refusal of a wrong password.
      const stranger = await signIn({ ...staff, password: 'not that one' }, code())
      expect(stranger.body.code).toBe('invalid_credentials')
      expect(await sessionCount(staff)).toBe(before)

      const opened = await signIn(staff, ` ${code().slice(0, 3)} ${code().slice(3)} `)
      expect(opened.status, opened.text).toBe(200)
      expect((await whoAmI(opened.body.sessionToken)).status).toBe(200)
    })

    test('a code from the authenticator app works once, even if four sign-ins send it at the same time', async () => {
      const staff = await signedIn(app, 'staff')
      const { code } = await switchOn(staff)
      const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(staff, code())))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
      expect((await signIn(staff, code())).body.code).toBe('totp_invalid')
      app.deps.clock.advance(step)
      expect((await signIn(staff, code())).status).toBe(200)
    })

    test('each recovery code works once, even in capitals or with a space, and the account’s owner gets an e-mail', async () => {
      const owner = await signedIn(app, 'owner')
      const { recoveryCodes } = await switchOn(owner)
      expect(new Set(recoveryCodes).size).toBe(recoveryCodesMax)
      const [first = '', second = ''] = recoveryCodes
      expect(first).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
      expect((await signIn(owner, first.toUpperCase().replace('-', ' '))).status).toBe(200)
      expect((await signIn(owner, first)).body.code).toBe('totp_invalid')
      const both = await Promise.all([signIn(owner, second), signIn(owner, second)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
      expect(await stateOf(owner)).toEqual({ isOn: true, recoveryCodesLeft: recoveryCodesMax - 2 })
      const securityChanges = (await lettersTo(app, owner.email))
        .filter(({ template }) => template === 'security-changed')
        .map(({ data }) => data['what'])
      expect(securityChanges.sort()).toEqual(['recovery-code-used', 'recovery-code-used', 'two-factor-on'])
    })

    test('new recovery codes replace the old ones', async () => {
      const staff = await signedIn(app, 'staff')
      const refused = await post('/api/profile/two-factor/recovery-codes', {}, staff.token)
      expect([refused.status, refused.body.error]).toEqual([
        409,
        'Two-factor sign-in is off. Turn it on first.',
      ])
      const { recoveryCodes } = await switchOn(staff)
      const answer = await post('/api/profile/two-factor/recovery-codes', {}, staff.token)
      expect((await signIn(staff, recoveryCodes[0])).status).toBe(401)
      expect((await signIn(staff, answer.body.data.recoveryCodes[0])).status).toBe(200)
    })

    test('two-factor sign-in is switched off only after the password and a code, and the audit log records the change', async () => {
      const staff = await signedIn(app, 'staff')
      const { code } = await switchOn(staff)
      app.deps.clock.advance(confirmedForMs)
      const off = () => post('/api/profile/two-factor/switch-off', {}, staff.token)
      expect((await off()).body.code).toBe('confirmation_needed')
      const { password } = staff
      expect((await post('/api/auth/confirm', { password }, staff.token)).status).toBe(400)
      expect((await off()).body.code).toBe('confirmation_needed')
      expect((await signIn(staff)).status).toBe(401)
      expect((await post('/api/auth/confirm', { password, code: code() }, staff.token)).status).toBe(200)
      expect((await off()).status).toBe(200)
      expect((await signIn(staff)).status).toBe(200)
      expect(await stateOf(staff)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
      expect((await auditOf(staff.userId)).map(({ changes, actor_email }) => [changes, actor_email])).toEqual(
        [
          ['[{"field":"two-factor sign-in","from":"off","to":"on"}]', staff.email],
          ['[{"field":"two-factor sign-in","from":"on","to":"off"}]', staff.email],
        ],
      )
    })

    test('a password that is reset by e-mail does not bypass two-factor sign-in', async () => {
      const owner = await signedIn(app, 'owner')
      const { code } = await switchOn(owner)
      const started = await post('/api/auth/forgot-password', { email: owner.email })
      const sent = (await lettersTo(app, owner.email)).find(({ template }) => template === 'one-time-code')
      await post('/api/auth/verify-otp', { ticket: started.body.data.ticket, code: sent?.data['code'] })
      const password = 'a password set anew'
      const { ticket } = started.body.data
      expect((await post('/api/auth/reset-password', { ticket, password })).status).toBe(200)
      expect((await signIn({ ...owner, password })).body.code).toBe('totp_required')
      expect((await signIn({ ...owner, password }, code())).status).toBe(200)
    })

    test('a copied database contains neither the two-factor secret nor a recovery code in plain text', async () => {
      const staff = await signedIn(app, 'staff')
      const { secret, recoveryCodes } = await switchOn(staff)
      const rows = await Promise.all(
        (['two_factor', 'recovery_code', 'outbox', 'idempotency', 'audit_entry'] as const).map((table) =>
          app.db.read.selectFrom(table).selectAll().execute(),
        ),
      )
      const text = JSON.stringify(rows)
      expect(text).toContain(staff.userId)
      for (const one of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
        expect(text).not.toContain(one)
    })
  })

  describe('a person’s own sessions', () => {
    const list = async (token: string) => (await app.http('GET', '/api/auth/sessions', { token })).body.data
    const signInFrom = async ({ email, password }: SignedIn, userAgent: string) => {
      const answer = await app.http('POST', '/api/auth/signin', {
        body: { email, password },
        headers: { 'user-agent': userAgent },
      })
      return answer.body.sessionToken as string
    }

    test('the list shows only a person’s own sessions, with their devices, most recently used first', async () => {
      const [a, b] = [await signedIn(app, 'user'), await signedIn(app, 'user')]
      app.deps.clock.advance(60_000)
      const phone = await signInFrom(a, android)
      expect(await list(phone)).toEqual([
        {
          id: expect.any(String),
          device: 'Chrome on Android',
          lastUsedAt: app.deps.clock.now(),
          created_at: app.deps.clock.now(),
          isThis: true,
        },
        { ...(await list(a.token)).find((one: { isThis: boolean }) => one.isThis), isThis: false },
      ])
      expect((await list(b.token)).map(({ isThis }: { isThis: boolean }) => isThis)).toEqual([true])
      const [{ id }] = await list(b.token)
      const answer = await app.http('DELETE', `/api/auth/sessions/${id}`, { token: a.token })
      expect(answer.status).toBe(404)
      expect((await whoAmI(b.token)).status).toBe(200)
    })

    test('a person can end one of their sessions, or all except the current session', async () => {
      const user = await signedIn(app, 'user')
      const [phone, tablet] = [await signInFrom(user, android), await signInFrom(user, android)]
      for (const token of [phone, tablet]) expect((await whoAmI(token)).status).toBe(200)
      const ofPhone = (await list(phone)).find(({ isThis }: { isThis: boolean }) => isThis).id
      const ended = await app.http('DELETE', `/api/auth/sessions/${ofPhone}`, { token: user.token })
      expect(ended.status).toBe(200)
      expect((await whoAmI(phone)).status).toBe(401)
      expect((await whoAmI(tablet)).status).toBe(200)
      await app.http('POST', '/api/auth/sessions/end-others', { token: user.token })
      expect((await whoAmI(tablet)).status).toBe(401)
      expect((await whoAmI(user.token)).status).toBe(200)
      expect(await list(user.token)).toHaveLength(1)
    })
  })
})
