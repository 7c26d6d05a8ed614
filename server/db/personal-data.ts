import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { roomFields } from '../../contract/catalogue/rooms.ts'
import type { RecordFields } from '../../contract/record-fields.ts'
import { deliverySlotFields, deliveryZoneFields } from '../../contract/store/delivery-records.ts'
import { productFields } from '../../contract/store/products.ts'
import { flowerFields } from '../../contract/store/recipes.ts'
import type { RetentionKind } from '../../contract/system/retention.ts'
import type { Schema } from './schema.ts'

/**
 * The way in which erasure removes a value: it deletes the whole `row`, or overwrites the value. A column that must
 * stay unique gets the row's own `id`.
 */
type End = 'row' | 'id' | { becomes: string | null }

export type OtherKind = 'recipient' | 'savedRecipient' | 'guest'

/**
 * The person that a column is about. `own`: the owner of the address or phone in the row or its parent. `staff`: the
 * member of staff who acted. `words`: anybody whom the typed text mentions. `trace`: the people in the rows that the
 * column copies.
 */
export type Subject = 'own' | 'staff' | 'words' | 'trace' | OtherKind

type Column = 'never' | { ends: End; of: readonly [Subject, ...Subject[]] }

/** Instants, days and ids identify nobody: an id refers to nothing once its row is deleted. */
export const identifiesNobody = /(^|_)(id|at|on|day|base|until|since)$|(Id|At)$/
type Table<Name extends keyof Schema> = {
  /** The table's entry in `contract/system/retention.ts`; null if no column is about a person. */
  kept: RetentionKind | null
  columns: Partial<Record<keyof Schema[Name], Column>>
}

function all<V>(value: V) {
  return <const C extends string>(...columns: C[]) =>
    Object.fromEntries(columns.map((column) => [column, value])) as Record<C, V>
}
const never = all<Column>('never')
const row = all<End>('row')
const becomesNull = all<End>({ becomes: null })

function of(...subjects: readonly [Subject, ...Subject[]]) {
  return <C extends string>(columns: Record<C, End>) =>
    Object.fromEntries(
      Object.entries<End>(columns).map(([column, ends]) => [column, { ends, of: subjects }]),
    ) as Record<C, Column>
}
const own = of('own')
const staff = of('staff')
const words = of('words')
const orderWords = of('recipient', 'words')

export const erased = { name: 'Erased', email: 'erased@invalid' } as const
const name: End = { becomes: erased.name }
const email: End = { becomes: erased.email }
const empty: End = { becomes: '' }
const emptyList: End = { becomes: '[]' }

const numbers = { kept: null, columns: {} }
function kept<const C extends string>(kind: RetentionKind, ...parts: Partial<Record<C, Column>>[]) {
  return { kept: kind, columns: Object.assign({}, ...parts) as Partial<Record<C, Column>> }
}
const nobody = <const C extends string>(...columns: C[]) => ({ kept: null, columns: never(...columns) })

function textsOf(fields: RecordFields): string[] {
  const texts = Object.values(fields).filter(
    ({ kind, start }) => kind !== 'rupees' && kind !== 'number' && typeof start !== 'number',
  )
  return texts.flatMap(({ column }) => column ?? [])
}

