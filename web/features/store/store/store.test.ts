import { describe, expect, test } from 'vitest'
import type { DeliveryOption, FirstDay } from '../../../../contract/store/delivery.ts'
import { hasPriceRange } from '../../../../contract/store/product-facts.ts'
import type { Product } from '../../../../contract/store/products.ts'
import { type Choice, categoriesOf, choiceIn, chosen, isPlain, rangeInWords, searchOf } from './catalogue.ts'
import { dayAfter, deliveryInWords, firstDelivery, windowInWords } from './delivery-check.tsx'
import { leadInWords, needsChoice } from './product-facts.ts'
import { deliveryLines } from './product-page.tsx'

function product(name: string, facts: Partial<Product> = {}): Product {
  return {
    id: name,
    name,
    description: '',
    price: 500,
    category: [],
    instock: true,
    isOffered: true,
    featured: false,
    customLabel: null,
    isCustom: false,
    pictures: [],
    slug: name,
    badge: null,
    originalPrice: null,
    sizes: [],
    leadDays: 0,
    ways: ['standard', 'express', 'midnight', 'pickup'],
    isAddon: false,
    care: null,
    substitution: null,
    inside: null,
    ...facts,
  }
}
const size = (price: number) => ({ id: `size-${price}`, name: `Size ${price}`, price, stems: null })

const roses = product('roses', { price: 1850, category: ['Roses', 'Birthday'], featured: true })
const posy = product('posy', { price: 450, category: ['Birthday'], description: 'In a glass jar' })
const lilies = product('lilies', {
  price: 2200,
  sizes: [size(2200), size(3400)],
  category: ['Lilies'],
  instock: false,
})
const vase = product('vase', { price: 300, isAddon: true, featured: true })
const all = [vase, lilies, posy, roses]
const namesOf = (choice: Partial<Choice>) =>
  chosen(all, { ...choiceIn(new URLSearchParams()), ...choice }).map(({ name }) => name)

describe('the catalogue of the store', () => {
  test.each<[string, Partial<Choice>, string[]]>([
    ['default, with featured products first and add-ons last', {}, ['roses', 'lilies', 'posy', 'vase']],
    ['a category', { category: 'Birthday' }, ['roses', 'posy']],
    ['an unknown category', { category: 'birthday' }, []],
    ['stock', { instock: true }, ['roses', 'posy', 'vase']],
    ['a lowest price', { minPrice: 1850 }, ['roses', 'lilies']],
    ['a highest price', { maxPrice: 450 }, ['posy', 'vase']],
    ['a price that only the larger size has', { minPrice: 3000, maxPrice: 4000 }, ['lilies']],
    ['two words, in any order and case', { q: 'JAR posy' }, ['posy']],
    ['price, low to high', { sort: 'price' }, ['vase', 'posy', 'roses', 'lilies']],
    ['price, high to low', { sort: '-price' }, ['lilies', 'roses', 'posy', 'vase']],
    ['newest, in the order of the server', { sort: 'newest' }, ['vase', 'lilies', 'posy', 'roses']],
  ])('the catalogue chooses and sorts products by %s', (_, choice, names) => {
    expect(namesOf(choice)).toEqual(names)
  })

  test('the catalogue lists its categories by their number of products, then by name', () => {
    expect(categoriesOf(all)).toEqual([
      { name: 'Birthday', count: 2 },
      { name: 'Lilies', count: 1 },
      { name: 'Roses', count: 1 },
    ])
  })

  test.each([
    ['no sizes', false, false, posy],
    ['two sizes', true, true, lilies],
    ['one size', false, false, product('one size', { sizes: [size(500)] })],
    ['two sizes of one price', false, true, product('one price', { sizes: [size(500), size(500)] })],
    ['a question', false, true, product('words', { isCustom: true, customLabel: 'Ribbon colour' })],
    ['an empty question', false, false, product('no prompt', { isCustom: true })],
  ])('a product with %s has a price range: %s, and needs a choice: %s', (_, isRange, isChoice, one) => {
    expect([hasPriceRange(one), needsChoice(one)]).toEqual([isRange, isChoice])
  })
})

describe('the filters, sort and search of the store in the address', () => {
  const full = '?category=Roses&instock=yes&minPrice=500&maxPrice=2000&sort=-price&q=red+rose&shown=48'

  test('the store’s filters, sort and search are written into the address and read back unchanged', () => {
    expect(searchOf(choiceIn(new URLSearchParams(full)))).toBe(full)
    expect(searchOf(choiceIn(new URLSearchParams()))).toBe('')
  })

  test.each([
    '?sort=__proto__',
    '?minPrice=-5',
    '?minPrice=1e9',
    '?maxPrice=x',
    '?instock=1',
    '?shown=-3',
    '?shown=1.5',
    '?q=+',
  ])('the store ignores the invalid address part %s', (search) => {
    expect(searchOf(choiceIn(new URLSearchParams(search)))).toBe('')
  })

  test('the search text and the number of shown products in the address are limited', () => {
    const { q, shown } = choiceIn(new URLSearchParams(`?q=${'x'.repeat(500)}&shown=99999999`))
    expect([q.length, shown]).toEqual([80, 1000])
  })

  test.each([
    ['', true],
    ['?category=Roses', true],
    ['?category=Roses&q=red', false],
    ['?shown=48', false],
  ])('the store page with the address part "%s" is kept in the cache: %s', (search, isKept) => {
    expect(isPlain(choiceIn(new URLSearchParams(search)))).toBe(isKept)
  })

  test.each([
    [null, null, null],
    [500, null, 'From ₹500'],
    [null, 12_000, 'Up to ₹12,000'],
    [500, 2000, '₹500 to ₹2,000'],
  ])('the price range from %s to %s is written as %s', (minPrice, maxPrice, words) => {
    expect(rangeInWords({ minPrice, maxPrice })).toBe(words)
  })
})

