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

/** A report gets nothing that writes. */
export type ReadDatabase = Pick<Database, 'read' | 'engine'>
export interface ReportDeps extends Pick<Deps, 'clock' | 'letters'> {
  db: ReadDatabase
}

export interface OwnOrder {
  id: string
  number: string
  /** Delivery or pickup. */
  day: string | null
  /** It waits for money. */
  isDue: boolean
  isProved: boolean
}

/** Calls to rooms above; `createServices` says who answers. */
export interface Events {
  /** A batch may have room. The caller's transaction keeps others from taking it first. */
  tellRoom(tx: Tx, batchId: string): Promise<void>
  tellDated(tx: Tx, batchId: string): Promise<void>
  /** A caller was refused because somebody holds this. The transaction has ended. */
  tellHeld(held: readonly { kind: string; id: string }[]): Promise<void>
  /** A letter's link proves its buyer. */
  proveOrder(
    tx: Tx,
    id: string,
    terms: { holdHours: number },
  ): Promise<{ id: string; hold_until: string | null }>
  /** Lists orders that are under way. */
  listOwnOrders(tx: Tx, email: string): Promise<OwnOrder[]>
}
