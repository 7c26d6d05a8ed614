import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ShownMailServer } from '../../../../../contract/school/mail-server.ts'
import type { SetUp } from '../../../../../contract/school/set-up.ts'
import {
  fieldIn,
  fill,
  openSection,
  owner,
  press,
  type Wire,
} from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../../tests/harness/component.tsx'
import { exampleSettings } from '../../../../../tests/harness/example-settings.ts'

componentTests()

const server = { host: 'smtp.malar.example', port: 587, tls: 'starttls', user: 'malar', email: '' } as const
const none: ShownMailServer = {
  server: null,
  hasPassword: false,
  isByVariables: false,
  isBroken: false,
  version: 0,
}
const stored: ShownMailServer = { ...none, server, hasPassword: true, version: 3 }
const answered = (data: ShownMailServer) => ({ json: { success: true as const, data } })
const password = 'süße Blumen & %41'

async function openLetters(wire: Wire, data: ShownMailServer, role?: typeof owner.role) {
  wire.answer('GET /api/admin/school-settings', {
    json: {
      success: true,
      data: {
        settings: exampleSettings,
        version: 1,
        mayEditMoney: true,
        mayLeaveSite: true,
      },
    },
  })
  wire.answer('GET /api/admin/audit', { json: { success: true, data: [] } })
  wire.answer('GET /api/admin/mail-server', answered(data))
  return openSection(wire, 'school-settings?page=letters', role)
}
const theForm = async () => within(await screen.findByRole('form', { name: 'E-mail server' }))

test('a provider fills in its server, the form saves it, and the password is not shown again', async () => {
  const wire = stubWire()
  const { user } = await openLetters(wire, none)
  const form = await theForm()
  expect(screen.queryByRole('button', { name: 'Send me a trial e-mail' })).toBeNull()
  await press(user, 'Zoho', form)
  expect(fieldIn(form, 'Server').value).toBe('smtp.zoho.in')
  expect([fieldIn(form, 'Port').value, fieldIn(form, 'Encryption').value]).toEqual(['465', 'implicit'])
  await press(user, 'Gmail', form)
  form.getByText(/Gmail asks for an app password/)
  await fill(user, fieldIn(form, 'User name'), 'meena@gmail.com')
  await fill(user, fieldIn(form, 'Password'), password)
  const gmail = { ...server, host: 'smtp.gmail.com', user: 'meena@gmail.com' }
  const sent = wire.answer('PUT /api/admin/mail-server', answered({ ...stored, server: gmail, version: 1 }))
  await press(user, 'Save', form)
  await screen.findByText('E-mail server saved')
  expect(sent.map(({ body }) => body)).toEqual([{ ...gmail, password, version: 0 }])
  expect(fieldIn(form, 'Password').value).toBe('')
  form.getByText('A password is stored. Leave this blank to keep it.')
  expect(document.body.innerHTML).not.toContain(password)
})

test('another port chooses its encryption, and an unchanged password is not sent', async () => {
  const wire = stubWire()
  const { user } = await openLetters(wire, stored)
  const form = await theForm()
  await user.selectOptions(fieldIn(form, 'Port'), '465')
  expect(fieldIn(form, 'Encryption').value).toBe('implicit')
  const sent = wire.answer('PUT /api/admin/mail-server', answered({ ...stored, version: 4 }))
  await press(user, 'Save', form)
  await screen.findByText('E-mail server saved')
  expect(sent.map(({ body }) => body)).toEqual([{ ...server, port: 465, tls: 'implicit', version: 3 }])
})

test('wrong input is refused beside its field by the form and by the server, and stays typed', async () => {
  const wire = stubWire()
  const { user } = await openLetters(wire, stored)
  const form = await theForm()
  await fill(user, fieldIn(form, 'Server'), 'https://smtp.malar.example')
  await press(user, 'Save', form)
  await form.findByText('Enter the name of your e-mail server, such as smtp.example.com')
  await fill(user, fieldIn(form, 'Server'), 'smtp.other.example')
  const sentence = 'Enter the password that belongs to this server and user name'
  wire.answer('PUT /api/admin/mail-server', {
    status: 400,
    json: { error: sentence, code: 'validation_failed', fields: { password: sentence } },
  })
  await press(user, 'Save', form)
  await waitFor(() => expect(document.activeElement).toBe(fieldIn(form, 'Password')))
  expect(fieldIn(form, 'Server').value).toBe('smtp.other.example')
})

