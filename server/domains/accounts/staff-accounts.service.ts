import type * as z from 'zod/mini'
import type { acceptInvitationForm } from '../../../contract/accounts.ts'
import type { ParsedInput } from '../../../contract/endpoint.ts'
import { DomainError, refusal } from '../../../contract/errors.ts'
import type {
  changeStaffAccount,
  Invitation,
  inviteForm,
  StaffAccount,
} from '../../../contract/staff-accounts.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import { addMs } from '../../platform/clock.ts'
import { newToken, tokenHash } from '../../platform/tokens.ts'
import type { AccountParts } from './account-parts.ts'
import { invitation } from './accounts.letters.ts'
import { fullNameOf, presentInvitation, presentStaff } from './accounts.presenter.ts'
import { findUserByEmail, updateUser } from './accounts.repository.ts'
import type { AccountsService } from './accounts.service.ts'
import { sessionsTopic } from './sessions.ts'
import type { StaffQuery, StaffRow } from './staff-accounts.repository.ts'
import * as repository from './staff-accounts.repository.ts'
import type { TwoFactorService } from './two-factor.service.ts'

/** Of an invitation's link. */
export const invitationMsMax = 7 * 24 * 60 * 60_000

/** Who works in the back office, which owners alone decide. */
export function createStaffAccountsService(
  { db, clock, ids, outbox, audit, trail, passwords }: AccountParts,
  accounts: AccountsService,
  twoFactor: TwoFactorService,
) {
  return {
    async list(by: Actor, query: StaffQuery) {
      const { rows, next } = await repository.listStaffPage(db.read, query)
      const invited = query.cursor === undefined ? await repository.listInvitations(db.read, clock.now()) : []
      const words = (query.q ?? '').trim().toLowerCase()
      return {
        accounts: rows.map((row) => presentStaff(row, by.userId)),
        invitations: invited.filter(({ email }) => email.includes(words)).map(presentInvitation),
        next,
      }
    },

    /** @throws DomainError `not_found`; `last_owner`; `conflict` where somebody would disable their own account */
    change: (by: Actor, id: string, { role, isDisabled }: ParsedInput<typeof changeStaffAccount>['body']) =>
      db.transaction(async (tx) => {
        const owners = await repository.lockOwners(tx)
        const row = await requireStaff(tx, id)
        if (isDisabled === true && id === by.userId) throw refusal('own-account')
        const next = {
          role: role ?? row.role,
          disabledAt:
            isDisabled === undefined ? row.disabledAt : isDisabled ? (row.disabledAt ?? clock.now()) : null,
        }
        const isOwner = next.role === 'owner' && next.disabledAt === null
        if (owners.includes(id) && !isOwner && owners.length === 1) throw new DomainError('last_owner')
        if (next.role === row.role && next.disabledAt === row.disabledAt) return presentStaff(row, by.userId)
        await updateUser(tx, id, { ...next, updatedAt: clock.now() })
        if (next.disabledAt === null) await db.changes.mark(tx, sessionsTopic)
        else await trail.endSessions(tx, id)
        const fields = ({ role, disabledAt }: Pick<StaffRow, 'role' | 'disabledAt'>) => ({
          role,
          disabled: disabledAt === null ? 'no' : 'yes',
        })
        await trail.record(tx, by, row, { before: fields(row), after: fields(next) })
        return presentStaff(await requireStaff(tx, id), by.userId)
      }),

    async resetTwoFactor(by: Actor, id: string): Promise<StaffAccount> {
      // A stolen session alone must not change how its account is opened.
      if (id === by.userId) throw refusal('own-second-factor')
      return db.transaction(async (tx) => {
        await requireStaff(tx, id)
        await twoFactor.endIn(tx, by, id)
        return presentStaff(await requireStaff(tx, id), by.userId)
      })
    },

    /** @throws DomainError `conflict` where the address works here already */
    async invite(tx: Tx, by: Actor, { email, role }: z.output<typeof inviteForm>): Promise<Invitation> {
      const known = await findUserByEmail(tx, email)
      if (known?.usertype === 'admin') {
        throw refusal(known.disabledAt === null ? 'staff-known' : 'staff-disabled', { at: 'email' })
      }
      const now = clock.now()
      const token = newToken()
      const expiresAt = addMs(now, invitationMsMax)
      const row = {
        id: ids.id(),
        token_hash: tokenHash(token),
        email,
        role,
        invited_by: by.userId,
        expires_at: expiresAt,
        created_at: now,
      }
      await repository.putInvitation(tx, row)
      const words = invitation({ role, token, expiresAt })
      await outbox.tell(tx, { to: { email }, cause: `invitation:${row.id}`, words })
      const after = { invitation: 'sent', role }
      await audit.record(tx, { by, action: 'added', kind: 'account', id: row.id, title: email, after })
      return presentInvitation(row)
    },

    /** @throws DomainError `not_found` where it was accepted or withdrawn */
    async withdraw(by: Actor, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await repository.takeInvitation(tx, id)
        if (row === undefined) throw new DomainError('not_found')
        const before = { invitation: 'sent', role: row.role }
        await audit.record(tx, { by, action: 'deleted', kind: 'account', id, title: row.email, before })
      })
    },

    /**
     * Makes the account, or makes staff of a visitor's; the letter has proved the address.
     * @throws DomainError `code_expired` where the link is not or no longer valid; `conflict` where it came too late
     */
    async accept({ token, password, firstname, lastname = '' }: z.output<typeof acceptInvitationForm>) {
      const found = await repository.findInvitation(db.read, tokenHash(token), clock.now())
      if (found === undefined) throw refusal('invitation-over')
      const names = { firstname, lastname }
      const hash = await passwords.hash(password, { ...names, email: found.email }, 'password')
      return db.transaction(async (tx) => {
        const row = await repository.takeInvitation(tx, found.id)
        if (row === undefined) throw refusal('invitation-over')
        const { email, role } = row
        const known = await findUserByEmail(tx, email)
        if (known?.usertype === 'admin') throw refusal('account-known')
        const staff = { ...names, usertype: 'admin', role } as const
        if (known) {
          await accounts.replacePassword(tx, { user: known, hash, how: 'chosen' })
          const now = { name: fullNameOf(names), emailVerified: 1, updatedAt: clock.now() } as const
          await updateUser(tx, known.id, { ...staff, ...now })
        }
        const id = known?.id ?? (await accounts.addUser(tx, { ...staff, email, hash, isEmailVerified: true }))
        if (id === null) throw refusal('invitation-over')
        const after = { invitation: 'accepted', role }
        await trail.record(tx, { userId: id, email }, { ...names, id, email }, { action: 'added', after })
        return email
      })
    },
  }

  async function requireStaff(tx: Tx, id: string): Promise<StaffRow> {
    const row = await repository.findStaff(tx, id)
    if (row === undefined) throw new DomainError('not_found')
    return row
  }
}
