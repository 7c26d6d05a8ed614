import { beforeEach, describe, expect, test } from 'vitest'
import { retention } from '../../../../contract/system/retention.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { lettersTo, newestLetterTo } from '../../../../tests/harness/letters.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { startBackInStock } from '../../loops.ts'

onEachEngine('e-mails about products that are back in stock', (app) => {
  let roses: string
  let slug: string
  let n = 0
  const asha = 'asha@post.example'
  beforeEach(async () => {
    await app.db.write.deleteFrom('stock_wish').execute()
    await app.db.write.deleteFrom('outbox').execute()
    await app.db.write.deleteFrom('letter_count').execute()
    roses = await addProduct(app, 0, `Rose box ${++n}`)
    slug = `rose-box-${n}`
  })

  const wish = (email: unknown = asha, at = slug, more: object = {}) =>
    app.http('POST', `/api/products/${at}/wish`, { body: { email, ...more } })
  const tell = () => app.app.services.products.tellWhatIsBack()
  const wishes = () => app.db.read.selectFrom('stock_wish').select(['product_id', 'email']).execute()
  const set = (columns: object) =>
    app.db.write.updateTable('product').set(columns).where('id', '=', roses).execute()

  describe('refused stock wishes', () => {
    test.each([
      [undefined, 'Email is required'],
      ['', 'Email is required'],
      ['no address', 'Please enter a valid email address'],
      ['a@b.example\r\nBcc: c@d.example', 'Please enter a valid email address'],
    ])('a wish for a letter to the address %j is refused', async (email, sentence) => {
      const answer = await app.http('POST', `/api/products/${slug}/wish`, { body: { email } })
      expect([answer.status, answer.body.fields]).toEqual([400, { email: sentence }])
      expect(await wishes()).toEqual([])
    })

    test('a stock wish for an unknown, a deleted or an available product is refused', async () => {
      expect((await wish(asha, 'unknown')).status).toBe(404)
      await set({ quantity: 1 })
      expect(await wish()).toMatchObject({
        status: 409,
        body: { code: 'conflict', error: 'It’s back in stock. You can order it now.' },
      })
      await set({ deleted_at: app.deps.clock.now() })
      expect((await wish()).status).toBe(404)
      expect(await wishes()).toEqual([])
    })

    test('a bot that fills in the form’s hidden field gets the success response, but no stock wish is stored', async () => {
      expect((await wish(asha, slug, { website: 'https://spam.example' })).body).toEqual({ success: true })
      expect(await wishes()).toEqual([])
    })
  })

  test('a stock wish is stored once for an e-mail address, and the answer does not show whether it was stored before', async () => {
    const first = await wish(' Asha@Post.example ')
    const again = await wish()
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect(first.body).toEqual({ success: true })
    await Promise.all(Array.from({ length: 20 }, () => wish()))
    expect(await wishes()).toEqual([{ product_id: roses, email: asha }])
  })

  test('a stock wish causes one e-mail when the product can be ordered again, and is then deleted', async () => {
    await wish()
    expect(await tell()).toBe(0)
    await set({ quantity: 3 })
    expect(await Promise.all([tell(), tell(), tell()])).toContain(1)
    expect(await lettersTo(app, asha)).toEqual([
      { template: 'back-in-stock', data: { productName: `Rose box ${n}`, slug } },
    ])
    const { subject, text } = await newestLetterTo(app, asha)
    expect(subject).toBe(`Rose box ${n} is back in stock`)
    expect(text).toMatch(new RegExp(`See it in the store: \\S+/store/${slug}\n`))
    expect(await wishes()).toEqual([])
    expect(await tell()).toBe(0)
    // The product sells out again. A new request then brings another e-mail.
    await set({ quantity: 0 })
    await wish()
    await set({ quantity: 1 })
    expect(await tell()).toBe(1)
    expect(await lettersTo(app, asha)).toHaveLength(2)
  })

  describe('the ways in which a product comes back in stock', () => {
    test('a buyer gets the e-mail when staff write a new stock and offer the product again', async () => {
      const { token } = await signedIn(app, 'staff')
      const put = (body: object) => app.http('PUT', `/api/admin/products/${roses}`, { token, body })
      await wish()
      await put({ instock: false, stockquantity: 5 })
      expect(await tell()).toBe(0)
      await put({ instock: true })
      expect(await tell()).toBe(1)
    })

    test('a buyer gets the e-mail when an order returns its products to the stock', async () => {
      await wish()
      await app.db.transaction((tx) => app.app.services.products.returnStock(tx, roses, 1))
      expect(await tell()).toBe(1)
    })

    test('a buyer gets the e-mail when a product is restored from the bin', async () => {
      const { token } = await signedIn(app, 'staff')
      await wish()
      await set({ quantity: 2 })
      await app.http('DELETE', `/api/admin/products/${roses}`, { token })
      expect(await tell()).toBe(0)
      await app.http('POST', `/api/admin/bin/product/${roses}/restore`, { token })
      expect(await tell()).toBe(1)
    })
  })

  test('the loop sends an e-mail for every stock wish, even if there are more wishes than one round handles', async () => {
    const now = app.deps.clock.now()
    const rows = Array.from({ length: 250 }, (_, at) => ({
      id: app.deps.ids.id(),
      product_id: roses,
      email: `asha-${at}@post.example`,
      created_at: now,
    }))
    await app.db.write.insertInto('stock_wish').values(rows).execute()
    await set({ quantity: 1 })
    const { products } = app.app.services
    let resolveAllSent = () => {}
    const allSent = new Promise<void>((resolve) => {
      resolveAllSent = resolve
    })
    const tellWhatIsBack = async () => {
      const count = await products.tellWhatIsBack()
      if (count === 0) resolveAllSent()
      return count
    }
    const { stop } = startBackInStock({ products: { ...products, tellWhatIsBack }, log: app.deps.log })
    await allSent
    await stop()
    expect(await wishes()).toEqual([])
    expect(await app.db.read.selectFrom('outbox').select('id').execute()).toHaveLength(250)
  })

  test('a stock wish whose product does not come back in stock is deleted after half a year', async () => {
    await wish()
    const start = app.deps.clock.now()
    const keepHouse = () => app.app.services.housekeeping.keepHouse()
    app.deps.clock.advance(retention.stockWishes.days * 24 * 60 * 60_000)
    await keepHouse()
    expect(await wishes()).toHaveLength(1)
    app.deps.clock.advance(1)
    expect(await keepHouse()).toMatchObject({ stockWishes: 1 })
    app.deps.clock.set(start)
  })
})
