// The options page, the cart and the order all use these rules, so an order never refuses what a page offered.

import { sentenceOf } from '../../../../contract/errors.ts'
import { type FactsOf, type Reason, refusals } from '../../../../contract/refusals.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import { type ClosedHours, isClosedDuring } from '../../../../contract/site/closing-words.ts'
import type { FirstDay, RefusedFor } from '../../../../contract/store/delivery.ts'
import {
  type DeliveryType,
  type DeliveryWay,
  deliveryTypes,
  deliveryWays,
} from '../../../../contract/store/delivery-facts.ts'
import { timeInWords, weekdayOf } from '../../../../contract/words.ts'
import { addDays, addMs, instantOf } from '../../../platform/clock.ts'
import type { PricedItem } from '../products/price-items.ts'

export interface Zone {
  id: string
  name: string
  /** Pincodes of six digits, or only the first digits of pincodes. */
  pincodes: readonly string[]
  /** The fee in paise for each type of delivery; null if the zone does not offer that type. */
  fees: Readonly<Record<DeliveryType, number | null>>
  /** The subtotal, in paise, from which delivery is free; null means never. */
  freeFrom: number | null
}

export interface Slot {
  id: string
  name: string
  way: DeliveryWay
  /** `HH:MM`. A slot whose end is earlier than its start begins on the evening before the day of delivery. */
  from: string
  to: string
  /** Paise that are added to the zone's fee. */
  fee: number
  /** The most orders per day; null means unlimited. */
  capacity: number | null
  /** The day on which the order deadline is: the day of delivery, or the day before it. */
  closesOn: 'same-day' | 'day-before'
  closesAt: string
}

export interface DeliveryDay extends ClosedHours {
  day: string
  /** The reason why the school is closed on this day; null if the school is open. */
  closedFor: string | null
  /** The most orders per slot on this day; null if each slot keeps its own capacity. */
  capacity: number | null
}

export interface DeliveryPlan {
  zones: readonly Zone[]
  slots: readonly Slot[]
  days: ReadonlyMap<string, DeliveryDay>
  studioClosedOn: ReadonlySet<string>
  /** The last day that buyers can choose, as a number of days after today. */
  daysAhead: number
  makingHours: number
}

export interface Goods {
  leadDays: number
  ways: ReadonlySet<DeliveryWay>
  subtotalInPaise: number
}

export interface Option {
  slot: Slot
  /** The fee in paise. */
  fee: number
  closesAt: string
  /** The number of orders that the slot can still take; null if the slot has no limit. */
  left: number | null
  refused: Refused | null
}

type DeliveryReason = {
  [R in Reason]: (typeof refusals)[R]['code'] extends 'undeliverable' | 'slot_closed' | 'slot_full'
    ? R
    : never
}[Reason]

export type Refused = { [R in DeliveryReason]: { reason: R; facts?: FactsOf<R> } }[DeliveryReason]

export function refusalSentence({ reason, facts }: Refused): string {
  return sentenceOf(refusals[reason].code, { reason, facts })
}

const kindOf: { [R in DeliveryReason]?: RefusedFor } = {
  'slot-full': 'full',
  'day-closed': 'closed',
  'evening-closed': 'closed',
  'studio-closed': 'closed',
  'day-far': 'too-far',
}

export function refusedForOf({ reason }: Refused): RefusedFor {
  return kindOf[reason] ?? 'other'
}

interface Asked {
  /** Null if the school does not deliver to the pincode. Pickup is then still possible. */
  zone: Zone | null
  pincode: string | null
  now: string
  taken: (slotId: string) => number
  /** True if the order already has a place in the slot. Then only the way of delivery and the pincode are checked. */
  isHeld?: boolean
}

/** Finds the zone that has the longest prefix of the pincode. */
export function findZone({ zones }: Pick<DeliveryPlan, 'zones'>, pincode: string | null): Zone | null {
  let found: Zone | null = null
  let digits = 0
  for (const zone of zones) {
    for (const start of zone.pincodes) {
      if (pincode?.startsWith(start) && start.length > digits) {
        found = zone
        digits = start.length
      }
    }
  }
  return found
}

