import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { startServer } from './processes.ts'

const coursesWanted = 24
const productsWanted = 48
const cache = '.cache/bench'
export const owner = { email: 'owner@malar.example', password: 'a password of the bench' }

/**
 * A demonstration school after a first start, filled up to 24 courses and 48 products, with an order of known id and
 * links. It is kept for the day, unless the code that makes it changes.
 */
export async function prepareSchool(log: (text: string) => void): Promise<string> {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  for (const file of globSync([
    'server/db/**/*.ts',
    'drawings/finished/school.json',
    'server/platform/pictures.ts',
    'bench/school.ts',
  ]).sort()) {
    hash.update(readFileSync(file))
  }
  const folder = path.resolve(cache, `school-${hash.digest('hex').slice(0, 12)}`)
  if (existsSync(folder)) return folder
  rmSync(cache, { recursive: true, force: true })
  const draft = `${folder}.draft`
  mkdirSync(draft, { recursive: true })
  log('Making the demonstration school')
  const server = await startServer({
    DATA_DIR: draft,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  })
  await server[Symbol.asyncDispose]()
  const db = new DatabaseSync(path.join(draft, 'malar.db'))
  fillUpCourses(db)
  fillUpProducts(db)
  placeOrder(db)
  db.close()
  renameSync(draft, folder)
  return folder
}

type Row = Record<string, SQLInputValue>

function selectAll(db: DatabaseSync, text: string): Row[] {
  return db.prepare(text).all() as Row[]
}

function insert(db: DatabaseSync, table: string, row: Row): void {
  const names = Object.keys(row)
  db.prepare(`insert into ${table} (${names}) values (${names.map(() => '?')})`).run(...Object.values(row))
}

function fillUpCourses(db: DatabaseSync): void {
  const courses = selectAll(db, 'select * from course').filter((course) => course['deleted_at'] === null)
  const batches = selectAll(db, 'select * from batch')
  for (let at = 0; courses.length > 0 && courses.length + at < coursesWanted; at++) {
    const course = courses[at % courses.length] ?? {}
    insert(db, 'course', { ...course, id: `${course['id']}-${at}`, slug: `${course['slug']}-${at}` })
    for (const batch of batches) {
      if (batch['course_id'] !== course['id']) continue
      insert(db, 'batch', {
        ...batch,
        id: `${batch['id']}-${at}`,
        course_id: `${course['id']}-${at}`,
        taken: 0,
      })
    }
  }
}

function fillUpProducts(db: DatabaseSync): void {
  const products = selectAll(db, 'select * from product where deleted_at is null and is_addon = 0')
  for (let at = 0; products.length > 0 && products.length + at < productsWanted; at++) {
    const product = products[at % products.length] ?? {}
    const id = `${product['id']}-${at}`
    insert(db, 'product', { ...product, id, slug: `${product['slug']}-${at}`, is_featured: 0 })
    for (const table of ['product_size', 'product_picture']) {
      for (const row of selectAll(db, `select * from ${table}`)) {
        if (row['product_id'] !== product['id']) continue
        insert(db, table, { ...row, ...('id' in row && { id: `${row['id']}-${at}` }), product_id: id })
      }
    }
  }
}

/** The id of the order's page, its payment and its recipient's link. */
export const knownOrder = 'order-of-the-bench'

function placeOrder(db: DatabaseSync): void {
  const [order] = selectAll(db, `select * from shop_order where slot_id is not null and status = 'pending'`)
  if (order === undefined) throw new Error('the demonstration school has no order that waits for its money')
  const far = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString()
  insert(db, 'shop_order', {
    ...order,
    id: knownOrder,
    gift_id: knownOrder,
    number: 'BENCH',
    holds_slot: 0,
    hold_until: far,
    make_by: far,
  })
  for (const item of selectAll(db, 'select * from shop_order_item')) {
    if (item['order_id'] === order['id'])
      insert(db, 'shop_order_item', { ...item, order_id: knownOrder, taken: 0 })
  }
}

