import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/open.ts'
import type { Queryable, SeatState, SeatStatus, Tx } from '../../server/db/schema.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { authSecret } from '../../server/platform/secret.ts'
import { createSignedLinks } from '../../server/platform/signed-links.ts'
import { availableEngines } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { addCourse, bookingBody, enrolmentBody, holdBody, phoneOf, wereHeld } from '../harness/seats.ts'
import { makeSchool, type School, type ServerProcess, startServer } from './server-process.ts'
import { sized } from './size.ts'

// The transition `unseat` is left out, because it needs a payment that only the payer claims. This test's provider
// confirms payments at once.

const rounds = sized(1, 20)
const callers = 20
const price = 1_250_000
const longAgo = '2000-01-01T00:00:00.000Z'
const freeCode = 'ALLOFIT'
/** The day of the small batch, which has a waiting list. */
const smallDay = '2999-03-01'
const smallCapacity = 8

/** The number of seats of each kind before each round. */
const stock = {
  pending: 16,
  booked: 8,
  pendingGroups: 8,
  confirmed: 12,
  confirmedGroups: 4,
  waitingMoney: 4,
  held: 12,
  asked: 6,
  /** Pending seats whose holds end when the round begins. */
  ending: 24,
}

type Server = Pick<ServerProcess, 'url'>
type Answer = { id: string; reference: string; status: SeatStatus }
/** The expected values of a seat. */
interface Known {
  status: readonly SeatState[]
  batch: string
  price: number
}
type Wanted = Map<string, Partial<Known>>

interface Call {
  what: string
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  body?: object
  key: string
  byStaff?: boolean
  /** The seats that the call changes, with their expected values after the call. */
  after: Wanted
  /** The ids of the seats about which the call writes one line each into the audit log. */
  logs: readonly string[]
  /** The expected values of the seat or hold that the call makes, and whose id is in the answer. */
  makes?: Partial<Known>
}

interface Ledger {
  /** The values of each seat that an answer has acknowledged, or that were read while nobody called the server. */
  known: Map<string, Known>
  /** The number of lines in the audit log about each seat. */
  logged: Map<string, number>
}

/** Reads all rows that a transition of a seat can write. */
async function contentOf(db: Queryable) {
  return {
    seats: await db.selectFrom('seat').selectAll().execute(),
    asks: await db.selectFrom('registration').selectAll().where('status', '=', 'asked').execute(),
    holds: await wereHeld(db).execute(),
    batches: await db.selectFrom('batch').select(['id', 'taken', 'starts_on']).execute(),
    entries: await db.selectFrom('waiting_list_entry').selectAll().execute(),
    outbox: await db.selectFrom('outbox').select('cause').execute(),
    audit: await db
      .selectFrom('audit_entry')
      .select(['record_id', 'changes'])
      .where('kind', 'in', ['enrolment', 'event-booking'])
      .orderBy('at')
      .execute(),
    keys: await db.selectFrom('idempotency').select(['key', 'endpoint', 'response']).execute(),
    receipts: await db.selectFrom('receipt').select(['id', 'amount_in_paise', 'number']).execute(),
    allocations: await db.selectFrom('allocation').selectAll().execute(),
    years: await db.selectFrom('receipt_year').select('last').execute(),
    coupons: await db.selectFrom('coupon').select(['id', 'uses']).execute(),
    uses: await db.selectFrom('coupon_use').select('subject_id').where('given_back_at', 'is', null).execute(),
  }
}
type Content = Awaited<ReturnType<typeof contentOf>>
type Seat = Content['seats'][number]
type Begun = Content['holds'][number]
type Row = Pick<Begun, keyof Begun & keyof Seat>

/** Maps each id to its row. Seats come last, because a seat replaces the hold with the same id. */
const rowsOf = ({ seats, asks, holds }: Content) =>
  new Map<string, Row>([...asks, ...holds, ...seats].map((seat) => [seat.id, seat]))

const payerOf = ({ id, group_id }: Pick<Seat, 'id' | 'group_id'>) => group_id ?? id
const isLive = ({ status }: Pick<Seat, 'status'>) => status === 'pending' || status === 'confirmed'
const add = <K>(sums: Map<K, number>, key: K, more: number) => sums.set(key, (sums.get(key) ?? 0) + more)
const isAs = (seat: Row | undefined, want: Partial<Known>) =>
  seat !== undefined &&
  (want.status === undefined || want.status.includes(seat.status)) &&
  (want.batch === undefined || want.batch === seat.batch_id) &&
  (want.price === undefined || want.price === Number(seat.amount_in_paise))

const knownOf = ({ status, batch_id, amount_in_paise }: Row): Known => ({
  status: [status],
  batch: batch_id,
  price: Number(amount_in_paise),
})

