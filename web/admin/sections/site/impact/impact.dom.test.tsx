import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { impactsFull } from '../../../../../contract/site/impacts.ts'
import { fieldIn, fill, openSection, press } from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../../tests/harness/component.tsx'
import { impact } from '../../../records.fixture.ts'

componentTests()

const some = (count: number) => ({
  json: {
    success: true as const,
    data: Array.from({ length: count }, (_, nth) => ({ ...impact, id: `i${nth}` })),
  },
})

test('the button “Add Impact” is disabled if there are four impact numbers, and the page says why', async () => {
  const wire = stubWire()
  wire.answer('GET /api/impacts', some(4))
  openSection(wire, 'impact')
  await screen.findByText('4 impact(s) total')
  expect(screen.getByRole('button', { name: 'Add Impact' })).toHaveProperty('disabled', true)
  expect(screen.getByText(impactsFull.button)).toBeTruthy()
})

test('the refusal of a fifth impact number is shown in the form, and the typed title stays', async () => {
  const wire = stubWire()
  wire.answer('GET /api/impacts', some(3))
  wire.answer('POST /api/impacts', {
    status: 409,
    json: { success: false, code: 'limit_reached', error: impactsFull.button },
  })
  const { user } = openSection(wire, 'impact')
  await press(user, 'Add Impact')
  const panel = within(await screen.findByRole('region', { name: 'Add Impact' }))
  await fill(user, fieldIn(panel, 'Title'), 'One too many')
  await press(user, 'Create Impact', panel)
  await screen.findByText('Failed to create impact')
  expect((await panel.findByRole('alert')).textContent).toContain('Maximum of 4 impacts allowed.')
  expect(fieldIn(panel, 'Title').value).toBe('One too many')
  // The form asks before it discards typed words.
  await press(user, 'Cancel', panel)
  await screen.findByText('Discard your changes?')
  await press(user, 'Keep editing')
  expect(fieldIn(panel, 'Title').value).toBe('One too many')
})
