import { sql } from 'kysely'
import { refusal } from '../../../contract/errors.ts'
import type { KnownPerson, PersonPage, PersonRef } from '../../../contract/people/people.ts'
import type { PersonRecordKind } from '../../../contract/people/person-records.ts'
import { hasRight } from '../../../contract/rights.ts'
import { decimalRupees } from '../../../contract/words.ts'
import { debtOf } from '../../db/debts.ts'
import type { Rows } from '../../db/page.ts'
import type { ReadDatabase, ReportDeps } from '../../domains/deps.ts'
import { messageStateOf } from '../../domains/messages/index.ts'
import { letterInWords, readableBy } from '../../platform/messages/letter-kinds.ts'
import { findKnownPeople } from './known-people.ts'
import { findRecord, type Link, listRecordsOf, type PersonRecord } from './person-records.ts'

const messagesShown = 10

export function createPersonReport({ db, letters, clock }: Pick<ReportDeps, 'db' | 'letters' | 'clock'>) {
  return {
    findKnown: (typed: string): Promise<KnownPerson[]> => findKnownPeople(db, typed),

    /** @throws `not_found` */
    async page(ref: PersonRef, role: string): Promise<PersonPage> {
      const { read } = db
      const isShown = ({ kind }: Pick<PersonRecord, 'kind'>) => kind !== 'order' || hasRight(role, 'orders')
      const seed = await findRecord(read, ref)
      if (!seed || !isShown(seed)) throw refusal('person-gone')
      const { records, links } = await listRecordsOf(read, seed, isShown)
      const idsOf = (kind: PersonRecordKind) =>
        records.filter((record) => record.kind === kind).map(({ id }) => id)
      const orderIds = idsOf('order')
      const emails = distinct(records.map(({ email }) => email.toLowerCase()))
      const phones = distinct(records.map(({ phone }) => phone))
      const [seats, orders, waiting, enquiries, requests, written, messages, money, next] = await Promise.all(
        [
          listSeats(read, idsOf('seat')),
          listOrders(read, orderIds),
          listWaiting(read, idsOf('waiting')),
          listEnquiries(read, idsOf('enquiry')),
          listRequests(read, idsOf('request')),
          latestOf(read.selectFrom('student').select(['id', 'name', 'note', 'created_at']), idsOf('student')),
          listMessages(read, [...emails, ...phones], readableBy(letters, role)),
          moneyOf(read, [...idsOf('seat'), ...orderIds]),
          nextOf(read, idsOf('seat'), clock.today()),
        ],
      )
      const names = distinct([seed, ...records].map(({ name }) => name))
      return {
        ref,
        name: names[0] ?? '',
        otherNames: names.slice(1),
        emails,
        phones,
        money,
        next,
        seats,
        orders,
        waiting,
        enquiries,
        requests,
        written,
        messages,
        joined: links.map((link) => joinOf(link, records)),
      }
    },
  }
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values.filter((value) => value !== ''))]
}

function joinOf(link: Link, records: readonly PersonRecord[]): PersonPage['joined'][number] {
  const nameOf = (kind: PersonRecordKind, id: string) => {
    const record = records.find((one) => one.kind === kind && one.id === id)
    if (record) return [record.name, record.email || record.phone].filter(Boolean).join(', ')
    return kind === 'order' ? 'an order' : 'a deleted record'
  }
  return {
    id: link.id,
    created_at: link.created_at,
    names: [nameOf(link.one_kind, link.one_id), nameOf(link.other_kind, link.other_id)],
  }
}

/** `['']` matches nothing; an empty list would be invalid SQL. */
const among = (ids: readonly string[]) => (ids.length === 0 ? [''] : [...ids])

function latestOf<Row>(rows: Rows<Row>, ids: readonly string[]): Promise<Row[]> {
  return rows.where('id', 'in', among(ids)).orderBy('created_at', 'desc').execute()
}

const debt = debtOf('seat')

async function listSeats(read: ReadDatabase['read'], ids: readonly string[]) {
  const rows = await read
    .selectFrom('seat')
    .innerJoin('course', 'course.id', 'seat.course_id')
    .innerJoin('batch', 'batch.id', 'seat.batch_id')
    .select(['seat.id', 'seat.kind', 'seat.reference', 'seat.name', 'seat.status', 'seat.created_at'])
    .select(['seat.amount_in_paise', 'seat.staff_note', 'course.title', 'batch.starts_on'])
    .select([debt.payment.as('payment'), debt.rest_in_paise.as('rest')])
    .where('seat.id', 'in', among(ids))
    .orderBy('seat.created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    reference: row.reference,
    name: row.name,
    courseTitle: row.title,
    day: row.starts_on,
    status: row.status,
    payment: row.payment,
    amount: decimalRupees(Number(row.amount_in_paise)),
    due: decimalRupees(Number(row.rest)),
    note: row.staff_note,
    created_at: row.created_at,
  }))
}

