import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { relatedTests } from './setup/changed.mjs'

const files = globSync('{bench,contract,drawings,scripts,server,tests,web}/**/*.{ts,tsx,mjs}').sort()
const related = (...changed: string[]) => relatedTests(changed, files)
const ofDocuments = ['tests/architecture/docs.test.ts', 'tests/architecture/house.test.ts']

test('`npm test -- --changed` selects the tests in a changed service’s folder and the tests that read every file', () => {
  expect(related('server/domains/catalogue/feedback/feedback.service.ts')).toEqual([
    'server/domains/catalogue/feedback/feedback.test.ts',
    ...ofDocuments,
  ])
})

test('`npm test -- --changed` selects all tests of the files that import a changed contract file', () => {
  const tests = related('contract/primitives.ts')
  expect(tests).toContain('tests/http/access.test.ts')
  expect(tests).toContain('contract/picture-size.test.ts')
})

test('`npm test -- --changed` selects the test that calls every endpoint when a routes file changed', () => {
  expect(related('server/domains/site/impacts/impacts.routes.ts')).toContain('tests/http/access.test.ts')
})

test('`npm test -- --changed` selects a changed test and a changed browser journey', () => {
  const own = ['server/domains/site/impacts/impacts.test.ts', 'tests/e2e/site/legal.spec.ts']
  expect(related(...own)).toEqual([own[0], ...ofDocuments, own[1]].sort())
})

test('`npm test -- --changed` selects fewer than five tests for server/domains/index.ts, though it imports all domains', () => {
  expect(related('server/domains/index.ts').length).toBeLessThan(5)
})

test('`npm test -- --changed` selects no browser journey when a component changed', () => {
  expect(related('web/ui/button.tsx').filter((file) => file.endsWith('.spec.ts'))).toEqual([])
})
