import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../tests/harness/app.ts'

const idOf = async (app: TestApp, given: string) =>
  (await app.http('GET', '/api/nothing', { headers: { 'x-request-id': given } })).body.requestId

describe.each([
  ['behind a balancer', '127.0.0.1', true],
  ['without a balancer', 'false', false],
])('the id of a request %s', (_, TRUST_PROXY, isTaken) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ env: { TRUST_PROXY } })
  })
  afterAll(() => app.stop())

  test.each(['4f2a9c1e-77d0-4b3e-9a65-0d9a4c1b2e3f', 'a'.repeat(64)])(
    'the server takes over a valid X-Request-Id only from a trusted balancer: %s',
    async (given) => {
      expect((await idOf(app, given)) === given).toBe(isTaken)
    },
  )

  test.each(['short', 'a'.repeat(65), 'two words of it', '{"a":"b","c":"d"}', ''])(
    'an invalid X-Request-Id %j is replaced by a new id',
    async (given) => {
      expect(await idOf(app, given)).toMatch(/^[\w-]{22}$/)
    },
  )
})
