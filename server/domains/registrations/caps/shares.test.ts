import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Answer, emptyTables, startApp, type TestApp, testNow } from '../../../../tests/harness/app.ts'
import { provedCallers } from '../../../../tests/harness/callers.ts'
import { meetingOf } from '../../../../tests/harness/meeting.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { addCourse, phoneOf, proveAll, seatCounts } from '../../../../tests/harness/seats.ts'
import { addDeliveryPlan, heldCounts, stockOf, usesOf } from '../../../../tests/harness/store.ts'
import {
  aStranger,
  behindAProxy,
  callsOf,
  outcomeOf,
  outcomes,
  type Stranger,
  strangers,
} from '../../../../tests/harness/strangers.ts'
import type { Tx } from '../../../db/schema.ts'
import * as letterQuota from '../../../platform/letter-quota.ts'
import { expireHeldSeats } from '../seats/seat-ends.ts'
import { isWithinShare } from './hold-rules.ts'
import type { Share } from './holders.repository.ts'
import * as holders from './holders.repository.ts'

describe('the share of all unproved holds', () => {
  test.each<[unproved: number, of: number, percent: number, is: boolean]>([
    [1, 1, 50, true],
    [4, 4, 50, true],
    [4, 8, 50, true],
    [5, 8, 50, false],
    [5, 9, 50, false],
    [5, 10, 50, true],
    [6, 11, 50, false],
    [6, 12, 50, true],
    [7, 12, 50, false],
    [10, 20, 50, true],
    [11, 20, 50, false],
    [4, 20, 1, true],
    [5, 20, 1, false],
    [20, 20, 100, true],
    [14, 20, 70, true],
    [15, 20, 70, false],
    [1000, 2000, 50, true],
    [1001, 2000, 50, false],
  ])(
    '%i unproved of %i free or unproved seats are within a share of %i %%: %s',
    (unproved, of, percent, is) => {
      expect(isWithinShare({ free: of - unproved, unproved }, percent)).toBe(is)
    },
  )

  test('strangers may hold the minimum of four seats even in a batch that staff filled above its capacity', () => {
    expect(isWithinShare({ free: -5, unproved: 4 }, 50)).toBe(true)
    expect(isWithinShare({ free: -5, unproved: 5 }, 50)).toBe(false)
  })
})

/** A limited thing, such as a batch's seats. Each call of `take` takes one piece. */
interface Limited {
  take: (who: Stranger, via?: { at?: TestApp; token?: string }) => Promise<Answer>
  /** Returns the number of taken pieces. */
  taken: () => Promise<number>
}

const kinds = [
  'seats of a batch',
  'places without a date',
  'pieces of a product',
  'orders of a slot',
  'uses of a code on orders',
  'uses of a code on seats',
] as const
type Kind = (typeof kinds)[number]

