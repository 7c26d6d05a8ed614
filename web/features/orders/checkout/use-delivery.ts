import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../lib/query.ts'
import { type Choice, choiceIn, optionsOf } from './delivery-choice.ts'
import { isPickup, type Typed } from './typed.ts'

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
    // A time may fill up, or the day may end, while the page is out of sight.
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
          /** The reason why there are no options; empty if the server gave none. */
          failure: result.error && result.error.message,
          query: result,
        }
      : null,
    choice,
    onLaterDays: days < daysMax && goesOn ? () => setDays(Math.min(daysMax, days + daysAtOnce)) : null,
    /** Chooses a day, and keeps the chosen time if that day offers it too. */
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

/** The day is later than the last one that can be chosen. */
function isTooFar(reason: string | null): boolean {
  return reason?.startsWith('Orders are taken') ?? false
}
