import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, drawn, stubWire } from '../../../tests/harness/component.tsx'
import { MarkSeatPaidDialog } from './mark-seat-paid.tsx'

componentTests()

test.each([
  ['due', 'Choose a method'],
  ['checking', 'UPI'],
] as const)(
  'for a seat whose payment is %s the dialog first shows the method “%s”',
  async (payment, shown) => {
    stubWire()
    const seat = {
      kind: 'enrolment' as const,
      id: 's1',
      name: 'Kavya Raman',
      reference: 'MAL-7KQ2-M9XA',
      status: 'pending' as const,
      payment,
      amount: '2500.00',
      paid: '0.00',
      due: '2500.00',
      group: null,
    }
    drawn(<MarkSeatPaidDialog open onClose={() => {}} seat={seat} title="Garlands" onChanged={() => {}} />)
    const method = await screen.findByRole('combobox', { name: 'Payment method' })
    const text =
      method instanceof HTMLSelectElement ? method.selectedOptions[0]?.textContent : method.textContent
    expect(text).toBe(shown)
  },
)
