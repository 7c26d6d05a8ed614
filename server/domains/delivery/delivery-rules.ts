// When flowers can be brought, for what fee, until when they can be ordered and cancelled (P§9, T§4, reading C3). The list
// of options, the cart, the order and the tracking page all ask here, so none of them can promise what another refuses.
import { cancellableMs, type DeliveryType, type DeliveryWay } from '../../../contract/delivery-facts.ts'
import { schoolDayOf } from '../../../contract/school-day.ts'
import { timeInWords } from '../../../contract/words.ts'
import { addDays, addMs, instantOf } from '../../platform/clock.ts'

export interface Zone {
  id: string
  name: string
  /** Six digits, or the digits that a pincode begins with. */
  pincodes: readonly string[]
  /** Paise; null where this type is not offered. */
  fees: Readonly<Record<DeliveryType, number | null>>
  /** From this subtotal on, in paise, the zone's fee is 0; null is never. */
  freeFrom: number | null
}

export interface Slot {
  id: string
  name: string
  way: DeliveryWay
  /** `HH:MM`. A slot that ends before it begins begins on the evening before. */
  from: string
  to: string
  /** Paise, beside the zone's fee. */
  fee: number
  /** Orders in a day; null is unlimited. */
  capacity: number | null
  /** The last moment to order: this hour of the day itself, or of the day before. */
  closes: { on: 'same-day' | 'day-before'; at: string }
}

/** A day that differs from the others. */
export interface DeliveryDay {
  day: string
  /** Null where the school delivers. */
  closedFor: string | null
  /** Orders in each slot, in place of the slot's own number. */
  capacity: number | null
}

export interface DeliveryPlan {
  zones: readonly Zone[]
  slots: readonly Slot[]
  days: ReadonlyMap<string, DeliveryDay>
  /** How far ahead a day can be chosen; today is 0. */
  daysAhead: number
}

/** What is to be brought. */
export interface Goods {
  leadDays: number
  ways: ReadonlySet<DeliveryWay>
  subtotalInPaise: number
}

export interface Option {
  slot: Slot
  /** Paise. */
  fee: number
  closesAt: string
  /** Null is unlimited. */
  left: number | null
  /** Why it cannot be chosen, in words; null where it can. */
  reason: string | null
}

/** The zone that a pincode lies in: the one that names the most of its digits. */
export function zoneOf({ zones }: Pick<DeliveryPlan, 'zones'>, pincode: string): Zone | null {
  let found: { zone: Zone; digits: number } | null = null
  for (const zone of zones) {
    for (const start of zone.pincodes) {
      if (pincode.startsWith(start) && start.length > (found?.digits ?? 0)) {
        found = { zone, digits: start.length }
      }
    }
  }
  return found?.zone ?? null
}

/**
 * Every slot of one day, in the plan's order.
 * @param zone null where the school does not deliver; pickup stays
 * @param taken how many orders hold a slot of this day
 */
export function optionsOn(
  plan: DeliveryPlan,
  day: string,
  goods: Goods,
  {
    zone,
    pincode,
    now,
    taken,
  }: { zone: Zone | null; pincode: string; now: string; taken: (slotId: string) => number },
): Option[] {
  return plan.slots.map((slot) => {
    const exception = plan.days.get(day)
    const capacity = exception?.capacity ?? slot.capacity
    const left = capacity === null ? null : Math.max(0, capacity - taken(slot.id))
    const closesAt = closingOf(slot, day, goods.leadDays)
    return {
      slot,
      fee: feeOf(slot, zone, goods.subtotalInPaise) ?? 0,
      closesAt,
      left,
      reason:
        placeReason(slot, zone, pincode, goods) ??
        dayReason(plan, day, now) ??
        closedReason(exception) ??
        (now < closesAt ? null : lateReason(slot, day, goods.leadDays, now)) ??
        (left === 0 ? 'Full' : null),
    }
  })
}

/** Paise; null where this way is not offered there. */
function feeOf(slot: Slot, zone: Zone | null, subtotalInPaise: number): number | null {
  if (slot.way === 'pickup') return 0
  const own = zone?.fees[slot.way] ?? null
  if (zone === null || own === null) return null
  const isFree = zone.freeFrom !== null && subtotalInPaise >= zone.freeFrom
  return (isFree ? 0 : own) + slot.fee
}

/** The instant from which this slot of this day can no longer be ordered. */
export function closingOf(slot: Slot, day: string, leadDays: number): string {
  const cutOff = instantOf(slot.closes.on === 'same-day' ? day : addDays(day, -1), slot.closes.at)
  // The last day to order ends with its midnight.
  const leadEnds = instantOf(addDays(day, 1 - leadDays), '00:00')
  return [cutOff, leadEnds, windowOf(slot, day).to].reduce((a, b) => (a < b ? a : b))
}

/** From when to when the order is brought, as instants. */
export function windowOf(slot: Slot, day: string): { from: string; to: string } {
  const isOvernight = slot.to < slot.from
  return { from: instantOf(isOvernight ? addDays(day, -1) : day, slot.from), to: instantOf(day, slot.to) }
}

/** P§9: until when an order can be cancelled by who placed it; null where it cannot at all. */
export function cancellableUntil(placedAt: string, deliveryDay: string): string | null {
  return deliveryDay >= addDays(schoolDayOf(new Date(placedAt)), 2) ? addMs(placedAt, cancellableMs) : null
}

function placeReason(slot: Slot, zone: Zone | null, pincode: string, goods: Goods): string | null {
  if (slot.way !== 'pickup' && zone === null) return `We do not deliver to ${pincode} yet`
  if (!goods.ways.has(slot.way)) {
    return slot.way === 'pickup' ? 'This cannot be picked up' : `This cannot be had by ${slot.way} delivery`
  }
  if (feeOf(slot, zone, 0) === null) return `There is no ${slot.way} delivery to ${pincode}`
  return null
}

function dayReason({ daysAhead }: DeliveryPlan, day: string, now: string): string | null {
  const today = schoolDayOf(new Date(now))
  if (day < today) return 'This day is over'
  if (day > addDays(today, daysAhead)) return `Orders are taken ${daysAhead} days ahead`
  return null
}

function closedReason(exception: DeliveryDay | undefined): string | null {
  return exception?.closedFor ? `Closed for ${exception.closedFor}` : null
}

/** `now` is at or past the closing. */
function lateReason(slot: Slot, day: string, leadDays: number, now: string): string {
  const today = schoolDayOf(new Date(now))
  if (addDays(today, leadDays) > day) {
    return leadDays === 1
      ? 'This must be ordered a day before'
      : `This must be ordered ${leadDays} days before`
  }
  const hour = timeInWords(slot.closes.at).replace(':00', '')
  if (slot.closes.on === 'same-day') return `Orders for today close at ${hour}`
  if (day === today) return `Orders for ${slot.name} closed yesterday at ${hour}`
  return `Orders for tomorrow close at ${hour} today`
}
