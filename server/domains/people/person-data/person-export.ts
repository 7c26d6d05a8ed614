import { sql } from 'kysely'
import { acceptedPath } from '../../../../contract/addresses.ts'
import type { Queryable } from '../../../db/open.ts'
import { columnsOf, type OtherKind } from '../../../db/personal-data.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { listParts, otherKinds } from './others-search.ts'
import { namedIn, parts, termsAccepted } from './person-data.en.ts'
import * as repository from './person-data.repository.ts'
import { idsOf, isOneOf, type Row, writtenOf } from './person-data.repository.ts'
import type { Person } from './person-search.ts'

/** Columns that the file leaves out: secrets, and data that says nothing about a person. */
const leftOut =
  /(^|_)(id|hash|token|secret|password|key|code|version|position|mailbox|asker|fingerprint|base|version)$|Id$|^(slot|tries|other_tries|counter|cause|place|group_place|holds_slot|attempts|next_attempt_at|has_typed_words)$/

/**
 * The columns that a person may see of another person's row. These columns contain neither a price nor the person who
 * wrote the row.
 */
const shownColumns = {
  recipient: [
    'created_at',
    'delivery_day',
    'occasion',
    'recipient_name',
    'recipient_phone',
    'address',
    'area',
    'landmark',
    'pincode',
    'card_message',
  ],
  savedRecipient: ['created_at', ...columnsOf('saved_recipient', 'savedRecipient')],
  guest: ['created_at', 'course_id', 'status', 'name'],
} as const satisfies Record<OtherKind, readonly string[]>

/** The largest number of photographs in the file, because a browser could not show more. */
const photographsMax = 40

export async function exportPerson(
  db: Queryable,
  person: Person,
  { letters, pictures }: Pick<Deps, 'letters' | 'pictures'>,
) {
  const { rows, addresses, ownPhones, elsewhere } = person
  const [seats, orders, users] = [idsOf(rows.seat), idsOf(rows.shop_order), idsOf(rows.user)]
  const of = (table: keyof Schema, column: string, ids: string[]) =>
    repository.listRows(db, table, isOneOf(column, ids))
  const charges = await of('order_charge', 'order_id', orders)
  const subjects = [...seats, ...orders, ...idsOf(charges)]
  const messages = await repository.listRows(
    db,
    'outbox',
    sql`(${isOneOf('recipient', addresses)} or ${isOneOf('recipient', writtenOf(ownPhones))})`,
  )
  const given = await listParts(db, 'recipient', idsOf(elsewhere.recipient))
  const sections: Record<string, Row[]> = {
    [parts.seats]: rows.seat,
    [parts.unfinishedSeats]: rows.begun,
    [parts.waitingListPlaces]: rows.waiting_list_entry,
    [parts.orders]: rows.shop_order,
    [parts.orderItems]: await of('shop_order_item', 'order_id', orders),
    [parts.deliveryAttempts]: await of('order_attempt', 'order_id', orders),
    [parts.charges]: charges,
    [parts.yearlyReminders]: await of('yearly_reminder', 'order_id', orders),
    [parts.payments]: await of('receipt', 'id', await repository.listReceipts(db, subjects)),
    [parts.claims]: await of('claim', 'subject_id', subjects),
    [parts.enquiries]: [...rows.enquiry, ...rows.contact],
    [parts.customRequests]: rows.custom_request,
    [parts.addedBySchool]: [...rows.student, ...rows.instructor],
    [parts.newsletter]: rows.newsletter_subscriber,
    [parts.stockWishes]: rows.stock_wish,
    [parts.accounts]: rows.user,
    [parts.savedRecipients]: await of('saved_recipient', 'user_id', users),
    [parts.favouriteCourses]: await of('favourite', 'user_id', users),
    [parts.favouriteProducts]: await of('product_favourite', 'user_id', users),
    [parts.cart]: await of('cart_line', 'cart_id', idsOf(await of('cart', 'user_id', users))),
    [parts.sessions]: await of('session', 'userId', users),
    [parts.devices]: await of('known_device', 'user_id', users),
    [parts.passkeys]: await of('passkey', 'user_id', users),
    [parts.messages]: messages.map((row) =>
      letters.isConfidential(String(row['template'])) ? { ...row, data: null } : row,
    ),
    [parts.invitations]: rows.invitation,
    ...Object.fromEntries(
      otherKinds.map((kind) => [namedIn[kind], elsewhere[kind].map((row) => only(row, shownColumns[kind]))]),
    ),
    [parts.answersForOthers]: (given['shop_order_item'] ?? [])
      .filter(({ answer }) => answer !== null)
      .map((row) => only(row, ['answer'])),
    [parts.writtenByOthers]: person.words.map(({ row, where, columns }) => ({
      where,
      ...only(row, columns),
    })),
    [parts.changes]: await of('audit_entry', 'record_id', [
      ...subjects,
      ...users,
      ...[rows.enquiry, rows.custom_request, rows.student].flatMap(idsOf),
    ]),
  }
  const all = Object.values(sections).flat()
  const idsIn = (column: string) => [
    ...new Set(all.map((row) => row[column]).filter((id): id is string => typeof id === 'string')),
  ]
  const courses = await repository.listNames(db, 'course', idsIn('course_id'))
  const products = await repository.listNames(db, 'product', idsIn('product_id'))
  const readableSections = Object.fromEntries(
    Object.entries(sections).map(([name, records]) => [
      name,
      records.map((row) => ({
        ...named('course', courses, row['course_id']),
        ...named('product', products, row['product_id']),
        ...acceptedIn(row),
        ...readable(row),
      })),
    ]),
  )
  return { ...readableSections, [parts.photographs]: await photographs() }

  async function photographs() {
    const enquiries = idsOf(rows.enquiry)
    const requests = idsOf(rows.custom_request)
    const doors = (given['order_photograph'] ?? []).filter(({ kind }) => kind === 'door')
    const bases = [
      ...(await repository.listPictureBases(db, { orders, enquiries, requests })),
      ...doors.map((row) => String(row['picture_base'])),
    ]
    const found = []
    for (const base of bases.slice(0, photographsMax)) {
      const bytes = await pictures.read(base)
      if (bytes) found.push({ picture: `data:image/jpeg;base64,${bytes.toString('base64')}` })
    }
    return found
  }
}

function only(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as Row
}

function named(what: string, names: ReadonlyMap<string, string>, id: unknown) {
  const name = typeof id === 'string' ? names.get(id) : undefined
  return name === undefined ? {} : { [what]: name }
}

/** The file names the page of the terms that the person accepted, which has no personal data. */
function acceptedIn({ terms_hash: hash }: Row) {
  return typeof hash === 'string' ? { [termsAccepted]: acceptedPath(hash) } : {}
}

function readable(row: Row): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column, value]) => value !== null && value !== '' && !leftOut.test(column))
      .map(([column, value]) => [column, column === 'data' || column === 'changes' ? parsed(value) : value]),
  )
}

function parsed(value: unknown): unknown {
  try {
    return JSON.parse(String(value))
  } catch {
    return value
  }
}
