import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn } from '../../tests/harness/callers.ts'
import { addProduct } from '../../tests/harness/orders.ts'
import { addCourse } from '../../tests/harness/seats.ts'
import { storeSettings } from '../../tests/harness/settings.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

async function pictureAt(path: string) {
  const response = await fetch(app.url + path)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), bytes }
}

test.each([
  '/share/admin.jpg',
  '/share/classes/nobody-teaches-this.jpg',
  '/share/store/nobody-sells-this.jpg',
  '/share/classes/..%2f..%2fsecret.jpg',
  '/share/home.png',
  '/share/__proto__.jpg',
  '/share/',
])('the address %s names no picture for link previews and answers 404', async (path) => {
  const { status, type } = await pictureAt(path)
  expect([status, type]).toEqual([404, 'application/json; charset=utf-8'])
})

test('a page has a link-preview picture of 1200 × 630 pixels, which no query parameter changes', async () => {
  const page = await pictureAt('/share/calendar.jpg')
  expect([page.status, page.type]).toEqual([200, 'image/jpeg'])
  expect(await sharp(page.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(page.bytes.length).toBeLessThan(300_000)
  const other = await pictureAt('/share/calendar.jpg?v=1&title=Free+flowers')
  expect(other.bytes.equals(page.bytes)).toBe(true)
})

test.each(['privacy', 'terms', 'terms/courses', 'terms/hall'])(
  'the page of the policy at %s has a link-preview picture',
  async (page) => {
    await storeSettings(app, { hasHall: 'true' })
    const { status, type } = await pictureAt(`/share/${page}.jpg`)
    expect([status, type]).toEqual([200, 'image/jpeg'])
  },
)

test('the terms of a hall that is switched off have no link-preview picture', async () => {
  await storeSettings(app, { hasHall: '' })
  expect((await pictureAt('/share/terms/hall.jpg')).status).toBe(404)
})

test('a course has its own link-preview picture, which is made again when the course changes', async () => {
  const { id, slug } = await addCourse(app, { title: 'Garlands & <b>torans</b> &amp; மாலை' })
  const path = `/share/classes/${slug}.jpg`
  const [before, again] = await Promise.all([pictureAt(path), pictureAt(path)])
  expect(before.status).toBe(200)
  expect(again.bytes.equals(before.bytes)).toBe(true)
  await app.app.services.courses.updateClass(id, { price: 900_000 }, null)
  const after = await pictureAt(path)
  expect(after.status).toBe(200)
  expect(after.bytes.equals(before.bytes)).toBe(false)
})

test('a product has its own link-preview picture, which changes with its price', async () => {
  const id = await addProduct(app, 3, 'Roses & Lilies')
  const path = '/share/store/roses-lilies.jpg'
  const before = await pictureAt(path)
  expect([before.status, before.type]).toEqual([200, 'image/jpeg'])
  const { token } = await signedIn(app, 'staff')
  const body = { price: 99 }
  expect((await app.http('PUT', `/api/admin/products/${id}`, { token, body })).status).toBe(200)
  expect((await pictureAt(path)).bytes.equals(before.bytes)).toBe(false)
})
