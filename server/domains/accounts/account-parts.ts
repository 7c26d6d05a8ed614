import { DomainError } from '../../../contract/errors.ts'
import type { Queryable, Tx } from '../../db/schema.ts'
import type { Actor, AuditFields } from '../../platform/audit.ts'
import type { Words } from '../../platform/messages/letter-kinds.ts'
import { authSecret } from '../../platform/secret.ts'
import type { Deps } from '../deps.ts'
import type { SchoolService } from '../school/index.ts'
import { type SecurityChange, securityChanged } from './accounts.letters.ts'
import { displayNameOf } from './accounts.presenter.ts'
import { deleteSessionsOf, type UserRow } from './accounts.repository.ts'
import { createOneTimeCodes } from './codes/one-time-codes.ts'
import { createKnownDevices } from './devices/known-devices.ts'
import { createGuesses } from './passwords/guesses.ts'
import { createPasswordChoice } from './passwords/password-choice.ts'
import { sessionsTopic } from './sessions.ts'

export type AccountParts = ReturnType<typeof createAccountParts>

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

/** @throws DomainError `unauthenticated` if the account is gone */
export async function requireUser(db: Queryable, id: string) {
  const row = await db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new DomainError('unauthenticated')
  return row
}

function createAccountTrail({ db, clock, ids, outbox, audit }: Deps) {
  /** Sends an e-mail about this account, unless an e-mail was sent with the same `about` and `once`. */
  function tell(
    tx: Tx,
    user: UserRow,
    about: string,
    words: (facts: { name: string; at: string }) => Words,
    once = ids.id(),
  ): Promise<number> {
    const facts = { name: displayNameOf(user), at: clock.now() }
    return outbox.tell(tx, { to: user, cause: `${about}:${once}`, words: words(facts) })
  }

  function record(
    tx: Tx,
    by: Actor | null,
    user: Pick<UserRow, 'id' | 'firstname' | 'lastname' | 'email'>,
    changes: { action?: 'added' | 'changed'; before?: AuditFields; after?: AuditFields },
  ): Promise<void> {
    const account = { kind: 'account', id: user.id, title: displayNameOf(user) } as const
    return audit.record(tx, { by, action: 'changed', ...account, ...changes })
  }

  return {
    tell,
    record,

    /** Notifies the account's owner, so that a change by a stranger is noticed. */
    tellOfSecurity: (tx: Tx, user: UserRow, what: SecurityChange, once?: string) =>
      tell(tx, user, 'security', (facts) => securityChanged({ ...facts, what }), once),

    /** Writes changes that staff make to their own accounts to the audit log. Changes by visitors are not logged. */
    async recordOwn(tx: Tx, user: UserRow, changes: { before?: AuditFields; after?: AuditFields }) {
      if (user.usertype === 'admin') await record(tx, { userId: user.id, email: user.email }, user, changes)
    },

    /** Ends all sessions except `except`, and forgets their devices. Returns whether any session ended. */
    async endSessions(tx: Tx, userId: string, except: string | null = null): Promise<boolean> {
      const hadSessions = await deleteSessionsOf(tx, userId, except)
      await db.changes.mark(tx, sessionsTopic)
      return hadSessions
    },
  }
}
