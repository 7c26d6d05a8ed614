import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startServer } from './processes.ts'

const coursesWanted = 24
const cache = '.cache/bench'

/**
 * The demonstration school as a first start makes it, filled up to 24 courses; its data folder. Drawing its
 * pictures takes a while, so it is kept for the day, until what makes it changes.
 */
export async function prepareSchool(log: (text: string) => void): Promise<string> {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  for (const file of globSync([
    'server/db/**/*.ts',
    'drawings/**/*.ts',
    'server/platform/pictures.ts',
  ]).sort()) {
    hash.update(readFileSync(file))
  }
  const folder = path.resolve(cache, `school-${hash.digest('hex').slice(0, 12)}`)
  if (existsSync(folder)) return folder
  rmSync(cache, { recursive: true, force: true })
  const draft = `${folder}.draft`
  mkdirSync(draft, { recursive: true })
  log('Making the demonstration school')
  const server = await startServer({ DATA_DIR: draft })
  await server.stop()
  const db = new DatabaseSync(path.join(draft, 'malar.db'))
  fillUpCourses(db)
  db.close()
  renameSync(draft, folder)
  return folder
}

/** Copies courses with their batches until there are 24. */
function fillUpCourses(db: DatabaseSync): void {
  const rows = (table: string) => db.prepare(`select * from ${table}`).all()
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row)
    db.prepare(`insert into ${table} (${names}) values (${names.map(() => '?')})`).run(
      ...(Object.values(row) as string[]),
    )
  }
  const courses = rows('course').filter((course) => course['deleted_at'] === null)
  const batches = rows('batch')
  for (let at = 0; courses.length > 0 && courses.length + at < coursesWanted; at++) {
    const course = courses[at % courses.length] ?? {}
    insert('course', { ...course, id: `${course['id']}-${at}`, slug: `${course['slug']}-${at}` })
    for (const batch of batches) {
      if (batch['course_id'] !== course['id']) continue
      insert('batch', { ...batch, id: `${batch['id']}-${at}`, course_id: `${course['id']}-${at}`, taken: 0 })
    }
  }
}
