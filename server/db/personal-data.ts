import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { RetentionKind } from '../../contract/retention.ts'
import type { Schema } from './schema.ts'

/**
 * How what a column holds of a person ends: with its `row`, by what is written over it, or by the row's own id over it
 * where it must stay unique. `never` is a column that holds nothing of anybody.
 */
type End = 'never' | 'row' | 'id' | { becomes: string | null }

/** Instants, days, and ids, which lead nowhere once the row that they name is gone. */
export const tellsNobody = /(^|_)(id|at|on|day|base|until|since)$|(Id|At)$/
type TellsNobody =
  | 'id'
  | 'at'
  | 'day'
  | 'base'
  | `${string}_${'id' | 'at' | 'on' | 'day' | 'base' | 'until' | 'since'}`
  | `${string}${'Id' | 'At'}`

type TextsOf<Row> = {
  [C in keyof Row]-?: Extract<Row[C], string> extends never ? never : C
}[keyof Row] &
  string

/** A column that is new in `Schema` does not compile before it is said here what it holds. */
type Table<Name extends keyof Schema> = {
  /** What it is in the table of `contract/retention.ts`; null where no column holds a person. */
  kept: RetentionKind | null
  columns: Record<Exclude<TextsOf<Selectable<Schema[Name]>>, TellsNobody>, End> &
    Partial<Record<TextsOf<Selectable<Schema[Name]>>, End>>
}

function all<E extends End>(end: E) {
  return <const C extends string>(...columns: C[]) =>
    Object.fromEntries(columns.map((column) => [column, end])) as Record<C, E>
}
const never = all('never')
const row = all('row')
const becomesNull = all({ becomes: null })

/** Written over a name, and over an address that must not be empty. */
export const erased = { name: 'Erased', email: 'erased@invalid' } as const
const name = { becomes: erased.name }
const email = { becomes: erased.email }
const empty = { becomes: '' }
const emptyList = { becomes: '[]' }

/** A table of numbers, instants and ids alone. */
const numbers = { kept: null, columns: {} }
const nobody = <const C extends string>(...columns: C[]) => ({ kept: null, columns: never(...columns) })

