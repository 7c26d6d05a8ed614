import { beforeAll, describe, expect, test } from 'vitest'
import { favouriteKinds, favouritesMax } from '../../../../contract/store/favourites.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'

onEachEngine('favourites', (app) => {
  let ids: string[]

  beforeAll(async () => {
    const now = app.deps.clock.now()
    ids = Array.from({ length: favouritesMax + 5 }, (_, number) => `thing-${String(number).padStart(3, '0')}`)
    const of = (kind: string) => [...ids, `of-a-${kind}`]
    const common = { description: '', price_in_paise: 0, version: 1, created_at: now, updated_at: now }
    const courses = of('course').map((id) => ({
      ...common,
      id,
      slug: id,
      title: id,
      duration: '',
      sessions: 1,
      features: '[]',
      popular: 0 as const,
      category: 'Workshops',
    }))
    const products = of('product').map((id) => ({
      ...common,
      id,
      slug: id,
      name: id,
      categories: '[]',
      quantity: 1,
      is_offered: 1 as const,
      is_featured: 0 as const,
      is_custom: 0 as const,
      deleted_at: null,
    }))
    await app.db.transaction(async (tx) => {
      await tx.insertInto('course').values(courses).execute()
      await tx.insertInto('product').values(products).execute()
    })
  })

  const call = (token: string | null, method: string, path = '', body?: object) =>
    app.http(method, `/api/favorites${path}`, { token, ...(body && { body }) })
  const marked = (answer: { body: { data: string[] } }) => [...answer.body.data].sort()

  describe.each(favouriteKinds)('favourites of the kind %s', (kind) => {
    // A call without `kind` is about courses.
    const query = kind === 'course' ? '' : `?kind=${kind}`
    const guest = async () => {
      const { token } = await signedIn(app, 'user')
      return {
        list: () => call(token, 'GET', query),
        add: (...of: string[]) => call(token, 'POST', query, { [`${kind}Ids`]: of }),
        remove: (id: string) => call(token, 'DELETE', `/${id}${query}`),
      }
    }

    test('favourites cannot be read or changed without an account', async () => {
      const all = async () => [
        await app.db.read.selectFrom('favourite').selectAll().execute(),
        await app.db.read.selectFrom('product_favourite').selectAll().execute(),
      ]
      const before = await all()
      for (const token of [null, 'forged.token']) {
        expect((await call(token, 'GET', query)).status).toBe(401)
        expect((await call(token, 'POST', query, { [`${kind}Ids`]: [ids[0]] })).status).toBe(401)
        expect((await call(token, 'DELETE', `/${ids[0]}${query}`)).status).toBe(401)
      }
      expect(await all()).toEqual(before)
    })

    test.each(['x', [7], ['a b'], ["' or 1=1"], { 0: 'a' }])('the favourites %j are refused', async (of) => {
      const { token } = await signedIn(app, 'user')
      const answer = await call(token, 'POST', query, { [`${kind}Ids`]: of })
      expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'validation_failed' } })
    })

    test('sent favourites are added to the stored favourites; unknown and repeated ids change nothing', async () => {
      const one = await guest()
      expect((await one.list()).body).toEqual({ success: true, data: [] })
      const [a, b, c] = ids as [string, string, string]
      expect(marked(await one.add(a, b, 'unknown', a))).toEqual([a, b])
      expect(marked(await one.add(b, c))).toEqual([a, b, c])
      expect(marked(await one.list())).toEqual([a, b, c])
      expect(marked(await one.remove(b))).toEqual([a, c])
      expect(marked(await one.remove(b))).toEqual([a, c])
      expect(marked(await one.add())).toEqual([a, c])
    })

    test('a user neither sees nor changes another user’s favourites', async () => {
      const [one, other] = [await guest(), await guest()]
      await one.add(ids[0] as string)
      expect(marked(await other.list())).toEqual([])
      await other.remove(ids[0] as string)
      expect(marked(await one.list())).toEqual([ids[0]])
    })

    test('a deleted course or product disappears from the favourites', async () => {
      const one = await guest()
      const [gone, kept] = ids.slice(-2) as [string, string]
      await one.add(gone, kept)
      const at = app.deps.clock.now()
      // Each id in these tests belongs to a course and to a product, so both are deleted.
      for (const table of favouriteKinds)
        await app.db.write.updateTable(table).set({ deleted_at: at }).where('id', '=', gone).execute()
      expect(marked(await one.list())).toEqual([kept])
      expect(marked(await one.add(gone))).toEqual([kept])
    })

    test('a user keeps 200 favourites at most, even if several are added simultaneously', async () => {
      const one = await guest()
      expect((await one.add(...ids.slice(0, favouritesMax + 1))).status).toBe(400)
      expect((await one.add(...ids.slice(0, favouritesMax - 1))).status).toBe(200)
      const more = await Promise.all(ids.slice(favouritesMax - 1, favouritesMax + 3).map((id) => one.add(id)))
      expect(more.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      expect(more.find(({ status }) => status === 409)?.body).toMatchObject({
        code: 'limit_reached',
        error: 'You can save at most 200 favourites. Remove some first.',
      })
      expect((await one.list()).body.data).toHaveLength(favouritesMax)
    })
  })

  test('a call without favourites, or with an unknown kind, is refused', async () => {
    const { token } = await signedIn(app, 'user')
    expect((await call(token, 'POST', '', {})).body.fields).toEqual({
      courseIds: 'Choose which favourites to add',
    })
    expect((await call(token, 'GET', '?kind=orders')).status).toBe(400)
  })

  test.each([
    [
      'product ids sent as courses',
      { courseIds: ['of-a-product'] },
      { product: ['of-a-product'], course: [] },
    ],
    [
      'course ids sent as products',
      { productIds: ['of-a-course'] },
      { product: [], course: ['of-a-course'] },
    ],
    [
      'course and product ids in one list',
      { courseIds: ['of-a-course', 'of-a-product', 'of-nothing'] },
      { product: ['of-a-product'], course: ['of-a-course'] },
    ],
  ])(
    '%s become favourites of the right kind, and can be removed without naming a kind',
    async (_, body, kept) => {
      const { token } = await signedIn(app, 'user')
      const answer = await call(token, 'POST', '', body)
      expect(marked(answer)).toEqual(kept.course.length > 0 ? kept.course : kept.product)
      expect(marked(await call(token, 'GET', '?kind=product'))).toEqual(kept.product)
      expect(marked(await call(token, 'GET', '?kind=course'))).toEqual(kept.course)
      for (const id of [...kept.product, ...kept.course]) {
        expect(marked(await call(token, 'DELETE', `/${id}`))).toEqual([])
      }
      expect(marked(await call(token, 'GET', '?kind=product'))).toEqual([])
    },
  )

  test('favourite courses and products are stored separately, 200 of each, and both may be sent in one call', async () => {
    const { token } = await signedIn(app, 'user')
    const [a, b] = ids as [string, string]
    expect(marked(await call(token, 'POST', '', { courseIds: [a], productIds: [a, b] }))).toEqual([a])
    expect(marked(await call(token, 'GET', '?kind=product'))).toEqual([a, b])
    expect(marked(await call(token, 'GET', '?kind=course'))).toEqual([a])
    // A call without `kind` gets the list of the kind that it sent.
    expect(marked(await call(token, 'POST', '', { productIds: [] }))).toEqual([a, b])
    expect(marked(await call(token, 'DELETE', `/${a}`))).toEqual([])
    expect(marked(await call(token, 'GET', '?kind=product'))).toEqual([a, b])
    const all = ids.slice(0, favouritesMax)
    expect((await call(token, 'POST', '', { courseIds: all, productIds: all })).body.data).toHaveLength(200)
  })
})
