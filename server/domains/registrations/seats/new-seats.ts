import { DomainError } from '../../../../contract/errors.ts'
import { whileThere } from '../../../db/guards.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { findByTransaction, guestOf, insertSeat, type SeatRow } from './seats.repository.ts'

const referenceTries = 20

/** Who comes besides the payer, as far as it was said. */
export interface Other {
  fullName?: string | undefined
}

/** With a reference of its own; answers the id of the same booking that was sent before, or null. */
export async function insertNew(
  tx: Tx,
  ids: Deps['ids'],
  row: Omit<SeatRow, 'reference'>,
  reference?: string,
): Promise<string | null> {
  for (let count = 0; count < referenceTries; count++) {
    const inserted = insertSeat(tx, { ...row, reference: reference ?? ids.reference() })
    if (await whileThere(inserted, () => new DomainError('batch_full'))) return null
    const { transaction_id } = row
    const known = transaction_id && (await findByTransaction(tx, { ...row, transaction_id }))
    if (known) return known
  }
  throw new Error(`no free reference in ${referenceTries} tries`)
}

/** Seats beside that of the payer, who has the link, the question and the transaction of all; `after` is the last place so far. */
export async function insertOthers(
  tx: Tx,
  ids: Deps['ids'],
  payer: Omit<SeatRow, 'reference'>,
  others: readonly Other[],
  after = 0,
): Promise<void> {
  for (const [n, { fullName }] of others.entries()) {
    const id = ids.id()
    await insertNew(tx, ids, {
      ...payer,
      ...(fullName ? { name: fullName } : { name: guestOf(payer.name), is_named: 0 as const }),
      id,
      question: null,
      // A booking has one, and a repeat is recognised by the payer's.
      transaction_id: payer.transaction_id === null ? null : id,
      group_place: after + n + 1,
    })
  }
}
