import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { Tx } from '../db/schema.ts'
import type { Audit } from '../platform/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Logger } from '../platform/logger.ts'
import type { MailSender } from '../platform/mail.ts'
import type { Letters } from '../platform/messages/letter-kinds.ts'
import type { Outbox } from '../platform/outbox.ts'
import type { Pictures } from '../platform/pictures.ts'
import type { Seal } from '../platform/seal.ts'
import type { SmtpSettings } from '../platform/smtp.ts'

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
  connectMail(settings: SmtpSettings): MailSender
}

/** Reports get only this part of the database, so that they cannot write. */
export type ReadDatabase = Pick<Database, 'read' | 'engine'>
export interface ReportDeps extends Pick<Deps, 'clock' | 'letters'> {
  db: ReadDatabase
}

export interface OwnOrder {
  id: string
  number: string
  /** The day of delivery or pickup. */
  day: string | null
  /** True if payment is due. */
  isDue: boolean
  isProved: boolean
}

/** Calls from a room (folder of `server/domains`) to a higher one. `createServices` sets the function for each. */
export interface Events {
  /**
   * Called when a batch may have a free seat, in the transaction that frees it, so that nobody takes it before the
   * waiting list does.
   */
  onSeatFreed(tx: Tx, batchId: string): Promise<void>
  onBatchDated(tx: Tx, batchId: string): Promise<void>
  /** Called after a visitor was refused because the same seats or goods are held already. The transaction has ended. */
  onAlreadyHeld(held: readonly { kind: string; id: string }[]): Promise<void>
  /** Called when the link in an e-mail about an order has proved the buyer's address. */
  proveOrder(
    tx: Tx,
    id: string,
    terms: { holdHours: number },
  ): Promise<{ id: string; hold_until: string | null }>
  /** Lists the orders of an address that are not finished. */
  listOwnOrders(tx: Tx, email: string): Promise<OwnOrder[]>
}
