import { beforeAll, expect, test } from 'vitest'
import { signedIn } from '../../../tests/harness/callers.ts'
import { addFlower, addRecipe } from '../../../tests/harness/florist.ts'
import { onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import { addProduct, placeOrder } from '../../../tests/harness/orders.ts'
import { addCourse, book, enrol } from '../../../tests/harness/seats.ts'

onEachEngine('the search of the command palette', (app) => {
  let token: string
  let reference: string
  beforeAll(async () => {
    ;({ token } = await signedIn(app, 'staff'))
    const course = await addCourse(app, { title: 'Ikebana 100%' })
    ;({ reference } = await enrol(app, course.id, {
      fullName: 'Meenakshi Sundaram',
      email: 'meenakshi@mail.example',
      phone: '9876501234',
    }))
    await book(app, course.id)
  })

  const search = (q: string, as: string | null = token) =>
    app.http('GET', `/api/admin/search?q=${encodeURIComponent(q)}`, { token: as })
  const titles = async (q: string) =>
    ((await search(q)).body.data as { title: string }[]).map(({ title }) => title)

  test('the command palette searches only for staff, and a search needs at least two letters', async () => {
    expect((await search('me', null)).status).toBe(401)
    expect((await search('me', (await signedIn(app, 'user')).token)).status).toBe(403)
    expect((await search('m')).status).toBe(400)
  })

  test('the command palette finds an enrolment by name, e-mail address, phone or reference, in any capitals', async () => {
    for (const q of [
      'MEENAK',
      'sundaram',
      'Meenakshi@Mail.example',
      '9876501234',
      '+91 98765 01234',
      '765012',
    ]) {
      expect(await titles(q), q).toEqual(['Meenakshi Sundaram'])
    }
    const { body } = await search(reference.toLowerCase())
    expect(body.data).toEqual([
      {
        kind: 'enrolment',
        id: expect.any(String),
        title: 'Meenakshi Sundaram',
        detail: `Ikebana 100% · ${reference}`,
        q: reference,
      },
    ])
  })

  test('the command palette finds products by name, and orders by number or customer', async () => {
    const id = await addProduct(app, 3, 'Sampangi 50% garland')
    const order = await placeOrder(app, [{ productId: id, quantity: 1 }], { customer: 'Vasantha Kokila' })
    expect((await search('sampangi 50%')).body.data).toEqual([
      {
        kind: 'product',
        id,
        title: 'Sampangi 50% garland',
        detail: '₹500',
        q: 'Sampangi 50% garland',
      },
    ])
    const [hit] = (await search('VASANTHA')).body.data
    expect(hit).toMatchObject({ kind: 'order', id: order, detail: 'Vasantha Kokila · pending' })
    expect((await search(hit.title.toLowerCase())).body.data).toEqual([hit])
  })

  test('the command palette finds classes and bookings, and reads % and _ as plain characters', async () => {
    expect(await titles('100%')).toEqual(['Ikebana 100%'])
    expect(await titles('1_0')).toEqual([])
    expect(await titles('arun raj')).toEqual(['Arun Raj'])
  })

  test('the command palette finds a flower by its name, but not for the front desk', async () => {
    const id = await addFlower(app, 'Moonflower 50%', { bunchSize: 10 })
    expect((await search('moonflower 50%')).body.data).toEqual([
      { kind: 'flower', id, title: 'Moonflower 50%', detail: 'stem, 10 in a bunch', q: 'Moonflower 50%' },
    ])
    expect((await search('moonflower', (await signedIn(app, 'front-desk')).token)).body.data ?? []).toEqual(
      [],
    )
  })

  test('the command palette finds a product and its recipe by the name of the product', async () => {
    const flowerId = await addFlower(app, 'Tuberose')
    const productId = await addProduct(app, 5, 'Cloudberry posy')
    const id = await addRecipe(app, `product:${productId}`, [{ flowerId, count: 3 }])
    const { data } = (await search('cloudberry')).body
    expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(['product', 'recipe'])
    expect(data[1]).toMatchObject({ id, title: 'Cloudberry posy', detail: '1 flower' })
  })

  test('the command palette finds at most five records of each kind', async () => {
    for (let n = 0; n < 7; n++) await addCourse(app, { title: `Toran ${n}` })
    expect(await titles('toran')).toHaveLength(5)
  })
})
