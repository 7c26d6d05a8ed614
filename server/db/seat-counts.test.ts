import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyTables, testNow } from '../../tests/harness/app.ts'
import { onEachEngine } from '../../tests/harness/on-each-engine.ts'
import { addCourse } from '../../tests/harness/seats.ts'
import { countSeats } from './migrations/baseline/seat-counts.ts'
import type { SeatKind, SeatStatus, Tx } from './schema.ts'

interface Somebody {
  kind: SeatKind
  status: SeatStatus
  email: string
  phone: string
}
const somebody: fc.Arbitrary<Somebody> = fc.record({
  kind: fc.constantFrom('enrolment', 'event-booking'),
  status: fc.constantFrom('pending', 'confirmed', 'expired', 'cancelled'),
  email: fc.constantFrom('', 'asha@mail.example', 'meena@mail.example', '"[1,\\"2]", \n@மலர்.example'),
  phone: fc.constantFrom('', '9876500001', '9876500002'),
})
const part = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('insert' as const),
      seats: fc.array(somebody, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      seat: fc.nat(20),
      column: fc.constantFrom('kind', 'status', 'email', 'phone'),
      to: somebody,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('set-status' as const), of: somebody, to: somebody }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('give-all' as const), to: somebody }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), of: somebody }) },
)
/** The parts of one transaction, which is then committed or rolled back. */
const step = fc.record({ parts: fc.array(part, { minLength: 1, maxLength: 3 }), isKept: fc.boolean() })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

