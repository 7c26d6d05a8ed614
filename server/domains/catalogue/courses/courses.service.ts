import { courseDefaults } from '../../../../contract/catalogue/course-facts.ts'
import { questionsText } from '../../../../contract/catalogue/course-questions.ts'
import * as contract from '../../../../contract/catalogue/courses.ts'
import { refusal } from '../../../../contract/errors.ts'
import { folded } from '../../../../contract/folded.ts'
import { listLimitMax } from '../../../../contract/primitives.ts'
import { isSchoolDay } from '../../../../contract/school-day.ts'
import { coursePagePrefix } from '../../../../contract/site/share-pictures.ts'
import { listChanged } from '../../../db/existing.ts'
import { namesTaken } from '../../../db/names.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Page } from '../../../db/page.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Caller } from '../../../http/context.ts'
import type { Actor, AuditFields } from '../../../platform/audit.ts'
import { addDays, addMs } from '../../../platform/clock.ts'
import { pictureOf, type StoredPicture, storeSent } from '../../../platform/pictures.ts'
import { createPreviewLinks } from '../../../platform/preview-links.ts'
import { startFields, writeFields } from '../../../platform/record-fields.ts'
import { recordsOf, refuseStale } from '../../../platform/records.ts'
import { createRowImport } from '../../../platform/row-import.ts'
import { insertWithSlugs, slugOf } from '../../../platform/slug.ts'
import type { Deps, Events } from '../../deps.ts'
import { roomOf } from './batch-facts.ts'
import { createBatchSale } from './batch-sale.ts'
import { createBatchWrites } from './batch-writes.ts'
import * as batchRows from './batches.repository.ts'
import { createClassCopies } from './class-copies.ts'
import {
  type BatchedCourse,
  firstBatches,
  inOrder,
  presentClass,
  presentCourse,
  presentCourseDetail,
  presentMeetingsOf,
} from './courses.presenter.ts'
import * as repository from './courses.repository.ts'
import { countMeetings, letAllStand, listMeetings, listOnClosedDays } from './meetings.repository.ts'
import { batchText, beforeStart, beginningOf, chooseBatches, firstMomentOf, isOver } from './next-batch.ts'
import { createSessions } from './sessions.ts'
import { createStaffBatches } from './staff-batches.ts'
import { listSessionsAhead } from './student-news.ts'

const classSorts = ['newest', 'title', '-title']
const imageOptions = { bytesMax: contract.classImageBytesMax }

export type CoursesService = ReturnType<typeof createCoursesService>

