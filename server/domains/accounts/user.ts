import { DomainError } from '../../../contract/errors.ts'
import type { Queryable } from '../../db/open.ts'
import type { Actor } from '../../platform/audit.ts'
import { findUserById, type UserRow } from './accounts.repository.ts'

/** What letters and lists call somebody. */
export function displayNameOf({
  firstname,
  lastname,
  email,
}: Pick<UserRow, 'firstname' | 'lastname' | 'email'>): string {
  return `${firstname} ${lastname}`.trim() || (email.split('@')[0] ?? email)
}

/** @throws DomainError `unauthenticated` where the account is gone */
export async function requireUser(db: Queryable, id: string): Promise<UserRow> {
  const row = await findUserById(db, id)
  if (row === undefined) throw new DomainError('unauthenticated')
  return row
}

/** Who changes whose account, for the audit log. */
export function accountChanged(by: Actor, user: Pick<UserRow, 'id' | 'firstname' | 'lastname' | 'email'>) {
  return { by, action: 'changed', kind: 'account', id: user.id, title: displayNameOf(user) } as const
}
