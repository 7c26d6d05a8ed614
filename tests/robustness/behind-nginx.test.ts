import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadBuild } from '../../server/http/rendering.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { startNginx, type TestNginx } from '../harness/nginx.ts'
import { addCourse } from '../harness/seats.ts'

const build = await loadBuild(path.resolve('build'))
const found = await startNginx(['http://127.0.0.1:9'])
await found?.stop()

test('a proxy may cache a public page, but no private page and no answer of the API', async () => {
  const app = await startApp({ build })
  try {
    for (const at of ['/about', '/classes', '/store']) {
      const { headers } = await app.http('GET', at)
      expect([at, headers.get('x-accel-expires')]).toEqual([at, '1'])
      expect(headers.get('cdn-cache-control')).toContain('stale-if-error')
      expect(headers.get('cache-control')).toBe('no-cache')
    }
    for (const at of ['/payment?enrollment=x', '/no-such-page', '/api/school', '/waiting-list?token=x']) {
      const { headers } = await app.http('GET', at)
      expect([at, headers.get('x-accel-expires'), headers.get('cdn-cache-control')]).toEqual([at, null, null])
    }
  } finally {
    await app.stop()
  }
})

if (found !== null)
  describe('two servers behind the nginx of the example', () => {
    let apps: TestApp[]
    let nginx: TestNginx
    beforeEach(async () => {
      const first = await startApp({ build, env: { TRUST_PROXY: '127.0.0.1' } })
      apps = [first, await startApp({ build, sharing: first, env: { TRUST_PROXY: '127.0.0.1' } })]
      nginx = (await startNginx(apps.map(({ url }) => url))) as TestNginx
    })
    afterEach(async () => {
      await nginx.stop()
      await Promise.all(
        apps
          .splice(0)
          .reverse()
          .map((app) => app.stop()),
      )
    })
    const get = async (at: string, headers: Record<string, string> = {}) => {
      const response = await fetch(nginx.url + at, { headers })
      return { status: response.status, headers: response.headers, text: await response.text() }
    }

    test('when both servers are dead, nginx serves the public pages in its cache, and no private page', async () => {
      const [app] = apps as [TestApp, TestApp]
      const course = await addCourse(app, { title: 'Jasmine Stringing' })
      const { token } = await signedIn(app, 'user')
      const known = ['/about', '/classes', `/classes/${course.slug}`]
      const before = new Map<string, string>()
      for (const at of known) before.set(at, (await get(at)).text)
      await get('/payment?enrollment=secret-token')
      await get('/api/profile', { authorization: `Bearer ${token}` })
      for (const one of apps.splice(0).reverse()) await one.stop()
      for (const at of known) {
        const answer = await get(at)
        expect([at, answer.status]).toEqual([at, 200])
        expect(answer.text).toBe(before.get(at))
        expect(answer.headers.get('content-security-policy')).toContain('script-src')
      }
      for (const at of ['/payment?enrollment=secret-token', '/api/profile', '/store'])
        expect([at, (await get(at)).status]).toEqual([at, 502])
    })

    test('nginx shows a changed course title soon after the change', async () => {
      const [app] = apps as [TestApp, TestApp]
      const course = await addCourse(app, { title: 'Jasmine Stringing' })
      expect((await get('/classes')).text).toContain('Jasmine Stringing')
      await app.db.transaction(async (tx) => {
        await tx.updateTable('course').set({ title: 'Rose Garlands' }).where('id', '=', course.id).execute()
        await app.db.changes.mark(tx, 'courses')
      })
      await expect
        .poll(async () => (await get('/classes')).text, { timeout: 5_000 })
        .toContain('Rose Garlands')
    })

    test('nginx replaces the request id that a visitor sends', async () => {
      const { body } = await apps[0]!.http('GET', '/api/nothing')
      expect(body.requestId).toMatch(/^[\w-]{22}$/)
      const answer = await get('/api/nothing', { 'x-request-id': 'mine-and-nobody-elses' })
      expect(JSON.parse(answer.text).requestId).toMatch(/^[0-9a-f]{32}$/)
    })
  })