onEachEngine('the share that unproved people may hold', { env: behindAProxy }, (app, engine) => {
  const { owner } = callers(app, 'owner')
  let calls: ReturnType<typeof callsOf>
  let slotId: string
  beforeAll(async () => {
    calls = callsOf(app)
    slotId = (await addDeliveryPlan(app)).afternoon
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, ['rate_count', 'hold_quota'])
    await proveAll(app)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const settings = async (body: object) => {
    const answer = await app.http('PUT', '/api/admin/school-settings', { body, token: owner.token })
    expect(answer.status, answer.text).toBe(200)
  }
  let codes = 0
  const addCoupon = async (usesMax: number | null) => {
    const body = { code: `SHARE${++codes}`, kind: 'percent', percent: 10, ...(usesMax && { usesMax }) }
    const answer = await app.http('POST', '/api/admin/coupons', { body, token: owner.token })
    expect(answer.status, answer.text).toBe(201)
    return { id: answer.body.data.id as string, code: answer.body.data.code as string }
  }
  const addSlot = async (capacity: number | null) => {
    const { afternoon } = await addDeliveryPlan(app, { capacity })
    return afternoon
  }

  /** Makes a limited thing with `of` pieces; null means no limit. */
  async function make(kind: Kind, of: number | null): Promise<Limited> {
    if (kind === 'seats of a batch' || kind === 'places without a date') {
      const { id } = await addCourse(app, { capacity: of === null ? null : of })
      if (kind === 'places without a date')
        await app.db.write
          .updateTable('batch')
          .set({ starts_on: null, ends_on: null, starts_at: null })
          .where('course_id', '=', id)
          .execute()
      return {
        take: (who, via) => calls.enrol(who, id, {}, via),
        taken: async () => (await seatCounts(app, id)).taken,
      }
    }
    if (kind === 'uses of a code on seats') {
      const { id } = await addCourse(app, { capacity: null })
      const coupon = await addCoupon(of)
      return {
        take: (who, via) => calls.enrol(who, id, { couponCode: coupon.code }, via),
        taken: () => usesOf(app, coupon.id),
      }
    }
    const product = await addProduct(app, kind === 'pieces of a product' ? (of ?? 1_000) : 1_000)
    const coupon = kind === 'uses of a code on orders' ? await addCoupon(of) : null
    const slot = kind === 'orders of a slot' ? await addSlot(of) : slotId
    const lines = [{ productId: product, quantity: 1 }]
    const more = coupon ? { couponCode: coupon.code } : {}
    return {
      take: (who, via) => calls.order(who, { lines, slotId: slot, ...more }, via),
      taken: async () =>
        coupon
          ? usesOf(app, coupon.id)
          : kind === 'orders of a slot'
            ? ((await heldCounts(app)).slots[`${slot} 2026-03-04`] ?? 0)
            : 1_000 - (await stockOf(app, product)) - (of === null ? 0 : 1_000 - of),
    }
  }

  const takeAll = ({ take }: Limited, who: readonly Stranger[]) => Promise.all(who.map((one) => take(one)))
  const isSeat = (kind: Kind) => /seats|places/.test(kind)
  const prove = (kind: Kind, id: string) =>
    calls.press(isSeat(kind) ? calls.seatToken(id) : calls.orderToken(id))
  const pay = (kind: Kind, id: string) =>
    app.http('PATCH', isSeat(kind) ? `/api/enrollments/${id}/status` : `/api/orders/${id}/status`, {
      body: { status: 'confirmed' },
    })
  const letGo = (kind: Kind, id: string, { email }: Stranger) =>
    isSeat(kind)
      ? app.http('POST', `/api/enrollments/${id}/release`)
      : app.http('POST', `/api/orders/${id}/cancel`, { body: { email } })

  describe.each(kinds)('the unproved people’s share of %s', (kind) => {
    test('strangers from many networks take half of the capacity, and further strangers must first confirm by e-mail', async () => {
      const limited = await make(kind, 12)
      expect(outcomes(await takeAll(limited, strangers(6)))).toEqual({ held: 6 })
      expect(outcomes(await takeAll(limited, strangers(3)))).toEqual({ asked: 3 })
      expect(await limited.taken()).toBe(6)
    })

    test('strangers may take four of a capacity of five, because their share is never below four', async () => {
      const limited = await make(kind, 5)
      expect(outcomes(await takeAll(limited, strangers(6)))).toEqual({ held: 4, asked: 2 })
      expect(await limited.taken()).toBe(4)
    })

    test('people with proved addresses can take everything that strangers left', async () => {
      const limited = await make(kind, 12)
      await takeAll(limited, strangers(6))
      const proved = await provedCallers(app, 7)
      const answers: Answer[] = []
      for (const { email, token } of proved) {
        const { network } = aStranger()
        answers.push(await limited.take({ email, phone: phoneOf(email), network }, { token }))
      }
      expect(outcomes(answers.slice(0, 6))).toEqual({ held: 6 })
      expect(answers[6]?.status).not.toBe(201)
      expect(await limited.taken()).toBe(12)
    })

    test('one stranger who gives up a hold makes room for one more stranger', async () => {
      const limited = await make(kind, 12)
      const first = strangers(6)
      const held = await takeAll(limited, first)
      const gone = await letGo(kind, held[0]?.body.data.id, first[0] as Stranger)
      expect(gone.status, gone.text).toBe(200)
      expect(outcomes(await takeAll(limited, strangers(2)))).toEqual({ held: 1, asked: 1 })
    })

    // A place without a date neither expires nor can be paid before the class has a date.
    const hasEnd = kind !== 'places without a date'
    if (hasEnd)
      test('expired holds of strangers make room for as many new holds', async () => {
        const limited = await make(kind, 12)
        await takeAll(limited, strangers(7))
        app.deps.clock.advance(2 * 60 * 60_000)
        await expireHeldSeats(app.app.services.registrationDeps)
        await app.app.services.orders.expireHolds()
        expect(await limited.taken()).toBe(0)
        expect(outcomes(await takeAll(limited, strangers(7)))).toEqual({ held: 6, asked: 1 })
      })

    test.each([
      ['proved by the link in the e-mail', prove] as const,
      ...(hasEnd ? [['paid', pay] as const] : []),
    ])('two holds that are %s leave the share and make room for one more stranger', async (_, settle) => {
      const limited = await make(kind, 12)
      const held = await takeAll(limited, strangers(6))
      // One settled hold leaves 11 pieces. Half of 11 is five, and strangers hold five already.
      expect((await settle(kind, held[0]?.body.data.id)).status).toBe(200)
      expect(outcomeOf(await limited.take(aStranger()))).toBe('asked')
      expect((await settle(kind, held[1]?.body.data.id)).status).toBe(200)
      expect(outcomes(await takeAll(limited, strangers(2)))).toEqual({ held: 1, asked: 1 })
      expect(await limited.taken()).toBe(7)
    })

    if (engine === 'sqlite')
      test('the setting unprovedShare is the percentage that strangers may take', async () => {
        const limited = await make(kind, 12)
        try {
          await settings({ unprovedShare: 75 })
          expect(outcomes(await takeAll(limited, strangers(10)))).toEqual({ held: 9, asked: 1 })
          await settings({ unprovedShare: 100 })
          expect(outcomes(await takeAll(limited, strangers(3)))).toEqual({ held: 3 })
          expect(await limited.taken()).toBe(12)
        } finally {
          await settings({ unprovedShare: 50 })
        }
      })
  })

  test.each(kinds.filter((kind) => kind !== 'pieces of a product'))(
    'strangers who take %s without a limit need not confirm by e-mail',
    async (kind) => {
      const limited = await make(kind, null)
      expect(outcomes(await takeAll(limited, strangers(6)))).toEqual({ held: 6 })
    },
  )

  test('every piece in an order counts towards the strangers’ share of its product', async () => {
    const productId = await addProduct(app, 40)
    const answers: Answer[] = []
    for (const who of strangers(3)) {
      answers.push(await calls.order(who, { slotId, lines: [{ productId, quantity: 10 }] }))
    }
    expect(outcomes(answers)).toEqual({ held: 2, asked: 1 })
  })

  test('an order whose number of pieces is not stored counts by the pieces of its lines', async () => {
    const limited = await make('pieces of a product', 12)
    await takeAll(limited, strangers(5))
    await app.db.write.updateTable('shop_order').set({ pieces: null }).execute()
    expect(outcomes(await takeAll(limited, strangers(3)))).toEqual({ held: 1, asked: 2 })
  })

  test('a coupon code that is used for seats and for orders has one share of unproved uses for both', async () => {
    const { id: courseId } = await addCourse(app, { capacity: null })
    const product = await addProduct(app, 1_000)
    const coupon = await addCoupon(12)
    const lines = [{ productId: product, quantity: 1 }]
    const answers: Answer[] = []
    for (let n = 0; n < 4; n++) {
      answers.push(await calls.enrol(aStranger(), courseId, { couponCode: coupon.code.toLowerCase() }))
      answers.push(await calls.order(aStranger(), { slotId, lines, couponCode: coupon.code }))
    }
    expect(answers.map(outcomeOf)).toEqual([...Array(6).fill('held'), 'asked', 'asked'])
    expect(await usesOf(app, coupon.id)).toBe(6)
  })

  test('a group of seats counts as one use of its coupon code', async () => {
    const { id: courseId } = await addCourse(app, { capacity: null })
    const coupon = await addCoupon(8)
    const group = { couponCode: coupon.code, others: [{}, {}] }
    const answers: Answer[] = []
    for (const who of strangers(5)) answers.push(await calls.enrol(who, courseId, group))
    expect(outcomes(answers)).toEqual({ held: 4, asked: 1 })
  })

  test('a delivery day with its own capacity has a share of that capacity', async () => {
    const slot = await addSlot(null)
    const day = { id: 'pongal', day: '2026-03-05', closed_for: null, capacity: 8, created_at: testNow }
    await app.db.write.insertInto('delivery_day').values(day).execute()
    try {
      const lines = [{ productId: await addProduct(app, 1_000), quantity: 1 }]
      const on = (who: Stranger, on: string) => calls.order(who, { lines, slotId: slot, day: on })
      const answers: Answer[] = []
      for (const who of strangers(6)) answers.push(await on(who, '2026-03-05'))
      expect(outcomes(answers)).toEqual({ held: 4, asked: 2 })
      expect(outcomeOf(await on(aStranger(), '2026-03-04'))).toBe('held')
    } finally {
      await emptyTables(app, ['delivery_day'])
    }
  })

  test('dialog holds, bookings and groups of a batch have one share', async () => {
    const { id } = await addCourse(app, { capacity: 20 })
    expect(outcomeOf(await calls.hold(aStranger(), id, { seats: 6 }))).toBe('held')
    expect(outcomeOf(await calls.enrol(aStranger(), id, { others: [{}, {}, {}, {}] }))).toBe('asked')
    expect(outcomeOf(await calls.enrol(aStranger(), id, { others: [{}, {}, {}] }))).toBe('held')
    expect(outcomeOf(await calls.book(aStranger(), id))).toBe('asked')
    expect(outcomeOf(await calls.hold(aStranger(), id))).toBe('asked')
    expect(await seatCounts(app, id)).toMatchObject({ taken: 10, live: 10 })
  })

  describe('the limit of ten pieces for one unproved person', () => {
    let roses: string
    beforeEach(async () => {
      roses = await addProduct(app, 1_000)
    })
    const ordered = (who: Stranger, quantity: number, productId = roses) =>
      calls.order(who, { slotId, lines: [{ productId, quantity }] })
    const elsewhere = (who: Stranger): Stranger => ({ ...who, network: aStranger().network })

    test.each([
      ['in one line', (n: number) => [{ quantity: n }]],
      ['in several lines', (n: number) => Array.from({ length: n }, () => ({ quantity: 1 }))],
    ])('an unproved person orders ten pieces %s at most', async (_, cut) => {
      const lines = (n: number) => cut(n).map((line) => ({ productId: roses, ...line }))
      const stock = await stockOf(app, roses)
      expect(outcomeOf(await calls.order(aStranger(), { slotId, lines: lines(11) }))).toBe('asked')
      expect(await stockOf(app, roses)).toBe(stock)
      expect(outcomeOf(await calls.order(aStranger(), { slotId, lines: lines(10) }))).toBe('held')
      expect(await stockOf(app, roses)).toBe(stock - 10)
    })

    test('orders of one mailbox or phone count together in a person’s ten pieces, from any network', async () => {
      const who = aStranger()
      expect(outcomeOf(await ordered(who, 6))).toBe('held')
      expect(outcomeOf(await ordered(elsewhere(who), 6))).toBe('asked')
      expect(outcomeOf(await ordered({ ...elsewhere(who), email: 'other@mail.example' }, 5))).toBe('asked')
      const spelled = who.email.replace('@', '+2@')
      expect(outcomeOf(await ordered({ ...elsewhere(who), email: spelled, phone: '9111111111' }, 5))).toBe(
        'asked',
      )
      expect(outcomeOf(await ordered(elsewhere(who), 4))).toBe('held')
      expect(outcomeOf(await ordered(elsewhere(who), 1))).toBe('asked')
    })

    test('seats, free seats and dialog holds count towards a person’s ten pieces, like pieces of orders', async () => {
      const who = aStranger()
      const free = await addCourse(app, { capacity: null, price: 0 })
      const paid = await addCourse(app, { capacity: null })
      expect(outcomeOf(await calls.enrol(who, free.id, { others: [{}, {}] }))).toBe('held')
      expect(outcomeOf(await calls.hold(elsewhere(who), paid.id, { seats: 2 }))).toBe('held')
      expect(outcomeOf(await ordered(elsewhere(who), 6))).toBe('asked')
      expect(outcomeOf(await ordered(elsewhere(who), 5))).toBe('held')
    })

    test('a person who clicks the link in the e-mail may hold ten more pieces', async () => {
      const who = aStranger()
      const first = await ordered(who, 10)
      expect(outcomeOf(await ordered(elsewhere(who), 1))).toBe('asked')
      await calls.press(calls.orderToken(first.body.data.id))
      expect(outcomeOf(await ordered(elsewhere(who), 10))).toBe('held')
    })

    test('a fourth unpaid order is refused, and confirmation by e-mail is not offered', async () => {
      const who = aStranger()
      for (let n = 0; n < 3; n++) expect(outcomeOf(await ordered(elsewhere(who), 1))).toBe('held')
      expect(outcomeOf(await ordered(elsewhere(who), 1))).toBe('limit_reached')
      expect(outcomeOf(await ordered(elsewhere(who), 20))).toBe('limit_reached')
    })

    test('the setting unprovedPieces is the number of pieces that one person may hold', async () => {
      try {
        await settings({ unprovedPieces: 3 })
        expect(outcomeOf(await ordered(aStranger(), 4))).toBe('asked')
        expect(outcomeOf(await ordered(aStranger(), 3))).toBe('held')
        await settings({ unprovedPieces: 12 })
        // The network's limit of ten a day applies even if one person may hold more.
        expect(outcomeOf(await ordered(aStranger(), 11))).toBe('asked')
        const who = aStranger()
        expect(outcomeOf(await ordered(who, 6))).toBe('held')
        expect(outcomeOf(await ordered(elsewhere(who), 6))).toBe('held')
      } finally {
        await settings({ unprovedPieces: 10 })
      }
    })

    test('an unproved order of 14 pieces waits for confirmation by e-mail and takes no stock', async () => {
      const products: string[] = []
      for (let n = 0; n < 12; n++) products.push(await addProduct(app, n < 2 ? 2 : 1))
      const ids = [...products, ...products.slice(0, 2)]
      const lines = ids.map((productId) => ({ productId, quantity: 1 }))
      const who = aStranger()
      expect(outcomeOf(await calls.order(who, { slotId, lines }))).toBe('asked')
      const left = await Promise.all(products.map((id) => stockOf(app, id)))
      expect(left).toEqual([2, 2, ...Array(10).fill(1)])
    })
  })

  test.each([
    ['unprovedShare', 0, 'Enter a whole number from 1 to 100'],
    ['unprovedShare', 101, 'Enter a whole number from 1 to 100'],
    ['unprovedPieces', 0, 'Enter a whole number from 1 to 999'],
    ['unprovedPieces', 1000, 'Enter a whole number from 1 to 999'],
  ])('the setting %s of %i is refused', async (name, value, sentence) => {
    const answer = await app.http('PUT', '/api/admin/school-settings', {
      body: { [name]: value },
      token: owner.token,
    })
    expect([answer.status, answer.body.fields[name]]).toEqual([400, sentence])
  })

  // A different order of the two locks would let two requests of one network deadlock.
  test.each([true, false])(
    'a request counts towards its network’s limit of pieces before the limit of e-mails, with confirmFirst %s',
    async (confirmFirst) => {
      await settings({ confirmFirst })
      try {
        const { id } = await addCourse(app)
        const lines = [{ productId: await addProduct(app, 20), quantity: 1 }]
        for (const ask of [
          () => calls.order(aStranger(), { slotId, lines }),
          () => calls.enrol(aStranger(), id),
          () => calls.book(aStranger(), id),
        ]) {
          const takeQuota = vi.spyOn(holders, 'takeQuota')
          const takeLetter = vi.spyOn(letterQuota, 'takeLetter')
          expect(outcomeOf(await ask())).toBe(confirmFirst ? 'asked' : 'held')
          const [pieces, letters] = [takeQuota, takeLetter].map((one) => one.mock.invocationCallOrder)
          expect(letters?.length).toBeGreaterThan(0)
          expect(Math.max(...(pieces ?? []))).toBeLessThan(Math.min(...(letters ?? [])))
          vi.restoreAllMocks()
        }
      } finally {
        await settings({ confirmFirst: false })
      }
    },
  )

  describe('many strangers at once', () => {
    const race = async ({ take, taken }: Limited, count: number, servers: readonly TestApp[] = [app]) => {
      const answers = await Promise.all(
        strangers(count).map((who, n) => take(who, { at: servers[n % servers.length] as TestApp })),
      )
      return { ...outcomes(answers), taken: await taken() }
    }

    if (engine === 'sqlite')
      test.each(kinds)(
        '60 strangers ask at once for 20 %s: ten get a hold and fifty must confirm by e-mail',
        async (kind) => {
          expect(await race(await make(kind, 20), 60)).toEqual({ held: 10, asked: 50, taken: 10 })
        },
      )

    if (engine === 'postgres') {
      test.each(kinds)(
        '60 strangers ask two servers at once for 20 %s: ten get a hold and fifty must confirm by e-mail',
        async (kind) => {
          const second = await startApp({ sharing: app, env: behindAProxy })
          try {
            expect(await race(await make(kind, 20), 60, [app, second])).toEqual({
              held: 10,
              asked: 50,
              taken: 10,
            })
          } finally {
            await second.stop()
          }
        },
      )

      test('a dialog hold that is given back while its visitor enrols counts towards the share again', async () => {
        const { id } = await addCourse(app, { capacity: 13 })
        const who = aStranger()
        const { body } = await calls.hold(who, id, { seats: 6 })
        const { listHeld } = holders
        const [listed, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        vi.spyOn(holders, 'listHeld').mockImplementationOnce(async (...call) => {
          const found = await listHeld(...call)
          listed.resolve()
          await opened.promise
          return found
        })
        const enrolling = calls.enrol(who, id, {
          others: [{}, {}, {}, {}, {}],
          knownHolds: [body.data.id],
        })
        await listed.promise
        expect((await app.http('DELETE', `/api/seat-holds/${body.data.id}`)).status).toBe(200)
        expect(outcomeOf(await calls.hold(aStranger(), id, { seats: 6 }))).toBe('held')
        opened.resolve()
        expect(outcomeOf(await enrolling)).toBe('asked')
        expect(await seatCounts(app, id)).toMatchObject({ taken: 6 })
      })

      test('a dialog hold whose number of seats changes several times at the same time stays within the share', async () => {
        const { id } = await addCourse(app, { capacity: 13 })
        const who = aStranger()
        const held = await calls.hold(who, id, { seats: 6 })
        for (let round = 0; round < 8; round++) {
          const others = strangers(4)
          const answers = await Promise.all([
            ...[1, 6, 2, 6].map((seats) => calls.hold(who, id, { seats })),
            ...others.map((other) => calls.hold(other, id, { seats: 5 })),
          ])
          expect((await seatCounts(app, id)).taken).toBeLessThanOrEqual(6)
          const ids = answers
            .slice(4)
            .flatMap((answer) => (outcomeOf(answer) === 'held' ? answer.body.data.id : []))
          for (const one of ids) await app.http('DELETE', `/api/seat-holds/${one}`)
          await emptyTables(app, ['hold_quota'])
        }
        expect(held.status).toBe(201)
      })

      // SQLite would hide the mistake, because it allows only one writer at a time.
      test.each(['seats of a batch', 'pieces of a product', 'orders of a slot'] as const)(
        'control: when the share is read before the lock, strangers hold more %s than their share',
        async (kind) => {
          const limited = await make(kind, 12)
          const real = { ...holders }
          const listShares = vi.spyOn(holders, 'listShares')
          const bothHaveRead = meetingOf(2)
          const read = new WeakMap<Tx, Share[]>()
          await takeAll(limited, strangers(5))
          const taken = listShares.mock.calls.at(-1)?.[1]
          vi.spyOn(holders, 'lockPeople').mockImplementation(async (tx, ...rest) => {
            await real.lockPeople(tx, ...rest)
            read.set(tx, await real.listShares(tx, taken ?? {}, 50))
            await bothHaveRead()
          })
          listShares.mockImplementation(async (tx) =>
            (read.get(tx) ?? []).map(({ free, unproved }) => ({ free: free - 1, unproved: unproved + 1 })),
          )
          expect(await race(limited, 2)).toEqual({ held: 2, taken: 7 })
        },
      )
    }
  })
})
