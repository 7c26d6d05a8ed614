import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, drawn, stubWire } from '../../../../../tests/harness/component.tsx'
import ClassesSection from './classes-section.tsx'

componentTests()

test('an empty list of classes offers “Add First Class”, which opens a form with default values', async () => {
  const held = Promise.withResolvers<{ json: never[] }>()
  const wire = stubWire()
  wire.answer('GET /api/auth/user', 'never')
  wire.answer('GET /api/admin/AdminClasses', () => held.promise)
  const { user } = drawn(<ClassesSection />, { at: '/admin#classes' })
  expect((await screen.findByText('Loading classes…')).closest('[role=status]')).not.toBeNull()
  held.resolve({ json: [] })
  await screen.findByText('No classes found')
  await user.click(screen.getByRole('button', { name: 'Add First Class' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Class' }))
  expect(dialog.getByLabelText<HTMLInputElement>(/^Sessions/).value).toBe('1')
  const category = dialog.getByLabelText<HTMLSelectElement>(/^Category/)
  expect(category.value).toBe('Diploma Course')
  expect([...category.options].map(({ text }) => text)).toEqual(['Diploma Course', 'Workshops'])
})
