import type { ReactNode } from 'react'
import { paymentMethodHints, paymentMethods } from '../../../../contract/money/payment-methods.ts'
import {
  type Substitution,
  substitutions,
  substitutionWords,
} from '../../../../contract/orders/order-facts.ts'
import type { CheckoutForm } from '../../../../contract/orders/store-orders.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Chevron } from '../../../ui/glyphs.tsx'
import { Note } from '../../../ui/note.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { TextField } from '../../../ui/text-field.tsx'

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

export function Part({
  id,
  number,
  title,
  given,
  children,
}: {
  id?: string
  number: number
  title: string
  given: ReactNode
  children: ReactNode
}) {
  return (
    <details id={id} open className="group border-t border-line first:border-t-0">
      <summary className="grid min-h-14 list-none grid-cols-[auto_1fr_auto] items-center gap-x-3 py-4 [&::-webkit-details-marker]:hidden">
        <span
          aria-hidden="true"
          className="petal row-span-2 grid size-9 place-items-center bg-leaf-tint font-display text-lg text-leaf-ink"
        >
          {number}
        </span>
        <h2 className="text-xl">{title}</h2>
        <span className="row-span-2 rotate-90 text-ink-soft transition-transform group-open:-rotate-90">
          <Chevron />
        </span>
        <span className="text-sm text-ink-soft group-open:hidden">{given || 'Not yet filled in'}</span>
      </summary>
      <div className="flex flex-col gap-5 pt-2 pb-8">{children}</div>
    </details>
  )
}

export function FromWhom({ field }: { field: CheckoutField }) {
  return (
    <>
      <TextField label="Your name" required autoComplete="name" maxLength={120} {...field('customername')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Your e-mail"
          hint="We write when the flowers leave and arrive"
          type="email"
          required
          autoComplete="email"
          {...field('email')}
        />
        <TextField
          label="Your phone"
          hint="From abroad: begin with + and the country"
          type="tel"
          required
          autoComplete="tel"
          maxLength={24}
          {...field('phone')}
        />
      </div>
    </>
  )
}

/** The props of a field; an edit clears its refusal. */
export type CheckoutField = (name: keyof CheckoutForm) => {
  name: string
  defaultValue: string | undefined
  error: string | null
  onChange: () => void
}
