import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { interleaved } from '../../bench/measure.ts'
import { load, residentMegabytes, type StartedServer, startServer } from '../../bench/processes.ts'
import { ratePolicies } from '../../server/http/rate-limits.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { type CountedBuild, countedBuild } from '../harness/counted-build.ts'
import { addCourse } from '../harness/seats.ts'
import { makeSchool, type School } from './server-process.ts'
import { isFull } from './size.ts'

const realPages = [
  '/',
  '/classes',
  '/calendar',
  '/about',
  '/contact',
  '/shop',
  '/blog',
  '/store',
  '/terms',
  '/classes/bridal-bouquets',
]

/** Writes a word with other capitals for each number, for example `about` as `aBoUt`. */
function capitals(word: string, number: number): string {
  return [...word].map((letter, at) => ((number >> at) & 1 ? letter.toUpperCase() : letter)).join('')
}

/** A month and a day within the next `years` years, of which a calendar shows only two. */
function someDay(number: number, years: number): string {
  const at = new Date(Date.now() + ((number * 37) % (years * 365)) * 86_400_000)
  return `month=${at.toISOString().slice(0, 7)}&day=${at.toISOString().slice(0, 10)}&x=${number}`
}

const kinds: ((number: number) => string)[] = [
  (number) => `/about${'/'.repeat(1 + (number % 500))}`,
  (number) => `/${capitals('about', number)}?b=${number}`,
  (number) => `/%61${'/./'.repeat(number % 300)}bout`,
  (number) => `/about?utm_source=${number}`,
  (number) => `/calendar?${someDay(number, 2)}`,
  (number) => `/calendar?day=2026-07-01&${someDay(number, 80)}`,
  (number) => `/calendar?month=${2000 + (number % 99)}-0${1 + (number % 9)}`,
  (number) => `/no/such/page/${number}`,
  (number) => `/classes/no-such-course-${number}`,
  (number) => `/classes/${capitals('bridal-bouquets', number)}`,
  (number) => `/payment?enrollment=${number}`,
  (number) => `/unsubscribe/token-${number}`,
  (number) => `/waiting-list/token-${number}`,
  (number) => `/shop?category=Roses&utm_campaign=${number}`,
  (number) => `/store?utm_campaign=${number}&category=`,
  (number) => `/api/courses/${capitals('bridal-bouquets', number)}`,
  (number) => `/calendar/batch-${number}.ics`,
  // This kind is only in the full run, because the first picture loads the library that draws pictures.
  ...(isFull ? [(number: number) => `/share/classes/${capitals('bridal-bouquets', number)}.jpg`] : []),
]

function spelling(number: number): string {
  return kinds[number % kinds.length]?.(Math.floor(number / kinds.length)) ?? '/'
}

/** Sends all requests from one address, which stands for one network. */
function askAs(network: string, url: string, agent: Agent) {
  return (path: string) =>
    new Promise<number>((resolve, reject) => {
      request(
        url,
        { path, agent, headers: { 'x-forwarded-for': network, 'accept-encoding': 'br' } },
        (response) => {
          response.resume().once('end', () => resolve(response.statusCode ?? 0))
        },
      )
        .once('error', reject)
        .end()
    })
}

describe('misspelled page addresses that one network requests', () => {
  let site: CountedBuild
  let app: TestApp
  beforeAll(async () => {
    site = await countedBuild()
    app = await startApp({
      build: site.build,
      env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' },
      now: new Date().toISOString(),
    })
    await addCourse(app, { nextbatch: '2999-01-01' })
  })
  afterAll(() => app.stop())

  test('few of 300 misspelled page addresses are rendered, none gets a 5xx, and real pages stay cached', async () => {
    const agent = new Agent({ keepAlive: true })
    const visitor = askAs('203.0.113.2', app.url, agent)
    const attacker = askAs('203.0.113.1', app.url, agent)
    for (const page of realPages) expect([page, await visitor(page)]).toEqual([page, 200])
    const before = site.renderings()
    const answers = new Map<number, number>()
    for (let number = 0; number < 300; number++) {
      const status = await attacker(spelling(number))
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (number % 50 === 0) for (const page of realPages) await visitor(page)
    }
    agent.destroy()
    expect([...answers.keys()].sort()).toEqual([200, 308, 404])
    expect(site.renderings() - before).toBeLessThan(ratePolicies.page.max)
    const rendered = site.renderings()
    for (const page of realPages) expect([page, (await app.http('GET', page)).status]).toEqual([page, 200])
    expect(site.renderings()).toBe(rendered)
  })
})

const rounds = 5
const inRound = 1_000
const seconds = 4

if (isFull)
  describe('5,000 misspelled page addresses at a real server process', () => {
    let school: School
    let server: StartedServer
    beforeAll(async () => {
      school = await makeSchool('sqlite', [{ title: 'Bridal Bouquets' }])
      server = await startServer({ ...school.env, RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' })
    })
    afterAll(async () => {
      await server?.[Symbol.asyncDispose]()
      school?.remove()
    })

    test('5,000 misspelled page addresses do not slow other visitors, and need little memory', {
      timeout: 200_000,
    }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 10 })
      const attacker = askAs('203.0.113.1', server.url, agent)
      const visitor = askAs('203.0.113.2', server.url, agent)
      // The first picture loads the library that draws pictures, and the library takes more memory than all later
      // requests.
      for (const page of [...realPages, '/share/classes/bridal-bouquets.jpg']) await visitor(page)
      // The pause is needed, because readers without a pause would use both cores of the machine.
      const reading = {
        url: `${server.url}/classes`,
        ms: seconds * 1000,
        pauseMs: 1,
        headers: { 'x-forwarded-for': '203.0.113.3', 'accept-encoding': 'br' },
      }
      await load(reading)
      const memoryBefore = residentMegabytes(server.pid)
      let memoryMost = 0
      let number = 0
      const answers = new Map<number, number>()
      const attack = async () => {
        const began = performance.now()
        const asked: Promise<void>[] = []
        for (let sent = 0; sent < inRound; sent++) {
          asked.push(
            attacker(spelling(number++)).then((status) => {
              answers.set(status, (answers.get(status) ?? 0) + 1)
            }),
          )
          const due = (sent * seconds * 1000) / inRound - (performance.now() - began)
          if (due > 5) await delay(due)
        }
        await Promise.all(asked)
      }
      const rates = await interleaved(
        rounds - 1,
        async () => {
          const [rate] = await Promise.all([load(reading), attack()])
          memoryMost = Math.max(memoryMost, residentMegabytes(server.pid))
          return rate
        },
        () => load(reading),
      )
      for (const page of realPages) expect([page, await attacker(page)]).toEqual([page, 200])
      agent.destroy()
      console.info(
        `R23: others ${Math.round(rates.ours)}/s under ${number} spellings, ${Math.round(rates.baseline)} without, ratio ${rates.ratio.toFixed(2)}; ` +
          `resident ${Math.round(memoryBefore)} MB before, ${Math.round(memoryMost)} MB at most; answers ${JSON.stringify(Object.fromEntries(answers))}`,
      )
      expect([...answers.keys()].sort().filter((status) => status >= 500)).toEqual([])
      expect(rates.ratio).toBeGreaterThanOrEqual(0.9)
      expect(memoryMost - memoryBefore).toBeLessThanOrEqual(50)
      expect(memoryMost).toBeLessThanOrEqual(350)
    })
  })
