import { createHmac } from 'node:crypto'
import type { StaffRole } from '../../contract/rights.ts'
import { ownersNeedSecondFactor } from '../../server/domains/accounts/second-factor/second-factor-rule.ts'
import { idleMsMax, signSessionKey } from '../../server/domains/accounts/sessions.ts'
import { addMs } from '../../server/platform/clock.ts'
import { randomIds } from '../../server/platform/ids.ts'
import { authSecret } from '../../server/platform/secret.ts'
import type { TestApp } from './app.ts'

/** 'staff' is a manager: a staff member who is not an owner. */
export type Role = StaffRole | 'staff' | 'user'

export interface SignedIn {
  token: string
  userId: string
  email: string
  password: string
}

const password = 'a password of tests'
/** The password's hash at the lowest cost, so that tests are fast; other tests check the real cost. */
const hash = '$argon2id$v=19$m=8,t=1,p=1$c2FsdCBvZiB0aGUgdGVzdHM$F6yDyGTnQHbg/kUWaZJe7tgFYe8OPv2M3HPFxwiTNZI'

/** Adds an account of this kind and signs it in. */
export async function signedIn(app: TestApp, who: Role): Promise<SignedIn> {
  const { accounts } = app.app.services
  const email = `${who}-${randomIds.id()}@malar.example`.toLowerCase()
  const userId = await app.db.transaction((tx) =>
    accounts.addUser(tx, {
      email,
      hash,
      firstname: 'Test',
      lastname: who,
      phone: '',
      usertype: who === 'user' ? 'user' : 'admin',
      role: who === 'user' ? 'none' : who === 'staff' ? 'manager' : who,
    }),
  )
  if (userId === null) throw new Error(`${email} has an account already`)
  if (who === 'owner' && !app.ownersNeedSecondFactor) {
    await app.db.write
      .insertInto('setting')
      .values({ name: ownersNeedSecondFactor, value: 'off', updated_at: app.deps.clock.now() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  }
  const { sessionToken } = await accounts.signIn({ email, password })
  // The audit entries about the new account are removed, so that a test finds only entries of its own actions.
  await app.db.write.deleteFrom('audit_entry').where('record_id', '=', userId).execute()
  return { token: sessionToken, userId, email, password }
}

export type ProvedCaller = Pick<SignedIn, 'token' | 'email'>

/** A time later than any test's clock, so that sessions with this time are valid in every test. */
const farAhead = '2999-01-01T00:00:00.000Z'

/**
 * Signs in many users with verified addresses, so that their requests do not count as unproved holds. The users are
 * written into the database, since a race needs hundreds of them.
 */
export async function provedCallers(app: TestApp, count: number): Promise<ProvedCaller[]> {
  const secret = authSecret(app.deps.config)
  const at = { createdAt: farAhead, updatedAt: farAhead }
  const made = Array.from({ length: count }, () => {
    const id = randomIds.id()
    return { id, email: `proved-${id}@mail.example`.toLowerCase(), key: `key-of-${id}` }
  })
  await app.db.transaction(async (tx) => {
    const users = made.map(({ id, email }) => ({
      id,
      email,
      name: 'Test proved',
      emailVerified: 1 as const,
      image: null,
      firstname: 'Test',
      lastname: 'proved',
      phone: '',
      usertype: 'user' as const,
      role: 'none' as const,
      lastSignInAt: null,
      disabledAt: null,
      ...at,
    }))
    const sessions = made.map(({ id, key }) => ({
      id,
      token: key,
      userId: id,
      expiresAt: farAhead,
      userAgent: null,
      ...at,
    }))
    await tx.insertInto('user').values(users).execute()
    await tx.insertInto('session').values(sessions).execute()
  })
  return made.map(({ email, key }) => ({ email, token: signSessionKey(key, secret) }))
}

/**
 * Makes a token for an existing session with a wrong signature, as a thief with the database but without the secret
 * could.
 */
export function forgedToken(token: string): string {
  const key = sessionKeyOf(token)
  return `${key}.${createHmac('sha256', 'a secret that is not ours, but as long').update(key).digest('base64')}`
}

/** Makes a token whose session has ended because nobody used it. */
export async function expiredToken(app: TestApp, who: Role = 'owner'): Promise<string> {
  const { token } = await signedIn(app, who)
  const unused = idleMsMax[who === 'user' ? 'user' : 'admin']
  await app.db.write
    .updateTable('session')
    .set({ updatedAt: addMs(app.deps.clock.now(), -unused) })
    .where('token', '=', sessionKeyOf(token))
    .execute()
  return token
}

/** Makes a token of a user who has signed out. */
export async function revokedToken(app: TestApp, who: Role = 'owner'): Promise<string> {
  const { token } = await signedIn(app, who)
  await app.app.services.accounts.signOut(token)
  return token
}

/** Sets the time since the user of this session confirmed the password. */
export async function lastConfirmed(
  app: TestApp,
  { token }: Pick<SignedIn, 'token'>,
  msAgo: number,
): Promise<void> {
  await app.db.write
    .updateTable('session')
    .set({ confirmedAt: addMs(app.deps.clock.now(), -msAgo) })
    .where('token', '=', sessionKeyOf(token))
    .execute()
}

/** Returns the part of a token that is stored in the database. */
export function sessionKeyOf(token: string): string {
  return token.slice(0, token.lastIndexOf('.'))
}
