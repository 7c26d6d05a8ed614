import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '../../contract/endpoint.ts'
import { DomainError } from '../../contract/errors.ts'
import { endpoints } from '../../contract/index.ts'
import { parseInput } from './by-contract.ts'

const endpoint = defineEndpoint('POST /api/vases', {
  summary: 'Puts a vase on the shelf',
  access: 'public',
  body: z.strictObject({
    name: z.string(),
    count: z.optional(z.number()),
    status: z.optional(z.literal('confirmed')),
    glass: z.optional(z.enum(['clear', 'green'])),
    either: z.optional(z.union([z.string(), z.number()])),
  }),
  response: z.object({}),
})

function fieldsOf(parse: () => unknown): Record<string, string> {
  try {
    parse()
  } catch (error) {
    if (error instanceof DomainError) return error.options.fields ?? {}
    throw error
  }
  return {}
}

test.each([
  ['text', { body: 'This isn’t in the right format' }],
  [[], { body: 'This isn’t in the right format' }],
  [{}, { name: 'Fill this in' }],
  [{ name: 7 }, { name: 'This isn’t in the right format' }],
  [{ name: 'a', count: 'three' }, { count: 'This isn’t in the right format' }],
  [{ name: 'a', status: 'pending' }, { status: 'Use confirmed' }],
  [{ name: 'a', glass: 'blue' }, { glass: 'Use one of clear, green' }],
  [{ name: 'a', either: [] }, { either: 'This isn’t in the right format' }],
  [{ name: 'a', colour: 'red' }, { body: 'This has an unknown field' }],
])('the request body %j is refused with a plain sentence at the wrong field', (body, fields) => {
  expect(fieldsOf(() => parseInput(endpoint, { body }))).toEqual(fields)
})

test('no endpoint refuses its input with a message of the validation library', () => {
  const sentences = Object.values(endpoints).flatMap((one) =>
    [undefined, 'text', 7, [], { id: [], status: 7, paymentMethod: 'cash', version: 'x' }].flatMap((body) =>
      Object.values(fieldsOf(() => parseInput(one, { params: { id: 'a' }, query: { limit: 'x' }, body }))),
    ),
  )
  expect(sentences.length).toBeGreaterThan(300)
  expect(
    sentences.filter((sentence) => /^invalid|expected|received|unrecognized|undefined|NaN/i.test(sentence)),
  ).toEqual([])
})
