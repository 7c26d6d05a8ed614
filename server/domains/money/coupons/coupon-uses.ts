import { DomainError, refusal } from '../../../../contract/errors.ts'
import { type CreditKind, plainCode } from '../../../../contract/money/coupon-facts.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import { addDays } from '../../../platform/clock.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import type { Deps } from '../../deps.ts'
import type { CouponRow, Subject } from './coupons.repository.ts'
import * as repository from './coupons.repository.ts'
import { type Basket, type CouponTerms, type Discount, judge } from './discount-rules.ts'

export interface Customer {
  email: string | null
  phone: string | null
}

export interface AskedUse {
  code: string
  basket: Basket
  customer: Customer
}

export interface Credit {
  code: string
  amountInPaise: number
  /** The last day on which the code is valid; null for no end. */
  endsOn: string | null
}

export interface NewCredit extends Omit<Credit, 'code'> {
  kind: CreditKind
  /** The order for which the credit was given. Only the buyer of this order may use the credit. */
  orderId: string
  note: string
}

type MakeCredit = (tx: Tx, credit: NewCredit) => Promise<Credit>

const creditDaysLeast = 90

export interface Applied extends Discount {
  couponId: string
  code: string
}

/** Counts the uses of coupons. A use belongs to an order or a seat, and is given back when that order or seat ends. */
export function createCouponUses({ clock, ids, seal }: Deps, makeCredit: MakeCredit) {
  const keysOf = ({ email, phone }: Customer) => ({
    email: email && seal.fingerprint(`coupon email ${mailboxOf(email)}`),
    phone: phone && seal.fingerprint(`coupon phone ${digitsOf(phone)}`),
  })

  const rowOfUse = ({ id }: CouponRow, subject: Subject, discount: Discount, customer: Customer) => ({
    id: ids.id(),
    coupon_id: id,
    subject: subject.kind,
    subject_id: subject.id,
    email_key: keysOf(customer).email ?? '',
    phone_key: keysOf(customer).phone ?? '',
    discount_in_paise: discount.discountInPaise + discount.feeDiscountInPaise,
    used_at: clock.now(),
  })

  function discountOf(coupon: CouponRow, basket: Basket): Discount {
    const judged = judge(termsOf(coupon), basket, clock.today())
    switch (judged.reason) {
      case null:
        return judged
      case 'early':
        throw refusal('coupon-early', { facts: { day: judged.startsOn } })
      case 'over':
        throw refusal('coupon-over', { facts: { day: judged.endsOn } })
      case 'below':
        throw refusal('coupon-below', { facts: judged })
      case 'for-courses':
        throw refusal('coupon-for-courses')
      case 'for-store':
        throw refusal('coupon-for-store')
      case 'nothing-off':
        throw refusal('coupon-takes-nothing')
      case 'not-for-this':
        // An unsuitable basket gets the same message as an unsuitable customer, so that the message reveals nothing
        // about a person.
        throw new DomainError('coupon_invalid')
    }
  }

  /** @throws `coupon_invalid`, with the same message for every reason that concerns the customer */
  async function requireOpenTo(source: Queryable, coupon: CouponRow, customer: Customer, subject: Subject) {
    const { uses_each_max, first_only, credit_order_id } = coupon
    if (customer.email === null && customer.phone === null) return
    if (credit_order_id !== null && customer.email !== null) {
      const orders = source.selectFrom('shop_order').select('email')
      const buyer = await orders.where('id', '=', credit_order_id).executeTakeFirst()
      if (buyer === undefined || mailboxOf(buyer.email) !== mailboxOf(customer.email)) {
        throw new DomainError('coupon_invalid')
      }
    }
    const isSpent =
      uses_each_max !== null &&
      (await repository.countUsesOf(source, coupon.id, keysOf(customer))) >= uses_each_max
    const isKnown =
      first_only === 1 &&
      (await repository.hasBoughtBefore(source, subject, {
        email: customer.email?.toLowerCase() ?? null,
        phones: spellingsOf(customer.phone),
      }))
    if (isSpent || isKnown) throw new DomainError('coupon_invalid')
  }

  async function requireCoupon(source: Queryable, code: string) {
    const coupon = await repository.livingCoupons(source).where('code', '=', code).executeTakeFirst()
    // An inactive coupon is refused like an unknown coupon.
    if (coupon === undefined || coupon.is_active === 0) throw refusal('coupon-unknown')
    return coupon
  }

  /** Extends a credit that is about to expire, since the buyer of a small order would otherwise lose the remainder. */
  function laterEnd(endsOn: string | null): string | null {
    const least = addDays(clock.today(), creditDaysLeast)
    return endsOn === null || endsOn > least ? endsOn : least
  }

  async function retakeReturned(tx: Tx, subject: Subject, useId: string): Promise<boolean> {
    const credits = repository.unusedCredits(tx, 'returned')
    const returned = await credits.where('credit_order_id', '=', subject.id).executeTakeFirst()
    if (returned === undefined || (await repository.takeUseAgain(tx, returned.id)) === undefined) return false
    const renewed = { coupon_id: returned.id, given_back_at: null, settled_at: null }
    await tx.updateTable('coupon_use').set(renewed).where('id', '=', useId).execute()
    return true
  }

  return {
    /** Returns the discount without counting a use. @throws `coupon_invalid` */
    async quote(source: Queryable, { code, basket, customer }: AskedUse) {
      const coupon = await requireCoupon(source, plainCode(code))
      const discount = discountOf(coupon, basket)
      if (coupon.uses_max !== null && coupon.uses >= coupon.uses_max) throw refusal('coupon-used-up')
      const kind = 'courseId' in basket ? 'enrolment' : 'order'
      await requireOpenTo(source, coupon, customer, { kind, id: '' })
      return { ...coupon, ...discount }
    },

    /**
     * Takes a use for an order or seat that the same transaction writes. The coupon is locked after batch, stock and
     * slot, so that callers do not deadlock. @throws `coupon_invalid`
     */
    async apply(tx: Tx, subject: Subject, { code: typed, basket, customer }: AskedUse) {
      const code = plainCode(typed)
      const coupon = await repository.takeUse(tx, code)
      if (coupon === undefined) {
        discountOf(await requireCoupon(tx, code), basket)
        throw refusal('coupon-used-up')
      }
      const discount = discountOf(coupon, basket)
      await requireOpenTo(tx, coupon, customer, subject)
      await tx
        .insertInto('coupon_use')
        .values(rowOfUse(coupon, subject, discount, customer))
        .execute()
      return { ...discount, couponId: coupon.id, code: coupon.code }
    },

    /** Stores the result of `quote` for an unconfirmed order. The use is counted when `retake` is called. */
    async note(tx: Tx, subject: Subject, quoted: CouponRow & Discount, customer: Customer) {
      const row = { ...rowOfUse(quoted, subject, quoted, customer), given_back_at: clock.now() }
      await tx.insertInto('coupon_use').values(row).execute()
    },

    /**
     * Gives back the use of an ended order or seat; a repeated call changes nothing. The store credit that a paid order
     * used comes back as a new code. The old code cannot come back, because its remainder became a new code when the
     * order was paid.
     */
    async release(tx: Tx, subject: Subject) {
      const use = await repository.giveBack(tx, subject, clock.now())
      if (use === undefined) return null
      if (use.settled_at === null) {
        await repository.returnUse(tx, use.coupon_id)
        return null
      }
      const coupon = await repository.getCoupon(tx, use.coupon_id)
      return makeCredit(tx, {
        kind: 'returned',
        orderId: subject.id,
        amountInPaise: use.discount_in_paise,
        endsOn: laterEnd(coupon.ends_on),
        note: `Replacement for ${coupon.code}`,
      })
    },

    /**
     * Turns the unused remainder of a paid order's credit into a new code and returns the code; null if nothing is
     * left, or for a repeated call. The caller locks the order.
     */
    async settle(tx: Tx, subject: Subject) {
      const use = await repository.findUse(tx, subject)
      if (use === undefined || use.given_back_at !== null || use.settled_at !== null) return null
      const coupon = await repository.getCoupon(tx, use.coupon_id)
      if (coupon.credit_order_id === null) return null
      await tx.updateTable('coupon_use').set({ settled_at: clock.now() }).where('id', '=', use.id).execute()
      const amountInPaise = (coupon.amount_in_paise ?? 0) - use.discount_in_paise
      if (amountInPaise === 0) return null
      return makeCredit(tx, {
        kind: 'rest',
        orderId: subject.id,
        amountInPaise,
        endsOn: laterEnd(coupon.ends_on),
        note: `Remaining balance of ${coupon.code}`,
      })
    },

    /**
     * Counts the use again when money arrives late; false if no use is left. The agreed price stays, whatever the
     * coupon's terms are now.
     */
    async retake(tx: Tx, subject: Subject): Promise<boolean> {
      const use = await repository.findUse(tx, subject)
      if (use === undefined || use.given_back_at === null) return true
      if (use.settled_at !== null) return retakeReturned(tx, subject, use.id)
      const coupon = await repository.takeUseAgain(tx, use.coupon_id)
      if (coupon === undefined) return false
      const { uses_each_max } = coupon
      const keys = { email: use.email_key, phone: use.phone_key }
      if (uses_each_max !== null && (await repository.countUsesOf(tx, coupon.id, keys)) >= uses_each_max) {
        await repository.returnUse(tx, coupon.id)
        return false
      }
      await tx.updateTable('coupon_use').set({ given_back_at: null }).where('id', '=', use.id).execute()
      return true
    },
  }
}

function termsOf(row: CouponRow): CouponTerms {
  return {
    kind: row.kind,
    percent: row.percent,
    amountInPaise: row.amount_in_paise,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    minimumInPaise: row.minimum_in_paise,
    mostInPaise: row.most_in_paise,
    scope: row.scope,
    scopeItems: JSON.parse(row.scope_items) as string[],
  }
}

function digitsOf(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length === 12 && digits.startsWith('91') ? digits.slice(2) : digits
}

function spellingsOf(phone: string | null): string[] {
  if (phone === null) return []
  const digits = digitsOf(phone)
  return [digits, `+${digits}`, `+91${digits}`]
}
