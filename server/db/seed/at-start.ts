import { demonstrationOf, demonstrationSetting, readSettings } from '../settings.ts'
import { hasSitePictures, isEmpty } from './emptiness.ts'
import type { SeedDeps, SeedOptions } from './seed.ts'

/**
 * Turns an empty database into the demonstration school unless `DEMO=0`. The demonstration's code is loaded only if it
 * is needed.
 */
export async function seedIfEmpty(deps: SeedDeps, options: SeedOptions = {}): Promise<void> {
  if (!deps.config.fillsDemo || !(await isEmpty(deps.db.read))) return
  const { seedDemo } = await import('./seed.ts')
  await seedDemo(deps, options)
}

/**
 * Adds settings to a demonstration that an earlier version made. That version had their values as constants in its
 * code.
 */
export async function completeDemonstration({ db, clock }: SeedDeps): Promise<void> {
  const stored = await readSettings(db.read, [demonstrationSetting, demonstrationOf('texts')])
  if (!stored.has(demonstrationSetting) || stored.has(demonstrationOf('texts'))) return
  const { insertDemonstrationSettings } = await import('./seed.ts')
  await db.transaction(async (tx) => {
    await insertDemonstrationSettings(tx, clock)
    await db.changes.mark(tx, 'school')
  })
}

/** Adds the drawn pictures to a site without decorative pictures, also to the site of a real school. */
export async function decorateIfBare(deps: SeedDeps): Promise<void> {
  if (await hasSitePictures(deps.db.read)) return
  const { seedSitePictures } = await import('./seed.ts')
  await seedSitePictures(deps)
}
