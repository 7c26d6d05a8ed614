import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Line } from '../harness/line.ts'
import { startOwnPostgres, startStandby, type TestPostgres } from '../harness/postgres.ts'
import { enrolmentBody } from '../harness/seats.ts'
import { makeSchool, type School, type ServerProcess, startServer } from './server-process.ts'
import { sized } from './size.ts'

/** The time in ms for which each state of the database lasts. */
const stateMs = sized(300, 5_000)
const rounds = sized(1, 3)
const writers = 4
const readers = 2
const pages = ['/', '/classes', '/about', '/calendar']

const first = await startOwnPostgres({ isHasty: true })

if (first !== null)
  describe('a database that becomes unreachable, and returns first as a standby and then as the primary', () =>
    failover(first))
else test('did NOT run: there is no PostgreSQL on this machine', () => {})

function failover(first: TestPostgres) {
  let primary = first
  let database: string
  let school: School
  let line: Line
  let server: ServerProcess
  let courseId: string
  const load = { isOver: false, running: [] as Promise<void>[] }
  /** The ids of acknowledged enrolments. `answers` has the status and the time of each answer to a write. */
  const acknowledged: string[] = []
  const answers: { status: number; at: number }[] = []
  const refused: string[] = []
  const kept = new Map<string, number>()

  beforeAll(async () => {
    database = await primary.createDatabase()
    school = await makeSchool('postgres', [{ capacity: null }], { databaseUrl: database })
    courseId = school.courses[0]?.id as string
    line = new Line(primary.url)
    await line.mend()
    server = await startServer({ ...school.env, DATABASE_URL: line.urlOf(database) })
  })
  afterAll(async () => {
    load.isOver = true
    await Promise.all(load.running)
    server?.kill('SIGKILL')
    await server?.exited
    line?.cut()
    school?.remove()
    await primary.stop()
  })

  async function write() {
    const response = await fetch(`${server.url}/api/enrollments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(enrolmentBody(courseId)),
    })
    const body = (await response.json()) as { data: { id: string } }
    answers.push({ status: response.status, at: performance.now() })
    if (response.status === 201) acknowledged.push(body.data.id)
    else if (response.status !== 503 || response.headers.get('retry-after') !== '2')
      refused.push(`${response.status} ${JSON.stringify(body)}`)
  }

  async function look(page: string) {
    const response = await fetch(server.url + page)
    await response.arrayBuffer()
    kept.set(`${response.status}`, (kept.get(`${response.status}`) ?? 0) + 1)
  }

  function startLoad() {
    const forever = async (work: () => Promise<void>, pauseMs: number) => {
      while (!load.isOver) {
        await work()
        await delay(pauseMs)
      }
    }
    for (let count = 0; count < writers; count++) load.running.push(forever(write, 10))
    for (let count = 0; count < readers; count++) {
      load.running.push(
        forever(async () => {
          for (const page of pages) await look(page)
        }, 10),
      )
    }
  }

  /** Returns the time in ms until the next write is acknowledged. */
  async function untilWritten(): Promise<number> {
    const since = performance.now()
    for (;;) {
      const taken = answers.find(({ status, at }) => status === 201 && at > since)
      if (taken !== undefined) return taken.at - since
      await delay(5)
    }
  }

  async function away() {
    line.cut()
    await delay(stateMs)
    const health = (await (await fetch(`${server.url}/healthz`)).json()) as { database: string }
    expect(health.database).toBe('away')
    // The server stays ready, because visitors would lose its cached pages if a balancer left it.
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  }

  test('writes get 503 until the primary returns, and then succeed within two seconds; cached pages are always served', {
    timeout: 180_000,
  }, async () => {
    for (const page of pages) await look(page)
    const times: number[] = []
    startLoad()
    await untilWritten()
    for (let round = 0; round < rounds; round++) {
      const standby = (await startStandby(primary.url)) as TestPostgres
      await away()
      line.leadTo(standby.url)
      await line.mend()
      await delay(stateMs)
      // New connections lead to the old primary again. Connections to the standby stay open.
      line.leadTo(primary.url)
      times.push(await untilWritten())
      await delay(stateMs)

      await away()
      await primary.stop()
      line.leadTo(standby.url)
      await line.mend()
      await delay(stateMs)
      await standby.query('select pg_promote()')
      times.push(await untilWritten())
      await delay(stateMs)
      primary = standby
    }
    load.isOver = true
    await Promise.all(load.running)
    const unavailable = answers.filter(({ status }) => status === 503).length
    console.info(
      `R27: ${acknowledged.length} writes taken, ${unavailable} × 503; writes again after ${times.map(Math.round).join(', ')} ms; pages ${JSON.stringify([...kept])}`,
    )
    expect(refused).toEqual([])
    expect(unavailable).toBeGreaterThan(0)
    expect([...kept.keys()]).toEqual(['200'])
    expect(Math.max(...times)).toBeLessThan(2_000)
    const stands = new Set(await enrolments())
    expect(acknowledged.filter((id) => !stands.has(id))).toEqual([])
  })

  async function enrolments(): Promise<string[]> {
    const rows = await primary.query('select id from seat', database)
    return rows.map(({ id }) => id as string)
  }
}
