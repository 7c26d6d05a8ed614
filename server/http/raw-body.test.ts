import { createHmac } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '../../contract/endpoint.ts'
import { DomainError } from '../../contract/errors.ts'
import { startApp, type TestApp } from '../../tests/harness/app.ts'
import { whole } from './bind.ts'
import { requireRaw } from './context.ts'
import { refusalOf } from './errors.ts'
import { createReadersFirst } from './hot/readers-first.ts'
import { mountEndpoints, sendRefusal } from './mount.ts'
import { createPreviews } from './previews.ts'

const secret = 'the webhook’s secret'
const signed = (bytes: Buffer) => createHmac('sha256', secret).update(bytes).digest('hex')

const webhook = defineEndpoint('POST /api/test/webhook', {
  summary: 'An event of a provider',
  access: 'public',
  rawBody: true,
  bodyLimit: 64 * 1024,
  response: z.object({ length: z.number(), type: z.nullable(z.string()) }),
})

describe('an endpoint that takes raw bytes', () => {
  let app: TestApp
  let http: FastifyInstance
  let url: string

  beforeAll(async () => {
    app = await startApp()
    http = Fastify()
    http.setErrorHandler((error, request, reply) => sendRefusal(reply, refusalOf(error), request.id))
    const answer = whole(webhook, async (_input, context) => {
      const { bytes, headers } = requireRaw(context)
      if (headers['x-signature'] !== signed(bytes)) throw new DomainError('unauthenticated')
      return { length: bytes.length, type: headers['content-type'] ?? null }
    })
    mountEndpoints(http, [webhook], [answer], {
      db: app.db,
      clock: app.deps.clock,
      findSession: async () => null,
      rateLimitFactor: 1,
      sharedCounts: null,
      readersFirst: createReadersFirst(),
      findSite: () => app.app.services.school.current(),
      previews: createPreviews(app.deps),
      checkResponses: true,
    })
    url = `${await http.listen({ port: 0, host: '127.0.0.1' })}/api/test/webhook`
  })
  afterAll(async () => {
    await http.close()
    await app.stop()
  })

  const send = async (bytes: Buffer, headers: Record<string, string> = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': signed(bytes), ...headers },
      body: new Uint8Array(bytes),
    })
    return { status: response.status, body: await response.json() }
  }

  test.each([
    ['JSON with blanks and escapes', Buffer.from('{ "b" : 1,\n  "a":"\\u0061" }')],
    ['a body that is no text', Buffer.from([0, 255, 254, 13, 10, 0])],
    ['a text that is almost JSON', Buffer.from('{"a":')],
    ['an empty body', Buffer.alloc(0)],
  ])('an endpoint for raw bytes gets %s exactly as it was sent', async (_what, bytes) => {
    expect(await send(bytes)).toEqual({
      status: 200,
      body: { length: bytes.length, type: 'application/json' },
    })
  })

  test('an endpoint for raw bytes takes any content type, and reads no Idempotency-Key', async () => {
    const bytes = Buffer.from('event=paid')
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': 'no!' }
    expect((await send(bytes, headers)).body.type).toBe('application/x-www-form-urlencoded')
  })

  test('an endpoint for raw bytes refuses a body one byte above its limit, and a body with a wrong signature', async () => {
    expect((await send(Buffer.alloc(64 * 1024, 'a'))).status).toBe(200)
    expect(await send(Buffer.alloc(64 * 1024 + 1, 'a'))).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    })
    expect((await send(Buffer.from('paid'), { 'x-signature': signed(Buffer.from('Paid')) })).status).toBe(401)
  })
})

test('an endpoint without `rawBody` cannot read raw bytes', () => {
  expect(() => requireRaw({ raw: null })).toThrow('without `rawBody`')
})
