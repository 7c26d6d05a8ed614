import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/open.ts'
import { availableEngines } from '../harness/app.ts'
import { bookingBody, enrolmentBody } from '../harness/seats.ts'
import { makeSchool, type School, type ServerProcess, startServer } from './server-process.ts'
import { sized } from './size.ts'

const rounds = sized(2, 20)
const callers = 200

async function post(server: ServerProcess, at: string, body: unknown, key?: string): Promise<string> {
  const response = await fetch(server.url + at, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
    body: JSON.stringify(body),
  })
  return `${response.status} ${await response.text()}`
}

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM')
  await server.exited
}

describe.each(await availableEngines())('one process after the other on %s (R4)', (engine) => {
  test('a repeat gets the answer that the process before gave; another body under its key is refused', async () => {
    const school = await makeSchool(engine, [{ capacity: 1 }])
    try {
      const body = enrolmentBody(school.courses[0]?.id ?? '')
      const first = await startServer(school.env)
      const answer = await post(first, '/api/enrollments', body, 'key-over-a-restart')
      expect(answer).toMatch(/^201 /)
      await stop(first)
      const second = await startServer(school.env)
      expect(await post(second, '/api/enrollments', body, 'key-over-a-restart')).toBe(answer)
      expect(
        await post(second, '/api/enrollments', { ...body, phone: '6000000000' }, 'key-over-a-restart'),
      ).toMatch(/^409 .*idempotency_mismatch/)
      await stop(second)
    } finally {
      school.remove()
    }
  })

  // SQLite serves one process; the race inside of one runs on both engines in last-seat.test.ts.
  if (engine === 'postgres') describe('two processes at once', races)
})

function races() {
  let school: School
  let servers: ServerProcess[]
  let db: Database
  beforeAll(async () => {
    school = await makeSchool(
      'postgres',
      Array.from({ length: 2 * rounds + 1 }, (_, index) => ({
        title: `Garlands ${index}`,
        capacity: index % 2 === 0 ? 1 : 7,
      })),
    )
    servers = await Promise.all([startServer(school.env), startServer(school.env)])
    db = await school.open()
  })
  afterAll(async () => {
    await db?.close()
    await Promise.all((servers ?? []).map(stop))
    school?.remove()
  })
  const serverOf = (index: number) => servers[index % 2] as ServerProcess

  async function race(courseId: string) {
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, index) =>
        index % 4 < 2
          ? post(
              serverOf(index),
              '/api/events_enrollments',
              bookingBody(courseId, { transactionId: `TXN${index}` }),
            )
          : post(serverOf(index), '/api/enrollments', enrolmentBody(courseId)),
      ),
    )
    const counts: Record<string, number> = {}
    for (const answer of answers) {
      const word = answer.startsWith('201') ? '201' : (/"code":"(\w+)"/.exec(answer)?.[1] ?? answer)
      counts[word] = (counts[word] ?? 0) + 1
    }
    return counts
  }

  test.each([
    [1, 0],
    [7, 1],
  ])(
    `${callers} enrolments and bookings for %i free seats: as many get one (R1, R2)`,
    async (seats, offset) => {
      for (let round = 0; round < rounds; round++) {
        const { id = '' } = school.courses[2 * round + offset] ?? {}
        expect(await race(id)).toEqual({ '201': seats, batch_full: callers - seats })
        const batches = await db.read
          .selectFrom('batch')
          .select('taken')
          .where('course_id', '=', id)
          .execute()
        expect(batches).toEqual([{ taken: seats }])
      }
    },
  )

  test('50 posts with one key: one row, 50 equal answers (R4)', async () => {
    const body = { ...enrolmentBody(school.courses[2 * rounds]?.id ?? ''), email: 'once@mail.example' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        post(serverOf(index), '/api/enrollments', body, 'one-key-for-both'),
      ),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^201 /)
    const rows = await db.read.selectFrom('enrolment').select('id').where('email', '=', body.email).execute()
    expect(rows).toHaveLength(1)
  })

  test('one owner was made, though both started at once', async () => {
    const owners = await db.read.selectFrom('user').select('email').where('role', '=', 'owner').execute()
    expect(owners).toHaveLength(1)
  })
}
