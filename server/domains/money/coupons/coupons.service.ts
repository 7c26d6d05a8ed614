import { DomainError, fieldSentencesOf, refusal } from '../../../../contract/errors.ts'
import { offerText } from '../../../../contract/money/coupon-facts.ts'
import { couponRow } from '../../../../contract/money/coupon-files.ts'
import * as contract from '../../../../contract/money/coupons.ts'
import { listExistingIds } from '../../../db/existing.ts'
import { presentPage } from '../../../db/page.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { presented } from '../../../platform/presented.ts'
import { readFields, startFields, writeFields } from '../../../platform/record-fields.ts'
import { recordsOf } from '../../../platform/records.ts'
import { createRowImport, inParts } from '../../../platform/row-import.ts'
import type { Deps } from '../../deps.ts'
import { type Credit, createCouponUses, type NewCredit } from './coupon-uses.ts'
import type { CouponRow } from './coupons.repository.ts'
import * as repository from './coupons.repository.ts'
import type { Basket } from './discount-rules.ts'

export type CouponsService = ReturnType<typeof createCouponsService>

const creditSeries = 'Store credit'

const codeTries = 20
/** The database limits the number of ids in one statement. */
const idsAskedAtOnce = 10_000
/** The database limits the number of bound values in one statement, and each row binds many values. */
const rowsARound = 200

