import { Agent, request as httpRequest } from 'node:http'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '../../server/reports/api-document/openapi-document.ts'
import { type TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { onEachEngine } from '../harness/on-each-engine.ts'
import { addProduct } from '../harness/orders.ts'
import { addCourse, book, enrol } from '../harness/seats.ts'
import { addDeliveryPlan, giftPathOf, orderBody } from '../harness/store.ts'
import { sendRaw } from './raw-http.ts'
import { isFull, sized } from './size.ts'

type JsonSchema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
}
interface Described {
  schema: JsonSchema
  example?: unknown
}
interface Operation {
  parameters?: { name?: string; in?: string }[]
  requestBody?: { content: { 'application/json': Described } }
  responses: Record<string, { content?: { 'application/json': { schema: JsonSchema } }; $ref?: string }>
}

const document = openApiDocument() as {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema(document, 'openapi.json')
const validators = new Map<string, ValidateFunction>()

/** Returns the function that checks a body against the document's schema for this status. */
function validatorOf(path: string, method: string, status: number): ValidateFunction {
  const at = path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
  const pointer =
    status < 400
      ? `openapi.json#/paths/${at}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`
      : 'openapi.json#/components/schemas/Refusal'
  const known = validators.get(pointer) ?? ajv.compile({ $ref: pointer })
  validators.set(pointer, known)
  return known
}

/** The number of requests for each engine. The requests come from signed-in callers and from strangers. */
const requestsPerEngine = sized(750, 10_000)

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e\u2028\ufeff',
    '../../etc/passwd',
    "' or 1=1 --",
    '"; drop table enrolment; --',
    '%s%n{{7*7}}${7*7}',
    '=cmd|calc!A1',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'NaN',
    '1e400',
    '-0',
    '9007199254740993',
    '9'.repeat(400),
    'x'.repeat(3_000),
    'é'.repeat(1_000),
  ),
)
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -1,
    1e308,
    -1e308,
    2 ** 53,
    -(2 ** 63),
    5e-324,
    0.1,
    [],
    {},
    [[]],
    [null],
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Valid values for fields with these names. Null: the schema alone decides. */
const goodByName: Record<string, unknown[]> = {
  email: ['meena@mail.example', 'a@b.c', 'MEENA@MAIL.EXAMPLE '],
  phone: ['9876543210', ' 6000000000 '],
  batch: ['2026-03-12'],
  nextbatch: ['2026-04-01', '9999-12-31', '0001-01-01', '2024-02-29'],
  startTime: ['10:30', null],
  price: [0, '4500', '99.99', 10_000_000],
  sessions: [1, '3', 1000],
  capacity: [1, 20, null, 10000],
  category: ['Workshops', 'Workshop', 'Diploma Course'],
  features: ['', 'One\nTwo', ['One', 'Two']],
  image: [null, 'data:image/png;base64,AAAA', 'AAAA'],
  status: ['confirmed', 'pending'],
  transactionId: ['TXN-1', 'TXN-2'],
  quantity: [1, 2, 99],
  day: ['2026-03-04', '2026-03-10'],
  pincode: ['600004', '600 020'],
  pincodes: ['600', ['600004', '641']],
  recipientPhone: ['9876543210'],
  cardMessage: ['Happy birthday', '👨‍👩‍👧‍👦 அன்புடன்'],
  couponCode: ['FUZZ', ''],
  code: ['FUZZ', 'fuzz-10'],
}

interface Pool {
  ids: string[]
  courseIds: string[]
  productIds: string[]
  slotIds: string[]
}

function goodValue(name: string, schema: JsonSchema, pool: Pool): fc.Arbitrary<unknown> {
  if (name === 'courseId' || name === 'eventId')
    return fc.constantFrom(...pool.courseIds, ...pool.ids.slice(0, 1))
  if (name === 'courseIds') return fc.array(fc.constantFrom(...pool.courseIds), { maxLength: 5 })
  if (name === 'productId') return fc.constantFrom(...pool.productIds)
  if (name === 'productIds') return fc.array(fc.constantFrom(...pool.productIds), { maxLength: 5 })
  if (name === 'slotId') return fc.constantFrom(...pool.slotIds)
  if (name === 'lines')
    return fc.constantFrom(...pool.productIds).map((productId) => [{ productId, quantity: 1 }])
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const named = goodByName[name]
  if (named) return fc.constantFrom(...named)
  if (schema.type === 'string') return fc.constantFrom('Meena Kumari', 'அல்லி', 'Bouquets & more', 'x')
  if (schema.type === 'number' || schema.type === 'integer') return fc.integer({ min: 0, max: 100 })
  if (schema.type === 'boolean') return fc.boolean()
  return fc.constantFrom(null, 'x', 1)
}

