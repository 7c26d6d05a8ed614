import type { User } from '../../../contract/accounts.ts'
import { DomainError } from '../../../contract/errors.ts'
import type { Caller } from '../../http/context.ts'
import { addMs } from '../../platform/clock.ts'
import { authSecret } from '../../platform/secret.ts'
import type { Deps } from '../deps.ts'
import { presentUser } from './accounts.presenter.ts'
import {
  deleteDeadSessionsOf,
  deleteSessionByKey,
  deleteSessionsOf,
  findUserById,
  hasOwner,
  insertPassword,
  insertUser,
  updatePassword,
} from './accounts.repository.ts'
import { hashPassword } from './password-hash.ts'
import { readSessionToken } from './session-token.ts'
import { createSessionLookup, idleMsMax, sessionsTopic } from './sessions.ts'

export interface NewUser {
  email: string
  password: string
  firstname: string
  lastname: string
  phone: string
  usertype: User['usertype']
  role: User['role']
}

export interface AccountsService {
  /** @throws DomainError `invalid_credentials`, the same for an unknown address and a wrong password */
  signIn(credentials: { email: string; password: string }): Promise<{ sessionToken: string; user: User }>
  /** Ends the session of this token, if it is one (reading A6). */
  signOut(token: string | null): Promise<void>
  /** Who holds this token; null where it is forged, expired or revoked. */
  findSession(token: string): Promise<Caller | null>
  /** @throws DomainError `unauthenticated` where the account is gone */
  getUser(id: string): Promise<User>
  hasOwner(): Promise<boolean>
  /** The new user's id; null where the address already has an account. */
  createUser(user: NewUser): Promise<string | null>
  /** Replaces the password and ends all sessions of the user. */
  setPassword(userId: string, password: string): Promise<void>
}

export function createAccountsService(deps: Deps): AccountsService {
  const { db, clock, ids, log } = deps
  const secret = authSecret(deps.config)
  // Loaded at the first sign-in: the library takes half a second that a start cannot spare (quality P8).
  let opening: Promise<import('./auth-library.ts').AuthLibrary> | null = null
  const library = () => {
    opening ??= import('./auth-library.ts').then(({ openAuthLibrary }) => openAuthLibrary(deps, secret))
    return opening
  }

  return {
    async signIn(credentials) {
      const session = await (await library()).signIn(credentials)
      if (session === null) throw new DomainError('invalid_credentials')
      const { userId, sessionToken } = session
      const row = await findUserById(db.read, userId)
      if (row === undefined) throw new DomainError('invalid_credentials')
      const now = clock.now()
      const unusedSince = addMs(now, -idleMsMax[row.usertype])
      await deleteDeadSessionsOf(db.write, userId, { endedBefore: now, unusedSince })
      return { sessionToken, user: presentUser(row) }
    },

    async signOut(token) {
      const key = token === null ? null : readSessionToken(token, secret)
      if (key === null) return
      await db.transaction(async (tx) => {
        if (await deleteSessionByKey(tx, key)) await db.changes.mark(tx, sessionsTopic)
      })
    },

    findSession: createSessionLookup({ db, clock, log, secret }),

    async getUser(id) {
      const row = await findUserById(db.read, id)
      if (row === undefined) throw new DomainError('unauthenticated')
      return presentUser(row)
    },

    hasOwner: () => hasOwner(db.read),

    async createUser({ email, password, ...given }) {
      const hash = await hashPassword(password)
      return db.transaction(async (tx) => {
        const now = clock.now()
        const userId = ids.id()
        const isNew = await insertUser(tx, {
          ...given,
          id: userId,
          name: `${given.firstname} ${given.lastname}`.trim(),
          email: email.toLowerCase(),
          emailVerified: 0,
          createdAt: now,
          updatedAt: now,
        })
        if (!isNew) return null
        await insertPassword(tx, { id: ids.id(), userId, password: hash, now })
        return userId
      })
    },

    async setPassword(userId, password) {
      const hash = await hashPassword(password)
      await db.transaction(async (tx) => {
        await updatePassword(tx, { userId, password: hash, now: clock.now() })
        await deleteSessionsOf(tx, userId)
        await db.changes.mark(tx, sessionsTopic)
      })
    },
  }
}
