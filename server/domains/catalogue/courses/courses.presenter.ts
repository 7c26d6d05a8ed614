import { roomInWords } from '../../../../contract/catalogue/batch-place.ts'
import {
  type RosterBatch,
  rosterBatch,
  type Session,
  session,
} from '../../../../contract/catalogue/batches.ts'
import { courseDefaults } from '../../../../contract/catalogue/course-facts.ts'
import * as contract from '../../../../contract/catalogue/courses.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import { imageFileOf, pictureOf } from '../../../platform/pictures.ts'
import { presented } from '../../../platform/presented.ts'
import { readFields } from '../../../platform/record-fields.ts'
import { roomOf } from './batch-facts.ts'
import { priceOf } from './batch-sale.ts'
import type { NamedBatch, StaffBatch } from './batches.repository.ts'
import type { CourseRow } from './courses.repository.ts'
import type { MeetingRow, NamedMeeting } from './meetings.repository.ts'
import { type BatchChoice, batchText, chooseForSale, isOver, type Moment, stateOf } from './next-batch.ts'

/** `closedOn` lists the batch's days on which the school is closed and about which staff have not decided. */
type ShownBatch = NamedBatch & { closedOn: string[] }

export interface BatchedCourse extends CourseRow {
  batches: ShownBatch[]
  choice: BatchChoice<ShownBatch>
}

/** A course without a batch is shown like a course with a new batch without a date. */
function seatsOf(batch: Pick<NamedBatch, 'capacity' | 'taken'> | null) {
  const { capacity, taken } = batch ?? { capacity: courseDefaults.capacity, taken: 0 }
  return { capacity, enrolled: taken, spotsLeft: capacity === null ? null : Math.max(0, capacity - taken) }
}

function presentBatch(row: ShownBatch, course: BatchedCourse, at: Moment): contract.Batch {
  const room = roomOf(row)
  return presented(contract.batch, row, {
    date: row.starts_on,
    startTime: row.starts_at,
    endsOn: row.ends_on,
    price: decimalRupees(priceOf(row, course.price_in_paise)),
    ...seatsOf(row),
    state: stateOf(row, at),
    room: room && roomInWords(room),
    roomAddress: room && room.address,
    instructor: row.instructor_name ?? course.instructor,
  })
}

/** Leaves out hidden batches; the batch without a date is last. */
function shownBatches({ batches }: BatchedCourse, at: Moment): ShownBatch[] {
  const dayOf = (batch: NamedBatch) => batch.starts_on ?? '~'
  return batches
    .filter((batch) => stateOf(batch, at) !== 'hidden')
    .sort((a, b) => inOrder(dayOf(a), dayOf(b)))
}

export function presentCourse(row: BatchedCourse, at: Moment): contract.Course {
  const picture = pictureOf(row)
  const { sold, shown } = chooseForSale(row.batches, at)
  const { capacity, enrolled, spotsLeft } = seatsOf(shown)
  return presented(contract.course, row, {
    price: decimalRupees(shown ? priceOf(shown, row.price_in_paise) : row.price_in_paise),
    originalPrice: row.original_price_in_paise === null ? null : decimalRupees(row.original_price_in_paise),
    features: contract.classFields.features.read(row.features).map((topic) => ({ topic })),
    popular: row.popular === 1,
    nextbatch: batchText(shown),
    event_time: shown?.starts_at ?? null,
    batchId: shown?.id ?? null,
    image: imageFileOf(picture),
    picture,
    capacity,
    enrolled,
    spots_left: spotsLeft,
    booking_available: (sold !== null || shown === null) && spotsLeft !== 0,
    batches: shownBatches(row, at).map((batch) => presentBatch(batch, row, at)),
  })
}

/**
 * Returns the first `batchesWithMeetings` batches, whose sessions the response contains. Batches that have begun come
 * last, as on the page.
 */
export function firstBatches(row: BatchedCourse, at: Moment): ShownBatch[] {
  const listed = shownBatches(row, at)
    .map((batch) => ({ batch, state: stateOf(batch, at) }))
    .filter(({ batch, state }) => batch.starts_on !== null && state !== 'over' && state !== 'cancelled')
  const begun = listed.filter(({ state }) => state === 'running')
  const ahead = listed.filter(({ state }) => state !== 'running')
  return [...ahead, ...begun].slice(0, contract.batchesWithMeetings).map(({ batch }) => batch)
}

export function presentCourseDetail(
  row: BatchedCourse,
  { counts, meetings }: { counts: ReadonlyMap<string, number>; meetings: readonly NamedMeeting[] },
  at: Moment,
): contract.CourseDetail {
  const byBatch = Map.groupBy(meetings, (meeting) => meeting.batch_id)
  const course = presentCourse(row, at)
  return {
    ...course,
    faq: contract.classFields.faq.read(row.faq),
    batches: course.batches
      .filter(({ state }) => state !== 'over')
      .map((batch) => ({
        ...batch,
        meetingCount: counts.get(batch.id) ?? 0,
        meetings: (byBatch.get(batch.id) ?? []).map((meeting) => presentMeeting(meeting, batch)),
        ...(row.is_on_site === 0 && { isHidden: true as const }),
      })),
  }
}

export function presentMeetingsOf(
  batchId: string,
  row: BatchedCourse,
  meetings: readonly NamedMeeting[],
  at: Moment,
): contract.Meeting[] | null {
  const batch = shownBatches(row, at).find(({ id }) => id === batchId)
  if (batch === undefined) return null
  const shown = presentBatch(batch, row, at)
  return meetings.map((meeting) => presentMeeting(meeting, shown))
}

function presentMeeting(
  row: NamedMeeting,
  batch: Pick<contract.Batch, 'room' | 'instructor'>,
): contract.Meeting {
  const room = roomOf(row)
  return presented(contract.meeting, row, {
    day: row.held_on,
    from: row.starts_at,
    to: row.ends_at,
    room: room ? roomInWords(room) : batch.room,
    instructor: row.instructor_name ?? batch.instructor,
  })
}

export function presentClass(row: BatchedCourse): contract.AdminClass {
  const picture = pictureOf(row)
  const { shown, dated } = row.choice
  const { capacity, enrolled } = seatsOf(shown)
  return presented(contract.adminClass, row, {
    ...readFields(contract.classFields, row),
    nextbatch: dated?.starts_on ?? null,
    startTime: dated?.starts_at ?? null,
    image: imageFileOf(picture),
    picture,
    capacity,
    enrolled,
  })
}

export function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

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
