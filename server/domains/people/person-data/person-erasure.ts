import { type SqlBool, sql } from 'kysely'
import { columnsOf, erased, personalData } from '../../../db/personal-data.ts'
import type { Schema, Tx } from '../../../db/schema.ts'
import { maySay, saysOne } from './mentions.ts'
import { eraseFromOthers } from './others-erasure.ts'
import { erasedParts, parts } from './person-data.en.ts'
import * as repository from './person-data.repository.ts'
import { idsOf, isOneOf, type Row, textOf, writtenOf } from './person-data.repository.ts'
import type { Person } from './person-search.ts'

/** Columns that name the member of staff who did something. */
const doers = (Object.keys(personalData) as (keyof Schema)[]).flatMap((table) =>
  columnsOf(table, 'staff').map((column) => [table, column] as const),
)

const nothingSaid = { title: erased.name, changes: '[]' }

/** The number of words in one condition, because SQLite bounds the depth of an expression. */
const wordsARound = 200

async function listSaying(
  tx: Tx,
  table: keyof Schema,
  {
    columns,
    words,
    ids = [],
  }: { columns: readonly string[]; words: readonly string[]; ids?: readonly string[] },
) {
  const found: Row[] = []
  const all = [...words, ...ids]
  for (let from = 0; from < all.length; from += wordsARound) {
    const some = all.slice(from, from + wordsARound)
    found.push(...(await repository.listRows(tx, table, maySay(columns, some))))
  }
  return found.filter((row) => {
    const text = textIn(row, columns)
    return saysOne(text, words) || ids.some((id) => text.includes(id))
  })
}

const textIn = (row: Row, columns: readonly string[]): string =>
  columns.map((column) => textOf(row, column)).join(' ')

/**
 * Erases a person except the rows in `kept`, which are unfinished. Sums, days and numbers stay for the accounts. Files
 * are deleted after the transaction.
 */
export async function erasePerson(tx: Tx, person: Person, kept: ReadonlySet<string>) {
  // Other people's rows are found by text from the person's rows, so other people's rows are erased first.
  const others = await eraseFromOthers(tx, person, kept)
  const counts = new Map<string, number>()
  const count = (what: string, rows: number) => {
    if (rows > 0) counts.set(what, (counts.get(what) ?? 0) + rows)
  }
  const { addresses, ownPhones, rows } = person
  const goes = (of: readonly Row[]) => idsOf(of).filter((id) => !kept.has(id))
  const [seats, orders, users] = [goes(rows.seat), goes(rows.shop_order), goes(rows.user)]
  const requests = goes(rows.custom_request)
  const enquiries = goes(rows.enquiry)
  const rest = [...rows.waiting_list_entry, ...rows.contact, ...rows.student, ...rows.instructor]
  const theirs = [...seats, ...orders, ...users, ...requests, ...enquiries, ...goes(rest)]
  const words = [...addresses, ...ownPhones]
  const keptIds = [...kept]
  const said = ['cause', 'data']
  const messages = [
    ...(await listSaying(tx, 'outbox', { columns: said, words, ids: theirs })),
    ...(await repository.listRows(
      tx,
      'outbox',
      isOneOf('recipient', [...addresses, ...writtenOf(ownPhones)]),
    )),
  ]
  const ofKept = (row: Row) => keptIds.some((id) => textIn(row, said).includes(id))
  const messageIds = [...new Set(idsOf(messages.filter((row) => !ofKept(row))))]
  count(erasedParts.messages, await repository.deleteRows(tx, 'outbox', isOneOf('id', messageIds)))

  await eraseTraces(tx, { words, theirs, kept })
  await eraseMoneyWords(tx, { seats, orders, words })

  const pictures = await repository.listPictureBases(tx, { orders, enquiries, requests })
  await repository.deleteRows(tx, 'order_photograph', isOneOf('order_id', orders))
  await repository.deleteRows(tx, 'yearly_reminder', isOneOf('order_id', orders))
  await repository.deleteRows(tx, 'person_link', repository.isJoined(theirs))
  await repository.deleteRows(tx, 'file_import_row', isOneOf('record_id', theirs))
  for (const [table, only] of [
    ['shop_order_item', ['answer']],
    ['order_attempt', ['note']],
  ] as const) {
    await repository.writeOver(tx, table, isOneOf('order_id', orders), only)
  }
  const ofCoupons = { email_key: '', phone_key: '' }
  await repository.setColumns(tx, 'coupon_use', ofCoupons, isOneOf('subject_id', [...seats, ...orders]))
  count(parts.seats, await repository.writeOver(tx, 'registration', isOneOf('id', seats)))
  count(
    parts.unfinishedSeats,
    await repository.deleteRows(tx, 'registration', isOneOf('id', goes(rows.begun))),
  )
  count(parts.orders, await repository.writeOver(tx, 'shop_order', isOneOf('id', orders)))
  count(
    erasedParts.instructors,
    await repository.writeOver(tx, 'instructor', isOneOf('id', goes(rows.instructor))),
  )

  for (const [what, table] of [
    [parts.waitingListPlaces, 'waiting_list_entry'],
    [parts.enquiries, 'enquiry'],
    [parts.enquiries, 'contact'],
    [parts.customRequests, 'custom_request'],
    [erasedParts.students, 'student'],
    [parts.newsletter, 'newsletter_subscriber'],
    [parts.stockWishes, 'stock_wish'],
    [erasedParts.codes, 'one_time_code'],
    [parts.invitations, 'invitation'],
  ] as const) {
    count(what, await repository.deleteRows(tx, table, isOneOf('id', goes(rows[table]))))
  }
  count(parts.accounts, await eraseAccounts(tx, users))
  const erasedUsers = rows.user.filter(({ id }) => users.includes(id))
  const was = erasedUsers.map((row) => textOf(row, 'email'))
  for (const [table, column] of doers) {
    await repository.setColumns(tx, table, { [column]: erased.email }, isOneOf(column, was))
  }
  return {
    counts: [...counts, ...others.counts],
    messageIds: [...messageIds, ...others.messageIds],
    pictures: [...pictures, ...others.pictures],
  }
}

