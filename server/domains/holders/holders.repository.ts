import { sql } from 'kysely'
import { type At, prepare, prepareInsert } from '../../db/prepared.ts'
import type { SeatKind, Tx } from '../../db/schema.ts'

/** A seat, silent hold or order that somebody holds without having paid, or a seat that costs nothing. */
export interface Held {
  kind: SeatKind | 'silent' | 'order'
  id: string
  reference: string
  course_id: string | null
  batch_id: string | null
  email: string | null
  mailbox: string | null
  transaction_id: string | null
  proved_at: string | null
  /** A seat that costs nothing, or a place without a date. */
  owes_nothing: number
  /** Somebody says that it was paid. */
  is_claimed: number
}

/** Whoever has the same phone or mailbox takes turns until the transaction ends. */
export async function lockPeople(tx: Tx, keys: readonly string[], day: string): Promise<void> {
  // In one order, so that two people who share one of both do not deadlock.
  const rows = [...new Set(keys)].sort().map((key) => ({ key, day }))
  await upsertPeople(tx, rows)
}

const upsertPeople = prepareInsert('hold_person', (insert) =>
  insert.onConflict((conflict) =>
    conflict.column('key').doUpdateSet((eb) => ({ day: eb.ref('excluded.day') })),
  ),
)

interface Person {
  phone: string
  mailbox: string
}

const columns = 'reference, course_id, batch_id, email, mailbox, transaction_id, proved_at'

// By phone and by mailbox apart, and not by the bare status: an index of all pending seats would be the wrong way in.
const held = prepare((db, at: At<Person>) => {
  const parts = (['phone', 'mailbox'] as const).map((name) => {
    const by = sql`${sql.ref(name)} = ${at(name)}`
    return sql`
      select kind, coalesce(group_id, id) as id, ${sql.raw(columns)},
        case when status = 'confirmed' or hold_until is null then 1 else 0 end as owes_nothing,
        case when exists (select 1 from claim where claim.is_open = 1 and claim.subject = seat.kind
          and claim.subject_id = coalesce(seat.group_id, seat.id)) then 1 else 0 end as is_claimed, group_place from seat
        where ${by} and (coalesce(status, '') = 'pending' or coalesce(status, '') = 'confirmed' and amount_in_paise = 0)
      union all select 'silent', id, ${sql.raw(columns)}, 0, 0, 0 from silent_hold
        where ${by} and coalesce(state, '') = 'live'
      union all select 'order', id, number, null, null, null, mailbox, null, proved_at, 0, 0, 0 from shop_order
        where ${by} and coalesce(status, '') = 'pending' and hold_until is not null`
  })
  // `group_place` is 0 but for the others of a group, which counts once.
  const all = sql<Held & { group_place: number }>`${sql.join(parts, sql` union all `)}`
  return { compile: () => all.compile(db) }
})

export async function listHeld(tx: Tx, person: Person): Promise<Held[]> {
  const { rows } = await held(tx, person)
  // Of a group the payer's own seat speaks, unless that one was cancelled.
  const ordered = rows.toSorted((a, b) => b.group_place - a.group_place)
  return [...new Map(ordered.map(({ group_place: _, ...row }) => [row.id, row])).values()]
}

export async function isVerified(tx: Tx, userId: string, email: string): Promise<boolean> {
  const found = await tx
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .where('email', '=', email)
    .where('emailVerified', '=', 1)
    .executeTakeFirst()
  return found !== undefined
}

interface Quota {
  network: string
  day: string
  max: number
}

/** Counts a hold of the network; false where it has `max` already. */
export async function takeQuota(tx: Tx, quota: Quota): Promise<boolean> {
  return (await countOne(tx, quota)).numAffectedRows === 1n
}

// One guarded statement, since most networks are new on their day.
const countOne = prepare((db, at: At<Quota>) =>
  db
    .insertInto('hold_quota')
    .values({ network: at('network'), day: at('day'), taken: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['network', 'day'])
        .doUpdateSet((eb) => ({ taken: eb('hold_quota.taken', '+', 1) }))
        .where((eb) => eb('hold_quota.taken', '<', at('max'))),
    ),
)
