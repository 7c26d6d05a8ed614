import * as z from 'zod/mini'
import { refusal } from '../../../../contract/errors.ts'
import type { validateCoupon } from '../../../../contract/money/coupons.ts'
import type { Queryable } from '../../../db/open.ts'
import type { CoursesService } from '../../catalogue/courses/courses.service.ts'
import type { CartOwner, CartService } from '../../store/cart/cart.service.ts'
import type { PricedItem, ProductsService } from '../../store/products/products.service.ts'
import type { Basket, PricedLine } from './discount-rules.ts'

export interface Goods {
  cart: CartService
  courses: CoursesService
  products: ProductsService
}

export type ValidateBody = z.output<NonNullable<(typeof validateCoupon)['body']>>

/** Takes the prices of now. @throws `not_found` for a course; `coupon_invalid` for nothing */
export async function basketOf(
  source: Queryable,
  { courseId, batchId, seats = 1, lines }: Pick<ValidateBody, 'courseId' | 'batchId' | 'seats' | 'lines'>,
  by: CartOwner,
  { cart, courses, products }: Goods,
): Promise<Basket> {
  if (courseId !== undefined) {
    const { id, priceInPaise } = await courses.priceFor(source, { courseId, batchId })
    return { courseId: id, priceInPaise, seats }
  }
  const wanted = lines ?? (await cart.findLines(source, by))?.items ?? []
  const items = await products.priceItems(source, wanted)
  const offered = items.filter(({ problem }) => problem !== 'gone')
  if (offered.length === 0) throw refusal('coupon-for-nothing')
  return { lines: offered.map(lineOf), feeInPaise: null }
}

function lineOf({ productId, categories, priceInPaise, quantity }: PricedItem): PricedLine {
  return { productId, categories, totalInPaise: priceInPaise * quantity }
}
