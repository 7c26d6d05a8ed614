import type { FastifyInstance, FastifyReply } from 'fastify'
import type { JournalService } from '../domains/journal/journal.service.ts'
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
const privatePaths = ['/admin', '/signin', '/payment', '/cart', '/favourites', '/api/']

const xmlHead = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
`

export function mountSiteFiles(
  app: FastifyInstance,
  {
    call,
    journal,
    siteUrl,
  }: { call: InProcessCall; journal: Pick<JournalService, 'listPublishedSlugs'>; siteUrl: string },
): void {
  const disallowed = privatePaths.map((path) => `Disallow: ${path}\n`).join('')
  const robots = `User-agent: *\n${disallowed}\nSitemap: ${siteUrl}/sitemap.xml\n`
  app.get('/robots.txt', (_request, reply) => send(reply, 'text/plain', robots))

  app.get('/sitemap.xml', async (_request, reply) => {
    const [courses, products, posts] = await Promise.all([
      call('GET /api/courses'),
      call('GET /api/products'),
      journal.listPublishedSlugs(),
    ])
    const paths = [
      ...publicPaths,
      ...courses.map(({ slug }) => `/classes/${encodeURIComponent(slug)}`),
      ...products.map(({ slug }) => `/store/${encodeURIComponent(slug)}`),
      ...posts.map((slug) => `/blog/${slug}`),
    ]
    const urls = paths.map((path) => `<url><loc>${escapeXml(siteUrl + path)}</loc></url>\n`).join('')
    return send(reply, 'application/xml', `${xmlHead}${urls}</urlset>\n`)
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
