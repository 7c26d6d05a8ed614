import { endpoints } from '../../../contract/index.ts'
import type { Config } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Pictures } from '../../platform/pictures.ts'
import { insertUnlessThere } from '../guards.ts'
import type { Database } from '../open.ts'
import { insertPageVersion } from '../page-versions.ts'
import type { Schema, Tx } from '../schema.ts'
import { demonstrationOf, demonstrationSetting, readSettings, sitePictureSettings } from '../settings.ts'
import pages from './data/pages.json' with { type: 'json' }
import settings from './data/settings.json' with { type: 'json' }
import places from './data/site-pictures.json' with { type: 'json' }
import { addRecords } from './data-files.ts'
import { type Demo, type DemoDeps, emptyDemo, type Rows, rowsOf } from './demo.ts'
import { datePaidSeats } from './demo-growth.ts'
import { addMessages } from './demo-messages.ts'
import { addMoney } from './demo-money.ts'
import { addEarlierOrders } from './demo-orders.ts'
import { addBatches } from './demo-seats.ts'
import { addStoreOrders } from './demo-store-orders.ts'
import { isEmpty, siteSettings } from './emptiness.ts'
import { copyFinishedPictures, finishedPicture, type PictureName } from './finished-pictures.ts'

export interface SeedDeps {
  db: Database
  clock: Clock
  ids: Ids
  config: Config
  pictures: Pictures
}

export interface SeedOptions {
  /** False copies no picture files. Tests use this, because each of them has its own data folder. */
  pictures?: boolean
}

/**
 * Fills an empty database with the demonstration school, whose dates are around today. Only one of several processes
 * that start at once can insert the row that marks the demonstration. The contents are the same on every machine on the
 * same day. Ids differ, so that nobody can guess the id of an enrolment.
 * @returns false if the database was not empty; nothing is written then
 */
export async function seedDemo(deps: SeedDeps, options: SeedOptions = {}): Promise<boolean> {
  const { db, clock, pictures, config } = deps
  if (!(await isEmpty(db.read))) return false
  const demo = demoOf(deps)
  if (options.pictures !== false) await copyFinishedPictures([...demo.pictures], config.dataDir)

  return db.transaction(async (tx) => {
    if (!(await insertSetting(tx, clock, demonstrationSetting, clock.today()))) return false
    // Another process may have written data since the first check.
    if (!(await isEmpty(tx, [...siteSettings, demonstrationSetting]))) {
      await tx.deleteFrom('setting').where('name', '=', demonstrationSetting).execute()
      return false
    }
    for (const name of demo.pictures) await pictures.record(tx, finishedPicture(name))
    await insertSitePictures(tx, clock)
    await insertDemonstrationSettings(tx, clock)
    await insertRows(tx, demo.rows)
    for (const topic of allTopics) await db.changes.mark(tx, topic)
    return true
  })
}

/** Makes all rows of the demonstration, and writes nothing to the database. */
export function demoOf(deps: DemoDeps): Demo {
  const demo = emptyDemo(deps)
  addRecords(demo)
  addEarlierOrders(demo)
  addStoreOrders(demo)
  const batches = addBatches(demo)
  // The dates of the paid seats depend on the store's revenue.
  const paidSeats = batches.flatMap(({ paid }) => paid)
  datePaidSeats(paidSeats, demo.now, rowsOf(demo, 'shop_order'))
  addMoney(demo)
  addMessages(demo, batches)
  for (const name of siteNames) demo.pictures.add(name)
  return demo
}

async function insertRows(tx: Tx, rows: Rows): Promise<void> {
  for (const [table, some] of Object.entries(rows))
    await tx
      .insertInto(table as keyof Schema)
      .values(some)
      .execute()
}

/**
 * Stores the demonstration's values of the settings, and publishes its pages. The demonstration's pages show them until
 * staff store other values. A value or a page that is already stored stays.
 */
export async function insertDemonstrationSettings(tx: Tx, clock: Clock): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    await insertSetting(tx, clock, demonstrationOf(name), text)
  }
  const known = await tx.selectFrom('page_version').select('page').distinct().execute()
  for (const [page, fields] of Object.entries(pages)) {
    if (known.some((one) => one.page === page)) continue
    const content: Record<string, unknown> = {}
    for (const [name, value] of Object.entries<unknown>(fields)) {
      const shown = isPlace(value) ? await picturesAt(tx, value) : value
      if (!Array.isArray(shown) || shown.length > 0) content[name] = shown
    }
    await insertPageVersion(tx, { page, number: 1, content, by: null, at: clock.now() })
  }
}

/** Stands in the file of pages for the pictures of a place, which differ between the versions of Malar. */
interface Place {
  place: keyof typeof sitePictureSettings
  /** The alternative texts, in the order of the pictures. A picture without one is decoration. */
  alt?: readonly string[]
}

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && 'place' in value

async function picturesAt(tx: Tx, { place, alt = [] }: Place) {
  const setting = sitePictureSettings[place]
  const bases: string[] = JSON.parse((await readSettings(tx, [setting])).get(setting) ?? '[]')
  const stored = await tx
    .selectFrom('picture')
    .select('base')
    .where('base', 'in', [...bases, ''])
    .execute()
  const placed = bases.map((id, at) => (alt[at] ? { id, alt: alt[at] } : { id, alt: '', isDecoration: true }))
  return placed.filter(({ id }) => stored.some((picture) => picture.base === id))
}

/** The decorative pictures of the site, which are the same for every school. */
const sitePictures = places as Record<keyof typeof sitePictureSettings, PictureName[]>
const siteNames = Object.values(sitePictures).flat()

export async function seedSitePictures({ db, clock, pictures, config }: SeedDeps): Promise<void> {
  await copyFinishedPictures(siteNames, config.dataDir)
  await db.transaction(async (tx) => {
    for (const name of siteNames) await pictures.record(tx, finishedPicture(name))
    await insertSitePictures(tx, clock)
    await db.changes.mark(tx, 'school')
  })
}

const allTopics = new Set(endpoints.flatMap(({ topics = [] }) => topics))

async function insertSitePictures(tx: Tx, clock: Clock) {
  for (const place of Object.keys(sitePictures) as (keyof typeof sitePictures)[]) {
    const bases = sitePictures[place].map((name) => finishedPicture(name).base)
    await insertSetting(tx, clock, sitePictureSettings[place], JSON.stringify(bases))
  }
}

/** Returns false if the setting exists. Waits if another process is writing the setting. */
function insertSetting(tx: Tx, clock: Clock, name: string, value: string) {
  return insertUnlessThere(tx, 'setting', { name, value, updated_at: clock.now() }, 'name')
}
