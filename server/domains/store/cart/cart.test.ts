import { beforeEach, describe, expect, test } from 'vitest'
import { cartLinesMax } from '../../../../contract/store/cart.ts'
import type { Answer } from '../../../../tests/harness/app.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { addMs } from '../../../platform/clock.ts'
import { newToken, tokenHash } from '../../../platform/tokens.ts'
import { cartsOfANetworkMax } from './cart.service.ts'

const sentence = 'Choose a whole number from 1 to 99'

onEachEngine('the cart', (app, engine) => {
  let vase: string
  let roses: string
  beforeEach(async () => {
    vase = await addProduct(app, 60, 'Vase')
    roses = await addProduct(app, 5, 'Rose box')
  })

  /** Makes a visitor: the account `account`, or a guest who sends the cart token that the server gave. */
  function visitor(account?: string) {
    const kept = { token: null as string | null }
    const call = async (method: string, path: string, body?: object, headers: object = {}) => {
      const answer = await app.http(method, `/api/cart${path}`, {
        ...(body && { body }),
        token: account ?? null,
        headers: { ...(kept.token && { 'Cart-Token': kept.token }), ...headers },
      })
      kept.token = answer.body.data?.token ?? kept.token
      return answer
    }
    return {
      kept,
      call,
      view: () => call('GET', ''),
      add: (productId: string, quantity: unknown = 1, more: object = {}) =>
        call('POST', '/items', { productId, quantity, ...more }),
      put: (id: string, quantity: unknown) => call('PUT', `/items/${id}`, { quantity }),
      remove: (id: string) => call('DELETE', `/items/${id}`),
      empty: () => call('DELETE', ''),
      merge: () => call('POST', '/merge'),
    }
  }
  const linesOf = (answer: Answer) =>
    answer.body.data.lines.map(({ name, quantity }: { name: string; quantity: number }) => [name, quantity])
  const noticesOf = (answer: Answer) =>
    answer.body.data.notices.map(({ sentence }: { sentence: string }) => sentence)
  const setProduct = (id: string, columns: object) =>
    app.db.write.updateTable('product').set(columns).where('id', '=', id).execute()
  const addSize = async (productId: string, name: string, price: number) => {
    const id = app.deps.ids.id()
    await app.db.write
      .insertInto('product_size')
      .values({ id, product_id: productId, position: 0, name, price_in_paise: price * 100, stems: null })
      .execute()
    return id
  }
  const count = async (table: 'cart' | 'cart_line') =>
    Number(
      (
        await app.db.read
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )

  partOnSqlite(engine, 'refused calls of the cart', () => {
    test.each([
      [0, sentence],
      [-1, sentence],
      [1e9, sentence],
      [1.5, sentence],
      [100, sentence],
      ['2', sentence],
      [null, sentence],
    ])('the quantity %j of a product is refused', async (quantity, message) => {
      const carts = await count('cart')
      const answer = await visitor().add(vase, quantity)
      expect([answer.status, answer.body.code, answer.body.fields.quantity]).toEqual([
        400,
        'validation_failed',
        message,
      ])
      expect(await count('cart')).toBe(carts)

      const guest = visitor()
      const [line] = (await guest.add(vase, 2)).body.data.lines
      const changed = await guest.put(line.id, quantity)
      // A line with the quantity 0 is removed.
      if (quantity === 0) expect(linesOf(changed)).toEqual([])
      else {
        expect([changed.status, changed.body.fields.quantity]).toEqual([400, message])
        expect(linesOf(await guest.view())).toEqual([['Vase', 2]])
      }
    })

    test.each([
      [{ productId: "x' or '1'='1" }],
      [{ productId: { $ne: null } }],
      [{ productId: 'x'.repeat(65) }],
      [{ size: '../../etc/passwd' }],
      [{ answer: 'x'.repeat(121) }],
      [{ answer: 'a\u0000b' }],
      [{ answer: ['<b>'] }],
    ])('a product that is added with %j is refused', async (more) => {
      const answer = await visitor().add(vase, 1, more)
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    })

    test('a product that is unknown, deleted, withdrawn or not sold in the size is refused', async () => {
      const size = await addSize(roses, 'Grand', 900)
      const [deleted, withdrawn] = [await addProduct(app, 5), await addProduct(app, 5)]
      await setProduct(deleted, { deleted_at: app.deps.clock.now() })
      await setProduct(withdrawn, { is_offered: 0 })
      for (const [productId, more] of [
        ['unknown', {}],
        [deleted, {}],
        [withdrawn, {}],
        [roses, {}],
        [roses, { size: 'unknown' }],
        [vase, { size }],
      ] as const) {
        expect(await visitor().add(productId, 1, more)).toMatchObject({
          status: 404,
          body: {
            error: 'This is no longer offered, or not in this size. Choose something else.',
          },
        })
      }
    })

    test('a sold-out product is refused', async () => {
      await setProduct(roses, { quantity: 0 })
      expect(await visitor().add(roses)).toMatchObject({
        status: 409,
        body: {
          code: 'out_of_stock',
          error: 'We’re out of Rose box right now. Choose something else.',
        },
      })
    })

    test('a cart refuses the hundredth piece of a product and the thirty-first product', async () => {
      await setProduct(vase, { quantity: 500 })
      const guest = visitor()
      await guest.add(vase, 99)
      expect(await guest.add(vase)).toMatchObject({
        status: 409,
        body: {
          code: 'limit_reached',
          error: 'Your cart can have at most 99 of one item. If you’d like more, please write to us.',
        },
      })
      for (let n = 1; n < cartLinesMax; n++) {
        await guest.add(await addProduct(app, 1, `Thing ${n}`))
      }
      expect(await guest.add(roses)).toMatchObject({
        status: 409,
        body: {
          code: 'limit_reached',
          error: 'Your cart can have at most 30 different items. Remove one first, or order these first.',
        },
      })
      expect(linesOf(await guest.view())).toHaveLength(30)
    })

    test('a line of another cart or a removed line cannot be changed', async () => {
      const [guest, other] = [visitor(), visitor()]
      const [line] = (await guest.add(vase)).body.data.lines
      await other.add(roses)
      const gone = { status: 404, body: { error: 'This is no longer in your cart.' } }
      expect(await other.put(line.id, 3)).toMatchObject(gone)
      expect(await visitor().put(line.id, 3)).toMatchObject(gone)
      expect(linesOf(await other.remove(line.id))).toEqual([['Rose box', 1]])
      expect(linesOf(await guest.view())).toEqual([['Vase', 1]])
      await guest.remove(line.id)
      expect(await guest.put(line.id, 3)).toMatchObject(gone)
    })
  })

  describe('the owner of a cart', () => {
    test('a cart token that belongs to no cart gets an empty cart, not an error', async () => {
      const guest = visitor()
      await guest.add(vase)
      for (const token of [
        '',
        'short',
        'x'.repeat(22),
        'x'.repeat(500),
        "' or 1=1 --",
        tokenHash(guest.kept.token ?? ''),
      ]) {
        const answer = await app.http('GET', '/api/cart', { headers: { 'Cart-Token': token } })
        expect([answer.status, answer.body.data]).toEqual([
          200,
          { lines: [], count: 0, subtotal: 0, notices: [], token: null },
        ])
      }
    })

    test('a cart token has 128 random bits, is given once, and is stored only as its hash', async () => {
      const guest = visitor()
      const first = await guest.add(vase, 1, {})
      const { token } = first.body.data
      expect(token).toMatch(/^[\w-]{22}$/)
      expect((await guest.add(vase)).body.data.token).toBeNull()
      expect((await guest.view()).body.data.token).toBeNull()
      const stored = JSON.stringify([
        await app.db.read.selectFrom('cart').selectAll().execute(),
        await app.db.read.selectFrom('idempotency').selectAll().execute(),
      ])
      expect(stored).toContain(tokenHash(token))
      expect(stored).not.toContain(token)
    })

    describe('a repeated idempotency key', () => {
      const keyed = (more: object = {}) => ({ 'Idempotency-Key': app.deps.ids.id(), ...more })
      const proof = () => ({ 'Cart-Proof': newToken() })
      const firstCalls: [string, () => object][] = [
        ['with a Cart-Proof header', proof],
        ['without a Cart-Proof header', () => ({})],
        ['with an invalid Cart-Proof header', () => ({ 'Cart-Proof': 'short' })],
        ['with an unknown Cart-Token header', () => ({ 'Cart-Token': newToken() })],
      ]
      const strangers: [string, () => Promise<object>][] = [
        ['no cart headers', async () => ({})],
        ['another Cart-Proof', async () => proof()],
        ['an unknown token', async () => ({ 'Cart-Token': newToken() })],
        ['an empty Cart-Proof and an empty Cart-Token', async () => ({ 'Cart-Proof': '', 'Cart-Token': '' })],
      ]

      describe.each(firstCalls)('an idempotency key that was first sent %s', (_, carries) => {
        test.each(strangers)(
          'a stranger with %s who repeats the idempotency key gets a cart of their own',
          async (_, brings) => {
            const key = keyed()
            const body = { productId: vase, quantity: 2 }
            const guest = visitor()
            const first = await guest.call('POST', '/items', body, { ...key, ...carries() })
            await guest.add(roses, 1)
            const stranger = visitor()
            const again = await stranger.call('POST', '/items', body, { ...key, ...(await brings()) })
            // The stranger gets a new cart with the product, like any new visitor.
            expect([again.status, linesOf(again)]).toEqual([201, [['Vase', 2]]])
            expect(again.body.data.token).not.toBe(first.body.data.token)
            expect(again.body.data.lines[0].id).not.toBe(first.body.data.lines[0].id)
            await stranger.empty()
            expect(linesOf(await guest.view()).sort()).toEqual([
              ['Rose box', 1],
              ['Vase', 2],
            ])
          },
        )

        test('a caller with the cart’s token who repeats the idempotency key gets the stored response without a token', async () => {
          const key = keyed()
          const guest = visitor()
          const send = (more: object = {}) =>
            guest.call('POST', '/items', { productId: vase, quantity: 2 }, { ...key, ...more })
          const first = await send(carries())
          const again = await send()
          expect([again.status, again.body.data]).toEqual([201, { ...first.body.data, token: null }])
          expect(linesOf(await guest.view())).toEqual([['Vase', 2]])
          const other = await guest.call('POST', '/items', { productId: roses, quantity: 1 }, key)
          expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } })
        })
      })

      test.each([
        ['a Cart-Proof header', proof],
        ['an unknown token', () => ({ 'Cart-Token': newToken() })],
      ])(
        'a browser with %s that repeats a call gets the same cart, and the token of the stored answer opens no cart',
        async (_, carries) => {
          const headers = keyed(carries())
          const body = { productId: vase, quantity: 2 }
          const carts = await count('cart')
          const first = await visitor().call('POST', '/items', body, headers)
          const guest = visitor()
          const again = await guest.call('POST', '/items', body, headers)
          expect([again.status, again.body.data]).toEqual([201, first.body.data])
          expect(linesOf(await guest.view())).toEqual([['Vase', 2]])
          expect(await count('cart')).toBe(carts + 1)
          const { response } = await app.db.read
            .selectFrom('idempotency')
            .select('response')
            .where('key', '=', headers['Idempotency-Key'])
            .executeTakeFirstOrThrow()
          const stored = visitor()
          stored.kept.token = JSON.parse(response).data.token
          expect(stored.kept.token).not.toBe(guest.kept.token)
          expect(linesOf(await stored.view())).toEqual([])
          // The same call counts as a new one once its stored answer is deleted. The item is added to the same cart.
          await app.db.write.deleteFrom('idempotency').execute()
          expect(linesOf(await guest.call('POST', '/items', body, headers))).toEqual([['Vase', 4]])
        },
      )

      test('one browser that sends the same idempotency key in ten simultaneous calls gets one cart with one token', async () => {
        const headers = keyed(proof())
        const carts = await count('cart')
        const body = { productId: vase, quantity: 2 }
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => visitor().call('POST', '/items', body, headers)),
        )
        expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toHaveLength(1)
        expect(await count('cart')).toBe(carts + 1)
        // The control shows that ten strangers who send the same key have ten carts.
        const { 'Idempotency-Key': key } = headers
        await Promise.all(
          Array.from({ length: 10 }, () =>
            visitor().call('POST', '/items', body, { 'Idempotency-Key': key, ...proof() }),
          ),
        )
        expect(await count('cart')).toBe(carts + 11)
      })

      test('a stranger who repeats the idempotency key of a change sees nothing of the cart', async () => {
        const guest = visitor()
        const [line] = (await guest.add(vase, 2)).body.data.lines
        await guest.add(roses, 1)
        const calls: [string, string, object | undefined][] = [
          ['PUT', `/items/${line.id}`, { quantity: 3 }],
          ['DELETE', `/items/${line.id}`, undefined],
        ]
        for (const [method, path, body] of calls) {
          const key = keyed()
          const first = await guest.call(method, path, body, key)
          expect(first.body.data.lines).not.toEqual([])
          expect((await guest.call(method, path, body, key)).body).toEqual(first.body)
          for (const more of [{}, proof(), { 'Cart-Token': newToken() }]) {
            const { body: seen } = await visitor().call(method, path, body, { ...key, ...more })
            expect(seen.data?.lines ?? []).toEqual([])
          }
        }
      })
    })

    test('a signed-in user has the account’s cart on every device, whatever cart token the call sends', async () => {
      const { token } = await signedIn(app, 'user')
      const guest = visitor()
      await guest.add(roses)
      const [here, there] = [visitor(token), visitor(token)]
      here.kept.token = guest.kept.token
      expect((await here.add(vase)).body.data.token).toBeNull()
      expect(linesOf(await there.view())).toEqual([['Vase', 1]])
      expect(linesOf(await guest.view())).toEqual([['Rose box', 1]])
      const other = visitor((await signedIn(app, 'user')).token)
      expect(linesOf(await other.view())).toEqual([])
    })
  })

  partOnSqlite(engine, 'the lines of a cart', () => {
    test('a line has the product’s current price, and prices that the request sends are ignored', async () => {
      const { body } = await visitor().add(roses, 2, { price: 1, total: 1, subtotal: 0, priceSeen: 1 })
      expect(body.data).toEqual({
        lines: [
          {
            id: expect.any(String),
            productId: roses,
            slug: expect.stringMatching(/^rose-box/),
            name: 'Rose box',
            size: null,
            customLabel: null,
            answer: null,
            isAddon: false,
            quantity: 2,
            price: 500,
            total: 1000,
            most: 5,
            picture: null,
          },
        ],
        count: 2,
        subtotal: 1000,
        notices: [],
        token: expect.any(String),
      })
    })

    test('a cart line is one product in one size with one answer to the product’s question', async () => {
      await setProduct(vase, { custom_label: 'Ribbon colour' })
      const [small, grand] = [await addSize(vase, 'Small', 400), await addSize(vase, 'Grand', 900)]
      const guest = visitor()
      for (const more of [
        { size: small },
        { size: grand },
        { size: grand, answer: 'Red' },
        { size: grand, answer: ' Red ' },
        { size: small, answer: '' },
      ]) {
        expect((await guest.add(vase, 1, more)).status).toBe(201)
      }
      const { lines, subtotal } = (await guest.view()).body.data
      const shown = lines.map((line: { size: { name: string }; answer: string | null; quantity: number }) =>
        [line.size.name, line.answer, line.quantity].join(),
      )
      expect(shown.sort()).toEqual(['Grand,,1', 'Grand,Red,2', 'Small,,2'])
      expect(subtotal).toBe(2 * 400 + 3 * 900)
    })

    test('a visitor can change or remove a line, and empty the cart', async () => {
      const guest = visitor()
      const [line] = (await guest.add(vase, 2)).body.data.lines
      await guest.add(roses, 1)
      expect((await guest.put(line.id, 7)).body.data).toMatchObject({ count: 8, subtotal: 4000 })
      expect(linesOf(await guest.put(line.id, 0))).toEqual([['Rose box', 1]])
      expect(await guest.put(line.id, 100)).toMatchObject({ status: 400 })
      const { data } = (await guest.add(vase, 1)).body
      for (const one of data.lines) expect((await guest.remove(one.id)).status).toBe(200)
      expect(linesOf(await guest.view())).toEqual([])
      await guest.add(vase, 1)
      expect((await guest.empty()).body.data).toMatchObject({ lines: [], count: 0 })
      expect(linesOf(await guest.view())).toEqual([])
      // The emptied cart still has the same token.
      expect((await guest.add(vase, 1)).body.data.token).toBeNull()
    })

    test('a line holds no more pieces than the stock, a notice says so, and a cart reserves no stock', async () => {
      const guest = visitor()
      const only = (count: number) =>
        `You can order only ${count} of Rose box right now, so your cart has ${count}.`
      const more = await guest.add(roses, 8)
      expect([linesOf(more), noticesOf(more)]).toEqual([[['Rose box', 5]], [only(5)]])
      const again = await guest.add(roses, 1)
      expect([linesOf(again), noticesOf(again)]).toEqual([[['Rose box', 5]], [only(5)]])
      const [line] = again.body.data.lines
      await guest.put(line.id, 2)
      const put = await guest.put(line.id, 99)
      expect([linesOf(put), noticesOf(put)]).toEqual([[['Rose box', 5]], [only(5)]])
      // A cart reserves no stock, so another guest can add the same pieces.
      expect(linesOf(await visitor().add(roses, 5))).toEqual([['Rose box', 5]])
      const { quantity } = await app.db.read
        .selectFrom('product')
        .select('quantity')
        .where('id', '=', roses)
        .executeTakeFirstOrThrow()
      expect(quantity).toBe(5)
    })

    test('two lines of one product share its stock', async () => {
      await setProduct(roses, { custom_label: 'Ribbon colour' })
      const guest = visitor()
      await guest.add(roses, 3, { answer: 'Red' })
      const second = await guest.add(roses, 4, { answer: 'White' })
      expect(
        linesOf(second)
          .map(([, quantity]: [string, number]) => quantity)
          .sort(),
      ).toEqual([2, 3])
      expect(await guest.add(roses, 1, { answer: 'Blue' })).toMatchObject({
        status: 409,
        body: { code: 'out_of_stock' },
      })
    })
  })

  describe('the notices of a cart', () => {
    test('a changed price, a smaller stock and a deleted product are each reported once', async () => {
      const guest = visitor()
      await guest.add(roses, 4)
      await guest.add(vase, 1)
      await setProduct(roses, { price_in_paise: 55_000, quantity: 3 })
      await setProduct(vase, { deleted_at: app.deps.clock.now() })
      const answer = await guest.view()
      expect(linesOf(answer)).toEqual([['Rose box', 3]])
      expect(answer.body.data.subtotal).toBe(1650)
      expect(noticesOf(answer).sort()).toEqual([
        'The price of Rose box has changed from ₹500 to ₹550.',
        'We no longer offer Vase, so we removed it from your cart.',
        'You can order only 3 of Rose box right now, so your cart has 3.',
      ])
      const next = await guest.view()
      expect([linesOf(next), noticesOf(next)]).toEqual([[['Rose box', 3]], []])
    })

    test('a cart whose only product was deleted is empty and says why', async () => {
      const guest = visitor()
      const [line] = (await guest.add(roses, 1)).body.data.lines
      await setProduct(roses, { deleted_at: app.deps.clock.now() })
      const answer = await guest.put(line.id, 2)
      expect([answer.status, linesOf(answer), noticesOf(answer)]).toEqual([
        200,
        [],
        ['We no longer offer Rose box, so we removed it from your cart.'],
      ])
    })

    test('six simultaneous views of a cart report a changed price only once', async () => {
      const guest = visitor()
      await guest.add(roses, 1)
      await setProduct(roses, { price_in_paise: 60_000 })
      const answers = await Promise.all(Array.from({ length: 6 }, () => guest.view()))
      expect(answers.flatMap(noticesOf)).toEqual(['The price of Rose box has changed from ₹500 to ₹600.'])
    })
  })

  describe('a guest’s cart at sign-in', () => {
    test('carts cannot be merged without signing in', async () => {
      expect((await visitor().merge()).status).toBe(401)
    })

    test('a guest’s lines are added to the account’s cart, and the guest’s cart becomes empty', async () => {
      const { token } = await signedIn(app, 'user')
      const [guest, account] = [visitor(), visitor(token)]
      await account.add(vase, 1)
      await account.add(roses, 3)
      await guest.add(roses, 4)
      await guest.add(await addProduct(app, 9, 'Card'), 2)
      account.kept.token = guest.kept.token
      const answer = await account.merge()
      expect(linesOf(answer).sort()).toEqual([
        ['Card', 2],
        ['Rose box', 5],
        ['Vase', 1],
      ])
      expect(noticesOf(answer)[0]).toMatch(/^Added to your cart: .+; .+\.$/)
      expect(noticesOf(answer)[0]).toContain('4 × Rose box')
      expect(noticesOf(answer)[0]).toContain('2 × Card')
      expect(noticesOf(answer).slice(1)).toEqual([
        'You can order only 5 of Rose box right now, so your cart has 5.',
      ])
      expect(linesOf(await guest.view())).toEqual([])
      // A second merge changes nothing.
      const again = await account.merge()
      expect([linesOf(again).length, noticesOf(again)]).toEqual([3, []])
    })

    test('an account without a cart takes the guest’s cart; without a guest’s cart nothing changes', async () => {
      const { token } = await signedIn(app, 'user')
      const [guest, account] = [visitor(), visitor(token)]
      expect((await account.merge()).body.data).toMatchObject({ lines: [], notices: [] })
      await guest.add(vase, 2)
      account.kept.token = guest.kept.token
      expect(linesOf(await account.merge())).toEqual([['Vase', 2]])
      expect(linesOf(await visitor(token).view())).toEqual([['Vase', 2]])
    })

    test('merging two carts reports what does not fit: more than 99 pieces of a product, or more than 30 products', async () => {
      const { token } = await signedIn(app, 'user')
      const [guest, account] = [visitor(), visitor(token)]
      await setProduct(vase, { quantity: 500 })
      await account.add(vase, 60)
      for (let n = 1; n < cartLinesMax; n++) await account.add(await addProduct(app, 1, `Thing ${n}`))
      await guest.add(vase, 60)
      await guest.add(roses, 1)
      account.kept.token = guest.kept.token
      const answer = await account.merge()
      expect(linesOf(answer)).toHaveLength(30)
      expect(linesOf(answer)).toContainEqual(['Vase', 99])
      expect(noticesOf(answer).sort()).toEqual([
        'A cart holds up to 30 different items, so we couldn’t add Rose box.',
        'A cart holds up to 99 of Vase.',
        'Added to your cart: 60 × Vase.',
      ])
    })

    test('eight simultaneous merges add the guest’s lines once', async () => {
      const { token } = await signedIn(app, 'user')
      const [guest, account] = [visitor(), visitor(token)]
      await guest.add(vase, 2)
      account.kept.token = guest.kept.token
      const answers = await Promise.all(Array.from({ length: 8 }, () => account.merge()))
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
      expect(linesOf(await account.view())).toEqual([['Vase', 2]])
    })
  })

  describe('simultaneous changes of a cart', () => {
    test('fifty simultaneous clicks on + add fifty pieces', async () => {
      const guest = visitor()
      await guest.add(vase, 1)
      const answers = await Promise.all(Array.from({ length: 50 }, () => guest.add(vase, 1)))
      expect(answers.filter(({ status }) => status !== 201)).toEqual([])
      expect(linesOf(await guest.view())).toEqual([['Vase', 51]])
    })

    test('control: reading the quantity before writing it loses clicks', async () => {
      const guest = visitor()
      const [{ id }] = (await guest.add(vase, 1)).body.data.lines
      const read = () =>
        app.db.read.selectFrom('cart_line').select('quantity').where('id', '=', id).executeTakeFirstOrThrow()
      const seen = await Promise.all(Array.from({ length: 5 }, read))
      for (const { quantity } of seen) {
        await app.db.write
          .updateTable('cart_line')
          .set({ quantity: quantity + 1 })
          .where('id', '=', id)
          .execute()
      }
      expect((await read()).quantity).toBeLessThan(6)
    })

    test('products that ten tabs add simultaneously are in one cart of the account', async () => {
      const { token, userId } = await signedIn(app, 'user')
      const ids = await Promise.all(Array.from({ length: 10 }, (_, n) => addProduct(app, 1, `Thing ${n}`)))
      const answers = await Promise.all(ids.map((id) => visitor(token).add(id)))
      expect(answers.filter(({ status }) => status !== 201)).toEqual([])
      expect(linesOf(await visitor(token).view())).toHaveLength(10)
      const carts = await app.db.read.selectFrom('cart').select('id').where('user_id', '=', userId).execute()
      expect(carts).toHaveLength(1)
    })

    test('a cart accepts 30 of 31 different products that are added simultaneously', async () => {
      const guest = visitor()
      await guest.add(vase)
      const ids = await Promise.all(
        Array.from({ length: cartLinesMax }, (_, n) => addProduct(app, 1, `Thing ${n}`)),
      )
      const answers = await Promise.all(ids.map((id) => guest.add(id)))
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
      expect(linesOf(await guest.view())).toHaveLength(cartLinesMax)
    })
  })

  describe('the cart of an order', () => {
    const service = () => app.app.services.cart

    test('an order takes its lines from the account’s cart or the guest’s cart, and finds none for an unknown cart token', async () => {
      const { token, userId } = await signedIn(app, 'user')
      const [guest, account] = [visitor(), visitor(token)]
      await guest.add(vase, 2)
      await account.add(roses, 1)
      const find = (owner: { userId: string | null; cartToken: string | null }) =>
        service().findLines(app.db.read, owner)
      expect((await find({ userId: null, cartToken: guest.kept.token }))?.items).toEqual([
        { productId: vase, size: null, quantity: 2, answer: null },
      ])
      expect((await find({ userId, cartToken: guest.kept.token }))?.items).toEqual([
        { productId: roses, size: null, quantity: 1, answer: null },
      ])
      expect(await find({ userId: null, cartToken: null })).toBeNull()
      expect(await find({ userId: null, cartToken: 'x'.repeat(22) })).toBeNull()
    })

    test('one of three simultaneous orders from the same cart gets the lines of the cart', async () => {
      const guest = visitor()
      await guest.add(vase, 2)
      const order = () =>
        app.db.transaction(async (tx) => {
          const found = await service().findLines(tx, { userId: null, cartToken: guest.kept.token })
          if (found) await service().clear(tx, found.cartId)
          return found?.items.length ?? 0
        })
      expect((await Promise.all([order(), order(), order()])).sort()).toEqual([0, 0, 1])
      expect(linesOf(await guest.view())).toEqual([])
    })
  })

  test('a cart is deleted 60 days after its last change', async () => {
    const guest = visitor()
    await guest.add(vase)
    const day = 24 * 60 * 60_000
    const keepHouse = () => app.app.services.housekeeping.keepHouse()
    const start = app.deps.clock.now()
    app.deps.clock.set(addMs(start, 60 * day))
    await keepHouse()
    expect(linesOf(await guest.view())).toEqual([['Vase', 1]])
    app.deps.clock.set(addMs(start, 60 * day + 1))
    await keepHouse()
    expect([await count('cart'), await count('cart_line')]).toEqual([0, 0])
    expect(linesOf(await guest.view())).toEqual([])
    app.deps.clock.set(start)
  })
})

