import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase, testNow } from '../../tests/harness/app.ts'
import { fixedClock } from '../../tests/harness/fixed-clock.ts'
import { onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { rowsOf } from '../../tests/harness/schema-of.ts'
import { readConfig } from '../config.ts'
import { createDeps } from '../deps.ts'
import { emptyDemonstration, fates } from './emptying.ts'
import { draftNumber, insertPageVersion, keepPagePictures, readPublishedPages } from './page-versions.ts'
import type { Tx } from './schema.ts'
import { indexWaiting, isOfSearchIndex } from './search.ts'
import { seedDemo } from './seed/seed.ts'
import { demonstrationSetting, readSettings, writeSetting } from './settings.ts'

onEachDatabase('emptying the demonstration', freshDatabase, (opened, engine) => {
  const seed = async () => {
    const config = readConfig({
      DATA_DIR: opened.folder,
      AUTH_SECRET: 'a secret for tests, and for nothing else',
    })
    const deps = createDeps(config, opened.db, { clock: fixedClock(testNow) })
    expect(await seedDemo(deps, { pictures: false })).toBe(true)
  }
  const empty = () => opened.db.transaction(emptyDemonstration)
  const store = (settings: Record<string, string>) =>
    opened.db.transaction(async (tx) => {
      for (const [name, value] of Object.entries(settings)) await writeSetting(tx, name, value, testNow)
    })

  test('every table of the database has a fate', async () => {
    const listed =
      engine === 'sqlite'
        ? sql<{
            name: string
          }>`select name from sqlite_master where type in ('table', 'view') and name not like 'sqlite_%'`
        : sql<{ name: string }>`select relname as name from pg_class
            where relkind in ('r', 'p', 'v') and relnamespace = current_schema()::regnamespace`
    const names = (await listed.execute(opened.db.read)).rows.map(({ name }) => name)
    const ours = names.filter((name) => !isOfSearchIndex(name) && !name.startsWith('kysely_migration'))
    expect(ours.sort()).toEqual(Object.keys(fates).sort())
  })

  test('a school that is not the demonstration stays as it is', async () => {
    await store({ 'school.name': 'Poonga' })
    const before = await rowsOf(opened.db)
    expect(await empty()).toBe(false)
    expect(await rowsOf(opened.db)).toEqual(before)
  })

  test('emptying leaves the rows of a new school, and the decorative pictures', async () => {
    const fresh = await rowsOf(opened.db)
    await seed()
    await opened.db.write.insertInto('receipt_year').values({ year: '2026', last: 7 }).execute()
    // A part of the search index is filled, as in a school where somebody has searched.
    await indexWaiting(opened.db, 100)
    expect(Object.keys(await rowsOf(opened.db)).length).toBeGreaterThan(40)

    expect(await empty()).toBe(true)
    expect(await empty()).toBe(false)
    while ((await indexWaiting(opened.db, 100)) > 0);
    const { setting = [], picture = [], ...left } = await rowsOf(opened.db)
    const { setting: none = [], ...expected } = fresh
    // The table `change` keeps its rows. The sums in `seat_count` are compared below.
    const isOther = (table: string) =>
      /^(search_.*_(data|idx|docsize|content|config)|change|sqlite_sequence|seat_count)$/.test(table)
    const rows = (all: Record<string, string[]>) => Object.entries(all).filter(([table]) => !isOther(table))
    expect(rows(left)).toEqual(rows(expected))
    expect(none).toEqual([])
    const sums = await opened.db.read
      .selectFrom('seat_count')
      .select(({ fn }) => fn.sum('entries').as('all'))
      .executeTakeFirst()
    expect(Number(sums?.all)).toBe(0)
    const names = [...(await readSettings(opened.db.read)).keys()].sort()
    expect(names).toEqual(['bouquets', 'courses', 'hall', 'hero'].map((place) => `site-picture.${place}`))
    expect(setting).toHaveLength(names.length)
    const shown = setting.join().match(/[0-9a-f]{32}/g) ?? []
    expect(picture).toHaveLength(shown.length)
  })

  test('settings of staff stay unless they hold the demonstration’s value, and the site is closed', async () => {
    await seed()
    await store({
      'school.name': 'Malar',
      'school.address': '14 Malligai Street\nMylapore\nChennai 600 004',
      'school.isOpen': 'true',
      'school.hasHall': 'true',
      'school.hasStore': 'false',
      'school.phone': '+91 452 555 0142',
      'school.holdHours': '12',
      'school.logo': '["aa11"]',
      'school.headline': 'Flowers of Madurai',
      'school.referencePrefix': 'NEE',
      'set-up.later.letters': 'true',
      'backup.at': testNow,
      'security.owners-need-second-factor': 'off',
    })
    const picture = { width: 40, height: 30, widths: '[40]', color: '#fff', created_at: testNow }
    for (const base of ['aa11', 'bb22']) {
      await opened.db.write
        .insertInto('picture')
        .values({ base, ...picture, private_since: null })
        .execute()
    }
    expect(await empty()).toBe(true)
    const stored = await readSettings(opened.db.read)
    const own = [...stored].filter(([name]) => !name.startsWith('site-picture.'))
    expect(Object.fromEntries(own)).toEqual({
      'school.hasStore': 'false',
      'school.phone': '+91 452 555 0142',
      'school.holdHours': '12',
      'school.logo': '["aa11"]',
      'security.owners-need-second-factor': 'off',
    })
    const bases = (await opened.db.read.selectFrom('picture').select('base').execute()).map(
      ({ base }) => base,
    )
    expect([bases.includes('aa11'), bases.includes('bb22')]).toEqual([true, false])
  })

  test('of the pages, what staff wrote stays as a first version, and what the demonstration says goes', async () => {
    await seed()
    const picture = { width: 40, height: 30, widths: '[40]', color: '#fff', created_at: testNow }
    const pictures = ['aa11', 'bb22', 'cc33'].map((base) => ({ base, ...picture, private_since: null }))
    await opened.db.write.insertInto('picture').values(pictures).execute()
    const published = await readPublishedPages(opened.db.read)
    const saidOf = (page: string) => published.get(page)?.content ?? {}
    const by = 'owner@neela.example'
    const made = { by, at: testNow }
    const { heroPictures = [] } = saidOf('home') as { heroPictures?: object[] }
    const own = { id: 'aa11', alt: 'Our roses' }
    const draft = { ...saidOf('about'), aboutLead: 'We teach', aboutPicture: [{ id: 'cc33', alt: 'Us' }] }
    await opened.db.transaction(async (tx) => {
      const earlier = { ...saidOf('home'), heroPictures: [{ id: 'bb22', alt: 'Earlier' }] }
      await insertPageVersion(tx, { page: 'home', number: 2, content: earlier, ...made })
      const newest = { ...saidOf('home'), homeHeadline: 'Ours', heroPictures: [...heroPictures, own] }
      await insertPageVersion(tx, { page: 'home', number: 3, content: newest, ...made })
      const row = { content: JSON.stringify(draft), version: 4, by_email: by, at: testNow }
      await tx
        .insertInto('page_draft')
        .values({ page: 'about', ...row })
        .execute()
      await keepPagePictures(tx, 'about', draftNumber, draft)
    })
    expect(await empty()).toBe(true)
    const left = [...(await readPublishedPages(opened.db.read)).values()]
    const content = { homeHeadline: 'Ours', heroPictures: [own] }
    expect(left).toEqual([{ page: 'home', number: 1, content, by, at: testNow }])
    const drafts = await opened.db.read.selectFrom('page_draft').selectAll().execute()
    expect(drafts.map((row) => [row.page, row.version, JSON.parse(row.content ?? '')])).toEqual([
      ['about', 5, { aboutLead: 'We teach', aboutPicture: [{ id: 'cc33', alt: 'Us' }] }],
    ])
    const kept = (await opened.db.read.selectFrom('picture').select('base').execute()).map(({ base }) => base)
    expect(['aa11', 'bb22', 'cc33'].map((base) => kept.includes(base))).toEqual([true, false, true])
  })

  test.each([
    '{"heroPictures":[null]}',
    '{"heroPictures":[{"id":7}]}',
    '{"heroPictures":[{"id":"gone","alt":"A vase"}]}',
  ])('a page damaged to %s stops no emptying', async (content) => {
    await seed()
    const row = { page: 'home', number: 2, content, by_email: 'owner@neela.example', at: testNow }
    await opened.db.write.insertInto('page_version').values(row).execute()
    expect(await empty()).toBe(true)
    expect((await readPublishedPages(opened.db.read)).has('home')).toBe(false)
  })

  test('an emptying that fails half-way removes nothing', async () => {
    await seed()
    const before = await rowsOf(opened.db)
    const broken = opened.db.transaction(async (tx) => {
      await emptyDemonstration(tx)
      throw new Error('the power failed')
    })
    await expect(broken).rejects.toThrow('the power failed')
    expect(await rowsOf(opened.db)).toEqual(before)
    expect((await readSettings(opened.db.read)).has(demonstrationSetting)).toBe(true)
  })

  test('one of several simultaneous calls empties the demonstration, and the others do nothing', async () => {
    await seed()
    const done = await Promise.all(Array.from({ length: 4 }, empty))
    expect(done.filter(Boolean)).toHaveLength(1)
  })

  if (engine === 'postgres')
    test('neither the emptying nor a visitor who holds one of its tables is undone', async () => {
      await seed()
      const lock = (tx: Tx, table: string) =>
        sql`lock table ${sql.table(table)} in row exclusive mode`.execute(tx)
      const isAwaited = async (tx: Tx) => {
        const waiting = sql`select 1 from pg_locks where relation = 'outbox'::regclass and not granted`
        return (await waiting.execute(tx)).rows.length > 0
      }
      const held = Promise.withResolvers<void>()
      let turns = 0
      const visitor = opened.db.transaction(async (tx) => {
        turns++
        await lock(tx, 'outbox')
        held.resolve()
        await expect.poll(() => isAwaited(tx), { interval: 5 }).toBe(true)
        // The emptying holds this table and waits for the other one.
        await lock(tx, 'cart')
      })
      await held.promise
      const emptying = opened.db.transaction((tx) => {
        turns++
        return emptyDemonstration(tx)
      })
      await visitor
      expect(await emptying).toBe(true)
      expect(turns).toBe(2)
    })
})
