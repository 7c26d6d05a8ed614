import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { pageHeader } from '../../contract/addresses.ts'
import { loadBuild } from '../../server/http/rendering.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { type Role, type SignedIn, signedIn } from '../harness/callers.ts'
import { onSqlite } from '../harness/on-each-engine.ts'
import { enrolmentBody } from '../harness/seats.ts'
import { storeSettings } from '../harness/settings.ts'

const build = await loadBuild(path.resolve('build'))

interface Hidden {
  id: string
  slug: string
  says: string
}

/** Adds two records of each kind that are not on the site. */
async function hiddenRecords(app: TestApp, token: string) {
  const add = async (to: string, body: object) => {
    const { body: answer } = await app.http('POST', to, { token, body })
    const { id, slug } = answer.data ?? answer
    return { id: id as string, slug: slug as string }
  }
  const course = (title: string) =>
    add('/api/admin/AdminClasses/Add', {
      title,
      description: `About ${title}.`,
      price: 0,
      duration: '3 hours',
      sessions: 1,
      nextbatch: '2026-03-12',
      startTime: '10:00',
      isOnSite: false,
    })
  const product = (name: string) =>
    add('/api/admin/products', {
      name,
      description: `About ${name}.`,
      price: 700,
      stockquantity: 5,
      isOnSite: false,
    })
  const post = (title: string, more: object) =>
    add('/api/admin/blog', { title, body: `About ${title}.`, ...more })
  const said = async (made: Promise<{ id: string; slug: string }>, says: string): Promise<Hidden> => ({
    ...(await made),
    says,
  })
  return {
    course: await said(course('Hidden arches'), 'About Hidden arches.'),
    otherCourse: await said(course('Secret arches'), 'About Secret arches.'),
    product: await said(product('Hidden bowl'), 'About Hidden bowl.'),
    otherProduct: await said(product('Secret bowl'), 'About Secret bowl.'),
    draft: await said(post('Hidden days', { status: 'draft' }), 'About Hidden days.'),
    scheduled: await said(
      post('Hidden weeks', { status: 'scheduled', publishOn: '2026-05-01T09:00' }),
      'About Hidden weeks.',
    ),
  }
}

const kinds = {
  course: { at: '/api/admin/AdminClasses', page: 'classes', answer: '/api/courses' },
  product: { at: '/api/admin/products', page: 'store', answer: '/api/products' },
  draft: { at: '/api/admin/blog', page: 'blog', answer: '/api/blog' },
  scheduled: { at: '/api/admin/blog', page: 'blog', answer: '/api/blog' },
} as const

