import { expect, test } from 'vitest'
import { codeOfApp } from '../../../tests/harness/authenticator.ts'
import { lastConfirmed, type SignedIn, signedIn } from '../../../tests/harness/callers.ts'
import { lettersTo, wrongCode } from '../../../tests/harness/letters.ts'
import { onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import { confirmedForMs } from '../../platform/staff-rights.ts'
import { freeGuesses } from './passwords/guesses.ts'

// `tests/http/access.test.ts` proves that each endpoint with `confirms` refuses a session without a confirmed password.
onEachEngine('the confirmed password', (app) => {
  const confirm = ({ token }: Pick<SignedIn, 'token'>, body: object) =>
    app.http('POST', '/api/auth/confirm', { body, token })
  const advance = (ms: number) => app.deps.clock.advance(ms)
  /** Calls an endpoint that needs a confirmed password and changes nothing. */
  const use = async ({ token }: Pick<SignedIn, 'token'>) =>
    (await app.http('DELETE', '/api/admin/accounts/invitations/none', { token })).body.code as string
  const [refused, passed] = ['confirmation_needed', 'not_found']
  /** Signs an owner in who has an authenticator app. */
  async function withApp() {
    const owner = await signedIn(app, 'owner')
    const begun = await app.http('POST', '/api/profile/two-factor', { token: owner.token })
    const code = () => codeOfApp(begun.body.data.secret, app.deps.clock.ms())
    await app.http('POST', '/api/profile/two-factor/confirm', { body: { code: code() }, token: owner.token })
    advance(confirmedForMs)
    return { ...owner, code }
  }

  test('only staff can confirm a password; a visitor’s account and a call without a session are refused', async () => {
    const user = await signedIn(app, 'user')
    const { password } = user
    expect((await app.http('POST', '/api/auth/confirm', { body: { password } })).status).toBe(401)
    expect((await confirm(user, { password })).status).toBe(403)
  })

  test('a password confirmation counts for ten minutes, like a fresh sign-in, and only in its own session', async () => {
    const owner = await signedIn(app, 'owner')
    const { email, password } = owner
    advance(confirmedForMs - 1)
    expect(await use(owner)).toBe(passed)
    advance(1)
    const answer = await app.http('DELETE', '/api/admin/accounts/invitations/none', { token: owner.token })
    expect([answer.status, answer.body.code]).toEqual([403, refused])
    expect(answer.body.error).toBe('Enter your password again to do this. Nothing has changed yet.')
    const { body } = await app.http('POST', '/api/auth/signin', { body: { email, password } })
    expect([await use({ token: body.sessionToken }), await use(owner)]).toEqual([passed, refused])
    expect((await confirm(owner, { password })).body).toEqual({ success: true })
    expect(await use(owner)).toBe(passed)
    advance(confirmedForMs)
    expect(await use(owner)).toBe(refused)
  })

  test('a session whose confirmation is missing or dated in the future is not confirmed', async () => {
    const owner = await signedIn(app, 'owner')
    await lastConfirmed(app, owner, -1)
    expect(await use(owner)).toBe(refused)
    await app.db.write.updateTable('session').set({ confirmedAt: null }).execute()
    expect(await use(owner)).toBe(refused)
  })

  test('a wrong password gets a message at the password field and does not end the session; guessing is slowed down', async () => {
    const owner = await signedIn(app, 'owner')
    await lastConfirmed(app, owner, confirmedForMs)
    for (let count = 0; count < freeGuesses; count++) {
      const answer = await confirm(owner, { password: `a guess ${count}` })
      expect([answer.status, answer.body.fields]).toEqual([
        400,
        { password: 'That isn’t your current password. Try again.' },
      ])
    }
    expect((await confirm(owner, { password: owner.password })).status).toBe(429)
    expect(await use(owner)).toBe(refused)
    advance(60_000)
    expect((await confirm(owner, { password: owner.password })).status).toBe(200)
  })

  test('confirming a password needs a new code too if two-factor sign-in is on; guessing codes is slowed down', async () => {
    const owner = await withApp()
    const { password } = owner
    const fieldsOf = async (body: object) => (await confirm(owner, body)).body.fields
    expect(await fieldsOf({ password: 'a guess', code: owner.code() })).toEqual({
      password: 'That isn’t your current password. Try again.',
    })
    expect(await fieldsOf({ password })).toEqual({ code: 'Enter the code from your authenticator app.' })
    expect(await use(owner)).toBe(refused)
    const code = owner.code()
    expect((await confirm(owner, { password, code })).status).toBe(200)
    expect(await use(owner)).toBe(passed)
    const again = await confirm(owner, { password, code })
    expect([again.status, again.body.code]).toEqual([400, 'code_invalid'])
    expect(again.body.fields.code).toBe('That code isn’t right. Wait for the next one and try again.')

    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => confirm(owner, { password, code: wrongCode(owner.code()) })),
    )
    const statuses = guesses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(freeGuesses)
    expect(new Set(statuses)).toEqual(new Set([400, 429]))
  })

  test('changing the UPI account needs a confirmed password and sends an e-mail to owners; other settings do not need it', async () => {
    const owner = await signedIn(app, 'owner')
    const put = async (body: object) =>
      (await app.http('PUT', '/api/admin/school-settings', { body, token: owner.token })).body.code as string
    await lastConfirmed(app, owner, confirmedForMs)
    expect(await put({ upiId: 'another@bank' })).toBe(refused)
    expect(await put({ upiName: 'Another name' })).toBe(refused)
    expect(await put({ tagline: 'Flowers, every day' })).toBeUndefined()
    await confirm(owner, { password: owner.password })
    expect(await put({ upiId: 'another@bank', upiName: 'Another name' })).toBeUndefined()
    const letters = (await lettersTo(app, owner.email)).filter(({ template }) => template === 'owners-told')
    expect(letters.map(({ data }) => data['what'])).toEqual(['payment-settings'])
  })
})
