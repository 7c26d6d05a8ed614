import { tagKey } from '../../../contract/site/journal-facts.ts'
import { flag } from '../flag.ts'
import type { Schema } from '../schema.ts'
import contacts from './data/contacts.json' with { type: 'json' }
import coupons from './data/coupons.json' with { type: 'json' }
import courses from './data/courses.json' with { type: 'json' }
import customRequests from './data/custom-requests.json' with { type: 'json' }
import deliveryDays from './data/delivery-days.json' with { type: 'json' }
import deliverySlots from './data/delivery-slots.json' with { type: 'json' }
import deliveryZones from './data/delivery-zones.json' with { type: 'json' }
import enquiries from './data/enquiries.json' with { type: 'json' }
import eventPrices from './data/event-prices.json' with { type: 'json' }
import flowers from './data/flowers.json' with { type: 'json' }
import impacts from './data/impacts.json' with { type: 'json' }
import instructors from './data/instructors.json' with { type: 'json' }
import journalPosts from './data/journal-posts.json' with { type: 'json' }
import newsletterSubscribers from './data/newsletter-subscribers.json' with { type: 'json' }
import officeHours from './data/office-hours.json' with { type: 'json' }
import products from './data/products.json' with { type: 'json' }
import recipes from './data/recipes.json' with { type: 'json' }
import rooms from './data/rooms.json' with { type: 'json' }
import statusFeedback from './data/status-feedback.json' with { type: 'json' }
import storeOrders from './data/store-orders.json' with { type: 'json' }
import studentFeedback from './data/student-feedback.json' with { type: 'json' }
import { type Demo, rowNamed, rowsOf, sizeOf } from './demo.ts'
import { finishedPicture, type PictureName } from './finished-pictures.ts'
import { readRelative } from './relative-days.ts'

/**
 * Describes a data file: the table of its records, and how to complete the rows that a record only describes in part.
 */
interface Kind<Said> {
  table: keyof Schema
  records: readonly Said[]
  /** The field by which other records refer to this one. */
  name?: keyof Said & string
  hasNoId?: true
  row?: (said: Said, demo: Demo) => object
  /** Makes the rows of other tables that belong to the record. */
  parts?: (said: Said, id: string, demo: Demo) => { [Table in keyof Schema]?: object[] }
}

const kind = <Said extends object>(one: Kind<Said>): Kind<any> => one

/** A file comes after the files to whose records it refers. */
const kinds = [
  kind({ table: 'office_hours', records: officeHours }),
  kind({ table: 'event_price', records: eventPrices, hasNoId: true }),
  kind({ table: 'impact', records: impacts }),
  kind({ table: 'student_feedback', records: studentFeedback }),
  kind({ table: 'status_feedback', records: statusFeedback }),
  kind({ table: 'newsletter_subscriber', records: newsletterSubscribers }),
  kind({ table: 'contact', records: contacts }),
  kind({ table: 'enquiry', records: enquiries }),
  kind({ table: 'custom_request', records: customRequests }),
  kind({ table: 'room', records: rooms, name: 'name' }),
  kind({ table: 'instructor', records: instructors, name: 'name' }),
  kind({
    table: 'journal_post',
    records: journalPosts,
    row: ({ instructor, tags, body, ...said }, demo) => ({
      ...said,
      instructor_id: rowNamed(demo, 'instructor', instructor).id,
      body: body.join('\n'),
      is_draft: 0,
      updated_at: said.created_at,
    }),
    parts: ({ slug, tags, body }, post_id) => ({
      journal_address: [{ slug, post_id }],
      journal_tag: tags.map((name, position) => ({ post_id, key: tagKey(name), name, position })),
      journal_picture: picturesIn(body).map((picture_base) => ({ post_id, picture_base })),
    }),
  }),
  kind({
    table: 'product',
    records: products,
    name: 'slug',
    row: ({ sizes, pictures, ...said }) => ({
      is_offered: 1,
      is_featured: 0,
      is_addon: 0,
      shows_recipe: 0,
      lead_days: 0,
      ...said,
      is_custom: flag(said.custom_label !== undefined),
      updated_at: said.created_at,
    }),
    parts: ({ sizes, pictures }, product_id, { ids }) => ({
      product_size: sizes.map((size, position) => ({ id: ids.id(), product_id, position, ...size })),
      product_picture: pictures.map((picture_base, slot) => ({ product_id, slot, picture_base })),
    }),
  }),
  kind({
    table: 'delivery_zone',
    records: deliveryZones,
    row: ({ pincodes, ...said }) => ({ ...said, pincodes: pincodes.map(String) }),
  }),
  kind({ table: 'delivery_slot', records: deliverySlots, name: 'name' }),
  kind({ table: 'delivery_day', records: deliveryDays }),
  kind({
    table: 'coupon',
    records: coupons,
    name: 'code',
    row: (said) => ({
      ...said,
      uses: storeOrders.filter(({ coupon_code }) => coupon_code === said.code).length,
    }),
  }),
  kind({
    table: 'course',
    records: courses,
    name: 'title',
    row: (said) => ({ ...said, updated_at: said.created_at }),
  }),
  kind({ table: 'flower', records: flowers, name: 'name' }),
  kind({
    table: 'recipe',
    records: recipes,
    row: ({ product, size, course, created_at }, demo) => {
      const product_id = product ? rowNamed(demo, 'product', product).id : null
      return {
        product_id,
        size_id: product_id && size ? sizeOf(demo, product_id, size).id : '',
        course_id: course ? rowNamed(demo, 'course', course).id : null,
        created_at,
      }
    },
    parts: ({ stems }, recipe_id, demo) => ({
      recipe_stem: stems.map(({ flower, ...said }, position) => ({
        recipe_id,
        position,
        flower_id: rowNamed(demo, 'flower', flower).id,
        ...said,
      })),
    }),
  }),
]

/** Makes the rows of all records in the data files. */
export function addRecords(demo: Demo): void {
  for (const { table, records, name, hasNoId, row, parts } of kinds) {
    for (const said of records) {
      const id = hasNoId ? undefined : demo.ids.id()
      const added = add(demo, table, { ...(id && { id }), ...(row ? row(said, demo) : said) })
      if (name) demo.named.set(`${table} ${said[name]}`, added)
      for (const [partTable, rows] of Object.entries(parts?.(said, String(id), demo) ?? {}))
        for (const part of rows) add(demo, partTable as keyof Schema, part)
    }
  }
}

/** Adds a row. If it has an unknown column, the database refuses it later. */
function add(demo: Demo, table: keyof Schema, said: object): object {
  const values = Object.entries(said).map(([column, value]) => [column, readValue(demo, column, value)])
  const row = Object.fromEntries(values)
  rowsOf(demo, table).push(row)
  return row
}

/** Converts a value for its column: finds the picture or day that it names, and makes JSON of a list. */
function readValue(demo: Demo, column: string, value: unknown): unknown {
  if (Array.isArray(value)) return JSON.stringify(value)
  if (typeof value !== 'string') return value
  if (column === 'picture_base' || column === 'cover_base') return showPicture(demo, value).base
  return readRelative(value, demo).replaceAll(pictureInText, (_, name: string) => {
    const { base, width } = showPicture(demo, name)
    return `/uploads/${base}-${width}.jpg`
  })
}

const pictureInText = /picture:([\w-]+)/g

function picturesIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => [...line.matchAll(pictureInText)].map(([, name]) => String(name)))
}

/** Finds the picture with this name, and notes that it must be copied into the uploads. */
export function showPicture({ pictures }: Demo, name: string) {
  pictures.add(name as PictureName)
  return finishedPicture(name as PictureName)
}
