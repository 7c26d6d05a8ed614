import { sql } from 'kysely'
import { plainPhone } from '../../../contract/phones.ts'
import { amountInWords, dayInWords, instantInWords } from '../../../contract/words.ts'
import type { Queryable } from '../../db/open.ts'
import { erased } from '../../db/personal-data.ts'
import type { Schema } from '../../db/schema.ts'
import { mailboxOf } from '../../platform/recipients.ts'
import { maySay, saysOne } from './mentions.ts'
import type { AddressedTable, Row } from './people-data.repository.ts'
import * as repository from './people-data.repository.ts'

/** Everybody behind one mailbox, or one phone number without any address. */
export interface Person {
  /** In each spelling that stands in the database. */
  addresses: string[]
  phones: string[]
  names: string[]
  rows: Record<AddressedTable, Row[]>
  /** Who has one of the phones, and another address. */
  others: { email: string; count: number }[]
  /** Phones that nobody else has: what says one of them is about this person. */
  ownPhones: string[]
}

/** A join leads to others at most so many times. */
const roundsMax = 5

/** With the records that staff joined to theirs. Null where nothing is kept of them. */
export async function findPerson(db: Queryable, asked: readonly string[]): Promise<Person | null> {
  const all = [...asked]
  const alone = new Map<string, repository.Joined>()
  let person = await findByAsked(db, all)
  for (let round = 0; round < roundsMax && person; round++) {
    const { addresses, phones } = person
    const joined = await repository.listJoined(db, idsOf(Object.values(person.rows).flat()))
    const reached = joined.map(({ row }) => ({ email: textOf(row, 'email'), phone: textOf(row, 'phone') }))
    const fresh = reached
      .filter(({ email, phone }) =>
        email === '' ? !phones.includes(plainPhone(phone)) : !addresses.includes(email),
      )
      .map(({ email, phone }) => email || phone)
      .filter((one) => one !== '' && one !== erased.email)
    // By neither is it found: only the join says whose it is.
    const lone = joined.filter(
      ({ row }) => textOf(row, 'email') === '' && textOf(row, 'phone') === '' && !alone.has(row.id),
    )
    if (fresh.length === 0 && lone.length === 0) break
    for (const one of lone) alone.set(one.row.id, one)
    all.push(...fresh)
    person = await findByAsked(db, all, [...alone.values()])
  }
  return person
}

async function findByAsked(
  db: Queryable,
  asked: readonly string[],
  alone: readonly repository.Joined[] = [],
): Promise<Person | null> {
  const addresses = await spellingsOf(
    db,
    // It stands for everybody who was erased.
    asked.filter((one) => one.includes('@') && mailboxOf(one) !== mailboxOf(erased.email)),
  )
  const rows = {} as Person['rows']
  for (const { table } of repository.addressed) {
    rows[table] = await repository.listRows(db, table, repository.isOneOf('email', addresses))
  }
  const phones = new Set(asked.filter((one) => !one.includes('@')).map(plainPhone))
  for (const one of Object.values(rows).flat()) {
    if (typeof one['phone'] === 'string' && one['phone'] !== '') phones.add(plainPhone(one['phone']))
  }
  phones.delete('')
  for (const { table, id, phone } of await repository.listWithoutAddress(db)) {
    if (!phones.has(plainPhone(phone))) continue
    rows[table].push(...(await repository.listRows(db, table, sql`id = ${id}`)))
  }
  for (const { table, row } of alone) rows[table].push(row)
  const found = Object.values(rows).flat()
  const names = found.flatMap((one) => [one['name'], one['full_name'], one['customer_name']])
  const others = await repository.listOthers(db, writtenOf([...phones]), addresses)
  const isShared = new Set(others.map(({ phone }) => plainPhone(phone)))
  const counts = Map.groupBy(others, ({ email }) => email)
  const person: Person = {
    addresses,
    phones: [...phones],
    names: [...new Set(names.filter((name): name is string => typeof name === 'string' && name !== ''))],
    rows,
    others: [...counts].map(([email, each]) => ({
      email,
      count: each.reduce((sum, { count }) => sum + Number(count), 0),
    })),
    ownPhones: [...phones].filter((phone) => !isShared.has(phone)),
  }
  const isKnown = found.length > 0 || addresses.length > 0 || (await hasChats(db, person))
  return isKnown ? person : null
}

