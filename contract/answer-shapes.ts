import type * as z from 'zod/mini'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { endpoints } from './index.ts'

/**
 * The part of a response that a page depends on. All shapes together are a few kilobytes of JSON, so that the browser
 * can check responses without zod (`web/lib/fits.ts`, decision 0087). A string lists types, such as `string|null`; an
 * empty string allows anything. An object has a shape for each field, or under `*` the shape of a map's values.
 * `[shape]` is a list; an array with several shapes means one of these shapes.
 */
export type Shape = string | { [field: string]: Shape } | Shape[]

export function answerShapes(): Record<string, Shape> {
  return Object.fromEntries(
    endpoints.map(({ method, path, readAs, response }) => [`${method} ${path}`, shapeOf(readAs ?? response)]),
  )
}

/**
 * Keeps only the types of a schema. An enum becomes `string`, so that a page that is already open still works when the
 * server gets a new value. `success: true` stays, because a page must not mistake an error for a success.
 * @throws for an unknown kind of schema
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

/** Joins simple types into one string. A choice that has only one shape becomes that shape. */
function choiceOf(shapes: readonly Shape[]): Shape {
  const flat = shapes.flatMap((shape) => (Array.isArray(shape) && shape.length > 1 ? shape : [shape]))
  if (flat.includes('')) return ''
  const kinds = flat.filter((shape) => typeof shape === 'string').flatMap((words) => words.split('|'))
  const others = flat.filter((shape) => typeof shape !== 'string')
  const choices = kinds.length > 0 ? [...others, [...new Set(kinds)].join('|')] : others
  const [only] = choices
  return choices.length === 1 && only !== undefined ? only : choices
}
