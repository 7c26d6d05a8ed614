import path from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { loadBuild } from '../../server/http/rendering.ts'
import { onSqlite } from '../harness/on-each-engine.ts'
import { addProduct } from '../harness/orders.ts'
import { addCourse } from '../harness/seats.ts'
import { storeSettings } from '../harness/settings.ts'

const build = await loadBuild(path.resolve('build'))
const env = { PAYMENT_PROVIDER: 'upi' }

onSqlite('a school that has no way to be paid', { isOwnSchool: true, build, env }, (app) => {
  const priced: Record<string, string> = {}
  beforeAll(async () => {
    await storeSettings(app, { isOpen: 'true', hasStore: 'true' })
    const { slug } = await addCourse(app, { title: 'Corsages', price: 90_000 })
    await addProduct(app, 5, 'Moss bowl')
    const { body } = await app.http('GET', '/api/products')
    Object.assign(priced, {
      [`/classes/${slug}`]: 'You can’t enrol online yet. Please contact us.',
      '/classes': 'You can’t enrol online yet. Please contact us.',
      '/calendar?day=2026-03-12': 'You can’t book online yet. Please contact us.',
      '/store': 'Can’t be bought online yet',
      [`/store/${body[0].slug}`]: 'You can’t buy this online yet. Please contact us.',
    })
  })
  const buttons = />(?:Enroll Now|Book Now|Add to cart|Buy it now)/

  test('each page that offers something with a price says that it can’t be bought online yet', async () => {
    for (const [page, sentence] of Object.entries(priced)) {
      const { text } = await app.http('GET', page)
      expect(text, page).toContain(sentence)
      expect(text.match(buttons)?.[0], page).toBeUndefined()
    }
  })

  test('a free course can be booked even if nothing can be paid', async () => {
    const { slug } = await addCourse(app, { title: 'Open house', price: 0, nextbatch: '2026-03-14' })
    for (const page of [`/classes/${slug}`, '/calendar?day=2026-03-14']) {
      const { text } = await app.http('GET', page)
      expect(text, page).toMatch(buttons)
    }
  })

  describe('a school that has a UPI ID', () => {
    beforeAll(() => storeSettings(app, { upiId: 'poonga@bank' }))

    test('the pages let visitors buy', async () => {
      // The cache sends a stale page once more while it renders the new page.
      for (const [page, sentence] of Object.entries(priced))
        await vi.waitFor(async () => {
          const { text } = await app.http('GET', page)
          expect(text, page).not.toContain(sentence)
          expect(text, page).toMatch(buttons)
        })
    })
  })
})