/** The back office calls a course a class. */
export function createCoursesService(deps: Deps, events: Events) {
  const { db, clock, pictures } = deps
  const batches = createBatches(deps, events)
  const previews = createPreviewLinks(deps)

  async function findCourse(source: Queryable, id: string): Promise<BatchedCourse | undefined> {
    const row = await repository.findCourse(source, id)
    return row && (await batches.withBatches(source, [row]))[0]
  }

  const records = recordsOf(deps, 'class', {
    find: findCourse,
    title: ({ title }) => title,
    fields: (row) => fieldsOf(presentClass(row)),
    // A held seat prevents the deletion too, because a student may be paying for it at this moment.
    async requireDeletable(tx, { id }) {
      await batchRows.lockBatches(tx, id)
      const { confirmed, pending, places } = await batchRows.countSeatsAhead(tx, id, clock.today())
      const details = { paidSeats: confirmed, heldSeats: pending }
      if (confirmed > 0) throw refusal('course-has-paid-seats', { facts: { seats: confirmed }, details })
      if (places > 0) throw refusal('course-has-places', { facts: { places } })
      if (pending > 0) throw refusal('course-has-held-seats', { facts: { seats: pending }, details })
    },
    // A restored course gets a new version too, because subscribed calendars have removed its batches.
    renews: { delete: ['version', 'updated_at'], restore: ['version', 'updated_at'] },
  })

  const copies = createClassCopies(deps, { ...records, ...batches })

  async function add(
    tx: Tx,
    inputs: readonly contract.ClassInput[],
    pictureBase: string | null,
    by: Actor | null,
  ): Promise<BatchedCourse[]> {
    const courseIds = await addCourses(tx, deps, inputs, pictureBase)
    const rows = await repository.livingCourses(tx).where('course.id', 'in', courseIds).execute()
    const added = await batches.withBatches(tx, rows)
    await records.added(tx, added, by)
    return added
  }

  return {
    /** Sorts by the next batch's day, then by title. */
    async listCourses(): Promise<contract.Course[]> {
      const at = batches.moment()
      const found = await repository.listShownCourses(db.read, listLimitMax)
      const courses = (await batches.withBatches(db.read, found)).map((row) => presentCourse(row, at))
      const dayOf = ({ nextbatch }: contract.Course) => (isSchoolDay(nextbatch) ? nextbatch : '~')
      return courses.sort((a, b) => inOrder(dayOf(a), dayOf(b)) || a.title.localeCompare(b.title, 'en'))
    },

    listChanged: () => listChanged(db.read, 'course', listLimitMax),

    /** @param previewed the course that is shown although it is off the site. @throws `not_found` */
    async getCourseDetail(slug: string, previewed: string | null = null): Promise<contract.CourseDetail> {
      const row = await repository.findShownCourse(db.read, slug, previewed)
      if (row === undefined) throw refusal('course-gone')
      const [course] = await batches.withBatches(db.read, [row])
      if (course === undefined) throw refusal('course-gone')
      const at = batches.moment()
      const ids = course.batches.map(({ id }) => id)
      const first = firstBatches(course, at).map(({ id }) => id)
      const counts = await countMeetings(db.read, ids)
      return presentCourseDetail(course, { counts, meetings: await listMeetings(db.read, first) }, at)
    },

    async listBatchMeetings(id: string, previewed: string | null = null): Promise<contract.Meeting[]> {
      const batch = await batchRows.findBatch(db.read, id)
      const course = batch && (await findCourse(db.read, batch.course_id))
      const isShown = course && (course.is_on_site === 1 || course.id === previewed)
      const meetings =
        isShown && presentMeetingsOf(id, course, await listMeetings(db.read, [id]), batches.moment())
      if (!meetings) throw refusal('batch-unknown')
      return meetings
    },

    async listClasses(query: repository.ClassesQuery): Promise<Page<contract.AdminClass>> {
      if (query.sort !== undefined && !classSorts.includes(query.sort)) {
        throw refusal('sort-unknown', { at: 'sort' })
      }
      const { rows, next } = await repository.listCoursePage(db.read, query)
      return { rows: (await batches.withBatches(db.read, rows)).map(presentClass), next }
    },

    getClass: async (id: string): Promise<contract.AdminClass> =>
      presentClass(await records.get(db.read, id)),

    async beginPreview(id: string, by: Caller) {
      const { slug } = await records.get(db.read, id)
      return previews.beginOf(by, { kind: 'class', id }, `${coursePagePrefix}${slug}`)
    },

    storeNewImage: (image: contract.ClassInput['image']) => storeSent(pictures, image, null, imageOptions),

    async addClass(
      tx: Tx,
      input: contract.ClassInput,
      picture: StoredPicture | null | undefined,
      by: Actor | null,
    ): Promise<contract.AdminClass> {
      if (picture) await pictures.record(tx, picture)
      const [added] = await add(tx, [input], picture?.base ?? null, by)
      if (added === undefined) throw new Error('a class that was just added is not there')
      if (input.meetsAnyway) await letAllStand(tx, clock.today(), added.id, () => true)
      return presentClass(added)
    },

    imports: createRowImport(deps, records, {
      schema: contract.classImportRow,
      unique: {
        column: 'title',
        keyOf: ({ title }) => folded(title),
        listTaken: namesTaken('course'),
        taken: 'There is already a class with this title, in the back office or earlier in the file',
      },
      add: (tx, inputs, by) => add(tx, inputs, null, by),
      isUsed: repository.isCourseUsed,
    }),

    async copyClass(tx: Tx, id: string, asked: contract.ClassCopy, by: Actor | null) {
      return presentClass(await copies.copyClass(tx, id, asked, by))
    },

    /** @throws `not_found`; `conflict` if `version` is given and stale */
    async updateClass(
      id: string,
      patch: contract.ClassPatch,
      by: Actor | null,
    ): Promise<contract.AdminClass> {
      const { version } = patch
      const current = await records.get(db.read, id)
      refuseStale(version, current)
      const picture = await storeSent(pictures, patch.image, pictureOf(current), imageOptions)
      const changed = await records.change(id, { by, version }, async (tx, course) => {
        if (picture) await pictures.record(tx, picture)
        const isTurned = patch.isOnSite !== undefined && patch.isOnSite !== (course.is_on_site === 1)
        if (isTurned) await batches.setOnSite(tx, course, patch.isOnSite === true)
        await batches.change(tx, course, patch)
        if (isTurned && patch.isOnSite === true) await batches.offerAll(tx, course)
        return {
          ...writeFields(contract.classFields, patch),
          picture_base: picture === undefined ? undefined : (picture?.base ?? null),
          updated_at: clock.now(),
        }
      })
      return presentClass(changed)
    },

    deleteClass: records.remove,

    /** @throws `validation_failed` if a session of the restored course now clashes with another session */
    async restoreClass(tx: Tx, id: string): Promise<boolean> {
      const isRestored = await records.restore(tx, id)
      if (isRestored) await batches.writes.requireFreeAgain(tx, id)
      return isRestored
    },

    ...createStaffBatches(deps, { ...batches, courses: records }),

    sessionsAhead: (tx: Tx, batchId: string) => listSessionsAhead(tx, batchId, clock.today()),

    ...batches.sale,
    ...createCalendar(deps),
    batchText,
    beginningOf,
    firstMomentOf,
    isOver,
    /** True if a seat can be moved to the batch. */
    takesPlace: (batch: batchRows.BatchRow): boolean =>
      batch.cancelled_at === null && batch.deleted_at === null && !isOver(batch, clock.today()),
    beforeStart: (batch: Parameters<typeof beforeStart>[0], until: string) =>
      beforeStart(batch, until, clock.now()),
  }
}

