import { beforeEach, describe, expect, test } from 'vitest'
import { codeOfApp } from '../../../../tests/harness/authenticator.ts'
import { type SignedIn, signedIn } from '../../../../tests/harness/callers.ts'
import { lettersTo } from '../../../../tests/harness/letters.ts'
import { onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { invitationMsMax } from './staff-accounts.service.ts'

// Each test has a school of its own, because the rule about the last owner counts all accounts of a school.
onEachEngine('staff accounts', { freshForEachTest: true }, (app, engine) => {
  let owner: SignedIn
  beforeEach(async () => {
    owner = await signedIn(app, 'owner')
  })

  const call = (method: string, path: string, body?: object, token: string | null = owner.token) =>
    app.http(method, path, { token, ...(body === undefined ? {} : { body }) })
  const list = async (query = '') => (await call('GET', `/api/admin/accounts${query}`)).body
  const change = (id: string, body: object, token = owner.token) =>
    call('PUT', `/api/admin/accounts/${id}`, body, token)
  const invite = (email: string, role = 'manager') =>
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

  test('only owners see staff accounts', async () => {
    const staff = await signedIn(app, 'staff')
    const answer = await call('GET', '/api/admin/accounts', undefined, staff.token)
    expect([answer.status, answer.body.error]).toEqual([403, 'Only an owner can do this.'])
  })

  test('owners can page through and search staff accounts with role and last sign-in; visitors are not listed', async () => {
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
        instructorId: null,
        instructor: null,
        lastSignInAt: '2026-03-02T06:30:00.000Z',
        disabledAt: null,
        hasTwoFactor: false,
        isOwn: true,
        created_at: '2026-03-02T06:30:00.000Z',
      },
      expect.objectContaining({
        id: staff.userId,
        role: 'manager',
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

  test('the audit log shows owners every change of an account, and shows staff the changes of their own account', async () => {
    const [staff, other] = [await signedIn(app, 'staff'), await signedIn(app, 'staff')]
    await invite('nila@mail.example')
    for (const { userId } of [staff, other]) {
      await change(userId, { role: 'owner' })
      await change(userId, { role: 'manager' })
    }
    const seenBy = async (token: string) =>
      (await call('GET', '/api/admin/audit', undefined, token)).body.data.map(
        ({ recordId }: { recordId: string }) => recordId,
      )
    expect(await seenBy(owner.token)).toHaveLength(5)
    expect(await seenBy(staff.token)).toEqual([staff.userId, staff.userId])
  })

  partOnSqlite(engine, 'an invitation to the staff', () => {
    test.each([
      [{ email: 'no address', role: 'manager' }, 'email'],
      [{ email: 'nila@mail.example', role: 'none' }, 'role'],
    ])('an invitation with %j is refused', async (body, field) => {
      const answer = await call('POST', '/api/admin/accounts/invitations', body)
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
    })

    test('an invitation is refused if its address has a staff account, enabled or disabled', async () => {
      const staff = await signedIn(app, 'staff')
      const answer = await invite(staff.email)
      expect([answer.status, answer.body.fields]).toEqual([
        409,
        { email: 'This address already has an account in the back office.' },
      ])
      await change(staff.userId, { isDisabled: true })
      expect((await invite(staff.email)).body.fields.email).toBe(
        'This address has a disabled account. Enable that account instead.',
      )
    })

    test('an invitation arrives by e-mail, is accepted once and makes a staff account; its token is not stored', async () => {
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
        'This invitation is no longer valid. Ask for a new one.',
      )
      expect((await accept(token, { password: 'short' })).body.fields).toEqual({
        password: 'Use at least 10 characters',
      })
      app.deps.clock.advance(1000)
      const answers = await Promise.all([accept(token), accept(token), accept(token)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
      expect(answers.find(({ status }) => status === 200)?.body.data).toEqual({ email: 'nila@mail.example' })
      const { body } = await signIn('nila@mail.example', 'a sentence of hers')
      expect(body.user).toMatchObject({ firstname: 'Nila', usertype: 'admin', role: 'manager' })
      expect((await list()).invitations).toEqual([])
      expect(await audit()).toMatchObject([
        { action: 'added', title: 'nila@mail.example', actor_email: owner.email },
        { action: 'added', title: 'Nila', actor_email: 'nila@mail.example' },
      ])
    })

    test('an invitation ends after a week, when it is withdrawn, or when a newer invitation is sent to the address', async () => {
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

    test('an owner’s invitations become permanently invalid when the owner is demoted, disabled or deleted', async () => {
      const first = await signedIn(app, 'owner')
      const sentBy = async ({ token }: SignedIn, email: string) => {
        const body = { email, role: 'owner' }
        expect((await call('POST', '/api/admin/accounts/invitations', body, token)).status).toBe(201)
        return tokenSentTo(email)
      }
      const demoted = await sentBy(first, 'a@mail.example')
      await change(first.userId, { role: 'manager' })
      await change(first.userId, { role: 'owner' })
      const disabled = await sentBy(first, 'b@mail.example')
      await change(first.userId, { isDisabled: true })
      await change(first.userId, { isDisabled: false })
      const second = await signedIn(app, 'owner')
      const gone = await sentBy(second, 'c@mail.example')
      await app.db.write.deleteFrom('user').where('id', '=', second.userId).execute()
      for (const token of [demoted, disabled, gone]) {
        expect((await accept(token)).body.error).toBe(
          'This invitation is no longer valid. Ask for a new one.',
        )
      }
      expect((await list()).invitations).toEqual([])
      const ended = (await audit()).filter(({ action }) => action === 'deleted')
      expect(ended.map(({ title }) => title).sort()).toEqual(['a@mail.example', 'b@mail.example'])
    })

    test('the instructor role needs an instructor on record, in an invitation and in a change of role', async () => {
      const instructor = { name: 'Anu Selvam', email: 'anu@malar.example' }
      const { id } = (await call('POST', '/api/admin/instructors', instructor)).body.data
      const inviteAs = (instructorId: unknown, role = 'instructor') =>
        call('POST', '/api/admin/accounts/invitations', { email: 'anu@mail.example', role, instructorId })
      const needed = { instructorId: 'Choose the instructor who will use this account.' }
      for (const unknown of [undefined, null, 'A'.repeat(22)]) {
        expect((await inviteAs(unknown)).body.fields).toEqual(needed)
      }
      expect((await inviteAs('A'.repeat(22), 'manager')).body.fields).toEqual(needed)
      expect((await inviteAs(id)).body.data).toMatchObject({ role: 'instructor', instructorId: id })
      await accept(await tokenSentTo('anu@mail.example'))
      const anu = (await list('?q=anu')).accounts[0]
      expect(anu).toMatchObject({ role: 'instructor', instructorId: id, instructor: 'Anu Selvam' })
      expect((await change(anu.id, { instructorId: null })).body.fields).toEqual(needed)
      await call('DELETE', `/api/admin/instructors/${id}`)
      expect((await change(anu.id, { role: 'instructor', instructorId: id })).body.fields).toEqual(undefined)
      expect((await change(anu.id, { isDisabled: true })).status).toBe(200)
    })

    test('an invitation turns a visitor’s account into a staff account, and ends its sessions and old password', async () => {
      const visitor = await signedIn(app, 'user')
      expect((await whoAmI(visitor.token)).body.usertype).toBe('user')
      await invite(visitor.email)
      expect((await accept(await tokenSentTo(visitor.email))).status).toBe(200)
      expect((await whoAmI(visitor.token)).status).toBe(401)
      expect((await signIn(visitor.email, visitor.password)).status).toBe(401)
      const { body } = await signIn(visitor.email, 'a sentence of hers')
      expect(body.user).toMatchObject({ id: visitor.userId, usertype: 'admin', role: 'manager' })
    })
  })

  partOnSqlite(engine, 'a change of a staff account', () => {
    test('a change of an unknown account or of a visitor’s account answers 404', async () => {
      const visitor = await signedIn(app, 'user')
      for (const id of ['nobody', visitor.userId]) {
        expect((await change(id, { role: 'owner' })).status).toBe(404)
        expect((await call('POST', `/api/admin/accounts/${id}/reset-two-factor`)).status).toBe(404)
      }
      expect((await whoAmI(visitor.token)).body.role).toBe('none')
    })

    test('a changed role applies immediately, in open sessions too', async () => {
      const staff = await signedIn(app, 'staff')
      expect((await call('GET', '/api/admin/accounts', undefined, staff.token)).status).toBe(403)
      expect((await change(staff.userId, { role: 'owner' })).body.data.role).toBe('owner')
      app.deps.clock.advance(1000)
      expect((await call('GET', '/api/admin/accounts', undefined, staff.token)).status).toBe(200)
      await change(staff.userId, { role: 'manager' })
      expect((await call('GET', '/api/admin/accounts', undefined, staff.token)).status).toBe(403)
      expect((await audit()).map(({ changes }) => changes)).toEqual([
        '[{"field":"role","from":"manager","to":"owner"}]',
        '[{"field":"role","from":"owner","to":"manager"}]',
      ])
    })

    test('every owner who can sign in and the account’s holder get an e-mail about each change of a staff account', async () => {
      const [other, away, staff] = [
        await signedIn(app, 'owner'),
        await signedIn(app, 'owner'),
        await signedIn(app, 'staff'),
      ]
      const newsOf = async ({ email }: SignedIn) =>
        (await lettersTo(app, email))
          .filter(({ template }) => template === 'owners-told')
          .map(({ data }) => data['what'] as string)
          .sort()
      await change(away.userId, { isDisabled: true })
      await change(staff.userId, { role: 'florist' })
      await change(staff.userId, { isDisabled: true })
      await change(staff.userId, { isDisabled: false })
      await invite('nila@mail.example')
      await accept(await tokenSentTo('nila@mail.example'))
      const begun = await call('POST', '/api/profile/two-factor', undefined, other.token)
      const code = codeOfApp(begun.body.data.secret, app.deps.clock.ms())
      await call('POST', '/api/profile/two-factor/confirm', { code }, other.token)
      await call('POST', `/api/admin/accounts/${other.userId}/reset-two-factor`)
      await call('PUT', '/api/admin/security-rules', { ownersNeedSecondFactor: true })
      await call('PUT', '/api/admin/security-rules', { ownersNeedSecondFactor: false }, other.token)
      const news = [
        'account-disabled',
        'account-disabled',
        'account-enabled',
        'invitation-accepted',
        'invitation-sent',
        'role-changed',
        'second-factor-reset',
        'security-rule',
      ]
      expect(await newsOf(owner)).toEqual(news)
      expect(await newsOf(other)).toEqual(news)
      expect(await newsOf(away)).toEqual(['account-disabled'])
      expect(await newsOf(staff)).toEqual(['account-disabled', 'account-enabled', 'role-changed'])
    })

    test('a disabled account loses its sessions and cannot sign in until it is enabled again', async () => {
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

    test('owners cannot disable their own account', async () => {
      await signedIn(app, 'owner')
      const answer = await change(owner.userId, { isDisabled: true })
      expect([answer.status, answer.body.error]).toEqual([409, 'You can’t disable your own account.'])
    })

    test('the last owner who can sign in cannot lose the role; a disabled owner does not count', async () => {
      const refused = await change(owner.userId, { role: 'manager' })
      expect([refused.status, refused.body.code]).toEqual([409, 'last_owner'])
      const second = await signedIn(app, 'owner')
      await change(second.userId, { isDisabled: true })
      expect((await change(owner.userId, { role: 'manager' })).body.code).toBe('last_owner')
      await change(second.userId, { isDisabled: false })
      expect((await change(owner.userId, { role: 'manager' })).status).toBe(200)
    })
  })

  describe('the last owner’s role', () => {
    test('when two owners take the owner role from each other at the same time, one owner remains', async () => {
      for (let round = 0; round < 5; round++) {
        const [a, b] = [await signedIn(app, 'owner'), await signedIn(app, 'owner')]
        await app.db.write
          .updateTable('user')
          .set({ role: 'manager' })
          .where('id', 'not in', [a.userId, b.userId])
          .execute()
        const { staffAccounts } = app.app.services
        const answers = await Promise.allSettled([
          staffAccounts.change(a, b.userId, { role: 'manager' }),
          staffAccounts.change(b, a.userId, { role: 'manager' }),
        ])
        const owners = app.db.read.selectFrom('user').select('id').where('role', '=', 'owner')
        expect(await owners.execute()).toHaveLength(1)
        expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      }
    })
  })

  test('an owner switches two-factor sign-in off for a person who lost the device; an e-mail and the audit log say so', async () => {
    const staff = await signedIn(app, 'staff')
    const { password, token } = staff
    const begun = await call('POST', '/api/profile/two-factor', undefined, token)
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
