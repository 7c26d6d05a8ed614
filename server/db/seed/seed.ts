import type { Transaction } from 'kysely'
import type { Config } from '../../config.ts'
import { addDays, addMs, type Clock, instantOf } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Pictures, StoredPicture } from '../../platform/pictures.ts'
import type { Database } from '../open.ts'
import type { Schema } from '../schema.ts'
import { demonstrationSetting, sitePictureSettings } from '../setting-names.ts'
import { demoCourses } from './demo-courses.ts'
import {
  demoEventPrices,
  demoFormerInstructor,
  demoImpacts,
  demoInstructors,
  demoOfficeHours,
  demoStatusFeedback,
  demoTestimonials,
  siteDrawings,
} from './demo-school.ts'
import { demoPerson, demoSeats, firstWeekdayFrom } from './demo-seats.ts'
import { type Drawing, drawAll, portraitDrawing, sceneDrawing } from './drawings.ts'
import { isEmpty, siteSettings } from './emptiness.ts'

export interface SeedDeps {
  db: Database
  clock: Clock
  ids: Ids
  config: Config
  pictures: Pictures
}

export interface SeedOptions {
  /** False leaves out the pictures, which take seconds: for tests of other things. */
  pictures?: boolean
  /** Of the largest drawings, in pixels; 1600 unless told. */
  pictureWidth?: number
  onProgress?: (done: number, total: number) => void
}

/**
 * Fills an empty database with the demonstration school, its dates around today. Of several processes that start at
 * once one does it: the mark's row is the lock. Persons and contents are the same on every machine on the same day;
 * ids are not, so that nobody can guess an enrolment's (reading M2).
 *
 * @returns false where the database was not empty, and then nothing was written
 */
export async function seedDemo(deps: SeedDeps, options: SeedOptions = {}): Promise<boolean> {
  const { db, clock, pictures } = deps
  if (!(await isEmpty(db.read))) return false
  const instructors = [...demoInstructors, demoFormerInstructor]
  const drawings = [
    ...demoCourses.map(({ drawing }) => sceneDrawing(drawing)),
    ...instructors.map(({ name }) => portraitDrawing(name)),
    ...siteDrawingsInOrder(),
  ]
  const stored = options.pictures === false ? [] : await drawAll(drawings, deps, options)
  const coursePictures = stored.slice(0, demoCourses.length)
  const instructorPictures = stored.slice(demoCourses.length, demoCourses.length + instructors.length)
  const sitePictures = stored.slice(demoCourses.length + instructors.length)

  return db.transaction(async (tx) => {
    if (!(await insertSetting(tx, clock, demonstrationSetting, clock.today()))) return false
    // Something may have been written since the first look.
    if (!(await isEmpty(tx, [...siteSettings, demonstrationSetting]))) {
      await tx.deleteFrom('setting').where('name', '=', demonstrationSetting).execute()
      return false
    }
    for (const picture of stored) await pictures.record(tx, picture)
    await insertSitePictures(tx, clock, sitePictures)
    await insertSchool(tx, deps)
    await insertInstructors(tx, deps, instructorPictures)
    await insertCourses(tx, deps, coursePictures)
    for (const topic of [
      'courses',
      'feedback',
      'instructors',
      'impacts',
      'office-hours',
      'event-pricing',
      'school',
    ]) {
      await db.changes.mark(tx, topic)
    }
    return true
  })
}

/** Draws the decorative pictures of the site. */
export async function seedSitePictures(deps: SeedDeps, options: SeedOptions = {}): Promise<void> {
  const { db, clock, pictures } = deps
  const stored = await drawAll(siteDrawingsInOrder(), deps, options)
  await db.transaction(async (tx) => {
    for (const picture of stored) await pictures.record(tx, picture)
    await insertSitePictures(tx, clock, stored)
    await db.changes.mark(tx, 'school')
  })
}

const siteNames = Object.keys(sitePictureSettings) as (keyof typeof sitePictureSettings)[]

function siteDrawingsInOrder(): Drawing[] {
  return siteNames.flatMap((name) => siteDrawings[name].map(sceneDrawing))
}

async function insertSitePictures(tx: Transaction<Schema>, clock: Clock, stored: readonly StoredPicture[]) {
  if (stored.length === 0) return
  let at = 0
  for (const name of siteNames) {
    const bases = stored.slice(at, at + siteDrawings[name].length).map(({ base }) => base)
    at += bases.length
    await insertSetting(tx, clock, sitePictureSettings[name], JSON.stringify(bases))
  }
}