test('somebody else’s change of the mail server is shown beside the typed change, without a password', async () => {
  const wire = stubWire()
  const { user } = await openLetters(wire, stored)
  const form = await theForm()
  await fill(user, fieldIn(form, 'Password'), password)
  await fill(user, fieldIn(form, 'User name'), 'mine')
  const theirs = { ...stored, server: { ...server, user: 'theirs' }, version: 4 }
  wire.answer('GET /api/admin/mail-server', answered(theirs))
  wire.answer('PUT /api/admin/mail-server', { status: 409, json: { error: 'Changed.', code: 'conflict' } })
  await press(user, 'Save', form)
  await form.findByText('Someone else changed the e-mail server.')
  expect(form.getByRole('row', { name: /User name/ }).textContent).toContain('theirs')
  expect(document.body.innerHTML).not.toContain(password)
  await press(user, 'Keep mine', form)
  expect(fieldIn(form, 'Password').value).toBe(password)
  const sent = wire.answer('PUT /api/admin/mail-server', answered({ ...theirs, version: 5 }))
  await press(user, 'Save', form)
  await screen.findByText('E-mail server saved')
  expect(sent.map(({ body }) => body)).toEqual([{ ...server, user: 'mine', password, version: 4 }])
})

test('the typed mail server is kept in the tab when the session ends, but not the password', async () => {
  const wire = stubWire()
  const { user, unmount } = await openLetters(wire, stored)
  const form = await theForm()
  await fill(user, fieldIn(form, 'User name'), 'another')
  await fill(user, fieldIn(form, 'Password'), password)
  localStorage.removeItem('sessionToken')
  unmount()
  const kept = JSON.stringify([{ ...sessionStorage }, { ...localStorage }])
  expect(kept).toContain('another')
  expect(kept).not.toContain('Blumen')
  const again = await openLetters(stubWire(), stored)
  await press(again.user, 'Continue')
  const anew = await theForm()
  await waitFor(() => expect(fieldIn(anew, 'User name').value).toBe('another'))
  expect(fieldIn(anew, 'Password').value).toBe('')
})

test('the trial e-mail says where it went or why it failed, and waits until changes are saved', async () => {
  const wire = stubWire()
  const { user } = await openLetters(wire, stored)
  const error = 'The e-mail server didn’t take the e-mail.'
  wire.answer('POST /api/admin/mail-server/trial', { status: 409, json: { error, code: 'conflict' } })
  await press(user, 'Send me a trial e-mail')
  await screen.findByText(error)
  wire.answer('POST /api/admin/mail-server/trial', {
    json: { success: true, data: { to: 'owner@malar.example' } },
  })
  await press(user, 'Send me a trial e-mail')
  await screen.findByText(/Look for it at owner@malar.example/)
  expect(screen.queryByText(error)).toBeNull()
  await fill(user, fieldIn(await theForm(), 'User name'), 'another')
  const trial = screen.getByRole<HTMLButtonElement>('button', { name: 'Send me a trial e-mail' })
  await waitFor(() => expect(trial.disabled).toBe(true))
  screen.getByText('Save your changes first.')
})

test('a stored mail server that cannot be used says that e-mails wait, and offers no trial', async () => {
  await openLetters(stubWire(), { ...stored, hasPassword: false, isBroken: true })
  const form = await theForm()
  form.getByText('No e-mails are being sent.')
  form.getByText('We store it encrypted, and never show it again.')
  expect(screen.queryByRole('button', { name: 'Send me a trial e-mail' })).toBeNull()
})

test('a mail server set by variables is shown and can be tried, but not changed', async () => {
  await openLetters(stubWire(), { ...stored, isByVariables: true })
  await screen.findByText(/by SMTP_HOST and the other SMTP_ variables/)
  screen.getByText('smtp.malar.example')
  screen.getByRole('button', { name: 'Send me a trial e-mail' })
  expect(screen.queryByRole('form', { name: 'E-mail server' })).toBeNull()
})

test('a manager reads that only an owner can change the mail server', async () => {
  await openLetters(stubWire(), stored, 'manager')
  await screen.findByText('Only an owner can change the e-mail server.')
})

test('the step of the set-up stays unfolded after saving, for the trial e-mail', async () => {
  const wire = stubWire()
  const setUp = (state: 'open' | 'done'): { json: { success: true; data: SetUp } } => {
    const items: SetUp['items'] = [
      { id: 'letters', state },
      { id: 'first-class', state: 'open' },
    ]
    return { json: { success: true, data: { items, isOpen: false, missing: [] } } }
  }
  wire.answer('GET /api/admin/demonstration', {
    json: { success: true, data: { plan: null, emptied: null } },
  })
  wire.answer('GET /api/admin/set-up', setUp('open'))
  wire.answer('GET /api/admin/demonstration', 'never')
  wire.answer('GET /api/admin/mail-server', answered(none))
  const { user } = openSection(wire, 'set-up')
  const form = await theForm()
  await fill(user, fieldIn(form, 'Server'), 'smtp.malar.example')
  wire.answer('GET /api/admin/set-up', setUp('done'))
  wire.answer('PUT /api/admin/mail-server', answered(stored))
  await press(user, 'Save', form)
  await screen.findByRole('button', { name: 'Send me a trial e-mail' })
  await screen.findByText('1 step left.')
  screen.getByRole('button', { name: 'E-mail', expanded: true })
})
