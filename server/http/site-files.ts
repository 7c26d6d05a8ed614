import type { FastifyInstance, FastifyReply } from 'fastify'
import { categoryPath } from '../../contract/store/product-facts.ts'
import type { CoursesService } from '../domains/catalogue/index.ts'
import type { JournalService } from '../domains/site/index.ts'
import type { ProductsService } from '../domains/store/index.ts'
import type { InProcessCall } from './mount.ts'

const publicPaths = [
  '/',
  '/classes',
  '/calendar',
  '/about',
  '/contact',
  '/store',
  '/shop',
  '/blog',
  '/privacy',
  '/terms',
]
/** Private pages are not named here: each says `noindex`, which a robot reads only on a page that it may fetch. */
const robotsOf = (siteUrl: string) => `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`

const xmlHead = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
`

export function mountSiteFiles(
  app: FastifyInstance,
  {
    call,
    services: { courses, products, journal },
    siteUrl,
  }: {
    call: InProcessCall
    services: {
      courses: Pick<CoursesService, 'listChanged'>
      products: Pick<ProductsService, 'listChanged'>
      journal: Pick<JournalService, 'listChanged'>
    }
    siteUrl: string
  },
): void {
  app.get('/robots.txt', (_request, reply) => send(reply, 'text/plain', robotsOf(siteUrl)))

  app.get('/sitemap.xml', async (_request, reply) => {
    const [flowers, ...changed] = await Promise.all([
      call('GET /api/products'),
      courses.listChanged(),
      products.listChanged(),
      journal.listChanged(),
    ])
    const categories = new Set(flowers.flatMap(({ category }) => category))
    const pages: { path: string; changedAt?: string }[] = [
      ...publicPaths.map((path) => ({ path })),
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
      name: `${school.name}, ${school.city}`,
      short_name: school.name,
      description: school.tagline,
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
}

function send(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(text)
}

export function escapeXml(text: string): string {
  return text.replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
