import { describe, expect, it, test } from 'vitest'
import { endpoints } from '../../../contract/index.ts'
import { startApp } from '../../../tests/harness/app.ts'
import { openApiDocument } from './openapi-document.ts'

type Content = Record<string, { example?: unknown }>

interface Operation {
  tags: string[]
  description: string
  security: Record<string, unknown>[]
  responses: Record<string, { content?: Content }>
  parameters?: { name?: string; $ref?: string }[]
  requestBody?: { content: Content }
}

const document = openApiDocument() as {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
}

describe('the OpenAPI document', () => {
  it('the document describes every endpoint once, with its access and its error responses', () => {
    const operations = Object.values(document.paths).flatMap((one) => Object.values(one))
    expect(operations).toHaveLength(endpoints.length)
    for (const endpoint of endpoints) {
      const at = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}')
      const operation = document.paths[at]?.[endpoint.method.toLowerCase()] as Operation
      const statuses = Object.keys(operation.responses)
      expect(statuses, at).toContain(String(endpoint.status ?? 200))
      expect(statuses.includes('401') && statuses.includes('403'), at).toBe(endpoint.access !== 'public')
      expect(
        operation.security.some((one) => Object.keys(one).length === 0) || operation.security.length === 0,
        at,
      ).toBe(endpoint.access === 'public')
      expect(operation.requestBody !== undefined, at).toBe(endpoint.body !== undefined)
      for (const [, name] of endpoint.path.matchAll(/:([A-Za-z]+)/g)) {
        expect(
          operation.parameters?.map((one) => one.name),
          at,
        ).toContain(name)
      }
    }
  })

  it.each(endpoints.map((one) => [`${one.method} ${one.path}`, one] as const))(
    'the document gives %s a tag, a description and an example that fits its contract',
    (_, endpoint) => {
      const at = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}')
      const operation = document.paths[at]?.[endpoint.method.toLowerCase()] as Operation
      expect(document.tags.map(({ name }) => name)).toContain(operation.tags[0])
      expect(operation.description).toMatch(/^[A-Z].+\.$/)
      const content = endpoint.body
        ? operation.requestBody?.content
        : operation.responses[endpoint.status ?? 200]?.content
      const example = content?.['application/json']?.example
      expect((endpoint.body ?? endpoint.response).safeParse(example).error?.issues ?? []).toEqual([])
    },
  )

  it('the document is the same each time it is made', () => {
    expect(JSON.stringify(openApiDocument())).toBe(JSON.stringify(document))
  })
})

test('everybody may read the OpenAPI document, and a browser that has it gets 304', async () => {
  const app = await startApp()
  try {
    const answer = await app.http('GET', '/api/openapi.json')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(document)))
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
    expect((await app.http('GET', '/api/openapi.json', { headers })).status).toBe(304)
  } finally {
    await app.stop()
  }
})
