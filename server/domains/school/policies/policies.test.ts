import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { cancelUntil, orderCancelDays, orderCancelHours } from '../../../../contract/orders/cancellation.ts'
import { concernHours } from '../../../../contract/orders/concerns.ts'
import { cancelSentence } from '../../../../contract/registrations/cancelling.ts'
import { type Policy, policyBlock } from '../../../../contract/school/policies.ts'
import { factsFor } from '../../../../contract/school/policy-facts.ts'
import { policyKinds } from '../../../../contract/school/policy-kinds.ts'
import { browser, keptFor, retention as keptTexts } from '../../../../contract/system/kept.en.ts'
import { type RetentionKind, retention } from '../../../../contract/system/retention.ts'
import type { TestApp } from '../../../../tests/harness/app.ts'
import { waitFor } from '../../../../tests/harness/letters.ts'
import { onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addCourse, enrol } from '../../../../tests/harness/seats.ts'
import { storeSettings } from '../../../../tests/harness/settings.ts'
import { loadBuild } from '../../../http/rendering.ts'
import { cancelSeat } from '../../registrations/seats/seat-ends.ts'
import { factProblem, policyBlocks } from './policy-facts.ts'

const build = await loadBuild(path.resolve('build'))

const school = {
  name: 'Poonga',
  address: ['1 Beach Road', 'Puducherry 605001'],
  phone: '+91 413 222 0100',
  email: 'hello@poonga.example',
  holdHours: 36,
  offerHours: 24,
  confirmFirst: false,
  paysAtSchool: false,
  sendsEmails: true,
  canCancelSeats: true,
  cancelHours: 48,
  cancelShare: 50,
}
const shown = (body: string, of: Partial<typeof school> = {}) =>
  policyBlocks('terms', body, { ...school, ...of })
const wordsIn = (part: unknown): string =>
  Array.isArray(part)
    ? part.map(wordsIn).join('')
    : typeof part === 'object' && part !== null
      ? Object.entries(part)
          .filter(([name]) => !['kind', 'href'].includes(name))
          .map(([, value]) => wordsIn(value))
          .join('')
      : typeof part === 'string'
        ? part
        : ''
const said = (body: string, of: Partial<typeof school> = {}) => wordsIn(shown(body, of))

