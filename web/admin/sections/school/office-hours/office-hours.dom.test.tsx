import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { officeDays } from '../../../../../contract/school/office-hours.ts'
import { fieldIn, fill, openDialog, openSection, press } from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../../tests/harness/component.tsx'
import { officeDay } from '../../../records.fixture.ts'

componentTests()

test('the form warns before new office hours replace the existing hours of a day', async () => {
  const wire = stubWire()
  const planned = { json: { success: true as const, data: { sessions: [], orders: [] } } }
  wire.answer('GET /api/admin/closed-days/planned', planned)
  wire.answer('GET /api/office-timing', { json: { success: true, data: [officeDay] } })
  const sent = wire.answer('POST /api/admin/office-timing', { json: { success: true, data: officeDay } })
  const { user } = openSection(wire, 'office-timing')
  await screen.findByText('Tuesday')
  const dialog = await openDialog(user, 'Add Office Hours')
  expect(fieldIn(dialog, 'Day').value).toBe('Monday')
  await user.selectOptions(fieldIn(dialog, 'Day'), 'Tuesday')
  await dialog.findByText('Tuesday already has hours. Saving replaces them.')
  await fill(user, fieldIn(dialog, 'Opening time'), '07:15')
  await press(user, 'Add Office Hours', dialog)
  await screen.findByText('Office hours added successfully')
  expect(sent[0]?.body).toMatchObject({ office_day: 'Tuesday', open_time: '07:15' })
})

test('a day that a colleague changed stays as it is, and the next press closes it', async () => {
  const wire = stubWire()
  const planned = { json: { success: true as const, data: { sessions: [], orders: [] } } }
  wire.answer('GET /api/admin/closed-days/planned', planned)
  wire.answer('GET /api/office-timing', { json: { success: true, data: [officeDay] } })
  wire.answer('PUT /api/admin/office-timing/:id', {
    status: 409,
    json: { success: false, code: 'conflict', error: 'Changed' },
  })
  const { user } = openSection(wire, 'office-timing')
  const box = () => screen.findByRole('checkbox', { name: 'Open on Tuesday' })
  await user.click(await box())
  await screen.findByText('Someone else changed this day. Look at its hours and try again.')
  expect(await box()).toHaveProperty('checked', true)

  const closed = { ...officeDay, is_holiday: true }
  const sent = wire.answer('PUT /api/admin/office-timing/:id', { json: { success: true, data: closed } })
  wire.answer('GET /api/office-timing', { json: { success: true, data: [closed] } })
  await user.click(await box())
  await screen.findByText('Tuesday is closed')
  await waitFor(async () => expect(await box()).toHaveProperty('checked', false))
  expect(sent[0]?.body).toEqual({ is_holiday: true, version: officeDay.version })
})

test('a week with all seven days has no button to add one', async () => {
  const wire = stubWire()
  const planned = { json: { success: true as const, data: { sessions: [], orders: [] } } }
  wire.answer('GET /api/admin/closed-days/planned', planned)
  const data = officeDays.map((office_day) => ({ ...officeDay, id: office_day, office_day }))
  wire.answer('GET /api/office-timing', { json: { success: true, data } })
  openSection(wire, 'office-timing')
  await screen.findByText('7 days')
  expect(screen.queryByRole('button', { name: 'Add Office Hours' })).toBeNull()
})
