import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EndingKind } from '../../../../contract/system/retention.ts'
import type { Schema } from '../../../db/schema.ts'

/** Rows older than `before` have reached the end of their retention. */
export type Times = Record<'before' | 'now' | 'today', string>

export interface Ending {
  table: keyof Schema
  /** The column by which a round selects rows; `id` by default. */
  key?: string
  isOver(times: Times): RawBuilder<SqlBool>
  /** Keeps the row, and overwrites its personal data (`server/db/personal-data.ts`). */
  isWrittenOver?: true
}

const olderBy =
  (column: string) =>
  ({ before }: Times) =>
    sql<SqlBool>`${sql.ref(column)} < ${before}`

const deleted = (column: string, ...tables: (keyof Schema)[]): Ending[] =>
  tables.map((table) => ({ table, isOver: olderBy(column) }))

const ofOrder = (table: keyof Schema): Ending => ({
  table,
  key: 'order_id',
  isOver: ({ before }) => sql`order_id in (select id from shop_order where created_at < ${before})`,
  isWrittenOver: true,
})

/** An order whose confirmation link was never clicked, and for which no money came. */
const isAskedOrder = sql`asked_until is not null and status = 'cancelled' and ended_by = 'hold'
  and paid_in_paise + waits_in_paise = 0`

/** A coupon stays while an order or seat has used it. */
const unusedCoupons: Ending = {
  table: 'coupon',
  isOver: ({ before }) =>
    sql`deleted_at < ${before} and not exists (select 1 from coupon_use where coupon_id = coupon.id)`,
}

/** A row stays while a batch or session refers to it. */
function unusedIn(table: 'instructor' | 'room'): Ending {
  const [id, column] = [sql.ref(`${table}.id`), sql.ref(`${table}_id`)]
  return {
    table,
    isOver: ({ before }) => sql`deleted_at < ${before}
      and not exists (select 1 from batch where ${column} = ${id})
      and not exists (select 1 from meeting where ${column} = ${id})`,
  }
}

export const endings: Record<EndingKind, readonly Ending[]> = {
  seats: [{ table: 'registration', isOver: olderBy('created_at'), isWrittenOver: true }],
  orders: [
    { table: 'shop_order', isOver: olderBy('created_at'), isWrittenOver: true },
    ...(['shop_order_item', 'shop_order_change', 'order_attempt', 'order_charge'] as const).map(ofOrder),
  ],
  payments: [
    { table: 'receipt', isOver: olderBy('recorded_at'), isWrittenOver: true },
    { table: 'statement_line', isOver: olderBy('created_at'), isWrittenOver: true },
  ],
  /** A text stays while a seat or an order names it. The day keeps one that somebody is accepting right now. */
  acceptedTexts: [
    {
      table: 'accepted_text',
      key: 'hash',
      isOver: ({ before }) => sql`at < ${before}
        and not exists (select 1 from registration where terms_hash = accepted_text.hash)
        and not exists (select 1 from shop_order where terms_hash = accepted_text.hash)`,
    },
  ],
  couponUses: [{ table: 'coupon_use', isOver: olderBy('used_at') }],
  students: [{ table: 'student', isOver: olderBy('created_at') }],
  /** The photographs' files are removed later, with other unused pictures. */
  deliveryPhotographs: [{ table: 'order_photograph', key: 'order_id', isOver: olderBy('at') }],
  enquiries: deleted('created_at', 'enquiry', 'contact', 'custom_request'),
  photographs: [],
  teamNotes: [
    { table: 'status_feedback', isOver: olderBy('created_at') },
    { table: 'coupon', isOver: olderBy('created_at'), isWrittenOver: true },
  ],
  /** An open offer stays, because the offer counts as a taken seat. Offers expire by themselves. */
  waiting: [
    {
      table: 'waiting_list_entry',
      isOver: ({ before, today }) => sql`status != 'offered'
        and (created_at < ${before} or batch_id in (select id from batch where starts_on < ${today}))`,
    },
  ],
  unconfirmed: [
    {
      table: 'waiting_list_entry',
      isOver: ({ before }) => sql`status = 'waiting' and proved_at is null and created_at < ${before}`,
    },
  ],
  begun: [
    {
      table: 'registration',
      // The partial index is used only if the query repeats its first condition.
      isOver: ({ before }) =>
        sql`coalesce(kind, '') = 'seat-hold' and status <> 'held' and created_at < ${before}`,
    },
    {
      table: 'shop_order',
      isOver: ({ before }) => sql`${isAskedOrder} and created_at < ${before}`,
      isWrittenOver: true,
    },
    {
      table: 'shop_order_item',
      key: 'order_id',
      isOver: ({ before }) =>
        sql`order_id in (select id from shop_order where ${isAskedOrder} and created_at < ${before})`,
      isWrittenOver: true,
    },
  ],
  /** The database deletes the lines of a cart together with the cart. */
  carts: [{ table: 'cart', isOver: olderBy('updated_at') }],
  reminders: [{ table: 'yearly_reminder', isOver: olderBy('created_at') }],
  stockWishes: [{ table: 'stock_wish', isOver: olderBy('created_at') }],
  /** Waiting messages are also deleted, because a message must not be sent half a year late. */
  messages: [{ table: 'outbox', isOver: ({ before }) => sql`coalesce(sent_at, created_at) < ${before}` }],
  sessions: [{ table: 'session', isOver: ({ now }) => sql`${sql.ref('expiresAt')} < ${now}` }],
  devices: [{ table: 'known_device', isOver: olderBy('last_used_at') }],
  codes: [
    { table: 'one_time_code', isOver: olderBy('created_at') },
    { table: 'passkey_challenge', key: 'challenge_hash', isOver: olderBy('expires_at') },
  ],
  invitations: [{ table: 'invitation', isOver: ({ now }) => sql`expires_at < ${now}` }],
  /** Daily counts are deleted the day after. */
  counts: [
    { table: 'hold_person', key: 'key', isOver: ({ today }) => sql`day < ${today}` },
    { table: 'hold_quota', key: 'network', isOver: ({ today }) => sql`day < ${today}` },
    // The row without a network stays, because every caller locks this row.
    {
      table: 'picture_quota',
      key: 'network',
      isOver: ({ today }) => sql`day < ${today} and network != ''`,
    },
    { table: 'cart_quota', key: 'network', isOver: ({ today }) => sql`day < ${today}` },
    { table: 'cart', isOver: olderBy('created_at'), isWrittenOver: true },
    { table: 'letter_count', key: 'mailbox', isOver: ({ today }) => sql`day < ${today}` },
    { table: 'letter_quota', key: 'network', isOver: ({ today }) => sql`day < ${today}` },
    { table: 'sign_in_guess', key: 'key', isOver: olderBy('last_at') },
    { table: 'rate_count', key: 'key', isOver: ({ now }) => sql`ends_at < ${now}` },
  ],
  answers: [{ table: 'idempotency', key: 'key', isOver: olderBy('created_at') }],
  exports: [],
  audit: [{ table: 'audit_entry', isOver: olderBy('at') }],
  bin: [
    { table: 'bin_entry', key: 'record_id', isOver: olderBy('deleted_at') },
    // Classes, products, delivery slots and flowers stay, because other rows refer to them.
    ...deleted('deleted_at', 'custom_request', 'delivery_zone', 'enquiry', 'recipe', 'journal_post'),
    ...deleted('deleted_at', 'status_feedback', 'student', 'student_feedback'),
    unusedCoupons,
    unusedIn('instructor'),
    unusedIn('room'),
  ],
}
