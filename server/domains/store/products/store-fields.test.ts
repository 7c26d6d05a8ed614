import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyTables } from '../../../../tests/harness/app.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { addSlot } from '../../../../tests/harness/delivery.ts'
import { onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'

const form = { name: 'Rose box', description: 'Roses in a round box.', price: 900, stockquantity: 5 }
const sizes = [
  { name: 'Standard', price: 900, stems: 12 },
  { name: 'Grand', price: '1500.50' },
]

onEachEngine('the store fields of a product', (app, engine) => {
  let owner: string
  beforeAll(async () => {
    owner = (await signedIn(app, 'owner')).token
  })
  beforeEach(() =>
    emptyTables(app, ['bin_entry', 'audit_entry', 'cart', 'product_size', 'product'], 'products'),
  )

  const post = (body: object = {}) =>
    app.http('POST', '/api/admin/products', { token: owner, body: { ...form, ...body } })
  const add = async (body: object = {}) => {
    const answer = await post(body)
    expect(answer.status, answer.text).toBe(201)
    return answer.body
  }
  const put = (id: string, body: object) =>
    app.http('PUT', `/api/admin/products/${id}`, { token: owner, body })
  const changes = async () => {
    const rows = await app.db.read
      .selectFrom('audit_entry')
      .select('changes')
      .where('action', '=', 'changed')
      .execute()
    return rows.flatMap((row) => JSON.parse(row.changes ?? '[]'))
  }

  partOnSqlite(engine, 'refused store fields', () => {
    const stems = 'Enter the number of stems as a whole number from 1 to 9,999'
    const sizePrice = 'Enter a price of 0 or more for each size, with at most 2 decimal places'
    const days = 'Enter a whole number of days from 0 to 60'
    const ways = 'Choose one or more of these: standard, express, midnight, pickup'
    const address = 'Use lowercase letters, digits and single hyphens, such as rose-box'
    test.each<[object, string, string]>([
      [{ slug: 'Rose box' }, 'slug', address],
      [{ slug: 'rose--box' }, 'slug', address],
      [{ slug: '../admin' }, 'slug', address],
      [{ slug: '' }, 'slug', address],
      [{ slug: 'x'.repeat(81) }, 'slug', address],
      [{ slug: 'featured' }, 'slug', 'The website already uses this address. Choose a different address.'],
      [{ badge: 'x'.repeat(31) }, 'badge', 'Use at most 30 characters'],
      [
        { originalPrice: 'cheap' },
        'originalPrice',
        'Enter an original price of 0 or more, with at most 2 decimal places',
      ],
      [{ originalPrice: 900 }, 'originalPrice', 'Enter an original price above the price'],
      [
        { originalPrice: 1200, sizes: [{ name: 'Grand', price: 1500 }] },
        'originalPrice',
        'Enter an original price above the price',
      ],
      [{ sizes: [{ name: ' ', price: 1 }] }, 'sizes.0.name', 'Enter a name for each size'],
      [{ sizes: [{ name: 'A: b', price: 1 }] }, 'sizes.0.name', 'Leave out colons and semicolons'],
      [{ sizes: [{ name: 'A', price: -1 }] }, 'sizes.0.price', sizePrice],
      [{ sizes: [{ name: 'A', price: '1.234' }] }, 'sizes.0.price', sizePrice],
      [{ sizes: [{ name: 'A', price: 1, stems: 0 }] }, 'sizes.0.stems', stems],
      [{ sizes: [{ name: 'A', price: 1, stems: 1.5 }] }, 'sizes.0.stems', stems],
      [
        {
          sizes: [
            { name: 'A', price: 1 },
            { name: 'a ', price: 2 },
          ],
        },
        'sizes',
        'Two sizes have the same name. Change one of them.',
      ],
      [
        { sizes: Array.from({ length: 9 }, (_, n) => ({ name: `Size ${n}`, price: 1 })) },
        'sizes',
        'Add at most 8 sizes',
      ],
      [{ leadDays: -1 }, 'leadDays', days],
      [{ leadDays: 61 }, 'leadDays', days],
      [{ leadDays: '1.5' }, 'leadDays', days],
      [{ ways: [] }, 'ways', ways],
      [{ ways: ['drone'] }, 'ways.0', ways],
      [{ care: 'x'.repeat(1001) }, 'care', 'Use at most 1000 characters'],
      [{ substitution: 'x'.repeat(501) }, 'substitution', 'Use at most 500 characters'],
    ])('a product with %j is refused beside its field', async (body, field, sentence) => {
      const added = await post(body)
      expect([added.status, added.body.fields]).toEqual([400, { [field]: sentence }])
      const { id, version } = await add()
      const changed = await put(id, body)
      expect([changed.status, changed.body.fields]).toEqual([400, { [field]: sentence }])
      expect((await put(id, {})).body).toMatchObject({ slug: 'rose-box', sizes: [], version: version + 1 })
    })

    test('the page address of another product is refused, even if that product is deleted', async () => {
      const [first, second] = [await add({ slug: 'roses' }), await add({ name: 'Vase' })]
      const taken = {
        status: 400,
        body: { fields: { slug: 'Another product uses this address. Choose a different address.' } },
      }
      expect(await post({ slug: 'roses' })).toMatchObject(taken)
      expect(await put(second.id, { slug: 'roses' })).toMatchObject(taken)
      await app.http('DELETE', `/api/admin/products/${first.id}`, { token: owner })
      expect(await put(second.id, { slug: 'roses' })).toMatchObject(taken)
      expect((await put(second.id, { slug: 'vase' })).status).toBe(200)
    })
  })

  test('the store fields are stored, shown in the store and written to the audit log', async () => {
    const product = await add()
    expect(product).toMatchObject({
      slug: 'rose-box',
      badge: null,
      originalPrice: null,
      sizes: [],
      leadDays: 0,
      ways: ['standard', 'express', 'midnight', 'pickup'],
      isAddon: false,
      showsRecipe: false,
      care: null,
      substitution: null,
    })
    await addSlot(app)
    await addSlot(app, { way: 'pickup' })
    const storeFields = {
      slug: 'twelve-roses',
      badge: 'New',
      originalPrice: 1100,
      leadDays: 2,
      ways: ['standard', 'pickup'],
      isAddon: true,
      showsRecipe: true,
      care: 'Cut the stems every other day.',
      substitution: 'White roses where there are no red ones.',
    }
    const { body } = await put(product.id, { ...storeFields, ways: ['pickup', 'standard'], sizes })
    expect(body).toMatchObject({ ...storeFields, price: 900 })
    expect(body.sizes).toEqual([
      { id: expect.any(String), name: 'Standard', price: 900, stems: 12 },
      { id: expect.any(String), name: 'Grand', price: 1500.5, stems: null },
    ])
    const { showsRecipe: _, ...shown } = storeFields
    expect((await app.http('GET', '/api/products/twelve-roses')).body).toMatchObject({
      ...shown,
      sizes: body.sizes,
    })
    // The address with the old slug is not found.
    expect((await app.http('GET', '/api/products/rose-box')).status).toBe(404)
    const changed = Object.fromEntries(
      (await changes()).map(({ field, from, to }: Record<string, string>) => [field, [from, to]]),
    )
    expect(changed).toMatchObject({
      address: ['rose-box', 'twelve-roses'],
      sizes: [null, 'Standard: 900: 12; Grand: 1500.5'],
      'original price': [null, '1100'],
      'lead days': ['0', '2'],
      badge: [null, 'New'],
    })
    const emptied = await put(product.id, {
      badge: '',
      originalPrice: null,
      care: null,
      substitution: '',
      ways: ['standard', 'express', 'midnight', 'pickup'],
    })
    expect(emptied.body).toMatchObject({ badge: null, originalPrice: null, care: null, substitution: null })
    const { ways } = await app.db.read
      .selectFrom('product')
      .select('ways')
      .where('id', '=', product.id)
      .executeTakeFirstOrThrow()
    // Null means all types of delivery, including types that are added later.
    expect(ways).toBeNull()
  })

  partOnSqlite(engine, 'the sizes of a product', () => {
    test('a product with sizes has the lowest price of its sizes, whatever price the form sends', async () => {
      const product = await add({ price: 5, sizes })
      expect(product.price).toBe(900)
      expect((await put(product.id, { price: 5 })).body.price).toBe(900)
      const cheaper = await put(product.id, { sizes: [...sizes, { name: 'Mini', price: 300 }] })
      expect(cheaper.body.price).toBe(300)
      expect((await put(product.id, { sizes: [], price: 800 })).body).toMatchObject({ price: 800, sizes: [] })
      expect((await put(product.id, { sizes: [{ name: 'One', price: 700 }] })).body.price).toBe(700)
      expect((await put(product.id, { sizes: [] })).body.price).toBe(700)
    })

    test('a renamed, moved or repriced size keeps its id; a size with the id of another product’s size gets a new id', async () => {
      const product = await add({ sizes })
      const other = await add({ name: 'Vase', sizes })
      const [standard, grand] = product.sizes
      const { body } = await put(product.id, {
        sizes: [
          { id: grand.id, name: 'Luxury', price: 1600 },
          { id: standard.id, name: 'Standard', price: 950 },
          { id: standard.id, name: 'Twice', price: 950 },
          { id: other.sizes[0].id, name: 'Theirs', price: 950 },
        ],
      })
      expect(body.sizes.map(({ name }: { name: string }) => name)).toEqual([
        'Luxury',
        'Standard',
        'Twice',
        'Theirs',
      ])
      const ids = body.sizes.map(({ id }: { id: string }) => id)
      expect(ids.slice(0, 2)).toEqual([grand.id, standard.id])
      expect(new Set([...ids, ...other.sizes.map(({ id }: { id: string }) => id)]).size).toBe(6)
      expect((await app.http('GET', '/api/products/vase')).body.sizes).toEqual(other.sizes)
    })

    test('all sizes share the stock of their product', async () => {
      const product = await add({ sizes })
      const cart = async (size: string, quantity: number, token?: string) =>
        (
          await app.http('POST', '/api/cart/items', {
            body: { productId: product.id, size, quantity },
            ...(token && { headers: { 'Cart-Token': token } }),
          })
        ).body.data
      const { token } = await cart(product.sizes[0].id, 3)
      const both = await cart(product.sizes[1].id, 9, token)
      expect(both).toMatchObject({ count: 5, subtotal: 3 * 900 + 2 * 1500.5 })
    })

    test('a cart reports a line whose size was removed', async () => {
      const product = await add({ sizes })
      const { data } = (
        await app.http('POST', '/api/cart/items', {
          body: { productId: product.id, size: product.sizes[1].id, quantity: 1 },
        })
      ).body
      await put(product.id, { sizes: product.sizes.slice(0, 1) })
      const answer = await app.http('GET', '/api/cart', { headers: { 'Cart-Token': data.token } })
      expect(answer.body.data).toMatchObject({
        lines: [],
        notices: [
          { kind: 'gone', sentence: 'We no longer offer Rose box, so we removed it from your cart.' },
        ],
      })
    })
  })

  describe('the page addresses of products', () => {
    const slugs = async () =>
      (await app.db.read.selectFrom('product').select('slug').orderBy('slug').execute()).map(
        ({ slug }) => slug,
      )

    test('a product’s page address is made from its name, with a number if the address is taken', async () => {
      for (const name of ['Rósé & Co', 'rose co', 'Featured', 'மல்லி', 'மல்லி']) await add({ name })
      expect(await slugs()).toEqual(['featured-2', 'malli', 'malli-2', 'rose-co', 'rose-co-2'])
    })

    test('twenty products of one name that are added simultaneously get twenty different page addresses', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => post()))
      expect(answers.filter(({ status }) => status !== 201)).toEqual([])
      expect(new Set(await slugs()).size).toBe(20)
    })

    test('one of ten products that request the same page address simultaneously gets the address', async () => {
      const ids = await Promise.all(
        Array.from({ length: 10 }, async (_, n) => (await add({ name: `Thing ${n}` })).id),
      )
      const answers = await Promise.all(ids.map((id) => put(id, { slug: 'wanted' })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
      expect((await slugs()).filter((slug) => slug === 'wanted')).toHaveLength(1)
    })
  })

  test('an import reads the store fields from their columns and reports invalid values', async () => {
    const row = { name: 'Wreath', description: 'Round.', price: '900', stockquantity: '3' }
    const rows = [
      {
        ...row,
        badge: 'New',
        originalPrice: '1000',
        sizes: 'Standard: 900: 12; Grand: 1500.50;',
        leadDays: '1',
        ways: 'Standard, pickup',
        isAddon: 'yes',
        showsRecipe: 'no',
        care: 'Keep it cool.',
        substitution: '',
      },
      row,
      {
        ...row,
        sizes: 'Standard 900',
        ways: 'drone',
        leadDays: 'soon',
        isAddon: 'maybe',
        originalPrice: '5',
      },
      { ...row, originalPrice: '5' },
    ]
    const { body } = await app.http('POST', '/api/admin/products/import', {
      token: owner,
      body: { dryRun: false, rows },
    })
    expect(body.data).toEqual({
      valid: 2,
      problems: [
        {
          row: 2,
          column: 'sizes',
          message: 'Enter a price of 0 or more for each size, with at most 2 decimal places',
        },
        { row: 2, column: 'leadDays', message: 'Enter a whole number of days from 0 to 60' },
        {
          row: 2,
          column: 'ways',
          message: 'Choose one or more of these: standard, express, midnight, pickup',
        },
        { row: 2, column: 'isAddon', message: 'Enter Yes or No' },
        { row: 3, column: 'originalPrice', message: 'Enter an original price above the price' },
      ],
    })
    const [first, second] = (await app.http('GET', '/api/products?sort=price')).body.sort(
      (a: { slug: string }, b: { slug: string }) => (a.slug < b.slug ? -1 : 1),
    )
    expect(first).toMatchObject({
      slug: 'wreath',
      badge: 'New',
      originalPrice: 1000,
      sizes: [
        { name: 'Standard', price: 900, stems: 12 },
        { name: 'Grand', price: 1500.5, stems: null },
      ],
      leadDays: 1,
      ways: ['standard', 'pickup'],
      isAddon: true,
      care: 'Keep it cool.',
      substitution: null,
    })
    expect(second).toMatchObject({ slug: 'wreath-2', sizes: [], leadDays: 0, isAddon: false })
    expect(second.ways).toHaveLength(4)
  })
})
