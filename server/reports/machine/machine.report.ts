import { backupSetting, readSettings } from '../../db/settings.ts'
import type { ReportDeps } from '../../domains/deps.ts'

/** Reports facts about the server that are not secret and name nobody. */
export function createMachineReport({ db }: Pick<ReportDeps, 'db'>) {
  return {
    async facts() {
      const stored = await readSettings(db.read, [backupSetting])
      return {
        node: process.versions.node,
        database: db.engine === 'sqlite' ? ('embedded' as const) : ('PostgreSQL' as const),
        backupAt: stored.get(backupSetting) ?? null,
      }
    },
  }
}
