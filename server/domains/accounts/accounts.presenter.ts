import type { Profile, User } from '../../../contract/accounts.ts'
import type { Invitation, StaffAccount } from '../../../contract/staff-accounts.ts'
import type { UserRow } from './accounts.repository.ts'
import type { InvitationRow, StaffRow } from './staff-accounts.repository.ts'
import { displayNameOf } from './user.ts'

export function presentUser({ id, email, firstname, lastname, phone, usertype, role }: UserRow): User {
  return { id, email, firstname, lastname, phone, usertype, role }
}

export function presentProfile(row: UserRow): Profile {
  return { ...presentUser(row), emailVerified: row.emailVerified === 1 }
}

export function presentStaff(row: StaffRow, callerId: string): StaffAccount {
  return {
    id: row.id,
    name: displayNameOf(row),
    email: row.email,
    role: row.role === 'owner' ? 'owner' : 'staff',
    lastSignInAt: row.lastSignInAt,
    disabledAt: row.disabledAt,
    hasTwoFactor: row.confirmed_at !== null,
    isOwn: row.id === callerId,
    created_at: row.createdAt,
  }
}

export function presentInvitation({ id, email, role, expires_at, created_at }: InvitationRow): Invitation {
  return { id, email, role, expiresAt: expires_at, created_at }
}
