import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { ratePolicies } from '../../server/http/rate-limits.ts'
import { type Answer, availableEngines, startApp, type TestApp } from '../harness/app.ts'
import { enrolmentBody } from '../harness/seats.ts'

const { max, windowMs } = ratePolicies['sign-in']
const env = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' }

describe.each((await availableEngines()).filter((one) => one === 'postgres'))(
  'rate limits that all servers share, on %s',
  (engine) => {
    const apps: TestApp[] = []
    const start = async (options: Parameters<typeof startApp>[0] = {}) => {
      const app = await startApp({ engine, env, ...options })
      apps.push(app)
      return app
    }
    afterAll(async () => {
      for (const app of apps.reverse()) await app.stop()
    })
    let attempts = 0
    /** Uses another account for each attempt, because guesses at one account have a limit of their own. */
    const signIn = (app: TestApp, network = '203.0.113.1') =>
      app.http('POST', '/api/auth/signin', {
        headers: { 'x-forwarded-for': network },
        body: { email: `somebody-${++attempts}@malar.example`, password: 'a wrong password' },
      })
    const statusesOf = (answers: Answer[]) => {
      const statuses = answers.map(({ status }) => status)
      return {
        401: statuses.filter((one) => one === 401).length,
        429: statuses.filter((one) => one === 429).length,
      }
    }

    test('the eleventh sign-in is refused with a time to wait, counted over two servers and a restart', async () => {
      const first = await start()
      const second = await start({ sharing: first })
      for (let count = 0; count < max - 1; count++) {
        expect((await signIn(count % 2 === 0 ? first : second)).status).toBe(401)
      }
      const restarted = await start({ sharing: first })
      const last = await signIn(restarted)
      expect([last.status, last.headers.get('x-ratelimit-remaining')]).toEqual([401, '0'])
      for (const app of [first, second, restarted]) {
        const { status, body, headers } = await signIn(app)
        expect([status, body.code]).toEqual([429, 'rate_limited'])
        expect(body.error).toMatch(/^Too many .+\.$/)
        const seconds = Number(headers.get('retry-after'))
        expect(seconds).toBeGreaterThan(0)
        expect(seconds).toBeLessThanOrEqual(windowMs / 1000)
      }
      // Other networks and other calls have counts of their own.
      expect((await signIn(first, '203.0.113.2')).status).toBe(401)
      expect((await signIn(second, '2001:db8:1:2::7')).status).toBe(401)
      const enrolled = await first.http('POST', '/api/enrollments', {
        headers: { 'x-forwarded-for': '203.0.113.1' },
        body: enrolmentBody('none'),
      })
      expect(enrolled.status).not.toBe(429)

      const rows = await first.db.read.selectFrom('rate_count').selectAll().execute()
      expect(rows).toHaveLength(4)
      expect(JSON.stringify(rows)).not.toMatch(/203\.0|2001:db8|signin/)

      first.deps.clock.advance(windowMs + 1_000)
      const fresh = await start({ sharing: first })
      expect((await signIn(fresh)).status).toBe(401)
    })

    test('two servers together allow as many simultaneous sign-ins as one server', async () => {
      const first = await start()
      const second = await start({ sharing: first })
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, at) => signIn(at % 2 === 0 ? first : second)),
      )
      expect(statusesOf(answers)).toEqual({ 401: max, 429: 30 - max })
    })

    test('RATE_LIMIT_FACTOR scales a limit that two servers share', async () => {
      const scaled = { ...env, RATE_LIMIT_FACTOR: '0.3' }
      const first = await start({ env: scaled })
      const second = await start({ sharing: first, env: scaled })
      const answers = [await signIn(first), await signIn(second), await signIn(first), await signIn(second)]
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429])
    })

    test('a server counts calls by itself if the database cannot count them', async () => {
      const app = await start()
      await app.db.write.schema.alterTable('rate_count').renameTo('rate_count_away').execute()
      const answers: Answer[] = []
      for (let count = 0; count < max + 2; count++) answers.push(await signIn(app))
      expect(statusesOf(answers)).toEqual({ 401: max, 429: 2 })
    })

    test('housekeeping removes the counts of rate-limit periods that are over', async () => {
      const app = await start()
      await signIn(app)
      app.deps.clock.advance(windowMs - 1_000)
      await app.app.services.housekeeping.keepHouse()
      expect(await app.db.read.selectFrom('rate_count').select('key').execute()).toHaveLength(1)
      app.deps.clock.advance(2_000)
      await app.app.services.housekeeping.keepHouse()
      expect(await app.db.read.selectFrom('rate_count').select('key').execute()).toEqual([])
    })

    test('the table that counts calls is unlogged in PostgreSQL, so that counting does not wait for the disk', async () => {
      const app = await start()
      const { rows } =
        await sql`select relpersistence as kind from pg_class where relname = 'rate_count'`.execute(
          app.db.read,
        )
      expect(rows).toEqual([{ kind: 'u' }])
    })
  },
)
