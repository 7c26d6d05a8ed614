import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openMenu, openSection, press, type Wire } from '../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../tests/harness/component.tsx'
import { item as aClass } from '../sections/catalogue/classes/class.fixture.ts'

componentTests()

const other = { ...aClass, id: 'c2', slug: 'orchids', title: 'Orchid Care' }

/** Searches in the titles as the server does, and returns the calls that the list made. */
const answerClasses = (wire: Wire) =>
  wire.answer('GET /api/admin/AdminClasses', ({ query: { q = '' } }) => ({
    json: [aClass, other].filter(({ title }) => title.toLowerCase().includes(q)),
  }))

const search = () => screen.getByLabelText<HTMLInputElement>('Search classes')
const chosenTab = async (name: string) =>
  within(await screen.findByRole('group', { name })).getByRole('button', { pressed: true }).textContent
const sort = () => screen.getByLabelText<HTMLSelectElement>('Sort')

test('staff can search a list; a search without results says so, and can be cleared', async () => {
  const wire = stubWire()
  answerClasses(wire)
  const { user } = openSection(wire, 'classes')
  await screen.findByText('Bridal Bouquets')
  await user.type(search(), 'orchid')
  await screen.findByText('1 class')
  expect(screen.queryByText('Bridal Bouquets')).toBeNull()
  await user.type(search(), 's at all')
  await screen.findByText('Nothing matches your search and filters.')
  await press(user, 'Clear search and filters')
  await screen.findByText('Bridal Bouquets')
  expect(search().value).toBe('')
})

test('a list remembers its sort and columns; Reset restores the default sort', async () => {
  const wire = stubWire()
  const asked = answerClasses(wire)
  const first = openSection(wire, 'classes')
  await press(first.user, 'Show as a table')
  await press(first.user, 'Filter')
  await first.user.selectOptions(sort(), '-title')
  await openMenu(first.user, 'Columns')
  await first.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Instructor' }))
  await first.user.keyboard('{Escape}')
  await screen.findByRole('columnheader', { name: 'Instructor' })
  cleanup()

  const { user } = openSection(wire, 'classes')
  await screen.findByRole('columnheader', { name: 'Instructor' })
  await press(user, 'Filter · 1')
  expect(sort().value).toBe('-title')
  expect(asked.at(-1)?.query).toMatchObject({ sort: '-title' })
  await press(user, /^Reset/)
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ sort: 'newest' }))
})

test('clicks on a column header request ascending, descending and default order from the server', async () => {
  const wire = stubWire()
  const asked = answerClasses(wire)
  const { user } = openSection(wire, 'classes')
  await press(user, 'Show as a table')
  const head = await screen.findByRole('columnheader', { name: 'Title' })
  for (const [order, sorted] of [
    ['title', 'ascending'],
    ['-title', 'descending'],
    ['newest', null],
  ] as const) {
    await press(user, 'Title')
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ sort: order }))
    expect(head.getAttribute('aria-sort')).toBe(sorted)
  }
})

test('a new tab opens a list without the earlier search, unless staff clicked Remember', async () => {
  const wire = stubWire()
  answerClasses(wire)
  /** Opens another tab, which shares the browser's storage but not the storage of this tab. */
  async function openNextTab() {
    cleanup()
    sessionStorage.clear()
    const { user } = openSection(wire, 'classes')
    await screen.findByText('Orchid Care')
    return user
  }
  const user = await openNextTab()
  await user.type(search(), 'orchid')
  const next = await openNextTab()
  expect(search().value).toBe('')
  await next.type(search(), 'orchid')
  await press(next, 'Filter')
  await press(next, /^Remember/)
  expect(screen.getByRole('button', { name: /^Remember/ }).getAttribute('aria-pressed')).toBe('true')
  const third = await openNextTab()
  expect(search().value).toBe('orchid')
  // A search that staff clear is no longer kept, and the next search is not kept either.
  await third.clear(search())
  await third.type(search(), 'bridal')
  await press(third, 'Filter')
  expect(screen.getByRole('button', { name: /^Remember/ }).getAttribute('aria-pressed')).toBe('false')
})

