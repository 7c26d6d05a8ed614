import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireHeldSeats } from '../../server/domains/registrations/seats/seat-ends.ts'
import { createMetrics, type Metrics } from '../../server/http/metrics.ts'
import { loadBuild } from '../../server/http/rendering.ts'
import { createLogger } from '../../server/platform/logger.ts'
import { createWatchingReport } from '../../server/reports/watching/watching.report.ts'
import { onEachEngine } from '../harness/on-each-engine.ts'
import { addCourse, enrol } from '../harness/seats.ts'

let metrics: Metrics
const watch = {
  answered: (...facts: Parameters<Metrics['answered']>) => metrics?.answered(...facts),
  sentKept: () => metrics?.sentKept(),
}

onEachEngine(
  'the metrics for Prometheus',
  { build: await loadBuild(path.resolve('build')), watch },
  (app, engine) => {
    let server: Awaited<ReturnType<Metrics['listen']>>
    beforeAll(async () => {
      metrics = await createMetrics({
        db: app.db,
        dataDir: app.folder,
        ...createWatchingReport(app.deps),
        log: createLogger('silent'),
      })
      server = await metrics.listen({ port: 0, host: '127.0.0.1' })
    })
    afterAll(() => server.stop())

    const ask = (at: string, method = 'GET') => fetch(`http://127.0.0.1:${server.port}${at}`, { method })
    const read = async () => (await ask('/metrics')).text()
    /** Reads the value of the metric `line`. */
    const valueOf = (text: string, line: string) =>
      Number(
        text
          .split('\n')
          .find((one) => one.startsWith(`${line} `))
          ?.slice(line.length),
      )

    test('metrics are served on a port of their own, and nothing else is served there', async () => {
      expect((await ask('/metrics')).status).toBe(200)
      for (const [at, method] of [
        ['/', 'GET'],
        ['/api/school', 'GET'],
        ['/metrics', 'POST'],
        ['/metrics/x', 'GET'],
      ] as const)
        expect((await ask(at, method)).status).toBe(404)
      expect((await app.http('GET', '/metrics')).text).not.toContain('malar_')
    })

    test('metrics count requests by route pattern, never by the requested address', async () => {
      await app.http('GET', '/api/courses/who-is-meena')
      await app.http('GET', '/api/who-is-meena')
      await app.http('GET', '/who-is-meena?email=meena@example.com')
      const text = await read()
      const count = (route: string, status: number) =>
        valueOf(text, `malar_http_request_seconds_count{method="GET",route="${route}",status="${status}"}`)
      expect(count('/api/courses/:slug', 404)).toBe(1)
      expect(count('/api/*', 404)).toBe(1)
      expect(text).not.toContain('meena')
    })

    test('metrics count a page that is sent from the cache as cached, and not as a request', async () => {
      await app.http('GET', '/about')
      const pages = 'malar_http_request_seconds_count{method="GET",route="/*",status="200"}'
      const counts = async () => {
        const text = await read()
        return { kept: valueOf(text, 'malar_kept_pages_total'), requests: valueOf(text, pages) }
      }
      const before = await counts()
      expect(before.requests).toBeGreaterThan(0)
      await app.http('GET', '/about')
      expect(await counts()).toEqual({ kept: before.kept + 1, requests: before.requests })
    })

    test('metrics show overdue holds and the age of the oldest unsent e-mail, and no personal data', async () => {
      const course = await addCourse(app)
      const seat = await enrol(app, course.id, { email: 'meena@example.com', name: 'Meena Krishnan' })
      const { clock } = app.deps
      const { hold_until } = await app.db.read
        .selectFrom('seat')
        .select('hold_until')
        .where('id', '=', seat.id)
        .executeTakeFirstOrThrow()
      const overdue = async () => valueOf(await read(), 'malar_holds_overdue')
      clock.set(hold_until ?? '')
      clock.advance(59_000)
      expect(await overdue()).toBe(0)
      clock.advance(1_000)
      const text = await read()
      expect(await overdue()).toBe(1)
      expect(valueOf(text, 'malar_outbox_messages{status="queued"}')).toBeGreaterThan(0)
      expect(valueOf(text, 'malar_outbox_wait_seconds')).toBeGreaterThan(3_600)
      for (const word of ['meena', 'Meena', seat.id, seat.reference]) expect(text).not.toContain(word)
      await expireHeldSeats(app.app.services.registrationDeps)
      expect(await overdue()).toBe(0)
    })

    test('metrics describe the database, its connections, the disk and the process', async () => {
      const text = await read()
      expect(valueOf(text, 'malar_database_up')).toBe(1)
      expect(valueOf(text, 'malar_disk_free_bytes')).toBeGreaterThan(0)
      expect(text).toContain('nodejs_eventloop_lag_seconds')
      const idle = valueOf(text, 'malar_database_connections{role="read",state="idle"}')
      if (engine === 'postgres') expect(idle).toBeGreaterThanOrEqual(0)
      else expect(idle).toBeNaN()
    })
  },
)

test('the example dashboard and the example alerts use only metrics that exist', async () => {
  const one = await createMetrics({
    db: { engine: 'postgres', findState: async () => 'up', countConnections: () => [] },
    dataDir: '.',
    findFigures: async () => ({ overdueHolds: 0, outbox: [], outboxWaitSeconds: 0, standbys: [] }),
    log: createLogger('silent'),
  })
  const { port, stop } = await one.listen({ port: 0, host: '127.0.0.1' })
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  await stop()
  const there = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const examples = ['alerts.yml', 'grafana.json'].map((name) =>
    readFileSync(path.join('examples/several-machines', name), 'utf8'),
  )
  const asked = new Set(
    examples.flatMap((example) => example.match(/\b(?:malar|nodejs|process)_[a-z0-9_]+\b/g) ?? []),
  )
  expect(asked.size).toBeGreaterThan(9)
  for (const name of asked) expect(there).toContain(name.replace(/_(?:count|bucket)$/, ''))
})

test('metrics are served while the database is down, and say so', async () => {
  const gone = async () => {
    throw new Error('away')
  }
  const lone = await createMetrics({
    db: { engine: 'postgres', findState: async () => 'away', countConnections: () => [] },
    dataDir: '.',
    findFigures: gone,
    log: createLogger('silent'),
  })
  const { port, stop } = await lone.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  const text = await response.text()
  await stop()
  expect(response.status).toBe(200)
  expect(text).toContain('malar_database_up 0')
  expect(text).toContain('malar_disk_free_bytes')
})
