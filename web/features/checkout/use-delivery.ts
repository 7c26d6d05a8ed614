import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../lib/query.ts'
import { type Choice, choiceIn, optionsOf } from './delivery-choice.ts'
import { isPickup, type Typed } from './typed.ts'

const daysAtOnce = 14
const daysMax = 60
const pincodePattern = /^\s*[1-9]\d{2}[ -]?\d{3}\s*$/

export type Delivery = ReturnType<typeof useDelivery>

/** The days and times for what is typed so far, and what became of the one that was chosen. */
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
    // A time may have been filled, or the day have ended, while the page was out of sight.
    refetchOnWindowFocus: 'always',
    placeholderData: (before) => before,
  })
  const list = result.data?.days ?? []
  const choice: Choice = isAsked ? choiceIn(list, typed, pickup) : { kind: 'none' }
  const last = list.at(-1)
  const goesOn = last !== undefined && optionsOf(last, pickup).some(({ reason }) => !isTooFar(reason))
  return {
    asked: isAsked
      ? {
          options: result.data,
          isLoading: result.isPlaceholderData,
          /** Why there are no options; empty where the server said nothing. */
          failure: result.error && result.error.message,
          query: result,
        }
      : null,
    choice,
    onLaterDays: days < daysMax && goesOn ? () => setDays(Math.min(daysMax, days + daysAtOnce)) : null,
    /** A day, with the chosen time where it can be had on it too. */
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

/** Of a day beyond those that can be chosen. */
function isTooFar(reason: string | null): boolean {
  return reason?.startsWith('Orders are taken') ?? false
}
