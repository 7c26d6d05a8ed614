import type { Transaction } from 'kysely'
import type { User } from '../../../contract/accounts.ts'
import { DomainError } from '../../../contract/errors.ts'
import type { Schema } from '../../db/schema.ts'
import type { Caller } from '../../http/context.ts'
import { addMs } from '../../platform/clock.ts'
import { authSecret } from '../../platform/secret.ts'
import type { Deps } from '../deps.ts'
import { passwordChanged } from './accounts.letters.ts'
import { presentUser } from './accounts.presenter.ts'
import {
  deleteDeadSessionsOf,
  deleteSessionByKey,
  deleteSessionsOf,
  describeSession,
  findUserById,
  hasOwner,
  insertPassword,
  insertUser,
  type UserRow,
  updatePassword,
  updateUser,
} from './accounts.repository.ts'
import type { Guesses } from './guesses.ts'
import type { Browser, KnownDevices } from './known-devices.ts'
import { markAllUsed } from './one-time-codes.repository.ts'
import type { PasswordChoice } from './password-choice.ts'
import type { SecondFactorRule } from './second-factor-rule.ts'
import { readSessionToken } from './session-token.ts'
import { createSessionLookup, idleMsMax, sessionsTopic } from './sessions.ts'
import { createSignInRecords } from './sign-in-records.ts'
import { deleteUnconfirmedTwoFactor } from './two-factor.repository.ts'
import type { TwoFactorService } from './two-factor.service.ts'
import { accountChanged, displayNameOf, requireUser } from './user.ts'

export interface NewUser {
  email: string
  password: string
  isEmailVerified?: boolean
  firstname: string
  lastname: string
  phone: string
  usertype: User['usertype']
  role: User['role']
}

/** What ends every way of signing in. */
export interface SignedIn {
  sessionToken: string
  /** By it this browser is known the next time. */
  deviceToken: string
  user: User
}

export interface AccountsService {
  /**
   * @throws DomainError `invalid_credentials`, the same for an unknown address and a wrong password; with both right,
   *   `totp_required` or `totp_invalid` where the account asks for a second factor; `rate_limited` after too many
   *   wrong ones, whatever is given then
   */
  signIn(
    credentials: { email: string; password: string; code?: string | undefined },
    browser?: Browser,
  ): Promise<SignedIn>
  /** Ends the session of this token, if it is one (reading A6). */
  signOut(token: string | null): Promise<void>
  /** Who holds this token; null where it is forged, expired or revoked. */
  findSession(token: string): Promise<Caller | null>
  /** @throws DomainError `unauthenticated` where the account is gone */
  getUser(id: string): Promise<User>
  hasOwner(): Promise<boolean>
  /** The new user's id; null where the address already has an account. @throws `validation_failed` */
  createUser(user: NewUser): Promise<string | null>
  /** The same inside a transaction, of a password that was hashed before it. */
  addUser(tx: Transaction<Schema>, user: Omit<NewUser, 'password'> & { hash: string }): Promise<string | null>
  /**
   * Signs in somebody who has proved who they are without a password. Not inside a transaction.
   * @throws DomainError `invalid_credentials` where the account is disabled
   */
  openSession(userId: string, browser: Browser): Promise<SignedIn>
  /**
   * Replaces the password, ends the user's sessions but for the one that is named, forgets the devices that they were
   * on, and promises a letter that says so. Of staff it is in the audit log, with how it came.
   */
  replacePassword(
    tx: Transaction<Schema>,
    change: { user: UserRow; hash: string; exceptSessionId: string | null; how: string },
  ): Promise<void>
}

const nowhere: Browser = { name: null, deviceTokens: [] }

