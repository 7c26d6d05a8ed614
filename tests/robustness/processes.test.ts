import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/open.ts'
import { demonstrationSetting, writeSetting } from '../../server/db/settings.ts'
import { addDays, systemClock } from '../../server/platform/clock.ts'
import { createSignedLinks } from '../../server/platform/signed-links.ts'
import { availableEngines, type TestApp } from '../harness/app.ts'
import { type ProvedCaller, provedCallers } from '../harness/callers.ts'
import { addSlot } from '../harness/delivery.ts'
import { addProduct } from '../harness/orders.ts'
import {
  addCourse,
  addUndatedCourse,
  bookingBody,
  enrolmentBody,
  holdBody,
  phoneOf,
} from '../harness/seats.ts'
import { addDeliveryPlan, heldCounts, orderBody } from '../harness/store.ts'
import { makeSchool, type School, type ServerProcess, scratchFolder, startServer } from './server-process.ts'
import { sized } from './size.ts'

const rounds = sized(1, 20)
const callers = 200
const offersRaced = 2

async function post(
  server: ServerProcess,
  at: string,
  body: unknown,
  { key, token }: { key?: string; token?: string } = {},
): Promise<string> {
  const response = await fetch(server.url + at, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key ? { 'idempotency-key': key } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
  return `${response.status} ${await response.text()}`
}

/**
 * Makes an e-mail address and a phone number from a name, so that different names count as different people for the
 * caps.
 */
function personOf(name: string) {
  const digits = createHash('sha256').update(name).digest().readUInt32BE() % 100_000_000
  return { email: `${name}@mail.example`.toLowerCase(), phone: `98${String(digits).padStart(8, '0')}` }
}

/** Counts the answers by the code of the refusal, or by `201`. */
function countsOf(answers: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) {
    const word = answer.startsWith('201') ? '201' : (/"code":"(\w+)"/.exec(answer)?.[1] ?? answer)
    counts[word] = (counts[word] ?? 0) + 1
  }
  return counts
}

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGINT')
  await server.exited
}

describe.each(await availableEngines())('a server process that replaces another one, on %s', (engine) => {
  test('a call repeated after a restart gets the first answer, and another body with its idempotency key is refused', async () => {
    const school = await makeSchool(engine, [{ capacity: 1 }])
    try {
      const body = enrolmentBody(school.courses[0]?.id ?? '')
      const first = await startServer(school.env)
      const answer = await post(first, '/api/enrollments', body, { key: 'key-over-a-restart' })
      expect(answer).toMatch(/^201 /)
      await stop(first)
      const second = await startServer(school.env)
      expect(await post(second, '/api/enrollments', body, { key: 'key-over-a-restart' })).toBe(answer)
      expect(
        await post(
          second,
          '/api/enrollments',
          { ...body, phone: '6000000000' },
          { key: 'key-over-a-restart' },
        ),
      ).toMatch(/^409 .*idempotency_mismatch/)
      await stop(second)
    } finally {
      school.remove()
    }
  })

  if (engine === 'postgres')
    test('a server with WEB_ONLY sends no e-mails, and the other server sends them all', async () => {
      // A demonstration school writes its e-mails as files.
      const fill = async ({ db, deps: { clock } }: TestApp) => {
        await writeSetting(db.write, demonstrationSetting, clock.today(), clock.now())
        await db.write.deleteFrom('setting').where('name', '=', 'mail-server').execute()
      }
      const school = await makeSchool(engine, [], { fill })
      const otherFolder = scratchFolder()
      try {
        const web = await startServer({ ...school.env, WEB_ONLY: '1' })
        for (let n = 0; n < 10; n++)
          expect(await post(web, '/api/landing/email', { email: `asha${n}@mail.example` })).toMatch(/^200 /)
        const worker = await startServer({ ...school.env, DATA_DIR: otherFolder })
        const mailsIn = (folder: string) =>
          existsSync(path.join(folder, 'outbox'))
            ? readdirSync(path.join(folder, 'outbox')).filter((name) => name.endsWith('.eml')).length
            : 0
        await expect.poll(() => mailsIn(otherFolder), { timeout: 20_000 }).toBeGreaterThanOrEqual(10)
        expect(mailsIn(school.env['DATA_DIR'] ?? '')).toBe(0)
        await Promise.all([stop(web), stop(worker)])
      } finally {
        school.remove()
        rmSync(otherFolder, { recursive: true, force: true })
      }
    })

  // The races need two processes, but SQLite serves one. last-seat.test.ts runs the races inside one process on both
  // engines.
  if (engine === 'postgres') describe('two server processes on one database', races)
})

