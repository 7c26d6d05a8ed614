import { type Kysely, sql } from 'kysely'
import { key, required, run } from './baseline/columns.ts'

/**
 * The words and pictures of pages become content: every publication is a row of `page_version`, and a page has one row
 * with its draft. What pages say today becomes their first version. The settings stay, because a process of the version
 * before this one may still read them.
 */
export async function versionPages(db: Kysely<any>): Promise<void> {
  await createTables(db)
  const stored = await settingsIn(db)
  const publish = publishing(db)
  const texts = textsIn(stored.get('demonstration.texts'))
  const first = texts && firstVersions(texts, stored)
  for (const [page, content] of Object.entries(first ?? {})) await publish(page, 1, content)
  const own = ownHome(stored)
  if (Object.keys(own).length > 0) {
    const number = Object.keys(first?.home ?? {}).length > 0 ? 2 : 1
    await publish('home', number, { ...first?.home, ...own })
  }
}

async function createTables(db: Kysely<any>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('page_version')
    .addColumn('page', 'text', required)
    .addColumn('number', 'integer', (c) => c.notNull().check(sql`number >= 1`))
    .addColumn('content', 'text', required)
    .addColumn('by_email', 'text')
    .addColumn('at', 'text', required)
    .addPrimaryKeyConstraint('page_version_key', ['page', 'number'])
    .execute()

  // The row of a page is also its lock. A page without unpublished changes has no content here.
  await schema
    .createTable('page_draft')
    .addColumn('page', 'text', key)
    .addColumn('content', 'text')
    .addColumn('version', 'integer', required)
    .addColumn('by_email', 'text')
    .addColumn('at', 'text', required)
    .execute()

  // A row keeps a picture that a version names, or a draft, whose number is 0.
  await schema
    .createTable('page_picture')
    .addColumn('page', 'text', required)
    .addColumn('number', 'integer', required)
    .addColumn('picture_base', 'text', (c) => c.notNull().references('picture.base'))
    .addPrimaryKeyConstraint('page_picture_key', ['page', 'number', 'picture_base'])
    .execute()
  await run(db, 'create index page_picture_base on page_picture (picture_base)')
}

type Texts = Record<string, string | undefined>
type Stored = ReadonlyMap<string, string>
type Content = Record<string, unknown>

async function settingsIn(db: Kysely<any>): Promise<Stored> {
  const rows = await db
    .selectFrom('setting')
    .select(['name', 'value'])
    .where((eb) =>
      eb.or([
        eb('name', 'like', 'demonstration.%'),
        eb('name', 'like', 'site-picture.%'),
        eb('name', 'like', 'school.%'),
      ]),
    )
    .execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** A value that cannot be read counts as none, because a migration must not fail at it. */
function parsed<T>(value: string | undefined): T | null {
  try {
    return JSON.parse(value ?? 'null') as T | null
  } catch {
    return null
  }
}

function textsIn(value: string | undefined): Texts | null {
  const texts = parsed<unknown>(value)
  if (typeof texts !== 'object' || texts === null) return null
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => typeof text === 'string'))
}

function basesIn(stored: Stored, name: string): string[] {
  const bases = parsed<unknown>(stored.get(name))
  return Array.isArray(bases) ? bases.filter((base) => typeof base === 'string') : []
}

const heroAlternative = 'Flowers arranged at our school'

function firstVersions(texts: Texts, stored: Stored): Record<string, Content> {
  const said = (...names: string[]): Content =>
    Object.fromEntries(names.flatMap((name) => (texts[name] ? [[name, texts[name]]] : [])))
  const shown = (place: string, alt: string | undefined) =>
    basesIn(stored, `site-picture.${place}`).map((id) =>
      alt ? { id, alt } : { id, alt: '', isDecoration: true },
    )
  const lines = (texts.reasons ?? '').split('\n')
  const reasons = lines.flatMap((title, at) =>
    title !== '' && at % 2 === 0 ? [{ title, text: lines[at + 1] ?? '' }] : [],
  )
  const year = Number(stored.get('demonstration.copyrightYear'))
  return {
    home: {
      ...said('homeLead', 'homeDescription', 'coursesCard', 'bouquetsCard'),
      heroPictures: shown('hero', heroAlternative),
      coursesPicture: shown('courses', undefined),
      bouquetsPicture: shown('bouquets', undefined),
    },
    hall: {
      ...said('hallHeading', 'hallLead', 'venueHeading', 'venueLead'),
      ...said('venueInclusions', 'venueEvents', 'venueNote'),
      hallPicture: shown('hall', texts.hallPicture),
      hallPictures: shown('hall', texts.venuePicture),
    },
    about: { ...said('aboutLead', 'impactEyebrow'), aboutPicture: shown('courses', texts.aboutPicture) },
    classes: {
      ...said('classesLead', 'diplomasLead', 'workshopsLead'),
      ...said('diplomaForBeginners', 'workshopForBeginners', 'flowersIncluded'),
      reasons,
    },
    store: said('storeHeading', 'storeLead', 'storeDescription'),
    journal: said('journalLead'),
    contact: said('contactLead'),
    footer: Number.isInteger(year) && year >= 1900 ? { footerYear: year } : {},
  }
}

function ownHome(stored: Stored): Content {
  const headline = stored.get('school.headline')?.trim() ?? ''
  const bases = basesIn(stored, 'school.heroPictures')
  return {
    ...(headline !== '' && { homeHeadline: headline }),
    ...(bases.length > 0 && { heroPictures: bases.map((id) => ({ id, alt: heroAlternative })) }),
  }
}

/** Leaves out what is empty, and pictures that are gone. */
function publishing(db: Kysely<any>) {
  const at = new Date().toISOString()
  return async (page: string, number: number, given: Content): Promise<void> => {
    const known = await picturesAmong(db, given)
    const content: Content = {}
    for (const [name, value] of Object.entries(given)) {
      const kept = Array.isArray(value) ? value.filter(({ id }) => id === undefined || known.has(id)) : value
      if (!Array.isArray(kept) || kept.length > 0) content[name] = kept
    }
    if (Object.keys(content).length === 0) return
    const row = { page, number, content: JSON.stringify(content), by_email: null, at }
    await db.insertInto('page_version').values(row).execute()
    for (const picture_base of known) {
      await db.insertInto('page_picture').values({ page, number, picture_base }).execute()
    }
  }
}

async function picturesAmong(db: Kysely<any>, content: Content): Promise<Set<string>> {
  const lists = Object.values(content).filter(Array.isArray) as { id?: string }[][]
  const ids = lists.flat().flatMap(({ id }) => id ?? [])
  const rows = await db
    .selectFrom('picture')
    .select('base')
    .where('base', 'in', [...ids, ''])
    .execute()
  return new Set(rows.map(({ base }) => base))
}
