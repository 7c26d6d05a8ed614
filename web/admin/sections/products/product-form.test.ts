import { describe, expect, test } from 'vitest'
import type { AdminProduct } from '../../../../contract/products.ts'
import { ApiError } from '../../../lib/api.ts'
import { PictureError } from '../../../lib/shrink-picture.ts'
import { clampStock, formFieldOf, formValues, productBody, productForm } from './product-form.ts'
import { uploadSentence } from './product-images.ts'

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

describe('what the form starts with (B§5)', () => {
  test('a new product is in stock, its custom enabled', () => {
    expect(formValues(null)).toMatchObject({ stockStatus: 'In Stock', custom: 'Enable', isFeatured: false })
  })
  test('what staff chose, though nothing is left; categories comma-separated (B§2)', () => {
    expect(formValues(product)).toEqual({
      name: 'Rose box',
      price: '1850.50',
      stock: '0',
      stockStatus: 'In Stock',
      description: 'Roses in a round box.',
      categories: 'Roses, Flower Boxes',
      custom: 'Disable',
      customLabel: '',
      isFeatured: true,
    })
  })
})

test('what was read is sent back as it was', () => {
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
  })
})

test.each([
  ['-3', '0'],
  ['3', '3'],
  ['', ''],
  ['-', '-'],
])('a stock typed as %j becomes %j', (typed, clamped) => expect(clampStock(typed)).toBe(clamped))

describe('what is refused, each with its sentence', () => {
  const good = formValues(product)
  const refusals = (part: object) => {
    const parsed = productForm.safeParse({ ...good, ...part })
    return parsed.success
      ? {}
      : Object.fromEntries(parsed.error.issues.map((one) => [one.path[0], one.message]))
  }
  const price = 'Price must be a number of 0 or more, with at most 2 decimals'
  const stock = 'Stock must be a whole number from 0 to 10,00,000'
  test.each([
    [{}, {}],
    [{ name: ' ' }, { name: 'Name is required' }],
    [{ price: '' }, { price: 'Price is required' }],
    [{ price: '1.234' }, { price }],
    [{ price: '-1' }, { price }],
    [{ stock: '' }, { stock: 'Stock quantity is required' }],
    [{ stock: '1.5' }, { stock }],
    [{ stock: '1e9' }, { stock }],
    [{ description: '' }, { description: 'Description is required' }],
    [
      { name: '', price: '', stock: '', description: '' },
      {
        name: 'Name is required',
        price: 'Price is required',
        stock: 'Stock quantity is required',
        description: 'Description is required',
      },
    ],
  ])('%j', (part, expected) => expect(refusals(part)).toEqual(expected))
})

test('the server’s names of fields', () => {
  expect(formFieldOf('stockquantity')).toBe('stock')
  expect(formFieldOf('category.3')).toBe('categories')
  expect(formFieldOf('version')).toBeNull()
})

test.each([
  [new ApiError(431, null), 'Image 2 is too large. Try compressing it further.'],
  [new ApiError(413, null), 'Image 2 is too large. Try compressing it further.'],
  [new ApiError(500, null), 'Failed to upload image 2'],
  [new ApiError(0, null), 'Failed to upload image 2'],
  [new PictureError('Failed to read image'), 'Failed to upload image 2'],
])('an image that could not be uploaded (B§8): %o', (failure, sentence) => {
  expect(uploadSentence(failure, 2)).toBe(sentence)
})
