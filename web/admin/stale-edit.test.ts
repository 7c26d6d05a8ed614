import { expect, test } from 'vitest'
import { differences } from './stale-edit.tsx'

const labels = { title: 'Title', price: 'Price', isPopular: 'Popular' }
const base = { title: 'Garlands', price: '4500', isPopular: false, note: 'a' }

test('the comparison with another person’s change lists only the changed fields, each with the typed value', () => {
  const theirs = { ...base, price: '5000', isPopular: true, note: 'b' }
  const mine = { ...base, title: 'Long garlands', price: '4800' }
  expect(differences(labels, base, theirs, mine)).toEqual([
    { label: 'Price', before: '4500', theirs: '5000', mine: '4800' },
    { label: 'Popular', before: 'No', theirs: 'Yes', mine: 'No' },
  ])
})

test('another person’s change of a value that is not in the form gives nothing to compare', () => {
  expect(differences(labels, base, { ...base, note: 'b' }, base)).toEqual([])
})
