import { beforeAll, describe, expect, test } from 'vitest'
import { featuredProductsMax } from '../../../../contract/store/products.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'

onEachEngine('the store’s products', (app) => {
  let owner: string
  const idOf = new Map<string, string>()

  beforeAll(async () => {
    owner = (await signedIn(app, 'owner')).token
    for (const [name, price, stockquantity, more] of [
      ['Rose box', 900, 3, { featured: true, category: ['Roses', 'Birthday'] }],
      ['Anthurium', 400, 0, { category: ['Plants'] }],
      ['Lily vase', 1200.5, 8, { category: ['Vases'], description: 'Lilies of the valley.' }],
      ['Jasmine string', 60, 200, { featured: true, category: 'Roses "and" 100%_more' }],
      ['Withdrawn', 500, 5, { instock: false, featured: true }],
      ['Deleted', 500, 5, { featured: true }],
    ] as const) {
      app.deps.clock.advance(1000)
      const body = { name, price, stockquantity, description: 'Hand-tied.', ...more }
      idOf.set(name, (await app.http('POST', '/api/admin/products', { token: owner, body })).body.id)
    }
    await app.http('DELETE', `/api/admin/products/${idOf.get('Deleted')}`, { token: owner })
  })

  const get = (path: string) => app.http('GET', `/api/products${path}`)
  const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)

  describe('the list of products in the store', () => {
    test.each([
      ['sort=name', 'sort', 'Choose one of these sort orders: featured, price, -price, newest'],
      ['minPrice=cheap', 'minPrice', 'Enter a price of 0 or more, with at most 2 decimal places'],
      ['maxPrice=-1', 'maxPrice', 'Enter a price of 0 or more, with at most 2 decimal places'],
      ['maxPrice=1e9', 'maxPrice', 'Enter a price of 0 or more, with at most 2 decimal places'],
      ['limit=0', 'limit', 'Ask for 1 to 1000 rows at a time'],
      [`category=${'x'.repeat(61)}`, 'category', 'Use at most 60 characters'],
    ])('the store’s list with %s is refused', async (query, field, sentence) => {
      const answer = await get(`?${query}`)
      expect([answer.status, answer.body.code, answer.body.fields]).toEqual([
        400,
        'validation_failed',
        { [field]: sentence },
      ])
    })

    test.each([
      ['', ['Jasmine string', 'Rose box', 'Withdrawn', 'Anthurium', 'Lily vase']],
      ['sort=featured', ['Jasmine string', 'Rose box', 'Withdrawn', 'Anthurium', 'Lily vase']],
      ['sort=price', ['Jasmine string', 'Anthurium', 'Withdrawn', 'Rose box', 'Lily vase']],
      ['sort=-price', ['Lily vase', 'Rose box', 'Withdrawn', 'Anthurium', 'Jasmine string']],
      ['sort=newest', ['Withdrawn', 'Jasmine string', 'Lily vase', 'Anthurium', 'Rose box']],
      ['category=roses', ['Rose box']],
      ['category=Rose', []],
      ['category=roses%20%22and%22%20100%25_more', ['Jasmine string']],
      ['category=roses%20%22and%22%20100%25%25more', []],
      ['category=%27%20or%201%3D1%20--', []],
      ['instock=yes', ['Jasmine string', 'Rose box', 'Lily vase']],
      ['instock=true', ['Jasmine string', 'Rose box', 'Lily vase']],
      ['instock=no', ['Withdrawn', 'Anthurium']],
      ['minPrice=400&maxPrice=900', ['Rose box', 'Withdrawn', 'Anthurium']],
      ['minPrice=1200.50', ['Lily vase']],
      ['minPrice=1200.51', []],
      ['minPrice=900&maxPrice=400', []],
      ['q=valley', ['Lily vase']],
      ['q=ROSE%20box', ['Rose box']],
      ['q=roses&instock=yes&sort=-price', ['Rose box', 'Jasmine string']],
      ['addon=yes', []],
      ['addon=no&sort=price&maxPrice=400', ['Jasmine string', 'Anthurium']],
      ['utm_source=mail', ['Jasmine string', 'Rose box', 'Withdrawn', 'Anthurium', 'Lily vase']],
    ])('the store’s list with “%s” has the matching products in order', async (query, names) => {
      const answer = await get(`?${query}`)
      expect([answer.status, namesOf(answer.body)]).toEqual([200, names])
    })

    test.each(['featured', 'price', '-price', 'newest'])(
      'the store’s list sorted by %s comes in pages without gaps or repeats',
      async (sort) => {
        const whole = namesOf((await get(`?sort=${sort}`)).body)
        const names: string[] = []
        let next: string | null = `?sort=${sort}&limit=2`
        while (next !== null) {
          const answer: Awaited<ReturnType<typeof get>> = await get(next)
          names.push(...namesOf(answer.body))
          next = /^<\/api\/products([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
        }
        expect(names).toEqual(whole)
      },
    )

    test('the store’s list has the fields that a product’s card shows, but not the stock', async () => {
      const [jasmine, , withdrawn] = (await get('')).body
      expect(jasmine).toMatchObject({
        slug: 'jasmine-string',
        price: 60,
        originalPrice: null,
        badge: null,
        sizes: [],
        leadDays: 0,
        ways: ['standard', 'express', 'midnight', 'pickup'],
        isAddon: false,
        instock: true,
      })
      // `isOffered` tells a product that staff do not offer from a product that is sold out.
      expect(withdrawn).toMatchObject({ name: 'Withdrawn', instock: false, isOffered: false })
      expect(Object.keys(jasmine)).not.toContain('stockquantity')
    })

    test('the store’s list is cached until a product changes, and a filtered list is not cached', async () => {
      const etags = async (path: string) => (await get(path)).headers.get('etag')
      expect(await etags('')).toBe(await etags(''))
      expect(await etags('')).not.toBeNull()
      expect(await etags('?instock=yes')).toBeNull()
      const before = await etags('')
      await app.http('PUT', `/api/admin/products/${idOf.get('Anthurium')}`, {
        token: owner,
        body: { price: 410 },
      })
      expect(await etags('')).not.toBe(before)
      await app.http('PUT', `/api/admin/products/${idOf.get('Anthurium')}`, {
        token: owner,
        body: { price: 400 },
      })
    })
  })

  test('the featured products are at most twelve, those in stock come first, and no deleted product is among them', async () => {
    expect(namesOf((await get('/featured')).body)).toEqual(['Jasmine string', 'Rose box', 'Withdrawn'])
    const body = { price: 1, description: 'One of many.', stockquantity: 1, featured: true }
    const added: string[] = []
    for (let n = 0; n < featuredProductsMax; n++) {
      const more = { ...body, name: `Many ${n}` }
      added.push((await app.http('POST', '/api/admin/products', { token: owner, body: more })).body.id)
    }
    expect((await get('/featured')).body).toHaveLength(featuredProductsMax)
    for (const id of added) await app.http('DELETE', `/api/admin/products/${id}`, { token: owner })
  })

  describe('the page of a product in the store', () => {
    test.each(['no-such-thing', 'deleted', 'x'.repeat(101), '%27%20or%201=1', 'a%00b'])(
      'the product address %s answers 404 with an error message',
      async (slug) => {
        const answer = await get(`/${slug}`)
        expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
        expect(answer.body.error).toMatch(/^We .+\.$/)
      },
    )

    test('the page of a deleted product says that the school no longer has it', async () => {
      const sentence = 'We no longer sell this. See what else is in the store.'
      expect((await get('/deleted')).body.error).toBe(sentence)
      expect((await get(`/${idOf.get('Deleted')}`)).body.error).toBe(sentence)
    })

    test('a product is found by its address in any capitals or by its id, even if it is sold out', async () => {
      const { body } = await get('/lily-vase')
      expect(body).toMatchObject({ name: 'Lily vase', price: 1200.5, instock: true, addons: [] })
      expect((await get('/Lily-Vase')).body).toEqual(body)
      expect((await get(`/${idOf.get('Lily vase')}`)).body).toEqual(body)
      expect((await get('/anthurium')).body).toMatchObject({ name: 'Anthurium', instock: false })
      expect((await get('/withdrawn')).body).toMatchObject({ name: 'Withdrawn', instock: false })
    })

    test('a product has the add-ons that can be ordered now, and an add-on has none', async () => {
      const addon = (name: string, columns: object = {}) =>
        app.db.transaction(async (tx) => {
          await tx
            .updateTable('product')
            .set({ is_addon: 1, ...columns })
            .where('name', '=', name)
            .execute()
          await app.db.changes.mark(tx, 'products')
        })
      await addon('Lily vase')
      await addon('Anthurium')
      await addon('Withdrawn')
      expect(namesOf((await get('/rose-box')).body.addons)).toEqual(['Lily vase'])
      expect((await get('/lily-vase')).body).toMatchObject({ isAddon: true, addons: [] })
      expect(namesOf((await get('?addon=yes')).body)).toEqual(['Withdrawn', 'Anthurium', 'Lily vase'])
    })
  })
})
