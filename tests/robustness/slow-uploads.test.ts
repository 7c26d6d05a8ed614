import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { memoryUsage } from 'node:process'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorStatuses, sentenceOf } from '../../contract/errors.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { orderFor } from '../harness/florist.ts'
import { RawConnection } from './raw-http.ts'
import { sized } from './size.ts'

let app: TestApp
let token: string
let orderId: string
let photograph: string
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '127.0.0.1' } })
  token = (await signedIn(app, 'staff')).token
  orderId = await orderFor(app, '2026-03-02', [{ productId: null, quantity: 1 }], {
    slot_id: 'morning',
    status: 'shipped',
  })
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const jpeg = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#fff', noise } })
    .jpeg()
    .toBuffer()
  photograph = `data:image/jpeg;base64,${jpeg.toString('base64')}`
  expect(photograph.length).toBeGreaterThan(40_000)
})
afterAll(() => app.stop())

const open: RawConnection[] = []
beforeEach(() => async () => {
  await Promise.all(open.splice(0).map((one) => (one.end(), one.closed)))
})

const wish = { comment: 'As in the picture', name: 'Asha Pillai', email: 'asha@post.example' }
const wishing = '/api/custom-requests'

/** Opens a connection and sends the head of a large body. The answer 100 shows that the server has read the head. */
async function begin(network: string, { at = wishing, size = 5_000_000, as = null as string | null } = {}) {
  const head = [
    `POST ${at} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${size}`,
    'Expect: 100-continue',
    `X-Forwarded-For: ${network}`,
    ...(as === null ? [] : [`Authorization: Bearer ${as}`]),
  ]
  const connection = new RawConnection(app.url).write(`${head.join('\r\n')}\r\n\r\n`)
  open.push(connection)
  expect((await connection.answer())?.status).toBe(100)
  return connection
}

/** Fills all places for uploads of strangers from two networks, with uploads that send only one byte. */
async function fillPlaces(): Promise<RawConnection[]> {
  const slow: RawConnection[] = []
  for (const network of ['203.0.113.1', '203.0.113.1', '203.0.113.2'])
    slow.push((await begin(network)).write('{'))
  return slow
}

const post = (network: string, at: string, body: object, as: string | null = null) =>
  app.http('POST', at, { body, token: as, headers: { 'x-forwarded-for': network } })

const wishFrom = (network: string) => post(network, wishing, { ...wish, image: photograph })

async function expectDisplaced(one: RawConnection): Promise<void> {
  const answer = await one.answer()
  expect([answer?.status, answer?.headers['retry-after']]).toEqual([errorStatuses.unavailable, '2'])
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({
    success: false,
    code: 'unavailable',
    error: sentenceOf('unavailable'),
  })
  await one.closed
}

describe('slow uploads of two networks that fill all the places for uploads', () => {
  test.each([
    ['a custom request with a picture', '203.0.113.9'],
    ['a custom request from the network of a slow upload', '203.0.113.1'],
  ])('%s is accepted at once, and the slowest upload is closed', async (_, network) => {
    const [first, second, third] = await fillPlaces()
    const answer = await wishFrom(network)
    expect(answer.status).toBe(201)
    await expectDisplaced(first as RawConnection)
    // The other slow uploads stay open.
    for (const one of [second, third]) expect(one?.write('"').socket.destroyed).toBe(false)
    expect((await app.http('GET', '/healthz')).status).toBe(200)
  })

  test('photographs that report a damaged order are accepted immediately, and the slowest upload is closed', async () => {
    const [first] = await fillPlaces()
    const concern = { what: 'damaged', words: 'Brown lilies', email: 'kayal@malar.example' }
    const body = { ...concern, photographs: [photograph] }
    // The order is not delivered yet, so the rules refuse the report. A full server would have refused the report with
    // 503.
    const answer = await post('203.0.113.9', `/api/orders/${orderId}/concerns`, body)
    expect(answer.status).not.toBe(503)
    expect(answer.status).toBeLessThan(500)
    await expectDisplaced(first as RawConnection)
  })

  test('pictures of staff are accepted immediately, and no slow upload is closed', async () => {
    const slow = await fillPlaces()
    const body = { comment: 'By staff', imageUrl: photograph }
    for (let count = 0; count < 3; count++)
      expect((await post('203.0.113.9', '/api/admin/custom-requests', body, token)).status).toBe(201)
    for (const one of slow) expect(one.socket.readyState).toBe('open')
  })

  test('six slow uploads of a stolen session delay neither staff nor visitors', async () => {
    const at = '/api/admin/custom-requests'
    const slow: RawConnection[] = []
    for (let count = 0; count < 6; count++) slow.push(await begin('203.0.113.1', { at, as: token }))
    const byStaff = await post('203.0.113.9', at, { comment: 'By staff', imageUrl: photograph }, token)
    expect(byStaff.status).toBe(201)
    await expectDisplaced(slow[0] as RawConnection)
    // The place of the closed upload is free again after the new upload got its answer.
    slow.push(await begin('203.0.113.1', { at, as: token }))
    expect((await wishFrom('203.0.113.9')).status).toBe(201)
    await expectDisplaced(slow[1] as RawConnection)
  })
})

