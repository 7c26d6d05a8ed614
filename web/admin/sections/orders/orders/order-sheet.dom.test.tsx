import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Order } from '../../../../../contract/orders/orders.ts'
import { componentTests, drawn } from '../../../../../tests/harness/component.tsx'
import { item } from './order.fixture.ts'
import { PrintOrdersDialog } from './order-sheet.tsx'

componentTests()

const orderOf = (ordernumber: string) =>
  ({
    id: ordernumber,
    ordernumber,
    customername: 'Kavitha Raman',
    email: 'kavitha@mail.example',
    phone: '9840012345',
    items: [1, 2, 3, 4].map(item),
    total: 1000,
    subtotal: 1000,
    deliverycharge: 0,
    discountamount: 0,
    paymentmethod: 'UPI',
    paymentstatus: 'pending',
    status: 'shipped',
    createdat: '2026-03-02T06:30:00.000Z',
    day: null,
    slot: null,
    occasion: 'Anniversary',
    requirements: 'No lilies.',
  }) as unknown as Order

test('each order is printed on its own sheet, with all items, the occasion and the requirements', async () => {
  drawn(<PrintOrdersDialog open onClose={() => undefined} orders={['MF-1', 'MF-2'].map(orderOf)} />)
  const dialog = within(await screen.findByRole('dialog', { name: '2 orders to print' }))
  expect(dialog.getAllByRole('table', { name: 'Items' })).toHaveLength(2)
  const sheet = dialog.getByRole('region', { name: 'Order MF-1' }).textContent
  for (const words of ['Kavitha Raman', 'Bouquet 1', 'Bouquet 4', 'Anniversary', 'No lilies.'])
    expect(sheet).toContain(words)
})