describe('the facts in a policy', () => {
  test.each([
    ['school', 'Poonga'],
    ['place', '1 Beach Road, Puducherry 605001'],
    ['phone', '+91 413 222 0100'],
    ['email', 'hello@poonga.example'],
    ['contact', 'Poonga, 1 Beach Road, Puducherry 605001. hello@poonga.example, +91 413 222 0100.'],
    ['holdHours', '36'],
    [
      'cancelSeat',
      'You can cancel your seat on its page until 2 days before your course begins. We refund 50% of what you paid for it. If you have other seats that aren’t fully paid, your payment counts towards those first.',
    ],
    ['orderCancelHours', String(orderCancelHours)],
    ['ordersNotCancelled', 'Same-day and next-day orders can’t be cancelled or refunded.'],
    ['concernHours', String(concernHours)],
  ])('the fact {%s} says %j', (name, words) => {
    expect(said(`Before {${name}} after`)).toBe(`Before ${words} after`)
  })

  test('a fact changes with its setting', () => {
    expect(said('{holdHours} hours at {school}', { holdHours: 4, name: 'Malar' })).toBe('4 hours at Malar')
    expect(said('{contact}', { phone: '' })).toBe('Use our contact page.')
    expect(said('Call {phone}', { phone: '' })).toBe('Call ')
  })

  test('the sentence about orders that cannot be cancelled follows the rule', () => {
    const placed = Date.parse('2026-12-01T06:00:00Z')
    const days = ['2026-12-01', '2026-12-02', '2026-12-03']
    expect(days.map((day) => cancelUntil(placed, day) !== null)).toEqual([false, false, true])
    expect(orderCancelDays).toBe(2)
    expect(cancelUntil(placed, '2026-12-03')).toBe(placed + orderCancelHours * 3_600_000)
  })

  test.each([
    [
      { canCancelSeats: false },
      'If you’d like to cancel your seat, contact us. We’ll tell you what’s possible.',
    ],
    [
      { cancelHours: 0 },
      'You can cancel your seat on its page until your course begins. We refund 50% of what you paid for it.',
    ],
    [
      { cancelHours: 1 },
      'You can cancel your seat on its page until 1 hour before your course begins. We refund 50% of what you paid for it.',
    ],
    [
      { cancelHours: 24 },
      'You can cancel your seat on its page until 1 day before your course begins. We refund 50% of what you paid for it.',
    ],
    [
      { cancelHours: 36, cancelShare: 100 },
      'You can cancel your seat on its page until 36 hours before your course begins. We refund what you paid for it.',
    ],
    [
      { cancelShare: 0 },
      'You can cancel your seat on its page until 2 days before your course begins. We don’t refund what you paid for it.',
    ],
  ])('the rule %j is said as one sentence', (rule, sentence) => {
    expect(cancelSentence({ ...school, ...rule })).toBe(sentence)
    expect(said('{cancelSeat}', rule).startsWith(sentence)).toBe(true)
  })

  const both =
    'We hold an unpaid seat for 2 hours, or for 36 hours if you confirm your e-mail address in that time.'
  const reported =
    'If you tell us that you have paid, we hold it at least until the end of our next opening hours, but for at most 36 hours in all.'
  const undated = 'If the course has no date yet, we hold it until there is one, and then for 36 hours.'
  const offered = 'We hold a seat that we offer you from a waiting list for 1 day.'
  const begun = 'We stop holding a seat once it’s too late to join its batch.'
  test.each<[Partial<typeof school>, string[]]>([
    [{}, [both, reported, undated, offered, begun]],
    [
      { paysAtSchool: true },
      [both, reported, 'The same applies if you pay at the school.', undated, offered, begun],
    ],
    [
      { confirmFirst: true },
      ['We hold an unpaid seat for 36 hours once your e-mail address is confirmed.', undated, offered, begun],
    ],
    [
      { holdHours: 2 },
      [
        'We hold an unpaid seat for 2 hours.',
        'If the course has no date yet, we hold it until there is one, and then for 2 hours.',
        offered,
        begun,
      ],
    ],
    [
      { sendsEmails: false },
      [
        'We hold an unpaid seat for 2 hours, or for 36 hours if you are signed in with a confirmed e-mail address.',
        reported,
        undated,
        begun,
      ],
    ],
    [
      { sendsEmails: false, confirmFirst: true },
      ['We’ll hold a seat for you once you’ve called us to confirm.', undated, begun],
    ],
  ])('how long a seat is held is said for every way to hold one: %j', (rule, sentences) => {
    expect(said('{holdSeat}', rule)).toBe(sentences.join(' '))
  })

  const short = ['Before your e-mail address is confirmed', '2 hours', '']
  const longer = ['Once it is confirmed in that time', '36 hours', '']
  const paid = [
    'If you tell us that you have paid',
    'Until the end of our next opening hours',
    'At most 36 hours in all',
  ]
  const noDate = ['If the course has no date yet', 'Until there is one', 'And then for 36 hours']
  const fromList = ['If we offer it to you from a waiting list', '1 day', '']
  test.each<[Partial<typeof school>, string[][]]>([
    [{}, [short, longer, paid, noDate, fromList]],
    [
      { paysAtSchool: true },
      [short, longer, paid, ['If you pay at the school', 'Just as long', ''], noDate, fromList],
    ],
    [{ confirmFirst: true }, [['Once your e-mail address is confirmed', '36 hours', ''], noDate, fromList]],
    [
      { holdHours: 2 },
      [
        ['An unpaid seat', '2 hours', ''],
        ['If the course has no date yet', 'Until there is one', 'And then for 2 hours'],
        fromList,
      ],
    ],
    [
      { sendsEmails: false },
      [
        ['If you aren’t signed in', '2 hours', ''],
        ['If you are signed in with a confirmed e-mail address', '36 hours', ''],
        paid,
        noDate,
      ],
    ],
    [
      { sendsEmails: false, confirmFirst: true },
      [['Once you’ve called us to confirm', 'A seat is held for you', ''], noDate],
    ],
  ])('the table of how long a seat is held has every way to hold one: %j', (rule, rows) => {
    expect(shown('{holdTimes}', rule)).toEqual([
      { kind: 'kept', rows: rows.map(([what, time, why]) => ({ what, time, why })) },
    ])
  })

  test('e-mail address and phone number are links', () => {
    expect(shown('{email} {phone}')).toEqual([
      {
        kind: 'paragraph',
        spans: [
          { text: 'hello@poonga.example', href: 'mailto:hello@poonga.example' },
          { text: ' ' },
          { text: '+91 413 222 0100', href: 'tel:+914132220100' },
        ],
      },
    ])
  })

  test('the fact of the kept data is a block, and lists the periods that the housekeeping follows', () => {
    const rows = (Object.keys(retention) as RetentionKind[]).map((kind) => ({
      what: keptTexts[kind].what,
      time: keptFor(kind, retention[kind].days),
      why: keptTexts[kind].why,
    }))
    expect(shown('{retention}')).toEqual([{ kind: 'kept', rows }])
    expect(said('{browserStorage}')).toBe(Object.values(browser).join(''))
  })

  test('a value is never read as Markdown or as another fact', () => {
    const name = '**bold** <b>x</b> [a](https://evil.example) {phone}'
    expect(shown('## {school}\n\n- a **{school}**\n\n> {school}', { name })).toEqual([
      { kind: 'heading', level: 2, spans: [{ text: name }] },
      {
        kind: 'list',
        start: null,
        items: [{ spans: [{ text: 'a ' }, { text: name, isStrong: true }] }],
      },
      { kind: 'quote', blocks: [{ kind: 'paragraph', spans: [{ text: name }] }] },
    ])
  })

  test('a fact in code stays as it was typed', () => {
    expect(said('`{school}`')).toBe('{school}')
  })

  test('a fact in escaped braces stays as it was typed, and is no unknown fact', () => {
    for (const [typed, read] of [
      ['\\{school} and {school}', `{school} and ${school.name}`],
      ['## \\{nothing\\}', '{nothing}'],
      ['- \\{retention}', '{retention}'],
      ['\\{retention}', '{retention}'],
      ['**\\{school}**', '{school}'],
      ['&#123;school}', '{school}'],
      ['\\\\{school}', `\\${school.name}`],
      ['`\\{school}`', '\\{school}'],
    ] as const) {
      expect([typed, said(typed)]).toEqual([typed, read])
      expect([typed, factProblem('privacy', typed)]).toEqual([typed, null])
    }
  })

  test('HTML in a policy is text', () => {
    const html = '<script>alert(1)</script>'
    expect(shown(html)).toEqual([{ kind: 'paragraph', spans: [{ text: html }] }])
  })

  test('Tamil, and text that was copied out of Word, stay as they are', () => {
    const typed = 'பூக்களை விற்க முடியாது — “மலர்”\u00a0… • 1½ ₹500'
    expect(said(typed)).toBe(typed)
  })

  test('each fact has a value in every policy that may name it', () => {
    for (const kind of policyKinds)
      for (const name of factsFor(kind)) {
        expect(factProblem(kind, `{${name}}`)).toBeNull()
        expect(said(`{${name}}`).length, name).toBeGreaterThan(0)
        for (const block of shown(`{${name}}`)) expect(policyBlock.safeParse(block).success).toBe(true)
      }
  })
})

