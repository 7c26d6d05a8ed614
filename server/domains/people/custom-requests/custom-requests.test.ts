import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as general from '../../../../contract/fields.en.ts'
import { requestImageBytesMax } from '../../../../contract/people/custom-requests.ts'
import * as error from '../../../../contract/people/fields.en.ts'
import { testNow } from '../../../../tests/harness/app.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine, onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import {
  picturesOfANetworkMax,
  privatePicturesMax,
} from '../../school/private-pictures/private-pictures.service.ts'

const dayMs = 24 * 60 * 60_000

const asha = {
  comment: 'A bouquet in the colours of a temple sari, for the ninth of March',
  name: 'Asha Pillai',
  email: 'asha@post.example',
  phone: '9876543210',
}

async function picture(): Promise<string> {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#aa2244' } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

onEachEngine('custom requests', (app, engine) => {
  let token: string
  let staffEmail: string
  beforeAll(async () => {
    const staff = await signedIn(app, 'staff')
    token = staff.token
    staffEmail = staff.email
  })

  const stored = () => app.db.read.selectFrom('custom_request').selectAll().execute()
  const messages = () => app.db.read.selectFrom('outbox').select(['template', 'recipient']).execute()

  test.each([
    ['comment', ' ', error.commentRequired],
    ['comment', 'x'.repeat(2001), 'Use at most 2000 characters'],
    ['name', '', error.nameRequired],
    ['email', '', general.emailRequired],
    ['email', 'asha at home', general.emailInvalid],
    ['phone', '12345', general.phoneInvalid],
  ])(
    'a custom request with the %s %j is refused with the sentence for that field',
    async (field, value, sentence) => {
      const answer = await app.http('POST', '/api/custom-requests', { body: { ...asha, [field]: value } })
      expect([answer.status, answer.body.fields]).toEqual([400, { [field]: sentence }])
      expect(await stored()).toEqual([])
    },
  )

  test('a custom request with a file that is no picture, or is too large, is refused and not stored', async () => {
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>').toString('base64')
    const large = Buffer.alloc(requestImageBytesMax + 1).toString('base64')
    for (const [image, status] of [
      [`data:image/png;base64,${script}`, 415],
      [large, 431],
    ] as const) {
      const answer = await app.http('POST', '/api/custom-requests', { body: { ...asha, image } })
      expect([answer.status, answer.body.success]).toEqual([status, false])
    }
    expect([await stored(), await messages()]).toEqual([[], []])
  })

  test('a custom request that fills in the hidden spam trap is answered as a success, and dropped', async () => {
    const answer = await app.http('POST', '/api/custom-requests', {
      body: { ...asha, image: 'no picture at all', website: 'https://spam.example' },
    })
    expect([answer.status, answer.body]).toEqual([201, { success: true }])
    expect(await stored()).toEqual([])
  })

  test('a repeated custom request is stored with its picture and e-mailed to the visitor and the school only once', async () => {
    const headers = { 'idempotency-key': `wish-${engine}` }
    const body = { ...asha, image: await picture(), product_id: 'rose-dozen' }
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.http('POST', '/api/custom-requests', { body, headers })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await stored()).toMatchObject([{ ...asha, product_id: 'rose-dozen', deleted_at: null }])
    const { email } = await app.app.services.school.current()
    expect(new Set(await messages())).toEqual(
      new Set([
        { template: 'custom-request-received', recipient: asha.email },
        { template: 'school-notice', recipient: email },
      ]),
    )
  })

  test('a custom request that staff enter needs a wish, but no name', async () => {
    app.deps.clock.advance(1000)
    const refused = await app.http('POST', '/api/admin/custom-requests', { token, body: { comment: '' } })
    expect([refused.status, refused.body.fields]).toEqual([400, { comment: error.commentRequired }])
    const added = await app.http('POST', '/api/admin/custom-requests', {
      token,
      body: { product_id: '', comment: 'Forty jasmine strings', imageUrl: await picture() },
    })
    expect(added.status).toBe(201)
    expect(added.body.data).toMatchObject({ name: null, product_id: null, comment: 'Forty jasmine strings' })
  })

  test('staff read custom requests in pages, the newest first, and search them', async () => {
    const first = await app.http('GET', '/api/admin/custom-requests?limit=1', { token })
    expect(first.body).toMatchObject([{ comment: 'Forty jasmine strings' }])
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const { body } = await app.http('GET', next, { token })
    expect(body).toMatchObject([{ ...asha, product_id: 'rose-dozen', productId: 'rose-dozen' }])
    const [request] = body
    expect(JSON.parse(request.images)).toEqual([request.imageUrl])
    const [byStaff] = first.body
    expect((await app.http('GET', `/uploads/${byStaff.imageUrl}`)).status).toBe(200)
    expect(byStaff.pictureKeptUntil).toBeNull()
    const found = await app.http('GET', '/api/admin/custom-requests?q=TEMPLE%20sari', { token })
    expect(found.body).toMatchObject([{ name: asha.name }])
    expect((await app.http('GET', '/api/admin/custom-requests?q=%25', { token })).body).toEqual([])
  })

  test('a custom request is deleted once and can be restored, and the audit log says who did both', async () => {
    const [request] = (await app.http('GET', '/api/admin/custom-requests?q=sari', { token })).body
    const remove = () => app.http('DELETE', `/api/admin/custom-requests/${request.id}`, { token })
    const answers = await Promise.all([remove(), remove(), remove()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect((await app.http('GET', '/api/admin/custom-requests?q=sari', { token })).body).toEqual([])
    const bin = await app.http('GET', '/api/admin/bin', { token })
    expect(bin.body.data).toMatchObject([{ kind: 'custom-request', recordId: request.id }])
    app.deps.clock.advance(1000)
    const restore = `/api/admin/bin/custom-request/${request.id}/restore`
    expect((await app.http('POST', restore, { token })).status).toBe(200)
    expect((await app.http('GET', '/api/admin/custom-requests?q=sari', { token })).body).toEqual([request])
    const log = await app.http('GET', `/api/admin/audit?kind=custom-request&record=${request.id}`, { token })
    expect(log.body.data).toMatchObject(
      ['restored', 'deleted'].map((action) => ({ action, who: { email: staffEmail } })),
    )
  })

  test('staff mark a custom request as answered and as unanswered, and the audit log says who did so', async () => {
    const [request] = (await app.http('GET', '/api/admin/custom-requests?q=sari', { token })).body
    expect(request.answered_at).toBeNull()
    const mark = (answered: unknown, as: string | null = token, id = request.id) =>
      app.http('PUT', `/api/admin/custom-requests/${id}/answered`, { token: as, body: { answered } })
    expect((await mark(true, null)).status).toBe(401)
    const { token: florist } = await signedIn(app, 'florist')
    expect((await mark(true, florist)).status).toBe(403)
    expect((await mark('yes')).status).toBe(400)
    expect((await mark(true, token, 'unknown')).status).toBe(404)
    const answers = await Promise.all([mark(true), mark(true), mark(true)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const wishes = async (answered: string) =>
      (await app.http('GET', `/api/admin/custom-requests?answered=${answered}`, { token })).body.map(
        ({ comment }: { comment: string }) => comment,
      )
    expect([await wishes('yes'), await wishes('no')]).toEqual([[asha.comment], ['Forty jasmine strings']])
    expect((await app.http('GET', '/api/admin/custom-requests?answered=maybe', { token })).status).toBe(400)
    const at = app.deps.clock.now()
    app.deps.clock.advance(1000)
    expect((await mark(true)).body.data.answered_at).toBe(at)
    expect((await mark(false)).body.data.answered_at).toBeNull()
    expect(await wishes('yes')).toEqual([])
    const log = await app.http('GET', `/api/admin/audit?kind=custom-request&record=${request.id}`, { token })
    const marks = log.body.data.filter(({ action }: { action: string }) => action === 'changed')
    expect(marks.map(({ who, changes }: any) => [who.email, changes])).toEqual([
      [staffEmail, [{ field: 'answered', from: 'true', to: 'false' }]],
      [staffEmail, [{ field: 'answered', from: 'false', to: 'true' }]],
    ])
  })
})

const asBehindAProxy = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' }

onSqlite(
  'the picture of a visitor’s custom request',
  { freshForEachTest: true, env: asBehindAProxy },
  (app) => {
    let token: string
    beforeEach(async () => {
      token = (await signedIn(app, 'staff')).token
    })

    const send = async (network: string, options: { key?: string; image?: string } = {}) =>
      app.http('POST', '/api/custom-requests', {
        body: { ...asha, image: options.image ?? (await picture()) },
        headers: {
          'x-forwarded-for': network,
          ...(options.key ? { 'idempotency-key': options.key } : {}),
        },
      })
    const list = async () => (await app.http('GET', '/api/admin/custom-requests', { token })).body
    const filesIn = (folder: string) =>
      existsSync(path.join(app.folder, 'uploads', folder))
        ? readdirSync(path.join(app.folder, 'uploads', folder)).filter((name) => name.endsWith('.jpg'))
        : []

    test('a private picture is read only by its signed address, which is valid for an hour or two', async () => {
      expect((await send('198.51.100.1')).status).toBe(201)
      const [{ imageUrl, picture: shown }] = await list()
      expect(imageUrl).toMatch(/^\/uploads\/private\/\d+\.[\w-]{32}\/[0-9a-f]{32}-40\.jpg$/)
      const file = path.basename(imageUrl)
      const [, , , given] = imageUrl.split('/')
      const other = `${given.slice(0, -1)}${given.endsWith('A') ? 'B' : 'A'}`
      for (const at of [
        `/uploads/${file}`,
        `/uploads/.private/${file}`,
        `/uploads/%2eprivate/${file}`,
        `/uploads/x/../.private/${file}`,
        `/uploads/private/${file}`,
        `/uploads/private/${other}/${file}`,
        `/uploads/private/${given}/${'0'.repeat(32)}-40.jpg`,
        `/uploads/private/${given}/..%2f..%2fmalar.db`,
        `/uploads/private/9999999.${given.split('.')[1]}/${file}`,
      ]) {
        expect([at, [400, 403, 404].includes((await app.http('GET', at)).status)]).toEqual([at, true])
      }
      for (const ending of ['jpg', 'webp', 'avif']) {
        const answer = await app.http('GET', `${shown.base}-40.${ending}`)
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600'])
      }
      app.deps.clock.advance(2 * 60 * 60_000)
      expect((await app.http('GET', imageUrl)).status).toBe(404)
      // No letter holds the address of the picture.
      const rows = await app.db.read.selectFrom('outbox').select('data').execute()
      expect(JSON.stringify(rows)).not.toContain(file.slice(0, 32))
    })

    test('a private picture has a different name from a public picture with the same bytes', async () => {
      const image = await picture()
      await send('198.51.100.1', { image })
      const [{ picture: shown }] = await list()
      const added = await app.http('POST', '/api/admin/custom-requests', {
        token,
        body: { comment: 'The same', imageUrl: image },
      })
      expect(path.basename(added.body.data.picture.base)).not.toBe(path.basename(shown.base))
    })

    test('keeping a private picture makes it public once, with an entry in the audit log', async () => {
      await send('198.51.100.1')
      const [{ id, pictureKeptUntil }] = await list()
      expect(pictureKeptUntil).toBe('2026-04-01T06:30:00.000Z')
      const keep = (as: string | null) =>
        app.http('POST', `/api/admin/custom-requests/${id}/keep-picture`, { token: as })
      expect((await keep(null)).status).toBe(401)
      const { token: user } = await signedIn(app, 'user')
      expect((await keep(user)).status).toBe(403)
      const answers = await Promise.all([keep(token), keep(token), keep(token)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const [kept] = await list()
      expect(kept.imageUrl).toMatch(/^[0-9a-f]{32}-40\.jpg$/)
      expect(kept.pictureKeptUntil).toBeNull()
      expect((await app.http('GET', `/uploads/${kept.imageUrl}`)).status).toBe(200)
      const log = await app.http('GET', `/api/admin/audit?kind=custom-request&record=${id}`, { token })
      expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual(['changed'])
      app.deps.clock.advance(31 * dayMs)
      expect(await app.app.services.housekeeping.keepHouse()).toMatchObject({ photographs: 0 })
      expect((await app.http('GET', `/uploads/${kept.imageUrl}`)).status).toBe(200)
    })

    test('a private picture that staff did not keep is deleted after 30 days, and its request stays', async () => {
      await send('198.51.100.1')
      app.deps.clock.advance(30 * dayMs)
      expect(await app.app.services.housekeeping.keepHouse()).toMatchObject({ photographs: 0 })
      expect(filesIn('.private')).toHaveLength(1)
      app.deps.clock.advance(1)
      expect(await app.app.services.housekeeping.keepHouse()).toMatchObject({ photographs: 1 })
      expect(filesIn('.private')).toEqual([])
      expect(await app.db.read.selectFrom('picture').select('base').execute()).toEqual([])
      const { token: later } = await signedIn(app, 'staff')
      const { body } = await app.http('GET', '/api/admin/custom-requests', { token: later })
      expect(body).toMatchObject([{ comment: asha.comment, picture: null, pictureKeptUntil: null }])
    })

    test('a custom request that is refused or repeated leaves no picture file', async () => {
      const image = await picture()
      const answers = await Promise.all([1, 2, 3].map(() => send('198.51.100.1', { key: 'one-wish', image })))
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
      expect(filesIn('.private')).toHaveLength(1)
      const another = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#22aa44' } })
        .png()
        .toBuffer()
      const mismatch = await send('198.51.100.2', { key: 'one-wish', image: another.toString('base64') })
      expect(mismatch.status).toBe(409)
      expect(filesIn('.private')).toHaveLength(1)
    })

    test('one network can send twenty private pictures a day, and the next picture is refused with an error message', async () => {
      expect((await send('2001:db8:1:2::9')).status).toBe(201)
      await app.db.write
        .updateTable('picture_quota')
        .set({ taken: picturesOfANetworkMax - 3 })
        .where('network', '!=', '')
        .execute()
      const networks = [
        '2001:db8:1:2::1',
        '2001:db8:1:2::2',
        '2001:db8:1:2:ffff::3',
        '2001:db8:1:2::4',
        '2001:db8:1:2::5',
      ]
      const answers = await Promise.all(networks.map((network) => send(network)))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409])
      const refused = answers.find(({ status }) => status === 409)
      expect(refused?.body).toMatchObject({
        code: 'limit_reached',
        message: expect.stringContaining('without it'),
      })
      expect(filesIn('.private')).toHaveLength(4)
      expect((await send('2001:db8:1:3::1')).status).toBe(201)
      const rows = await app.db.read.selectFrom('picture_quota').select('network').execute()
      expect(JSON.stringify(rows)).not.toContain('2001')
      app.deps.clock.advance(dayMs)
      expect((await send('2001:db8:1:2::1')).status).toBe(201)
      await app.app.services.housekeeping.keepHouse()
      const left = await app.db.read
        .selectFrom('picture_quota')
        .select('day')
        .where('network', '!=', '')
        .execute()
      expect(left).toHaveLength(1)
    })

    test('all visitors together can have at most 200 private pictures stored at a time', async () => {
      await app.db.write
        .insertInto('picture')
        .values(
          Array.from({ length: privatePicturesMax - 1 }, (_, at) => ({
            base: `waiting-${at}`,
            width: 1,
            height: 1,
            widths: '[1]',
            color: '#000000',
            created_at: testNow,
            private_since: testNow,
          })),
        )
        .execute()
      const answers = await Promise.all([1, 2, 3, 4].map((at) => send(`198.51.100.${at}`)))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    })
  },
)
