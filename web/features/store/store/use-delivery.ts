import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { query } from '../../../lib/query.ts'
import { storage } from '../../../lib/storage.ts'
import { onStoredChange, tellStoredChange } from '../../../lib/stored-changes.ts'
import { useSchoolToday } from '../../../lib/use-school-today.ts'
import { untilNext } from './catalogue.ts'
import { deliveryInWords } from './delivery-times.ts'
import type { Deliverable } from './product-facts.ts'

/** Pincode and day, kept for the visit as `600004 2026-11-28`. */
const kept = storage('deliverTo', 'sessionStorage')
/** If the browser keeps nothing, they last as long as the page. */
let unsaved: string | null = null
const read = () => kept.read() ?? unsaved

const daysAsked = 30
const fresh = 60_000

export type Delivery = ReturnType<typeof useDelivery>

export function useDelivery() {
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
  /** A card's words about a product; null if nothing is known of the place. */
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
    /** `when`: null means any day. */
    ask(where: string, when: string | null) {
      const text = `${where} ${when ?? ''}`
      kept.write(text)
      unsaved = kept.read() === text ? null : text
      tellStoredChange()
    },
  }
}
