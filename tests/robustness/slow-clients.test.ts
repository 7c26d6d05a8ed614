import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ErrorCode, errorStatuses, sentenceOf } from '../../contract/errors.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { addCourse, enrolmentBody } from '../harness/seats.ts'
import { halvesOfPost, type RawAnswer, RawConnection } from './raw-http.ts'
import { isFull, sized } from './size.ts'

let app: TestApp
let courseId: string
/** The body of an enrolment by another person each time, because one person can have only one seat in a batch. */
const another = () => enrolmentBody(courseId)
beforeAll(async () => {
  app = await startApp()
  courseId = (await addCourse(app, { capacity: null })).id
})
afterAll(() => app.stop())

function expectRefusal(answer: RawAnswer | null, code: ErrorCode) {
  const sentence = sentenceOf(code)
  expect(answer?.status).toBe(errorStatuses[code])
  expect(answer?.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(JSON.parse(answer?.body ?? '')).toEqual({
    success: false,
    error: sentence,
    message: sentence,
    code,
    requestId: expect.stringMatching(/^[\w-]{22}$/),
  })
}

describe('many connections that are idle or send only half a request', () => {
  const idle = sized(500, 2_000)
  test(`visitors are answered while there are ${idle} idle connections and 200 half-sent bodies`, async () => {
    const { start, rest } = halvesOfPost('/api/enrollments', another())
    const holders = Array.from({ length: idle }, () =>
      new RawConnection(app.url).write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'),
    )
    for (const holder of holders) expect((await holder.answer())?.status).toBe(200)
    const writers = Array.from({ length: 200 }, () => new RawConnection(app.url).write(start))
    try {
      for (let count = 0; count < 50; count++) {
        const answers = await Promise.all([
          app.http('GET', '/api/courses'),
          app.http('POST', '/api/enrollments', { body: another() }),
          app.http('GET', '/readyz'),
        ])
        expect(answers.map(({ status }) => status)).toEqual([200, 201, 200])
      }
      // The server still accepts the late second half of a body.
      const late = writers[0]?.write(rest)
      expect((await late?.answer())?.status).toBe(201)
    } finally {
      for (const one of [...holders, ...writers]) one.end()
    }
  })
})

describe('the limit of a request’s body', () => {
  const limits = [
    ['POST', '/api/enrollments', 32 * 1024, null],
    ['POST', '/api/auth/signout', 32 * 1024, null],
    ['POST', '/api/admin/AdminClasses/Add', 14 * 1024 * 1024, 'owner'],
  ] as const

  async function headOf(
    method: string,
    at: string,
    who: 'owner' | null,
    bodyLength: string,
  ): Promise<string> {
    const token = who === null ? null : (await signedIn(app, who)).token
    const head = [
      `${method} ${at} HTTP/1.1`,
      'Host: x',
      'Content-Type: application/json',
      bodyLength,
      ...(token ? [`Authorization: Bearer ${token}`] : []),
    ]
    return `${head.join('\r\n')}\r\n\r\n`
  }

  test.each(limits)(
    '%s %s refuses a body by its announced size, before it is sent',
    async (method, at, limit, who) => {
      const head = await headOf(method, at, who, `Content-Length: ${limit + 1}`)
      const connection = new RawConnection(app.url).write(head)
      expectRefusal(await connection.answer(), 'body_too_large')
      connection.end()
    },
  )

  test.each(limits)(
    '%s %s refuses a chunked body when it exceeds the limit',
    async (method, at, limit, who) => {
      const head = await headOf(method, at, who, 'Transfer-Encoding: chunked')
      const size = Math.ceil((limit + 1) / 64)
      const chunk = `${size.toString(16)}\r\n${' '.repeat(size)}\r\n`
      const connection = new RawConnection(app.url).write(head)
      for (let count = 0; count < 64; count++) connection.write(chunk)
      expectRefusal(await connection.answer(), 'body_too_large')
      connection.end()
    },
  )

  test('a caller without the right is refused before the body is sent', async () => {
    const connection = new RawConnection(app.url).write(
      'POST /api/admin/AdminClasses/Add HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n{',
    )
    expectRefusal(await connection.answer(), 'unauthenticated')
    connection.end()
  })

  test('the server reads only a few large bodies of visitors at a time, and still reads a large body of staff', async () => {
    const head = (token: string | null, at: string) =>
      [
        `POST ${at} HTTP/1.1`,
        'Host: x',
        'Content-Type: application/json',
        'Content-Length: 10000000',
        ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
      ].join('\r\n')
    const { token } = await signedIn(app, 'staff')
    const strangers = [1, 2, 3].map(() =>
      new RawConnection(app.url).write(`${head(null, '/api/custom-requests')}\r\n\r\n{`),
    )
    try {
      const refused = await Promise.race(strangers.map((one) => one.answer()))
      expectRefusal(refused, 'unavailable')
      expect(refused?.headers['retry-after']).toBe('2')
      const body = { comment: 'Without a picture', name: 'Asha', email: 'asha@post.example' }
      expect((await app.http('POST', '/api/custom-requests', { body })).status).toBe(201)
      const image = 'A'.repeat(40_000)
      const byStaff = await app.http('POST', '/api/admin/custom-requests', {
        token,
        body: { comment: 'By staff', imageUrl: image },
      })
      expect(byStaff.status).toBe(415)
    } finally {
      for (const one of strangers) one.end()
    }
  })

  test('a body of exactly the limit is read, and a body one byte longer is refused', async () => {
    const text = JSON.stringify(another())
    const padded = text + ' '.repeat(32 * 1024 - text.length)
    expect((await app.http('POST', '/api/enrollments', { body: padded })).status).toBe(201)
    expect((await app.http('POST', '/api/enrollments', { body: `${padded} ` })).status).toBe(413)
  })
})

test('the server’s time limits for a whole request and for its headers are at most a minute', () => {
  // The next test, which runs only at full size, waits until these limits are over.
  expect(app.app.http.server.requestTimeout).toBeLessThanOrEqual(60_000)
  expect(app.app.http.server.requestTimeout).toBeGreaterThan(0)
  expect(app.app.http.server.headersTimeout).toBeLessThanOrEqual(60_000)
  expect(app.app.http.server.headersTimeout).toBeGreaterThan(0)
})

if (isFull)
  test('a half-sent body and half-sent headers get 408 within 100 seconds', {
    timeout: 150_000,
  }, async () => {
    const { start } = halvesOfPost('/api/enrollments', another())
    const began = performance.now()
    const slow = [start, 'GET /api/courses HTTP/1.1\r\nHost:'].map((bytes) =>
      new RawConnection(app.url).write(bytes),
    )
    for (const connection of slow) {
      const answer = await connection.answer()
      expect(answer?.status).toBe(408)
      expect(JSON.parse(answer?.body ?? '')).toMatchObject({ success: false, code: 'bad_request' })
      await connection.closed
    }
    expect(performance.now() - began).toBeLessThan(100_000)
  })
