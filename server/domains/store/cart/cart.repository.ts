import { type Selectable, sql } from 'kysely'
import type { Queryable, Schema, Tx } from '../../../db/schema.ts'

export type CartLineRow = Selectable<Schema['cart_line']>

export type CartKey = { user_id: string } | { token_hash: string }

const columnOf = (key: CartKey) =>
  'user_id' in key ? (['user_id', key.user_id] as const) : (['token_hash', key.token_hash] as const)

export async function findCart(db: Queryable, key: CartKey): Promise<string | null> {
  const [column, value] = columnOf(key)
  const row = await db.selectFrom('cart').select('id').where(column, '=', value).executeTakeFirst()
  return row?.id ?? null
}

/** Locks the cart and returns its id. The new `updated_at` restarts the retention period. */
export async function lockCart(tx: Tx, key: CartKey, now: string): Promise<string | null> {
  const [column, value] = columnOf(key)
  const row = await tx
    .updateTable('cart')
    .set({ updated_at: now })
    .where(column, '=', value)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function insertCart(
  tx: Tx,
  { key, now, ...cart }: { id: string; key: CartKey; network: string | null; now: string },
) {
  await tx
    .insertInto('cart')
    .values({ ...cart, user_id: null, token_hash: null, ...key, created_at: now, updated_at: now })
    // Two tabs may create the account's cart at the same time. A browser may also repeat a call whose stored response
    // has expired.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Counts a new cart of a guest, and locks the counter of the guest's network. Returns the number of carts. */
export async function countCart(tx: Tx, quota: { network: string; day: string }): Promise<number> {
  const { taken } = await tx
    .insertInto('cart_quota')
    .values({ ...quota, taken: 1 })
    .onConflict((conflict) =>
      conflict.column('network').doUpdateSet((eb) => ({ taken: eb('cart_quota.taken', '+', 1) })),
    )
    .returning('taken')
    .executeTakeFirstOrThrow()
  return taken
}

/**
 * Keeps the cart with the id `besides`, and `newest` other carts of the network. Carts that never changed are deleted
 * before changed carts, and older carts before newer ones.
 */
export async function keepNewest(
  tx: Tx,
  { network, besides, newest }: { network: string; besides: string; newest: number },
) {
  for (;;) {
    const oldest = await tx
      .selectFrom('cart')
      .select(['id', 'updated_at'])
      .where('network', '=', network)
      .where('id', '!=', besides)
      .orderBy(sql`case when updated_at = created_at then 0 else 1 end`, 'desc')
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .offset(newest)
      .executeTakeFirst()
    if (oldest === undefined) return
    const { id, updated_at } = oldest
    // A cart that was changed after it was read is kept, and the next round chooses another cart.
    await tx.deleteFrom('cart').where('id', '=', id).where('updated_at', '=', updated_at).execute()
  }
}

export function listLines(db: Queryable, cartId: string) {
  return db
    .selectFrom('cart_line')
    .selectAll()
    .where('cart_id', '=', cartId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function updateLine(
  tx: Tx,
  id: string,
  changes: Partial<Pick<CartLineRow, 'cart_id' | 'quantity' | 'price_seen_in_paise'>>,
) {
  await tx.updateTable('cart_line').set(changes).where('id', '=', id).execute()
}

export async function deleteLines(tx: Tx, cartId: string, ids?: readonly string[]) {
  const lines = tx.deleteFrom('cart_line').where('cart_id', '=', cartId)
  if (ids === undefined) await lines.execute()
  else if (ids.length > 0) await lines.where('id', 'in', ids).execute()
}
