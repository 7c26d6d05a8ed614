import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OrderStatus, statusUndoMs } from '../../../../contract/orders/order-facts.ts'
import { privatePictureDays } from '../../../../contract/people/custom-requests.ts'
import { retention } from '../../../../contract/system/retention.ts'
import { testNow } from '../../../../tests/harness/app.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { orderFor } from '../../../../tests/harness/florist.ts'
import { newestLetterTo } from '../../../../tests/harness/letters.ts'
import { onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { messagesAbout } from '../../../../tests/harness/seats.ts'
import { addMs } from '../../../platform/clock.ts'
import {
  picturesOfANetworkMax,
  privatePicturesMax,
} from '../../school/private-pictures/private-pictures.service.ts'

const hour = 60 * 60_000
const email = 'kayal@malar.example'
const wish = {
  comment: 'In the colours of a sari',
  name: 'Asha Iyer',
  email: 'asha@mail.example',
  phone: '9876543211',
}
const usualConcern = { what: 'damaged', words: 'The lilies came brown', email }

async function photograph(color = '#7a5a1e'): Promise<string> {
  const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: color } })
    .jpeg()
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

const asBehindAProxy = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' }

onEachEngine('a concern about an order', { freshForEachTest: true, env: asBehindAProxy }, (app, engine) => {
  let image: string
  let token: string
  let phone: string
  let call = 0
  beforeAll(async () => {
    image = await photograph()
  })
  beforeEach(async () => {
    token = (await signedIn(app, 'staff')).token
    phone = (await app.app.services.school.current()).phone
  })

  const place = (status: OrderStatus) =>
    orderFor(app, '2026-03-02', [{ productId: null, quantity: 1 }], { slot_id: 'morning', status })
  const set = async (id: string, status: OrderStatus) => {
    await app.app.services.orders.setStatus(id, { status }, null)
    app.deps.clock.advance(statusUndoMs)
    await app.app.services.orders.runDueEffects()
  }
  async function deliver(): Promise<string> {
    const id = await place('shipped')
    await set(id, 'delivered')
    return id
  }
  /** Each call comes from another network, unless the test names a network. */
  const raise = (id: string, changes: object = {}, { network = `10.0.0.${++call}`, key = '' } = {}) =>
    app.http('POST', `/api/orders/${id}/concerns`, {
      body: { ...usualConcern, ...changes },
      headers: { 'x-forwarded-for': network, ...(key && { 'idempotency-key': key }) },
    })
  const seen = async (id: string) => (await app.http('GET', `/api/orders/${id}`)).body.concern
  const stored = () => app.db.read.selectFrom('enquiry').selectAll().execute()
  const privateFiles = () => {
    const folder = path.join(app.folder, 'uploads', '.private')
    return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jpg')) : []
  }

  partOnSqlite(engine, 'a refused concern', () => {
    test.each([
      [{ what: 'Choose what’s wrong' }, { what: 'ugly' }],
      [{ words: 'Tell us what’s wrong' }, { words: ' ' }],
      [{ words: 'Use at most 2000 characters' }, { words: 'x'.repeat(2001) }],
      [{ email: 'Email is required' }, { email: '' }],
      [{ photographs: 'Send at most 3 photos' }, { photographs: ['a', 'b', 'c', 'd'] }],
    ])(
      'a concern with a wrong field is refused with the sentence for that field, and not stored: %j',
      async (fields, changes) => {
        const { status, body } = await raise(await deliver(), changes)
        expect([status, body.fields]).toEqual([400, fields])
        expect(await stored()).toEqual([])
      },
    )

    test('a concern about an unknown order, or with a photograph that is not a picture, is refused', async () => {
      expect((await raise('nothing')).status).toBe(404)
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
      const { status } = await raise(await deliver(), { photographs: [image, svg] })
      expect(status).toBe(415)
      expect([await stored(), privateFiles()]).toEqual([[], []])
    })

    test('a wrong e-mail address gets the same refusal before and after the delivery, and no photograph is kept', async () => {
      const sentence = 'This isn’t the e-mail address that the order was placed with.'
      for (const id of [await place('confirmed'), await deliver()]) {
        const answer = await raise(id, { email: 'uma@malar.example', photographs: [image] })
        expect([answer.status, answer.body.fields]).toEqual([400, { email: sentence }])
      }
      expect([await stored(), privateFiles()]).toEqual([[], []])
    })

    test.each(['pending', 'confirmed', 'processing', 'shipped', 'cancelled'] as const)(
      'a concern about an order that is %s is refused and not stored',
      async (status) => {
        const id = await place(status)
        const answer = await raise(id, { photographs: [image] })
        expect([answer.status, answer.body.error]).toEqual([
          409,
          `This order hasn’t been delivered yet. If it’s late, please call us at ${phone}.`,
        ])
        expect([await seen(id), await stored(), privateFiles()]).toEqual([null, [], []])
      },
    )

    test('concerns are taken for 24 hours after the delivery; then the refusal says how to reach the school', async () => {
      const id = await deliver()
      const { until } = await seen(id)
      // The time starts when the buyer is told, ten seconds after staff set the status.
      expect(until).toBe(addMs(testNow, statusUndoMs + 24 * hour))
      app.deps.clock.set(addMs(until, 1))
      expect((await seen(id)).isOpen).toBe(false)
      const { status, body } = await raise(id)
      expect([status, body.error]).toEqual([
        409,
        `You could report a problem with this order until 3 March 2026 at 12:00 pm. Please call us at ${phone}, and we’ll see what we can do.`,
      ])
      app.deps.clock.set(until)
      expect((await raise(id)).status).toBe(201)
    })

    test('the 24 hours for concerns start at the delivery, and start again only at a second delivery', async () => {
      const id = await deliver()
      await set(id, 'shipped')
      expect(await seen(id)).toBeNull()
      app.deps.clock.advance(30 * hour)
      await set(id, 'delivered')
      expect((await seen(id)).isOpen).toBe(true)
      // The completion does not count as a second delivery.
      app.deps.clock.advance(25 * hour)
      await set(id, 'completed')
      expect((await seen(id)).isOpen).toBe(false)
    })
  })

  describe('the limit of concerns', () => {
    test('an order takes three concerns, also when six arrive at once', async () => {
      const id = await deliver()
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) => raise(id, { words: `The vase is cracked, ${n}` })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409])
      expect(answers.find(({ status }) => status === 409)?.body.error).toBe(
        `We already have your messages about this order. For anything else, please call us at ${phone}.`,
      )
      expect(await stored()).toHaveLength(3)
      expect((await seen(id)).isOpen).toBe(false)
      expect((await raise(await deliver())).status).toBe(201)
    })
  })

  test('a concern becomes an enquiry with its order and photographs, and the buyer and the school get e-mails', async () => {
    const id = await deliver()
    app.deps.clock.advance(hour)
    const { number } = await app.db.read
      .selectFrom('shop_order')
      .select('number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const photographs = [image, await photograph('#1e5a7a'), await photograph('#5a1e7a')]
    for (const _ of [1, 2]) {
      const answer = await raise(id, { photographs }, { key: 'one-concern' })
      expect([answer.status, answer.body]).toEqual([201, { success: true }])
    }
    expect(privateFiles()).toHaveLength(3)
    const listed = await app.http('GET', '/api/categoryuserdata?enquiry=Concern', { token })
    expect(listed.body.data).toMatchObject([
      {
        enquiry: 'Concern',
        concern: 'damaged',
        question: usualConcern.words,
        email,
        order: { id, ordernumber: number },
        answered_at: null,
      },
    ])
    const [{ photographs: shown, id: enquiryId }] = listed.body.data
    expect(shown).toHaveLength(3)
    for (const { base, width } of shown) {
      expect(base).toMatch(/^\/uploads\/private\//)
      expect((await app.http('GET', `${base}-${width}.jpg`)).status).toBe(200)
    }
    const order = await app.http('GET', `/api/admin/orders/${id}`, { token })
    expect(order.body.data.concerns).toEqual(listed.body.data)
    const found = await app.http('GET', `/api/categoryuserdata?q=${number}`, { token })
    expect(found.body.data).toHaveLength(1)

    expect(await messagesAbout(app, `enquiry:${enquiryId}`)).toHaveLength(3)
    const letter = await newestLetterTo(app, email)
    expect(letter.subject).toBe(`We’ve received your concern about order ${number}`)
    expect(letter.text).toContain('Damaged or wilted')
    expect(letter.text).not.toContain(usualConcern.words)
    const toSchool = await newestLetterTo(app, (await app.app.services.school.current()).email)
    expect(toSchool.text).toContain(usualConcern.words)
    expect(toSchool.text).toContain('3 photos, in the back office')

    // Buyers pass the order's link on, so the order's page shows that there is a concern, but not its kind.
    expect(await seen(id)).toEqual({
      until: expect.any(String),
      isOpen: true,
      toldAt: app.deps.clock.now(),
    })
    const log = await app.http('GET', `/api/admin/audit?kind=order&record=${id}`, { token })
    expect(JSON.stringify(log.body.data)).not.toContain(usualConcern.words)
    expect(log.body.data[0].changes).toContainEqual({ field: 'concern', from: null, to: 'damaged' })
  })

  partOnSqlite(engine, 'the photographs of a concern', () => {
    test('photographs of a concern open only at the signed address that staff get, for at most two hours', async () => {
      const id = await deliver()
      await raise(id, { photographs: [image] })
      const listed = await app.http('GET', '/api/categoryuserdata', { token })
      const [{ base, width }] = listed.body.data[0].photographs
      const name = `${path.basename(base)}-${width}.jpg`
      const statusOf = async (at: string) => (await app.http('GET', at)).status
      expect(await statusOf(`${base}-${width}.jpg`)).toBe(200)
      for (const at of [`/uploads/${name}`, `/uploads/private/${name}`])
        expect([at, await statusOf(at)]).toEqual([at, 404])
      for (const ending of ['', '/tracking'])
        expect((await app.http('GET', `/api/orders/${id}${ending}`)).text).not.toContain(path.basename(base))
      app.deps.clock.advance(2 * hour)
      expect(await statusOf(`${base}-${width}.jpg`)).toBe(404)
    })
  })

  test('strangers’ pictures do not use up the space for photographs of concerns, and each network still has its limit', async () => {
    const id = await deliver()
    await app.db.write
      .insertInto('picture')
      .values(
        Array.from({ length: privatePicturesMax }, (_, at) => ({
          base: `waiting-${at}`,
          width: 1,
          height: 1,
          widths: '[1]',
          color: '#000000',
          created_at: app.deps.clock.now(),
          private_since: app.deps.clock.now(),
        })),
      )
      .execute()
    const network = '198.51.100.7'
    expect((await raise(id, { photographs: [image] }, { network })).status).toBe(201)
    await app.db.write
      .updateTable('picture_quota')
      .set({ taken: picturesOfANetworkMax - 1 })
      .where('network', '!=', '')
      .execute()
    const two = await raise(id, { photographs: [image, image] }, { network })
    expect([two.status, two.body.code]).toEqual([409, 'limit_reached'])
    expect([(await stored()).length, privateFiles().length]).toEqual([1, 1])
    expect((await raise(id, {}, { network })).status).toBe(201)
  })

  test('a custom request finds room for its picture although many photographs of concerns are stored', async () => {
    const id = await deliver()
    await raise(id, { photographs: [image] })
    const shown = await app.db.read.selectFrom('picture').selectAll().executeTakeFirstOrThrow()
    const [concern] = await stored()
    const more = Array.from({ length: privatePicturesMax }, (_, at) => ({ ...shown, base: `waiting-${at}` }))
    await app.db.write.insertInto('picture').values(more).execute()
    const namedBy = (enquiryId: string) =>
      more.map(({ base }, at) => ({ enquiry_id: enquiryId, position: at + 1, picture_base: base }))
    await app.db.write
      .insertInto('enquiry_picture')
      .values(namedBy(concern?.id ?? ''))
      .execute()
    const send = () => app.http('POST', '/api/custom-requests', { body: { ...wish, image } })
    expect((await send()).status).toBe(201)
    // Pictures that belong to no concern count towards the limit.
    await app.db.write.deleteFrom('enquiry_picture').where('position', '>', 0).execute()
    expect((await send()).body.code).toBe('limit_reached')
  })

  test('the photographs of a concern are deleted after 30 days, the concern after two years', async () => {
    const id = await deliver()
    await raise(id, { photographs: [image, image] })
    const { housekeeping } = app.app.services
    const began = app.deps.clock.now()
    app.deps.clock.set(addMs(began, privatePictureDays * 24 * hour))
    expect(await housekeeping.keepHouse()).toMatchObject({ photographs: 0 })
    app.deps.clock.advance(1)
    expect(await housekeeping.keepHouse()).toMatchObject({ photographs: 2 })
    expect(privateFiles()).toEqual([])
    const { concerns } = await app.app.services.orders.getOrder(id)
    expect(concerns).toMatchObject([{ question: usualConcern.words, photographs: [] }])
    app.deps.clock.set(addMs(began, retention.enquiries.days * 24 * hour + 1))
    expect(await housekeeping.keepHouse()).toMatchObject({ enquiries: 1 })
    expect(await stored()).toEqual([])
  })
})
