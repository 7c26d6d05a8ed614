import { beforeAll, expect, test } from 'vitest'
import { endpointUrl } from '../../contract/addresses.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { signedIn } from '../harness/callers.ts'
import { onEachEngine } from '../harness/on-each-engine.ts'
import { type Place, placesOf, type Schema, sampleOf } from '../harness/schema-walk.ts'
import { addCourse, enrolmentBody } from '../harness/seats.ts'
import { isFull } from './size.ts'

/** Values as an address contains them. The raw bytes in `odd` are half a surrogate pair, which no text can contain. */
const neverKept = ['%00', 'a%00b', '%00'.repeat(40)]
const odd = [
  '%ED%A0%80',
  '9007199254740993',
  '-9007199254740993',
  '9'.repeat(90),
  '1e400',
  '2147483648',
  '0x10',
  '-0',
  'NaN',
]

const encoded = (json: string) => Buffer.from(json).toString('base64url')
/** Cursors for lists that sort by two or three columns. The server never gives such cursors out. */
const oddCursors = [
  ...['"a\\u0000b"', '"\\ud800"', '"2026-03-02"', '9007199254740993', '-9007199254740993', '2147483648']
    .concat(['9.5', '1e300', '1e999', '5e-324', 'true', 'null', '[]', '{}'])
    .flatMap((value) => [
      `[${value},${value}]`,
      `[${value},"x"]`,
      `["x",${value}]`,
      `[${value},${value},${value}]`,
      `["x","x",${value}]`,
    ]),
  '[]',
  '["x"]',
  '{"0":"x","1":"x","length":2}',
  '9007199254740993',
].map(encoded)

/** Returns all texts in a full run. In `npm test`, returns a few of the texts, different ones for each place. */
function someOf<T>(all: readonly T[], few: number, at: number): readonly T[] {
  return isFull ? all : Array.from({ length: few }, (_, n) => all[(at * few + n) % all.length] as T)
}

function sortsOf(endpoint: AnyEndpoint): string[] {
  const sort = placesOf(endpoint.query as Schema).find(({ name }) => name === 'sort')
  const entries = (sort?.schema as { _zod: { def: { entries?: Record<string, string> } } } | undefined)?._zod
    .def.entries
  return ['', ...Object.values(entries ?? {}).map((one) => `&sort=${one}`)]
}

/** The endpoint's addresses with each of these texts, unchanged, as the parameter at `place`. */
function addressesOf(
  endpoint: AnyEndpoint,
  part: 'params' | 'query',
  place: Place,
  texts: readonly string[],
): string[] {
  const sample = (schema: Schema | undefined) => (schema ? sampleOf(schema) : undefined)
  const input = { params: sample(endpoint.params), query: sample(endpoint.query) }
  const at = endpointUrl(endpoint.path, { ...input, [part]: place.put('MARK') })
  return texts.map((text) => at.replace('MARK', text))
}

const reads = endpoints.filter(({ method }) => method === 'GET')
const isSentence = (message: unknown) => / /.test(String(message)) && !/invalid input/i.test(String(message))

