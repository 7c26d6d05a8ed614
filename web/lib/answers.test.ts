import { globSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import type { $ZodTypes } from 'zod/v4/core'
import { pageHeader } from '../../contract/addresses.ts'
import { answerShapes, shapeOf } from '../../contract/answer-shapes.ts'
import { endpoints } from '../../contract/index.ts'
import { seatReceipt } from '../../contract/registrations/enrolments.ts'
import { nodesOf, type Schema, sampleOf } from '../../tests/harness/schema-walk.ts'
import { ApiError, exchange } from './api.ts'
import { fits } from './fits.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const keyed = endpoints.map((endpoint) => ({ key: `${endpoint.method} ${endpoint.path}`, ...endpoint }))

/**
 * Makes an answer in which every field is present and not null, even an optional field, and every list has one item.
 */
function wholeOf(schema: Schema): unknown {
  const definition = (schema as $ZodTypes)._zod.def
  switch (definition.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(definition.shape).map(([field, inner]) => [field, wholeOf(inner)]),
      )
    case 'array':
      return [wholeOf(definition.element)]
    case 'record':
      return { [sampleOf(definition.keyType) as string]: wholeOf(definition.valueType) }
    case 'nullable':
    case 'optional':
      return wholeOf(definition.innerType)
    case 'union':
      return wholeOf(definition.options[0] as Schema)
    default:
      return sampleOf(schema)
  }
}

/** Makes copies of the value. Each copy has `other` at one of the value's places; undefined removes a field. */
function variants(value: unknown, other: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [other]
  const inside = Object.entries(value).flatMap(([name, part]) =>
    variants(part, other).map((changed) =>
      Array.isArray(value) ? [changed] : { ...value, [name]: changed },
    ),
  )
  return [other, ...inside]
}

async function answerOf(key: string, text: string, status = 200): Promise<unknown> {
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('fetch', async () => new Response(text, { status }))
  const input = { params: { id: 'a', slug: 'a', token: 'a', kind: 'a', key: 'a', record: 'a' } }
  return (await exchange(key, input, {})).body
}

/** Answers that no page can show. An endpoint in `listsThemselves` accepts the empty list. */
const badAnswers = [
  '{}',
  '[]',
  'null',
  '"x"',
  '<!doctype html><p>Please sign in</p>',
  '{"success":true,"da',
  '',
]

/** These endpoints answer with a list. The list is the whole answer or a field of it. */
const listsThemselves = [
  'GET /api/admin/AdminClasses',
  'GET /api/admin/custom-requests',
  'GET /api/admin/orders',
  'GET /api/admin/products',
  'GET /api/batches/:id/meetings',
  'GET /api/courses',
  'GET /api/delivery-options/first',
  'GET /api/impacts',
  'GET /api/instructors',
  'GET /api/office-timing',
  'GET /api/products',
  'GET /api/products/featured',
]

test.each(keyed.map(({ key }) => key))(
  'an unusable response of %s is treated as a failure, and no text of the response is shown',
  async (key) => {
    for (const text of badAnswers) {
      if (text === '[]' && listsThemselves.includes(key)) continue
      const failure = await answerOf(key, text).catch((error: unknown) => error)
      expect([text, failure]).toEqual([text, expect.any(ApiError)])
      expect(failure).toMatchObject({ status: 200, message: '', body: null, code: null, fields: {} })
    }
  },
)

test('an empty list is accepted from every endpoint that answers with a list', async () => {
  for (const key of listsThemselves) expect(await answerOf(key, '[]')).toEqual([])
})

describe('the checks of answers in the browser', () => {
  test.each(keyed)(
    'the browser’s check of answers to $key accepts and refuses the same as the contract',
    ({ response, readAs }) => {
      const whole = wholeOf(response)
      expect(response.safeParse(whole).error).toBeUndefined()
      const schema: z.ZodMiniType = readAs ?? response
      const shape = shapeOf(schema)
      // A shape knows only the types of texts and numbers, and it distinguishes records by their fields alone.
      const isLoose = [...nodesOf(schema)].some((node) => (node as $ZodTypes)._zod.def.type === 'union')
      const ofOtherKinds = [undefined, null, {}, []]
      for (const other of [...ofOtherKinds, 'x', 5, true]) {
        for (const answer of variants(whole, other)) {
          const { success, error } = schema.safeParse(answer)
          const isOfKind = success || error.issues.every(({ code }) => code === 'too_small')
          if (isOfKind || (ofOtherKinds.includes(other) && !isLoose))
            expect([answer, fits(answer, shape)]).toEqual([answer, isOfKind])
        }
      }
    },
  )

  test('the pages can read every answer that the server sends', () => {
    for (const { key, response, readAs } of keyed)
      expect([key, readAs?.safeParse(wholeOf(response)).success ?? true]).toEqual([key, true])
  })

  test('an answer with an unknown value of a status is accepted; a refusal or a missing field is not', () => {
    const shapes = answerShapes()
    const fitsTo = (key: string, answer: unknown) => fits(answer, shapes[key] ?? '')
    const signedOut = 'POST /api/auth/signout'
    expect(fitsTo(signedOut, { success: true, more: 1 })).toBe(true)
    expect(fitsTo(signedOut, { success: false })).toBe(false)
    const seat = { id: 'a', reference: 'MAL-1', status: 'on-the-moon' }
    const paid = 'POST /api/admin/enrollments/:id/payment'
    expect(fitsTo(paid, { success: true, data: seat })).toBe(true)
    expect(fitsTo(paid, { success: true, data: { ...seat, status: undefined } })).toBe(false)
  })
})

