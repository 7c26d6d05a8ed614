import path from 'node:path'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import type { ServerBuild } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { loadBuild, type SiteBuild } from '../../server/http/rendering.ts'
import { onSqlite } from '../harness/on-each-engine.ts'
import { addCourse } from '../harness/seats.ts'

/** Loads the built site with a faulty page `/about`, which writes a course's description as unescaped markup. */
async function carelessBuild(): Promise<SiteBuild> {
  const build = await loadBuild(path.resolve('build'))
  const server = build.server as ServerBuild
  const about = server.routes['routes/about'] as NonNullable<ServerBuild['routes'][string]>
  const queryKey = ['GET /api/courses', null] as const
  function Careless() {
    const answer = useQueryClient().getQueryData<{ description: string }[]>(queryKey)
    const __html = answer?.map(({ description }) => description).join('') ?? ''
    return createElement('div', { dangerouslySetInnerHTML: { __html } })
  }
  const module = { ...about.module, default: Careless, handle: { queries: () => [{ queryKey }] } }
  return {
    ...build,
    server: { ...server, routes: { ...server.routes, 'routes/about': { ...about, module } as typeof about } },
  }
}

onSqlite('the content security policy of pages', { build: await carelessBuild() }, (app) => {
  let courseId: string
  beforeAll(async () => {
    courseId = (await addCourse(app)).id
  })

  /** Stores the course's description, and returns the server's answer for `/about`. */
  const aboutWith = async (description: string) => {
    await app.db.transaction(async (tx) => {
      await tx.updateTable('course').set({ description }).where('id', '=', courseId).execute()
      await app.db.changes.mark(tx, 'courses')
    })
    return app.http('GET', '/about')
  }

  test('a page that contains code from a stored text unescaped is refused with 500', async () => {
    for (const description of [
      '<script>document.title = "seen"</script>',
      '<ScRiPt>document.title = "seen"</sCrIpT>',
      '<script src="https://evil.example/x.js"></script>',
      '<script type="module">document.title = "seen"</script>',
      '<script type="application/json" type="module">1</script>',
      '<style>* { display: none }</style>',
      '<img src="/x" onerror="document.title = 1">',
      '<img src="/x" ONERROR=document.title=1>',
      '<img alt=">" src="/x" onerror=document.title=1>',
      '<a href="javascript:document.title=1">press</a>',
      '<a href=" JaVa\nScript:document.title=1">press</a>',
      '<a href="&#106;avascript:document.title=1">press</a>',
      '<form action="javascript:document.title=1"></form>',
      '<svg/onload=document.title=1>',
      '<script>document.title = "never ended"',
    ]) {
      const { status, text, headers } = await aboutWith(description)
      expect([status, headers.get('content-security-policy')], description).toEqual([
        500,
        "default-src 'none'; frame-ancestors 'none'",
      ])
      expect(text, description).not.toContain('document.title')
    }
  })

  test('all pages have the same content security policy, which allows only the scripts of the build', async () => {
    const tame = await aboutWith('<b title="onclick=words">Words</b> of onclick=words javascript:words')
    expect(tame.status).toBe(200)
    const policy = tame.headers.get('content-security-policy') ?? ''
    for (const at of ['/', '/classes', '/calendar?month=2026-04', '/admin', '/offline', '/no-such-page'])
      expect((await app.http('GET', at)).headers.get('content-security-policy'), at).toBe(policy)
    const directive = (name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `))
    expect(directive('script-src')).toMatch(/^script-src 'self'( 'sha256-[\w+/]{43}='){2}$/)
    expect(directive('style-src')).toMatch(/^style-src 'self' 'sha256-[\w+/]{43}='$/)
    expect(directive('require-trusted-types-for')).toBe("require-trusted-types-for 'script'")
    expect(directive('trusted-types')).toBe('trusted-types malar')
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe')
  })
})
