import { type SqlBool, sql } from 'kysely'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import type { AdminPostsQuery, listPosts } from '../../../../contract/site/journal.ts'
import { postStatuses, tagKey } from '../../../../contract/site/journal-facts.ts'
import { insertUnlessThere } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import { countValues, type PageList, readPage } from '../../../db/page.ts'
import type { Tx } from '../../../db/schema.ts'
import { pictureColumns } from '../../../platform/pictures.ts'

export type PostRow = NonNullable<Awaited<ReturnType<typeof findPost>>>

export interface TagRow {
  key: string
  name: string
}

/** Selects posts that are not deleted. The author is included, unless the author is deleted. */
function livingPosts(db: Queryable) {
  return db
    .selectFrom('journal_post')
    .leftJoin('picture', 'picture.base', 'journal_post.cover_base')
    .leftJoin('instructor', (join) =>
      join.onRef('instructor.id', '=', 'journal_post.instructor_id').on('instructor.deleted_at', 'is', null),
    )
    .leftJoin('picture as portrait', 'portrait.base', 'instructor.picture_base')
    .selectAll('journal_post')
    .select(pictureColumns)
    .select([
      'instructor.name as author_name',
      'instructor.specialization as author_role',
      'portrait.base as portrait_base',
      'portrait.width as portrait_width',
      'portrait.height as portrait_height',
      'portrait.widths as portrait_widths',
      'portrait.color as portrait_color',
      'portrait.private_since as portrait_private_since',
      'portrait.focus_x as portrait_focus_x',
      'portrait.focus_y as portrait_focus_y',
    ])
    .where('journal_post.deleted_at', 'is', null)
}

/** The database can sort by this expression, because the index of posts contains the same expression. */
const publishedAt = "coalesce(journal_post.published_at, '')"
const isOut = (now: string) => sql<SqlBool>`${sql.raw(publishedAt)} <= ${now}`

function publishedPosts(db: Queryable, now: string) {
  return livingPosts(db).where('journal_post.is_draft', '=', 0).where(isOut(now))
}

const tie = ['journal_post.id']

const postList: PageList<AdminPostsQuery> = {
  sorts: {
    newest: ['desc', 'journal_post.created_at'],
    published: ['desc', publishedAt],
    title: ['asc', 'lower(journal_post.title)'],
  },
  tie,
  words: ['journal_post.title', 'journal_post.slug', "coalesce(instructor.name, '')"],
  // The limit is low, because each row contains the whole text of its post.
  limitMax: 200,
}

const postsAt = (now: string): PageList<AdminPostsQuery> => ({
  ...postList,
  filters: {
    status: (status) =>
      status === 'draft'
        ? sql<SqlBool>`journal_post.is_draft = 1`
        : status === 'published'
          ? sql<SqlBool>`(journal_post.is_draft = 0 and ${isOut(now)})`
          : sql<SqlBool>`(journal_post.is_draft = 0 and journal_post.published_at > ${now})`,
  },
})

export const listPostPage = (db: Queryable, query: AdminPostsQuery, now: string) =>
  readPage(livingPosts(db), postsAt(now), query)

export const countPosts = (db: Queryable, now: string) =>
  countValues(db, livingPosts(db), postsAt(now), 'status', postStatuses)

export function findPost(db: Queryable, id: string) {
  return livingPosts(db).where('journal_post.id', '=', id).executeTakeFirst()
}

export type PublishedQuery = QueryOf<typeof listPosts>

const publishedList: PageList<PublishedQuery> = {
  sorts: { newest: ['desc', publishedAt] },
  tie,
  limitMax: 24,
}

export function listPublishedPage(db: Queryable, { tag, cursor }: PublishedQuery, now: string) {
  const posts = publishedPosts(db, now)
  const ofTag =
    tag === undefined
      ? posts
      : posts.where('journal_post.id', 'in', (eb) =>
          eb.selectFrom('journal_tag').select('post_id').where('key', '=', tag),
        )
  return readPage(ofTag, publishedList, { cursor })
}

/** Finds a post by its current or a former address. The post must be published or have the id `previewed`. */
export function findShown(
  db: Queryable,
  slug: string,
  { now, previewed }: { now: string; previewed: string | null },
) {
  return livingPosts(db)
    .where((eb) =>
      eb.or([
        eb.and([eb('journal_post.is_draft', '=', 0), isOut(now)]),
        ...(previewed === null ? [] : [eb('journal_post.id', '=', previewed)]),
      ]),
    )
    .where('journal_post.id', 'in', (eb) =>
      eb.selectFrom('journal_address').select('post_id').where('slug', '=', slug.toLowerCase()),
    )
    .executeTakeFirst()
}

