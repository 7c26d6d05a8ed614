import { describe, expect, test } from 'vitest'
import type { AdminProduct } from '../../../../../contract/store/products.ts'
import { theSchool } from '../../../../../tests/harness/component.tsx'
import { ApiError } from '../../../../lib/api.ts'
import { PictureError } from '../../../../lib/shrink-picture.ts'
import { fieldOf, rulesOf, type ValuesOf, valuesOf, wordsOf } from '../../../record-fields.tsx'
import { addedText, clampStock, productForm } from './product-form.tsx'
import { uploadSentence } from './product-images.tsx'

const { fields, rules = rulesOf(fields) } = productForm
type Values = ValuesOf<typeof fields>
const formValues = (record: AdminProduct | null): Values =>
  valuesOf<AdminProduct, typeof fields>(fields, record)
const productBody = (values: Values) => productForm.body?.(values)

const product: AdminProduct = {
  id: 'A1',
  name: 'Rose box',
  description: 'Roses in a round box.',
  price: 1850.5,
  category: ['Roses', 'Flower Boxes'],
  instock: false,
  inStock: false,
  isOffered: true,
  featured: true,
  customLabel: null,
  isCustom: false,
  iscustom: false,
  pictures: [],
  slug: 'roses',
  badge: null,
  originalPrice: null,
  sizes: [
    { id: 'S1', name: 'Standard', price: 1850.5, stems: 12 },
    { id: 'S2', name: 'Grand', price: 2400, stems: null },
  ],
  leadDays: 1,
  ways: ['standard', 'pickup'],
  isAddon: false,
  care: null,
  substitution: null,
  isOnSite: true,
  showsRecipe: false,
  stockquantity: 0,
  stockQuantity: 0,
  image: null,
  imagefirst: null,
  imagesecond: null,
  imagethirder: null,
  imagefoure: null,
  created_at: '2026-03-02T06:30:00.000Z',
  updated_at: '2026-03-02T06:30:00.000Z',
  version: 1,
}

describe('the first values of the product form', () => {
  test('the form of a new product starts with “In Stock” and with Custom enabled', () => {
    expect(formValues(null)).toMatchObject({ instock: 'In Stock', isCustom: 'Enable', featured: false })
    expect(formValues(null)).toMatchObject({
      sizes: '[]',
      leadDays: '0',
      ways: 'standard, express, midnight, pickup',
      slug: '',
    })
  })
  test('the form of a product with stock 0 keeps the chosen “In Stock”, and joins the categories by commas', () => {
    expect(formValues(product)).toEqual({
      name: 'Rose box',
      price: '1850.50',
      stockquantity: '0',
      instock: 'In Stock',
      description: 'Roses in a round box.',
      category: 'Roses, Flower Boxes',
      isCustom: 'Disable',
      customLabel: '',
      featured: true,
      sizes:
        '[{"id":"S1","name":"Standard","price":"1850.5","stems":"12"},{"id":"S2","name":"Grand","price":"2400","stems":""}]',
      badge: '',
      originalPrice: '',
      slug: 'roses',
      leadDays: '1',
      ways: 'standard, pickup',
      isAddon: false,
      showsRecipe: false,
      care: '',
      substitution: '',
      isOnSite: true,
    })
  })
})

test('a product that is loaded into the form and saved is sent back unchanged', () => {
  expect(productBody(formValues(product))).toEqual({
    name: product.name,
    description: product.description,
    price: 1850.5,
    category: product.category,
    stockquantity: 0,
    instock: true,
    featured: true,
    customLabel: null,
    isCustom: false,
    iscustom: false,
    sizes: [
      { id: 'S1', name: 'Standard', price: 1850.5, stems: 12 },
      { id: 'S2', name: 'Grand', price: 2400, stems: null },
    ],
    badge: null,
    originalPrice: null,
    slug: 'roses',
    leadDays: 1,
    ways: ['standard', 'pickup'],
    isAddon: false,
    showsRecipe: false,
    care: null,
    substitution: null,
    isOnSite: true,
  })
})

test.each([
  ['-3', '0'],
  ['3', '3'],
  ['', ''],
  ['-', '-'],
])('a stock typed as %j becomes %j', (typed, clamped) => expect(clampStock(typed)).toBe(clamped))

