import type { QueryOf } from '../../../../contract/endpoint.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { refusals } from '../../../../contract/refusals.ts'
import type { getDeliveryOptions } from '../../../../contract/store/delivery.ts'
import { type DeliveryWay, deliveryTypes } from '../../../../contract/store/delivery-facts.ts'
import { atSchool } from '../../../../contract/words.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import { addDays } from '../../../platform/clock.ts'
import type { Deps } from '../../deps.ts'
import type { DeliveryTimes, OfficeHoursService, SchoolService } from '../../school/index.ts'
import type { CartOwner, CartService } from '../cart/cart.service.ts'
import type { ProductsService } from '../products/products.service.ts'
import { presentFirstDays, presentOption, sentenceOfRefused } from './delivery.presenter.ts'
import * as repository from './delivery.repository.ts'
import {
  type DeliveryPlan,
  firstDays,
  type Goods,
  goodsOf,
  makeByOf,
  optionsOn,
  type Refused,
  refusedOfPlace,
  type Slot,
  windowOf,
  type Zone,
  zoneOf,
} from './delivery-rules.ts'

export type DeliveryService = ReturnType<typeof createDeliveryService>

/** An order keeps this, whatever becomes of its slot. */
export interface JudgedSlot {
  way: DeliveryWay
  slotName: string
  zoneName: string | null
  feeInPaise: number
  windowFrom: string
  windowTo: string
  /** The order may wait for its money until then. */
  makeBy: string
}

interface SlotOfDay {
  slotId: string
  day: string
}

const daysUnlessTold = 7
/** A day farther off than this many days is asked for by mistake. */
const nearDays = 366

