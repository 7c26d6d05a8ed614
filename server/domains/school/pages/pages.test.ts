import path from 'node:path'
import { expect, test } from 'vitest'
import { pageHeader } from '../../../../contract/addresses.ts'
import { fallbacks, sitePictures } from '../../../../contract/school/fallbacks.ts'
import { fieldsOf, pageKeys } from '../../../../contract/school/page-fields.ts'
import { startApp } from '../../../../tests/harness/app.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine, onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { pagesDesk, pictureOf } from '../../../../tests/harness/pages.ts'
import { storeSettings } from '../../../../tests/harness/settings.ts'
import { loadBuild } from '../../../http/rendering.ts'

test('the public call has a field for each text and picture of the pages', () => {
  const own = new Set(['footerLine', 'footerYear'])
  // Policies are left out, because `getPolicy` reads them, not `getFallbacks`.
  const fields = pageKeys.flatMap(fieldsOf).filter(([name, { kind }]) => !own.has(name) && kind !== 'policy')
  const named = (isPicture: boolean) =>
    fields.flatMap(([name, { kind }]) => ((kind === 'pictures') === isPicture ? [name] : [])).sort()
  const ofTheDemonstration = ['privacyUpdated', 'deliveryTerms']
  const texts = Object.keys(fallbacks.shape.texts.shape).filter((name) => !ofTheDemonstration.includes(name))
  expect(named(false)).toEqual(texts.sort())
  expect(named(true)).toEqual(Object.keys(sitePictures.shape).sort())
})

