import { type Selectable, type SqlBool, sql } from 'kysely'
import type { PayableKind } from '../../../../contract/money/money.ts'
import { changesRow } from '../../../db/guards.ts'
import { type At, prepare, prepareInsert, rowAt } from '../../../db/prepared.ts'
import type { Queryable, Schema } from '../../../db/schema.ts'

/** The seat, order or fee that money pays for. Writers of the ledger hold the lock of its row. */
export interface Subject {
  kind: PayableKind
  id: string
}

export type MoneyState = Selectable<Schema['money_state']>

const stateOf = prepare((db, at: At<Subject>) =>
  db
    .selectFrom('money_state')
    .select([
      'subject',
      'subject_id',
      'owes_in_paise',
      'paid_in_paise',
      'unseated_in_paise',
      'is_claimed',
      'due_in_paise',
      'state',
      'rest_in_paise',
      'lack_in_paise',
      'payment',
    ])
    .where('subject', '=', at('kind'))
    .where('subject_id', '=', at('id')),
)

export async function getMoneyState(db: Queryable, subject: Subject) {
  const [money] = (await stateOf(db, subject)).rows
  if (!money) throw new Error('money of something that is not there')
  return money
}

export function listMoneyStates(db: Queryable, kind: PayableKind, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('money_state')
    .selectAll()
    .where('subject', '=', kind)
    .where('subject_id', 'in', ids)
    .execute()
}

/**
 * A receipt with its sums for a subject, minus the refunded or reversed sums. `providerIds` are the ids that the
 * provider or the bank gave to the payment.
 */
export type Arrived = Awaited<ReturnType<typeof listArrived>>[number]

export async function listArrived(db: Queryable, kind: PayableKind, ids: readonly string[]) {
  if (ids.length === 0) return []
  const sum = (purpose: 'pays' | 'waits') =>
    sql<number>`cast(sum(case when purpose = ${sql.lit(purpose)} then allocation.amount_in_paise else 0 end) as bigint)`
  const rows = await db
    .selectFrom('allocation')
    .innerJoin('receipt as entry', 'entry.id', 'allocation.receipt_id')
    .innerJoin('receipt', (join) =>
      join.on('receipt.id', '=', sql<string>`coalesce(entry.receipt_id, entry.id)`),
    )
    .select(['receipt.id', 'allocation.subject_id', 'receipt.provider', 'receipt.reference'])
    .select([sum('pays').as('pays'), sum('waits').as('waits')])
    .where('allocation.subject', '=', kind)
    .where('allocation.subject_id', 'in', ids)
    .groupBy([
      'receipt.id',
      'allocation.subject_id',
      'receipt.provider',
      'receipt.reference',
      'receipt.recorded_at',
    ])
    .having(sql<number>`sum(allocation.amount_in_paise)`, '<>', 0)
    .orderBy('receipt.recorded_at')
    .orderBy('receipt.id')
    .execute()
  if (rows.length === 0) return []
  const keys = await db
    .selectFrom('receipt_key')
    .select(['receipt_id', 'provider_id'])
    .where(
      'receipt_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return rows.map((row) => ({
    ...row,
    providerIds: keys.flatMap((key) => (key.receipt_id === row.id ? [key.provider_id] : [])),
  }))
}

export async function listArrivedTogether(
  db: Queryable,
  kind: PayableKind,
  subjects: readonly { id: string }[],
) {
  const ids = subjects.map(({ id }) => id)
  const rows = Map.groupBy(await listArrived(db, kind, ids), ({ id }) => id)
  const sum = (of: readonly Arrived[], name: 'pays' | 'waits') => of.reduce((all, row) => all + row[name], 0)
  return [...rows.values()].flatMap((of): Arrived[] =>
    of[0] ? [{ ...of[0], pays: sum(of, 'pays'), waits: sum(of, 'waits') }] : [],
  )
}

export async function isGone(db: Queryable, receiptId: string): Promise<boolean> {
  return (await listAllocated(db, receiptId)).every(({ amount }) => amount === 0)
}

/**
 * Marks a claim as confirmed by its payer. False if there is no such claim. The claim of a booking has no reference
 * before its payer confirms it.
 */
export async function confirmClaim(
  tx: Queryable,
  { kind, id }: Subject,
  reference: string,
): Promise<boolean> {
  const claim = tx.updateTable('claim').set({ provider_id: reference })
  return changesRow(
    claim.where('subject', '=', kind).where('subject_id', '=', id).where('provider_id', 'is', null),
  )
}

export async function countClaims(db: Queryable, { kind, id }: Subject): Promise<number> {
  const claims = db.selectFrom('claim').select('id').where('subject', '=', kind).where('subject_id', '=', id)
  return (await claims.execute()).length
}

