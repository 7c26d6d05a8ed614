import type { Transaction } from 'kysely'
import type { User } from '../../../contract/accounts.ts'
import { DomainError } from '../../../contract/errors.ts'
import type { Schema } from '../../db/schema.ts'
import type { Caller } from '../../http/context.ts'
import { addMs } from '../../platform/clock.ts'
import { authSecret } from '../../platform/secret.ts'
import type { Deps } from '../deps.ts'
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
import { markAllUsed } from './one-time-codes.repository.ts'
import { hashPassword } from './password-hash.ts'
import { readSessionToken } from './session-token.ts'
import { createSessionLookup, idleMsMax, sessionsTopic } from './sessions.ts'
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

export interface AccountsService {
  /**
   * @throws DomainError `invalid_credentials`, the same for an unknown address and a wrong password; with both right,
   *   `totp_required` or `totp_invalid` where the account asks for a second factor
   */
  signIn(credentials: {
    email: string
    password: string
    code?: string | undefined
    /** Where it is signed in, in words. */
    device?: string | null
  }): Promise<{ sessionToken: string; user: User }>
  /** Ends the session of this token, if it is one (reading A6). */
  signOut(token: string | null): Promise<void>
  /** Who holds this token; null where it is forged, expired or revoked. */
  findSession(token: string): Promise<Caller | null>
  /** @throws DomainError `unauthenticated` where the account is gone */
  getUser(id: string): Promise<User>
  hasOwner(): Promise<boolean>
  /** The new user's id; null where the address already has an account. */
  createUser(user: NewUser): Promise<string | null>
  /** The same inside a transaction, of a password that was hashed before it. */
  addUser(tx: Transaction<Schema>, user: Omit<NewUser, 'password'> & { hash: string }): Promise<string | null>
  /** Signs in somebody who has proved who they are without a password. Not inside a transaction. */
  openSession(userId: string, device: string | null): Promise<{ sessionToken: string; user: User }>
  /**
   * Replaces the password, ends the user's sessions but for the one that is named, and promises a letter that says so.
   * Of staff it is in the audit log, with how it came.
   */
  replacePassword(
    tx: Transaction<Schema>,
    change: { user: UserRow; hash: string; exceptSessionId: string | null; how: string },
  ): Promise<void>
}

export function createAccountsService(deps: Deps, twoFactor: TwoFactorService): AccountsService {
  const { db, clock, ids, log, outbox, audit } = deps
  const secret = authSecret(deps.config)
  // Loaded at the first sign-in: the library takes half a second that a start cannot spare (quality P8).
  let opening: Promise<import('./auth-library.ts').AuthLibrary> | null = null
  const library = () => {
    opening ??= import('./auth-library.ts').then(({ openAuthLibrary }) => openAuthLibrary(deps, secret))
    return opening
  }

  return {
    async signIn({ email, password, code, device = null }) {
      const session = await (await library()).signIn({ email, password })
      if (session === null) throw new DomainError('invalid_credentials')
      const { userId, sessionToken } = session
      const key = readSessionToken(sessionToken, secret) ?? ''
      try {
        const row = await findUserById(db.read, userId)
        if (row === undefined || row.disabledAt !== null) throw new DomainError('invalid_credentials')
        await twoFactor.requireCode(row, code)
        await db.transaction((tx) => welcome(tx, row, key, device))
        return { sessionToken, user: presentUser(row) }
      } catch (error) {
        // Nobody has its token yet.
        await deleteSessionByKey(db.write, key)
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

    findSession: createSessionLookup({ db, clock, log, secret }),

    getUser: async (id) => presentUser(await requireUser(db.read, id)),

    hasOwner: () => hasOwner(db.read),

    async createUser({ password, ...given }) {
      const hash = await hashPassword(password)
      return db.transaction((tx) => addUser(tx, { ...given, hash }))
    },

    addUser,

    async openSession(userId, device) {
      const sessionToken = await (await library()).openSession(userId)
      const row = await requireUser(db.read, userId)
      await db.transaction((tx) => welcome(tx, row, readSessionToken(sessionToken, secret) ?? '', device))
      return { sessionToken, user: presentUser(row) }
    },

    async replacePassword(tx, { user, hash, exceptSessionId, how }) {
      const now = clock.now()
      await updatePassword(tx, { userId: user.id, password: hash, now })
      // Letters that were to set another one open nothing from now on.
      await markAllUsed(tx, { email: user.email, now })
      await deleteSessionsOf(tx, user.id, { except: exceptSessionId })
      await db.changes.mark(tx, sessionsTopic)
      await outbox.add(tx, {
        cause: `password-changed:${ids.id()}`,
        template: 'password-changed',
        channel: 'email',
        recipient: user.email,
        data: { name: displayNameOf(user), at: now },
      })
      if (user.usertype !== 'admin') return
      const by = { userId: user.id, email: user.email }
      await audit.record(tx, { ...accountChanged(by, user), after: { password: how } })
    },
  }

  async function welcome(
    tx: Transaction<Schema>,
    { id, usertype }: UserRow,
    sessionKey: string,
    device: string | null,
  ): Promise<void> {
    const now = clock.now()
    await describeSession(tx, sessionKey, device)
    await updateUser(tx, id, { lastSignInAt: now })
    const unusedSince = addMs(now, -idleMsMax[usertype])
    await deleteDeadSessionsOf(tx, id, { endedBefore: now, unusedSince })
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
