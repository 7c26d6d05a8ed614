import { expect, test } from 'vitest'
import { groupWords, guestsOf, requestFields } from './group.tsx'

const meena = { fullName: 'Meena Krishnan' }

test.each([
  [{}, [], false],
  [{ seats: '1', guests: 'Somebody' }, [], false],
  [{ seats: '3', guests: ' Arun Raj ' }, ['Arun Raj', ''], '3: Meena Krishnan, Arun Raj, name to come'],
  [{ seats: '2', guests: '\nUma' }, [''], '2: Meena Krishnan, name to come'],
])('%j: as many names as seats beside the payer', (values, guests, words) => {
  expect(guestsOf(values)).toEqual(guests)
  expect(groupWords(meena.fullName, values)).toBe(words)
})

test('what is sent names the others alone, and nothing of the dialog', () => {
  expect(requestFields({ ...meena, seats: '1', guests: '' })).toEqual(meena)
  expect(requestFields({ ...meena, seats: '3', guests: '\nUma' })).toEqual({
    ...meena,
    others: [{}, { fullName: 'Uma' }],
  })
})
