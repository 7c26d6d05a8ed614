import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { CurrentSchoolSettings } from '../../../../../contract/school/school-settings.ts'
import {
  fieldIn,
  fill,
  openSection,
  owner,
  press,
  type Wire,
} from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire, theSchool } from '../../../../../tests/harness/component.tsx'
import { exampleSettings } from '../../../../../tests/harness/example-settings.ts'
import { session } from '../../../../lib/session.ts'
import { settingsPages } from './settings-pages.ts'
import { settingFields } from './settings-values.ts'

componentTests()

const current: CurrentSchoolSettings = {
  settings: exampleSettings,
  version: 1,
  mayEditMoney: true,
  mayLeaveSite: true,
}
const staffs = { ...current, mayEditMoney: false, mayLeaveSite: false }
const answered = (data: CurrentSchoolSettings) => ({ json: { success: true as const, data } })
const noLogo = { json: { success: true as const, data: { logo: null } } }
const conflict = { status: 409, json: { error: 'Changed.', code: 'conflict' } }

async function openPage(
  wire: Wire,
  page: string,
  data = current,
  role?: typeof owner.role,
  isDemonstration = false,
) {
  wire.answer('GET /api/admin/school-settings', answered(data))
  wire.answer('GET /api/school', { json: { ...theSchool, copyrightYear: 2031, isDemonstration } })
  wire.answer('GET /api/admin/set-up', 'never')
  wire.answer('GET /api/admin/logo', noLogo)
  wire.answer('GET /api/admin/mail-server', 'never')
  const machine = { node: '24.1.0', database: 'embedded' as const, backupAt: null }
  if (role !== 'manager') wire.answer('GET /api/admin/machine', { json: { success: true, data: machine } })
  const { title = '' } = settingsPages.find(({ id }) => id === page) ?? {}
  const opened = openSection(wire, `school-settings?page=${page}`, role)
  return { ...opened, form: within(await screen.findByRole('form', { name: title })) }
}

describe('the pages of the settings', () => {
  const links = async (role: typeof owner.role) => {
    const wire = stubWire()
    wire.answer('GET /api/admin/school-settings', answered(current))
    wire.answer('GET /api/admin/set-up', 'never')
    wire.answer('GET /api/admin/logo', noLogo)
    const { unmount } = openSection(wire, 'school-settings', role)
    await screen.findByRole('link', { name: /^Password and security/ })
    const shown = screen.getAllByRole('link').map((one) => one.getAttribute('href')?.replace('/admin', ''))
    unmount()
    return shown
  }

  test('every setting is on one page', () => {
    const shown = settingsPages.flatMap(({ form }) => Object.keys(form?.fields ?? {}))
    expect(shown.toSorted()).toEqual(Object.keys(settingFields).toSorted())
  })

  test.each([
    ['holdHours', 'Payments'],
    ['hasHall', 'Website'],
  ])('the address of the setting %s opens the page %s', async (setting, title) => {
    const wire = stubWire()
    wire.answer('GET /api/admin/school-settings', answered(current))
    wire.answer('GET /api/admin/set-up', 'never')
    openSection(wire, `school-settings?setting=${setting}`)
    await screen.findByRole('form', { name: title })
  })

  test('an owner sees all pages, and a manager only those that a manager may open', async () => {
    const pages = ['school', 'payments', 'enrolment', 'delivery', 'letters', 'website', 'advanced']
    const address = (page: string) => `#school-settings?page=${page}`
    const own = await links('owner')
    expect(own).toEqual(expect.arrayContaining([...pages.map(address), '#office-timing', '#accounts']))
    const managers = await links('manager')
    expect(managers).toEqual(expect.arrayContaining([...pages.map(address), '#office-timing', '#security']))
    expect(managers).not.toContain('#accounts')
  })

  test('a manager sees no link to a section for owners', async () => {
    await openPage(stubWire(), 'advanced', staffs, 'manager')
    await screen.findByRole('link', { name: /^Bin/ })
    expect(screen.queryByRole('link', { name: /^API/ })).toBeNull()
    expect(screen.queryByText('This server')).toBeNull()
  })

  test('an owner reads facts about the server', async () => {
    await openPage(stubWire(), 'advanced')
    const facts = within(await screen.findByRole('region', { name: 'This server' }))
    facts.getByText('SQLite')
    facts.getByText('None yet')
  })

  test.each(['staff', 'nowhere'])('the address of the unknown page %s shows all settings', async (page) => {
    const wire = stubWire()
    wire.answer('GET /api/admin/school-settings', answered(current))
    wire.answer('GET /api/admin/set-up', 'never')
    wire.answer('GET /api/admin/logo', noLogo)
    const { user, address } = openSection(wire, `school-settings?page=${page}`)
    await user.click(await screen.findByRole('link', { name: 'See all settings' }))
    expect(address()).toBe('/admin#school-settings')
    await screen.findByRole('link', { name: /^Payments/ })
  })

  test('the switch for the sample bouquets is shown only at the demonstration', async () => {
    const { form, unmount } = await openPage(stubWire(), 'website')
    form.getByLabelText('Journal')
    expect(form.queryByLabelText('Sample bouquets')).toBeNull()
    unmount()
    const demonstration = await openPage(stubWire(), 'website', current, 'owner', true)
    demonstration.form.getByLabelText('Sample bouquets')
  })

  test('the rule for cancelling is shown as visitors read it, with the typed numbers', async () => {
    const { form, user } = await openPage(stubWire(), 'enrolment')
    const shown = () => screen.getByText('Visitors read before they pay').parentElement?.textContent
    expect(shown()).toContain(
      'until 3 days before your course begins. We refund 75% of what you paid for it.',
    )
    await fill(user, fieldIn(form, 'Hours before the batch begins'), '36')
    await fill(user, fieldIn(form, 'Percent refunded'), '100')
    expect(shown()).toContain('until 36 hours before your course begins. We refund what you paid for it.')
    await fill(user, fieldIn(form, 'Hours before the batch begins'), '1.5')
    expect(shown()).toContain('Enter the hours and the percentage as whole numbers.')
  })

  test('the preview names the year of the school’s footer', async () => {
    await openPage(stubWire(), 'school')
    await screen.findByText('© 2031 Malar. All rights reserved.')
  })
})