function createBatches(deps: Deps, events: Events) {
  const { clock } = deps
  const writes = createBatchWrites(deps, events)

  return {
    ...createBatchSale(deps, events),
    writes,
    sessions: createSessions(deps, writes.news, events),

    async withBatches(source: Queryable, courses: readonly repository.CourseRow[]) {
      const today = clock.today()
      const courseIds = courses.map(({ id }) => id)
      const all = await batchRows.listCurrentBatches(source, courseIds, today)
      const byCourse = Map.groupBy(all, (batch) => batch.course_id)
      // The page of one course needs no sessions of other courses.
      const own = courseIds.length === 1 ? courseIds[0] : undefined
      const onClosedDays = await listOnClosedDays(source, today, own)
      const closed = Map.groupBy(onClosedDays, ({ batchId }) => batchId)
      const closedOn = (id: string) => [...new Set(closed.get(id)?.map(({ day }) => day))]
      return courses.map((course) => {
        const batches = (byCourse.get(course.id) ?? []).map((one) => ({ ...one, closedOn: closedOn(one.id) }))
        return { ...course, batches, choice: chooseBatches(batches, today) }
      })
    },

    /**
     * Runs before the other changes of the same request, so that no new seat is offered in a course that goes off the
     * site. A sale locks its batch and then reads `is_on_site`. Once all batches are locked here, no sale that read the
     * old value is still running.
     */
    async setOnSite(tx: Tx, { id }: repository.CourseRow, isOnSite: boolean) {
      await batchRows.lockBatches(tx, id)
      await tx
        .updateTable('course')
        .set({ is_on_site: isOnSite ? 1 : 0 })
        .where('id', '=', id)
        .execute()
    },

    /** Offers the free seats of a course that is on the site again to the people on its waiting lists. */
    async offerAll(tx: Tx, { id }: repository.CourseRow) {
      for (const batch of await batchRows.listLiving(tx, id)) await events.onSeatFreed(tx, batch.id)
    },

    /**
     * Changes the next batch, or adds the first batch. The caller has locked the course. @throws `validation_failed`
     */
    async change(tx: Tx, course: repository.CourseRow, patch: contract.ClassPatch) {
      const { nextbatch, capacity, startTime } = patch
      if (nextbatch === undefined && capacity === undefined && startTime === undefined) return
      await batchRows.lockBatches(tx, course.id)
      const today = clock.today()
      const batches = await batchRows.listCurrentBatches(tx, [course.id], today)
      const { next, shown, dated } = chooseBatches(batches, today)
      const day = nextbatch ?? null
      const isMove = day !== null && day !== (dated?.starts_on ?? null)
      const settings = {
        starts_on: isMove ? day : (shown?.starts_on ?? null),
        // A new batch inherits the values that staff leave out.
        starts_at: startTime === undefined ? (shown?.starts_at ?? null) : startTime,
        capacity: capacity === undefined ? (shown?.capacity ?? null) : capacity,
      }
      if (shown === null && capacity === undefined) settings.capacity = courseDefaults.capacity
      const batch = isMove ? next : shown
      const at = { day: 'nextbatch', time: 'startTime' }
      if (batch !== null) await writes.change(tx, course, batch, settings, at)
      else await writes.insertOn(tx, course, settings, at)
      if (patch.meetsAnyway) await letAllStand(tx, today, course.id, (one) => one.day === settings.starts_on)
    },
  }
}

