import { DomainError, refusal } from '../../../contract/errors.ts'
import { type PlaceOrderBody, recipientPhone } from '../../../contract/store-orders.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Tx } from '../../db/schema.ts'
import { addMs } from '../../platform/clock.ts'
import type { CartService } from '../cart/cart.service.ts'
import type { CouponsService } from '../coupons/coupons.service.ts'
import type { DeliveryService } from '../delivery/delivery.service.ts'
import type { Deps } from '../deps.ts'
import type { PaymentsService } from '../payments/payments.service.ts'
import type { PricedItem, ProductsService, Wanted } from '../products/products.service.ts'
import type { SchoolService } from '../school/school.service.ts'
import { newOrderNotice, receivedMessage } from './order-messages.ts'
import type { OrderSteps } from './order-steps.ts'
import type { OrderRow } from './orders.repository.ts'
import * as repository from './orders.repository.ts'

export interface Buyer {
  userId: string | null
  cartToken: string | null
}

/** What holds last by, beside the means of payment. */
export type OrderTerms = Pick<Awaited<ReturnType<SchoolService['current']>>, 'holdHours'>

const referenceTries = 20

type TakenSlot = Awaited<ReturnType<DeliveryService['takeSlot']>>

export function createPlacing(
  { clock, ids, outbox }: Deps,
  {
    steps,
    products,
    delivery,
    cart,
    coupons,
    payments,
  }: {
    steps: OrderSteps
    products: ProductsService
    delivery: DeliveryService
    cart: CartService
    coupons: CouponsService
    payments: PaymentsService
  },
) {
  async function findWanted(tx: Tx, body: PlaceOrderBody, buyer: Buyer) {
    if (body.lines !== undefined) return { cartId: null, wanted: body.lines as readonly Wanted[] }
    const found = await cart.findLines(tx, buyer)
    if (found === null || found.items.length === 0) throw refusal('cart-empty')
    return { cartId: found.cartId, wanted: found.items as readonly Wanted[] }
  }

  /** Takes the stock of all, by product, in one order. @throws `out_of_stock`, with the places of the lines */
  async function takeStock(tx: Tx, items: readonly PricedItem[], asked: number): Promise<void> {
    const lacking = items.flatMap(({ problem }, line) => (problem === null ? [] : [line]))
    if (lacking.length > 0 || items.length < asked) throw outOfStock(items, lacking)
    const counts = new Map<string, number>()
    for (const { productId, quantity } of items) {
      counts.set(productId, (counts.get(productId) ?? 0) + quantity)
    }
    for (const [productId, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
      try {
        await products.takeStock(tx, productId, count)
      } catch (error) {
        if (!(error instanceof DomainError && error.code === 'out_of_stock')) throw error
        throw outOfStock(
          items,
          items.flatMap((item, line) => (item.productId === productId ? [line] : [])),
        )
      }
    }
  }

  /** @throws `undeliverable`, `slot_closed`, `slot_full`; `validation_failed` if nobody said where to */
  async function takeSlot(tx: Tx, body: PlaceOrderBody, items: readonly PricedItem[]): Promise<TakenSlot> {
    const { slotId, day, pincode = null } = body
    try {
      return await delivery.takeSlot(tx, { slotId, day, pincode, goods: delivery.goodsOf(items) })
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'undeliverable' && pincode === null)) throw error
      throw new DomainError('validation_failed', { fields: { pincode: 'The pincode is required' } })
    }
  }

  /** Counts the code's use; it comes last of what an order takes. @throws `coupon_invalid` */
  async function takeCoupon(
    tx: Tx,
    id: string,
    body: PlaceOrderBody,
    items: readonly PricedItem[],
    feeInPaise: number,
  ) {
    const { couponCode: code, email, phone } = body
    if (!code) return withoutCoupon(items)
    const lines = items.map(({ productId, categories, priceInPaise, quantity }) => ({
      productId,
      categories,
      totalInPaise: priceInPaise * quantity,
    }))
    return coupons.apply(
      tx,
      { kind: 'order', id },
      { code, basket: { lines, feeInPaise }, customer: { email, phone } },
    )
  }

  function holdUntil(slot: TakenSlot, { holdHours }: OrderTerms): string {
    const now = clock.now()
    const { holdMinutes } = payments.provider
    const full = addMs(now, holdMinutes === null ? holdHours * 60 * 60_000 : holdMinutes * 60_000)
    return full < slot.makeBy ? full : slot.makeBy
  }

  return {
    /**
     * Prices everything anew, and takes stock, slot and coupon; what is free is confirmed at once.
     * @throws `validation_failed`, `out_of_stock`, `undeliverable`, `slot_closed`, `slot_full`, `coupon_invalid`,
     * `price_changed`
     */
    async place(tx: Tx, body: PlaceOrderBody, buyer: Buyer, terms: OrderTerms): Promise<OrderRow> {
      const { cartId, wanted } = await findWanted(tx, body, buyer)
      const items = await products.priceItems(tx, wanted)
      await takeStock(tx, items, wanted.length)
      const subtotal = items.reduce((sum, item) => sum + item.priceInPaise * item.quantity, 0)
      const slot = await takeSlot(tx, body, items)
      const recipient = recipientOf(body, slot)
      const id = ids.id()
      const coupon = await takeCoupon(tx, id, body, items, slot.feeInPaise)
      const discount = coupon.discountInPaise + coupon.feeDiscountInPaise
      const total = subtotal + slot.feeInPaise - discount
      if (body.shownTotal !== undefined && body.shownTotal !== total) {
        throw new DomainError('price_changed', { details: { total: decimalRupees(total) } })
      }
      const isFree = total === 0
      const now = clock.now()
      const row = {
        id,
        gift_id: ids.id(),
        user_id: buyer.userId,
        customer_name: body.customername,
        email: body.email,
        phone: body.phone,
        ...recipient,
        occasion: body.occasion || null,
        requirements: body.requirements || null,
        card_message: body.cardMessage || null,
        hides_sender: body.hidesSender ? (1 as const) : (0 as const),
        calls_buyer: body.callsBuyer ? (1 as const) : (0 as const),
        substitution: body.substitution,
        zone_name: slot.zoneName,
        way: slot.way,
        slot_id: body.slotId,
        slot_name: slot.slotName,
        delivery_day: body.day,
        window_from: slot.windowFrom,
        window_to: slot.windowTo,
        make_by: slot.makeBy,
        holds_slot: 1 as const,
        status: isFree ? ('confirmed' as const) : ('pending' as const),
        subtotal_in_paise: subtotal,
        delivery_charge_in_paise: slot.feeInPaise,
        discount_in_paise: discount,
        fee_discount_in_paise: coupon.feeDiscountInPaise,
        coupon_code: coupon.code,
        total_in_paise: total,
        payment_method: body.paymentMethod,
        payment_status: isFree ? ('paid' as const) : ('pending' as const),
        paid_at: isFree ? now : null,
        confirmed_at: isFree ? now : null,
        hold_until: isFree ? null : holdUntil(slot, terms),
        created_at: now,
        updated_at: now,
      }
      await insertOrder(tx, row)
      await repository.insertItems(
        tx,
        items.map((item, position) => itemRow(row.id, item, position, coupon.shares[position])),
      )
      if (cartId !== null) await cart.clear(tx, cartId)
      const placed = await steps.getLocked(tx, row.id)
      await outbox.tell(
        tx,
        receivedMessage(placed, await repository.listItems(tx, [row.id])),
        newOrderNotice(placed),
      )
      return placed
    },
  }

  async function insertOrder(
    tx: Tx,
    row: Parameters<typeof repository.insertOrder>[1] | object,
  ): Promise<void> {
    for (let count = 0; count < referenceTries; count++) {
      if (await repository.insertOrder(tx, { ...row, number: ids.reference() } as never)) return
    }
    throw new Error(`no free reference in ${referenceTries} tries`)
  }
}

