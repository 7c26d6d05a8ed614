import * as z from 'zod/mini'
import * as domains from '../../../contract/domains.ts'
import { type AnyEndpoint, endpointsIn } from '../../../contract/endpoint.ts'
import { type ErrorCode, errorStatuses, sentenceOf } from '../../../contract/errors.ts'
import { endpoints } from '../../../contract/index.ts'
import { rolesWith } from '../../../contract/rights.ts'
import { addToCart } from '../../../contract/store/cart.ts'
import { exampleOf } from './examples.ts'

type Json = Record<string, unknown>

/** The OpenAPI document has a tag for each contract file: `eventBookings` → 'Event bookings'. */
const tagOf = new Map<unknown, string>(
  Object.entries(domains).flatMap(([domain, module]) => {
    const words = domain.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    const tag = words.charAt(0).toUpperCase() + words.slice(1)
    return Object.values(module)
      .flatMap(endpointsIn)
      .map((one) => [one, tag] as const)
  }),
)

/** The OpenAPI 3.1 description of every declared endpoint. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  const statuses = new Set<number>()
  for (const endpoint of endpoints) {
    const at = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}')
    const refusals = refusalStatuses(endpoint)
    for (const status of refusals) statuses.add(status)
    paths[at] ??= {}
    paths[at][endpoint.method.toLowerCase()] = operation(endpoint, refusals)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Malar',
      version: '1',
      description:
        'Website, store and back office of a flower-arranging school. Every refusal has the body `Refusal`. Its `error` is a sentence for people, and its `code` is for programs.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map((one) => tagOf.get(one)))].sort().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The `sessionToken` from signing in.' },
      },
      parameters: { IdempotencyKey: idempotencyKey, CartToken: cartToken, CartProof: cartProof },
      responses: Object.fromEntries(
        [...statuses].sort((a, b) => a - b).map((status) => [`Refusal${status}`, refusal(status)]),
      ),
      schemas: { Refusal: refusalSchema },
    },
  }
}

const idempotencyKey = header(
  'Idempotency-Key',
  'Requests that are repeated with the same key get the same response.',
  '^[A-Za-z0-9_-]{8,100}$',
)

const cartToken = header(
  'Cart-Token',
  'The token of a guest’s cart, from the response that created the cart. It is ignored if the caller has a session.',
  '^[A-Za-z0-9_-]{20,64}$',
)

const cartProof = header(
  'Cart-Proof',
  'At least 128 random bits, made by a browser that has no cart token yet. A request that is repeated with the same `Idempotency-Key` and the same proof gets the first response, with the token.',
  '^[A-Za-z0-9_-]{20,64}$',
)

function header(name: string, description: string, pattern: string): Json {
  return { name, in: 'header', required: false, description, schema: { type: 'string', pattern } }
}

const refusalSchema = {
  type: 'object',
  required: ['success', 'error', 'message', 'code', 'requestId'],
  additionalProperties: false,
  properties: {
    success: { const: false },
    error: { type: 'string' },
    message: { type: 'string' },
    code: { enum: Object.keys(errorStatuses) },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    details: { type: 'object', additionalProperties: true },
    requestId: { type: 'string' },
  },
}

function operation(endpoint: AnyEndpoint, refusals: number[]): Json {
  const queried = parametersOf(endpoint.query, 'query')
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...queried,
    ...(endpoint.method === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
    ...(endpoint.takesCart ? [{ $ref: '#/components/parameters/CartToken' }] : []),
    ...(endpoint === addToCart ? [{ $ref: '#/components/parameters/CartProof' }] : []),
  ]
  const answer = schemaOf(endpoint.response, 'output')
  const success = {
    description: endpoint.status === 201 ? 'Created' : 'Success',
    // Each operation has one example: of its request body, or of its response if it takes no body.
    content: endpoint.body ? jsonOf(answer) : jsonOf(answer, exampleOf(answer)),
  }
  return {
    operationId: operationId(endpoint),
    'x-access': endpoint.access,
    ...(endpoint.right ? { 'x-roles': rolesWith(endpoint.right) } : {}),
    tags: [tagOf.get(endpoint)],
    summary: endpoint.summary,
    description: descriptionOf(
      endpoint,
      queried.some(({ name }) => name === 'cursor'),
    ),
    security: security(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body
      ? { requestBody: { required: true, content: bodyOf(endpoint.body, endpoint.example) } }
      : {}),
    responses: {
      [endpoint.status ?? 200]: success,
      ...(endpoint.topics ? { 304: { description: 'The caller’s copy is current.' } } : {}),
      ...Object.fromEntries(
        refusals.map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
      ),
    },
  }
}

function bodyOf(schema: z.ZodMiniType, example: AnyEndpoint['example']): Json {
  const body = schemaOf(schema, 'input')
  return jsonOf(body, example ?? exampleOf(body))
}

function descriptionOf(endpoint: AnyEndpoint, isByPages: boolean): string {
  const { access, right, confirms, rate, topics, bodyLimit, rawBody, variesByCaller } = endpoint
  return [
    access === 'public' && 'Anyone may call this endpoint.',
    access === 'public' && variesByCaller && 'With a session, the response depends on the caller.',
    access === 'user' && 'The caller needs an account, and can reach only their own data.',
    right !== undefined &&
      `The caller needs the right \`${right}\`, which these roles have: ${rolesWith(right).join(', ')}.`,
    confirms && 'The caller must have confirmed their identity within the last ten minutes.',
    isByPages && 'The list comes in pages. The `Link` header of the response leads to the next page.',
    topics && 'A request with the ETag of an earlier response gets 304 if nothing has changed since.',
    bodyLimit && `The request body can have up to ${Math.round(bodyLimit / 1024).toLocaleString('en')} KiB.`,
    rawBody && 'The endpoint reads the raw bytes of the body, because the sender signs them.',
    rate && `Calls from one network are limited by the rate policy \`${rate}\`.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The id of `GET /api/courses/:slug` is `getApiCoursesBySlug`. */