async function hasChats(db: Queryable, { ownPhones }: Person): Promise<boolean> {
  const theirs = repository.isOneOf('recipient', writtenOf(ownPhones))
  return (await repository.listRows(db, 'outbox', theirs)).length > 0
}

/** As forms and staff write a number. */
export function writtenOf(phones: readonly string[]): string[] {
  return phones.flatMap((phone) => [phone, `+91${phone}`, `+91 ${phone}`, `0${phone}`])
}

async function spellingsOf(db: Queryable, asked: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const address of asked) {
    const mailbox = mailboxOf(address)
    for (const one of await repository.listAddresses(db, mailbox)) {
      if (one.includes('@') && mailboxOf(one) === mailbox) found.add(one)
    }
  }
  return [...found]
}

export const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id)
const textOf = (row: Row, column: string): string => String(row[column] ?? '')

const ended = ['delivered', 'completed', 'cancelled']

/** What is under way: its rows stay, and what to do about it. */
export async function findLive(
  db: Queryable,
  { rows }: Person,
  { now, today }: { now: string; today: string },
): Promise<{ ids: Set<string>; sentences: string[] }> {
  const ids = new Set<string>()
  const sentences: string[] = []
  const add = (id: string, sentence: string) => {
    ids.add(id)
    sentences.push(sentence)
  }
  for (const seat of await repository.listSeatsAhead(db, idsOf(rows.seat), today)) {
    const day = seat.starts_on === null ? '' : ` on ${dayInWords(seat.starts_on)}`
    add(
      seat.id,
      `${seat.reference} is a seat in ${seat.title}${day}: cancel it, or wait until the class is over.`,
    )
  }
  for (const order of rows.shop_order) {
    if (ended.includes(textOf(order, 'status'))) continue
    add(order.id, `Order ${textOf(order, 'number')} is under way: deliver it, or cancel it.`)
  }
  for (const hold of rows.silent_hold) {
    if (hold['state'] !== 'live') continue
    add(
      hold.id,
      `A seat is kept for them until ${instantInWords(textOf(hold, 'hold_until'))}: try again then.`,
    )
  }
  for (const entry of rows.waiting_list_entry) {
    if (entry['status'] !== 'offered') continue
    const until = entry['offer_until'] ? ` until ${instantInWords(textOf(entry, 'offer_until'))}` : ''
    add(entry.id, `A seat is offered to them${until}: wait for the answer.`)
  }
  const charges = await repository.listCharges(db, idsOf(rows.shop_order))
  const orderOf = new Map(charges.map(({ id, order_id }) => [id, order_id]))
  const numbers = new Map(
    [...rows.seat, ...rows.shop_order].map((row) => [
      row.id,
      textOf(row, 'reference') || textOf(row, 'number'),
    ]),
  )
  for (const waiting of await repository.listMoneyWaiting(db, [...numbers.keys(), ...orderOf.keys()])) {
    const id = orderOf.get(waiting.subject_id) ?? waiting.subject_id
    const sum = Number(waiting.unseated_in_paise)
    add(
      id,
      sum > 0
        ? `${amountInWords(sum)} that came for ${numbers.get(id)} waits in Money: send it back, or give it a seat.`
        : `They say that they have paid for ${numbers.get(id)}: confirm or refuse it in Money.`,
    )
  }
  for (const user of rows.user) {
    if (user['usertype'] !== 'admin' || user['disabledAt'] !== null) continue
    add(user.id, 'They have an account of the back office: disable it in Accounts.')
  }
  for (const teacher of rows.instructor) {
    if (teacher['deleted_at'] !== null) continue
    add(teacher.id, `${textOf(teacher, 'name')} stands among the instructors: delete that record first.`)
  }
  for (const invited of rows.invitation) {
    if (textOf(invited, 'expires_at') <= now) continue
    add(invited.id, 'They are invited to the back office: withdraw the invitation in Accounts.')
  }
  return { ids, sentences: [...new Set(sentences)] }
}

