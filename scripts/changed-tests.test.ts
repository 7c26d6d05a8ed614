import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { relatedTests } from './setup/changed.mjs'

const files = globSync('{bench,contract,drawings,scripts,server,tests,web}/**/*.{ts,tsx,mjs}').sort()
const related = (...changed: string[]) => relatedTests(changed, files)
const ofDocuments = ['tests/architecture/docs.test.ts', 'tests/architecture/house.test.ts']

test('a changed service selects the tests in its folder and the tests that read every source file', () => {
  expect(related('server/domains/catalogue/feedback/feedback.service.ts')).toEqual([
    'server/domains/catalogue/feedback/feedback.test.ts',
    ...ofDocuments,
  ])
})

test('a changed contract file selects the tests of the files that import the contract file', () => {
  const tests = related('contract/primitives.ts')
  expect(tests).toContain('tests/http/access.test.ts')
  expect(tests).toContain('contract/picture-size.test.ts')
})

test('a changed routes file selects the test that calls every endpoint', () => {
  expect(related('server/domains/site/impacts/impacts.routes.ts')).toContain('tests/http/access.test.ts')
})

test('a changed test selects itself, and so does a changed browser journey', () => {
  const own = ['server/domains/site/impacts/impacts.test.ts', 'tests/e2e/site/legal.spec.ts']
  expect(related(...own)).toEqual([own[0], ...ofDocuments, own[1]].sort())
})

test('a change in the file that puts all rooms together selects fewer than five tests', () => {
  expect(related('server/domains/index.ts').length).toBeLessThan(5)
})

test('a changed component selects no browser journey', () => {
  expect(related('web/ui/button.tsx').filter((file) => file.endsWith('.spec.ts'))).toEqual([])
})
