import type { Selectable } from 'kysely'
import { changesRow } from '../../db/guards.ts'
import type { Queryable } from '../../db/open.ts'
import type { Schema, Tx } from '../../db/schema.ts'

export type CartLineRow = Selectable<Schema['cart_line']>

/** By whom a cart is found. */
export type CartKey = { user_id: string } | { token_hash: string }

const columnOf = (key: CartKey) =>
  'user_id' in key ? (['user_id', key.user_id] as const) : (['token_hash', key.token_hash] as const)

export async function findCart(db: Queryable, key: CartKey): Promise<string | null> {
  const [column, value] = columnOf(key)
  const row = await db.selectFrom('cart').select('id').where(column, '=', value).executeTakeFirst()
  return row?.id ?? null
}

/** Nobody else changes it until the transaction ends. Its time of being forgotten begins anew. */
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
  cart: { id: string; user_id: string | null; now: string },
): Promise<void> {
  const { id, user_id, now } = cart
  await tx
    .insertInto('cart')
    .values({ id, user_id, token_hash: null, created_at: now, updated_at: now })
    // Two tabs make the account's cart at once.
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

/** False where the cart is gone, or opens by this token already. */
export function giveToken(db: Queryable, id: string, hash: string, given: string): Promise<boolean> {
  return changesRow(
    db
      .updateTable('cart')
      .set({ token_hash: hash })
      .where('id', '=', id)
      .where('user_id', 'is', null)
      .where((eb) => eb.or([eb('token_hash', 'is', null), eb('token_hash', '!=', given)])),
  )
}

/** Its lines go with it. */
export async function deleteCart(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('cart').where('id', '=', id).execute()
}

export function listLines(db: Queryable, cartId: string): Promise<CartLineRow[]> {
  return db
    .selectFrom('cart_line')
    .selectAll()
    .where('cart_id', '=', cartId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function insertLine(tx: Tx, line: CartLineRow): Promise<void> {
  await tx.insertInto('cart_line').values(line).execute()
}

export async function updateLine(
  tx: Tx,
  id: string,
  changes: Partial<Pick<CartLineRow, 'cart_id' | 'quantity' | 'price_seen_in_paise'>>,
): Promise<void> {
  await tx.updateTable('cart_line').set(changes).where('id', '=', id).execute()
}

export async function deleteLines(tx: Tx, cartId: string, ids?: readonly string[]): Promise<void> {
  const lines = tx.deleteFrom('cart_line').where('cart_id', '=', cartId)
  if (ids === undefined) await lines.execute()
  else if (ids.length > 0) await lines.where('id', 'in', ids).execute()
}
