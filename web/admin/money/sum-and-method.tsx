import type { ComponentProps } from 'react'
import { moneyMethodWords } from '../../../contract/money/payment-methods.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { optionsOf } from '../list/list-choices.ts'

/** The fields for a sum and its method. No method is chosen at first, unless the payer reported the payment: staff must choose it for each sum. */
export function SumAndMethod({
  sum,
  method,
}: {
  sum: Omit<ComponentProps<typeof NumberField>, 'label'>
  method: Omit<ComponentProps<typeof SelectField>, 'options'>
}) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberField {...sum} label="Amount" prefix="₹" step={0.01} required />
      <SelectField {...method} placeholder="Choose a method" options={optionsOf(moneyMethodWords)} required />
    </div>
  )
}
