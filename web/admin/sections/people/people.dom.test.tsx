import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openDialog, openQuestion, openSection, press } from '../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../tests/harness/component.tsx'
import { customRequest, enquiry, instructor } from '../../records.fixture.ts'

componentTests()

test('a visitor’s card shows the whole enquiry; staff can filter visitors and undo the deletion of a visitor', async () => {
  const wire = stubWire()
  let isDeleted = false
  const asked = wire.answer('GET /api/categoryuserdata', ({ query }) => ({
    json: { success: true, data: isDeleted || query['enquiry'] === 'Venue' ? [] : [enquiry] },
  }))
  const { user } = openSection(wire, 'category-visitor-list')
  const card = await screen.findByRole('listitem', { name: enquiry.name })
  for (const text of [enquiry.email, enquiry.phone, enquiry.enquiry, enquiry.question ?? ''])
    expect(card.textContent).toContain(text)
  await press(user, 'Filter')
  await user.selectOptions(screen.getByLabelText('Enquiry'), 'Venue')
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ enquiry: 'Venue' }))
  expect(screen.getByRole('button', { name: 'Filter · 1' }).getAttribute('aria-expanded')).toBe('true')
  await press(user, 'Clear search and filters')
  wire.answer('DELETE /api/admin/categoryuserdata/:id', () => {
    isDeleted = true
    return { json: { success: true } }
  })
  wire.answer('POST /api/admin/bin/:kind/:record/restore', () => {
    isDeleted = false
    return { json: { success: true } }
  })
  await press(user, 'Delete', await openQuestion(user, `Delete ${enquiry.name}`))
  await waitFor(() => expect(screen.queryByRole('listitem', { name: enquiry.name })).toBeNull())
  await press(user, 'Undo')
  await screen.findByRole('listitem', { name: enquiry.name })
})

test('a custom request is answered by e-mail, and marked; what was answered can be marked as unanswered', async () => {
  const wire = stubWire()
  let answered_at: string | null = null
  const asked = wire.answer('GET /api/admin/custom-requests', () => ({
    json: [{ ...customRequest, answered_at }],
  }))
  const { user } = openSection(wire, 'custom-requests')
  const card = within(await screen.findByRole('listitem', { name: 'Asha Pillai' }))
  card.getByText('Not answered')
  expect(card.getByRole('link', { name: /^Reply ?to Asha Pillai$/ }).getAttribute('href')).toBe(
    `mailto:${customRequest.email}?subject=Your%20request%20for%20a%20bouquet`,
  )
  const sent = wire.answer('PUT /api/admin/custom-requests/:id/answered', ({ body }) => {
    answered_at = (body as { answered: boolean }).answered ? '2026-03-02T06:30:00.000Z' : null
    return { json: { success: true, data: { ...customRequest, answered_at } } }
  })
  await press(user, 'Mark answered: Asha Pillai')
  const undo = await screen.findByRole('button', { name: 'Mark unanswered: Asha Pillai' })
  expect(screen.queryByText('Not answered')).toBeNull()
  await user.click(undo)
  await screen.findByText('Not answered')
  expect(sent.map(({ body }) => body)).toEqual([{ answered: true }, { answered: false }])
  await user.click(screen.getByRole('button', { name: /^Not yet/ }))
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ answered: 'no' }))
})

test('the instructor form refuses a missing name or e-mail, and a picture that is too large or unreadable', async () => {
  const wire = stubWire()
  wire.answer('GET /api/instructors', { json: { success: true, data: [] } })
  const { user } = openSection(wire, 'instructors')
  await screen.findByText('No instructors found')
  const dialog = await openDialog(user, 'Add Instructor')
  expect(dialog.getByLabelText('Active Instructor')).toHaveProperty('checked', true)
  await press(user, 'Add Instructor', dialog)
  await dialog.findByText('Name is required')
  await dialog.findByText('Email is required')
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^Full Name/)))
  const picker = dialog.getByLabelText(/^Profile Image/)
  await user.upload(picker, new File([new Uint8Array(10 * 1024 * 1024)], 'huge.png', { type: 'image/png' }))
  await dialog.findByText('Image must be less than 10MB')
  await user.upload(picker, new File(['words'], 'words.png', { type: 'image/png' }))
  await dialog.findByText('Failed to process image')
})

test('a refresh of the instructors signs staff out if their session has ended', async () => {
  const wire = stubWire()
  wire.answer('GET /api/instructors', { json: { success: true, data: [instructor] } })
  const { user } = openSection(wire, 'instructors')
  await screen.findByText(instructor.name)
  wire.answer('GET /api/auth/user', { status: 401, json: { error: 'Please sign in.' } })
  await press(user, 'Refresh')
  await waitFor(() => expect(localStorage.getItem('sessionToken')).toBeNull())
})

test('a manager has no button to export or erase a person’s data', async () => {
  const wire = stubWire()
  wire.answer('GET /api/getStudents', { json: { success: true, data: [], total: 0 } })
  wire.answer('GET /api/admin/event-students', { json: { success: true, data: [], total: 0 } })
  openSection(wire, 'students', 'manager')
  await screen.findByRole('button', { name: 'Add Student' })
  expect(screen.queryByRole('button', { name: 'Personal data' })).toBeNull()
})

test('a student with several courses or events is one row that says how many, and leads to the person', async () => {
  const wire = stubWire()
  const person = { name: 'Meena', email: 'meena@mail.example', phone: '9876543210' }
  const created_at = '2026-03-01T06:30:00.000Z'
  const student = {
    ...person,
    id: 's1',
    source: 'Call Students' as const,
    course: 'Diploma in Floral Design',
    otherCourses: 2,
    isByHand: false,
    version: 0,
    created_at,
  }
  const guest = {
    ...person,
    id: 'b1',
    source: 'Event Students' as const,
    title: 'Kolam',
    event_date: '2026-04-20',
    otherEvents: 1,
    created_at,
  }
  wire.answer('GET /api/getStudents', { json: { success: true, data: [student], total: 1 } })
  wire.answer('GET /api/admin/event-students', { json: { success: true, data: [guest], total: 2 } })
  openSection(wire, 'students')
  await screen.findByText('Diploma in Floral Design and 2 more')
  await screen.findByText('Kolam and 1 more')
  const links = screen.getAllByRole('link', { name: 'Meena' }).map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/admin#person?of=seat.b1', '/admin#person?of=seat.s1'])
  expect(
    screen
      .getAllByRole('definition')
      .slice(0, 3)
      .map((one) => one.textContent),
  ).toEqual(['2', '1', '3'])
})
