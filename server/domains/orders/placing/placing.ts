import type * as z from 'zod/mini'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { validateCoupon } from '../../../../contract/money/coupons.ts'
import * as fieldError from '../../../../contract/orders/fields.en.ts'
import { type PlaceOrderBody, recipientPhone } from '../../../../contract/orders/store-orders.ts'
import { askedHours } from '../../../../contract/registrations/seat-holds.ts'
import type { Policy } from '../../../../contract/school/policies.ts'
import { stateOfPincode } from '../../../../contract/store/state-of-pincode.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { Tx } from '../../../db/schema.ts'
import { takeLast } from '../../../db/transaction.ts'
import { addMs } from '../../../platform/clock.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import { referencesOf } from '../../../platform/references.ts'
import type { AskedUse, PricedLine } from '../../money/index.ts'
import {
  admit,
  checkUnprovedLimits,
  countNetworkPieces,
  type Requester,
  type UnprovedTerms,
} from '../../registrations/index.ts'
import type { SchoolService } from '../../school/index.ts'
import type { CartOwner, JudgedSlot, PricedItem, Wanted } from '../../store/index.ts'
import { askedMessage, newOrderNotice, receivedMessage } from '../order-messages.ts'
import { holdEnd, type OrderSteps } from '../order-steps.ts'
import type { OrderDeps } from '../orders.deps.ts'
import type { OrderRow } from '../orders.repository.ts'
import * as repository from '../orders.repository.ts'

export type OrderTerms = UnprovedTerms &
  Pick<Awaited<ReturnType<SchoolService['current']>>, 'holdHours' | 'deliveryDaysAhead' | 'makingHours'> & {
    /** The text of the terms that the buyer accepts. */
    accepted?: Pick<Policy, 'hash'>
  }

const referenceTries = 20

