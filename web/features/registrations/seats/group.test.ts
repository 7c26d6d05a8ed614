import { expect, test } from 'vitest'
import { groupWords, guestsOf, requestFields } from './group.tsx'

const meena = { fullName: 'Meena Krishnan' }

test.each([
  [{}, [], false],
  [{ seats: '1', guests: 'Somebody' }, [], false],
  [{ seats: '3', guests: ' Arun Raj ' }, ['Arun Raj', ''], '3: Meena Krishnan, Arun Raj, name to be added'],
  [{ seats: '2', guests: '\nUma' }, [''], '2: Meena Krishnan, name to be added'],
])('an enrolment form with %j asks for the name of each guest beside the payer', (values, guests, words) => {
  expect(guestsOf(values)).toEqual(guests)
  expect(groupWords(meena.fullName, values)).toBe(words)
})

test('the enrolment request has the names of the guests, without the fields that only the dialog needs', () => {
  expect(requestFields({ ...meena, seats: '1', guests: '' })).toEqual(meena)
  expect(requestFields({ ...meena, seats: '3', guests: '\nUma' })).toEqual({
    ...meena,
    others: [{}, { fullName: 'Uma' }],
  })
})
