import { beforeAll, describe, expect, test } from 'vitest'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { addCourse } from '../../../../tests/harness/seats.ts'

onEachEngine('recipes', (app) => {
  const { staff, user } = callers(app, 'staff', 'user')
  const call = (method: string, at: string, body?: unknown) =>
    app.http(method, at, { token: staff.token, ...(body === undefined ? {} : { body }) })
  const newFlower = async (name: string, more: object = {}) => {
    const body = { name, bunchSize: 20, price: 240, ...more }
    const answer = await call('POST', '/api/admin/flowers', body)
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data
  }
  const addRecipe = (subject: string, stems: object[]) =>
    call('POST', '/api/admin/recipes', { subject, stems })
  const auditOf = (id: string) =>
    app.db.read.selectFrom('audit_entry').select('action').where('record_id', '=', id).execute()

  async function addSizes(productId: string, ...names: string[]): Promise<string[]> {
    const ids = names.map(() => app.deps.ids.id())
    await app.db.write
      .insertInto('product_size')
      .values(
        names.map((name, position) => ({
          id: ids[position] as string,
          product_id: productId,
          position,
          name,
          price_in_paise: 100_000 * (position + 1),
          stems: null,
        })),
      )
      .execute()
    return ids
  }

  let rose: string
  let fern: string
  beforeAll(async () => {
    rose = (await newFlower('Rose')).id
    fern = (await newFlower('Fern', { says: 'name', plural: 'Greens', bunchSize: 10, price: 50 })).id
  })

  test.each([
    ['GET', '/api/admin/flowers'],
    ['GET', '/api/admin/recipes'],
    ['GET', '/api/admin/recipe-subjects'],
  ])('%s %s refuses visitors with and without an account', async (method, at) => {
    expect((await app.http(method, at)).status).toBe(401)
    expect((await app.http(method, at, { token: user.token })).status).toBe(403)
  })

  describe('flowers', () => {
    test.each([
      ['name', '', 'Name is required'],
      ['name', 'Rose, red', 'Leave out commas, semicolons, + and %'],
      ['bunchSize', 0, 'Enter the number in a bunch as a whole number from 1 to 1,000'],
      ['bunchSize', 1.5, 'Enter the number in a bunch as a whole number from 1 to 1,000'],
      ['price', -1, 'Enter a price of 0 or more, with at most 2 decimal places'],
      ['says', 'loud', 'Choose the wording for product pages'],
      ['unit', '', 'Enter a unit'],
    ])('a flower whose %s is %j is refused with a sentence', async (field, value, sentence) => {
      const body = { name: 'Lotus', bunchSize: 10, price: 100, [field]: value }
      const answer = await call('POST', '/api/admin/flowers', body)
      expect([answer.status, answer.body.fields]).toEqual([400, { [field]: sentence }])
    })

    test('a flower’s name is unique, whatever its capitals, when flowers are added and changed', async () => {
      const answer = await call('POST', '/api/admin/flowers', { name: 'ROSE', bunchSize: 5, price: 5 })
      expect([answer.status, answer.body.error]).toEqual([
        409,
        'There is already a flower with this name. Choose another name.',
      ])
      const renamed = await call('PUT', `/api/admin/flowers/${fern}`, { name: 'rose' })
      expect(renamed.status).toBe(409)
      expect((await call('PUT', `/api/admin/flowers/${rose}`, { name: 'Rose' })).status).toBe(200)
    })

    test('one of six people who add the same flower simultaneously succeeds', async () => {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () =>
          call('POST', '/api/admin/flowers', { name: 'Jasmine', bunchSize: 1, price: 10 }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    })

    test('a flower is changed and deleted, and is not restored if a new flower has its name', async () => {
      const { id, version } = await newFlower('Gerbera')
      const changed = await call('PUT', `/api/admin/flowers/${id}`, { price: 90.5, version })
      expect(changed.body.data).toMatchObject({ price: 90.5, unit: 'stem', says: 'count', bunchSize: 20 })
      expect((await call('PUT', `/api/admin/flowers/${id}`, { price: 1, version })).status).toBe(409)
      expect((await call('DELETE', `/api/admin/flowers/${id}`)).status).toBe(200)
      expect((await call('GET', `/api/admin/flowers/${id}`)).status).toBe(404)
      const restore = () => call('POST', `/api/admin/bin/flower/${id}/restore`)
      await newFlower('gerbera')
      expect((await restore()).status).toBe(409)
      expect((await auditOf(id)).map(({ action }) => action).sort()).toEqual(['added', 'changed', 'deleted'])
    })

    test('an import adds each flower once, and reports the wrong rows', async () => {
      const rows = [
        { name: 'Tuberose', bunchSize: '20', price: '80', says: '5 stems of tuberose' },
        { name: 'tuberose', bunchSize: '20', price: '80' },
        { name: 'Lotus', bunchSize: 'many', price: '80' },
        { name: 'Orchid', bunchSize: '10', price: '300', says: 'sung' },
      ]
      const { body } = await call('POST', '/api/admin/flowers/import', { dryRun: false, rows })
      expect(body.data).toEqual({
        valid: 1,
        problems: [
          {
            row: 1,
            column: 'name',
            message: 'There is already a flower with this name. Choose another name.',
          },
          {
            row: 2,
            column: 'bunchSize',
            message: 'Enter the number in a bunch as a whole number from 1 to 1,000',
          },
          { row: 3, column: 'says', message: expect.stringContaining('Enter one of these') },
        ],
      })
      const found = await call('GET', '/api/admin/flowers?q=tuber')
      expect(found.body.data).toMatchObject([{ name: 'Tuberose', says: 'measure', unit: 'stem' }])
    })
  })

  describe('a recipe', () => {
    test('a recipe without stems, with unknown flowers, or for a product without its size is refused', async () => {
      const sized = await addProduct(app, 5, 'Sized')
      const [standard] = await addSizes(sized, 'Standard')
      const plain = await addProduct(app, 5, 'Plain')
      const stems = [{ flowerId: rose, count: 3 }]
      const refusals: [string, object[], number, string][] = [
        ['product', stems, 400, 'subject'],
        ['product:nothing', stems, 400, 'subject'],
        [`product:${sized}`, stems, 400, 'subject'],
        [`product:${plain}:${standard}`, stems, 400, 'subject'],
        [`course:${plain}`, stems, 400, 'subject'],
        [`product:${plain}`, [], 400, 'stems'],
        [`product:${plain}`, [{ flowerId: 'lotus', count: 1 }], 400, 'stems'],
        [`product:${plain}`, [...stems, ...stems], 400, 'stems'],
        [`product:${plain}`, [{ flowerId: rose, count: 0 }], 400, 'stems.0.count'],
        [`product:${plain}`, [{ flowerId: rose, count: 1, waste: 101 }], 400, 'stems.0.waste'],
      ]
      for (const [subject, of, status, field] of refusals) {
        const answer = await addRecipe(subject, of)
        expect([answer.status, Object.keys(answer.body.fields ?? {})], subject).toEqual([status, [field]])
      }
    })

    test('a recipe has its cost, margin and contents; a second recipe for the same product is refused', async () => {
      const productId = await addProduct(app, 5, 'Rose dozen')
      const answer = await addRecipe(`product:${productId}`, [
        { flowerId: rose, count: 12, waste: 10 },
        { flowerId: fern, count: 2 },
      ])
      expect(answer.status, answer.text).toBe(201)
      // The recipe costs 13.2 roses, with the waste, of a bunch of 20 for ₹240, and 2 ferns of a bunch of 10 for ₹50.
      expect(answer.body.data).toMatchObject({
        name: 'Rose dozen',
        size: null,
        inside: '12 roses, greens',
        price: 500,
        cost: 168.4,
        margin: 331.6,
        version: 1,
      })
      const again = await addRecipe(`product:${productId}`, [{ flowerId: rose, count: 1 }])
      expect([again.status, again.body.error]).toEqual([
        409,
        'A recipe for this already exists. Edit that recipe instead.',
      ])
    })

    test('one of six people who add a recipe for the same product simultaneously succeeds', async () => {
      const productId = await addProduct(app, 5, 'Raced')
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => addRecipe(`product:${productId}`, [{ flowerId: rose, count: 1 }])),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    })

    test('a recipe is changed as a whole, deleted and restored, and its flowers cannot be deleted', async () => {
      const course = await addCourse(app, { title: 'Garlands' })
      const { id } = (await addRecipe(`course:${course.id}`, [{ flowerId: rose, count: 4 }])).body.data
      const at = `/api/admin/recipes/${id}`
      const stems = [{ flowerId: fern, count: 7, waste: 5 }]
      const changed = await call('PUT', at, { stems, version: 1 })
      expect(changed.body.data).toMatchObject({
        kind: 'course',
        version: 2,
        stems: [{ flower: 'Fern', count: 7, waste: 5 }],
      })
      expect((await call('PUT', at, { stems, version: 1 })).status).toBe(409)
      const kept = await call('DELETE', `/api/admin/flowers/${fern}`)
      expect([kept.status, kept.body.error]).toEqual([
        409,
        expect.stringMatching(/^This flower is in \d recipe/),
      ])
      expect((await call('DELETE', at)).status).toBe(200)
      expect((await call('GET', at)).status).toBe(404)
      expect((await call('POST', `/api/admin/bin/recipe/${id}/restore`)).status).toBe(200)
      expect((await call('GET', at)).body.data.stems).toMatchObject([{ flower: 'Fern' }])
      await call('DELETE', at)
      await addRecipe(`course:${course.id}`, [{ flowerId: rose, count: 1 }])
      expect((await call('POST', `/api/admin/bin/recipe/${id}/restore`)).status).toBe(409)
    })

    test('each size of a product says whether it has a recipe', async () => {
      const sized = await addProduct(app, 5, 'In two sizes')
      const [, grand] = await addSizes(sized, 'Standard', 'Grand')
      await addRecipe(`product:${sized}:${grand}`, [{ flowerId: rose, count: 24 }])
      const { data } = (await call('GET', '/api/admin/recipe-subjects')).body
      expect(data.filter(({ name }: { name: string }) => name === 'In two sizes')).toEqual([
        expect.objectContaining({ size: 'Standard', price: 1000, hasRecipe: false }),
        {
          subject: `product:${sized}:${grand}`,
          kind: 'product',
          name: 'In two sizes',
          size: 'Grand',
          price: 2000,
          hasRecipe: true,
          isAddon: false,
        },
      ])
    })

    test('an import adds recipes of known products and flowers, and reports rows with unknown names', async () => {
      await addProduct(app, 5, 'From a file')
      const row = (name: string, stems: string, more = {}) => ({ name, stems, ...more })
      const rows = [
        row('from a FILE', '10 rose +5%, 2 Fern'),
        row('From a file', '3 Rose'),
        row('Nothing of ours', '3 Rose'),
        row('From a file', '3 Rose', { size: 'Huge' }),
        row('Rose dozen', '3 Rose'),
        row('Garlands', '3 Rose', { kind: 'class' }),
        row('Plain', '3 Unicorn'),
        row('Plain', 'a few roses'),
        row('Plain', '3 Rose', { kind: 'thing' }),
      ]
      const send = (dryRun: boolean) => call('POST', '/api/admin/recipes/import', { dryRun, rows })
      const expected = {
        valid: 1,
        problems: [
          { row: 1, column: 'name', message: 'This already has a recipe.' },
          {
            row: 2,
            column: 'name',
            message: 'No product with this name is sold without a size. Check the name, or enter a size.',
          },
          {
            row: 3,
            column: 'name',
            message: 'There’s no product with this name and size. Check both, or add them first.',
          },
          { row: 4, column: 'name', message: 'This already has a recipe.' },
          { row: 5, column: 'name', message: 'This already has a recipe.' },
          { row: 6, column: 'stems', message: 'There’s no flower called “Unicorn”. Add it first.' },
          { row: 7, column: 'stems', message: expect.stringContaining('12 Rose +10%') },
          { row: 8, column: 'kind', message: 'Enter “product” or “class”' },
        ],
      }
      expect((await send(true)).body.data).toEqual(expected)
      expect((await send(false)).body.data).toEqual(expected)
      const { data } = (await call('GET', '/api/admin/recipes?q=from a file&kind=product')).body
      expect(data).toMatchObject([{ stems: [{ flower: 'Rose', count: 10, waste: 5 }, { flower: 'Fern' }] }])
    })
  })

  test('the store shows what is inside a product only if staff choose so, and shows changes immediately', async () => {
    const productId = await addProduct(app, 5, 'Told')
    const [standard, grand] = await addSizes(productId, 'Standard', 'Grand')
    const inside = async () => {
      const { body } = await app.http('GET', '/api/products')
      return body.find(({ id }: { id: string }) => id === productId).inside
    }
    const { id } = (await addRecipe(`product:${productId}:${standard}`, [{ flowerId: rose, count: 12 }])).body
      .data
    expect(await inside()).toBeNull()
    await app.db.transaction(async (tx) => {
      await tx.updateTable('product').set({ shows_recipe: 1 }).where('id', '=', productId).execute()
      await app.db.changes.mark(tx, 'products')
    })
    expect(await inside()).toBe('Standard: 12 roses')
    await addRecipe(`product:${productId}:${grand}`, [{ flowerId: rose, count: 24 }])
    expect(await inside()).toBe('Standard: 12 roses. Grand: 24 roses')
    await call('DELETE', `/api/admin/recipes/${id}`)
    expect(await inside()).toBe('Grand: 24 roses')
  })
})
