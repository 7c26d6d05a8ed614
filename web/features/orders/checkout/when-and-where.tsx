import { type ComponentProps, type ReactNode, useId } from 'react'
import type { DeliveryDayOptions, DeliveryOption } from '../../../../contract/store/delivery.ts'
import { windowText } from '../../../../contract/store/delivery-hours.ts'
import { dayInWords } from '../../../../contract/words.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { FailedNote } from '../../../ui/failed-note.tsx'
import { FieldError, RequiredMark } from '../../../ui/form-field.tsx'
import { Note } from '../../../ui/note.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { CheckoutField } from './checkout-parts.tsx'
import type { Delivery } from './delivery-choice.ts'
import {
  type Choice,
  closingText,
  dayAndDate,
  dayName,
  dayNote,
  feeText,
  optionsOf,
} from './delivery-choice.ts'
import { isPickup, type Typed } from './typed.ts'

export function WhenAndWhere({
  typed,
  field,
  delivery,
  today,
  choice,
  choose,
  onLaterDays,
  onAskUs,
  refusal,
}: {
  typed: Typed
  field: CheckoutField
  delivery: Delivery['asked']
  today: string
  choice: Choice
  choose: (chosen: { day: string } | { slotId: string }) => void
  onLaterDays: (() => void) | null
  onAskUs: (pincode: string) => void
  refusal: ReactNode
}) {
  const pickup = isPickup(typed)
  const options = delivery?.options
  const refused = options?.reason && !pickup ? options.reason : null
  const isListed = options !== undefined && refused === null
  return (
    <>
      <Place
        way="deliver"
        pincode={{ ...field('pincode'), hidden: pickup, className: pickup ? 'hidden' : 'max-w-60' }}
      />
      <div aria-live="polite" className="flex flex-col gap-5">
        {refused && (
          <Note
            tone="warning"
            title={refused}
            action={
              <Button size="sm" variant="outline" onClick={() => onAskUs(options?.pincode ?? '')}>
                Ask us
              </Button>
            }
          >
            We may still find a way. You can also pick the flowers up at the studio.
          </Note>
        )}
        {options && !pickup && options.zone && (
          <p className="text-sm text-ink-soft">
            We deliver to {options.pincode}, {options.zone}.
          </p>
        )}
      </div>
      <Note tone="error" role="alert">
        {refusal}
      </Note>
      {choice.kind === 'lost' && (
        <Note tone="warning" role="alert">
          {choice.reason}
        </Note>
      )}
      {delivery === null ? (
        <p className="text-ink-soft">
          Days and times appear once the pincode has its six digits, such as 600004.
        </p>
      ) : options === undefined ? (
        delivery.failure !== null ? (
          <FailedNote tone="error" title="The delivery days could not be loaded." of={delivery.query}>
            {delivery.failure || 'Please check your connection and try again.'}
          </FailedNote>
        ) : (
          <DaysAwaited />
        )
      ) : (
        refused === null && (
          <Days
            days={options.days}
            {...{ typed, field, today, choose, onLaterDays, isLoading: delivery.isLoading }}
          />
        )
      )}
      {!isListed && <FieldError id="day-missing">{field('day').error ?? field('slotId').error}</FieldError>}
    </>
  )
}

const ways = [
  { value: 'deliver', label: 'Deliver', detail: 'To a door in and around the city' },
  { value: 'pickup', label: 'Pick up', detail: 'At our studio, without a fee' },
]

export function Place({
  way,
  pincode,
}: {
  way: string
  pincode: Omit<ComponentProps<typeof TextField>, 'label'>
}) {
  return (
    <>
      <RadioCards label="How do the flowers get there?" name="way" options={ways} initial={way} />
      <TextField
        label="Pincode"
        hint="Of the place the flowers go to"
        required
        inputMode="numeric"
        autoComplete="shipping postal-code"
        maxLength={8}
        {...pincode}
      />
    </>
  )
}

function Days({
  days,
  typed,
  field,
  today,
  choose,
  onLaterDays,
  isLoading,
}: {
  days: readonly DeliveryDayOptions[]
  typed: Typed
  field: CheckoutField
  today: string
  choose: (chosen: { day: string } | { slotId: string }) => void
  onLaterDays: (() => void) | null
  isLoading: boolean
}) {
  const pickup = isPickup(typed)
  const chosen = days.find(({ day }) => day === typed.day)
  return (
    <div aria-busy={isLoading} className="flex flex-col gap-5">
      <DayStrip
        {...{ days, today, onLaterDays }}
        isPickup={pickup}
        chosen={typed.day}
        error={field('day').error}
        onChange={(day) => {
          field('day').onChange()
          choose({ day })
        }}
      />
      {chosen ? (
        <SlotChoice
          day={chosen}
          today={today}
          isPickup={pickup}
          chosen={typed.slotId}
          error={field('slotId').error}
          onChange={(slotId) => {
            field('slotId').onChange()
            choose({ slotId })
          }}
        />
      ) : (
        <FieldError id="time-missing">{field('day').error ? null : field('slotId').error}</FieldError>
      )}
    </div>
  )
}

function DaysAwaited() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading the delivery days" className="flex gap-2">
      {[0, 1, 2, 3].map((n) => (
        <Skeleton key={n} className="h-24 flex-1" />
      ))}
    </div>
  )
}

function DayStrip({
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

function SlotChoice({
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
