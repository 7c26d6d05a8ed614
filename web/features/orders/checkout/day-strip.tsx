import { useId } from 'react'
import type { DeliveryDayOptions } from '../../../../contract/store/delivery.ts'
import { dayInWords } from '../../../../contract/words.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { FieldError, RequiredMark } from '../../../ui/form-field.tsx'
import { dayName, dayNote, optionsOf } from './delivery-choice.ts'

/** A strip to swipe on a phone, and a sheet of weeks on larger screens. */
export function DayStrip({
  days,
  today,
  isPickup,
  chosen,
  error,
  onChange,
  onLaterDays,
}: {
  days: readonly DeliveryDayOptions[]
  today: string
  isPickup: boolean
  chosen: string | undefined
  error: string | null
  onChange: (day: string) => void
  onLaterDays: (() => void) | null
}) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined} className="min-w-0">
      <legend className="mb-1 font-bold">
        Day
        <RequiredMark />
      </legend>
      <div className="-mx-5 grid snap-x scroll-px-5 auto-cols-[5.5rem] grid-flow-col gap-2 overflow-x-auto px-5 py-1 sm:mx-0 sm:grid-flow-row sm:grid-cols-7 sm:overflow-visible sm:px-0">
        {days.map((day) => (
          <Day
            key={day.day}
            day={day}
            name={dayName(day.day, today)}
            note={dayNote(optionsOf(day, isPickup))}
            isChosen={day.day === chosen}
            describedBy={error ? id : undefined}
            onChange={onChange}
          />
        ))}
      </div>
      {onLaterDays && (
        <Button size="sm" variant="quiet" className="mt-1 -ml-2" onClick={onLaterDays}>
          Show later days
        </Button>
      )}
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  )
}

function Day({
  day: { day },
  name,
  note,
  isChosen,
  describedBy,
  onChange,
}: {
  day: DeliveryDayOptions
  name: string
  note: { text: string; isOpen: boolean }
  isChosen: boolean
  describedBy: string | undefined
  onChange: (day: string) => void
}) {
  return (
    <label
      className={cx(
        'choice relative flex snap-start flex-col items-center justify-center px-1 py-2 text-center',
        !note.isOpen && 'text-ink-soft',
      )}
    >
      <input
        type="radio"
        name="day"
        value={day}
        checked={isChosen}
        aria-label={`${dayInWords(day)}, ${note.text}`}
        aria-describedby={describedBy}
        onChange={() => onChange(day)}
        className="absolute inset-0 appearance-none rounded-sm"
      />
      <span aria-hidden="true" className="text-sm">
        {/* oxlint-disable-next-line malar/whole-letters -- a weekday */}
        {/(?:day)$/.test(name) && name !== 'Today' ? name.slice(0, 3) : name}
      </span>
      <span aria-hidden="true" className="font-display text-xl">
        {Number(day.slice(8))}
      </span>
      <span aria-hidden="true" className="text-sm leading-tight text-ink-soft">
        {note.text}
      </span>
    </label>
  )
}
