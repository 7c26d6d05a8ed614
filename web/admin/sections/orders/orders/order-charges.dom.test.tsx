import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, drawn, stubWire } from '../../../../../tests/harness/component.tsx'
import { order as anOrder } from '../../../records.fixture.ts'
import { PaymentOfOrderDialog } from './order-charges.tsx'

componentTests()

test.each([
  [false, 'Choose a method'],
  [true, 'UPI'],
] as const)(
  'for an order whose payment is reported (%s) the dialog first shows the method “%s”',
  async (isReported, shown) => {
    stubWire()
    const order = { ...anOrder, isReported }
    drawn(<PaymentOfOrderDialog open onClose={() => {}} order={order} onChanged={() => {}} />)
    const method = await screen.findByRole('combobox', { name: 'Payment method' })
    const text =
      method instanceof HTMLSelectElement ? method.selectedOptions[0]?.textContent : method.textContent
    expect(text).toBe(shown)
  },
)