describe('the search of the settings', () => {
  const openSearch = async (page = '') => {
    const wire = stubWire()
    wire.answer('GET /api/admin/school-settings', answered(current))
    wire.answer('GET /api/admin/set-up', 'never')
    wire.answer('GET /api/admin/logo', noLogo)
    wire.answer('GET /api/school', { json: theSchool })
    const opened = openSection(wire, `school-settings${page}`)
    const box = await screen.findByRole('combobox', { name: 'Find a setting' })
    await screen.findAllByRole('link', { name: /^Payments/ })
    return { ...opened, box }
  }
  const active = (box: HTMLElement) =>
    document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent

  test('the search works by keyboard: arrows choose, Escape clears, and Enter opens the page at the setting', async () => {
    const { user, box, address } = await openSearch()
    expect(box.getAttribute('aria-expanded')).toBe('false')
    await user.type(box, 'zebra')
    screen.getByText('There’s no setting for “zebra”. Try another word.')
    await user.keyboard('{Escape}')
    expect((box as HTMLInputElement).value).toBe('')
    await user.type(box, 'bank')
    expect([box.getAttribute('aria-expanded'), active(box)]).toEqual(['true', 'UPI idPayments'])
    await user.keyboard('{ArrowDown}')
    expect(active(box)).toBe('Payee’s namePayments')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/admin#school-settings?page=payments'))
    const form = within(await screen.findByRole('form', { name: 'Payments' }))
    await waitFor(() => expect(document.activeElement).toBe(fieldIn(form, 'Payee’s name')))
  })

  test('a click on a result opens its setting, and a setting of the current page gets the focus at once', async () => {
    const { user, box, address } = await openSearch('?page=payments')
    const form = within(await screen.findByRole('form', { name: 'Payments' }))
    await user.type(box, 'bank')
    await user.click(screen.getByRole('option', { name: /^UPI id/ }))
    expect(document.activeElement).toBe(fieldIn(form, 'UPI id'))
    await user.type(box, 'closed on sunday')
    await user.click(screen.getByRole('option', { name: /^Opening hours/ }))
    await waitFor(() => expect(address()).toBe('/admin#office-timing'))
  })
})

