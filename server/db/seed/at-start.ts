import { hasSitePictures, isEmpty } from './emptiness.ts'
import type { SeedDeps, SeedOptions } from './seed.ts'

// Only a start that fills the database loads the demonstration.

/** An empty database becomes the demonstration school unless `DEMO=0`. One with anything in it stays as it is. */
export async function seedIfEmpty(deps: SeedDeps, options: SeedOptions = {}): Promise<void> {
  if (!deps.config.fillsDemo || !(await isEmpty(deps.db.read))) return
  const { seedDemo } = await import('./seed.ts')
  await seedDemo(deps, options)
}

/** Gives a site without decorative pictures the drawn ones; also a real school's, until it uploads its own. */
export async function decorateIfBare(deps: SeedDeps): Promise<void> {
  if (await hasSitePictures(deps.db.read)) return
  const { seedSitePictures } = await import('./seed.ts')
  await seedSitePictures(deps)
}
