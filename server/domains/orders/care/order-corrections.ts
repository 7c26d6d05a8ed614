import { DomainError, type ErrorCode, fieldSentencesOf, refusal } from '../../../../contract/errors.ts'
import { type CorrectedPart, correctedParts } from '../../../../contract/orders/order-facts.ts'
import type { Correction } from '../../../../contract/orders/store-orders.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import { addDays } from '../../../platform/clock.ts'
import { checkUnprovedLimits, NeedsConfirmation, type Requester } from '../../registrations/index.ts'
import { isAsked, type OrderSteps } from '../order-steps.ts'
import type { OrderDeps } from '../orders.deps.ts'
import { slotOf } from '../orders.presenter.ts'
import * as repository from '../orders.repository.ts'
import { canChangeCard, canChangePlace, type OrderRow } from '../orders.repository.ts'
import { composedPlace, type OrderTerms } from '../placing/placing.ts'
import { giftPath } from './gifts.ts'
import { deliveryWords } from './order-days.ts'

interface Proof {
  key: string | null
  caller: { userId: string; email: string } | null
}

const daysAround = 7

/** Each field of the form, with its column and its name in the audit log. */
const columnOf = {
  recipientName: ['recipient_name', 'recipient'],
  recipientPhone: ['recipient_phone', 'phone'],
  address: ['address', 'address'],
  area: ['area', 'address'],
  landmark: ['landmark', 'address'],
  pincode: ['pincode', 'address'],
  cardMessage: ['card_message', 'card'],
} as const satisfies Partial<Record<keyof Correction, [keyof OrderRow, CorrectedPart]>>

type Field = keyof typeof columnOf
const fields = Object.keys(columnOf) as Field[]
const addressFields = new Set<Field>(['address', 'area', 'landmark', 'pincode'])

const fieldOfRefusal: Partial<Record<ErrorCode, string>> = {
  slot_full: 'slotId',
  slot_closed: 'slotId',
  undeliverable: 'pincode',
}

