import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { availableEngines, startApp, type TestApp } from '../harness/app.ts'
import { addCourse, bookingBody, enrol } from '../harness/seats.ts'

const execute = promisify(execFile)

describe.each(await availableEngines())('the SQL of run-it-for-real.md on %s', (engine) => {
  const email = 'meena@example.com'
  const blocks = [
    ...readFileSync('docs/guides/run-it-for-real.md', 'utf8').matchAll(/```sql\n([^]*?)```/g),
  ].map(([, sql = '']) => sql)
  const blockWith = (words: string) => {
    const block = blocks.find((sql) => sql.includes(words))
    if (block === undefined) throw new Error(`no SQL with "${words}" in the guide`)
    return block
  }

  /** As an operator runs it: from another process, beside the server. */
  async function run(app: TestApp, statements: string): Promise<unknown[]> {
    const { where } = app
    if ('file' in where) {
      const shell = `
        const database = new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 5000 })
        const isScript = process.argv[2].includes('begin;')
        const rows = isScript ? database.exec(process.argv[2]) : database.prepare(process.argv[2]).all()
        console.log(JSON.stringify(rows ?? []))`
      const { stdout } = await execute(process.execPath, ['-e', shell, where.file, statements])
      return JSON.parse(stdout)
    }
    const client = new pg.Client(where.url)
    await client.connect()
    try {
      return (await client.query(statements)).rows ?? []
    } finally {
      await client.end()
    }
  }

  /** Tables in which the words stand. */
  async function tablesWith(app: TestApp, words: string): Promise<string[]> {
    const found: string[] = []
    for (const { name } of await app.db.read.introspection.getTables()) {
      const rows = await app.db.read
        .selectFrom(name as 'user')
        .selectAll()
        .execute()
      if (JSON.stringify(rows).includes(words)) found.push(name)
    }
    return found.sort()
  }

  test('finds and erases a person, and nobody else; what was paid stays', async () => {
    const app = await startApp({ engine })
    try {
      const { id } = await addCourse(app)
      const full = await addCourse(app, { capacity: 1 })
      const person = { fullName: 'Meena Erasable', email, phone: '9812345670' }
      const { reference, amount } = await enrol(app, id, { ...person, questions: 'Meena Erasable asks' })
      await enrol(app, full.id)
      const posts: [string, object][] = [
        ['/api/events_enrollments', bookingBody(id, { ...person, firstName: 'Meena', lastName: 'Erasable' })],
        ['/api/waiting-list', { ...person, courseId: full.id }],
        ['/api/landing/contact', { name: person.fullName, email, phone: person.phone }],
        ['/api/landing/email', { email }],
        [
          '/api/auth/signup',
          { firstname: 'Meena', lastname: 'Erasable', email, password: 'a long sentence' },
        ],
        [
          '/api/categoryuserdata',
          { fullname: person.fullName, emailaddress: email, phoneno: person.phone, enquiry: 'Venue' },
        ],
      ]
      for (const [at, body] of posts) {
        const { status, text } = await app.http('POST', at, { body })
        expect(status, text).toBeLessThan(300)
      }
      const user = { email, firstname: 'Meena', lastname: 'Erasable', phone: person.phone }
      await app.app.services.accounts.createUser({
        ...user,
        password: 'a long sentence of hers',
        usertype: 'user',
        role: 'none',
      })

      const found = (await run(app, blockWith("'enrolment' as what"))) as { what: string }[]
      expect(new Set(found.map(({ what }) => what))).toEqual(
        new Set([
          'enrolment',
          'booking',
          'waiting list',
          'contact',
          'enquiry',
          'newsletter',
          'account',
          'message',
        ]),
      )
      await run(app, blockWith("full_name = 'Erased'"))
      for (const words of [email, 'Erasable', person.phone]) expect(await tablesWith(app, words)).toEqual([])

      const seats = await app.db.read.selectFrom('enrolment').selectAll().orderBy('full_name').execute()
      expect(seats).toMatchObject([
        { full_name: 'Erased', reference, amount_in_paise: Number(amount) * 100, status: 'pending' },
        { full_name: 'Meena Krishnan', email: 'meena@mail.example' },
      ])
    } finally {
      await app.stop()
    }
  })

  test('makes room for a new owner, and leaves staff', async () => {
    const app = await startApp({ engine })
    try {
      const { accounts } = app.app.services
      const person = { firstname: 'A', lastname: 'B', phone: '', password: 'a long sentence' }
      await accounts.createUser({ ...person, email: 'owner@s.example', usertype: 'admin', role: 'owner' })
      await accounts.createUser({ ...person, email: 'staff@s.example', usertype: 'admin', role: 'staff' })
      const body = { email: 'owner@s.example', password: person.password }
      expect((await app.http('POST', '/api/auth/signin', { body })).status).toBe(200)
      await run(app, blockWith("role = 'owner'"))
      expect(await accounts.hasOwner()).toBe(false)
      expect((await app.http('POST', '/api/auth/signin', { body })).status).toBe(401)
      expect(
        (await app.http('POST', '/api/auth/signin', { body: { ...body, email: 'staff@s.example' } })).status,
      ).toBe(200)
    } finally {
      await app.stop()
    }
  })

  test('enters what has no section, and pages hear of it', async () => {
    const app = await startApp({ engine })
    try {
      const paths = [
        '/api/office-timing',
        '/api/admin/event-pricing',
        '/api/impacts',
        '/api/instructors',
        '/api/Feedback',
      ]
      const counts = () =>
        Promise.all(paths.map(async (at) => Object.keys((await app.http('GET', at)).body.data).length))
      expect(await counts()).toEqual([0, 0, 0, 0, 0])
      const topics = new Set<string>()
      const told = new Promise<void>((resolve) => {
        app.db.changes.subscribe((some) => {
          for (const topic of some) topics.add(topic)
          if (topics.size === paths.length) resolve()
        })
      })
      await run(app, blockWith('insert into office_hours'))
      await told
      expect(await counts()).toEqual([7, 2, 1, 1, 1])
    } finally {
      await app.stop()
    }
  })
})
