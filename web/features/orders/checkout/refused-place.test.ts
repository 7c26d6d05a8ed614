import { expect, test } from 'vitest'
import { unshownErrors } from './use-placing.tsx'

const form = {
  elements: [{ name: 'email' }, { name: 'pincode', hidden: true }, { tagName: 'BUTTON' }],
} as unknown as HTMLFormElement

test.each([
  ['of a visible field is shown at that field only', { email: 'Bad' }, []],
  ['of the day or the time is shown only where days are chosen', { day: 'Choose', slotId: 'Choose' }, []],
  ['of a hidden field is shown apart from the fields', { pincode: 'No such place' }, ['No such place']],
  ['without a field is shown apart from the fields', { lines: 'At most 30', email: 'Bad' }, ['At most 30']],
])('in the checkout form a refusal %s', (_, fields, unshown) => {
  expect(unshownErrors(form, fields as Record<string, string>)).toEqual(unshown)
})