function fieldsOf(shown: contract.AdminClass): AuditFields {
  const { id: _1, slug: _2, picture: _3, enrolled: _4, created_at: _5, version: _6, ...said } = shown
  const { faq, isOnSite, ...fields } = said
  return { ...fields, 'on the site': isOnSite, faq: questionsText(faq) }
}

/** The number of days that past and deleted batches stay in subscribed calendars. */
const calendarDaysBack = 90

export type CalendarBatch = Awaited<
  ReturnType<ReturnType<typeof createCalendar>['listCalendarBatches']>
>[number]

function createCalendar({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    /** Includes recently deleted and cancelled batches, so that subscribed calendars remove them. */
    async listCalendarBatches(batchId?: string) {
      const today = clock.today()
      const from = addDays(today, -calendarDaysBack)
      const deletedSince = addMs(clock.now(), -calendarDaysBack * 24 * 60 * 60_000)
      const rows = await repository.listCalendarBatches(db.read, { from, today, deletedSince }, batchId)
      const ids = rows.map(({ id }) => id)
      const meetingsOf = Map.groupBy(
        await repository.listCalendarMeetings(db.read, ids),
        ({ batch_id }) => batch_id,
      )
      return rows.map((all) => {
        const { course_deleted_at, cancelled_at, deleted_at, is_on_site, room_name, room_address, ...row } =
          all
        const isCancelled = [course_deleted_at, cancelled_at, deleted_at].some((at) => at !== null)
        const room = roomOf({ room_name, room_address })
        return {
          ...row,
          room,
          isCancelled,
          isOnSite: is_on_site === 1,
          meetings: (meetingsOf.get(row.id) ?? []).map((one) => ({
            id: one.id,
            day: one.held_on,
            from: one.starts_at,
            to: one.ends_at,
            topic: one.topic,
            room: roomOf(one) ?? room,
            sequence: one.sequence,
            updatedAt: one.updated_at,
            isCancelled: isCancelled || one.cancelled_at !== null,
          })),
        }
      })
    },
  }
}

/** Inserts courses, each with its first batch, and returns their ids. All `inputs` must fit into one statement. */
async function addCourses(
  tx: Tx,
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  inputs: readonly contract.ClassInput[],
  pictureBase: string | null,
): Promise<string[]> {
  const now = clock.now()
  const courses = inputs.map((input) => ({
    id: ids.id(),
    slug: slugOf(input.title, 'class'),
    ...startFields(contract.classFields, input),
    picture_base: pictureBase,
    version: 1,
    created_at: now,
    updated_at: now,
  }))
  await insertWithSlugs(tx, 'course', courses)
  const batches = inputs.map((input, n) => ({
    id: ids.id(),
    course_id: courses[n]?.id as string,
    starts_on: input.nextbatch,
    starts_at: input.startTime ?? null,
    // Null means unlimited.
    capacity: input.capacity === undefined ? courseDefaults.capacity : input.capacity,
    taken: 0,
    created_at: now,
  }))
  await tx.insertInto('batch').values(batches).execute()
  return courses.map(({ id }) => id)
}
