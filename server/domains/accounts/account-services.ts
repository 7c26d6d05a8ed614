import type { Deps } from '../deps.ts'
import type { SchoolService } from '../school/school.service.ts'
import { createAccountsService } from './accounts.service.ts'
import { createAddressProofService } from './address-proof.service.ts'
import { createGuesses } from './guesses.ts'
import { createKnownDevices } from './known-devices.ts'
import { createOwnerReset } from './owner-reset.ts'
import { createPasskeysService } from './passkeys.service.ts'
import { createPasswordChoice } from './password-choice.ts'
import { createProfileService } from './profile.service.ts'
import { createSecondFactorRule } from './second-factor-rule.ts'
import { createStaffAccountsService } from './staff-accounts.service.ts'
import { createTwoFactorService } from './two-factor.service.ts'

export type AccountServices = ReturnType<typeof createAccountServices>

export function createAccountServices(deps: Deps, school: SchoolService) {
  const guesses = createGuesses(deps)
  const devices = createKnownDevices(deps)
  const passwords = createPasswordChoice(school)
  const twoFactor = createTwoFactorService(deps)
  const secondFactorRule = createSecondFactorRule(deps, school)
  const accounts = createAccountsService(deps, twoFactor, secondFactorRule, guesses, devices, passwords)
  return {
    accounts,
    addressProofs: createAddressProofService(deps, accounts, devices, passwords),
    passkeys: createPasskeysService(deps, accounts),
    profile: createProfileService(deps, accounts, guesses, passwords),
    ownerReset: createOwnerReset(deps, accounts, guesses, passwords),
    secondFactorRule,
    staffAccounts: createStaffAccountsService(deps, accounts, twoFactor, passwords),
    twoFactor,
  }
}