export const personalData: { [Name in keyof Schema]: Table<Name> } = {
  registration: kept(
    'seats',
    never('kind', 'reference', 'payment_method', 'status', 'coupon_code', 'held', 'terms_hash'),
    // The id keeps `transaction_id` unique per address, since all erased rows have the same address.
    own({ ...becomesNull('mailbox'), transaction_id: 'id', email, phone: empty }),
    of('own', 'guest')({ name }),
    words(becomesNull('question', 'staff_note', 'asked')),
  ),
  seat: numbers,
  student_seats: kept('seats', own(row('email'))),
  enrolled_person: kept('seats', own(row('key'))),
  hold_person: kept('counts', own(row('key'))),
  hold_quota: kept('counts', own(row('network'))),
  picture_quota: kept('counts', own(row('network'))),
  cart_quota: kept('counts', own(row('network'))),
  letter_count: kept('counts', own(row('mailbox'))),
  letter_quota: kept('counts', own(row('network'))),
  sign_in_guess: kept('counts', own(row('key'))),
  rate_count: kept('counts', own(row('key'))),
  waiting_list_entry: kept('waiting', never('status'), own(row('full_name', 'email', 'phone'))),

  shop_order: kept(
    'orders',
    never('number', 'status', 'payment_method', 'payment_status', 'zone_name', 'way', 'slot_name'),
    never('window_from', 'window_to', 'make_by', 'substitution', 'ended_by', 'coupon_code'),
    never('asked_until', 'corrected', 'terms_hash'),
    own({ ...becomesNull('state', 'mailbox', 'user_id'), customer_name: name, email, phone: empty }),
    of('recipient')({ ...becomesNull('recipient_name', 'recipient_phone', 'pincode') }),
    orderWords(becomesNull('occasion', 'requirements', 'address', 'area', 'landmark', 'card_message')),
    orderWords({ delivery_address: empty }),
  ),
  shop_order_item: kept('orders', never('product_name', 'size_name'), orderWords(becomesNull('answer'))),
  shop_order_change: kept(
    'orders',
    never('from_status', 'to_status', 'from_ended_by'),
    staff(becomesNull('by_email')),
  ),
  order_attempt: kept(
    'orders',
    never('kind'),
    orderWords(becomesNull('note')),
    staff(becomesNull('by_email')),
  ),
  order_charge: kept('orders', never('reference', 'status'), staff(becomesNull('by_email'))),
  order_photograph: kept(
    'deliveryPhotographs',
    never('kind'),
    staff(row('by_email')),
    of('own', 'recipient')(row('picture_base')),
  ),
  accepted_text: kept('acceptedTexts', never('hash', 'kind', 'title', 'blocks')),
  yearly_reminder: kept('reminders', own(row('order_id'))),
  stock_wish: kept('stockWishes', own(row('email'))),
  cart: kept('carts', own({ ...row('token_hash', 'user_id'), ...becomesNull('network') })),
  cart_line: kept('carts', words(row('answer'))),
  saved_recipient: kept(
    'recipients',
    of('savedRecipient')(row('label', 'name', 'phone', 'address', 'area', 'landmark', 'pincode')),
  ),
  coupon: kept(
    'teamNotes',
    never('code', 'kind', 'scope', 'scope_items', 'series', 'credit_kind'),
    words(becomesNull('note')),
  ),
  coupon_use: kept('couponUses', never('subject'), own(row('email_key', 'phone_key'))),

  receipt: kept(
    'payments',
    never('kind', 'provider', 'method', 'number'),
    words(becomesNull('note', 'reference')),
    staff(becomesNull('recorded_by')),
  ),
  receipt_key: nobody('provider'),
  receipt_year: nobody('year'),
  allocation: nobody('subject', 'purpose'),
  claim: nobody('subject', 'provider'),
  bank_match: numbers,
  money_state: numbers,
  statement_line: kept(
    'payments',
    never('fingerprint', 'status'),
    words({ ...becomesNull('reference', 'note'), file_name: name, description: name }),
    staff(becomesNull('decided_by')),
  ),

  enquiry: kept(
    'enquiries',
    never('kind', 'concern'),
    own(row('name', 'email', 'phone')),
    words(row('question')),
  ),
  enquiry_picture: kept('photographs', own(row('picture_base'))),
  contact: kept('enquiries', own(row('name', 'email', 'phone'))),
  custom_request: kept(
    'enquiries',
    own(row('name', 'email', 'phone', 'picture_base')),
    words(row('comment')),
  ),
  newsletter_subscriber: kept('newsletter', own(row('email'))),
  outbox: kept(
    'messages',
    never('about', 'template', 'channel', 'locale', 'status'),
    own(row('recipient', 'last_error')),
    of('trace')(row('cause')),
    of('trace', 'words')(row('data')),
  ),

  user: kept(
    'accounts',
    never('usertype', 'role'),
    own(row('name', 'email', 'image', 'firstname', 'lastname', 'phone')),
  ),
  account: kept('accounts', never('providerId'), own(row('accountId', 'password'))),
  two_factor: kept('accounts', own(row('secret'))),
  recovery_code: kept('accounts', own(row('code_hash'))),
  passkey: kept('accounts', never('transports'), own(row('credential_id', 'public_key', 'name'))),
  favourite: kept('accounts', own(row('user_id'))),
  product_favourite: kept('accounts', own(row('user_id'))),
  session: kept('sessions', own(row('token', 'userAgent'))),
  known_device: kept('devices', own(row('token_hash', 'name'))),
  one_time_code: kept('codes', never('purpose'), own(row('email', 'code_hash', 'new_account', 'asker'))),
  passkey_challenge: kept('codes', never('purpose'), own(row('challenge_hash'))),
  invitation: kept('invitations', never('role'), own(row('token_hash', 'email')), staff(row('invited_by'))),

  idempotency: kept('answers', never('endpoint'), own(row('key', 'body_hash')), of('trace')(row('response'))),
  audit_entry: kept(
    'audit',
    never('kind', 'action'),
    of('trace', 'words')(row('title', 'changes')),
    staff(row('actor_email')),
  ),
  bin_entry: kept('bin', never('kind'), of('trace', 'words')(row('title', 'data')), staff(row('deleted_by'))),

  person_link: nobody('one_kind', 'other_kind', 'created_by'),
  file_import: nobody('kind', 'created_by', 'taken_back_by'),
  file_import_row: numbers,

  student: kept('students', own(row('name', 'email', 'phone')), words(row('note'))),
  status_feedback: kept(
    'teamNotes',
    never('status', 'priority'),
    words(row('title', 'description', 'assigned_to', 'created_by')),
  ),

  student_feedback: kept('published', never('course_name'), words(row('student_name', 'feedback_text'))),
  instructor: kept(
    'published',
    own({
      ...becomesNull('phone', 'specialization', 'bio'),
      name,
      email,
      highlights: emptyList,
    }),
  ),
  course: kept(
    'published',
    never('slug', 'title', 'description', 'duration', 'features', 'faq', 'category'),
    words(becomesNull('instructor')),
  ),
  journal_post: kept('published', never('slug'), words(row('title', 'excerpt', 'body'))),
  setting: kept('published', never('name'), own(row('value'))),
  page_version: kept('published', never('page'), words(row('content')), staff(becomesNull('by_email'))),
  page_draft: kept('published', never('page'), words(row('content')), staff(becomesNull('by_email'))),
  page_picture: nobody('page'),

  batch: nobody('visible_from'),
  room: nobody(...textsOf(roomFields)),
  meeting: nobody('topic'),
  change: nobody('topic'),
  pace: nobody('name'),
  picture_file: nobody('name', 'object'),
  picture_leftover: nobody('object'),
  picture: kept('bin', never('widths', 'color'), own(row('base'))),
  journal_address: nobody('slug'),
  journal_tag: nobody('key', 'name'),
  journal_picture: numbers,
  impact: nobody('title', 'value'),
  office_hours: nobody('open_time', 'close_time'),
  event_price: nobody('slot_key', 'label', 'price'),
  product: nobody('slug', ...textsOf(productFields)),
  product_size: nobody('name'),
  product_picture: numbers,
  delivery_zone: nobody(...textsOf(deliveryZoneFields)),
  delivery_slot: nobody(...textsOf(deliverySlotFields)),
  delivery_day: nobody('closed_for', 'closed_from'),
  slot_day: numbers,
  flower: nobody(...textsOf(flowerFields)),
  recipe: numbers,
  recipe_stem: numbers,
  running_total: nobody('figure'),
  list_total: nobody('list', 'state'),
  seat_count: nobody('figure'),
}