test('the slowest upload is closed, not the oldest, so that a large picture on a fast connection arrives', async () => {
  const text = JSON.stringify({ ...wish, image: photograph })
  const padded = text + ' '.repeat(9_000_000 - text.length)
  const began = performance.now()
  const fair = await begin('203.0.113.5', { size: padded.length })
  await new Promise((done) => fair.socket.write(padded.slice(0, 6_000_000), done))
  const slowFrom = performance.now()
  const slow = [await begin('203.0.113.1'), await begin('203.0.113.2')]
  // Waits until the slow uploads are slower per byte than the fair upload, which has sent most of its bytes.
  while ((performance.now() - slowFrom) * 10 < slowFrom - began) await app.http('GET', '/healthz')
  for (const network of ['203.0.113.7', '203.0.113.8']) slow.push(await begin(network))
  for (const one of slow.slice(0, 2)) await expectDisplaced(one)
  fair.write(padded.slice(6_000_000))
  expect((await fair.answer())?.status).toBe(201)
})

test('an upload on a connection whose earlier answer is not read takes no place from other uploads', async () => {
  const file = `${'a'.repeat(32)}-1600.jpg`
  writeFileSync(path.join(app.folder, 'uploads', file), Buffer.alloc(16_000_000))
  const text = JSON.stringify({ ...wish, name: 'x'.repeat(40_000) })
  for (const network of ['203.0.113.1', '203.0.113.1', '203.0.113.2']) {
    const from = `Host: x\r\nX-Forwarded-For: ${network}\r\n`
    const connection = new RawConnection(app.url)
    open.push(connection)
    connection.socket.pause()
    const posted = new Promise<void>((done) => {
      app.app.http.server.on('request', function listen({ method }: { method: string }) {
        if (method !== 'POST') return
        app.app.http.server.off('request', listen)
        done()
      })
    })
    connection.write(
      `GET /uploads/${file} HTTP/1.1\r\n${from}\r\nPOST ${wishing} HTTP/1.1\r\n${from}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    )
    await posted
    for (let count = 0; count < 5; count++) await app.http('GET', '/healthz')
  }
  expect((await wishFrom('203.0.113.9')).status).toBe(201)
})

const waves = sized(40, 300)
test(`after ${waves} uploads that stop half-way, one after another, the server holds the memory of only three`, async () => {
  const half = 'A'.repeat(3_000_000)
  const before = memoryUsage().arrayBuffers
  for (let count = 0; count < waves; count++) {
    const one = await begin(`203.0.113.${1 + (count % 2)}`)
    await new Promise((done) => one.socket.write(`{"image":"${half}`, done))
  }
  // The server closes the slowest upload. The slowest upload is the new one if the server has not read its bytes yet.
  await expect.poll(() => open.filter(({ socket }) => socket.readyState === 'open').length).toBe(3)
  expect((await wishFrom('203.0.113.9')).status).toBe(201)
  expect((memoryUsage().arrayBuffers - before) / 1024 / 1024).toBeLessThan(80)
})