test('the filters open in place, Esc closes them, and each chip removes its filter', async () => {
  const wire = stubWire()
  const asked = wire.answer('GET /api/admin/products', { json: [] })
  const { user } = openSection(wire, 'products?instock=no&featured=yes&sort=price')
  const opener = () => screen.getByRole('button', { name: /^Filter/ })
  await screen.findByText('Nothing matches your search and filters.')
  expect(opener().ariaLabel).toBe('Filter · 2')
  expect(await chosenTab('Stock status')).toBe('Out of Stock ')
  expect(screen.queryByLabelText('Featured')).toBeNull()
  await user.click(opener())
  expect(opener().getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement?.tagName).toBe('SELECT')
  await user.keyboard('{Escape}')
  expect(screen.queryByLabelText('Featured')).toBeNull()
  expect(document.activeElement).toBe(opener())
  await user.click(opener())
  expect(document.activeElement).toBe(screen.getByLabelText('Featured'))

  const featured = screen.getByRole('button', { name: 'Remove filter Featured: Featured' })
  await user.click(featured)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove sort Price, low to high' }))
  await waitFor(() => expect(asked.at(-1)?.query).not.toHaveProperty('featured'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ sort: 'newest', instock: 'no' }))
  expect(document.activeElement).toBe(opener())
  await press(user, /^Reset/)
  expect(document.activeElement).toBe(screen.getByLabelText('Featured'))
  expect(opener().ariaLabel).toBe('Filter')
})

test('a filter in the address is chosen in the list and sent to the server', async () => {
  const wire = stubWire()
  const totals = { count: 0, amount: '0.00', paid: '0.00', due: '0.00' }
  const nobody = { success: true as const, eventClassEnrollments: [], classEnrollments: [] }
  wire.answer('GET /api/admin/registrations/totals', {
    json: { success: true, data: { events: totals, classes: totals } },
  })
  const asked = wire.answer('GET /api/getEventClassEnrollments', { json: nobody })
  openSection(wire, 'event-class-enrollments?payment=paid')
  expect(await chosenTab('Payment')).toBe('Paid ')
  await waitFor(() => expect(asked[0]?.query).toMatchObject({ payment: 'paid' }))
})

test('the tabs of a list show how many rows each state has, and a press on one filters the list', async () => {
  const wire = stubWire()
  const asked = answerClasses(wire)
  const counted = wire.answer('GET /api/admin/state-counts', {
    json: { success: true, data: { '': 1000, yes: 999, no: 0 } },
  })
  const { user } = openSection(wire, 'classes')
  await press(user, 'Off the site 0')
  expect(await chosenTab('On the site')).toBe('Off the site 0')
  expect(counted[0]?.query).toEqual({ list: 'classes' })
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ onsite: 'no' }))
  // The tab says what is set, so there is no chip.
  expect(screen.queryByRole('button', { name: /^Remove filter/ })).toBeNull()
  await press(user, 'All 999+')
  await waitFor(() => expect(asked.at(-1)?.query).not.toHaveProperty('onsite'))
  expect(screen.getByRole('button', { name: 'On the site 999' }).ariaPressed).toBe('false')
})

test('tabs have no numbers if counting fails, and a list without any rows has no tabs', async () => {
  const wire = stubWire()
  answerClasses(wire)
  wire.answer('GET /api/admin/state-counts', 'offline')
  openSection(wire, 'classes')
  await screen.findByText('Bridal Bouquets')
  screen.getByRole('button', { name: 'Off the site' })
  cleanup()
  wire.answer('GET /api/admin/AdminClasses', { json: [] })
  wire.answer('GET /api/admin/state-counts', { json: { success: true, data: { '': 0, yes: 0, no: 0 } } })
  openSection(wire, 'classes')
  await screen.findByText('No classes found')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^All/ })).toBeNull())
})
