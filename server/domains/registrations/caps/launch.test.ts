import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Answer, emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addCourse, confirm, seatCounts } from '../../../../tests/harness/seats.ts'
import {
  aNetwork,
  behindAProxy,
  callsOf,
  outcomeOf,
  outcomes,
  type Stranger,
  strangers,
} from '../../../../tests/harness/strangers.ts'
import { expireHeldSeats } from '../seats/seat-ends.ts'

const people = 60
const seats = 20
/** The factor allows a network sixty writes a minute and thirty pieces a day. */
const env = { ...behindAProxy, RATE_LIMIT_FACTOR: '3' }

onEachEngine('sixty strangers of one network who want twenty seats', { env }, (app) => {
  let calls: ReturnType<typeof callsOf>
  beforeAll(() => {
    calls = callsOf(app)
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, ['rate_count', 'hold_quota'])
  })

  const atOnce = <T>(all: readonly T[], call: (one: T) => Promise<Answer>) => Promise.all(all.map(call))

  /** Each click comes from another network than the request, because people open e-mails anywhere. */
  async function pressersOf(all: readonly Stranger[], more: object = {}) {
    const tokens = new Map<Stranger, string>()
    for (const who of all) tokens.set(who, await calls.tokenFor(who))
    return (who: Stranger) => calls.press(tokens.get(who) ?? '', { network: aNetwork(), ...more })
  }

  const shuffled = <T>(all: readonly T[]): T[] =>
    all
      .map((one) => ({ one, at: Math.random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one)

  const sittingIn = async (courseId: string) =>
    app.db.read
      .selectFrom('seat')
      .select(['id', 'email', 'proved_at', 'status'])
      .where('course_id', '=', courseId)
      .where('status', 'in', ['pending', 'confirmed'])
      .execute()

  test.each<[string, (who: Stranger, courseId: string) => Promise<Answer>, object]>([
    ['enrol', (who, courseId) => calls.enrol(who, courseId), {}],
    ['book', (who, courseId) => calls.hold(who, courseId), { completes: true }],
  ])(
    'sixty strangers %s: twenty get a seat by the letter’s link, and forty read that the batch is full',
    async (_, ask, completes) => {
      const network = aNetwork()
      const { id: courseId } = await addCourse(app, { capacity: seats })
      const all = strangers(people, network)
      const asked = await atOnce(all, (who) => ask(who, courseId))
      expect(outcomes(asked)).toEqual({ held: 10, asked: 50 })
      expect(await seatCounts(app, courseId)).toMatchObject({ taken: 10, live: 10 })

      // A dialog hold sends no e-mail. The dialog completes the hold, and the e-mail about the booking proves the
      // address.
      const held = all.filter((_, n) => outcomeOf(asked[n] as Answer) === 'held')
      const holdIds = new Map(all.map((who, n) => [who, (asked[n] as Answer).body.data.id as string]))
      if ('completes' in completes)
        for (const answer of await atOnce(held, (who) =>
          calls.book(who, courseId, { holdId: holdIds.get(who) }),
        ))
          expect(answer.status, answer.text).toBe(201)

      const order = shuffled(all)
      const pressOf = await pressersOf(all, completes)
      const pressed = await atOnce(order, pressOf)
      const got = order.filter((_, n) => pressed[n]?.status === 200)
      const full = order.filter((_, n) => pressed[n]?.body.code === 'batch_full')
      expect([got.length, full.length]).toEqual([seats, people - seats])
      for (const who of held) expect(got).toContain(who)

      const sitting = await sittingIn(courseId)
      expect(sitting.map(({ email }) => email).sort()).toEqual(got.map(({ email }) => email).sort())
      expect(sitting.filter(({ proved_at }) => proved_at === null)).toEqual([])
      expect(await seatCounts(app, courseId)).toMatchObject({ taken: seats, live: seats })

      // A second click changes nothing, with or without a seat.
      const again = await atOnce(order, pressOf)
      expect(again.map(({ status }) => status)).toEqual(pressed.map(({ status }) => status))
      expect(await seatCounts(app, courseId)).toMatchObject({ taken: seats, live: seats })

      // A released seat goes to a person who got no seat before, because the links of these people are still valid.
      const [leaves] = sitting
      expect((await app.http('POST', `/api/enrollments/${leaves?.id}/release`)).status).toBe(200)
      const late = await atOnce(full, pressOf)
      expect(late.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const { id } of await sittingIn(courseId)) expect((await confirm(app, id)).status).toBe(200)
      const paid = await sittingIn(courseId)
      expect(paid.map(({ status }) => status)).toEqual(Array(seats).fill('confirmed'))
      expect(new Set(paid.map(({ email }) => email)).size).toBe(seats)
    },
  )

  test('a stranger who never clicks the link in the e-mail keeps a seat for two hours at most', async () => {
    const network = aNetwork()
    const { id: courseId } = await addCourse(app, { capacity: seats })
    const all = strangers(people, network)
    const answers = await atOnce(all, (who) => calls.enrol(who, courseId))
    const asked = all.filter((_, n) => outcomeOf(answers[n] as Answer) === 'asked')
    const pressOf = await pressersOf(asked)
    const first = await atOnce(shuffled(asked), pressOf)
    expect(first.filter(({ status }) => status === 200)).toHaveLength(10)
    app.deps.clock.advance(2 * 60 * 60_000)
    await expireHeldSeats(app.app.services.registrationDeps)
    await atOnce(shuffled(asked), pressOf)
    const sitting = await sittingIn(courseId)
    expect(sitting).toHaveLength(seats)
    const emails = new Set(asked.map(({ email }) => email))
    for (const { email, proved_at } of sitting)
      expect([emails.has(email), proved_at !== null]).toEqual([true, true])
  })
})
