import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import lintRules, { slownessOf } from './lint-rules.mjs'

/** What the lint rule says of a pattern in a source. */
function reported(pattern: RegExp): string[] {
  const messages: string[] = []
  const report = ({ message }: { message: string }) => messages.push(message)
  const { Literal } = lintRules.rules['linear-pattern'].create({ report })
  Literal({ regex: { pattern: pattern.source, flags: pattern.flags } })
  Literal({ value: 'no pattern' })
  return messages
}

test.each([/^[^\s@]+@[^\s@]+\.[^\s@]+$/, /\s+$/, /^(\d+)*$/, /<([^>]*)>;/, /(?=(\d\d)*\d$)/])(
  '%s is refused',
  (pattern) => {
    expect(reported(pattern)).toHaveLength(1)
    expect(slownessOf(pattern)).toMatch(/^takes more than linear time: .+/)
  },
)

test.each([/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/, /^[a-z]{1,9}$/, /[^a-z]+/g])('%s is not', (pattern) => {
  expect(reported(pattern)).toEqual([])
})

test('the rule holds for the whole product, tests and tools apart', () => {
  const config = JSON.parse(readFileSync(new URL('../.oxlintrc.json', import.meta.url), 'utf8'))
  expect(config.rules['malar/linear-pattern']).toBe('error')
  const without = config.overrides
    .filter((one: { rules: Record<string, string> }) => one.rules['malar/linear-pattern'] === 'off')
    .flatMap((one: { files: string[] }) => one.files)
  expect(without.sort()).toEqual(
    [
      '**/*.fixture.ts',
      '**/*.test.ts',
      '**/*.test.tsx',
      'bench/**',
      'scripts/**',
      'tests/**',
      'tools/**',
    ].sort(),
  )
})
