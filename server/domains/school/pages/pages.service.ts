import { DomainError, refusal } from '../../../../contract/errors.ts'
import {
  fallbacks,
  type SitePictures,
  type SiteTexts,
  sitePictures,
} from '../../../../contract/school/fallbacks.ts'
import {
  fieldsOf,
  type PageContent,
  type PageKey,
  type PagePicture,
  type PageReason,
  pageKeys,
  pageNames,
  pageParts,
  pagePaths,
  picturesIn,
  readContent,
  unfinishedIn,
} from '../../../../contract/school/page-fields.ts'
import { type EditedPage, type PageState, pagePictureBytesMax } from '../../../../contract/school/pages.ts'
import type { PolicyKind } from '../../../../contract/school/policy-kinds.ts'
import type { SitePart } from '../../../../contract/school/site-parts.ts'
import { changesRow, insertUnlessThere, whileThere } from '../../../db/guards.ts'
import {
  draftNumber,
  insertPageVersion,
  keepPagePictures,
  type PageVersion,
  readableContent,
  readPublishedPages,
  versionOf,
  withoutGonePictures,
} from '../../../db/page-versions.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import type { Caller } from '../../../http/context.ts'
import type { AuditFields } from '../../../platform/audit.ts'
import { pictureColumns, pictureOf, type StoredPicture } from '../../../platform/pictures.ts'
import { createPreviewLinks, type PreviewedPage } from '../../../platform/preview-links.ts'
import type { Deps } from '../../deps.ts'
import { factProblem } from '../policies/policy-facts.ts'

const versionsShownMax = 50

const isSame = (one: PageContent, other: PageContent) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

interface PolicyText {
  text: string | null
  at: string
}

export type PagesService = ReturnType<typeof createPagesService>

