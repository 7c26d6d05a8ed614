import { refusal } from '../../../contract/errors.ts'
import type { Database } from '../../db/open.ts'
import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../deps.ts'
import { backInStock } from './products.letters.ts'
import { findProductAt } from './products.repository.ts'

/** Letters of one round: the transaction stays short. */
const lettersARound = 100

/**
 * Who asked to hear when a product is back. Rounds look for what is in stock, so it does not matter who brought it
 * back: staff, a file, an order that ended. A wish is deleted with its letter.
 */
export function createStockWishes({ db, clock, ids, outbox }: Deps) {
  return {
    /**
     * Nobody learns whether the address was known. Its letter counts for the network that asks; a wish that is too many is
     * answered as any other and not kept. @throws `not_found`; `conflict` where the product can be had */
    async wish(tx: Tx, slug: string, email: string): Promise<void> {
      const product = await findProductAt(tx, slug)
      if (product === undefined) throw refusal('no-such-product')
      if (product.is_offered === 1 && product.quantity > 0) throw refusal('product-in-stock')
      const id = ids.id()
      const added = await tx
        .insertInto('stock_wish')
        .values({ id, product_id: product.id, email, created_at: clock.now() })
        .onConflict((conflict) => conflict.columns(['product_id', 'email']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (added && !(await outbox.countAhead(tx, email)))
        await tx.deleteFrom('stock_wish').where('id', '=', id).execute()
    },

    /** Promises the letters that are due, of one round. Answers how many. */
    async tellWhatIsBack(): Promise<number> {
      const due = await listDue(db)
      if (due.length === 0) return 0
      return db.transaction(async (tx) => {
        const wishIds = due.map(({ id }) => id)
        const ended = await tx.deleteFrom('stock_wish').where('id', 'in', wishIds).returning('id').execute()
        // Another process may have told some of them meanwhile.
        const isEnded = new Set(ended.map(({ id }) => id))
        const told = due.filter(({ id }) => isEnded.has(id))
        return outbox.tell(
          tx,
          ...told.map(({ id, email, name, slug }) => ({
            to: { email },
            cause: `stock-wish:${id}`,
            words: backInStock({ productName: name, slug }),
          })),
        )
      })
    },
  }
}

function listDue({ read }: Database) {
  return read
    .selectFrom('stock_wish')
    .innerJoin('product', 'product.id', 'stock_wish.product_id')
    .select(['stock_wish.id', 'stock_wish.email', 'product.name', 'product.slug'])
    .where('product.deleted_at', 'is', null)
    .where('product.is_offered', '=', 1)
    .where('product.quantity', '>', 0)
    .orderBy('stock_wish.created_at')
    .orderBy('stock_wish.id')
    .limit(lettersARound)
    .execute()
}
