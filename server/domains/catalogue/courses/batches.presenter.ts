import {
  type RosterBatch,
  rosterBatch,
  type Session,
  session,
} from '../../../../contract/catalogue/batches.ts'
import { presented } from '../../../platform/presented.ts'
import { priceOf } from './batch-sale.ts'
import type { StaffBatch } from './batches.repository.ts'
import type { MeetingRow } from './meetings.repository.ts'
import { isOver, type Moment, stateOf } from './next-batch.ts'

export function presentStaffBatch(row: StaffBatch, at: Moment): RosterBatch {
  return presented(rosterBatch, row, {
    courseId: row.course_id,
    courseTitle: row.course_title,
    day: row.starts_on,
    time: row.starts_at,
    endsOn: row.ends_on,
    isOver: isOver(row, at.today),
    state: stateOf(row, at),
    roomId: row.room_id,
    room: row.room_name,
    instructorId: row.instructor_id,
    instructor: row.instructor_name,
    price: row.price_in_paise === null ? null : row.price_in_paise / 100,
    seatPrice: priceOf(row, Number(row.course_price_in_paise)) / 100,
    isClosed: row.is_closed === 1,
    joinsLate: row.joins_late === 1,
    visibleFrom: row.visible_from,
  })
}

export function presentSession(row: MeetingRow): Session {
  return presented(session, row, {
    day: row.held_on,
    from: row.starts_at,
    to: row.ends_at,
    roomId: row.room_id,
    instructorId: row.instructor_id,
  })
}
