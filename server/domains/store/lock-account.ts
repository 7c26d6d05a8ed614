import type { Tx } from '../../db/schema.ts'

/**
 * Makes other calls of the account wait until this transaction ends, so that the account's rows can be counted safely.
 */
export async function lockAccount(tx: Tx, userId: string) {
  await tx
    .updateTable('user')
    .set((eb) => ({ updatedAt: eb.ref('updatedAt') }))
    .where('id', '=', userId)
    .execute()
}
