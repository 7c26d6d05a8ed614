import type { ReactNode } from 'react'
import { paymentMethodHints, paymentMethods } from '../../../../contract/money/payment-methods.ts'
import {
  type Substitution,
  substitutions,
  substitutionWords,
} from '../../../../contract/orders/order-facts.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Note } from '../../../ui/note.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import type { CheckoutField } from './checkout-field.ts'

const substitutionHints: Record<Substitution, string> = {
  'same-worth': 'The florist chooses, and nothing is late',
  ask: 'We ring you from the market',
  refund: 'The rest comes as it is',
}

export function PayPart({
  field,
  coupon,
  cancelSentence,
}: {
  field: CheckoutField
  coupon: ReactNode
  /** The cancelling terms of this very order; null while no day is chosen. */
  cancelSentence: string | null
}) {
  const { name, error, onChange, defaultValue } = field('acceptsTerms')
  return (
    <>
      <RadioCards
        label="How would you like to pay?"
        required
        options={paymentMethods.map((value) => ({ value, label: value, detail: paymentMethodHints[value] }))}
        {...radio(field('paymentMethod'))}
      />
      {coupon}
      <RadioCards
        label="If a flower is not at the market that morning"
        required
        options={substitutions.map((value) => ({
          value,
          label: substitutionWords[value],
          detail: substitutionHints[value],
        }))}
        {...radio(field('substitution'))}
      />
      {cancelSentence !== null && <Note>{`${cancelSentence}.`}</Note>}
      <Checkbox
        label={
          <>
            I accept the{' '}
            <a className="link" href="/terms" target="_blank" rel="noopener">
              terms
            </a>
          </>
        }
        {...{ name, error, onChange }}
        defaultChecked={defaultValue === 'yes'}
      />
    </>
  )
}

export function NothingYet() {
  return (
    <p className="text-center text-sm text-ink-soft">
      Nothing is charged before the next page. You need no account.
    </p>
  )
}

/** A radio takes its initial choice as `initial`, because `defaultValue` would set its value. */
const radio = ({ name, error, onChange, defaultValue: initial }: ReturnType<CheckoutField>) => ({
  name,
  error,
  onChange,
  ...(initial !== undefined && { initial }),
})