export function createPlacing(deps: OrderDeps, steps: OrderSteps) {
  const { clock, ids, outbox, products, delivery, cart, coupons, payments } = deps

  async function findWanted(tx: Tx, body: PlaceOrderBody, buyer: CartOwner) {
    if (body.lines !== undefined) return { cartId: null, items: body.lines }
    const found = await cart.findLines(tx, buyer)
    if (found === null) throw refusal('cart-empty')
    return found
  }

  async function price(tx: Tx, wanted: readonly Wanted[]) {
    // A product that is off the site is refused as an unknown one.
    const items = (await products.priceItems(tx, wanted)).filter(({ isShown }) => isShown)
    const isLacking = ({ problem }: PricedItem) => problem !== null
    if (items.some(isLacking) || items.length < wanted.length) throw outOfStock(items, isLacking)
    return items
  }

  async function judgeSlot(tx: Tx, body: PlaceOrderBody, items: readonly PricedItem[], terms: OrderTerms) {
    const { slotId, day, pincode = null } = body
    try {
      return await delivery.judgeSlot(
        tx,
        { slotId, day, pincode, goods: delivery.combineGoods(items) },
        terms,
      )
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'undeliverable' && pincode === null)) throw error
      throw new DomainError('validation_failed', { fields: { pincode: fieldError.enterPincode } })
    }
  }

  async function take(
    tx: Tx,
    { id, total_in_paise, discount_in_paise }: OrderRow,
    { slotId, day }: PlaceOrderBody,
    items: readonly PricedItem[],
    use: AskedUse | null,
  ) {
    const counts = new Map<string, number>()
    for (const { productId, quantity } of items) {
      counts.set(productId, (counts.get(productId) ?? 0) + quantity)
    }
    const lacking = await products.takeStock(tx, counts, true)
    if (lacking.length > 0) throw outOfStock(items, ({ productId }) => lacking.includes(productId))
    await delivery.takePlace(tx, { slotId, day })
    if (use === null) return
    const applied = await coupons.apply(tx, { kind: 'order', id }, use)
    const more = applied.discountInPaise + applied.feeDiscountInPaise - discount_in_paise
    // The discount differs if staff changed the coupon after `quote`.
    if (more !== 0) throw priceChanged(total_in_paise - more)
  }

  return {
    /**
     * Places an order: computes all prices, and takes stock, delivery slot and coupon. A free order is confirmed at
     * once. An order with an unproved address may have to wait until the link in its e-mail is clicked, and reserves
     * nothing until then. @throws {NeedsConfirmation} @throws `validation_failed`, `out_of_stock`, `undeliverable`,
     * `slot_closed`, `slot_full`, `coupon_invalid`, `price_changed`, `limit_reached`
     */
    async place(tx: Tx, body: PlaceOrderBody, buyer: CartOwner, terms: OrderTerms, requester: Requester) {
      const { cartId, items: wanted } = await findWanted(tx, body, buyer)
      const items = await price(tx, wanted)
      const slot = await judgeSlot(tx, body, items, terms)
      const recipient = recipientOf(body, slot)
      const use = couponUse(body, items, slot)
      const coupon = use ? await coupons.quote(tx, use) : withoutCoupon(items)
      const subtotal = items.reduce((sum, item) => sum + item.priceInPaise * item.quantity, 0)
      const discount = coupon.discountInPaise + coupon.feeDiscountInPaise
      const total = subtotal + slot.feeInPaise - discount
      if (body.shownTotal !== undefined && body.shownTotal !== total) throw priceChanged(total)
      const isFree = total === 0
      if (!isFree && terms.canBePaid === false) throw refusal('no-way-to-pay')
      const { email, phone } = body
      const admitted = await admit(deps, tx, requester, { email, phone, batchId: null, isFree })
      const provedAt = admitted.provedAt
      const isAsked = terms.confirmFirst === true && provedAt === null
      const isConfirmed = isFree && !isAsked
      const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
      const now = clock.now()
      const reference = await referencesOf(tx, deps)
      const provider = await payments.providerIn(tx)
      const paying = { payment_method: body.paymentMethod }
      const waits = { make_by: slot.makeBy, proved_at: provedAt, created_at: now, ...paying }
      const askedUntil = addMs(now, askedHours * 60 * 60_000)
      const row: OrderRow = {
        accepted_in_paise: null,
        corrected: null,
        corrected_at: null,
        id: ids.id(),
        number: reference(),
        gift_id: ids.id(),
        user_id: buyer.userId,
        customer_name: body.customername,
        email,
        phone,
        mailbox: mailboxOf(email),
        proved_at: provedAt,
        ...recipient,
        occasion: body.occasion || null,
        requirements: body.requirements || null,
        card_message: body.cardMessage || null,
        hides_sender: body.hidesSender ? 1 : 0,
        calls_buyer: body.callsBuyer ? 1 : 0,
        substitution: body.substitution,
        zone_name: slot.zoneName,
        way: slot.way,
        slot_id: body.slotId,
        slot_name: slot.slotName,
        delivery_day: body.day,
        stays_on: null,
        window_from: slot.windowFrom,
        window_to: slot.windowTo,
        make_by: slot.makeBy,
        holds_slot: isAsked ? 0 : 1,
        status: isAsked ? 'cancelled' : isFree ? 'confirmed' : 'pending',
        subtotal_in_paise: subtotal,
        delivery_charge_in_paise: slot.feeInPaise,
        discount_in_paise: discount,
        fee_discount_in_paise: coupon.feeDiscountInPaise,
        coupon_code: coupon.code,
        total_in_paise: total,
        pieces,
        terms_hash: terms.accepted?.hash ?? null,
        paid_in_paise: 0,
        waits_in_paise: 0,
        refunded_in_paise: 0,
        ...paying,
        payment_status: isConfirmed ? 'paid' : 'pending',
        paid_at: isConfirmed ? now : null,
        confirmed_at: isConfirmed ? now : null,
        hold_until: isFree || isAsked ? null : holdEnd(waits, terms, provider),
        card_printed_at: null,
        ready_at: null,
        nobody_home_at: null,
        ended_by: isAsked ? 'hold' : null,
        asked_until: isAsked ? (askedUntil < slot.makeBy ? askedUntil : slot.makeBy) : null,
        created_at: now,
        updated_at: now,
        version: 1,
      }
      await insertOrder(tx, row, reference)
      const rows = items.map((item, position) => ({
        ...itemRow(row.id, item, position, coupon.shares[position]),
        taken: isAsked ? 0 : item.quantity,
      }))
      await repository.insertItems(tx, rows)
      if (cartId !== null) await cart.clear(tx, cartId)
      if (isAsked) {
        if ('id' in coupon) await coupons.note(tx, { kind: 'order', id: row.id }, coupon, { email, phone })
        await countNetworkPieces(deps, tx, requester, pieces)
        await outbox.tell(tx, askedMessage(row, rows))
        return row
      }
      takeLast(tx, async () => {
        await take(tx, row, body, items, use)
        if (isFree) await steps.settleCredit(tx, row)
        const productIds = items.map(({ productId }) => productId)
        const slot = { slotId: body.slotId, day: body.day }
        const taken = { productIds, slot, coupon: coupon.code, pieces, total: admitted.pieces + pieces }
        await checkUnprovedLimits(deps, tx, requester, { ...taken, provedAt }, terms)
      })
      // The outbox locks the recipient to count e-mails, so this call comes last.
      const provedUntil = holdEnd({ ...waits, proved_at: now }, terms, provider)
      await outbox.tell(tx, receivedMessage(row, rows, provedUntil), newOrderNotice(row))
      return row
    },
  }

  async function insertOrder(tx: Tx, row: OrderRow, reference: () => string) {
    for (let count = 0; count < referenceTries; count++) {
      if ((await repository.insertUnlessNumbered(tx, [row])).numAffectedRows === 1n) return
      row.number = reference()
    }
    throw new Error(`no free reference in ${referenceTries} tries`)
  }
}

