import { useQuery } from '@tanstack/react-query'
import {
  type ComponentType,
  type FormEvent,
  useEffect,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import type { DeliveryOptions } from '../../../../contract/store/delivery.ts'
import { pincodePattern, pincodeSentence } from '../../../../contract/store/delivery-facts.ts'
import { withNight } from '../../../../contract/store/delivery-hours.ts'
import { dateText, dayText, formatRupees, weekdayOf } from '../../../../contract/words.ts'
import { query } from '../../../lib/query.ts'
import { storage } from '../../../lib/storage.ts'
import { onStoredChange, tellStoredChange } from '../../../lib/stored-changes.ts'
import { useSchoolToday } from '../../../lib/use-school-today.ts'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { type Openable, useDialog } from '../../../ui/lazy-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { untilNext } from './catalogue.ts'
import * as text from './delivery-check.en.tsx'
import { askForDay, collectOnly } from './product-facts.en.tsx'
import type { Deliverable } from './product-facts.ts'

export type AskUs = ComponentType<Openable & { known: { enquiry: 'Bouquet'; question: string } }>

export type DeliveryWords = (product: Deliverable) => string

export interface DeliveryCheckProps {
  product?: Deliverable
  /**
   * Receives a function that makes the delivery text of a product card for the chosen place and day; null if the times
   * are unknown. The function is wrapped in another one, because the receiver is a React state setter.
   */
  onWords?: (words: (() => DeliveryWords) | null) => void
  enquiry: AskUs
}

const daysAhead = 29

export default function DeliveryCheck({ product, onWords, enquiry: Enquiry }: DeliveryCheckProps) {
  const title = useId()
  const { show, dialog } = useDialog()
  const [error, setError] = useState<string | null>(null)
  const { today, pincode, wished, result, options, words, ask } = useDelivery()
  useEffect(() => onWords?.(words && (() => words)), [onWords, words])
  function check(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const where = String(typed.get('pincode')).replace(/[\s-]/g, '')
    const isRight = pincodePattern.test(where)
    setError(isRight ? null : pincodeSentence)
    if (isRight) {
      ask(where, String(typed.get('day')) || null)
      // The pincode is unchanged, but its last check failed. So the check is repeated.
      if (where === pincode && options === null) void result.refetch()
    } else (event.currentTarget.elements.namedItem('pincode') as HTMLElement).focus()
  }
  const question = wished
    ? text.questionForDay({ pincode, day: dayText(wished) })
    : text.question({ pincode })
  return (
    <section aria-labelledby={title} className="petal bg-leaf-tint p-4 noscript:hidden print:hidden">
      <h2 id={title} className="text-lg">
        {text.heading}
      </h2>
      <form
        noValidate
        method="dialog"
        onSubmit={check}
        className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] items-start gap-3"
      >
        {/* The stored pincode and day are known only after hydration. They fill the fields unless something was
            typed. */}
        <TextField
          label={text.deliverTo}
          name="pincode"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={8}
          defaultValue={pincode}
          error={error}
          onChange={() => setError(null)}
        />
        <DateField
          label={text.deliveryDay}
          placeholder={text.anyDay}
          name="day"
          min={today}
          max={dayAfter(today, daysAhead)}
          defaultValue={wished ?? ''}
        />
        <div className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" size="sm" busy={result.isFetching}>
            {text.check}
          </Button>
          <div aria-live="polite" className={product ? 'w-full' : 'flex-1 text-sm'}>
            {pincode === '' ? (
              <p className="text-ink-soft">{text.enterPincode}</p>
            ) : result.isPending ? null : options === null ? (
              <p>{text.notLoaded}</p>
            ) : options.reason !== null ? (
              <p>
                {text.reason({ reason: options.reason })}{' '}
                <button
                  type="button"
                  className="link inline-flex min-h-11 items-center"
                  onClick={() =>
                    // oxlint-disable-next-line malar/text-in-catalogue -- a value of the API
                    show((props) => <Enquiry {...props} known={{ enquiry: 'Bouquet', question }} />)
                  }
                >
                  {text.askUs}
                </button>
              </p>
            ) : product ? (
              <FirstTimes delivery={{ options, today, wished }} product={product} />
            ) : (
              <p className="text-leaf-ink">{text.zoneFound({ zone: options.zone ?? '' })}</p>
            )}
          </div>
        </div>
      </form>
      {dialog}
    </section>
  )
}

