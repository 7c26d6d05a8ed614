import { expect, test } from 'vitest'
import { policyKinds, policyLengthMax } from '../../../../contract/school/policy-kinds.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine, onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { pagesDesk } from '../../../../tests/harness/pages.ts'
import { addCourse, enrolmentBody } from '../../../../tests/harness/seats.ts'

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
      const body = { text: 'x' }
      expect((await app.http('POST', '/api/admin/policies/preview', { token, body })).status).toBe(status)
    }
  })

  test.each([
    ['terms', 'termsText', 'Write to {mail}', /^There’s no fact \{mail\}\. Use one of these/],
    ['terms', 'termsText', '{retention}', /^There’s no fact \{retention\}/],
    ['privacy', 'privacyText', 'For {retention}', /^Put \{retention\} alone on a line of its own\.$/],
    ['terms', 'termsText', 'x'.repeat(policyLengthMax + 1), /^Use at most 50000 characters$/],
    ['terms', 'termsText', 'a\u0000b', /^Remove the hidden control characters$/],
    ['terms', 'privacyText', 'Of another page', /^This page has no such field$/],
    ['hall-terms', 'hallTermsText', 5, /^Enter text$/],
  ] as const)('a draft of %s whose %s is %.40j', async (page, field, value, sentence) => {
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

  test('its draft is seen by nobody, its publication by everybody, and one press goes back', async () => {
    const { save, publish, restore } = await desk()
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
    ])
    expect(published).toMatchObject({ updated: 'March 2026', title: 'Course terms' })
    expect((await restore('course-terms', 0)).status).toBe(200)
    expect((await read('course-terms')).hash).toBe(first.hash)
  })

  test('the longest text, pasted from Word, is kept whole', async () => {
    const { save, publish, find } = await desk()
    const line = '• “Flowers” — 1½ kg…\u00a0₹500 பூக்கள்\n'
    const termsText = line.repeat(Math.floor(policyLengthMax / line.length)).trim()
    expect((await save('terms', { termsText })).status).toBe(200)
    expect((await publish('terms')).status).toBe(200)
    expect((await find('terms')).content.termsText).toBe(termsText)
  })

  test('a seat keeps the text of before, and terms of before are refused', async () => {
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
    'the editor of %s has the first text, which fits its own rules, and the facts',
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
      const preview = await app.http('POST', '/api/admin/policies/preview', { token, body: { text: start } })
      if (before.status === 200) expect(preview.body.data.blocks).toEqual(before.body.blocks)
    },
  )
})
