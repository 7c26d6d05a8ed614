import { expect, test } from 'vitest'
import { actionWords, changesText, onlyChanged, valueText } from './audit-entry.tsx'

const name = `${'9f31e60d080dfcf445baa19efc1b5bd7'}-1024.jpg`

test.each([
  ['popular', 'false', 'No'],
  ['nextbatch', '2026-12-09', 'Wed, 9 December 2026'],
  ['priceInPaise', '210000', '₹2,100'],
  ['image', name, '1 picture'],
  ['pictures', `${name}, ${name}`, '2 pictures'],
  ['description', 'Bring a vase', 'Bring a vase'],
])('the audit log writes the value of %s as staff know it', (field, stored, words) => {
  expect(valueText(field, stored)).toBe(words)
})

test('two long texts are shortened to the words that differ', () => {
  const text = (word: string) => `One two three four five ${word} seven eight nine ten eleven`
  expect(onlyChanged(text('six'), text('sixty'))).toEqual([
    '… two three four five six seven eight nine ten …',
    '… two three four five sixty seven eight nine ten …',
  ])
  expect(onlyChanged('Paid', 'Paid in cash')).toEqual(['Paid', 'Paid in cash'])
  expect(onlyChanged('', 'New')).toEqual(['', 'New'])
})

test('the exported log says which values were empty', () => {
  const changes = [{ field: 'popular', from: null, to: 'true' }]
  expect(changesText({ kind: 'class', changes })).toBe('Popular: (empty) → Yes')
})

test.each([
  ['account', 'signed in on', 'Signed in'],
  ['account', 'signed out on', 'Signed out'],
  ['account', 'wrong passwords', 'Wrong passwords'],
  ['account', 'role', 'Changed'],
  ['class', 'signed in on', 'Changed'],
] as const)('a change of %s with the field “%s” reads “%s”', (kind, field, label) => {
  const changes = [{ field, from: null, to: 'Firefox on Linux' }]
  expect(actionWords({ action: 'changed', kind, changes }).label).toBe(label)
})

test('a school setting has the label that the settings page shows', () => {
  const changes = [
    { field: 'hasPopup', from: 'true', to: 'false' },
    { field: 'logo', from: null, to: 'a' },
  ]
  expect(changesText({ kind: 'school-setting', changes })).toBe(
    'Newsletter popup: Yes → No\nLogo: (empty) → a',
  )
})
