import { describe, expect, test } from 'vitest'
import * as contract from '../../contract/index.ts'
import { type Place, placesOf } from '../harness/schema-walk.ts'

const { endpoints } = contract
const parts = ['params', 'query', 'body'] as const
const bytes = Number(process.env.HOSTILE_BYTES ?? 1024 * 1024)
const units = ['a', '.', '@', ' ', '-', '7', '\u0301', '\u0000']
const repeats = units.map((unit) => unit.repeat(bytes))

const schemas = endpoints.flatMap((endpoint) =>
  parts.flatMap((part) => {
    const schema = endpoint[part]
    return schema === undefined ? [] : [[`${endpoint.method} ${endpoint.path} ${part}`, schema] as const]
  }),
)
function cpu(work: () => void) {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

describe('x', () => {
  test.each(schemas)('%s', (name, schema) => {
    const faults: string[] = []
    for (const place of placesOf(schema)) {
      for (const [n, text] of repeats.entries()) {
        const value = place.put(text)
        let ok = true
        const ms = cpu(() => {
          ok = schema.safeParse(value).success
        })
        if (ms > 50) faults.push(`${place.name} ${JSON.stringify(units[n])} ${Math.round(ms)} ms`)
        if (ok && place.kind !== 'any') faults.push(`${place.name} ${JSON.stringify(units[n])} accepted`)
      }
    }
    expect(faults).toEqual([])
  })
})
