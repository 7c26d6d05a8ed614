import { describe, expect, test } from 'vitest'
import { pageHeader } from '../../../../contract/addresses.ts'
import { setUpItems } from '../../../../contract/school/set-up.ts'
import type { TestApp } from '../../../../tests/harness/app.ts'
import { codeOfApp } from '../../../../tests/harness/authenticator.ts'
import { lastConfirmed, type SignedIn, signedIn } from '../../../../tests/harness/callers.ts'
import { lettersTo } from '../../../../tests/harness/letters.ts'
import { onEachEngine, onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { pagesDesk } from '../../../../tests/harness/pages.ts'
import { addCourse, addUndatedCourse, enrol, enrolmentBody } from '../../../../tests/harness/seats.ts'
import { backupSetting, demonstrationSetting, writeSetting } from '../../../db/settings.ts'
import { createPreviewLinks } from '../../../platform/preview-links.ts'
import { confirmedForMs } from '../../../platform/staff-rights.ts'

const path = '/api/admin/set-up'
const facts = {
  name: 'Poonga',
  city: 'Madurai',
  address: ['1 Temple Road'],
  phone: '+91 452 555 0142',
  email: 'hello@poonga.example',
}

function deskOf(app: TestApp) {
  const call = (who: SignedIn | null, method: string, at: string, body?: object) =>
    app.http(method, at, { token: who?.token ?? null, ...(body && { body }) })
  return {
    call,
    read: async (who: SignedIn) => (await call(who, 'GET', path)).body.data,
    states: async (who: SignedIn) =>
      Object.fromEntries(
        (await call(who, 'GET', path)).body.data.items.map((one: { id: string; state: string }) => [
          one.id,
          one.state,
        ]),
      ),
    open: (who: SignedIn | null) => call(who, 'POST', '/api/admin/site/open', {}),
    put: (who: SignedIn, body: object) => call(who, 'PUT', '/api/admin/school-settings', body),
    isOpen: async () => (await call(null, 'GET', '/api/courses')).status === 200,
    async switchOn(who: SignedIn) {
      const begun = await call(who, 'POST', '/api/profile/two-factor', {})
      const code = codeOfApp(begun.body.data.secret, app.deps.clock.ms())
      const confirmed = await call(who, 'POST', '/api/profile/two-factor/confirm', { code })
      expect(confirmed.status, confirmed.text).toBe(200)
    },
    entries: () =>
      app.db.read.selectFrom('audit_entry').selectAll().where('kind', '=', 'school-setting').execute(),
  }
}

onEachEngine(
  'the opening of the site',
  { isOwnSchool: true, ownersNeedSecondFactor: true, freshForEachTest: true },
  (app) => {
    const opened = async (who: SignedIn) =>
      (await lettersTo(app, who.email)).filter(({ data }) => data['what'] === 'site-opened')

    test('visitors, users and staff without the right cannot open it, and the front desk cannot see the set-up', async () => {
      const { open, call, isOpen } = deskOf(app)
      expect((await open(null)).status).toBe(401)
      for (const who of ['user', 'front-desk', 'manager'] as const) {
        const caller = await signedIn(app, who)
        expect((await open(caller)).status, who).toBe(403)
        const mayRead = who === 'manager'
        expect((await call(caller, 'GET', path)).status, who).toBe(mayRead ? 200 : 403)
        expect((await call(caller, 'POST', '/api/admin/site/preview', {})).status).toBe(mayRead ? 200 : 403)
        const later = await call(caller, 'PUT', `${path}/letters`, { isPutOff: true })
        expect(later.status).toBe(mayRead ? 200 : 403)
      }
      expect(await isOpen()).toBe(false)
    })

    test('the first form of a new school, with its first e-mail address, asks for no password and tells nobody', async () => {
      const { put } = deskOf(app)
      const owner = await signedIn(app, 'owner')
      await lastConfirmed(app, owner, confirmedForMs)
      expect((await put(owner, facts)).status).toBe(200)
      expect((await lettersTo(app, owner.email)).map(({ data }) => data['what'])).toEqual([])
      expect((await put(owner, { email: 'thief@mail.example' })).body.code).toBe('confirmation_needed')
    })

    test('the refusal names each missing fact and the owner’s two-factor sign-in', async () => {
      const { open, put, read, isOpen, switchOn, call } = deskOf(app)
      const owner = await signedIn(app, 'owner')
      const refused = await open(owner)
      expect(refused.status).toBe(409)
      expect(refused.body.error).toBe(
        'The site can’t open yet. Still missing: the school’s name, its city, its address, its phone number, its e-mail address, your two-factor sign-in.',
      )
      const missing = ['name', 'city', 'address', 'phone', 'email', 'second-factor']
      expect(refused.body.details).toEqual({ missing })
      expect((await read(owner)).missing).toEqual(missing)
      await put(owner, facts)
      expect((await open(owner)).body.details).toEqual({ missing: ['second-factor'] })
      await switchOn(owner)
      await lastConfirmed(app, owner, confirmedForMs)
      const unconfirmed = await open(owner)
      expect([unconfirmed.status, unconfirmed.body.code]).toEqual([403, 'confirmation_needed'])
      const wrong = await call(owner, 'POST', '/api/auth/confirm', { password: 'a wrong one' })
      expect(wrong.status).not.toBe(200)
      expect((await open(owner)).body.code).toBe('confirmation_needed')
      expect(await isOpen()).toBe(false)
      expect(await opened(owner)).toEqual([])
    })

    test('the opening tells every owner, and every owner then needs two-factor sign-in', async () => {
      const { open, put, isOpen, switchOn, entries, call } = deskOf(app)
      const [owner, other] = [await signedIn(app, 'owner'), await signedIn(app, 'owner')]
      expect((await call(other, 'GET', '/api/admin/audit')).status).toBe(200)
      await put(owner, facts)
      await switchOn(owner)
      const done = await open(owner)
      expect([done.status, done.body.data.isOpen, done.body.data.missing]).toEqual([200, true, []])
      expect(await isOpen()).toBe(true)
      expect((await entries()).filter(({ changes }) => changes?.includes('"site"'))).toHaveLength(1)
      for (const who of [owner, other]) expect(await opened(who)).toHaveLength(1)
      expect((await call(other, 'GET', '/api/admin/audit')).body.code).toBe('second_factor_required')
      expect((await call(owner, 'GET', '/api/admin/audit')).status).toBe(200)
    })

    test('two owners who open the site simultaneously both succeed, and the audit log has one opening', async () => {
      const { open, put, isOpen, switchOn, entries } = deskOf(app)
      const owners = [await signedIn(app, 'owner'), await signedIn(app, 'owner')]
      const [owner = owners[1], other = owners[0]] = owners
      if (!owner || !other) throw new Error('there are two owners')
      await put(owner, facts)
      for (const who of owners) await switchOn(who)
      const answers = await Promise.all([...owners, ...owners].map(open))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await isOpen()).toBe(true)
      expect((await entries()).filter(({ changes }) => changes?.includes('"site"'))).toHaveLength(1)
      for (const who of owners) expect(await opened(who)).toHaveLength(1)
    })
  },
)

