import { beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addCourse, proveAll } from '../../../../tests/harness/seats.ts'
import {
  aNetwork,
  behindAProxy,
  callsOf,
  type Stranger,
  strangers,
} from '../../../../tests/harness/strangers.ts'
import { expireSilentHolds } from '../holds/seat-holds.service.ts'
import { expireHeldSeats } from '../seats/seat-ends.ts'

/**
 * The factor raises the rate limits, so that a thousand calls pass. The test compares the network's count of the day
 * with its holds.
 */
const env = { ...behindAProxy, RATE_LIMIT_FACTOR: '100' }
const steps = Number(process.env['MALAR_HOLD_STEPS'] ?? 100)
const capacity = 24
const share = 12
const piecesMost = 10

/** A generator that returns the same numbers for the same seed. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

onEachEngine('random sequences of calls that hold seats', { env }, (app) => {
  let calls: ReturnType<typeof callsOf>
  beforeAll(() => {
    calls = callsOf(app)
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, ['rate_count', 'hold_quota'])
    await proveAll(app)
  })

  /** The seats that unproved people hold, with the person and the course. */
  async function unproved(courseIds: readonly string[]) {
    const seats = await app.db.read
      .selectFrom('registration')
      .select(['email', 'course_id', 'seats', 'status', 'hold_until'])
      .where('course_id', 'in', courseIds)
      .where('status', 'in', ['held', 'pending', 'confirmed'])
      .where('proved_at', 'is', null)
      .execute()
    return seats.filter(
      ({ status, hold_until }) => status !== 'held' || (hold_until ?? '') > app.deps.clock.now(),
    )
  }
  const most = (rows: { seats: number }[], key: (row: never) => string) => {
    const sums = new Map<string, number>()
    for (const row of rows) sums.set(key(row as never), (sums.get(key(row as never)) ?? 0) + row.seats)
    return Math.max(0, ...sums.values())
  }

  test.each([1, 2, 3])(
    'unproved holds stay within the share, a person’s limit of ten and a network’s count in random calls (seed %i)',
    async (seed) => {
      const random = numbersOf(seed)
      const network = aNetwork()
      const people = strangers(7, network)
      const courses: string[] = []
      for (let n = 0; n < 3; n++)
        courses.push((await addCourse(app, { capacity, price: n === 2 ? 0 : 100_000 })).id)
      const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T
      const holds: { id: string; courseId: string; who: Stranger; transactionId: string }[] = []
      const seats: string[] = []
      const done: string[] = []
      let [fullest, greediest] = [0, 0]
      const keep = (data: { id: string; state?: string; confirmFirst?: boolean } | undefined) => {
        if (data && data.confirmFirst !== true) seats.push(data.id)
      }
      const others = () => ({ others: Array.from({ length: random(6) }, () => ({})) })
      const known = () => ({ knownHolds: holds.slice(-10).map(({ id }) => id) })
      const isKnown = () => (random(2) === 0 ? known() : {})
      const actions: [string, () => Promise<number>][] = [
        [
          'hold',
          async () => {
            const [who, courseId, transactionId] = [pick(people), pick(courses), `T${random(3)}`]
            const answer = await calls.hold(who, courseId, {
              seats: 1 + random(6),
              transactionId,
              ...isKnown(),
            })
            if (answer.body.data?.state === 'live')
              holds.push({ id: answer.body.data.id, courseId, who, transactionId })
            return answer.status
          },
        ],
        [
          'book',
          async () => {
            const held = holds.length > 0 && random(3) > 0 ? pick(holds) : null
            const who = held && random(2) === 0 ? held.who : pick(people)
            const answer = await calls.book(who, held?.courseId ?? pick(courses), {
              ...(held && { holdId: held.id }),
              transactionId: held?.transactionId ?? `T${random(3)}`,
              ...others(),
              ...isKnown(),
            })
            keep(answer.body.data)
            return answer.status
          },
        ],
        [
          'enrol',
          async () => {
            const answer = await calls.enrol(pick(people), pick(courses), { ...others(), ...isKnown() })
            keep(answer.body.data)
            return answer.status
          },
        ],
        [
          'add',
          async () =>
            seats.length === 0 ? 0 : (await calls.addOthers(pick(people), pick(seats), 1 + random(3))).status,
        ],
        [
          'give back',
          async () =>
            holds.length === 0 ? 0 : (await app.http('DELETE', `/api/seat-holds/${pick(holds).id}`)).status,
        ],
        [
          'let go',
          async () =>
            seats.length === 0
              ? 0
              : (await app.http('POST', `/api/enrollments/${pick(seats)}/release`)).status,
        ],
        [
          'wait',
          async () => {
            app.deps.clock.advance((1 + random(20)) * 60_000)
            if (random(2) === 0) await expireSilentHolds(app.app.services.registrationDeps)
            if (random(2) === 0) await expireHeldSeats(app.app.services.registrationDeps)
            return 0
          },
        ],
      ]
      for (let n = 0; n < steps; n++) {
        const [name, action] = pick([...actions, ...actions.slice(0, 3), ...actions.slice(0, 3)])
        const status = await action()
        done.push(`${name} ${status}`)
        const trail = done.slice(-12).join(', ')
        expect(status, trail).toBeLessThan(500)
        const rows = await unproved(courses)
        expect(
          most(rows, ({ course_id }: { course_id: string }) => course_id),
          trail,
        ).toBeLessThanOrEqual(share)
        expect(
          most(rows, ({ email }: { email: string }) => email),
          trail,
        ).toBeLessThanOrEqual(piecesMost)
        fullest = Math.max(
          fullest,
          most(rows, ({ course_id }: { course_id: string }) => course_id),
        )
        greediest = Math.max(
          greediest,
          most(rows, ({ email }: { email: string }) => email),
        )
        const held = rows.reduce((sum, row) => sum + row.seats, 0)
        const quotas = await app.db.read.selectFrom('hold_quota').select('taken').execute()
        const counted = quotas.reduce((sum, { taken }) => sum + Number(taken), 0)
        expect(held, trail).toBeLessThanOrEqual(counted)
      }
      // The calls came close to both limits, so the test really checks the limits.
      expect(fullest).toBe(share)
      expect(greediest).toBeGreaterThan(piecesMost - 3)
    },
  )
})
