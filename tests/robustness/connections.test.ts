import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { connectionsThatFit } from '../../server/http/connections.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { addCourse, enrolmentBody } from '../harness/seats.ts'
import { halvesOfPost, RawConnection } from './raw-http.ts'
import { makeSchool, startMain } from './server-process.ts'
import { sized } from './size.ts'

const apps: TestApp[] = []
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.stop()))
})

async function started(...args: Parameters<typeof startApp>): Promise<TestApp> {
  const app = await startApp(...args)
  apps.push(app)
  return app
}

/** A caller who never closes the connection, so only the server can end it. */
function stubborn(
  url: string,
  text: string,
): { socket: Socket; closed: Promise<void>; answer: () => string } {
  const { hostname, port } = new URL(url)
  let answer = ''
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.setEncoding('latin1').on('data', (more: string) => {
    answer += more
  })
  socket.on('error', () => {}) // a reset counts as the end of the connection
  if (text !== '') socket.write(text)
  return { socket, closed: new Promise((done) => socket.once('close', () => done())), answer: () => answer }
}

const openAt = (app: TestApp) =>
  new Promise<number>((resolve, reject) => {
    app.app.http.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

/** Resolves when the server has closed its side of the next connection. */
function nextLetGo(app: TestApp): Promise<void> {
  return new Promise((done) => {
    app.app.http.server.once('connection', (socket) => socket.once('close', () => done()))
  })
}

describe('connections that send no whole request or read no answer', () => {
  test.each([
    ['nothing at all', ''],
    ['half a head', 'GET /healthz HTTP/1.1\r\nHost:'],
    [
      'half a body',
      'POST /api/feedback HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{',
    ],
    ['text that is not HTTP', 'hello\r\n\r\n'],
  ])(
    'the server closes the connection of a caller who sends %s and keeps the connection open',
    async (_what, bytes) => {
      const app = await started({ connectionTimes: { headersMs: 60, requestMs: 90, checkMs: 20 } })
      const letGo = nextLetGo(app)
      const caller = stubborn(app.url, bytes)
      await new Promise((done) => caller.socket.once('end', done))
      expect(caller.answer()).toMatch(/^HTTP\/1\.1 40[08] /)
      await letGo
      caller.socket.destroy()
    },
  )

  test('the server closes the connection of a caller who sends many requests and reads no answer', async () => {
    const app = await started({ connectionTimes: { silenceMs: 100 } })
    const letGo = nextLetGo(app)
    const caller = stubborn(app.url, '')
    caller.socket.pause()
    const asked = Buffer.from('GET /api/courses HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20_000))
    caller.socket.write(asked)
    await letGo
    caller.socket.destroy()
  })

  test('the server closes a connection that stays idle after a request', async () => {
    const app = await started({ connectionTimes: { keepAliveMs: 50 } })
    const caller = new RawConnection(app.url).write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    expect((await caller.answer())?.status).toBe(200)
    await caller.closed
  })
})

describe('the limit of open connections', () => {
  test('at the limit of connections a new connection is accepted, and the longest-silent connection is closed', async () => {
    const app = await started({ env: { MAX_CONNECTIONS: '20' } })
    const course = await addCourse(app, { capacity: null })
    const { start, rest } = halvesOfPost('/api/enrollments', enrolmentBody(course.id))
    const writer = new RawConnection(app.url).write(start)
    const asking = new RawConnection(app.url)
    const silent: RawConnection[] = []
    try {
      for (let count = 0; count < 60; count++) {
        silent.push(new RawConnection(app.url))
        asking.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
        expect((await asking.answer())?.status).toBe(200)
      }
      await Promise.all(silent.slice(0, 40).map(({ closed }) => closed))
      expect(await openAt(app)).toBeLessThanOrEqual(20)
      expect((await app.http('GET', '/healthz')).status).toBe(200)
      // The server closes connections without a request first, so a caller who has sent a request stays, even if slow.
      expect((await writer.write(rest).answer())?.status).toBe(201)
    } finally {
      for (const one of [...silent, asking, writer]) one.end()
    }
  })

  test('at the limit of connections a visitor is answered although all other callers send their bodies slowly', async () => {
    const app = await started({ env: { MAX_CONNECTIONS: '20' } })
    const half =
      'POST /api/nothing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 30000\r\n\r\n{'
    const slow = Array.from({ length: 25 }, () => new RawConnection(app.url).write(half))
    try {
      await Promise.race(slow.map(({ closed }) => closed))
      for (let count = 0; count < 10; count++) {
        const visitor = new RawConnection(app.url).write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
        expect((await visitor.answer())?.status).toBe(200)
        visitor.end()
      }
    } finally {
      for (const one of slow) one.end()
    }
  })

  test('at the limit of connections the slowest sender is disconnected, even if a faster sender began earlier', async () => {
    const app = await started({ env: { MAX_CONNECTIONS: '20' } })
    const course = await addCourse(app, { capacity: null })
    const text = JSON.stringify(enrolmentBody(course.id)).padEnd(30_000)
    const callers: RawConnection[] = []
    /** Sends the head of a request, and waits until the server answers 100, so that the server has read the head. */
    const begin = async (sent: string) => {
      const one = new RawConnection(app.url).write(
        'POST /api/enrollments HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 30000\r\nExpect: 100-continue\r\n\r\n',
      )
      callers.push(one)
      expect((await one.answer())?.status).toBe(100)
      return one.write(sent)
    }
    try {
      const began = performance.now()
      const fair = await begin(text.slice(0, 29_000))
      const slow: RawConnection[] = []
      for (let count = 0; count < 19; count++) slow.push(await begin('{'))
      const [first, ...others] = slow
      const slowFrom = performance.now()
      // Waits until every slow sender has been open long enough to be slower than the fair sender.
      while (performance.now() - slowFrom < slowFrom - began + 20) await openAt(app)
      for (let count = 0; count < 5; count++) await begin('{')
      await first?.closed
      await Promise.race(others.map(({ closed }) => closed))
      expect((await fair.write(text.slice(29_000)).answer())?.status).toBe(201)
    } finally {
      for (const one of callers) one.end()
    }
  })

  test('five pipelined requests are answered, and a connection with 1,500 pipelined requests is closed', async () => {
    const app = await started()
    const ask = 'GET /api/courses HTTP/1.1\r\nHost: x\r\n\r\n'
    const few = new RawConnection(app.url).write(ask.repeat(5))
    for (let count = 0; count < 5; count++) expect((await few.answer())?.status).toBe(200)
    few.end()
    const many = new RawConnection(app.url)
    many.socket.pause()
    many.write(ask.repeat(1_500))
    many.socket.resume()
    await many.closed
    expect((await app.http('GET', '/healthz')).status).toBe(200)
  })

  test.each([
    [512, 156],
    [1024, 412],
    [100, 20],
    [1_048_576, 4_000],
  ])('a process with %i file descriptors accepts %i connections', (descriptors, connections) => {
    const line = `Max open files            ${descriptors}                 ${descriptors}                 files     `
    expect(connectionsThatFit(`Limit Soft Limit Hard Limit Units\n${line}\n`)).toBe(connections)
  })

  test('a process that cannot read its limit of file descriptors accepts 4,000 connections', () => {
    expect(connectionsThatFit('')).toBe(4_000)
    expect(connectionsThatFit('Max open files  unlimited  unlimited files')).toBe(4_000)
  })
})

const silentCount = sized(300, 2_000)
const slowCount = sized(40, 200)
describe.runIf(process.platform === 'linux')('a server with 512 file descriptors', () => {
  test(`visitors are answered despite ${silentCount} silent and ${slowCount} slow connections, whose descriptors are freed`, async () => {
    const school = await makeSchool('sqlite', [{}])
    const server = startMain(school.env, { descriptors: 512 })
    const callers: RawConnection[] = []
    try {
      const [, url = ''] = await server.line(/Server listening at (http:\/\/[\w.:[\]]+)/)
      const descriptors = () => readdirSync(`/proc/${server.pid}/fd`).length
      const body = enrolmentBody(school.courses[0]?.id ?? '')
      const visit = async () => {
        const answer = await fetch(`${url}/api/courses`, { headers: { connection: 'close' } })
        expect(answer.status).toBe(200)
        await answer.text()
      }
      await visit()
      const before = descriptors()
      const { start } = halvesOfPost('/api/enrollments', body)
      for (let count = 0; count < silentCount; count++) {
        callers.push(new RawConnection(url))
        if (count % 10 === 0 && callers.length < slowCount * 11)
          callers.push(new RawConnection(url).write(start))
        if (count % 50 === 0) await visit()
      }
      await visit()
      expect(descriptors()).toBeLessThan(512)
      expect(
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024,
      ).toBeLessThan(350)
      for (const caller of callers.splice(0)) caller.end()
      while (descriptors() > before) await visit()
    } finally {
      for (const caller of callers) caller.end()
      server.kill('SIGKILL')
      await server.exited
      school.remove()
    }
  })
})
