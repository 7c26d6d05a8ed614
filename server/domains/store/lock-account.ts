import type { Tx } from '../../db/schema.ts'

/** Makes the account's other calls wait until this transaction ends, so that a count of its rows holds. */
export async function lockAccount(tx: Tx, userId: string) {
  await tx
    .updateTable('user')
    .set((eb) => ({ updatedAt: eb.ref('updatedAt') }))
    .where('id', '=', userId)
    .execute()
}
