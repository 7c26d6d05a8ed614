import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { photographBytesMax } from '../../../../contract/orders/florist.ts'
import { statusUndoMs } from '../../../../contract/orders/order-facts.ts'
import { testNow } from '../../../../tests/harness/app.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { orderFor } from '../../../../tests/harness/florist.ts'
import { newestLetterTo } from '../../../../tests/harness/letters.ts'
import { noPictures } from '../../../../tests/harness/no-pictures.ts'
import { onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { messagesAbout } from '../../../../tests/harness/seats.ts'
import { callsOf } from '../../../../tests/harness/strangers.ts'
import { addMs } from '../../../platform/clock.ts'

const minute = 60_000
const day = '2026-03-02'

async function photograph(): Promise<string> {
  const jpeg = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#aa3355' } })
    .jpeg()
    // A phone writes the place of the recipient's door into its photographs.
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '13/1 4/1 57/1' } })
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

onEachEngine('the florist’s clicks on the lists of orders', (app, engine) => {
  let token = ''
  let email = ''
  async function begin(columns: Parameters<typeof orderFor>[3] = {}) {
    const staff = await signedIn(app, 'staff')
    token = staff.token
    email = staff.email
    const productId = await addProduct(app, 50)
    const id = await orderFor(app, day, [{ productId, quantity: 1 }], { slot_id: 'morning', ...columns })
    app.deps.clock.advance(60 * minute)
    return id
  }
  const press = (id: string, kind: string, more: object = {}, key?: string) =>
    app.http('POST', `/api/admin/florist/orders/${id}/presses`, {
      token,
      body: { kind, at: app.deps.clock.now(), ...more },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  const track = async (id: string) => (await app.http('GET', `/api/orders/${id}/tracking`)).body
  const historyOf = async (id: string) =>
    (await app.http('GET', `/api/admin/orders/${id}`, { token })).body.data.history
  const shown = async (id: string) => {
    const { body } = await app.http('GET', `/api/admin/florist/day?day=${day}`, { token })
    return body.data.orders.find((one: { id: string }) => one.id === id)
  }
  const letters = (id: string) => messagesAbout(app, `order:${id}`)

  partOnSqlite(engine, 'a refused press', () => {
    test('only staff can send a florist’s click, and only for a known order, kind of click and valid time', async () => {
      const id = await begin()
      const at = `/api/admin/florist/orders/${id}/presses`
      const body = { kind: 'start', at: testNow }
      expect((await app.http('POST', at, { body })).status).toBe(401)
      const user = await signedIn(app, 'user')
      expect((await app.http('POST', at, { body, token: user.token })).status).toBe(403)
      expect((await press('nothing', 'start')).status).toBe(404)
      expect((await press(id, 'sung')).status).toBe(400)
      expect((await press(id, 'start', { at: 'eleven' })).body.fields).toEqual({
        at: 'Send the time when the button was pressed',
      })
      expect((await press(id, 'start', { at: '2026-13-02T06:30:00.000Z' })).status).toBe(400)
      expect((await press(id, 'not-reached', { note: 'x'.repeat(201) })).status).toBe(400)
    })

    test.each([
      ['cancelled', 'This order was cancelled. Don’t deliver it, and call the office.'],
      ['pending', 'This order isn’t paid yet. Ask the office.'],
    ] as const)('every click for an order that is %s is refused', async (status, sentence) => {
      const id = await begin({ status })
      for (const kind of ['start', 'tied', 'out', 'delivered', 'not-reached']) {
        const answer = await press(id, kind)
        expect([answer.status, answer.body.error]).toEqual([409, sentence])
      }
      expect((await track(id)).attempts).toEqual([])
    })

    test.each(noPictures(photographBytesMax))(
      'a click with %s in place of a photograph is refused',
      async (_, make, status, code) => {
        const id = await begin()
        const answer = await press(id, 'tied', { photograph: make() })
        expect([answer.status, answer.body.code]).toEqual([status, code])
        expect(answer.body.message).toMatch(/^(That|We) .+\.$/)
        expect(await shown(id)).toMatchObject({ status: 'confirmed', readyAt: null, photographs: [] })
      },
    )

    test('a florist’s click of more than a day ago is refused', async () => {
      const id = await begin()
      const now = app.deps.clock.now()
      expect((await press(id, 'out', { at: addMs(now, -24 * 60 * minute - 1) })).status).toBe(409)
      expect((await press(id, 'out', { at: addMs(now, -24 * 60 * minute) })).status).toBe(200)
    })
  })

  describe('the status of an order after a click', () => {
    test.each([
      ['confirmed', 'start', 'processing'],
      ['confirmed', 'tied', 'processing'],
      ['confirmed', 'out', 'shipped'],
      ['confirmed', 'delivered', 'delivered'],
      ['processing', 'start', 'processing'],
      ['processing', 'out', 'shipped'],
      ['shipped', 'start', 'shipped'],
      ['shipped', 'tied', 'shipped'],
      ['shipped', 'delivered', 'delivered'],
      ['delivered', 'out', 'delivered'],
      ['completed', 'delivered', 'completed'],
      ['shipped', 'not-reached', 'shipped'],
    ] as const)(
      'an order with the status %s gets, by a click on “%s”, the status %s',
      async (from, kind, to) => {
        const id = await begin({ status: from })
        const { body } = await press(id, kind)
        expect(body.data.status).toBe(to)
        // The press “tied” has sent a letter already, so there is nothing to undo.
        expect(body.data.change === null).toBe(from === to || kind === 'tied')
        expect((await historyOf(id)).length).toBe(from === to ? 0 : 1)
      },
    )

    test('a click that arrives 37 minutes late keeps its own time in the history and on the order’s page', async () => {
      const id = await begin()
      const pressedAt = app.deps.clock.now()
      app.deps.clock.advance(37 * minute)
      expect((await press(id, 'out', { at: pressedAt })).status).toBe(200)
      expect(await historyOf(id)).toMatchObject([{ to: 'shipped', at: pressedAt, by: email }])
      expect((await track(id)).steps[3]).toEqual({ step: 'On its way', at: pressedAt })
    })

    test('a florist’s click dated in the future, or before the order was placed, gets the time when the server received it', async () => {
      const ahead = await begin()
      const now = app.deps.clock.now()
      await press(ahead, 'out', { at: addMs(now, 5 * minute) })
      expect((await historyOf(ahead))[0].at).toBe(now)
      const early = await orderFor(app, day, [{ productId: null, quantity: 1 }])
      await press(early, 'out', { at: addMs(now, -120 * minute) })
      expect((await historyOf(early))[0].at).toBe(now)
    })

    test('the e-mail about a click is sent after the ten seconds for undo, which begin when the click arrives', async () => {
      const id = await begin()
      const pressedAt = app.deps.clock.now()
      app.deps.clock.advance(37 * minute)
      const { change } = (await press(id, 'out', { at: pressedAt })).body.data
      await app.app.services.orders.runDueEffects()
      expect(await letters(id)).toEqual([])
      const undone = await app.http('POST', `/api/admin/orders/${id}/status/undo`, {
        token,
        body: { change: change.id },
      })
      expect(undone.body.data.status).toBe('confirmed')
      await press(id, 'out', { at: pressedAt })
      app.deps.clock.advance(statusUndoMs)
      await app.app.services.orders.runDueEffects()
      expect((await letters(id)).filter((line) => line.includes(' email '))).toHaveLength(1)
    })

    test('a late click is accepted but changes nothing if the office has already set the order to a later status', async () => {
      const id = await begin()
      const pressedAt = app.deps.clock.now()
      app.deps.clock.advance(10 * minute)
      await app.http('PUT', `/api/admin/orders/${id}/status`, { token, body: { status: 'delivered' } })
      const late = await press(id, 'out', { at: pressedAt })
      expect([late.status, late.body.data]).toEqual([200, { id, status: 'delivered', change: null }])
    })

    test('six equal clicks at once change the status once, and a click repeated with its key counts once', async () => {
      const id = await begin()
      const answers = await Promise.all(Array.from({ length: 6 }, () => press(id, 'out')))
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
      expect(answers.filter(({ body }) => body.data.change !== null)).toHaveLength(1)
      expect(await historyOf(id)).toHaveLength(1)
      const at = app.deps.clock.now()
      for (let n = 0; n < 3; n++)
        await press(id, 'not-reached', { at, note: 'Gate locked' }, 'a-press-of-the-route')
      expect((await shown(id)).attempts).toHaveLength(1)
    })
  })

  partOnSqlite(engine, 'the press “tied”', () => {
    test('a click on “tied” stores time and photograph without camera data, and sends one e-mail that the order is ready', async () => {
      const id = await begin()
      const at = app.deps.clock.now()
      expect((await press(id, 'tied', { photograph: await photograph() })).status).toBe(200)
      app.deps.clock.advance(minute)
      await press(id, 'tied', { photograph: await photograph() })
      expect(await shown(id)).toMatchObject({
        readyAt: at,
        status: 'processing',
        photographs: [{ kind: 'ready' }],
      })
      const { photographs } = await track(id)
      expect(photographs).toMatchObject([{ kind: 'ready', picture: { width: 400, height: 300 } }])
      expect((await letters(id)).filter((line) => line.startsWith('order-ready email'))).toHaveLength(1)
      const letter = await newestLetterTo(app, 'kayal@malar.example')
      expect(letter.subject).toMatch(/is ready$/)
      const path = `${photographs[0].picture.base}-400.jpg`
      expect(letter.html).toContain(`<img src="${app.deps.config.siteUrl}${path}"`)
      expect(letter.text).toContain(path)
      const shownToAll = await fetch(app.url + path)
      expect(shownToAll.status).toBe(200)
      const { exif } = await sharp(await shownToAll.arrayBuffer()).metadata()
      expect(exif).toBeUndefined()
    })

    test('the e-mail of a pickup tied without a photograph has no picture, and says that the studio has the order', async () => {
      const id = await begin({ way: 'pickup' })
      await press(id, 'tied')
      const { html, text } = await newestLetterTo(app, 'kayal@malar.example')
      expect(html).not.toContain('<img src="http://localhost:3000/uploads')
      expect(text).toContain('You can collect them from our studio')
    })
  })

  test('the photograph of the door is shown next to that of the bouquet, and a later photograph replaces it', async () => {
    const id = await begin()
    await press(id, 'tied', { photograph: await photograph() })
    await press(id, 'delivered', { photograph: await photograph() })
    await press(id, 'delivered', { photograph: await photograph() })
    expect((await track(id)).photographs.map(({ kind }: { kind: string }) => kind)).toEqual(['ready', 'door'])
  })

  test('the order’s page shows the delivery attempts, the newest first and without the team’s notes', async () => {
    const id = await begin({ status: 'shipped' })
    const at = app.deps.clock.now()
    await press(id, 'not-reached', { note: 'Gate locked, neighbour Mrs Rao' })
    app.deps.clock.advance(minute)
    await press(id, 'neighbour')
    app.deps.clock.advance(minute)
    await press(id, 'tried-again')
    const answer = await app.http('GET', `/api/orders/${id}/tracking`)
    expect(answer.body.attempts).toEqual([
      { what: 'Tried again', at: addMs(at, 2 * minute) },
      { what: 'Left with a neighbour', at: addMs(at, minute) },
      { what: 'Not reached', at },
    ])
    expect(answer.text).not.toContain('Rao')
    expect((await shown(id)).attempts[2]).toMatchObject({ note: 'Gate locked, neighbour Mrs Rao' })
  })

  describe('the cards that the florist prints', () => {
    const print = (orders: string[]) =>
      app.http('POST', '/api/admin/florist/cards', { token, body: { orders } })
    const change = async (id: string, cardMessage: string) => {
      const key = callsOf(app).orderToken(id)
      const at = `/api/orders/${id}/delivery`
      const { version } = (await app.http('POST', at, { body: { key } })).body.data
      return app.http('PATCH', at, { body: { key, version, cardMessage } })
    }

    test('printing cards is refused to visitors, without orders, and with an unknown order', async () => {
      const id = await begin()
      expect((await app.http('POST', '/api/admin/florist/cards', { body: { orders: [id] } })).status).toBe(
        401,
      )
      expect((await print([])).body.fields).toEqual({ orders: 'Choose at least one card' })
      expect((await print([id, 'nothing'])).status).toBe(404)
      expect((await shown(id)).cardPrintedAt).toBeNull()
    })

    test('a card is printed with its current text, which cannot be changed afterwards', async () => {
      const id = await begin()
      expect((await change(id, 'அன்புள்ள அம்மா')).status).toBe(200)
      const { data } = (await print([id])).body
      expect(data).toMatchObject([
        { message: 'அன்புள்ள அம்மா', recipientName: 'Uma Sundaram', from: 'Kayal Devi' },
      ])
      const printedAt = app.deps.clock.now()
      expect((await change(id, 'Something else')).status).toBe(409)
      app.deps.clock.advance(minute)
      expect((await print([id])).body.data).toEqual(data)
      expect((await shown(id)).cardPrintedAt).toBe(printedAt)
    })

    test('printed cards do not name a hidden sender, and orders without a card are left out', async () => {
      const hidden = await begin({ hides_sender: 1 })
      const bare = await orderFor(app, day, [{ productId: null, quantity: 1 }], { card_message: null })
      const answer = await print([bare, hidden])
      expect(answer.body.data).toMatchObject([{ id: hidden, from: null }])
      expect(answer.text).not.toContain('Kayal')
    })

    test('a card that is printed and changed at the same moment keeps the text that was printed', async () => {
      const id = await begin()
      const [printed] = await Promise.all([
        print([id]),
        change(id, 'Changed at the last moment'),
        print([id]),
      ])
      expect((await print([id])).body.data).toEqual(printed.body.data)
    })
  })
})
