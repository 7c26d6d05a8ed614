import * as z from 'zod/mini'
import { defineEndpoint, endpointGroup } from '../endpoint.ts'
import { orderLinesMax } from '../orders/store-orders.ts'
import {
  email,
  id,
  idParams,
  instant,
  line,
  nameList,
  numeric,
  patchOf,
  patterned,
  rupees,
  schoolDay,
  sortedQuery,
  text,
  version,
  wrapped,
} from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'
import { seatCount } from '../registrations/enrolments.ts'
import { quantity, wantedItem } from '../store/cart.ts'
import { normaliseTextList } from '../text-list.ts'
import { couponKinds, couponScopes, creditKinds, discountedKinds, plainCode } from './coupon-facts.ts'

export const typedCode = line(40, { required: 'Please enter your code' })

export const couponQuote = z.object({
  code: z.string(),
  kind: z.enum(couponKinds),
  offer: z.string(),
  /** `discount` is rupees off the goods or the course; `price` is what they cost without it. */
  discount: z.number(),
  price: z.number(),
  /** It is `price` less `discount`, in rupees and without delivery. */
  toPay: z.number(),
  freeDelivery: z.boolean(),
  /** Free delivery takes off so many rupees at most; null is all of the fee. */
  deliveryDiscountMax: z.nullable(z.number()),
  /** Only some customers can use it, such as with their first order; the order itself checks the customer. */
  isPersonal: z.boolean(),
})
export type CouponQuote = z.output<typeof couponQuote>

export const validateCoupon = defineEndpoint('POST /api/coupons/validate', {
  summary:
    'What a code takes off the cart, `lines` or a course; 409 `coupon_invalid` says why it does not. It uses nothing up',
  access: 'public',
  takesCart: true,
  rate: 'lookup',
  body: z.object({
    code: typedCode,
    courseId: z.optional(id),
    /** It is needed if the batch costs another price than the course. */
    batchId: z.optional(id),
    /** It counts seats of the course; the default is one. */
    seats: z.optional(seatCount),
    cartToken: z.optional(line(64)),
    /** No lines and no `courseId` mean the cart of the account or of the `Cart-Token`. */
    lines: z.optional(z.array(z.object({ ...wantedItem.shape, quantity })).check(z.maxLength(orderLinesMax))),
    /** The form's address so far. Limits of a customer are checked only for the caller's own proved address. */
    email: z.optional(z.union([z.literal(''), email()])),
  }),
  errors: ['not_found', 'coupon_invalid', 'limit_reached'],
  response: wrapped(couponQuote),
})

export const codeSentence = 'A code has 3 to 24 letters, digits and hyphens'
const code = z.pipe(
  patterned(24, /^[A-Za-z0-9][A-Za-z0-9-]{1,22}[A-Za-z0-9]$/, codeSentence, {
    isTrimmed: true,
    required: 'Code is required',
  }),
  z.transform(plainCode),
)

const wholeNumber = (sentence: string, max: number) =>
  numeric(/^\d{1,9}$/, sentence).check(
    z.refine((value) => Number.isInteger(value) && value >= 1 && value <= max, sentence),
  )
const usesSentence = 'Uses must be a whole number of 1 or more'
const someRupees = (sentence: string) => rupees(sentence).check(z.refine((paise) => paise > 0, sentence))

const terms = {
  kind: z.enum(couponKinds, { error: 'Please choose what the coupon takes off' }),
  /** Only `percent` has it, and needs it. */
  percent: z.nullish(wholeNumber('Percent must be a whole number from 1 to 100', 100)),
  /** Only `rupees` has it, and needs it. */
  amount: z.nullish(someRupees('Rupees off must be a number above 0, with at most 2 decimals')),
  startsOn: z.nullish(schoolDay),
  endsOn: z.nullish(schoolDay),
  minimum: z.nullish(rupees('The minimum must be a number of 0 or more, with at most 2 decimals')),
  most: z.nullish(someRupees('The largest discount must be a number above 0, with at most 2 decimals')),
  usesMax: z.nullish(wholeNumber(usesSentence, 1_000_000)),
  usesEach: z.nullish(wholeNumber(usesSentence, 1_000_000)),
  firstOnly: z.optional(z.boolean()),
  scope: z.optional(z.enum(couponScopes)),
  scopeItems: z.optional(
    nameList(normaliseTextList, { countMax: 200, lengthMax: 64, what: 'categories, products or courses' }),
  ),
  isActive: z.optional(z.boolean()),
  note: z.nullish(text(300)),
}

