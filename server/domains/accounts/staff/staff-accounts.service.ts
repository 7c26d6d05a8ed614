import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { acceptInvitationForm } from '../../../../contract/accounts/accounts.ts'
import * as contract from '../../../../contract/accounts/staff-accounts.ts'
import type { ParsedInput, QueryOf } from '../../../../contract/endpoint.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { roleNames, type StaffRole } from '../../../../contract/rights.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import { withRowLock } from '../../../db/guards.ts'
import { onDaysOf, type PageList, readPage } from '../../../db/page.ts'
import type { Queryable, Schema, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { addMs } from '../../../platform/clock.ts'
import { presented } from '../../../platform/presented.ts'
import { newToken, tokenHash } from '../../../platform/tokens.ts'
import type { AccountParts } from '../account-parts.ts'
import { invitation as invitationLetter } from '../accounts.letters.ts'
import { displayNameOf, fullNameOf } from '../accounts.presenter.ts'
import { findUserByEmail, updateUser } from '../accounts.repository.ts'
import type { AccountsService } from '../accounts.service.ts'
import type { TwoFactorService } from '../second-factor/two-factor.service.ts'
import { sessionsTopic } from '../sessions.ts'

export const invitationMsMax = 7 * 24 * 60 * 60_000

export function createStaffAccountsService(
  { db, clock, ids, outbox, audit, school, trail, passwords }: AccountParts,
  accounts: AccountsService,
  twoFactor: TwoFactorService,
) {
  return {
    async list(by: Actor, query: StaffQuery) {
      const { rows, next } = await readPage(selectStaff(db.read), staffList, query)
      const newest = openInvitations(db.read, clock.now()).orderBy('invitation.created_at', 'desc')
      const invited = query.cursor === undefined ? await newest.orderBy('invitation.id').execute() : []
      const words = (query.q ?? '').trim().toLowerCase()
      return {
        accounts: rows.map((row) => presentStaff(row, by.userId)),
        invitations: invited
          .filter(({ email, created_at }) => {
            const day = schoolDayOf(Date.parse(created_at))
            const { from = day, to = day } = query
            return email.includes(words) && from <= day && day <= to
          })
          .map(presentInvitation),
        next,
      }
    },

    /**
     * @throws DomainError `not_found`, `last_owner`; `conflict` for disabling oneself; `validation_failed` for an
     * unknown instructor
     */
    change: (by: Actor, id: string, changes: ParsedInput<typeof contract.changeStaffAccount>['body']) =>
      db.transaction(async (tx) => {
        const owners = await lockOwners(tx)
        const row = await requireStaff(tx, id)
        const { isDisabled } = changes
        if (isDisabled === true && id === by.userId) throw refusal('own-account')
        const { role, instructor_id, disabledAt } = row
        const before = { role, instructor_id, disabledAt }
        const after = {
          role: changes.role ?? role,
          instructor_id: changes.instructorId === undefined ? instructor_id : changes.instructorId,
          disabledAt: isDisabled === undefined ? disabledAt : isDisabled ? (disabledAt ?? clock.now()) : null,
        }
        const isSame = (name: keyof Standing) => before[name] === after[name]
        if (isSame('role') && isSame('instructor_id') && isSame('disabledAt'))
          return presentStaff(row, by.userId)
        const isOwner = after.role === 'owner' && after.disabledAt === null
        if (owners.includes(id) && !isOwner && owners.length === 1) throw new DomainError('last_owner')
        const [was, is] = [await fieldsOf(tx, before), await fieldsOf(tx, after)]
        // `instructorId` is checked only if it changes, so an account whose instructor was deleted can be disabled.
        if (changes.role !== undefined || changes.instructorId !== undefined) {
          requireInstructor(after, is.instructor)
        }
        await updateUser(tx, id, { ...after, updatedAt: clock.now() })
        if (after.disabledAt === null) await db.changes.mark(tx, sessionsTopic)
        else await trail.endSessions(tx, id)
        await trail.record(tx, by, row, { before: was, after: is })
        // The open invitations of a former owner are deleted.
        if (!isOwner) {
          const own = tx.deleteFrom('invitation').where('invited_by', '=', id).returningAll()
          for (const one of await own.execute()) await recordEnd(tx, by, one)
        }
        const about = displayNameOf(row)
        if (was.role !== is.role) {
          const now = `${about}: ${roleNames[after.role as StaffRole]}`
          await school.tellOwners(tx, by, 'role-changed', now, { concerned: id })
        }
        if (was.disabled !== is.disabled) {
          const what = is.disabled === 'yes' ? 'account-disabled' : 'account-enabled'
          await school.tellOwners(tx, by, what, about, { concerned: id })
        }
        return presentStaff(await requireStaff(tx, id), by.userId)
      }),

    async resetTwoFactor(by: Actor, id: string) {
      // A stolen session must not weaken the protection of its own account.
      if (id === by.userId) throw refusal('own-second-factor')
      return db.transaction(async (tx) => {
        const row = await requireStaff(tx, id)
        await twoFactor.endIn(tx, by, id)
        if (row.confirmed_at !== null) {
          await school.tellOwners(tx, by, 'second-factor-reset', displayNameOf(row))
        }
        return presentStaff(await requireStaff(tx, id), by.userId)
      })
    },

    /** @throws DomainError `conflict` if the address belongs to a member of staff */
    async invite(tx: Tx, by: Actor, form: z.output<typeof contract.inviteForm>) {
      const { email, role, instructorId = null } = form
      const known = await findUserByEmail(tx, email)
      if (known?.usertype === 'admin') {
        throw refusal(known.disabledAt === null ? 'staff-known' : 'staff-disabled', { at: 'email' })
      }
      const instructor = await nameOfInstructor(tx, instructorId)
      requireInstructor({ role, instructor_id: instructorId }, instructor)
      const now = clock.now()
      const token = newToken()
      const expiresAt = addMs(now, invitationMsMax)
      const row = {
        id: ids.id(),
        token_hash: tokenHash(token),
        email,
        role,
        instructor_id: instructorId,
        invited_by: by.userId,
        expires_at: expiresAt,
        created_at: now,
      }
      const { email: _, ...renewed } = row
      // An earlier invitation to the address is replaced.
      await tx
        .insertInto('invitation')
        .values(row)
        .onConflict((conflict) => conflict.column('email').doUpdateSet(renewed))
        .execute()
      const words = invitationLetter({ role, token, expiresAt })
      await outbox.tell(tx, { to: { email }, cause: `invitation:${row.id}`, words })
      const after = { invitation: 'sent', role, instructor }
      await audit.record(tx, { by, action: 'added', kind: 'account', id: row.id, title: email, after })
      await school.tellOwners(tx, by, 'invitation-sent', `${email}: ${roleNames[role]}`)
      return presentInvitation(row)
    },

    /** @throws DomainError `not_found` */
    async withdraw(by: Actor, id: string) {
      await db.transaction(async (tx) => {
        const row = await takeInvitation(tx, id)
        if (row === undefined) throw new DomainError('not_found')
        await recordEnd(tx, by, row)
      })
    },

    /**
     * Creates the staff account, or gives a visitor's account the role. The token was sent by e-mail, so it proves the
     * address. @throws DomainError `code_expired`; `conflict` if the address belongs to a member of staff by now
     */
    async accept({ token, password, firstname, lastname = '' }: z.output<typeof acceptInvitationForm>) {
      const opened = openInvitations(db.read, clock.now()).where('token_hash', '=', tokenHash(token))
      const found = await opened.executeTakeFirst()
      if (found === undefined) throw refusal('invitation-over')
      const names = { firstname, lastname }
      const hash = await passwords.hash(password, { ...names, email: found.email }, 'password')
      return db.transaction(async (tx) => {
        const row = await takeInvitation(tx, found.id)
        if (row === undefined) throw refusal('invitation-over')
        const { email, role, instructor_id } = row
        const known = await findUserByEmail(tx, email)
        if (known?.usertype === 'admin') throw refusal('account-known')
        const staff = { ...names, usertype: 'admin', role, instructor_id } as const
        if (known) {
          await accounts.replacePassword(tx, { user: known, hash, how: 'chosen' })
          const now = { name: fullNameOf(names), emailVerified: 1, updatedAt: clock.now() } as const
          await updateUser(tx, known.id, { ...staff, ...now })
        }
        const id = known?.id ?? (await accounts.addUser(tx, { ...staff, email, hash, isEmailVerified: true }))
        if (id === null) throw refusal('invitation-over')
        const after = { invitation: 'accepted', role }
        const own = { userId: id, email }
        await trail.record(tx, own, { ...names, id, email }, { action: 'added', after })
        await school.tellOwners(tx, own, 'invitation-accepted', `${email}: ${roleNames[role]}`)
        return email
      })
    },
  }

  function recordEnd(tx: Tx, by: Actor, { id, email, role }: InvitationRow): Promise<void> {
    const before = { invitation: 'sent', role }
    return audit.record(tx, { by, action: 'deleted', kind: 'account', id, title: email, before })
  }

  async function fieldsOf(tx: Tx, { role, instructor_id, disabledAt }: Standing) {
    const instructor = await nameOfInstructor(tx, instructor_id)
    return { role, instructor, disabled: disabledAt === null ? 'no' : 'yes' }
  }
}

type Standing = Pick<StaffRow, 'role' | 'instructor_id' | 'disabledAt'>

/** Instructors see only batches that name them, so their account must be linked to an instructor. */
function requireInstructor(
  { role, instructor_id }: Pick<Standing, 'role' | 'instructor_id'>,
  name: string | null,
): void {
  const isNeeded = role === 'instructor' || instructor_id !== null
  if (isNeeded && name === null) throw refusal('instructor-needed', { at: 'instructorId' })
}

function selectStaff(db: Queryable) {
  return db
    .selectFrom('user')
    .leftJoin('two_factor', 'two_factor.user_id', 'user.id')
    .leftJoin('instructor', 'instructor.id', 'user.instructor_id')
    .select([
      'user.id',
      'user.email',
      'user.firstname',
      'user.lastname',
      'user.role',
      'user.instructor_id',
      'instructor.name as instructor',
    ])
    .select(['user.lastSignInAt', 'user.disabledAt', 'user.createdAt', 'two_factor.confirmed_at'])
    .where('user.usertype', '=', 'admin')
}

type StaffRow = Awaited<ReturnType<typeof requireStaff>>

async function requireStaff(tx: Tx, id: string) {
  const row = await selectStaff(tx).where('user.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new DomainError('not_found')
  return row
}

type StaffQuery = QueryOf<typeof contract.listStaffAccounts>

const staffList: PageList<StaffQuery> = {
  sorts: { joined: ['asc', '"user"."createdAt"'] },
  tie: ['"user"."id"'],
  words: ['"user"."firstname"', '"user"."lastname"', '"user"."email"'],
  filters: onDaysOf('"user"."createdAt"'),
}

async function nameOfInstructor(db: Queryable, id: string | null): Promise<string | null> {
  if (id === null) return null
  const living = db.selectFrom('instructor').select('name').where('deleted_at', 'is', null)
  return (await living.where('id', '=', id).executeTakeFirst())?.name ?? null
}

/** Locks the enabled owners until the transaction ends. */
async function lockOwners(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('user')
    .select('id')
    .where((eb) => eb.and({ role: 'owner', disabledAt: null }))
    .orderBy('id')
    .$call(withRowLock(tx))
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists invitations that are valid: not expired, and sent by an account that is still an enabled owner. */
function openInvitations(db: Queryable, now: string) {
  return db
    .selectFrom('invitation')
    .innerJoin('user as author', 'author.id', 'invitation.invited_by')
    .selectAll('invitation')
    .where((eb) => eb.and({ 'author.role': 'owner', 'author.disabledAt': null }))
    .where('expires_at', '>', now)
}

type InvitationRow = Selectable<Schema['invitation']>

/**
 * Deletes the invitation and returns its row. If several callers delete the invitation at once, only one caller gets
 * the row.
 */
function takeInvitation(db: Queryable, id: string) {
  return db.deleteFrom('invitation').where('id', '=', id).returningAll().executeTakeFirst()
}

function presentStaff(row: StaffRow, callerId: string): contract.StaffAccount {
  return presented(contract.staffAccount, row, {
    name: displayNameOf(row),
    role: row.role as StaffRole,
    instructorId: row.instructor_id,
    hasTwoFactor: row.confirmed_at !== null,
    isOwn: row.id === callerId,
    created_at: row.createdAt,
  })
}

function presentInvitation(row: InvitationRow): contract.Invitation {
  return presented(contract.invitation, row, { instructorId: row.instructor_id, expiresAt: row.expires_at })
}