export async function hasConfirmedClaim(db: Queryable, { kind, id }: Subject): Promise<boolean> {
  const found = await db
    .selectFrom('claim')
    .select('id')
    .where('subject', '=', kind)
    .where('subject_id', '=', id)
    .where('provider_id', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

const receiptColumns = [
  'id',
  'kind',
  'receipt_id',
  'provider',
  'provider_id',
  'method',
  'reference',
  'amount_in_paise',
  'note',
  'recorded_by',
  'number',
  'happened_at',
  'recorded_at',
] as const

export type NewReceipt = Omit<Selectable<Schema['receipt']>, 'claim_id'>

const countReceipt = prepare((db, at: At<{ year: string }>) =>
  db
    .insertInto('receipt_year')
    .values({ year: at('year'), last: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet({ last: sql<number>`receipt_year.last + 1` }),
    )
    .returning('last'),
)

/** Returns the next receipt number of a year. The call locks the year's counter, so that no number is skipped. */
export async function nextNumber(tx: Queryable, year: string): Promise<string> {
  const last = (await countReceipt(tx, { year })).rows[0]?.last ?? 0
  return `R-${year}-${String(last).padStart(4, '0')}`
}

/** Writes a receipt, which closes the oldest open claim of the subject `of`. */
export const insertReceipt = prepare((db, at: At<NewReceipt & { of: Subject }>) =>
  db.insertInto('receipt').values({
    ...rowAt(receiptColumns, at),
    claim_id: sql<string | null>`(
      select claim.id from claim
      where claim.subject = ${at(({ of }) => of.kind)} and claim.subject_id = ${at(({ of }) => of.id)}
        and not exists (select 1 from receipt as answer where answer.claim_id = claim.id)
      order by claim.claimed_at, claim.id limit 1)`,
  }),
)

export const insertAllocation = prepareInsert('allocation', (insert) => insert)

export function listAllocated(db: Queryable, receiptId: string) {
  return db
    .selectFrom('allocation')
    .innerJoin('receipt as entry', 'entry.id', 'allocation.receipt_id')
    .select(['subject', 'subject_id', 'purpose'])
    .select(sql<number>`cast(sum(allocation.amount_in_paise) as bigint)`.as('amount'))
    .where((eb) => eb.or([eb('entry.id', '=', receiptId), eb('entry.receipt_id', '=', receiptId)]))
    .groupBy(['subject', 'subject_id', 'purpose'])
    .execute()
}

const entryColumns = [
  'receipt.id',
  'receipt.kind',
  'receipt.receipt_id',
  'receipt.provider',
  'receipt.provider_id',
  'receipt.method',
  'receipt.number',
  'receipt.amount_in_paise',
  'receipt.note',
  'receipt.happened_at',
  'receipt.recorded_at',
] as const

/**
 * Lists the ledger's entries for some subjects, oldest first. `part` is the sum of an entry for these subjects, in
 * paise.
 */
export async function listEntries(db: Queryable, kind: PayableKind, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('receipt')
    .innerJoin('allocation', 'allocation.receipt_id', 'receipt.id')
    .leftJoin('user', 'user.id', 'receipt.recorded_by')
    .select(entryColumns)
    .select('user.email as by')
    .select(sql<number>`cast(sum(allocation.amount_in_paise) as bigint)`.as('part'))
    .where('allocation.subject', '=', kind)
    .where('allocation.subject_id', 'in', ids)
    .groupBy([...entryColumns, 'user.email'])
    .orderBy('receipt.recorded_at')
    .orderBy(sql`case when receipt.kind = 'received' then 0 else 1 end`)
    .orderBy('receipt.id')
    .execute()
}

const linkedMax = 5

/**
 * Lists the receipts that an e-mail links to, oldest first: the newest receipts that are not reversed, or the given
 * receipt. A link contains the id of an allocation, so that it shows only one person's part of a shared sum.
 */
export async function listLinked(
  db: Queryable,
  kind: PayableKind,
  ids: readonly string[],
  receiptId?: string,
) {
  if (ids.length === 0) return []
  const isMistake = sql<SqlBool>`exists (
    select 1 from receipt as back where back.receipt_id = receipt.id and back.kind = 'reversal')`
  const rows = await db
    .selectFrom('receipt')
    .innerJoin('allocation', 'allocation.receipt_id', 'receipt.id')
    .select('receipt.number')
    .select((eb) => eb.fn.min<string>('allocation.id').as('id'))
    .where('allocation.subject', '=', kind)
    .where('allocation.subject_id', 'in', ids)
    .where('receipt.kind', '=', 'received')
    .where('receipt.number', 'is not', null)
    .where((eb) => (receiptId === undefined ? eb.not(isMistake) : eb('receipt.id', '=', receiptId)))
    .groupBy(['receipt.id', 'receipt.number', 'receipt.recorded_at'])
    .orderBy('receipt.recorded_at', 'desc')
    .orderBy('receipt.id', 'desc')
    .limit(linkedMax)
    .execute()
  return rows.reverse()
}

export async function countReceived(db: Queryable, kind: PayableKind, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('receipt')
    .innerJoin('allocation', 'allocation.receipt_id', 'receipt.id')
    .select((eb) => eb.fn.count<number>('receipt.id').distinct().as('count'))
    .where('allocation.subject', '=', kind)
    .where('allocation.subject_id', '=', id)
    .where('receipt.kind', '=', 'received')
    .executeTakeFirstOrThrow()
  return count
}

export function findAllocation(db: Queryable, id: string) {
  return db
    .selectFrom('allocation')
    .select(['receipt_id', 'subject', 'subject_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

const keyAt = prepare((db, at: At<{ provider: string; providerId: string }>) =>
  db
    .selectFrom('receipt_key')
    .select('receipt_id')
    .where('provider', '=', at('provider'))
    .where('provider_id', '=', at('providerId')),
)

export async function findKnown(db: Queryable, provider: string, providerId: string) {
  return (await keyAt(db, { provider, providerId })).rows[0]?.receipt_id
}

const insertKey = prepareInsert('receipt_key', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

/**
 * Stores a provider's id for a receipt; false if the id belongs to other money. The call waits for a transaction that
 * is writing the same id.
 */
export async function takeKey(db: Queryable, row: Selectable<Schema['receipt_key']>): Promise<boolean> {
  return (await insertKey(db, [row])).numAffectedRows === 1n
}

export async function freeKeys(db: Queryable, receiptId: string) {
  await db.deleteFrom('receipt_key').where('receipt_id', '=', receiptId).execute()
}
