import type { Profile, User } from '../../../contract/accounts/accounts.ts'
import type { UserRow } from './accounts.repository.ts'

type Names = Pick<UserRow, 'firstname' | 'lastname'>

export function displayNameOf({ email, ...names }: Names & Pick<UserRow, 'email'>): string {
  return fullNameOf(names) || (email.split('@')[0] ?? email)
}

export function fullNameOf({ firstname, lastname }: Names): string {
  return `${firstname} ${lastname}`.trim()
}

export function presentUser({ id, email, firstname, lastname, phone, usertype, role }: UserRow): User {
  return { id, email, firstname, lastname, phone, usertype, role }
}

export function presentProfile(row: UserRow): Profile {
  return { ...presentUser(row), emailVerified: row.emailVerified === 1 }
}
