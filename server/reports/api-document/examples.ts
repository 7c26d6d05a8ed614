import { imageBodyLimit } from '../../../contract/primitives.ts'

type Schema = Record<string, unknown>

const someDay = '2027-01-14'
const someInstant = `${someDay}T05:00:00.000Z`

/** A field with a pattern gets the first of these texts that matches it. */
const formed = [
  'Zl5kRwPq7cJ2',
  '10:30',
  '12',
  '4',
  '1850.00',
  '9876543210',
  '600004',
  someDay,
  `${someDay}T10:30`,
  someInstant,
  'rose-box',
  'kayal@malar.example',
  'malar.flowers@examplebank',
  'course:Zl5kRwPq7cJ2',
  'Zl5kRwPq7cJ2mV8tXbY3Na',
  'Zl5kRwPq7cJ2.q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6',
  'https://malar.example/store',
  '13.0337, 80.2690',
]

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A field without a pattern gets the text of the first entry that matches its name. */
const named: readonly [RegExp, string][] = [
  [/id$/i, 'Zl5kRwPq7cJ2'],
  [/^(?:to|close_time)$/, '12:30'],
  [/_time$/, '10:30'],
  [/pincode/, '600004'],
  [/(?:_at|At|until|since|from|till)$/i, someInstant],
  [/(?:day|date|nextbatch)$/i, someDay],
  [/image|picture|photo|cover/i, 'Zl5kRwPq7cJ2-800.jpg'],
  [/e-?mail/i, 'kayal@malar.example'],
  [/phone|whatsapp/i, '9876543210'],
  [/price|amount|paid|due|total|sum|fee|rest$/i, '1850.00'],
  [/slug/i, 'garlands-for-the-home'],
  [/title|course|batch/i, 'Garlands for the Home'],
  [/.name|person|student|author|instructor|by$/i, 'Kayal Devi'],
  [/^name$/, 'Lotus'],
  [/password/i, 'four words that nobody guesses'],
  [/color/i, '#c2185b'],
  [/base$/, '/uploads/Zl5kRwPq7cJ2'],
  [/url|link|instagram|facebook|youtube/i, 'https://malar.example/store'],
  [/address|place/i, '14 Malligai Street, Mylapore'],
  [/city/i, 'Chennai'],
  [/duration/i, '3 hours'],
  [/categor/i, 'Workshops'],
  [/number|reference/i, 'ML7K2QXP'],
]

/** Makes an example value for a schema, with few of its optional parts. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const either = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined
  if (either !== undefined) return exampleOf(either.find(({ type }) => type !== 'null') ?? {}, name)
  if (Array.isArray(schema['allOf']))
    return Object.assign({}, ...schema['allOf'].map((one) => exampleOf(one as Schema, name)))
  switch ([schema['type']].flat()[0]) {
    case 'object':
      return objectOf(schema)
    case 'array': {
      const count = Math.max(1, Number(schema['minItems'] ?? 0))
      return Array.from({ length: count }, () => exampleOf((schema['items'] ?? {}) as Schema, name))
    }
    case 'string':
      return textOf(schema, name)
    case 'number':
    case 'integer':
      return numberOf(schema, name)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return {}
  }
}

function objectOf({ properties, required, propertyNames, additionalProperties }: Schema): Schema {
  const fields = Object.entries((properties ?? {}) as Record<string, Schema>)
  const needed = new Set((required ?? []) as string[])
  if (needed.size === 0 && fields.length > 0) needed.add(fields[0]?.[0] ?? '').add('version')
  const told = fields.filter(([name]) => needed.has(name))
  if (fields.length === 0 && typeof additionalProperties === 'object' && additionalProperties !== null) {
    const key = String(exampleOf({ type: 'string', ...(propertyNames as Schema) }))
    return { [key]: exampleOf(additionalProperties as Schema) }
  }
  return Object.fromEntries(told.map(([name, one]) => [name, exampleOf(one, name)]))
}

const numbers: readonly [RegExp, number][] = [
  [/price|amount|paid|due|total|sum|fee$/i, 1850],
  [/width/i, 800],
  [/height/i, 600],
  [/capacity/i, 12],
]

function numberOf({ minimum = 1, maximum = Infinity }: Schema, name: string): number {
  const told = numbers.find(([ending]) => ending.test(name))?.[1] ?? 1
  return Math.min(Math.max(told, Number(minimum)), Number(maximum))
}

function textOf({ pattern, maxLength = Infinity }: Schema, name: string): string {
  if (maxLength === imageBodyLimit) return pixel
  const fits = (text: string) =>
    text.length <= Number(maxLength) && (pattern === undefined || new RegExp(String(pattern), 'u').test(text))
  const byName = named.filter(([ending]) => ending.test(name)).map(([, text]) => text)
  const found = [...byName, ...(pattern === undefined ? [] : formed), 'Jasmine and marigold', 'Rose'].find(
    fits,
  )
  if (found === undefined) throw new Error(`no text for ${name} fits ${String(pattern)}`)
  return found
}
