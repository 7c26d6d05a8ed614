import { refusal } from '../../../../contract/errors.ts'
import { folded } from '../../../../contract/folded.ts'
import { listLimitMax } from '../../../../contract/primitives.ts'
import type { SitePart } from '../../../../contract/school/site-parts.ts'
import {
  type AdminPost,
  type AdminPostsQuery,
  type PostRow as ImportedPost,
  type ListedPost,
  type Post,
  type PostInput,
  type PostPatch,
  postFields,
  postImageBytesMax,
  postImportRow,
} from '../../../../contract/site/journal.ts'
import { readingMinutesOf, tagKey } from '../../../../contract/site/journal-facts.ts'
import { postPagePrefix } from '../../../../contract/site/share-pictures.ts'
import { listExistingIds } from '../../../db/existing.ts'
import { findNamed, namesTaken } from '../../../db/names.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Page } from '../../../db/page.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Caller } from '../../../http/context.ts'
import type { Actor } from '../../../platform/audit.ts'
import { blocksOf, picturesIn } from '../../../platform/markdown.ts'
import { imageFileOf, pictureOf, type StoredPicture, storeSent } from '../../../platform/pictures.ts'
import { createPreviewLinks } from '../../../platform/preview-links.ts'
import { logFields, startFields, writeFields } from '../../../platform/record-fields.ts'
import { recordsOf, refuseStale } from '../../../platform/records.ts'
import { createRowImport, oneByOne } from '../../../platform/row-import.ts'
import { freeSlug, slugOf } from '../../../platform/slug.ts'
import type { Catalogue } from '../../catalogue/index.ts'
import type { Deps } from '../../deps.ts'
import type { Store } from '../../store/index.ts'
import * as present from './journal.presenter.ts'
import * as repository from './journal.repository.ts'
import { published, unpublished } from './publishing.ts'

export type JournalService = ReturnType<typeof createJournalService>

const imageOptions = { bytesMax: postImageBytesMax }
const nextToReadMax = 3
const tagsShownMax = 16

