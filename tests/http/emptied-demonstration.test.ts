import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '../../contract/index.ts'
import { openDatabase } from '../../server/db/open.ts'
import { isEmpty } from '../../server/db/seed/emptiness.ts'
import { seedDemo } from '../../server/db/seed/seed.ts'
import { demonstrationSetting, emptiedSetting, readSettings } from '../../server/db/settings.ts'
import { startHousekeeping } from '../../server/domains/loops.ts'
import { loadBuild } from '../../server/http/rendering.ts'
import { confirmedForMs } from '../../server/platform/staff-rights.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { codeOfApp } from '../harness/authenticator.ts'
import { lastConfirmed, type SignedIn, signedIn } from '../harness/callers.ts'
import { lettersTo } from '../harness/letters.ts'
import { onEachEngine, onSqlite, partOnSqlite } from '../harness/on-each-engine.ts'
import { startPostgres } from '../harness/postgres.ts'
import { countsByStatus } from '../harness/race.ts'
import { runScript } from '../harness/run-script.ts'
import * as said from '../harness/said-of-demonstration.ts'
import { rowsOf } from '../harness/schema-of.ts'
import { enrolmentBody } from '../harness/seats.ts'

const build = await loadBuild(path.resolve('build'))
const at = '/api/admin/demonstration'
/** The times of files come from the machine's clock, so the school's clock must show the same time. */
const now = new Date().toISOString()

const deskOf = (app: TestApp) => {
  const call = (who: SignedIn | null, method: string, to: string, body?: object) =>
    app.http(method, to, { token: who?.token ?? null, ...(body && { body }) })
  return {
    call,
    empty: (who: SignedIn | null, name = 'Malar') => call(who, 'POST', `${at}/empty`, { name }),
    isMarked: async () => (await readSettings(app.db.read, [demonstrationSetting])).has(demonstrationSetting),
    backups: () => {
      const folder = path.join(app.folder, 'backups')
      return existsSync(folder) ? readdirSync(folder) : []
    },
  }
}

const options = {
  isOwnSchool: true,
  env: { DEMO: '1', PAYMENT_PROVIDER: '' },
  now,
  build,
  freshForEachTest: true,
} as const

