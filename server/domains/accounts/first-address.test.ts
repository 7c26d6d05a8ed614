import { beforeEach, expect, test } from 'vitest'
import { placeholderAddress } from '../../../contract/accounts/placeholder-address.ts'
import { lastConfirmed, type SignedIn, signedIn } from '../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import { heldForOwner } from '../../platform/outbox.en.ts'
import { confirmedForMs } from '../../platform/staff-rights.ts'

const path = '/api/profile/first-address'
const given = { firstname: 'Asha', lastname: 'Rao', email: 'Asha@Neela.example' }

onEachEngine('the first owner’s own address', { isOwnSchool: true, freshForEachTest: true }, (app) => {
  let owner: SignedIn
  beforeEach(async () => {
    owner = await signedIn(app, 'owner')
    await setAddress(placeholderAddress)
  })
  const setAddress = (email: string) =>
    app.db.write.updateTable('user').set({ email }).where('id', '=', owner.userId).execute()
  const give = (who: SignedIn | null, body: object = given) =>
    app.http('PUT', path, { token: who?.token ?? null, body })
  const address = async () =>
    (await app.http('GET', '/api/profile', { token: owner.token })).body.data.email as string
  const letters = () =>
    app.db.read.selectFrom('outbox').select(['recipient', 'status', 'last_error']).execute()
  /** Writes an e-mail to every owner, and an e-mail to the school, which has no address yet. */
  async function write() {
    await app.db.transaction((tx) =>
      app.app.services.school.tellOwners(tx, { email: 'somebody@neela.example' }, 'security-rule', null),
    )
    await app.db.write.updateTable('outbox').set({ next_attempt_at: '2026-01-01T00:00:00.000Z' }).execute()
  }

  test('other accounts, an old confirmation, an invalid e-mail address and a known one are refused with a sentence', async () => {
    expect((await give(null)).status).toBe(401)
    for (const who of ['user', 'front-desk', 'manager'] as const)
      expect((await give(await signedIn(app, who))).status, who).toBe(403)
    const other = await signedIn(app, 'owner')
    const own = await give(other)
    expect([own.status, own.body.error]).toEqual([
      409,
      'This account already has its own address. Change it in your profile.',
    ])
    for (const [body, field, sentence] of [
      [{ ...given, firstname: '' }, 'firstname', 'First name is required'],
      [{ ...given, email: 'asha' }, 'email', 'Please enter a valid email address'],
      [{ ...given, email: placeholderAddress }, 'email', 'Your account already uses this address.'],
      [{ ...given, email: other.email }, 'email', 'Another account uses this e-mail address now.'],
    ] as const) {
      const refused = await give(owner, body)
      expect(refused.body.fields?.[field], refused.text).toBe(sentence)
    }
    await lastConfirmed(app, owner, confirmedForMs)
    expect((await give(owner)).body.code).toBe('confirmation_needed')
    expect(await address()).toBe(placeholderAddress)
  })

  test('e-mails to the owner wait until the owner has entered an e-mail address, and then go there', async () => {
    await write()
    expect(await letters()).toEqual([
      { recipient: placeholderAddress, status: 'held', last_error: heldForOwner },
    ])
    const done = await give(owner)
    expect([done.status, done.body.data]).toMatchObject([
      200,
      { email: 'asha@neela.example', firstname: 'Asha', lastname: 'Rao' },
    ])
    expect(await letters()).toEqual([{ recipient: 'asha@neela.example', status: 'queued', last_error: null }])
    expect((await give(owner)).status).toBe(409)
    const signedInAgain = await app.app.services.accounts.signIn({
      email: 'asha@neela.example',
      password: owner.password,
    })
    expect(signedInAgain.user.role).toBe('owner')
    await write()
    expect((await letters()).every(({ status }) => status === 'queued')).toBe(true)
  })

  test('of several answers sent at once only one counts', async () => {
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((one) => give(owner, { ...given, email: `${one}@neela.example` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })
})

onEachEngine('the demonstration’s first owner', (app) => {
  test('gets e-mails at the made-up address', async () => {
    const owner = await signedIn(app, 'owner')
    await app.db.write
      .updateTable('user')
      .set({ email: placeholderAddress })
      .where('id', '=', owner.userId)
      .execute()
    await app.db.transaction((tx) =>
      app.app.services.school.tellOwners(tx, { email: owner.email }, 'security-rule', null),
    )
    const rows = await app.db.read.selectFrom('outbox').select(['recipient', 'status']).execute()
    expect(rows).toEqual([{ recipient: placeholderAddress, status: 'queued' }])
  })
})
