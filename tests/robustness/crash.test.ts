import { randomUUID } from 'node:crypto'
import { appendFileSync, copyFileSync, existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/db/open.ts'
import { availableEngines } from '../harness/app.ts'
import { bookingBody, enrolmentBody } from '../harness/seats.ts'
import { makeSchool, type School, type ServerProcess, scratchFolder, startServer } from './server-process.ts'
import { isFull, sized } from './size.ts'

const rounds = sized(2, 20)
const callers = 20

interface Acknowledged {
  kind: 'enrolment' | 'event_booking'
  key: string
  body: Record<string, unknown>
  answer: { id: string; reference: string }
}

/** Many callers write until `enough` says so or the server is gone; each acknowledged write is reported. */
async function writeUntilGone(server: ServerProcess, courseId: string, tell: (one: Acknowledged) => void) {
  const caller = async (index: number) => {
    for (let count = 0; ; count++) {
      const kind = (index + count) % 3 === 0 ? 'event_booking' : 'enrolment'
      const key = randomUUID()
      const email = `${key}@mail.example`
      const body =
        kind === 'enrolment'
          ? enrolmentBody(courseId, { email })
          : bookingBody(courseId, { email, transactionId: key })
      const answer = await post(server.url, kind, key, body).catch(() => null)
      if (answer === null) return
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      tell({ kind, key, body, answer: answer.body.data })
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)))
}

async function post(url: string, kind: Acknowledged['kind'], key: string, body: unknown) {
  const response = await fetch(
    `${url}${kind === 'enrolment' ? '/api/enrollments' : '/api/events_enrollments'}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    },
  )
  return { status: response.status, body: (await response.json()) as { data: Acknowledged['answer'] } }
}

/** The rows of each seat, and whether any is there only in part. */
async function contentOf(db: Database) {
  const seats = await db.read
    .selectFrom('seat')
    .select(['id', 'kind', 'reference', 'status', 'batch_id'])
    .execute()
  const enrolments = seats.filter(({ kind }) => kind === 'enrolment')
  const bookings = seats.filter(({ kind }) => kind === 'event-booking')
  const batches = await db.read.selectFrom('batch').select(['id', 'taken']).execute()
  const causes = (await db.read.selectFrom('outbox').select('cause').execute()).map(({ cause }) => cause)
  const keys = await db.read.selectFrom('idempotency').select(['key', 'response']).execute()
  return { enrolments, bookings, batches, causes, keys }
}

function expectWhole(
  { enrolments, bookings, batches, causes, keys }: Awaited<ReturnType<typeof contentOf>>,
  acknowledged: Acknowledged[],
) {
  const seats = [...enrolments, ...bookings]
  const idsThere = new Map(seats.map((seat) => [seat.id, seat.reference]))
  const lost = acknowledged.filter(({ answer }) => idsThere.get(answer.id) !== answer.reference)
  expect(lost, 'acknowledged and lost').toEqual([])

  // Of each seat the count, the messages and the kept answer are there, or none of them.
  for (const { id, taken } of batches) {
    expect(taken).toBe(seats.filter((seat) => seat.batch_id === id && seat.status === 'pending').length)
  }
  const promised = new Map<string, number>()
  for (const cause of causes) {
    const id = cause.split(':')[1] ?? ''
    promised.set(id, (promised.get(id) ?? 0) + 1)
  }
  expect([...promised.keys()].filter((id) => !idsThere.has(id))).toEqual([])
  expect(new Set(enrolments.map(({ id }) => promised.get(id))).size, 'messages of an enrolment').toBe(1)
  expect(new Set(bookings.map(({ id }) => promised.get(id))).size, 'messages of a booking').toBe(1)
  expect([...idsThere.keys()].filter((id) => !promised.has(id))).toEqual([])
  const kept = keys.map(({ response }) => (JSON.parse(response) as { data: { id: string } }).data.id)
  expect(kept.sort()).toEqual([...idsThere.keys()].sort())
}

describe.each(await availableEngines())('kill -9 in the middle of writes on %s (R5)', (engine) => {
  let school: School
  beforeAll(async () => {
    school = await makeSchool(engine, [{ capacity: null }])
  })
  afterAll(() => school.remove())

  test(`${rounds} rounds: nothing acknowledged is lost, nothing is there in part, it is soon ready again`, {
    timeout: rounds * 30_000,
  }, async () => {
    const { env } = school
    const courseId = school.courses[0]?.id as string
    const acknowledged: Acknowledged[] = []
    const startTimes: number[] = []
    let server = await startServer(env)
    const undisturbedMs = server.startMs
    for (let round = 0; round < rounds; round++) {
      const until = acknowledged.length + 20 + ((round * 37) % 150)
      const isPowerCut = engine === 'sqlite' && round % 2 === 0
      let copy: { folder: string; acknowledged: number } | null = null
      await writeUntilGone(server, courseId, (one) => {
        acknowledged.push(one)
        if (acknowledged.length !== until) return
        if (isPowerCut) copy = { ...copyAsItLies(school.folder, server), acknowledged: acknowledged.length }
        server.kill('SIGKILL')
      })
      expect((await server.exited).signal).toBe('SIGKILL')
      if (copy !== null) await expectCopyWhole(copy, acknowledged)

      server = await startServer(env)
      startTimes.push(server.startMs)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      const db = await school.open()
      expectWhole(await contentOf(db), acknowledged)
      await db.close()
      // The same answer to the same key, though another process gave it (R4).
      const [first, last] = [acknowledged[0], acknowledged.at(-1)] as [Acknowledged, Acknowledged]
      for (const { kind, key, body, answer } of [first, last]) {
        const again = await post(server.url, kind, key, body)
        expect(again).toMatchObject({ status: 201, body: { data: answer } })
        const other = await post(server.url, kind, key, { ...body, phone: '9000000000' })
        expect(other.status).toBe(409)
      }
    }
    server.kill('SIGTERM')
    await server.exited
    const median = startTimes.sort((a, b) => a - b)[Math.floor(startTimes.length / 2)] as number
    console.info(
      `R5 ${engine}: ${acknowledged.length} acknowledged in ${rounds} rounds; ready again after ${Math.round(median)} ms (median)`,
    )
    // An idle machine takes two seconds; a busy one takes longer for every start.
    if (isFull) expect(median).toBeLessThan(Math.max(2_000, 2 * undisturbedMs))
  })
})

/** A power cut: copies the files at one instant, while the server is stopped. */
function copyAsItLies(dataDir: string, server: ServerProcess) {
  const folder = scratchFolder()
  server.kill('SIGSTOP')
  for (const name of ['malar.db', 'malar.db-wal', 'malar.db-shm']) {
    const file = path.join(dataDir, name)
    if (existsSync(file)) copyFileSync(file, path.join(folder, name))
  }
  return { folder }
}

async function expectCopyWhole(copy: { folder: string; acknowledged: number }, acknowledged: Acknowledged[]) {
  const file = path.join(copy.folder, 'malar.db')
  // A write was under way: the log ends in the middle of a page.
  appendFileSync(`${file}-wal`, Buffer.alloc(2_500, 0xa5))
  const plain = new DatabaseSync(file)
  expect(plain.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(plain.prepare('pragma foreign_key_check').all()).toEqual([])
  plain.close()
  const db = await openDatabase({ file })
  expectWhole(await contentOf(db), acknowledged.slice(0, copy.acknowledged))
  await db.close()
  rmSync(copy.folder, { recursive: true, force: true })
}
