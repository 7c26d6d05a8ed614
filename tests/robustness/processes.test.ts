import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/open.ts'
import { createSignedLinks } from '../../server/platform/signed-links.ts'
import { availableEngines } from '../harness/app.ts'
import { bookingBody, enrolmentBody } from '../harness/seats.ts'
import { makeSchool, type School, type ServerProcess, scratchFolder, startServer } from './server-process.ts'
import { sized } from './size.ts'

const rounds = sized(2, 20)
const callers = 200
const offersRaced = 4

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

  // SQLite serves one process; last-seat.test.ts runs the race inside one process on both engines.
  if (engine === 'postgres') describe('two processes at once', races)
})

function races() {
  let school: School
  let servers: ServerProcess[]
  let otherFolder: string
  let offered: School['courses']
  let db: Database
  beforeAll(async () => {
    school = await makeSchool(
      'postgres',
      Array.from({ length: 2 * rounds + 1 + offersRaced }, (_, index) => ({
        title: `Garlands ${index}`,
        capacity: index % 2 === 0 || index > 2 * rounds ? 1 : 7,
      })),
    )
    offered = school.courses.slice(2 * rounds + 1)
    // As on two machines: a data folder serves one process.
    otherFolder = scratchFolder()
    servers = await Promise.all([
      startServer(school.env),
      startServer({ ...school.env, DATA_DIR: otherFolder }),
    ])
    db = await school.open()
  })
  afterAll(async () => {
    await db?.close()
    await Promise.all((servers ?? []).map(stop))
    school?.remove()
    rmSync(otherFolder, { recursive: true, force: true })
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

  test('holds that end in both processes at once: each seat is offered to one, and taken once (S2)', async () => {
    const places: { courseId: string; emails: string[] }[] = []
    for (const { id: courseId } of offered) {
      expect(await post(serverOf(0), '/api/enrollments', enrolmentBody(courseId))).toMatch(/^201 /)
      const emails = [0, 1, 2].map((n) => `${courseId}${n}@mail.example`.toLowerCase())
      for (const [n, email] of emails.entries()) {
        const body = { fullName: 'Uma', phone: '9876543210', email, courseId }
        expect(await post(serverOf(n), '/api/waiting-list', body)).toMatch(/^201 /)
      }
      places.push({ courseId, emails })
    }
    await db.write
      .updateTable('seat')
      .set({ hold_until: '2000-01-01T00:00:00.000Z' })
      .where(
        'course_id',
        'in',
        offered.map(({ id }) => id),
      )
      .execute()
    const entriesOf = (emails: string[]) =>
      db.read
        .selectFrom('waiting_list_entry')
        .select(['id', 'status'])
        .where('email', 'in', emails)
        .orderBy('place')
        .execute()
    const links = createSignedLinks(school.env['AUTH_SECRET'] ?? '')
    for (const { courseId, emails } of places) {
      // Both look for ended holds every 15 s.
      await expect
        .poll(async () => (await entriesOf(emails)).map(({ status }) => status), { timeout: 20_000 })
        .toEqual(['offered', 'waiting', 'waiting'])
      const token = links.sign('waiting-list', (await entriesOf(emails))[0]?.id ?? '')
      const [taking, enrolling] = await Promise.all([
        Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            post(serverOf(index), `/api/waiting-list/${token}/seat`, { batch: '2999-01-01' }),
          ),
        ),
        Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            post(serverOf(index), '/api/enrollments', enrolmentBody(courseId)),
          ),
        ),
      ])
      expect(new Set(taking).size).toBe(1)
      expect(taking[0]).toMatch(/^201 /)
      for (const answer of enrolling) expect(answer).toMatch(/batch_full/)
      expect(
        await db.read.selectFrom('batch').select('taken').where('course_id', '=', courseId).execute(),
      ).toEqual([{ taken: 1 }])
      const seats = await db.read
        .selectFrom('seat')
        .select('email')
        .where('course_id', '=', courseId)
        .where('status', '=', 'pending')
        .execute()
      expect(seats).toEqual([{ email: emails[0] }])
    }
  })

  test('50 posts with one key: one row, 50 equal answers (R4)', async () => {
    const body = { ...enrolmentBody(school.courses[2 * rounds]?.id ?? ''), email: 'once@mail.example' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        post(serverOf(index), '/api/enrollments', body, 'one-key-for-both'),
      ),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^201 /)
    const rows = await db.read.selectFrom('seat').select('id').where('email', '=', body.email).execute()
    expect(rows).toHaveLength(1)
  })

  test('one owner was made, though both started at once', async () => {
    const owners = await db.read.selectFrom('user').select('email').where('role', '=', 'owner').execute()
    expect(owners).toHaveLength(1)
  })
}