export function createCouponsService(deps: Deps) {
  const { db, clock, ids } = deps
  const uses = createCouponUses(deps, (tx, credit) => makeCredit(tx, credit, null))
  const records = recordsOf(deps, 'coupon', {
    title: ({ code }) => code,
    fields: (row) => {
      const { id, uses, state, created_at, version, ...fields } = present(row)
      return fields
    },
    renews: { delete: ['version'], restore: ['version'] },
  })

  const present = (row: CouponRow) => presentCoupon(row, clock.today())

  function newRow(
    input: Omit<contract.CouponInput, 'code'>,
    more: Pick<CouponRow, 'code' | 'series'> & Partial<CouponRow>,
  ): CouponRow {
    return fitting({
      ...startFields(contract.couponFields, input),
      credit_kind: null,
      credit_order_id: null,
      ...more,
      id: ids.id(),
      uses: 0,
      version: 1,
      created_at: clock.now(),
      deleted_at: null,
    })
  }

  function fitted(input: contract.CouponInput): CouponRow | { column: string; message: string } {
    try {
      return newRow(input, { code: input.code, series: null })
    } catch (error) {
      return problemIn(error)
    }
  }

  async function examine(source: Queryable, inputs: readonly contract.CouponInput[]) {
    const fits = inputs.map(fitted)
    const rows = fits.filter((one) => 'id' in one)
    const unknown = await listUnknownItems(source, rows)
    const unknownOf = new Map(rows.map((row, n) => [row, unknown[n] ?? []]))
    return fits.map((one) => {
      if (!('id' in one)) return one
      const ids = unknownOf.get(one) ?? []
      return ids.length === 0 ? null : problemIn(itemsUnknown(one, ids))
    })
  }

  /**
   * Lists for each coupon the products or courses in it that do not exist, with one query for all coupons. Items that
   * the coupon had before the change (`before`) are left out, because they may have been deleted since.
   */
  async function listUnknownItems(source: Queryable, rows: readonly CouponRow[], before?: CouponRow) {
    const stood = new Set(itemsOf(before))
    const asked = rows.map((row) => {
      const isSame = row.scope === before?.scope
      return { scope: row.scope, ids: itemsOf(row).filter((id) => !(isSame && stood.has(id))) }
    })
    const existing = async (scope: 'products' | 'courses') => {
      const table = scope === 'products' ? 'product' : 'course'
      const ids = [...new Set(asked.flatMap((one) => (one.scope === scope ? one.ids : [])))]
      const found = new Set<string>()
      for (const part of inParts(ids, idsAskedAtOnce))
        for (const id of await listExistingIds(source, table, part)) found.add(id)
      return found
    }
    const products = await existing('products')
    const courses = await existing('courses')
    return asked.map(({ scope, ids }) => {
      const there = scope === 'products' ? products : scope === 'courses' ? courses : null
      return there === null ? [] : ids.filter((id) => !there.has(id))
    })
  }

  /** @throws `validation_failed` if the coupon names a product or course that does not exist */
  async function requireItems(tx: Tx, row: CouponRow, before?: CouponRow) {
    const [unknown = []] = await listUnknownItems(tx, [row], before)
    if (unknown.length > 0) throw itemsUnknown(row, unknown)
  }

  async function insertMade(
    tx: Tx,
    input: contract.ManyCouponsInput,
    more: Partial<Pick<CouponRow, 'credit_kind' | 'credit_order_id'>> = {},
  ) {
    const prefix = input.prefix ? `${input.prefix}-` : ''
    const made: CouponRow[] = []
    for (let tries = 0; tries < codeTries; tries++) {
      const rows = Array.from({ length: Math.min(input.count - made.length, rowsARound) }, () =>
        newRow({ ...input, usesMax: 1 }, { code: `${prefix}${ids.code()}`, series: input.series, ...more }),
      )
      if (rows.length === 0) return made
      const inserted = new Set(await repository.insertCoupons(tx, rows))
      made.push(...rows.filter(({ id }) => inserted.has(id)))
    }
    throw new Error(`no ${input.count} free codes in ${codeTries} tries`)
  }

  async function makeCredit(tx: Tx, credit: NewCredit, by: Actor | null): Promise<Credit> {
    const { kind, orderId, amountInPaise, endsOn, note } = credit
    const terms = { kind: 'rupees', amount: amountInPaise, scope: 'store', endsOn, note } as const
    const named = { count: 1, series: creditSeries, prefix: 'CREDIT' }
    const made = await insertMade(tx, { ...terms, ...named }, { credit_kind: kind, credit_order_id: orderId })
    await records.added(tx, made, by)
    return { code: made[0]?.code ?? '', amountInPaise, endsOn }
  }

  return {
    ...uses,

    giveCredit: (tx: Tx, credit: Omit<NewCredit, 'kind'>, by: Actor) =>
      makeCredit(tx, { ...credit, kind: 'given' }, by),

    /** Both sums are in paise. The caller locks the order. */
    sumOfGiven: repository.sumOfGiven,
    sumOfUsed: repository.sumOfUsed,

    /**
     * Deletes the unused credits that staff gave for an order. Returns the sum of the used credits, in paise. The
     * caller locks the order. A repeated call changes nothing.
     */
    async withdrawGiven(tx: Tx, orderId: string): Promise<number> {
      let usedInPaise = 0
      for (const { id, uses, deleted_at, amount_in_paise } of await repository.lockGiven(tx, orderId)) {
        if (uses > 0) usedInPaise += amount_in_paise ?? 0
        else if (deleted_at === null) await records.removeIn(tx, id, null)
      }
      return usedInPaise
    },

    /** Returns the order for which staff gave an unused credit; null for a used credit and for any other coupon. */
    async orderOfUnused(source: Queryable, id: string): Promise<string | null> {
      const given = repository.unusedCredits(source, 'given')
      const row = await given.where('id', '=', id).executeTakeFirst()
      return row?.credit_order_id ?? null
    },

    async listCredits(source: Queryable, orderId: string) {
      return (await repository.listCredits(source, orderId)).map(present)
    },

    list: (query: contract.CouponsQuery) => presentPage(repository.listCouponPage(db.read, query), present),
    get: async (id: string) => present(await records.get(db.read, id)),

    async listUses(id: string) {
      await records.get(db.read, id)
      return (await repository.listUses(db.read, id)).map(presentUse)
    },

    /** Checks a code for a visitor's basket without counting a use. @throws `coupon_invalid` */
    async quoteBasket(
      { code: typed, email }: { code: string; email?: string | undefined },
      basket: Basket,
      userId: string | null,
    ) {
      const customer = { email: await ownAddress(db.read, userId, email), phone: null }
      const quoted = await uses.quote(db.read, { code: typed, basket, customer })
      const price =
        'courseId' in basket
          ? basket.priceInPaise * (basket.seats ?? 1)
          : basket.lines.reduce((total, line) => total + line.totalInPaise, 0)
      const { kind, percent, amount_in_paise, most_in_paise, code, discountInPaise } = quoted
      const isFreeDelivery = kind === 'free-delivery'
      return {
        code,
        kind,
        offer: offerText({ kind, percent, amount: amount_in_paise === null ? null : amount_in_paise / 100 }),
        discount: discountInPaise / 100,
        price: price / 100,
        toPay: (price - discountInPaise) / 100,
        freeDelivery: isFreeDelivery,
        deliveryDiscountMax: isFreeDelivery && most_in_paise !== null ? most_in_paise / 100 : null,
        isPersonal: quoted.first_only === 1 || quoted.uses_each_max !== null,
      }
    },

    /** @throws `validation_failed` if another coupon has the code, or terms contradict each other */
    async add(tx: Tx, input: contract.CouponInput, by: Actor | null) {
      const row = newRow(input, { code: input.code, series: null })
      await requireItems(tx, row)
      const inserted = await repository.insertCoupons(tx, [row])
      if (inserted.length === 0) throw codeTaken(row.code)
      await records.added(tx, [row], by)
      return present(row)
    },

    /** @throws `validation_failed` if terms contradict each other */
    async addMany(tx: Tx, input: contract.ManyCouponsInput, by: Actor | null) {
      await requireItems(tx, newRow(input, { code: '', series: null }))
      const made = await insertMade(tx, input)
      await records.added(tx, made, by)
      return made.map(({ code }) => ({ code }))
    },

    /** @throws `not_found`; `conflict` if `version` is given and stale; `validation_failed` */
    async update(id: string, { version, ...patch }: contract.CouponPatch, by: Actor | null) {
      const changed = await records.change(id, { by, version }, async (tx, before) => {
        const merged = { ...before, ...writeFields(contract.couponFields, patch) }
        const { id: _, version: __, uses: ___, ...after } = fitting(merged)
        if (before.credit_kind !== null && !keepsWorth(before, after)) throw refusal('credit-fixed')
        if (await repository.isCodeTaken(tx, after.code, id)) throw codeTaken(after.code)
        await requireItems(tx, { ...before, ...after }, before)
        return after
      })
      return present(changed)
    },

    remove: records.remove,

    imports: createRowImport(deps, records, {
      schema: couponRow,
      unique: {
        column: 'code',
        keyOf: ({ code }) => code,
        listTaken: repository.listTakenCodes,
        taken: 'There’s already a coupon with this code.',
      },
      examine,
      async add(tx, inputs, by) {
        const rows = inputs.map((input) => newRow(input, { code: input.code, series: null }))
        const inserted = new Set(await repository.insertCoupons(tx, rows))
        const late = rows.find(({ id }) => !inserted.has(id))
        if (late) throw codeTaken(late.code)
        await records.added(tx, rows, by)
        return rows
      },
      isUsed: async (source, id) => (await repository.getCoupon(source, id)).uses > 0,
    }),

    /** @throws `conflict` if another coupon has the code by now */
    async restore(tx: Tx, id: string) {
      const row = await tx.selectFrom('coupon').select('code').where('id', '=', id).executeTakeFirst()
      if (row !== undefined && (await repository.isCodeTaken(tx, row.code, id))) {
        throw refusal('coupon-known-again', { facts: { code: row.code } })
      }
      await records.restore(tx, id)
    },
  }
}

