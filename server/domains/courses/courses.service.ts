import type { Transaction } from 'kysely'
import { courseDefaults } from '../../../contract/course-facts.ts'
import {
  type AdminClass,
  type ClassInput,
  type ClassPatch,
  type Course,
  type CourseDetail,
  classImageBytesMax,
  classImportRow,
} from '../../../contract/courses.ts'
import { DomainError } from '../../../contract/errors.ts'
import { listLimitMax } from '../../../contract/primitives.ts'
import type { ImportBody, ImportReport } from '../../../contract/row-import.ts'
import { counted } from '../../../contract/words.ts'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import type { Actor, AuditFields } from '../../platform/audit.ts'
import { addDays, addMs } from '../../platform/clock.ts'
import { imageFileOf, pictureOf, type StoredPicture } from '../../platform/pictures.ts'
import { readRows } from '../../platform/row-import.ts'
import type { Deps } from '../deps.ts'
import { presentBatch, presentClass, presentCourse } from './courses.presenter.ts'
import type { BatchRow, CourseRow } from './courses.repository.ts'
import * as repository from './courses.repository.ts'
import { type BatchChoice, batchText, chooseBatches, isOver } from './next-batch.ts'
import { freeSlug, slugOf } from './slug.ts'

type Tx = Transaction<Schema>

/** A course as whoever sells a seat in it needs it. */
export interface CourseForSale {
  id: string
  slug: string
  title: string
  priceInPaise: number
  /** The text its card shows for the next batch: a school day or 'Coming soon'. */
  nextbatch: string
  /** The batch that seats are taken in; null where `ensureSeatBatch` would have to make it. */
  next: BatchRow | null
}

/** A dated batch as calendars show it. */
export interface CalendarBatch {
  id: string
  /** School day. */
  day: string
  /** 24-hour `HH:MM`, or null. */
  time: string | null
  slug: string
  title: string
  description: string
  duration: string
  /** Of its course: rises whenever the batch moves, is cancelled, or comes back. */
  version: number
  updatedAt: string
  isCancelled: boolean
}

/** So long past batches, and deletions, stay in the calendar that people subscribe to. */
const calendarDaysBack = 90

const classSorts = ['newest', 'title', '-title']

type RoomListener = (tx: Tx, batchId: string) => Promise<void>

export type CoursesService = ReturnType<typeof createCoursesService>

