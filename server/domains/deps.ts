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

/** A report reads, so it gets nothing that writes. */
export type ReadDatabase = Pick<Database, 'read' | 'engine'>
export interface ReportDeps extends Pick<Deps, 'clock' | 'letters'> {
  db: ReadDatabase
}

export interface OwnOrder {
  id: string
  number: string
  /** The day on which it is delivered or fetched. */
  day: string | null
  /** It waits for money, and its page is that of its payment. */
  isDue: boolean
  isProved: boolean
}

/** A room tells or asks this of rooms above it, which it may not call; `createServices` says who answers. */
export interface Events {
  /** A batch may have room. It is told inside the transaction, so that nobody else takes the room first. */
  tellRoom(tx: Tx, batchId: string): Promise<void>
  tellDated(tx: Tx, batchId: string): Promise<void>
  /** Somebody holds this already, so a caller was refused. The transaction has ended. */
  tellHeld(held: readonly { kind: string; id: string }[]): Promise<void>
  /** A letter's link proves its buyer. */
  proveOrder(
    tx: Tx,
    id: string,
    terms: { holdHours: number },
  ): Promise<{ id: string; hold_until: string | null }>
  /** The orders that are still on their way to somebody. */
  listOwnOrders(tx: Tx, email: string): Promise<OwnOrder[]>
}
