import { isPageKey, type PageContent, picturesIn, readContent } from '../../contract/school/page-fields.ts'
import type { Queryable, Tx } from './schema.ts'

export interface PageVersion {
  page: string
  number: number
  content: PageContent
  /** The e-mail address of the author; null for what the program published. */
  by: string | null
  at: string
}

/** The number under which the pictures of a draft are kept. */
export const draftNumber = 0

/** Content that cannot be read, such as a row damaged by SQL, counts as empty. */
export function contentIn(stored: string): PageContent {
  try {
    const content: unknown = JSON.parse(stored)
    return typeof content === 'object' && content !== null && !Array.isArray(content) ? { ...content } : {}
  } catch {
    return {}
  }
}

/** Content of another version of Malar may have fields or values that this one does not know. They count as empty. */
export function readableContent(page: string, stored: string): PageContent {
  return isPageKey(page) ? readContent(page, contentIn(stored)).content : {}
}

/** Leaves out pictures that are gone, such as those that only a row damaged by SQL names. */
export function withoutGonePictures(content: PageContent, isThere: (id: string) => boolean): PageContent {
  const left = Object.entries(content).map(([name, value]): [string, unknown] => [
    name,
    Array.isArray(value) ? value.filter(({ id }: { id?: string }) => id === undefined || isThere(id)) : value,
  ])
  return Object.fromEntries(left.filter(([, value]) => !Array.isArray(value) || value.length > 0))
}

/** Reads the newest version of each page. */
export async function readPublishedPages(db: Queryable): Promise<Map<string, PageVersion>> {
  const rows = await db
    .selectFrom('page_version')
    .selectAll()
    .where('number', '=', (eb) =>
      eb
        .selectFrom('page_version as other')
        .select((one) => one.fn.max('other.number').as('newest'))
        .whereRef('other.page', '=', 'page_version.page'),
    )
    .execute()
  return new Map(rows.map((row) => [row.page, versionOf(row)]))
}

export const versionOf = (row: {
  page: string
  number: number
  content: string
  by_email: string | null
  at: string
}): PageVersion => {
  const { page, number, content, by_email, at } = row
  return { page, number, content: readableContent(page, content), by: by_email, at }
}

export async function insertPageVersion(
  tx: Tx,
  { page, number, content, by, at }: PageVersion,
): Promise<void> {
  const row = { page, number, content: JSON.stringify(content), by_email: by, at }
  await tx.insertInto('page_version').values(row).execute()
  await keepPagePictures(tx, page, number, content)
}

/** Keeps the pictures that this version names from now on. Housekeeping removes pictures that no row names. */
export async function keepPagePictures(
  tx: Tx,
  page: string,
  number: number,
  content: PageContent,
): Promise<void> {
  await tx.deleteFrom('page_picture').where('page', '=', page).where('number', '=', number).execute()
  const rows = picturesIn(content).map((picture_base) => ({ page, number, picture_base }))
  if (rows.length > 0) await tx.insertInto('page_picture').values(rows).execute()
}

/** True if staff wrote something of their own into a page. */
export async function hasOwnPages(db: Queryable): Promise<boolean> {
  const version = db.selectFrom('page_version').select('page').where('by_email', 'is not', null)
  const draft = db.selectFrom('page_draft').select('page').where('content', 'is not', null)
  const rows = await version.union(draft).limit(1).execute()
  return rows.length > 0
}

/** Removes from the pages what the demonstration says and shows. What staff wrote of their own stays, as a first version. */
export async function emptyPages(tx: Tx): Promise<void> {
  const firsts = await tx.selectFrom('page_version').selectAll().where('number', '=', 1).execute()
  const invented = new Map(
    firsts.map((row) => [row.page, row.by_email === null ? readableContent(row.page, row.content) : {}]),
  )
  const published = await readPublishedPages(tx)
  const drafts = await tx.selectFrom('page_draft').selectAll().execute()
  for (const table of ['page_picture', 'page_version'] as const) await tx.deleteFrom(table).execute()
  const pictures = await tx.selectFrom('picture').select('base').execute()
  const bases = new Set(pictures.map(({ base }) => base))
  const own = (page: string, content: PageContent) =>
    withoutInvented(
      withoutGonePictures(content, (id) => bases.has(id)),
      invented.get(page) ?? {},
    )
  for (const version of published.values()) {
    const content = own(version.page, version.content)
    if (Object.keys(content).length > 0) await insertPageVersion(tx, { ...version, number: 1, content })
  }
  for (const { page, content: stored, version } of drafts) {
    const content = stored === null ? {} : own(page, readableContent(page, stored))
    const isLeft = Object.keys(content).length > 0
    await tx
      .updateTable('page_draft')
      .set({ content: isLeft ? JSON.stringify(content) : null, version: version + 1 })
      .where('page', '=', page)
      .execute()
    if (isLeft) await keepPagePictures(tx, page, draftNumber, content)
  }
}

/** Removes fields that equal the demonstration's, and of each list the members that the demonstration has. */
function withoutInvented(content: PageContent, invented: PageContent): PageContent {
  const own = Object.entries(content).flatMap(([name, value]): [string, unknown][] => {
    const other = invented[name]
    if (!Array.isArray(value)) return JSON.stringify(value) === JSON.stringify(other) ? [] : [[name, value]]
    const known = new Set((Array.isArray(other) ? other : []).map(keyOf))
    const kept = value.filter((member) => !known.has(keyOf(member)))
    return kept.length > 0 ? [[name, kept]] : []
  })
  return Object.fromEntries(own)
}

/** A picture of the demonstration is invented whatever staff wrote about it. */
const keyOf = (member: { id?: string }) => member.id ?? JSON.stringify(member)
