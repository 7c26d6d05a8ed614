import { type SqlBool, sql } from 'kysely'
import { courseDefaults } from '../../../contract/catalogue/course-facts.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import {
  type listRegistrations,
  type OwnRegistration,
  type PaymentState,
  paymentState,
} from '../../../contract/registrations/registrations.ts'
import { debtOf } from '../../db/debts.ts'
import { addUp, type ListSums, sumsByState } from '../../db/list-totals.ts'
import {
  countValues,
  onDaysOf,
  type Page,
  type PageList,
  presentPage,
  readMergedPage,
  readPage,
} from '../../db/page.ts'
import type { Queryable, SeatKind } from '../../db/schema.ts'
import { findSeats, summedMax, sumUpFound, withSeatWords } from '../../db/search.ts'
import type { ReadDatabase } from '../../domains/deps.ts'
import { presentTotals } from '../../domains/money/index.ts'
import { debtsOfSeats, presentSeat } from '../../domains/registrations/index.ts'

type RegistrationsQuery = QueryOf<typeof listRegistrations>

const takenOn = onDaysOf('seat.created_at')
const debt = debtOf('seat')

/**
 * True for a seat whose payer reported a payment that staff have not checked yet. There are few open claims, even if
 * there are many seats. This `or` makes PostgreSQL look up the seats of each claim; two joins would make it read the
 * whole index of groups.
 */
const isChecked = sql<SqlBool>`(${debt.due_in_paise} > 0 and seat.id in (
  select one.id from claim join seat as one on (one.id = claim.subject_id or one.group_id = claim.subject_id)
  where claim.is_open = 1 and claim.subject = one.kind and claim.subject_id = coalesce(one.group_id, one.id)))`

/** The index `seat_state` contains the same expression, so the database can use it. */
const hasPayment = (state: PaymentState) =>
  state === 'checking'
    ? isChecked
    : sql<SqlBool>`(${debt.unclaimed} = ${sql.lit(state)} and ${debt.payment} <> 'checking')`

const seatList: PageList<RegistrationsQuery> = {
  sorts: { newest: ['desc', 'seat.created_at'], oldest: ['asc', 'seat.created_at'] },
  tie: ['seat.id'],
  filters: {
    // A partly paid seat is also listed as due, because the rest is due.
    payment: (state) =>
      state === 'due' ? sql<SqlBool>`(${hasPayment('due')} or ${hasPayment('part')})` : hasPayment(state),
    ...takenOn,
  },
}

export const countSeats = (db: Queryable) =>
  countValues(db, db.selectFrom('seat').selectAll(), seatList, 'payment', paymentState.options)

const owing = (['due', 'part'] as const).map((state) => ({
  ...seatList,
  filters: { ...seatList.filters, payment: () => hasPayment(state) },
}))

export function createRegistrationsReport({ db }: { db: ReadDatabase }) {
  return {
    /** Lists one page of event bookings and enrolments. Both lists together have at most `limit` rows. */
    async list(query: RegistrationsQuery) {
      const found = await withSeatWords(db.read, seats(db), query.q)
      const { rows, next } = await (query.payment === 'due'
        ? readMergedPage<RegistrationsQuery, SeatRow>(
            db.read,
            owing.map((list) => ({ rows: found, list })),
            query,
          )
        : readPage(found, seatList, query))
      const ofKind = (kind: SeatRow['kind']) => rows.filter((row) => row.kind === kind)
      return {
        eventClassEnrollments: ofKind('event-booking').map((row) => ({
          ...presentSeat(row),
          event_title: row.course_title,
          event_date: row.starts_on,
          special_requirements: row.question,
          // The payer's transaction also pays for the guests' seats, and is shown only at the payer's seat.
          transaction_id: row.group_place > 0 ? '' : (row.transaction_id ?? ''),
        })),
        classEnrollments: ofKind('enrolment').map((row) => ({
          ...presentSeat(row),
          course_title: row.course_title,
          batch: row.starts_on ?? courseDefaults.nextbatch,
          status_question: row.question,
        })),
        next,
      }
    },

    /** Adds up the prices of the seats, the money paid and the money due. The prices of ended seats are left out. */
    async sumUp(query: RegistrationsQuery) {
      const sumsOf = query.q?.trim() ? foundSums(db, query, query.q) : await keptSums(db, query)
      const [events, classes] = await Promise.all([sumsOf('event-booking'), sumsOf('enrolment')])
      return { events: presentTotals(events), classes: presentTotals(classes) }
    },

    /**
     * Lists the seats with the user's own e-mail address. The list is empty until the address is verified, because
     * anybody may sign up with any address.
     */
    async listOwn(
      query: Pick<RegistrationsQuery, 'limit' | 'cursor'>,
      { userId }: { userId: string },
    ): Promise<Page<OwnRegistration>> {
      const user = await db.read
        .selectFrom('user')
        .select(['email', 'emailVerified'])
        .where('id', '=', userId)
        .executeTakeFirst()
      if (user?.emailVerified !== 1) return { rows: [], next: null }
      const own = seats(db).where('seat.email', '=', user.email)
      return presentPage(readPage(own, seatList, query), (row) => {
        const { group, name, email, phone, couponCode, discount, paid, paysAtSchool, terms, ...seat } =
          presentSeat(row)
        const batch = row.starts_on ?? courseDefaults.nextbatch
        return { ...seat, kind: row.kind, title: row.course_title, batch, guest: group && name }
      })
    },
  }
}