type Change = { field: string; from: string | null; to: string | null }
/** Lists the changes of each seat in the audit log, oldest first. */
function logOf({ audit }: Content): Map<string, Change[][]> {
  const log = new Map<string, Change[][]>()
  for (const { record_id, changes } of audit)
    log.set(record_id, [...(log.get(record_id) ?? []), JSON.parse(changes) as Change[]])
  return log
}

/**
 * Expects that each seat is complete: its place in the batch, its money, its letters and its lines in the audit log.
 */
function expectWhole(content: Content, { known, logged }: Ledger, underWay: readonly Call[] = []) {
  expectCounted(content)
  expectPaid(content)
  expectTold(content)
  const seats = rowsOf(content)
  const lines = new Map(logged)
  const done = doneOf(content)
  const open = new Set<string>()
  for (const call of underWay) {
    for (const id of call.after.keys()) open.add(id)
    const isThere = [...call.after].every(([id, want]) => isAs(seats.get(id), want))
    const isAsBefore = [...call.after.keys()].every((id) => isAs(seats.get(id), known.get(id) ?? {}))
    const state = { call, rows: [...call.after.keys()].map((id) => seats.get(id)) }
    const isDone = isKept(call) ? done.has(call.key) : isThere
    expect(isDone ? isThere : isAsBefore, `in part: ${JSON.stringify(state)}`).toBe(true)
    for (const id of isDone ? call.logs : []) if (isLogged(seats.get(id))) add(lines, id, 1)
  }
  const lost = [...known].filter(([id, want]) => !open.has(id) && !isAs(seats.get(id), want))
  expect(
    lost.map(([id, want]) => ({ want, row: seats.get(id) })),
    'acknowledged and lost',
  ).toEqual([])
  const found = logOf(content)
  const differing = content.seats.filter(({ id }) => (found.get(id)?.length ?? 0) !== (lines.get(id) ?? 0))
  expect(
    differing.map(({ id, status }) => ({ id, status, found: found.get(id), expected: lines.get(id) })),
    'lines of the audit log',
  ).toEqual([])
}

/** A visitor's release of a seat writes no line into the audit log if the hold has already expired. */
const isLogged = (seat: Row | undefined) => seat?.status !== 'expired'

/**
 * The server keeps no answer for a payment that staff enter. A repeated payment is recognized by the amount that is
 * due.
 */
const isKept = ({ path }: Call) => !path.endsWith('/payment')

const doneOf = ({ keys }: Content) => new Set(keys.map(({ key }) => key))

/**
 * Expects that each seat, hold and open offer counts in its batch, and that each kept answer has its seat, hold or
 * request.
 */
function expectCounted({ seats, asks, holds, batches, entries, keys, coupons, uses }: Content) {
  const taken = new Map<string, number>()
  for (const seat of seats) if (isLive(seat)) add(taken, seat.batch_id, 1)
  for (const hold of holds) if (hold.status === 'held') add(taken, hold.batch_id, hold.seats)
  for (const entry of entries) if (entry.status === 'offered') add(taken, entry.batch_id, 1)
  expect(new Map(batches.map((batch) => [batch.id, batch.taken]))).toEqual(
    new Map(batches.map(({ id }) => [id, taken.get(id) ?? 0])),
  )
  expect(keys.filter(({ response }) => response === '')).toEqual([])
  const making = new Set(
    ['/api/enrollments', '/api/events_enrollments', '/api/seat-holds', '/api/waiting-list/:token/seat'].map(
      (path) => `POST ${path}`,
    ),
  )
  const answered = keys
    .filter(({ endpoint }) => making.has(endpoint.split(' ').slice(0, 2).join(' ')))
    .map(({ response }) => (JSON.parse(response) as { data: Answer }).data.id)
  const payers = new Set(seats.map(payerOf))
  // A booking that completes a hold keeps the id of the hold, so two answers contain this id.
  expect(answered.sort()).toEqual([...payers, ...[...asks, ...holds].map(({ id }) => id)].sort())
  // A seat from an offer of the waiting list has ended its entry there.
  for (const { status, enrolment_id } of entries) {
    expect(enrolment_id !== null).toBe(status === 'taken')
    if (enrolment_id !== null) expect(payers).toContain(enrolment_id)
  }
  // A group uses its coupon code as long as one of its seats is live.
  const using = new Set(seats.filter((seat) => isLive(seat) && seat.coupon_code !== null).map(payerOf))
  expect(uses.map(({ subject_id }) => subject_id).sort()).toEqual([...using].sort())
  expect(coupons.reduce((sum, coupon) => sum + coupon.uses, 0)).toBe(uses.length)
}

