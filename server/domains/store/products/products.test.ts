import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { productImageBytesMax, productImageSlots } from '../../../../contract/store/product-input.ts'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { addSlot } from '../../../../tests/harness/delivery.ts'
import { noPictures } from '../../../../tests/harness/no-pictures.ts'
import { onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'

const form = {
  name: 'Twenty-four red roses',
  description: 'Hand-tied, with eucalyptus.',
  price: 1850.5,
  category: ['Roses', 'Bouquets'],
  stockquantity: 12,
  instock: true,
  featured: false,
  customLabel: 'Choose your ribbon',
  isCustom: true,
  iscustom: true,
}

const png = async (color: string) =>
  (
    await sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
      .png()
      .toBuffer()
  ).toString('base64')

onEachEngine('products', (app, engine) => {
  let owner: string
  let user: string

  beforeAll(async () => {
    owner = (await signedIn(app, 'owner')).token
    user = (await signedIn(app, 'user')).token
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, ['bin_entry', 'audit_entry', 'product_picture', 'product'], 'products')
  })

  const products = () => app.app.services.products
  const post = (body: object, token: string | null = owner) =>
    app.http('POST', '/api/admin/products', { token, body })
  const add = async (body: object = {}) => (await post({ ...form, ...body })).body
  const put = (id: string, body: object, token: string | null = owner) =>
    app.http('PUT', `/api/admin/products/${id}`, { token, body })
  const list = async (query = '') =>
    (await app.http('GET', `/api/admin/products${query}`, { token: owner })).body
  const row = (id: string) =>
    app.db.read.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const trail = () =>
    app.db.read.selectFrom('audit_entry').select(['action', 'title', 'changes']).orderBy('at').execute()

  partOnSqlite(engine, 'refused changes of products', () => {
    test('the page of a product names only the ways of delivery that the school has times for', async () => {
      const { slug } = await add()
      const ways = async () => (await app.http('GET', `/api/products/${slug}`)).body.ways
      expect(await ways()).toEqual([])
      await addSlot(app, { way: 'pickup' })
      await addSlot(app, { way: 'midnight', deleted_at: app.deps.clock.now() })
      await app.db.transaction((tx) => app.db.changes.mark(tx, 'delivery'))
      expect(await ways()).toEqual(['pickup'])
    })

    test('products in the back office are read and changed only by staff', async () => {
      const { id } = await add()
      const before = await row(id)
      for (const [token, status] of [
        [null, 401],
        [user, 403],
      ] as const) {
        expect((await post(form, token)).status).toBe(status)
        expect((await put(id, { price: 1 }, token)).status).toBe(status)
        expect((await app.http('DELETE', `/api/admin/products/${id}`, { token })).status).toBe(status)
        expect((await app.http('GET', '/api/admin/products', { token })).status).toBe(status)
      }
      expect(await row(id)).toEqual(before)
      expect(await list()).toHaveLength(1)
    })

    const price = 'Enter a price of 0 or more, with at most 2 decimal places'
    const stock = 'Enter the stock as a whole number from 0 to 10,00,000'
    test.each([
      [{ name: ' ' }, 'name', 'Name is required'],
      [{ name: undefined }, 'name', 'Name is required'],
      [{ description: '' }, 'description', 'Description is required'],
      [{ price: -1 }, 'price', price],
      [{ price: '12.345' }, 'price', price],
      [{ price: 'free' }, 'price', price],
      [{ price: null }, 'price', price],
      [{ stockquantity: undefined }, 'stockquantity', 'Stock quantity is required'],
      [{ stockquantity: 1.5 }, 'stockquantity', stock],
      [{ stockquantity: 'many' }, 'stockquantity', stock],
      [{ stockquantity: 1_000_001 }, 'stockquantity', stock],
      [{ category: ['x'.repeat(61)] }, 'category', 'Enter at most 30 categories of up to 60 characters each'],
      [
        { category: Array.from({ length: 31 }, (_, at) => `Name ${at}`) },
        'category',
        'Enter at most 30 categories of up to 60 characters each',
      ],
    ])('a product with %j is refused', async (wrong, field, sentence) => {
      const { status, body } = await post({ ...form, ...wrong })
      expect(status).toBe(400)
      expect(body.fields).toEqual({ [field]: sentence })
      expect(body.message).toBe(sentence)
      expect(await list()).toEqual([])
    })

    test('a product that does not exist is not read, changed or deleted', async () => {
      expect((await put('nothing', { price: 1 })).status).toBe(404)
      expect((await app.http('GET', '/api/admin/products/nothing', { token: owner })).status).toBe(404)
      expect((await app.http('DELETE', '/api/admin/products/nothing', { token: owner })).status).toBe(404)
    })

    test('a change based on an older version of a product is refused, and the newer price stays', async () => {
      const { id, version } = await add()
      expect((await put(id, { price: 2000, version })).status).toBe(200)
      const late = await put(id, { price: 900, version })
      expect([late.status, late.body.code]).toEqual([409, 'conflict'])
      expect((await list())[0].price).toBe(2000)
    })

    test.each(['?limit=0', '?sort=colour', '?instock=maybe', '?cursor=nonsense', '?cursor=WzFd'])(
      'the list of products with %s is refused',
      async (query) => {
        const answer = await app.http('GET', `/api/admin/products${query}`, { token: owner })
        expect(answer.status).toBe(400)
      },
    )
  })

  partOnSqlite(engine, 'the fields of a product', () => {
    test('a new product is stored, and its answer has both spellings of field names, such as inStock and instock', async () => {
      const { status, body } = await post(form)
      expect(status).toBe(201)
      expect(body).toMatchObject({
        name: form.name,
        price: 1850.5,
        category: ['Roses', 'Bouquets'],
        stockquantity: 12,
        stockQuantity: 12,
        instock: true,
        inStock: true,
        isOffered: true,
        featured: false,
        customLabel: 'Choose your ribbon',
        isCustom: true,
        iscustom: true,
        image: null,
        imagefoure: null,
        pictures: [],
        version: 1,
      })
      expect((await row(body.id)).price_in_paise).toBe(185_050)
      expect(await list()).toEqual([body])
      const one = await app.http('GET', `/api/admin/products/${body.id}`, { token: owner })
      expect(one.body).toEqual(body)
    })

    test('a product without its optional fields is in stock, can be customised and has no category', async () => {
      const { name, description, price } = form
      const { body } = await post({ name, description, price, stockquantity: '3' })
      expect(body).toMatchObject({
        instock: true,
        featured: false,
        isCustom: true,
        category: [],
        customLabel: null,
        stockquantity: 3,
      })
    })

    test('a product can also be sent with other spellings of field names, such as stockQuantity and inStock', async () => {
      const { name, description } = form
      const { body } = await post({
        name,
        description,
        price: '499.90',
        stockQuantity: 4,
        inStock: false,
        iscustom: false,
      })
      expect(body).toMatchObject({ price: 499.9, stockquantity: 4, instock: false, isCustom: false })
      expect((await put(body.id, { inStock: true, stockQuantity: '7', iscustom: true })).body).toMatchObject({
        stockquantity: 7,
        instock: true,
        isCustom: true,
      })
    })

    test.each([
      [['Roses', ' ', 'roses', 'Lilies']],
      ['["Roses","","ROSES","Lilies"]'],
      ['Roses, ,roses,Lilies'],
      ['Roses\nLilies\n\n'],
    ])('categories sent as %j are stored as the same list', async (category) => {
      expect((await add({ category })).category).toEqual(['Roses', 'Lilies'])
    })

    test('a stock below 0 is stored as 0, and a product without stock is not in stock', async () => {
      const product = await add({ stockquantity: -4 })
      expect(product).toMatchObject({ stockquantity: 0, instock: false, isOffered: true })
      expect((await put(product.id, { stockquantity: 2 })).body).toMatchObject({ instock: true })
      expect((await put(product.id, { instock: false })).body).toMatchObject({
        instock: false,
        isOffered: false,
        stockquantity: 2,
      })
    })

    test('a PUT changes only the fields that it names, and null clears a field', async () => {
      const before = await add({ featured: true })
      app.deps.clock.advance(1000)
      const { body } = await put(before.id, { price: 2100 })
      expect(body).toEqual({ ...before, price: 2100, version: 2, updated_at: app.deps.clock.now() })
      expect((await put(before.id, { customLabel: null })).body.customLabel).toBeNull()
    })

    test('a PUT does not change fields that the product’s form does not have', async () => {
      const product = await add()
      await put(product.id, {
        id: 'other',
        is_offered: 0,
        quantity: 99,
        deleted_at: 'now',
        created_at: 'then',
        price_in_paise: 1,
      })
      expect(await row(product.id)).toMatchObject({
        id: product.id,
        quantity: 12,
        deleted_at: null,
        price_in_paise: 185_050,
        created_at: testNow,
      })
    })

    test('the audit log has each change of a product, with the old and the new value', async () => {
      const product = await add()
      app.deps.clock.advance(1000)
      await put(product.id, { price: 2100, instock: false })
      // The second call sends the same price, so it is not logged.
      app.deps.clock.advance(1000)
      await put(product.id, { price: 2100 })
      const entries = await trail()
      expect(entries.map(({ action }) => action)).toEqual(['added', 'changed'])
      expect(JSON.parse(entries[1]?.changes ?? '')).toEqual([
        { field: 'price', from: '1850.5', to: '2100' },
        { field: 'stock status', from: 'In Stock', to: 'Out of Stock' },
      ])
    })

    test('a deleted product disappears from every list, and is restored from the bin as it was', async () => {
      const product = await add()
      await put(product.id, { image: await png('red') })
      const [before] = await list()
      expect((await app.http('DELETE', `/api/admin/products/${product.id}`, { token: owner })).body).toEqual({
        success: true,
      })
      expect(await list()).toEqual([])
      expect((await app.http('GET', '/api/products')).body).toEqual([])
      const restored = await app.http('POST', `/api/admin/bin/product/${product.id}/restore`, {
        token: owner,
      })
      expect(restored.status).toBe(200)
      expect(await list()).toEqual([{ ...before, version: before.version + 1 }])
      expect((await trail()).map(({ action }) => action).sort()).toEqual([
        'added',
        'changed',
        'deleted',
        'restored',
      ])
    })
  })

  partOnSqlite(engine, 'the pictures of a product', () => {
    test('a product takes five pictures, one in each call, and the site shows them', async () => {
      const { id } = await add()
      for (const [at, slot] of productImageSlots.entries()) {
        const data = await png(['red', 'green', 'blue', 'white', 'black'][at] as string)
        const answer = await put(id, { [slot]: at % 2 === 0 ? data : `data:image/png;base64,${data}` })
        expect(answer.status, answer.text).toBe(200)
        expect(answer.body[slot]).toMatch(/^[\w-]+-40\.jpg$/)
        expect((await app.http('GET', `/uploads/${answer.body[slot]}`)).status).toBe(200)
      }
      const [product] = await list()
      expect(product.pictures.map((one: { slot: string }) => one.slot)).toEqual([...productImageSlots])
      expect(new Set(productImageSlots.map((slot) => product[slot])).size).toBe(5)
      const [shown] = (await app.http('GET', '/api/products')).body
      expect(shown.pictures).toEqual(product.pictures)
      expect(shown).not.toHaveProperty('stockquantity')

      // A form with an unchanged picture sends the picture's name back, and the picture stays.
      const name = product.image
      expect((await put(id, { image: name })).body.image).toBe(name)
      expect((await put(id, { imagefirst: null })).body).toMatchObject({ image: name, imagefirst: null })
      expect((await list())[0].pictures).toHaveLength(4)
    })

    test('a sixth picture, and two pictures in one call, are refused', async () => {
      const { id } = await add()
      const data = await png('red')
      for (const slot of ['imagefifth', 'image6', 'images']) {
        const { status, body } = await put(id, { [slot]: data })
        expect([slot, status, body.message]).toEqual([slot, 400, 'Maximum 5 images allowed'])
      }
      const two = await put(id, { image: data, imagefirst: data })
      expect([two.status, two.body.message]).toEqual([400, 'Send one picture at a time'])
      expect((await list())[0].pictures).toEqual([])
    })

    test.each(noPictures(productImageBytesMax))(
      '%s is refused as a picture of a product',
      async (_, make, status, code) => {
        const { id } = await add()
        const answer = await put(id, { image: make() })
        expect([answer.status, answer.body.code]).toEqual([status, code])
        expect(answer.body.message).toMatch(/^(That|We) .+\.$/)
        expect((await list())[0]).toMatchObject({ image: null, version: 1 })
      },
    )
  })

  describe('pictures of a product that are sent simultaneously', () => {
    test('five of fifty simultaneous pictures are stored, and the database refuses a sixth', async () => {
      const { id } = await add()
      const data = await png('red')
      const slots = [...productImageSlots, 'imagefifth']
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) => put(id, { [slots[at % slots.length] as string]: data })),
      )
      const refused = answers.filter(({ status }) => status === 400)
      expect(refused).toHaveLength(8)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(42)
      const stored = await app.db.read
        .selectFrom('product_picture')
        .select(['slot', 'picture_base'])
        .orderBy('slot')
        .execute()
      expect(stored.map(({ slot }) => slot)).toEqual([0, 1, 2, 3, 4])
      // The control shows that the table itself refuses a sixth slot.
      const sixth = { product_id: id, slot: 5, picture_base: stored[0]?.picture_base ?? '' }
      await expect(app.db.write.insertInto('product_picture').values(sixth).execute()).rejects.toThrow()
    })
  })

  describe('the list of products', () => {
    beforeEach(async () => {
      for (const [name, price, stockquantity, featured] of [
        ['Rose box', 900, 3, true],
        ['anthurium', 400, 0, false],
        ['Lily vase', 1200, 8, false],
        ['Jasmine string', 60, 200, true],
        ['100%_cotton bag', 250, 8, false],
      ] as const) {
        app.deps.clock.advance(1000)
        await add({ name, price, stockquantity, featured, category: name === 'Lily vase' ? 'Vases' : [] })
      }
    })

    const walk = async (query: string) => {
      const names: string[] = []
      let next: string | null = `/api/admin/products?limit=2${query}`
      while (next !== null) {
        const answer: Awaited<ReturnType<typeof app.http>> = await app.http('GET', next, { token: owner })
        expect(answer.body.length).toBeLessThanOrEqual(2)
        names.push(...answer.body.map((one: { name: string }) => one.name))
        next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
      }
      return names
    }

    test.each([
      ['', ['100%_cotton bag', 'Jasmine string', 'Lily vase', 'anthurium', 'Rose box']],
      ['&sort=name', ['100%_cotton bag', 'anthurium', 'Jasmine string', 'Lily vase', 'Rose box']],
      ['&sort=price', ['Jasmine string', '100%_cotton bag', 'anthurium', 'Rose box', 'Lily vase']],
      ['&sort=-price', ['Lily vase', 'Rose box', 'anthurium', '100%_cotton bag', 'Jasmine string']],
      ['&q=lily', ['Lily vase']],
      ['&q=VASES', ['Lily vase']],
      ['&q=100%25_', ['100%_cotton bag']],
      ['&instock=no', ['anthurium']],
      ['&featured=yes', ['Jasmine string', 'Rose box']],
      ['&featured=no&instock=yes', ['100%_cotton bag', 'Lily vase']],
    ])(
      'the back office’s list of products comes in pages without gaps or repeats: %s',
      async (query, names) => {
        expect(await walk(query)).toEqual(names)
      },
    )

    test('the list of products sorts by stock in both directions, even if a page ends between equal stocks', async () => {
      const stockOf = new Map(
        (await list()).map((one: { name: string; stockquantity: number }) => [one.name, one.stockquantity]),
      )
      expect((await walk('&sort=stock')).map((name) => stockOf.get(name))).toEqual([0, 3, 8, 8, 200])
      expect((await walk('&sort=-stock')).map((name) => stockOf.get(name))).toEqual([200, 8, 8, 3, 0])
    })

    test('the site lists featured products first and then by name, and shows a new product immediately', async () => {
      const names = async () =>
        (await app.http('GET', '/api/products')).body.map((one: { name: string }) => one.name)
      expect(await names()).toEqual([
        'Jasmine string',
        'Rose box',
        '100%_cotton bag',
        'anthurium',
        'Lily vase',
      ])
      await add({ name: 'Bael garland' })
      expect(await names()).toContain('Bael garland')
    })
  })

  partOnSqlite(engine, 'an import of products', () => {
    const send = (rows: object[], dryRun: boolean, token: string | null = owner) =>
      app.http('POST', '/api/admin/products/import', { token, body: { dryRun, rows } })
    const good = {
      name: 'Twelve gerberas',
      description: 'Hand-tied.',
      price: '720',
      category: 'Gerberas, Birthday, gerberas',
      stockquantity: '15',
      instock: '',
      featured: 'Yes',
      isCustom: 'disable',
      customLabel: '',
    }
    const bad = { ...good, name: '', price: 'cheap', stockquantity: '', instock: 'maybe', featured: 'so so' }

    test('products are imported only by staff', async () => {
      expect((await send([good], false, null)).status).toBe(401)
      expect((await send([good], false, user)).status).toBe(403)
      expect((await send([], false)).body.message).toBe('This file has no rows. Choose another file.')
      expect(await list()).toEqual([])
    })

    test('a dry run reports the problems of each row and writes no product', async () => {
      const { body } = await send([good, bad], true)
      expect(body.data).toEqual({
        valid: 1,
        problems: [
          { row: 1, column: 'name', message: 'Name is required' },
          {
            row: 1,
            column: 'price',
            message: 'Enter a price of 0 or more, with at most 2 decimal places',
          },
          {
            row: 1,
            column: 'stockquantity',
            message: 'Enter the stock as a whole number from 0 to 10,00,000',
          },
          { row: 1, column: 'instock', message: 'Enter In Stock or Out of Stock' },
          { row: 1, column: 'featured', message: 'Enter Yes or No' },
        ],
      })
      expect(await list()).toEqual([])
    })

    test('an import adds the good rows as products, each with an entry in the audit log', async () => {
      const { body } = await send([good, bad, { ...good, name: 'A vase', instock: 'Out of Stock' }], false)
      expect(body.data.valid).toBe(2)
      const names = (await list('?sort=name')) as { name: string }[]
      expect(names).toMatchObject([
        { name: 'A vase', instock: false, isOffered: false },
        {
          name: 'Twelve gerberas',
          price: 720,
          category: ['Gerberas', 'Birthday'],
          stockquantity: 15,
          instock: true,
          featured: true,
          isCustom: false,
          customLabel: null,
        },
      ])
      expect((await trail()).map(({ title }) => title).sort()).toEqual(['A vase', 'Twelve gerberas'])
    })

    test('one import can add a thousand products', async () => {
      const rows = Array.from({ length: 1000 }, (_, at) => ({ ...good, name: `Bouquet ${at}` }))
      expect((await send(rows, false)).body.data).toEqual({ valid: 1000, problems: [] })
      expect(await list()).toHaveLength(1000)
    })
  })

  describe('the stock of a product', () => {
    const take = (id: string, quantity = 1) =>
      app.db.transaction((tx) => products().takeStock(tx, new Map([[id, quantity]])))
    const left = async (id: string) => (await row(id)).quantity

    test('exactly 20 of 50 simultaneous callers get a product with a stock of 20', async () => {
      const { id } = await add({ stockquantity: 20 })
      const outcomes = await Promise.all(Array.from({ length: 50 }, () => take(id)))
      const lacking = outcomes.filter((ids) => ids.length > 0)
      expect(lacking).toEqual(Array.from({ length: 30 }, () => [id]))
      expect(await left(id)).toBe(0)
      expect((await list())[0].instock).toBe(false)
    })

    test('several products are taken from stock together, or none of them', async () => {
      const [some, few] = [await add({ stockquantity: 5 }), await add({ stockquantity: 1 })]
      const takeBoth = (of: number) => {
        const counts = new Map([
          [few.id, of],
          [some.id, 2],
        ])
        return app.db.transaction((tx) => products().takeStock(tx, counts))
      }
      expect(await takeBoth(2)).toEqual([few.id])
      expect([await left(some.id), await left(few.id)]).toEqual([5, 1])
      expect(await takeBoth(1)).toEqual([])
      expect([await left(some.id), await left(few.id)]).toEqual([3, 0])
    })

    test('control: without the server’s check the database still refuses to sell more than the stock', async () => {
      const { id } = await add({ stockquantity: 1 })
      const unguarded = () =>
        app.db.transaction((tx) =>
          tx
            .updateTable('product')
            .set((eb) => ({ quantity: eb('quantity', '-', 1) }))
            .where('id', '=', id)
            .execute(),
        )
      const outcomes = await Promise.allSettled([unguarded(), unguarded(), unguarded()])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await left(id)).toBe(0)
    })

    test('a caller who asks for more than the stock gets what is left, and returned products can be sold again', async () => {
      const { id } = await add({ stockquantity: 3 })
      const some = (quantity: number) =>
        app.db.transaction((tx) => products().takeWhatIsLeft(tx, id, quantity))
      expect(await some(2)).toBe(2)
      expect(await some(5)).toBe(1)
      expect(await some(5)).toBe(0)
      await app.db.transaction((tx) => products().returnStock(tx, id, 3))
      expect(await left(id)).toBe(3)
      const taken = await Promise.all(Array.from({ length: 10 }, () => some(2)))
      expect(taken.reduce((sum, one) => sum + one, 0)).toBe(3)
      expect(await app.db.transaction((tx) => products().takeWhatIsLeft(tx, 'nothing', 1))).toBe(0)
    })
  })
})
