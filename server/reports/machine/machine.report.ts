import { backupSetting, readSettings } from '../../db/settings.ts'
import type { ReportDeps } from '../../domains/deps.ts'

/** Facts about the server that need no secret and name nobody. */
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
