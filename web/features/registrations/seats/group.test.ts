import { expect, test } from 'vitest'
import { groupWords, guestsOf, requestFields } from './group.tsx'

const meena = { fullName: 'Meena Krishnan' }

test.each([
  [{}, [], false],
  [{ seats: '1', guests: 'Somebody' }, [], false],
  [{ seats: '3', guests: ' Arun Raj ' }, ['Arun Raj', ''], '3: Meena Krishnan, Arun Raj, name to come'],
  [{ seats: '2', guests: '\nUma' }, [''], '2: Meena Krishnan, name to come'],
])('a form with %j asks for one name for each seat beside the payer’s', (values, guests, words) => {
  expect(guestsOf(values)).toEqual(guests)
  expect(groupWords(meena.fullName, values)).toBe(words)
})

test('the request names the other guests only, without the fields of the dialog', () => {
  expect(requestFields({ ...meena, seats: '1', guests: '' })).toEqual(meena)
  expect(requestFields({ ...meena, seats: '3', guests: '\nUma' })).toEqual({
    ...meena,
    others: [{}, { fullName: 'Uma' }],
  })
})
