import { expect, test } from 'vitest'
import { createSignedLinks } from './signed-links.ts'

const links = createSignedLinks('a secret for tests, and for nothing else at all')
const id = 'aB3-_x'

test('the token of a signed link is valid only for its own purpose and under its own secret', () => {
  const token = links.sign('waiting-list', id)
  expect(token).toMatch(/^aB3-_x\.[\w-]{32}$/)
  expect(links.read('waiting-list', token)).toBe(id)
  expect(links.read('newsletter', token)).toBeNull()
  expect(createSignedLinks('another secret').read('waiting-list', token)).toBeNull()
})

test('a signed link whose token has an empty id is refused', () => {
  expect(links.read('newsletter', links.sign('newsletter', 'a'))).toBe('a')
  expect(links.read('newsletter', links.sign('newsletter', ''))).toBeNull()
})

test('a signed link whose token was changed or never signed is refused', () => {
  const [, signature = ''] = links.sign('waiting-list', id).split('.')
  const changed = `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`
  for (const token of ['', '.', id, `${id}.`, `.${signature}`, `other.${signature}`, `${id}.${changed}`]) {
    expect(links.read('waiting-list', token), token).toBeNull()
  }
})