function FirstTimes({
  delivery,
  product,
}: {
  delivery: Pick<Delivery, 'options' | 'today' | 'wished'>
  product: Deliverable
}) {
  const { options, today, wished } = delivery
  if (options === null) return null
  const first = firstDelivery(product, options, today, wished)
  if (first === null) return <p>{text.noDay({ days: daysAsked })}</p>
  const ofDay = options.days.find(({ day }) => day === first.day)?.options ?? []
  const open = ofDay.filter(({ reason, way }) => reason === null && product.ways.includes(way))
  const refused = options.days
    .find(({ day }) => day === wished)
    ?.options.find(({ reason }) => reason !== null)
  return (
    <>
      {wished !== null && wished !== first.day && (
        <p className="text-ink-soft">
          {refused?.reason
            ? text.notOnDayBecause({ day: dayText(wished), reason: refused.reason })
            : text.notOnDay({ day: dayText(wished) })}
        </p>
      )}
      <p className="font-bold text-leaf-ink">{dayFrom(today, first.day)}</p>
      <ul>
        {open.map(({ slotId, way, from, to, fee }) => (
          <li key={slotId} className="flex justify-between gap-4">
            <span>
              {windowInWords(from, to)}
              {way !== 'standard' && <span className="text-ink-soft"> · {text.ways[way]}</span>}
            </span>
            <span className="text-ink-soft">{fee === 0 ? text.free : formatRupees(fee)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The pincode and the day, stored for this visit as one text such as `600004 2026-11-28`. */
const kept = storage('deliverTo', 'sessionStorage')
/** The same text in memory if the browser's storage is off. */
let unsaved: string | null = null
const read = () => kept.read() ?? unsaved

const daysAsked = 30
const fresh = 60_000

type Delivery = ReturnType<typeof useDelivery>

function useDelivery() {
  const today = useSchoolToday()
  const [pincode = '', day = ''] = (useSyncExternalStore(onStoredChange, read, () => null) ?? '').split(' ')
  const result = useQuery({
    ...query('GET /api/delivery-options', { query: { pincode, days: String(daysAsked) } }),
    enabled: pincode !== '',
    staleTime: fresh,
    refetchInterval: ({ state }) => {
      const options = (state.data?.days ?? []).flatMap((day) => day.options)
      return untilNext(options.flatMap(({ reason, closesAt }) => (reason === null ? [closesAt] : [])))
    },
    refetchIntervalInBackground: true,
  })
  const wished = day >= today ? day : null
  const options = (pincode !== '' && result.data) || null
  const words = useMemo(
    () =>
      options && options.reason === null
        ? (product: Deliverable) => deliveryInWords(product, options, today, wished)
        : null,
    [options, today, wished],
  )
  return {
    words,
    today,
    pincode,
    wished,
    result,
    options,
    ask(where: string, when: string | null) {
      const visit = `${where} ${when ?? ''}`
      kept.write(visit)
      unsaved = kept.read() === visit ? null : visit
      tellStoredChange()
    },
  }
}

const dayMs = 24 * 60 * 60_000

export const dayAfter = (day: string, days: number): string =>
  schoolDayOf(Date.parse(`${day}T06:00:00Z`) + days * dayMs)

/** Writes hours in a form that is short enough for a card, such as `2-6 pm` for `14:00` to `18:00`. */
export function windowInWords(from: string, to: string): string {
  const [start, startHalf] = hourInWords(from)
  const [end, endHalf] = hourInWords(to)
  const hours =
    startHalf === endHalf ? `${start}-${end} ${endHalf}` : `${start} ${startHalf}-${end} ${endHalf}`
  return withNight({ from, to }, hours)
}

function hourInWords(time: string): [hour: string, half: string] {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const past = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`
  return [`${hours % 12 || 12}${past}`, hours < 12 ? 'am' : 'pm']
}

function dayFrom(today: string, day: string): string {
  if (day === today) return text.today
  return day === dayAfter(today, 1) ? text.tomorrow : `${weekdayOf(day).slice(0, 3)}, ${dateText(day)}`
}

/**
 * Finds the first delivery day for a product. Returns null if no day is possible. One response of the server serves all
 * products, so the product's lead time and ways of delivery are applied here.
 */
export function firstDelivery(
  { leadDays, ways }: Deliverable,
  { days }: Pick<DeliveryOptions, 'days'>,
  today: string,
  wished: string | null,
): { day: string; from: string; to: string } | null {
  const begin = [wished ?? today, dayAfter(today, leadDays)].reduce((a, b) => (a > b ? a : b))
  for (const { day, options } of [...days].sort((a, b) => (a.day < b.day ? -1 : 1))) {
    if (day < begin) continue
    const [first] = options
      .filter(({ way, reason }) => reason === null && way !== 'pickup' && ways.includes(way))
      .sort((a, b) => minutesOf(a) - minutesOf(b))
    if (first) return { day, from: first.from, to: first.to }
  }
  return null
}

/**
 * Returns the start of a slot in whole hours, for sorting. A midnight slot ends after midnight, so its end is before
 * its start. Few people want it, so it comes last.
 */
const minutesOf = ({ from, to }: { from: string; to: string }) =>
  (to < from ? 24 : 0) + Number.parseInt(from, 10)

export function deliveryInWords(
  product: Deliverable,
  options: Pick<DeliveryOptions, 'days'>,
  today: string,
  wished: string | null,
): string {
  if (product.ways.length > 0 && product.ways.every((way) => way === 'pickup')) return collectOnly
  const first = firstDelivery(product, options, today, wished)
  if (first === null) return askForDay
  return text.dayAndHours({ day: dayFrom(today, first.day), hours: windowInWords(first.from, first.to) })
}