/** Returns the longest lead time of all items, and the ways of delivery that all items allow. */
export function combineGoods(
  items: readonly Pick<PricedItem, 'leadDays' | 'ways' | 'priceInPaise' | 'quantity'>[],
): Goods {
  return {
    leadDays: Math.max(0, ...items.map(({ leadDays }) => leadDays)),
    ways: new Set(deliveryWays.filter((way) => items.every(({ ways }) => ways.includes(way)))),
    subtotalInPaise: items.reduce((sum, { priceInPaise, quantity }) => sum + priceInPaise * quantity, 0),
  }
}

export function listOptions(plan: DeliveryPlan, day: string, goods: Goods, asked: Asked): Option[] {
  const dayRefused = refuseDay(plan, day, asked.now)
  return plan.slots.map((slot) => {
    const capacity = plan.days.get(day)?.capacity ?? slot.capacity
    const left = capacity === null ? null : Math.max(0, capacity - asked.taken(slot.id))
    const closesAt = findClosing(slot, day, goods.leadDays)
    const isLate = asked.now >= closesAt
    return {
      slot,
      fee: findFee(slot, asked.zone, goods.subtotalInPaise),
      closesAt,
      left,
      refused:
        refuseWay(slot, goods, asked) ??
        (asked.isHeld
          ? null
          : (dayRefused ??
            refuseClosed(plan, slot, day) ??
            refusePickup(plan, slot, day) ??
            (isLate ? refuseLate(slot, day, goods.leadDays, asked.now) : null) ??
            (left === 0 ? { reason: 'slot-full' } : null))),
    }
  })
}

/**
 * Finds the first possible day of each type of delivery, in any zone, for goods without a lead time. A type without a
 * possible day is left out.
 */
export function firstDays(
  plan: DeliveryPlan,
  { now, taken }: { now: string; taken: (day: string, slotId: string) => number },
): Omit<FirstDay, 'words'>[] {
  const today = schoolDayOf(Date.parse(now))
  const goods: Goods = { leadDays: 0, ways: new Set(deliveryTypes), subtotalInPaise: 0 }
  return deliveryTypes.flatMap((way) => {
    const slots = plan.slots.filter((slot) => slot.way === way)
    const zone = plan.zones.find(({ fees }) => fees[way] !== null)
    const pincode = zone?.pincodes[0]
    if (zone === undefined || pincode === undefined) return []
    for (let n = 0; n <= plan.daysAhead; n++) {
      const day = addDays(today, n)
      const asked = { zone, pincode, now, taken: (slotId: string) => taken(day, slotId) }
      const open = listOptions({ ...plan, slots }, day, goods, asked).filter(
        ({ refused }) => refused === null,
      )
      const closesAt = open
        .map((option) => option.closesAt)
        .sort()
        .at(-1)
      if (closesAt !== undefined) return [{ way, day, closesAt }]
    }
    return []
  })
}

/** Returns the fee in paise. It is 0 for pickup, and if the zone does not offer the slot's type of delivery. */
function findFee(slot: Slot, zone: Zone | null, subtotalInPaise: number): number {
  if (slot.way === 'pickup' || zone === null) return 0
  const own = zone.fees[slot.way]
  if (own === null) return 0
  const isFree = zone.freeFrom !== null && subtotalInPaise >= zone.freeFrom
  return (isFree ? 0 : own) + slot.fee
}

/** Returns the first instant at which the slot can no longer be ordered. */
function findClosing(slot: Slot, day: string, leadDays: number): string {
  const cutOff = instantOf(slot.closesOn === 'same-day' ? day : addDays(day, -1), slot.closesAt)
  if (leadDays === 0) return cutOff
  // The lead time is counted in whole days before the day on which the slot begins, so it ends at a midnight.
  const leadEnds = instantOf(addDays(firstDayOf(slot, day), 1 - leadDays), '00:00')
  return leadEnds < cutOff ? leadEnds : cutOff
}