function priceChanged(totalInPaise: number): DomainError {
  return new DomainError('price_changed', { details: { total: decimalRupees(totalInPaise) } })
}

function outOfStock(items: readonly PricedItem[], isLacking: (item: PricedItem) => boolean): DomainError {
  const lines = items.flatMap((item, line) => (isLacking(item) ? [line] : []))
  const names = lines.map((line) => items[line]?.name ?? '')
  const leftOf = (line: number) => (items[line]?.problem === 'gone' ? 0 : (items[line]?.stock ?? 0))
  return refusal('lines-out-of-stock', {
    facts: { names, isGone: lines.every((line) => leftOf(line) === 0) },
    details: {
      lines: lines.map((line) => ({ line, productId: items[line]?.productId, left: leftOf(line) })),
    },
  })
}

function recipientOf(body: PlaceOrderBody, { way }: JudgedSlot) {
  const isOwn = body.isForMe === true || way === 'pickup'
  const name = body.recipientName || (isOwn ? body.customername : '')
  // The courier calls from India, so a foreign number is of no use at the door.
  const ownPhone = recipientPhone.safeParse(body.phone).success ? body.phone : ''
  const phone = body.recipientPhone || (isOwn ? ownPhone || (way === 'pickup' ? body.phone : '') : '')
  const { address = '', area = '', landmark = '', pincode = null } = body
  const fields: Record<string, string> = {}
  if (name === '') fields['recipientName'] = fieldError.enterRecipientName
  if (phone === '') fields['recipientPhone'] = fieldError.enterRecipientPhone
  if (way !== 'pickup') {
    if (address === '') fields['address'] = fieldError.enterAddress
    if (area === '') fields['area'] = fieldError.enterArea
  }
  if (Object.keys(fields).length > 0) throw new DomainError('validation_failed', { fields })
  const place = { address: address || null, area: area || null, landmark: landmark || null, pincode }
  return { recipient_name: name, recipient_phone: phone, ...place, ...composedPlace(way, place) }
}

export function composedPlace(
  way: OrderRow['way'],
  { address, area, landmark, pincode }: Pick<OrderRow, 'address' | 'area' | 'landmark' | 'pincode'>,
) {
  if (way === 'pickup') return { state: null, delivery_address: 'Pickup at the studio' }
  return {
    state: pincode === null ? null : stateOfPincode(pincode),
    delivery_address: [address, area, landmark, pincode].filter(Boolean).join(', '),
  }
}

function itemRow(orderId: string, item: PricedItem, position: number, discountInPaise = 0) {
  return {
    order_id: orderId,
    position,
    product_id: item.productId,
    product_name: item.name,
    size_id: item.size?.id ?? null,
    size_name: item.size?.name ?? null,
    answer: item.answer,
    quantity: item.quantity,
    unit_price_in_paise: item.priceInPaise,
    total_in_paise: item.priceInPaise * item.quantity,
    discount_in_paise: discountInPaise,
  }
}

function couponUse(
  { couponCode: code, email, phone }: PlaceOrderBody,
  items: readonly PricedItem[],
  { feeInPaise }: JudgedSlot,
): AskedUse | null {
  if (!code) return null
  return { code, basket: { lines: items.map(priceLine), feeInPaise }, customer: { email, phone } }
}

function priceLine({ productId, categories, priceInPaise, quantity }: PricedItem): PricedLine {
  return { productId, categories, totalInPaise: priceInPaise * quantity }
}

function withoutCoupon(items: readonly PricedItem[]) {
  return { code: null, discountInPaise: 0, feeDiscountInPaise: 0, shares: items.map(() => 0) }
}

type Chosen = Pick<
  z.output<NonNullable<(typeof validateCoupon)['body']>>,
  'courseId' | 'batchId' | 'seats' | 'lines'
>

export function createCouponBasket({ db, cart, courses, products }: OrderDeps) {
  return {
    /**
     * Makes the basket for which a coupon is checked, with its prices. The basket contains seats in a course, or lines
     * of the store, by default the lines of the cart. @throws `not_found` for a course; `coupon_invalid` for an empty
     * basket
     */
    async basketOf({ courseId, batchId, seats = 1, lines }: Chosen, owner: CartOwner) {
      if (courseId !== undefined) {
        const { id, priceInPaise } = await courses.priceFor(db.read, { courseId, batchId })
        return { courseId: id, priceInPaise, seats }
      }
      const wanted = lines ?? (await cart.findLines(db.read, owner))?.items ?? []
      const items = await products.priceItems(db.read, wanted)
      const offered = items.filter(({ problem }) => problem !== 'gone')
      if (offered.length === 0) throw refusal('coupon-for-nothing')
      return { lines: offered.map(priceLine), feeInPaise: null }
    },
  }
}
