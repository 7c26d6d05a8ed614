import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { onEachEngine } from '../../tests/harness/on-each-engine.ts'
import { addCourse, enrolmentBody } from '../../tests/harness/seats.ts'
import type { DatabaseState } from '../db/open.ts'
import { mountHealth } from './health.ts'

const busy = 'We’re busy right now. Try again in a moment.'

let diskProblem: string | null = null

onEachEngine('GET /healthz and GET /readyz', { findDiskProblem: async () => diskProblem }, (app, engine) => {
  let courseId: string
  let now = 0

  beforeAll(async () => {
    courseId = (await addCourse(app, { capacity: null })).id
  })
  beforeEach(() => {
    diskProblem = null
    // Each test begins a minute later, so that earlier results are forgotten.
    now += 60_000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const enrol = () => app.http('POST', '/api/enrollments', { body: enrolmentBody(courseId) })

  test('a healthy server says that its database and disk work, and that it is ready', async () => {
    const health = await app.http('GET', '/healthz')
    expect(health.status).toBe(200)
    expect(health.body).toEqual({ status: 'ok', database: 'up', disk: 'ok' })
    expect(health.headers.get('cache-control')).toBe('no-store')
    const readiness = await app.http('GET', '/readyz')
    expect(readiness.status).toBe(200)
    expect(readiness.body).toEqual({ status: 'ready' })
    expect(readiness.headers.get('cache-control')).toBe('no-store')
  })

  test('a server with a disk problem is alive but not ready, and does not publish the details', async () => {
    diskProblem = 'Only 12 MB are free on the disk of /var/lib/malar.'
    const readiness = await app.http('GET', '/readyz')
    expect(readiness.status).toBe(503)
    expect(readiness.body).toEqual({ status: 'disk' })
    expect(readiness.headers.get('retry-after')).toBe('2')
    const health = await app.http('GET', '/healthz')
    expect(health.status).toBe(200)
    expect(health.body).toMatchObject({ status: 'ok', disk: 'problem' })
  })

  if (engine === 'sqlite') {
    const provocations: [string, () => Promise<void>, () => Promise<void>][] = [
      [
        'is read-only',
        async () => void (await sql`pragma query_only = on`.execute(app.db.write)),
        async () => void (await sql`pragma query_only = off`.execute(app.db.write)),
      ],
      [
        'is full',
        async () => {
          const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(app.db.write)
          await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(app.db.write)
        },
        async () => void (await sql`pragma max_page_count = 1000000`.execute(app.db.write)),
      ],
    ]
    test.each(provocations)(
      'a write gets 503 while the disk %s, and works again afterwards',
      async (_name, provoke, mend) => {
        await provoke()
        try {
          let answer = await enrol()
          // The existing pages of the database file have room for a few more rows.
          while (answer.status === 201) answer = await enrol()
          expect(answer.status).toBe(503)
          expect(answer.body).toMatchObject({ code: 'unavailable', error: busy })
          expect(answer.headers.get('retry-after')).toBe('2')
          expect((await app.http('GET', '/api/courses')).status).toBe(200)
        } finally {
          await mend()
        }
        expect((await enrol()).status).toBe(201)
      },
    )

    test('a server whose database refuses writes is not ready until a write succeeds', async () => {
      await sql`pragma query_only = on`.execute(app.db.write)
      const readiness = await app.http('GET', '/readyz')
      await sql`pragma query_only = off`.execute(app.db.write)
      expect(readiness.status).toBe(503)
      expect(readiness.body).toEqual({ status: 'no writes' })
      expect((await app.http('GET', '/healthz')).body).toEqual({ status: 'ok', database: 'away', disk: 'ok' })
      now += 1_001
      expect((await app.http('GET', '/readyz')).status).toBe(200)
    })
  }

  if (engine === 'postgres') {
    test('a write to a read-only PostgreSQL gets 503 with Retry-After, and the server stays ready', async () => {
      const name = 'url' in app.where ? new URL(app.where.url).pathname.slice(1) : ''
      await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(app.db.write)
      const others = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = ${name} and pid <> pg_backend_pid()`
      await others.execute(app.db.write)
      await expect.poll(async () => (await enrol()).status).toBe(503)
      const answer = await enrol()
      expect(answer.body).toMatchObject({ code: 'unavailable', error: busy })
      expect(answer.headers.get('retry-after')).toBe('2')
      expect((await app.http('GET', '/readyz')).status).toBe(200)
      expect((await app.http('GET', '/healthz')).body).toMatchObject({ status: 'ok', database: 'standby' })
      const lift = sql.raw(
        `set transaction read write; alter database ${name} reset default_transaction_read_only`,
      )
      await app.db.transaction((tx) => lift.execute(tx))
      await expect.poll(async () => (await enrol()).status).toBe(201)
    })
  }

  test('a server that is about to stop is alive but not ready', async () => {
    app.app.drain()
    const readiness = await app.http('GET', '/readyz')
    expect(readiness.status).toBe(503)
    expect(readiness.body).toEqual({ status: 'stopping' })
    expect(readiness.headers.get('retry-after')).toBe('2')
    const health = await app.http('GET', '/healthz')
    expect(health.status).toBe(200)
    expect(health.body).toMatchObject({ status: 'stopping' })
  })
})

describe('the health check of the database', () => {
  let looks: PromiseWithResolvers<DatabaseState>[]
  let http: ReturnType<typeof Fastify>
  let now = 0
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    looks = []
    http = Fastify()
    mountHealth(http, {
      db: {
        engine: 'sqlite',
        findState: () => {
          const look = Promise.withResolvers<DatabaseState>()
          looks.push(look)
          return look.promise
        },
      },
      isDraining: () => false,
      findDiskProblem: async () => {
        throw new Error('the disk does not answer')
      },
    })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    vi.useRealTimers()
    await http.close()
  })
  const state = async () => {
    const asked = (async () => (await http.inject('/healthz')).json())()
    await vi.advanceTimersByTimeAsync(0)
    return asked
  }

  test('the health check runs once for all callers within a second', async () => {
    const asked = Promise.all(Array.from({ length: 50 }, state))
    await vi.advanceTimersByTimeAsync(0)
    looks[0]?.resolve('up')
    expect((await asked).every(({ database }) => database === 'up')).toBe(true)
    now += 999
    expect(await state()).toMatchObject({ database: 'up' })
    expect(looks.length).toBe(1)
    now += 2
    const again = state()
    await vi.advanceTimersByTimeAsync(0)
    expect(looks.length).toBe(2)
    looks[1]?.resolve('away')
    expect(await again).toMatchObject({ database: 'away' })
  })

  test('a slow health check answers “busy” instead of delaying callers, and never runs twice at the same time', async () => {
    const asked = state()
    await vi.advanceTimersByTimeAsync(500)
    expect(await asked).toEqual({ status: 'ok', database: 'busy', disk: 'problem' })
    now += 60_000
    // A caller does not wait for a check that is known to be slow.
    expect(await state()).toMatchObject({ database: 'busy' })
    expect(looks.length).toBe(1)
    looks[0]?.resolve('up')
    await vi.advanceTimersByTimeAsync(0)
    expect(await state()).toMatchObject({ database: 'up' })
    expect(looks.length).toBe(1)
  })
})
