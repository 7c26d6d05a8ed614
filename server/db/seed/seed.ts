import type { Insertable, InsertObject } from 'kysely'
import type { Config } from '../../config.ts'
import { addDays, addMs, type Clock, instantOf } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Pictures } from '../../platform/pictures.ts'
import { insertUnlessThere } from '../insert-unless-there.ts'
import type { Database } from '../open.ts'
import type { Schema, Tx } from '../schema.ts'
import { demonstrationSetting, sitePictureSettings } from '../setting-names.ts'
import { demoCourses } from './demo-courses.ts'
import { datePaidSeats, type PaidSeat } from './demo-growth.ts'
import { type DemoBatchSeats, demoMessages } from './demo-messages.ts'
import { type DemoPayment, insertDemoMoney } from './demo-money.ts'
import { demoOrders } from './demo-orders.ts'
import { demoProducts } from './demo-products.ts'
import {
  demoCustomRequests,
  demoEnquiries,
  demoEventPrices,
  demoFormerInstructor,
  demoImpacts,
  demoInstructors,
  demoOfficeHours,
  demoSitePictures,
  demoStatusFeedback,
  demoTestimonials,
} from './demo-school.ts'
import { type DemoSeats, demoPerson, demoSeats, firstWeekdayFrom } from './demo-seats.ts'
import { isEmpty, siteSettings } from './emptiness.ts'
import { copyFinishedPictures, finishedPicture, type PictureName } from './finished-pictures.ts'

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
  const names = [
    ...[...demoCourses, ...demoInstructors, demoFormerInstructor].map(({ picture }) => picture),
    ...demoProducts.flatMap((product) => product.pictures),
    ...Object.values(demoSitePictures).flat(),
  ]
  const shown = [...new Set(names)]
  if (options.pictures !== false) await copyFinishedPictures(shown, config.dataDir)

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
    await insertRequests(tx, deps)
    await insertInstructors(tx, deps)
    await insertShop(tx, deps)
    // After the shop: the seats' dates follow from what it took.
    await insertCourses(tx, deps)
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

export async function seedSitePictures({ db, clock, pictures, config }: SeedDeps): Promise<void> {
  const names = Object.values(demoSitePictures).flat()
  await copyFinishedPictures(names, config.dataDir)
  await db.transaction(async (tx) => {
    for (const name of names) await pictures.record(tx, finishedPicture(name))
    await insertSitePictures(tx, clock)
    await db.changes.mark(tx, 'school')
  })
}

const baseOf = (name: PictureName) => finishedPicture(name).base

async function insertSitePictures(tx: Tx, clock: Clock) {
  for (const place of Object.keys(demoSitePictures) as (keyof typeof demoSitePictures)[]) {
    const bases = demoSitePictures[place].map(baseOf)
    await insertSetting(tx, clock, sitePictureSettings[place], JSON.stringify(bases))
  }
}

async function insert<T extends keyof Schema>(
  tx: Tx,
  table: T,
  rows: readonly InsertObject<Schema, T>[],
): Promise<void> {
  if (rows.length > 0) await tx.insertInto(table).values(rows).execute()
}