onEachEngine(
  'the carts of one network',
  { env: { RATE_LIMIT_FACTOR: '1' }, freshForEachTest: true },
  (app) => {
    const max = cartsOfANetworkMax
    let vase: string
    beforeEach(async () => {
      vase = await addProduct(app, 60, 'Vase')
    })
    const guest = (cartToken: string | null = null) => ({ userId: null, cartToken })
    const fresh = (network = '203.0.113.7') => ({ token: newToken(), network })
    /** Makes a cart and returns its token. */
    async function make(
      made = fresh(),
      owner: { userId: string | null; cartToken: string | null } = guest(),
    ) {
      const wanted = { productId: vase, quantity: 1 }
      await app.db.transaction((tx) => app.app.services.cart.add(tx, owner, wanted, made))
      return made.token
    }
    const change = (token: string) => make(fresh(), guest(token))
    /** Makes more calls at once than the database has connections, but not so many that a slow machine fails. */
    async function many(count: number, each = () => make()): Promise<string[]> {
      const made: string[] = []
      let begun = 0
      const lane = async () => {
        while (begun++ < count) made.push(await each())
      }
      await Promise.all(Array.from({ length: 31 }, lane))
      return made
    }
    const isThere = async (token: string) => (await app.app.services.cart.view(guest(token))).count > 0
    const count = async () => (await app.db.read.selectFrom('cart').select('id').execute()).length

    test('each of 310 guests of one network gets a cart, and the network’s stored carts do not exceed its limit', async () => {
      const tokens = await many(max + 10)
      expect(new Set(tokens)).toHaveLength(max + 10)
      expect(await count()).toBe(max)
      // The control shows that carts of ten other networks are all kept.
      let network = 0
      await many(10, () => make(fresh(`198.51.100.${++network}`)))
      expect(await count()).toBe(max + 10)
    })

    test('a network at its limit of carts loses the guest cart that was unchanged the longest, never an account’s cart', async () => {
      const { userId } = await signedIn(app, 'user')
      await make(fresh(), { userId, cartToken: null })
      const first = await make()
      app.deps.clock.advance(1000)
      const second = await make()
      app.deps.clock.advance(1000)
      const others = await many(max - 2)
      app.deps.clock.advance(1000)
      await change(first)
      app.deps.clock.advance(1000)
      const late = await make()
      expect([await isThere(first), await isThere(second), await isThere(late)]).toEqual([true, false, true])
      // Every cart has been changed by now, so the cart that was changed first is deleted.
      app.deps.clock.advance(1000)
      for (const token of others) await change(token)
      await change(late)
      app.deps.clock.advance(1000)
      const last = await make()
      expect([await isThere(first), await isThere(late), await isThere(last)]).toEqual([false, true, true])
      expect(await count()).toBe(max + 1)
      expect((await app.app.services.cart.view({ userId, cartToken: null })).count).toBe(1)
    })

    test('a visitor from a network at its limit of carts still gets a cart, and the limit counts from zero after a day', async () => {
      await many(max, () => make(fresh('127.0.0.1')))
      const post = () => app.http('POST', '/api/cart/items', { body: { productId: vase, quantity: 1 } })
      for (let n = 0; n < 3; n++) expect((await post()).status).toBe(201)
      expect(await count()).toBe(max)
      app.deps.clock.advance(24 * 60 * 60_000 + 1)
      expect((await post()).status).toBe(201)
      expect(await count()).toBe(max + 1)
      await app.app.services.housekeeping.keepHouse()
      const kept = await app.db.read.selectFrom('cart').select('network').execute()
      expect(kept.filter(({ network }) => network !== null)).toHaveLength(1)
      expect(await app.db.read.selectFrom('cart_quota').select('taken').execute()).toEqual([{ taken: 1 }])
      const stored = JSON.stringify([kept, await app.db.read.selectFrom('cart_quota').selectAll().execute()])
      expect(stored).not.toContain('127.0.0.1')
    })

    test('a network at its limit of carts stays exactly there while carts are changed and added simultaneously', async () => {
      const tokens = await many(max)
      app.deps.clock.advance(1000)
      await Promise.all([...tokens.slice(0, 20).map(change), many(20)])
      expect(await count()).toBe(max)
    })
  },
)
