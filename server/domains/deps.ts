import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { Audit } from '../platform/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Logger } from '../platform/logger.ts'
import type { Letters } from '../platform/messages/letter-kinds.ts'
import type { Outbox } from '../platform/outbox.ts'
import type { Pictures } from '../platform/pictures.ts'
import type { Seal } from '../platform/seal.ts'

export interface Deps {
  db: Database
  clock: Clock
  ids: Ids
  log: Logger
  config: Config
  outbox: Outbox
  letters: Letters
  audit: Audit
  pictures: Pictures
  seal: Seal
}