export const couponInput = z.object({ code, ...terms })
export type CouponInput = z.output<typeof couponInput>

export const couponPatch = patchOf({ code, ...terms })
export type CouponPatch = z.output<typeof couponPatch>

export const manyMax = 1000
const manySentence = `How many must be a whole number from 1 to ${manyMax}`

const prefixSentence = 'Please begin with at most 12 letters and digits'

/** We make these codes; each can be used once, and all have the same terms. */
export const manyCouponsInput = z.object({
  count: wholeNumber(manySentence, manyMax),
  /** Staff name what the codes are for, and find them in the list by it. */
  series: line(60, { required: 'Please give these codes a name' }),
  prefix: z.optional(
    z.union(
      [
        z.literal(''),
        z.pipe(
          patterned(12, /^[A-Za-z0-9]{1,12}$/, prefixSentence, { isTrimmed: true }),
          z.transform(plainCode),
        ),
      ],
      { error: prefixSentence },
    ),
  ),
  ...terms,
})
export type ManyCouponsInput = z.output<typeof manyCouponsInput>

export const couponStates = ['running', 'to-come', 'over', 'used-up', 'off'] as const

export const coupon = z.object({
  id,
  code: z.string(),
  kind: z.enum(couponKinds),
  percent: z.nullable(z.number()),
  /** `amount`, `minimum` and `most` are in rupees. */
  amount: z.nullable(z.number()),
  startsOn: z.nullable(schoolDay),
  endsOn: z.nullable(schoolDay),
  minimum: z.nullable(z.number()),
  most: z.nullable(z.number()),
  usesMax: z.nullable(z.number()),
  usesEach: z.nullable(z.number()),
  firstOnly: z.boolean(),
  scope: z.enum(couponScopes),
  scopeItems: z.array(z.string()),
  isActive: z.boolean(),
  note: z.nullable(z.string()),
  series: z.nullable(z.string()),
  uses: z.number(),
  state: z.enum(couponStates),
  /** It is the source of a store credit, which keeps its worth and which only its buyer can use. */
  credit: z.nullable(z.enum(creditKinds)),
  created_at: instant,
  version,
})
export type Coupon = z.output<typeof coupon>

export const couponsQuery = z.object({
  ...sortedQuery(['newest', 'oldest', 'code', '-code', 'uses', '-uses', 'ends', '-ends']).shape,
  active: z.optional(z.enum(['yes', 'no'])),
  kind: z.optional(z.enum(couponKinds)),
  series: z.optional(line(60)),
})
export type CouponsQuery = z.output<typeof couponsQuery>

const records = recordAt('/api/admin/coupons', 'prices', wrapped(coupon))

export const couponRecords = endpointGroup({
  list: records.lists('All coupons for the back office, page by page', couponsQuery, coupon),
  get: records.reads('One coupon for the back office'),
  add: records.adds('Add a coupon', couponInput),
  update: records.changes('Change a coupon; absent fields stay', couponPatch),
  remove: records.deletes('Delete a coupon; it can be restored from the bin'),
  imports: records.keptImports('coupons'),
})

export const addManyCoupons = defineEndpoint('POST /api/admin/coupons/many', {
  summary: 'Make many codes at once, each for one use',
  access: 'admin',
  right: 'prices',
  body: manyCouponsInput,
  status: 201,
  response: wrapped(z.array(z.object({ code: z.string() }))),
})

export const couponUse = z.object({
  id,
  kind: z.enum(discountedKinds),
  reference: z.string(),
  name: z.string(),
  /** The discount is in rupees. */
  discount: z.number(),
  usedAt: instant,
  givenBackAt: z.nullable(instant),
})
export type CouponUse = z.output<typeof couponUse>

export const listCouponUses = defineEndpoint('GET /api/admin/coupons/:id/uses', {
  summary: 'The orders and seats that a coupon was used with, newest first; at most 1,000',
  access: 'admin',
  right: 'prices',
  params: idParams,
  response: wrapped(z.array(couponUse)),
})
