import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { CurrentSchoolSettings } from '../../../../../contract/school/school-settings.ts'
import { fieldIn, fill, openSection, press, type Wire } from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../../tests/harness/component.tsx'
import { exampleSettings } from '../../../../../tests/harness/example-settings.ts'

componentTests()

const current: CurrentSchoolSettings = {
  settings: exampleSettings,
  version: 1,
  mayEditMoney: true,
  mayLeaveSite: true,
}
const staffs = { ...current, mayEditMoney: false, mayLeaveSite: false }
const answered = (data: CurrentSchoolSettings) => ({ json: { success: true as const, data } })

async function openSettings(wire: Wire, data: CurrentSchoolSettings) {
  wire.answer('GET /api/admin/school-settings', answered(data))
  // The answer after a save is on its way.
  wire.answer('GET /api/school', 'never')
  wire.answer('GET /api/admin/hero-pictures', 'never')
  const { user } = openSection(wire, 'school-settings')
  return { user, form: within(await screen.findByRole('form', { name: 'School settings' })) }
}

test('a wrong setting is refused with an error message, and the typed value stays', async () => {
  const { user, form } = await openSettings(stubWire(), current)
  await fill(user, fieldIn(form, 'UPI id'), 'nobody')
  await fill(user, fieldIn(form, 'Phone'), 'call us')
  await press(user, 'Save settings', form)
  await form.findByText('Enter a UPI ID such as name@bank')
  await waitFor(() => expect(document.activeElement).toBe(fieldIn(form, 'Phone')))
  expect(fieldIn(form, 'UPI id').value).toBe('nobody')
})

test('the settings form shows settings that another person changed, and “Keep mine” saves the typed setting', async () => {
  const wire = stubWire()
  const { user, form } = await openSettings(wire, current)
  await fill(user, fieldIn(form, 'Tagline'), 'Mine')
  const theirs = {
    ...current,
    version: 2,
    settings: { ...current.settings, city: 'Madurai', tagline: 'Theirs' },
  }
  wire.answer('GET /api/admin/school-settings', answered(theirs))
  wire.answer('PUT /api/admin/school-settings', {
    status: 409,
    json: { error: 'Changed.', code: 'conflict' },
  })
  await press(user, 'Save settings', form)
  await form.findByText('Someone else changed the settings.')
  expect(form.getByRole('row', { name: /Tagline/ }).textContent).toContain('Theirs')
  await press(user, 'Keep mine', form)
  expect(fieldIn(form, 'City').value).toBe('Madurai')
  const sent = wire.answer('PUT /api/admin/school-settings', answered({ ...theirs, version: 3 }))
  await press(user, 'Save settings', form)
  await screen.findByText('School settings saved')
  expect(sent[0]?.body).toEqual({ tagline: 'Mine', version: 2 })
})

describe('school settings for staff who are not the owner', () => {
  test('staff who are not the owner can read the UPI id but cannot change it', async () => {
    const { form } = await openSettings(stubWire(), staffs)
    expect(form.getByText('Only an owner can change the school’s payment details.')).toBeTruthy()
    expect(fieldIn(form, 'UPI id').readOnly).toBe(true)
  })

  test('the form shows why staff who are not the owner cannot set a forgot-password address on another site', async () => {
    const wire = stubWire()
    const { user, form } = await openSettings(wire, staffs)
    const sentence = 'Only an owner can lead people to another site here.'
    wire.answer('PUT /api/admin/school-settings', {
      status: 403,
      json: { error: sentence, code: 'forbidden', fields: { forgotPasswordUrl: sentence } },
    })
    const address = fieldIn(form, 'Forgot-password address')
    await fill(user, address, 'https://elsewhere.example/forgot')
    await press(user, 'Save settings', form)
    expect((await form.findByRole('alert')).textContent).toContain(sentence)
    await waitFor(() => expect(document.activeElement).toBe(address))
  })
})
