import type { signIn, User } from '../../../contract/accounts/accounts.ts'
import type { ParsedInput } from '../../../contract/endpoint.ts'
import { DomainError, refusal } from '../../../contract/errors.ts'
import { flag } from '../../db/flag.ts'
import { changesRow, insertUnlessThere } from '../../db/guards.ts'
import type { Tx } from '../../db/schema.ts'
import { addMs } from '../../platform/clock.ts'
import { type AccountParts, requireUser } from './account-parts.ts'
import { newDevice, passwordChanged, wrongSignIns } from './accounts.letters.ts'
import { fullNameOf, presentUser } from './accounts.presenter.ts'
import * as repository from './accounts.repository.ts'
import { findUserByEmail, type UserRow } from './accounts.repository.ts'
import type { Browser } from './devices/known-devices.ts'
import { findPasskeyOf } from './passkeys/passkeys.repository.ts'
import { freeGuesses } from './passwords/guesses.ts'
import { hashPassword, verifyPassword } from './passwords/password-hash.ts'
import type { SecondFactorRule } from './second-factor/second-factor-rule.ts'
import { deleteUnconfirmedTwoFactor } from './second-factor/two-factor.repository.ts'
import type { TwoFactorService } from './second-factor/two-factor.service.ts'
import {
  createSessionLookup,
  idleMsMax,
  newSessionKey,
  readSessionToken,
  sessionMsMax,
  sessionsTopic,
  signSessionKey,
} from './sessions.ts'

interface NewUser {
  email: string
  hash: string
  isEmailVerified?: boolean
  firstname: string
  lastname: string
  phone?: string
  usertype: User['usertype']
  role: User['role']
  instructor_id?: string | null
}

export type AccountsService = ReturnType<typeof createAccountsService>

type Credentials = Omit<ParsedInput<typeof signIn>['body'], 'deviceTokens'>

export function createAccountsService(
  parts: AccountParts,
  twoFactor: TwoFactorService,
  rule: SecondFactorRule,
) {
  const { db, clock, ids, secret, trail, codes, devices, guesses, passwords } = parts
  const records = createSignInRecords(parts)

  return {
    /**
     * @throws DomainError `invalid_credentials` for an unknown address and for a wrong password; `totp_required` or
     * `totp_invalid` if address and password are right; `rate_limited` after too many wrong attempts, even if the
     * password is right now
     */
    async signIn(credentials: Credentials, browser: Browser = { name: null, deviceTokens: [] }) {
      const { email } = credentials
      const deviceId = await devices.findFor(email, browser.deviceTokens)
      // The attempt is counted before the slow hash, so that many attempts at once stay within the limit. A browser
      // that has signed in before has its own count.
      const guess = await guesses.take(deviceId === null ? `address ${email}` : `device ${deviceId}`)
      try {
        const { user, hash } = await checked(credentials)
        await guesses.forget(guess)
        return await welcome(user, browser, { hash, wrongBefore: guess.fails - 1 })
      } catch (error) {
        const refusal = error instanceof DomainError ? error.code : null
        if (refusal === 'invalid_credentials' || refusal === 'totp_invalid') {
          const isPasswordRight = refusal === 'totp_invalid'
          const isKnownDevice = deviceId !== null
          await records.wrong(email, { fails: guess.fails, isPasswordRight, isKnownDevice })
        } else {
          await guesses.giveBack(guess)
        }
        throw error
      }
    },

    async signOut(token: string | null) {
      const key = token === null ? null : readSessionToken(token, secret)
      if (key === null) return
      await db.transaction(async (tx) => {
        const session = tx.deleteFrom('session').where('token', '=', key)
        if (await changesRow(session)) await db.changes.mark(tx, sessionsTopic)
      })
    },

    findSession: createSessionLookup(parts, rule.isLackedBy),

    getUser: async (id: string) => presentUser(await requireUser(db.read, id)),

    async hasOwner() {
      const owners = db.read.selectFrom('user').select('id').where('role', '=', 'owner')
      return (await owners.limit(1).executeTakeFirst()) !== undefined
    },

    /** Returns the new id; null if the address has an account already. @throws `validation_failed` */
    async createUser({ password, ...given }: Omit<NewUser, 'hash'> & { password: string }) {
      const hash = await passwords.hash(password, given, 'password')
      return db.transaction((tx) => addUser(tx, { ...given, hash }))
    },

    addUser,

    /**
     * @param passkeyId the passkey that proved the user; undefined if a mailed code proved the user. @throws
     * DomainError `invalid_credentials` if the account is disabled; `passkey_refused` if the passkey has been removed
     */
    async openSession(userId: string, browser: Browser, passkeyId?: string) {
      return welcome(await requireUser(db.read, userId), browser, { passkeyId })
    },

    async replacePassword(
      tx: Tx,
      {
        user,
        hash,
        how,
        exceptSessionId = null,
      }: { user: UserRow; hash: string; how: string; exceptSessionId?: string | null },
    ) {
      await repository.updatePassword(tx, user.id, hash, clock.now())
      // Codes and links in earlier e-mails to the user become invalid.
      await codes.endThoseSentTo(tx, user.email)
      await trail.endSessions(tx, user.id, exceptSessionId)
      await deleteUnconfirmedTwoFactor(tx, user.id)
      await trail.tell(tx, user, 'password-changed', passwordChanged)
      await trail.recordOwn(tx, user, { after: { password: how } })
    },
  }

  async function checked({ email, password, code }: Credentials) {
    const user = await findUserByEmail(db.read, email)
    const hash = await repository.findPasswordHash(db.read, user?.id ?? '')
    // Every path hashes one password, so that the response time does not reveal which addresses have an account.
    if (hash === null) await hashPassword(password)
    const isRight = hash !== null && (await verifyPassword(password, hash))
    if (user === undefined || !isRight || user.disabledAt !== null) {
      throw new DomainError('invalid_credentials')
    }
    await twoFactor.requireCode(user, code)
    return { user, hash }
  }

  /**
   * Opens a session for every way to sign in. @param proof the verified hash or passkey, which must still be the user's
   */
  async function welcome(
    user: UserRow,
    browser: Browser,
    proof: { hash?: string; passkeyId?: string | undefined; wrongBefore?: number },
  ) {
    const { hash, passkeyId, wrongBefore = 0 } = proof
    const now = clock.now()
    const unusedSince = addMs(now, -idleMsMax[user.usertype])
    const key = newSessionKey()
    const deviceToken = await db.transaction(async (tx) => {
      // A new password, or disabling the account, ends all sessions. So a sign-in that began before must not open a
      // session.
      const isOutdated = hash !== undefined && hash !== (await repository.lockPasswordHash(tx, user.id))
      // This update locks the user's row, so that two sign-ins at once do not remember more devices than allowed.
      if (isOutdated || !(await repository.noteSignIn(tx, user.id, now))) {
        throw new DomainError('invalid_credentials')
      }
      // `npm run owner` takes the same lock, and may have removed the passkey since the sign-in began.
      if (passkeyId !== undefined && !(await findPasskeyOf(tx, user.id, passkeyId))) {
        throw refusal('passkey-unknown')
      }
      const { id: knownDeviceId, token, wasKnown } = await devices.remember(tx, user.id, browser)
      const session = {
        id: ids.id(),
        token: key,
        userId: user.id,
        knownDeviceId,
        userAgent: browser.name,
        createdAt: now,
        confirmedAt: now,
        // `updatedAt` is the time of the session's last use.
        updatedAt: now,
        expiresAt: addMs(now, sessionMsMax),
      }
      await tx.insertInto('session').values(session).execute()
      await repository.deleteDeadSessionsOf(tx, user.id, { endedBefore: now, unusedSince })
      await records.signedIn(tx, user, { device: browser.name, wasKnown, wrongBefore })
      return token
    })
    return { sessionToken: signSessionKey(key, secret), deviceToken, user: presentUser(user) }
  }

  async function addUser(tx: Tx, { email, hash, isEmailVerified = false, phone = '', ...given }: NewUser) {
    const now = clock.now()
    const userId = ids.id()
    const user = {
      ...given,
      phone,
      id: userId,
      name: fullNameOf(given),
      email: email.toLowerCase(),
      emailVerified: flag(isEmailVerified),
      createdAt: now,
      updatedAt: now,
    }
    if (!(await insertUnlessThere(tx, 'user', user, 'email'))) return null
    const times = { createdAt: now, updatedAt: now }
    const password = { ...repository.passwordProvider, ...times, id: ids.id(), userId, accountId: userId }
    await tx
      .insertInto('account')
      .values({ ...password, password: hash })
      .execute()
    return userId
  }
}

