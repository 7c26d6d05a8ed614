import path from 'node:path'
import { type App, createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { openDatabase } from '../../server/db/open.ts'
import type { Deps } from '../../server/domains/deps.ts'
import { schoolEmailUnlessSet } from '../../server/domains/school/school-settings.ts'
import type { SiteBuild } from '../../server/http/rendering.ts'
import { createAudit } from '../../server/platform/audit.ts'
import { createBin } from '../../server/platform/bin.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { randomIds } from '../../server/platform/ids.ts'
import { createLogger } from '../../server/platform/logger.ts'
import { createOutbox } from '../../server/platform/outbox.ts'
import { createPictures } from '../../server/platform/pictures.ts'
import { createSeal } from '../../server/platform/seal.ts'
import { authSecret } from '../../server/platform/secret.ts'

/** The server inside this process, on the data of a school, for what cannot be asked for over HTTP. */
export async function startInProcess(
  dataDir: string,
  build: SiteBuild | null,
): Promise<{ app: App; deps: Deps }> {
  const config = readConfig({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  const uploadsDir = path.join(dataDir, 'uploads')
  const clock = systemClock
  const ids = randomIds
  const audit = createAudit({ clock, ids })
  const seal = createSeal(authSecret(config))
  const deps: Deps = {
    db: await openDatabase({ file: path.join(dataDir, 'malar.db') }),
    clock,
    ids,
    log: createLogger(config.logLevel),
    config,
    audit,
    bin: createBin({ clock, audit }),
    outbox: createOutbox({ clock, ids, seal, schoolEmail: schoolEmailUnlessSet(config) }),
    seal,
    pictures: createPictures({ uploadsDir, clock }),
  }
  return { app: await createApp(deps, { build, uploadsDir, checkResponses: false }), deps }
}
