/** What the page reads of an OpenAPI 3.1 document; the rest is downloaded with it. */
export interface ApiDocument {
  info: { title: string; version: string }
  paths: Record<string, Record<string, unknown>>
  components: Record<string, unknown>
}

export interface Operation {
  id: string
  method: string
  path: string
  summary: string
  /** Who may call it: `public`, `user`, `admin` or `owner`. */
  access: string
  parameters: Parameter[]
  body: Schema | null
  answers: { status: string; description: string; schema: Schema | null }[]
}

export interface Parameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
}

/** JSON Schema, as far as zod writes it. */
export interface Schema {
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  additionalProperties?: boolean | Schema
}

type Json = Record<string, unknown>

/** Follows a `$ref` to `#/components/…`. */
function resolved(document: ApiDocument, value: unknown): Json {
  const reference = (value as Json | undefined)?.['$ref']
  if (typeof reference !== 'string') return (value ?? {}) as Json
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, part) => (at as Json | undefined)?.[part], document) as Json
}

function schemaIn(document: ApiDocument, holder: Json): Schema | null {
  const content = holder['content'] as Record<string, { schema?: unknown }> | undefined
  const schema = Object.values(content ?? {})[0]?.schema
  return schema === undefined ? null : (resolved(document, schema) as Schema)
}

export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, given]) => {
      const operation = given as Json
      const responses = (operation['responses'] ?? {}) as Json
      return {
        id: String(operation['operationId']),
        method: method.toUpperCase(),
        path,
        summary: String(operation['summary'] ?? ''),
        access: String(operation['x-access'] ?? 'public'),
        parameters: ((operation['parameters'] ?? []) as unknown[]).map(
          (one) => resolved(document, one) as unknown as Parameter,
        ),
        body: operation['requestBody'] ? schemaIn(document, operation['requestBody'] as Json) : null,
        answers: Object.entries(responses).map(([status, answer]) => {
          const found = resolved(document, answer)
          return {
            status,
            description: String(found['description'] ?? ''),
            schema: schemaIn(document, found),
          }
        }),
      }
    }),
  )
}

/** `/api/admin/AdminClasses/{id}` → `AdminClasses`: what stands together on the page. */
export function groupOf(path: string): string {
  const [first = '', second] = path.split('/').filter((part) => part !== '' && part !== 'api')
  return first === 'admin' && second ? second : first
}

/** Operations that hold every word of `search`, by group. */
export function searchOperations(operations: readonly Operation[], search: string): Map<string, Operation[]> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = operations.filter(({ method, path, summary, access }) => {
    const text = `${method} ${path} ${summary} ${access}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return Map.groupBy(found, ({ path }) => groupOf(path))
}

/** One line on what a value may be: `string, 1 to 80 characters`, `"a" or "b"`, `list of …`. */
export function typeText(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeText).join(' or ')
  if (schema.allOf) return schema.allOf.map(typeText).join(' and ')
  const type = [schema.type ?? 'any'].flat().join(' or ')
  if (type === 'array')
    return `list of ${schema.items ? typeText(schema.items) : 'any'}${between(schema.minItems, schema.maxItems, 'entries')}`
  return [
    type,
    schema.format ? ` (${schema.format})` : '',
    between(schema.minLength, schema.maxLength, 'characters'),
    between(notExtreme(schema.minimum), notExtreme(schema.maximum), ''),
    schema.pattern && !schema.format ? `, ${schema.pattern}` : '',
    schema.default === undefined ? '' : `, else ${JSON.stringify(schema.default)}`,
  ].join('')
}

/** Without the bounds that zod writes for every whole number. */
const notExtreme = (bound: number | undefined) =>
  bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound

function between(least: number | undefined, most: number | undefined, what: string): string {
  const noun = what === '' ? '' : ` ${what}`
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}${noun}`
  if (most !== undefined) return `, at most ${most}${noun}`
  return least === undefined ? '' : `, at least ${least}${noun}`
}

/** The object schemas within, to be shown beneath a line. */
export function partsOf(schema: Schema): Schema[] {
  if (schema.properties) return [schema]
  if (schema.items) return partsOf(schema.items)
  if (typeof schema.additionalProperties === 'object') return partsOf(schema.additionalProperties)
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap(partsOf)
}