describe('a text with an unknown fact', () => {
  test.each([
    [
      'terms',
      'Write to {mail}',
      /^There’s no fact \{mail\}\. Use one of these, or remove the braces: \{school\}, /,
    ],
    ['terms', '{retention}', /^There’s no fact \{retention\}/],
    [
      'privacy',
      'We keep {retention}',
      /^Put \{retention\} in a paragraph of its own, between empty lines\.$/,
    ],
    ['terms', '{toString}', /^There’s no fact \{toString\}/],
  ] as const)('the policy %s with the text %j is refused with a sentence', (kind, text, sentence) => {
    expect(factProblem(kind, text)).toMatch(sentence)
  })

  test.each(['{ }', '{}', '{1}', 'a { school }', '{{', '{குறிப்பு}', '\\{'])('%j is ordinary text', (text) => {
    expect(factProblem('terms', text)).toBeNull()
    expect(said(text)).toBe(text.replace('\\{', '{'))
  })

  test.each(policyKinds)('the refusal of a fact lists every fact that the policy %s may name', (kind) => {
    for (const name of factsFor(kind)) expect(factProblem(kind, '{x}')).toContain(`{${name}}`)
  })

  test('the table of how long a seat is held belongs to the course terms', () => {
    expect(factProblem('course-terms', '{holdTimes}')).toBeNull()
    expect(factProblem('terms', '{holdTimes}')).toMatch(/^There’s no fact \{holdTimes\}/)
  })
})

