import type { ComponentProps, ReactNode } from 'react'
import type { DeliveryDayOptions } from '../../../../contract/store/delivery.ts'
import { Button } from '../../../ui/button.tsx'
import { FailedNote } from '../../../ui/failed-note.tsx'
import { FieldError } from '../../../ui/form-field.tsx'
import { Note } from '../../../ui/note.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { CheckoutField } from './checkout-field.ts'
import { DayStrip } from './day-strip.tsx'
import type { Choice } from './delivery-choice.ts'
import { SlotChoice } from './slot-choice.tsx'
import { isPickup, type Typed } from './typed.ts'
import type { Delivery } from './use-delivery.ts'

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
  /** Null while no pincode is typed. */
  delivery: Delivery['asked']
  /** The school's date, by which days are named. */
  today: string
  choice: Choice
  choose: (chosen: { day: string } | { slotId: string }) => void
  /** Null if no later day can be chosen. */
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