describe('the logo', () => {
  const picture = { base: '/uploads/a', width: 200, height: 50, widths: [200], color: '#fff' }
  const withLogo = { json: { success: true as const, data: { logo: { id: 'a', picture } } } }
  const file = new File(['x'], 'logo.png', { type: 'image/png' })
  const wrong = new File(['<svg/>'], 'logo.png', { type: 'image/png' })

  test('a refused logo is explained, and the next logo is shown and can be removed', async () => {
    const wire = stubWire()
    const { user } = await openPage(wire, 'school')
    const error = 'We can’t use that file. Choose a JPEG, PNG, WebP, AVIF or GIF picture.'
    wire.answer('PUT /api/admin/logo', { status: 415, json: { error, code: 'unsupported_image' } })
    await user.upload(await screen.findByLabelText(/^Choose your logo/), wrong)
    await screen.findByText(error)
    await waitFor(() => {
      expect(screen.getByLabelText<HTMLInputElement>(/^Choose your logo/).disabled).toBe(false)
    })
    const sent = wire.answer('PUT /api/admin/logo', withLogo)
    await user.upload(screen.getByLabelText(/^Choose your logo/), file)
    const part = within(await screen.findByRole('region', { name: 'Logo' }))
    expect((await part.findByRole('img')).getAttribute('width')).toBe('200')
    const removed = wire.answer('PUT /api/admin/logo', noLogo)
    await press(user, 'Remove the logo', part)
    await screen.findByLabelText(/^Choose your logo/)
    expect(sent[0]?.body).toEqual({ image: 'data:image/png;base64,eA==', before: null })
    expect(removed[0]?.body).toEqual({ image: null, before: 'a' })
  })

  test('a logo that another tab changed is loaded again', async () => {
    const wire = stubWire()
    const { user } = await openPage(wire, 'school')
    await screen.findByLabelText(/^Choose your logo/)
    wire.answer('GET /api/admin/logo', withLogo)
    wire.answer('PUT /api/admin/logo', conflict)
    await user.upload(screen.getByLabelText(/^Choose your logo/), file)
    await screen.findByLabelText(/^Replace the logo/)
  })
})

