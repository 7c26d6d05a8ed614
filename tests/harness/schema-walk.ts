import type * as z from 'zod/mini'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'

export type Schema = $ZodType | z.ZodMiniType

/** A place in a schema where a caller can put a text. */
export interface Place {
  /** The path in the input, such as `rows.0.description`; `{key}` stands for a field with any name. */
  name: string
  /**
   * `text` takes any text. `word` takes only given values, or no text. `ignored` accepts any text, and nobody reads it.
   */
  kind: 'text' | 'word' | 'ignored'
  schema: Schema
  /** Makes an input that is valid except for `text` at this place. */
  put(text: string): unknown
}

const definitionOf = (schema: Schema) => (schema as $ZodTypes)._zod.def

/** @throws for an unknown kind of schema, because its places would not be tested */
export function placesOf(schema: Schema, name = ''): Place[] {
  const definition = definitionOf(schema)
  const within = (inner: Schema, step = '', wrap = (value: unknown) => value): Place[] =>
    placesOf(inner, [name, step].filter(Boolean).join('.')).map((place) => ({
      ...place,
      put: (text) => wrap(place.put(text)),
    }))
  const here = (kind: Place['kind']): Place[] => [{ name, kind, schema, put: (text) => text }]
  switch (definition.type) {
    case 'object': {
      const whole = sampleOf(schema) as object
      const fields = Object.entries(definition.shape).flatMap(([field, inner]) =>
        within(inner, field, (value) => ({ ...whole, [field]: value })),
      )
      if (definition.catchall === undefined) return fields
      const put = (text: string) => ({ ...whole, [text]: 1 })
      return [...fields, { name: `${name}{key}`, kind: 'ignored', schema, put }]
    }
    case 'array':
      return within(definition.element, '0', (value) => [value])
    case 'record': {
      const key = sampleOf(definition.keyType) as string
      const value = sampleOf(definition.valueType)
      return [
        ...within(definition.keyType, '{key}', (text) => ({ [text as string]: value })),
        ...within(definition.valueType, '{value}', (inner) => ({ [key]: inner })),
      ]
    }
    case 'union':
      return definition.options.flatMap((option) => within(option))
    case 'optional':
    case 'nonoptional':
    case 'nullable':
    case 'default':
      return within(definition.innerType)
    case 'pipe':
      // The schema after a transform reads the result of the transform.
      return within(definitionOf(definition.in).type === 'transform' ? definition.out : definition.in)
    case 'string':
      return here('text')
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'number':
      return here('word')
    case 'unknown':
    // The schema `catch` replaces a value that does not fit, so nobody reads the value.
    case 'catch':
      return here('ignored')
    default:
      throw new Error(`the walk does not know a schema of type ${definition.type} (at ${name})`)
  }
}

/** Values to try in each field until one satisfies the field's rules. A new rule may need a new value. */
export const candidates = [
  'meena@mail.example',
  'AAAAAAAAAAAAAAAAAAAAAA',
  'a-password-of-tests',
  '2026-04-01',
  '10:30',
  '9876543210',
  '123456',
  '5',
  'name@bank',
  'https://flowers.example',
  `a.${'A'.repeat(32)}`,
  'A'.repeat(43),
  '10.00',
  'product',
  'standard',
  'same-day',
  'product:AAAAAAAAAAAAAAAAAAAAAA',
  '12 Rose',
  '13.03, 80.26',
  '2026-04-01T10:30:00.000Z',
  5,
  true,
]
/** Values for fields whose rules refer to another field. */
const byField: Record<string, unknown> = { close_time: '18:00', stockquantity: '1' }

const accepts = (schema: Schema, value: unknown) => (schema as z.ZodMiniType).safeParse(value).success

const samples = new WeakMap<Schema, unknown>()

/**
 * Returns the smallest value that the schema accepts. Callers must not change the value, because later calls return it
 * too.
 */
export function sampleOf(schema: Schema): unknown {
  if (!samples.has(schema)) samples.set(schema, findSample(schema))
  return samples.get(schema)
}

function findSample(schema: Schema): unknown {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(definition.shape)
          .filter(([field, inner]) => field in byField || !accepts(inner, undefined))
          .map(([field, inner]) => [field, byField[field] ?? sampleOf(inner)]),
      )
    case 'array':
      return accepts(schema, []) ? [] : [sampleOf(definition.element)]
    case 'record':
      return { [sampleOf(definition.keyType) as string]: sampleOf(definition.valueType) }
    case 'enum':
      return Object.values(definition.entries)[0]
    case 'literal':
      return definition.values[0]
    case 'optional':
    case 'nonoptional':
    case 'nullable':
    case 'default':
      return sampleOf(definition.innerType)
    default: {
      const fit = candidates.find((candidate) => accepts(schema, candidate))
      if (fit === undefined) throw new Error(`no candidate fits a schema of type ${definition.type}`)
      return fit
    }
  }
}

/** Finds every schema inside a schema, itself included. */
export function nodesOf(schema: Schema, known = new Set<Schema>()): Set<Schema> {
  if (known.has(schema)) return known
  known.add(schema)
  for (const inner of partsOf(schema)) nodesOf(inner, known)
  return known
}

function partsOf(schema: Schema): Schema[] {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'object':
      return Object.values(definition.shape)
    case 'array':
      return [definition.element]
    case 'record':
      return [definition.keyType, definition.valueType]
    case 'union':
      return [...definition.options]
    case 'pipe':
      return [definition.in, definition.out]
    default:
      return 'innerType' in definition ? [definition.innerType] : []
  }
}

/** Lists the checks of the schema itself, in order. */
export function checksOf(schema: Schema): { check: string; abort?: boolean; pattern?: RegExp }[] {
  const { checks = [] } = definitionOf(schema)
  return checks.map((check) => check._zod.def as { check: string; abort?: boolean; pattern?: RegExp })
}
