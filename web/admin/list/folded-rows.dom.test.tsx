import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openSection, press } from '../../../tests/harness/back-office.tsx'
import { componentTests, drawn, stubWire } from '../../../tests/harness/component.tsx'
import { item as aClass } from '../sections/catalogue/classes/class.fixture.ts'
import { FoldedRows } from './folded-rows.tsx'

componentTests()
afterEach(() => {
  vi.restoreAllMocks()
  document.documentElement.style.fontSize = ''
})

/** jsdom has no layout, so the test says how wide the list is. */
function openClasses(width: number) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  document.documentElement.style.fontSize = '16px'
  const wire = stubWire()
  wire.answer('GET /api/admin/AdminClasses', { json: [aClass] })
  return openSection(wire, 'classes')
}
const names = (part: HTMLElement) =>
  within(part)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)

test.each([360, 672, 879])(
  'a record of a list of %s px is folded, and has Delete only behind its arrow',
  async (width) => {
    const { user } = openClasses(width)
    const folded = await screen.findByRole('listitem', { name: aClass.title })
    expect(names(folded)).toEqual([
      `View ${aClass.title}`,
      `Edit ${aClass.title}`,
      `Show more of ${aClass.title}`,
    ])
    await press(user, `Show more of ${aClass.title}`)
    const open = screen.getByRole('listitem', { name: aClass.title })
    expect(names(open)).toContain(`Delete ${aClass.title}`)
    const fold = within(open).getByRole('button', { name: `Show less of ${aClass.title}` })
    expect(document.activeElement).toBe(fold)
  },
)

test('a record of a list of 880 px is not folded', async () => {
  openClasses(880)
  const row = await screen.findByRole('listitem', { name: aClass.title })
  expect(names(row)).toContain(`Delete ${aClass.title}`)
  expect(names(row)).not.toContain(`Show more of ${aClass.title}`)
})

test('a fact that a record of a wide list lacks leaves its place empty', () => {
  const rows = [
    { name: 'Posies', day: '1 Dec', place: 'Garden Hall', note: '' },
    { name: 'Garlands', day: '', place: 'Jasmine Studio', note: '' },
  ]
  const columns = (['name', 'note', 'day', 'place'] as const).map((key) => ({
    header: key,
    text: (row: (typeof rows)[number]) => row[key],
  }))
  const name = ({ name }: (typeof rows)[number]) => name
  drawn(<FoldedRows {...{ rows, columns }} labelledBy="" rowKey={name} rowName={name} isLong />)
  const facts = (record: string) =>
    [...screen.getByRole('listitem', { name: record }).querySelectorAll('[title]:not([title=""])')].map(
      (line) => line.textContent,
    )
  expect(facts('Posies')).toEqual(['Posies', '1 Dec', 'Garden Hall'])
  expect(facts('Garlands')).toEqual(['Garlands', '\u00a0', 'Jasmine Studio'])
})
