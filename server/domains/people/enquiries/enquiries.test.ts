import { expect, test } from 'vitest'
import * as general from '../../../../contract/fields.en.ts'
import * as error from '../../../../contract/people/fields.en.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'

const asha = {
  fullname: 'Asha Pillai',
  emailaddress: 'asha@post.example',
  phoneno: '9876543210',
  enquiry: 'Venue',
}

onEachEngine('enquiries', (app, engine) => {
  const stored = () => app.db.read.selectFrom('enquiry').selectAll().execute()

  test.each([
    ['fullname', ' ', error.nameRequired],
    ['emailaddress', '', general.emailRequired],
    ['emailaddress', 'asha at home', general.emailInvalid],
    ['phoneno', '', error.phoneRequired],
    ['phoneno', '12345', general.phoneInvalid],
    ['enquiry', 'Anything', error.enquiryKindRequired],
  ])(
    'an enquiry with the %s %j is refused with the sentence for that field',
    async (field, value, sentence) => {
      const answer = await app.http('POST', '/api/categoryuserdata', { body: { ...asha, [field]: value } })
      expect([answer.status, answer.body.fields]).toEqual([400, { [field]: sentence }])
      expect(await stored()).toEqual([])
    },
  )

  test('the day of an enquiry about the hall must be a coming day on which the school is open', async () => {
    const closed = { id: 'pongal', day: '2026-03-12', closed_for: 'Pongal', capacity: null, created_at: '' }
    await app.db.write.insertInto('delivery_day').values(closed).execute()
    const hours = { id: 'outing', day: '2026-03-13', closed_from: '14:00', closed_until: '18:00' }
    await app.db.write
      .insertInto('delivery_day')
      .values({ ...closed, ...hours })
      .execute()
    const ask = (day: string, question?: string) =>
      app.http('POST', '/api/categoryuserdata', { body: { ...asha, day, question } })
    for (const [day, sentence] of [
      ['2026-02-30', 'That date doesn’t exist. Enter another date.'],
      ['2026-03-01', 'Choose today or a later day.'],
      ['2026-03-12', 'We’re closed on Thursday 12 March 2026 (Pongal). Choose another day.'],
    ] as const) {
      const answer = await ask(day)
      expect([answer.status, answer.body.fields]).toEqual([400, { day: sentence }])
    }
    expect(await stored()).toEqual([])
    expect((await ask('2026-03-13', 'For 60 guests?')).status).toBe(201)
    expect((await ask('')).status).toBe(201)
    expect((await stored()).map(({ question }) => question).sort()).toEqual([
      'For Friday 13 March 2026.\nFor 60 guests?',
      null,
    ])
    for (const table of ['outbox', 'enquiry', 'delivery_day'] as const)
      await app.db.write.deleteFrom(table).execute()
  })

  test('an enquiry that fills in the hidden spam trap is answered as a success, and dropped', async () => {
    const answer = await app.http('POST', '/api/categoryuserdata', {
      body: { ...asha, website: 'https://spam.example' },
    })
    expect(answer.status).toBe(201)
    expect(await stored()).toEqual([])
  })

  test('an enquiry is stored once for its key, and the visitor and the school get e-mails', async () => {
    const headers = { 'idempotency-key': `enquiry-${engine}` }
    const body = { ...asha, question: 'Is the hall free on a Sunday in May?' }
    for (const _ of [1, 2]) {
      const answer = await app.http('POST', '/api/categoryuserdata', { body, headers })
      expect([answer.status, answer.body]).toEqual([201, { success: true }])
    }
    expect(await stored()).toHaveLength(1)
    const messages = await app.db.read.selectFrom('outbox').select(['template', 'recipient']).execute()
    const { email } = await app.app.services.school.current()
    expect(new Set(messages)).toEqual(
      new Set([
        { template: 'enquiry-received', recipient: asha.emailaddress },
        { template: 'school-notice', recipient: email },
      ]),
    )
  })

  test('staff read enquiries in pages, the newest first, with the old and the new name of each field', async () => {
    app.deps.clock.advance(1000)
    await app.http('POST', '/api/categoryuserdata', {
      body: { ...asha, fullname: 'Bala Iyer', enquiry: 'Corporate' },
    })
    const { token } = await signedIn(app, 'staff')
    const first = await app.http('GET', '/api/categoryuserdata?limit=1', { token })
    expect(first.body.data).toMatchObject([
      {
        fullname: 'Bala Iyer',
        name: 'Bala Iyer',
        email: asha.emailaddress,
        emailaddress: asha.emailaddress,
        phone: asha.phoneno,
        phoneno: asha.phoneno,
        enquiry: 'Corporate',
        question: null,
      },
    ])
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await app.http('GET', next, { token })
    expect(second.body.data).toMatchObject([{ fullname: 'Asha Pillai' }])
    const found = await app.http('GET', '/api/categoryuserdata?q=sunday%20in', { token })
    expect(found.body.data).toMatchObject([{ fullname: 'Asha Pillai' }])
  })

  test('staff can filter and sort enquiries, and delete and restore one', async () => {
    const { token } = await signedIn(app, 'staff')
    const names = async (query = '') =>
      (await app.http('GET', `/api/categoryuserdata${query}`, { token })).body.data.map(
        ({ name }: { name: string }) => name,
      )
    expect(await names('?sort=oldest')).toEqual(['Asha Pillai', 'Bala Iyer'])
    expect(await names('?enquiry=Corporate')).toEqual(['Bala Iyer'])
    const [bala] = (await app.http('GET', '/api/categoryuserdata', { token })).body.data
    const remove = () => app.http('DELETE', `/api/admin/categoryuserdata/${bala.id}`, { token })
    expect((await Promise.all([remove(), remove()])).map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await names()).toEqual(['Asha Pillai'])
    const restored = await app.http('POST', `/api/admin/bin/enquiry/${bala.id}/restore`, { token })
    expect([restored.status, await names()]).toEqual([200, ['Bala Iyer', 'Asha Pillai']])
  })

  test('staff mark an enquiry as answered and as unanswered, and the audit log says who did so', async () => {
    const { token, email } = await signedIn(app, 'staff')
    const [bala] = (await app.http('GET', '/api/categoryuserdata', { token })).body.data
    const mark = (answered: unknown, as: string | null = token, id = bala.id) =>
      app.http('PUT', `/api/admin/categoryuserdata/${id}/answered`, { token: as, body: { answered } })
    expect((await mark(true, null)).status).toBe(401)
    expect((await mark('yes')).status).toBe(400)
    expect((await mark(true, token, 'unknown')).status).toBe(404)
    const names = async (answered: string) =>
      (await app.http('GET', `/api/categoryuserdata?answered=${answered}`, { token })).body.data.map(
        ({ name }: { name: string }) => name,
      )
    expect((await mark(true)).body.data.answered_at).toBe(app.deps.clock.now())
    expect((await mark(true)).status).toBe(200)
    expect([await names('yes'), await names('no')]).toEqual([['Bala Iyer'], ['Asha Pillai']])
    app.deps.clock.advance(1000)
    expect((await mark(false)).body.data.answered_at).toBeNull()
    expect(await names('no')).toEqual(['Bala Iyer', 'Asha Pillai'])
    const history = (await app.http('GET', `/api/admin/audit?kind=enquiry&record=${bala.id}`, { token })).body
      .data
    const marks = history.filter(({ action }: { action: string }) => action === 'changed')
    expect(marks.map(({ who, changes }: any) => [who.email, changes])).toEqual([
      [email, [{ field: 'answered', from: 'true', to: 'false' }]],
      [email, [{ field: 'answered', from: 'false', to: 'true' }]],
    ])
  })
})
