import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { AuditFields } from '../../platform/audit.ts'
import type { Deps } from '../deps.ts'
import { newDevice, wrongSignIns } from './accounts.letters.ts'
import { findUserByEmail, type UserRow } from './accounts.repository.ts'
import { freeGuesses } from './guesses.ts'
import { displayNameOf } from './user.ts'

export type SignInRecords = ReturnType<typeof createSignInRecords>

/**
 * What the audit log and letters say of sign-ins: the log of everybody who works in the back office, letters to
 * owners alone. Of visitors nothing is written.
 */
export function createSignInRecords({
  db,
  clock,
  ids,
  outbox,
  audit,
}: Pick<Deps, 'db' | 'clock' | 'ids' | 'outbox' | 'audit'>) {
  return {
    /** Before the user's row says that it signed in: the first device of an account is no new one. */
    async signedIn(
      tx: Transaction<Schema>,
      user: UserRow,
      how: { device: string | null; wasKnown: boolean; wrongBefore: number },
    ): Promise<void> {
      if (user.usertype !== 'admin') return
      const isNew = !how.wasKnown && user.lastSignInAt !== null
      await audit.record(tx, {
        ...entryOf(user),
        by: { userId: user.id, email: user.email },
        after: {
          'signed in on': how.device ?? 'A device that did not say what it is',
          'new device': isNew ? 'yes' : null,
          'wrong tries before': how.wrongBefore || null,
        },
      })
      if (!isNew || user.role !== 'owner') return
      await outbox.tell(tx, {
        to: user,
        cause: `new-device:${ids.id()}`,
        words: newDevice({ name: displayNameOf(user), device: how.device, at: clock.now() }),
      })
    },

    /** Not each wrong one: the log has a row for 5, 10, 20, 50 … in a row, an owner a letter a day. */
    async wrong(
      email: string,
      how: { fails: number; isPasswordRight: boolean; isKnownDevice: boolean },
    ): Promise<void> {
      if (!isStep(how.fails)) return
      // Looked for whoever it is: the answer takes as long for an address that nobody has (R12).
      const user = await findUserByEmail(db.read, email)
      if (user?.usertype !== 'admin') return
      const what = how.isPasswordRight ? 'wrong codes after the right password' : 'wrong passwords'
      const after: AuditFields = { [what]: `${how.fails} in a row` }
      if (how.isKnownDevice) after['on a known device'] = 'yes'
      await db.transaction(async (tx) => {
        await audit.record(tx, { ...entryOf(user), by: null, after })
        if (user.role !== 'owner' || user.disabledAt !== null) return
        const { isPasswordRight } = how
        const name = displayNameOf(user)
        await outbox.tell(tx, {
          to: user,
          cause: `wrong-sign-ins:${user.id}:${clock.today()}:${isPasswordRight ? 'codes' : 'passwords'}`,
          words: wrongSignIns({ name, count: how.fails, isPasswordRight, at: clock.now() }),
        })
      })
    },
  }
}

function entryOf(user: UserRow) {
  return { action: 'changed', kind: 'account', id: user.id, title: displayNameOf(user) } as const
}

/** 5, 10, 20, 50, 100, 200, 500 and so on. */
function isStep(fails: number): boolean {
  if (fails < freeGuesses) return false
  const magnitude = 10 ** Math.floor(Math.log10(fails))
  return [1, 2, 5].includes(fails / magnitude)
}