function operationId({ method, path: at }: AnyEndpoint): string {
  const words = at.split('/').filter(Boolean)
  const named = words.map((word) =>
    word
      .replace(/^:(.)/, (_, first: string) => `By${first.toUpperCase()}`)
      .replace(/(?:^|[-_])(.)/g, (_, first: string) => first.toUpperCase()),
  )
  return method.toLowerCase() + named.join('')
}

function security({ access, variesByCaller, takesCart }: AnyEndpoint): Json[] {
  if (access !== 'public') return [{ session: [] }]
  return variesByCaller || takesCart ? [{}, { session: [] }] : []
}

function parametersOf(schema: z.ZodMiniType | undefined, where: 'path' | 'query'): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: one,
  }))
}

/** `input` describes a request, `output` a response. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  void $schema
  return rest
}

function refusalStatuses(endpoint: AnyEndpoint): number[] {
  const codes: ErrorCode[] = ['internal', 'unavailable', ...(endpoint.errors ?? [])]
  if (endpoint.access !== 'public') codes.push('unauthenticated', 'forbidden')
  if (endpoint.params) codes.push('not_found')
  if (endpoint.query || endpoint.method !== 'GET') codes.push('validation_failed')
  if (endpoint.bodyLimit) codes.push('image_too_large', 'unsupported_image')
  // Every request body is checked for its type and size, even if the endpoint ignores it.
  if (endpoint.method !== 'GET') codes.push('conflict', 'body_too_large', 'unsupported_media')
  if (endpoint.rate) codes.push('rate_limited')
  return [...new Set(codes.map((code) => errorStatuses[code]))].sort((a, b) => a - b)
}

function refusal(status: number): Json {
  const codes = (Object.keys(errorStatuses) as ErrorCode[]).filter((code) => errorStatuses[code] === status)
  const retryAfter = { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } }
  return {
    description: codes.map((code) => `\`${code}\`: ${sentenceOf(code)}`).join('\n\n'),
    ...(status === 429 ? { headers: { 'Retry-After': retryAfter } } : {}),
    content: jsonOf({ $ref: '#/components/schemas/Refusal' }),
  }
}

const jsonOf = (schema: Json, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})