function firstDayOf(slot: Slot, day: string): string {
  return isOvernight(slot) ? addDays(day, -1) : day
}

export function windowOf(slot: Slot, day: string): { from: string; to: string } {
  return {
    from: instantOf(firstDayOf(slot, day), slot.from),
    to: instantOf(day, slot.to),
  }
}

function isOvernight({ from, to }: Pick<Slot, 'from' | 'to'>): boolean {
  return to < from
}

const lateHoldMs = 30 * 60_000

/**
 * Returns the time until which an unpaid order is held. It is the time at which the school begins to make the order. An
 * order placed later than half an hour before that time is held for half an hour, but not beyond the end of its slot.
 */
export function latestPayment({ makingHours }: DeliveryPlan, slot: Slot, day: string, now: string): string {
  const { from, to } = windowOf(slot, day)
  const makingBegins = addMs(from, -makingHours * 60 * 60_000)
  const lateHoldEnds = addMs(now, lateHoldMs)
  if (makingBegins > lateHoldEnds) return makingBegins
  return lateHoldEnds < to ? lateHoldEnds : to
}

export function refusePlace(zone: Zone | null, pincode: string | null): Refused | null {
  if (pincode === null) return { reason: 'pincode-missing' }
  return zone === null ? { reason: 'pincode-outside', facts: { pincode } } : null
}

function refuseWay({ way }: Slot, { ways }: Goods, { zone, pincode }: Asked): Refused | null {
  if (!ways.has(way)) return { reason: 'way-refused', facts: { way } }
  if (way === 'pickup') return null
  if (pincode === null || zone?.fees[way] !== null) return refusePlace(zone, pincode)
  return { reason: 'way-missing-there', facts: { way, pincode } }
}

function refuseDay({ daysAhead }: DeliveryPlan, day: string, now: string): Refused | null {
  const today = schoolDayOf(Date.parse(now))
  if (day < today) return { reason: 'delivery-day-over' }
  return day > addDays(today, daysAhead) ? { reason: 'day-far', facts: { daysAhead } } : null
}

function refuseClosed({ days }: DeliveryPlan, slot: Slot, day: string): Refused | null {
  const closedFor = (on: string, hours: { from: string; to: string }) => {
    const found = days.get(on)
    return found?.closedFor && isClosedDuring(found, hours) ? found.closedFor : null
  }
  const { from, to } = slot
  const here = closedFor(day, { from: isOvernight(slot) ? '00:00' : from, to })
  if (here) return { reason: 'day-closed', facts: { closedFor: here } }
  const evening = isOvernight(slot) ? closedFor(addDays(day, -1), { from, to: '24:00' }) : null
  return evening ? { reason: 'evening-closed', facts: { closedFor: evening } } : null
}

function refusePickup({ studioClosedOn }: DeliveryPlan, { way }: Slot, day: string): Refused | null {
  const weekday = weekdayOf(day)
  return way === 'pickup' && studioClosedOn.has(weekday)
    ? { reason: 'studio-closed', facts: { weekday } }
    : null
}

/** Returns the reason to refuse a slot whose deadline has passed at `now`. */
function refuseLate(slot: Slot, day: string, leadDays: number, now: string): Refused {
  const today = schoolDayOf(Date.parse(now))
  // Goods without a lead time have only the deadline of the slot.
  const isLeadOver = leadDays > 0 && addDays(today, leadDays) > firstDayOf(slot, day)
  if (isLeadOver) return { reason: 'lead-over', facts: { leadDays } }
  const hour = timeInWords(slot.closesAt).replace(':00', '')
  if (slot.closesOn === 'same-day') return { reason: 'same-day-over', facts: { hour } }
  if (day === today) return { reason: 'yesterday-over', facts: { slot: slot.name, hour } }
  return { reason: 'day-before-over', facts: { hour } }
}
