import { expect, test } from 'vitest'
import type { SearchHit } from '../../../contract/system/search.ts'
import { byGroup, matching, type PaletteItem, recordItems } from './palette-items.ts'

const item = (label: string, words?: string, group: PaletteItem['group'] = 'Actions'): PaletteItem => ({
  id: label,
  label,
  group,
  run: () => undefined,
  ...(words && { words }),
})
const items = [
  item('Sign out', 'log off'),
  item('Event & Class Enrollments'),
  item('Classes'),
  item('Add Class'),
]
const found = (typed: string) => matching(items, typed).map(({ label }) => label)

test('the command palette offers every entry while nothing is typed', () => {
  expect(found('  ')).toHaveLength(4)
})

test('typed words match the beginnings of words in any order; entries that begin with the typed text come first', () => {
  expect(found('cl')).toEqual(['Classes', 'Event & Class Enrollments', 'Add Class'])
  expect(found('class add')).toEqual(['Add Class'])
  expect(found('LOG')).toEqual(['Sign out'])
  expect(found('lass')).toEqual([])
})

test('entries of one group are shown together, at the position of the group’s first entry', () => {
  const mixed = [
    item('Classes', '', 'Sections'),
    item('Clear', ''),
    item('Money Desk', 'class', 'Sections'),
    item('Add Class'),
  ]
  const labels = (all: readonly PaletteItem[]) =>
    byGroup(all).map(({ group, items }) => [group, items.map(({ label }) => label)])
  expect(labels(mixed)).toEqual([
    ['Sections', ['Classes', 'Money Desk']],
    ['Actions', ['Clear', 'Add Class']],
  ])
  expect(labels(mixed.slice(1)).map(([group]) => group)).toEqual(['Actions', 'Sections'])
})

test('the command palette offers a found record only if its section is available, and opens it there', () => {
  const hit = (kind: SearchHit['kind']): SearchHit => ({
    kind,
    id: '1',
    title: 'Meena',
    detail: 'x',
    q: 'E-1',
  })
  const gone: unknown[] = []
  const lines = recordItems(
    [hit('enrolment'), hit('order'), hit('account')],
    (id) => id === 'event-class-enrollments',
    (...to) => gone.push(to),
  )
  expect(lines.map(({ detail }) => detail)).toEqual(['Class enrolment: x'])
  lines[0]?.run()
  expect(gone).toEqual([['event-class-enrollments', { q: 'E-1', open: '1' }]])
})
