import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../tests/harness/app.ts'
import { addProduct } from '../../tests/harness/orders.ts'
import { addCourse } from '../../tests/harness/seats.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { SITE_URL: 'https://malar.example/' } })
})
afterAll(() => app.stop())

test('robots are kept out of what belongs to one visitor, and led to the sitemap', async () => {
  const { text, headers } = await app.http('GET', '/robots.txt')
  expect(headers.get('content-type')).toContain('text/plain')
  for (const path of ['/admin', '/signin', '/payment', '/cart', '/favourites', '/api/'])
    expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).toContain('Sitemap: https://malar.example/sitemap.xml')
})

test('the sitemap names every public page, every course and every product, the new ones too', async () => {
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

test('the manifest carries the school and its icons', async () => {
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
