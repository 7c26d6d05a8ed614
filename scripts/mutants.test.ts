import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutated } from '../tests/mutants/files.mjs'

test('every file that the mutants change exists', () => {
  const files = Object.values<Record<string, string[]>>(mutated).flatMap((kind) =>
    Object.entries(kind).flat(2),
  )
  expect(files.length).toBeGreaterThan(15)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
