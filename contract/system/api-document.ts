import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'

export const getApiDocument = defineEndpoint('GET /api/openapi.json', {
  summary:
    'Get this OpenAPI 3.1 document, which describes the access, request and response of every endpoint',
  access: 'public',
  topics: [],
  response: z.looseObject({
    openapi: z.string(),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.record(z.string(), z.record(z.string(), z.unknown())),
    components: z.record(z.string(), z.unknown()),
  }),
})
