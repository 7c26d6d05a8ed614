import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { daysBetween } from '../../../../contract/school-day.ts'
import type { DeliveryDayOptions, DeliveryOption } from '../../../../contract/store/delivery.ts'
import { dateText, formatRupees, weekdayOf, weekMomentText } from '../../../../contract/words.ts'
import { query } from '../../../lib/query.ts'
import * as text from './summary.en.ts'
import { isPickup, type Typed } from './typed.ts'

export function optionsOf(day: DeliveryDayOptions | undefined, isPickup: boolean): DeliveryOption[] {
  return day?.options.filter(({ way }) => (way === 'pickup') === isPickup) ?? []
}

export function dayNote(options: readonly DeliveryOption[]): { text: string; isOpen: boolean } {
  const open = options.filter(({ reason }) => reason === null)
  if (open.length === 0) {
    if (options.length > 0 && options.every(({ refusedFor }) => refusedFor === 'full')) {
      return { text: text.full, isOpen: false }
    }
    return {
      text: options[0]?.refusedFor === 'closed' ? text.closed : text.unavailable,
      isOpen: false,
    }
  }
  const fees = open.map(({ fee }) => fee)
  const least = Math.min(...fees)
  if (least === 0) return { text: text.free, isOpen: true }
  const fee = formatRupees(least)
  return { text: fees.some((fee) => fee !== least) ? text.feeFrom({ fee }) : fee, isOpen: true }
}

export type Choice =
  | { kind: 'none' }
  | { kind: 'open'; option: DeliveryOption }
  /** The chosen slot was open when it was chosen, and has been closed or filled since. */
  | { kind: 'lost'; reason: string }

export function choiceIn(
  days: readonly DeliveryDayOptions[],
  chosen: { day?: string; slotId?: string },
  isPickup: boolean,
): Choice {
  if (!chosen.day || !chosen.slotId) return { kind: 'none' }
  const [first] = days
  if (first && chosen.day < first.day) return { kind: 'lost', reason: text.dayOver }
  const day = days.find(({ day }) => day === chosen.day)
  const option = optionsOf(day, isPickup).find(({ slotId }) => slotId === chosen.slotId)
  if (option === undefined) return { kind: 'none' }
  if (option.reason === null) return { kind: 'open', option }
  if (option.refusedFor === 'full') return { kind: 'lost', reason: text.timeFull }
  return { kind: 'lost', reason: text.timeLost({ reason: option.reason.replace(/\.$/, '') }) }
}

/** Returns null if the day is neither today nor tomorrow. */
export function nearDay(day: string, today: string): string | null {
  const ahead = daysBetween(today, day)
  return ahead === 0 ? text.today : ahead === 1 ? text.tomorrow : null
}

export function dayAndDate(day: string, today: string): string {
  return `${nearDay(day, today) ?? weekdayOf(day)}, ${dateText(day)}`
}

export function feeText(fee: number): string {
  return fee === 0 ? text.free : formatRupees(fee)
}

export function closingText({ closesAt }: DeliveryOption): string {
  return text.orderBy({ time: weekMomentText(closesAt).replace(':00', '') })
}

const daysAtOnce = 14
const daysMax = 60
const pincodePattern = /^\s*[1-9]\d{2}[ -]?\d{3}\s*$/

export type Delivery = ReturnType<typeof useDelivery>

export function useDelivery(typed: Typed, productId: string | null) {
  const [days, setDays] = useState(daysAtOnce)
  const pickup = isPickup(typed)
  const pincode = pincodePattern.test(typed.pincode ?? '') ? typed.pincode?.replace(/\D/g, '') : undefined
  const isAsked = pickup || pincode !== undefined
  const result = useQuery({
    ...query('GET /api/delivery-options', {
      query: {
        days: String(days),
        ...(pincode !== undefined && !pickup && { pincode }),
        ...(productId !== null && { product: productId }),
      },
    }),
    enabled: isAsked,
    // A slot may fill up, or the day may end, while the page is in the background.
    refetchOnWindowFocus: 'always',
    placeholderData: (before) => before,
  })
  const list = result.data?.days ?? []
  const choice: Choice = isAsked ? choiceIn(list, typed, pickup) : { kind: 'none' }
  const last = list.at(-1)
  const goesOn =
    last !== undefined && optionsOf(last, pickup).some(({ refusedFor }) => refusedFor !== 'too-far')
  return {
    asked: isAsked
      ? {
          options: result.data,
          isLoading: result.isPlaceholderData,
          failure: result.error && result.error.message,
          query: result,
        }
      : null,
    choice,
    /** False while the days of the typed pincode are still loading. */
    isSettled: !isAsked || result.data !== undefined || result.error !== null,
    onLaterDays: days < daysMax && goesOn ? () => setDays(Math.min(daysMax, days + daysAtOnce)) : null,
    withDay: (day: string): Typed => {
      const options = optionsOf(
        list.find((one) => one.day === day),
        pickup,
      )
      const stays = options.some(({ slotId, reason }) => slotId === typed.slotId && reason === null)
      return { day, slotId: stays ? (typed.slotId ?? '') : '' }
    },
  }
}
