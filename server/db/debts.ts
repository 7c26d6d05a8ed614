import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DueState, PayableKind } from '../../contract/money/money.ts'
import type { PaymentState } from '../../contract/registrations/registrations.ts'

/** SQL expressions about one row of a table, under the alias `row`. Triggers copy the ledger's sums into the row. */
interface Terms {
  kinds: readonly PayableKind[]
  owes: string
  hasEnded: string
  claimedAs?: string
  unclaimed?: string
}

const seatHasEnded = `row.status in ('expired', 'cancelled')`

/** The view `money_state` contains the same SQL, so a change here needs a migration that rebuilds the view. */
export const payableTables = {
  seat: {
    kinds: ['enrolment', 'event-booking'],
    owes: 'row.amount_in_paise',
    hasEnded: seatHasEnded,
    // The payer's claim covers all seats of the group.
    claimedAs: 'coalesce(row.group_id, row.id)',
    // The index `seat_state` has the same expression.
    unclaimed: `case
      when row.waits_in_paise > 0 then 'attention'
      when row.refunded_in_paise > 0 and row.paid_in_paise = 0 and (row.amount_in_paise = 0 or ${seatHasEnded}) then 'refunded'
      when row.refunded_in_paise > 0 and (row.paid_in_paise >= row.amount_in_paise or ${seatHasEnded}) then 'part-refunded'
      when ${seatHasEnded} and row.paid_in_paise = 0 then row.status
      when row.paid_in_paise >= row.amount_in_paise or ${seatHasEnded} then 'paid'
      when row.paid_in_paise > 0 then 'part'
      else 'due' end`,
  },
  shop_order: {
    kinds: ['order'],
    // An order that staff accepted as paid owes exactly what was paid, whatever its price.
    owes: `case when row.payment_status in ('paid', 'refunded') then row.paid_in_paise
      else coalesce(row.accepted_in_paise, row.total_in_paise) end`,
    hasEnded: `row.status = 'cancelled'`,
  },
  order_charge: {
    kinds: ['order-charge'],
    owes: `case when row.status = 'open' then row.amount_in_paise else row.paid_in_paise end`,
    hasEnded: `row.status <> 'open'`,
  },
} as const satisfies Record<string, Terms>

/** Makes the columns of the view `money_state` for a query on the table itself, which can use the table's indexes. */
export function debtOf(table: keyof typeof payableTables, row: string = table) {
  const { kinds, owes, hasEnded, claimedAs = 'row.id', ...terms }: Terms = payableTables[table]
  const kind = kinds.length > 1 ? 'row.kind' : `'${kinds[0]}'`
  const part = <T>(words: string) => sql.raw<T>(words.replaceAll('row.', `${row}.`))
  const isHere = `row.waits_in_paise > 0 or row.paid_in_paise >= ${owes}`
  const isClaimed = `exists (select 1 from claim
    where claim.is_open = 1 and claim.subject = ${kind} and claim.subject_id = ${claimedAs})`
  const due = `case when ${isHere} then 0 else ${owes} - row.paid_in_paise end`
  const here = `case when row.waits_in_paise > 0 then 'attention' when row.paid_in_paise >= ${owes} then 'paid'`
  const {
    unclaimed = `${here} when ${hasEnded} then 'cancelled' when row.paid_in_paise > 0 then 'part' else 'due' end`,
  } = terms
  return {
    subject: part<PayableKind>(`cast(${kind} as text)`),
    subject_id: part<string>('row.id'),
    owes_in_paise: part<number>(`cast(${owes} as bigint)`),
    paid_in_paise: part<number>('row.paid_in_paise'),
    unseated_in_paise: part<number>('row.waits_in_paise'),
    is_claimed: part<0 | 1>(`case when ${isClaimed} then 1 else 0 end`),
    due_in_paise: part<number>(due),
    state: part<DueState>(`${here} when ${isClaimed} then 'checking' else 'due' end`),
    rest_in_paise: part<number>(`case when ${hasEnded} then 0 else ${due} end`),
    lack_in_paise: part<number>(`case when row.paid_in_paise + row.waits_in_paise >= ${owes} then 0
      else ${owes} - row.paid_in_paise - row.waits_in_paise end`),
    payment: part<PaymentState>(
      `case when not (${isHere}) and ${isClaimed} then 'checking' else ${unclaimed} end`,
    ),
    unclaimed: part<Exclude<PaymentState, 'checking'>>(unclaimed),
  }
}

type Debt = ReturnType<typeof debtOf>
export type MoneyState = {
  [Column in Exclude<keyof Debt, 'unclaimed'>]: Debt[Column] extends RawBuilder<infer Value> ? Value : never
}

/**
 * True if the payer of a group owes for the seat `one`. A cancelled seat is not owed. An expired seat is owed if no
 * seat of the group is confirmed, or if another seat still waits for money: that money takes the expired seat again.
 */
export const owedInGroup = sql.raw<SqlBool>(`(one.status <> 'cancelled' and (one.status <> 'expired'
  or exists (select 1 from seat as held where held.group_id = one.group_id and held.status = 'pending')
  or not exists (select 1 from seat as held where held.group_id = one.group_id and held.status = 'confirmed')))`)