function summedSeats({ read }: ReadDatabase) {
  const isLive = sql`seat.status in ('pending', 'confirmed')`
  return read
    .selectFrom('seat')
    .select([
      sql<number>`case when ${isLive} then seat.amount_in_paise else 0 end`.as('amount'),
      sql<number>`seat.paid_in_paise + seat.waits_in_paise`.as('paid'),
      debt.rest_in_paise.as('due'),
    ])
}

function foundSums(db: ReadDatabase, query: RegistrationsQuery, words: string) {
  return async (kind: SeatKind): Promise<ListSums | null> => {
    const index = kind === 'event-booking' ? 'booking' : 'seat'
    const found = await findSeats(db.read, words, { few: summedMax, index })
    const rows = summedSeats(db).where('seat.kind', '=', kind)
    return sumUpFound(db.read, rows, found, seatList, query, ['amount', 'paid', 'due'])
  }
}

/** The stored sums ignore open claims, so seats with an open claim are read from the table. */
async function keptSums(db: ReadDatabase, { payment, from, to }: RegistrationsQuery) {
  const checked = summedSeats(db)
    .select(['seat.kind', debt.unclaimed.as('state')])
    .where(isChecked)
  const sum = (column: 'amount' | 'paid' | 'due') =>
    sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column)
  const rows = await db.read
    .selectFrom(
      checked
        .$if(from !== undefined, (seats) => seats.where(takenOn.from(from ?? '')))
        .$if(to !== undefined, (seats) => seats.where(takenOn.to(to ?? '')))
        .as('checked'),
    )
    .select([sql<SeatKind | 'order'>`kind`.as('list'), sql<string>`state`.as('state')])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select([sum('amount'), sum('paid'), sum('due'), sql<number>`1`.as('is_checked')])
    .groupBy(['kind', 'state'])
    // One statement reads both parts, so that they see the same seats.
    .unionAll(sumsByState(db.read, { from, to }).select(sql<number>`0`.as('is_checked')))
    .execute()
  return (kind: SeatKind): ListSums => {
    const own = rows.filter(({ list }) => list === kind)
    const all = own.filter(({ is_checked }) => is_checked === 0)
    const waiting = own.filter(({ is_checked }) => is_checked === 1)
    if (payment === undefined) return addUp(all)
    if (payment === 'checking') return addUp(waiting)
    const isAsked = ({ state }: { state: string }) =>
      state === payment || (payment === 'due' && state === 'part')
    return subtract(addUp(all.filter(isAsked)), addUp(waiting.filter(isAsked)))
  }
}

const subtract = (all: ListSums, some: ListSums): ListSums => ({
  count: all.count - some.count,
  amount: all.amount - some.amount,
  paid: all.paid - some.paid,
  due: all.due - some.due,
})

type SeatRow = Awaited<ReturnType<ReturnType<typeof seats>['executeTakeFirstOrThrow']>>

function seats({ read }: ReadDatabase) {
  return debtsOfSeats(read)
    .innerJoin('course', 'course.id', 'seat.course_id')
    .innerJoin('batch', 'batch.id', 'seat.batch_id')
    .select(['course.title as course_title', 'batch.starts_on'])
}