describe('the delivery of a product', () => {
  const today = '2026-03-30'
  const option = (way: DeliveryOption['way'], from: string, to: string, reason: string | null = null) => ({
    slotId: `${way} ${from}`,
    name: way,
    way,
    from,
    to,
    fee: 0,
    closesAt: '2026-03-30T09:30:00.000Z',
    left: null,
    reason,
    refusedFor: null,
  })
  const options = {
    days: [
      {
        day: '2026-03-31',
        options: [option('midnight', '23:00', '00:30'), option('standard', '09:00', '13:00')],
      },
      {
        day: '2026-03-30',
        options: [
          option('pickup', '09:00', '18:00'),
          option('standard', '09:00', '13:00', 'Orders for today close at 3 pm'),
          option('standard', '14:00', '18:00'),
        ],
      },
      { day: '2026-04-02', options: [option('standard', '13:00', '18:00')] },
    ],
  }

  test.each<[string, Partial<Product>, string | null, string]>([
    ['the first open slot of today', {}, null, 'Today, 2-6 pm'],
    ['tomorrow if the product needs a day', { leadDays: 1 }, null, 'Tomorrow, 9 am-1 pm'],
    ['a day of the next month if the product needs two days', { leadDays: 2 }, null, 'Thu, 2 Apr, 1-6 pm'],
    ['the wished day if it is open', {}, '2026-03-31', 'Tomorrow, 9 am-1 pm'],
    ['the first open day after a wished day without slots', {}, '2026-04-01', 'Thu, 2 Apr, 1-6 pm'],
    [
      'only slots of the product’s own ways',
      { ways: ['midnight'] },
      null,
      'Tomorrow, 11 pm-12:30 am, the night before',
    ],
    [
      'no day if the product needs longer than the listed days',
      { leadDays: 9 },
      null,
      'Ask us for a delivery day',
    ],
    ['the studio if the product is only picked up', { ways: ['pickup'] }, null, 'Collect from the studio'],
  ])('the delivery text of a product names %s', (_, facts, wished, words) => {
    expect(deliveryInWords(product('one', facts), options, today, wished)).toBe(words)
  })

  test('a requested delivery day in the past counts as today', () => {
    expect(firstDelivery(posy, options, today, '2026-01-01')?.day).toBe(today)
  })

  test.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
  ])('the day %s plus %d days is %s', (day, days, after) => {
    expect(dayAfter(day, days)).toBe(after)
  })

  test.each([
    ['14:00', '18:00', '2-6 pm'],
    ['09:00', '13:00', '9 am-1 pm'],
    ['23:00', '00:30', '11 pm-12:30 am, the night before'],
    ['12:00', '12:30', '12-12:30 pm'],
  ])('the slot from %s to %s is written as %s', (from, to, words) => {
    expect(windowInWords(from, to)).toBe(words)
  })

  test.each<[number, Product['ways'], string, string]>([
    [
      0,
      ['standard', 'express', 'midnight', 'pickup'],
      'Same-day delivery',
      'Standard delivery\nExpress delivery\nMidnight delivery\nCollect from the studio',
    ],
    [1, ['standard'], 'Order a day ahead', 'Order a day ahead\nStandard delivery'],
    [
      3,
      ['standard', 'express'],
      'Order 3 days ahead',
      'Order 3 days ahead\nStandard delivery\nExpress delivery',
    ],
    [5, ['pickup'], 'Collect from the studio', 'Collect from the studio'],
  ])(
    'a product with %d lead days and the delivery ways %s shows both as text',
    (leadDays, ways, lead, words) => {
      const one = product('one', { leadDays, ways })
      expect([leadInWords(one, [first('standard', 'Same-day delivery')]), deliveryLines(one)]).toEqual([
        lead,
        words,
      ])
    },
  )

  const first = (way: FirstDay['way'], words: string): FirstDay => ({
    way,
    day: today,
    words,
    closesAt: '2026-03-30T09:30:00.000Z',
  })
  const two = [first('standard', 'Delivery from tomorrow'), first('midnight', 'Delivery from Thu, 2 Apr')]

  test.each<[string, Partial<Product>, FirstDay[] | undefined, string | null]>([
    ['the first day of its first way', {}, two, 'Delivery from tomorrow'],
    ['the first day of its own ways', { ways: ['midnight'] }, two, 'Delivery from Thu, 2 Apr'],
    ['its lead time', { leadDays: 1 }, two, 'Order a day ahead'],
    ['no day if its ways cannot be ordered', { ways: ['express'] }, two, 'Ask us for a delivery day'],
    [
      'no day if nothing can be ordered, even with a lead time',
      { leadDays: 2 },
      [],
      'Ask us for a delivery day',
    ],
    ['nothing while the first days are unknown', {}, undefined, null],
    ['its lead time while the first days are unknown', { leadDays: 2 }, undefined, 'Order 2 days ahead'],
    [
      'a pickup even while the first days are unknown',
      { ways: ['pickup'] },
      undefined,
      'Collect from the studio',
    ],
  ])('a product card says about delivery: %s', (_, facts, firstDays, words) => {
    expect(leadInWords(product('one', facts), firstDays)).toBe(words)
  })
})