/** The words and pictures of the pages. Each page has one draft and a list of published versions that only grows. */
export function createPagesService(deps: Pick<Deps, 'db' | 'clock' | 'audit' | 'pictures' | 'config'>) {
  const { db, clock, audit, pictures } = deps
  const previews = createPreviewLinks(deps)

  async function edited(source: Queryable, page: PageKey): Promise<EditedPage> {
    const { number, by, at, ...published } = await newest(source, page)
    const row = await source.selectFrom('page_draft').selectAll().where('page', '=', page).executeTakeFirst()
    const nameOf = await authorsIn(source, [by, row?.by_email])
    const drafted = row?.content == null ? null : readableContent(page, row.content)
    const known = await picturesFor(source, [published.content, drafted ?? {}])
    const left = (content: PageContent) => withoutGonePictures(content, (id) => id in known)
    return {
      page,
      published: number === 0 ? null : { number, by: nameOf(by), at },
      version: row?.version ?? 0,
      content: left(published.content),
      draft: row && drafted ? { by: nameOf(row.by_email), at: row.at, content: left(drafted) } : null,
      pictures: known,
    }
  }

  /**
   * Counts a change of the page, and locks it until the transaction ends. Returns the draft's content.
   * @throws `conflict` if somebody changed the page since `version`
   */
  async function lock(tx: Tx, page: PageKey, version: number): Promise<PageContent | null> {
    const none = { page, content: null, version: 0, by_email: null, at: clock.now() }
    await insertUnlessThere(tx, 'page_draft', none, 'page')
    const counted = tx
      .updateTable('page_draft')
      .set({ version: version + 1 })
      .where('page', '=', page)
      .where('version', '=', version)
    if (!(await changesRow(counted))) throw refusal('page-changed')
    const row = await tx
      .selectFrom('page_draft')
      .select('content')
      .where('page', '=', page)
      .executeTakeFirst()
    return row?.content == null ? null : readableContent(page, row.content)
  }

  async function writeDraft(tx: Tx, page: PageKey, content: PageContent | null, by: Caller) {
    const written = { content: content && JSON.stringify(content), by_email: by.email, at: clock.now() }
    await tx.updateTable('page_draft').set(written).where('page', '=', page).execute()
    await whileThere(keepPagePictures(tx, page, draftNumber, content ?? {}), () =>
      refusal('page-picture-gone'),
    )
  }

  async function record(tx: Tx, page: PageKey, by: Caller, before: AuditFields, after: AuditFields) {
    const of = { kind: 'page', id: page, title: pageNames[page] } as const
    await audit.record(tx, { by, action: 'changed', ...of, before, after })
  }

  async function publishContent(tx: Tx, page: PageKey, content: PageContent, by: Caller): Promise<void> {
    const before = await newest(tx, page)
    if (isSame(before.content, content)) return
    const number = before.number + 1
    const version = { page, number, content, by: by.email, at: clock.now() }
    await whileThere(insertPageVersion(tx, version), () => refusal('page-picture-gone'))
    const fields = (of: PageVersion) => ({ ...loggedFields(page, of.content), version: of.number || null })
    await record(tx, page, by, fields(before), fields(version))
    await db.changes.mark(tx, 'school')
  }

  /**
   * Returns the content that a preview shows: the chosen earlier version; or else the draft, if there is one; or else
   * the published content.
   */
  async function previewedContent(page: PageKey, { number }: PreviewedPage): Promise<PageContent> {
    if (number !== null) return (await versionAt(db.read, page, number)).content
    const { draft, content } = await edited(db.read, page)
    return draft?.content ?? content
  }

  return {
    async list(): Promise<PageState[]> {
      const published = await readPublishedPages(db.read)
      const drafts = await db.read
        .selectFrom('page_draft')
        .select(['page', 'version', 'by_email', 'at', (eb) => eb('content', 'is not', null).as('hasContent')])
        .execute()
      const authors = [...published.values()].map(({ by }) => by)
      const nameOf = await authorsIn(db.read, [...authors, ...drafts.map(({ by_email }) => by_email)])
      return pageKeys.map((page) => {
        const version = published.get(page)
        const draft = drafts.find((one) => one.page === page)
        return {
          page,
          published: version ? { number: version.number, by: nameOf(version.by), at: version.at } : null,
          draft: draft?.hasContent ? { by: nameOf(draft.by_email), at: draft.at } : null,
          version: draft?.version ?? 0,
        }
      })
    },

    find: (page: PageKey) => edited(db.read, page),

    /** @throws `validation_failed` if a field of `content` is wrong; `conflict` if `version` is stale */
    saveDraft(page: PageKey, typed: { version: number; content: PageContent }, by: Caller) {
      const { content, problems } = readContent(page, typed.content)
      refuseProblems({ ...factProblemsIn(page, content), ...problems })
      return db.transaction(async (tx) => {
        await lock(tx, page, typed.version)
        await refuseUnknownPictures(tx, content)
        const { content: published } = await newest(tx, page)
        await writeDraft(tx, page, isSame(published, content) ? null : content, by)
        return edited(tx, page)
      })
    },

    discardDraft: (page: PageKey, version: number, by: Caller) =>
      db.transaction(async (tx) => {
        const draft = await lock(tx, page, version)
        if (draft === null) throw refusal('no-page-draft')
        await writeDraft(tx, page, null, by)
        await record(tx, page, by, { draft: 'unpublished' }, { draft: 'discarded' })
        return edited(tx, page)
      }),

    /** @throws `validation_failed` if something is unfinished; `conflict` if `version` is stale or there is no draft */
    publish: (page: PageKey, version: number, by: Caller) =>
      db.transaction(async (tx) => {
        const draft = await lock(tx, page, version)
        if (draft === null) throw refusal('no-page-draft')
        refuseProblems({ ...factProblemsIn(page, draft), ...unfinishedIn(page, draft) })
        await publishContent(tx, page, draft, by)
        await writeDraft(tx, page, null, by)
        return edited(tx, page)
      }),

    versions: (page: PageKey, before: number | undefined) => listVersions(db.read, page, before),

    async version(page: PageKey, number: number) {
      const { content, by, at } = await versionAt(db.read, page, number)
      const nameOf = await authorsIn(db.read, [by])
      return { number, by: nameOf(by), at, content, pictures: await picturesFor(db.read, [content]) }
    },

    /**
     * Publishes an earlier version as the newest one, and keeps the draft.
     * @throws `not_found` for a version that does not exist; `conflict` if `version` is stale
     */
    restore: (page: PageKey, number: number, version: number, by: Caller) =>
      db.transaction(async (tx) => {
        await lock(tx, page, version)
        const { content } = await versionAt(tx, page, number)
        const known = await picturesFor(tx, [content])
        await publishContent(
          tx,
          page,
          withoutGonePictures(content, (id) => id in known),
          by,
        )
        return edited(tx, page)
      }),

    storePicture: (image: string): Promise<StoredPicture> =>
      pictures.store(image, { bytesMax: pagePictureBytesMax }),

    /** @throws `not_found` for a version that does not exist */
    async beginPreview(page: PageKey, number: number | null, by: Caller) {
      if (number !== null) await versionAt(db.read, page, number)
      return previews.beginOfPage(by, { page, number }, pagePaths[page])
    },

    async addPicture(tx: Tx, stored: StoredPicture) {
      await pictures.record(tx, stored)
      const { [stored.base]: picture } = await picturesFor(tx, [{ added: [{ id: stored.base }] }])
      if (picture === undefined) throw refusal('page-picture-gone')
      return { id: stored.base, picture }
    },

    /**
     * Returns the words and pictures of all pages whose part of the site is switched on. A page without its own
     * pictures gets the pictures in `drawn`. The page in `previewed` has its draft or earlier version instead of what
     * is published.
     */
    async shown(
      drawn: Partial<Record<keyof SitePictures, string[]>>,
      parts: Readonly<Record<SitePart, boolean>>,
      previewed: PreviewedPage | null = null,
    ) {
      const published = await readPublishedPages(db.read)
      const contents = await Promise.all(
        pageKeys.map(async (page): Promise<PageContent> => {
          if (previewed?.page === page) return previewedContent(page, previewed)
          const part = pageParts[page]
          return (part === undefined || parts[part] ? published.get(page)?.content : null) ?? {}
        }),
      )
      const all: PageContent = Object.assign({}, ...contents)
      const named = Object.fromEntries(
        Object.keys(sitePictures.shape).map((name) => {
          const own = (all[name] ?? []) as PagePicture[]
          const inPlace = drawn[name as keyof SitePictures] ?? []
          return [name, own.length > 0 ? own : inPlace.map((id) => ({ id, alt: '' }))]
        }),
      )
      const known = await picturesFor(db.read, [named])
      const shown = (list: PagePicture[]) =>
        list.flatMap(({ id, alt }) => (known[id] ? [{ ...known[id], alt }] : []))
      const texts = Object.entries(all).filter(([name]) => name in fallbacks.shape.texts.shape)
      return {
        texts: Object.fromEntries(texts) as Partial<SiteTexts>,
        pictures: Object.fromEntries(
          Object.entries(named).map(([name, list]) => [name, shown(list)]),
        ) as SitePictures,
      }
    },

    /**
     * Returns the published text of a policy, or null if the text is the one that the school began with. `at` is empty
     * if staff have never published a text.
     */
    async policy(kind: PolicyKind, previewed: PreviewedPage | null = null): Promise<PolicyText> {
      const { content, at } =
        previewed?.page === kind
          ? { content: await previewedContent(kind, previewed), at: clock.now() }
          : await newest(db.read, kind)
      const [field] = fieldsOf(kind)
      const text = field && content[field[0]]
      return { text: typeof text === 'string' ? text : null, at }
    },

    async footer(previewed: PreviewedPage | null = null) {
      const content =
        previewed?.page === 'footer'
          ? await previewedContent('footer', previewed)
          : (await newest(db.read, 'footer')).content
      return content as { footerLine?: string; footerYear?: number }
    },

    /** True if staff published a headline and pictures for the top of the home page. */
    async hasOwnHome(): Promise<boolean> {
      const { content } = await newest(db.read, 'home')
      return 'homeHeadline' in content && 'heroPictures' in content
    },
  }
}