const read = async (app: TestApp, kind: string) => {
  const { status, body } = await app.http('GET', `/api/policies/${kind}`)
  return { status, policy: body as Policy, words: wordsIn((body as Policy).blocks ?? []) }
}
const headingsOf = ({ blocks }: Policy) =>
  blocks.filter(({ kind }) => kind === 'heading').map((block) => wordsIn(block))
const listsOf = ({ blocks }: Policy) =>
  blocks.flatMap((block) => (block.kind === 'list' ? [block.items.map(({ spans }) => wordsIn(spans))] : []))

onSqlite('the policies of the demonstration', {}, (app) => {
  test('the privacy policy has eleven sections in order, its date, and the school’s e-mail and phone', async () => {
    const { policy, words } = await read(app, 'privacy')
    expect(policy).toMatchObject({ title: 'Privacy Policy', updated: 'December 2024' })
    expect(headingsOf(policy)).toEqual([
      '1. Introduction',
      '2. Information we collect',
      '3. How we use your information',
      '4. Sharing your information',
      '5. Cookies and browser storage',
      '6. Security',
      '7. Your rights',
      '8. How long we keep it',
      '9. External links',
      '10. Updates to this policy',
      '11. Contact us',
    ])
    for (const fact of ['hello@malar.example', '+91 44 5550 0142', '14 Malligai Street'])
      expect(words).toContain(fact)
    for (const kind of Object.keys(retention) as RetentionKind[]) {
      const { what, why } = keptTexts[kind]
      for (const one of [what, why, keptFor(kind, retention[kind].days)]) expect(words).toContain(one)
    }
    expect(words).toContain('Your name, phone number and e-mail address when you enter them in the')
    expect(listsOf(policy)[1]).toEqual(Object.values(browser))
  })

  test('the terms have eleven rules on delivery and six on refunds, with hours and limits', async () => {
    const { policy, words } = await read(app, 'terms')
    expect(policy.title).toBe('Terms & Services')
    expect(headingsOf(policy)).toEqual(['Delivery Terms', 'No Refund Policy', 'Contact'])
    const [delivery = [], refunds = []] = listsOf(policy)
    expect([delivery.length, refunds.length]).toEqual([11, 6])
    for (const point of [
      'every day, from 9:00 AM to 6:00 PM',
      'before 3:00 PM can be delivered on the same day',
      'standard, express and midnight',
      'fee depends on the location and the type',
      'A re-delivery fee may apply',
      'within 24 hours of the delivery and send photos',
    ])
      expect(delivery.join()).toContain(point)
    for (const point of [
      'Same-day and next-day orders can’t be cancelled or refunded',
      'cancel an order that you placed in advance within 24 hours of placing it',
      'a replacement or store credit, at our discretion',
      'We don’t give refunds in any other case',
    ])
      expect(refunds.join()).toContain(point)
    expect(words).toContain('hello@malar.example')
  })

  test('a policy of an unknown kind is refused', async () => {
    expect((await read(app, 'cookies')).status).toBe(404)
  })

  test.each(policyKinds)('no fact is left in braces in the policy %s', async (kind) => {
    const { status, words } = await read(app, kind)
    expect(status).toBe(200)
    expect(words).not.toMatch(/[{}]/)
  })
})

