import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSection } from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../../tests/harness/component.tsx'
import { item } from '../../catalogue/classes/class.fixture.ts'

componentTests()

test('the rosters begin with the coming batches, the earliest first, and without those that are over', async () => {
  const wire = stubWire()
  const batches = [
    { ...item, id: 'later', title: 'Garlands', nextbatch: '2099-02-01' },
    { ...item, id: 'over', title: 'Orchids', nextbatch: '2020-02-01' },
    { ...item, id: 'none', title: 'Ikebana', nextbatch: null },
    { ...item, id: 'soon', title: 'Bouquets', nextbatch: '2099-01-01' },
  ]
  wire.answer('GET /api/admin/AdminClasses', { json: batches })
  openSection(wire, 'rosters')
  const list = await screen.findByRole('region', { name: 'Coming batches' })
  expect([...list.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/admin#rosters?course=soon',
    '/admin#rosters?course=later',
  ])
})
