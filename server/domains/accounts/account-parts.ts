import { DomainError } from '../../../contract/errors.ts'
import type { Queryable } from '../../db/schema.ts'
import { authSecret } from '../../platform/secret.ts'
import type { Deps } from '../deps.ts'
import type { SchoolService } from '../school/school.service.ts'
import { createAccountTrail } from './account-trail.ts'
import { findUserById, type UserRow } from './accounts.repository.ts'
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

/** @throws DomainError `unauthenticated` where the account is gone */
export async function requireUser(db: Queryable, id: string): Promise<UserRow> {
  const row = await findUserById(db, id)
  if (row === undefined) throw new DomainError('unauthenticated')
  return row
}