/** @throws `not_found` for a version that does not exist */
async function versionAt(source: Queryable, page: PageKey, number: number): Promise<PageVersion> {
  if (number === 0) return { page, number, content: {}, by: null, at: '' }
  const row = await source
    .selectFrom('page_version')
    .selectAll()
    .where('page', '=', page)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) throw refusal('page-version-gone')
  return versionOf(row)
}

async function listVersions(source: Queryable, page: PageKey, before: number | undefined) {
  let rows = source.selectFrom('page_version').select(['number', 'by_email as by', 'at'])
  rows = rows.where('page', '=', page)
  if (before !== undefined) rows = rows.where('number', '<', before)
  const found = await rows
    .orderBy('number', 'desc')
    .limit(versionsShownMax + 1)
    .execute()
  const nameOf = await authorsIn(
    source,
    found.map(({ by }) => by),
  )
  const versions = found.slice(0, versionsShownMax).map((one) => ({ ...one, by: nameOf(one.by) }))
  return { versions, hasMore: found.length > versionsShownMax }
}

/**
 * Returns a sentence for each policy that names an unknown or wrongly placed fact. Only texts that are being saved are
 * checked: an already stored text may name a fact of another version of Malar, and is still shown.
 */
function factProblemsIn(page: PageKey, content: PageContent): Record<string, string> {
  const problems = fieldsOf(page).flatMap(([name, { kind }]): [string, string][] => {
    const text = content[name]
    if (kind !== 'policy' || typeof text !== 'string') return []
    const problem = factProblem(page as PolicyKind, text)
    return problem === null ? [] : [[name, problem]]
  })
  return Object.fromEntries(problems)
}

