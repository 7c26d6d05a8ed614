import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyEndpoint, endpointUrl } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { availableEngines, startApp, type TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { placesOf, sampleOf } from '../harness/schema-walk.ts'
import { isFull } from './size.ts'

const nul = 'a\u0000b'
const beyond = [2 ** 53, -(2 ** 53), 2 ** 31, 9.5, 1e300, 5e-324, -0]

/** Cursors of lists that sort by two columns, or by three: a place that no page ever ended at. */
const cursors = [2, 3].flatMap((length) =>
  [nul, '\ud800', '2026-03-02', ...beyond, true, null, [], {}].flatMap((value) => [
    Array.from({ length }, () => value),
    Array.from({ length }, (_, n) => (n === 0 ? value : 'x')),
    Array.from({ length }, (_, n) => (n === 0 ? 'x' : value)),
  ]),
)
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** As they stand in an address. */
const values = [
  '%00',
  'a%00b',
  // Bytes of half a surrogate pair: no address can hold one, and these are what a program would send that tries.
  '%ED%A0%80',
  '9007199254740993',
  '-9007199254740993',
  '9'.repeat(400),
  '1e400',
  '2147483648',
  '0x10',
  'NaN',
]
const cursorValues = [
  ...cursors.map(encoded),
  Buffer.from('["a","b\\u0000"]').toString('base64url'),
  Buffer.from('[1e999,"b"]').toString('base64url'),
  Buffer.from('["\\ud800","\\udfff"]').toString('base64url'),
]
/** Every query of a list sorts by another column. */
const sortsOf = (endpoint: AnyEndpoint): string[] => {
  const { sort } = (endpoint.query as unknown as { shape: Record<string, any> }).shape
  const { innerType } = sort?._zod.def ?? {}
  return ['', ...Object.values<string>(innerType?._zod.def.entries ?? {}).map((one) => `&sort=${one}`)]
}

function addressesOf(endpoint: AnyEndpoint): string[] {
  const params = endpoint.params ? sampleOf(endpoint.params) : undefined
  const query = endpoint.query ? (sampleOf(endpoint.query) as object) : undefined
  const inPath = (endpoint.params ? placesOf(endpoint.params) : []).flatMap((place) =>
    values.map((value) => {
      const marked = endpointUrl(endpoint.path, { params: place.put('MARK'), query })
      return marked.replace('MARK', value)
    }),
  )
  const inQuery = (endpoint.query ? placesOf(endpoint.query) : []).flatMap((place) => {
    const at = endpointUrl(endpoint.path, { params, query: place.put('MARK') })
    if (place.name !== 'cursor') return values.map((value) => at.replace('MARK', value))
    return [...values, ...cursorValues].flatMap((value) =>
      sortsOf(endpoint).map((sort) => at.replace('MARK', value) + sort),
    )
  })
  return [...inPath, ...inQuery]
}

const reads = endpoints.filter(({ method }) => method === 'GET')

describe.each(await availableEngines())('parameters that no database keeps, on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startApp({ engine })
    token = (await signedIn(app, 'owner')).token
  })
  afterAll(() => app.stop())

  test('all', async () => {
    const faults: Record<string, number> = {}
    const statuses: Record<string, number> = {}
    for (const endpoint of reads) {
      for (const address of addressesOf(endpoint)) {
        const answer = await app.http('GET', address, { token })
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        if (answer.status >= 500) faults[endpoint.path] = (faults[endpoint.path] ?? 0) + 1
      }
    }
    console.log(engine, statuses)
    expect(faults).toEqual({})
  })
})
