import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  fieldIn,
  fill,
  openQuestion,
  openSection,
  press,
  type Wire,
} from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../../tests/harness/component.tsx'
import { prices } from '../../../records.fixture.ts'

componentTests()

const stored = (wire: Wire, changes: Partial<typeof prices> = {}) =>
  wire.answer('GET /api/admin/event-pricing', { json: { ...prices, ...changes } })
const row = (number: number) => within(screen.getByRole('group', { name: `Row ${number}` }))

test('the form of hall prices names an incomplete row, and a price field takes only digits and a point', async () => {
  const wire = stubWire()
  stored(wire)
  const sent = wire.answer('PUT /api/admin/event-pricing', { json: prices })
  const { user } = openSection(wire, 'event-pricing')
  await press(user, 'Add Row')
  await press(user, 'Save')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Please complete Day / Start / End on rows: 2',
  )
  await fill(user, fieldIn(row(2), 'Day'), 'Temple festivals')
  await user.selectOptions(row(2).getAllByLabelText(/^Start/)[0] as HTMLElement, '09:15')
  await user.selectOptions(row(2).getAllByLabelText(/^End/)[0] as HTMLElement, '12:45')
  await fill(user, fieldIn(row(2), 'Price (₹)'), '₹4,5x00.50')
  expect(fieldIn(row(2), 'Price (₹)').value).toBe('4500.50')
  await press(user, 'Save')
  await screen.findByText('Event pricing saved')
  expect(Object.values(sent[0]?.body as object)).toEqual([
    prices.data.weekdays,
    { label: 'Temple festivals 9:15 AM - 12:45 PM', price: '4500.50' },
  ])
})

test('Cancel restores the saved hall prices, and Save is disabled without rows', async () => {
  const wire = stubWire()
  stored(wire)
  const { user } = openSection(wire, 'event-pricing')
  await press(user, /^Edit Weekdays/)
  await fill(user, fieldIn(row(1), 'Price (₹)'), '1')
  await press(user, 'Cancel')
  await press(user, 'Discard')
  await screen.findByText('₹2,000')
  await press(user, /^Edit Weekdays/)
  await press(user, 'Remove row 1')
  await screen.findByText('Please add at least one pricing row before saving.')
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
})

test('a row of the hall prices is deleted permanently, and a failed deletion says so', async () => {
  const wire = stubWire()
  stored(wire)
  const { user } = openSection(wire, 'event-pricing')
  const question = await openQuestion(user, /^Delete Weekdays/)
  expect(question.getByText(/This action is irreversible\./)).toBeTruthy()
  wire.answer('DELETE /api/admin/event-pricing/:key', { status: 500, json: null })
  await press(user, 'Delete', question)
  await screen.findByText('Failed to delete pricing')
  wire.answer('DELETE /api/admin/event-pricing/:key', 'offline')
  await press(user, 'Delete', question)
  await screen.findByText('Delete failed')
  const sent = wire.answer('DELETE /api/admin/event-pricing/:key', { json: { success: true } })
  stored(wire, { data: {} as never })
  await press(user, 'Delete', question)
  await screen.findByText('Pricing row deleted')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(sent[0]?.path).toBe('/api/admin/event-pricing/weekdays')
  await screen.findByText('No event pricing found')
})

test('the page says that another person changed the hall prices, and “Keep mine” saves the typed price', async () => {
  const wire = stubWire()
  const theirs = { weekends: { label: 'Weekends 9:00 AM - 5:00 PM', price: '9999' } }
  stored(wire)
  wire.answer('PUT /api/admin/event-pricing', { status: 409, json: { error: 'Changed.', code: 'conflict' } })
  const { user } = openSection(wire, 'event-pricing')
  await press(user, /^Edit Weekdays/)
  await fill(user, fieldIn(row(1), 'Price (₹)'), '2222')
  stored(wire, { data: { ...prices.data, ...theirs }, version: '2' as never })
  await press(user, 'Save')
  await screen.findByText('Someone else changed the prices.')
  await press(user, 'Keep mine')
  const sent = wire.answer('PUT /api/admin/event-pricing', { json: prices })
  await press(user, 'Save')
  await screen.findByText('Event pricing updated')
  expect(sent[0]).toMatchObject({
    query: { version: '2' },
    body: { weekdays: { ...prices.data.weekdays, price: '2222' }, ...theirs },
  })
})