/** Erases the person from stored responses, the bin and the audit log. The events stay in the audit log. */
async function eraseTraces(
  tx: Tx,
  { words, theirs, kept }: { words: string[]; theirs: string[]; kept: ReadonlySet<string> },
) {
  const answers = await listSaying(tx, 'idempotency', { columns: ['response'], words, ids: theirs })
  for (const { key, endpoint } of answers) {
    await repository.deleteRows(tx, 'idempotency', sql`key = ${key} and endpoint = ${endpoint}`)
  }
  const ofTheirs = isOneOf('record_id', theirs)
  await repository.deleteRows(tx, 'bin_entry', ofTheirs)
  for (const { kind, record_id } of await listSaying(tx, 'bin_entry', {
    columns: ['title', 'data'],
    words,
  })) {
    await repository.deleteRows(tx, 'bin_entry', sql`kind = ${kind} and record_id = ${record_id}`)
  }
  await repository.setColumns(tx, 'audit_entry', nothingSaid, ofTheirs)
  const entries = await listSaying(tx, 'audit_entry', { columns: ['title', 'changes'], words })
  const ids = idsOf(entries.filter(({ record_id }) => !kept.has(String(record_id))))
  await repository.setColumns(tx, 'audit_entry', nothingSaid, isOneOf('id', ids))
}

/** Erases the texts of payments. The sum, its day and its number stay for the accounts. */
async function eraseMoneyWords(
  tx: Tx,
  { seats, orders, words }: { seats: string[]; orders: string[]; words: string[] },
) {
  const charges = await repository.listRows(tx, 'order_charge', isOneOf('order_id', orders))
  const receipts = await repository.listReceipts(tx, [...seats, ...orders, ...idsOf(charges)])
  await repository.setColumns(tx, 'receipt', { note: null }, isOneOf('id', receipts))
  const columns = ['description', 'note']
  // The text of an open line of a bank statement stays, because payments are matched by it.
  const said = (await listSaying(tx, 'statement_line', { columns, words })).filter(
    ({ status }) => status !== 'open',
  )
  const matches = await repository.listRows(tx, 'bank_match', isOneOf('receipt_id', receipts))
  const lines = isOneOf('id', [...matches.map((row) => textOf(row, 'line_id')), ...idsOf(said)])
  await repository.setColumns(tx, 'statement_line', { description: erased.name, note: null }, lines)
  const ofLines = sql<SqlBool>`record_id in (select id from statement_line where ${lines})`
  await repository.setColumns(tx, 'audit_entry', nothingSaid, ofLines)
}

/** The database deletes an account's other rows together with the account. */
async function eraseAccounts(tx: Tx, users: string[]): Promise<number> {
  for (const table of ['cart', 'product_favourite'] as const) {
    await repository.deleteRows(tx, table, isOneOf('user_id', users))
  }
  await repository.setColumns(tx, 'shop_order', { user_id: null }, isOneOf('user_id', users))
  return repository.deleteRows(tx, 'user', isOneOf('id', users))
}