/**
 * A person whom somebody else named. `by` has the columns in which to look for the person. `parts` has the tables whose
 * rows belong to the found row, each with the column that refers to that row.
 */
interface OtherPerson {
  table: keyof Schema
  by: { name: string; phone?: string; number?: string }
  parts?: Partial<Record<keyof Schema, string>>
}

export const otherPeople = {
  recipient: {
    table: 'shop_order',
    by: { name: 'recipient_name', phone: 'recipient_phone', number: 'number' },
    parts: { shop_order_item: 'order_id', order_attempt: 'order_id', order_photograph: 'order_id' },
  },
  savedRecipient: { table: 'saved_recipient', by: { name: 'name', phone: 'phone' } },
  guest: { table: 'registration', by: { name: 'name', number: 'reference' } },
} as const satisfies Record<OtherKind, OtherPerson>

export function columnsOf(table: keyof Schema, subject: Subject): string[] {
  return Object.entries<Column>(personalData[table].columns)
    .filter(([, column]) => column !== 'never' && column.of.includes(subject))
    .map(([name]) => name)
}

type Erased = string | null | RawBuilder<string | null>

const ownId = (column: string) =>
  sql<string | null>`case when ${sql.ref(column)} is null then null else id end`

export function erasedValues(table: keyof Schema): Record<string, Erased> {
  const values: Record<string, Erased> = {}
  for (const [name, column] of Object.entries<Column>(personalData[table].columns)) {
    if (column === 'never') continue
    if (column.ends === 'id') values[name] = ownId(name)
    else if (column.ends !== 'row') values[name] = column.ends.becomes
  }
  return values
}

export function holdsSomebody(table: keyof Schema): RawBuilder<SqlBool> {
  const differs = Object.entries(erasedValues(table)).map(
    ([column, value]) => sql<SqlBool>`${sql.ref(`${table}.${column}`)} is distinct from ${value}`,
  )
  return sql<SqlBool>`(${sql.join(differs, sql` or `)})`
}