/** False where the setting exists; waits for another process that is just writing it. */
async function insertSetting(tx: Transaction<Schema>, clock: Clock, name: string, value: string) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('setting')
    .values({ name, value, updated_at: clock.now() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

const daysMs = 24 * 60 * 60_000

/** Hours, prices, impacts, words of students, notes, and who left an address. */
async function insertSchool(tx: Transaction<Schema>, { clock, ids }: SeedDeps) {
  const daysAgo = (days: number) => addMs(clock.now(), -days * daysMs)
  await tx
    .insertInto('office_hours')
    .values(
      demoOfficeHours.map(({ day, opens, closes, isHoliday }) => ({
        id: ids.id(),
        office_day: day,
        open_time: opens,
        close_time: closes,
        is_holiday: isHoliday ? (1 as const) : (0 as const),
      })),
    )
    .execute()
  await tx
    .insertInto('event_price')
    .values(
      demoEventPrices.map(({ key, label, price }, at) => ({ slot_key: key, position: at, label, price })),
    )
    .execute()
  await tx
    .insertInto('impact')
    .values(
      demoImpacts.map(({ title, value }, at) => ({
        id: ids.id(),
        slot: at + 1,
        title,
        value,
        created_at: clock.now(),
      })),
    )
    .execute()
  await tx
    .insertInto('student_feedback')
    .values(
      demoTestimonials.map(({ name, course, rating, text }, at) => ({
        id: ids.id(),
        student_name: name,
        course_name: course,
        feedback_text: text,
        rating,
        created_at: daysAgo(6 + at * 13),
        deleted_at: null,
      })),
    )
    .execute()
  await tx
    .insertInto('status_feedback')
    .values(
      demoStatusFeedback.map((note, at) => ({
        id: ids.id(),
        title: note.title,
        status: note.status,
        description: note.description,
        priority: note.priority,
        assigned_to: note.assignedTo,
        created_by: note.createdBy,
        created_at: daysAgo(1 + at * 4),
        deleted_at: null,
      })),
    )
    .execute()
  // Persons beyond those who hold seats.
  const subscribers = Array.from({ length: 24 }, (_, at) => demoPerson(1000 + at))
  await tx
    .insertInto('newsletter_subscriber')
    .values(subscribers.map(({ email }, at) => ({ id: ids.id(), email, created_at: daysAgo(at * 3 + 0.4) })))
    .execute()
  const contacts = Array.from({ length: 9 }, (_, at) => demoPerson(1012 + at))
  await tx
    .insertInto('contact')
    .values(
      contacts.map(({ firstName, lastName, email, phone }, at) => ({
        id: ids.id(),
        name: `${firstName} ${lastName}`,
        email,
        phone,
        created_at: daysAgo(at * 2 + 0.2),
      })),
    )
    .execute()
}

async function insertInstructors(
  tx: Transaction<Schema>,
  { clock, ids }: SeedDeps,
  pictures: readonly StoredPicture[],
) {
  const people = [...demoInstructors, demoFormerInstructor]
  await tx
    .insertInto('instructor')
    .values(
      people.map((person, at) => ({
        id: ids.id(),
        name: person.name,
        email: `${person.name.split(' ')[0]?.toLowerCase()}@malar.example`,
        phone: demoPerson(2000 + at).phone,
        specialization: person.specialization,
        bio: person.bio,
        highlights: JSON.stringify(person.highlights),
        experience_years: person.experienceYears,
        hourly_rate_in_paise: person.hourlyRateInRupees * 100,
        picture_base: pictures[at]?.base ?? null,
        is_active: person.isActive ? (1 as const) : (0 as const),
        // The order of the list is the order of joining.
        created_at: addMs(clock.now(), -(700 - at * 60) * daysMs),
        deleted_at: null,
      })),
    )
    .execute()
}

async function insertCourses(
  tx: Transaction<Schema>,
  { clock, ids, config }: SeedDeps,
  pictures: readonly StoredPicture[],
) {
  const today = clock.today()
  let firstPerson = 0
  for (const [at, course] of demoCourses.entries()) {
    const courseId = ids.id()
    const createdAt = addMs(clock.now(), -(400 - at * 9) * daysMs)
    await tx
      .insertInto('course')
      .values({
        id: courseId,
        slug: course.slug,
        title: course.title,
        description: course.description,
        price_in_paise: course.priceInRupees * 100,
        original_price_in_paise: course.originalPriceInRupees ? course.originalPriceInRupees * 100 : null,
        duration: course.duration,
        sessions: course.sessions,
        features: JSON.stringify(course.features),
        popular: course.isPopular ? 1 : 0,
        category: course.category,
        instructor: course.instructor,
        rating: course.rating,
        picture_base: pictures[at]?.base ?? null,
        version: 1,
        created_at: createdAt,
        updated_at: createdAt,
        deleted_at: null,
      })
      .execute()
    for (const batch of course.batches) {
      const startsOn = firstWeekdayFrom(addDays(today, batch.afterDays), batch.weekday)
      const batchId = ids.id()
      const seats = demoSeats({
        batch,
        batchId,
        courseId,
        amountInPaise: course.priceInRupees * 100,
        startsAt: instantOf(startsOn, course.startsAt),
        now: clock.now(),
        holdHours: config.holdHours,
        firstPerson,
        ids,
      })
      firstPerson += seats.people
      await tx
        .insertInto('batch')
        .values({
          id: batchId,
          course_id: courseId,
          starts_on: startsOn,
          starts_at: course.startsAt,
          capacity: batch.capacity,
          taken: batch.confirmed + (batch.pending ?? 0) + (batch.checking ?? 0),
          created_at: createdAt,
        })
        .execute()
      const { enrolments, bookings, payments, waiting } = seats
      if (enrolments.length > 0) await tx.insertInto('enrolment').values(enrolments).execute()
      if (bookings.length > 0) await tx.insertInto('event_booking').values(bookings).execute()
      if (payments.length > 0) await tx.insertInto('payment').values(payments).execute()
      if (waiting.length > 0) await tx.insertInto('waiting_list_entry').values(waiting).execute()
    }
  }
}