export function createOrderCorrections(deps: OrderDeps, steps: OrderSteps) {
  const { db, clock, links, delivery } = deps

  async function requireBuyer(source: Queryable, { id }: OrderRow, { key, caller }: Proof) {
    const shows =
      key !== null && (links.read('order-browser', key) === id || links.read('order-proof', key) === id)
    const own = caller && repository.ordersOf(source, caller).select('id').where('id', '=', id)
    if (shows || (own && (await own.executeTakeFirst()) !== undefined)) return
    throw refusal('order-not-shown')
  }

  async function changeTime(
    tx: Tx,
    row: OrderRow,
    to: { day: string; slotId: string; pincode: string | null },
    terms: OrderTerms,
    requester: Requester,
  ) {
    const isHeld = to.day === row.delivery_day && to.slotId === row.slot_id
    const goods = await steps.goodsOf(tx, row)
    const slot = await delivery.judgeSlot(tx, { ...to, goods, isHeld }, terms)
    const isOfKind = (slot.way === 'pickup') === (row.way === 'pickup')
    if (isOfKind && slot.feeInPaise !== row.delivery_charge_in_paise) {
      const at = isHeld ? 'pincode' : 'slotId'
      throw refusal('delivery-other-fee', { at, facts: { feeInPaise: slot.feeInPaise } })
    }
    if (isHeld) return { zone_name: slot.zoneName }
    const columns = { ...(await steps.changeSlot(tx, row, to, slot)), zone_name: slot.zoneName }
    // The limit counts the rows of a slot, so the order's row moves to the new slot before the check.
    const { slot_id, delivery_day, holds_slot } = columns
    const place = { slot_id, delivery_day, holds_slot }
    await tx.updateTable('shop_order').set(place).where('id', '=', row.id).execute()
    const taken = { productIds: [], slot: to, coupon: null, pieces: 1, counted: 1, total: 0 }
    await checkUnprovedLimits(deps, tx, requester, { ...taken, provedAt: row.proved_at }, terms)
    return columns
  }

  function nameField(error: unknown): unknown {
    if (error instanceof NeedsConfirmation) return refusal('time-unproved', { at: 'slotId' })
    if (!(error instanceof DomainError) || fieldSentencesOf(error) !== undefined) return error
    const at = fieldOfRefusal[error.code]
    return at === undefined ? error : new DomainError(error.code, { ...error.options, at })
  }

  return {
    /**
     * The key that lets the browser which placed an order correct it. Unlike the link in an e-mail, the key does not
     * prove access to a mailbox.
     */
    keyOf: (id: string) => links.sign('order-browser', id),

    async deliveryOf(id: string, proof: Proof & { pincode?: string | undefined }) {
      const row = await repository.findOrder(db.read, id)
      if (row === undefined) throw refusal('order-unknown')
      await requireBuyer(db.read, row, proof)
      const { delivery_day: day, way } = row
      const canChange = canChangePlace(row)
      const weekBefore = addDays(day ?? clock.today(), -daysAround)
      const span = {
        from: weekBefore > clock.today() ? weekBefore : clock.today(),
        days: 2 * daysAround + 1,
        pincode: proof.pincode ?? row.pincode,
      }
      const agreed = { way: way ?? 'standard', feeInPaise: row.delivery_charge_in_paise }
      return {
        version: row.version,
        way,
        recipientName: row.recipient_name,
        recipientPhone: row.recipient_phone,
        address: row.address,
        area: row.area,
        landmark: row.landmark,
        pincode: row.pincode,
        cardMessage: row.card_message,
        day,
        slotId: row.slot_id,
        slot: slotOf(row),
        giftPath: isAsked(row) ? null : giftPath(links, row),
        canChange,
        canChangeCard: canChangeCard(row),
        times: canChange ? await delivery.openTimes(span, await steps.goodsOf(db.read, row), agreed) : [],
      }
    },

    /**
     * Applies the buyer's corrections, which must not change the delivery fee. @throws `conflict` if the order has a
     * newer version, is being made, has a printed card, or would have another fee; `limit_reached` beyond the limits
     * for strangers
     */
    async correct(tx: Tx, id: string, body: Correction, requester: Requester, terms: OrderTerms) {
      const row = await steps.getLocked(tx, id)
      await requireBuyer(tx, row, { key: body.key, caller: requester.caller })
      if (body.version !== row.version) throw new DomainError('conflict')
      const differs = (field: Field) => {
        const said = body[field]
        return said !== undefined && (said || null) !== row[columnOf[field][0]]
      }
      const changed = fields.filter(
        (field) => differs(field) && !(row.way === 'pickup' && addressFields.has(field)),
      )
      const to = { day: body.day ?? row.delivery_day, slotId: body.slotId ?? row.slot_id }
      const isMoved = to.day !== row.delivery_day || to.slotId !== row.slot_id
      const parts = [
        ...new Set<CorrectedPart>([
          ...changed.map((field) => columnOf[field][1]),
          ...(isMoved ? (['time'] as const) : []),
        ]),
      ]
      if (parts.length === 0) return { id, version: row.version }
      if (isAsked(row)) throw refusal('order-asked')
      if (row.status === 'cancelled') throw refusal('order-cancelled')
      if (parts.some((part) => part !== 'card') && !canChangePlace(row)) throw refusal('order-being-made')
      if (parts.includes('card') && !canChangeCard(row))
        throw refusal('order-card-printed', { at: 'cardMessage' })
      const known = new Set(row.corrected?.split(' '))
      const said = Object.fromEntries(changed.map((field) => [columnOf[field][0], body[field] || null]))
      const now: OrderRow = { ...row, ...said }
      const hasOtherTime = isMoved || changed.includes('pincode')
      const time =
        hasOtherTime && to.day !== null && to.slotId !== null
          ? await changeTime(
              tx,
              row,
              { day: to.day, slotId: to.slotId, pincode: now.pincode },
              terms,
              requester,
            ).catch((error: unknown) => {
              throw nameField(error)
            })
          : {}
      const corrected = await steps.move(tx, row, row.status, {
        ...said,
        ...(parts.includes('address') && composedPlace(row.way, now)),
        ...time,
        corrected: correctedParts.filter((part) => known.has(part) || parts.includes(part)).join(' '),
        corrected_at: clock.now(),
      })
      // The audit log is kept longer than an erased order, so it names only the changed parts.
      await steps.record(tx, row, null, isMoved ? { delivery: deliveryWords(row) } : {}, {
        ...(isMoved && { delivery: deliveryWords(corrected) }),
        customer: `corrected ${parts.join(', ')}`,
      })
      return { id, version: corrected.version }
    },
  }
}
