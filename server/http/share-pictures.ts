import { existsSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../contract/errors.ts'
import { free } from '../../contract/site/share-pictures.en.ts'
import {
  coursePagePrefix,
  postPagePrefix,
  productPagePrefix,
  type ShareFacts,
  shareFactsOfCourse,
  shareFactsOfPage,
  shareFactsOfPost,
  shareFactsOfProduct,
} from '../../contract/site/share-pictures.ts'
import { batchInWords, formatRupees } from '../../contract/words.ts'
import { expensiveWork } from '../platform/expensive-work.ts'
import { finishedPicturesDir } from '../platform/picture-cache.ts'
import { type Pictures, uploadsPath } from '../platform/pictures.ts'
import { TopicCache } from './hot/topic-cache.ts'
import type { InProcessCall } from './mount.ts'

const grounds = ['calendar', 'contact', 'privacy', 'terms']
const picturesBytesMax = 24 * 1024 * 1024

export function mountSharePictures(
  app: FastifyInstance,
  { call, uploadsDir, pictures }: { call: InProcessCall; uploadsDir: string; pictures: Pictures },
): void {
  // The key contains all facts, so no picture becomes stale.
  const drawn = new TopicCache<Buffer>({ bytesMax: picturesBytesMax, inTurn: expensiveWork.picture })

  async function factsOf(page: string): Promise<ShareFacts | null> {
    const school = await call('GET /api/school')
    if (page.startsWith(postPagePrefix)) {
      const post = { slug: page.slice(postPagePrefix.length) }
      return shareFactsOfPost(await call('GET /api/blog/:slug', { params: post }), school)
    }
    if (page.startsWith(productPagePrefix)) {
      const slug = page.slice(productPagePrefix.length)
      return shareFactsOfProduct(await call('GET /api/products/:slug', { params: { slug } }), school)
    }
    if (!page.startsWith(coursePagePrefix)) {
      return shareFactsOfPage(page, school, await call('GET /api/fallbacks'))
    }
    const slug = page.slice(coursePagePrefix.length)
    return shareFactsOfCourse(await call('GET /api/courses/:slug', { params: { slug } }), school)
  }

  app.get('/share/*', async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    const page = name === 'home.jpg' ? '/' : name.endsWith('.jpg') ? `/${name.slice(0, -4)}` : null
    const facts = page === null ? null : await factsOf(page)
    if (facts === null) throw new DomainError('not_found')
    // The file is found first, because this may queue for expensive work too, and could deadlock inside the queue.
    const photograph = await fileOf(facts.picture, uploadsDir, pictures)
    const logo = await fileOf(facts.logo ?? null, uploadsDir, pictures)
    const picture = await drawn.get(JSON.stringify(facts), async () => {
      const { drawSharePicture } = await import('./share-drawing.ts')
      const value = await drawSharePicture({
        facts,
        notes: notesOf(facts),
        photograph,
        focus: facts.picture?.focus,
        logo,
        ground: path.join(finishedPicturesDir, `share-${groundOf(page ?? '')}.avif`),
      })
      return { value, topics: [], bytes: value.length }
    })
    // The picture of a record that goes off the site leaves the caches of others soon.
    const maxAge = page !== null && recordPages.some((prefix) => page.startsWith(prefix)) ? 300 : 3600
    return reply.header('cache-control', `public, max-age=${maxAge}`).type('image/jpeg').send(picture)
  })
}

const recordPages = [coursePagePrefix, postPagePrefix, productPagePrefix]

const groundOf = (page: string) =>
  grounds.find((name) => `${page}/`.startsWith(`/${name}/`)) ?? grounds[page.length % grounds.length]

function notesOf({ day, price }: ShareFacts): string[] {
  const isDay = day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day)
  const when = isDay ? batchInWords({ day, time: null }) : day
  const sum = price !== null && Number(price) === 0 ? free : price && formatRupees(price)
  return [when, sum].filter((note) => note !== null)
}

/** Finds the smallest file that is wide enough for the drawing's arch; null if it is missing, or not restored yet. */
async function fileOf(picture: ShareFacts['picture'], uploadsDir: string, pictures: Pictures) {
  if (picture === null) return null
  const width =
    [...picture.widths].sort((a, b) => a - b).find((one) => one >= 640) ?? Math.max(...picture.widths)
  const name = `${picture.base.slice(uploadsPath.length)}-${width}.avif`
  await pictures.provide(name)
  const files = [uploadsDir, finishedPicturesDir].map((folder) => path.join(folder, name))
  return files.find((file) => existsSync(file)) ?? null
}
