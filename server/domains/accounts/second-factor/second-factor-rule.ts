import { demonstrationSetting, readSettings, writeSetting } from '../../../db/settings.ts'
import type { Actor } from '../../../platform/audit.ts'
import type { AccountParts } from '../account-parts.ts'
import { sessionsTopic } from '../sessions.ts'
import { findConfirmed } from './two-factor.repository.ts'

/** A `setting` that is `on` or `off`. */
export const ownersNeedSecondFactor = 'security.owners-need-second-factor'

export type SecondFactorRule = ReturnType<typeof createSecondFactorRule>

/** Owners need a second factor unless one of them says no, or the site is the demonstration. */
export function createSecondFactorRule({ db, config, clock, school }: AccountParts) {
  async function isOn(): Promise<boolean> {
    const stored = await readSettings(db.read, [ownersNeedSecondFactor, demonstrationSetting])
    const said = stored.get(ownersNeedSecondFactor)
    if (said !== undefined) return said === 'on'
    return !(config.fillsDemo && stored.has(demonstrationSetting))
  }

  return {
    isOn,

    /** True for an owner who must set one up first. */
    async isLackedBy({ userId, role }: { userId: string; role: string }): Promise<boolean> {
      return role === 'owner' && (await isOn()) && !(await findConfirmed(db.read, userId))
    },

    async set(by: Actor, isRequired: boolean) {
      const before = await isOn()
      await db.transaction(async (tx) => {
        await writeSetting(tx, ownersNeedSecondFactor, isRequired ? 'on' : 'off', clock.now())
        // A session carries whether its owner lacks one.
        await db.changes.mark(tx, sessionsTopic)
        const fieldsOf = (isOn: boolean) => ({
          'second factor for owners': isOn ? 'required' : 'not required',
        })
        await school.recordChange(tx, by, fieldsOf(before), fieldsOf(isRequired))
        if (before === isRequired) return
        const now = `Owners need ${isRequired ? 'a' : 'no'} second factor`
        await school.tellOwners(tx, by, 'security-rule', now)
      })
    },
  }
}
