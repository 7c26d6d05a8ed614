import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { loadBuild } from '../../server/http/rendering.ts'
import { whilePublishing } from '../harness/journal.ts'
import { callers, onSqlite } from '../harness/on-each-engine.ts'

const build = await loadBuild(path.resolve('build'))

onSqlite('the pages of the journal', { build }, (app) => {
  const { staff } = callers(app, 'staff')
  const as = (method: string, at: string, body: object) => app.http(method, at, { token: staff.token, body })
  const write = async (more: object): Promise<string> =>
    (await as('POST', '/api/admin/blog', { body: 'For one evening.', ...more })).body.data.id
  const page = async (at: string) => {
    const { status, headers, text } = await app.http('GET', at)
    return { status, location: headers.get('location'), text }
  }

  beforeAll(async () => {
    await write({ title: 'Malli', tags: ['Hair Flowers'], status: 'published' })
  })

  test('a published post is shown with its Markdown as formatted text', async () => {
    await write({ title: 'Rain', body: '**Wet** roads <b>here</b>', status: 'published' })
    const { status, text } = await page('/blog/rain')
    expect(status).toBe(200)
    expect(text).toContain('<strong>Wet</strong> roads &lt;b&gt;here&lt;/b&gt;')
    expect((await page('/blog')).text).toContain('href="/blog/rain"')
  })

  test.each(['/blog/nothing', '/blog/tag/nothing', '/blog/tag/%25', '/blog/tag', '/blog/a/b'])(
    'the address %s answers 404 with the page “Oops! Page not found”',
    async (at) => {
      const { status, text } = await page(at)
      expect(status).toBe(404)
      expect(text).toContain('Oops! Page not found')
    },
  )

  test('each post and each tag has one address, to which old addresses and other spellings redirect', async () => {
    const id = await write({ title: 'Before', slug: 'before', status: 'published' })
    expect((await page('/blog/before')).status).toBe(200)
    await as('PUT', `/api/admin/blog/${id}`, { slug: 'after' })
    // The server caches the old page for at most 200 ms.
    await expect.poll(() => page('/blog/before')).toMatchObject({ status: 308, location: '/blog/after' })
    expect(await page('/blog/AFTER')).toMatchObject({ status: 308, location: '/blog/after' })
    expect(await page('/Blog/after')).toMatchObject({ status: 308, location: '/blog/after' })
    expect(await page('/blog/tag/Hair%20Flowers')).toMatchObject({
      status: 308,
      location: '/blog/tag/hair-flowers',
    })
    const ofTag = await page('/blog/tag/hair-flowers')
    expect(ofTag.status).toBe(200)
    expect(ofTag.text).toContain('Posts about <em>Hair Flowers</em>')
    expect(ofTag.text).not.toContain('/blog/after"')
  })

  test('a scheduled post has no page until its time comes, and is then in the list too', async () => {
    await write({ title: 'Dawn', status: 'scheduled', publishOn: '2026-03-02T13:00' })
    await write({ title: 'Draft', slug: 'dawn-draft' })
    const seen = async () => [
      (await page('/blog/dawn')).status,
      (await page('/blog')).text.includes('/blog/dawn"'),
      (await page('/blog/dawn-draft')).status,
    ]
    // The server caches these pages from this request on.
    expect(await seen()).toEqual([404, false, 404])
    await whilePublishing(app, async (passTo) => {
      await passTo('2026-03-02T07:30:00.000Z')
      await expect.poll(seen).toEqual([200, true, 404])
    })
  })
})
