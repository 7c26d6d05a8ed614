import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { availableEngines } from '../harness/app.ts'
import { Line } from '../harness/line.ts'
import { enrolmentBody } from '../harness/seats.ts'
import { makeSchool, type School, type ServerProcess, startServer } from './server-process.ts'
import { isFull } from './size.ts'

const hasPostgres = (await availableEngines()).includes('postgres')

async function call(url: string, method: string, at: string, body?: unknown) {
  const response = await fetch(url + at, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

function expectBusy(answer: Awaited<ReturnType<typeof call>>) {
  expect(answer.status, JSON.stringify(answer.body)).toBe(503)
  expect(answer.body).toEqual({
    success: false,
    error: 'We’re busy right now. Try again in a moment.',
    message: 'We’re busy right now. Try again in a moment.',
    code: 'unavailable',
    requestId: expect.any(String),
  })
}

if (hasPostgres)
  describe('a server whose PostgreSQL cannot be reached for a while', () => {
    let school: School
    let line: Line
    let server: ServerProcess
    let courseId: string
    beforeAll(async () => {
      school = await makeSchool('postgres', [{ capacity: null }])
      courseId = school.courses[0]?.id as string
      line = new Line(school.env['DATABASE_URL'] as string)
      await line.mend()
      server = await startServer({
        ...school.env,
        DATABASE_URL: line.urlOf(school.env['DATABASE_URL'] as string),
      })
    })
    afterAll(async () => {
      server?.kill('SIGKILL')
      await server?.exited
      line?.cut()
      school?.remove()
    })

    const enrol = () => call(server.url, 'POST', '/api/enrollments', enrolmentBody(courseId))
    const state = async () => (await call(server.url, 'GET', '/healthz')).body['database']

    async function untilUp() {
      while ((await state()) !== 'up') await delay(50)
    }

    test('while PostgreSQL is cut off calls get 503 and cached pages are served; writes succeed again afterwards', async () => {
      expect((await enrol()).status).toBe(201)
      const page = await (await fetch(`${server.url}/classes`)).text()
      for (let count = 0; count < 2; count++) {
        line.cut()
        while ((await state()) !== 'away') await delay(50)
        expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
        const answers = await Promise.all(Array.from({ length: 30 }, enrol))
        for (const answer of answers) expectBusy(answer)
        expectBusy(await call(server.url, 'GET', '/api/enrollments/nobody'))
        expectBusy(
          await call(server.url, 'POST', '/api/auth/signin', {
            email: 'owner@malar.example',
            password: 'a password of tests',
          }),
        )
        expect(await (await fetch(`${server.url}/classes`)).text()).toBe(page)
        await line.mend()
        await untilUp()
        expect((await enrol()).status).toBe(201)
      }
    })

    test('when PostgreSQL is cut off during writes, every write is answered and every acknowledged seat is counted', async () => {
      const before = await taken()
      const writes = Array.from({ length: 100 }, enrol)
      await Promise.race(writes)
      line.cut()
      const answers = await Promise.all(writes)
      await line.mend()
      await untilUp()
      for (const answer of answers) if (answer.status !== 201) expectBusy(answer)
      const acknowledged = answers.filter(({ status }) => status === 201).length
      const made = (await taken()) - before
      // A COMMIT that was under way may have succeeded although the caller got no answer.
      expect(made).toBeGreaterThanOrEqual(acknowledged)
      expect(made).toBeLessThanOrEqual(100)
    })

    if (isFull)
      test('every call is answered within a minute while PostgreSQL is silent, and writes succeed after it returns', {
        timeout: 180_000,
      }, async () => {
        line.silence()
        const began = performance.now()
        for (const answer of await Promise.all([
          enrol(),
          enrol(),
          call(server.url, 'GET', '/api/enrollments/nobody'),
        ]))
          expectBusy(answer)
        expect(await state()).not.toBe('up')
        expect(performance.now() - began).toBeLessThan(60_000)
        line.cut()
        await line.mend()
        await untilUp()
        expect((await enrol()).status).toBe(201)
      })

    async function taken(): Promise<number> {
      const db = await school.open()
      try {
        const batch = await db.read
          .selectFrom('batch')
          .select('taken')
          .where('course_id', '=', courseId)
          .executeTakeFirstOrThrow()
        return batch.taken
      } finally {
        await db.close()
      }
    }
  })

describe('a server whose SQLite file another program locks', () => {
  let school: School
  let server: ServerProcess
  let other: DatabaseSync
  beforeAll(async () => {
    school = await makeSchool('sqlite', [{ capacity: null }])
    server = await startServer(school.env)
    // The time-out lets this program wait while the server writes.
    other = new DatabaseSync(path.join(school.folder, 'malar.db'), { timeout: 5_000 })
  })
  afterAll(async () => {
    other?.close()
    server?.kill('SIGKILL')
    await server?.exited
    school?.remove()
  })
  const enrol = () =>
    call(server.url, 'POST', '/api/enrollments', enrolmentBody(school.courses[0]?.id as string))

  test('writes wait for a short lock and succeed, and reads go on', async () => {
    other.exec('begin immediate')
    const writes = Array.from({ length: 20 }, enrol)
    // The server meanwhile answers reads and other calls.
    for (let count = 0; count < 5; count++) {
      expect((await call(server.url, 'GET', '/api/courses')).status).toBe(200)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    }
    other.exec('rollback')
    for (const answer of await Promise.all(writes)) expect(answer.status).toBe(201)
  })

  test('writes get 503 while the file is locked for long, and the server still answers other calls', async () => {
    other.exec('begin immediate')
    const began = performance.now()
    let isWaiting = true
    const writes = Promise.all(Array.from({ length: 20 }, enrol)).finally(() => {
      isWaiting = false
    })
    let longest = 0
    while (isWaiting) {
      const asked = performance.now()
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      longest = Math.max(longest, performance.now() - asked)
      await delay(20)
    }
    for (const answer of await writes) expectBusy(answer)
    expect(performance.now() - began).toBeLessThan(15_000)
    // Waiting for the lock must not block the event loop, because a blocked loop would delay this answer by seconds.
    expect(longest).toBeLessThan(3_000)
    other.exec('rollback')
    expect((await enrol()).status).toBe(201)
  })
})