/** Expects that the ledger's sums agree with the rows of the seats. */
function expectPaid(content: Content) {
  const { seats, receipts, allocations, years } = content
  const log = logOf(content)
  const sums = new Map<string, number>()
  const parts = new Map<string, number>()
  for (const { subject_id, purpose, amount_in_paise, receipt_id } of allocations) {
    add(sums, `${purpose} ${subject_id}`, Number(amount_in_paise))
    add(parts, receipt_id, Number(amount_in_paise))
  }
  expect(parts).toEqual(new Map(receipts.map(({ id, amount_in_paise }) => [id, Number(amount_in_paise)])))
  const numbered = receipts.filter(({ number }) => number !== null).length
  expect(years.reduce((sum, { last }) => sum + Number(last), 0)).toBe(numbered)
  for (const seat of seats) {
    const { id, status, hold_until, confirmed_at } = seat
    const [pays, waits] = [Number(seat.paid_in_paise), Number(seat.waits_in_paise)]
    expect({ id, pays, waits }).toEqual({
      id,
      pays: sums.get(`pays ${id}`) ?? 0,
      waits: sums.get(`waits ${id}`) ?? 0,
    })
    const isRepriced = log.get(id)?.some((line) => line.some(({ field }) => field === 'price')) ?? false
    const costs = Number(seat.amount_in_paise)
    if (status !== 'confirmed') expect([status, id, pays]).toEqual([status, id, 0])
    else if (isRepriced) expect(pays).toBeLessThanOrEqual(costs)
    else expect({ id, pays, waits }).toEqual({ id, pays: costs, waits: 0 })
    if (status === 'pending') expect([waits, confirmed_at, hold_until !== null]).toEqual([0, null, true])
    if (status === 'confirmed') expect([confirmed_at !== null, hold_until]).toEqual([true, null])
  }
}

/** Expects a letter and a line in the audit log for each step of a seat, and no other letters. */
function expectTold(content: Content) {
  const causes = new Set(content.outbox.map(({ cause }) => cause))
  const told = new Set([...causes].map((cause) => cause.replace(/:(?:email|chat)$/, '')))
  const halves = [...causes].filter(
    (cause) =>
      cause.endsWith(':email') &&
      !cause.startsWith('asked-seat:') &&
      !causes.has(cause.replace(/email$/, 'chat')),
  )
  expect(halves, 'a letter without its chat').toEqual([])
  const moves = new Map<string, number>()
  for (const cause of told) {
    const [, subject] = /^(.+):moved:/.exec(cause) ?? []
    if (subject !== undefined) add(moves, subject, 1)
  }
  const subjects = new Set(content.seats.map(({ kind, id }) => `${kind}:${id}`))
  const strange = [...told].filter(
    (cause) => /^(?:enrolment|event-booking):/.test(cause) && !subjects.has(cause.split(':', 2).join(':')),
  )
  expect(strange, 'letters about no seat').toEqual([])
  const log = logOf(content)
  const dayOf = new Map(content.batches.map(({ id, starts_on }) => [id, starts_on]))
  for (const seat of content.seats) {
    const [own, payer] = [`${seat.kind}:${seat.id}`, `${seat.kind}:${payerOf(seat)}`]
    const changes = log.get(seat.id)?.flat() ?? []
    const last = (field: string) => changes.findLast((change) => change.field === field)?.to
    const wasCancelled = changes.some(({ field, to }) => field === 'status' && to === 'cancelled')
    const letters = {
      begun: told.has(`${payer}:received:school`),
      held: told.has(`${payer}:received`) || told.has(`${payer}:confirmed`),
      cancelled: told.has(`${own}:cancelled`) || told.has(`${payer}:let-go`),
      moves: moves.get(own) ?? 0,
    }
    const moved = changes.filter(({ field }) => field === 'batch').length
    expect({ own, ...letters }).toEqual({
      own,
      begun: true,
      held: true,
      cancelled: wasCancelled,
      moves: moved,
    })
    if (seat.status === 'cancelled') expect([own, last('status')]).toEqual([own, 'cancelled'])
    else expect([own, last('status')]).not.toEqual([own, 'cancelled'])
    if (seat.status === 'expired') expect([own, told.has(`${payer}:hold-expired`)]).toEqual([own, true])
    if (seat.status === 'pending')
      expect([own, told.has(`${payer}:hold-expired`), told.has(`${payer}:confirmed`)]).toEqual([
        own,
        false,
        false,
      ])
    if (seat.status === 'confirmed') expect([own, told.has(`${payer}:confirmed`)]).toEqual([own, true])
    if (moved > 0) expect([own, last('batch')]).toEqual([own, dayOf.get(seat.batch_id)])
    const priced = last('price')
    if (priced !== undefined) expect([own, Number(priced) * 100]).toEqual([own, Number(seat.amount_in_paise)])
  }
  for (const { id, status, proved_at } of content.entries) {
    const entry = `waiting-list:${id}`
    const letters = ['joined', 'offered', 'lapsed'].map((event) => told.has(`${entry}:${event}`))
    const wasOffered = ['offered', 'taken', 'lapsed'].includes(status)
    expect([entry, letters[0], letters[2]]).toEqual([entry, proved_at !== null, status === 'lapsed'])
    if (status !== 'left') expect([entry, letters[1]]).toEqual([entry, wasOffered])
  }
}

