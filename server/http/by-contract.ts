import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AnyEndpoint, KeyOf, ParsedInput } from '../../contract/endpoint.ts'
import { DomainError } from '../../contract/errors.ts'
import { beginningOf } from '../../contract/graphemes.ts'
import * as text from './by-contract.en.ts'

const fieldsToldMax = 100
const fieldNameMax = 200
const valuesToldMax = 300

export interface RawInput {
  params?: unknown
  query?: unknown
  body?: unknown
}

export function keyOf<E extends AnyEndpoint>(endpoint: E): KeyOf<E> {
  return `${endpoint.method} ${endpoint.path}` as KeyOf<E>
}

export function inputOf(endpoint: AnyEndpoint, request: FastifyRequest): RawInput {
  return {
    params: endpoint.params ? request.params : undefined,
    query: endpoint.query ? request.query : undefined,
    body: endpoint.body ? request.body : undefined,
  }
}

/** @throws {DomainError} `not_found` for impossible params, otherwise `validation_failed` with the fields */
export function parseInput<E extends AnyEndpoint>(endpoint: E, raw: RawInput): ParsedInput<E> {
  const input: Record<string, unknown> = {}
  if (endpoint.params) input.params = parsePart(endpoint.params, raw.params, 'not_found')
  if (endpoint.query) input.query = parsePart(endpoint.query, raw.query ?? {}, 'validation_failed')
  if (endpoint.body) input.body = parsePart(endpoint.body, raw.body ?? {}, 'validation_failed')
  return input as ParsedInput<E>
}

function parsePart(schema: z.ZodMiniType, value: unknown, code: 'not_found' | 'validation_failed'): unknown {
  const parsed = schema.safeParse(value, { error: plainSentence })
  if (parsed.success) return parsed.data
  if (code === 'not_found') throw new DomainError('not_found')
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues.slice(0, fieldsToldMax)) {
    fields[beginningOf(issue.path.map(String).join('.'), fieldNameMax, fieldNameMax) || 'body'] ??=
      issue.message
  }
  throw new DomainError('validation_failed', { fields })
}

/** Replaces zod's own messages, which contain type names and codes, unless the field's check has a message. */
function plainSentence(issue: { code?: string; input?: unknown; values?: readonly unknown[] }): string {
  if (issue.input === undefined) return text.missing
  if (issue.code === 'invalid_value' && issue.values) {
    const known = beginningOf(issue.values.map(String).join(', '), valuesToldMax)
    return issue.values.length === 1 ? text.use({ known }) : text.useOneOf({ known })
  }
  if (issue.code === 'unrecognized_keys') return text.unknownField
  return text.wrongFormat
}

/** Freezes the answer, because several callers may share it. @throws if the answer differs from its contract */
export function checkResponse(endpoint: AnyEndpoint, result: unknown): void {
  const parsed = endpoint.response.safeParse(result)
  if (!parsed.success) {
    throw new Error(`${keyOf(endpoint)} broke its contract: ${z.prettifyError(parsed.error)}`)
  }
  const sent = JSON.stringify(result)
  if (JSON.stringify(parsed.data).length !== sent.length) {
    throw new Error(
      `${keyOf(endpoint)} returned fields that its contract does not name: ${beginningOf(sent, 400)}`,
    )
  }
  freeze(result)
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  Object.values(Object.freeze(value)).forEach(freeze)
}
