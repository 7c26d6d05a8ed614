import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { Tx } from '../db/schema.ts'
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

/** A domain tells this news to domains above it, which it may not call. `createServices` says who hears each. */
export interface Events {
  /** A batch may have room. It is told inside the transaction, so that nobody else takes the room first. */
  tellRoom(tx: Tx, batchId: string): Promise<void>
  tellDated(tx: Tx, batchId: string): Promise<void>
  /** Somebody holds this already, so a caller was refused. The transaction has ended. */
  tellHeld(held: readonly { kind: string; id: string }[]): Promise<void>
}
