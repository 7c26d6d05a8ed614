import * as z from 'zod/mini'
import type { signUpForm } from '../../../../contract/accounts/accounts.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { dbFault } from '../../../db/errors.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Caller } from '../../../http/context.ts'
import { type AccountParts, requireUser } from '../account-parts.ts'
import { accountExists, addressTaken, emailChanged, noAccount } from '../accounts.letters.ts'
import { displayNameOf, presentProfile } from '../accounts.presenter.ts'
import { findUserByEmail, updateUser } from '../accounts.repository.ts'
import type { AccountsService } from '../accounts.service.ts'
import type { Browser } from '../devices/known-devices.ts'
import type { OneTimeCodeRow } from './one-time-codes.ts'

type NewAccount = Record<'firstname' | 'lastname' | 'hash', string>

/**
 * Proves an address by a mailed code. The response and its delay are the same for every address, so that they do not
 * reveal who has an account.
 */
export function createAddressProofService(
  { db, clock, trail, codes, devices, passwords }: AccountParts,
  accounts: AccountsService,
) {
  return {
    /** Mails a code; entering it creates the account. */
    async signUp(form: z.output<typeof signUpForm>, network: string) {
      const { email, firstname, lastname = '' } = form
      const hash = await passwords.hash(form.password, { email, firstname, lastname }, 'password')
      const account: NewAccount = { firstname, lastname, hash }
      return db.transaction(async (tx) => {
        const known = await findUserByEmail(tx, email)
        const instead = known && accountExists({ name: displayNameOf(known) })
        const newAccount = JSON.stringify(account)
        return codes.issue(tx, { purpose: 'sign-up', network, email, newAccount, instead })
      })
    },

    forgotPassword: (email: string, network: string) =>
      db.transaction(async (tx) => {
        const known = await findUserByEmail(tx, email)
        const about = known ? { userId: known.id, name: displayNameOf(known) } : { instead: noAccount({}) }
        return codes.issue(tx, { purpose: 'reset-password', network, email, ...about })
      }),

    /** @throws DomainError `conflict` if the address is verified already */
    askVerification: (userId: string, network: string) =>
      db.transaction(async (tx) => {
        const user = await requireUser(tx, userId)
        if (user.emailVerified === 1) throw refusal('address-verified')
        const { email } = user
        return codes.issue(tx, { purpose: 'verify-email', network, email, userId, name: displayNameOf(user) })
      }),

    /**
     * Mails a code to the new address, or a notice if another account has that address. @throws DomainError
     * `validation_failed` for the user's own address
     */
    askEmailChange: (userId: string, email: string, network: string) =>
      db.transaction(async (tx) => {
        const user = await requireUser(tx, userId)
        if (email === user.email) throw refusal('address-own', { at: 'email' })
        const known = await findUserByEmail(tx, email)
        const instead = known && addressTaken({ name: displayNameOf(known) })
        return codes.issue(tx, { purpose: 'change-email', network, email, userId, instead })
      }),

    /**
     * Changes the address and ends the other sessions. @throws DomainError `code_invalid`, `code_expired`; `conflict`
     * if the new address belongs to an account in the meantime
     */
    async changeEmail(caller: Caller, ticket: string, code: string) {
      const row = await codes.check(ticket, code)
      const isOwn = row.purpose === 'change-email' && row.user_id === caller.userId
      if (!isOwn) throw new DomainError('code_expired')
      try {
        return await db.transaction((tx) => takeAddress(tx, caller, row))
      } catch (error) {
        if (dbFault(error)?.fault !== 'unique') throw error
        throw refusal('address-taken')
      }
    },

    /** @throws DomainError `code_invalid`, `code_expired`; `conflict` if the account exists by now */
    async verify(ticket: string, code: string, browser: Browser) {
      const row = await codes.check(ticket, code)
      // A code to change an address is valid only for its signed-in user, who uses another endpoint.
      if (row.purpose === 'change-email') throw new DomainError('code_expired')
      const { purpose } = row
      if (purpose === 'sign-up') return { purpose, session: await makeAccount(row, browser) }
      if (purpose === 'reset-password') await codes.allowNewPassword(row.id)
      else await verifyAddress(row)
      return { purpose, session: null }
    },

    /**
     * Sets a new password, ends all sessions and remembers the browser, so that wrong attempts of strangers do not lock
     * this browser out. @throws DomainError `code_expired`; `validation_failed` for a common password
     */
    async resetPassword(ticket: string, password: string, browser: Browser) {
      const row = await codes.requireProved(ticket)
      const hash = await passwords.hash(password, await requireUser(db.read, row.user_id ?? ''), 'password')
      return db.transaction(async (tx) => {
        await codes.use(tx, row)
        const user = await requireUser(tx, row.user_id ?? '')
        await accounts.replacePassword(tx, { user, hash, how: 'changed with a code sent by e-mail' })
        await updateUser(tx, user.id, { emailVerified: 1, updatedAt: clock.now() })
        const { token } = await devices.remember(tx, user.id, browser)
        return { deviceToken: token }
      })
    },
  }

  async function makeAccount(row: OneTimeCodeRow, browser: Browser) {
    const { hash, ...names } = JSON.parse(row.new_account ?? 'null') as NewAccount
    const userId = await db.transaction(async (tx) => {
      await codes.use(tx, row)
      const visitor = { email: row.email, isEmailVerified: true, usertype: 'user', role: 'none' } as const
      return accounts.addUser(tx, { ...names, ...visitor, hash })
    })
    if (userId === null) throw refusal('account-known')
    return accounts.openSession(userId, browser)
  }

  async function takeAddress(tx: Tx, caller: Caller, row: OneTimeCodeRow) {
    await codes.use(tx, row)
    const user = await requireUser(tx, caller.userId)
    await updateUser(tx, user.id, { email: row.email, emailVerified: 1, updatedAt: clock.now() })
    // Codes sent to the old address become invalid, since its mailbox proves nothing about this account any more.
    await codes.endThoseSentTo(tx, user.email)
    await trail.endSessions(tx, user.id, caller.sessionId)
    await trail.tell(tx, user, 'email-changed', emailChanged)
    await trail.recordOwn(tx, user, { before: { email: user.email }, after: { email: row.email } })
    return presentProfile(await requireUser(tx, user.id))
  }

  async function verifyAddress(row: OneTimeCodeRow) {
    await db.transaction(async (tx) => {
      await codes.use(tx, row)
      await updateUser(tx, row.user_id ?? '', { emailVerified: 1, updatedAt: clock.now() })
    })
  }
}
