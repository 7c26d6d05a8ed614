import path from 'node:path'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { openDatabase } from '../../server/db/open.ts'
import { createDeps } from '../../server/deps.ts'
import type { SiteBuild } from '../../server/http/rendering.ts'

/** Starts the server inside this process, on a school's data, to measure what HTTP cannot reach. */
export async function startInProcess(dataDir: string, build: SiteBuild | null) {
  const config = readConfig({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  const deps = createDeps(config, await openDatabase({ file: path.join(dataDir, 'malar.db') }))
  return { app: await createApp(deps, { build, checkResponses: false }), deps }
}
