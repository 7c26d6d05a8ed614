import { beforeEach, describe, expect, test } from 'vitest'
import { codeOfApp } from '../../../tests/harness/authenticator.ts'
import { type SignedIn, signedIn } from '../../../tests/harness/callers.ts'
import { lettersTo } from '../../../tests/harness/letters.ts'
import { onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import { invitationMsMax } from './staff-accounts.service.ts'

// A school of its own for each test: who is the last owner is a matter of all accounts.
onEachEngine('staff accounts', { anewForEachTest: true }, (app) => {
  let owner: SignedIn
  beforeEach(async () => {
    owner = await signedIn(app, 'owner')
  })

  const call = (method: string, path: string, body?: object, token: string | null = owner.token) =>
    app.http(method, path, { token, ...(body === undefined ? {} : { body }) })
  const list = async (query = '') => (await call('GET', `/api/admin/accounts${query}`)).body
  const change = (id: string, body: object, token = owner.token) =>
    call('PUT', `/api/admin/accounts/${id}`, body, token)
  const invite = (email: string, role = 'staff') =>
    call('POST', '/api/admin/accounts/invitations', { email, role })
  const tokenSentTo = async (email: string) =>
    String((await lettersTo(app, email)).findLast(({ template }) => template === 'invitation')?.data['token'])
  const accept = (token: string, changes: object = {}) =>
    call(
      'POST',
      '/api/auth/invitation',
      { token, firstname: 'Nila', password: 'a sentence of hers', ...changes },
      null,
    )
  const signIn = (email: string, password: string) =>
    call('POST', '/api/auth/signin', { email, password }, null)
  const whoAmI = (token: string) => call('GET', '/api/auth/user', undefined, token)
  const audit = async () =>
    await app.db.read
      .selectFrom('audit_entry')
      .select(['action', 'title', 'changes', 'actor_email'])
      .where('changes', 'not like', '%"signed in on"%')
      .orderBy('at')
      .execute()

  test('are seen and changed by owners only', async () => {
    const staff = await signedIn(app, 'staff')
    const answer = await call('GET', '/api/admin/accounts', undefined, staff.token)
    expect([answer.status, answer.body.error]).toEqual([403, 'Only the owner may do this.'])
  })

  test('are listed with role and last sign-in; visitors are not', async () => {
    app.deps.clock.advance(1000)
    const staff = await signedIn(app, 'staff')
    await signedIn(app, 'user')
    const { accounts } = await list()
    expect(accounts).toEqual([
      {
        id: owner.userId,
        name: 'Test owner',
        email: owner.email,
        role: 'owner',
        lastSignInAt: '2026-03-02T06:30:00.000Z',
        disabledAt: null,
        hasTwoFactor: false,
        isOwn: true,
        created_at: '2026-03-02T06:30:00.000Z',
      },
      expect.objectContaining({
        id: staff.userId,
        role: 'staff',
        isOwn: false,
        lastSignInAt: app.deps.clock.now(),
      }),
    ])
    const found = (await list('?q=TEST%20STAFF')).accounts
    expect(found.map(({ id }: { id: string }) => id)).toEqual([staff.userId])
    const first = await call('GET', '/api/admin/accounts?limit=1')
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1]
    const second = await call('GET', `/api/admin/accounts?limit=1&cursor=${cursor}`)
    expect(second.body.accounts.map(({ id }: { id: string }) => id)).toEqual([staff.userId])
    expect(second.headers.get('link')).toBeNull()
  })

  test('what is done to accounts stands in the log for the owner, and for staff what concerns themselves', async () => {
    const [staff, other] = [await signedIn(app, 'staff'), await signedIn(app, 'staff')]
    await invite('nila@mail.example')
    for (const { userId } of [staff, other]) {
      await change(userId, { role: 'owner' })
      await change(userId, { role: 'staff' })
    }
    const seenBy = async (token: string) =>
      (await call('GET', '/api/admin/audit', undefined, token)).body.data.map(
        ({ recordId }: { recordId: string }) => recordId,
      )
    expect(await seenBy(owner.token)).toHaveLength(5)
    expect(await seenBy(staff.token)).toEqual([staff.userId, staff.userId])
  })

  describe('an invitation', () => {
    test.each([
      [{ email: 'no address', role: 'staff' }, 'email'],
      [{ email: 'nila@mail.example', role: 'none' }, 'role'],
    ])('%j is refused', async (body, field) => {
      const answer = await call('POST', '/api/admin/accounts/invitations', body)
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
    })

    test('is refused for somebody who works here already', async () => {
      const staff = await signedIn(app, 'staff')
      const answer = await invite(staff.email)
      expect([answer.status, answer.body.fields]).toEqual([
        409,
        { email: 'This address has an account in the back office already.' },
      ])
      await change(staff.userId, { isDisabled: true })
      expect((await invite(staff.email)).body.fields.email).toBe(
        'This address has an account that is disabled. Please enable it instead.',
      )
    })

    test('comes by a sealed letter, is accepted once, and makes staff', async () => {
      const invited = await invite('Nila@mail.example')
      expect(invited.status).toBe(201)
      expect((await list()).invitations).toEqual([invited.body.data])
      const token = await tokenSentTo('nila@mail.example')
      expect(JSON.stringify(await app.db.read.selectFrom('outbox').selectAll().execute())).not.toContain(
        token,
      )
      expect(JSON.stringify(await app.db.read.selectFrom('invitation').selectAll().execute())).not.toContain(
        token,
      )
      expect((await accept('A'.repeat(22))).body.error).toBe(
        'This invitation is not valid any more. Please ask for a new one.',
      )
      expect((await accept(token, { password: 'short' })).body.fields).toEqual({
        password: 'Please use at least 10 characters',
      })
      app.deps.clock.advance(1000)
      const answers = await Promise.all([accept(token), accept(token), accept(token)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
      expect(answers.find(({ status }) => status === 200)?.body.data).toEqual({ email: 'nila@mail.example' })
      const { body } = await signIn('nila@mail.example', 'a sentence of hers')
      expect(body.user).toMatchObject({ firstname: 'Nila', usertype: 'admin', role: 'staff' })
      expect((await list()).invitations).toEqual([])
      expect(await audit()).toMatchObject([
        { action: 'added', title: 'nila@mail.example', actor_email: owner.email },
        { action: 'added', title: 'Nila', actor_email: 'nila@mail.example' },
      ])
    })

    test('is over after a week, once withdrawn, and once another was sent', async () => {
      await invite('nila@mail.example')
      const late = await tokenSentTo('nila@mail.example')
      app.deps.clock.advance(invitationMsMax)
      expect((await accept(late)).status).toBe(400)
      // The owner's session has ended as well.
      owner = await signedIn(app, 'owner')
      expect((await list()).invitations).toEqual([])

      await invite('nila@mail.example')
      const first = await tokenSentTo('nila@mail.example')
      app.deps.clock.advance(1000)
      const second = (await invite('nila@mail.example', 'owner')).body.data
      expect((await accept(first)).status).toBe(400)
      expect((await list()).invitations).toMatchObject([{ id: second.id, role: 'owner' }])
      const withdrawn = await call('DELETE', `/api/admin/accounts/invitations/${second.id}`)
      expect(withdrawn.status).toBe(200)
      expect((await accept(await tokenSentTo('nila@mail.example'))).status).toBe(400)
      expect((await call('DELETE', `/api/admin/accounts/invitations/${second.id}`)).status).toBe(404)
    })

    test('makes staff of a visitor, whose sessions and old password end', async () => {
      const visitor = await signedIn(app, 'user')
      expect((await whoAmI(visitor.token)).body.usertype).toBe('user')
      await invite(visitor.email)
      expect((await accept(await tokenSentTo(visitor.email))).status).toBe(200)
      expect((await whoAmI(visitor.token)).status).toBe(401)
      expect((await signIn(visitor.email, visitor.password)).status).toBe(401)
      const { body } = await signIn(visitor.email, 'a sentence of hers')
      expect(body.user).toMatchObject({ id: visitor.userId, usertype: 'admin', role: 'staff' })
    })
  })

  describe('a change', () => {
    test('of nobody, or of a visitor, is a 404', async () => {
      const visitor = await signedIn(app, 'user')
      for (const id of ['nobody', visitor.userId]) {
        expect((await change(id, { role: 'owner' })).status).toBe(404)
        expect((await call('POST', `/api/admin/accounts/${id}/reset-two-factor`)).status).toBe(404)
      }
      expect((await whoAmI(visitor.token)).body.role).toBe('none')
    })

    test('of the role holds at once, for sessions that are open too', async () => {
      const staff = await signedIn(app, 'staff')
      expect((await call('GET', '/api/admin/accounts', undefined, staff.token)).status).toBe(403)
      expect((await change(staff.userId, { role: 'owner' })).body.data.role).toBe('owner')
      app.deps.clock.advance(1000)
      expect((await call('GET', '/api/admin/accounts', undefined, staff.token)).status).toBe(200)
      await change(staff.userId, { role: 'staff' })
      expect((await call('GET', '/api/admin/accounts', undefined, staff.token)).status).toBe(403)
      expect((await audit()).map(({ changes }) => changes)).toEqual([
        '[{"field":"role","from":"staff","to":"owner"}]',
        '[{"field":"role","from":"owner","to":"staff"}]',
      ])
    })

    test('a disabled account is signed out and cannot sign in, and can again once enabled (R14)', async () => {
      const staff = await signedIn(app, 'staff')
      expect((await whoAmI(staff.token)).status).toBe(200)
      const answer = await change(staff.userId, { isDisabled: true })
      expect(answer.body.data.disabledAt).toBe(app.deps.clock.now())
      expect((await whoAmI(staff.token)).status).toBe(401)
      const refused = await signIn(staff.email, staff.password)
      expect([refused.status, refused.body.error]).toEqual([401, 'Invalid email or password.'])
      const sessions = app.db.read.selectFrom('session').select('id').where('userId', '=', staff.userId)
      expect(await sessions.execute()).toEqual([])
      await change(staff.userId, { isDisabled: false })
      expect((await signIn(staff.email, staff.password)).status).toBe(200)
      expect((await whoAmI(staff.token)).status).toBe(401)
    })

    test('nobody disables their own account', async () => {
      await signedIn(app, 'owner')
      const answer = await change(owner.userId, { isDisabled: true })
      expect([answer.status, answer.body.error]).toEqual([409, 'You cannot disable your own account.'])
    })

    test('the last owner stays one; a disabled one does not count', async () => {
      const refused = await change(owner.userId, { role: 'staff' })
      expect([refused.status, refused.body.code]).toEqual([409, 'last_owner'])
      const second = await signedIn(app, 'owner')
      await change(second.userId, { isDisabled: true })
      expect((await change(owner.userId, { role: 'staff' })).body.code).toBe('last_owner')
      await change(second.userId, { isDisabled: false })
      expect((await change(owner.userId, { role: 'staff' })).status).toBe(200)
    })

    test('of owners who take the role from each other at once, one stays', async () => {
      for (let round = 0; round < 5; round++) {
        const [a, b] = [await signedIn(app, 'owner'), await signedIn(app, 'owner')]
        await app.db.write
          .updateTable('user')
          .set({ role: 'staff' })
          .where('id', 'not in', [a.userId, b.userId])
          .execute()
        const { staffAccounts } = app.app.services
        const answers = await Promise.allSettled([
          staffAccounts.change(a, b.userId, { role: 'staff' }),
          staffAccounts.change(b, a.userId, { role: 'staff' }),
        ])
        const owners = app.db.read.selectFrom('user').select('id').where('role', '=', 'owner')
        expect(await owners.execute()).toHaveLength(1)
        expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      }
    })
  })

  test('the owner switches two-factor sign-in off for somebody who lost the device', async () => {
    const staff = await signedIn(app, 'staff')
    const { password, token } = staff
    const begun = await call('POST', '/api/profile/two-factor', { password }, token)
    const code = codeOfApp(begun.body.data.secret, app.deps.clock.ms())
    await call('POST', '/api/profile/two-factor/confirm', { code }, token)
    expect((await signIn(staff.email, password)).body.code).toBe('totp_required')
    app.deps.clock.advance(1000)
    const answer = await call('POST', `/api/admin/accounts/${staff.userId}/reset-two-factor`)
    expect(answer.body.data.hasTwoFactor).toBe(false)
    expect((await signIn(staff.email, password)).status).toBe(200)
    expect((await lettersTo(app, staff.email)).map(({ data }) => data['what']).sort()).toEqual([
      'two-factor-on',
      'two-factor-reset',
    ])
    expect((await audit()).at(-1)).toMatchObject({
      actor_email: owner.email,
      changes: '[{"field":"two-factor sign-in","from":"on","to":"off"}]',
    })
  })
})
