import type * as z from 'zod/mini'
import { refusal } from '../../../../contract/errors.ts'
import type { validateCoupon } from '../../../../contract/money/coupons.ts'
import type { CoursesService } from '../../catalogue/index.ts'
import type { Deps } from '../../deps.ts'
import type { Basket, PricedLine } from '../../money/index.ts'
import type { CartOwner, CartService, PricedItem, ProductsService } from '../../store/index.ts'

interface Goods {
  cart: CartService
  courses: CoursesService
  products: ProductsService
}

type Chosen = Pick<
  z.output<NonNullable<(typeof validateCoupon)['body']>>,
  'courseId' | 'batchId' | 'seats' | 'lines'
>

/** A coupon is tried on seats of a course, or on lines of the store, by default those of the cart. */
export function createCouponBasket({ db }: Deps, { cart, courses, products }: Goods) {
  return {
    /** Takes the prices of now. @throws `not_found` for a course; `coupon_invalid` for nothing */
    async basketOf({ courseId, batchId, seats = 1, lines }: Chosen, by: CartOwner): Promise<Basket> {
      if (courseId !== undefined) {
        const { id, priceInPaise } = await courses.priceFor(db.read, { courseId, batchId })
        return { courseId: id, priceInPaise, seats }
      }
      const wanted = lines ?? (await cart.findLines(db.read, by))?.items ?? []
      const items = await products.priceItems(db.read, wanted)
      const offered = items.filter(({ problem }) => problem !== 'gone')
      if (offered.length === 0) throw refusal('coupon-for-nothing')
      return { lines: offered.map(lineOf), feeInPaise: null }
    },
  }
}

function lineOf({ productId, categories, priceInPaise, quantity }: PricedItem): PricedLine {
  return { productId, categories, totalInPaise: priceInPaise * quantity }
}