function createSignInRecords({ db, clock, trail }: AccountParts) {
  return {
    /**
     * `user` is the row from before the sign-in, so that an account's first sign-in is recognised. A first sign-in
     * sends no e-mail about a new device.
     */
    async signedIn(
      tx: Tx,
      user: UserRow,
      how: { device: string | null; wasKnown: boolean; wrongBefore: number },
    ) {
      if (user.usertype !== 'admin') return
      const isNew = !how.wasKnown && user.lastSignInAt !== null
      await trail.recordOwn(tx, user, {
        after: {
          'signed in on': how.device ?? 'Unknown device',
          'new device': isNew ? 'yes' : null,
          'failed attempts before': how.wrongBefore || null,
        },
      })
      if (!isNew || user.role !== 'owner') return
      await trail.tell(tx, user, 'new-device', (facts) => newDevice({ ...facts, device: how.device }))
    },

    /**
     * Writes the 5th, 10th, 20th, 50th … wrong attempt in a row to the audit log. An owner gets at most one e-mail a
     * day about wrong passwords, and at most one e-mail a day about wrong codes.
     */
    async wrong(email: string, how: { fails: number; isPasswordRight: boolean; isKnownDevice: boolean }) {
      if (!isStep(how.fails)) return
      // The query runs for every address, so that the response to an unknown address takes equally long.
      const user = await findUserByEmail(db.read, email)
      if (user?.usertype !== 'admin') return
      const what = how.isPasswordRight ? 'wrong codes after the correct password' : 'wrong passwords'
      const after = { [what]: `${how.fails} in a row`, 'on a known device': how.isKnownDevice ? 'yes' : null }
      await db.transaction(async (tx) => {
        await trail.record(tx, null, user, { after })
        if (user.role !== 'owner' || user.disabledAt !== null) return
        const { isPasswordRight, fails: count } = how
        const words = (facts: { name: string; at: string }) =>
          wrongSignIns({ ...facts, count, isPasswordRight })
        const onceADay = `${user.id}:${clock.today()}:${isPasswordRight ? 'codes' : 'passwords'}`
        await trail.tell(tx, user, 'wrong-sign-ins', words, onceADay)
      })
    },
  }
}

function isStep(fails: number): boolean {
  if (fails < freeGuesses) return false
  const magnitude = 10 ** Math.floor(Math.log10(fails))
  return [1, 2, 5].includes(fails / magnitude)
}
