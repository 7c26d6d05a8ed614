import { authSecret } from '../../platform/secret.ts'
import type { Deps } from '../deps.ts'
import type { SchoolService } from '../school/school.service.ts'
import { createAccountTrail } from './account-trail.ts'
import { createGuesses } from './guesses.ts'
import { createKnownDevices } from './known-devices.ts'
import { createOneTimeCodes } from './one-time-codes.ts'
import { createPasswordChoice } from './password-choice.ts'

export type AccountParts = ReturnType<typeof createAccountParts>

/** What the services of accounts are made of, besides what every domain has. */
export function createAccountParts(deps: Deps, school: SchoolService) {
  const secret = authSecret(deps.config)
  return {
    ...deps,
    school,
    secret,
    trail: createAccountTrail(deps),
    codes: createOneTimeCodes(deps, secret),
    devices: createKnownDevices(deps),
    guesses: createGuesses(deps),
    passwords: createPasswordChoice(school),
  }
}
