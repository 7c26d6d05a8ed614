import { useId } from 'react'
import { type DeliveryWay, deliveryWays } from '../../../../../contract/store/delivery-facts.ts'
import { FieldGroup } from '../../../../ui/field-group.tsx'
import type { CustomInput } from '../../../record-form.tsx'
import { Ticks } from '../../../ticks.tsx'

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

/** A field whose value is a text of ways of delivery separated by commas. */
export function WaysField({ value, onChange, error }: CustomInput) {
  const id = useId()
  return (
    <FieldGroup id={id} label="Delivery" error={error} className="gap-0">
      <div className="flex flex-wrap gap-x-6">
        <Ticks
          options={deliveryWays.map((way) => [way, names[way]])}
          ticked={waysIn(value)}
          onTick={(ticked) => onChange(waysIn(ticked.join()).join(', '))}
        />
      </div>
    </FieldGroup>
  )
}
