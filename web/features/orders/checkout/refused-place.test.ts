import { expect, test } from 'vitest'
import { unshownErrors } from './use-placing.tsx'

const form = {
  elements: [{ name: 'email' }, { name: 'pincode', hidden: true }, { tagName: 'BUTTON' }],
} as unknown as HTMLFormElement

test.each([
  ['said at its field', { email: 'Bad' }, []],
  ['said where days are chosen, though there is no list', { day: 'Choose', slotId: 'Choose' }, []],
  ['of a field that is hidden', { pincode: 'No such place' }, ['No such place']],
  ['of what the page has no field for', { lines: 'At most 30', email: 'Bad' }, ['At most 30']],
])('a refusal %s', (_, fields, unsaid) => {
  expect(unshownErrors(form, fields as Record<string, string>)).toEqual(unsaid)
})