export function createJournalService(
  deps: Deps,
  { courses, products }: Catalogue & Store,
  school: { requirePart(part: SitePart): Promise<void> },
) {
  const previews = createPreviewLinks(deps)
  const { db, clock, ids, pictures } = deps
  const records = recordsOf(deps, 'post', {
    find: async (source, id) => {
      const row = await repository.findPost(source, id)
      return row && (await whole(source, [row]))[0]
    },
    title: ({ title }) => title,
    fields: (row) => ({
      ...logFields(postFields, {
        ...shown(row),
        instructorId: row.author_name,
        status: row.is_draft === 1 ? 'draft' : 'published',
        publishOn: row.published_at,
      }),
      cover: imageFileOf(pictureOf(row)),
    }),
    renews: { delete: ['version', 'updated_at'], restore: ['version', 'updated_at'] },
  })
  const shown = (row: present.WholePost) => present.presentAdminPost(row, clock.now())

  async function blocksFor(body: string) {
    const rows = await repository.listPictures(db.read, picturesIn(body))
    const byBase = new Map(rows.map((row) => [row.base, pictureOf(row) ?? undefined]))
    return blocksOf(body, (base) => byBase.get(base))
  }

  /** @throws `validation_failed` if the instructor does not exist any more */
  async function requireInstructor(tx: Tx, id: string | null | undefined): Promise<void> {
    if (id != null && (await listExistingIds(tx, 'instructor', [id])).length === 0) {
      throw refusal('author-unknown', { at: 'instructorId' })
    }
  }

  /** @throws `conflict` if another post has or had the address */
  async function takeAddress(tx: Tx, postId: string, slug: string): Promise<void> {
    if (await repository.takeAddress(tx, postId, slug)) return
    throw refusal('post-address-taken', { at: 'slug' })
  }

  async function addressFrom(tx: Tx, postId: string, title: string): Promise<string> {
    const wanted = slugOf(title, 'post')
    const taken = await repository.listAddressesLike(tx, wanted)
    for (;;) {
      const slug = freeSlug(wanted, taken)
      if (await repository.takeAddress(tx, postId, slug)) return slug
      // Another caller has just taken this address, so the next round tries another one.
      taken.add(slug)
    }
  }

  async function insert(tx: Tx, input: PostInput, cover: StoredPicture | null | undefined, by: Actor) {
    await requireInstructor(tx, input.instructorId)
    const now = clock.now()
    const id = ids.id()
    const publication = published(unpublished, input, now)
    if (input.slug) await takeAddress(tx, id, input.slug)
    if (cover) await pictures.record(tx, cover)
    const row = {
      id,
      slug: input.slug || (await addressFrom(tx, id, input.title)),
      ...startFields(postFields, input),
      cover_base: cover?.base ?? null,
      ...publication,
      created_at: now,
      updated_at: now,
    }
    await tx.insertInto('journal_post').values(row).execute()
    await repository.writeTags(tx, id, input.tags ?? [])
    await repository.writePictures(tx, id, picturesIn(input.body))
    const post = await records.get(tx, id)
    await records.added(tx, [post], by)
    return shown(post)
  }

  async function importRow(tx: Tx, { author, slug, ...row }: ImportedPost, by: Actor): Promise<AdminPost> {
    const taken = slug ? await repository.listAddressesLike(tx, slug) : new Set<string>()
    const [authors = []] = author ? (await findNamed(tx, 'instructor', [author])).values() : []
    const instructorId = author ? authors[0] : null
    // A scheduled post without a time, or with a time in the past, becomes a draft.
    const isFit = row.status !== 'scheduled' || (row.publishOn ?? '') > clock.now()
    return insert(
      tx,
      { ...row, instructorId, slug: slug && freeSlug(slug, taken), status: isFit ? row.status : 'draft' },
      null,
      by,
    )
  }

  return {
    async listPublished(query: repository.PublishedQuery) {
      const now = clock.now()
      const key = query.tag === undefined ? undefined : tagKey(query.tag)
      const tag = key === undefined ? null : await repository.findTag(db.read, key, now)
      if (tag === undefined) throw refusal('tag-unknown')
      const tags = await repository.countTags(db.read, now, tagsShownMax)
      const { rows, next } = await repository.listPublishedPage(db.read, { ...query, tag: key }, now)
      const data: ListedPost[] = (await whole(db.read, rows)).map(present.presentListedPost)
      return { success: true as const, data, tag, next, tags }
    },

    listChanged: () => repository.listChanged(db.read, clock.now(), listLimitMax),

    /** @param previewed the post that is shown although it is not published. @throws `not_found` */
    async getShown(slug: string, previewed: string | null = null): Promise<Post> {
      const now = clock.now()
      const row = await repository.findShown(db.read, slug, { now, previewed })
      if (row === undefined) throw refusal('post-unknown')
      const [post] = await whole(db.read, [row])
      if (post === undefined) throw new Error('a post that was just read is not there')
      const { tags } = post
      const keys = tags.map(({ key }) => key)
      const more = await repository.listNextToRead(db.read, { id: row.id, keys, limit: nextToReadMax, now })
      const [allCourses, allProducts] = await Promise.all([courses.listCourses(), products.listProducts({})])
      return {
        ...present.presentListedPost(post),
        lead: row.excerpt,
        blocks: await blocksFor(row.body),
        courses: present.relatedCourses(allCourses, tags),
        products: present.relatedProducts(allProducts.rows, tags),
        more: (await whole(db.read, more)).map(present.presentListedPost),
      }
    },

    async listForAdmin(query: AdminPostsQuery): Promise<Page<AdminPost>> {
      const { rows, next } = await repository.listPostPage(db.read, query, clock.now())
      return { rows: (await whole(db.read, rows)).map(shown), next }
    },

    getForAdmin: async (id: string) => shown(await records.get(db.read, id)),

    /** @throws `not_found`; `conflict` if the journal is switched off */
    async beginPreview(id: string, by: Caller) {
      const { slug } = await records.get(db.read, id)
      await school.requirePart('journal')
      return previews.beginOf(by, { kind: 'post', id }, `${postPagePrefix}${slug}`)
    },

    storeCover: (cover: PostInput['cover']) => storeSent(pictures, cover, null, imageOptions),
    storePicture: (image: string) => pictures.store(image, imageOptions),

    async addPicture(tx: Tx, picture: StoredPicture): Promise<{ file: string }> {
      await pictures.record(tx, picture)
      return { file: `${picture.base}-${picture.width}.jpg` }
    },

    async preview(body: string) {
      return { blocks: await blocksFor(body), readingMinutes: readingMinutesOf(body) }
    },

    add: insert,

    /** @throws `not_found`; `conflict` if `version` is stale or another post has the address; `validation_failed` */
    async update(id: string, patch: PostPatch, by: Actor): Promise<AdminPost> {
      const { version } = patch
      const current = await records.get(db.read, id)
      refuseStale(version, current)
      const cover = await storeSent(pictures, patch.cover, pictureOf(current), imageOptions)
      const changed = await records.change(id, { by, version }, async (tx, before) => {
        await requireInstructor(tx, patch.instructorId)
        const publication = published(before, patch, clock.now())
        const slug =
          patch.slug === '' || patch.slug === null
            ? await addressFrom(tx, id, patch.title ?? before.title)
            : patch.slug
        if (slug !== undefined) await takeAddress(tx, id, slug)
        if (cover) await pictures.record(tx, cover)
        if (patch.tags) await repository.writeTags(tx, id, patch.tags)
        if (patch.body !== undefined) await repository.writePictures(tx, id, picturesIn(patch.body))
        return {
          slug,
          ...writeFields(postFields, patch),
          cover_base: cover === undefined ? undefined : (cover?.base ?? null),
          is_draft: publication.is_draft,
          published_at: publication.published_at,
          updated_at: clock.now(),
        }
      })
      return shown(changed)
    },

    imports: createRowImport(deps, records, {
      schema: postImportRow,
      unique: {
        column: 'title',
        keyOf: ({ title }) => folded(title),
        listTaken: namesTaken('journal_post'),
        taken: 'There is already a post with this title, in the back office or earlier in the file',
      },
      add: oneByOne(importRow),
    }),

    delete: records.remove,
    restore: records.restore,

    /**
     * Marks the journal's pages as stale if a scheduled post appeared after `since`. Returns the time of this check.
     */
    async tellDue(since: string): Promise<string> {
      const now = clock.now()
      if (await repository.isAnyDue(db.read, since, now)) await db.transaction((tx) => records.mark(tx))
      return now
    },
  }
}

async function whole(source: Queryable, rows: readonly repository.PostRow[]): Promise<present.WholePost[]> {
  const postIds = rows.map(({ id }) => id)
  const tags = Map.groupBy(await repository.listTags(source, postIds), (row) => row.post_id)
  const addresses = Map.groupBy(await repository.listAddresses(source, postIds), (row) => row.post_id)
  return rows.map((row) => ({
    ...row,
    tags: tags.get(row.id) ?? [],
    addresses: (addresses.get(row.id) ?? []).map(({ slug }) => slug),
  }))
}
