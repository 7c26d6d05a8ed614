import { sessionDays } from '../../../contract/catalogue/session-rule.ts'
import { endpoints } from '../../../contract/index.ts'
import type { Config } from '../../config.ts'
import { addDays, type Clock, instantOf } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Pictures } from '../../platform/pictures.ts'
import { insertUnlessThere } from '../guards.ts'
import type { Database } from '../open.ts'
import type { Tx } from '../schema.ts'
import { demonstrationSetting, sitePictureSettings } from '../settings.ts'
import { type DemoBatch, demoCourses, demoRooms } from './demo-courses.ts'
import { datePaidSeats } from './demo-growth.ts'
import { type DemoBatchSeats, demoMessages } from './demo-messages.ts'
import { insertDemoMoney } from './demo-money.ts'
import type { OrderRow } from './demo-order-rows.ts'
import { demoProducts } from './demo-products.ts'
import {
  demoCustomRequests,
  demoEnquiries,
  demoEventPrices,
  demoImpacts,
  demoInstructors,
  demoOfficeHours,
  demoSitePictures,
  demoStatusFeedback,
  demoTestimonials,
} from './demo-school.ts'
import { daysBefore, demoPerson, demoSeats, firstWeekdayFrom } from './demo-seats.ts'
import { orderPictures } from './demo-store-orders.ts'
import { isEmpty, siteSettings } from './emptiness.ts'
import { copyFinishedPictures, finishedPicture, type PictureName } from './finished-pictures.ts'
import { insertJournal, journalPictures } from './journal.ts'
import { insertRecipes } from './recipes.ts'
import { born, insert, insertEach } from './rows.ts'
import { insertShop } from './shop.ts'

export interface SeedDeps {
  db: Database
  clock: Clock
  ids: Ids
  config: Config
  pictures: Pictures
}

export interface SeedOptions {
  /** False leaves the files of the pictures where they are: for tests, of which each has a data folder of its own. */
  pictures?: boolean
}

/**
 * Fills an empty database with the demonstration school, its dates around today. The row that marks the demonstration is
 * the lock between processes that start at once. Contents are the same on every machine on the same day; ids are not, so
 * that nobody can guess an enrolment's.
 * @returns false where the database was not empty, and then nothing was written
 */
export async function seedDemo(deps: SeedDeps, options: SeedOptions = {}): Promise<boolean> {
  const { db, clock, pictures, config } = deps
  if (!(await isEmpty(db.read))) return false
  const shown = new Set([
    ...[...demoCourses, ...demoInstructors].map(({ picture }) => picture),
    ...demoProducts.flatMap((product) => product.pictures),
    ...orderPictures,
    ...journalPictures,
    ...Object.values(demoSitePictures).flat(),
  ])
  if (options.pictures !== false) await copyFinishedPictures([...shown], config.dataDir)

  return db.transaction(async (tx) => {
    if (!(await insertSetting(tx, clock, demonstrationSetting, clock.today()))) return false
    // Something may have been written since the first look.
    if (!(await isEmpty(tx, [...siteSettings, demonstrationSetting]))) {
      await tx.deleteFrom('setting').where('name', '=', demonstrationSetting).execute()
      return false
    }
    for (const name of shown) await pictures.record(tx, finishedPicture(name))
    await insertSitePictures(tx, clock)
    await insertSchool(tx, deps)
    await insertJournal(tx, deps)
    // The days on which seats are paid follow from what the shop took.
    await insertCourses(tx, deps, await insertShop(tx, deps))
    await insertRecipes(tx, deps)
    for (const topic of allTopics) await db.changes.mark(tx, topic)
    return true
  })
}

export async function seedSitePictures({ db, clock, pictures, config }: SeedDeps): Promise<void> {
  const names = Object.values(demoSitePictures).flat()
  await copyFinishedPictures(names, config.dataDir)
  await db.transaction(async (tx) => {
    for (const name of names) await pictures.record(tx, finishedPicture(name))
    await insertSitePictures(tx, clock)
    await db.changes.mark(tx, 'school')
  })
}

const allTopics = new Set(endpoints.flatMap(({ topics = [] }) => topics))
const baseOf = (name: PictureName) => finishedPicture(name).base

async function insertSitePictures(tx: Tx, clock: Clock) {
  for (const place of Object.keys(demoSitePictures) as (keyof typeof demoSitePictures)[]) {
    const bases = demoSitePictures[place].map(baseOf)
    await insertSetting(tx, clock, sitePictureSettings[place], JSON.stringify(bases))
  }
}

/** False where the setting exists; waits for another process that is just writing it. */
function insertSetting(tx: Tx, clock: Clock, name: string, value: string) {
  return insertUnlessThere(tx, 'setting', { name, value, updated_at: clock.now() }, 'name')
}

