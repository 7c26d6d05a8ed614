import * as z from 'zod/mini'
import { defineEndpoint, endpointGroup } from '../endpoint.ts'
import { orderLinesMax } from '../orders/store-orders.ts'
import {
  email,
  id,
  instant,
  line,
  nameList,
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
import {
  addedIn,
  type FieldNames,
  flagField,
  listField,
  numberOrNone,
  plainField,
  rupeesOrNone,
  shownIn,
  textOrNone,
  wholeNumber,
} from '../record-fields.ts'
import { seatCount } from '../registrations/enrolments.ts'
import { cell, orBlank, spreadsheetDayOrBlank } from '../row-import.ts'
import { quantity, wantedItem } from '../store/cart.ts'
import { normaliseTextList } from '../text-list.ts'
import {
  type CouponKind,
  type CouponScope,
  couponKinds,
  couponScopes,
  couponScopeWords,
  creditKinds,
  discountedKinds,
  plainCode,
} from './coupon-facts.ts'
import * as error from './fields.en.ts'

export const typedCode = line(40, { required: error.codeRequired })

export const couponQuote = z.object({
  code: z.string(),
  kind: z.enum(couponKinds),
  offer: z.string(),
  /**
   * Sums in rupees: `price` is the cost of the goods or the course without the coupon, and `discount` is taken off that
   * cost.
   */
  discount: z.number(),
  price: z.number(),
  /** `price` minus `discount`, in rupees, without the delivery fee. */
  toPay: z.number(),
  freeDelivery: z.boolean(),
  /** The most that the coupon takes off the delivery fee, in rupees; null means the whole fee. */
  deliveryDiscountMax: z.nullable(z.number()),
  /**
   * True if only some customers can use the coupon, such as customers who order for the first time. The customer is
   * checked when the order is placed.
   */
  isPersonal: z.boolean(),
})
export type CouponQuote = z.output<typeof couponQuote>

export const validateCoupon = defineEndpoint('POST /api/coupons/validate', {
  summary:
    'Get the discount that a code gives on the cart, `lines` or a course. The code isn’t used up. If it can’t be used, the response is 409 `coupon_invalid` with the reason.',
  access: 'public',
  takesCart: true,
  rate: 'lookup',
  body: z.object({
    code: typedCode,
    courseId: z.optional(id),
    /** The batch, needed if its price differs from the price of the course. */
    batchId: z.optional(id),
    /** The number of seats of the course; the default is one. */
    seats: z.optional(seatCount),
    cartToken: z.optional(line(64)),
    /** A request without lines and without `courseId` is about the cart of the account or of the `Cart-Token`. */
    lines: z.optional(z.array(z.object({ ...wantedItem.shape, quantity })).check(z.maxLength(orderLinesMax))),
    /**
     * The e-mail address typed so far. Limits for each customer are checked only if this is the caller's own confirmed
     * address.
     */
    email: z.optional(z.union([z.literal(''), email()])),
  }),
  errors: ['not_found', 'coupon_invalid', 'limit_reached'],
  response: wrapped(couponQuote),
})

export const codeSentence = 'Enter a code of 3 to 24 letters, digits and hyphens'
const code = z.pipe(
  patterned(24, /^[A-Za-z0-9][A-Za-z0-9-]{1,22}[A-Za-z0-9]$/, codeSentence, {
    isTrimmed: true,
    required: 'Enter a code',
  }),
  z.transform(plainCode),
)

const digits = /^\d{1,9}$/
const uses = wholeNumber(digits, 1, 1_000_000, 'Enter the number of uses, 1 or more')

function rupeesAboveZero<const Column extends string>(named: FieldNames<Column>, sentence: string) {
  return rupeesOrNone(named, sentence, rupees(sentence).check(z.refine((paise) => paise > 0, sentence)))
}

function dayOrNone<const Column extends string>(named: FieldNames<Column>) {
  const rule = z.nullable(schoolDay)
  const start = null as string | null
  return plainField({ ...named, kind: 'line', shown: rule, rule, cell: spreadsheetDayOrBlank, start })
}

const scopeWords = Object.values(couponScopeWords)
const scopeItems = nameList(normaliseTextList, {
  countMax: 200,
  lengthMax: 64,
  tooMuch: ({ countMax, lengthMax }) =>
    `Choose at most ${countMax} categories, products or courses, with up to ${lengthMax} characters each`,
})

export const couponFields = {
  /** The code in capitals. No two coupons outside the bin have the same code. */
  code: plainField({
    label: 'Code',
    column: 'code',
    shown: z.string(),
    rule: code,
    cell: cell(code, (typed) => typed),
    isRequired: true,
    start: '',
    example: 'PONGAL10',
    hint: '3 to 24 letters, digits and hyphens',
  }),
  // A file has the kind, the percentage and the amount in one cell.
  kind: plainField({
    label: 'Takes off',
    column: 'kind',
    shown: z.enum(couponKinds),
    rule: z.enum(couponKinds, { error: 'Choose what the coupon takes off' }),
    cell: z.enum(couponKinds),
    isRequired: true,
    start: 'percent' as CouponKind,
  }),
  /** Required for the kind `percent`, and forbidden for other kinds. */
  percent: numberOrNone(
    { label: 'Percent', column: 'percent' },
    wholeNumber(digits, 1, 100, 'Enter a whole percentage from 1 to 100'),
  ),
  /** Required for the kind `rupees`, and forbidden for other kinds. */
  amount: rupeesAboveZero(
    { label: 'Rupees off', column: 'amount_in_paise' },
    'Enter a discount above 0, with at most 2 decimal places',
  ),
  most: rupeesAboveZero(
    {
      label: 'Largest discount',
      column: 'most_in_paise',
      example: '500',
      hint: 'In rupees. Leave blank for no limit.',
    },
    'Enter a maximum discount above 0, with at most 2 decimal places',
  ),
  /** The coupon needs goods or a course of at least this price. */
  minimum: rupeesOrNone(
    { label: 'Minimum spend', column: 'minimum_in_paise', example: '1000', hint: 'In rupees' },
    'Enter a minimum of 0 or more, with at most 2 decimal places',
  ),
  startsOn: dayOrNone({
    label: 'First day',
    column: 'starts_on',
    example: '2027-01-10',
    hint: 'The first day. Leave blank to start now.',
  }),
  endsOn: dayOrNone({
    label: 'Last day',
    column: 'ends_on',
    example: '2027-01-20',
    hint: 'The last day. Leave blank for no end date.',
  }),
  usesMax: numberOrNone(
    { label: 'Total uses', column: 'uses_max', example: '100', hint: 'Leave blank for no limit' },
    uses,
  ),
  usesEach: numberOrNone(
    {
      label: 'Uses per customer',
      column: 'uses_each_max',
      example: '1',
      hint: 'Counted by e-mail address or phone number',
    },
    uses,
  ),
  firstOnly: flagField({
    label: 'Only with a customer’s first order',
    column: 'first_only',
    hint: 'Yes or No. Blank means No.',
  }),
  scope: plainField({
    label: 'For',
    column: 'scope',
    shown: z.enum(couponScopes),
    rule: z.enum(couponScopes),
    cell: cell(z.enum(couponScopes, { error: `Enter one of these: ${scopeWords.join('; ')}` }), (typed) =>
      typed === ''
        ? 'all'
        : (couponScopes.find((one) => couponScopeWords[one].toLowerCase() === typed.toLowerCase()) ?? typed),
    ),
    start: 'all' as CouponScope,
    example: couponScopeWords.all,
    hint: `One of these: ${scopeWords.join('; ')}`,
  }),
  /**
   * The things for which the coupon is valid: categories by name, or products or courses by id. An empty list of
   * courses means every course.
   */
  scopeItems: listField({
    label: 'What it is for',
    column: 'scope_items',
    item: z.string(),
    rule: scopeItems,
    cell: orBlank(scopeItems),
    hint: 'Categories, or the ids of products or courses, separated by commas',
  }),
  isActive: flagField({ label: 'On', column: 'is_active', hint: 'Yes or No. Blank means Yes.' }, 1),
  note: textOrNone(
    'line',
    { label: 'Note', column: 'note', example: 'For our anniversary', hint: 'Only staff see this' },
    300,
    text(300),
  ),
}

const { code: _code, ...termFields } = couponFields
const terms = addedIn(termFields)

export const couponInput = z.object(addedIn(couponFields))
export type CouponInput = z.output<typeof couponInput>

export const couponPatch = patchOf(couponInput.shape)
export type CouponPatch = z.output<typeof couponPatch>

export const manyMax = 1000
const manySentence = `Enter the number of codes as a whole number from 1 to ${manyMax}`

const prefixSentence = 'Enter a prefix of at most 12 letters and digits'

/** A series of generated codes. Each code can be used once, and all have the same terms. */
export const manyCouponsInput = z.object({
  count: wholeNumber(digits, 1, manyMax, manySentence),
  /** The name of the series, by which staff find its codes in the list. */
  series: line(60, { required: 'Enter a name for the series' }),
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
  ...shownIn(couponFields),
  series: z.nullable(z.string()),
  uses: z.number(),
  state: z.enum(couponStates),
  /**
   * The source of a store credit; null for a usual coupon. The worth of a credit cannot be changed, and only its buyer
   * can use it.
   */
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
  list: records.lists('List all coupons for the back office, page by page', couponsQuery, coupon),
  get: records.reads('Get a coupon for the back office'),
  add: records.adds('Create a coupon', couponInput),
  update: records.changes('Change a coupon. Fields that are left out keep their values.', couponPatch),
  remove: records.deletes('Delete a coupon. It can be restored from the bin.'),
  imports: records.keptImports('coupons'),
})

export const addManyCoupons = defineEndpoint('POST /api/admin/coupons/many', {
  summary: 'Create many coupons at once, each with its own code for one use',
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
  /** A sum in rupees. */
  discount: z.number(),
  usedAt: instant,
  givenBackAt: z.nullable(instant),
})
export type CouponUse = z.output<typeof couponUse>

export const listCouponUses = defineEndpoint('GET /api/admin/coupons/:id/uses', {
  summary: 'List the orders and seats that used a coupon, newest first. The list has at most 1,000 rows.',
  right: 'prices',
  response: wrapped(z.array(couponUse)),
})
