import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { relatedTests } from './setup/changed.mjs'

const files = globSync('{bench,contract,drawings,scripts,server,tests,web}/**/*.{ts,tsx,mjs}').sort()
const related = (...changed: string[]) => relatedTests(changed, files)
const ofDocuments = ['tests/architecture/docs.test.ts', 'tests/architecture/house.test.ts']

test('a change in one domain concerns the tests that lie beside it, and those that read every source', () => {
  expect(related('server/domains/catalogue/feedback/feedback.service.ts')).toEqual([
    'server/domains/catalogue/feedback/feedback.test.ts',
    ...ofDocuments,
  ])
})

test('a rule that others import concerns their tests', () => {
  const tests = related('contract/primitives.ts')
  expect(tests).toContain('tests/http/access.test.ts')
  expect(tests).toContain('contract/picture-size.test.ts')
})

test('a change of routes asks every endpoint again', () => {
  expect(related('server/domains/site/impacts/impacts.routes.ts')).toContain('tests/http/access.test.ts')
})

test('a test that changed is concerned itself, a journey too', () => {
  const own = ['server/domains/site/impacts/impacts.test.ts', 'tests/e2e/site/legal.spec.ts']
  expect(related(...own)).toEqual([own[0], ...ofDocuments, own[1]].sort())
})

test('what puts the house together does not concern all of it', () => {
  expect(related('server/domains/index.ts').length).toBeLessThan(5)
})

test('a journey is not run for the component that it passes', () => {
  expect(related('web/ui/button.tsx').filter((file) => file.endsWith('.spec.ts'))).toEqual([])
})
