import path from 'node:path'
import { type App, createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { openDatabase } from '../../server/db/open.ts'
import { createDeps, uploadsDirOf } from '../../server/deps.ts'
import type { Deps } from '../../server/domains/deps.ts'
import type { SiteBuild } from '../../server/http/rendering.ts'

/** The server inside this process, on the data of a school, to measure what HTTP cannot ask for. */
export async function startInProcess(
  dataDir: string,
  build: SiteBuild | null,
): Promise<{ app: App; deps: Deps }> {
  const config = readConfig({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  const deps = createDeps(config, await openDatabase({ file: path.join(dataDir, 'malar.db') }))
  return {
    app: await createApp(deps, { build, uploadsDir: uploadsDirOf(config), checkResponses: false }),
    deps,
  }
}
