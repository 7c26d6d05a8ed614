import path from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { pageHeader } from '../../contract/addresses.ts'
import { endpoints } from '../../contract/index.ts'
import { loadBuild } from '../../server/http/rendering.ts'
import type { TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { lettersTo } from '../harness/letters.ts'
import { onSqlite } from '../harness/on-each-engine.ts'
import { pagesOf } from '../harness/said-of-demonstration.ts'
import { book, bookingBody, enrol, enrolmentBody, hold, holdBody, seatCounts } from '../harness/seats.ts'
import { addDeliveryPlan, buyerOf, orderBody, stockOf } from '../harness/store.ts'

const build = await loadBuild(path.resolve('build'))

/** A word in each text of the records that are off the site. No other text contains this word. */
const word = 'Zephyrine'

function staffOf(app: TestApp, token: string) {
  const call = async (method: string, at: string, body?: object) => {
    const answer = await app.http(method, at, { token, ...(body && { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${at}: ${answer.status} ${answer.text}`)
    return answer.body?.data ?? answer.body
  }
  return {
    call,
    putClass: (id: string, body: object) => call('PUT', `/api/admin/AdminClasses/${id}`, body),
    putProduct: (id: string, body: object) => call('PUT', `/api/admin/products/${id}`, body),
  }
}

/**
 * Adds a course, a product and a draft with the word in each of their texts, and a product and a post without the word.
 */
async function fill(app: TestApp) {
  const { token } = await signedIn(app, 'owner')
  const { call, ...staff } = staffOf(app, token)
  const course = await call('POST', '/api/admin/AdminClasses/Add', {
    title: `${word} arches`,
    description: `Arches of ${word}.`,
    category: 'Workshops',
    price: 900,
    duration: '3 hours',
    sessions: 2,
    nextbatch: '2026-03-12',
    startTime: '10:00',
    capacity: 3,
    features: ['Zinnias', `Wiring ${word}`],
    faq: [{ question: `Why ${word}?`, answer: `It is ${word}.` }],
  })
  const batch = (await call('GET', `/api/admin/batches?course=${course.id}`))[0]
  await call('PUT', `/api/admin/batches/${batch.id}/meetings`, {
    meetings: [
      { day: '2026-03-12', from: '10:00', to: '12:00', topic: `${word} one` },
      { day: '2026-03-13', from: '10:00', to: '12:00', topic: `${word} two` },
    ],
  })
  const product = await call('POST', '/api/admin/products', {
    name: `${word} bowl`,
    description: `A bowl of ${word}.`,
    category: [`${word} bowls`, 'Zinnias'],
    price: 700,
    stockquantity: 5,
    featured: true,
    isAddon: true,
    badge: word,
    care: `Water the ${word}.`,
  })
  const other = await call('POST', '/api/admin/products', {
    name: 'Moss ring',
    description: 'A ring of moss.',
    price: 300,
    stockquantity: 5,
  })
  const post = (title: string, more: object) =>
    call('POST', '/api/admin/blog', { title, body: title, tags: ['Zinnias'], ...more })
  const draft = await post(`${word} days`, { tags: [`${word} tag`], status: 'draft' })
  const about = await post('Late summer', { status: 'published' })
  await call('POST', '/api/student-feedback', {
    student_name: 'Uma',
    course_name: ` ${word.toUpperCase()} arches`,
    rating: 5,
    feedback_text: 'Lovely.',
  })
  return { ...staff, call, token, course, batch, product, other, draft, about }
}
type Filled = Awaited<ReturnType<typeof fill>>

/** Lists the addresses of all pages, files, pictures and public answers that could contain a text of the records. */
function addressesOf({ course, batch, product, draft, about, other }: Filled) {
  const ids = [course, batch, product, draft].map(({ id }) => id as string)
  const names = [...ids, ...[course, product, draft, about, other].map(({ slug }) => slug as string)]
  const answers = endpoints
    .filter(({ method, access }) => method === 'GET' && access === 'public')
    .flatMap(({ path: at }) => (at.includes(':') ? names.map((name) => at.replace(/:\w+/, name)) : [at]))
  const searches = ['search', 'category'].map((name) => `/api/products?${name}=${word}%20bowls`)
  const pages = pagesOf({
    slugs: { classes: course.slug, store: product.slug, blog: about.slug, 'blog/tag': 'zinnias' },
    others: [`/store/${other.slug}`, `/blog/${draft.slug}`],
  })
  const files = ['/sitemap.xml', '/blog/feed.xml', '/calendar.ics', `/calendar/${batch.id}.ics`]
  const tags = [`/api/blog?tag=${word}%20tag`, '/api/blog?tag=zinnias', '/api/products?addon=yes']
  return { answers: [...answers, ...searches, ...tags, ...files], pages: [...new Set(pages)] }
}

/** Lists the addresses whose answers contain `word`. */
async function sayingIt(app: TestApp, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const at of addresses) {
    const { text } = await app.http('GET', at)
    if (text.toLowerCase().includes(word.toLowerCase())) found.push(at)
  }
  return found
}

onSqlite('records that are off the site', { build }, (app) => {
  let filled: Filled
  let addresses: ReturnType<typeof addressesOf>
  const off = async (isOnSite = false) => {
    await filled.putClass(filled.course.id, { isOnSite })
    await filled.putProduct(filled.product.id, { isOnSite })
  }
  beforeAll(async () => {
    filled = await fill(app)
    addresses = addressesOf(filled)
  })

  test('control: while the records are on the site, the walk finds the word at each address that contains it', async () => {
    const { course, product, about, batch, other } = filled
    const said = [
      '/api/courses',
      `/api/courses/${course.slug}`,
      `/api/courses/${course.id}`,
      `/api/batches/${batch.id}/meetings`,
      '/api/testimonials',
      '/api/Feedback',
      '/api/products',
      '/api/products/featured',
      `/api/products/${product.slug}`,
      `/api/products/${other.slug}`,
      `/api/products?search=${word}%20bowls`,
      `/api/blog/${about.slug}`,
      '/classes',
      '/calendar',
      '/store',
      `/classes/${course.slug}`,
      `/store/${product.slug}`,
      `/store/${other.slug}`,
      `/blog/${about.slug}`,
      '/sitemap.xml',
      '/calendar.ics',
      `/calendar/${batch.id}.ics`,
    ]
    expect(await sayingIt(app, said)).toEqual(said)
    for (const at of [`/share/classes/${course.slug}.jpg`, `/share/store/${product.slug}.jpg`]) {
      const { status, headers } = await app.http('GET', at)
      expect([status, headers.get('cache-control')], at).toEqual([200, 'public, max-age=300'])
    }
  })

  test('no public answer and no file contains a text of the records', async () => {
    await off()
    expect(await sayingIt(app, addresses.answers)).toEqual([])
  })

  test('no page contains a text of the records', async () => {
    const { about, other } = filled
    // The cache sends a stale page once more while it renders the new page.
    for (const at of ['/classes', '/store', '/calendar', `/store/${other.slug}`, `/blog/${about.slug}`])
      await vi.waitFor(async () => expect(await sayingIt(app, [at])).toEqual([]))
    expect(await sayingIt(app, addresses.pages)).toEqual([])
  })

  test('the pages, answers and pictures of the records are gone', async () => {
    const { course, product, draft, batch } = filled
    for (const at of [
      `/classes/${course.slug}`,
      `/classes/${course.id}`,
      `/store/${product.slug}`,
      `/blog/${draft.slug}`,
      `/api/courses/${course.slug}`,
      `/api/courses/${course.id}`,
      `/api/batches/${batch.id}/meetings`,
      `/api/products/${product.slug}`,
      `/api/products/${product.id}`,
      `/api/blog/${draft.slug}`,
      `/share/classes/${course.slug}.jpg`,
      `/share/store/${product.slug}.jpg`,
      `/share/blog/${draft.slug}.jpg`,
      `/calendar/${batch.id}.ics`,
    ])
      expect((await app.http('GET', at)).status, at).toBe(404)
  })

  test('staff find the records as before, and one press puts each record back on the site', async () => {
    const { course, product, call } = filled
    for (const [at, name] of [
      ['/api/admin/AdminClasses', course.title],
      ['/api/admin/products', product.name],
    ])
      expect(JSON.stringify(await call('GET', at))).toContain(name)
    expect((await call('GET', `/api/admin/AdminClasses/${course.id}`)).isOnSite).toBe(false)
    await off(true)
    expect((await app.http('GET', `/api/courses/${course.slug}`)).status).toBe(200)
    await vi.waitFor(async () =>
      expect(await sayingIt(app, ['/classes', '/store', '/sitemap.xml'])).toHaveLength(3),
    )
  })

  test('the history names the change, and the bin keeps it', async () => {
    const { course, product, call } = filled
    await off(true)
    app.deps.clock.advance(1000)
    await off()
    for (const [kind, id] of [
      ['class', course.id],
      ['product', product.id],
    ]) {
      const [entry] = await call('GET', `/api/admin/audit?kind=${kind}&record=${id}`)
      expect(entry.changes).toMatchObject([{ field: 'on the site', from: 'true', to: 'false' }])
    }
    await call('DELETE', `/api/admin/products/${product.id}`)
    await call('POST', `/api/admin/bin/product/${product.id}/restore`)
    expect((await call('GET', `/api/admin/products/${product.id}`)).isOnSite).toBe(false)
    expect((await app.http('GET', `/api/products/${product.slug}`)).status).toBe(404)
  })

  test('a stale form is refused and changes nothing', async () => {
    const { course, token } = filled
    const body = { isOnSite: true, version: 1 }
    const stale = await app.http('PUT', `/api/admin/AdminClasses/${course.id}`, { token, body })
    expect([stale.status, stale.body.code]).toEqual([409, 'conflict'])
    expect((await app.http('GET', `/api/courses/${course.slug}`)).status).toBe(404)
  })

  test('an imported file says for each row whether the record is on the site; a blank cell means yes', async () => {
    const { call } = filled
    const row = (title: string, isOnSite: string) => ({
      title,
      category: 'Workshops',
      nextbatch: '2026-04-01',
      price: '100',
      duration: '1 hour',
      sessions: '1',
      description: 'From a file.',
      isOnSite,
    })
    await call('POST', '/api/admin/AdminClasses/import', {
      rows: [row('From a file, shown', ''), row('From a file, hidden', 'No')],
      dryRun: false,
    })
    const { text } = await app.http('GET', '/api/courses')
    expect([text.includes('From a file, shown'), text.includes('From a file, hidden')]).toEqual([true, false])
  })
})

const notTaken = 'We aren’t taking bookings for this course at the moment. Choose another one.'

onSqlite('a course that is off the site', (app) => {
  let filled: Filled
  const put = (isOnSite: boolean) => filled.putClass(filled.course.id, { isOnSite })
  beforeAll(async () => {
    filled = await fill(app)
  })

  test('a course off the site takes no enrolment, booking, hold, added person, place on the waiting list or coupon', async () => {
    const { course } = filled
    const group = await enrol(app, course.id, { others: [{ fullName: 'Uma Rao' }] })
    await put(false)
    const before = await seatCounts(app, course.id)
    const person = { fullName: 'Ravi', email: 'ravi@mail.example', phone: '9876543219' }
    const refused: [string, object][] = [
      ['/api/enrollments', enrolmentBody(course.id, { email: 'new@mail.example' })],
      ['/api/events_enrollments', bookingBody(course.id, { transactionId: 'TXN-off' })],
      ['/api/seat-holds', holdBody(course.id, { transactionId: 'TXN-off' })],
      ['/api/waiting-list', { courseId: course.id, ...person }],
      [`/api/enrollments/${group.id}/others`, { others: [{ fullName: 'Ravi' }] }],
      ['/api/coupons/validate', { code: 'NONE', courseId: course.id }],
    ]
    for (const [at, body] of refused) {
      const answer = await app.http('POST', at, { body })
      expect([answer.status, answer.body.error], at).toEqual([404, notTaken])
    }
    expect(await seatCounts(app, course.id)).toEqual(before)
    const view = (await app.http('GET', `/api/enrollments/${group.id}`)).body
    expect([view.status, view.courseTitle, view.addable]).toEqual(['pending', course.title, undefined])
  })

  test('a sold seat of a course off the site keeps its page, calendar, payment, roster, moves and seats that staff add', async () => {
    const { course, batch, call } = filled
    await put(true)
    const seat = await enrol(app, course.id, { email: 'kept@mail.example' })
    const later = await call('POST', '/api/admin/batches', { courseId: course.id, day: '2026-03-20' })
    await put(false)
    const file = (query: string) => app.http('GET', `/calendar/${batch.id}.ics${query}`)
    const { text } = await file(`?seat=${seat.id}`)
    expect(text).toContain(course.title)
    expect(text).not.toContain('URL:')
    for (const query of ['', '?seat=none', '?seat=', `?seat=${seat.id}&seat=${seat.id}`])
      expect((await file(query)).status, query).toBe(404)
    await call('POST', `/api/admin/enrollments/${seat.id}/payment`, { method: 'cash' })
    expect((await app.http('GET', `/api/enrollments/${seat.id}`)).body.status).toBe('confirmed')
    const [letter] = await lettersTo(app, 'kept@mail.example')
    expect(letter).toBeDefined()
    const roster = await call('GET', `/api/admin/batches/${batch.id}/roster`)
    expect(JSON.stringify(roster)).toContain('kept@mail.example')
    await call('POST', `/api/admin/seats/enrolment/${seat.id}/move`, { from: batch.id, to: later.id })
    const added = await call('POST', '/api/admin/enrollments', {
      batchId: batch.id,
      name: 'Added By Hand',
      email: 'added@mail.example',
      phone: '9876543218',
      payment: 'later',
      letter: true,
    })
    expect(added.id).toBeDefined()
  })

  test('a freed seat of a course off the site is offered to nobody until the course is on the site again', async () => {
    const { call } = filled
    const course = await call('POST', '/api/admin/AdminClasses/Add', {
      title: 'Full arches',
      description: 'Arches.',
      price: 900,
      duration: '3 hours',
      sessions: 1,
      nextbatch: '2026-03-12',
      capacity: 1,
    })
    const seat = await enrol(app, course.id, { email: 'first@mail.example' })
    const body = { courseId: course.id, fullName: 'Waits', email: 'waits@mail.example', phone: '9876543217' }
    const token = (await signedIn(app, 'user')).token
    expect((await app.http('POST', '/api/waiting-list', { body, token })).status).toBe(201)
    await app.db.write
      .updateTable('waiting_list_entry')
      .set({ proved_at: app.deps.clock.now() })
      .where('email', '=', body.email)
      .execute()
    await filled.putClass(course.id, { isOnSite: false })
    await call('POST', `/api/admin/seats/enrolment/${seat.id}/cancel`)
    const states = async () => {
      const entries = app.db.read.selectFrom('waiting_list_entry').select('status')
      const { status } = await entries.where('email', '=', body.email).executeTakeFirstOrThrow()
      return [status, (await seatCounts(app, course.id)).taken]
    }
    expect(await states()).toEqual(['waiting', 0])
    await filled.putClass(course.id, { isOnSite: true })
    expect(await states()).toEqual(['offered', 1])
  })

  test('a held seat of a course off the site can still be booked', async () => {
    const { course } = filled
    await put(true)
    const held = await hold(app, course.id, { transactionId: 'TXN-held' })
    await put(false)
    expect(await book(app, course.id, { transactionId: 'TXN-held', holdId: held.id })).toMatchObject({
      id: held.id,
    })
  })
})

onSqlite('a product that is off the site', (app) => {
  let filled: Filled
  const put = (isOnSite: boolean) => filled.putProduct(filled.product.id, { isOnSite })
  beforeAll(async () => {
    filled = await fill(app)
  })

  test('a product off the site is not sold: not to a cart, from a cart, in an order or by an e-mail', async () => {
    const { product, other } = filled
    const { pickup } = await addDeliveryPlan(app)
    const cart = (method: string, at: string, body?: object, token?: string) =>
      app.http(method, at, { ...(body && { body }), ...(token && { headers: { 'cart-token': token } }) })
    const first = await cart('POST', '/api/cart/items', { productId: product.id, quantity: 1 })
    const { token } = first.body.data
    await cart('POST', '/api/cart/items', { productId: other.id, quantity: 1 }, token)
    await put(false)
    const added = await cart('POST', '/api/cart/items', { productId: product.id, quantity: 1 }, token)
    expect([added.status, added.body.error]).toEqual([
      404,
      'This is no longer offered, or not in this size. Choose something else.',
    ])
    const lines = [{ productId: product.id, quantity: 1 }]
    const order = await app.http('POST', '/api/orders', {
      body: orderBody({ day: '2026-03-04', slotId: pickup, lines }),
    })
    expect([order.status, order.body.code]).toEqual([409, 'out_of_stock'])
    const wish = await app.http('POST', `/api/products/${product.slug}/wish`, {
      body: { email: 'wish@mail.example' },
    })
    expect(wish.status).toBe(404)
    const days = (page?: string) =>
      app.http('GET', `/api/delivery-options?from=2026-03-04&days=1&product=${product.id}`, {
        headers: page === undefined ? {} : { [pageHeader]: page },
      })
    expect((await days()).status).toBe(404)
    const { path: preview } = await filled.call('POST', `/api/admin/products/${product.id}/preview`)
    expect((await days(preview)).status).toBe(200)
    const seen = (await cart('GET', '/api/cart', undefined, token)).body.data
    expect(seen.lines.map(({ name }: { name: string }) => name)).toEqual([other.name])
    expect(seen.notices.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
      `We no longer offer ${product.name}, so we removed it from your cart.`,
    ])
    expect(await stockOf(app, product.id)).toBe(5)
  })

  test('a product off the site stays in the orders that have it, without a link to its page', async () => {
    const { product } = filled
    await put(true)
    const { pickup } = await addDeliveryPlan(app)
    const lines = [{ productId: product.id, quantity: 1 }]
    const buyer = buyerOf(app, () => ({ slotId: pickup, lines }))
    const { id } = await buyer.place()
    expect((await buyer.view(id)).lines[0]).toMatchObject({ name: product.name, slug: product.slug })
    await put(false)
    expect((await buyer.view(id)).lines[0]).toMatchObject({ name: product.name, slug: null })
    expect((await buyer.pay(id)).status).toBe(200)
  })

  test('nobody is told that a product off the site is back in stock, until the product is on the site again', async () => {
    const { product } = filled
    await put(true)
    await filled.putProduct(product.id, { stockquantity: 0 })
    const body = { email: 'wish@mail.example' }
    expect((await app.http('POST', `/api/products/${product.slug}/wish`, { body })).status).toBe(200)
    await filled.putProduct(product.id, { isOnSite: false, stockquantity: 4 })
    const tell = () => app.app.services.products.tellWhatIsBack()
    expect(await tell()).toBe(0)
    await put(true)
    expect(await tell()).toBe(1)
  })
})

describe('favourites', () => {
  onSqlite('favourites of an account', (app) => {
    test('favourites keep the id of a record that is off the site', async () => {
      const { course, product, putClass, putProduct } = await fill(app)
      const { token } = await signedIn(app, 'user')
      const body = { courseIds: [course.id], productIds: [product.id] }
      await app.http('POST', '/api/favorites', { token, body })
      await putClass(course.id, { isOnSite: false })
      await putProduct(product.id, { isOnSite: false })
      for (const [query, id] of [
        ['', course.id],
        ['?kind=product', product.id],
      ])
        expect((await app.http('GET', `/api/favorites${query}`, { token })).body.data).toEqual([id])
    })
  })
})