/** Lists other published posts. Posts with more of the tags in `keys` come first, and newer posts before older ones. */
export function listNextToRead(
  db: Queryable,
  { id, keys, limit, now }: { id: string; keys: readonly string[]; limit: number; now: string },
) {
  const shared = sql<number>`(select count(*) from journal_tag
    where journal_tag.post_id = journal_post.id and journal_tag.key in (${sql.join(keys.length > 0 ? keys : [''])}))`
  return publishedPosts(db, now)
    .where('journal_post.id', '!=', id)
    .orderBy(shared, 'desc')
    .orderBy(sql.raw(publishedAt), 'desc')
    .orderBy('journal_post.id', 'desc')
    .limit(limit)
    .execute()
}

/** Lists the newest posts, with the time of their last change, for the sitemap. */
export async function listChanged(db: Queryable, now: string, limit: number) {
  const rows = await db
    .selectFrom('journal_post')
    .select(['slug', 'updated_at', 'published_at'])
    .where((eb) => eb.and({ deleted_at: null, is_draft: 0 }))
    .where(isOut(now))
    .orderBy(sql.raw(publishedAt), 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ slug, updated_at, published_at }) => ({
    slug,
    // A scheduled post counts as changed when it appears, unless it is edited later.
    changedAt: published_at !== null && published_at > updated_at ? published_at : updated_at,
  }))
}

/** True if a scheduled post appeared later than `after` and not later than `until`. */
export async function isAnyDue(db: Queryable, after: string, until: string): Promise<boolean> {
  const due = await db
    .selectFrom('journal_post')
    .select('id')
    .where((eb) => eb.and({ is_draft: 0, deleted_at: null }))
    .where(sql<SqlBool>`${sql.raw(publishedAt)} > ${after}`)
    .where(isOut(until))
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

export async function listTags(db: Queryable, postIds: readonly string[]) {
  if (postIds.length === 0) return []
  return db
    .selectFrom('journal_tag')
    .selectAll()
    .where('post_id', 'in', postIds)
    .orderBy('position')
    .execute()
}

export function findTag(db: Queryable, key: string, now: string) {
  return publishedTags(db, now)
    .select(['journal_tag.key', 'journal_tag.name'])
    .where('journal_tag.key', '=', key)
    .orderBy('journal_tag.name')
    .executeTakeFirst()
}

function publishedTags(db: Queryable, now: string) {
  return db
    .selectFrom('journal_tag')
    .innerJoin('journal_post', 'journal_post.id', 'journal_tag.post_id')
    .where((eb) => eb.and({ 'journal_post.deleted_at': null, 'journal_post.is_draft': 0 }))
    .where(isOut(now))
}

export async function countTags(db: Queryable, now: string, limit: number) {
  const rows = await publishedTags(db, now)
    .select(['journal_tag.key', (eb) => eb.fn.min<string>('journal_tag.name').as('name')])
    .select((eb) => eb.fn.countAll().as('posts'))
    .groupBy('journal_tag.key')
    .orderBy('posts', 'desc')
    .orderBy('journal_tag.key')
    .limit(limit)
    .execute()
  return rows.map(({ posts, ...tag }) => ({ ...tag, posts: Number(posts) }))
}

export async function writeTags(tx: Tx, postId: string, names: readonly string[]) {
  await tx.deleteFrom('journal_tag').where('post_id', '=', postId).execute()
  const byKey = new Map(names.map((name) => [tagKey(name), name]))
  const rows = [...byKey]
    .filter(([key]) => key !== '')
    .map(([key, name], position) => ({
      post_id: postId,
      key,
      name,
      position,
    }))
  if (rows.length > 0) await tx.insertInto('journal_tag').values(rows).execute()
}

export async function listPictures(db: Queryable, bases: readonly string[]) {
  if (bases.length === 0) return []
  return db
    .selectFrom('picture')
    .select(pictureColumns)
    .where('base', 'in', bases)
    .where('private_since', 'is', null)
    .execute()
}

/** Records the pictures in a post's text, so that housekeeping does not remove them. */
export async function writePictures(tx: Tx, postId: string, bases: readonly string[]) {
  await tx.deleteFrom('journal_picture').where('post_id', '=', postId).execute()
  const rows = (await listPictures(tx, bases)).map(({ base }) => ({ post_id: postId, picture_base: base }))
  if (rows.length > 0) await tx.insertInto('journal_picture').values(rows).execute()
}

export async function listAddresses(db: Queryable, postIds: readonly string[]) {
  if (postIds.length === 0) return []
  return db
    .selectFrom('journal_address')
    .selectAll()
    .where('post_id', 'in', postIds)
    .orderBy('slug')
    .execute()
}

export async function listAddressesLike(db: Queryable, slug: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('journal_address')
    .select('slug')
    .where('slug', 'like', `${slug}%`)
    .execute()
  return new Set(rows.map((row) => row.slug))
}

/** Gives the address to the post. Returns false if another post has or had the address. */
export async function takeAddress(tx: Tx, postId: string, slug: string): Promise<boolean> {
  if (await insertUnlessThere(tx, 'journal_address', { slug, post_id: postId }, 'slug')) return true
  const taken = tx.selectFrom('journal_address').select('post_id').where('slug', '=', slug)
  return (await taken.executeTakeFirst())?.post_id === postId
}
