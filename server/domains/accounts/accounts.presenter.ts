import type { Profile, User } from '../../../contract/accounts.ts'
import type { UserRow } from './accounts.repository.ts'

export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    firstname: row.firstname,
    lastname: row.lastname,
    phone: row.phone,
    usertype: row.usertype,
    role: row.role,
  }
}

export function presentProfile(row: UserRow): Profile {
  return { ...presentUser(row), emailVerified: row.emailVerified === 1 }
}