onSqlite('a preview of one record', { build }, (app) => {
  let owner: SignedIn
  let hidden: Awaited<ReturnType<typeof hiddenRecords>>
  const begin = (kind: keyof typeof kinds, { id }: Hidden, { token }: SignedIn) =>
    app.http('POST', `${kinds[kind].at}/${id}/preview`, { token })
  const pathOf = async (kind: keyof typeof kinds, by = owner): Promise<string> =>
    (await begin(kind, hidden[kind], by)).body.data.path
  const asked = (page: string, at: string) => app.http('GET', at, { headers: { [pageHeader]: page } })
  beforeAll(async () => {
    owner = await signedIn(app, 'owner')
    hidden = await hiddenRecords(app, owner.token)
  })

  test.each<[keyof typeof kinds, Role, Role]>([
    ['course', 'florist', 'manager'],
    ['product', 'instructor', 'manager'],
    ['draft', 'florist', 'manager'],
  ])('a preview of a %s begins only for people who may change the record', async (kind, no, yes) => {
    expect((await begin(kind, hidden[kind], await signedIn(app, 'user'))).status).toBe(403)
    expect((await begin(kind, hidden[kind], await signedIn(app, no))).status).toBe(403)
    expect((await begin(kind, { ...hidden[kind], id: 'none' }, owner)).status).toBe(404)
    expect((await begin(kind, hidden[kind], await signedIn(app, yes))).status).toBe(200)
  })

  test.each(Object.entries(kinds))(
    'a preview shows the page of a %s that is not on the site, and no cache or list contains that page',
    async (name, { page, answer }) => {
      const { slug, says } = hidden[name as keyof typeof kinds]
      const at = await pathOf(name as keyof typeof kinds)
      expect(at).toMatch(new RegExp(`^/preview/.+/${page}/${slug}$`))
      for (let count = 0; count < 2; count++) {
        const { status, text, headers } = await app.http('GET', at)
        expect([status, text.includes(says)]).toEqual([200, true])
        expect(text).toContain('Preview. This is how visitors will see the page.')
        // A calendar file, a link picture and structured data would lead to pages that visitors cannot open.
        expect(text).not.toMatch(/\.ics"|og:image|application\/ld\+json/)
        expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex'])
        const read = await asked(at, `${answer}/${slug}`)
        expect([read.status, read.headers.get('cache-control')]).toEqual([200, 'no-store'])
        // The preview puts no page and no answer into the cache for visitors.
        expect((await app.http('GET', `/${page}/${slug}`)).status).toBe(404)
        expect((await app.http('GET', `${answer}/${slug}`)).status).toBe(404)
      }
    },
  )

  test('a preview shows only its record: no other record, and no list that contains the record', async () => {
    const secrets = [hidden.otherCourse, hidden.otherProduct, hidden.draft, hidden.scheduled]
    const at = await pathOf('course')
    const base = at.slice(0, at.indexOf('/classes/'))
    for (const page of ['classes', 'store', 'blog', 'calendar']) {
      const { text } = await app.http('GET', `${base}/${page}`)
      for (const { says, slug } of [...secrets, hidden.course])
        expect(text.includes(says) || text.includes(slug), `${page} ${slug}`).toBe(false)
    }
    for (const [page, { slug }] of [
      ['classes', hidden.otherCourse],
      ['store', hidden.product],
      ['blog', hidden.draft],
    ] as const) {
      expect((await app.http('GET', `${base}/${page}/${slug}`)).status, page).toBe(404)
    }
    for (const [answer, { id }] of [
      ['courses', hidden.otherCourse],
      ['products', hidden.product],
      ['blog', hidden.draft],
    ] as const)
      expect((await asked(at, `/api/${answer}/${id}`)).status, answer).toBe(404)
    expect((await asked(at, '/api/courses')).text).not.toContain(hidden.course.slug)
  })

  test('a preview writes nothing', async () => {
    const at = await pathOf('course')
    const sent = await app.http('POST', '/api/enrollments', {
      body: enrolmentBody(hidden.course.id),
      headers: { [pageHeader]: at },
    })
    expect([sent.status, sent.body.error]).toEqual([
      403,
      'This is a preview. You can look around, but nothing is sent from here.',
    ])
  })

  test('a preview ends after an hour, and in every process when its account is disabled', async () => {
    const manager = await signedIn(app, 'manager')
    const at = await pathOf('course', manager)
    const { slug } = hidden.course
    const other = await startApp({ sharing: app, build })
    const seenBy = async (one: TestApp, page = at) => {
      const { status, headers } = await one.http('GET', page)
      const read = await one.http('GET', `/api/courses/${slug}`, { headers: { [pageHeader]: page } })
      return [status, headers.get('location'), read.status]
    }
    const shown = [200, null, 200]
    const over = [303, `/classes/${slug}`, 404]
    const disable = (disabledAt: string | null) =>
      app.db.write.updateTable('user').set({ disabledAt }).where('id', '=', manager.userId).execute()
    try {
      for (const one of [app, other]) expect(await seenBy(one)).toEqual(shown)
      await disable(app.deps.clock.now())
      for (const one of [app, other]) expect(await seenBy(one)).toEqual(over)
      await disable(null)
      for (const wrong of [
        at.replace(hidden.course.id, hidden.otherCourse.id),
        at.replace(manager.userId, owner.userId),
        at.replace('.class.', '.product.'),
        at.replace(/preview\/\d/, 'preview/9'),
      ])
        expect(await seenBy(app, wrong), wrong).toEqual(over)
      app.deps.clock.advance(60 * 60 * 1000)
      for (const one of [app, other]) expect(await seenBy(one)).toEqual(over)
      expect((await app.http('GET', `/classes/${slug}`)).status).toBe(404)
    } finally {
      await other.stop()
    }
  })

  test('a preview ends when its account gets a role without the right, and when the account no longer belongs to staff', async () => {
    const manager = await signedIn(app, 'manager')
    const previews = Object.fromEntries(
      await Promise.all(
        (Object.keys(kinds) as (keyof typeof kinds)[]).map(async (kind) => [
          kind,
          await pathOf(kind, manager),
        ]),
      ),
    ) as Record<keyof typeof kinds, string>
    const statuses = () =>
      Promise.all(Object.values(previews).map(async (at) => (await app.http('GET', at)).status))
    const become = (changes: object) =>
      app.db.write.updateTable('user').set(changes).where('id', '=', manager.userId).execute()
    expect(await statuses()).toEqual([200, 200, 200, 200])
    for (const changes of [{ role: 'florist' }, { role: 'instructor' }, { role: 'none', usertype: 'user' }]) {
      await become(changes)
      expect(await statuses(), JSON.stringify(changes)).toEqual([303, 303, 303, 303])
    }
  })

  test.each([
    ['product', 'hasStore'],
    ['draft', 'hasJournal'],
  ] as const)('of a %s is refused while its part of the site is switched off', async (kind, setting) => {
    await storeSettings(app, { [setting]: 'false' })
    const refused = await begin(kind, hidden[kind], owner)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'This part of the site is switched off in Settings, so it has no pages to preview. Switch it on first.',
    ])
    await storeSettings(app, { [setting]: 'true' })
  })
})

onSqlite('a preview of one record of a closed site', { build, isOwnSchool: true }, (app) => {
  test('a preview of a record of a closed site shows its page, and “Opening soon” once the preview is over', async () => {
    const owner = await signedIn(app, 'owner')
    const { course } = await hiddenRecords(app, owner.token)
    const begun = await app.http('POST', `/api/admin/AdminClasses/${course.id}/preview`, {
      token: owner.token,
    })
    const at = begun.body.data.path
    expect((await app.http('GET', at)).text).toContain(course.says)
    expect((await asked(app, at, course)).status).toBe(200)
    app.deps.clock.advance(60 * 60 * 1000)
    expect((await asked(app, at, course)).status).toBe(503)
    const over = await app.http('GET', at)
    const to = over.headers.get('location') ?? ''
    expect((await app.http('GET', to)).text).toContain('<em>soon</em>')
  })

  const asked = (one: TestApp, page: string, { slug }: Hidden) =>
    one.http('GET', `/api/courses/${slug}`, { headers: { [pageHeader]: page } })
})
