type Reference = { $ref: string }
type Content = Record<string, { schema?: Schema | Reference }>

export interface ApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
}

interface DocumentedOperation {
  operationId: string
  tags: readonly [string]
  summary: string
  'x-access': Operation['access']
  'x-roles'?: readonly string[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content } | Reference>
}

export interface Operation {
  id: string
  /** What the endpoint is about: `Event bookings`. The page lists the endpoints of a group together. */
  group: string
  method: string
  path: string
  summary: string
  access: 'public' | 'user' | 'admin'
  roles: readonly string[]
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

/** The parts of JSON Schema that zod writes. */
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

function resolved<T extends object>(document: ApiDocument, value: T | Reference): T {
  if (!('$ref' in value)) return value
  const path = value.$ref.split('/').slice(1)
  return path.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document) as T
}

function schemaIn(document: ApiDocument, content: Content = {}): Schema | null {
  const schema = Object.values(content)[0]?.schema
  return schema ? resolved(document, schema) : null
}

export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      group: operation.tags[0].replace(/^Api\b/, 'API'),
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      access: operation['x-access'],
      roles: operation['x-roles'] ?? [],
      parameters: (operation.parameters ?? []).map((one) => resolved(document, one)),
      body: schemaIn(document, operation.requestBody?.content),
      answers: Object.entries(operation.responses).map(([status, answer]) => {
        const { description, content } = resolved(document, answer)
        return { status, description, schema: schemaIn(document, content) }
      }),
    })),
  )
}

/** Finds the endpoints that match every word, by group. The groups are in the order of their names. */
export function searchOperations(operations: readonly Operation[], search: string): Map<string, Operation[]> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = operations.filter(({ method, path, summary, access, roles, group }) => {
    const text = `${method} ${path} ${summary} ${access} ${roles.join(' ')} ${group}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const groups = Map.groupBy(found, ({ group }) => group)
  return new Map([...groups].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Writes a type in words: `string, 1 to 80 characters`, `"a" or "b"`, `list of …`. */
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
    schema.default === undefined ? '' : `, default ${JSON.stringify(schema.default)}`,
  ].join('')
}

/** Leaves out the limits that zod writes for every whole number. */
const notExtreme = (bound: number | undefined) =>
  bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound

function between(least: number | undefined, most: number | undefined, what: string): string {
  const noun = what === '' ? '' : ` ${what}`
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}${noun}`
  if (most !== undefined) return `, at most ${most}${noun}`
  return least === undefined ? '' : `, at least ${least}${noun}`
}

export function partsOf(schema: Schema): Schema[] {
  if (schema.properties) return [schema]
  if (schema.items) return partsOf(schema.items)
  if (typeof schema.additionalProperties === 'object') return partsOf(schema.additionalProperties)
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap(partsOf)
}
