import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { pageHeader } from '../../../../contract/addresses.ts'
import { endpoints } from '../../../../contract/index.ts'
import type { TrialEnd } from '../../../../contract/registrations/trials.ts'
import type { Answer, TestApp } from '../../../../tests/harness/app.ts'
import { provedCallers, type SignedIn, signedIn } from '../../../../tests/harness/callers.ts'
import { newestLetterTo } from '../../../../tests/harness/letters.ts'
import { onEachEngine, onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import { addCourse, addUndatedCourse, enrolmentBody, seatCounts } from '../../../../tests/harness/seats.ts'
import { storeSettings } from '../../../../tests/harness/settings.ts'
import { isOfSearchIndex } from '../../../db/search.ts'
import { createPreviewLinks } from '../../../platform/preview-links.ts'
import { startPeer } from '../../../platform/smtp-peer.fixture.ts'

const over = 'This preview has ended. Open a new one from the back office.'
const preview = 'This is a preview. You can look around, but nothing is sent from here.'
const hourMs = 60 * 60 * 1000

function trialsOf(app: TestApp) {
  const begin = (who: SignedIn | null) =>
    app.http('POST', '/api/admin/site/trial', { token: who?.token ?? null, body: {} })
  const pathFor = (who: SignedIn) => createPreviewLinks(app.deps).beginTrial(who).path
  const from = (path: string) => ({ [pageHeader]: `${path}classes/bridal-bouquets` })
  return {
    begin,
    pathFor,
    from,
    enrolAt: (path: string, body: object, token: string | null = null) =>
      app.http('POST', '/api/enrollments', { body, token, headers: from(path) }),
    end: (who: SignedIn | null, trial: unknown) =>
      app.http('POST', '/api/admin/set-up/trial', { token: who?.token ?? null, body: { trial } }),
  }
}

const told = ({ status, body }: Answer) => [status, body.error]

/** Returns every row of every table as text, and the position of each sequence of PostgreSQL. */
async function everythingIn({ db: { read, engine } }: TestApp) {
  const content: Record<string, string[]> = {}
  for (const { name, isView } of await read.introspection.getTables()) {
    if (isView || name.startsWith('kysely_') || isOfSearchIndex(name)) continue
    const rows = await read
      .selectFrom(name as 'setting')
      .selectAll()
      .execute()
    content[name] = rows.map((row) => JSON.stringify(row)).sort()
  }
  if (engine === 'postgres') {
    const { rows } = await sql`select sequencename, last_value from pg_sequences`.execute(read)
    content['sequences'] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return content
}

onSqlite('a trial enrolment that is refused', { isOwnSchool: true, freshForEachTest: true }, (app) => {
  test('beginning a trial needs the right to the settings', async () => {
    const { begin } = trialsOf(app)
    await addCourse(app)
    expect((await begin(null)).status).toBe(401)
    for (const who of ['user', 'front-desk', 'instructor'] as const)
      expect((await begin(await signedIn(app, who))).status, who).toBe(403)
    for (const who of ['manager', 'owner'] as const)
      expect((await begin(await signedIn(app, who))).status, who).toBe(200)
  })

  test('beginning a trial while nobody could enrol is refused, and the refusal says what is missing', async () => {
    const { begin } = trialsOf(app)
    const owner = await signedIn(app, 'owner')
    const undated = 'No class has a batch that people can book. Add a class with a date, then try again.'
    expect(told(await begin(owner))).toEqual([409, undated])
    const { id } = await addUndatedCourse(app)
    expect(told(await begin(owner))).toEqual([409, undated])
    const { pathFor, enrolAt } = trialsOf(app)
    const sentence = 'This class has no date yet. Give it one in the back office, or choose another class.'
    expect(told(await enrolAt(pathFor(owner), enrolmentBody(id)))).toEqual([409, sentence])
    const full = await addCourse(app, { capacity: 1 })
    await storeSettings(app, { isOpen: 'true' })
    const taken = await app.http('POST', '/api/enrollments', { body: enrolmentBody(full.id) })
    expect(taken.status).toBe(201)
    expect(told(await begin(owner))).toEqual([
      409,
      'Every batch is full. Add a batch, or more seats to one, then try again.',
    ])
    expect((await enrolAt(pathFor(owner), enrolmentBody(full.id))).body.code).toBe('batch_full')
  })

  test('a trial leads to the course with the next free seat', async () => {
    const { begin } = trialsOf(app)
    const owner = await signedIn(app, 'owner')
    await addCourse(app, { title: 'Later', nextbatch: '2026-03-20' })
    await addCourse(app, { title: 'Sooner', nextbatch: '2026-03-10' })
    const { body } = await begin(owner)
    expect(body.data.path).toMatch(/^\/preview\/\d+\.[\w-]+\.trial\.[\w-]+\/classes\/sooner$/)
    expect(body.data.endsAt).toBe('2026-03-02T07:30:00.000Z')
  })

  test.each([
    ['open', 201],
    ['closed', 503],
  ])('no other address makes a trial of an enrolment, on a site that is %s', async (state, elsewhere) => {
    const { enrolAt, pathFor } = trialsOf(app)
    const owner = await signedIn(app, 'owner')
    const { id } = await addCourse(app, { price: 0 })
    await storeSettings(app, { isOpen: String(state === 'open') })
    const path = pathFor(owner)
    const body = enrolmentBody(id)
    const ordinary = createPreviewLinks(app.deps).begin(owner).path
    const seats = () => app.db.read.selectFrom('registration').select('id').execute()
    for (const token of [null, owner.token]) {
      expect(told(await enrolAt(ordinary, body, token))).toEqual([403, preview])
      const forged = [
        '/preview/',
        '/preview/none/',
        path.replace(/..\/$/, 'xx/'),
        path.replace(owner.userId, 'another'),
        ordinary.replace('.', `.${owner.userId}.`),
      ]
      for (const one of forged) expect(told(await enrolAt(one, body, token)), one).toEqual([403, over])
    }
    app.deps.clock.advance(hourMs)
    for (const one of [path, ordinary]) expect(told(await enrolAt(one, body))).toEqual([403, over])
    expect(await seats()).toEqual([])
    expect((await app.http('POST', '/api/enrollments', { body })).status).toBe(elsewhere)
  })

  test('an account that is disabled, or has lost the right, gets no trial and no e-mail', async () => {
    const { enrolAt, pathFor } = trialsOf(app)
    const { id } = await addCourse(app)
    const body = enrolmentBody(id)
    const manager = await signedIn(app, 'manager')
    const path = pathFor(manager)
    expect((await enrolAt(path, body)).status).toBe(201)
    const change = (set: object) =>
      app.db.write.updateTable('user').set(set).where('id', '=', manager.userId).execute()
    await change({ role: 'florist' })
    expect(told(await enrolAt(path, body))).toEqual([403, over])
    await change({ role: 'manager', disabledAt: app.deps.clock.now() })
    expect(told(await enrolAt(path, body))).toEqual([403, over])
    expect(told(await enrolAt(pathFor({ ...manager, userId: 'nobody' }), body))).toEqual([403, over])
  })

  test('calls that read work in a preview and in a trial; calls that write are refused, except the sign-out', async () => {
    const { pathFor, from } = trialsOf(app)
    const owner = await signedIn(app, 'owner')
    const writes = endpoints.filter(({ access, method }) => access !== 'admin' && method !== 'GET')
    const previews = [
      [createPreviewLinks(app.deps).begin(owner).path, preview],
      [pathFor(owner), 'This is a trial. You can try an enrolment, but nothing else is sent from here.'],
    ] as const
    const works = new Set<string>()
    for (const [path, sentence] of previews) {
      expect((await app.http('GET', '/api/courses', { headers: from(path) })).status).toBe(200)
      for (const { method, path: at } of writes) {
        const answer = await app.http(method, at.replace(/:\w+/g, 'none'), { body: {}, headers: from(path) })
        if (answer.body.error !== sentence) works.add(`${method} ${at} ${answer.status}`)
      }
    }
    expect([...works].sort()).toEqual(['POST /api/auth/signout 200', 'POST /api/enrollments 400'])
  })

  test('the result of a trial is shown for an hour, to the account that began it and to nobody else', async () => {
    const { enrolAt, pathFor, end } = trialsOf(app)
    const [owner, other] = [await signedIn(app, 'owner'), await signedIn(app, 'owner')]
    const { id } = await addCourse(app)
    const trial = (await enrolAt(pathFor(owner), enrolmentBody(id))).body.data.trial as string
    const unknown = [404, 'This trial is over. Begin another one.']
    expect((await end(null, trial)).status).toBe(401)
    expect((await end(await signedIn(app, 'front-desk'), trial)).status).toBe(403)
    expect(told(await end(other, trial))).toEqual(unknown)
    const others = [
      app.deps.seal.close('{}'),
      app.deps.seal.close('none'),
      trial.replace(/^./, (one) => (one === 'A' ? 'B' : 'A')),
      'none',
    ]
    for (const one of others) expect(told(await end(owner, one)), one).toEqual(unknown)
    expect((await end(owner, 'x'.repeat(20_001))).status).toBe(400)
    for (const one of [7, '', 'a b']) expect((await end(owner, one)).status).toBe(400)
    app.deps.clock.advance(hourMs)
    expect(told(await end(owner, trial))).toEqual(unknown)
    const { rows } = await sql`select * from setting where name = 'set-up.trial'`.execute(app.db.read)
    expect(rows).toEqual([])
  })
})

describe.each(['false', 'true'])('a site whose opening is %s', (isOpen) => {
  onEachEngine(
    'a trial enrolment',
    // `upi` without an id: the school cannot be paid yet.
    { isOwnSchool: true, freshForEachTest: true, env: { PAYMENT_PROVIDER: 'upi', RATE_LIMIT_FACTOR: '1' } },
    (app, engine) => {
      const ready = async () => {
        const owner = await signedIn(app, 'owner')
        const course = await addCourse(app, { capacity: 2, startTime: '10:00' })
        await storeSettings(app, { isOpen, name: 'Poonga', groupMax: '6' })
        return { owner, course, ...trialsOf(app) }
      }

      test('a trial enrolment gives a free seat, as a visitor’s dialog shows it, and leaves no row, no count and no sequence behind', async () => {
        const { owner, course, pathFor, from, begin } = await ready()
        await app.http('GET', '/api/courses')
        const before = await everythingIn(app)
        const path = pathFor(owner)
        const body = enrolmentBody(course.id, {
          batch: '2026-03-12',
          couponCode: 'LOTUS10',
          others: [{ fullName: 'Uma' }],
        })
        const headers = { ...from(path), 'idempotency-key': 'one-and-the-same' }
        for (const token of [null, owner.token]) {
          const { status, body: answer } = await app.http('POST', '/api/enrollments', {
            body,
            headers,
            token,
          })
          expect(status).toBe(201)
          expect(answer.data).toMatchObject({
            amount: '0.00',
            status: 'confirmed',
            holdUntil: null,
            proved: true,
            group: { seats: 2 },
            trial: expect.any(String),
          })
        }
        await begin(owner)
        const after = await everythingIn(app)
        for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows)
        expect(Object.keys(before).length).toBeGreaterThan(50)
        expect('sequences' in before).toBe(engine === 'postgres')
        expect(await seatCounts(app, course.id)).toEqual({ taken: 0, live: 0, capacity: 2 })
      })

      test('a trial enrolment works before the school can be paid, and only the pages of the trial say that it can be paid', async () => {
        const { owner, pathFor, from } = await ready()
        const canBePaid = async (headers: Record<string, string>) =>
          (await app.http('GET', '/api/school', { headers })).body.canBePaid
        const own = from(pathFor(owner))
        const seen = [
          await canBePaid(own),
          await canBePaid(from(createPreviewLinks(app.deps).begin(owner).path)),
        ]
        expect([...seen, await canBePaid({}), await canBePaid(own)]).toEqual([
          true,
          false,
          isOpen === 'true' ? false : undefined,
          true,
        ])
      })

      test('a trial enrolment refuses values that the dialog’s form refuses, and more people than a group may have', async () => {
        const { owner, course, pathFor, enrolAt } = await ready()
        const path = pathFor(owner)
        const refused = await enrolAt(path, enrolmentBody(course.id, { email: 'nobody', phone: '12' }))
        expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['email', 'phone']])
        const many = await enrolAt(path, enrolmentBody(course.id, { others: Array(7).fill({}) }))
        expect(many.status).toBe(409)
        const unknown = await enrolAt(path, enrolmentBody('no-such-course'))
        expect(unknown.status).toBe(404)
        expect((await enrolAt(path, enrolmentBody(course.id, { others: [{}, {}] }))).status).toBe(409)
      })

      test('the result of a trial can be read repeatedly, and is noted once', async () => {
        const { owner, course, pathFor, enrolAt, end } = await ready()
        const { trial } = (await enrolAt(pathFor(owner), enrolmentBody(course.id))).body.data
        const item = async () => {
          const { body } = await app.http('GET', '/api/admin/set-up', { token: owner.token })
          return body.data.items.find(({ id }: { id: string }) => id === 'trial').state
        }
        expect(await item()).toBe('open')
        const ends = await Promise.all([end(owner, trial), end(owner, trial), end(owner, trial)])
        for (const { status, body } of ends) {
          expect(status).toBe(200)
          expect(body.data).toMatchObject({
            courseTitle: 'Bridal Bouquets',
            day: '2026-03-12',
            startTime: '10:00',
            seats: 1,
            price: '12500.00',
            email: owner.email,
            letter: 'unset',
          } satisfies Partial<TrialEnd>)
        }
        expect(await item()).toBe('done')
        const entries = await app.db.read.selectFrom('audit_entry').selectAll().execute()
        expect(entries.filter(({ changes }) => changes?.includes('set-up: trial'))).toHaveLength(1)
      })

      test('a trial enrolment counts towards the limit of its account, and not of the visitors who share its network', async () => {
        const { owner, course, pathFor, enrolAt } = await ready()
        const path = pathFor(owner)
        const answers: Answer[] = []
        for (let n = 0; n < 13; n++) answers.push(await enrolAt(path, enrolmentBody(course.id)))
        expect(countsByStatus(answers)).toEqual({ 201: 12, 429: 1 })
        expect(answers.at(-1)?.headers.get('retry-after')).toBe('3600')
        const other = await enrolAt(pathFor(await signedIn(app, 'owner')), enrolmentBody(course.id))
        expect(other.status).toBe(201)
        const visitor = await app.http('POST', '/api/enrollments', { body: {} })
        expect([visitor.status, visitor.headers.get('x-ratelimit-remaining')]).toEqual([
          isOpen === 'true' ? 400 : 503,
          '19',
        ])
        app.deps.clock.advance(hourMs)
        expect((await enrolAt(pathFor(owner), enrolmentBody(course.id))).status).toBe(201)
      })

      if (isOpen === 'true')
        test('many trial enrolments at once take no seat from the people who enrol for the last seats meanwhile', async () => {
          const { owner, pathFor, enrolAt } = await ready()
          const seats = 12
          const course = await addCourse(app, { capacity: seats, price: 0 })
          const people = await provedCallers(app, seats)
          const owners = [owner, ...(await Promise.all([1, 2, 3, 4].map(() => signedIn(app, 'owner'))))]
          const began = performance.now()
          const [real, tried] = await Promise.all([
            Promise.all(
              people.map(({ email, token }) =>
                app.http('POST', '/api/enrollments', {
                  body: enrolmentBody(course.id, { email }),
                  token,
                }),
              ),
            ),
            Promise.all(
              Array.from({ length: 60 }, (_, n) =>
                enrolAt(pathFor(owners[n % 5] as SignedIn), enrolmentBody(course.id)),
              ),
            ),
          ])
          expect(countsByStatus(real)).toEqual({ 201: seats })
          // A trial that comes after the last real person finds the batch full.
          expect(Object.keys(countsByStatus(tried)).filter((one) => !['201', '409'].includes(one))).toEqual(
            [],
          )
          expect(await seatCounts(app, course.id)).toEqual({ taken: seats, live: seats, capacity: seats })
          expect(performance.now() - began).toBeLessThan(20_000)
        })
    },
  )
})