const ofItems = { isOwnSchool: true, freshForEachTest: true, env: { PAYMENT_PROVIDER: 'upi' } } as const
onSqlite('the items of the set-up', ofItems, (app) => {
  const store = (name: string, value: string) =>
    app.db.transaction(async (tx) => {
      await writeSetting(tx, name, value, app.deps.clock.now())
      await app.db.changes.mark(tx, 'school')
    })
  const before = setUpItems.filter((id) => id !== 'backup' && id !== 'second-factor')
  const all = (state: string, ids: readonly string[] = before) =>
    Object.fromEntries(ids.map((id) => [id, state]))

  describe.each([
    ['school', 'the facts that the site needs', (owner: SignedIn) => deskOf(app).put(owner, facts)],
    [
      'hours',
      'the hours of a day',
      (owner: SignedIn) =>
        deskOf(app).call(owner, 'POST', '/api/admin/office-timing', {
          office_day: 'Monday',
          open_time: '09:00',
          close_time: '18:00',
        }),
    ],
    ['payments', 'a UPI ID', (owner: SignedIn) => deskOf(app).put(owner, { upiId: 'poonga@bank' })],
    ['payments', 'paying at the school', (owner: SignedIn) => deskOf(app).put(owner, { paysAtSchool: true })],
    [
      'home-page',
      'a headline and a picture',
      async (owner: SignedIn) => {
        const { addPicture, write } = pagesDesk(app, owner)
        const heroPictures = [{ id: await addPicture(1), alt: 'Jasmine' }]
        await write('home', { homeHeadline: 'Flowers of Madurai', heroPictures })
      },
    ],
    ['first-class', 'a batch with a date and a time', () => addCourse(app, { startTime: '10:00' })],
    [
      'trial',
      'a trial enrolment that succeeded',
      async (owner: SignedIn) => {
        const { id } = await addCourse(app)
        const { path: page } = createPreviewLinks(app.deps).beginTrial(owner)
        const headers = { [pageHeader]: page }
        const tried = await app.http('POST', '/api/enrollments', { body: enrolmentBody(id), headers })
        const { trial } = tried.body.data
        expect((await deskOf(app).call(owner, 'POST', `${path}/trial`, { trial })).status).toBe(200)
      },
    ],
    ['open', 'the opening', () => store('school.isOpen', 'true')],
  ] as const)('%s', (id, what, act) => {
    test(`is done by ${what}`, async () => {
      const owner = await signedIn(app, 'owner')
      const { states } = deskOf(app)
      expect(await states(owner)).toEqual(all('open'))
      await act(owner)
      expect(await states(owner)).toMatchObject({ ...all('open'), [id]: 'done' })
    })
  })

  test('the item of the trial is also done after somebody has enrolled', async () => {
    const owner = await signedIn(app, 'owner')
    await store('school.isOpen', 'true')
    await enrol(app, (await addCourse(app, { price: 0 })).id)
    expect(await deskOf(app).states(owner)).toMatchObject({ trial: 'done', 'first-class': 'open' })
  })

  test('a stored value that is not a UPI ID leaves the item of payments open', async () => {
    const owner = await signedIn(app, 'owner')
    await store('school.upiId', 'nonsense')
    expect((await deskOf(app).states(owner))['payments']).toBe('open')
  })

  test('a headline without a picture and a batch without a time leave their items open', async () => {
    const owner = await signedIn(app, 'owner')
    await pagesDesk(app, owner).write('home', { homeHeadline: 'Flowers of Madurai' })
    await addCourse(app)
    expect(await deskOf(app).states(owner)).toEqual(all('open'))
  })

  test('the newest class without a start time or a date is named until a class is ready', async () => {
    const owner = await signedIn(app, 'owner')
    const unready = async () => (await deskOf(app).read(owner)).unready
    expect(await unready()).toBeUndefined()
    const { id, title } = await addCourse(app, { title: 'Garlands' })
    expect(await unready()).toEqual({ id, title, lacks: 'start-time' })
    await addUndatedCourse(app)
    expect(await unready()).toEqual({ id, title, lacks: 'start-time' })
    await app.db.transaction((tx) => tx.deleteFrom('batch').where('course_id', '=', id).execute())
    expect(await unready()).toMatchObject({ lacks: 'date' })
    await addCourse(app, { startTime: '10:00' })
    expect(await unready()).toBeUndefined()
  })

  test.each(setUpItems)('%s can be put off and taken up again', async (id) => {
    const owner = await signedIn(app, 'owner')
    const { call, states, entries } = deskOf(app)
    await store('school.isOpen', 'true')
    const shown = id === 'open' ? 'done' : 'later'
    for (const [isPutOff, state] of [
      [true, shown],
      [true, shown],
      [false, id === 'open' ? 'done' : 'open'],
    ] as const) {
      expect((await call(owner, 'PUT', `${path}/${id}`, { isPutOff })).status).toBe(200)
      expect((await states(owner))[id]).toBe(id === 'second-factor' && !isPutOff ? 'open' : state)
    }
    expect(await entries()).toHaveLength(2)
    expect((await call(owner, 'PUT', `${path}/tax`, { isPutOff: true })).status).toBe(404)
    expect((await call(owner, 'PUT', `${path}/${id}`, { isPutOff: 'no' })).status).toBe(400)
  })

  test('the backup and the owners’ two-factor sign-in become items after the opening', async () => {
    const owner = await signedIn(app, 'owner')
    const { states, switchOn } = deskOf(app)
    await store('school.isOpen', 'true')
    expect(await states(owner)).toMatchObject({ backup: 'open', 'second-factor': 'open' })
    await switchOn(owner)
    await store(backupSetting, app.deps.clock.now())
    expect(await states(owner)).toMatchObject({ backup: 'done', 'second-factor': 'done' })
  })

  test('the demonstration school has no items', async () => {
    const owner = await signedIn(app, 'owner')
    await store(demonstrationSetting, app.deps.clock.today())
    expect((await deskOf(app).read(owner)).items).toEqual([])
  })

  test('the address of a preview of the site works for an hour', async () => {
    const owner = await signedIn(app, 'owner')
    const { body } = await deskOf(app).call(owner, 'POST', '/api/admin/site/preview', {})
    expect(body.data.endsAt).toBe('2026-03-02T07:30:00.000Z')
    expect(body.data.path).toMatch(/^\/preview\/[\w.-]+\/$/)
  })
})