/** Courses, their batches, and the seats in them. A class of the back office is a course (B§3). */
export function createCoursesService(deps: Deps) {
  const { db, clock, ids, outbox, pictures, audit, bin } = deps
  let roomListener: RoomListener = async () => {}

  async function choicesOf(source: Queryable, courseIds: string[]) {
    const today = clock.today()
    const batches = await repository.listSpeakingBatches(source, courseIds, today)
    const byCourse = Map.groupBy(batches, (batch) => batch.course_id)
    return (courseId: string): BatchChoice<BatchRow> => chooseBatches(byCourse.get(courseId) ?? [], today)
  }

  async function choiceOf(source: Queryable, courseId: string) {
    return (await choicesOf(source, [courseId]))(courseId)
  }

  async function getCourse(source: Queryable, id: string): Promise<CourseRow> {
    return (await repository.findCourse(source, id)) ?? noLongerOffered()
  }

  async function getOnSale(source: Queryable, id: string): Promise<repository.CourseOnSale> {
    return (await repository.findCourseOnSale(source, id)) ?? noLongerOffered()
  }

  async function presentOne(tx: Tx, id: string): Promise<AdminClass> {
    return presentClass(await getCourse(tx, id), await choiceOf(tx, id))
  }

  async function newBatch(
    tx: Tx,
    courseId: string,
    batch: Pick<BatchRow, 'starts_on' | 'starts_at' | 'capacity'>,
  ): Promise<void> {
    const row = { ...batch, id: ids.id(), course_id: courseId, taken: 0, created_at: clock.now() }
    await repository.insertBatches(tx, [row])
  }

  /** New courses, each with its first batch. The caller's transaction; `pictureBase` is theirs all. */
  async function insertClasses(
    tx: Tx,
    classes: readonly { id: string; input: ClassInput }[],
    pictureBase: string | null,
  ): Promise<void> {
    const now = clock.now()
    const courses = classes.map(({ id, input }) => ({
      id,
      title: input.title,
      description: input.description,
      price_in_paise: input.price,
      original_price_in_paise: input.originalPrice ?? null,
      duration: input.duration,
      sessions: input.sessions,
      features: JSON.stringify(input.features ?? []),
      popular: flag(input.popular ?? false),
      category: input.category,
      instructor: input.instructor || null,
      rating: null,
      picture_base: pictureBase,
      version: 1,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    }))
    const batches = classes.map(({ id, input }) => ({
      id: ids.id(),
      course_id: id,
      starts_on: input.nextbatch,
      starts_at: input.startTime ?? null,
      // Null is unlimited, by explicit choice only (reading S5).
      capacity: input.capacity === undefined ? courseDefaults.capacity : input.capacity,
      taken: 0,
      created_at: now,
    }))
    for (const part of parted(courses, importedAtOnce)) {
      // Somebody may take the same slug at the same moment: those are tried again, and find it taken.
      for (let waiting = part; waiting.length > 0; ) {
        const taken = new Set(
          await repository.listSlugsLike(
            tx,
            waiting.map(({ title }) => slugOf(title)),
          ),
        )
        const rows = waiting.map((course) => {
          const slug = freeSlug(slugOf(course.title), taken)
          taken.add(slug)
          return { ...course, slug }
        })
        const inserted = await repository.insertCourses(tx, rows)
        waiting = waiting.filter(({ id }) => !inserted.has(id))
      }
    }
    for (const part of parted(batches, importedAtOnce)) await repository.insertBatches(tx, part)
    await db.changes.mark(tx, 'courses')
  }

  /** What a form sends as `image`: a new picture is stored, before any transaction; undefined keeps the old one. */
  async function storeImage(
    image: string | null | undefined,
    current: string | null,
  ): Promise<StoredPicture | null | undefined> {
    // A form that shows the stored picture may send its name, or nothing, back (W5: lists carry names).
    if (image === undefined || image === '' || image === current || image === `/uploads/${current}`) {
      return undefined
    }
    return image === null ? null : pictures.store(image, { bytesMax: classImageBytesMax })
  }

  async function tellSeatHolders(tx: Tx, course: CourseRow, from: BatchRow, to: BatchRow): Promise<void> {
    const when = (batch: BatchRow) => ({ day: batch.starts_on, time: batch.starts_at })
    for (const holder of await repository.listSeatHolders(tx, to.id)) {
      const message = {
        template: 'batch-moved' as const,
        data: { name: holder.name, courseTitle: course.title, from: when(from), to: when(to) },
      }
      // The version too: a batch may move back to a day that it had before.
      const cause = `batch-moved:${to.id}:${to.starts_on}:${course.version}:${holder.id}`
      await outbox.add(tx, { ...message, cause: `${cause}:email`, channel: 'email', recipient: holder.email })
      await outbox.add(tx, { ...message, cause: `${cause}:chat`, channel: 'chat', recipient: holder.phone })
    }
  }

  /** Reading S1: moves the next batch where there is one that is not over, else makes a new one. */
  async function changeBatches(tx: Tx, course: CourseRow, patch: ClassPatch): Promise<void> {
    const { nextbatch, capacity, startTime } = patch
    if (nextbatch === undefined && capacity === undefined && startTime === undefined) return
    // Nobody takes a seat between what is looked at here and what is written.
    await repository.lockBatches(tx, course.id)
    const { next, shown, dated } = await choiceOf(tx, course.id)
    const day = nextbatch ?? null
    const isMove = day !== null && day !== (dated?.starts_on ?? null)
    const settings = {
      starts_on: isMove ? day : (shown?.starts_on ?? null),
      // A new batch is like the one before it, unless told.
      starts_at: startTime === undefined ? (shown?.starts_at ?? null) : startTime,
      capacity: capacity === undefined ? (shown?.capacity ?? null) : capacity,
    }
    if (shown === null && capacity === undefined) settings.capacity = courseDefaults.capacity
    if (isMove && (await repository.findBatchOn(tx, course.id, day))) {
      throw invalid('nextbatch', 'This class already has a batch on that day. Please choose another day.')
    }
    const batch = isMove ? next : shown
    if (batch === null) return newBatch(tx, course.id, settings)

    const isOverNow = isMove && isOver({ starts_on: day }, clock.today())
    if (isOverNow && batch.taken > 0) {
      throw invalid('nextbatch', 'Students have seats in this batch. Please choose today or a later day.')
    }
    const { taken } = batch
    if (settings.capacity !== null && settings.capacity < taken) {
      const seats = taken === 1 ? '1 seat is' : `${taken} seats are`
      throw invalid('capacity', `${seats} already taken. Please choose a capacity of ${taken} or more.`)
    }
    await repository.updateBatch(tx, batch.id, settings)
    const isSame = settings.starts_on === batch.starts_on && settings.starts_at === batch.starts_at
    if (!isSame && !isOver(batch, clock.today())) {
      await tellSeatHolders(tx, course, batch, { ...batch, ...settings })
    }
    await roomListener(tx, batch.id)
  }

  /** A title that is there already is a problem of its row: the same file twice adds nothing twice. */
  async function readImport(source: Queryable, rows: ImportBody['rows']) {
    const { valid, problems } = readRows(classImportRow, rows)
    const known = new Set(
      await repository.listTakenTitles(
        source,
        valid.map(({ value }) => value.title),
      ),
    )
    const isNew = ({ row, value }: (typeof valid)[number]) => {
      const title = value.title.toLowerCase()
      if (!known.has(title)) return known.add(title)
      problems.push({
        row,
        column: 'title',
        message: 'There is a class with this title already, here or further up in the file',
      })
      return false
    }
    return { valid: valid.filter(isNew), problems: problems.sort((a, b) => a.row - b.row) }
  }

  const service = {
    /** Every course with its next batch: those with a coming day first, by day, then by title. */
    async listCourses(): Promise<Course[]> {
      const today = clock.today()
      const rows = await repository.listCourses(db.read, listLimitMax)
      const choose = await choicesOf(
        db.read,
        rows.map(({ id }) => id),
      )
      const keyed = rows.map((row) => {
        const batches = choose(row.id)
        const day = batches.next?.starts_on ?? '~'
        return { day, title: row.title, course: presentCourse(row, batches, today) }
      })
      keyed.sort((a, b) => compare(a.day, b.day) || a.title.localeCompare(b.title, 'en'))
      return keyed.map(({ course }) => course)
    },

    /** @throws `not_found` */
    async getCourseDetail(slug: string): Promise<CourseDetail> {
      const today = clock.today()
      const row = await repository.findCourseBySlugOrId(db.read, slug)
      if (row === undefined) {
        throw new DomainError('not_found', {
          message: 'This class is no longer offered. Please choose another one.',
        })
      }
      const batches = await repository.listSpeakingBatches(db.read, [row.id], today)
      return {
        ...presentCourse(row, chooseBatches(batches, today), today),
        batches: batches
          .filter((batch) => !isOver(batch, today))
          .sort((a, b) => compare(a.starts_on ?? '~', b.starts_on ?? '~'))
          .map(presentBatch),
      }
    },

    async listClasses(
      query: repository.ClassesQuery,
    ): Promise<{ classes: AdminClass[]; next: string | null }> {
      if (query.sort !== undefined && !classSorts.includes(query.sort)) {
        throw invalid('sort', 'Classes can be sorted by newest, title or -title.')
      }
      const { rows, next } = await repository.listCoursePage(db.read, query)
      const choose = await choicesOf(
        db.read,
        rows.map(({ id }) => id),
      )
      return { classes: rows.map((row) => presentClass(row, choose(row.id))), next }
    },

    /** Stores what a form sent as a picture, before the transaction that names it. */
    storeNewImage: (image: ClassInput['image']) => storeImage(image, null),

    /** `picture` is what `storeNewImage` gave; `by` is null for the server itself. */
    async addClass(
      tx: Tx,
      input: ClassInput,
      picture: StoredPicture | null | undefined,
      by: Actor | null,
    ): Promise<AdminClass> {
      if (picture) await pictures.record(tx, picture)
      const id = ids.id()
      await insertClasses(tx, [{ id, input }], picture?.base ?? null)
      const added = await presentOne(tx, id)
      await audit.record(tx, additionOf(added, by))
      return added
    },

    /** What an import of these rows would do; it writes nothing. */
    async checkImport(rows: ImportBody['rows']): Promise<ImportReport> {
      const { valid, problems } = await readImport(db.read, rows)
      return { valid: valid.length, problems }
    },

    /** Adds the rows without a problem, all in the given transaction, and says what is wrong with the others. */
    async importClasses(tx: Tx, rows: ImportBody['rows'], by: Actor): Promise<ImportReport> {
      const { valid, problems } = await readImport(tx, rows)
      const added = valid.map(({ value }) => ({ id: ids.id(), input: value }))
      await insertClasses(tx, added, null)
      for (const part of parted(added, importedAtOnce)) {
        const courseIds = part.map(({ id }) => id)
        const choose = await choicesOf(tx, courseIds)
        const rows = await repository.listCoursesByIds(tx, courseIds)
        await audit.record(tx, ...rows.map((row) => additionOf(presentClass(row, choose(row.id)), by)))
      }
      return { valid: valid.length, problems }
    },

    /** Absent fields stay (reading W3). @throws `not_found`; `conflict` where `version` is given and stale */
    async updateClass(id: string, patch: ClassPatch, by: Actor | null): Promise<AdminClass> {
      const current = await getCourse(db.read, id)
      if (patch.version !== undefined && patch.version !== current.version) throw new DomainError('conflict')
      const picture = await storeImage(patch.image, imageFileOf(pictureOf(current)))
      return db.transaction(async (tx) => {
        const version = await repository.lockCourse(tx, id)
        if (patch.version !== undefined && version !== undefined && patch.version !== version) {
          throw new DomainError('conflict')
        }
        const course = await getCourse(tx, id)
        const before = fieldsOf(await presentOne(tx, id))
        if (picture) await pictures.record(tx, picture)
        await changeBatches(tx, course, patch)
        await repository.updateCourse(tx, id, {
          title: patch.title,
          description: patch.description,
          price_in_paise: patch.price,
          original_price_in_paise: patch.originalPrice,
          duration: patch.duration,
          sessions: patch.sessions,
          features: patch.features && JSON.stringify(patch.features),
          popular: patch.popular === undefined ? undefined : flag(patch.popular),
          category: patch.category,
          instructor: patch.instructor === '' ? null : patch.instructor,
          picture_base: picture === undefined ? undefined : (picture?.base ?? null),
          version: course.version + 1,
          updated_at: clock.now(),
        })
        await db.changes.mark(tx, 'courses')
        const changed = await presentOne(tx, id)
        const { title } = changed
        await audit.record(tx, {
          by,
          action: 'changed',
          kind: 'class',
          id,
          title,
          before,
          after: fieldsOf(changed),
        })
        return changed
      })
    },

    /**
     * Soft, and refused while anybody has a seat ahead (reading B8). A hold refuses too: its student may be paying at
     * this moment, and would have paid for nothing; an unpaid one frees itself when its time is up.
     */
    async deleteClass(id: string, by: Actor | null): Promise<void> {
      await db.transaction(async (tx) => {
        await repository.lockCourse(tx, id)
        const course = await getCourse(tx, id)
        await repository.lockBatches(tx, id)
        const { confirmed, pending } = await repository.countSeatsAhead(tx, id, clock.today())
        if (confirmed > 0) {
          throw new DomainError('in_use', {
            message: `This class has ${counted(confirmed, 'paid seat')} in a batch that is not over and cannot be deleted. Please move or cancel those students first.`,
            details: { paidSeats: confirmed, heldSeats: pending },
          })
        }
        if (pending > 0) {
          throw new DomainError('in_use', {
            message: `This class has ${counted(pending, 'seat')} on hold for payment and cannot be deleted yet. Please try again when they are paid or have expired.`,
            details: { paidSeats: 0, heldSeats: pending },
          })
        }
        const now = clock.now()
        const before = fieldsOf(await presentOne(tx, id))
        await bin.put(tx, { by, kind: 'class', id, title: course.title, before })
        await repository.updateCourse(tx, id, {
          deleted_at: now,
          updated_at: now,
          version: course.version + 1,
        })
        await db.changes.mark(tx, 'courses')
      })
    },

    /** Brings a deleted class back, with its batches as they are. */
    async restoreClass(tx: Tx, id: string): Promise<void> {
      await repository.restoreCourse(tx, id, clock.now())
      await db.changes.mark(tx, 'courses')
    },

    /**
     * The dated batches as a calendar's entries; with `batchId` that one alone. A deleted course's batches stay for a
     * while as cancelled ones, so that subscribers hear of it.
     */
    async listCalendarBatches(batchId?: string): Promise<CalendarBatch[]> {
      const rows = await repository.listCalendarBatches(db.read, {
        from: addDays(clock.today(), -calendarDaysBack),
        deletedSince: addMs(clock.now(), -calendarDaysBack * 24 * 60 * 60_000),
        ...(batchId === undefined ? {} : { batchId }),
      })
      return rows.flatMap(({ starts_on: day, ...row }) =>
        day === null
          ? []
          : [
              {
                id: row.id,
                day,
                time: row.starts_at,
                slug: row.slug,
                title: row.title,
                description: row.description,
                duration: row.duration,
                version: row.version,
                updatedAt: row.updated_at,
                isCancelled: row.deleted_at !== null,
              },
            ],
      )
    },

    /** Of the given ids those of living courses. */
    listExistingIds(source: Queryable, courseIds: readonly string[]): Promise<string[]> {
      return repository.listExistingIds(source, courseIds)
    },

    /** @throws `not_found` for a course that is unknown or deleted */
    async getCourseForSale(tx: Queryable, courseId: string): Promise<CourseForSale> {
      const { id, slug, title, price_in_paise } = await getOnSale(tx, courseId)
      const { dated, next } = await choiceOf(tx, courseId)
      return { id, slug, title, priceInPaise: price_in_paise, nextbatch: batchText(dated), next }
    },

    /** The batch that seats are taken in: the next dated one that is not over, else the undated one. Locks nothing. */
    async findNextBatch(tx: Queryable, courseId: string): Promise<BatchRow | null> {
      return (await choiceOf(tx, courseId)).next
    },

    /** The same, making the undated batch where a course has neither (reading S1). */
    async ensureSeatBatch(tx: Tx, courseId: string): Promise<BatchRow> {
      const found = await service.findNextBatch(tx, courseId)
      if (found) return found
      // Of several callers at once the first one makes it, and the others find it.
      await repository.lockCourse(tx, courseId)
      const made = await service.findNextBatch(tx, courseId)
      if (made) return made
      await newBatch(tx, courseId, {
        starts_on: null,
        starts_at: null,
        capacity: courseDefaults.capacity,
      })
      await db.changes.mark(tx, 'courses')
      const { next } = await choiceOf(tx, courseId)
      if (next === null) throw new Error('a batch that was just made is not there')
      return next
    },

    /**
     * Takes one seat, in the transaction of the row that sits on it; the guard stands in the UPDATE (reading S3).
     * @throws `batch_full`; `not_found` where the course was deleted meanwhile
     */
    async takeSeat(tx: Tx, batchId: string): Promise<void> {
      const courseId = await repository.takeSeat(tx, batchId)
      if (courseId === undefined) throw new DomainError('batch_full')
      // Whoever deletes a course holds its batches' rows while counting seats: only now is it certain.
      await getOnSale(tx, courseId)
      await db.changes.mark(tx, 'courses')
    },

    /**
     * Adds a batch beside those that a class has, on a day that none of them has.
     * @throws `not_found`, `validation_failed`
     */
    async addBatch(
      tx: Tx,
      batch: { courseId: string; day: string; time: string | null; capacity: number | null },
      by: Actor | null,
    ): Promise<BatchRow & { course_title: string }> {
      await repository.lockCourse(tx, batch.courseId)
      const course = await getCourse(tx, batch.courseId)
      if (isOver({ starts_on: batch.day }, clock.today())) {
        throw invalid('day', 'This day is over. Please choose today or a later day.')
      }
      if (await repository.findBatchOn(tx, course.id, batch.day)) {
        throw invalid('day', 'This class already has a batch on that day. Please choose another day.')
      }
      await newBatch(tx, course.id, {
        starts_on: batch.day,
        starts_at: batch.time,
        capacity: batch.capacity,
      })
      await db.changes.mark(tx, 'courses')
      await audit.record(tx, {
        by,
        action: 'changed',
        kind: 'class',
        id: course.id,
        title: course.title,
        after: { newBatch: batch.day, capacity: batch.capacity ?? 'unlimited' },
      })
      const added = await repository.findBatchOn(tx, course.id, batch.day)
      if (!added) throw new Error('a batch that was just added is not there')
      return { ...added, course_title: course.title }
    },

    /**
     * Frees the seat of a row that has just ended in this transaction. Loud where nobody has ended: a seat given back
     * twice would be sold twice.
     */
    async releaseSeat(tx: Tx, batchId: string): Promise<void> {
      await repository.lockBatch(tx, batchId)
      if (!(await repository.releaseSeat(tx, batchId))) {
        throw new Error('a seat was to be given back that somebody still sits on')
      }
      await db.changes.mark(tx, 'courses')
      await roomListener(tx, batchId)
    },

    lockBatch: repository.lockBatch,

    /** Who is told, in the same transaction, that a batch may have room: one listener, the waiting list (S2). */
    onRoom(listener: RoomListener): void {
      roomListener = listener
    },

    batchText,
    isOver,
  }
  return service
}

function invalid(field: string, message: string): DomainError {
  return new DomainError('validation_failed', { message, fields: { [field]: message } })
}

function noLongerOffered(): never {
  throw new DomainError('not_found', {
    message: 'This class is no longer offered. Please choose another one.',
  })
}

function additionOf(added: AdminClass, by: Actor | null) {
  const { id, title } = added
  return { by, action: 'added', kind: 'class', id, title, after: fieldsOf(added) } as const
}

/** Rows of one statement: their values stay within what the databases take. */
const importedAtOnce = 200

function parted<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
}

/** What the audit log tells of a class. */
function fieldsOf(shown: AdminClass): AuditFields {
  const {
    id: _id,
    slug: _slug,
    picture: _picture,
    enrolled: _enrolled,
    created_at: _,
    version: _v,
    ...fields
  } = shown
  return fields
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