onSqlite(
  'the policies of a school that is not the demonstration',
  { isOwnSchool: true, build, env: { SITE_URL: 'https://poonga.example' } },
  (app) => {
    const set = (values: Record<string, string>) =>
      app.db.transaction(async (tx) => {
        for (const [name, value] of Object.entries(values))
          await tx.insertInto('setting').values({ name, value, updated_at: app.deps.clock.now() }).execute()
        await app.db.changes.mark(tx, 'school')
      })

    test('the policies name no date, hours or ways of delivery that the school has not chosen', async () => {
      const withoutStore = await read(app, 'terms')
      expect(headingsOf(withoutStore.policy)).toEqual(['Contact'])
      expect(withoutStore.words).toContain('Use our contact page.')
      await set({ 'school.hasStore': 'true' })
      const { policy, words } = await read(app, 'terms')
      expect(listsOf(policy)[0]).toHaveLength(7)
      expect(words).not.toMatch(/\bAM\b|\bPM\b|express|midnight/)
      expect((await read(app, 'privacy')).policy.updated).toBeNull()
    })

    test('the terms of the hall and their page do not exist while the hall is switched off', async () => {
      await set({ 'school.isOpen': 'true' })
      expect((await read(app, 'hall-terms')).status).toBe(404)
      expect((await app.http('GET', '/terms/hall')).status).toBe(404)
      expect((await app.http('GET', '/terms/courses')).text).not.toContain('href="/terms/hall"')
      await set({ 'school.hasHall': 'true' })
      expect((await read(app, 'hall-terms')).status).toBe(200)
      const { status, text } = await app.http('GET', '/terms/hall')
      expect(status).toBe(200)
      expect(text).toContain('<link rel="canonical" href="https://poonga.example/terms/hall"/>')
      expect(text).toContain('An enquiry is not a booking yet')
    })

    test('the page of an offered seat says the cancelling rule, and its form without scripts sends the shown terms', async () => {
      await storeSettings(app, { isOpen: 'true', phone: '+91 413 222 0100', email: 'hello@poonga.example' })
      await storeSettings(app, { canCancelSeats: 'true', cancelHours: '48', cancelShare: '100' })
      const course = await addCourse(app, { capacity: 1, price: 0 })
      const seat = await enrol(app, course.id)
      const token = await waitFor(app, course.id, 'w@mail.example')
      await app.db.transaction((tx) =>
        cancelSeat(app.app.services.registrationDeps, tx, 'enrolment', seat.id),
      )
      const page = `/waiting-list/${token}`
      const shown = (await app.http('GET', page)).text.replace(/<script.*?<\/script>/gs, '')
      expect(shown).toContain('You can cancel your seat on its page until 2 days before your course begins.')
      const [, terms = ''] = /name="terms" value="([^"]+)"/.exec(shown) ?? []
      const press = (fields: Record<string, string>) =>
        fetch(app.url + page, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'sec-fetch-site': 'same-origin' },
          body: new URLSearchParams({ what: 'take', batch: '2026-03-12', ...fields }),
        })
      await storeSettings(app, { cancelHours: '240', cancelShare: '0' })
      const refused = await press({ terms })
      const again = (await refused.text()).replace(/<script.*?<\/script>/gs, '')
      expect(refused.status).toBe(409)
      expect(again).toContain('Our terms have changed. Please read them again.')
      expect(again).toContain('until 10 days before your course begins')
      const [, now = ''] = /name="terms" value="([^"]+)"/.exec(again) ?? []
      expect((await press({ terms: now })).status).toBe(303)
    })

    test('the terms and their hash change with the setting', async () => {
      const before = (await read(app, 'course-terms')).policy
      expect((await read(app, 'course-terms')).policy.hash).toBe(before.hash)
      await set({ 'school.holdHours': '7' })
      const after = await read(app, 'course-terms')
      expect(after.words).toContain('signed in with a confirmed e-mail address7 hours')
      expect(after.policy.hash).not.toBe(before.hash)
    })
  },
)
