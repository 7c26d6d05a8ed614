import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPostgres } from './list-sums.v1.ts'

/**
 * Columns that people wrote. The outbox, the ledger, statements and the log say what was said, and stay; so do e-mail
 * addresses, secrets, and what the bin keeps of records that hold them.
 */
const columns: Record<string, readonly string[]> = {
  setting: ['value'],
  course: ['title', 'description', 'duration', 'features', 'faq', 'category', 'instructor'],
  room: ['name', 'address'],
  meeting: ['topic'],
  seat: ['name', 'question', 'staff_note'],
  silent_hold: ['name'],
  asked_seat: ['name'],
  waiting_list_entry: ['full_name'],
  contact: ['name'],
  enquiry: ['name', 'question', 'kind'],
  custom_request: ['comment', 'name'],
  student: ['name', 'note'],
  student_feedback: ['student_name', 'course_name', 'feedback_text'],
  status_feedback: ['title', 'status', 'description', 'priority', 'assigned_to'],
  instructor: ['name', 'specialization', 'bio', 'highlights'],
  journal_post: ['title', 'excerpt', 'body'],
  journal_tag: ['name'],
  impact: ['title', 'value'],
  event_price: ['label'],
  user: ['name', 'firstname', 'lastname'],
  passkey: ['name'],
  bin_entry: ['title'],
  product: ['name', 'description', 'categories', 'custom_label', 'badge', 'care', 'substitution'],
  product_size: ['name'],
  cart_line: ['answer'],
  saved_recipient: ['label', 'name', 'address', 'area', 'landmark'],
  shop_order:
    'customer_name delivery_address occasion requirements recipient_name address area landmark zone_name slot_name card_message'.split(
      ' ',
    ),
  shop_order_item: ['product_name', 'size_name', 'answer'],
  order_attempt: ['note'],
  coupon: ['scope_items', 'series', 'note'],
  delivery_zone: ['name'],
  delivery_slot: ['name'],
  delivery_day: ['closed_for'],
  flower: ['name', 'plural', 'unit'],
}

/**
 * Composes the letters of what stands, as every new text is composed. A flower's name that would become another one's stays
 * as it is: the dashboard lists both, and staff decide.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const composed = isPostgres(db)
    ? (text: RawBuilder<unknown>) => sql`normalize(${text}, nfc)`
    : (text: RawBuilder<unknown>) => sql`composed(${text})`
  if (isPostgres(db)) {
    const { rows } = await sql<{ encoding: string }>`select getdatabaseencoding() as encoding`.execute(db)
    if (rows[0]?.encoding !== 'UTF8') return
  }
  for (const [table, names] of Object.entries(columns)) {
    // All at once: most rows are looked at and stay.
    const all = sql.join(
      names.map((name) => sql`coalesce(${sql.ref(name)}, '')`),
      sql` || ' ' || `,
    )
    const changes = names.map((name) => sql`${sql.ref(name)} = ${composed(sql.ref(name))}`)
    const isAlone =
      table === 'flower'
        ? sql`and not exists (select 1 from flower as other where other.id <> flower.id and other.deleted_at is null
            and lower(${composed(sql`other.name`)}) = lower(${composed(sql`flower.name`)}))`
        : sql``
    await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${all} <> ${composed(all)} ${isAlone}`.execute(
      db,
    )
  }
}
