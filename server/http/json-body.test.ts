import { beforeAll, describe, expect, test } from 'vitest'
import { signedIn } from '../../tests/harness/callers.ts'
import { onSqlite } from '../../tests/harness/on-each-engine.ts'
import { addCourse, enrolmentBody } from '../../tests/harness/seats.ts'
import { cutLongTexts, findOverload } from './json-body.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const megabytes = (unit: string, count: number) => unit.repeat((count * 1024 * 1024) / unit.length)

/** Measures processor time. The least time of three tries contains the least garbage collection. */
function leastMs(work: () => unknown): number {
  const tries = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    work()
    return process.cpuUsage(before).user / 1000
  })
  return Math.min(...tries)
}

test('the limits on the structure of JSON do not count brackets inside texts', () => {
  expect(findOverload(JSON.stringify({ comment: megabytes('[{,"\\', 1), rows: [[{}]] }))).toBeNull()
  expect(findOverload(nested(32))).toBeNull()
  expect(findOverload(nested(33))?.code).toBe('bad_request')
  expect(findOverload(`["\\"",${nested(33)}]`)?.code).toBe('bad_request')
})

describe('long texts that are cut out of a body before it is parsed', () => {
  const long = (unit: string) => unit.repeat(70_000 / unit.length)
  const cut = (body: string) => cutLongTexts(Buffer.from(body))

  test.each([
    ['two pictures', { name: 'மலர்', image: long('abcd'), more: [long('efgh'), 'x'] }, 2],
    [
      'a picture beside a text with a quotation mark and a backslash',
      { name: 'a"b\\\\', image: long('abcd') },
      1,
    ],
    ['no name of a field', { [long('abcd')]: 'x' }, 0],
    ['no short text', { image: 'abcd' }, 0],
    ['no text with a quotation mark', { text: long('ab"c') }, 0],
    ['no text with a backslash', { text: long('ab\\c') }, 0],
    ['no text with a line break', { text: long('ab\nc') }, 0],
    ['no text of another alphabet', { text: long('மலர்') }, 0],
  ])('cutting long texts takes %s out of the body', (_what, value, count) => {
    const { json, texts } = cut(JSON.stringify(value))
    expect(texts).toHaveLength(count)
    if (count === 0) expect(JSON.parse(json)).toEqual(value)
    else expect(json.length).toBeLessThan(300)
  })

  test('searching invalid JSON of 14 MB for long texts takes less than 200 ms', () => {
    for (const unit of ['"', '\\"', '\\', '"a",', 'a']) {
      const body = `{"a":"${megabytes(unit, 14)}`
      expect(
        leastMs(() => cut(body)),
        unit,
      ).toBeLessThan(200)
    }
  })
})

test('checking the structure of a body of 14 MB takes less than 200 ms', () => {
  for (const unit of ['[],', ' ', '1', '"a",', '"\\""', '"\\\\"']) {
    const body = megabytes(unit, 14)
    expect(
      leastMs(() => findOverload(body)),
      unit,
    ).toBeLessThan(200)
  }
  expect(findOverload(megabytes('[],', 1))?.code).toBe('body_too_large')
})

onSqlite('JSON bodies over HTTP', (app) => {
  let token: string
  let enrolment: string
  beforeAll(async () => {
    token = (await signedIn(app, 'owner')).token
    enrolment = JSON.stringify(enrolmentBody((await addCourse(app)).id))
  })

  test('a call with a JSON content type and no bytes counts as a call without a body', async () => {
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

  test('deep nesting in an unused field is refused, even with an Idempotency-Key', async () => {
    for (const [n, depth] of [15_000, 5_000, 100].entries()) {
      const answer = await app.http('POST', '/api/enrollments', {
        body: `${enrolment.slice(0, -1)},"price":${nested(depth)}}`,
        headers: { 'idempotency-key': `nested-key-${n}` },
      })
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body.code).toBe('bad_request')
    }
  })

  test('each of two long texts in a body arrives in its own field', async () => {
    const { text: refused } = await app.http('POST', '/api/custom-requests', {
      body: { comment: 'x'.repeat(70_000), name: 'y'.repeat(70_000), email: 'asha@post.example' },
    })
    expect(refused).toContain('2000')
    const image = 'A'.repeat(70_000)
    const body = { comment: 'மலர்', name: 'Asha', email: 'asha@post.example', image }
    const answer = await app.http('POST', '/api/custom-requests', { body })
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_image'])
  })

  test('a body with very many small values is refused', async () => {
    for (const value of ['[],', '{},', '1,', '[[],', '{"a":1},']) {
      const body = `{"name":"x","zzz":[${megabytes(value, 1)}1]}`
      const answer = await app.http('POST', '/api/custom-requests', { body })
      expect([400, 413], `${value} ${answer.text}`).toContain(answer.status)
    }
  })

  test('an imported file in which every cell is wrong is refused with a short answer', async () => {
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
