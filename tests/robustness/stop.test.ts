import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/open.ts'
import { availableEngines } from '../harness/app.ts'
import { enrolmentBody } from '../harness/seats.ts'
import { halvesOfPost, RawConnection, sendRaw } from './raw-http.ts'
import { makeSchool, type School, type ServerProcess, startByNpm, startServer } from './server-process.ts'
import { isFull } from './size.ts'

const requests = 100

/** Lists the statuses of `/readyz` on new connections, until the server refuses a connection. */
async function readyzUntilRefused(url: string): Promise<number[]> {
  const statuses: number[] = []
  for (;;) {
    const answer = await sendRaw(
      url,
      'GET /readyz HTTP/1.1\r\nHost: malar.example\r\nConnection: close\r\n\r\n',
    )
    if (answer === null) return statuses
    statuses.push(answer.status)
  }
}

async function readyzUntil(url: string, status: number): Promise<void> {
  for (;;) {
    const answer = await sendRaw(
      url,
      'GET /readyz HTTP/1.1\r\nHost: malar.example\r\nConnection: close\r\n\r\n',
    )
    if (answer?.status === status) return
  }
}

// Both engines close in the same way, so `npm test` stops a server on only one engine.
describe.each(isFull ? await availableEngines() : (['sqlite'] as const))(
  'a server that gets SIGTERM, on %s',
  (engine) => {
    let school: School
    let db: Database
    beforeAll(async () => {
      school = await makeSchool(engine, [{ capacity: null }])
      db = await school.open()
    })
    afterAll(async () => {
      await db.close()
      school.remove()
    })

    async function stopAmidst(server: ServerProcess) {
      // Each enrolment is by another person, because one person can have only one seat in a batch.
      const posts = Array.from({ length: requests }, () =>
        halvesOfPost('/api/enrollments', enrolmentBody(school.courses[0]?.id as string)),
      )
      const before = await count(db)
      const writers = posts.map(({ start, rest }) => ({
        rest,
        connection: new RawConnection(server.url).write(start),
      }))
      // The open connection of an idle visitor must not keep the process alive.
      const idle = new RawConnection(server.url).write('GET /healthz HTTP/1.1\r\nHost: malar.example\r\n\r\n')
      expect((await idle.answer())?.status).toBe(200)

      const began = performance.now()
      server.kill('SIGTERM')
      const statuses = await readyzUntilRefused(server.url)
      // `/readyz` first answers 503, so that balancers send no new traffic. Then the server accepts no connection any
      // more.
      expect(statuses).toContain(503)
      expect(statuses.slice(statuses.indexOf(503)).every((status) => status === 503)).toBe(true)

      for (const { connection, rest } of writers) connection.write(rest)
      const answers = await Promise.all(writers.map(({ connection }) => connection.answer()))
      expect(answers.map((answer) => answer?.status)).toEqual(Array(requests).fill(201))
      const exit = await server.exited
      // An open connection must not delay the end until the limit of nine seconds.
      expect(performance.now() - began).toBeLessThan(8_000)
      expect(await count(db)).toBe(before + requests)
      return exit
    }

    test('a stopping server answers 503 at /readyz first, answers 100 requests in flight, and exits with 0', async () => {
      const server = await startServer(school.env)
      expect(await stopAmidst(server)).toEqual({ code: 0, signal: null })
    })

    test('a stopping server answers a request for a page on an open connection, and closes the connection', async () => {
      const server = await startServer(school.env)
      const visitor = new RawConnection(server.url)
      const ask = 'GET /classes HTTP/1.1\r\nHost: malar.example\r\n\r\n'
      expect((await visitor.write(ask).answer())?.status).toBe(200)
      server.kill('SIGTERM')
      await readyzUntil(server.url, 503)
      const last = await visitor.write(ask).answer()
      expect(last?.status).toBe(200)
      expect(last?.headers['connection']).toBe('close')
      await visitor.closed
      expect(await server.exited).toEqual({ code: 0, signal: null })
    })

    test('a second SIGTERM does not cut off requests in flight', async () => {
      const server = await startServer(school.env)
      const { start, rest } = halvesOfPost('/api/enrollments', enrolmentBody(school.courses[0]?.id as string))
      const writer = new RawConnection(server.url).write(start)
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      server.kill('SIGINT')
      server.kill('SIGTERM')
      await readyzUntilRefused(server.url)
      expect((await writer.write(rest).answer())?.status).toBe(201)
      expect(await server.exited).toEqual({ code: 0, signal: null })
    })

    // The two last tests run at the same time, because one of them waits for nine seconds.
    test.concurrent('a stopping server exits within ten seconds although one request never ends', async () => {
      const other = await makeSchool(engine, [])
      try {
        const server = await startServer(other.env)
        const { start } = halvesOfPost('/api/enrollments', enrolmentBody('nothing'))
        const slow = new RawConnection(server.url).write(start)
        expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
        const began = performance.now()
        server.kill('SIGTERM')
        expect(await server.exited).toEqual({ code: 0, signal: null })
        expect(performance.now() - began).toBeLessThan(10_000)
        slow.end()
      } finally {
        other.remove()
      }
    })

    test.concurrent('a server started by npm start answers its requests in flight before it ends', async () => {
      const server = await startByNpm(school.env)
      await stopAmidst(server)
    })
  },
)

async function count(db: Database): Promise<number> {
  return (await db.read.selectFrom('seat').select('id').execute()).length
}
