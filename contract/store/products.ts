import * as z from 'zod/mini'
import { defineEndpoint, endpointGroup } from '../endpoint.ts'
import { folded } from '../folded.ts'
import {
  asTyped,
  email,
  id,
  imageBodyLimit,
  instant,
  line,
  listOrWrapped,
  listQuery,
  nameList,
  numeric,
  patterned,
  picture,
  pictureText,
  rupees,
  trapField,
  version,
} from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'
import {
  addedIn,
  cellsIn,
  changedIn,
  type FieldNames,
  field,
  flagField,
  importColumnsIn,
  listField,
  numberField,
  partsField,
  requiredRupees,
  requiredText,
  rupeesOrNone,
  shownIn,
  textOrNone,
  wholeNumber,
} from '../record-fields.ts'
import { cell } from '../row-import.ts'
import { grouped } from '../words.ts'
import { type DeliveryWay, deliveryWays } from './delivery-facts.ts'
import * as error from './fields.en.ts'
import {
  normaliseCategories,
  ofEachSlot,
  type ProductImageSlot,
  productImageSlots,
  tooManyImages,
} from './product-input.ts'

const categories = nameList(normaliseCategories, {
  countMax: 30,
  lengthMax: 60,
  tooMuch: ({ countMax, lengthMax }) =>
    `Enter at most ${countMax} categories of up to ${lengthMax} characters each`,
})

const stockMax = 1_000_000
const stockSentence = `Enter the stock as a whole number from 0 to ${grouped(stockMax)}`

/** A stock below 0 is read as 0. */
const stock = z.pipe(
  numeric(/^-?\d{1,9}$/, stockSentence).check(
    z.refine((value) => Number.isInteger(value) && value <= stockMax, stockSentence),
  ),
  z.transform((value) => Math.max(0, value)),
)

export const slugMax = 80
const slugSentence = 'Use lowercase letters, digits and single hyphens, such as rose-box'
/** No product may have the slug `featured`, because `/api/products/featured` is an endpoint. */
const slug = patterned(slugMax, /^[a-z0-9]+(?:-[a-z0-9]+)*$/, slugSentence, { isTrimmed: true }).check(
  z.refine(
    (typed) => typed !== 'featured',
    'The website already uses this address. Choose a different address.',
  ),
)

export const leadDaysMax = 60
const leadDaysSentence = `Enter a whole number of days from 0 to ${leadDaysMax}`
const leadDays = wholeNumber(/^\d{1,3}$/, 0, leadDaysMax, leadDaysSentence)

export const sizesMax = 8
const stemsSentence = 'Enter the number of stems as a whole number from 1 to 9,999'
export const productSize = z.object({
  /** The id of the size. A form sends it back to keep it, because carts and recipes refer to a size by its id. */
  id: z.nullish(id),
  name: line(40, { required: 'Enter a name for each size' }).check(
    // A spreadsheet file writes sizes as `Standard: 900: 12; Grand: 1500`, so a name may contain neither `:` nor `;`.
    z.refine((name) => !/[:;]/.test(name), 'Leave out colons and semicolons'),
  ),
  price: rupees('Enter a price of 0 or more for each size, with at most 2 decimal places'),
  stems: z.nullish(wholeNumber(/^\d{1,4}$/, 1, 9999, stemsSentence)),
})
export type ProductSizeInput = z.output<typeof productSize>

const sizes = z.array(productSize).check(
  z.maxLength(sizesMax, `Add at most ${sizesMax} sizes`),
  z.refine(
    (all) => new Set(all.map(({ name }) => folded(name))).size === all.length,
    'Two sizes have the same name. Change one of them.',
  ),
)

const waysSentence = `Choose one or more of these: ${deliveryWays.join(', ')}`
const ways = z
  .array(z.enum(deliveryWays, { error: waysSentence }), { error: waysSentence })
  .check(z.minLength(1, waysSentence), z.maxLength(deliveryWays.length, waysSentence))
/** Reads a cell of a file that has one of two texts. `first` or an empty cell means true, and `second` means false. */
function oneOf(first: string, second: string) {
  return cell(z.boolean(`Enter ${first} or ${second}`), (typed) => {
    if (typed === '' || typed.toLowerCase() === first.toLowerCase()) return true
    return typed.toLowerCase() === second.toLowerCase() ? false : typed
  })
}

/**
 * Reads sizes from a cell. `Standard: 900: 12; Grand: 1500` are two sizes with their prices; the first size has 12
 * stems.
 */
