import type { Tx } from '../../db/schema.ts'
import { readableCode } from '../../platform/tokens.ts'
import type { Deps } from '../deps.ts'
import type { SchoolService } from '../school/index.ts'
import { type AccountParts, createAccountParts } from './account-parts.ts'
import { findUserByEmail, type UserRow, updatePassword, updateUser } from './accounts.repository.ts'
import { type AccountsService, createAccountsService } from './accounts.service.ts'
import { createAddressProofService } from './codes/address-proof.service.ts'
import { createConfirmationService } from './confirmation.service.ts'
import { deletePasskeysOf } from './passkeys/passkeys.repository.ts'
import { createPasskeysService } from './passkeys/passkeys.service.ts'
import { createProfileService } from './profile.service.ts'
import { createSecondFactorRule } from './second-factor/second-factor-rule.ts'
import { deleteTwoFactor } from './second-factor/two-factor.repository.ts'
import { createTwoFactorService } from './second-factor/two-factor.service.ts'
import { createStaffAccountsService } from './staff/staff-accounts.service.ts'

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts(deps: Deps, school: SchoolService) {
  const parts = createAccountParts(deps, school)
  const twoFactor = createTwoFactorService(parts)
  const secondFactorRule = createSecondFactorRule(parts)
  const accounts = createAccountsService(parts, twoFactor, secondFactorRule)
  const confirmation = createConfirmationService(parts, twoFactor)
  return {
    accounts,
    confirmation,
    addressProofs: createAddressProofService(parts, accounts),
    passkeys: createPasskeysService(parts, accounts, confirmation),
    profile: createProfileService(parts, accounts, confirmation),
    ownerReset: createOwnerReset(parts, accounts),
    secondFactorRule,
    staffAccounts: createStaffAccountsService(parts, accounts, twoFactor),
    twoFactor,
  }
}

/** Recovers access for the server's operator; no endpoint calls this. */
function createOwnerReset({ db, clock, trail, guesses, passwords }: AccountParts, accounts: AccountsService) {
  return {
    /** Makes the account with this address an owner with a new password, and removes its second factor and passkeys. */
    async reset(email: string) {
      const password = readableCode(4)
      const person = { email, firstname: 'Owner', lastname: '' }
      const hash = await passwords.hash(password, person, 'password')
      const wasMade = await db.transaction(async (tx) => {
        await guesses.forgetIn(tx, `address ${email}`)
        const known = await findUserByEmail(tx, email)
        if (known) {
          await openAnew(tx, known, hash)
          return false
        }
        const id = await accounts.addUser(tx, { ...person, hash, usertype: 'admin', role: 'owner' })
        if (id === null) throw new Error('Someone has just created an account with this address. Try again.')
        const after = { role: 'owner', 'created by': 'npm run owner, on the server' }
        await trail.record(tx, null, { ...person, id }, { action: 'added', after })
        return true
      })
      return { password, wasMade }
    },
  }

  async function openAnew(tx: Tx, user: UserRow, hash: string) {
    const now = clock.now()
    await updatePassword(tx, user.id, hash, now)
    await updateUser(tx, user.id, { usertype: 'admin', role: 'owner', disabledAt: null, updatedAt: now })
    await deleteTwoFactor(tx, user.id)
    await deletePasskeysOf(tx, user.id)
    await trail.endSessions(tx, user.id)
    await trail.tellOfSecurity(tx, user, 'way-in-anew')
    await trail.record(tx, null, user, {
      before: { role: user.role, disabled: user.disabledAt === null ? 'no' : 'yes' },
      after: {
        role: 'owner',
        disabled: 'no',
        'password and two-factor sign-in': 'reset by npm run owner, on the server',
      },
    })
  }
}