async function insertSchool(tx: Tx, { clock, ids }: SeedDeps) {
  const added = (daysAgo: number) => ({ id: ids.id(), created_at: daysBefore(clock.now(), daysAgo) })
  await insertEach(tx, 'office_hours', demoOfficeHours, (hours) => ({ id: ids.id(), ...hours }))
  await insertEach(tx, 'event_price', demoEventPrices, (price, position) => ({ ...price, position }))
  await insertEach(tx, 'impact', demoImpacts, (impact, at) => ({ ...added(0), slot: at + 1, ...impact }))
  // Four in the last month, with the best rating, so that the dashboard's average rises by 0.2.
  await insertEach(tx, 'student_feedback', demoTestimonials, (said, at) => ({
    ...added(at < 4 ? 4 + at * 7 : 33 + (at - 4) * 13),
    rating: 5,
    ...said,
  }))
  await insertEach(tx, 'status_feedback', demoStatusFeedback, (note, at) => ({
    ...added(1 + at * 4),
    ...note,
  }))
  // Persons beyond those who hold seats.
  const person = (n: number) => demoPerson(1000 + n)
  await insertEach(tx, 'newsletter_subscriber', [...Array(24).keys()], (at) => ({
    ...added(at * 3 + 0.4),
    email: person(at).email,
  }))
  await insertEach(tx, 'contact', [...Array(9).keys()], (at) => ({
    ...added(at * 2 + 0.2),
    ...person(12 + at),
  }))
  await insertEach(tx, 'enquiry', demoEnquiries, (asked, at) => ({
    ...added(0.3 + at * 2),
    ...person(30 + at),
    ...asked,
  }))
  await insertEach(tx, 'custom_request', demoCustomRequests, ({ isNamed, comment }, at) => ({
    ...added(0.6 + at * 3),
    comment,
    ...(isNamed && person(40 + at)),
  }))
  await insertEach(tx, 'instructor', demoInstructors, ({ picture, highlights, ...teacher }, at) => ({
    is_active: 1 as const,
    ...teacher,
    // The order of the list is the order of joining.
    ...added(700 - at * 60),
    email: `${teacher.name.split(' ')[0]?.toLowerCase()}@malar.example`,
    phone: demoPerson(2000 + at).phone,
    highlights: JSON.stringify(highlights),
    picture_base: baseOf(picture),
  }))
}

/** The sessions of a demonstration batch; the school has no closed days yet. */
function meetingsOf(
  batch: { id: string; starts_on: string; starts_at: string },
  { weekdays, to, count }: NonNullable<DemoBatch['meets']>,
  { now, ids }: { now: string; ids: Ids },
) {
  const rule = { firstDay: batch.starts_on, weekdays, count, closedDays: new Set<string>() }
  return sessionDays(rule).map((held_on) => ({
    id: ids.id(),
    batch_id: batch.id,
    held_on,
    starts_at: batch.starts_at,
    ends_at: to,
    room_id: null,
    instructor_id: null,
    topic: null,
    created_at: now,
    updated_at: now,
  }))
}

async function insertCourses(tx: Tx, { clock, ids, config }: SeedDeps, orders: readonly OrderRow[]) {
  const now = clock.now()
  const rooms = demoRooms.map((room) => ({ ...room, id: ids.id(), created_at: daysBefore(now, 300) }))
  await insert(tx, 'room', rooms)
  let firstPerson = 0
  const all: DemoBatchSeats[] = []
  for (const [at, course] of demoCourses.entries()) {
    const { batches, startsAt, picture, features, faq = [], ...said } = course
    const course_id = ids.id()
    const times = born(daysBefore(now, 400 - at * 9))
    const row = { id: course_id, original_price_in_paise: null, popular: 0 as const, version: 1, ...said }
    await insert(tx, 'course', [
      {
        ...row,
        features: JSON.stringify(features),
        faq: JSON.stringify(faq),
        picture_base: baseOf(picture),
        ...times,
      },
    ])
    for (const batch of batches) {
      const starts_on = firstWeekdayFrom(addDays(clock.today(), batch.afterDays), batch.weekday)
      const id = ids.id()
      const seats = demoSeats({
        ...config,
        batch,
        place: { batch_id: id, course_id, amount_in_paise: batch.priceInPaise ?? course.price_in_paise },
        startsAt: instantOf(starts_on, startsAt),
        now,
        firstPerson,
        ids,
      })
      firstPerson += seats.people
      const { capacity, confirmed, pending = 0, checking = 0, offered = 0 } = batch
      const taken = confirmed + pending + checking + offered
      const place = { id, course_id, starts_on, starts_at: startsAt }
      const meetings = batch.meets ? meetingsOf(place, batch.meets, { now, ids }) : []
      await insert(tx, 'batch', [
        {
          ...place,
          capacity,
          taken,
          room_id: rooms[batch.room ?? -1]?.id ?? null,
          price_in_paise: batch.priceInPaise ?? null,
          is_closed: batch.isClosed ? 1 : 0,
          ends_on: meetings.at(-1)?.held_on ?? null,
          created_at: times.created_at,
        },
      ])
      await insert(tx, 'meeting', meetings)
      all.push({ ...seats, courseTitle: course.title, day: starts_on, time: startsAt })
    }
  }
  const paidSeats = all.flatMap(({ paid }) => paid)
  datePaidSeats(paidSeats, now, orders)
  for (const { seats, payments, waiting } of all) {
    await insert(tx, 'registration', seats)
    await insertDemoMoney(tx, payments)
    await insert(tx, 'waiting_list_entry', waiting)
  }
  await insert(tx, 'outbox', demoMessages(all, now, ids))
}
