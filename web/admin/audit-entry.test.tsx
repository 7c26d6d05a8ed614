import { expect, test } from 'vitest'
import { changesText, onlyChanged, valueText } from './audit-entry.tsx'

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
  expect(changesText([{ field: 'popular', from: null, to: 'true' }])).toBe('Popular: (empty) → Yes')
})
