import { expect, test } from 'vitest'
import type { ListedPolicy } from '../../../../contract/school/policies.ts'
import { policyKinds, policyLengthMax } from '../../../../contract/school/policy-kinds.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine, onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { pagesDesk } from '../../../../tests/harness/pages.ts'
import { addCourse, enrolmentBody } from '../../../../tests/harness/seats.ts'
import { storeSettings } from '../../../../tests/harness/settings.ts'

const dayMs = 24 * 60 * 60_000
const own = { isOwnSchool: true, freshForEachTest: true } as const

onSqlite('a school’s own text of a policy that is refused', own, (app) => {
  const desk = async () => pagesDesk(app, await signedIn(app, 'manager'))

  test('visitors, students and staff without the right cannot read or preview what only editors see', async () => {
    for (const [who, status] of [
      [null, 401],
      ['user', 403],
      ['front-desk', 403],
      ['instructor', 403],
    ] as const) {
      const token = who && (await signedIn(app, who)).token
      expect((await app.http('GET', '/api/admin/policies/terms', { token })).status).toBe(status)
      const body = { kind: 'terms', text: 'x' }
      expect((await app.http('POST', '/api/admin/policies/preview', { token, body })).status).toBe(status)
    }
  })

  test.each([
    ['terms', 'termsText', 'Write to {mail}', /^There’s no fact \{mail\}\. Use one of these/],
    ['terms', 'termsText', '{retention}', /^There’s no fact \{retention\}/],
    ['privacy', 'privacyText', 'For {retention}', /^Put \{retention\} in a paragraph of its own/],
    ['privacy', 'privacyText', 'We keep this:\n{retention}', /^Put \{retention\} in a paragraph of its own/],
    ['privacy', 'privacyText', '{retention}\n\n{retention}', /^Use \{retention\} only once\.$/],
    ['terms', 'termsText', '{contact}'.repeat(201), /^Use at most 200 facts\.$/],
    ['terms', 'termsText', '[Us](mailto:{email})', /^A link’s address can’t contain \{email\}/],
    ['terms', 'termsText', '[Us]({email})', /^A link’s address can’t contain \{email\}/],
    ['terms', 'termsText', '{mail\\}', /^There’s no fact \{mail\}/],
    ['terms', 'termsText', 'x'.repeat(policyLengthMax + 1), /^Use at most 50000 characters$/],
    ['terms', 'termsText', 'a\u0000b', /^Remove the hidden control characters$/],
    ['terms', 'privacyText', 'Of another page', /^This page has no such field$/],
    ['hall-terms', 'hallTermsText', 5, /^Enter text$/],
  ] as const)('a draft of %s whose %s is %.40j is refused', async (page, field, value, sentence) => {
    const { save, find } = await desk()
    const refused = await save(page, { [field]: value })
    expect(refused.status).toBe(400)
    expect(refused.body.fields[`content.${field}`]).toMatch(sentence)
    expect((await find(page)).draft).toBeNull()
  })
})

