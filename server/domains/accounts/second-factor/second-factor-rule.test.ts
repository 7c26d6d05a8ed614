import { expect, test } from 'vitest'
import { endpointUrl } from '../../../../contract/addresses.ts'
import { endpoints } from '../../../../contract/index.ts'
import { startApp } from '../../../../tests/harness/app.ts'
import { codeOfApp } from '../../../../tests/harness/authenticator.ts'
import { lastConfirmed, type SignedIn, signedIn } from '../../../../tests/harness/callers.ts'
import { lettersTo } from '../../../../tests/harness/letters.ts'
import { callers, onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { demonstrationSetting, writeSetting } from '../../../db/settings.ts'
import { confirmedForMs } from '../../../platform/staff-rights.ts'

onSqlite('the rule that owners need a second factor', { ownersNeedSecondFactor: true }, (app, engine) => {
  const { owner } = callers(app, 'owner')

  const call = (who: SignedIn, method: string, path: string, body?: object) =>
    app.http(method, path, { token: who.token, ...(body ? { body } : {}) })
  const statusOf = async (who: SignedIn, path = '/api/admin/audit') => (await call(who, 'GET', path)).status
  const lacks = async (who: SignedIn) => (await call(who, 'GET', '/api/auth/user')).body.lacksSecondFactor
  /** Sets the second factor up by the same calls as the page. */
  async function setUp(who: SignedIn): Promise<string[]> {
    const begun = await call(who, 'POST', '/api/profile/two-factor')
    expect(begun.status, begun.text).toBe(200)
    const code = codeOfApp(begun.body.data.secret, app.deps.clock.ms())
    const confirmed = await call(who, 'POST', '/api/profile/two-factor/confirm', { code })
    expect(confirmed.status, confirmed.text).toBe(200)
    return confirmed.body.data.recoveryCodes
  }

  test('an owner without a second factor may call only the endpoints that set up the second factor or give the account its address', async () => {
    const opened: string[] = []
    for (const { method, path, access, ...more } of endpoints) {
      if (access !== 'admin') continue
      const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'none']))
      const answer = await call(owner, method, endpointUrl(path, { params }))
      if (answer.body.code === 'second_factor_required') {
        expect(answer.status).toBe(403)
        expect(answer.body.error).toBe('Owners must use two-factor sign-in here. Set it up first.')
        continue
      }
      opened.push(`${method} ${path}`)
      expect(more.opensWithoutSecondFactor).toBe(true)
    }
    expect(opened.sort()).toEqual([
      'GET /api/profile/two-factor',
      'POST /api/auth/confirm',
      'POST /api/profile/two-factor',
      'POST /api/profile/two-factor/confirm',
      'PUT /api/profile/first-address',
    ])
  })

  test('an owner without a second factor can read their own account, its sessions and public pages, and can sign out', async () => {
    expect(await lacks(owner)).toBe(true)
    expect(await statusOf(owner, '/api/auth/sessions')).toBe(200)
    expect(await statusOf(owner, '/api/profile')).toBe(200)
    // This endpoint returns more to an admin than to a visitor.
    const hidden = { name: 'Devi', email: 'devi@malar.example', is_active: false }
    const staff = await signedIn(app, 'staff')
    expect((await call(staff, 'POST', '/api/admin/instructors', hidden)).status).toBe(201)
    const asAnybody = await app.http('GET', '/api/instructors')
    expect((await call(staff, 'GET', '/api/instructors')).text).not.toBe(asAnybody.text)
    expect((await call(owner, 'GET', '/api/instructors')).text).toBe(asAnybody.text)
    const other = await signedIn(app, 'owner')
    expect((await call(other, 'POST', '/api/auth/signout')).status).toBe(200)
    expect(await statusOf(other, '/api/auth/user')).toBe(401)
  })

  test('staff and visitors need no second factor, and staff who become owners need one immediately', async () => {
    const [staff, user] = [await signedIn(app, 'staff'), await signedIn(app, 'user')]
    expect([await lacks(staff), await lacks(user)]).toEqual([false, false])
    expect([await statusOf(staff), await statusOf(user)]).toEqual([200, 403])
    const first = await signedIn(app, 'owner')
    await setUp(first)
    const made = await call(first, 'PUT', `/api/admin/accounts/${staff.userId}`, { role: 'owner' })
    expect(made.status, made.text).toBe(200)
    expect(await statusOf(staff)).toBe(403)
  })

  test('the back office opens in the same session once the second factor is set up, and closes when it is removed', async () => {
    const [one, two] = [await signedIn(app, 'owner'), await signedIn(app, 'owner')]
    expect(await statusOf(one)).toBe(403)
    await setUp(one)
    expect([await statusOf(one), await lacks(one)]).toEqual([200, false])
    await setUp(two)
    const reset = `/api/admin/accounts/${one.userId}/reset-two-factor`
    // An owner switches their own second factor off by another call, which needs the password.
    expect((await call(one, 'POST', reset)).status).toBe(409)
    expect((await call(two, 'POST', reset)).status).toBe(200)
    expect(await statusOf(one)).toBe(403)
    const off = await call(two, 'POST', '/api/profile/two-factor/switch-off')
    expect(off.status).toBe(200)
    expect(await statusOf(two)).toBe(403)
  })

  test('only an owner with a second factor and a confirmed password can change the rule, which applies immediately', async () => {
    const [one, two, staff] = [
      await signedIn(app, 'owner'),
      await signedIn(app, 'owner'),
      await signedIn(app, 'staff'),
    ]
    const set = (who: SignedIn, ownersNeedSecondFactor: unknown) =>
      call(who, 'PUT', '/api/admin/security-rules', { ownersNeedSecondFactor })
    expect((await set(staff, false)).body.error).toBe('Only an owner can do this.')
    // An owner without a second factor cannot escape the rule by switching it off.
    expect((await set(one, false)).body.code).toBe('second_factor_required')
    await setUp(one)
    expect((await set(one, 'no')).status).toBe(400)
    await lastConfirmed(app, one, confirmedForMs)
    expect((await set(one, false)).body.code).toBe('confirmation_needed')
    await lastConfirmed(app, one, 0)
    expect((await call(one, 'GET', '/api/admin/security-rules')).body.data).toEqual({
      ownersNeedSecondFactor: true,
    })
    expect(await statusOf(two)).toBe(403)
    expect((await set(one, false)).body.data).toEqual({ ownersNeedSecondFactor: false })
    expect(await statusOf(two)).toBe(200)
    expect((await set(one, true)).status).toBe(200)
    expect(await statusOf(two)).toBe(403)
    const rows = await app.db.read
      .selectFrom('audit_entry')
      .select(['changes', 'actor_email'])
      .where('kind', '=', 'school-setting')
      .orderBy('id')
      .execute()
    const field = 'two-factor sign-in for owners'
    expect(
      rows
        .map(({ changes, actor_email }) => [JSON.parse(changes), actor_email])
        .sort(([a], [b]) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    ).toEqual([
      [[{ field, from: 'not required', to: 'required' }], one.email],
      [[{ field, from: 'required', to: 'not required' }], one.email],
    ])
  })

  test('every owner gets an e-mail about each change of the second-factor rule, and none when the rule is saved unchanged', async () => {
    const [one, other] = [await signedIn(app, 'owner'), await signedIn(app, 'owner')]
    await setUp(one)
    for (const ownersNeedSecondFactor of [true, false, true, true]) {
      const saved = await call(one, 'PUT', '/api/admin/security-rules', { ownersNeedSecondFactor })
      expect(saved.status, saved.text).toBe(200)
    }
    const told = (await lettersTo(app, other.email)).filter(({ template }) => template === 'owners-told')
    expect(told.map(({ data }) => data['about']).sort()).toEqual([
      'Two-factor sign-in is optional for owners',
      'Two-factor sign-in is required for owners',
    ])
  })

  test('the second-factor rule is off until the site is open, unless an owner switches it on', async () => {
    const closed = await startApp({ engine, isOwnSchool: true, ownersNeedSecondFactor: true })
    try {
      const rule = closed.app.services.secondFactorRule
      const someone = await signedIn(closed, 'owner')
      expect([await rule.isOn(), await rule.isLackedBy({ ...someone, role: 'owner' })]).toEqual([
        false,
        false,
      ])
      await rule.set(someone, true)
      expect(await rule.isOn()).toBe(true)
    } finally {
      await closed.stop()
    }
  })

  test('the second-factor rule is off in the demonstration school until an owner switches it on', async () => {
    const demo = await startApp({ engine, env: { DEMO: '1' }, ownersNeedSecondFactor: true })
    try {
      const rule = demo.app.services.secondFactorRule
      await writeSetting(demo.db.write, 'school.isOpen', 'true', demo.deps.clock.now())
      expect(await rule.isOn()).toBe(true)
      await writeSetting(demo.db.write, demonstrationSetting, '2026-03-02', demo.deps.clock.now())
      expect(await rule.isOn()).toBe(false)
      const someone = await signedIn(demo, 'owner')
      await rule.set(someone, true)
      expect(await rule.isOn()).toBe(true)
    } finally {
      await demo.stop()
    }
  })
})
