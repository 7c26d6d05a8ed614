import { useId } from 'react'
import { type DeliveryWay, deliveryWays } from '../../../../../contract/store/delivery-facts.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { FieldError } from '../../../../ui/form-field.tsx'

const names: Record<DeliveryWay, string> = {
  standard: 'Standard',
  express: 'Express',
  midnight: 'Midnight',
  pickup: 'Pickup at the studio',
}

/** The order is that of `deliveryWays`. */
export function waysIn(text: string): DeliveryWay[] {
  const typed = text.split(',').map((way) => way.trim())
  return deliveryWays.filter((way) => typed.includes(way))
}

export function waysInWords(text: string): string {
  return waysIn(text)
    .map((way) => names[way])
    .join(', ')
}

export function WaysField({
  value,
  onChange,
  error,
}: {
  /** The text is comma-separated. */
  value: string
  onChange: (value: string) => void
  error: string | null
}) {
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
            onChange={({ target }) =>
              onChange(
                deliveryWays
                  .filter((one) => (one === way ? target.checked : chosen.includes(one)))
                  .join(', '),
              )
            }
          />
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