describe('responses that do not match the contract', () => {
  test.each([
    ['GET /api/courses', { data: [{ id: 'bare' }, { id: 7, features: 'a, b', category: 5, price: 100 }] }],
    ['GET /api/instructors', { data: { data: [{ name: 'Anjali' }] } }],
    ['GET /api/impacts', { impacts: [{ id: 1, title: 'Vases', value: 5 }] }],
    [
      'GET /api/Feedback',
      { success: true, data: [{ id: 't', student_name: 'A', feedback_text: 'B', rating: 5 }] },
    ],
    [
      'GET /api/Feedback',
      { success: true, data: [{ student_name: 'A', course_name: 'C', feedback_text: 'B', rating: '5' }] },
    ],
    ['GET /api/admin/event-pricing', { data: { gala: { label: 'Gala 7 PM', price: '5' } } }],
    ['GET /api/enrollments/:id', { id: 'a', courseTitle: 'A', fullname: 'B', batch: 'Coming soon' }],
    ['GET /api/auth/user', { id: 'u', usertype: 'user' }],
    ['POST /api/auth/signin', { sessionToken: 'a.b' }],
    ['POST /api/enrollments', { success: true, data: wholeOf(seatReceipt) }],
    ['POST /api/enrollments', { id: 'a' }],
    ['PATCH /api/enrollments/:id/status', { success: true }],
    ['POST /api/events_enrollments', { success: false, error: 'No' }],
  ])('the answer of %s is accepted in the form %j', async (key, answer) => {
    expect(await answerOf(key, JSON.stringify(answer))).toEqual(answer)
  })

  test.each([
    ['GET /api/courses', { data: [{ title: 'Without an id' }] }],
    ['GET /api/courses', { data: [{ id: 'a', title: { en: 'A' } }] }],
    ['GET /api/Feedback', { success: false, data: [] }],
    ['GET /api/Feedback', { success: true, data: 'none' }],
    ['GET /api/Feedback', { success: true, data: [{ student_name: 'A', rating: 5 }] }],
    ['GET /api/Feedback', { success: true, data: [{ feedback_text: 'B', student_name: 'A', rating: {} }] }],
    ['GET /api/enrollments/:id', { id: 'a', fullname: 'B', batch: 'Coming soon' }],
    ['POST /api/auth/signin', { user: { id: 'u', usertype: 'admin' } }],
    ['POST /api/enrollments', { success: true, data: {} }],
  ])('the answer of %s is refused in the form %j', async (key, answer) => {
    await expect(answerOf(key, JSON.stringify(answer))).rejects.toMatchObject({ status: 200 })
  })
})

test.each([
  ['', '', ''],
  ['null', '', null],
  ['{}', '', {}],
  ['[{"code":"conflict"}]', '', [{ code: 'conflict' }]],
  ['<html><h1>502 Bad Gateway</h1></html>', '', null],
  ['{"error":"Bu', '', null],
  ['{"error":"x"}', '', { error: 'x' }],
  ['{"message":"no Route matched"}', '', { message: 'no Route matched' }],
  ['{"error":"x","code":7}', '', expect.anything()],
  ['{"error":{"reason":"busy"},"code":"unavailable"}', '', expect.anything()],
  ['{"error":{"reason":"busy"},"message":"Busy.","code":"unavailable"}', 'Busy.', expect.anything()],
  ['{"error":"Busy.","message":"Later.","code":"unavailable"}', 'Busy.', expect.anything()],
  ['This account is closed.', '', 'This account is closed.'],
])(
  'the error of a refusal takes its message from a response with a code alone, %s',
  async (text, message, body) => {
    await expect(answerOf('GET /api/courses', text, 502)).rejects.toMatchObject({
      status: 502,
      message,
      body,
    })
  },
)

test('a call names the path of its page, whether or not the browser sends a referrer', async () => {
  const pathname = '/preview/1.an-owner.signature/orders/a'
  const pages: unknown[] = []
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    pages.push(headers[pageHeader])
    return new Response('{"success":true}')
  })
  await exchange('PATCH /api/orders/:id/status', { params: { id: 'a' }, body: {} }).catch(() => null)
  expect(pages).toEqual([pathname])
})

test('the pages call only endpoints of the contract, and only through the API client', () => {
  const files = globSync('web/**/*.{ts,tsx}', { exclude: ['web/**/*.test.{ts,tsx}'] })
  expect(files.length).toBeGreaterThan(300)
  const known = new Set(keyed.map(({ key }) => key))
  const called = new Set<string>()
  for (const file of files) {
    const code = readFileSync(file, 'utf8')
    for (const [, key = ''] of code.matchAll(/['"`]((?:GET|POST|PUT|PATCH|DELETE) \/[^'"`$]*)['"`]/g))
      called.add(key)
    const reaches = /\b(fetch\(|XMLHttpRequest|sendBeacon|EventSource|WebSocket)/.test(code)
    expect([file, reaches]).toEqual([file, file === 'web/lib/api.ts'])
  }
  expect(called.size).toBeGreaterThan(150)
  expect([...called].filter((key) => !known.has(key))).toEqual([])
})
