import type { QueryOf } from '../../../../contract/endpoint.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { refusals } from '../../../../contract/refusals.ts'
import type { DeliveryOption, FirstDay, getDeliveryOptions } from '../../../../contract/store/delivery.ts'
import { type DeliveryWay, deliveryTypes } from '../../../../contract/store/delivery-facts.ts'
import * as text from '../../../../contract/store/store.en.ts'
import { atSchool, dayAsSaid } from '../../../../contract/words.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import { addDays } from '../../../platform/clock.ts'
import type { Deps } from '../../deps.ts'
import type { DeliveryTimes, OfficeHoursService, SchoolService } from '../../school/index.ts'
import type { CartOwner, CartService } from '../cart/cart.service.ts'
import type { ProductsService } from '../products/products.service.ts'
import * as repository from './delivery.repository.ts'
import * as rules from './delivery-rules.ts'

export type DeliveryService = ReturnType<typeof createDeliveryService>

export type JudgedSlot = Awaited<ReturnType<DeliveryService['judgeSlot']>>

interface SlotOfDay {
  slotId: string
  day: string
}

const daysByDefault = 7
/** A request is refused if its day is more than this number of days before or after today. */
const nearDays = 366

export function createDeliveryService(
  { db, clock }: Deps,
  school: SchoolService,
  products: ProductsService,
  cart: CartService,
  officeHours: OfficeHoursService,
) {
  /** The plan includes yesterday, because an overnight slot for today began yesterday evening. */
  async function plan(
    source: Queryable,
    times: DeliveryTimes,
    slots: rules.Slot[],
  ): Promise<rules.DeliveryPlan> {
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

  function refuseFarDay(from: string, { daysAhead }: rules.DeliveryPlan): void {
    const today = clock.today()
    const isPast = from < addDays(today, -nearDays)
    if (!isPast && from <= addDays(today, nearDays)) return
    const problem = rules.refusalSentence(
      isPast ? { reason: 'delivery-day-over' } : { reason: 'day-far', facts: { daysAhead } },
    )
    throw new DomainError('validation_failed', { fields: { from: problem } })
  }

  async function findGoods(productId: string | undefined, owner: CartOwner, previewed: string | null) {
    if (productId === undefined) {
      const found = await cart.findLines(db.read, owner)
      const inCart = found ? await products.priceItems(db.read, found.items) : []
      return rules.combineGoods(inCart.filter(({ problem }) => problem !== 'gone'))
    }
    const items = await products.priceItems(db.read, [{ productId, quantity: 1 }])
    const isShown = items.some((one) => one.isShown || one.productId === previewed)
    if (!isShown) throw refusal('product-gone')
    return rules.combineGoods(items)
  }

  const currentPlan = async () => plan(db.read, await school.current(), await repository.listSlots(db.read))

  async function optionsFrom(
    current: rules.DeliveryPlan,
    { from, days }: { from: string; days: number },
    goods: rules.Goods,
    asked: { zone: rules.Zone | null; pincode: string | null; now: string },
  ) {
    const taken = await repository.listTaken(db.read, from, addDays(from, days - 1))
    return Array.from({ length: days }, (_, n) => {
      const day = addDays(from, n)
      const ofDay = { ...asked, taken: (slotId: string) => taken(day, slotId) }
      return { day, options: rules.listOptions(current, day, goods, ofDay) }
    })
  }

  /**
   * Marks the cached pages as stale. The pages show whether a slot has a place left, but not how many. So they change
   * only when the last place is taken, or when a place in a full slot is given back.
   */
  const markPages = (tx: Tx) => db.changes.mark(tx, 'delivery')

  async function takeIfLeft(tx: Tx, { slotId, day }: SlotOfDay): Promise<boolean> {
    const taken = await repository.takePlace(tx, slotId, day)
    if (taken?.isLast) await markPages(tx)
    return taken !== null
  }

  return {
    combineGoods: rules.combineGoods,

    async options(
      {
        pincode: typed,
        from = clock.today(),
        days = daysByDefault,
        product,
      }: QueryOf<typeof getDeliveryOptions>,
      owner: CartOwner,
      previewed: string | null = null,
    ) {
      const pincode = typed ?? null
      const current = await currentPlan()
      refuseFarDay(from, current)
      const goods = await findGoods(product, owner, previewed)
      const zone = rules.findZone(current, pincode)
      const refused = rules.refusePlace(zone, pincode)
      const asked = { zone, pincode, now: clock.now() }
      const all = await optionsFrom(current, { from, days }, goods, asked)
      return {
        pincode,
        zone: zone?.name ?? null,
        reason: refused && rules.refusalSentence(refused),
        days: all.map(({ day, options }) => ({ day, options: options.map(presentOption) })),
      }
    },

    /** Lists the times to which an order can move: times that are open and have the same fee as the order. */
    async openTimes(
      { from, days, pincode }: { from: string; days: number; pincode: string | null },
      goods: rules.Goods,
      { way, feeInPaise }: { way: DeliveryWay; feeInPaise: number },
    ) {
      const current = await currentPlan()
      const asked = { zone: rules.findZone(current, pincode), pincode, now: clock.now() }
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

    /**
     * Returns the lowest and highest fee of each type of delivery, in rupees, for orders too small for free delivery.
     */
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
     * Refuses a slot by the rules of `options`, with the same sentences. If `isHeld` is true, only the way of delivery
     * and the pincode are checked.
     */
    async judgeSlot(
      source: Queryable,
      {
        slotId,
        day,
        pincode,
        goods,
        isHeld = false,
      }: SlotOfDay & { pincode: string | null; goods: rules.Goods; isHeld?: boolean },
      times: DeliveryTimes,
    ) {
      const slot = await repository.findSlot(source, slotId, day)
      if (slot === undefined) throw toError({ reason: 'slot-withdrawn' })
      const current = await plan(source, times, [slot])
      const zone = rules.findZone(current, pincode)
      const now = clock.now()
      const [option] = rules.listOptions(current, day, goods, {
        zone,
        pincode,
        now,
        taken: () => slot.taken,
        isHeld,
      })
      if (option === undefined) throw new Error('a plan of one slot has no option')
      if (option.refused) throw toError(option.refused)
      const { from, to } = rules.windowOf(slot, day)
      return {
        way: slot.way,
        slotName: slot.name,
        zoneName: slot.way === 'pickup' ? null : (zone?.name ?? null),
        feeInPaise: option.fee,
        windowFrom: from,
        windowTo: to,
        makeBy: rules.latestPayment(current, slot, day, now),
      }
    },

    async takePlace(tx: Tx, held: SlotOfDay) {
      if (!(await takeIfLeft(tx, held))) throw toError({ reason: 'slot-full' })
    },

    /**
     * Takes a place again that an order gave up. Only the capacity is checked, so the slot may be deleted. Returns
     * false if the slot is full, or if its row is gone.
     */
    retakeSlot: takeIfLeft,

    async releaseSlot(tx: Tx, { slotId, day }: SlotOfDay) {
      if (await repository.returnPlace(tx, slotId, day)) await markPages(tx)
    },

    async firstDays() {
      const today = clock.today()
      const current = await currentPlan()
      const taken = await repository.listTaken(db.read, today, addDays(today, current.daysAhead))
      return presentFirstDays(rules.firstDays(current, { now: clock.now(), taken }), today)
    },

    /**
     * Marks cached pages as stale if a deadline passed, or the day ended, after `since`. Returns the time of this
     * check.
     */
    async tellClosings(since: string): Promise<string> {
      const now = clock.now()
      const [dayBefore, before] = atSchool(since)
      const [today, time] = atSchool(now)
      const hasClosed =
        today !== dayBefore || (time > before && (await repository.hasClosing(db.read, before, time)))
      if (hasClosed) await db.transaction(markPages)
      return now
    },
  }
}

function toError({ reason, facts }: rules.Refused): DomainError {
  return new DomainError(refusals[reason].code, { reason, facts })
}

function presentOption({ slot, fee, closesAt, left, refused }: rules.Option): DeliveryOption {
  return {
    slotId: slot.id,
    name: slot.name,
    way: slot.way,
    from: slot.from,
    to: slot.to,
    fee: fee / 100,
    closesAt,
    left,
    reason: refused && rules.refusalSentence(refused),
    refusedFor: refused && rules.refusedForOf(refused),
  }
}

function presentFirstDays(days: readonly Omit<FirstDay, 'words'>[], today: string): FirstDay[] {
  return days
    .map(({ way, day, closesAt }) => {
      const words = day === today ? text.sameDay : text.fromDay({ day: dayAsSaid(day, today) })
      return { way, day, words, closesAt }
    })
    .sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))
}