/** Waits until PostgreSQL has finished the statements that a killed server had sent. */
async function untilNothingRuns({ engine, read }: Database) {
  if (engine === 'sqlite') return
  const others = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      and backend_type = 'client backend'`
  await expect.poll(async () => (await others.execute(read)).rows[0]?.count, { timeout: 10_000 }).toBe(0)
}

/** Waits until the server's loop has ended all holds and offers whose time is over. */
async function untilAllEnded({ read }: Database) {
  const now = systemClock.now()
  const left = async () => {
    const seats = read.selectFrom('registration').select('id').where('status', 'in', ['held', 'pending'])
    const offers = read.selectFrom('waiting_list_entry').select('id').where('status', '=', 'offered')
    const ended = [
      await seats.where('hold_until', '<=', now).execute(),
      await offers.where('offer_until', '<=', now).execute(),
    ]
    return ended.flat().length
  }
  await expect.poll(left, { timeout: 30_000, interval: 20 }).toBe(0)
}

class RolledBack extends Error {}

describe.each(await availableEngines())(
  'the seats of a server that is killed while a seat changes its state, on %s',
  (engine) => {
    let school: School
    let db: Database
    let token = ''
    let links: ReturnType<typeof createSignedLinks>
    let courseId: string
    let freeId: string
    let batchIds: [string, string]
    let smallId: string
    const ledger: Ledger = { known: new Map(), logged: new Map() }

    beforeAll(async () => {
      school = await makeSchool(engine, [], {
        fill: async (app) => {
          // The processes use the machine's clock.
          app.deps.clock.set(systemClock.now())
          token = (await signedIn(app, 'staff')).token
          links = createSignedLinks(authSecret(app.deps.config))
          const courses = app.app.services.courses
          courseId = (await addCourse(app, { capacity: null, nextbatch: '2999-01-01', price })).id
          freeId = (
            await addCourse(app, { capacity: null, nextbatch: '2999-01-01', price: 0, title: 'Open day' })
          ).id
          const first = await app.db.read
            .selectFrom('batch')
            .select('id')
            .where('course_id', '=', courseId)
            .executeTakeFirstOrThrow()
          const addBatch = (day: string, capacity: number | null) =>
            app.db.transaction((tx) => courses.addBatch(tx, { courseId, day, time: null, capacity }, null))
          batchIds = [first.id, (await addBatch('2999-02-01', null)).id]
          smallId = (await addBatch(smallDay, smallCapacity)).id
          await app.db.transaction((tx) =>
            app.app.services.coupons.add(tx, { code: freeCode, kind: 'percent', percent: 100 }, null),
          )
          db = app.db
          // The first stock already contains seats whose holds have ended.
          await prepare(app)
          await beginRound(0)
        },
      })
      db = await school.open()
    })
    afterAll(async () => {
      await db?.close()
      school?.remove()
    })

    const otherThan = (batch: string) => (batch === batchIds[0] ? batchIds[1] : batchIds[0])

    async function send(server: Server, { method, path, body, key, byStaff }: Call) {
      const response = await fetch(server.url + path, {
        method,
        headers: {
          'idempotency-key': key,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(byStaff ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as { data: Answer } }
    }

    /**
     * Sends a call and returns its answer.
     * @throws unless the answer is 200 or 201
     */
    async function ask(server: Server, call: Call): Promise<Answer> {
      const { status, body } = await send(server, call)
      if (status !== 200 && status !== 201) throw new Error(`${call.what}: ${status} ${JSON.stringify(body)}`)
      return body.data
    }

    function acknowledge(call: Call, answer: Answer) {
      for (const [id, want] of call.after) {
        const before = ledger.known.get(id) as Known
        ledger.known.set(id, { ...before, ...want })
      }
      if (call.makes !== undefined)
        ledger.known.set(answer.id, { status: [answer.status], batch: batchIds[0], price: 0, ...call.makes })
      for (const id of call.logs) if (answer.status !== 'expired') add(ledger.logged, id, 1)
    }

    const call = (what: string, method: Call['method'], path: string, more: Partial<Call> = {}): Call => ({
      what,
      method,
      path,
      key: randomUUID(),
      after: new Map(),
      logs: [],
      ...more,
    })

    const enrolling = (what: string, of: string, body: object, makes?: Partial<Known>): Call =>
      call(what, 'POST', '/api/enrollments', {
        body: enrolmentBody(of, { email: `${randomUUID()}@mail.example`, ...body }),
        ...(makes && { makes }),
      })
    const booking = (batchId: string, makes?: Partial<Known>): Call => {
      const key = randomUUID()
      const body = bookingBody(courseId, { email: `${key}@mail.example`, transactionId: key, batchId })
      return call('book', 'POST', '/api/events_enrollments', { key, body, ...(makes && { makes }) })
    }

    function newHold(): Call {
      const key = randomUUID()
      const changes = { email: `${key}@mail.example`, transactionId: key, batchId: batchIds[0] }
      return call('hold silently', 'POST', '/api/seat-holds', { key, body: holdBody(courseId, changes) })
    }

    /** Begins a seat; the ways to begin a seat take turns by `count`. */
    function newOne(count: number): Call {
      const batchId = batchIds[0]
      const held = { price, batch: batchId }
      const makers = [
        () => enrolling('enrol', courseId, { batchId }, held),
        () => booking(batchId, held),
        () => enrolling('enrol two', courseId, { batchId, others: [{}] }, held),
        () => enrolling('enrol for nothing', freeId, {}),
        () =>
          enrolling('enrol with a code', courseId, { batchId, couponCode: freeCode }, { ...held, price: 0 }),
        newHold,
      ]
      return (makers[count % makers.length] as () => Call)()
    }

    const all = (seats: readonly Seat[], want: Partial<Known>): Wanted =>
      new Map(seats.map(({ id }) => [id, want]))
    const confirmed = { status: ['confirmed'] } as const
    const cancelled = { status: ['cancelled'] } as const

    // Each way takes all seats of one payer; the payer's own seat comes first.
    const ways = {
      markPaid: ([seat, ...others]: [Seat, ...Seat[]]) => {
        const due = [seat, ...others].reduce((sum, one) => sum + Number(one.amount_in_paise), 0) / 100
        const kind = seat.kind === 'enrolment' ? 'enrollments' : 'events_enrollments'
        return call('mark paid', 'POST', `/api/admin/${kind}/${seat.id}/payment`, {
          body: { method: 'cash', due },
          byStaff: true,
          after: all([seat, ...others], confirmed),
          logs: [seat.id],
        })
      },
      payNow: (seats: [Seat, ...Seat[]]) =>
        call('pay now', 'PATCH', `/api/enrollments/${seats[0].id}/status`, {
          body: { status: 'confirmed' },
          after: all(seats, confirmed),
        }),
      letGo: (seats: [Seat, ...Seat[]]) =>
        call('let go', 'POST', `/api/enrollments/${seats[0].id}/release`, {
          after: all(seats, cancelled),
          logs: seats.map(({ id }) => id),
        }),
      /** Cancels the last of the seats. */
      cancel: (seats: [Seat, ...Seat[]]) => {
        const { id, kind } = seats.at(-1) as Seat
        return call('cancel', 'POST', `/api/admin/seats/${kind}/${id}/cancel`, {
          byStaff: true,
          after: new Map([[id, cancelled]]),
          logs: [id],
        })
      },
      move: (seats: [Seat, ...Seat[]]) => {
        const { id, kind, batch_id: from, status } = seats.at(-1) as Seat
        const to = otherThan(from)
        const isLate = status === 'cancelled'
        return call(isLate ? 'move late' : 'move', 'POST', `/api/admin/seats/${kind}/${id}/move`, {
          body: { from, to },
          byStaff: true,
          after: new Map([[id, { batch: to, ...(isLate && confirmed) }]]),
          logs: [id],
        })
      },
      reprice:
        (what: string, becomes: (was: number) => number) =>
        ([{ id, kind, amount_in_paise }]: [Seat, ...Seat[]]) => {
          const was = Number(amount_in_paise)
          const now = becomes(was)
          return call(what, 'PUT', `/api/admin/seats/${kind}/${id}/price`, {
            body: { price: now / 100, reason: 'A regular', before: was / 100 },
            byStaff: true,
            after: new Map([[id, { price: now, ...(now === 0 && confirmed) }]]),
            logs: [id],
          })
        },
    }
    /** Books the seats of a hold. */
    const complete = ({ id, email, phone, hold_transaction_id: transactionId, batch_id }: Begun): Call => {
      const body = { email, phone, transactionId, batchId: batch_id, holdId: id }
      return call('complete', 'POST', '/api/events_enrollments', {
        body: bookingBody(courseId, body),
        after: new Map([[id, { status: ['pending'], batch: batch_id, price }]]),
      })
    }
    const release = ({ id }: Row): Call =>
      call('release', 'DELETE', `/api/seat-holds/${id}`, { after: new Map([[id, cancelled]]) })
    const press = ({ id, batch_id }: Row): Call =>
      call('press', 'POST', '/api/proofs', {
        body: { token: linkOf('asked-seat', id) },
        after: new Map([[id, { status: ['pending'], batch: batch_id, price }]]),
      })
    const dearer = ways.reprice('make dearer', (was) => was + 10_000)
    const cheaper = ways.reprice('make cheaper', (was) => was - 10_000)
    const free = ways.reprice('make free', () => 0)
    const { markPaid, payNow, letGo, cancel, move } = ways

    /** Groups the seats by their payer, and sorts the groups, holds and requests by the calls that fit them. */
    function poolsOf({ seats, asks, holds }: Content) {
      const groups = [...Map.groupBy(seats, payerOf).values()].map(
        (group) => group.toSorted((one, other) => one.group_place - other.group_place) as [Seat, ...Seat[]],
      )
      const large = groups.filter((group) =>
        group.every(
          ({ batch_id, amount_in_paise }) => batch_id !== smallId && Number(amount_in_paise) > 10_000,
        ),
      )
      const those = (status: SeatStatus, size: number, isMore: (seat: Seat) => boolean = () => true) =>
        large.filter(
          (group) => group.length === size && group.every((seat) => seat.status === status && isMore(seat)),
        )
      return {
        pending: those('pending', 1, ({ kind }) => kind === 'enrolment'),
        booked: those('pending', 1, ({ kind }) => kind === 'event-booking'),
        pendingGroups: those('pending', 2),
        confirmed: those('confirmed', 1),
        confirmedGroups: those('confirmed', 2),
        waitingMoney: those('cancelled', 1, ({ waits_in_paise }) => Number(waits_in_paise) > 0),
        expired: those('expired', 1),
        held: holds.filter(({ status }) => status === 'held'),
        asked: asks,
        small: groups.filter(([seat]) => seat.batch_id === smallId && isLive(seat)),
      }
    }

    /** Fills the stock up through calls of visitors and staff. */
    async function prepare(server: Server) {
      const pools = poolsOf(await contentOf(db.read))
      const make = async (one: Call, ...then: ((seats: [Seat, ...Seat[]]) => Call)[]) => {
        const { id } = await ask(server, one)
        const kind = one.what === 'book' ? 'event-booking' : 'enrolment'
        for (const step of then) await ask(server, step([{ id, kind } as Seat]))
      }
      const upTo = (most: number, pool: readonly unknown[], work: (count: number) => Promise<void>) =>
        Array.from({ length: Math.max(0, most - pool.length) }, (_, count) => work(count))
      const single = (count: number) => enrolling('enrol', courseId, { batchId: batchIds[count % 2] })
      const two = () =>
        enrolling('enrol two', courseId, { batchId: batchIds[0], others: [{ fullName: 'Uma' }] })
      await Promise.all([
        ...upTo(stock.pending + stock.ending, pools.pending, (count) => make(single(count))),
        ...upTo(stock.booked, pools.booked, (count) => make(booking(batchIds[count % 2] as string))),
        ...upTo(stock.pendingGroups, pools.pendingGroups, () => make(two())),
        ...upTo(stock.confirmed, pools.confirmed, (count) =>
          make(count % 3 === 0 ? booking(batchIds[0]) : single(count), payNow),
        ),
        ...upTo(stock.confirmedGroups, pools.confirmedGroups, () => make(two(), payNow)),
        ...upTo(stock.waitingMoney, pools.waitingMoney, (count) => make(single(count), payNow, cancel)),
        ...upTo(stock.held, pools.held, async () => void (await ask(server, newHold()))),
        ...upTo(stock.asked, pools.asked, async () => {
          // A person with a paid seat must confirm by a link that the next seat is for somebody else.
          const email = `${randomUUID()}@mail.example`
          const person = { batchId: batchIds[0], email, phone: phoneOf(email) }
          await make(enrolling('enrol', courseId, person), payNow)
          await ask(server, enrolling('ask', courseId, person))
        }),
        fillSmall(server),
      ])
    }

    const linkOf = (of: 'waiting-list' | 'asked-seat', id: string) => links.sign(of, id)

    /** Takes all seats of the small batch, lets four people join its waiting list, and frees two seats for them. */
    async function fillSmall(server: Server) {
      const { taken } = await db.read
        .selectFrom('batch')
        .select('taken')
        .where('id', '=', smallId)
        .executeTakeFirstOrThrow()
      const made: Answer[] = []
      for (let count = taken; count < smallCapacity; count++) {
        const one = enrolling('enrol', courseId, { batchId: smallId })
        made.push(await ask(server, { ...one, byStaff: true }))
      }
      for (let count = 0; count < 4; count++) {
        const email = `${randomUUID()}@mail.example`
        const body = { fullName: 'Uma Raman', phone: phoneOf(email), email, courseId, batchId: smallId }
        await ask(server, call('wait', 'POST', '/api/waiting-list', { body }))
        const { id } = await db.read
          .selectFrom('waiting_list_entry')
          .select('id')
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
        await ask(
          server,
          call('confirm the place', 'POST', '/api/proofs', { body: { token: linkOf('waiting-list', id) } }),
        )
      }
      for (const { id } of made.slice(0, 2)) await ask(server, cancel([{ id, kind: 'enrolment' } as Seat]))
    }

    /** Ends the time of some holds and of one offer, and lists calls that fit the present state of the seats. */
    async function beginRound(round: number): Promise<Call[]> {
      const content = await contentOf(db.read)
      ledger.known = new Map([...rowsOf(content)].map(([id, seat]) => [id, knownOf(seat)]))
      ledger.logged = new Map([...logOf(content)].map(([id, lines]) => [id, lines.length]))
      const pools = poolsOf(content)
      const ending = pools.pending.splice(0, stock.ending)
      for (const [{ id }] of ending) {
        const known = ledger.known.get(id) as Known
        ledger.known.set(id, { ...known, status: ['pending', 'expired'] })
      }
      const lapsing = pools.held.splice(0, stock.held / 3)
      for (const seat of lapsing) ledger.known.set(seat.id, { ...knownOf(seat), status: ['held', 'expired'] })
      const offered = content.entries.filter(({ status }) => status === 'offered')
      const [over, ...open] = offered
      await db.transaction(async (tx) => {
        await tx
          .updateTable('registration')
          .set({ hold_until: longAgo })
          .where('id', 'in', [...ending.map(([{ id }]) => id), ...lapsing.map(({ id }) => id)])
          .execute()
        await tx
          .updateTable('waiting_list_entry')
          .set({ offer_until: longAgo })
          .where('id', '=', over?.id ?? '')
          .execute()
      })
      const each = (
        pool: readonly [Seat, ...Seat[]][],
        steps: readonly ((seats: [Seat, ...Seat[]]) => Call)[],
      ) =>
        pool
          .slice(0, 2 * steps.length)
          .map((seats, count) => (steps[count % steps.length] as typeof markPaid)(seats))
      const gone = (seats: [Seat, ...Seat[]]): Call => {
        const one = letGo(seats)
        return { ...one, after: all(seats, { status: ['cancelled', 'expired'] }) }
      }
      const [took, left] = open
      const jobs = [
        ...each(pools.pending, [markPaid, payNow, letGo, cancel, move, dearer, free]),
        ...each(pools.booked, [markPaid, payNow, letGo, cancel]),
        ...each(pools.pendingGroups, [markPaid, payNow, letGo, cancel]),
        ...each(pools.confirmed, [cancel, move, dearer, cheaper]),
        ...each(pools.confirmedGroups, [cancel, move]),
        ...each(pools.waitingMoney, [move]),
        ...each(pools.expired, [markPaid, payNow, cancel]),
        ...each(ending, [markPaid, payNow, cancel, gone]),
        ...each(pools.small, [cancel]),
        ...pools.held.map((seat, count) => (count % 2 ? complete : release)(seat)),
        ...pools.asked.map(press),
        ...(took
          ? [
              call('take the offer', 'POST', `/api/waiting-list/${linkOf('waiting-list', took.id)}/seat`, {
                body: { batch: smallDay },
                makes: { price, batch: smallId },
              }),
            ]
          : []),
        ...(left
          ? [call('leave the list', 'DELETE', `/api/waiting-list/${linkOf('waiting-list', left.id)}`)]
          : []),
      ]
      // The order of the calls changes each round, so that each kind of call is sometimes under way when the server
      // dies.
      const placed = jobs.map((job, at) => ({ job, place: (at * 7_919 + round * 104_729) % 997 }))
      return placed.sort((one, other) => one.place - other.place).map(({ job }) => job)
    }

    /**
     * Calls the server until it is gone, and kills it `msMore` after `answersMax` answers. Returns the calls with an
     * unknown outcome: the calls that were under way, and some calls whose answer is treated as lost.
     */
    async function callUntilGone(server: ServerProcess, jobs: Call[], answersMax: number, msMore: number) {
      const unknown: Call[] = []
      let answers = 0
      let begun = 0
      const caller = async (index: number) => {
        for (let count = index; ; count++) {
          const one = (count % 4 > 0 ? jobs.shift() : undefined) ?? newOne(begun++)
          const answer = await send(server, one).catch(() => null)
          if (answer === null) {
            unknown.push(one)
            return
          }
          if (++answers === answersMax) setTimeout(() => server.kill('SIGKILL'), msMore)
          expect([200, 201], `${one.what}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
          if (index % 5 === 2 && count === index) unknown.push(one)
          else acknowledge(one, answer.body.data)
        }
      }
      await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)))
      expect((await server.exited).signal).toBe('SIGKILL')
      return unknown
    }

    /** Sends each call without an answer twice at once. Both answers must be equal, and the call must be done once. */
    async function sendAgain(server: ServerProcess, underWay: readonly Call[]) {
      for (const one of underWay) {
        const [answer, other] = await Promise.all([send(server, one), send(server, one)])
        expect([200, 201], `${one.what}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
        expect(other, one.what).toEqual(answer)
        acknowledge(one, answer.body.data)
      }
      await untilAllEnded(db)
      expectWhole(await contentOf(db.read), ledger)
    }

    test('after a restart each call on a seat is done entirely or not at all, with its money, e-mails and audit log', {
      timeout: rounds * 60_000,
    }, async () => {
      const counts = { done: 0, not: 0, heldStill: 0 }
      const kinds = new Set<string>()
      let server = await startServer(school.env)
      await untilAllEnded(db)
      // The two engines begin with different rounds, so that a short run kills one server early and one late.
      const first = engine === 'sqlite' ? 0 : 1
      for (let round = first; round < first + rounds; round++) {
        await prepare(server)
        const jobs = await beginRound(round)
        // The server starts again, because it ends overdue holds at its start, and the callers call during that work.
        server.kill('SIGKILL')
        await server.exited
        server = await startServer(school.env)
        const unknown = await callUntilGone(server, jobs, 25 + ((round * 37) % 50), round % 5)
        await untilNothingRuns(db)
        const content = await contentOf(db.read)
        expectWhole(content, ledger, unknown)
        const done = doneOf(content)
        for (const one of unknown.filter(isKept)) counts[done.has(one.key) ? 'done' : 'not']++
        for (const { what } of unknown) kinds.add(what)
        for (const { hold_until, status } of content.seats)
          if (hold_until === longAgo && status === 'pending') counts.heldStill++
        server = await startServer(school.env)
        await sendAgain(server, unknown)
      }
      expect(Math.min(counts.done, counts.not)).toBeGreaterThan(0)
      console.info(
        `R5 ${engine}: of calls without an answer ${counts.done} were done, ${counts.not} not; ${counts.heldStill} ended holds were still held; ${[...kinds].sort().join(', ')}`,
      )
      server.kill('SIGINT')
      await server.exited
    })

    const one = (table: 'seat' | 'batch', where: string) =>
      `id = (select min(id) from ${table} where ${where})`
    const cancelledId = `(select min(id) from seat where status = 'cancelled' and waits_in_paise > 0)`
    test.each([
      [
        'a batch that counts one seat too many',
        `update batch set taken = taken + 1 where ${one('batch', 'capacity is null')}`,
      ],
      [
        'a seat with a paid sum that never arrived',
        `update registration set paid_in_paise = paid_in_paise + 1 where ${one('seat', 'paid_in_paise > 0')}`,
      ],
      [
        'money that still pays for a cancelled seat',
        `update allocation set purpose = 'pays' where subject_id = ${cancelledId}`,
      ],
      [
        'a receipt whose allocations are incomplete',
        `delete from allocation where id = (select min(id) from allocation where purpose = 'waits')`,
      ],
      [
        'a cancelled seat without its e-mail',
        `delete from outbox where cause like '%:' || ${cancelledId} || ':cancelled:%'`,
      ],
      [
        'an e-mail without its chat message',
        `delete from outbox where cause like '%:' || ${cancelledId} || ':cancelled:chat'`,
      ],
      [
        'a cancelled seat without its entry in the audit log',
        `delete from audit_entry where record_id = ${cancelledId}`,
      ],
      [
        'an entry in the audit log about a change that was not made',
        `update registration set status = 'expired' where id = ${cancelledId}`,
      ],
      [
        'an acknowledged move of a seat that is lost',
        `update registration set batch_id = (select min(id) from batch where id <> registration.batch_id) where id = ${cancelledId}`,
      ],
      [
        'an expired hold that its batch still counts',
        `update registration set status = 'expired' where status = 'held'`,
      ],
      ['a lost request for a seat', `delete from registration where status = 'asked'`],
      [
        'a seat without the stored answer of its idempotency key',
        `delete from idempotency where key = (select min(key) from idempotency where endpoint = 'POST /api/enrollments')`,
      ],
    ])('control: the check of the seats finds %s', async (_, damage) => {
      expectWhole(await contentOf(db.read), ledger)
      const damaged = db.transaction(async (tx: Tx) => {
        const { numAffectedRows = 0n } = await sql.raw(damage).execute(tx)
        expect(numAffectedRows).toBeGreaterThan(0n)
        const content = await contentOf(tx)
        expect(() => expectWhole(content, ledger)).toThrow()
        throw new RolledBack()
      })
      await expect(damaged).rejects.toThrow(RolledBack)
    })
  },
)
