import type * as z from 'zod/mini'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { type AnyEndpoint, isEndpoint } from '../../contract/endpoint.ts'

export type Schema = $ZodType | z.ZodMiniType
export type Part = 'params' | 'query' | 'body'

/** A place of a schema where somebody can put a text. */
export interface Place {
  /** Like `rows.0.description`; `{key}` is the name of a field. */
  name: string
  /** `text` is read as one; `word` must be one of a few, or no text at all; `any` is taken and not looked at. */
  kind: 'text' | 'word' | 'any'
  schema: Schema
  /** An input that is right but for the text at this place. */
  put(text: string): unknown
}

const typeOf = (schema: Schema) => (schema as $ZodTypes)._zod.def

/** @throws for a kind of schema that it does not know: a place that nobody walks would prove nothing */
export function placesOf(schema: Schema, name = ''): Place[] {
  const def = typeOf(schema)
  const within = (
    inner: Schema,
    step: string,
    wrap: (value: unknown) => unknown = (value) => value,
  ): Place[] =>
    placesOf(inner, [name, step].filter(Boolean).join('.')).map((place) => ({
      ...place,
      put: (text) => wrap(place.put(text)),
    }))
  const here = (kind: Place['kind']): Place[] => [{ name, kind, schema, put: (text) => text }]
  switch (def.type) {
    case 'object': {
      const whole = sampleOf(schema) as object
      const fields = Object.entries(def.shape).flatMap(([field, inner]) =>
        within(inner, field, (value) => ({ ...whole, [field]: value })),
      )
      if (def.catchall === undefined) return fields
      const key: Place = {
        name: `${name}{key}`,
        kind: 'any',
        schema,
        put: (text) => ({ ...whole, [text]: 1 }),
      }
      return [...fields, key]
    }
    case 'array':
      return within(def.element, '0', (value) => [value])
    case 'record': {
      const key = sampleOf(def.keyType) as string
      const value = sampleOf(def.valueType)
      return [
        ...within(def.keyType, '{key}', (text) => ({ [text as string]: value })),
        ...within(def.valueType, key, (inner) => ({ [key]: inner })),
      ]
    }
    case 'union':
      return def.options.flatMap((option) => within(option, ''))
    case 'optional':
    case 'nullable':
    case 'default':
      return within(def.innerType, '')
    case 'pipe':
      // What is made of a value before it is read is no place of its own.
      return within(typeOf(def.in).type === 'transform' ? def.out : def.in, '')
    case 'string':
      return here('text')
    case 'enum':
    case 'literal':
    case 'boolean':
      return here('word')
    case 'number':
      return here(def.coerce ? 'text' : 'word')
    case 'unknown':
      return here('any')
    default:
      throw new Error(`the walk does not know a schema of type ${def.type} (at ${name})`)
  }
}

/** One of these is right for every field that is read by a rule; a new rule may need a new one. */
const candidates = [
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
  '10.00',
  5,
  true,
]
/** Fields that are read together with another one. */
const byField: Record<string, unknown> = { close_time: '18:00', stockquantity: 1 }

const accepts = (schema: Schema, value: unknown) => (schema as z.ZodMiniType).safeParse(value).success

/** A value that the schema accepts, with as little in it as may be. */
export function sampleOf(schema: Schema): unknown {
  const def = typeOf(schema)
  const given = () => {
    const found = candidates.find((candidate) => accepts(schema, candidate))
    if (found === undefined) throw new Error(`no candidate fits a schema of type ${def.type}`)
    return found
  }
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([field, inner]) => field in byField || !accepts(inner, undefined))
          .map(([field, inner]) => [field, byField[field] ?? sampleOf(inner)]),
      )
    case 'array':
      return accepts(schema, []) ? [] : [sampleOf(def.element)]
    case 'record':
      return { [sampleOf(def.keyType) as string]: sampleOf(def.valueType) }
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'optional':
    case 'nullable':
    case 'default':
      return sampleOf(def.innerType)
    default:
      return given()
  }
}

/** Every schema inside, itself included. */
function nodesOf(schema: Schema, known = new Set<Schema>()): Set<Schema> {
  if (known.has(schema)) return known
  known.add(schema)
  const def = typeOf(schema)
  const inner: Schema[] =
    def.type === 'object'
      ? Object.values(def.shape)
      : def.type === 'array'
        ? [def.element]
        : def.type === 'record'
          ? [def.keyType, def.valueType]
          : def.type === 'union'
            ? [...def.options]
            : def.type === 'pipe'
              ? [def.in, def.out]
              : 'innerType' in def
                ? [def.innerType as Schema]
                : []
  for (const one of inner) nodesOf(one, known)
  return known
}

export { nodesOf }
