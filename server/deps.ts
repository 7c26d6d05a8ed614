import path from 'node:path'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import type { Deps } from './domains/deps.ts'
import { schoolEmailUnlessSet } from './domains/school/school-settings.ts'
import { createAudit } from './platform/audit.ts'
import { createBin } from './platform/bin.ts'
import { systemClock } from './platform/clock.ts'
import { randomIds } from './platform/ids.ts'
import type { Logger } from './platform/logger.ts'
import { createOutbox } from './platform/outbox.ts'
import { createPictures } from './platform/pictures.ts'
import { createSeal } from './platform/seal.ts'
import { authSecret } from './platform/secret.ts'

export function uploadsDirOf({ dataDir }: Config): string {
  return path.join(dataDir, 'uploads')
}

/** What a real process makes the domains of; tests have a clock of their own. */
export function createDeps(
  config: Config,
  db: Database,
  log: Logger,
  disk: { mayWrite?: () => boolean } = {},
): Deps {
  const clock = systemClock
  const ids = randomIds
  const audit = createAudit({ clock, ids })
  const seal = createSeal(authSecret(config))
  return {
    db,
    clock,
    ids,
    log,
    config,
    audit,
    bin: createBin({ clock, audit }),
    outbox: createOutbox({ clock, ids, seal, schoolEmail: schoolEmailUnlessSet(config) }),
    seal,
    pictures: createPictures({ uploadsDir: uploadsDirOf(config), clock, ...disk }),
  }
}
