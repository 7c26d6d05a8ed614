import type { User } from '../../../contract/accounts.ts'
import { DomainError } from '../../../contract/errors.ts'
import { authSecret } from '../../platform/secret.ts'
import type { Deps } from '../deps.ts'
import { findUserByEmail, updateUser } from './accounts.repository.ts'
import type { AccountsService } from './accounts.service.ts'
import type { OneTimeCodeRow } from './one-time-codes.repository.ts'
import { createOneTimeCodes } from './one-time-codes.ts'
import { hashPassword } from './password-hash.ts'
import { displayNameOf, requireUser } from './user.ts'

/** What an account will be made of, once its address is proved. */
interface NewAccount {
  firstname: string
  lastname: string
  hash: string
}

export type AddressProofService = ReturnType<typeof createAddressProofService>

/**
 * Everything that a code sent by mail decides: sign-up, a new password, a verified address (reading A7). What it
 * answers, and how long that takes, is the same for every address (R12).
 */
export function createAddressProofService(deps: Deps, accounts: AccountsService) {
  const { db, clock } = deps
  const codes = createOneTimeCodes(deps, authSecret(deps.config))

  return {
    /** @returns the ticket; nothing is made of the words before the code was given */
    async signUp(form: {
      email: string
      password: string
      firstname: string
      lastname?: string | undefined
    }): Promise<string> {
      const { email, firstname, lastname = '' } = form
      const hash = await hashPassword(form.password)
      return db.transaction(async (tx) => {
        const known = await findUserByEmail(tx, email)
        const account: NewAccount = { firstname, lastname, hash }
        return codes.issue(tx, {
          purpose: 'sign-up',
          email,
          userId: null,
          newAccount: JSON.stringify(account),
          ...(known
            ? { without: { template: 'account-exists', data: { name: displayNameOf(known) } } }
            : { withCode: (code) => codeLetter('sign-up', null, code) }),
        })
      })
    },

    async forgotPassword(email: string): Promise<string> {
      return db.transaction(async (tx) => {
        const known = await findUserByEmail(tx, email)
        return codes.issue(tx, {
          purpose: 'reset-password',
          email,
          userId: known?.id ?? null,
          ...(known
            ? { withCode: (code) => codeLetter('reset-password', displayNameOf(known), code) }
            : { without: { template: 'no-account', data: {} } }),
        })
      })
    },

    /** @throws DomainError `conflict` where the address is verified already */
    async askVerification(userId: string): Promise<string> {
      return db.transaction(async (tx) => {
        const user = await requireUser(tx, userId)
        if (user.emailVerified === 1) {
          throw new DomainError('conflict', { message: 'Your address is verified already.' })
        }
        return codes.issue(tx, {
          purpose: 'verify-email',
          email: user.email,
          userId,
          withCode: (code) => codeLetter('verify-email', displayNameOf(user), code),
        })
      })
    },

    /** @throws DomainError `code_invalid`, `code_expired`; `conflict` where the account was made in another way */
    async verify(
      ticket: string,
      code: string,
      device: string | null,
    ): Promise<{
      purpose: OneTimeCodeRow['purpose']
      session: { sessionToken: string; user: User } | null
    }> {
      const row = await codes.check(ticket, code)
      if (row.purpose === 'sign-up') return { purpose: row.purpose, session: await makeAccount(row, device) }
      if (row.purpose === 'reset-password') await codes.allowNewPassword(row.id)
      else await verifyAddress(row)
      return { purpose: row.purpose, session: null }
    },

    /** Ends all sessions of the user (R14). @throws DomainError `code_expired` */
    async resetPassword(ticket: string, password: string): Promise<void> {
      const row = await codes.requireProved(ticket)
      const hash = await hashPassword(password)
      await db.transaction(async (tx) => {
        await codes.use(tx, row)
        const user = await requireUser(tx, row.user_id ?? '')
        await accounts.replacePassword(tx, { user, hash, exceptSessionId: null })
        await updateUser(tx, user.id, { emailVerified: 1, updatedAt: clock.now() })
      })
    },
  }

  async function makeAccount(row: OneTimeCodeRow, device: string | null) {
    const { hash, ...names } = JSON.parse(row.new_account ?? 'null') as NewAccount
    const userId = await db.transaction(async (tx) => {
      await codes.use(tx, row)
      return accounts.addUser(tx, {
        ...names,
        hash,
        email: row.email,
        isEmailVerified: true,
        phone: '',
        usertype: 'user',
        role: 'none',
      })
    })
    if (userId === null) {
      throw new DomainError('conflict', { message: 'You have an account already. Please sign in.' })
    }
    return accounts.openSession(userId, device)
  }

  async function verifyAddress(row: OneTimeCodeRow): Promise<void> {
    await db.transaction(async (tx) => {
      await codes.use(tx, row)
      await updateUser(tx, row.user_id ?? '', { emailVerified: 1, updatedAt: clock.now() })
    })
  }
}

function codeLetter(purpose: OneTimeCodeRow['purpose'], name: string | null, code: string) {
  return { template: 'one-time-code', data: { purpose, name, code } } as const
}