onEachEngine('the emptied demonstration', options, (app, engine) => {
  let owner: SignedIn
  beforeEach(async () => {
    expect(await seedDemo(app.deps)).toBe(true)
    if ('url' in app.where) app.deps.config.databaseUrl = app.where.url
    owner = await signedIn(app, 'owner')
  })

  partOnSqlite(engine, 'the rights and the page of emptying', () => {
    test('the demonstration is emptied only by an owner who has just entered the password and the school’s name', async () => {
      const { call, empty, isMarked, backups } = deskOf(app)
      const before = await rowsOf(app.db)
      expect((await empty(null)).status).toBe(401)
      for (const who of ['user', 'florist', 'instructor', 'front-desk', 'manager'] as const) {
        const caller = await signedIn(app, who)
        expect((await empty(caller)).status, who).toBe(403)
        expect((await call(caller, 'GET', at)).status, who).toBe(403)
      }
      for (const [name, sentence] of [
        ['', 'Type the school’s name'],
        ['Poonga', 'Type “Malar” here to confirm.'],
      ] as const) {
        const wrong = await empty(owner, name)
        expect([wrong.status, wrong.body.fields]).toEqual([400, { name: sentence }])
      }
      await lastConfirmed(app, owner, confirmedForMs)
      const late = await empty(owner)
      expect([late.status, late.body.code]).toEqual([403, 'confirmation_needed'])
      const after = await rowsOf(app.db)
      for (const table of ['setting', 'course', 'registration', 'receipt', 'audit_entry', 'outbox'])
        expect(after[table], table).toEqual(before[table])
      expect([await isMarked(), backups()]).toEqual([true, []])
    })

    test('the page names the data that will go and stay, and afterwards the data that is gone', async () => {
      const { call, empty } = deskOf(app)
      await call(owner, 'PUT', '/api/admin/school-settings', { whatsapp: '+91 98 5550 0199' })
      const { plan, emptied } = (await call(owner, 'GET', at)).body.data
      expect(plan).toMatchObject({ schoolName: 'Malar', settings: ['whatsapp'] })
      expect(plan.goes).toMatchObject({ classes: 12, seats: 315, products: 22 })
      expect(plan.staff).toEqual([{ name: 'Test owner', email: owner.email, role: 'owner' }])
      expect(emptied).toBeNull()
      const done = await empty(owner, ' malar ')
      expect([done.status, done.body.data.plan]).toEqual([200, null])
      expect(done.body.data.emptied).toEqual({
        at: now,
        backup: expect.stringMatching(/backups.demonstration-/),
      })
      expect((await call(owner, 'GET', at)).body.data).toEqual(done.body.data)
      expect((await empty(owner)).body.error).toContain('This is not the demonstration school')
    })
  })

  test('a failed backup empties nothing, and the sentence says why', async () => {
    const { empty, isMarked, backups } = deskOf(app)
    writeFileSync(path.join(app.folder, 'backups'), 'a file in the way')
    const refused = await empty(owner)
    expect([refused.status, refused.body.error]).toEqual([
      503,
      `We couldn’t make the backup, so nothing was emptied. The folder ${app.folder}/backups can’t be written to.`,
    ])
    rmSync(path.join(app.folder, 'backups'))
    if (engine === 'postgres') {
      const { PATH } = process.env
      process.env.PATH = app.folder
      const without = await empty(owner)
      process.env.PATH = PATH
      expect(without.body.error).toContain('nothing was emptied. pg_dump was not found.')
    }
    expect([await isMarked(), backups()]).toEqual([true, []])
    const courses = await app.http('GET', '/api/courses')
    expect(courses.body.length ?? courses.body.data.length).toBeGreaterThan(5)
  })

  test('a failure after the backup names the backup, and a second press empties the demonstration', async () => {
    const { empty, isMarked, backups } = deskOf(app)
    const { transaction } = app.deps.db
    app.deps.db.transaction = () => Promise.reject(new Error('connection lost'))
    const failed = await empty(owner)
    app.deps.db.transaction = transaction
    const [kept = ''] = backups()
    expect([failed.status, failed.body.error]).toEqual([
      503,
      `Something went wrong after the backup was made. Refresh the page. If the demonstration is still here, empty it again. The backup stays in ${path.join(app.folder, 'backups', kept)} on the server.`,
    ])
    expect([await isMarked(), backups()]).toEqual([true, [kept]])
    expect((await empty(owner)).status).toBe(200)
    expect(backups()).toHaveLength(2)
  })

  test('several owners who press simultaneously empty the demonstration once, and every owner gets one e-mail', async () => {
    const { empty, backups } = deskOf(app)
    const other = await signedIn(app, 'owner')
    const answers = await Promise.all([owner, other, owner, other].map((who) => empty(who)))
    expect(countsByStatus(answers)).toEqual({ 200: 1, 409: 3 })
    expect(backups()).toHaveLength(1)
    const entries = await app.db.read.selectFrom('audit_entry').selectAll().execute()
    expect(entries.map(({ kind, changes }) => [kind, changes.includes('emptied')])).toEqual([
      ['school-setting', true],
    ])
    for (const { email } of [owner, other]) {
      const letters = await lettersTo(app, email)
      expect(letters.map(({ data }) => data['what'])).toEqual(['demonstration-emptied'])
    }
  })

  test('visitors who write during the emptying leave no row of the demonstration, and get no failure', async () => {
    const { empty, backups } = deskOf(app)
    const courses: { id: string }[] = (await app.http('GET', '/api/courses')).body
    let isOver = false
    const statuses: number[] = []
    const visit = async (n: number) => {
      for (let turn = 0; !isOver && turn < 500; turn++) {
        const email = `visitor-${n}-${turn}@mail.example`
        const enrolment = enrolmentBody(courses[(n + turn) % courses.length]?.id ?? '', { email })
        statuses.push((await app.http('POST', '/api/enrollments', { body: enrolment })).status)
        const question = {
          fullname: 'Uma Rao',
          emailaddress: email,
          phoneno: enrolment.phone,
          enquiry: 'Course',
        }
        const enquiry = { ...question, question: 'Is there a class?', day: '', website: '' }
        statuses.push((await app.http('POST', '/api/categoryuserdata', { body: enquiry })).status)
      }
    }
    const pressed = empty(owner)
    // The backup is complete, so the server removes the rows next.
    await expect
      .poll(() => backups().some((name) => !name.endsWith('.unfinished')), { interval: 5 })
      .toBe(true)
    const visitors = [1, 2].map(visit)
    const { status } = await pressed.finally(() => {
      isOver = true
    })
    await Promise.all(visitors)
    expect(status).toBe(200)
    expect(statuses.length).toBeGreaterThan(3)
    expect(statuses.filter((one) => one >= 500 && one !== 503)).toEqual([])
    for (const table of ['registration', 'receipt', 'batch', 'list_total', 'running_total'] as const)
      expect(await app.db.read.selectFrom(table).selectAll().execute(), table).toEqual([])
  }, 60_000)

  test('the backup restores to the demonstration', async () => {
    const { empty } = deskOf(app)
    const before = await rowsOf(app.db)
    const { backup } = (await empty(owner)).body.data.emptied
    const folder = mkdtempSync(path.join(tmpdir(), 'malar-restored-'))
    const server = engine === 'postgres' ? await startPostgres() : null
    const where = server === null ? null : await server.createDatabase()
    const env = {
      DATA_DIR: folder,
      ...(where !== null && { DATABASE_URL: where, AUTH_SECRET: 'x'.repeat(40) }),
    }
    expect(await runScript('restore', [backup], env)).toMatchObject({ code: 0 })
    const db = await openDatabase(where === null ? { file: path.join(folder, 'malar.db') } : { url: where })
    const after = await rowsOf(db)
    for (const table of [
      'course',
      'registration',
      'shop_order',
      'receipt',
      'setting',
      'outbox',
      'user',
      'picture',
    ])
      expect(after[table], table).toEqual(before[table])
    await db.close()
    const uploads = (dir: string) => readdirSync(path.join(dir, 'uploads')).length
    expect(uploads(folder)).toBe(uploads(backup))
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)
})

/**
 * Lists the demonstration's own texts in `text`. E-mail addresses are ignored, because the tests' accounts have the
 * same domain.
 */
const saidBy = (text: string) => said.saidOfTheDemonstration(text.replaceAll(/[\w-]+@malar\.example/g, ''))

onEachEngine('a school whose demonstration was emptied', options, (app, engine) => {
  let owner: SignedIn
  /** A second server on the same database, as a second process of the school. */
  let other: TestApp
  beforeEach(async () => {
    expect(await seedDemo(app.deps)).toBe(true)
    if ('url' in app.where) app.deps.config.databaseUrl = app.where.url
    owner = await signedIn(app, 'owner')
    other = await startApp({ sharing: app, env: options.env, build, isOwnSchool: true })
  })
  afterEach(() => other.stop())

  async function walk(server: TestApp, found: said.Walk = { slugs: {} }): Promise<string[]> {
    const faults: string[] = []
    for (const page of [
      ...said.pagesOf(found),
      '/sitemap.xml',
      '/robots.txt',
      '/blog/feed.xml',
      '/calendar.ics',
    ])
      faults.push(...said.at(page, saidBy((await server.http('GET', page)).text)))
    for (const { method, path: to, access, right } of endpoints) {
      if (method !== 'GET' || to === said.ofTheProduct || right === 'personal-data') continue
      const token = access === 'public' ? null : owner.token
      const { text } = await server.http('GET', to.replace(/:\w+/g, 'none'), { token })
      faults.push(...said.at(to, saidBy(text)))
    }
    return faults
  }

  test('no page, answer, row or file of the demonstration is left, and the set-up opens the school', async () => {
    // The engines differ only in how the other process learns of a change, so PostgreSQL walks only that process.
    const walked = engine === 'sqlite' ? [app, other] : [other]
    // The requests put every page and every answer into the caches of the processes.
    for (const server of walked) expect((await walk(server)).length).toBeGreaterThan(100)
    mkdirSync(path.join(app.folder, 'outbox'))
    writeFileSync(path.join(app.folder, 'outbox', 'old.eml'), 'Dear Devi')
    const loop = startHousekeeping({ ...app.deps, ...app.app.services })
    const { call, empty } = deskOf(app)
    app.deps.clock.set(new Date(Date.now() + 5_000).toISOString())
    await call(owner, 'POST', '/api/auth/confirm', { password: owner.password })
    expect((await empty(owner)).status).toBe(200)
    await expect.poll(async () => (await other.http('GET', '/api/courses')).status).toBe(503)
    for (const server of [app, other]) expect((await server.http('GET', '/')).text).toContain('Opening soon')
    for (const server of walked) expect(await walk(server)).toEqual([])
    const rows = Object.entries(await rowsOf(app.db)).flatMap(([table, some]) =>
      said.at(table, saidBy(some.join('\n'))),
    )
    expect(rows).toEqual([])

    const kept = await app.db.read.selectFrom('picture').select('base').execute()
    const bases = new Set(kept.map(({ base }) => base))
    const uploads = () =>
      readdirSync(path.join(app.folder, 'uploads')).map((name) => name.split('-')[0] ?? '')
    await expect.poll(() => uploads().filter((base) => !bases.has(base)), { timeout: 10_000 }).toEqual([])
    expect(uploads().length).toBeGreaterThan(0)
    expect(readdirSync(path.join(app.folder, 'outbox'))).toEqual([])
    await loop.stop()

    const slugs = await setUp()
    await expect.poll(async () => (await other.http('GET', '/api/courses')).status).toBe(200)
    for (const server of walked) expect(await walk(server, { slugs })).toEqual([])
  }, 120_000)

  /** Sets the school up over HTTP and opens the school. Then a visitor enrols and pays. */
  async function setUp(): Promise<Record<string, string>> {
    const { call } = deskOf(app)
    const ok = async (method: string, to: string, body: object, who: SignedIn | null = owner) => {
      const answer = await call(who, method, to, body)
      expect(answer.status, `${method} ${to} ${answer.text}`).toBeLessThan(300)
      return answer.body.data ?? answer.body
    }
    const states = async () =>
      Object.fromEntries(
        (await call(owner, 'GET', '/api/admin/set-up')).body.data.items.map(
          ({ id, state }: Record<'id' | 'state', string>) => [id, state],
        ),
      )
    expect(new Set(Object.values(await states()))).toEqual(new Set(['open']))
    await ok('PUT', '/api/admin/school-settings', {
      name: 'Neela',
      city: 'Pune',
      address: ['3 Lotus Lane', 'Pune 411001'],
      phone: '+91 20 5550 0199',
      email: 'hello@neela.example',
      upiId: 'neela@bank',
    })
    await ok('POST', '/api/admin/office-timing', {
      office_day: 'Monday',
      open_time: '09:30',
      close_time: '17:30',
    })
    const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    const course = await app.db.transaction((tx) =>
      app.app.services.courses.addClass(
        tx,
        {
          title: 'Buttonholes',
          description: 'Six buttonholes.',
          price: 90_000,
          duration: '3 hours',
          sessions: 1,
          nextbatch: day,
          startTime: '10:00',
          category: 'Workshops',
        },
        null,
        null,
      ),
    )
    const begun = await ok('POST', '/api/profile/two-factor', {})
    await ok('POST', '/api/profile/two-factor/confirm', {
      code: codeOfApp(begun.secret, app.deps.clock.ms()),
    })
    await ok('POST', '/api/admin/site/open', {})
    expect(await states()).toMatchObject({ school: 'done', hours: 'done', payments: 'done', open: 'done' })
    const seat = await ok('POST', '/api/enrollments', enrolmentBody(course.id), null)
    expect(seat).toBeTruthy()
    const { id } = await app.db.read.selectFrom('seat').select('id').executeTakeFirstOrThrow()
    app.deps.clock.advance(1000)
    await ok('POST', `/api/admin/enrollments/${id}/payment`, { method: 'cash' })
    const receipts = await app.db.read.selectFrom('receipt').select('number').execute()
    expect(receipts).toEqual([{ number: expect.stringMatching(/\b0*1$/) }])
    return { classes: course.slug }
  }
})

onSqlite('the files of an emptied demonstration', options, (app) => {
  test('a school without a folder of pictures is emptied, and its database files name nobody any more', async () => {
    expect(await seedDemo(app.deps, { pictures: false })).toBe(true)
    rmSync(path.join(app.folder, 'uploads'), { recursive: true, force: true })
    const owner = await signedIn(app, 'owner')
    const [course] = (await app.http('GET', '/api/courses')).body
    const body = enrolmentBody(course.id, { email: 'uma.rao@mail.example' })
    expect((await app.http('POST', '/api/enrollments', { body })).status).toBe(201)
    const naming = () =>
      readdirSync(app.folder).filter(
        (name) =>
          name.startsWith('malar.db') && readFileSync(path.join(app.folder, name)).includes(body.email),
      )
    expect(naming()).not.toEqual([])
    expect(await deskOf(app).empty(owner)).toMatchObject({ status: 200 })
    expect(naming()).toEqual([])
  })
})

onSqlite('a start after the demonstration was emptied', options, (app) => {
  test('the emptied database is not filled again, and the school does not count as lost', async () => {
    expect(await seedDemo(app.deps, { pictures: false })).toBe(true)
    const owner = await signedIn(app, 'owner')
    expect((await deskOf(app).empty(owner)).status).toBe(200)
    expect(await isEmpty(app.db.read)).toBe(false)
    expect(await seedDemo(app.deps, { pictures: false })).toBe(false)
    const stored = await readSettings(app.db.read)
    expect([stored.has(demonstrationSetting), stored.has(emptiedSetting)]).toEqual([false, true])
    const backup = JSON.parse(stored.get(emptiedSetting) ?? '').backup
    expect(JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8')).engine).toBe('sqlite')
  })
})
