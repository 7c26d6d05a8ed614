import {
  demonstrationOf,
  demonstrationSetting,
  isOn as isSwitchedOn,
  openingSetting,
  readSettings,
  writeSetting,
} from '../../../db/settings.ts'
import type { Actor } from '../../../platform/audit.ts'
import type { AccountParts } from '../account-parts.ts'
import { ownerRuleTexts } from '../accounts.letters.en.ts'
import { sessionsTopic } from '../sessions.ts'
import { findConfirmed } from './two-factor.repository.ts'

/** The name of a setting whose value is `on` or `off`. */
export const ownersNeedSecondFactor = 'security.owners-need-second-factor'

export type SecondFactorRule = ReturnType<typeof createSecondFactorRule>

const openings = [openingSetting, demonstrationOf('isOpen')]

/**
 * Once the site is open, owners need a second factor, unless an owner turned the rule off or the database has the
 * demonstration's data.
 */
export function createSecondFactorRule({ db, clock, school }: AccountParts) {
  async function isOn(): Promise<boolean> {
    const stored = await readSettings(db.read, [...openings, ownersNeedSecondFactor, demonstrationSetting])
    const said = stored.get(ownersNeedSecondFactor)
    if (said !== undefined) return said === 'on'
    return !stored.has(demonstrationSetting) && isSwitchedOn('isOpen', stored)
  }

  return {
    isOn,

    /** True for an owner who must still set up a second factor. */
    async isLackedBy({ userId, role }: { userId: string; role: string }): Promise<boolean> {
      return role === 'owner' && (await isOn()) && !(await findConfirmed(db.read, userId))
    },

    async set(by: Actor, isRequired: boolean) {
      const before = await isOn()
      await db.transaction(async (tx) => {
        await writeSetting(tx, ownersNeedSecondFactor, isRequired ? 'on' : 'off', clock.now())
        // A cached session stores whether its user still lacks a second factor.
        await db.changes.mark(tx, sessionsTopic)
        const fieldsOf = (isOn: boolean) => ({
          'two-factor sign-in for owners': isOn ? 'required' : 'not required',
        })
        await school.recordChange(tx, by, fieldsOf(before), fieldsOf(isRequired))
        if (before === isRequired) return
        const now = isRequired ? ownerRuleTexts.required : ownerRuleTexts.optional
        await school.tellOwners(tx, by, 'security-rule', now)
      })
    },
  }
}
