import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import type { Database } from '../../server/db/open.ts'
import { isOfSearchIndex } from '../../server/db/search.ts'
import { seedDemo } from '../../server/db/seed/seed.ts'
import { sitePictureSettings } from '../../server/db/settings.ts'
import { finishedPicturesDir } from '../../server/platform/picture-cache.ts'
import type { TestApp } from './app.ts'
import { somebodyEverywhere } from './somebody.ts'

/** Texts and numbers that SQLite and PostgreSQL could store differently. */
const odd = {
  texts: [
    ` a "quote", a \\ and a ' with
two lines	and a tab `,
    'மலர் 🌺 é é ￿',
    '',
    'null',
    '0042',
    '1e3',
    'x'.repeat(100_000),
  ],
  largest: Number.MAX_SAFE_INTEGER,
}

/** Adds a person with records in every table, and pictures of every kind, to the demonstration school. */
export async function fillEveryTable(app: TestApp): Promise<void> {
  const { db, deps } = app
  // The demonstration fills only an empty database, so the rows of `startApp` are removed first.
  for (const table of ['page_picture', 'page_version', 'setting'] as const)
    await db.write.deleteFrom(table).execute()
  if (!(await seedDemo(deps, { pictures: false }))) throw new Error('the demonstration was not filled in')
  await somebodyEverywhere(app, { name: 'Meena Raj', email: 'meena@post.example', phone: '9840012345' })
  const now = deps.clock.now()
  await db.transaction(async (tx) => {
    const by = { created_at: now, created_by: 'owner@malar.example' }
    await tx
      .insertInto('person_link')
      .values({ ...by, id: 'link', one_kind: 'student', one_id: 'a', other_kind: 'student', other_id: 'b' })
      .execute()
    await tx
      .insertInto('file_import')
      .values({ ...by, id: 'import', kind: 'student', taken_back_at: null, taken_back_by: null })
      .execute()
    await tx.insertInto('file_import_row').values({ import_id: 'import', record_id: 'a' }).execute()
    for (const [at, value] of odd.texts.entries())
      await tx
        .insertInto('setting')
        .values({ name: `odd ${at}`, value, updated_at: now })
        .execute()
    await tx.insertInto('pace').values({ name: 'largest', until_ms: odd.largest }).execute()
    await tx.updateTable('course').set({ rating: 4.7 }).execute()
    // A real school has no picture in this setting until the owner sets one.
    await tx.deleteFrom('setting').where('name', '=', sitePictureSettings.hero).execute()
  })
  for (const [background, isPrivate] of [
    ['#ff0000', false],
    ['#00ff00', true],
  ] as const) {
    const image = sharp({ create: { width: 400, height: 300, channels: 3, background } })
    const stored = await deps.pictures.store(await image.png().toBuffer(), { bytesMax: 1e7, isPrivate })
    await db.transaction((tx) => deps.pictures.record(tx, stored))
  }
  // Makes the file of this width, as a visitor's request would.
  const finished = readdirSync(finishedPicturesDir).find((name) => name.endsWith('-320.avif')) ?? ''
  await deps.pictures.provide(finished.replace('avif', 'jpg'))
}

/**
 * Tables that are not moved: the files of pictures are moved in another way, and the counts of rate limits last
 * minutes.
 */
const staying = ['picture_file', 'picture_leftover', 'rate_count']

/** Reads every row of every table as text, in an order that does not depend on the engine. */
export async function contentOf({ read }: Database): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {}
  for (const { name, isView } of await read.introspection.getTables()) {
    if (isView || name.startsWith('kysely_') || staying.includes(name) || isOfSearchIndex(name)) continue
    const rows = await read
      .selectFrom(name as 'setting')
      .selectAll()
      .execute()
    const texts = rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))
    content[name] = texts.sort()
  }
  return content
}