describe('the refusals of the product form', () => {
  const good = formValues(product)
  const refusals = (part: object) => {
    const parsed = rules.safeParse({ ...good, ...part })
    return parsed.success
      ? {}
      : Object.fromEntries(parsed.error.issues.map((one) => [one.path[0], one.message]))
  }
  const sizesOf = (...rows: [name: string, price: string, stems: string][]) =>
    JSON.stringify(rows.map(([name, price, stems]) => ({ name, price, stems })))
  const price = 'Enter a price of 0 or more, with at most 2 decimal places'
  const stock = 'Enter the stock as a whole number from 0 to 10,00,000'
  test.each([
    [{}, {}],
    [{ name: ' ' }, { name: 'Name is required' }],
    [{ price: '' }, { price: 'Price is required' }],
    [{ price: '1.234' }, { price }],
    [{ price: '-1' }, { price }],
    [{ stockquantity: '' }, { stockquantity: 'Stock quantity is required' }],
    [{ stockquantity: '1.5' }, { stockquantity: stock }],
    [{ stockquantity: '1e9' }, { stockquantity: stock }],
    [{ description: '' }, { description: 'Description is required' }],
    [{ slug: '' }, {}],
    [{ slug: 'Rose box' }, { slug: 'Use lowercase letters, digits and single hyphens, such as rose-box' }],
    [{ leadDays: '' }, { leadDays: 'Enter 0 for the same day' }],
    [{ leadDays: '61' }, { leadDays: 'Enter a whole number of days from 0 to 60' }],
    [{ ways: '' }, { ways: 'Choose at least one delivery type' }],
    [
      { originalPrice: '-1' },
      { originalPrice: 'Enter an original price of 0 or more, with at most 2 decimal places' },
    ],
    [{ sizes: sizesOf(['', '1', '']) }, { sizes: 'Enter a name for each size' }],
    [
      { name: '', price: '', stockquantity: '', description: '' },
      {
        name: 'Name is required',
        price: 'Price is required',
        stockquantity: 'Stock quantity is required',
        description: 'Description is required',
      },
    ],
  ])('the product form with the values %j has the refusals %j', (part, expected) =>
    expect(refusals(part)).toEqual(expected),
  )
})

describe('an empty slug of a product', () => {
  test('the product form does not send an empty slug', () => {
    expect(productBody({ ...formValues(product), slug: ' ' })).toMatchObject({ slug: undefined })
  })
})

test('the comparison with another person’s change shows a product’s sizes and delivery types as text', () => {
  expect(wordsOf(fields, formValues(product))).toMatchObject({
    sizes: 'Standard: 1850.5: 12; Grand: 2400',
    ways: 'Standard, Pickup at the studio',
    name: 'Rose box',
    featured: true,
  })
})

test('an error about a field of the server is shown at the matching field of the product form', () => {
  expect(fieldOf(fields, 'stockquantity')).toBe('stockquantity')
  expect(fieldOf(fields, 'category.3')).toBe('category')
  expect(fieldOf(fields, 'sizes.1.price')).toBe('sizes')
  expect(fieldOf(fields, 'version')).toBeNull()
})

test.each([
  ['status 431', 'Image 2 is too large. Try compressing it further.', new ApiError(431, null)],
  ['status 413', 'Image 2 is too large. Try compressing it further.', new ApiError(413, null)],
  ['status 500', 'Failed to upload image 2', new ApiError(500, null)],
  ['no connection', 'Failed to upload image 2', new ApiError(0, null)],
  ['an unreadable image', 'Failed to upload image 2', new PictureError('Failed to read image')],
])('the failed upload of an image (%s) is explained by: %s', (_, sentence, failure) => {
  expect(uploadSentence(failure, 2)).toBe(sentence)
})

describe('the message about a new product', () => {
  const noStore = { ...theSchool, parts: { ...theSchool.parts, store: false } }
  const closed = { ...theSchool, isOpen: false }
  const off =
    'The store is switched off. Visitors see the product once you switch the store on under Settings, Website.'
  const unopened = 'Visitors see it once you open the site.'
  const pictures = [{}] as AdminProduct['pictures']
  test.each([
    ['with pictures', { pictures, isOnSite: true }, theSchool, 'Product created successfully with images'],
    ['without pictures', { pictures: [], isOnSite: true }, theSchool, 'Product created successfully'],
    [
      'off the site',
      { pictures: [], isOnSite: false },
      noStore,
      'Product created successfully. It’s off the site.',
    ],
    ['without a store', { pictures: [], isOnSite: true }, noStore, `Product created successfully. ${off}`],
    [
      'before the opening',
      { pictures, isOnSite: true },
      closed,
      `Product created successfully with images. ${unopened}`,
    ],
    [
      'at a school that did not load',
      { pictures: [], isOnSite: true },
      undefined,
      'Product created successfully',
    ],
  ])('%s says what is true', (_, product, school, sentence) => {
    expect(addedText(product, school)).toBe(sentence)
  })
})
