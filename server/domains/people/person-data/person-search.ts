import { sql } from 'kysely'
import { refusal } from '../../../../contract/errors.ts'
import { plainPhone } from '../../../../contract/phones.ts'
import { amountInWords, dayInWords, instantInWords } from '../../../../contract/words.ts'
import type { Queryable } from '../../../db/open.ts'
import { erased, type OtherKind, otherPeople } from '../../../db/personal-data.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import {
  type Elsewhere,
  endedOrders,
  findElsewhere,
  isOther,
  otherKinds,
  readAsked,
} from './others-search.ts'
import { first } from './person-data.en.ts'
import * as repository from './person-data.repository.ts'
import { type AddressedTable, idsOf, type Row, textOf } from './person-data.repository.ts'
import { findWords, type Words } from './person-words.ts'

/**
 * The rows of `registration` are split: `begun` contains the seats that were only requested or held, `seat` contains
 * all other seats.
 */
type Rows = Record<Exclude<AddressedTable, 'registration'> | 'seat' | 'begun', Row[]>

/**
 * A person: all rows with one mailbox, or with one phone and no address. Some people occur only in other people's rows.
 */
export interface Person {
  /** The person's email addresses, in every spelling in the database. */
  addresses: string[]
  phones: string[]
  names: string[]
  rows: Rows
  /** Other email addresses that occur with one of the person's phones or names. */
  others: { email: string; count: number }[]
  /** Phone numbers that belong to nobody else, so that a text with such a number means this person. */
  ownPhones: string[]
  /** Other people's rows that name the person as recipient or guest. */
  elsewhere: Elsewhere
  words: Words[]
  /** Addresses, phones and names by which a text mentions the person. */
  said: string[]
}

/** The search follows the joins that staff made between records, in at most this many rounds. */
const roundsMax = 5

/** Finds everything about a person, also by joins that staff made between records. Null if nothing is stored. */
export async function findPerson(db: Queryable, asked: readonly string[]) {
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
    // A record without address and phone is found only through a join that staff made.
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
) {
  const wanted = await readAsked(db, asked)
  const addresses = await spellingsOf(db, wanted.addresses)
  const all = {} as Record<AddressedTable, Row[]>
  for (const table of repository.addressed) {
    all[table] = await repository.listRows(db, table, repository.isOneOf('email', addresses))
  }
  const phones = new Set(wanted.phones)
  for (const one of Object.values(all).flat()) {
    if (typeof one['phone'] === 'string' && one['phone'] !== '') phones.add(plainPhone(one['phone']))
  }
  phones.delete('')
  for (const { table, id, phone } of await repository.listWithoutAddress(db)) {
    if (!phones.has(plainPhone(phone))) continue
    all[table].push(...(await repository.listRows(db, table, sql`id = ${id}`)))
  }
  for (const { table, row } of alone) all[table].push(row)
  const { registration, ...rest } = all
  const isBegun = (row: Row) => row['kind'] === 'seat-hold'
  const rows = {
    ...rest,
    seat: registration.filter((row) => !isBegun(row)),
    begun: registration.filter(isBegun),
  }
  const found = Object.values(rows).flat()
  const theirNames = found
    .flatMap((one) => [one['name'], one['full_name'], one['customer_name']])
    .filter((name): name is string => typeof name === 'string' && name !== '')
  const besidePhones = await repository.listOthers(db, repository.writtenOf([...phones]), addresses)
  const isShared = new Set(besidePhones.map(({ phone }) => plainPhone(phone)))
  const alike = [...besidePhones, ...(await repository.listNamesakes(db, wanted.names, addresses))]
  const ownPhones = [...phones].filter((phone) => !isShared.has(phone))
  const surePhones = [...new Set([...wanted.phones, ...ownPhones])]
  const elsewhere = await findElsewhere(db, surePhones, new Set(idsOf(found)))
  const named = [
    ...elsewhere.recipient.map((row) => row['recipient_name']),
    ...elsewhere.savedRecipient.map((row) => row['name']),
  ]
  const names = [...new Set([...wanted.names, ...theirNames, ...named.map(String)])]
  const person: Person = {
    addresses,
    phones: [...phones],
    names,
    rows,
    others: [...Map.groupBy(alike, ({ email }) => email)].map(([email, each]) => ({
      email,
      count: each.reduce((sum, { count }) => sum + Number(count), 0),
    })),
    ownPhones,
    elsewhere,
    words: [],
    // A short name occurs in too many unrelated texts, so a short name is left out unless the caller searched for it.
    said: [
      ...new Set([
        ...names.filter((name) => name.length >= 5 || wanted.names.includes(name)),
        ...surePhones,
        ...addresses,
        ...wanted.addresses,
      ]),
    ],
  }
  const chats = repository.isOneOf('recipient', repository.writtenOf(ownPhones))
  const isKnown =
    found.length + addresses.length + alike.length + Object.values(elsewhere).flat().length > 0 ||
    (await repository.listRows(db, 'outbox', chats)).length > 0 ||
    (await findWordsOf(db, person)).length > 0
  return isKnown ? person : null
}

