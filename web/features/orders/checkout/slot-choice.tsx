import { useId } from 'react'
import type { DeliveryDayOptions, DeliveryOption } from '../../../../contract/store/delivery.ts'
import { windowText } from '../../../../contract/store/delivery-hours.ts'
import { cx } from '../../../ui/class-names.ts'
import { FieldError, RequiredMark } from '../../../ui/form-field.tsx'
import { closingText, dayAndDate, feeText, optionsOf } from './delivery-choice.ts'

/** The times of one day: each shows its fee and its order deadline, or why it cannot be chosen. */
export function SlotChoice({
  day,
  today,
  isPickup,
  chosen,
  error,
  onChange,
}: {
  day: DeliveryDayOptions
  today: string
  isPickup: boolean
  chosen: string | undefined
  error: string | null
  onChange: (slotId: string) => void
}) {
  const id = useId()
  const options = optionsOf(day, isPickup)
  return (
    <fieldset aria-describedby={error ? id : undefined} className="min-w-0">
      <legend className="mb-1 font-bold">
        Time for {dayAndDate(day.day, today).replace(/^To/, 'to')}
        <RequiredMark />
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <Slot
            key={option.slotId}
            option={option}
            isChosen={option.slotId === chosen && option.reason === null}
            describedBy={error ? id : undefined}
            onChange={onChange}
          />
        ))}
      </div>
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  )
}

/** The page tells the number of places left from this number down. */
const fewLeft = 3

function Slot({
  option,
  isChosen,
  describedBy,
  onChange,
}: {
  option: DeliveryOption
  isChosen: boolean
  describedBy: string | undefined
  onChange: (slotId: string) => void
}) {
  const { slotId, name, reason, left } = option
  const isShort = left !== null && left <= fewLeft
  return (
    <label
      className={cx(
        'choice flex min-h-14 items-center gap-3 px-4 py-2.5',
        reason !== null && 'bg-sunk text-ink-soft',
      )}
    >
      <input
        type="radio"
        name="slotId"
        value={slotId}
        checked={isChosen}
        disabled={reason !== null}
        aria-describedby={describedBy}
        onChange={() => onChange(slotId)}
        className="tick rounded-full"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-bold">{windowText(option)}</span>
        <span className="block text-sm text-ink-soft">
          {name}
          {' · '}
          {reason ?? closingText(option)}
          {reason === null && isShort && ` · ${left} left`}
        </span>
      </span>
      {reason === null && <span className="shrink-0">{feeText(option.fee)}</span>}
    </label>
  )
}
