import { beforeAll, describe, expect, test } from 'vitest'
import { type CountedList, countedLists, stateCountMax } from '../../../contract/system/state-counts.ts'
import { signedIn } from '../../../tests/harness/callers.ts'
import { onEachEngine, onSqlite } from '../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../tests/harness/orders.ts'
import { seedDemo } from '../../db/seed/seed.ts'

/** The list of each name: its address, its filter, and how its rows are found in the answer. */
const lists: Record<CountedList, readonly [path: string, filter: string]> = {
  orders: ['/api/admin/orders', 'status'],
  seats: ['/api/getEventClassEnrollments', 'payment'],
  enquiries: ['/api/categoryuserdata', 'answered'],
  'custom-requests': ['/api/admin/custom-requests', 'answered'],
  messages: ['/api/admin/messages', 'state'],
  'statement-lines': ['/api/admin/money/lines', 'status'],
  products: ['/api/admin/products', 'instock'],
  classes: ['/api/admin/AdminClasses', 'onsite'],
  instructors: ['/api/instructors', 'active'],
  reviews: ['/api/Feedback?kind=student', 'rating'],
  notes: ['/api/Feedback?kind=status', 'status'],
  posts: ['/api/admin/blog', 'status'],
  coupons: ['/api/admin/coupons', 'active'],
}
const names = Object.keys(lists) as CountedList[]
const address = (list: string) => `/api/admin/state-counts?list=${list}`

onSqlite('who may count the states of a list', (app) => {
  test('nobody, a user and a role without the right of a list get no counts of it', async () => {
    const staff = await signedIn(app, 'staff')
    const florist = await signedIn(app, 'florist')
    const user = await signedIn(app, 'user')
    expect((await app.http('GET', address('orders'))).status).toBe(401)
    expect((await app.http('GET', address('orders'), { token: user.token })).status).toBe(403)
    for (const name of names) {
      const { status } = await app.http('GET', address(name), { token: florist.token })
      expect([name, status]).toEqual([name, countedLists[name] === 'orders' ? 200 : 403])
    }
    for (const unknown of ['', 'users', 'toString']) {
      expect((await app.http('GET', address(unknown), { token: staff.token })).status).toBe(400)
    }
  })
})

onEachEngine('the counts of the states of each list', (app) => {
  let token: string
  beforeAll(async () => {
    await seedDemo(app.deps, { pictures: false })
    ;({ token } = await signedIn(app, 'owner'))
  })

  describe.each(names)('%s', (name) => {
    test('the count of each state is the length of the list with that filter', async () => {
      const [path, filter] = lists[name]
      const counts = (await app.http('GET', address(name), { token })).body.data as Record<string, number>
      expect(Object.keys(counts).length).toBeGreaterThan(2)
      for (const [state, count] of Object.entries(counts)) {
        const query = state === '' ? '' : `&${filter}=${state}`
        const { body } = await app.http(
          'GET',
          `${path}${path.includes('?') ? '&' : '?'}limit=${stateCountMax}${query}`,
          { token },
        )
        const rows = body.eventClassEnrollments
          ? [...body.eventClassEnrollments, ...body.classEnrollments]
          : (body.data ?? body)
        expect([state, rows.length]).toEqual([state, count])
      }
    })
  })

  test('a role that may not read some messages does not learn their number', async () => {
    const desk = await signedIn(app, 'front-desk')
    // The front desk may not read what subscribers of the newsletter get.
    await app.http('POST', '/api/landing/email', { body: { email: 'anitha@mail.example' } })
    const countOf = async (as: string) =>
      (await app.http('GET', address('messages'), { token: as })).body.data[''] as number
    const listed = await app.http('GET', '/api/admin/messages?limit=1000', { token: desk.token })
    expect(await countOf(desk.token)).toBe(listed.body.data.length)
    expect(await countOf(desk.token)).toBeLessThan(await countOf(token))
  })

  test('a count stops at its limit', async () => {
    await addProduct(app, 1)
    const [row] = await app.db.read.selectFrom('product').selectAll().limit(1).execute()
    if (!row) throw new Error('there is no product')
    for (let part = 0; part < 12; part++) {
      const many = Array.from({ length: 100 }, (_, n) => {
        return { ...row, id: `many-${part}-${n}`, slug: `many-${part}-${n}` }
      })
      await app.db.write.insertInto('product').values(many).execute()
    }
    const { body } = await app.http('GET', address('products'), { token })
    expect(body.data['']).toBe(stateCountMax)
  })
})