async function insertShop(tx: Tx, { clock, ids }: SeedDeps) {
  const sold = demoProducts.map((product) => {
    const id = ids.id()
    const createdAt = addMs(clock.now(), -product.createdDaysAgo * daysMs)
    return { ...product, id, priceInPaise: product.priceInRupees * 100, createdAt }
  })
  await insert(
    tx,
    'product',
    sold.map((product) => ({
      id: product.id,
      name: product.name,
      description: product.description,
      price_in_paise: product.priceInPaise,
      categories: JSON.stringify(product.categories),
      quantity: product.quantity,
      is_offered: product.isOffered === false ? 0 : 1,
      is_featured: product.isFeatured ? 1 : 0,
      is_custom: product.customLabel ? 1 : 0,
      custom_label: product.customLabel ?? null,
      created_at: product.createdAt,
      updated_at: product.createdAt,
      deleted_at: null,
    })),
  )
  await insert(
    tx,
    'product_picture',
    sold.flatMap(({ id, pictures }) =>
      pictures.map((name, slot) => ({ product_id: id, slot, picture_base: baseOf(name) })),
    ),
  )
  const { orders, items, changes } = demoOrders(sold, clock.now(), ids)
  await insert(tx, 'shop_order', orders)
  await insertDemoMoney(tx, orders.flatMap(orderPayment))
  await insert(tx, 'shop_order_item', items)
  await insert(tx, 'shop_order_change', changes)
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
function insertSetting(tx: Tx, clock: Clock, name: string, value: string) {
  return insertUnlessThere(tx, 'setting', { name, value, updated_at: clock.now() }, 'name')
}

const daysMs = 24 * 60 * 60_000

async function insertSchool(tx: Tx, { clock, ids }: SeedDeps) {
  const daysAgo = (days: number) => addMs(clock.now(), -days * daysMs)
  await insert(
    tx,
    'office_hours',
    demoOfficeHours.map((hours) => ({ id: ids.id(), ...hours })),
  )
  await insert(
    tx,
    'event_price',
    demoEventPrices.map((price, position) => ({ ...price, position })),
  )
  await insert(
    tx,
    'impact',
    demoImpacts.map((impact, at) => ({ id: ids.id(), slot: at + 1, ...impact, created_at: clock.now() })),
  )
  await insert(
    tx,
    'student_feedback',
    demoTestimonials.map((said, at) => ({
      id: ids.id(),
      ...said,
      // Four in the last month, all of them glad: the rating rose by 0.2.
      created_at: daysAgo(at < 4 ? 4 + at * 7 : 33 + (at - 4) * 13),
    })),
  )
  await insert(
    tx,
    'status_feedback',
    demoStatusFeedback.map((note, at) => ({ id: ids.id(), ...note, created_at: daysAgo(1 + at * 4) })),
  )
  // Persons beyond those who hold seats.
  const subscribers = Array.from({ length: 24 }, (_, at) => demoPerson(1000 + at))
  await insert(
    tx,
    'newsletter_subscriber',
    subscribers.map(({ email }, at) => ({ id: ids.id(), email, created_at: daysAgo(at * 3 + 0.4) })),
  )
  const contacts = Array.from({ length: 9 }, (_, at) => demoPerson(1012 + at))
  await insert(
    tx,
    'contact',
    contacts.map((person, at) => ({ id: ids.id(), ...person, created_at: daysAgo(at * 2 + 0.2) })),
  )
}

async function insertRequests(tx: Tx, { clock, ids }: SeedDeps) {
  const daysAgo = (days: number) => addMs(clock.now(), -days * daysMs)
  await insert(
    tx,
    'enquiry',
    demoEnquiries.map((asked, at) => ({
      id: ids.id(),
      ...demoPerson(1030 + at),
      ...asked,
      created_at: daysAgo(0.3 + at * 2),
    })),
  )
  await insert(
    tx,
    'custom_request',
    demoCustomRequests.map(({ isNamed, comment }, at) => ({
      id: ids.id(),
      comment,
      ...(isNamed && demoPerson(1040 + at)),
      created_at: daysAgo(0.6 + at * 3),
    })),
  )
}

async function insertInstructors(tx: Tx, { clock, ids }: SeedDeps) {
  const people = [...demoInstructors, demoFormerInstructor]
  await insert(
    tx,
    'instructor',
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
      picture_base: baseOf(person.picture),
      is_active: person.isActive ? 1 : 0,
      // The order of the list is the order of joining.
      created_at: addMs(clock.now(), -(700 - at * 60) * daysMs),
      deleted_at: null,
    })),
  )
}

async function insertCourses(tx: Tx, { clock, ids, config }: SeedDeps) {
  const today = clock.today()
  let firstPerson = 0
  const allSeats: DemoBatchSeats[] = []
  const paid: PaidSeat[] = []
  for (const [at, course] of demoCourses.entries()) {
    const courseId = ids.id()
    const createdAt = addMs(clock.now(), -(400 - at * 9) * daysMs)
    await insert(tx, 'course', [
      {
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
        picture_base: baseOf(course.picture),
        version: 1,
        created_at: createdAt,
        updated_at: createdAt,
        deleted_at: null,
      },
    ])
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
      await insert(tx, 'batch', [
        {
          id: batchId,
          course_id: courseId,
          starts_on: startsOn,
          starts_at: course.startsAt,
          capacity: batch.capacity,
          taken: batch.confirmed + (batch.pending ?? 0) + (batch.checking ?? 0) + (batch.offered ?? 0),
          created_at: createdAt,
        },
      ])
      allSeats.push({ ...seats, courseTitle: course.title, day: startsOn, time: course.startsAt })
      paid.push(...paidSeatsOf(seats, startsOn >= today))
    }
  }
  datePaidSeats(paid, clock.now(), await orderMoney(tx, addMs(clock.now(), -30 * daysMs)))
  for (const { enrolments, bookings, payments, waiting } of allSeats) {
    await insert(tx, 'seat', enrolments)
    await insert(tx, 'seat', bookings)
    await insertDemoMoney(tx, payments)
    await insert(tx, 'waiting_list_entry', waiting)
  }
  await insert(tx, 'outbox', demoMessages(allSeats, clock.now(), ids))
}

function paidSeatsOf({ enrolments, bookings, payments }: DemoSeats, isComing: boolean): PaidSeat[] {
  return payments
    .filter(({ stands }) => stands === 'settled')
    .flatMap((payment) => {
      const seat = [...enrolments, ...bookings].find(({ id }) => id === payment.subject_id)
      return seat ? { seat, payment, isComing } : []
    })
}

/** In paise. */
async function orderMoney(tx: Tx, since: string): Promise<{ total: number; lately: number }> {
  const rows = await tx
    .selectFrom('shop_order')
    .select(['total_in_paise', 'paid_at'])
    .where('payment_status', '=', 'paid')
    .execute()
  const sum = (some: typeof rows) => some.reduce((all, { total_in_paise }) => all + total_in_paise, 0)
  return { total: sum(rows), lately: sum(rows.filter(({ paid_at }) => paid_at !== null && paid_at > since)) }
}
