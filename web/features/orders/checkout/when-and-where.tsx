import { type ComponentProps, type ReactNode, useId } from 'react'
import type { DeliveryDayOptions, DeliveryOption } from '../../../../contract/store/delivery.ts'
import { windowText } from '../../../../contract/store/delivery-hours.ts'
import { dateText, dayInWords, weekdayOf } from '../../../../contract/words.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { FailedNote } from '../../../ui/failed-note.tsx'
import { FieldError, RequiredMark } from '../../../ui/form-field.tsx'
import { ErrorNote, Note } from '../../../ui/note.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import * as text from './checkout.en.tsx'
import type { CheckoutField } from './checkout-parts.tsx'
import type { Delivery } from './delivery-choice.ts'
import { type Choice, closingText, dayNote, feeText, nearDay, optionsOf } from './delivery-choice.ts'
import { isPickup, type Typed } from './typed.ts'

interface WhenAndWhereProps {
  typed: Typed
  field: CheckoutField
  /** Null before a pincode is typed. */
  delivery: Delivery['asked']
  today: string
  choice: Choice
  choose: (chosen: { day: string } | { slotId: string }) => void
  /** Null if no later day can be chosen. */
  onLaterDays: (() => void) | null
  onAskUs: (pincode: string) => void
  refusal: ReactNode
}

export function WhenAndWhere(props: WhenAndWhereProps) {
  const { typed, field, delivery, today, choice, choose, onLaterDays, refusal } = props
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
      <div aria-live="polite" className="flex flex-col gap-5 empty:-mt-5">
        {delivery === null && <p className="text-ink-soft">{text.enterPincode}</p>}
        {refused && (
          <Note
            tone="warning"
            title={refused}
            action={
              <Button size="sm" variant="outline" onClick={() => props.onAskUs(options?.pincode ?? '')}>
                {text.askUs}
              </Button>
            }
          >
            {text.notDelivered}
          </Note>
        )}
        {options && !pickup && options.zone && (
          <p className="text-sm text-ink-soft">
            {text.deliversTo({ pincode: options.pincode ?? '', zone: options.zone })}
          </p>
        )}
      </div>
      <ErrorNote>{refusal}</ErrorNote>
      {choice.kind === 'lost' && (
        <Note tone="warning" role="alert">
          {choice.reason}
        </Note>
      )}
      {delivery === null ? null : options === undefined ? (
        delivery.failure !== null ? (
          <FailedNote tone="error" title={text.daysNotLoaded} of={delivery.query}>
            {delivery.failure || text.checkConnection}
          </FailedNote>
        ) : (
          <div role="status" aria-busy="true" aria-label={text.loadingDays} className="flex gap-2">
            {[0, 1, 2, 3].map((n) => (
              <Skeleton key={n} className="h-24 flex-1" />
            ))}
          </div>
        )
      ) : (
        refused === null && (
          <Days
            days={options.days}
            {...{ typed, field, today, choose, onLaterDays, isLoading: delivery.isLoading }}
          />
        )
      )}
      {/* The days depend on the place, so a missing day is an error only once the place is known. */}
      {!isListed && delivery !== null && (
        <FieldError id="day-missing">{field('day').error ?? field('slotId').error}</FieldError>
      )}
    </>
  )
}

export function Place({
  way,
  pincode,
}: {
  way: string
  pincode: Omit<ComponentProps<typeof TextField>, 'label'>
}) {
  return (
    <>
      <RadioCards label={text.deliveryOrCollection} name="way" options={text.ways} initial={way} />
      <TextField
        label={text.pincode}
        hint={text.pincodeHint}
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
}: Pick<WhenAndWhereProps, 'typed' | 'field' | 'today' | 'choose' | 'onLaterDays'> & {
  days: readonly DeliveryDayOptions[]
  isLoading: boolean
}) {
  const pickup = isPickup(typed)
  const chosen = days.find(({ day }) => day === typed.day)
  const dayField = field('day')
  const slotField = field('slotId')
  return (
    <div aria-busy={isLoading} className="flex flex-col gap-5">
      <Choices
        legend={text.day}
        error={dayField.error}
        className="-mx-5 grid snap-x scroll-px-5 auto-cols-[5.5rem] grid-flow-col gap-2 overflow-x-auto px-5 py-1 sm:mx-0 sm:grid-flow-row sm:grid-cols-7 sm:overflow-visible sm:px-0"
        more={
          onLaterDays && (
            <Button size="sm" variant="quiet" className="mt-1 -ml-2" onClick={onLaterDays}>
              {text.showLaterDays}
            </Button>
          )
        }
      >
        {(radio) =>
          days.map((one) => (
            <Day
              key={one.day}
              day={one.day}
              name={nearDay(one.day, today) ?? weekdayOf(one.day).slice(0, 3)}
              note={dayNote(optionsOf(one, pickup))}
              {...radio}
              checked={one.day === typed.day}
              onChange={() => {
                dayField.onChange()
                choose({ day: one.day })
              }}
            />
          ))
        }
      </Choices>
      {chosen ? (
        <Choices
          legend={text.timeOn({ day: dateText(chosen.day) })}
          error={slotField.error}
          className="grid gap-2 sm:grid-cols-2"
        >
          {(radio) =>
            optionsOf(chosen, pickup).map((option) => (
              <Slot
                key={option.slotId}
                option={option}
                {...radio}
                checked={option.slotId === typed.slotId && option.reason === null}
                onChange={() => {
                  slotField.onChange()
                  choose({ slotId: option.slotId })
                }}
              />
            ))
          }
        </Choices>
      ) : (
        <FieldError id="time-missing">{dayField.error ? null : slotField.error}</FieldError>
      )}
    </div>
  )
}

function Choices({
  legend,
  error,
  className,
  more,
  children,
}: {
  legend: string
  error: string | null
  className: string
  more?: ReactNode
  children: (radio: Pick<ComponentProps<'input'>, 'aria-describedby'>) => ReactNode
}) {
  const id = useId()
  const described = error ? id : undefined
  return (
    <fieldset aria-describedby={described} className="min-w-0">
      <legend className="mb-1 font-bold">
        {legend}
        <RequiredMark />
      </legend>
      <div className={className}>{children({ 'aria-describedby': described })}</div>
      {more}
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  )
}

function Day({
  day,
  name,
  note,
  ...radio
}: ComponentProps<'input'> & { day: string; name: string; note: ReturnType<typeof dayNote> }) {
  return (
    <label
      className={cx(
        'choice relative flex snap-start flex-col items-center justify-center px-1 py-2 text-center',
        !note.isOpen && 'text-ink-soft',
      )}
    >
      <input
        {...radio}
        type="radio"
        name="day"
        value={day}
        aria-label={text.dayAndNote({ day: dayInWords(day), note: note.text })}
        className="absolute inset-0 appearance-none rounded-sm"
      />
      <span aria-hidden="true" className="text-sm">
        {name}
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

const fewLeft = 3

function Slot({ option, ...radio }: ComponentProps<'input'> & { option: DeliveryOption }) {
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
        {...radio}
        type="radio"
        name="slotId"
        value={slotId}
        disabled={reason !== null}
        className="tick rounded-full"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-bold">{windowText(option)}</span>
        <span className="block text-sm text-ink-soft">
          {name}
          {' · '}
          {reason ?? closingText(option)}
          {reason === null && isShort && ` · ${text.timesLeft({ count: left })}`}
        </span>
      </span>
      {reason === null && <span className="shrink-0">{feeText(option.fee)}</span>}
    </label>
  )
}
