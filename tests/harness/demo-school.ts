import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { readConfig } from '../../server/config.ts'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { openDatabase } from '../../server/db/open.ts'
import { seedDemo } from '../../server/db/seed/seed.ts'
import { randomIds } from '../../server/platform/ids.ts'
import { createPictures } from '../../server/platform/pictures.ts'
import { testNow } from './app.ts'
import { fixedClock } from './fixed-clock.ts'

/** A data folder with the demonstration school in it; each journey's server gets a copy. */
export const demoSchoolFolder = path.resolve('.cache/test/demo-school')

/** Playwright's global set-up: seeds the school once for all journeys. */
export default async function setup(): Promise<void> {
  const making = `${demoSchoolFolder}.making`
  for (const folder of [making, demoSchoolFolder]) rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.join(making, 'uploads'), { recursive: true })
  const config = readConfig({ DATA_DIR: making, DEMO: '1' })
  const clock = fixedClock(testNow)
  const db = await openDatabase({ file: path.join(making, 'malar.db') })
  await migrate(db, migrations)
  const pictures = createPictures({ uploadsDir: path.join(making, 'uploads'), clock })
  await seedDemo({ db, clock, ids: randomIds, config, pictures }, { pictures: false })
  await db.close()
  renameSync(making, demoSchoolFolder)
  // The test workers start next, and reuse the code that this process has compiled.
  flushCompileCache()
}