function sizesIn(typed: string) {
  return partsOf(typed, ';').map((part) => {
    const [name, price = '', stems] = part.split(':').map((word) => word.trim())
    return { name, price, ...(stems && { stems }) }
  })
}

export function sizesText(all: readonly { name: string; price: number; stems: number | null }[]): string {
  return all.map(({ name, price, stems }) => [name, price, ...(stems ? [stems] : [])].join(': ')).join('; ')
}

function partsOf(typed: string, mark: string): string[] {
  return typed
    .split(mark)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Makes a field for a yes or no that a file writes as one of two texts. `first` or an empty cell means yes. */
function choiceField<const Column extends string>(named: FieldNames<Column>, first: string, second: string) {
  const says = (shown: boolean) => (shown ? first : second)
  return { ...flagField(named, 1), example: first, cell: oneOf(first, second), says }
}

/**
 * The fields that staff set. The audit log and an exported file use this order, but in the file the description comes
 * last.
 */
export const productFields = {
  name: requiredText(
    'line',
    { label: 'Name', column: 'name', example: 'Twelve pink gerberas' },
    120,
    'Name is required',
  ),
  description: requiredText(
    'text',
    { label: 'Description', column: 'description', example: 'Hand-tied, in brown paper.' },
    5000,
    'Description is required',
  ),
  price: requiredRupees(
    { label: 'Price', column: 'price_in_paise', example: '720', hint: 'In rupees, digits only' },
    'Enter a price of 0 or more, with at most 2 decimal places',
  ),
  category: listField({
    label: 'Categories',
    column: 'categories',
    logged: 'category',
    item: z.string(),
    rule: categories,
    cell: cell(categories, (typed) => typed.replaceAll('|', ',')),
    example: 'Gerberas, Birthday',
    hint: 'Separated by commas',
  }),
  stockquantity: numberField(
    // A request may name the stock `stockquantity` or `stockQuantity`. A file has one column for it.
    { label: 'Stock', column: 'quantity', example: '15', isCellRequired: true },
    stock,
    cell(stock, (typed) => typed),
  ),
  /**
   * True if staff offer the product, even if its stock is 0. A form shows this choice and sends it back as `instock`.
   */
  instock: choiceField(
    {
      label: 'Stock status',
      column: 'is_offered',
      hint: 'In Stock or Out of Stock. Blank means In Stock.',
    },
    'In Stock',
    'Out of Stock',
  ),
  featured: flagField({ label: 'Featured', column: 'is_featured' }),
  isCustom: choiceField(
    { label: 'Custom', column: 'is_custom', hint: 'Enable or Disable. Blank means Enable.' },
    'Enable',
    'Disable',
  ),
  customLabel: textOrNone(
    'line',
    { label: 'Custom label', column: 'custom_label', example: 'Ribbon colour' },
    60,
  ),
  badge: textOrNone(
    'line',
    { label: 'Badge', column: 'badge', example: 'New', hint: 'A word or two shown on its card' },
    30,
  ),
  /** The earlier price, which is shown struck through beside the price. */
  originalPrice: rupeesOrNone(
    { label: 'Original price', column: 'original_price_in_paise', example: '850', hint: 'Shown crossed out' },
    'Enter an original price of 0 or more, with at most 2 decimal places',
  ),
  /**
   * The sizes with their own prices. `price` is always the lowest of these. The list is empty if the product has one
   * price.
   */
  sizes: partsField({
    label: 'Sizes',
    shown: z.array(z.object({ id, name: z.string(), price: z.number(), stems: z.nullable(z.number()) })),
    rule: sizes,
    cell: cell(sizes, sizesIn),
    says: sizesText,
    example: 'Standard: 720: 12; Grand: 1200: 24',
    hint: 'Name: price: stems, separated by semicolons. The stems are optional.',
  }),
  /** The least number of days between an order and its delivery; 0 allows delivery on the day of the order. */
  leadDays: numberField(
    {
      label: 'Lead days',
      column: 'lead_days',
      example: '0',
      hint: 'How many days ahead it must be ordered',
    },
    leadDays,
  ),
  ways: field({
    label: 'Delivery',
    column: 'ways',
    shown: z.array(z.enum(deliveryWays)),
    rule: ways,
    cell: cell(z.optional(ways), (typed) => (typed === '' ? undefined : partsOf(typed.toLowerCase(), ','))),
    // Null means all ways of delivery, including ways that are added later.
    start: null as string | null,
    read: (json): DeliveryWay[] => (json === null ? [...deliveryWays] : JSON.parse(json)),
    write(said) {
      const chosen = deliveryWays.filter((way) => said.includes(way))
      return chosen.length === deliveryWays.length ? null : JSON.stringify(chosen)
    },
    example: 'standard, pickup',
    hint: `Any of ${deliveryWays.join(', ')}. Blank means all of them`,
  }),
  isAddon: flagField({ label: 'Add-on', column: 'is_addon' }),
  showsRecipe: flagField({ label: 'Show what is inside', column: 'shows_recipe' }),
  care: textOrNone(
    'text',
    { label: 'Care', column: 'care', example: 'Cut the stems every other day.' },
    1000,
  ),
  substitution: textOrNone(
    'text',
    {
      label: 'Substitution',
      column: 'substitution',
      example: 'White roses where there are no lilies.',
    },
    500,
  ),
  /** False if only staff, and people who ordered the product, can see it. */
  isOnSite: flagField({ label: 'On the site', column: 'is_on_site', hint: 'Yes or No. Blank means Yes.' }, 1),
}

const { stockquantity: _stock, showsRecipe: _recipe, isOnSite: _site, ...publicFields } = productFields

const shown = {
  id,
  ...shownIn(publicFields),
  isOffered: z.boolean(),
  pictures: z.array(z.object({ slot: z.enum(productImageSlots), picture })),
  /** The last part of the address of the product's page, `/store/{slug}`. */
  slug: z.string(),
}

/** A product as staff see it. Some fields have two names, such as `stockquantity` and `stockQuantity`. */
export const adminProduct = z.object({
  ...shown,
  ...shownIn(productFields),
  stockQuantity: z.number(),
  inStock: z.boolean(),
  iscustom: z.boolean(),
  ...ofEachSlot(() => z.nullable(z.string())),
  created_at: instant,
  updated_at: instant,
  version,
})
export type AdminProduct = z.output<typeof adminProduct>

export const product = z.object({
  ...shown,
  /** The flowers of each size, such as "12 roses, 5 stems of tuberose, greens". Null unless staff show them. */
  inside: z.nullable(z.string()),
})
export type Product = z.output<typeof product>

/** Other names of some fields. If a request has both names, the name in `productFields` counts. */
const besides = {
  stockQuantity: z.optional(stock),
  inStock: z.optional(z.boolean()),
  iscustom: z.optional(z.boolean()),
  slug: z.optional(slug),
}

const isAbovePrice = {
  error: 'Enter an original price above the price',
  path: ['originalPrice'],
}

/** Returns the lowest price of the sizes in paise, or `otherwise` if there are no sizes. */
export function lowestPrice(sizes: readonly { price: number }[] | undefined, otherwise: number): number {
  return sizes === undefined || sizes.length === 0 ? otherwise : Math.min(...sizes.map(({ price }) => price))
}

function isStruckThrough(body: {
  price: number
  sizes?: ProductSizeInput[] | undefined
  originalPrice?: number | null | undefined
}): boolean {
  return !body.originalPrice || body.originalPrice > lowestPrice(body.sizes, body.price)
}

export const productInput = z.object({ ...addedIn(productFields), ...besides }).check(
  z.refine(isStruckThrough, isAbovePrice),
  z.refine((body) => body.stockquantity !== undefined || body.stockQuantity !== undefined, {
    error: 'Stock quantity is required',
    path: ['stockquantity'],
  }),
)
export type ProductInput = z.output<typeof productInput>

/** Fields that a PUT leaves out keep their values. One call sends the picture of one slot. */
export const productPatch = z
  .looseObject({
    ...changedIn(productFields),
    ...besides,
    /** Null removes the picture of the slot. */
    ...ofEachSlot(() => z.nullish(pictureText)),
    version: z.optional(z.number()),
  })
  .check(
    z.refine((body) => Object.keys(body).every((key) => !/^image/i.test(key) || isSlot(key)), {
      error: tooManyImages,
      path: ['image'],
    }),
    z.refine((body) => productImageSlots.filter((slot) => body[slot] !== undefined).length <= 1, {
      error: 'Send one picture at a time',
      path: ['image'],
    }),
  )
export type ProductPatch = z.output<typeof productPatch>

function isSlot(key: string): key is ProductImageSlot {
  return (productImageSlots as readonly string[]).includes(key)
}

/** A `-` before a name reverses the order. */
export const productSorts = ['newest', 'name', '-name', 'price', '-price', 'stock', '-stock'] as const

const yesOrNo = z.enum(['yes', 'no'])

const records = recordAt('/api/admin/products', 'store', adminProduct)

export const productRecords = endpointGroup({
  list: defineEndpoint('GET /api/admin/products', {
    summary: 'List all products for the back office',
    right: 'store',
    query: z.object({
      ...listQuery.shape,
      sort: z.optional(
        z.enum(productSorts, { error: `Choose one of these sort orders: ${productSorts.join(', ')}` }),
      ),
      instock: z.optional(yesOrNo),
      featured: z.optional(yesOrNo),
    }),
    response: z.array(adminProduct),
    readAs: listOrWrapped(adminProduct),
  }),
  get: records.reads('Get a product for the back office'),
  add: records.adds('Create a product. Its pictures are added afterwards, one in each call.', productInput, {
    example: { name: 'Rose box', description: 'Roses in a round box.', price: 500, stockquantity: 12 },
  }),
  update: defineEndpoint('PUT /api/admin/products/:id', {
    summary: 'Change a product or one of its five pictures. Fields that are left out keep their values.',
    right: 'store',
    body: productPatch,
    bodyLimit: imageBodyLimit,
    response: adminProduct,
  }),
  remove: records.deletes('Delete a product. It can be restored from the bin.'),
  imports: records.keptImports('products'),
})
export const beginProductPreview = records.previews('a product')

export const productImportRow = z
  .object(cellsIn(productFields))
  .check(z.refine(isStruckThrough, isAbovePrice))

const { description, ...before } = productFields
export const productImportColumns = importColumnsIn({ ...before, description })

const asked = z.pipe(
  z.enum(['yes', 'no', 'true', 'false']),
  z.transform((value) => (value === 'yes' || value === 'true' ? ('yes' as const) : ('no' as const))),
)
const priceLimit = rupees('Enter a price of 0 or more, with at most 2 decimal places')

/** The list is sorted by `featured` if `sort` is left out: featured products come first. */
export const storeSorts = ['featured', 'price', '-price', 'newest'] as const

export const listProducts = defineEndpoint('GET /api/products', {
  summary:
    'List the products, featured ones first. They can be filtered by category, stock and price, and searched.',
  access: 'public',
  part: 'store',
  rate: 'read',
  query: z.object({
    ...listQuery.shape,
    sort: z.optional(
      z.enum(storeSorts, { error: `Choose one of these sort orders: ${storeSorts.join(', ')}` }),
    ),
    category: z.optional(asTyped(60)),
    instock: z.optional(asked),
    addon: z.optional(asked),
    minPrice: z.optional(priceLimit),
    maxPrice: z.optional(priceLimit),
  }),
  response: z.array(product),
  readAs: listOrWrapped(product),
  // The cache stores only the response to a request without query parameters.
  topics: ['products'],
})

export const featuredProductsMax = 12

export const listFeaturedProducts = defineEndpoint('GET /api/products/featured', {
  summary: `List up to ${featuredProductsMax} featured products, those in stock first`,
  access: 'public',
  part: 'store',
  response: z.array(product),
  topics: ['products'],
})

export const addonsMax = 12

export const productDetail = z.extend(product, {
  /** Add-ons in stock that can be ordered together with this product. Empty if the product is an add-on itself. */
  addons: z.array(product),
})
export type ProductDetail = z.output<typeof productDetail>

const productAddress = z.object({
  slug: patterned(100, /^[a-z0-9_-]+$/i, error.productUnknown),
})

export const getProduct = defineEndpoint('GET /api/products/:slug', {
  summary:
    'Get a product by its slug or id, with its add-ons. A sold-out product is found, but a deleted one isn’t.',
  access: 'public',
  part: 'store',
  rate: 'read',
  params: productAddress,
  response: productDetail,
  topics: ['products', 'delivery'],
  // The endpoint also finds a product by its id, or by its slug in capitals. The cache stores the response once, under
  // the slug.
  keptAs: ({ slug }: z.output<typeof productDetail>) => ({ slug }),
})

/** A visitor enters an e-mail address, and gets an e-mail when the product is back in stock. */
export const wishForm = z.object({ email: email() })

export const wishForProduct = defineEndpoint('POST /api/products/:slug/wish', {
  summary: 'Request one e-mail when a sold-out product is back in stock',
  access: 'public',
  part: 'store',
  params: productAddress,
  body: z.extend(wishForm, { website: trapField }),
  errors: ['not_found', 'conflict'],
})