/** Finds texts that mention the person. Leaves out the person's own rows, and rows that name the person by phone. */
export async function findWordsOf(db: Queryable, { rows, elsewhere, said }: Person) {
  const theirs = idsOf([...Object.values(rows), ...Object.values(elsewhere)].flat())
  const carts = await repository.listRows(db, 'cart', repository.isOneOf('user_id', idsOf(rows.user)))
  return findWords(db, { said, theirs: new Set([...theirs, ...idsOf(carts)]) })
}

/** Adds to a person the rows that an owner chose. @throws `conflict` if a chosen text no longer mentions the person */
export async function withChosen(db: Queryable, person: Person, keys: readonly string[]) {
  if (keys.length === 0) return person
  const hits = new Map((await findWordsOf(db, person)).map((hit) => [hit.key, hit]))
  const chosen = { ...person, elsewhere: { ...person.elsewhere }, words: [...person.words] }
  for (const key of new Set(keys)) {
    const hit = hits.get(key)
    if (!hit?.canErase) throw refusal('person-words-gone')
    const names = ({ table, by }: (typeof otherPeople)[OtherKind]) =>
      table === hit.table && hit.columns.some((column) => Object.values<string>(by).includes(column))
    const kind = otherKinds.find((one) => names(otherPeople[one]) && isOther(one, hit.row))
    if (kind === undefined) chosen.words.push(hit)
    else chosen.elsewhere[kind] = [...chosen.elsewhere[kind], hit.row]
  }
  return chosen
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

/**
 * Finds everything that still prevents the erasure: ids, and for each id a message about the step that staff must take
 * first.
 */
export async function findLive(
  db: Queryable,
  { rows, elsewhere, words }: Person,
  { now, today }: { now: string; today: string },
) {
  const ids = new Set<string>()
  const sentences: string[] = []
  const add = (id: string, sentence: string) => {
    ids.add(id)
    sentences.push(sentence)
  }
  for (const seat of await repository.listSeatsAhead(db, idsOf([...rows.seat, ...elsewhere.guest]), today)) {
    const facts = { reference: seat.reference, course: seat.title }
    add(
      seat.id,
      seat.starts_on === null
        ? first.seat(facts)
        : first.datedSeat({ ...facts, day: dayInWords(seat.starts_on) }),
    )
  }
  for (const [orders, sentence] of [
    [rows.shop_order, first.order],
    [elsewhere.recipient, first.orderForThem],
  ] as const) {
    const open = orders.filter((order) => !endedOrders.includes(textOf(order, 'status')))
    for (const order of open) add(order.id, sentence({ number: textOf(order, 'number') }))
  }
  for (const { key, live } of words) if (live !== null) add(key, live)
  for (const hold of rows.begun) {
    if (hold['status'] !== 'held') continue
    add(hold.id, first.hold({ until: instantInWords(textOf(hold, 'hold_until')) }))
  }
  for (const entry of rows.waiting_list_entry) {
    if (entry['status'] !== 'offered') continue
    const until = entry['offer_until'] ? instantInWords(textOf(entry, 'offer_until')) : null
    add(entry.id, until === null ? first.offer : first.offerUntil({ until }))
  }
  const isOfOrder = repository.isOneOf('order_id', idsOf(rows.shop_order))
  const charges = await repository.listRows(db, 'order_charge', isOfOrder)
  const orderOf = new Map(charges.map((row) => [row.id, textOf(row, 'order_id')]))
  const numbers = new Map(
    [...rows.seat, ...rows.shop_order].map((row) => [
      row.id,
      textOf(row, 'reference') || textOf(row, 'number'),
    ]),
  )
  for (const waiting of await repository.listMoneyWaiting(db, [...numbers.keys(), ...orderOf.keys()])) {
    const id = orderOf.get(waiting.subject_id) ?? waiting.subject_id
    const sum = Number(waiting.unseated_in_paise)
    const number = numbers.get(id) ?? ''
    add(
      id,
      sum > 0 ? first.moneyReceived({ amount: amountInWords(sum), number }) : first.moneyClaimed({ number }),
    )
  }
  for (const user of rows.user) {
    if (user['usertype'] !== 'admin' || user['disabledAt'] !== null) continue
    add(user.id, first.account)
  }
  for (const teacher of rows.instructor) {
    if (teacher['deleted_at'] !== null) continue
    add(teacher.id, first.instructor({ name: textOf(teacher, 'name') }))
  }
  for (const invited of rows.invitation) {
    if (textOf(invited, 'expires_at') <= now) continue
    add(invited.id, first.invitation)
  }
  return { ids, sentences: [...new Set(sentences)] }
}
