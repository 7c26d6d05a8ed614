import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, drawn, stubWire } from '../../../../tests/harness/component.tsx'
import OwnOrders from './own-orders.tsx'

componentTests()

test('orders that could not be loaded appear after “Try again”; an empty list of orders links to the store', async () => {
  const wire = stubWire()
  wire.answer('GET /api/orders', { status: 500, json: null })
  const { user } = drawn(<OwnOrders />)
  await screen.findByText('We couldn’t load your orders.')
  wire.answer('GET /api/orders', { json: { success: true, data: [] } })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No orders yet')
  expect(screen.getByRole('link', { name: 'Visit the store' }).getAttribute('href')).toBe('/store')
})