/** The number of products and days that callers choose from when they do not race for one. */
const spread = 8

/**
 * Adds a product, a slot and a coupon for each round; each of them is enough for one order or for seven orders. Also
 * adds products and a slot that are enough for all orders.
 */
async function fillStore(app: TestApp) {
  const { afternoon } = await addDeliveryPlan(app)
  const productIds: string[] = []
  for (let n = 0; n < spread; n++) productIds.push(await addProduct(app, 100_000, `Roses ${n}`))
  const made: { left: [number, number, number]; productId: string; slotId: string; couponCode: string }[] = []
  for (let round = 0; round < rounds; round++) {
    const left: [number, number, number] = round % 2 === 0 ? [1, 7, 1] : [7, 1, 7]
    const [pieces, capacity, usesMax] = left
    const couponCode = `LAST-${round}`
    await app.db.transaction((tx) =>
      app.app.services.coupons.add(tx, { code: couponCode, kind: 'percent', percent: 10, usesMax }, null),
    )
    const slotId = await addSlot(app, { capacity })
    made.push({ left, productId: await addProduct(app, pieces, `Last ${round}`), slotId, couponCode })
  }
  return { slotId: afternoon, productIds, rounds: made }
}

function races() {
  let school: School
  let servers: ServerProcess[]
  let otherFolder: string
  let offered: School['courses']
  let store: Awaited<ReturnType<typeof fillStore>>
  let undated: string
  let grouped: { id: string }[]
  /** The callers who race have confirmed addresses, because strangers together get only a share of the seats. */
  let proved: ProvedCaller[]
  let db: Database
  beforeAll(async () => {
    school = await makeSchool(
      'postgres',
      Array.from({ length: 2 * rounds + 1 + offersRaced }, (_, index) => ({
        title: `Garlands ${index}`,
        capacity: index % 2 === 0 || index > 2 * rounds ? 1 : 7,
      })),
      {
        fill: async (app) => {
          store = await fillStore(app)
          proved = await provedCallers(app, callers)
          undated = (await addUndatedCourse(app)).id
          grouped = []
          for (let round = 0; round < rounds; round++) {
            grouped.push(await addCourse(app, { capacity: 7, nextbatch: addDays(systemClock.today(), 60) }))
          }
        },
      },
    )
    offered = school.courses.slice(2 * rounds + 1)
    // Each process has a data folder of its own, as on two machines, because a data folder serves one process.
    otherFolder = scratchFolder()
    servers = await startBoth()
    db = await school.open()
  })
  afterAll(async () => {
    await db?.close()
    await Promise.all((servers ?? []).map(stop))
    school?.remove()
    rmSync(otherFolder, { recursive: true, force: true })
  })
  const startBoth = () =>
    Promise.all([startServer(school.env), startServer({ ...school.env, DATA_DIR: otherFolder })])
  const serverOf = (index: number) => servers[index % 2] as ServerProcess

  // The cause of an answer with the code `internal` is only in the server's log.
  afterEach(() => {
    expect(servers.flatMap(({ output }) => output.stdout.match(/^.*"a request failed".*$/gm) ?? [])).toEqual(
      [],
    )
  })

  /**
   * Sends the calls of all callers at once. Two neighbouring callers send the same kind of call to different servers.
   */
  async function race(courseId: string) {
    const ask = (email: string, index: number): [path: string, body: object] => {
      const person = { email, phone: phoneOf(email) }
      const transactionId = `TXN${index}`
      const way = (index >> 1) % 3
      if (way === 0) return ['/api/events_enrollments', bookingBody(courseId, { transactionId, ...person })]
      if (way === 1) return ['/api/seat-holds', holdBody(courseId, { transactionId, ...person })]
      return ['/api/enrollments', enrolmentBody(courseId, person)]
    }
    const answers = await Promise.all(
      proved.map(({ email, token }, index) => post(serverOf(index), ...ask(email, index), { token })),
    )
    return countsOf(answers)
  }

  test.each([
    [1, 0],
    [7, 1],
  ])(
    `two processes give %i free seats to exactly as many of ${callers} enrolments, bookings and holds`,
    async (seats, offset) => {
      for (let round = 0; round < rounds; round++) {
        const { id = '' } = school.courses[2 * round + offset] ?? {}
        expect(await race(id)).toEqual({ '201': seats, batch_full: callers - seats })
        const batches = await db.read
          .selectFrom('batch')
          .select('taken')
          .where('course_id', '=', id)
          .execute()
        expect(batches).toEqual([{ taken: seats }])
      }
    },
  )

  test(`only two of ${callers} groups of three get their seats in a batch with seven free seats`, async () => {
    for (const { id } of grouped) {
      const answers = await Promise.all(
        proved.map(({ email, token }, index) => {
          const person = { email, phone: phoneOf(email) }
          const [path, body] =
            (index >> 1) % 2 === 0
              ? ['/api/enrollments', enrolmentBody(id, { ...person, others: [{}, {}] })]
              : ['/api/seat-holds', holdBody(id, { ...person, transactionId: `TXN${index}`, seats: 3 })]
          return post(serverOf(index), path, body, { token })
        }),
      )
      expect(countsOf(answers)).toEqual({ '201': 2, batch_full: callers - 2 })
      const { taken } = await db.read
        .selectFrom('batch')
        .select('taken')
        .where('course_id', '=', id)
        .executeTakeFirstOrThrow()
      expect(taken).toBe(6)
    }
  })

  test(`${callers} enrolments without a date at two processes make only one batch, with 20 seats`, async () => {
    const answers = await Promise.all(
      proved.map(({ email, token }, n) =>
        post(serverOf(n), '/api/enrollments', enrolmentBody(undated, { email }), { token }),
      ),
    )
    expect(countsOf(answers)).toEqual({ '201': 20, batch_full: callers - 20 })
    const batches = await db.read
      .selectFrom('batch')
      .select('taken')
      .where('course_id', '=', undated)
      .execute()
    expect(batches).toEqual([{ taken: 20 }])
  })

  test(`only as many of ${callers} orders at two processes succeed as there are products, slot places or coupon uses`, async () => {
    const order = ({ email, token }: ProvedCaller, n: number, changes: object) =>
      post(
        serverOf(n),
        '/api/orders',
        // The orders are spread over many products and days, because a lock on one row would put the callers in a
        // queue.
        orderBody({
          day: addDays(systemClock.today(), 3 + (n % spread)),
          slotId: store.slotId,
          lines: [{ productId: store.productIds[n % spread], quantity: 1 }],
          email,
          ...changes,
        }),
        { token },
      )
    const day = addDays(systemClock.today(), 3)
    for (const { left, productId, slotId, couponCode } of store.rounds) {
      const wanted = [{ lines: [{ productId, quantity: 1 }] }, { slotId, day }, { couponCode }]
      const answers = await Promise.all(
        wanted.map((changes) => Promise.all(proved.map((one, n) => order(one, n, changes)))),
      )
      expect(answers.map(countsOf)).toEqual(
        ['out_of_stock', 'slot_full', 'coupon_invalid'].map((code, n) => ({
          '201': left[n],
          [code]: callers - (left[n] as number),
        })),
      )
      const [pieces, capacity, usesMax] = left
      const { taken, slots, holding } = await heldCounts({ db })
      expect([taken.get(productId), slots[`${slotId} ${day}`]]).toEqual([pieces, capacity])
      expect(slots).toEqual(holding)
      const uses = await db.read
        .selectFrom('coupon')
        .innerJoin('coupon_use', 'coupon_id', 'coupon.id')
        .select('uses')
        .where('code', '=', couponCode)
        .execute()
      expect(uses).toEqual(Array.from({ length: usesMax }, () => ({ uses: usesMax })))
    }
  })

  test('when two processes end a hold simultaneously, its seat is offered to one person and taken once', async () => {
    const links = createSignedLinks(school.env['AUTH_SECRET'] ?? '')
    const places: { courseId: string; emails: string[] }[] = []
    for (const [at, { id: courseId }] of offered.entries()) {
      const person = personOf(`first.${courseId}`)
      // The seat is held by an enrolment in every second course, and by a silent hold in the other courses.
      const first = await (at % 2 === 0
        ? post(serverOf(0), '/api/enrollments', enrolmentBody(courseId, person))
        : post(serverOf(0), '/api/seat-holds', holdBody(courseId, person)))
      expect(first).toMatch(/^201 /)
      const emails = [0, 1, 2].map((n) => `${courseId}${n}@mail.example`.toLowerCase())
      for (const [n, email] of emails.entries()) {
        const body = { fullName: 'Uma', phone: '9876543210', email, courseId }
        expect(await post(serverOf(n), '/api/waiting-list', body)).toMatch(/^201 /)
        const { id } = await db.read
          .selectFrom('waiting_list_entry')
          .select('id')
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
        const pressed = { token: links.sign('waiting-list', id) }
        expect(await post(serverOf(n), '/api/proofs', pressed)).toMatch(/^200 /)
      }
      places.push({ courseId, emails })
    }
    const courseIds = offered.map(({ id }) => id)
    await db.write
      .updateTable('registration')
      .set({ hold_until: '2000-01-01T00:00:00.000Z' })
      .where('course_id', 'in', courseIds)
      .execute()
    const entriesOf = (emails: string[]) =>
      db.read
        .selectFrom('waiting_list_entry')
        .select(['id', 'status'])
        .where('email', 'in', emails)
        .orderBy('place')
        .execute()
    // A server ends overdue holds when it starts. Two servers that start together therefore end the holds at the same
    // time.
    await Promise.all(servers.map(stop))
    servers = await startBoth()
    for (const { courseId, emails } of places) {
      await expect
        .poll(async () => (await entriesOf(emails)).map(({ status }) => status), { timeout: 10_000 })
        .toEqual(['offered', 'waiting', 'waiting'])
      const token = links.sign('waiting-list', (await entriesOf(emails))[0]?.id ?? '')
      const [taking, enrolling] = await Promise.all([
        Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            post(serverOf(index), `/api/waiting-list/${token}/seat`, { batch: '2999-01-01' }),
          ),
        ),
        Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            post(
              serverOf(index),
              '/api/enrollments',
              enrolmentBody(courseId, personOf(`late${index}.${courseId}`)),
            ),
          ),
        ),
      ])
      expect(new Set(taking).size).toBe(1)
      expect(taking[0]).toMatch(/^201 /)
      for (const answer of enrolling) expect(answer).toMatch(/batch_full/)
      expect(
        await db.read.selectFrom('batch').select('taken').where('course_id', '=', courseId).execute(),
      ).toEqual([{ taken: 1 }])
      const seats = await db.read
        .selectFrom('seat')
        .select('email')
        .where('course_id', '=', courseId)
        .where('status', '=', 'pending')
        .execute()
      expect(seats).toEqual([{ email: emails[0] }])
    }
  })

  test('50 enrolments with one idempotency key at two processes make one seat and get equal answers', async () => {
    const body = enrolmentBody(school.courses[2 * rounds]?.id ?? '', personOf('once'))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        post(serverOf(index), '/api/enrollments', body, { key: 'one-key-for-both' }),
      ),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^201 /)
    const rows = await db.read.selectFrom('seat').select('id').where('email', '=', body.email).execute()
    expect(rows).toHaveLength(1)
  })

  test('two processes that start simultaneously create one first owner', async () => {
    const owners = await db.read.selectFrom('user').select('email').where('role', '=', 'owner').execute()
    expect(owners).toHaveLength(1)
  })
}