onEachEngine('texts and numbers that no database stores', (app) => {
  let token: string
  beforeAll(async () => {
    token = (await signedIn(app, 'owner')).token
  })

  async function faultsOf(addresses: string[], isRight: (status: number) => boolean): Promise<string[]> {
    return (await Promise.all(addresses.map((address) => faultOf(address, isRight)))).flat()
  }

  async function faultOf(address: string, isRight: (status: number) => boolean): Promise<string[]> {
    const answer = await app.http('GET', address, { token })
    if (!isRight(answer.status)) return [`${address}: ${answer.status} ${answer.text.slice(0, 200)}`]
    return answer.status < 400 || isSentence(answer.body?.error) ? [] : [`${address}: ${answer.text}`]
  }

  test.each(['params', 'query'] as const)(
    'every GET refuses NUL in its %s, and answers other odd texts there with a status below 500',
    async (part) => {
      const faults: string[] = []
      let count = 0
      for (const endpoint of reads.filter((one) => one[part] !== undefined)) {
        // A path that is no valid id gets 404.
        const refusal = part === 'params' ? 404 : 400
        for (const place of placesOf(endpoint[part] as Schema)) {
          const refused = addressesOf(endpoint, part, place, someOf(neverKept, 1, ++count))
          faults.push(...(await faultsOf(refused, (status) => status === refusal)))
          const read = addressesOf(endpoint, part, place, someOf(odd, 3, count))
          faults.push(...(await faultsOf(read, (status) => status < 500)))
        }
      }
      expect(count).toBeGreaterThan(part === 'params' ? 8 : 60)
      expect(faults).toEqual([])
    },
  )

  test('every list answers an odd cursor with a status below 500, in every sort order', async () => {
    const faults: string[] = []
    let count = 0
    for (const endpoint of reads) {
      const place = endpoint.query && placesOf(endpoint.query).find(({ name }) => name === 'cursor')
      if (!place) continue
      for (const sort of sortsOf(endpoint)) {
        const addresses = addressesOf(endpoint, 'query', place, someOf(oddCursors, 8, ++count))
        const sorted = addresses.map((address) => address + sort)
        faults.push(...(await faultsOf(sorted, (status) => status < 500)))
      }
    }
    expect(count).toBeGreaterThan(40)
    expect(faults).toEqual([])
  })

  test.each([
    ['/api/admin/products?sort=price', '["x","x"]'],
    ['/api/admin/products?sort=-price', '[9007199254740993,"x"]'],
    ['/api/admin/products?sort=stock', '["x","x"]'],
    ['/api/admin/products?sort=-stock', '[2147483648,"x"]'],
    ['/api/admin/products?sort=name', '[1,"x"]'],
    ['/api/admin/orders?sort=total', '["2026-03-02","x"]'],
    ['/api/admin/orders?sort=-total', '[9.5,"x"]'],
    ['/api/admin/orders?', '[1,1]'],
    ['/api/admin/bin?', '["x","x"]'],
    ['/api/admin/audit?', '["a\\u0000b","x"]'],
    ['/api/Feedback?kind=student', '["\\ud800","x"]'],
  ])('%s refuses the cursor %s, which does not fit its columns', async (address, cursor) => {
    const answer = await app.http('GET', `${address}&cursor=${encoded(cursor)}`, { token })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.error).toBe('The list doesn’t have that page. Go back to the first page.')
  })

  test('every endpoint answers extreme numbers in its body with a status below 500', async () => {
    const faults: string[] = []
    for (const endpoint of endpoints.filter(({ body }) => body !== undefined)) {
      for (const place of placesOf(endpoint.body as Schema).filter(({ kind }) => kind === 'word')) {
        const [address] = endpoint.params
          ? addressesOf(endpoint, 'params', { ...place, put: () => sampleOf(endpoint.params as Schema) }, [
              '',
            ])
          : [endpointUrl(endpoint.path, {})]
        const calls = [2 ** 53, -(2 ** 63), 1e308, 5e-324].map(async (number) => {
          const body = place.put(number as unknown as string)
          const answer = await app.http(endpoint.method, address as string, { token, body })
          if (answer.status >= 500) faults.push(`${endpoint.path} ${place.name} ${number}: ${answer.text}`)
        })
        await Promise.all(calls)
      }
    }
    expect(faults).toEqual([])
  })

  test('names and pictures with NUL or an unpaired surrogate are refused', async () => {
    const { id } = await addCourse(app)
    for (const fullName of ['Meena \ud800', '\udc00Meena', 'Mee\u0000na']) {
      const answer = await app.http('POST', '/api/enrollments', { body: enrolmentBody(id, { fullName }) })
      expect(answer.status).toBe(400)
      expect(answer.body.fields).toEqual({ fullName: 'Remove the hidden control characters' })
    }
    const whole = enrolmentBody(id, { fullName: 'Meena 🌸' })
    expect((await app.http('POST', '/api/enrollments', { body: whole })).status).toBe(201)
    for (const image of [
      '\u0000',
      'data:image/png;base64,\u0000',
      '\ud800'.repeat(50),
      'data:\u0000;base64,AAAA',
    ]) {
      const body = { comment: 'x', name: 'x', email: 'a@b.example', image }
      expect((await app.http('POST', '/api/custom-requests', { body })).status, image).toBe(415)
    }
  })

  test.each(['/calendar/a%00b.ics', '/share/classes/a%00b.jpg', '/uploads/a%00b', '/login?next=/%00'])(
    'NUL in the address %s gets an answer with a status below 500',
    async (address) => {
      expect((await app.http('GET', address)).status).toBeLessThan(500)
    },
  )

  test('a list that is sorted by title accepts its own cursor for the longest possible title', async () => {
    for (const title of ['அ'.repeat(120), 'ஆ'.repeat(120)]) await addCourse(app, { title })
    const first = await app.http('GET', '/api/admin/AdminClasses?limit=1&sort=-title', { token })
    const [, next] = /^<([^>]*)>/.exec(first.headers.get('link') ?? '') ?? []
    const second = await app.http('GET', next as string, { token })
    expect(second.status, second.text).toBe(200)
    expect(second.body).toHaveLength(1)
  })
})