function bodyOf({ schema, example }: Partial<Described>, pool: Pool): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema?.properties ?? {})
  const good = fc.record(
    Object.fromEntries(fields.map(([name, field]) => [name, goodValue(name, field, pool)])),
    { requiredKeys: schema?.required ?? [] },
  ) as fc.Arbitrary<Record<string, unknown>>
  const oneWrong =
    fields.length === 0
      ? good
      : fc
          .tuple(
            good,
            fc.constantFrom(...fields.map(([name]) => name)),
            fc.option(oddValue, { nil: undefined }),
          )
          .map(([body, name, value]) => ({ ...body, [name]: value }))
  const wild = fc.dictionary(
    fc.oneof(fc.constantFrom(...fields.map(([name]) => name), '__proto__', 'constructor', 'id'), oddText),
    oddValue,
    { maxKeys: 12 },
  )
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(example) },
    { weight: 3, arbitrary: good },
    { weight: 5, arbitrary: oneWrong },
    wild,
    oddValue,
  )
}

/** Mostly JSON, sometimes broken JSON or other bytes, sometimes no body. */
function payloadOf(body: Partial<Described>, pool: Pool): fc.Arbitrary<string | Buffer | null> {
  const json = bodyOf(body, pool).map((value) => JSON.stringify(value) ?? '')
  return fc.oneof(
    { weight: 12, arbitrary: json },
    json.map((text) => text.slice(0, -1)),
    fc.constantFrom(
      null,
      '',
      '{',
      'null',
      '[]'.repeat(2),
      `${'['.repeat(12_000)}${']'.repeat(12_000)}`,
      `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
      '{"__proto__":{"usertype":"admin"}}',
      '{"constructor":{"prototype":{"role":"owner"}}}',
      '{"email":"a@b.c","email":"\\ud800"}',
      '\ufeff{}',
      '1e999',
    ),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  )
}

const oddId = fc.oneof(
  oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 3_000)),
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    'a%00b',
    '%ED%A0%80',
    '9007199254740993',
    '%2e%2e',
    '..',
    '.',
    '%2F',
    '%c3%28',
    '%ff',
    'a%2fb',
    '-',
    '_',
    ':id',
    '*',
    'x'.repeat(201),
  ),
)

/** A cursor is JSON in base64url, so a cursor can contain any odd value. */
const oddCursor = fc
  .oneof(fc.array(oddValue, { maxLength: 3 }), oddValue)
  .map((value) => Buffer.from(JSON.stringify(value)).toString('base64url').slice(0, 3_000))

function namesOf(operation: Operation, where: string): string[] {
  return (operation.parameters ?? []).flatMap((one) => (one.in === where && one.name ? [one.name] : []))
}

const headerValue = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.,;=*/"\' ~()éÿ'), maxLength: 60 })
const oddHeaders = fc.record(
  {
    'idempotency-key': fc.oneof(fc.constantFrom('a-key-of-eight', 'short', 'x'.repeat(101)), headerValue),
    'content-type': fc.oneof(
      fc.constantFrom(
        'text/plain',
        'application/json; charset=utf-16',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/vnd.api+json',
        'application/json;;;',
        '',
      ),
      headerValue,
    ),
    'accept-encoding': fc.oneof(fc.constantFrom('br', 'gzip', 'br;q=0', 'identity;q=0, *;q=0'), headerValue),
    'content-encoding': fc.constantFrom('gzip', 'br'),
    range: fc.oneof(fc.constantFrom('bytes=0-1', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,1-1'), headerValue),
    'if-none-match': fc.oneof(fc.constantFrom('*', 'W/"x"', '"', ',,,'), headerValue),
    'x-forwarded-for': headerValue,
    'x-http-method-override': fc.constantFrom('DELETE', 'PUT'),
    authorization: fc.oneof(fc.constantFrom('Bearer', 'Bearer x', `Bearer ${'x'.repeat(600)}`), headerValue),
    cookie: headerValue,
    origin: fc.constantFrom('https://evil.example', 'null'),
    expect: fc.constantFrom('100-continue'),
  },
  { requiredKeys: [] },
)

interface Sent {
  path: string
  /** The path of the operation in the document; null if no operation has this method and path. */
  template: string | null
  method: string
  headers: Record<string, string>
  payload: string | Buffer | null
  signedIn: boolean
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']
const isDeclared = (template: string, method: string) =>
  operations.some((one) => one.path === template && one.method === method)

function requests(pool: Pool): fc.Arbitrary<Sent> {
  return fc.constantFrom(...operations).chain(({ path, method, operation }) => {
    const hasBody = operation.requestBody !== undefined
    const body = operation.requestBody?.content['application/json'] ?? {}
    const query = fc.oneof(
      { weight: 3, arbitrary: fc.constant('') },
      fc
        .dictionary(
          fc.constantFrom(
            ...namesOf(operation, 'query'),
            ...namesOf(operation, 'query'),
            'token',
            '__proto__',
            'a[b]',
          ),
          fc.oneof(oddId, oddCursor),
          { maxKeys: 4 },
        )
        .map(
          (parts) =>
            `?${Object.entries(parts)
              .map(([name, value]) => `${name}=${value}`)
              .join('&')}`,
        ),
      fc.constantFrom('?', '?&&&', '?limit=1&limit=2', '?%', `?q=${'x'.repeat(7_000)}`),
    )
    return fc
      .record({
        id: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...pool.ids, ...pool.courseIds) }, oddId),
        query,
        method: fc.oneof({ weight: 9, arbitrary: fc.constant(method) }, fc.constantFrom(...methods)),
        headers: fc.oneof(
          { weight: 2, arbitrary: fc.constant({}) },
          fc.constantFrom('key-number-one', 'key-number-two').map((key) => ({ 'idempotency-key': key })),
          oddHeaders,
        ),
        payload: fc.oneof(
          { weight: hasBody ? 9 : 1, arbitrary: payloadOf(body, pool) },
          { weight: hasBody ? 1 : 5, arbitrary: fc.constant(null) },
        ),
        signedIn: fc.boolean(),
      })
      .map((one) => {
        const url = path.replace(/\{\w+\}/g, one.id) + one.query
        return { ...one, path: url, template: isDeclared(path, one.method) ? path : null }
      })
  })
}

interface Got {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

function send(app: TestApp, sent: Sent, token: string): Promise<Got> {
  const { hostname, port } = new URL(app.url)
  const carriesJson = sent.payload !== null && sent.headers['content-type'] === undefined
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        agent,
        hostname,
        port,
        method: sent.method,
        path: sent.path,
        headers: {
          ...(carriesJson ? { 'content-type': 'application/json' } : {}),
          ...(sent.payload === null ? {} : { 'content-length': Buffer.byteLength(sent.payload) }),
          ...(sent.signedIn ? { authorization: `Bearer ${token}` } : {}),
          ...sent.headers,
        },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString(),
          }),
        )
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(sent.payload ?? undefined)
  })
}

/** Words that occur in stack traces, in SQL and in paths of the machine. */
const leak =
  /\bat [\w.<>]+ \(|node:internal|node_modules|\.ts:\d|\/work\/|\b(?:select|insert into|update) ["`]|SQLITE|constraint failed|syntax error|relation "|duplicate key|ECONN|FST_ERR|Unexpected (?:token|end)/i

function faultOf(sent: Sent, got: Got): string | null {
  if (got.status >= 500) return 'a fault of ours'
  // Two kinds of answers are not checked: compressed answers have tests of their own, and answers to HEAD have no body.
  if (got.status === 304 || sent.method === 'HEAD') return null
  // The request's id consists of random letters, so it may contain any word.
  if (leak.test(got.text.replace(/"requestId":"[^"]*"/, ''))) return 'tells of the inside'
  if (sent.template !== null) {
    const operation = document.paths[sent.template]?.[sent.method.toLowerCase()] as Operation
    // Some answers come before the server knows the endpoint, for instance if a header or an address cannot be read.
    if (operation.responses[got.status] === undefined) return `undocumented status ${got.status}`
  } else if (got.status < 400) return `answered ${got.status} though nothing is declared`
  if (got.headers['content-encoding'] !== undefined) return null
  let body: unknown
  try {
    body = JSON.parse(got.text)
  } catch {
    return 'no JSON'
  }
  const validate = validatorOf(sent.template ?? '', sent.method, got.status)
  return validate(body) ? null : `against its schema: ${ajv.errorsText(validate.errors)}`
}

onEachEngine('malformed requests to every endpoint', (app, engine) => {
  let token: string
  let pool: Pool
  beforeAll(async () => {
    token = (await signedIn(app, 'owner')).token
    const courses = [await addCourse(app, { capacity: null }), await addCourse(app, { title: 'Torans' })]
    const receipts = [await enrol(app, courses[0]?.id as string), await enrol(app, courses[0]?.id as string)]
    const booking = await book(app, courses[0]?.id as string)
    const productIds = [await addProduct(app, 500, 'Roses'), await addProduct(app, 3, 'Lilies')]
    const { afternoon, pickup } = await addDeliveryPlan(app)
    await app.db.transaction((tx) =>
      app.app.services.coupons.add(tx, { code: 'FUZZ', kind: 'percent', percent: 10 }, null),
    )
    const lines = [{ productId: productIds[0], quantity: 1 }]
    const placed = await app.http('POST', '/api/orders', {
      body: orderBody({ slotId: afternoon, couponCode: 'FUZZ', lines }),
    })
    const giftPath = await giftPathOf(app, placed.body.data.id)
    pool = {
      courseIds: courses.map(({ id }) => id),
      productIds,
      slotIds: [afternoon, pickup],
      ids: [
        ...courses.map(({ slug }) => slug),
        ...receipts.map(({ id }) => id),
        booking.id,
        'roses',
        productIds[0] as string,
        afternoon,
        placed.body.data.id,
        giftPath.replace('/gift/', ''),
      ],
    }
  })
  afterAll(() => agent.destroy())

  test(`${requestsPerEngine} random requests get only documented answers that fit their schemas, and no 5xx`, {
    timeout: 1_200_000,
  }, async () => {
    let all: Sent[] = []
    const statuses: Record<number, number> = {}
    const faults: string[] = []
    const worker = async () => {
      for (let sent = all.pop(); sent && faults.length < 20; sent = all.pop()) {
        try {
          const got = await send(app, sent, token)
          // The following requests must reach the handlers, so they need a session.
          if (sent.template === '/api/auth/signout') token = (await signedIn(app, 'owner')).token
          statuses[got.status] = (statuses[got.status] ?? 0) + 1
          const fault = faultOf(sent, got)
          if (fault)
            faults.push(
              `${fault}\n  ${JSON.stringify(sent).slice(0, 600)}\n  → ${got.status} ${got.text.slice(0, 300)}`,
            )
        } catch (error) {
          faults.push(`no answer: ${String(error)}\n  ${JSON.stringify(sent).slice(0, 600)}`)
        }
      }
    }
    // The wanted statuses show that requests reach the handlers. A small sample may produce no conflict.
    const wanted = [200, 201, 400, 401, 404, ...(isFull ? [409] : [])]
    const lacks = () => wanted.filter((status) => statuses[status] === undefined)
    // Another sample is drawn if a small sample lacks a wanted status.
    for (let sample = 0; sample < 4 && lacks().length > 0; sample++) {
      all = fc.sample(requests(pool), {
        numRuns: requestsPerEngine,
        seed: (engine === 'sqlite' ? 20260302 : 20260303) + 10 * sample,
      })
      await Promise.all(Array.from({ length: 8 }, worker))
      expect(faults.join('\n')).toBe('')
    }
    expect(lacks(), `of ${JSON.stringify(statuses)}`).toEqual([])
    expect((await app.http('GET', '/readyz')).status).toBe(200)
  })

  test.each([
    ['an unknown method', 'BREW /api/courses HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['no Host header', 'GET /api/courses HTTP/1.1\r\n\r\n', 400],
    [
      'two different content lengths',
      'POST /api/landing/email HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      400,
    ],
    [
      'a content length together with chunks',
      'POST /api/landing/email HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'an invalid chunk',
      'POST /api/landing/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
    ['a space in the address', 'GET /api/cou rses HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['NUL in a header', 'GET /api/courses HTTP/1.1\r\nHost: x\r\nX-A: a\u0000b\r\n\r\n', 400],
    ['an invalid percent escape', 'GET /api/courses/%zz HTTP/1.1\r\nHost: x\r\n\r\n', 404],
    ['an address of 20 kB', `GET /api/courses/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['headers of 20 kB', `GET /api/courses HTTP/1.1\r\nHost: x\r\nX-A: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['3,000 headers', `GET /api/courses HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(3_000)}\r\n`, 431],
    ['a TLS handshake', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', 400],
    ['an unknown expectation', 'GET /api/courses HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', 417],
  ])('the server refuses bytes that are no valid HTTP request: %s', async (_, bytes, status) => {
    const answer = await sendRaw(app.url, bytes)
    expect(answer?.status).toBe(status)
    expect(answer?.body).not.toMatch(leak)
    // Refusals by Node itself have no body.
    if (answer?.headers['content-type'] === undefined) return expect(answer?.body).toBe('')
    const validate = validatorOf('', 'GET', status)
    expect(validate(JSON.parse(answer?.body ?? '')), answer?.body).toBe(true)
  })
})
