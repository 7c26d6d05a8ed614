import type { Deps } from '../deps.ts'
import type { SchoolService } from '../school/school.service.ts'
import { createAccountParts } from './account-parts.ts'
import { createAccountsService } from './accounts.service.ts'
import { createAddressProofService } from './address-proof.service.ts'
import { createConfirmationService } from './confirmation.service.ts'
import { createOwnerReset } from './owner-reset.ts'
import { createPasskeysService } from './passkeys.service.ts'
import { createProfileService } from './profile.service.ts'
import { createSecondFactorRule } from './second-factor-rule.ts'
import { createStaffAccountsService } from './staff-accounts.service.ts'
import { createTwoFactorService } from './two-factor.service.ts'

export type AccountServices = ReturnType<typeof createAccountServices>

export function createAccountServices(deps: Deps, school: SchoolService) {
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
