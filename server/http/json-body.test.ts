import { beforeAll, expect, test } from 'vitest'
import { signedIn } from '../../tests/harness/callers.ts'
import { onEachEngine } from '../../tests/harness/on-each-engine.ts'
import { addCourse, enrolmentBody } from '../../tests/harness/seats.ts'
import { refuseTangled } from './json-body.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const megabytes = (unit: string, count: number) => unit.repeat((count * 1024 * 1024) / unit.length)

test('what is counted is what stands outside of texts', () => {
  expect(refuseTangled(JSON.stringify({ comment: megabytes('[{,"\\', 1), rows: [[{}]] }))).toBeNull()
  expect(refuseTangled(nested(32))).toBeNull()
  expect(refuseTangled(nested(33))?.code).toBe('bad_request')
  expect(refuseTangled(`["\\"",${nested(33)}]`)?.code).toBe('bad_request')
})

test('a body of the largest size is counted in no time', () => {
  for (const unit of ['[],', ' ', '1', '"a",', '"\\""', '"\\\\"']) {
    const body = megabytes(unit, 14)
    const before = process.cpuUsage()
    refuseTangled(body)
    expect(process.cpuUsage(before).user / 1000, unit).toBeLessThan(200)
  }
  expect(refuseTangled(megabytes('[],', 1))?.code).toBe('body_too_large')
})

onEachEngine('bodies that are more structure than content', (app) => {
  let token: string
  let enrolment: string
  beforeAll(async () => {
    token = (await signedIn(app, 'owner')).token
    enrolment = JSON.stringify(enrolmentBody((await addCourse(app)).id))
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