/** Which column of which table can hold a person, and how that ends. */
export const personalData: { [Name in keyof Schema]: Table<Name> } = {
  seat: {
    kept: 'seats',
    columns: {
      ...never('kind', 'reference', 'payment_method', 'status', 'coupon_code'),
      ...becomesNull('mailbox', 'question', 'staff_note'),
      // It is unique among those of one address, and all erased ones have the same.
      transaction_id: 'id',
      name,
      email,
      phone: empty,
    },
  },
  /** Kept by triggers, which follow the seats. */
  student_seats: { kept: 'seats', columns: row('email') },
  enrolled_person: { kept: 'seats', columns: row('key') },
  silent_hold: {
    kept: 'begun',
    columns: { ...never('reference', 'state'), ...row('name', 'email', 'phone', 'mailbox') },
  },
  asked_seat: {
    kept: 'begun',
    columns: { ...never('kind', 'reference'), ...row('name', 'email', 'phone', 'body') },
  },
  hold_person: { kept: 'counts', columns: row('key') },
  hold_quota: { kept: 'counts', columns: row('network') },
  picture_quota: { kept: 'counts', columns: row('network') },
  letter_count: { kept: 'counts', columns: row('mailbox') },
  letter_quota: { kept: 'counts', columns: row('network') },
  sign_in_guess: { kept: 'counts', columns: row('key') },
  rate_count: { kept: 'counts', columns: row('key') },
  waiting_list_entry: {
    kept: 'waiting',
    columns: { ...never('status'), ...row('full_name', 'email', 'phone') },
  },

  shop_order: {
    kept: 'orders',
    columns: {
      ...never('number', 'status', 'payment_method', 'payment_status', 'zone_name', 'way', 'slot_name'),
      ...never('window_from', 'window_to', 'make_by', 'substitution', 'ended_by', 'coupon_code'),
      ...becomesNull('occasion', 'requirements', 'recipient_name', 'recipient_phone', 'address', 'area'),
      ...becomesNull('landmark', 'pincode', 'state', 'card_message', 'mailbox', 'user_id'),
      customer_name: name,
      email,
      phone: empty,
      delivery_address: empty,
    },
  },
  shop_order_item: {
    kept: 'orders',
    columns: { ...never('product_name', 'size_name'), ...becomesNull('answer') },
  },
  shop_order_change: {
    kept: 'orders',
    columns: { ...never('from_status', 'to_status', 'from_ended_by'), ...becomesNull('by_email') },
  },
  order_attempt: {
    kept: 'orders',
    columns: { ...never('kind'), ...becomesNull('note', 'by_email') },
  },
  order_charge: {
    kept: 'orders',
    columns: { ...never('reference', 'status'), ...becomesNull('by_email') },
  },
  order_photograph: {
    kept: 'deliveryPhotographs',
    columns: { ...never('kind'), ...row('by_email', 'picture_base') },
  },
  yearly_reminder: { kept: 'reminders', columns: row('order_id') },
  stock_wish: { kept: 'stockWishes', columns: row('email') },
  cart: { kept: 'carts', columns: row('token_hash', 'user_id') },
  cart_line: { kept: 'carts', columns: row('answer') },
  saved_recipient: {
    kept: 'recipients',
    columns: row('label', 'name', 'phone', 'address', 'area', 'landmark', 'pincode'),
  },
  coupon: {
    kept: 'teamNotes',
    columns: {
      ...never('code', 'kind', 'scope', 'scope_items', 'series', 'credit_kind'),
      ...becomesNull('note'),
    },
  },
  coupon_use: {
    kept: 'couponUses',
    columns: { ...never('subject'), ...row('email_key', 'phone_key') },
  },

  receipt: {
    kept: 'payments',
    columns: {
      ...never('kind', 'provider', 'method', 'number'),
      ...becomesNull('note', 'reference', 'recorded_by'),
    },
  },
  receipt_key: nobody('provider'),
  receipt_year: nobody('year'),
  allocation: nobody('subject', 'purpose'),
  claim: nobody('subject', 'provider'),
  bank_match: numbers,
  money_state: nobody('subject', 'state'),
  statement_line: {
    kept: 'payments',
    columns: {
      ...never('fingerprint', 'status'),
      ...becomesNull('reference', 'note', 'decided_by'),
      file_name: name,
      description: name,
    },
  },

  enquiry: {
    kept: 'enquiries',
    columns: { ...never('kind', 'concern'), ...row('name', 'email', 'phone', 'question') },
  },
  enquiry_picture: { kept: 'photographs', columns: row('picture_base') },
  contact: { kept: 'enquiries', columns: row('name', 'email', 'phone') },
  custom_request: {
    kept: 'enquiries',
    columns: row('comment', 'name', 'email', 'phone', 'picture_base'),
  },
  newsletter_subscriber: { kept: 'newsletter', columns: row('email') },
  outbox: {
    kept: 'messages',
    columns: {
      ...never('about', 'template', 'channel', 'locale', 'status'),
      ...row('cause', 'recipient', 'data', 'last_error'),
    },
  },

  user: {
    kept: 'accounts',
    columns: {
      ...never('usertype', 'role'),
      ...row('name', 'email', 'image', 'firstname', 'lastname', 'phone'),
    },
  },
  account: { kept: 'accounts', columns: { ...never('providerId'), ...row('accountId', 'password') } },
  two_factor: { kept: 'accounts', columns: row('secret') },
  recovery_code: { kept: 'accounts', columns: row('code_hash') },
  passkey: {
    kept: 'accounts',
    columns: { ...never('transports'), ...row('credential_id', 'public_key', 'name') },
  },
  favourite: { kept: 'accounts', columns: row('user_id') },
  product_favourite: { kept: 'accounts', columns: row('user_id') },
  session: { kept: 'sessions', columns: row('token', 'ipAddress', 'userAgent') },
  known_device: { kept: 'devices', columns: row('token_hash', 'name') },
  one_time_code: {
    kept: 'codes',
    columns: { ...never('purpose'), ...row('email', 'code_hash', 'new_account', 'asker') },
  },
  passkey_challenge: { kept: 'codes', columns: { ...never('purpose'), ...row('challenge_hash') } },
  verification: { kept: 'codes', columns: row('identifier', 'value') },
  invitation: {
    kept: 'invitations',
    columns: { ...never('role'), ...row('token_hash', 'email', 'invited_by') },
  },

  idempotency: {
    kept: 'answers',
    columns: { ...never('endpoint'), ...row('key', 'body_hash', 'response') },
  },
  audit_entry: {
    kept: 'audit',
    columns: { ...never('kind', 'action'), ...row('title', 'actor_email', 'changes') },
  },
  bin_entry: { kept: 'bin', columns: { ...never('kind'), ...row('title', 'data', 'deleted_by') } },

  /** They name records by their ids alone. */
  person_link: nobody('one_kind', 'other_kind', 'created_by'),
  file_import: nobody('kind', 'created_by', 'taken_back_by'),
  file_import_row: numbers,

  student: { kept: 'students', columns: row('name', 'email', 'phone', 'note') },
  status_feedback: {
    kept: 'teamNotes',
    columns: { ...never('status', 'priority'), ...row('title', 'description', 'assigned_to', 'created_by') },
  },

  student_feedback: {
    kept: 'published',
    columns: { ...never('course_name'), ...row('student_name', 'feedback_text') },
  },
  /** A batch names its teacher after the record is gone from the pages. */
  instructor: {
    kept: 'published',
    columns: { name, email, ...becomesNull('phone', 'specialization', 'bio'), highlights: emptyList },
  },
  course: {
    kept: 'published',
    columns: {
      ...never('slug', 'title', 'description', 'duration', 'features', 'faq', 'category'),
      ...becomesNull('instructor'),
    },
  },
  journal_post: {
    kept: 'published',
    columns: { ...never('slug'), ...row('title', 'excerpt', 'body') },
  },
  /** The school's own name, address and phone number. */
  setting: { kept: 'published', columns: { ...never('name'), ...row('value') } },

  batch: nobody('visible_from'),
  room: nobody('name', 'address'),
  meeting: nobody('topic'),
  change: nobody('topic'),
  pace: nobody('name'),
  /** Goes with its picture. Its name is a hash or chance. */
  picture_file: nobody('name', 'object'),
  picture_leftover: nobody('object'),
  picture: { kept: 'bin', columns: { ...never('widths', 'color'), ...row('base') } },
  journal_address: nobody('slug'),
  journal_tag: nobody('key', 'name'),
  journal_picture: numbers,
  impact: nobody('title', 'value'),
  office_hours: nobody('open_time', 'close_time'),
  event_price: nobody('slot_key', 'label', 'price'),
  product: nobody(
    'name',
    'description',
    'categories',
    'custom_label',
    'slug',
    'badge',
    'ways',
    'care',
    'substitution',
  ),
  product_size: nobody('name'),
  product_picture: numbers,
  delivery_zone: nobody('name', 'pincodes'),
  delivery_slot: nobody('name', 'way'),
  delivery_day: nobody('closed_for', 'closed_from'),
  slot_day: numbers,
  flower: nobody('name', 'plural', 'unit', 'says'),
  recipe: numbers,
  recipe_stem: numbers,
  running_total: nobody('figure'),
  list_total: nobody('list', 'state'),
  seat_count: nobody('figure'),
}

type Erased = string | null | RawBuilder<string | null>

const ownId = (column: string) =>
  sql<string | null>`case when ${sql.ref(column)} is null then null else id end`

/** What is written over the columns of a table whose rows stay, when the person in them is forgotten. */
export function erasedValues(table: keyof Schema): Record<string, Erased> {
  const values: Record<string, Erased> = {}
  for (const [column, end] of Object.entries(personalData[table].columns)) {
    if (end === 'id') values[column] = ownId(column)
    else if (typeof end === 'object') values[column] = end.becomes
  }
  return values
}

/** Whether a row still holds what `erasedValues` would write over. */
export function holdsSomebody(table: keyof Schema): RawBuilder<SqlBool> {
  const differs = Object.entries(erasedValues(table)).map(
    ([column, value]) => sql<SqlBool>`${sql.ref(`${table}.${column}`)} is distinct from ${value}`,
  )
  return sql<SqlBool>`(${sql.join(differs, sql` or `)})`
}