/**
 * True if a credit keeps its amount, single use and buyer. A credit without these limits could be worth more than was
 * given.
 */
function keepsWorth(before: CouponRow, after: Partial<CouponRow>): boolean {
  const { ends_on: _, is_active: __, note: ___, starts_on: ____, ...fixed } = after
  return Object.entries(fixed).every(([column, value]) => before[column as keyof CouponRow] === value)
}

/**
 * Returns the caller's own verified address. Null if another address was typed, because the response would reveal
 * whether the owner of that address has ordered before.
 */
async function ownAddress(source: Queryable, userId: string | null, typed = ''): Promise<string | null> {
  if (userId === null) return null
  const users = source.selectFrom('user').select('email').where('id', '=', userId)
  // Anybody may sign up with any address, so an unverified address proves nothing.
  const own = (await users.where('emailVerified', '=', 1).executeTakeFirst())?.email
  return own && (typed === '' || typed.toLowerCase() === own) ? own : null
}

/** Clears fields that neither kind nor scope uses. @throws `validation_failed` if terms contradict each other */
function fitting(row: CouponRow): CouponRow {
  const { kind, scope } = row
  if (kind === 'percent' && row.percent === null) throw refusal('coupon-needs-percent', { at: 'percent' })
  if (kind === 'rupees' && row.amount_in_paise === null)
    throw refusal('coupon-needs-rupees', { at: 'amount' })
  if (kind === 'free-delivery' && scope === 'courses') throw refusal('coupon-no-delivery', { at: 'scope' })
  if (row.starts_on !== null && row.ends_on !== null && row.ends_on < row.starts_on) {
    throw refusal('coupon-ends-early', { at: 'endsOn' })
  }
  if (row.uses_max !== null && row.uses_max < row.uses) {
    throw refusal('coupon-uses-below', { at: 'usesMax', facts: { uses: row.uses } })
  }
  const hasItems = scope === 'categories' || scope === 'products' || scope === 'courses'
  const scopeItems = hasItems ? row.scope_items : '[]'
  if ((scope === 'categories' || scope === 'products') && scopeItems === '[]') {
    throw refusal('coupon-needs-items', { at: 'scopeItems', facts: { scope } })
  }
  return {
    ...row,
    percent: kind === 'percent' ? row.percent : null,
    amount_in_paise: kind === 'rupees' ? row.amount_in_paise : null,
    scope_items: scopeItems,
  }
}

