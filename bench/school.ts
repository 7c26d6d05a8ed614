import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { startServer } from './processes.ts'

const coursesWanted = 24
const cache = '.cache/bench'
/** Who owns the school that is measured. */
export const owner = { email: 'owner@malar.example', password: 'a password of the bench' }

/**
 * The data folder of a demonstration school as a first start makes it, filled up to 24 courses. It is kept for the
 * day, unless the code that makes it changes.
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

/** Copies courses with their batches until there are 24. */
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

/** Copies orders, and enrolments with their payments, until there are so many; each copy is an hour older. */
export function growSchool(dataDir: string, wanted: number): void {
  const db = new DatabaseSync(path.join(dataDir, 'malar.db'))
  const orders = selectAll(db, 'select * from shop_order')
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
  db.exec('begin')
  for (let n = orders.length; n < wanted; n++) {
    const order = orders[n % orders.length] ?? {}
    insert(db, 'shop_order', {
      ...order,
      id: `grown-${n}`,
      number: `GROWN-${n}`,
      created_at: at(n),
      paid_at: order['paid_at'] === null ? null : at(n),
    })
    pay(order['id'] ?? '', `grown-${n}`, at(n))
  }
  for (let n = enrolments.length; n < wanted; n++) {
    const enrolment = enrolments[n % enrolments.length] ?? {}
    const id = `grown-e-${n}`
    const common = { id, created_at: at(n) }
    insert(db, 'seat', {
      ...enrolment,
      ...common,
      reference: `GROWN-E-${n}`,
      email: `${n}@grown.example`,
      confirmed_at: at(n),
    })
    pay(enrolment['id'] ?? '', id, at(n))
  }
  db.exec('commit')
  db.close()
}
