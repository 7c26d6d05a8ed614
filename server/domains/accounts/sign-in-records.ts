import type { Tx } from '../../db/schema.ts'
import type { AccountParts } from './account-parts.ts'
import { newDevice, wrongSignIns } from './accounts.letters.ts'
import { findUserByEmail, type UserRow } from './accounts.repository.ts'
import { freeGuesses } from './guesses.ts'

/**
 * What the audit log and letters say of sign-ins: the log has those of everybody who works in the back office, letters
 * go to owners alone. Nothing is written of visitors.
 */
export function createSignInRecords({ db, clock, trail }: AccountParts) {
  return {
    /** `user` is the row of before the sign-in: the first device of an account is no new one. */
    async signedIn(
      tx: Tx,
      user: UserRow,
      how: { device: string | null; wasKnown: boolean; wrongBefore: number },
    ): Promise<void> {
      if (user.usertype !== 'admin') return
      const isNew = !how.wasKnown && user.lastSignInAt !== null
      await trail.recordOwn(tx, user, {
        after: {
          'signed in on': how.device ?? 'A device that did not say what it is',
          'new device': isNew ? 'yes' : null,
          'wrong tries before': how.wrongBefore || null,
        },
      })
      if (!isNew || user.role !== 'owner') return
      await trail.tell(tx, user, 'new-device', (facts) => newDevice({ ...facts, device: how.device }))
    },

    /** The log has a row for 5, 10, 20, 50 … wrong ones in a row; an owner gets one letter a day. */
    async wrong(
      email: string,
      how: { fails: number; isPasswordRight: boolean; isKnownDevice: boolean },
    ): Promise<void> {
      if (!isStep(how.fails)) return
      // Asked for every address, so that the answer takes as long for one that nobody has.
      const user = await findUserByEmail(db.read, email)
      if (user?.usertype !== 'admin') return
      const what = how.isPasswordRight ? 'wrong codes after the right password' : 'wrong passwords'
      const after = { [what]: `${how.fails} in a row`, 'on a known device': how.isKnownDevice ? 'yes' : null }
      await db.transaction(async (tx) => {
        await trail.record(tx, null, user, { after })
        if (user.role !== 'owner' || user.disabledAt !== null) return
        const { isPasswordRight, fails: count } = how
        const words = (facts: { name: string; at: string }) =>
          wrongSignIns({ ...facts, count, isPasswordRight })
        const onceADay = `${user.id}:${clock.today()}:${isPasswordRight ? 'codes' : 'passwords'}`
        await trail.tell(tx, user, 'wrong-sign-ins', words, onceADay)
      })
    },
  }
}

/** 5, 10, 20, 50, 100, 200, 500 and so on. */
function isStep(fails: number): boolean {
  if (fails < freeGuesses) return false
  const magnitude = 10 ** Math.floor(Math.log10(fails))
  return [1, 2, 5].includes(fails / magnitude)
}