export function createDeliveryService(
  { db, clock }: Deps,
  school: SchoolService,
  products: ProductsService,
  cart: CartService,
  officeHours: OfficeHoursService,
) {
  /** Yesterday's closing counts too, because an overnight slot begins on the evening before. */
  async function plan(source: Queryable, times: DeliveryTimes, slots: Slot[]): Promise<DeliveryPlan> {
    const yesterday = addDays(clock.today(), -1)
    const days = await repository.listDays(source, yesterday)
    return {
      zones: await repository.listZones(source),
      slots,
      days: new Map(days.map((one) => [one.day, one])),
      studioClosedOn: slots.some(({ way }) => way === 'pickup')
        ? await officeHours.closedWeekdays(source)
        : new Set(),
      daysAhead: times.deliveryDaysAhead,
      makingHours: times.makingHours,
    }
  }

  /** @throws `validation_failed` for a day that is far from today */
  function refuseFarDay(from: string, { daysAhead }: DeliveryPlan): void {
    const today = clock.today()
    const isPast = from < addDays(today, -nearDays)
    if (!isPast && from <= addDays(today, nearDays)) return
    const refused: Refused = isPast
      ? { reason: 'delivery-day-over' }
      : { reason: 'day-far', facts: { daysAhead } }
    throw new DomainError('validation_failed', { fields: { from: sentenceOfRefused(refused) } })
  }

  /** The goods are the product, else the cart. @throws `not_found` */
  async function findGoods(productId: string | undefined, owner: CartOwner) {
    if (productId === undefined) {
      const found = await cart.findLines(db.read, owner)
      const inCart = found ? await products.priceItems(db.read, found.items) : []
      return goodsOf(inCart.filter(({ problem }) => problem !== 'gone'))
    }
    const items = await products.priceItems(db.read, [{ productId, quantity: 1 }])
    if (items.length === 0) throw refusal('product-gone')
    return goodsOf(items)
  }

  async function optionsFrom(
    current: DeliveryPlan,
    { from, days }: { from: string; days: number },
    goods: Goods,
    asked: { zone: Zone | null; pincode: string | null; now: string },
  ) {
    const taken = await repository.listTaken(db.read, from, addDays(from, days - 1))
    return Array.from({ length: days }, (_, n) => {
      const day = addDays(from, n)
      const ofDay = { ...asked, taken: (slotId: string) => taken(day, slotId) }
      return { day, options: optionsOn(current, day, goods, ofDay) }
    })
  }

  /** Kept pages say whether anything can be brought, and never how much. */
  const tellPages = (tx: Tx) => db.changes.mark(tx, 'delivery')

  async function takeIfLeft(tx: Tx, { slotId, day }: SlotOfDay): Promise<boolean> {
    const taken = await repository.takePlace(tx, slotId, day)
    if (taken?.isLast) await tellPages(tx)
    return taken !== null
  }

  return {
    goodsOf,

    /** @throws `validation_failed` for a day that is far from today; `not_found` for an unknown product */
    async options(
      {
        pincode: typed,
        from = clock.today(),
        days = daysUnlessTold,
        product,
      }: QueryOf<typeof getDeliveryOptions>,
      owner: CartOwner,
    ) {
      const pincode = typed ?? null
      const current = await plan(db.read, await school.current(), await repository.listSlots(db.read))
      refuseFarDay(from, current)
      const goods = await findGoods(product, owner)
      const zone = zoneOf(current, pincode)
      const refused = refusedOfPlace(zone, pincode)
      const asked = { zone, pincode, now: clock.now() }
      const all = await optionsFrom(current, { from, days }, goods, asked)
      return {
        pincode,
        zone: zone?.name ?? null,
        reason: refused && sentenceOfRefused(refused),
        days: all.map(({ day, options }) => ({ day, options: options.map(presentOption) })),
      }
    },

    /** The fee is the one that was agreed, because the goods are ordered already. */
    async openTimes(
      { from, days, pincode }: { from: string; days: number; pincode: string | null },
      goods: Goods,
      { way, feeInPaise }: { way: DeliveryWay; feeInPaise: number },
    ) {
      const current = await plan(db.read, await school.current(), await repository.listSlots(db.read))
      const asked = { zone: zoneOf(current, pincode), pincode, now: clock.now() }
      const all = await optionsFrom(current, { from, days }, goods, asked)
      return all.flatMap(({ day, options }) =>
        options
          .filter(({ slot, fee, refused }) => {
            const isOfKind = (slot.way === 'pickup') === (way === 'pickup')
            return refused === null && fee === feeInPaise && isOfKind
          })
          .map(({ slot: { id: slotId, name, from, to } }) => ({ day, slotId, name, from, to })),
      )
    },

    /** The fees are those below any subtotal that makes delivery free. */
    async fees() {
      const zones = await repository.listZones(db.read)
      const slots = await repository.listSlots(db.read)
      const fees = deliveryTypes.flatMap((type) => {
        const ofZones = zones.flatMap((zone) => zone.fees[type] ?? [])
        const ofSlots = slots.flatMap(({ way, fee }) => (way === type ? fee : []))
        if (ofZones.length === 0 || ofSlots.length === 0) return []
        const rupees = (pick: typeof Math.min) => (pick(...ofZones) + pick(...ofSlots)) / 100
        return { type, least: rupees(Math.min), most: rupees(Math.max) }
      })
      return { pincodes: zones.flatMap(({ pincodes }) => pincodes).sort(), fees }
    },

    /**
     * Judges like the list of options; with `isHeld` only the way and the pincode.
     * @throws `undeliverable`, `slot_closed`, `slot_full`, each with the option's own sentence
     */
    async judgeSlot(
      source: Queryable,
      {
        slotId,
        day,
        pincode,
        goods,
        isHeld = false,
      }: SlotOfDay & { pincode: string | null; goods: Goods; isHeld?: boolean },
      times: DeliveryTimes,
    ): Promise<JudgedSlot> {
      const slot = await repository.findSlot(source, slotId, day)
      if (slot === undefined) throw refusalOf({ reason: 'slot-withdrawn' })
      const current = await plan(source, times, [slot])
      const zone = zoneOf(current, pincode)
      const now = clock.now()
      const [option] = optionsOn(current, day, goods, {
        zone,
        pincode,
        now,
        taken: () => slot.taken,
        isHeld,
      })
      if (option === undefined) throw new Error('a plan of one slot has no option')
      if (option.refused) throw refusalOf(option.refused)
      const { from, to } = windowOf(slot, day)
      return {
        way: slot.way,
        slotName: slot.name,
        zoneName: slot.way === 'pickup' ? null : (zone?.name ?? null),
        feeInPaise: option.fee,
        windowFrom: from,
        windowTo: to,
        makeBy: makeByOf(current, slot, day, now),
      }
    },

    /** Takes a place of a slot that was judged before. @throws `slot_full` */
    async takePlace(tx: Tx, held: SlotOfDay) {
      if (!(await takeIfLeft(tx, held))) throw refusalOf({ reason: 'slot-full' })
    },

    /** Takes a place again by the capacity alone, of a deleted slot too. False if it is full or gone for good. */
    retakeSlot: takeIfLeft,

    async releaseSlot(tx: Tx, { slotId, day }: SlotOfDay) {
      if (await repository.returnPlace(tx, slotId, day)) await tellPages(tx)
    },

    async firstDays() {
      const times = await school.current()
      const today = clock.today()
      const current = await plan(db.read, times, await repository.listSlots(db.read))
      const taken = await repository.listTaken(db.read, today, addDays(today, times.deliveryDaysAhead))
      return presentFirstDays(firstDays(current, { now: clock.now(), taken }), today)
    },

    /** Tells kept pages if a slot closed, or the day ended, after `since`. Answers until when it looked. */
    async tellClosings(since: string): Promise<string> {
      const now = clock.now()
      const [dayBefore, before] = atSchool(since)
      const [today, time] = atSchool(now)
      const hasClosed =
        today !== dayBefore || (time > before && (await repository.hasClosing(db.read, before, time)))
      if (hasClosed) await db.transaction(tellPages)
      return now
    },
  }
}

function refusalOf({ reason, facts }: Refused): DomainError {
  return new DomainError(refusals[reason].code, { reason, facts })
}
