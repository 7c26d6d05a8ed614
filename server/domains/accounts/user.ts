import { DomainError } from '../../../contract/errors.ts'
import type { Queryable } from '../../db/schema.ts'
import { findUserById, type UserRow } from './accounts.repository.ts'

type Names = Pick<UserRow, 'firstname' | 'lastname'>

/** What letters and lists call somebody. */
export function displayNameOf({ email, ...names }: Names & Pick<UserRow, 'email'>): string {
  return fullNameOf(names) || (email.split('@')[0] ?? email)
}

export function fullNameOf({ firstname, lastname }: Names): string {
  return `${firstname} ${lastname}`.trim()
}

/** @throws DomainError `unauthenticated` where the account is gone */
export async function requireUser(db: Queryable, id: string): Promise<UserRow> {
  const row = await findUserById(db, id)
  if (row === undefined) throw new DomainError('unauthenticated')
  return row
}
