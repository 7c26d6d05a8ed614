import { sql } from 'kysely'
import { courseDefaults } from '../../../contract/course-facts.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { listRegistrations, OwnRegistration } from '../../../contract/registrations.ts'
import type { Database } from '../../db/open.ts'
import { type Page, type PageList, presentPage, readPage } from '../../db/page.ts'
import { seatPayment } from '../../domains/payments/payments.repository.ts'
import { presentSeat } from '../../domains/seats/seats.presenter.ts'

type RegistrationsQuery = QueryOf<typeof listRegistrations>

const seatList: PageList<RegistrationsQuery> = {
  sorts: { newest: ['desc', 'seat.created_at'], oldest: ['asc', 'seat.created_at'] },
  tie: ['seat.id'],
  words: ['seat.name', 'seat.email', 'seat.phone', 'seat.reference', 'course.title'],
  filters: { payment: (state) => sql`${seatPayment} = ${state}` },
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
          transaction_id: row.transaction_id ?? '',
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
        const { name: _, email: __, phone: ___, ...seat } = presentSeat(row)
        const batch = row.starts_on ?? courseDefaults.nextbatch
        return { ...seat, kind: row.kind, title: row.course_title, batch }
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
    .select(['course.title as course_title', 'batch.starts_on', seatPayment.as('payment')])
}
