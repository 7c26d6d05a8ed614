import path from 'node:path'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import type { Deps } from './domains/deps.ts'
import { letters } from './domains/letters.ts'
import { lastingPictures } from './picture-store.ts'
import { createAudit } from './platform/audit.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { randomIds } from './platform/ids.ts'
import { createLogger, type Logger } from './platform/logger.ts'
import { createOutbox } from './platform/outbox.ts'
import { createPictures } from './platform/pictures.ts'
import { createSeal } from './platform/seal.ts'
import { authSecret } from './platform/secret.ts'
import { createSmtp } from './platform/smtp.ts'

export function uploadsDirOf({ dataDir }: Config): string {
  return path.join(dataDir, 'uploads')
}

export function createDeps<C extends Clock = Clock>(
  config: Config,
  db: Database,
  own: { clock?: C; log?: Logger; mayWrite?: () => boolean; connectMail?: Deps['connectMail'] } = {},
): Deps & { clock: C } {
  const clock = own.clock ?? (systemClock as C)
  const log = own.log ?? createLogger(config.logLevel)
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
    outbox: createOutbox({
      clock,
      ids,
      seal,
      letters,
      schoolVariables: config.school,
      rateLimitFactor: config.rateLimitFactor,
    }),
    letters,
    seal,
    connectMail: own.connectMail ?? ((settings) => createSmtp(settings)),
    pictures: createPictures({
      uploadsDir: uploadsDirOf(config),
      clock,
      lasting: lastingPictures(config, { db, clock, log }),
      mayWrite: own.mayWrite,
    }),
  }
}