function refuseProblems(problems: Record<string, string>): void {
  const fields = Object.entries(problems).map(([path, sentence]) => [`content.${path}`, sentence])
  if (fields.length > 0) throw new DomainError('validation_failed', { fields: Object.fromEntries(fields) })
}

/** The fields as the audit log shows them. */
function loggedFields(page: PageKey, content: PageContent): AuditFields {
  return Object.fromEntries(
    fieldsOf(page).map(([name, { label, kind }]) => {
      const value = content[name]
      if (kind === 'pictures')
        return [label, (value as PagePicture[] | undefined)?.map(({ id, alt }) => alt || id)]
      if (kind === 'reasons')
        return [label, (value as PageReason[] | undefined)?.map(({ title, text }) => `${title}: ${text}`)]
      return [label, value]
    }),
  )
}

/** Finds the names of authors by their e-mail addresses. An address without an account stands for itself. */
async function authorsIn(source: Queryable, emails: readonly (string | null | undefined)[]) {
  const asked = [...new Set(emails.filter((email) => email != null))]
  const found = await source
    .selectFrom('user')
    .select(['email', 'name'])
    .where('email', 'in', [...asked, ''])
    .execute()
  const names = new Map(found.map(({ email, name }) => [email, name]))
  return (email: string | null) => email && (names.get(email) || email)
}

async function newest(source: Queryable, page: PageKey): Promise<PageVersion> {
  const rows = source.selectFrom('page_version').selectAll().where('page', '=', page)
  const row = await rows.orderBy('number', 'desc').limit(1).executeTakeFirst()
  return row ? versionOf(row) : { page, number: 0, content: {}, by: null, at: '' }
}

async function picturesFor(source: Queryable, contents: PageContent[]): Promise<EditedPage['pictures']> {
  const rows = await source
    .selectFrom('picture')
    .select(pictureColumns)
    .where('base', 'in', [...contents.flatMap(picturesIn), ''])
    .execute()
  return Object.fromEntries(
    rows.flatMap((row) => {
      const picture = pictureOf(row)
      return picture === null ? [] : [[row.base, picture]]
    }),
  )
}

/** Refuses pictures that do not exist, and private pictures of visitors: `picturesFor` finds neither. */
async function refuseUnknownPictures(tx: Tx, content: PageContent): Promise<void> {
  const known = await picturesFor(tx, [content])
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(content)) {
    if (!Array.isArray(value)) continue
    for (const [at, { id }] of (value as Partial<PagePicture>[]).entries()) {
      if (id !== undefined && !(id in known))
        fields[`content.${name}.${at}.id`] = 'This picture is no longer there. Add it again.'
    }
  }
  if (Object.keys(fields).length > 0) throw new DomainError('validation_failed', { fields })
}