function outOfStock(items: readonly PricedItem[], lines: readonly number[]): DomainError {
  const names = lines.map((line) => items[line]?.name ?? '')
  return refusal('lines-out-of-stock', {
    facts: { names },
    details: {
      lines: lines.map((line) => ({
        line,
        productId: items[line]?.productId,
        left: items[line]?.problem === 'gone' ? 0 : (items[line]?.stock ?? 0),
      })),
    },
  })
}

/** Whom it goes to. What a pickup leaves out, a delivery must say. @throws `validation_failed` */
function recipientOf(body: PlaceOrderBody, { way }: TakenSlot) {
  const isOwn = body.isForMe === true || way === 'pickup'
  const name = body.recipientName || (isOwn ? body.customername : '')
  // The courier calls from here, so a number from abroad is no help at the door.
  const ownPhone = recipientPhone.safeParse(body.phone).success ? body.phone : ''
  const phone = body.recipientPhone || (isOwn ? ownPhone || (way === 'pickup' ? body.phone : '') : '')
  const { address = '', area = '', landmark = '', pincode = null } = body
  const fields: Record<string, string> = {}
  if (name === '') fields['recipientName'] = "The recipient's name is required"
  if (phone === '') fields['recipientPhone'] = "The recipient's phone number is required"
  if (way !== 'pickup') {
    if (address === '') fields['address'] = 'The address is required'
    if (area === '') fields['area'] = 'The area is required'
  }
  if (Object.keys(fields).length > 0) throw new DomainError('validation_failed', { fields })
  const place = [address, area, landmark, pincode ?? ''].filter((part) => part !== '').join(', ')
  return {
    recipient_name: name,
    recipient_phone: phone,
    address: address || null,
    area: area || null,
    landmark: landmark || null,
    pincode,
    delivery_address: way === 'pickup' ? 'Pickup at the studio' : place,
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
    taken: item.quantity,
  }
}

function withoutCoupon(items: readonly PricedItem[]) {
  return { code: null, discountInPaise: 0, feeDiscountInPaise: 0, shares: items.map(() => 0) }
}
