import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dearestCalls } from '../../bench/calls.ts'
import type * as calling from '../../bench/children/calling.ts'
import { residentMegabytes, startChild } from '../../bench/processes.ts'
import { memoryBounds } from '../../server/platform/memory.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { countedBuild } from '../harness/counted-build.ts'
import { addProduct } from '../harness/orders.ts'
import { addDeliveryPlan } from '../harness/store.ts'
import { makeSchool, type School, type ServerProcess, startServer } from './server-process.ts'
import { sized } from './size.ts'

let app: TestApp
let school: School
let server: ServerProcess
beforeAll(async () => {
  const { build } = await countedBuild()
  app = await startApp({ build, env: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: '127.0.0.1' } })
  school = await makeSchool('sqlite', [{ title: 'Bridal Bouquets', capacity: null }], {
    fill: async (made) => {
      await addDeliveryPlan(made)
      await addProduct(made, 1_000_000)
    },
  })
  server = await startServer({ ...school.env, TRUST_PROXY: '127.0.0.1' })
})
afterAll(async () => {
  await app?.stop()
  server?.kill('SIGINT')
  await server?.exited
  school?.remove()
})

test.runIf(process.platform === 'linux')(
  'a server process starts with the settings that bound its memory, and keeps its process id',
  () => {
    const read = (name: string) => readFileSync(`/proc/${server.pid}/${name}`, 'utf8').split('\0')
    expect(read('cmdline')).toEqual(expect.arrayContaining(memoryBounds.flags))
    const given = Object.entries(memoryBounds.env).map(([name, value]) => `${name}=${value}`)
    expect(read('environ')).toEqual(expect.arrayContaining(given))
  },
)

test('a server that answers the most expensive anonymous calls stays within 350 MB', async () => {
  await using asking = startChild<typeof calling>('calling.ts')
  const calls = await dearestCalls(server.url)
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, residentMegabytes(server.pid))
  }, 100)
  const ms = sized(5_000, 60_000)
  const counts = await asking.call('callFor', { callers: calls.map((call) => [call]), pauseMs: 0, ms })
  clearInterval(watching)
  console.info(`P8: ${Math.round(most)} MB at most; ${JSON.stringify(counts)}`)
  expect(most).toBeGreaterThan(100)
  expect(most).toBeLessThanOrEqual(350)
  for (const [name, { done, others, lastOther }] of Object.entries(counts)) {
    expect([name, others, lastOther]).toEqual([name, 0, ''])
    expect(done, name).toBeGreaterThan(0)
  }
})

/** Sends a call from this network. */
async function ask(network: string, path: string, body?: object) {
  const answer = await fetch(app.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-forwarded-for': network, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const signIn = (network: string, n: number) =>
  ask(network, '/api/auth/signin', { email: `nobody-${n}@mail.example`, password: 'a password of nobody' })
const search = (network: string, n: number) => ask(network, `/store?q=rose${n}`)
const gone = (network: string, n: number) => ask(network, `/waiting-list/token-${n}`)

test.each([
  ['sign-ins', signIn, 401],
  ['searches in the store', search, 200],
  ['pages that are not cached', gone, 200],
] as const)(
  'a flood of %s from one network is partly refused, and all callers from other networks are answered',
  async (_what, call, done) => {
    const flood = Array.from({ length: 300 }, (_, n) => call('203.0.113.1', n))
    const visitors = Array.from({ length: 12 }, (_, n) => call(`198.51.100.${n}`, 1_000 + n))
    expect((await Promise.all(visitors)).map(({ status }) => status)).toEqual(visitors.map(() => done))
    const answers = await Promise.all(flood)
    const refused = answers.filter(({ status }) => status === 503)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([done, 503]))
    expect(refused.length).toBeGreaterThan(100)
    for (const { headers, text } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(text).toMatch(/[Ww]ait a (moment|minute)|in a (moment|minute)/)
    }
  },
)
