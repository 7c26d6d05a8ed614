import { expect, test } from 'vitest'
import { differences } from './stale-edit.tsx'

const labels = { title: 'Title', price: 'Price', isPopular: 'Popular' }
const base = { title: 'Garlands', price: '4500', isPopular: false, note: 'a' }

test('only what somebody else changed is told, beside what was typed meanwhile', () => {
  const theirs = { ...base, price: '5000', isPopular: true, note: 'b' }
  const mine = { ...base, title: 'Long garlands', price: '4800' }
  expect(differences(labels, base, theirs, mine)).toEqual([
    { label: 'Price', before: '4500', theirs: '5000', mine: '4800' },
    { label: 'Popular', before: 'No', theirs: 'Yes', mine: 'No' },
  ])
})

test('a change that concerns no field of the form leaves nothing to compare', () => {
  expect(differences(labels, base, { ...base, note: 'b' }, base)).toEqual([])
})
