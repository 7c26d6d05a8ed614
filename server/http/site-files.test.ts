import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn } from '../../tests/harness/callers.ts'
import { addProduct } from '../../tests/harness/orders.ts'
import { addCourse } from '../../tests/harness/seats.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { SITE_URL: 'https://malar.example/' } })
})
afterAll(() => app.stop())

test('robots.txt forbids only the API and names the sitemap', async () => {
  const { text, headers } = await app.http('GET', '/robots.txt')
  expect(headers.get('content-type')).toContain('text/plain')
  expect(text.match(/^Disallow:.*$/gm)).toEqual(['Disallow: /api/'])
  expect(text).toContain('Sitemap: https://malar.example/sitemap.xml')
})

test('the sitemap names public pages, courses and products, including new courses and products', async () => {
  const before = await app.http('GET', '/sitemap.xml')
  expect(before.text).toContain('<loc>https://malar.example/classes</loc>')
  expect(before.text).not.toContain('/admin')
  const { slug } = await addCourse(app, { title: 'Garlands & Hair <Flowers>' })
  await addProduct(app, 3, 'Roses & Lilies')
  const { text } = await app.http('GET', '/sitemap.xml')
  expect(text).toContain(`<loc>https://malar.example/classes/${slug}</loc>`)
  for (const page of ['store', 'store/roses-lilies'])
    expect(text).toContain(`<loc>https://malar.example/${page}</loc>`)
})

test('the sitemap names the terms of courses and of the hall', async () => {
  const { text } = await app.http('GET', '/sitemap.xml')
  for (const page of ['terms', 'terms/courses', 'terms/hall'])
    expect(text).toContain(`<loc>https://malar.example/${page}</loc>`)
})

test('the sitemap dates courses, products and posts, but no overview page, and lists each category once', async () => {
  const { clock } = app.deps
  const { slug } = await addCourse(app, { title: 'Kolam with petals' })
  const [tray, bowl] = [await addProduct(app, 3, 'Temple tray'), await addProduct(app, 3, 'Temple bowl')]
  const facts = {
    categories: JSON.stringify(['Love & luck', 'Pooja']),
    updated_at: '2026-02-03T04:05:06.000Z',
  }
  await app.db.transaction(async (tx) => {
    await tx.updateTable('product').set(facts).where('id', 'in', [tray, bowl]).execute()
    await app.db.changes.mark(tx, 'products')
  })
  const { token } = await signedIn(app, 'owner')
  const post = { title: 'Jasmine', body: 'For one evening.', status: 'published' }
  expect((await app.http('POST', '/api/admin/blog', { token, body: post })).status).toBe(201)
  const { text } = await app.http('GET', '/sitemap.xml')
  const entryOf = (path: string) =>
    text.split('\n').filter((line) => line.includes(`<loc>https://malar.example${path}</loc>`))
  expect(entryOf(`/classes/${slug}`)).toEqual([expect.stringContaining(`<lastmod>${clock.now()}</lastmod>`)])
  expect(entryOf('/store/temple-tray')).toEqual([
    expect.stringContaining('<lastmod>2026-02-03T04:05:06.000Z</lastmod>'),
  ])
  expect(entryOf('/blog/jasmine')).toEqual([expect.stringContaining(`<lastmod>${clock.now()}</lastmod>`)])
  for (const path of ['/store', '/blog', '/store?category=Love+%26+luck', '/store?category=Pooja'])
    expect(entryOf(path)).toEqual([expect.not.stringContaining('lastmod')])
})

test('the web manifest names the school and its icons', async () => {
  const { body, headers } = await app.http('GET', '/manifest.webmanifest')
  expect(headers.get('content-type')).toContain('application/manifest+json')
  expect(body).toMatchObject({ short_name: 'Malar', start_url: '/', display: 'standalone' })
  expect(body.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual([
    '192x192',
    '512x512',
    '512x512',
    'any',
  ])
})