onEachEngine('the stored counts of people and bookings with seats', (app, engine) => {
  let course_id: string
  let batch_id: string
  let last = 0
  beforeAll(async () => {
    course_id = (await addCourse(app, { capacity: null })).id
    batch_id = (await app.db.read.selectFrom('batch').select('id').executeTakeFirstOrThrow()).id
  })
  const clear = () => emptyTables(app, ['registration'])
  beforeEach(clear)

  const kindOf = (kind: SeatKind, id: string) => ({
    kind,
    transaction_id: kind === 'event-booking' ? id : null,
  })
  function seatOf({ kind, ...person }: Somebody) {
    const id = `seat-${++last}`
    return {
      ...person,
      ...kindOf(kind, id),
      id,
      reference: id,
      course_id,
      batch_id,
      name: 'Somebody',
      amount_in_paise: 0,
      created_at: testNow,
    }
  }
  const enrolled = (email: string): Somebody => ({ kind: 'enrolment', status: 'pending', email, phone: '' })
  const insert = (tx: Tx, ...seats: Somebody[]) =>
    tx.insertInto('registration').values(seats.map(seatOf)).execute()

  async function kept() {
    const { read } = app.db
    const people = await read.selectFrom('enrolled_person').selectAll().execute()
    const { rows } = await sql<{ figure: string; entries: number }>`
      select figure, cast(sum(entries) as bigint) as entries from seat_count group by figure`.execute(read)
    const entriesOf = (name: string) => Number(rows.find(({ figure }) => figure === name)?.entries ?? 0)
    return {
      people: Object.fromEntries(people.map(({ key, seats }) => [key, seats])),
      count: entriesOf('people'),
      bookings: entriesOf('bookings'),
    }
  }
  async function counted() {
    const seats = await app.db.read.selectFrom('seat').selectAll().execute()
    const active = seats.filter(({ status }) => status === 'pending' || status === 'confirmed')
    const people: Record<string, number> = {}
    for (const { kind, email, phone } of active) {
      if (kind === 'enrolment') people[email || phone] = (people[email || phone] ?? 0) + 1
    }
    const bookings = active.filter(({ kind }) => kind === 'event-booking').length
    return { people, count: Object.keys(people).length, bookings }
  }
  const compare = async () => expect(await kept()).toEqual(await counted())

  async function take(tx: Tx, one: Step['parts'][number]): Promise<unknown> {
    if (one.do === 'insert') return insert(tx, ...one.seats)
    if (one.do === 'delete') {
      const { kind, status } = one.of
      return tx.deleteFrom('registration').where('kind', '=', kind).where('status', '=', status).execute()
    }
    const seats = tx.updateTable('registration')
    if (one.do === 'set-status')
      return seats.set({ status: one.to.status }).where('email', '=', one.of.email).execute()
    if (one.do === 'give-all') return seats.set({ email: one.to.email, phone: one.to.phone }).execute()
    const ids = await tx.selectFrom('seat').select('id').orderBy('id').execute()
    const id = ids[one.seat % ids.length]?.id
    if (id === undefined) return
    const changed = one.column === 'kind' ? kindOf(one.to.kind, id) : { [one.column]: one.to[one.column] }
    return seats.set(changed).where('id', '=', id).execute()
  }
  class TakenBack extends Error {}
  async function live({ parts, isKept }: Step): Promise<void> {
    const work = app.db.transaction(async (tx) => {
      for (const one of parts) await take(tx, one)
      if (!isKept) throw new TakenBack()
    })
    await work.catch((error) => {
      if (!(error instanceof TakenBack)) throw error
    })
  }

  describe('the comparison of the stored counts with the seats', () => {
    const change = (figure: 'people' | 'bookings') =>
      app.db.transaction((tx) =>
        tx.insertInto('seat_count').values({ figure, slot: 77, entries: 1 }).execute(),
      )
    test.each(['people', 'bookings'] as const)(
      'the comparison notices a stored count of %s that is one too high',
      async (figure) => {
        await app.db.transaction((tx) => insert(tx, enrolled('asha@mail.example')))
        await compare()
        await change(figure)
        await expect(compare()).rejects.toThrow()
        await app.db.transaction((tx) => tx.deleteFrom('seat_count').where('slot', '=', 77).execute())
        await compare()
      },
    )

    test('the comparison notices a stored count that is one seat too high for a person, and a recount corrects it', async () => {
      await app.db.transaction((tx) =>
        insert(tx, enrolled('asha@mail.example'), enrolled('meena@mail.example')),
      )
      await app.db.transaction((tx) => tx.updateTable('enrolled_person').set({ seats: 2 }).execute())
      await expect(compare()).rejects.toThrow()
      await app.db.transaction((tx) => countSeats(tx as never))
      await compare()
    })
  })

  test('a person is counted once by e-mail address, or by phone number if there is no address', async () => {
    await app.db.transaction((tx) =>
      insert(
        tx,
        { ...enrolled('asha@mail.example'), phone: '9876500001' },
        { ...enrolled('asha@mail.example'), phone: '9876500002', status: 'confirmed' },
        { ...enrolled(''), phone: '9876500001' },
        { ...enrolled(''), phone: '9876500001' },
        { ...enrolled('gone@mail.example'), status: 'cancelled' },
        { ...enrolled('meena@mail.example'), kind: 'event-booking' },
      ),
    )
    expect(await kept()).toEqual({ people: { 'asha@mail.example': 2, 9876500001: 2 }, count: 2, bookings: 1 })
    await compare()
  })

  test('the stored counts follow a change of any single column of a seat', async () => {
    await app.db.transaction((tx) => insert(tx, { ...enrolled(''), phone: '9876500001' }))
    const change = (values: object) =>
      app.db.transaction((tx) => tx.updateTable('registration').set(values).execute())
    const people = async () => Object.keys((await kept()).people)
    expect(await people()).toEqual(['9876500001'])
    await change({ phone: '9876500002' })
    expect(await people()).toEqual(['9876500002'])
    await change({ email: 'asha@mail.example' })
    expect(await people()).toEqual(['asha@mail.example'])
    await change({ phone: '9876500003' })
    expect(await people()).toEqual(['asha@mail.example'])
    await change({ status: 'expired' })
    expect(await kept()).toEqual({ people: {}, count: 0, bookings: 0 })
    await change({ status: 'confirmed' })
    expect(await kept()).toEqual({ people: { 'asha@mail.example': 1 }, count: 1, bookings: 0 })
    await change(kindOf('event-booking', 'booked'))
    expect(await kept()).toEqual({ people: {}, count: 0, bookings: 1 })
    await clear()
    expect(await kept()).toEqual({ people: {}, count: 0, bookings: 0 })
  })

  test('the stored counts agree with the seats after every step of a random history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        await clear()
        for (const one of steps) {
          await live(one)
          await compare()
        }
      }),
      { numRuns: engine === 'sqlite' ? 60 : 25 },
    )
  })

  test('forty transactions at once with seats of the same people are counted right, and none runs twice', async () => {
    const people = Array.from({ length: 6 }, (_, n) => `${n}@mail.example`)
    const families = Array.from({ length: 40 }, (_, n) => {
      const turned = people.map((_one, at) => enrolled(people[(at + n) % people.length] ?? ''))
      return (n % 2 === 0 ? turned : turned.toReversed()).map(seatOf)
    })
    let runs = 0
    const each = (work: (tx: Tx, seat: ReturnType<typeof seatOf>) => Promise<unknown>) =>
      Promise.all(
        families.map((family) =>
          app.db.transaction(async (tx) => {
            runs++
            for (const seat of family) await work(tx, seat)
          }),
        ),
      )
    await each((tx, seat) => tx.insertInto('registration').values(seat).execute())
    expect(await kept()).toMatchObject({ people: { '0@mail.example': 40 }, count: 6 })
    await compare()
    await each((tx, { id }) =>
      tx.updateTable('registration').set({ status: 'expired' }).where('id', '=', id).execute(),
    )
    expect(await kept()).toEqual({ people: {}, count: 0, bookings: 0 })
    expect(runs).toBe(2 * families.length)
  })

  // SQLite has one writer at a time, so an enrolment always waits there.
  if (engine === 'postgres') {
    test('an enrolment does not wait for an open transaction that enrols the same e-mail address', async () => {
      const began = Promise.withResolvers<void>()
      const goesOn = Promise.withResolvers<void>()
      const slow = app.db.transaction(async (tx) => {
        await insert(tx, enrolled('asha@mail.example'))
        began.resolve()
        await goesOn.promise
      })
      await began.promise
      await app.db.transaction((tx) => insert(tx, enrolled('asha@mail.example')))
      expect((await kept()).people).toEqual({ 'asha@mail.example': 1 })
      goesOn.resolve()
      await slow
      expect((await kept()).people).toEqual({ 'asha@mail.example': 2 })
      await compare()
    })
  }
})
