import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