/** Copies orders and enrolments until there are so many, over two years; each past batch holds twenty seats. */
export function growSchool(dataDir: string, wanted: number): void {
  const db = new DatabaseSync(path.join(dataDir, 'malar.db'))
  const orders = selectAll(db, 'select * from shop_order')
  const items = Map.groupBy(selectAll(db, 'select * from shop_order_item'), (row) => row['order_id'])
  const enrolments = selectAll(db, `select * from seat where kind = 'enrolment' and status = 'confirmed'`)
  const receipts = new Map(selectAll(db, 'select * from receipt').map((row) => [row['id'], row]))
  const paidBy = new Map(selectAll(db, 'select * from allocation').map((row) => [row['subject_id'], row]))
  const pay = (subject: SQLInputValue, id: string, day: string) => {
    const allocation = paidBy.get(subject)
    const receipt = receipts.get(allocation?.['receipt_id'] ?? '')
    if (!allocation || !receipt) return
    insert(db, 'receipt', { ...receipt, id, provider_id: id, happened_at: day, recorded_at: day })
    insert(db, 'allocation', { ...allocation, id, receipt_id: id, subject_id: id, at: day })
  }
  // Both sizes cover the same two years.
  const from = Date.now() - 730 * 24 * 3_600_000
  const at = (n: number) => new Date(from + (n / wanted) * 729 * 24 * 3_600_000).toISOString()
  const batchOf = addPastBatches(db, Math.ceil(wanted / seatsOfABatch))
  db.exec('begin')
  for (let n = orders.length; n < wanted; n++) {
    const order = orders[n % orders.length] ?? {}
    insert(db, 'shop_order', {
      ...order,
      id: `grown-${n}`,
      number: `GROWN-${n}`,
      gift_id: null,
      created_at: at(n),
      paid_at: order['paid_at'] === null ? null : at(n),
      delivery_day: order['delivery_day'] === null ? null : at(n).slice(0, 10),
      window_from: order['window_from'] === null ? null : at(n),
      window_to: order['window_to'] === null ? null : at(n),
      make_by: order['make_by'] === null ? null : at(n),
      holds_slot: 0,
    })
    for (const item of items.get(order['id'] ?? '') ?? [])
      insert(db, 'shop_order_item', { ...item, order_id: `grown-${n}`, taken: 0 })
    pay(order['id'] ?? '', `grown-${n}`, at(n))
  }
  for (let n = enrolments.length; n < wanted; n++) {
    const enrolment = enrolments[n % enrolments.length] ?? {}
    const id = `grown-e-${n}`
    const common = { id, created_at: at(n), ...batchOf(n) }
    insert(db, 'registration', {
      ...enrolment,
      ...common,
      reference: `GROWN-E-${n}`,
      email: `${n}@grown.example`,
      mailbox: `${n}@grown.example`,
      phone: String(6_000_000_000 + n),
      confirmed_at: at(n),
    })
    pay(enrolment['id'] ?? '', id, at(n))
  }
  db.exec('commit')
  db.close()
}

const seatsOfABatch = 20

/** Batches with one session each, from four years ago on. 5,000 end before the school begins. */
function addPastBatches(db: DatabaseSync, count: number) {
  const [sample] = selectAll(db, 'select * from batch where starts_on is not null')
  const courses = selectAll(db, 'select id from course where deleted_at is null order by id')
  const now = new Date().toISOString()
  const placeOf = (n: number) => ({
    batch_id: pastBatch(n),
    course_id: courses[n % courses.length]?.['id'] ?? '',
  })
  db.exec('begin')
  for (let n = 0; n < count; n++) {
    const days = 1_500 - 3 * Math.floor(n / courses.length)
    const starts_on = new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, 10)
    const { batch_id: id, course_id } = placeOf(n)
    const kept = { deleted_at: null, cancelled_at: null, visible_from: null }
    const seats = { capacity: seatsOfABatch, taken: seatsOfABatch }
    insert(db, 'batch', { ...sample, ...kept, ...seats, id, course_id, starts_on, ends_on: starts_on })
    insert(db, 'meeting', {
      id: `${id}-session`,
      batch_id: id,
      held_on: starts_on,
      starts_at: '10:00',
      ends_at: '12:00',
      created_at: now,
      updated_at: now,
    })
  }
  db.exec('commit')
  return (n: number) => placeOf(n % count)
}

export const pastBatch = (n: number) => `past-${n}`