/** Where people write by hand, with what a reader calls it. */
const handwritten: {
  where: string
  table: keyof Schema
  columns: readonly string[]
  /** What the row says by hand, where that is not its columns. */
  read?: (row: Row) => string
}[] = [
  { where: 'Testimonial', table: 'student_feedback', columns: ['student_name', 'feedback_text'] },
  {
    where: 'Note of the team',
    table: 'status_feedback',
    columns: ['title', 'description', 'assigned_to', 'created_by'],
  },
  { where: 'Class', table: 'course', columns: ['instructor', 'description'] },
  { where: 'Post of the journal', table: 'journal_post', columns: ['title', 'excerpt', 'body'] },
  {
    where: 'Order of somebody else',
    table: 'shop_order',
    columns: ['number', 'recipient_name', 'recipient_phone', 'address', 'card_message', 'requirements'],
  },
  {
    where: 'Recipient that somebody saved',
    table: 'saved_recipient',
    columns: ['label', 'name', 'phone', 'address'],
  },
  { where: 'Note of a delivery', table: 'order_attempt', columns: ['note'] },
  { where: 'Coupon', table: 'coupon', columns: ['code', 'note'] },
  { where: 'Payment', table: 'receipt', columns: ['note', 'reference'] },
  { where: 'Line of a statement', table: 'statement_line', columns: ['description', 'note'] },
  { where: 'Seat of somebody else', table: 'seat', columns: ['reference', 'name', 'question', 'staff_note'] },
  { where: 'Enquiry of somebody else', table: 'enquiry', columns: ['name', 'question'] },
  { where: 'Wish of somebody else', table: 'custom_request', columns: ['name', 'comment'] },
  { where: 'Letter to a batch', table: 'outbox', columns: ['data'], read: batchLetterWords },
  { where: 'Student', table: 'student', columns: ['name', 'note'] },
  { where: 'In the bin', table: 'bin_entry', columns: ['title', 'data'] },
  { where: 'Audit log', table: 'audit_entry', columns: ['title', 'changes'] },
]
const hitsMax = 50
const wordsMax = 160

/** What speaks of the person in rows that are not `theirs`. */
export async function findWords(db: Queryable, person: Person, theirs: ReadonlySet<string>) {
  // A short name is a part of too many others.
  const said = [...person.names.filter((name) => name.length >= 5), ...person.ownPhones, ...person.addresses]
  const hits: { where: string; text: string }[] = []
  for (const { where, table, columns, read } of handwritten) {
    const rows = await repository.listRows(db, table, maySay(columns, said))
    // A letter to a batch stands in a row for each of its readers.
    const told = new Set<string>()
    for (const row of rows) {
      const of = [row.id, row['record_id'], row['order_id'], row['user_id']]
      if (of.some((id) => typeof id === 'string' && theirs.has(id))) continue
      const text = read ? read(row) : inOne(columns.map((column) => textOf(row, column)))
      if (!saysOne(text, said) || (read && told.has(text))) continue
      told.add(text)
      hits.push({ where, text: shortened(text) })
      if (hits.length >= hitsMax) return hits
    }
  }
  return hits
}

const inOne = (texts: readonly string[]) => texts.filter(Boolean).join(' · ')

/** What staff typed; the rest of such a letter names its own reader. */
function batchLetterWords({ template, data }: Row): string {
  if (template !== 'batch-letter') return ''
  const { subject, words } = JSON.parse(String(data)) as { subject: string; words: string }
  return inOne([subject, words])
}

function shortened(text: string): string {
  return text.length > wordsMax ? `${text.slice(0, wordsMax - 1)}…` : text
}
