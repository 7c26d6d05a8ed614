import { hasSitePictures, isEmpty } from './emptiness.ts'
import type { SeedDeps, SeedOptions } from './seed.ts'

/** Makes an empty database the demonstration school unless `DEMO=0`. Only then the demonstration is loaded. */
export async function seedIfEmpty(deps: SeedDeps, options: SeedOptions = {}): Promise<void> {
  if (!deps.config.fillsDemo || !(await isEmpty(deps.db.read))) return
  const { seedDemo } = await import('./seed.ts')
  await seedDemo(deps, options)
}

/** Gives a site without decorative pictures the drawn ones, also a real school's. */
export async function decorateIfBare(deps: SeedDeps): Promise<void> {
  if (await hasSitePictures(deps.db.read)) return
  const { seedSitePictures } = await import('./seed.ts')
  await seedSitePictures(deps)
}
