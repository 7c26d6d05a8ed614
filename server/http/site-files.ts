import type { FastifyInstance, FastifyReply } from 'fastify'
import { refusal } from '../../contract/errors.ts'
import type { School } from '../../contract/school/school.ts'
import type { SitePart } from '../../contract/school/site-parts.ts'
import type { ListedPost } from '../../contract/site/journal.ts'
import { categoryPath } from '../../contract/store/product-facts.ts'
import type { Database } from '../db/open.ts'
import type { Services } from '../domains/index.ts'
import { expensiveWork } from '../platform/expensive-work.ts'
import { type KeptBody, keepBody, sendKept } from './hot/kept-body.ts'
import { TopicCache } from './hot/topic-cache.ts'
import type { InProcessCall } from './mount.ts'
import * as text from './public-files.en.ts'

const publicPaths: { path: string; part?: SitePart }[] = [
  { path: '/' },
  { path: '/classes' },
  { path: '/calendar' },
  { path: '/about' },
  { path: '/contact' },
  { path: '/store', part: 'store' },
  { path: '/shop', part: 'sampleShop' },
  { path: '/blog', part: 'journal' },
  { path: '/privacy' },
  { path: '/terms' },
  { path: '/terms/courses' },
  { path: '/terms/hall', part: 'hall' },
]
/**
 * Private pages are not disallowed here. Their tag `noindex` is enough, and a robot reads it only if it may fetch the
 * page.
 */
const robotsOf = (siteUrl: string) => `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`

const robotsOfClosed = 'User-agent: *\nDisallow: /\n'

const feedBytesMax = 1024 * 1024
const xmlHead = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
`

export function mountSiteFiles(
  app: FastifyInstance,
  {
    call,
    services: { courses, products, journal },
    db,
    siteUrl,
  }: { call: InProcessCall; services: Services; db: Database; siteUrl: string },
): void {
  app.get('/robots.txt', async (_request, reply) => {
    const { isOpen } = await call('GET /api/school')
    return send(reply, 'text/plain', isOpen ? robotsOf(siteUrl) : robotsOfClosed)
  })

  app.get('/sitemap.xml', async (_request, reply) => {
    const { parts, isOpen } = await call('GET /api/school')
    if (!isOpen) throw refusal('no-such-address')
    const [flowers, ...changed] = await Promise.all([
      parts.store ? call('GET /api/products') : [],
      courses.listChanged(),
      parts.store ? products.listChanged() : [],
      parts.journal ? journal.listChanged() : [],
    ])
    const categories = new Set(flowers.flatMap(({ category }) => category))
    const pages: { path: string; changedAt?: string }[] = [
      ...publicPaths.flatMap(({ path, part }) => (part === undefined || parts[part] ? { path } : [])),
      ...[...categories].sort().map((name) => ({ path: categoryPath(name) })),
      ...['/classes/', '/store/', '/blog/'].flatMap((under, at) =>
        (changed[at] ?? []).map(({ slug, changedAt }) => ({
          path: under + encodeURIComponent(slug),
          changedAt,
        })),
      ),
    ]
    const urls = pages.map(({ path, changedAt }) => {
      const lastmod = changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`
      return `<url><loc>${escapeXml(siteUrl + path)}</loc>${lastmod}</url>\n`
    })
    return send(reply, 'application/xml', `${xmlHead}${urls.join('')}</urlset>\n`)
  })

  app.get('/manifest.webmanifest', async (_request, reply) => {
    const school = await call('GET /api/school')
    const manifest = {
      name: school.city ? `${school.name}, ${school.city}` : school.name,
      short_name: school.name,
      ...(school.tagline && { description: school.tagline }),
      lang: 'en-IN',
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#fcfaf4',
      theme_color: '#fcfaf4',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      ],
    }
    return send(reply, 'application/manifest+json', JSON.stringify(manifest))
  })

  const feeds = new TopicCache<KeptBody>({
    bytesMax: feedBytesMax,
    inTurn: expensiveWork.page,
    changes: db.changes,
  })
  app.get('/blog/feed.xml', async (request, reply) => {
    const { parts, isOpen } = await call('GET /api/school')
    if (!parts.journal || !isOpen) throw refusal('no-such-address')
    const feed = await feeds.get('', async () => {
      const [school, posts] = await Promise.all([call('GET /api/school'), call('GET /api/blog')])
      const value = await keepBody(rss(posts.data, school, siteUrl))
      return { value, topics: ['journal', 'instructors', 'school'], bytes: value.bytes }
    })
    return sendKept(request, reply, feed, { type: 'application/rss+xml; charset=utf-8' })
  })
}

function send(reply: FastifyReply, type: string, body: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(body)
}

export function escapeXml(plain: string): string {
  return plain.replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function rss(posts: readonly ListedPost[], school: School, siteUrl: string): string {
  const items = posts.map((post) => {
    const address = `${siteUrl}/blog/${post.slug}`
    return element('item', [
      element('title', post.title),
      element('link', address),
      // The id stays the same when a post's address changes. Otherwise feed readers would show the post as a new one.
      `<guid isPermaLink="false">${escapeXml(post.id)}</guid>`,
      element('pubDate', new Date(post.published_at).toUTCString()),
      post.author ? element('dc:creator', post.author.name) : '',
      ...post.tags.map(({ name }) => element('category', name)),
      element('description', post.excerpt),
    ])
  })
  const channel = element('channel', [
    element('title', text.journal({ school: school.name })),
    element('link', `${siteUrl}/blog`),
    element('description', text.journalLead({ school: school.name, city: school.city })),
    element('language', 'en-IN'),
    `<atom:link href="${escapeXml(siteUrl)}/blog/feed.xml" rel="self" type="application/rss+xml"/>\n`,
    ...items,
  ])
  const spaces = 'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" ${spaces}>\n${channel}</rss>\n`
}

function element(name: string, content: string | readonly string[]): string {
  const inside = typeof content === 'string' ? escapeXml(content) : `\n${content.join('')}`
  return `<${name}>${inside}</${name}>\n`
}