onEachEngine('a school’s own text of a policy', own, (app) => {
  const desk = async () => pagesDesk(app, await signedIn(app, 'manager'))
  const read = async (kind: string) => (await app.http('GET', `/api/policies/${kind}`)).body
  const listed = async (kind: string): Promise<ListedPolicy> =>
    (await app.http('GET', '/api/policies')).body.data.find((one: ListedPolicy) => one.kind === kind)
  const summaryOf = async (kind: string) => (await listed(kind)).summary

  test('the draft of a policy is seen by nobody, its publication by everybody, and the first text can be restored', async () => {
    const { save, publish } = await desk()
    const first = await read('course-terms')
    const termsText = '## எங்கள் விதிகள்\n\nA seat at {school} is held for {holdHours} hours. <b>No HTML</b>'
    expect((await save('course-terms', { courseTermsText: termsText })).status).toBe(200)
    expect(await read('course-terms')).toEqual(first)
    expect((await publish('course-terms')).status).toBe(200)
    const published = await read('course-terms')
    expect(published.blocks).toEqual([
      { kind: 'heading', level: 2, spans: [{ text: 'எங்கள் விதிகள்' }] },
      {
        kind: 'paragraph',
        spans: [{ text: 'A seat at Our school is held for 48 hours. <b>No HTML</b>' }],
      },
      { kind: 'paragraph', spans: [{ text: (await summaryOf('course-terms')) ?? '' }] },
    ])
    expect(published).toMatchObject({ updated: 'March 2026', title: 'Course terms' })
    app.deps.clock.advance(60 * dayMs)
    const later = await desk()
    expect((await later.restore('course-terms', 0)).status).toBe(200)
    const restored = await read('course-terms')
    expect(restored.hash).toBe(first.hash)
    expect([first.updated, restored.updated]).toEqual([null, 'May 2026'])
  })

  test('a policy of the longest length, pasted from Word, is stored whole', async () => {
    const { save, publish, find } = await desk()
    const line = '• “Flowers” — 1½ kg…\u00a0₹500 பூக்கள்\n'
    const termsText = line.repeat(Math.floor(policyLengthMax / line.length)).trim()
    expect((await save('terms', { termsText })).status).toBe(200)
    expect((await publish('terms')).status).toBe(200)
    expect((await find('terms')).content.termsText).toBe(termsText)
  })

  test('the cancelling rule is added to terms that lack it, so that terms with an earlier rule are refused', async () => {
    await storeSettings(app, {
      isOpen: 'true',
      canCancelSeats: 'true',
      cancelHours: '48',
      cancelShare: '100',
    })
    const { write } = await desk()
    await write('course-terms', { courseTermsText: 'Come on time.' })
    const { id } = await addCourse(app, { price: 0 })
    const { hash, summary } = await listed('course-terms')
    await storeSettings(app, { cancelHours: '240', cancelShare: '0' })
    const enrol = (terms: string) =>
      app.http('POST', '/api/enrollments', { body: enrolmentBody(id, { terms }) })
    const refused = await enrol(hash)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    const now = await listed('course-terms')
    expect(now.summary).not.toBe(summary)
    expect((await enrol(now.hash)).status).toBe(201)
    const { body } = await app.http('GET', `/api/policies/accepted/${now.hash}`)
    expect(body.blocks).toMatchObject([
      { kind: 'paragraph', spans: [{ text: 'Come on time.' }] },
      { kind: 'paragraph', spans: [{ text: expect.stringContaining(String(now.summary)) }] },
    ])
  })

  test('a fact of another version of Malar is shown in its braces, and cannot be saved again', async () => {
    const text = 'Ours: nothing goes back. {oldFact}'
    await app.db.transaction(async (tx) => {
      const content = JSON.stringify({ courseTermsText: text })
      const at = app.deps.clock.now()
      const row = { page: 'course-terms', number: 1, content, by_email: 'm@mail.example', at }
      await tx.insertInto('page_version').values(row).execute()
      await app.db.changes.mark(tx, 'school')
    })
    expect((await read('course-terms')).blocks[0].spans).toEqual([{ text }])
    const { call, find, save } = await desk()
    expect((await find('course-terms')).content.courseTermsText).toBe(text)
    const version = await call('GET', '/api/admin/pages/course-terms/versions/1')
    expect(version.body.data.content.courseTermsText).toBe(text)
    const refused = await save('course-terms', { courseTermsText: `${text} More.` })
    expect(refused.body.fields['content.courseTermsText']).toMatch(/^There’s no fact \{oldFact\}/)
  })

  test('a seat keeps the text of its time, and earlier terms are refused after a publication', async () => {
    const { write } = await desk()
    await app.db.transaction(async (tx) => {
      const row = { name: 'school.isOpen', value: 'true', updated_at: app.deps.clock.now() }
      await tx.insertInto('setting').values(row).execute()
      await app.db.changes.mark(tx, 'school')
    })
    const { id } = await addCourse(app, { price: 0 })
    const before = await read('course-terms')
    const seat = await app.http('POST', '/api/enrollments', {
      body: enrolmentBody(id, { terms: before.hash }),
    })
    expect(seat.status, seat.text).toBe(201)
    await write('course-terms', { courseTermsText: 'Come on time.' })
    const { body } = await app.http('GET', `/api/policies/accepted/${before.hash}`)
    expect(body.blocks).toEqual(before.blocks)
    const late = await app.http('POST', '/api/enrollments', {
      body: enrolmentBody(id, { terms: before.hash }),
    })
    expect([late.status, late.body.message]).toEqual([409, 'Our terms have changed. Please read them again.'])
  })

  test.each(policyKinds)(
    'the editor of %s has the facts, and a first text that can be published',
    async (kind) => {
      const { token } = await signedIn(app, 'manager')
      const { body } = await app.http('GET', `/api/admin/policies/${kind}`, { token })
      const { start, facts } = body.data
      expect(facts.map(({ name }: { name: string }) => name)).toContain('contact')
      const { write, find } = await desk()
      const before = await app.http('GET', `/api/policies/${kind}`)
      const [field = ''] = {
        privacy: ['privacyText'],
        terms: ['termsText'],
        'course-terms': ['courseTermsText'],
        'hall-terms': ['hallTermsText'],
      }[kind]
      await write(kind, { [field]: start })
      expect((await find(kind)).content[field]).toBe(start)
      const preview = await app.http('POST', '/api/admin/policies/preview', {
        token,
        body: { kind, text: start },
      })
      if (before.status === 200) expect(preview.body.data.blocks).toEqual(before.body.blocks)
    },
  )
})