onSqlite('pages that are refused', { isOwnSchool: true, freshForEachTest: true }, (app) => {
  const desk = async () => pagesDesk(app, await signedIn(app, 'manager'))

  test('visitors, students and staff without the right can neither read nor change a page', async () => {
    const body = { version: 0, content: {} }
    for (const [who, status] of [
      [null, 401],
      ['user', 403],
      ['front-desk', 403],
      ['florist', 403],
      ['instructor', 403],
    ] as const) {
      const token = who && (await signedIn(app, who)).token
      for (const [method, path, sent] of [
        ['GET', '/api/admin/pages'],
        ['GET', '/api/admin/pages/home'],
        ['GET', '/api/admin/pages/home/versions'],
        ['GET', '/api/admin/pages/home/versions/1'],
        ['PUT', '/api/admin/pages/home/draft', body],
        ['POST', '/api/admin/pages/home/draft/discard', { version: 0 }],
        ['POST', '/api/admin/pages/home/publish', { version: 0 }],
        ['POST', '/api/admin/pages/home/versions/0/restore', { version: 0 }],
        ['POST', '/api/admin/pages/home/preview', { number: null }],
        ['POST', '/api/admin/page-pictures', { image: await pictureOf(1) }],
      ] as const)
        expect((await app.http(method, path, { token, ...(sent && { body: sent }) })).status, path).toBe(
          status,
        )
    }
    expect(await app.db.read.selectFrom('page_draft').selectAll().execute()).toEqual([])
  })

  const picture = { id: 'x', alt: 'A hall' }
  test.each([
    ['home', 'homeHeadline', 'x'.repeat(81), 'homeHeadline', 'Use at most 80 characters'],
    ['home', 'homeLead', 'x'.repeat(50_000), 'homeLead', 'Use at most 400 characters'],
    ['home', 'homeHeadline', 'a\u0000b', 'homeHeadline', 'Remove the hidden control characters'],
    ['home', 'homeHeadline', 'a\nb', 'homeHeadline', 'Write this on one line, without hidden characters'],
    ['home', 'homeHeadline', 5, 'homeHeadline', 'Enter text'],
    ['home', 'subtitle', 'Flowers', '', 'This has an unknown field'],
    ['home', 'hallLead', 'Of another page', 'hallLead', 'This page has no such field'],
    ['home', '__proto__x', 'Flowers', '', 'This has an unknown field'],
    ['home', 'heroPictures', 'x', 'heroPictures', 'Choose pictures'],
    ['home', 'heroPictures', [{ alt: 'A' }], 'heroPictures.0.id', 'Choose a picture'],
    [
      'home',
      'heroPictures',
      [{ ...picture, alt: 'x'.repeat(201) }],
      'heroPictures.0.alt',
      'Use at most 200 characters',
    ],
    [
      'home',
      'heroPictures',
      [{ ...picture, isDecoration: 'yes' }],
      'heroPictures.0.isDecoration',
      'Choose yes or no',
    ],
    [
      'home',
      'heroPictures',
      Array.from({ length: 7 }, (_, n) => ({ ...picture, id: `other-${n}` })),
      'heroPictures',
      'Choose at most 6 pictures',
    ],
    [
      'home',
      'heroPictures',
      [picture],
      'heroPictures.0.id',
      'This picture is no longer there. Add it again.',
    ],
    [
      'home',
      'coursesPicture',
      [picture, { ...picture, id: 'other' }],
      'coursesPicture',
      'Choose one picture',
    ],
    ['hall', 'hallHeading', 'a\nb\nc', 'hallHeading', 'Use at most two lines'],
    [
      'hall',
      'venueEvents',
      Array.from({ length: 21 }, (_, n) => n).join('\n'),
      'venueEvents',
      'Use at most 20 lines',
    ],
    ['classes', 'reasons', 'Good', 'reasons', 'Enter reasons'],
    [
      'classes',
      'reasons',
      Array.from({ length: 7 }, () => ({ title: 'A', text: 'B' })),
      'reasons',
      'Enter at most 6 reasons',
    ],
    [
      'classes',
      'reasons',
      [{ title: 'x'.repeat(81), text: 'B' }],
      'reasons.0.title',
      'Use at most 80 characters',
    ],
    ['footer', 'footerYear', 1066, 'footerYear', 'Enter a year from 1900 to 2999'],
    ['footer', 'footerYear', '2024', 'footerYear', 'Enter a year from 1900 to 2999'],
    ['footer', 'footerYear', 2024.5, 'footerYear', 'Enter a year from 1900 to 2999'],
  ] as const)('a draft of %s with %s %j is refused at %s', async (page, field, value, at, sentence) => {
    const { save, find } = await desk()
    const refused = await save(page, { [field]: value })
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { [at ? `content.${at}` : 'content']: sentence },
    ])
    expect((await find(page)).draft).toBeNull()
  })

  test('an unknown page and an unknown version are not found, and a body beyond its limit is refused', async () => {
    const { call, restore, save } = await desk()
    expect((await call('GET', '/api/admin/pages/nowhere')).status).toBe(404)
    expect((await call('GET', '/api/admin/pages/home/versions/7')).status).toBe(404)
    expect((await call('GET', '/api/admin/pages/home/versions/x')).status).toBe(404)
    expect((await restore('home', 7)).status).toBe(404)
    expect((await save('home', { homeLead: 'x'.repeat(300_000) })).status).toBe(413)
  })

  test('unfinished content can be a draft, and publishing it names each unfinished part', async () => {
    const { save, publish, addPicture, find } = await desk()
    const id = await addPicture(1)
    await save('home', { heroPictures: [{ id, alt: '' }] })
    const refused = await publish('home')
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      {
        'content.heroPictures.0.alt':
          'Pictures beside the headline, picture 1: say what the picture shows, for people who can’t see it. If it’s only decoration, tick “Only decoration”.',
      },
    ])
    expect((await find('home')).draft.content).toEqual({ heroPictures: [{ id, alt: '' }] })
    await save('classes', { reasons: [{ title: '', text: '' }] })
    expect((await publish('classes')).body.fields).toEqual({
      'content.reasons.0.title': 'Why choose us, reason 1: enter a title',
      'content.reasons.0.text': 'Why choose us, reason 1: enter a sentence',
    })
    expect((await save('home', { heroPictures: [{ id, alt: '', isDecoration: true }] })).status).toBe(200)
    expect((await publish('home')).status).toBe(200)
  })

  test('a page without a draft cannot be published or discarded, and a visitor’s picture is refused', async () => {
    const { publish, discard, save } = await desk()
    const sentence = 'This page has no unpublished changes any more. Refresh the page.'
    expect((await publish('home')).body).toMatchObject({ code: 'conflict', error: sentence })
    expect((await discard('home')).body).toMatchObject({ code: 'conflict', error: sentence })
    const stored = await app.deps.pictures.store(await pictureOf(9), { bytesMax: 1e6, isPrivate: true })
    await app.db.transaction((tx) => app.deps.pictures.record(tx, stored))
    expect((await save('home', { heroPictures: [{ id: stored.base, alt: 'A visitor' }] })).status).toBe(400)
  })

  test.each([-1, 1.5, 1e21, 99, '1'])('a preview of version %j is refused', async (number) => {
    const { call, write } = await desk()
    await write('about', { aboutLead: 'First' })
    const refused = await call('POST', '/api/admin/pages/about/preview', { number })
    expect(refused.status).toBe(number === 99 ? 404 : 400)
    expect((await call('POST', '/api/admin/pages/about/preview', { number: 1 })).status).toBe(200)
  })

  test.each([
    '{"heroPictures":"x"}',
    '{"heroPictures":[null]}',
    '{"heroPictures":{}}',
    '{"heroPictures":[{"id":5}]}',
    '{"heroPictures":[{"id":"gone","alt":"A vase"}]}',
    '[]',
    'x',
  ])('a page with a row damaged to %s can still be read, published and restored', async (content) => {
    const { find, save, publish, restore, versionOf } = await desk()
    const at = app.deps.clock.now()
    const row = { page: 'home', content, by_email: null, at }
    await app.db.write
      .insertInto('page_version')
      .values({ ...row, number: 1 })
      .execute()
    await app.db.write
      .insertInto('page_draft')
      .values({ ...row, version: 1 })
      .execute()
    expect((await find('home')).content).toEqual({})
    expect((await app.http('GET', '/api/fallbacks')).status).toBe(200)
    expect((await save('home', { homeHeadline: 'Flowers' }, await versionOf('home'))).status).toBe(200)
    expect((await publish('home')).status).toBe(200)
    const restored = await restore('home', 1)
    expect([restored.status, restored.body.data.content]).toEqual([200, {}])
  })

  test('strangers get only the words and pictures of “Opening soon” while the site is closed', async () => {
    const { write, addPicture, call } = await desk()
    const [hero, opening] = [await addPicture(1), await addPicture(2)]
    const bases = ({ pictures }: { pictures: Record<string, { base: string }[]> }) =>
      Object.values(pictures).flatMap((list) => list.map(({ base }) => base))
    await write('home', { homeHeadline: 'Secret', heroPictures: [{ id: hero, alt: 'A vase' }] })
    await write('opening', { openingLead: 'In May', openingPicture: [{ id: opening, alt: 'A door' }] })
    const texts = { homeHeadline: 'Secret', openingLead: 'In May' }
    for (const who of [null, 'user'] as const) {
      const token = who && (await signedIn(app, who)).token
      const { body } = await app.http('GET', '/api/fallbacks', { token })
      expect([body.texts, bases(body)]).toEqual([{ openingLead: 'In May' }, [`/uploads/${opening}`]])
    }
    const staff = await app.http('GET', '/api/fallbacks', { token: (await signedIn(app, 'florist')).token })
    expect([staff.body.texts, bases(staff.body)]).toEqual([
      texts,
      [`/uploads/${hero}`, `/uploads/${opening}`],
    ])
    const { path: at } = (await call('POST', '/api/admin/pages/about/preview', { number: null })).body.data
    const previewed = await app.http('GET', '/api/fallbacks', { headers: { [pageHeader]: at } })
    expect(previewed.body.texts).toEqual(texts)
    await storeSettings(app, { isOpen: 'true' })
    expect((await app.http('GET', '/api/fallbacks')).body.texts).toEqual(texts)
  })

  test('the words and pictures of a part that is switched off are sent only to its preview', async () => {
    await storeSettings(app, { isOpen: 'true', hasHall: 'false', hasStore: 'false', hasJournal: 'false' })
    const { write, addPicture, call } = await desk()
    const id = await addPicture(1)
    await write('hall', { hallLead: 'Our hall', hallPicture: [{ id, alt: 'The hall' }] })
    await write('store', { storeLead: 'Our store' })
    await write('journal', { journalLead: 'Our journal' })
    await write('about', { aboutLead: 'Us' })
    const { texts, pictures } = (await app.http('GET', '/api/fallbacks')).body
    expect([texts, pictures.hallPicture]).toEqual([{ aboutLead: 'Us' }, []])
    const { path: at } = (await call('POST', '/api/admin/pages/hall/preview', { number: null })).body.data
    const headers = { [pageHeader]: at }
    expect((await app.http('GET', '/api/fallbacks', { headers })).body.texts).toEqual({
      aboutLead: 'Us',
      hallLead: 'Our hall',
    })
    await storeSettings(app, { hasHall: 'true', hasStore: 'true', hasJournal: 'true' })
    expect((await app.http('GET', '/api/fallbacks')).body.texts).toEqual({
      aboutLead: 'Us',
      hallLead: 'Our hall',
      storeLead: 'Our store',
      journalLead: 'Our journal',
    })
  })

  test('the preview of a page ends when its account loses the right', async () => {
    const who = await signedIn(app, 'manager')
    const { call, save } = pagesDesk(app, who)
    await save('about', { aboutLead: 'Draft' })
    const { path: at } = (await call('POST', '/api/admin/pages/about/preview', { number: null })).body.data
    const read = async () =>
      (await app.http('GET', '/api/fallbacks', { headers: { [pageHeader]: at } })).body.texts
    expect(await read()).toEqual({ aboutLead: 'Draft' })
    await app.db.write.updateTable('user').set({ role: 'florist' }).where('id', '=', who.userId).execute()
    expect(await read()).toEqual({})
  })

  test('blank and repeated lines, repeated pictures and the text of a decoration are removed', async () => {
    const { save, addPicture } = await desk()
    const id = await addPicture(1)
    const saved = await save('hall', {
      venueInclusions: 'Chairs\n\n  \nVases\nChairs ',
      hallPictures: [
        { id, alt: 'Read aloud', isDecoration: true },
        { id, alt: 'Again' },
      ],
    })
    expect(saved.body.data.draft.content).toEqual({
      venueInclusions: 'Chairs\nVases',
      hallPictures: [{ id, alt: '', isDecoration: true }],
    })
  })

  test('a file that is not a picture is refused', async () => {
    const { call } = await desk()
    const image = Buffer.from('words').toString('base64')
    expect((await call('POST', '/api/admin/page-pictures', { image })).status).toBe(415)
  })
})

