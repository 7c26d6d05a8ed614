import { useId } from 'react'
import { type DeliveryWay, deliveryWays } from '../../../../../contract/store/delivery-facts.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { FieldError } from '../../../../ui/form-field.tsx'
import type { CustomInput } from '../../../record-form.tsx'

const names: Record<DeliveryWay, string> = {
  standard: 'Standard',
  express: 'Express',
  midnight: 'Midnight',
  pickup: 'Pickup at the studio',
}

export function waysIn(text: string): DeliveryWay[] {
  const typed = text.split(',').map((way) => way.trim())
  return deliveryWays.filter((way) => typed.includes(way))
}

export function waysInWords(text: string): string {
  return waysIn(text)
    .map((way) => names[way])
    .join(', ')
}

/** The value is comma-separated. */
export function WaysField({ value, onChange, error }: CustomInput) {
  const id = useId()
  const chosen = waysIn(value)
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-bold">Delivery</legend>
      <div className="flex flex-wrap gap-x-6">
        {deliveryWays.map((way) => (
          <Checkbox
            key={way}
            label={names[way]}
            checked={chosen.includes(way)}
            onChange={({ target }) => {
              const isOn = (one: DeliveryWay) => (one === way ? target.checked : chosen.includes(one))
              onChange(deliveryWays.filter(isOn).join(', '))
            }}
          />
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
