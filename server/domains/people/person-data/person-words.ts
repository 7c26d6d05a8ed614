import { type SqlBool, sql } from 'kysely'
import { shortened } from '../../../../contract/graphemes.ts'
import { wordsMax } from '../../../../contract/people/person-data.ts'
import type { Queryable } from '../../../db/open.ts'
import { contentIn } from '../../../db/page-versions.ts'
import { columnsOf, otherPeople } from '../../../db/personal-data.ts'
import type { Schema } from '../../../db/schema.ts'
import { maySay, saysOne } from './mentions.ts'
import { endedOrders, isOther, otherKinds } from './others-search.ts'
import { first, places } from './person-data.en.ts'
import * as repository from './person-data.repository.ts'
import { type Row, textOf } from './person-data.repository.ts'

export interface Words {
  /** The table's name and the row's id. */
  key: string
  table: keyof Schema
  row: Row
  /** Further rows with the same text: an e-mail to a batch has one row per recipient. */
  more: Row[]
  where: string
  text: string
  /** The columns that mention the person. */
  columns: string[]
  /** False if staff must change the text in its own section of the back office. */
  canErase: boolean
  live: string | null
}

interface Handwritten {
  where: string
  beside?: readonly string[]
  /** Reads the text that people typed, if the text is not in a column of its own. */
  read?: (row: Row) => string
  isChangedThere?: true
}

/** Tables with texts that people typed. `where` tells staff which kind of record contains the text. */
export const handwritten: Partial<Record<keyof Schema, Handwritten>> = {
  student_feedback: { where: places.testimonial, isChangedThere: true },
  status_feedback: { where: places.teamNote, isChangedThere: true },
  course: { where: places.class, beside: ['description'], isChangedThere: true },
  journal_post: { where: places.journalPost, isChangedThere: true },
  // Staff cannot change the text of an earlier version, so its mentions are overwritten.
  page_version: { where: places.page, read: pageWords },
  page_draft: { where: places.page, read: pageWords },
  shop_order: { where: places.order, beside: ['number'] },
  saved_recipient: { where: places.savedRecipient },
  shop_order_item: { where: places.productAnswer },
  order_attempt: { where: places.deliveryNote },
  coupon: { where: places.coupon, beside: ['code'], isChangedThere: true },
  receipt: { where: places.payment },
  statement_line: { where: places.statementLine },
  registration: { where: places.seat, beside: ['reference', 'name'] },
  enquiry: { where: places.enquiry, beside: ['name'] },
  custom_request: { where: places.customRequest, beside: ['name'] },
  cart_line: { where: places.cart },
  outbox: { where: places.batchMessage, read: batchLetterWords },
  student: { where: places.student, beside: ['name'], isChangedThere: true },
  bin_entry: { where: places.bin },
  audit_entry: { where: places.auditLog },
}
const rowsMax = 1_000
const shownMax = 160

const spoken = (table: keyof Schema) => [
  ...new Set([...columnsOf(table, 'words'), ...otherKinds.flatMap((kind) => columnsOf(table, kind))]),
]

/**
 * Finds texts that mention a person. Leaves out rows in `theirs`, and rows of the orders, accounts and carts in
 * `theirs`.
 */
export async function findWords(
  db: Queryable,
  { said, theirs }: { said: readonly string[]; theirs: ReadonlySet<string> },
) {
  const hits: Words[] = []
  for (const [name, { where, beside = [], read, isChangedThere }] of Object.entries(handwritten)) {
    const table = name as keyof Schema
    const all = [...new Set([...beside, ...spoken(table)])]
    const found = await repository.listRows(db, table, maySay(all, said), rowsMax)
    const hitsByText = new Map<string, Words>()
    for (const row of found) {
      const of = [row.id, row['record_id'], row['order_id'], row['user_id'], row['cart_id']]
      if (of.some((id) => typeof id === 'string' && theirs.has(id))) continue
      const text = read ? read(row) : inOne(all.map((column) => textOf(row, column)))
      if (!saysOne(text, said)) continue
      const same = hitsByText.get(text)
      if (same) {
        same.more.push(row)
        continue
      }
      if (hits.length >= wordsMax) return hits
      const columns = spokenIn(table, row).filter((column) => saysOne(textOf(row, column), said))
      const hit: Words = {
        key: `${table === 'registration' ? 'seat' : table}:${keysOf(table)
          .map((key) => textOf(row, key))
          .join('/')}`,
        table,
        row,
        more: [],
        where: row['kind'] === 'seat-hold' ? places.requestedSeat : where,
        text: shortened(text, shownMax),
        columns,
        canErase: columns.length > 0 && !isChangedThere,
        live: await liveOf(db, table, row),
      }
      hits.push(hit)
      if (read) hitsByText.set(text, hit)
    }
  }
  return hits
}

/** Returns the columns that may mention another person. The name on a seat is left out if the payer took that seat. */
function spokenIn(table: keyof Schema, row: Row): string[] {
  const isOwn = table === 'registration' && !isOther('guest', row)
  return spoken(table).filter((column) => !(isOwn && column === otherPeople.guest.by.name))
}

const inOne = (texts: readonly string[]) => texts.filter(Boolean).join(' · ')

/**
 * Returns the reason why a text cannot be erased yet: an order under way needs it, or an open bank line is matched by
 * it. Null if the text can be erased now.
 */
async function liveOf(db: Queryable, table: keyof Schema, row: Row): Promise<string | null> {
  if (table === 'statement_line') {
    return row['status'] === 'open' ? first.statementLine : null
  }
  const orderId = table === 'shop_order' ? row.id : row['order_id']
  if (typeof orderId !== 'string' || table === 'enquiry') return null
  const [order] = await repository.listRows(db, 'shop_order', sql<SqlBool>`id = ${orderId}`)
  if (order === undefined || endedOrders.includes(textOf(order, 'status'))) return null
  return first.order({ number: textOf(order, 'number') })
}

export function isRow(table: keyof Schema, row: Row) {
  const each = keysOf(table).map((key) => sql<SqlBool>`${sql.ref(key)} = ${row[key]}`)
  return sql<SqlBool>`(${sql.join(each, sql` and `)})`
}

/** Primary keys other than `id`. */
const keys: Partial<Record<keyof Schema, readonly string[]>> = {
  shop_order_item: ['order_id', 'position'],
  bin_entry: ['kind', 'record_id'],
  idempotency: ['key', 'endpoint'],
  page_version: ['page', 'number'],
  page_draft: ['page'],
}
const keysOf = (table: keyof Schema) => keys[table] ?? ['id']

/** Returns the texts that staff typed. The other fields of the e-mail are about its recipient. */
function batchLetterWords({ template, data }: Row): string {
  if (template !== 'batch-letter') return ''
  const { subject, words } = JSON.parse(String(data)) as { subject: string; words: string }
  return inOne([subject, words])
}

/** Returns the words of a page's content. */
function pageWords({ content }: Row): string {
  const strings = (value: unknown): string[] => {
    if (typeof value === 'string') return [value]
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : []
  }
  return inOne(strings(contentIn(String(content))))
}