onEachEngine(
  'the words and pictures of pages',
  { isOwnSchool: true, freshForEachTest: true },
  (app, engine) => {
    const desk = async () => pagesDesk(app, await signedIn(app, 'manager'))
    const shown = async () => (await app.http('GET', '/api/fallbacks')).body
    const open = () =>
      app.db.write
        .insertInto('setting')
        .values({ name: 'school.isOpen', value: 'true', updated_at: app.deps.clock.now() })
        .execute()

    test('visitors see a draft only after it is published, and an earlier version after it is restored', async () => {
      await open()
      const { save, publish, addPicture, restore, versions, find } = await desk()
      const id = await addPicture(1)
      const content = {
        homeHeadline: 'மலர்களைக் கற்றுக்கொள்ளுங்கள்',
        heroPictures: [{ id, alt: 'Jasmine on a table' }],
        homeLead: '',
      }
      expect((await save('home', content)).status).toBe(200)
      expect((await shown()).texts).toEqual({})
      expect((await publish('home')).body.data).toMatchObject({
        published: { number: 1 },
        draft: null,
        content: { homeHeadline: content.homeHeadline },
      })
      const published = await shown()
      expect(published.texts).toEqual({ homeHeadline: content.homeHeadline })
      expect(published.pictures.heroPictures).toEqual([
        expect.objectContaining({ base: `/uploads/${id}`, alt: 'Jasmine on a table' }),
      ])
      await save('home', { homeHeadline: 'Second' })
      await publish('home')
      expect((await shown()).texts).toEqual({ homeHeadline: 'Second' })
      expect((await restore('home', 1)).status).toBe(200)
      expect((await shown()).texts).toEqual({ homeHeadline: content.homeHeadline })
      const { email } = await signedIn(app, 'manager')
      const accounts = app.db.read.selectFrom('user').select('name').where('email', '=', email)
      const { name } = await accounts.executeTakeFirstOrThrow()
      expect((await versions('home')).map(({ number }: { number: number }) => number)).toEqual([3, 2, 1])
      expect((await versions('home'))[0].by).toBe(name)
      expect((await find('home')).published.by).toBe(name)
      expect((await restore('home', 0)).status).toBe(200)
      expect((await shown()).texts).toEqual({})
      expect((await find('home')).content).toEqual({})
    })

    test('a preview shows the draft or an earlier version of one page, for an hour', async () => {
      const { call, save, write } = await desk()
      await open()
      await write('footer', { footerLine: 'First', footerYear: 1999 })
      await write('footer', { footerLine: 'Second' })
      await save('footer', { footerLine: 'Draft', footerYear: 2001 })
      await save('home', { homeHeadline: 'Not in this preview' })
      const begin = async (number: number | null) =>
        (await call('POST', '/api/admin/pages/footer/preview', { number })).body.data.path as string
      const read = async (page: string) => {
        const headers = { [pageHeader]: page }
        const school = await app.http('GET', '/api/school', { headers })
        const { texts } = (await app.http('GET', '/api/fallbacks', { headers })).body
        return [school.body.footerLine, school.body.copyrightYear, texts]
      }
      expect(await read(await begin(null))).toEqual(['Draft', 2001, {}])
      expect(await read(await begin(1))).toEqual(['First', 1999, {}])
      expect(await read('/')).toEqual(['Second', 2026, {}])
      const ended = await begin(null)
      app.deps.clock.advance(60 * 60_000)
      expect(await read(ended)).toEqual(['Second', 2026, {}])
    })

    test('the audit log has each publication with the texts before and after, but no drafts', async () => {
      const { save, publish } = await desk()
      const entries = () =>
        app.db.read.selectFrom('audit_entry').selectAll().where('kind', '=', 'page').orderBy('at').execute()
      await save('about', { aboutLead: 'First' })
      expect(await entries()).toEqual([])
      await publish('about')
      app.deps.clock.advance(1000)
      await save('about', { aboutLead: 'Second' })
      await publish('about')
      const [, second] = await entries()
      expect([second?.record_id, second?.title, second?.action]).toEqual(['about', 'About', 'changed'])
      expect(JSON.parse(second?.changes ?? '')).toEqual([
        { field: 'About the school', from: 'First', to: 'Second' },
        { field: 'version', from: '1', to: '2' },
      ])
    })

    test('the footer has the school’s own line and year, and otherwise the tagline and the current year', async () => {
      await open()
      const owner = await signedIn(app, 'owner')
      await app.http('PUT', '/api/admin/school-settings', {
        token: owner.token,
        body: { tagline: 'By the sea' },
      })
      const school = async () => (await app.http('GET', '/api/school')).body
      expect(await school()).toMatchObject({ footerLine: 'By the sea', copyrightYear: 2026 })
      await (await desk()).write('footer', { footerLine: 'Since the first garland', footerYear: 1999 })
      expect(await school()).toMatchObject({ footerLine: 'Since the first garland', copyrightYear: 1999 })
    })

    test('the slower of two editors is refused, and a stale call neither publishes nor discards', async () => {
      const { save, publish, discard, restore, find } = await desk()
      expect((await save('home', { homeHeadline: 'Mine' }, 0)).body.data.version).toBe(1)
      const sentence =
        'Someone changed this page in the meantime. Your words are still here. Look at the newest draft before you save.'
      for (const late of [
        save('home', { homeHeadline: 'Theirs' }, 0),
        publish('home', 0),
        discard('home', 0),
        restore('home', 0, 0),
      ])
        expect((await late).body).toMatchObject({ code: 'conflict', error: sentence })
      expect((await find('home')).draft.content).toEqual({ homeHeadline: 'Mine' })
    })

    test('one of many simultaneous calls saves or publishes, and no version number is used twice', async () => {
      const { save, publish, versions, versionOf } = await desk()
      const many = Array.from({ length: 8 }, (_, n) => n)
      const saved = await Promise.all(many.map((n) => save('home', { homeHeadline: `Of ${n}` }, 0)))
      expect(saved.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
      const version = await versionOf('home')
      const published = await Promise.all(many.map(() => publish('home', version)))
      expect(published.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
      expect(await versions('home')).toHaveLength(1)
    })

    test('a draft equal to the published page is removed, and a discarded draft leaves the page unchanged', async () => {
      const { save, write, discard, find } = await desk()
      await write('contact', { contactLead: 'Come by' })
      await save('contact', { contactLead: 'Call us' })
      expect((await save('contact', { contactLead: ' Come by ' })).body.data.draft).toBeNull()
      await save('contact', { contactLead: 'Write to us' })
      expect((await discard('contact')).body.data).toMatchObject({
        draft: null,
        content: { contactLead: 'Come by' },
      })
      expect((await find('contact')).published.number).toBe(1)
    })

    test('a picture stays while a version or a draft names it, and is removed afterwards', async () => {
      const { addPicture, save, write, discard } = await desk()
      const [published, drafted, unused] = [await addPicture(1), await addPicture(2), await addPicture(3)]
      await write('about', { aboutPicture: [{ id: published, alt: 'A table' }] })
      await write('about', { aboutLead: 'Without the picture' })
      await save('home', { heroPictures: [{ id: drafted, alt: 'A hall' }] })
      const { removeUnused } = app.app.services.housekeeping
      expect(await removeUnused(published)).toBe(false)
      expect(await removeUnused(drafted)).toBe(false)
      expect(await removeUnused(unused)).toBe(true)
      await discard('home')
      expect(await removeUnused(drafted)).toBe(true)
    })

    test('content that cannot be read counts as empty, and a field of another version of Malar is left out', async () => {
      await open()
      const { find } = await desk()
      const at = app.deps.clock.now()
      for (const [page, content] of [
        ['home', 'no JSON'],
        ['hall', '[1]'],
        ['about', '{"aboutLead":"Ours","video":"x","aboutPicture":"none","impactEyebrow":7}'],
        ['elsewhere', '{"homeLead":"of a page that is gone"}'],
      ] as const)
        await app.db.write
          .insertInto('page_version')
          .values({ page, number: 1, content, by_email: null, at })
          .execute()
      await app.db.transaction((tx) => app.db.changes.mark(tx, 'school'))
      const answer = await app.http('GET', '/api/fallbacks')
      expect([answer.status, answer.body.texts]).toEqual([200, { aboutLead: 'Ours' }])
      expect((await find('home')).content).toEqual({})
      expect((await find('about')).content).toEqual({ aboutLead: 'Ours' })
      expect((await app.http('GET', '/api/school')).status).toBe(200)
    })

    if (engine === 'postgres')
      test('a page that one process publishes is shown by another process', async () => {
        await open()
        const other = await startApp({ sharing: app, isOwnSchool: true })
        const said = async () => (await other.http('GET', '/api/fallbacks')).body.texts
        expect(await said()).toEqual({})
        await (await desk()).write('about', { aboutLead: 'From the market' })
        await expect.poll(said, { timeout: 5000 }).toEqual({ aboutLead: 'From the market' })
        await other.stop()
      })

    test('a draft records the pictures that it names', async () => {
      const { addPicture, save } = await desk()
      const id = await addPicture(4)
      await save('home', { heroPictures: [{ id, alt: 'A' }] })
      const rows = await app.db.read.selectFrom('page_picture').selectAll().execute()
      expect(rows).toEqual([{ page: 'home', number: 0, picture_base: id }])
    })
  },
)

onSqlite('the preview of a page', { build: await loadBuild(path.resolve('build')) }, (app) => {
  test('the preview shows the draft and can be framed only by its own site, and no other page can be framed', async () => {
    const { save, call } = pagesDesk(app, await signedIn(app, 'manager'))
    const { content } = await pagesDesk(app, await signedIn(app, 'manager')).find('home')
    await save('home', { ...content, homeHeadline: 'Tie your first garland' })
    const popup = async (page: string) =>
      (await app.http('GET', '/api/school', { headers: { [pageHeader]: page } })).body.parts.popup
    const { path: at } = (await call('POST', '/api/admin/pages/home/preview', { number: null })).body.data
    // The preview hides the popup, which would take the focus from the form beside the preview.
    expect([await popup('/'), await popup(at)]).toEqual([true, false])
    const shown = await app.http('GET', at)
    expect(shown.text).toContain('aria-label="Tie your first garland"')
    const of = (name: string) => shown.headers.get(name)
    expect([of('x-frame-options'), of('cache-control'), of('x-robots-tag')]).toEqual([
      'SAMEORIGIN',
      'no-store',
      'noindex',
    ])
    expect(of('content-security-policy')).toContain("frame-ancestors 'self'")
    const home = await app.http('GET', '/')
    expect(home.text).toContain('aria-label="Start Your Floral Journey With Us"')
    expect(home.headers.get('x-frame-options')).toBe('DENY')
    expect(home.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('a page of a part that is switched off is shown only in its own preview', async () => {
    await storeSettings(app, { hasHall: 'false', hasStore: 'false', hasJournal: 'false' })
    const { save, call } = pagesDesk(app, await signedIn(app, 'manager'))
    const begin = async (page: string): Promise<string> =>
      (await call('POST', `/api/admin/pages/${page}/preview`, { number: null })).body.data.path.split('#')[0]
    const words = 'Words before the opening'
    const shown = async (at: string) =>
      (await app.http('GET', at)).text.replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    for (const [page, field] of [
      ['hall', 'hallLead'],
      ['store', 'storeLead'],
      ['journal', 'journalLead'],
      ['hall-terms', 'hallTermsText'],
    ] as const) {
      await save(page, { [field]: words })
      expect(await shown(await begin(page)), page).toContain(words)
    }
    const other = await begin('about')
    expect(await shown(other.replace(/about$/, 'store'))).not.toContain('store-heading')
    const headers = { [pageHeader]: other }
    expect((await app.http('GET', '/api/products', { headers })).status).toBe(404)
    expect(
      (await app.http('GET', '/api/products', { headers: { [pageHeader]: await begin('store') } })).status,
    ).toBe(200)
  })
})
