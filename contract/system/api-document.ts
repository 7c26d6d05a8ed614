import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'

export const getApiDocument = defineEndpoint('GET /api/openapi.json', {
  summary: 'This document: every endpoint, who may call it, what it takes and answers (OpenAPI 3.1)',
  access: 'public',
  topics: [],
  response: z.looseObject({
    openapi: z.string(),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.record(z.string(), z.record(z.string(), z.unknown())),
    components: z.record(z.string(), z.unknown()),
  }),
})
