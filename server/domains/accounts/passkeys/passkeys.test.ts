import { setImmediate } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import type { SignedCredential } from '../../../../contract/accounts/passkeys.ts'
import { type Answer, startApp } from '../../../../tests/harness/app.ts'
import { lastConfirmed, type SignedIn, signedIn } from '../../../../tests/harness/callers.ts'
import { lettersTo, newestLetterTo } from '../../../../tests/harness/letters.ts'
import { onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import {
  cborBytes,
  cborMap,
  cborText,
  type Device,
  type Faults,
  passkeyDevice,
  statementByMaker,
} from '../../../../tests/harness/passkey-device.ts'
import { confirmedForMs } from '../../../platform/staff-rights.ts'
import { challengeMsMax, signInChallengesMax } from './passkeys.service.ts'

const siteUrl = 'https://flowers.example'
const rpId = 'flowers.example'

const sentences = {
  unreadable: 'We couldn’t read this passkey. Try again, or use another device.',
  refused: 'We couldn’t check this passkey. Try again, or sign in with your password.',
  tooLate: 'This passkey request has expired or was already used. Try again.',
  notVerified:
    'Your device didn’t confirm that it’s you. Unlock it with your fingerprint, face or PIN, and try again.',
  opensNothing: 'No account here uses this passkey. Sign in with your password.',
  copied:
    'We refused this passkey because it may have been copied. Sign in with your password and remove the passkey under Security.',
}

onEachEngine('passkeys', { env: { SITE_URL: siteUrl } }, (app, engine) => {
  const post = (path: string, body: unknown, token: string | null = null) =>
    app.http('POST', path, { body, token })
  const list = async ({ token }: SignedIn) =>
    (await app.http('GET', '/api/profile/passkeys', { token })).body.data
  const askToAdd = (who: SignedIn) => post('/api/profile/passkeys/options', undefined, who.token)
  const askToSignIn = async () => {
    const answer = await app.http('POST', '/api/auth/passkey/options')
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data as { challenge: string; rpId: string }
  }
  const send = (answer: object) => post('/api/auth/passkey', answer)
  const signInWith = async (device: Device, faults: Faults = {}) =>
    send(device.get(await askToSignIn(), faults))
  const device = (options: { isCounting?: boolean } = {}) => passkeyDevice({ origin: siteUrl, ...options })
  const add = async (
    who: SignedIn,
    made: Device,
    { name = 'My phone', ...faults }: Faults & { name?: string } = {},
  ) => {
    const issued = await askToAdd(who)
    expect(issued.status, issued.text).toBe(200)
    return post(
      '/api/profile/passkeys',
      { name, credential: made.create(issued.body.data, faults) },
      who.token,
    )
  }
  /** Signs a person in and adds a passkey. */
  async function withPasskey(role: 'owner' | 'staff' = 'staff', options: { isCounting?: boolean } = {}) {
    const who = await signedIn(app, role)
    const made = device(options)
    const added = await add(who, made)
    expect(added.status, added.text).toBe(201)
    return { who, made, id: added.body.data.id as string }
  }
  const sessionsOf = ({ userId }: SignedIn) =>
    app.db.read.selectFrom('session').select('id').where('userId', '=', userId).execute()
  const auditOf = async ({ userId }: SignedIn) => {
    const rows = await app.db.read
      .selectFrom('audit_entry')
      .select(['actor_email', 'changes'])
      .where('record_id', '=', userId)
      .orderBy('at')
      .execute()
    return rows
      .map(({ actor_email, changes }) => [actor_email, JSON.parse(changes)] as const)
      .filter(([, [change]]) => change.field !== 'signed in on')
  }
  const lettersAbout = async ({ email }: SignedIn) =>
    (await lettersTo(app, email)).map(({ data }) => data['what'])
  const refusal = ({ status, body }: Answer) => [status, body.code, body.error]

  partOnSqlite(engine, 'adding a passkey', () => {
    test('only staff with a confirmed password add a passkey; a session alone is not enough', async () => {
      const staff = await signedIn(app, 'staff')
      expect((await post('/api/profile/passkeys/options', undefined)).status).toBe(401)
      const user = await signedIn(app, 'user')
      expect((await askToAdd(user)).status).toBe(403)
      await lastConfirmed(app, staff, confirmedForMs)
      expect((await askToAdd(staff)).body.code).toBe('confirmation_needed')
      await lastConfirmed(app, staff, 0)
      const credential = device().create({ challenge: 'A'.repeat(43), rp: { id: rpId }, user: { id: 'x' } })
      const unasked = await post('/api/profile/passkeys', { name: 'Mine', credential }, staff.token)
      expect(refusal(unasked)).toEqual([400, 'passkey_refused', sentences.tooLate])
      expect(await list(staff)).toEqual([])
    })

    test('the options for a new passkey demand a key that the device stores and unlocks, for the host of SITE_URL', async () => {
      const staff = await signedIn(app, 'staff')
      const { body } = await app.http('POST', '/api/profile/passkeys/options', {
        token: staff.token,
        headers: { 'x-forwarded-host': 'elsewhere.example', origin: 'https://elsewhere.example' },
      })
      expect(body.data).toMatchObject({
        rp: { id: rpId },
        user: { name: staff.email, displayName: 'Test staff' },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: [],
      })
      expect(Buffer.from(body.data.challenge, 'base64url')).toHaveLength(32)
      expect(body.data.user.id).not.toContain(staff.email)
    })

    test('an added passkey is in the person’s list, in an e-mail and in the audit log', async () => {
      const { who, made, id } = await withPasskey('owner')
      expect(await list(who)).toEqual([
        { id, name: 'My phone', isSynced: false, created_at: app.deps.clock.now(), lastUsedAt: null },
      ])
      expect(await auditOf(who)).toEqual([[who.email, [{ field: 'passkey', from: null, to: 'My phone' }]]])
      const letter = await newestLetterTo(app, who.email)
      expect(letter.subject).toBe('A passkey was added to your account')
      expect(letter.text).toContain(`${siteUrl}/admin#security`)
      const issued = await askToAdd(who)
      expect(issued.body.data.excludeCredentials).toEqual([
        { type: 'public-key', id: made.credentialId, transports: ['internal'] },
      ])
    })

    const nested = Buffer.concat([Buffer.alloc(9_000, 0x81), Buffer.from([0])])
    test.each<[string, Faults, string]>([
      ['an origin of another site', { origin: 'https://elsewhere.example' }, sentences.refused],
      ['an origin on a subdomain of the site', { origin: 'https://evil.flowers.example' }, sentences.refused],
      ['an origin without https', { origin: 'http://flowers.example' }, sentences.refused],
      ['a relying party of another site', { rpId: 'elsewhere.example' }, sentences.refused],
      ['the type of a sign-in', { type: 'webauthn.get' }, sentences.refused],
      ['a request from a frame of another site', { crossOrigin: true }, sentences.refused],
      ['a challenge that the server did not issue', { challenge: 'A'.repeat(43) }, sentences.tooLate],
      ['no user present at the device', { isUserPresent: false }, sentences.refused],
      ['a user whom the device did not verify', { isUserVerified: false }, sentences.notVerified],
      [
        'a statement nested 9,000 levels deep',
        { attestation: () => ({ fmt: 'none', statement: nested }) },
        sentences.refused,
      ],
      [
        'an attestation statement that was not asked for',
        { attestation: () => ({ fmt: 'tpm', statement: cborMap([]) }) },
        sentences.refused,
      ],
      [
        'an attestation statement signed by another key',
        {
          attestation: () => ({
            fmt: 'packed',
            statement: cborMap([
              [cborText('alg'), Buffer.from([0x26])],
              [cborText('sig'), cborBytes(Buffer.alloc(70))],
            ]),
          }),
        },
        sentences.refused,
      ],
      [
        'an attestation statement signed by the maker’s certificate',
        { attestation: statementByMaker },
        sentences.refused,
      ],
    ])('a new passkey is refused with %s', async (_, faults, sentence) => {
      const staff = await signedIn(app, 'staff')
      expect(refusal(await add(staff, device(), faults))).toEqual([400, 'passkey_refused', sentence])
      expect(await list(staff)).toEqual([])
    })

    test('a challenge for a new passkey works once, for five minutes, for one person, until that person’s next challenge', async () => {
      const [a, b] = [await signedIn(app, 'staff'), await signedIn(app, 'staff')]
      const made = device()
      const first = (await askToAdd(a)).body.data
      const second = (await askToAdd(a)).body.data
      const give = (who: SignedIn, options: typeof first, by = made) =>
        post('/api/profile/passkeys', { name: 'Key', credential: by.create(options) }, who.token)
      expect(refusal(await give(a, first))).toEqual([400, 'passkey_refused', sentences.tooLate])
      expect(refusal(await give(b, second))).toEqual([400, 'passkey_refused', sentences.tooLate])
      expect((await give(a, second)).status).toBe(201)
      expect(refusal(await give(a, second, device()))).toEqual([400, 'passkey_refused', sentences.tooLate])
      const third = (await askToAdd(a)).body.data
      app.deps.clock.advance(challengeMsMax)
      expect(refusal(await give(a, third, device()))).toEqual([400, 'passkey_refused', sentences.tooLate])
      // A challenge for a sign-in does not add a passkey.
      const { challenge } = await askToSignIn()
      const crossed = await give(a, { ...third, challenge }, device())
      expect(refusal(crossed)).toEqual([400, 'passkey_refused', sentences.tooLate])
    })

    test('one passkey belongs to one person only', async () => {
      const { made } = await withPasskey()
      const other = await signedIn(app, 'staff')
      const answer = await add(other, made)
      expect(refusal(answer)).toEqual([409, 'conflict', 'You have already added this passkey.'])
      expect(await list(other)).toEqual([])
    })
  })

  describe('the limit of passkeys for a person', () => {
    test('a person has ten passkeys at most, even if several are added at once', async () => {
      const { who } = await withPasskey()
      for (let n = 2; n < 10; n++) expect((await add(who, device())).status).toBe(201)
      const openChallenges = () =>
        app.db.read.selectFrom('passkey_challenge').selectAll().where('user_id', '=', who.userId).execute()
      const adding: Promise<Answer>[] = []
      for (let n = 0; n < 4; n++) {
        const issued = await askToAdd(who)
        if (issued.status !== 200) {
          adding.push(Promise.resolve(issued))
          continue
        }
        const credential = device().create(issued.body.data)
        adding.push(post('/api/profile/passkeys', { name: 'Tenth', credential }, who.token))
        // A new challenge replaces an open challenge, so each challenge is requested only after the previous challenge
        // is used.
        while ((await openChallenges()).length > 0) await setImmediate()
      }
      const answers = await Promise.all(adding)
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
      const refused = answers.filter(({ status }) => status === 409)
      for (const answer of refused) {
        expect(refusal(answer)).toEqual([
          409,
          'limit_reached',
          'You already have 10 passkeys. Remove one first.',
        ])
      }
      expect(await list(who)).toHaveLength(10)
    })

    test('an eleventh passkey is refused if the tenth was added while the device answered', async () => {
      const { who, id } = await withPasskey()
      for (let n = 2; n < 10; n++) expect((await add(who, device())).status).toBe(201)
      const issued = await askToAdd(who)
      const row = await app.db.read
        .selectFrom('passkey')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const tenth = { ...row, id: `${id}-10`, slot: 10, credential_id: `${row.credential_id}-10` }
      await app.db.write.insertInto('passkey').values(tenth).execute()
      const credential = device().create(issued.body.data)
      const answer = await post('/api/profile/passkeys', { name: 'Eleventh', credential }, who.token)
      expect([answer.status, answer.body.code]).toEqual([409, 'limit_reached'])
    })
  })

  partOnSqlite(engine, 'a person’s own passkeys', () => {
    test('a person renames a passkey, and removes it after confirming the password', async () => {
      const { who, made, id } = await withPasskey()
      const rename = (name: string) =>
        app.http('PUT', `/api/profile/passkeys/${id}`, { body: { name }, token: who.token })
      const nameless = await rename(' ')
      expect([nameless.status, nameless.body.fields]).toEqual([400, { name: 'Enter a name for the passkey' }])
      app.deps.clock.advance(1000)
      expect((await rename('Her tablet')).body.data.name).toBe('Her tablet')
      app.deps.clock.advance(1000)
      const remove = () => app.http('DELETE', `/api/profile/passkeys/${id}`, { token: who.token })
      await lastConfirmed(app, who, confirmedForMs)
      expect((await remove()).body.code).toBe('confirmation_needed')
      await lastConfirmed(app, who, 0)
      expect(await list(who)).toHaveLength(1)
      expect((await remove()).status).toBe(200)
      expect(await list(who)).toEqual([])
      expect((await remove()).status).toBe(404)
      expect(refusal(await signInWith(made))).toEqual([400, 'passkey_refused', sentences.opensNothing])
      expect((await auditOf(who)).map(([, changes]) => changes[0])).toEqual([
        { field: 'passkey', from: null, to: 'My phone' },
        { field: 'passkey', from: 'My phone', to: 'Her tablet' },
        { field: 'passkey', from: 'Her tablet', to: null },
      ])
      expect((await lettersAbout(who)).sort()).toEqual(['passkey-added', 'passkey-removed'])
    })

    test('a signed-in person may confirm with their own passkey instead of the password, once for each challenge', async () => {
      const { who, made } = await withPasskey('owner')
      const other = await withPasskey('owner')
      const confirm = async ({ token }: SignedIn, answer: object) =>
        post('/api/auth/confirm/passkey', answer, token)
      await lastConfirmed(app, who, confirmedForMs)
      expect((await askToAdd(who)).body.code).toBe('confirmation_needed')
      const hers = await confirm(who, other.made.get(await askToSignIn()))
      expect(refusal(hers)).toEqual([400, 'passkey_refused', sentences.opensNothing])
      expect((await askToAdd(who)).body.code).toBe('confirmation_needed')
      const own = made.get(await askToSignIn())
      expect((await confirm(who, own)).body).toEqual({ success: true })
      expect((await askToAdd(who)).status).toBe(200)
      expect(refusal(await confirm(who, own))).toEqual([400, 'passkey_refused', sentences.tooLate])
    })

    test('a person cannot see, rename or remove another person’s passkey', async () => {
      const { who, id } = await withPasskey()
      const other = await signedIn(app, 'owner')
      expect(await list(other)).toEqual([])
      const { token } = other
      const renamed = await app.http('PUT', `/api/profile/passkeys/${id}`, { body: { name: 'Mine' }, token })
      expect(renamed.status).toBe(404)
      expect((await app.http('DELETE', `/api/profile/passkeys/${id}`, { token })).status).toBe(404)
      expect((await list(who))[0].name).toBe('My phone')
    })

    test('`npm run owner` removes the passkeys of the account whose access it restores', async () => {
      const { who, made } = await withPasskey('owner')
      await app.app.services.ownerReset.reset(who.email)
      expect(refusal(await signInWith(made))).toEqual([400, 'passkey_refused', sentences.opensNothing])
    })

    test('a passkey sign-in fails if `npm run owner` resets the account between the signature and the new session', async () => {
      const { who, made } = await withPasskey('owner')
      const answer = made.get(await askToSignIn())
      const { transaction } = app.deps.db
      vi.spyOn(app.deps.db, 'transaction').mockImplementationOnce(async (work) => {
        const signed = await transaction(work)
        await app.app.services.ownerReset.reset(who.email)
        return signed
      })
      expect(refusal(await send(answer))).toEqual([400, 'passkey_refused', sentences.opensNothing])
      expect(await sessionsOf(who)).toEqual([])
    })

    test('a deleted account leaves no passkey and no challenge', async () => {
      const { who } = await withPasskey()
      await askToAdd(who)
      await app.db.write.deleteFrom('user').where('id', '=', who.userId).execute()
      for (const table of ['passkey', 'passkey_challenge'] as const) {
        const rows = app.db.read.selectFrom(table).select('user_id').where('user_id', '=', who.userId)
        expect(await rows.execute(), table).toEqual([])
      }
    })
  })

  partOnSqlite(engine, 'signing in with a passkey', () => {
    test('the options for signing in are the same for everybody and name no account', async () => {
      await withPasskey()
      const issued = await askToSignIn()
      expect(issued).toEqual({
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        rpId,
        userVerification: 'required',
        timeout: challengeMsMax,
      })
      expect((await askToSignIn()).challenge).not.toBe(issued.challenge)
    })

    test('a passkey sign-in gets the same response as a password sign-in, and needs no code from the authenticator app', async () => {
      const { who, made } = await withPasskey()
      app.deps.clock.advance(60_000)
      await app.db.write
        .insertInto('two_factor')
        .values({
          user_id: who.userId,
          secret: 'sealed',
          confirmed_at: app.deps.clock.now(),
          last_step: 0,
          tries: 0,
          tries_since: app.deps.clock.now(),
        })
        .execute()
      const { email, password } = who
      expect((await post('/api/auth/signin', { email, password })).body.code).toBe('totp_required')
      const answer = await app.http('POST', '/api/auth/passkey', {
        body: made.get(await askToSignIn()),
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      })
      expect(answer.status, answer.text).toBe(200)
      const { user, sessionToken, deviceToken } = answer.body
      expect(deviceToken).toMatch(/^[\w-]{22}$/)
      expect(user).toMatchObject({ id: who.userId, email, usertype: 'admin', role: 'manager' })
      const devices = await app.http('GET', '/api/auth/sessions', { token: sessionToken })
      expect(devices.body.data.find(({ isThis }: { isThis: boolean }) => isThis).device).toBe(
        'Firefox on Linux',
      )
      expect((await list(who))[0].lastUsedAt).toBe(app.deps.clock.now())
    })

    test('a passkey sign-in makes the browser a known device, and the audit log has every such sign-in', async () => {
      const { who, made } = await withPasskey()
      const { deviceToken } = (await signInWith(made)).body
      const again = await send({ ...made.get(await askToSignIn()), deviceTokens: [deviceToken] })
      expect(again.body.deviceToken).toBe(deviceToken)
      const rows = app.db.read.selectFrom('audit_entry').selectAll().where('record_id', '=', who.userId)
      const signIns = (await rows.execute()).filter(({ changes }) => changes.includes('signed in on'))
      expect(signIns.map(({ actor_email }) => actor_email)).toEqual([who.email, who.email])
    })

    test('an owner who signs in with a passkey still needs the second factor', async () => {
      const strict = await startApp({ engine, env: { SITE_URL: siteUrl } })
      const owner = await signedIn(strict, 'owner')
      const { token } = owner
      const made = device()
      const issued = await strict.http('POST', '/api/profile/passkeys/options', { token })
      const credential = made.create(issued.body.data)
      await strict.http('POST', '/api/profile/passkeys', { token, body: { name: 'Key', credential } })
      await strict.http('PUT', '/api/admin/security-rules', {
        token,
        body: { ownersNeedSecondFactor: true },
      })
      const options = await strict.http('POST', '/api/auth/passkey/options')
      const opened = await strict.http('POST', '/api/auth/passkey', { body: made.get(options.body.data) })
      expect(opened.status, opened.text).toBe(200)
      const list = await strict.http('GET', '/api/profile/passkeys', { token: opened.body.sessionToken })
      expect([list.status, list.body.code]).toEqual([403, 'second_factor_required'])
      await strict.stop()
    })

    test.each<[string, Faults, string]>([
      ['an origin of another site', { origin: 'https://elsewhere.example' }, sentences.refused],
      ['an origin on a subdomain of the site', { origin: 'https://evil.flowers.example' }, sentences.refused],
      ['a relying party of another site', { rpId: 'elsewhere.example' }, sentences.refused],
      ['the type of a new passkey', { type: 'webauthn.create' }, sentences.refused],
      ['a request from a frame of another site', { crossOrigin: true }, sentences.refused],
      ['a challenge that the server did not issue', { challenge: 'B'.repeat(43) }, sentences.tooLate],
      ['no user present at the device', { isUserPresent: false }, sentences.refused],
      ['a user whom the device did not verify', { isUserVerified: false }, sentences.notVerified],
      ['the user handle of an unknown person', { userHandle: 'bm9ib2R5' }, sentences.opensNothing],
    ])('a passkey sign-in with %s is refused and makes no session', async (_, faults, sentence) => {
      const { who, made } = await withPasskey()
      const before = await sessionsOf(who)
      expect(refusal(await signInWith(made, faults))).toEqual([400, 'passkey_refused', sentence])
      expect(await sessionsOf(who)).toEqual(before)
      // The refusal does not count against the owner of the device.
      expect((await signInWith(made)).status).toBe(200)
    })

    test('a passkey response that was altered in transit is refused and makes no session', async () => {
      const { who, made } = await withPasskey()
      const { who: other, made: others } = await withPasskey('owner')
      const before = [await sessionsOf(who), await sessionsOf(other)]
      const flip = (text: string) => {
        const bytes = Buffer.from(text, 'base64url')
        const at = bytes.length - 1
        bytes[at] = (bytes[at] ?? 0) ^ 1
        return bytes.toString('base64url')
      }
      const tampered: [string, (answer: SignedCredential) => void, string?][] = [
        ['signature', ({ response }) => (response.signature = flip(response.signature))],
        ['counter', ({ response }) => (response.authenticatorData = flip(response.authenticatorData))],
        [
          'another person’s key',
          (answer) => {
            answer.id = answer.rawId = others.credentialId
          },
          sentences.opensNothing,
        ],
        [
          'another person’s key and name',
          (answer) => {
            answer.id = answer.rawId = others.credentialId
            answer.response.userHandle = Buffer.from(other.userId).toString('base64url')
          },
        ],
        [
          'another person’s name',
          ({ response }) => (response.userHandle = 'b3RoZXI'),
          sentences.opensNothing,
        ],
        ['two ids', (answer) => (answer.rawId = others.credentialId)],
        ['no JSON', ({ response }) => (response.clientDataJSON = 'AAAA')],
        ['JSON that is no object', ({ response }) => (response.clientDataJSON = 'bnVsbA')],
        ['no authenticator data', ({ response }) => (response.authenticatorData = 'AAAA')],
      ]
      for (const [what, change, sentence = sentences.refused] of tampered) {
        const answer = made.get(await askToSignIn())
        change(answer)
        expect(refusal(await send(answer)), what).toEqual([400, 'passkey_refused', sentence])
      }
      expect([await sessionsOf(who), await sessionsOf(other)]).toEqual(before)
    })

    test('a passkey response that is larger than any device sends is refused', async () => {
      const { made } = await withPasskey()
      const sizes = { clientDataJSON: 4096, authenticatorData: 4096, signature: 2048, userHandle: 88 }
      for (const [field, max] of Object.entries(sizes)) {
        const answer = made.get(await askToSignIn())
        const large = { ...answer, response: { ...answer.response, [field]: 'A'.repeat(max + 1) } }
        const { status, body } = await send(large)
        expect([status, body.code, body.fields], field).toEqual([
          400,
          'validation_failed',
          { [`response.${field}`]: sentences.unreadable },
        ])
      }
      const answer = made.get(await askToSignIn())
      expect((await send({ ...answer, padding: 'A'.repeat(40_000) })).status).toBe(413)
      expect((await send({})).status).toBe(400)
    })

    test('a challenge for signing in works once, within five minutes, and does not work for adding a passkey', async () => {
      const { who, made } = await withPasskey()
      const once = made.get(await askToSignIn())
      expect((await send(once)).status).toBe(200)
      expect(refusal(await send(once))).toEqual([400, 'passkey_refused', sentences.tooLate])
      const late = made.get(await askToSignIn())
      app.deps.clock.advance(challengeMsMax)
      expect(refusal(await send(late))).toEqual([400, 'passkey_refused', sentences.tooLate])
      const { challenge } = (await askToAdd(who)).body.data
      expect(refusal(await send(made.get({ challenge, rpId })))).toEqual([
        400,
        'passkey_refused',
        sentences.tooLate,
      ])
      // A failed sign-in also uses up its challenge.
      const tried = await askToSignIn()
      await send(made.get(tried, { isUserVerified: false }))
      expect(refusal(await send(made.get(tried)))).toEqual([400, 'passkey_refused', sentences.tooLate])
    })

    test('a signature counter that decreases is refused and logged each time, and the person gets one e-mail', async () => {
      const { who, made } = await withPasskey()
      app.deps.clock.advance(1000)
      expect((await signInWith(made, { counter: 7 })).status).toBe(200)
      const before = await sessionsOf(who)
      for (const counter of [7, 3, 0]) {
        app.deps.clock.advance(1000)
        expect(refusal(await signInWith(made, { counter }))).toEqual([
          400,
          'passkey_refused',
          sentences.copied,
        ])
      }
      expect(await sessionsOf(who)).toEqual(before)
      const refusals = (await auditOf(who)).slice(1)
      expect(refusals).toHaveLength(3)
      expect(refusals[0]).toEqual([
        null,
        [
          {
            field: 'sign-in refused',
            from: null,
            to: 'the counter of the passkey My phone should be above 7, but it was 7',
          },
        ],
      ])
      expect((await lettersAbout(who)).filter((what) => what === 'passkey-copied')).toHaveLength(1)
      expect((await signInWith(made, { counter: 8 })).status).toBe(200)
    })

    test('a device without a signature counter signs in with the counter 0 every time', async () => {
      const { made } = await withPasskey('staff', { isCounting: false })
      expect((await signInWith(made)).status).toBe(200)
      expect((await signInWith(made)).status).toBe(200)
    })

    test('a disabled account and a former staff account get the same refusal as an unknown passkey', async () => {
      const { who, made } = await withPasskey()
      const owner = await signedIn(app, 'owner')
      const path = `/api/admin/accounts/${who.userId}`
      const disable = (isDisabled: boolean) =>
        app.http('PUT', path, { body: { isDisabled }, token: owner.token })
      expect((await disable(true)).status).toBe(200)
      expect(refusal(await signInWith(made))).toEqual([400, 'passkey_refused', sentences.opensNothing])
      expect(await sessionsOf(who)).toEqual([])
      expect((await disable(false)).status).toBe(200)
      expect((await signInWith(made)).status).toBe(200)
      // No endpoint turns staff into a visitor today. This test covers an endpoint that may be added later.
      await app.db.write
        .updateTable('user')
        .set({ usertype: 'user', role: 'none' })
        .where('id', '=', who.userId)
        .execute()
      expect(refusal(await signInWith(made))).toEqual([400, 'passkey_refused', sentences.opensNothing])
    })

    test('expired challenges are deleted, and the number of open challenges stays within its limit', async () => {
      const expires_at = app.deps.clock.now()
      const open = async (n: number, expires: string) =>
        app.db.transaction(async (tx) => {
          const rows = Array.from({ length: n }, (_, i) => ({
            challenge_hash: `${expires}:${i}`,
            purpose: 'sign-in' as const,
            user_id: null,
            expires_at: expires,
          }))
          for (let at = 0; at < rows.length; at += 500) {
            await tx
              .insertInto('passkey_challenge')
              .values(rows.slice(at, at + 500))
              .execute()
          }
        })
      const count = async () =>
        (await app.db.read.selectFrom('passkey_challenge').select('challenge_hash').execute()).length
      await open(10, expires_at)
      await app.db.write.deleteFrom('passkey_challenge').where('expires_at', '>', expires_at).execute()
      await askToSignIn()
      expect(await count()).toBe(1)
      app.deps.clock.advance(1000)
      const soon = new Date(app.deps.clock.ms() + 60_000).toISOString()
      await open(signInChallengesMax, soon)
      const { made } = await withPasskey()
      expect((await signInWith(made)).status).toBe(200)
      expect(await count()).toBeLessThanOrEqual(signInChallengesMax)
    })

    test('a copied database contains no challenge in plain text', async () => {
      const { challenge } = await askToSignIn()
      const rows = await app.db.read.selectFrom('passkey_challenge').selectAll().execute()
      expect(rows).not.toHaveLength(0)
      expect(JSON.stringify(rows)).not.toContain(challenge)
    })
  })

  describe('simultaneous sign-ins with a passkey', () => {
    test('twenty sign-ins at once with one challenge make one session', async () => {
      for (const isCounting of [true, false]) {
        const { who, made } = await withPasskey('staff', { isCounting })
        const before = (await sessionsOf(who)).length
        const answer = made.get(await askToSignIn())
        const answers = await Promise.all(Array.from({ length: 20 }, () => send(answer)))
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)])
        expect(await sessionsOf(who)).toHaveLength(before + 1)
      }
    })

    test('two sign-ins at once with the same counter value make one session', async () => {
      const { made } = await withPasskey()
      const counter = 5
      const both = [made.get(await askToSignIn(), { counter }), made.get(await askToSignIn(), { counter })]
      const answers = await Promise.all(both.map(send))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    })
  })

  test('passkeys are refused with a reason if SITE_URL does not use https or is an IP address', async () => {
    for (const SITE_URL of ['https://192.0.2.7', 'http://flowers.example']) {
      const without = await startApp({ engine, env: { SITE_URL } })
      const staff = await signedIn(without, 'staff')
      const sentence = 'Passkeys need a site with a domain name and https. Use your password.'
      const { token } = staff
      const answers = [
        await without.http('POST', '/api/auth/passkey/options'),
        await without.http('POST', '/api/profile/passkeys/options', { token }),
      ]
      for (const answer of answers) expect(refusal(answer)).toEqual([409, 'conflict', sentence])
      await without.stop()
    }
  })
})
