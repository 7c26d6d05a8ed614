import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customRequestSentences, requestImageBytesMax } from '../../../contract/custom-requests.ts'
import { sentences } from '../../../contract/primitives.ts'
import { availableEngines, startApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/callers.ts'

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

describe.each(await availableEngines())('custom requests on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startApp({ engine })
    token = (await signedIn(app, 'staff')).token
  })
  afterAll(() => app.stop())

  const stored = () => app.db.read.selectFrom('custom_request').selectAll().execute()
  const messages = () => app.db.read.selectFrom('outbox').select(['template', 'recipient']).execute()

  test.each([
    ['comment', ' ', customRequestSentences.comment],
    ['comment', 'x'.repeat(2001), 'Please use at most 2000 characters'],
    ['name', '', customRequestSentences.name],
    ['email', '', sentences.emailRequired],
    ['email', 'asha at home', sentences.emailInvalid],
    ['phone', '12345', customRequestSentences.phoneInvalid],
  ])('%s %j is refused with its sentence', async (field, value, sentence) => {
    const answer = await app.http('POST', '/api/custom-requests', { body: { ...asha, [field]: value } })
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: sentence }])
    expect(await stored()).toEqual([])
  })

  test('a file that is no picture, and a picture beyond the limit, are refused; nothing is kept', async () => {
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

  test('what fills in the field that nobody sees is thanked and dropped, its picture unread', async () => {
    const answer = await app.http('POST', '/api/custom-requests', {
      body: { ...asha, image: 'no picture at all', website: 'https://spam.example' },
    })
    expect([answer.status, answer.body]).toEqual([201, { success: true }])
    expect(await stored()).toEqual([])
  })

  test('a request is kept with its picture, both sides hear of it, and a repeat under its key is the same one', async () => {
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

  test('what staff write down needs a wish, and no name', async () => {
    app.deps.clock.advance(1000)
    const refused = await app.http('POST', '/api/admin/custom-requests', { token, body: { comment: '' } })
    expect([refused.status, refused.body.fields]).toEqual([400, { comment: customRequestSentences.comment }])
    const added = await app.http('POST', '/api/admin/custom-requests', {
      token,
      body: { product_id: '', comment: 'Forty jasmine strings', imageUrl: await picture() },
    })
    expect(added.status).toBe(201)
    expect(added.body.data).toMatchObject({ name: null, product_id: null, comment: 'Forty jasmine strings' })
  })

  test('staff read them newest first, page by page, and search them', async () => {
    const first = await app.http('GET', '/api/admin/custom-requests?limit=1', { token })
    expect(first.body).toMatchObject([{ comment: 'Forty jasmine strings' }])
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const { body } = await app.http('GET', next, { token })
    expect(body).toMatchObject([{ ...asha, product_id: 'rose-dozen', productId: 'rose-dozen' }])
    const [request] = body
    expect(JSON.parse(request.images)).toEqual([request.imageUrl])
    expect((await app.http('GET', `/uploads/${request.imageUrl}`)).status).toBe(200)
    const found = await app.http('GET', '/api/admin/custom-requests?q=TEMPLE%20sari', { token })
    expect(found.body).toMatchObject([{ name: asha.name }])
    expect((await app.http('GET', '/api/admin/custom-requests?q=%25', { token })).body).toEqual([])
  })

  test('one that is deleted lies in the bin, comes back from it, and cannot be deleted twice', async () => {
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
    expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual(['restored', 'deleted'])
  })
})