const itemsOf = (row: CouponRow | undefined) => JSON.parse(row?.scope_items ?? '[]') as string[]

function itemsUnknown({ scope }: CouponRow, ids: readonly string[]): DomainError {
  return refusal('coupon-items-unknown', { at: 'scopeItems', facts: { scope, ids } })
}

/** Assigns an error to the column of the imported file that caused it. */
function problemIn(error: unknown): { column: string; message: string } {
  const fields = error instanceof DomainError ? fieldSentencesOf(error) : undefined
  const [column, message] = Object.entries(fields ?? {})[0] ?? []
  if (column === undefined || message === undefined) throw error
  return { column, message }
}

function codeTaken(code: string) {
  return refusal('coupon-known', { at: 'code', facts: { code } })
}

function presentCoupon(row: CouponRow, today: string): contract.Coupon {
  return presented(contract.coupon, row, {
    ...readFields(contract.couponFields, row),
    state: stateOf(row, today),
    credit: row.credit_kind,
  })
}

function stateOf(row: CouponRow, today: string): contract.Coupon['state'] {
  if (row.is_active === 0) return 'off'
  if (row.ends_on !== null && row.ends_on < today) return 'over'
  if (row.uses_max !== null && row.uses >= row.uses_max) return 'used-up'
  return row.starts_on !== null && row.starts_on > today ? 'to-come' : 'running'
}

function presentUse(row: Awaited<ReturnType<typeof repository.listUses>>[number]): contract.CouponUse {
  return {
    id: row.id,
    kind: row.subject,
    reference: row.reference ?? row.number ?? '',
    name: row.seat_name ?? row.customer_name ?? '',
    discount: row.discount_in_paise / 100,
    usedAt: row.used_at,
    givenBackAt: row.given_back_at,
  }
}
