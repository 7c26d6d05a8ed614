import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../server/db/open.ts'
import { addDays, systemClock } from '../server/platform/clock.ts'
import { log } from './measure.ts'
import { startServer, temporaryFolder } from './processes.ts'

/** The address of a database: SQLite's file or PostgreSQL's URL. */
export type Where = { file: string } | { url: string }

const coursesWanted = 24
const productsWanted = 48
const cache = '.cache/bench'
export const owner = { email: 'owner@malar.example', password: 'a password of the bench' }

/**
 * Makes a demonstration school with 24 courses, 48 products and one order of known id. Returns its data folder, which
 * is used again on the same day, unless the code that makes the school changes.
 */
export async function prepareSchool(): Promise<string> {
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
  fillUp(path.join(draft, 'malar.db'))
  renameSync(draft, folder)
  return folder
}

/** The id of the one order that is measured: its own page, its payment page and its recipient's page. */
export const knownOrder = 'order-of-the-bench'

/** Copies courses, products and an order that is not paid yet. */
function fillUp(file: string): void {
  const db = new DatabaseSync(file)
  const idsOf = (query: string) =>
    db
      .prepare(query)
      .all()
      .map(({ id }) => String(id))
  /** Copies rows of a table. `others` has the SQL of the columns that differ from the original. */
  const copy = (table: string, where: string, others: Record<string, string>) => {
    const names = db
      .prepare(`select name from pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => String(name))
    const values = names.map((name) => others[name] ?? name)
    db.exec(`insert into ${table} (${names}) select ${values} from ${table} where ${where}`)
  }
  const courses = idsOf('select id from course where deleted_at is null')
  for (let at = 0; courses.length + at < coursesWanted; at++) {
    const course = courses[at % courses.length] ?? ''
    const id = `id || '-${at}'`
    copy('course', `id = '${course}'`, { id, slug: `slug || '-${at}'` })
    copy('batch', `course_id = '${course}'`, { id, course_id: `'${course}-${at}'`, taken: '0' })
  }
  const products = idsOf('select id from product where deleted_at is null and is_addon = 0')
  for (let at = 0; products.length + at < productsWanted; at++) {
    const product = products[at % products.length] ?? ''
    const [id, product_id] = [`id || '-${at}'`, `'${product}-${at}'`]
    copy('product', `id = '${product}'`, { id, slug: `slug || '-${at}'`, is_featured: '0' })
    copy('product_size', `product_id = '${product}'`, { id, product_id })
    copy('product_picture', `product_id = '${product}'`, { id, product_id })
  }
  const [order] = idsOf(`select id from shop_order where slot_id is not null and status = 'pending'`)
  const [id, far] = [`'${knownOrder}'`, `'${new Date(Date.now() + 30 * 24 * 3_600_000).toISOString()}'`]
  const waiting = { number: `'BENCH'`, holds_slot: '0', hold_until: far, make_by: far }
  copy('shop_order', `id = '${order}'`, { id, gift_id: id, ...waiting })
  copy('shop_order_item', `order_id = '${order}'`, { order_id: id, taken: '0' })
  db.close()
}

/** Copies the school into a new folder, which is deleted at the end of the block that uses it. */
export function copyOfSchool(school: string) {
  const folder = temporaryFolder()
  cpSync(school, folder.path, { recursive: true })
  return { ...folder, where: { file: path.join(folder.path, 'malar.db') } }
}

/** Removes the limits of seats, stock and slots, so that the bench measures sales and not refusals. */
export async function liftLimits(where: Where): Promise<void> {
  await using db = await openDatabase(where)
  await db.write.updateTable('batch').set({ capacity: null }).execute()
  await db.write.updateTable('product').set({ quantity: 1_000_000, is_offered: 1 }).execute()
  await db.write.updateTable('delivery_slot').set({ capacity: null }).execute()
  await db.write.deleteFrom('delivery_day').execute()
}

const sessionsOfABatch = 24

/** Gives every class this many coming batches, and deletes the coming batches that the class had before. */
export async function planBatches(where: Where, count: number): Promise<void> {
  await using db = await openDatabase(where)
  const now = systemClock.now()
  const today = systemClock.today()
  await db.transaction(async (tx) => {
    await tx
      .updateTable('batch')
      .set({ deleted_at: now })
      .where((is) => is.or([is('starts_on', '>=', today), is('starts_on', 'is', null)]))
      .execute()
    const courses = await tx.selectFrom('course').select('id').where('deleted_at', 'is', null).execute()
    for (const [at, { id: course_id }] of courses.entries()) {
      for (let n = 0; n < count; n++) {
        // These days are so far in the future that no other batch is on them.
        const starts_on = addDays(today, 400 + 7 * n + (at % 7))
        const ends_on = addDays(starts_on, sessionsOfABatch - 1)
        const id = `planned-${at}-${n}`
        const batch = { id, course_id, starts_on, starts_at: '10:00', ends_on, created_at: now }
        await tx
          .insertInto('batch')
          .values({ ...batch, capacity: 20, taken: 0 })
          .execute()
        const sessions = Array.from({ length: sessionsOfABatch }, (_, session) => ({
          id: `${id}-${session}`,
          batch_id: id,
          held_on: addDays(starts_on, session),
          starts_at: '10:00',
          ends_at: '12:00',
          created_at: now,
          updated_at: now,
        }))
        await tx.insertInto('meeting').values(sessions).execute()
      }
    }
    await db.changes.mark(tx, 'courses')
  })
}
