import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { componentTests, drawn, stubWire } from '../../../../../tests/harness/component.tsx'
import { getToast } from '../../../../ui/toast-store.ts'
import { item } from './class.fixture.ts'
import ClassesSection from './classes-section.tsx'

componentTests()

test('an empty list of classes offers “Add First Class”, which opens a form with default values', async () => {
  const held = Promise.withResolvers<{ json: never[] }>()
  const wire = stubWire()
  wire.answer('GET /api/auth/user', 'never')
  wire.answer('GET /api/admin/AdminClasses', () => held.promise)
  wire.answer('GET /api/admin/closed-days', 'never')
  wire.answer('GET /api/office-timing', 'never')
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

const hours = { open_time: '09:00', close_time: '18:00', version: 1 }
const planned = { sessions: [], orders: 0 }
const closedDay = {
  created_at: '2027-01-01T00:00:00.000Z',
  id: 'd1',
  closedFor: 'Pongal',
  capacity: null,
  from: null,
  until: null,
  planned,
  version: 1,
}
const sunday = { id: 'o1', office_day: 'Sunday' as const, is_holiday: true, ...hours }

/** Draws the section with one class. `rows` are the classes in the list when it is loaded again. */
function drawnWith(rows: (typeof item)[]) {
  const wire = stubWire()
  wire.answer('GET /api/auth/user', 'never')
  wire.answer('GET /api/admin/AdminClasses', () => ({ json: rows }))
  wire.answer('GET /api/admin/batches', 'never')
  wire.answer('GET /api/admin/closed-days', { json: { success: true, data: [] } })
  wire.answer('GET /api/office-timing', { json: { success: true, data: [sunday] } })
  return { wire, ...drawn(<ClassesSection />, { at: '/admin#classes' }) }
}
const offTheSite = () => screen.queryAllByText('Off the site', { selector: 'li *' })
/** Finds a button that is used less often. The buttons are behind “More actions”, which closes when one is pressed. */
async function button(label: string) {
  const name = `${label}: “${item.title}”`
  const more = await screen.findByRole('button', { name: /^More actions/ })
  if (more.getAttribute('aria-expanded') !== 'true') fireEvent.click(more)
  return screen.findByRole('button', { name })
}

test('a class is taken off the site by one press, says so, and is put back by “Undo”', async () => {
  const rows = [item]
  const { wire, user } = drawnWith(rows)
  const sent = wire.answer('PUT /api/admin/AdminClasses/:id', ({ body }) => {
    rows[0] = { ...item, ...(body as object), version: item.version + 1 }
    return { json: { success: true, data: rows[0] } }
  })
  await user.click(await button('Take off the site'))
  await button('Put on the site')
  expect(offTheSite()).toHaveLength(1)
  expect(sent[0]?.body).toEqual({ isOnSite: false, version: item.version })
  expect(getToast()).toMatchObject({
    title: 'Taken off the site',
    description: 'Visitors no longer see the class and can’t enrol. Students keep their seats.',
  })
  getToast()?.action?.onClick()
  await button('Take off the site')
  expect(sent[1]?.body).toEqual({ isOnSite: true })
  expect(offTheSite()).toEqual([])
})

test('the preview of a class opens in a new tab, and its toast has the address in case it was blocked', async () => {
  const { wire, user } = drawnWith([item])
  const replace = vi.fn()
  const open = vi.spyOn(window, 'open').mockReturnValue({ location: { replace }, close: vi.fn() } as never)
  wire.answer('POST /api/admin/AdminClasses/:id/preview', {
    json: { success: true, data: { path: '/preview/t/classes/x', endsAt: '2026-03-02T07:30:00.000Z' } },
  })
  await user.click(await button('Preview'))
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/preview/t/classes/x'))
  expect(getToast()?.description).toBe('Anyone with its address can open it until Mon, 2 March at 1:00 pm.')
  getToast()?.action?.onClick()
  expect(open).toHaveBeenLastCalledWith('/preview/t/classes/x', '_blank', 'noreferrer')
  open.mockRestore()
})

test('a class on a weekly closed day is asked about, and then meets all the same', async () => {
  const { wire, user } = drawnWith([item])
  const sent = wire.answer('PUT /api/admin/AdminClasses/:id', { json: { success: true, data: item } })
  await user.click(await screen.findByRole('button', { name: `Edit ${item.title}` }))
  const dialog = within(await screen.findByRole('dialog'))
  const day = dialog.getByLabelText<HTMLInputElement>(/^Next batch date/)
  const save = () => user.click(dialog.getByRole('button', { name: 'Save changes' }))
  const asked = async () => within(await screen.findByRole('alertdialog'))
  await user.clear(day)
  await user.type(day, '2027-02-07')
  await save()
  const title = 'The school is closed on Sun, 7 February 2027'
  await (await asked()).findByText(title)
  await user.click((await asked()).getByRole('button', { name: 'Change the date' }))
  expect(sent).toEqual([])
  await waitFor(() => expect(document.activeElement).toBe(day))
  await save()
  await user.click((await asked()).getByRole('button', { name: 'Save anyway' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ nextbatch: '2027-02-07', meetsAnyway: true, version: item.version })
})

test('a copy suggests the next open day on the weekday of the copied batch', async () => {
  const { wire, user } = drawnWith([{ ...item, nextbatch: '2027-02-02' }])
  wire.answer('GET /api/admin/closed-days', {
    json: { success: true, data: [{ ...closedDay, day: '2027-02-09' }] },
  })
  wire.answer('GET /api/admin/batches', { json: { success: true, data: [] } })
  await user.click(await button('Copy'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy class' }))
  const day = dialog.getByLabelText<HTMLInputElement>(/^First day/)
  await waitFor(() => expect(day.value).toBe('2027-02-16'))
  await user.clear(day)
  expect(day.value).toBe('')
})

test('a class is copied to new dates; a closed day is confirmed, and the toast leads to the copy', async () => {
  const rows = [item]
  const { wire, user } = drawnWith(rows)
  const sentence = 'The school is closed on that day.'
  wire.answer('POST /api/admin/AdminClasses/:id/copy', {
    status: 400,
    json: {
      success: false,
      error: sentence,
      message: sentence,
      code: 'validation_failed',
      fields: { day: sentence },
      details: { closedDays: ['2027-02-01'] },
      requestId: 'r',
    },
  })
  await user.click(await button('Copy'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy class' }))
  const day = dialog.getByLabelText<HTMLInputElement>(/^First day/)
  const copy = () => user.click(dialog.getByRole('button', { name: 'Copy class' }))
  await copy()
  expect(day.getAttribute('aria-invalid')).toBe('true')
  await user.type(day, '2027-02-01')
  await copy()
  await dialog.findByText(sentence)
  const copied = { ...item, id: 'c2', title: 'Bridal Bouquets, February', isOnSite: false }
  const sent = wire.answer('POST /api/admin/AdminClasses/:id/copy', () => {
    rows.unshift(copied)
    return { status: 201, json: { success: true, data: copied } }
  })
  const anyway = dialog.getByLabelText<HTMLInputElement>(/^Hold sessions on closed days anyway/)
  await user.click(anyway)
  // The box is no longer ticked, because it was ticked for the day that was refused.
  await user.clear(day)
  await user.type(day, '2027-02-08')
  expect(anyway.checked).toBe(false)
  await user.click(anyway)
  await user.type(dialog.getByLabelText(/^Title/), ', February')
  await copy()
  await waitFor(() =>
    expect(getToast()?.description).toBe(
      '“Bridal Bouquets, February” is off the site. Put it on the site when it’s ready.',
    ),
  )
  expect(sent[0]?.body).toEqual({
    title: 'Bridal Bouquets, February',
    day: '2027-02-08',
    startTime: '10:30',
    isOnSite: false,
    meetsAnyway: true,
    version: 7,
  })
  wire.answer('GET /api/admin/batches', { json: { success: true, data: [] } })
  getToast()?.action?.onClick()
  await screen.findByRole('dialog', { name: 'Bridal Bouquets, February' })
})
