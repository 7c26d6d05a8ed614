import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keptFor } from './kept.en.ts'
import { keptInBrowser } from './kept-in-browser.ts'
import { retention } from './retention.ts'

test.each([
  ['enquiries', '2 years'],
  ['waiting', 'Until the batch has begun, and no longer than 2 years'],
  ['newsletter', 'Until you unsubscribe'],
] as const)('data of the kind “%s” is kept %s', (kind, words) => {
  expect(keptFor(kind, retention[kind].days)).toBe(words)
})

const names: string[] = Object.values(keptInBrowser).flat()

test('each name of stored data is listed once', () => {
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
})

test('the code reaches the browser’s storage only through the module that lists all names of stored data', () => {
  const own = 'web/lib/storage.ts'
  const files = globSync('web/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file) && file !== own)
  expect(files.length).toBeGreaterThan(300)
  const direct = files.filter((file) =>
    /(?:local|session)Storage\s*[.[]|indexedDB|document\.cookie\s*=/.test(readFileSync(file, 'utf8')),
  )
  // The back office sets the only cookies, for the state of its sidebar.
  expect(direct).toEqual(['web/admin/sidebar-state.ts'])
})

test('every listed name of stored data is still used in the code', () => {
  const code = globSync('web/**/*.{ts,tsx}')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  expect(names.filter((name) => !code.includes(name.replace('*', '')))).toEqual([])
})
