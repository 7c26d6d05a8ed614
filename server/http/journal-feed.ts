import type { FastifyInstance } from 'fastify'
import type { School } from '../../contract/school/school.ts'
import type { ListedPost } from '../../contract/site/journal.ts'
import type { Database } from '../db/open.ts'
import { dearWork } from '../platform/dear-work.ts'
import { type KeptBody, keepBody, sendKept } from './hot/kept-body.ts'
import { TopicCache } from './hot/topic-cache.ts'
import type { InProcessCall } from './mount.ts'
import { escapeXml } from './site-files.ts'

const feedBytesMax = 1024 * 1024

/** Serves `/blog/feed.xml` for feed readers: the newest posts of the journal, as RSS 2.0. */
export function mountJournalFeed(
  app: FastifyInstance,
  { call, db, siteUrl }: { call: InProcessCall; db: Database; siteUrl: string },
): void {
  const feeds = new TopicCache<KeptBody>({
    bytesMax: feedBytesMax,
    inTurn: dearWork.page,
    changes: db.changes,
  })
  app.get('/blog/feed.xml', async (request, reply) => {
    const feed = await feeds.get('', async () => {
      const [school, posts] = await Promise.all([call('GET /api/school'), call('GET /api/blog')])
      const value = await keepBody(rss(posts.data, school, siteUrl))
      return { value, topics: ['journal', 'instructors', 'school'], bytes: value.bytes }
    })
    return sendKept(request, reply, feed, { type: 'application/rss+xml; charset=utf-8' })
  })
}

function rss(posts: readonly ListedPost[], school: School, siteUrl: string): string {
  const items = posts.map((post) => {
    const address = `${siteUrl}/blog/${post.slug}`
    return element('item', [
      element('title', post.title),
      element('link', address),
      // The address may change, and readers would show the post as new.
      `<guid isPermaLink="false">${escapeXml(post.id)}</guid>`,
      element('pubDate', new Date(post.published_at).toUTCString()),
      post.author ? element('dc:creator', post.author.name) : '',
      ...post.tags.map(({ name }) => element('category', name)),
      element('description', post.excerpt),
    ])
  })
  const channel = element('channel', [
    element('title', `${school.name}: the journal`),
    element('link', `${siteUrl}/blog`),
    element('description', `Notes on flowers from ${school.name} in ${school.city}.`),
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
