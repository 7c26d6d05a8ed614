import type { Tx } from '../../db/schema.ts'
import type { Actor, AuditFields } from '../../platform/audit.ts'
import type { Words } from '../../platform/messages/letter-kinds.ts'
import type { Deps } from '../deps.ts'
import { type SecurityChange, securityChanged } from './accounts.letters.ts'
import { displayNameOf } from './accounts.presenter.ts'
import { deleteSessionsOf, type UserRow } from './accounts.repository.ts'
import { sessionsTopic } from './sessions.ts'

/** What follows a change of an account: sessions end, its owner is told, and the audit log says who did it. */
export function createAccountTrail({ db, clock, ids, outbox, audit }: Deps) {
  /** A letter about this account; a second one with the same `once` is dropped. */
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

  /** `by` is null where the server itself did it. */
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

    /** Tells somebody that a way into their account has changed, so that a stranger's change does not stay unseen. */
    tellOfSecurity: (tx: Tx, user: UserRow, what: SecurityChange, once?: string) =>
      tell(tx, user, 'security', (facts) => securityChanged({ ...facts, what }), once),

    /** What somebody does to their own account, which is written down of staff alone. */
    async recordOwn(tx: Tx, user: UserRow, changes: { before?: AuditFields; after?: AuditFields }) {
      if (user.usertype === 'admin') await record(tx, { userId: user.id, email: user.email }, user, changes)
    },

    /** Ends all sessions but `except`, and forgets the devices that they were on. True where there was one. */
    async endSessions(tx: Tx, userId: string, except: string | null = null): Promise<boolean> {
      const hadSessions = await deleteSessionsOf(tx, userId, except)
      await db.changes.mark(tx, sessionsTopic)
      return hadSessions
    },
  }
}
