import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../deps.ts'
import { type SecurityChange, securityChanged } from './accounts.letters.ts'
import type { UserRow } from './accounts.repository.ts'
import { displayNameOf } from './user.ts'

/** Tells somebody that a way into their account has changed, so that a stranger's change does not stay unseen. */
export function tellOfSecurity(
  { clock, ids, outbox }: Pick<Deps, 'clock' | 'ids' | 'outbox'>,
  tx: Transaction<Schema>,
  user: UserRow,
  what: SecurityChange,
  once: string = ids.id(),
): Promise<number> {
  const words = securityChanged({ name: displayNameOf(user), what, at: clock.now() })
  return outbox.tell(tx, { to: user, cause: `security:${once}`, words })
}