onSqlite('the e-mail of a trial', { isOwnSchool: true, freshForEachTest: true }, (app) => {
  let stop: (() => Promise<void>) | null = null
  afterEach(async () => {
    await stop?.()
    stop = null
  })

  async function mailServer(refused?: Error) {
    const peer = await startPeer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: (_, __, done) => done(refused),
    })
    stop = peer.stop
    Object.assign(app.deps.config, {
      smtp: { host: 'localhost', port: peer.port, tls: 'none', login: null, from: null },
    })
    return peer.received
  }

  const tried = async (owner: SignedIn, courseId: string) => {
    const { enrolAt, pathFor, end } = trialsOf(app)
    const sent = await enrolAt(pathFor(owner), enrolmentBody(courseId, { email: 'somebody@mail.example' }))
    const { body } = await end(owner, sent.body.data.trial)
    return { reference: sent.body.data.reference as string, end: body.data as TrialEnd }
  }

  test('the e-mail of a trial is what a person with a proved address gets, with a mark in its subject', async () => {
    const owner = await signedIn(app, 'owner')
    await storeSettings(app, { isOpen: 'true', name: 'Poonga', phone: '+91 452 555 0142' })
    const { id } = await addCourse(app, { price: 0, startTime: '10:00' })
    const { reference, end } = await tried(owner, id)
    const [visitor] = await provedCallers(app, 1)
    if (!visitor) throw new Error('nobody is proved')
    const body = enrolmentBody(id, { email: visitor.email })
    const real = await app.http('POST', '/api/enrollments', { body, token: visitor.token })
    expect(real.status).toBe(201)
    const letter = await newestLetterTo(app, visitor.email)
    expect(end.letter).toBe('unset')
    expect(end.unsent?.subject.replace(reference, '')).toBe(
      `Trial: ${letter.subject}`.replace(real.body.data.reference, ''),
    )
    // The link contains the id of the seat, which the trial has rolled back.
    const plain = (text: string | undefined) => text?.replace(/payment\?\S+/, '')
    expect(plain(end.unsent?.text.replaceAll(reference, real.body.data.reference))).toBe(plain(letter.text))
    expect(letter.text).toContain('Dear Meena Krishnan')
  })

  test('the e-mail of a trial goes only to the owner, with the calendar file, and not to the school or the typed address', async () => {
    const received = await mailServer()
    const owner = await signedIn(app, 'owner')
    await storeSettings(app, { name: 'Poonga', email: 'hello@poonga.example' })
    const { id } = await addCourse(app, { startTime: '10:00' })
    const { end } = await tried(owner, id)
    expect(end).toMatchObject({ letter: 'sent', email: owner.email, unsent: null })
    expect(received.map(({ to }) => to)).toEqual([[owner.email]])
    expect(received[0]?.raw).toMatch(/^Subject: Trial: /m)
    expect(received[0]?.raw).toContain('text/calendar')
    expect(received[0]?.raw).not.toContain('somebody@mail.example')
    expect(await app.db.read.selectFrom('outbox').select('id').execute()).toEqual([])
  })

  test('the e-mail of a trial is shown and not sent while the school has no address to send from', async () => {
    const received = await mailServer()
    const owner = await signedIn(app, 'owner')
    const { id } = await addCourse(app)
    const { end } = await tried(owner, id)
    expect(end.letter).toBe('senderless')
    expect(end.unsent?.text).toContain('Bridal Bouquets')
    expect(received).toEqual([])
  })

  test('an e-mail of a trial that the mail server refuses is shown, tells nothing of the server, and leaves the step to do', async () => {
    await mailServer(new Error('banner of a strange server'))
    const owner = await signedIn(app, 'owner')
    await storeSettings(app, { email: 'hello@poonga.example' })
    const { id } = await addCourse(app)
    const { end } = await tried(owner, id)
    expect(end.letter).toBe('failed')
    expect(end.unsent?.text).toContain('Bridal Bouquets')
    expect(JSON.stringify(end)).not.toContain('banner')
    const { body } = await app.http('GET', '/api/admin/set-up', { token: owner.token })
    expect(body.data.items).toContainEqual({ id: 'trial', state: 'open' })
  })
})
