import type * as z from 'zod/mini'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { endpoints } from './index.ts'

/**
 * What an answer has to look like for a page to show it, as JSON of a few kilobytes, which the browser checks without
 * zod (`web/lib/fits.ts`, decision 0087). A text names kinds of values, such as `string|null`; an empty one is anything.
 * An object has its fields, or under `*` the values of a map; `[shape]` is a list; several in an array are a choice.
 */
export type Shape = string | { [field: string]: Shape } | Shape[]

/** By the endpoint's name, for all of the contract. */
export function answerShapes(): Record<string, Shape> {
  return Object.fromEntries(
    endpoints.map(({ method, path, readAs, response }) => [`${method} ${path}`, shapeOf(readAs ?? response)]),
  )
}

/**
 * The kinds of values alone. A text out of a list of words is any text: an open page goes on when the school has a new
 * word. `success: true` is kept, since a refusal is no answer. @throws for a kind of schema that it does not know
 */
export function shapeOf(schema: $ZodType | z.ZodMiniType): Shape {
  const definition = (schema as $ZodTypes)._zod.def
  switch (definition.type) {
    case 'string':
    case 'enum':
      return 'string'
    case 'number':
      return 'number'
    case 'boolean':
      return 'true|boolean'
    case 'literal':
      return choiceOf(
        definition.values.map((value) => (value === true ? 'true' : value === null ? 'null' : typeof value)),
      )
    case 'nullable':
      return choiceOf([shapeOf(definition.innerType), 'null'])
    case 'optional':
      return choiceOf([shapeOf(definition.innerType), 'undefined'])
    case 'array':
      return [shapeOf(definition.element)]
    case 'object':
      return Object.fromEntries(
        Object.entries(definition.shape).map(([field, inner]) => [field, shapeOf(inner)]),
      )
    case 'record': {
      const value = shapeOf(definition.valueType)
      const key = (definition.keyType as $ZodTypes)._zod.def
      if (key.type !== 'enum') return { '*': value }
      return Object.fromEntries(Object.values(key.entries).map((name) => [name, value]))
    }
    case 'union':
      return choiceOf(definition.options.map(shapeOf))
    case 'unknown':
      return ''
    default:
      throw new Error(`no shape is known for a schema of type ${definition.type}`)
  }
}

/** Kinds of values become one text, and a single choice is none. */
function choiceOf(shapes: readonly Shape[]): Shape {
  const flat = shapes.flatMap((shape) => (Array.isArray(shape) && shape.length > 1 ? shape : [shape]))
  if (flat.includes('')) return ''
  const kinds = flat.filter((shape) => typeof shape === 'string').flatMap((words) => words.split('|'))
  const others = flat.filter((shape) => typeof shape !== 'string')
  const choices = kinds.length > 0 ? [...others, [...new Set(kinds)].join('|')] : others
  const [only] = choices
  return choices.length === 1 && only !== undefined ? only : choices
}
