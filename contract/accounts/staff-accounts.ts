import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { recordId } from '../named-records.ts'
import { between, done, email, id, inOrder, instant, pageQuery, wrapped } from '../primitives.ts'
import { staffRoles } from '../rights.ts'
import { acceptInvitationForm } from './accounts.ts'

const staffRole = z.enum(staffRoles)

export const staffAccount = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: staffRole,
  /** The instructor to whom the account belongs. The account sees the batches that name this instructor. */
  instructorId: z.nullable(id),
  instructor: z.nullable(z.string()),
  lastSignInAt: z.nullable(instant),
  disabledAt: z.nullable(instant),
  hasTwoFactor: z.boolean(),
  isOwn: z.boolean(),
  created_at: instant,
})
export type StaffAccount = z.output<typeof staffAccount>

export const invitation = z.object({
  id,
  email: z.string(),
  role: staffRole,
  instructorId: z.nullable(id),
  expiresAt: instant,
  created_at: instant,
})
export type Invitation = z.output<typeof invitation>

export const listStaffAccounts = defineEndpoint('GET /api/admin/accounts', {
  summary: 'List the staff accounts and the pending invitations',
  right: 'accounts',
  query: inOrder(z.extend(pageQuery, between)),
  response: z.extend(done, {
    accounts: z.array(staffAccount),
    invitations: z.array(invitation),
  }),
})

/** The account of an instructor is linked to one of the instructors on record. */
export const roleForm = z.object({ role: staffRole, instructorId: z.nullish(recordId('instructor')) })

export const changeStaffAccount = defineEndpoint('PUT /api/admin/accounts/:id', {
  summary:
    'Change the role of a staff account, or disable or enable the account. Disabling an account ends its sessions.',
  right: 'accounts',
  confirms: 'password',
  body: z.object({ ...z.partial(roleForm).shape, isDisabled: z.optional(z.boolean()) }),
  errors: ['last_owner', 'conflict'],
  response: wrapped(staffAccount),
})

export const resetTwoFactor = defineEndpoint('POST /api/admin/accounts/:id/reset-two-factor', {
  summary: 'Turn off two-factor sign-in for someone on the staff who has lost their device',
  right: 'accounts',
  confirms: 'password',
  response: wrapped(staffAccount),
})

export const inviteForm = z.object({ email: email(), ...roleForm.shape })

export const invite = defineEndpoint('POST /api/admin/accounts/invitations', {
  summary: 'Invite someone to the back office by e-mail. A second invitation replaces the first.',
  right: 'accounts',
  confirms: 'password',
  body: inviteForm,
  status: 201,
  errors: ['conflict'],
  response: wrapped(invitation),
})

export const withdrawInvitation = defineEndpoint('DELETE /api/admin/accounts/invitations/:id', {
  summary: 'Withdraw an invitation. Its link stops working.',
  right: 'accounts',
  confirms: 'password',
})

export const acceptInvitation = defineEndpoint('POST /api/auth/invitation', {
  summary: 'Accept an invitation to the back office with the token of its link, a name and a password',
  access: 'public',
  isOpenEarly: true,
  body: acceptInvitationForm,
  rate: 'sign-in',
  errors: ['code_expired', 'conflict'],
  response: wrapped(z.object({ email: z.string() })),
})
