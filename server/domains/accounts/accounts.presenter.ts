import type { Profile, User } from '../../../contract/accounts/accounts.ts'
import {
  type Invitation,
  invitation,
  type StaffAccount,
  staffAccount,
} from '../../../contract/accounts/staff-accounts.ts'
import type { StaffRole } from '../../../contract/rights.ts'
import { presented } from '../../platform/presented.ts'
import type { UserRow } from './accounts.repository.ts'
import type { InvitationRow, StaffRow } from './staff/staff-accounts.repository.ts'

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

export function presentStaff(row: StaffRow, callerId: string): StaffAccount {
  return presented(staffAccount, row, {
    name: displayNameOf(row),
    role: row.role as StaffRole,
    instructorId: row.instructor_id,
    hasTwoFactor: row.confirmed_at !== null,
    isOwn: row.id === callerId,
    created_at: row.createdAt,
  })
}

export function presentInvitation(row: InvitationRow): Invitation {
  return presented(invitation, row, { instructorId: row.instructor_id, expiresAt: row.expires_at })
}
