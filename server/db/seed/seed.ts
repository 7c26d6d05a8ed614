import type { Insertable, Transaction } from 'kysely'
import type { Config } from '../../config.ts'
import { addDays, addMs, type Clock, instantOf } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Pictures, StoredPicture } from '../../platform/pictures.ts'
import type { Database } from '../open.ts'
import type { Schema } from '../schema.ts'
import { demonstrationSetting, sitePictureSettings } from '../setting-names.ts'
import { demoCourses } from './demo-courses.ts'
import { datePaidSeats, type PaidSeat } from './demo-growth.ts'
import { type DemoBatchSeats, demoMessages } from './demo-messages.ts'
import { type DemoPayment, insertDemoMoney } from './demo-money.ts'
import { demoOrders } from './demo-orders.ts'
import { type DemoProductPicture, demoProducts } from './demo-products.ts'
import {
  demoCustomRequests,
  demoEnquiries,
  demoEventPrices,
  demoFormerInstructor,
  demoImpacts,
  demoInstructors,
  demoOfficeHours,
  demoStatusFeedback,
  demoTestimonials,
  siteDrawings,
} from './demo-school.ts'
import { type DemoSeats, demoPerson, demoSeats, firstWeekdayFrom } from './demo-seats.ts'
import { type Drawing, drawAll, portraitDrawing, sceneDrawing, smallSceneDrawing } from './drawings.ts'
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
    ...productScenes.map(smallSceneDrawing),
  ]
  const stored = options.pictures === false ? [] : await drawAll(drawings, deps, options)
  const rest = [...stored]
  const coursePictures = rest.splice(0, demoCourses.length)
  const instructorPictures = rest.splice(0, instructors.length)
  const sitePictures = rest.splice(0, siteDrawingsInOrder().length)
  const productPictures = rest

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
    await insertRequests(tx, deps)
    await insertInstructors(tx, deps, instructorPictures)
    await insertShop(tx, deps, { coursePictures, sitePictures, productPictures })
    // After the shop: the seats' dates follow from what it took.
    await insertCourses(tx, deps, coursePictures)
    for (const topic of [
      'courses',
      'feedback',
      'instructors',
      'impacts',
      'office-hours',
      'event-pricing',
      'products',
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

/** The drawings that the shop does not share with courses and site. */
const productScenes = demoProducts.flatMap(({ pictures }) => pictures.filter((picture) => 'scene' in picture))

interface ShopPictures {
  coursePictures: readonly StoredPicture[]
  sitePictures: readonly StoredPicture[]
  productPictures: readonly StoredPicture[]
}

function findPicture(shown: DemoProductPicture, pictures: ShopPictures): StoredPicture | undefined {
  if ('scene' in shown) return pictures.productPictures[productScenes.indexOf(shown)]
  if ('ofCourse' in shown) {
    return pictures.coursePictures[demoCourses.findIndex(({ slug }) => slug === shown.ofCourse)]
  }
  let at = shown.at ?? 0
  for (const name of siteNames) {
    if (name === shown.ofSite) break
    at += siteDrawings[name].length
  }
  return pictures.sitePictures[at]
}

/** What the shop sells, and who ordered it. */
async function insertShop(tx: Transaction<Schema>, { clock, ids }: SeedDeps, pictures: ShopPictures) {
  const sold = demoProducts.map((product) => {
    const id = ids.id()
    const createdAt = addMs(clock.now(), -product.createdDaysAgo * daysMs)
    return { ...product, id, priceInPaise: product.priceInRupees * 100, createdAt }
  })
  await tx
    .insertInto('product')
    .values(
      sold.map((product) => ({
        id: product.id,
        name: product.name,
        description: product.description,
        price_in_paise: product.priceInPaise,
        categories: JSON.stringify(product.categories),
        quantity: product.quantity,
        is_offered: product.isOffered === false ? (0 as const) : (1 as const),
        is_featured: product.isFeatured ? (1 as const) : (0 as const),
        is_custom: product.customLabel ? (1 as const) : (0 as const),
        custom_label: product.customLabel ?? null,
        created_at: product.createdAt,
        updated_at: product.createdAt,
        deleted_at: null,
      })),
    )
    .execute()
  const slots = sold.flatMap(({ id, pictures: shown }) =>
    shown.flatMap((picture, slot) => {
      const base = findPicture(picture, pictures)?.base
      return base === undefined ? [] : [{ product_id: id, slot, picture_base: base }]
    }),
  )
  if (slots.length > 0) await tx.insertInto('product_picture').values(slots).execute()
  const { orders, items, changes } = demoOrders(sold, clock.now(), ids)
  await tx.insertInto('shop_order').values(orders).execute()
  await insertDemoMoney(tx, orders.flatMap(orderPayment))
  await tx.insertInto('shop_order_item').values(items).execute()
  await tx.insertInto('shop_order_change').values(changes).execute()
}

function orderPayment(order: Insertable<Schema['shop_order']>): DemoPayment[] {
  if (!order.paid_at) return []
  return [
    {
      id: order.id,
      subject: 'order',
      subject_id: order.id,
      provider: 'shop',
      provider_id: null,
      method: order.payment_method,
      reference: order.number,
      amount_in_paise: order.total_in_paise,
      at: order.paid_at,
      stands: order.payment_status === 'refunded' ? 'refunded' : 'settled',
    },
  ]
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
        // Four in the last month, all of them glad: the rating rose by 0.2 (reading B3).
        created_at: daysAgo(at < 4 ? 4 + at * 7 : 33 + (at - 4) * 13),
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

/** Enquiries and wishes that wait for an answer. */
async function insertRequests(tx: Transaction<Schema>, { clock, ids }: SeedDeps) {
  const daysAgo = (days: number) => addMs(clock.now(), -days * daysMs)
  await tx
    .insertInto('enquiry')
    .values(
      demoEnquiries.map(({ kind, question }, at) => {
        const { firstName, lastName, email, phone } = demoPerson(1030 + at)
        const name = `${firstName} ${lastName}`
        return { id: ids.id(), name, email, phone, kind, question, created_at: daysAgo(0.3 + at * 2) }
      }),
    )
    .execute()
  await tx
    .insertInto('custom_request')
    .values(
      demoCustomRequests.map(({ isNamed, comment }, at) => {
        const { firstName, lastName, email, phone } = demoPerson(1040 + at)
        const who = isNamed ? { name: `${firstName} ${lastName}`, email, phone } : {}
        return { id: ids.id(), comment, ...who, created_at: daysAgo(0.6 + at * 3) }
      }),
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
  const allSeats: DemoBatchSeats[] = []
  const paid: PaidSeat[] = []
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
        offerHours: config.offerHours,
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
          taken: batch.confirmed + (batch.pending ?? 0) + (batch.checking ?? 0) + (batch.offered ?? 0),
          created_at: createdAt,
        })
        .execute()
      allSeats.push({ ...seats, courseTitle: course.title, day: startsOn, time: course.startsAt })
      paid.push(...paidSeatsOf(seats, startsOn >= today))
    }
  }
  datePaidSeats(paid, clock.now(), await orderMoney(tx, addMs(clock.now(), -30 * daysMs)))
  for (const { enrolments, bookings, payments, waiting } of allSeats) {
    if (enrolments.length > 0) await tx.insertInto('enrolment').values(enrolments).execute()
    if (bookings.length > 0) await tx.insertInto('event_booking').values(bookings).execute()
    await insertDemoMoney(tx, payments)
    if (waiting.length > 0) await tx.insertInto('waiting_list_entry').values(waiting).execute()
  }
  await tx
    .insertInto('outbox')
    .values(demoMessages(allSeats, clock.now(), ids))
    .execute()
}

function paidSeatsOf({ enrolments, bookings, payments }: DemoSeats, isComing: boolean): PaidSeat[] {
  return payments
    .filter(({ stands }) => stands === 'settled')
    .flatMap((payment) => {
      const seat = [...enrolments, ...bookings].find(({ id }) => id === payment.subject_id)
      return seat ? { seat, payment, isComing } : []
    })
}

/** What the shop took, in all and since an instant, in paise. */
async function orderMoney(
  tx: Transaction<Schema>,
  since: string,
): Promise<{ total: number; lately: number }> {
  const rows = await tx
    .selectFrom('shop_order')
    .select(['total_in_paise', 'paid_at'])
    .where('payment_status', '=', 'paid')
    .execute()
  const sum = (some: typeof rows) => some.reduce((all, { total_in_paise }) => all + total_in_paise, 0)
  return { total: sum(rows), lately: sum(rows.filter(({ paid_at }) => paid_at !== null && paid_at > since)) }
}