describe('the form of a page', () => {
  test('a wrong setting is refused with an error message, and the typed value stays', async () => {
    const wire = stubWire()
    const { user, form } = await openPage(wire, 'payments')
    await fill(user, fieldIn(form, 'UPI id'), 'nobody')
    await fill(user, fieldIn(form, 'Hours to accept'), '')
    await press(user, 'Save', form)
    await form.findByText('Enter a UPI ID such as name@bank')
    await form.findByText('Enter a whole number from 1 to 720')
    await waitFor(() => expect(document.activeElement).toBe(fieldIn(form, 'UPI id')))
    expect(fieldIn(form, 'UPI id').value).toBe('nobody')
  })

  test('the form sends only the changed setting, and asks before it discards a change', async () => {
    const wire = stubWire()
    const { user, form } = await openPage(wire, 'school')
    await fill(user, fieldIn(form, 'Tagline'), 'Mine')
    await press(user, 'Discard changes', form)
    await press(user, 'Discard', within(await screen.findByRole('alertdialog')))
    await waitFor(() => expect(fieldIn(form, 'Tagline').value).toBe('Flowers'))
    await fill(user, fieldIn(form, 'Tagline'), 'Mine after all')
    const saved = { ...current, version: 2, settings: { ...exampleSettings, tagline: 'Mine after all' } }
    const sent = wire.answer('PUT /api/admin/school-settings', answered(saved))
    await press(user, 'Save', form)
    await screen.findByText('School settings saved')
    expect(sent.map(({ body }) => body)).toEqual([{ tagline: 'Mine after all', version: 1 }])
    await waitFor(() =>
      expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true),
    )
  })

  test('another page opens only after a question if a change is not saved', async () => {
    const { user, form, address } = await openPage(stubWire(), 'school')
    await fill(user, fieldIn(form, 'Tagline'), 'Mine')
    await user.click(screen.getByRole('link', { name: 'Delivery' }))
    await press(user, 'Keep editing', within(await screen.findByRole('alertdialog')))
    expect([address(), fieldIn(form, 'Tagline').value]).toEqual([
      '/admin#school-settings?page=school',
      'Mine',
    ])
    await user.click(screen.getByRole('link', { name: 'Delivery' }))
    await press(user, 'Discard', within(await screen.findByRole('alertdialog')))
    await screen.findByRole('form', { name: 'Delivery' })
  })

  test('the form shows settings that another person changed, and “Keep mine” saves the typed setting', async () => {
    const wire = stubWire()
    const { user, form } = await openPage(wire, 'school')
    await fill(user, fieldIn(form, 'Tagline'), 'Mine')
    const theirs = {
      ...current,
      version: 2,
      settings: { ...exampleSettings, city: 'Madurai', tagline: 'Theirs' },
    }
    wire.answer('GET /api/admin/school-settings', answered(theirs))
    wire.answer('PUT /api/admin/school-settings', conflict)
    await press(user, 'Save', form)
    await form.findByText('Someone else changed the settings.')
    expect(form.getByRole('row', { name: /Tagline/ }).textContent).toContain('Theirs')
    await press(user, 'Keep mine', form)
    expect(fieldIn(form, 'City').value).toBe('Madurai')
    const sent = wire.answer('PUT /api/admin/school-settings', answered({ ...theirs, version: 3 }))
    await press(user, 'Save', form)
    await screen.findByText('School settings saved')
    expect(sent[0]?.body).toEqual({ tagline: 'Mine', version: 2 })
  })

  test('a simultaneous change of settings on another page causes no conflict', async () => {
    const wire = stubWire()
    const { user, form } = await openPage(wire, 'school')
    await fill(user, fieldIn(form, 'Tagline'), 'Mine')
    const theirs = { ...current, version: 2, settings: { ...exampleSettings, upiId: 'theirs@bank' } }
    wire.answer('GET /api/admin/school-settings', answered(theirs))
    const saved = { ...theirs, version: 3, settings: { ...theirs.settings, tagline: 'Mine' } }
    const sent = wire.answer('PUT /api/admin/school-settings', ({ body }) =>
      (body as { version: number }).version === 2 ? answered(saved) : conflict,
    )
    await press(user, 'Save', form)
    await screen.findByText('School settings saved')
    expect(sent.map(({ body }) => body)).toEqual([
      { tagline: 'Mine', version: 1 },
      { tagline: 'Mine', version: 2 },
    ])
  })

  test('typed settings are kept when the session ends, and are there again after signing in', async () => {
    const wire = stubWire()
    const { user, form, unmount } = await openPage(wire, 'payments')
    await fill(user, fieldIn(form, 'UPI id'), 'malar@newbank')
    wire.answer('PUT /api/admin/school-settings', () => {
      session.end()
      return { status: 401, json: { error: 'Sign in again.', code: 'unauthorized' } }
    })
    await press(user, 'Save', form)
    await waitFor(() => expect(session.token()).toBeNull())
    unmount()
    const again = await openPage(wire, 'payments')
    await screen.findByText('We’ve kept what you typed in the settings.')
    await press(again.user, 'Continue')
    await waitFor(() => expect(fieldIn(again.form, 'UPI id').value).toBe('malar@newbank'))
  })
})

describe('school settings for staff who are not the owner', () => {
  test('staff who are not the owner can read the UPI id but cannot change it', async () => {
    const { form } = await openPage(stubWire(), 'payments', staffs)
    expect(form.getByText('Only an owner can change the school’s payment details.')).toBeTruthy()
    expect(fieldIn(form, 'UPI id').readOnly).toBe(true)
    expect(fieldIn(form, 'Hours we hold').readOnly).toBe(false)
  })

  test('the form shows why staff who are not the owner cannot set a forgot-password address on another site', async () => {
    const wire = stubWire()
    const { user, form } = await openPage(wire, 'advanced', staffs)
    const sentence = 'Only an owner can lead people to another site here.'
    wire.answer('PUT /api/admin/school-settings', {
      status: 403,
      json: { error: sentence, code: 'forbidden', fields: { forgotPasswordUrl: sentence } },
    })
    const address = fieldIn(form, 'Forgot-password address')
    await fill(user, address, 'https://elsewhere.example/forgot')
    await press(user, 'Save', form)
    expect((await form.findByRole('alert')).textContent).toContain(sentence)
    await waitFor(() => expect(document.activeElement).toBe(address))
  })
})
