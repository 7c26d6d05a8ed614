import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fieldIn, fill, openSection, press } from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../../tests/harness/component.tsx'
import { product } from '../../../records.fixture.ts'

componentTests()

test('a product that is added without images is not said to have some', async () => {
  const wire = stubWire()
  wire.answer('GET /api/admin/products', { json: [] })
  const added = wire.answer('POST /api/admin/products', { json: { ...product, pictures: [] } })
  const { user } = openSection(wire, 'products')
  await press(user, 'Add Product')
  const form = within(await screen.findByRole('dialog'))
  for (const [label, typed] of [
    ['Name', 'Rose box'],
    ['Price', '80'],
    ['Stock quantity', '4'],
    ['Description', 'Roses in a box.'],
  ] as const)
    await fill(user, fieldIn(form, label), typed)
  await press(user, 'Add Product', form)
  await screen.findByText('Product created successfully')
  expect(added).toHaveLength(1)
})
