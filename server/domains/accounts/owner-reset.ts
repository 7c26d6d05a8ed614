import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../deps.ts'
import {
  deleteSessionsOf,
  findUserByEmail,
  type UserRow,
  updatePassword,
  updateUser,
} from './accounts.repository.ts'
import type { AccountsService } from './accounts.service.ts'
import { readablePassword } from './first-owner.ts'
import type { Guesses } from './guesses.ts'
import { deletePasskeysOf } from './passkeys.repository.ts'
import type { PasswordChoice } from './password-choice.ts'
import { tellOfSecurity } from './security-letters.ts'
import { sessionsTopic } from './sessions.ts'
import type { TwoFactorService } from './two-factor.service.ts'
import { displayNameOf } from './user.ts'

export type OwnerReset = ReturnType<typeof createOwnerReset>

/** The way in for whoever holds the server's machine: nobody else can call it. */
export function createOwnerReset(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'outbox' | 'audit'>,
  parts: {
    accounts: AccountsService
    twoFactor: TwoFactorService
    guesses: Guesses
    passwords: PasswordChoice
  },
) {
  const { db, clock, audit } = deps
  const { accounts, twoFactor, guesses, passwords } = parts

  return {
    /** Makes an owner of this address, or opens the account that has it anew, whosever it was. */
    async reset(email: string): Promise<{ password: string; wasMade: boolean }> {
      const password = readablePassword()
      const person = { email, firstname: 'Owner', lastname: '' }
      const hash = await passwords.hash(password, person, 'password')
      const wasMade = await db.transaction(async (tx) => {
        await guesses.forgetIn(tx, `address ${email}`)
        const known = await findUserByEmail(tx, email)
        if (known) await openAnew(tx, known, hash)
        else await make(tx, { ...person, hash })
        return known === undefined
      })
      return { password, wasMade }
    },
  }

  async function make(
    tx: Transaction<Schema>,
    person: { email: string; firstname: string; lastname: string; hash: string },
  ): Promise<void> {
    const id = await accounts.addUser(tx, { ...person, phone: '', usertype: 'admin', role: 'owner' })
    if (id === null)
      throw new Error('Somebody made an account of this address at this moment: please try again.')
    await audit.record(tx, {
      by: null,
      action: 'added',
      kind: 'account',
      id,
      title: displayNameOf(person),
      after: { role: 'owner', 'made by': 'npm run owner, on the server’s machine' },
    })
  }

  async function openAnew(tx: Transaction<Schema>, user: UserRow, hash: string): Promise<void> {
    const now = clock.now()
    await updateUser(tx, user.id, { usertype: 'admin', role: 'owner', disabledAt: null, updatedAt: now })
    await updatePassword(tx, { userId: user.id, password: hash, now })
    await twoFactor.forgetIn(tx, user.id)
    await deletePasskeysOf(tx, user.id)
    await deleteSessionsOf(tx, user.id)
    await db.changes.mark(tx, sessionsTopic)
    await tellOfSecurity(deps, tx, user, 'way-in-anew')
    await audit.record(tx, {
      by: null,
      action: 'changed',
      kind: 'account',
      id: user.id,
      title: displayNameOf(user),
      before: { role: user.role, disabled: user.disabledAt === null ? 'no' : 'yes' },
      after: {
        role: 'owner',
        disabled: 'no',
        'password and second factor': 'made anew by npm run owner, on the server’s machine',
      },
    })
  }
}