export function createAccountsService(
  deps: Deps,
  parts: {
    twoFactor: TwoFactorService
    rule: Pick<SecondFactorRule, 'isLackedBy'>
    guesses: Guesses
    devices: KnownDevices
    passwords: PasswordChoice
  },
): AccountsService {
  const { db, clock, ids, log, outbox, audit } = deps
  const { twoFactor, rule, guesses, devices, passwords } = parts
  const records = createSignInRecords(deps)
  const secret = authSecret(deps.config)
  // Loaded at the first sign-in: the library takes half a second that a start cannot spare (quality P8).
  let opening: Promise<import('./auth-library.ts').AuthLibrary> | null = null
  const library = () => {
    opening ??= import('./auth-library.ts').then(({ openAuthLibrary }) => openAuthLibrary(deps, secret))
    return opening
  }

  return {
    async signIn({ email, password, code }, browser = nowhere) {
      const deviceId = await devices.findFor(email, browser.deviceTokens)
      // Before anything is hashed. A known device has a count of its own.
      const guess = await guesses.take(deviceId === null ? `address ${email}` : `device ${deviceId}`)
      try {
        const { row, sessionToken } = await checked({ email, password, code })
        await guesses.forget(guess)
        return await welcome(row, sessionToken, browser, { wrongBefore: guess.fails - 1 })
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

    async signOut(token) {
      const key = token === null ? null : readSessionToken(token, secret)
      if (key === null) return
      await db.transaction(async (tx) => {
        if (await deleteSessionByKey(tx, key)) await db.changes.mark(tx, sessionsTopic)
      })
    },

    findSession: createSessionLookup({
      db,
      clock,
      log,
      secret,
      lacksSecondFactor: (user) => rule.isLackedBy(user),
    }),

    getUser: async (id) => presentUser(await requireUser(db.read, id)),

    hasOwner: () => hasOwner(db.read),

    async createUser({ password, ...given }) {
      const hash = await passwords.hash(password, given, 'password')
      return db.transaction((tx) => addUser(tx, { ...given, hash }))
    },

    addUser,

    async openSession(userId, browser) {
      const row = await requireUser(db.read, userId)
      if (row.disabledAt !== null) throw new DomainError('invalid_credentials')
      const sessionToken = await (await library()).openSession(userId)
      return welcome(row, sessionToken, browser, { wrongBefore: 0 })
    },

    async replacePassword(tx, { user, hash, exceptSessionId, how }) {
      const now = clock.now()
      await updatePassword(tx, { userId: user.id, password: hash, now })
      // Letters that were to set another one open nothing from now on.
      await markAllUsed(tx, { email: user.email, now })
      await deleteSessionsOf(tx, user.id, { except: exceptSessionId })
      await deleteUnconfirmedTwoFactor(tx, user.id)
      await db.changes.mark(tx, sessionsTopic)
      await outbox.tell(tx, {
        to: user,
        cause: `password-changed:${ids.id()}`,
        words: passwordChanged({ name: displayNameOf(user), at: now }),
      })
      if (user.usertype !== 'admin') return
      const by = { userId: user.id, email: user.email }
      await audit.record(tx, { ...accountChanged(by, user), after: { password: how } })
    },
  }

  /** A session of whom address, password and code belong to. */
  async function checked(given: {
    email: string
    password: string
    code: string | undefined
  }): Promise<{ row: UserRow; sessionToken: string }> {
    const session = await (await library()).signIn(given)
    if (session === null) throw new DomainError('invalid_credentials')
    const { userId, sessionToken } = session
    return orUndone(sessionToken, async () => {
      const row = await findUserById(db.read, userId)
      if (row === undefined || row.disabledAt !== null) throw new DomainError('invalid_credentials')
      await twoFactor.requireCode(row, given.code)
      return { row, sessionToken }
    })
  }

  /** Ends the session, whose token nobody has yet, where `work` fails. */
  async function orUndone<T>(sessionToken: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      await deleteSessionByKey(db.write, readSessionToken(sessionToken, secret) ?? '')
      throw error
    }
  }

  /** The end of every way of signing in: the browser is known from now on, and who has to hear of it hears of it. */
  async function welcome(
    user: UserRow,
    sessionToken: string,
    browser: Browser,
    { wrongBefore }: { wrongBefore: number },
  ): Promise<SignedIn> {
    const now = clock.now()
    const unusedSince = addMs(now, -idleMsMax[user.usertype])
    const remember = async (tx: Transaction<Schema>) => {
      // First, and so one at a time: devices are counted.
      await updateUser(tx, user.id, { lastSignInAt: now })
      const device = await devices.remember(tx, user.id, browser)
      await describeSession(tx, readSessionToken(sessionToken, secret) ?? '', {
        id: device.id,
        name: browser.name,
      })
      await deleteDeadSessionsOf(tx, user.id, { endedBefore: now, unusedSince })
      const { wasKnown } = device
      await records.signedIn(tx, user, { device: browser.name, wasKnown, wrongBefore })
      return device.token
    }
    const deviceToken = await orUndone(sessionToken, () => db.transaction(remember))
    return { sessionToken, deviceToken, user: presentUser(user) }
  }

  async function addUser(
    tx: Transaction<Schema>,
    { email, hash, isEmailVerified = false, ...given }: Omit<NewUser, 'password'> & { hash: string },
  ): Promise<string | null> {
    const now = clock.now()
    const userId = ids.id()
    const isNew = await insertUser(tx, {
      ...given,
      id: userId,
      name: `${given.firstname} ${given.lastname}`.trim(),
      email: email.toLowerCase(),
      emailVerified: isEmailVerified ? 1 : 0,
      createdAt: now,
      updatedAt: now,
    })
    if (!isNew) return null
    await insertPassword(tx, { id: ids.id(), userId, password: hash, now })
    return userId
  }
}
