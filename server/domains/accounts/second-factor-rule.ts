import { demonstrationSetting } from '../../db/setting-names.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../deps.ts'
import { sessionsTopic } from './sessions.ts'
import { findConfirmed, readSetting, writeSetting } from './two-factor.repository.ts'

/** Name of the `setting` row: `on` or `off`. */
export const ownersNeedSecondFactor = 'security.owners-need-second-factor'

export type SecondFactorRule = ReturnType<typeof createSecondFactorRule>

/**
 * Whether owners have to sign in with a second factor: yes, until an owner says otherwise; of the demonstration
 * school, no.
 */
export function createSecondFactorRule({ db, config, clock, audit }: Deps) {
  async function isOn(): Promise<boolean> {
    const stored = await readSetting(db.read, ownersNeedSecondFactor)
    if (stored !== undefined) return stored === 'on'
    return !(config.fillsDemo && (await readSetting(db.read, demonstrationSetting)) !== undefined)
  }

  return {
    isOn,

    /** True for an owner who has to set one up before the back office opens. */
    async isLackedBy({ userId, role }: { userId: string; role: string }): Promise<boolean> {
      return role === 'owner' && (await isOn()) && !(await findConfirmed(db.read, userId))
    },

    async set(by: Actor, isRequired: boolean): Promise<void> {
      const before = await isOn()
      await db.transaction(async (tx) => {
        const value = isRequired ? 'on' : 'off'
        await writeSetting(tx, { name: ownersNeedSecondFactor, value, updated_at: clock.now() })
        // A session carries whether its owner lacks a second factor.
        await db.changes.mark(tx, sessionsTopic)
        const field = 'second factor for owners'
        await audit.record(tx, {
          by,
          action: 'changed',
          kind: 'school-setting',
          id: 'school',
          title: 'School settings',
          before: { [field]: before ? 'required' : 'not required' },
          after: { [field]: isRequired ? 'required' : 'not required' },
        })
      })
    },
  }
}
