import { cancelSentence } from '../../../../../contract/orders/cancellation.ts'
import type {
  DeliveryDayOptions,
  DeliveryOption,
  DeliveryOptions,
} from '../../../../../contract/store/delivery.ts'
import { pincodeSentence } from '../../../../../contract/store/delivery-facts.ts'
import { windowText } from '../../../../../contract/store/delivery-hours.ts'
import { CallOrChat } from '../../../../lib/without-scripts.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Note } from '../../../../ui/note.tsx'
import { type Choice, closingText, dayAndDate, dayNote, feeText, optionsOf } from '../delivery-choice.ts'
import { isPickup } from '../typed.ts'
import { Place } from '../when-and-where.tsx'
import type { PlainTyped } from './plain-order.ts'
import { daysShown, moreDays } from './plain-queries.ts'

interface WhereProps {
  typed: PlainTyped
  /** Undefined while no place is given, or if the days could not be loaded. */
  options: DeliveryOptions | undefined
  isAsked: boolean
  choice: Choice
  fields: Record<string, string>
  focused: string | undefined
  today: string
  now: number
  method: 'get' | 'post'
}

export function PlainWhere(props: WhereProps) {
  const { typed, options, isAsked, choice, fields, focused, today, method } = props
  const refused = !isPickup(typed) && options?.reason
  const pincodeError = fields['pincode'] ?? (typed.way && !isAsked ? pincodeSentence : null)
  const timeError = fields['day'] ?? fields['slotId']
  const isChosen = choice.kind === 'open'
  const asked = (
    <>
      <Place
        way={typed.way ?? 'deliver'}
        pincode={{
          name: 'pincode',
          defaultValue: typed.pincode,
          error: pincodeError,
          className: 'max-w-60',
          ...(focused === 'pincode' && { autoFocus: true }),
        }}
      />
      <Button
        type="submit"
        formMethod={method}
        formAction="/checkout#where"
        variant={isAsked && !pincodeError ? 'outline' : 'primary'}
        className="self-start"
      >
        Show days and times
      </Button>
      {refused && (
        <Note tone="warning" title={refused}>
          We may still find a way: please <CallOrChat />. You can also pick the flowers up at the studio.
        </Note>
      )}
      {isAsked && options === undefined && (
        <Note tone="error" role="alert">
          The delivery days could not be loaded. Please press the button once more.
        </Note>
      )}
      {options && !refused && <PlainDays {...props} options={options} />}
    </>
  )
  return (
    <>
      {choice.kind === 'lost' && (
        <Note tone="warning" role="alert">
          {choice.reason}
        </Note>
      )}
      {timeError && !isChosen && (
        <Note tone="error" role="alert">
          Please choose a day and a time.
        </Note>
      )}
      {isChosen && typed.day ? (
        <>
          <p className="text-lg">
            <strong>
              {dayAndDate(typed.day, today)}, {windowText(choice.option)}
            </strong>
            {!isPickup(typed) && `, to ${options?.pincode}`}
          </p>
          <details open={Boolean(pincodeError)} className="border-y border-line">
            <summary className="flex min-h-12 items-center link">Choose another day, time or place</summary>
            <div className="flex flex-col gap-5 pt-2 pb-5">{asked}</div>
          </details>
        </>
      ) : (
        asked
      )}
    </>
  )
}

function PlainDays({
  typed,
  options,
  choice,
  today,
  now,
  method,
}: WhereProps & { options: DeliveryOptions }) {
  const pickup = isPickup(typed)
  const openOf = (day: DeliveryDayOptions) => optionsOf(day, pickup).filter(({ reason }) => reason === null)
  const days = options.days.filter((day) => openOf(day).length > 0)
  const later = moreDays(daysShown(typed.days))
  const [first] = days
  const unfolded = days.some(({ day }) => day === typed.day) ? typed.day : first?.day
  return (
    <div role="group" aria-label="Day and time" className="flex flex-col">
      {first === undefined && (
        <Note tone="warning">
          {options.days.flatMap((day) => optionsOf(day, pickup)).find(({ reason }) => reason)?.reason ??
            'There is no time to choose in these days.'}
        </Note>
      )}
      {days.map((day) => (
        <details key={day.day} name="day" open={day.day === unfolded} className="border-t border-line">
          <summary className="flex min-h-12 items-center gap-4 py-2">
            <span className="flex-1 font-bold">{dayAndDate(day.day, today)}</span>
            <span className="text-ink-soft">{dayNote(optionsOf(day, pickup)).text}</span>
          </summary>
          <div className="flex flex-col gap-2 pb-5">
            {openOf(day).map((option) => (
              <Time
                key={option.slotId}
                day={day.day}
                option={option}
                isChosen={
                  choice.kind === 'open' && typed.day === day.day && choice.option.slotId === option.slotId
                }
                today={today}
                method={method}
              />
            ))}
            <p className="text-sm text-ink-soft">{cancelSentence(now, day.day, now)}.</p>
          </div>
        </details>
      ))}
      {later !== null && (
        <Button
          type="submit"
          name="days"
          value={later}
          formMethod={method}
          formAction="/checkout#where"
          size="sm"
          variant="quiet"
          className="mt-1 -ml-2 self-start"
        >
          Show later days
        </Button>
      )}
    </div>
  )
}

function Time({
  day,
  option,
  isChosen,
  today,
  method,
}: {
  day: string
  option: DeliveryOption
  isChosen: boolean
  today: string
  method: 'get' | 'post'
}) {
  return (
    <button
      type="submit"
      name="slot"
      value={`${day} ${option.slotId}`}
      formMethod={method}
      formAction="/checkout#whom"
      className="choice flex min-h-14 items-center gap-3 px-4 py-2.5 text-left"
    >
      <span className="min-w-0 flex-1">
        <span className="sr-only">{dayAndDate(day, today)}, </span>
        <span className="block font-bold">{windowText(option)}</span>
        <span className="block text-sm text-ink-soft">
          {option.name} · {closingText(option)}
          {isChosen && ' · chosen'}
        </span>
      </span>
      <span className="shrink-0">{feeText(option.fee)}</span>
    </button>
  )
}
