import { courseDefaults } from '../../../../contract/catalogue/course-facts.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import { pictureOf } from '../../../platform/pictures.ts'
import type { Deps, Events } from '../../deps.ts'
import * as repository from './batches.repository.ts'
import { findCourseOnSale, findPictureOfCourse } from './courses.repository.ts'
import { batchText, chooseForSale, type Moment, stateOf } from './next-batch.ts'

type BatchRow = repository.BatchRow

/** `batchId` is used if given, otherwise `batch`, which is the day or the text that the page showed. */
interface AskedBatch {
  courseId: string
  batchId?: string | undefined
  batch?: string | undefined
}

export interface Offer {
  /** The course with the price of the batch. */
  course: ReturnType<typeof presentForSale>
  batch: BatchRow
}

type CourseOnSale = NonNullable<Awaited<ReturnType<typeof findCourseOnSale>>>

export function createBatchSale({ db, clock, ids }: Deps, { onSeatFreed }: Pick<Events, 'onSeatFreed'>) {
  const moment = (): Moment => ({ now: clock.now(), today: clock.today() })

  async function getOnSale(source: Queryable, courseId: string) {
    const course = await findCourseOnSale(source, courseId)
    if (course === undefined) throw refusal('course-gone')
    return course
  }

  /**
   * Visitors cannot get a seat in a course that is off the site. Staff add and move seats in it as in any other course.
   */
  async function getSold(source: Queryable, courseId: string) {
    const course = await getOnSale(source, courseId)
    if (course.is_on_site === 0) throw refusal('course-off-site')
    return course
  }

  const markCourses = (tx: Tx) => db.changes.mark(tx, 'courses')

  async function ensureUndated(tx: Tx, courseId: string): Promise<BatchRow> {
    // The lock makes callers wait for each other, so that only the first of them creates the batch.
    await tx
      .updateTable('course')
      .set((eb) => ({ version: eb.ref('version') }))
      .where('id', '=', courseId)
      .execute()
    const found = await repository.findUndated(tx, courseId)
    if (found) return found
    const asNew = { starts_at: null, capacity: courseDefaults.capacity }
    const deleted = await repository.findBatchOn(tx, courseId, null)
    if (deleted) await repository.revive(tx, deleted.id, asNew)
    else {
      const row = { ...asNew, id: ids.id(), course_id: courseId, starts_on: null, taken: 0 }
      await tx
        .insertInto('batch')
        .values({ ...row, created_at: clock.now() })
        .execute()
    }
    await markCourses(tx)
    return ensureUndated(tx, courseId)
  }

  function findNamedBatch(
    batches: readonly BatchRow[],
    { batchId, batch }: AskedBatch,
    at: Moment,
  ): BatchRow | undefined {
    // Nobody may find a hidden batch by guessing days.
    const shown = batches.filter((one) => stateOf(one, at) !== 'hidden')
    if (batchId !== undefined) return shown.find(({ id }) => id === batchId)
    const named = readDay(batch?.trim() ?? '')
    return shown.find(({ starts_on }) => starts_on === named)
  }

  function openDates(batches: readonly BatchRow[], at: Moment) {
    return batches
      .filter((batch) => batch.starts_on !== null && stateOf(batch, at) === 'open')
      .map(({ id, starts_on, starts_at }) => ({ batchId: id, date: starts_on, startTime: starts_at }))
  }

  async function isOnSite(source: Queryable, { course_id }: Pick<BatchRow, 'course_id'>): Promise<boolean> {
    return (await findCourseOnSale(source, course_id))?.is_on_site === 1
  }

  async function seatsMissing(tx: Tx, batchId: string, own: number) {
    const batch = await repository.lockBatch(tx, batchId)
    const left = own + Math.max(0, (batch?.capacity ?? 0) - (batch?.taken ?? 0))
    return left === 0 || batch?.cancelled_at !== null
      ? new DomainError('batch_full')
      : refusal('seats-few', { facts: { left }, details: { left } })
  }

  /**
   * `get` reads the course after the UPDATE, because the UPDATE waits for a transaction that deletes the course or
   * takes it off the site.
   */
  async function take(tx: Tx, batchId: string, get: typeof getOnSale, seats: number, own: number) {
    const batch = await repository.takeSeats(tx, batchId, seats)
    if (batch === undefined) {
      throw seats + own === 1 ? new DomainError('batch_full') : await seatsMissing(tx, batchId, own)
    }
    await get(tx, batch.course_id)
    await markCourses(tx)
    return batch
  }

  const sale = {
    /**
     * Chooses the batch that the request names, or else the next open batch, or else the batch without a date. A full
     * batch is chosen too, since a seat may become free. @throws `not_found`, also for a course that is off the site;
     * `batch_changed` with the open dates if the batch is not sold
     */
    async batchForSale(tx: Tx, named: AskedBatch) {
      const course = await getSold(tx, named.courseId)
      const at = moment()
      const batches = await repository.listCurrentBatches(tx, [named.courseId], at.today)
      const { sold } = chooseForSale(batches, at)
      const offer = (batch: BatchRow): Offer => ({ batch, course: presentForSale(batch, course) })
      const refuse = (batch: BatchRow): never => {
        const open = openDates(batches, at)
        const state = stateOf(batch, at) as 'closed'
        throw refusal('batch-not-sold', {
          facts: { day: batch.starts_on, state, isOtherOpen: open.length > 0 },
          details: { nextbatch: batchText(sold), open },
        })
      }
      const isNamed = named.batchId !== undefined || Boolean(named.batch?.trim())
      const chosen = isNamed ? findNamedBatch(batches, named, at) : sold
      if (chosen) {
        // The id also finds a batch that was moved to another day, but nobody may enrol for a day that the page did not
        // show.
        if (named.batch?.trim()) sale.requireNamed(chosen, named.batch)
        const state = stateOf(chosen, at)
        return state === 'open' || state === 'full' ? offer(chosen) : refuse(chosen)
      }
      const closed = batches.find((batch) => stateOf(batch, at) === 'closed')
      if (!isNamed && closed) return refuse(closed)
      const isUndated = !sold?.starts_on && !closed
      if (isUndated && (!isNamed || isComingSoon(named.batch)))
        return offer(sold ?? (await ensureUndated(tx, course.id)))
      const details = { nextbatch: batchText(sold), open: openDates(batches, at) }
      if (!sold?.starts_on) throw new DomainError('batch_changed', { details })
      throw refusal('batch-moved', { facts: { day: sold.starts_on }, details })
    },

    /**
     * @param own seats that the caller holds already. @throws `batch_full`; `batch_changed` if staff changed the
     * batch since it was read; `not_found` if the course was deleted or taken off the site
     */
    async sellSeat(tx: Tx, { batch: seen }: Offer, seats = 1, own = 0) {
      const batch = await take(tx, seen.id, getSold, seats, own)
      const isSame =
        batch.starts_on === seen.starts_on &&
        batch.starts_at === seen.starts_at &&
        batch.price_in_paise === seen.price_in_paise &&
        batch.is_closed === seen.is_closed &&
        batch.cancelled_at === null
      if (isSame) return batch
      throw refusal('batch-terms-changed', { details: { nextbatch: batchText(batch) } })
    },

    /**
     * Returns the course with the price of the batch that `named` names or, if it names none, of the next batch.
     * @throws `not_found`
     */
    async priceFor(source: Queryable, named: AskedBatch) {
      const course = await getSold(source, named.courseId)
      const at = moment()
      const batches = await repository.listCurrentBatches(source, [course.id], at.today)
      const batch = findNamedBatch(batches, named, at) ?? chooseForSale(batches, at).sold
      return presentForSale(batch ?? { price_in_paise: null }, course)
    },

    async priceOfSeat(source: Queryable, batch: BatchRow) {
      return presentForSale(batch, await getOnSale(source, batch.course_id))
    },

    /**
     * @param named the day or text that the page showed.
     * @throws `batch_changed`
     */
    requireNamed({ starts_on: day }: BatchRow, named: string): void {
      if (day === null ? isComingSoon(named) : readDay(named.trim()) === day) return
      const details = { nextbatch: batchText({ starts_on: day }) }
      if (day === null) throw new DomainError('batch_changed', { details })
      throw refusal('batch-moved', { facts: { day }, details })
    },

    /** Takes all of the seats or none. @throws `batch_full`; `not_found` if the course was deleted */
    takeSeat: (tx: Tx, batchId: string, seats = 1, own = 0) => take(tx, batchId, getOnSale, seats, own),

    /**
     * Takes a seat, and raises the capacity of a full batch for it. `before` is then the old capacity, otherwise null.
     */
    async takeSeatBeyond(tx: Tx, batchId: string) {
      const batch = await repository.takeBeyond(tx, batchId)
      if (batch === undefined) return { batch: await sale.takeSeat(tx, batchId), before: null }
      await getOnSale(tx, batch.course_id)
      await markCourses(tx)
      return { batch, before: batch.taken - 1 }
    },

    /** Throws if somebody still has one of these seats, because a counter that is too low would oversell the batch. */
    async releaseSeat(tx: Tx, batchId: string, seats = 1) {
      await repository.lockBatch(tx, batchId)
      if (!(await repository.releaseSeats(tx, batchId, seats))) {
        throw new Error('tried to release a seat that is still taken')
      }
      await markCourses(tx)
      await onSeatFreed(tx, batchId)
    },

    lockBatch: repository.lockBatch,

    /** The picture of a course, also of a course that visitors cannot see any more. */
    async pictureOfCourse(source: Queryable, courseId: string) {
      const row = await findPictureOfCourse(source, courseId)
      return row ? pictureOf(row) : null
    },

    /** True if the course has a page for visitors. */
    isShown: (source: Queryable, courseId: string) => isOnSite(source, { course_id: courseId }),

    /**
     * A deleted batch counts as cancelled. A batch that visitors could join counts as hidden while its course is off the
     * site.
     */
    async stateOfBatch(source: Queryable, batchId: string) {
      const batch = await repository.findBatch(source, batchId)
      if (!batch || batch.deleted_at !== null) return 'cancelled'
      const state = stateOf(batch, moment())
      const isJoinable = ['open', 'full', 'closed'].includes(state)
      return isJoinable && !(await isOnSite(source, batch)) ? 'hidden' : state
    },

    /** Null if the batch is not sold; `left` is `Infinity` if the batch has unlimited seats. */
    async offerIn(source: Queryable, batchId: string) {
      const batch = await repository.findBatch(source, batchId)
      if (!batch || batch.deleted_at !== null || !(await sale.isSold(source, batch))) return null
      const { priceInPaise } = await sale.priceOfSeat(source, batch)
      const left = batch.capacity === null ? Number.POSITIVE_INFINITY : batch.capacity - batch.taken
      return { left, priceInPaise }
    },

    isSold: async (source: Queryable, batch: BatchRow): Promise<boolean> =>
      ['open', 'full'].includes(stateOf(batch, moment())) && (await isOnSite(source, batch)),
  }
  return { sale, moment }
}

export function priceOf({ price_in_paise }: Pick<BatchRow, 'price_in_paise'>, coursePrice: number): number {
  return price_in_paise ?? coursePrice
}

function presentForSale(batch: Pick<BatchRow, 'price_in_paise'>, course: CourseOnSale) {
  const { id, slug, title, price_in_paise } = course
  return { id, slug, title, priceInPaise: priceOf(batch, price_in_paise) }
}

function isComingSoon(text: string | undefined): boolean {
  return text?.trim().toLowerCase() === courseDefaults.nextbatch.toLowerCase()
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** A day as pages show it, `Thu, 12 March 2026`; browsers differ in commas and abbreviations. */
const shownDayPattern = /^(?:[a-z]+\.?,? )?(\d{1,2}) ([a-z]{3})[a-z]*\.?,? (\d{4})$/i

/** Returns a shown day as `2026-03-12`, and any other text unchanged. */
function readDay(named: string): string {
  const [, day, month = '', year] = shownDayPattern.exec(named) ?? []
  const index = months.indexOf(month.toLowerCase())
  if (day === undefined || index < 0) return named
  return `${year}-${String(index + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}