async function listOrders(read: ReadDatabase['read'], ids: readonly string[]) {
  const orders = read
    .selectFrom('shop_order')
    .select(['id', 'number', 'status', 'payment_status as payment', 'total_in_paise', 'created_at'])
  const rows = await latestOf(orders, ids)
  return rows.map(({ total_in_paise, ...row }) => ({ ...row, total: decimalRupees(Number(total_in_paise)) }))
}

async function listWaiting(read: ReadDatabase['read'], ids: readonly string[]) {
  const rows = await read
    .selectFrom('waiting_list_entry as entry')
    .innerJoin('batch', 'batch.id', 'entry.batch_id')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .select(['entry.id', 'entry.status', 'entry.created_at', 'batch.id as batchId', 'batch.starts_on'])
    .select(['course.id as courseId', 'course.title'])
    .where('entry.id', 'in', among(ids))
    .where('entry.status', 'in', ['waiting', 'offered'])
    .orderBy('entry.created_at', 'desc')
    .execute()
  return rows.map(({ status, starts_on, title, ...row }) => ({
    ...row,
    courseTitle: title,
    day: starts_on,
    isOffered: status === 'offered',
  }))
}

async function listEnquiries(read: ReadDatabase['read'], ids: readonly string[]) {
  const enquiries = read.selectFrom('enquiry').select(['id', 'kind', 'question', 'answered_at', 'created_at'])
  return (await latestOf(enquiries, ids)).map(withAnswered)
}

async function listRequests(read: ReadDatabase['read'], ids: readonly string[]) {
  const requests = read.selectFrom('custom_request').select(['id', 'comment', 'answered_at', 'created_at'])
  return (await latestOf(requests, ids)).map(withAnswered)
}

const withAnswered = <Row extends { answered_at: string | null }>({ answered_at, ...row }: Row) => ({
  ...row,
  answered: answered_at !== null,
})

async function listMessages(
  read: ReadDatabase['read'],
  recipients: readonly string[],
  isReadable: ReturnType<typeof readableBy>,
) {
  const rows = await read
    .selectFrom('outbox')
    .select(['id', 'channel', 'template', 'status', 'created_at'])
    .where('recipient', 'in', among(recipients))
    .where('template', '<>', 'school-notice')
    .where(isReadable)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(messagesShown)
    .execute()
  return rows.map(({ template, status, ...row }) => ({
    ...row,
    letter: letterInWords(template),
    state: messageStateOf(status),
  }))
}

async function nextOf(
  read: ReadDatabase['read'],
  ids: readonly string[],
  today: string,
): Promise<PersonPage['next']> {
  const held = read
    .selectFrom('seat')
    .innerJoin('course', 'course.id', 'seat.course_id')
    .innerJoin('batch', 'batch.id', 'seat.batch_id')
    .select(['course.title as courseTitle', 'course.id as courseId', 'batch.id as batchId'])
    .where('seat.id', 'in', among(ids))
    .where('seat.status', 'in', ['pending', 'confirmed'])
    .where('batch.cancelled_at', 'is', null)
  const [meeting, batch] = await Promise.all([
    held
      .innerJoin('meeting', 'meeting.batch_id', 'batch.id')
      .select([sql<string>`meeting.held_on`.as('day'), sql<string | null>`meeting.starts_at`.as('from')])
      .where('meeting.cancelled_at', 'is', null)
      .where('meeting.held_on', '>=', today)
      .orderBy('meeting.held_on')
      .orderBy('meeting.starts_at')
      .executeTakeFirst(),
    held
      .select([sql<string>`batch.starts_on`.as('day'), 'batch.starts_at as from'])
      .where('batch.ends_on', 'is', null)
      .where('batch.starts_on', '>=', today)
      .orderBy('batch.starts_on')
      .executeTakeFirst(),
  ])
  if (!meeting || !batch) return meeting ?? batch ?? null
  return batch.day < meeting.day ? batch : meeting
}

async function moneyOf(read: ReadDatabase['read'], ids: readonly string[]) {
  const rows = await read
    .selectFrom('money_state')
    .select(['paid_in_paise', 'rest_in_paise', 'unseated_in_paise'])
    .where('subject_id', 'in', among(ids))
    .execute()
  const sum = (name: keyof (typeof rows)[number]) =>
    decimalRupees(rows.reduce((all, row) => all + Number(row[name]), 0))
  return { paid: sum('paid_in_paise'), due: sum('rest_in_paise'), waits: sum('unseated_in_paise') }
}
