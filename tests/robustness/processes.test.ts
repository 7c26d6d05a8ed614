import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/open.ts'
import { availableEngines } from '../harness/app.ts'
import { bookingBody, enrolmentBody } from '../harness/seats.ts'
import { makeSchool, type School, type ServerProcess, startServer } from './server-process.ts'
import { sized } from './size.ts'

const rounds = sized(3, 20)
const callers = 200
const { length: hasPostgres } = (await availableEngines()).filter((engine) => engine === 'postgres')

// SQLite serves one process; the same race inside of one runs on both engines in last-seat.test.ts.
describe.runIf(hasPostgres)('two server processes on one PostgreSQL database', () => {
  let school: School
  let servers: ServerProcess[]
  let db: Database
  beforeAll(async () => {
    school = await makeSchool(
      'postgres',
      Array.from({ length: 2 * rounds }, (_, index) => ({
        title: `Garlands ${index}`,
        capacity: index % 2 === 0 ? 1 : 7,
      })),
    )
    servers = await Promise.all([startServer(school.env), startServer(school.env)])
    db = await school.open()
  })
  afterAll(async () => {
    await db?.close()
    for (const server of servers ?? []) {
      server.kill('SIGTERM')
      await server.exited
    }
    school?.remove()
  })

  async function race(courseId: string) {
    const answers = await Promise.all(
      Array.from({ length: callers }, async (_, index) => {
        const { url } = servers[index % 2] as ServerProcess
        const [at, body] =
          index % 4 < 2
            ? ['/api/events_enrollments', bookingBody(courseId, { transactionId: `TXN${index}` })]
            : ['/api/enrollments', enrolmentBody(courseId)]
        const response = await fetch(url + at, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        const { code } = (await response.json()) as { code?: string }
        return code === undefined ? `${response.status}` : `${response.status} ${code}`
      }),
    )
    const counts: Record<string, number> = {}
    for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
    return counts
  }

  test.each([
    [1, 0],
    [7, 1],
  ])(
    `${callers} enrolments and bookings at once for %i free seats: as many get one (R1, R2)`,
    async (seats, offset) => {
      for (let round = 0; round < rounds; round++) {
        const course = school.courses[2 * round + offset]
        expect(await race(course?.id ?? '')).toEqual({ '201': seats, '409 batch_full': callers - seats })
        const batch = await db.read
          .selectFrom('batch')
          .select('taken')
          .where('course_id', '=', course?.id ?? '')
          .execute()
        expect(batch).toEqual([{ taken: seats }])
      }
    },
  )

  test('one owner was made, though both started at once', async () => {
    const owners = await db.read.selectFrom('user').select('email').where('role', '=', 'owner').execute()
    expect(owners).toHaveLength(1)
  })

  test('50 posts with one key at both: one row, 50 equal answers (R4)', async () => {
    const course = school.courses[0]
    const free = { ...enrolmentBody(course?.id ?? ''), email: 'once@mail.example' }
    await db.write
      .updateTable('batch')
      .set({ capacity: 50 })
      .where('course_id', '=', course?.id ?? '')
      .execute()
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const { url } = servers[index % 2] as ServerProcess
        const response = await fetch(`${url}/api/enrollments`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': 'one-key-for-both' },
          body: JSON.stringify(free),
        })
        return `${response.status} ${await response.text()}`
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^201 /)
    const rows = await db.read
      .selectFrom('enrolment')
      .select('id')
      .where('email', '=', 'once@mail.example')
      .execute()
    expect(rows).toHaveLength(1)
  })
})
