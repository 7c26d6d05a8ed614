import { sql } from 'kysely'
import { courseDefaults } from '../../../contract/course-facts.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { listRegistrations, OwnRegistration } from '../../../contract/registrations.ts'
import type { Database } from '../../db/open.ts'
import { type Page, type PageList, presentPage, readPage, sumUp } from '../../db/page.ts'
import { seatPayment, seatRest } from '../../domains/payments/payments.repository.ts'
import { presentTotals } from '../../domains/payments/totals.presenter.ts'
import { presentSeat } from '../../domains/seats/seats.presenter.ts'
import { seatGroup } from '../../domains/seats/seats.repository.ts'
import { addDays, instantOf } from '../../platform/clock.ts'

type RegistrationsQuery = QueryOf<typeof listRegistrations>

const seatList: PageList<RegistrationsQuery> = {
  sorts: { newest: ['desc', 'seat.created_at'], oldest: ['asc', 'seat.created_at'] },
  tie: ['seat.id'],
  words: ['seat.name', 'seat.email', 'seat.phone', 'seat.reference', 'course.title'],
  filters: {
    payment: (state) => sql`${seatPayment} = ${state}`,
    from: (day) => sql`seat.created_at >= ${instantOf(day, '00:00')}`,
    to: (day) => sql`seat.created_at < ${instantOf(addDays(day, 1), '00:00')}`,
  },
}

export function createRegistrationsReport({ db }: { db: Database }) {
  return {
    /** One page of both kinds together: at most `limit` rows in the two lists. */
    async list(query: RegistrationsQuery) {
      const { rows, next } = await readPage(seats(db), seatList, query)
      const ofKind = (kind: SeatRow['kind']) => rows.filter((row) => row.kind === kind)
      return {
        eventClassEnrollments: ofKind('event-booking').map((row) => ({
          ...presentSeat(row),
          event_title: row.course_title,
          event_date: row.starts_on,
          special_requirements: row.question,
          // A guest pays by the payer's.
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

    /** What all of them make together: prices are of those that have not ended. */
    async sumUp(query: RegistrationsQuery) {
      const sumsOf = async (kind: SeatRow['kind']) => {
        const rows = db.read
          .selectFrom('seat')
          .innerJoin('course', 'course.id', 'seat.course_id')
          .select([
            sql<number>`case when seat.status in ('pending', 'confirmed') then seat.amount_in_paise else 0 end`.as(
              'amount',
            ),
            sql<number>`seat.paid_in_paise + seat.waits_in_paise`.as('paid'),
            seatRest.as('due'),
          ])
          .where('seat.kind', '=', kind)
        return presentTotals(await sumUp(db.read, rows, seatList, query, ['amount', 'paid', 'due']))
      }
      return { events: await sumsOf('event-booking'), classes: await sumsOf('enrolment') }
    },

    /** Seats of the user's own address; none before it is verified, since anybody may sign up with any address. */
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
        const {
          group,
          name,
          email: __,
          phone: ___,
          couponCode: ____,
          discount: _____,
          paid: ______,
          ...seat
        } = presentSeat(row)
        const batch = row.starts_on ?? courseDefaults.nextbatch
        return { ...seat, kind: row.kind, title: row.course_title, batch, guest: group && name }
      })
    },
  }
}

type SeatRow = Awaited<ReturnType<ReturnType<typeof seats>['executeTakeFirstOrThrow']>>

function seats({ read }: Database) {
  return read
    .selectFrom('seat')
    .innerJoin('course', 'course.id', 'seat.course_id')
    .innerJoin('batch', 'batch.id', 'seat.batch_id')
    .selectAll('seat')
    .select([
      'course.title as course_title',
      'batch.starts_on',
      seatPayment.as('payment'),
      seatRest.as('rest_in_paise'),
    ])
    .select(seatGroup)
}
