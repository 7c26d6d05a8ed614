import { beforeAll, describe, expect, test } from 'vitest'
import { signedIn } from '../../tests/harness/callers.ts'
import { onSqlite } from '../../tests/harness/on-each-engine.ts'
import { addCourse, enrolmentBody } from '../../tests/harness/seats.ts'
import { cutLongTexts, findOverload } from './json-body.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const megabytes = (unit: string, count: number) => unit.repeat((count * 1024 * 1024) / unit.length)

/** Processor time in milliseconds, the least of three tries: garbage collection counts on the same clock. */
function leastMs(work: () => unknown): number {
  const tries = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    work()
    return process.cpuUsage(before).user / 1000
  })
  return Math.min(...tries)
}

test('what is counted is what stands outside of texts', () => {
  expect(findOverload(JSON.stringify({ comment: megabytes('[{,"\\', 1), rows: [[{}]] }))).toBeNull()
  expect(findOverload(nested(32))).toBeNull()
  expect(findOverload(nested(33))?.code).toBe('bad_request')
  expect(findOverload(`["\\"",${nested(33)}]`)?.code).toBe('bad_request')
})

describe('a long text is cut out before the rest is parsed', () => {
  const long = (unit: string) => unit.repeat(70_000 / unit.length)
  const cut = (body: string) => cutLongTexts(Buffer.from(body))

  test.each([
    ['a picture', { name: 'மலர்', image: long('abcd'), more: [long('efgh'), 'x'] }, 2],
    ['one beside a quotation mark and a backslash', { name: 'a"b\\\\', image: long('abcd') }, 1],
    ['no name', { [long('abcd')]: 'x' }, 0],
    ['none that is short', { image: 'abcd' }, 0],
    ['none with a quotation mark', { text: long('ab"c') }, 0],
    ['none with a backslash', { text: long('ab\\c') }, 0],
    ['none with a line', { text: long('ab\nc') }, 0],
    ['none of another alphabet', { text: long('மலர்') }, 0],
  ])('%s', (_what, value, count) => {
    const { json, texts } = cut(JSON.stringify(value))
    expect(texts).toHaveLength(count)
    if (count === 0) expect(JSON.parse(json)).toEqual(value)
    else expect(json.length).toBeLessThan(300)
  })

  test('what is no JSON is looked through in no time', () => {
    for (const unit of ['"', '\\"', '\\', '"a",', 'a']) {
      const body = `{"a":"${megabytes(unit, 14)}`
      expect(
        leastMs(() => cut(body)),
        unit,
      ).toBeLessThan(200)
    }
  })
})

test('a body of the largest size is counted in no time', () => {
  for (const unit of ['[],', ' ', '1', '"a",', '"\\""', '"\\\\"']) {
    const body = megabytes(unit, 14)
    expect(
      leastMs(() => findOverload(body)),
      unit,
    ).toBeLessThan(200)
  }
  expect(findOverload(megabytes('[],', 1))?.code).toBe('body_too_large')
})

onSqlite('bodies that are more structure than content', (app) => {
  let token: string
  let enrolment: string
  beforeAll(async () => {
    token = (await signedIn(app, 'owner')).token
    enrolment = JSON.stringify(enrolmentBody((await addCourse(app)).id))
  })

  test('a call that names the type and sends nothing is taken as it is meant', async () => {
    const headers = { 'content-type': 'application/json' }
    const signOut = await fetch(`${app.url}/api/auth/signout`, {
      method: 'POST',
      headers: { ...headers, authorization: 'Bearer dead' },
    })
    expect(signOut.status).toBe(200)
    expect((await fetch(`${app.url}/api/cart`, { method: 'DELETE', headers })).status).toBe(200)
    const enrolling = await fetch(`${app.url}/api/enrollments`, { method: 'POST', headers })
    expect([enrolling.status, (await enrolling.json()).code]).toEqual([400, 'validation_failed'])
  })

  test('a nest in a field that nobody looks at is refused, also under an Idempotency-Key', async () => {
    for (const [n, depth] of [15_000, 5_000, 100].entries()) {
      const answer = await app.http('POST', '/api/enrollments', {
        body: `${enrolment.slice(0, -1)},"price":${nested(depth)}}`,
        headers: { 'idempotency-key': `nested-key-${n}` },
      })
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body.code).toBe('bad_request')
    }
  })

  test('a long text reaches its field as it was sent, and so does one at its side', async () => {
    const { text: refused } = await app.http('POST', '/api/custom-requests', {
      body: { comment: 'x'.repeat(70_000), name: 'y'.repeat(70_000), email: 'asha@post.example' },
    })
    expect(refused).toContain('2000')
    const image = 'A'.repeat(70_000)
    const body = { comment: 'மலர்', name: 'Asha', email: 'asha@post.example', image }
    const answer = await app.http('POST', '/api/custom-requests', { body })
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_image'])
  })

  test('many small values are not read', async () => {
    for (const value of ['[],', '{},', '1,', '[[],', '{"a":1},']) {
      const body = `{"name":"x","zzz":[${megabytes(value, 1)}1]}`
      const answer = await app.http('POST', '/api/custom-requests', { body })
      expect([400, 413], `${value} ${answer.text}`).toContain(answer.status)
    }
  })

  test('a file whose every cell is wrong is refused, in an answer of a few lines', async () => {
    const row = (cells: number, cell: (n: number) => string) =>
      `{${Array.from({ length: cells }, (_, n) => cell(n)).join(',')}}`
    const files = [
      Array.from({ length: 990 }, () => row(200, (n) => `"${n}":1`)),
      Array.from({ length: 990 }, () => row(49, (n) => `"${n}":1`)),
      Array.from({ length: 990 }, () => row(20, (n) => `"${String(n).padStart(61, 'k')}":""`)),
      [`{"${'k'.repeat(1_900_000)}":""}`],
    ]
    for (const rows of files) {
      const answer = await app.http('POST', '/api/admin/products/import', {
        token,
        body: `{"dryRun":true,"rows":[${rows.join(',')}]}`,
      })
      expect([400, 413], answer.text.slice(0, 200)).toContain(answer.status)
      expect(answer.text.length).toBeLessThan(40_000)
    }
  })
})
