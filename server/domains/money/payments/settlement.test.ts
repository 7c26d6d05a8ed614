import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { PayableKind } from '../../../../contract/money/money.ts'
import { emptyTables } from '../../../../tests/harness/app.ts'
import { ledgerTables, owedByLedger, sumsOf } from '../../../../tests/harness/ledger.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import { demonstrationSetting, writeSetting } from '../../../db/settings.ts'
import { type Payable, type Payables } from './payable.ts'
import { createPaymentsService } from './payments.service.ts'
import { createSettlement } from './settlement.service.ts'

type Toy = {
  id: string
  reference: string
  state: 'open' | 'lost' | 'sold' | 'cancelled'
  price: number
  /** The toy whose payer pays for this toy. */
  box: string
}
const [kind, by] = ['toy' as PayableKind, { userId: 'staff', email: 'staff@malar.example' }]
const payer = { name: 'Meena', email: 'meena@mail.example', phone: '9876543210' }
const open = ['open', 0, 0]
const sold = ['sold', 1000, 0]
const refused = () => new DomainError('conflict')
/** The events that the settlement has reported for the toys, the oldest first. */
const told: unknown[] = []

const first = async (db: Queryable, words: ReturnType<typeof sql<Toy>>) =>
  (await words.execute(db)).rows[0] as Toy
const find = (db: Queryable, id: string) => first(db, sql`select * from toy where id = ${id}`)
const set = (db: Queryable, id: string, state: string) =>
  first(db, sql`update toy set state = ${state} where id = ${id} returning *`)

/** Each toy costs ₹10, even in a box. The payer gets the toy, unless the toy was lost in the meantime. */
const toys: Payable<Toy> = {
  kind,
  takesParts: true,
  find,
  lock: (tx, id) => first(tx, sql`update toy set id = id where id = ${id} returning *`),
  async owes(db, { box }) {
    const { rows } = await sql<Toy>`select * from toy where box = ${box} order by id`.execute(db)
    const debts = rows.map(async (toy) => {
      const debt = await owedByLedger(db, { ...toy, priceInPaise: toy.price })
      return toy.state === 'cancelled' ? { ...debt, isClosed: true, dueInPaise: 0 } : debt
    })
    return Promise.all(debts)
  },
  describe: ({ box, price }) => {
    return { id: box, reference: `TOY-${box}`, title: 'A toy', amountInPaise: price, payer }
  },
  isConfirmed: ({ state }) => state === 'sold',
  canBePaid: ({ state }) => state !== 'sold',
  refusals: {
    ended: ({ state }) => (state === 'cancelled' ? refused() : null),
    paid(_toy, who, _owed, reference) {
      if (who === 'bank') return refused()
      return reference === undefined ? null : refusal('paid-by-other-reference', { facts: { reference } })
    },
    soldOut: refused,
    nothing: () => refusal('no-unseated-money'),
  },
  claimed: async (_tx, { id }, terms, again) => void told.push({ claimed: id, terms, ...again }),
  acquire: async (_tx, toy) => (toy.state === 'lost' ? null : toy),
  async settled(tx, toy, { acquired, receiptId, paid }) {
    told.push({ settled: toy.id, isNew: receiptId !== null, paid })
    if (!acquired) return toy
    const isOfBox = sql`box = ${toy.box} and state <> 'cancelled'`
    await sql`update toy set state = 'sold' where ${isOfBox}`.execute(tx)
    return find(tx, toy.id)
  },
  refunded: async (_tx, _toy, { id, from, mostInPaise, parts }) =>
    void told.push({ refunded: id, from, mostInPaise, parts }),
  reversed: async (tx, { id }) => void (await set(tx, id, 'open')),
}
/** Toys that cannot be paid in parts. */
const { takesParts: _, ...wholeToys } = toys

onEachEngine('settlement of a made-up payable', (app) => {
  const shop = (paymentProvider: 'simulator' | 'upi') => {
    const { school, officeHours } = app.app.services
    const deps = { ...app.deps, config: { ...app.deps.config, paymentProvider } }
    const payments = createPaymentsService(deps, school, officeHours)
    return { payments, ...createSettlement(deps, payments) }
  }
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction(work)
  /** The toy's state, the money that pays it, and the money that waits. */
  async function standOf(id: string) {
    const { pays, waits } = await sumsOf(app.db.read, id)
    return [(await find(app.db.read, id)).state, pays, waits]
  }
  const standsOf = (...ids: string[]) => Promise.all(ids.map(standOf))
  /** Records a line of a statement with this amount. */
  const see = (id: string, amountInPaise: number, reference = '700000000001', of: Payable<Toy> = toys) =>
    inTx((tx) => shop('upi').receive(tx, of, id, { reference, amountInPaise, acceptDifference: true }, by))
  const sendBack = (id: string, amount?: number, of: Payable<Toy> = toys) =>
    inTx((tx) => shop('upi').refund(tx, of, id, { amount, note: 'Sent back' }, by))
  const entries = async () =>
    (await app.db.read.selectFrom('allocation').select(['subject_id', 'amount_in_paise']).execute()).map(
      ({ subject_id, amount_in_paise }) => [subject_id, Number(amount_in_paise)],
    )
  const claims = async () =>
    (await app.db.read.selectFrom('claim').select('provider_id').execute()).map((row) => row.provider_id)
  beforeAll(async () => {
    const { write } = app.db
    await sql`create table toy (id text primary key, reference text, state text, price integer, box text)`.execute(
      write,
    )
    // The database view of the migrations has no rows for toys, so the tests replace it.
    const sums = ['owes', 'paid', 'unseated', 'due', 'rest', 'lack'].map(
      (name) => `cast(0 as bigint) as ${name}_in_paise`,
    )
    const isClaimed = `exists (select 1 from claim where is_open = 1 and subject_id = toy.id)`
    await sql`drop view money_state`.execute(write)
    await sql`create view money_state as select cast('toy' as text) as subject, id as subject_id, state,
      cast(null as text) as payment, ${sql.raw(sums.join(', '))},
      case when ${sql.raw(isClaimed)} then 1 else 0 end as is_claimed from toy`.execute(write)
  })
  beforeEach(async () => {
    await emptyTables(app, ledgerTables)
    await sql`delete from toy`.execute(app.db.write)
    await sql`insert into toy values ('a', 'TOY-a', 'open', 1000, 'a'), ('b', 'TOY-b', 'open', 1000, 'b'),
      ('box-1', 'TOY-box-1', 'open', 1000, 'box-1'), ('box-2', 'TOY-box-2', 'open', 1000, 'box-1'),
      ('free', 'TOY-free', 'open', 0, 'free')`.execute(app.db.write)
    told.length = 0
  })

  test('a payable is paid once by the simulator, however often its payer pays', async () => {
    const { claim, finalise } = shop('simulator')
    for (const _ of [1, 2]) {
      const outcome = await claim(toys, 'a', { holdHours: 48 })
      await inTx((tx) => finalise(tx, toys, 'a', outcome))
    }
    expect([await standOf('a'), await standOf('b')]).toEqual([sold, open])
  })

  test('a simulated payment confirms nothing if the demonstration was emptied before it is settled', async () => {
    const deps = { ...app.deps, config: { ...app.deps.config, paymentProvider: null } }
    const { school, officeHours } = app.app.services
    const { claim, finalise } = createSettlement(deps, createPaymentsService(deps, school, officeHours))
    await writeSetting(app.db.write, demonstrationSetting, app.deps.clock.today(), app.deps.clock.now())
    const outcome = await claim(toys, 'a', { holdHours: 48 })
    expect(outcome).toEqual({ outcome: 'settled', reference: 'SIM-TOY-a', by: 'simulator' })
    const settle = (tx: Tx) => finalise(tx, toys, 'a', outcome)
    const emptied = inTx(async (tx) => {
      await tx.deleteFrom('setting').where('name', '=', demonstrationSetting).execute()
      await settle(tx)
    })
    await expect(emptied).rejects.toMatchObject({ code: 'payment_failed' })
    expect(await standOf('a')).toEqual(open)
    // The emptying was rolled back, so the payment counts.
    await inTx(settle)
    expect(await standOf('a')).toEqual(sold)
    await app.db.write.deleteFrom('setting').where('name', '=', demonstrationSetting).execute()
  })

  test('a payable whose payer reported a payment is settled once, by a statement line', async () => {
    const { claim, finalise, receive } = shop('upi')
    const outcome = await claim(toys, 'a', { holdHours: 48 })
    const pressed = inTx((tx) => finalise(tx, toys, 'a', outcome))
    await expect(pressed).rejects.toMatchObject({ code: 'payment_pending' })
    const see = (reference: string) =>
      inTx((tx) => receive(tx, toys, 'a', { reference, amountInPaise: 1000, acceptDifference: false }, by))
    expect(await see('700000000001')).toMatchObject({ outcome: 'settled' })
    expect(await see('700000000001')).toMatchObject({ outcome: 'recorded' })
    await expect(see('700000000002')).rejects.toMatchObject({ code: 'conflict' })
    expect([await standOf('a'), await standOf('b')]).toEqual([sold, open])
  })

  test('a payable is paid at the desk in parts, and not beyond its price', async () => {
    const { markPaid } = shop('upi')
    await markPaid(toys, 'a', { amount: 400, acceptDifference: true }, by)
    await expect(markPaid(toys, 'a', { amount: 700 }, by)).rejects.toMatchObject({ code: 'amount_differs' })
    for (const _ of [1, 2]) await markPaid(toys, 'a', {}, by)
    expect([await standOf('a'), await standOf('b')]).toEqual([sold, open])
  })

  test('money for a lost payable waits until staff send the money back once, or until the payable is found', async () => {
    const { markPaid, refund } = shop('upi')
    for (const id of ['a', 'b']) {
      await set(app.db.write, id, 'lost')
      await expect(markPaid(toys, id, {}, by)).rejects.toMatchObject({ code: 'conflict' })
      expect(await standOf(id)).toEqual(['lost', 0, 1000])
    }
    const sendBack = () => inTx((tx) => refund(tx, toys, 'a', { note: 'Lost' }, by))
    await sendBack()
    await expect(sendBack()).rejects.toMatchObject({ code: 'conflict' })
    await set(app.db.write, 'b', 'open')
    await markPaid(toys, 'b', {}, by)
    expect([await standOf('a'), await standOf('b')]).toEqual([['lost', 0, 0], sold])
  })

  test('one transfer pays two payables, and its reversal makes both unpaid again', async () => {
    const { split, reverse } = shop('upi')
    const wanted = ['a', 'b'].map((id) => ({ payable: toys, id, amount: 1000 }))
    const money = { provider: 'staff', providerId: '700000000001' } as const
    const { receiptId } = await inTx((tx) => split(tx, wanted, money, by))
    expect([await standOf('a'), await standOf('b')]).toEqual([sold, sold])
    const payables = { [kind]: toys } as unknown as Payables
    await inTx((tx) => reverse(tx, payables, receiptId, { reason: 'Another shop', tell: false }, by))
    expect([await standOf('a'), await standOf('b')]).toEqual([open, open])
  })

  describe('a payer’s payment claim', () => {
    const press = (id: string, of: Payable<Toy> = toys) => shop('upi').claim(of, id, { holdHours: 48 })

    test('finalising a payment that the payer claims to have made waits for staff, and without such a claim it fails', async () => {
      const { finalise } = shop('upi')
      const confirm = (claim: { outcome: 'claimed'; by: 'upi' } | null) =>
        inTx((tx) => finalise(tx, toys, 'a', claim))
      await expect(confirm({ outcome: 'claimed', by: 'upi' })).rejects.toMatchObject({
        code: 'payment_pending',
      })
      await expect(confirm(null)).rejects.toMatchObject({ code: 'payment_failed' })
    })

    test('a payment claim without a reference is announced once when the payer claims again, and gets the reference', async () => {
      const claim = { reference: null, amountInPaise: 1000 }
      await inTx((tx) => shop('upi').payments.recordClaim(tx, { kind, id: 'a' }, claim))
      for (const _ of [1, 2]) await press('a')
      expect(told).toEqual([{ claimed: 'a', terms: null }])
      expect(await claims()).toEqual(['TOY-a'])
    })

    test('a payment claim is not announced if its money has already arrived', async () => {
      const claim = { reference: null, amountInPaise: 1000 }
      await inTx((tx) => shop('upi').payments.recordClaim(tx, { kind, id: 'a' }, claim))
      await set(app.db.write, 'a', 'lost')
      await see('a', 1000)
      await press('a')
      expect(told).toEqual([{ settled: 'a', isNew: true, paid: '10.00, Bank transfer, 700000000001' }])
      expect(await claims()).toEqual([null])
    })

    test('a payment claim for the rest is announced once while a part of the money waits for staff', async () => {
      await set(app.db.write, 'a', 'lost')
      expect(await see('a', 400, '700000000001', wholeToys)).toMatchObject({ outcome: 'attention' })
      for (const _ of [1, 2]) await press('a', wholeToys)
      expect(told.slice(1)).toEqual([{ claimed: 'a', terms: { holdHours: 48 } }])
      expect(await claims()).toEqual(['TOY-a'])
    })
  })

  describe('a transfer for several payables', () => {
    const shareOut = (...shares: [id: string, amount: number][]) => {
      const wanted = shares.map(([id, amount]) => ({ payable: toys as Payable<unknown>, id, amount }))
      return inTx((tx) =>
        shop('upi').split(tx, wanted, { provider: 'staff', providerId: '700000000001' }, by),
      )
    }

    test('each payable gets its share of a transfer, and the payables whose share waits are counted', async () => {
      for (const id of ['b', 'box-1']) await set(app.db.write, id, 'lost')
      expect(await shareOut(['a', 1000], ['b', 1000], ['box-1', 500])).toMatchObject({ waiting: 2 })
      expect(told).toEqual([
        { settled: 'a', isNew: true, paid: '10.00 of 25.00, 700000000001' },
        { settled: 'b', isNew: true, paid: '10.00 of 25.00, 700000000001' },
        { settled: 'box-1', isNew: true, paid: '5.00 of 25.00, 700000000001' },
      ])
      expect(await standsOf('a', 'b', 'box-1')).toEqual([sold, ['lost', 0, 1000], ['lost', 0, 500]])
    })

    test('a transfer is refused without payables, for a cancelled payable and for a paid payable', async () => {
      await expect(shareOut()).rejects.toMatchObject({ code: 'validation_failed' })
      await see('a', 1000, '700000000002')
      await set(app.db.write, 'b', 'cancelled')
      for (const id of ['a', 'b']) {
        await expect(shareOut(['box-1', 500], [id, 1000])).rejects.toMatchObject({ code: 'conflict' })
      }
      expect(await standsOf('a', 'b', 'box-1')).toEqual([sold, ['cancelled', 0, 0], open])
    })
  })

  describe('staff who mark a payable as paid', () => {
    test('marking a payable as paid when its money is recorded already stores the reference, but no second payment', async () => {
      const { markPaid } = shop('upi')
      for (const [id, reference] of [['a', 'GPay'], ['b']] as const) {
        await set(app.db.write, id, 'lost')
        await see(id, 1000, id === 'a' ? '700000000001' : '700000000002')
        await set(app.db.write, id, 'open')
        await markPaid(toys, id, { reference }, by)
      }
      expect(told.filter((one) => !(one as { isNew: boolean }).isNew)).toEqual([
        { settled: 'a', isNew: false, paid: 'GPay' },
        { settled: 'b', isNew: false, paid: 'marked by hand' },
      ])
      expect(await standsOf('a', 'b')).toEqual([sold, sold])
    })

    test('a part payment that waits, and that staff enter again once the lost payable is found, pays once', async () => {
      const entered = { amount: 400, due: 1000, reference: '700000000001', acceptDifference: true }
      const mark = () => shop('upi').markPaid(toys, 'a', entered, by)
      await set(app.db.write, 'a', 'lost')
      await expect(mark()).rejects.toMatchObject({ code: 'conflict' })
      await set(app.db.write, 'a', 'open')
      await mark()
      expect(await standOf('a')).toEqual(['sold', 400, 0])
    })

    test('marking a free payable as paid records no money, whatever reference staff type', async () => {
      await shop('upi').markPaid(toys, 'free', { reference: '700000000001' }, by)
      expect([await standOf('free'), await entries()]).toEqual([['sold', 0, 0], []])
    })
  })

  describe('a group of payables with one payer', () => {
    test('a payable in a group for which no money came has no ledger entry', async () => {
      await see('box-1', 400)
      expect(await entries()).toEqual([['box-1', 400]])
    })

    test('the payables left in a group take the excess of a payment, and a cancelled payable takes nothing', async () => {
      await set(app.db.write, 'box-1', 'cancelled')
      await see('box-2', 1500)
      expect(await standsOf('box-1', 'box-2')).toEqual([
        ['cancelled', 0, 0],
        ['sold', 1500, 0],
      ])
    })

    test('waiting money pays when staff mark a group as paid, but money of a cancelled payable keeps waiting', async () => {
      await set(app.db.write, 'box-1', 'lost')
      await see('box-1', 2000)
      await set(app.db.write, 'box-1', 'cancelled')
      await shop('upi').markPaid(toys, 'box-2', {}, by)
      expect(await standsOf('box-1', 'box-2')).toEqual([['cancelled', 0, 1000], sold])
    })

    test('a group is not marked as paid by the reference of a cancelled payable’s money', async () => {
      const { markPaid } = shop('upi')
      for (const reference of ['700000000001', '700000000002']) await see('box-1', 1000, reference)
      await set(app.db.write, 'box-1', 'cancelled')
      await expect(markPaid(toys, 'box-2', { reference: '700000000001' }, by)).rejects.toThrow(
        'Its reference is 700000000002',
      )
      await markPaid(toys, 'box-2', { reference: '700000000002' }, by)
    })

    test('recording money for a group that was cancelled as a whole is an error', async () => {
      const { ended: _, ...refusals } = toys.refusals
      await set(app.db.write, 'a', 'cancelled')
      await expect(shop('upi').markPaid({ ...toys, refusals }, 'a', {}, by)).rejects.toThrow(
        'money for what has ended as a whole',
      )
    })
  })

  describe('a refund of payables', () => {
    const nothing = 'This payment has already been refunded, or now counts towards a seat.'

    test('a refund takes back money that pays for a payable only from the payable that is named', async () => {
      await see('box-1', 2000)
      await sendBack('box-2', 300)
      expect(told.slice(1)).toEqual([
        {
          refunded: 'box-2',
          from: 'pays',
          mostInPaise: 1000,
          parts: [{ id: 'box-2', from: 'pays', sumInPaise: 300 }],
        },
      ])
      expect(await standsOf('box-1', 'box-2')).toEqual([sold, ['sold', 700, 0]])
    })

    test('a refund takes waiting money from one payable after the other, up to its amount', async () => {
      await set(app.db.write, 'box-1', 'lost')
      await see('box-1', 2000)
      await sendBack('box-1', 1500)
      const parts = [
        { id: 'box-1', from: 'waits', sumInPaise: 1000 },
        { id: 'box-2', from: 'waits', sumInPaise: 500 },
      ]
      expect(told.slice(1)).toEqual([{ refunded: 'box-1', from: 'waits', mostInPaise: 2000, parts }])
      expect(await standsOf('box-1', 'box-2')).toEqual([
        ['lost', 0, 0],
        ['open', 0, 500],
      ])
    })

    test('a refund is refused for a payable for which no money came, and for a payable that owes nothing', async () => {
      await expect(sendBack('a', 100)).rejects.toThrow(nothing)
      await see('a', 1000)
      const elsewhere: Payable<Toy> = { ...toys, owes: async () => [] }
      await expect(sendBack('a', 100, elsewhere)).rejects.toThrow(nothing)
      expect(await standOf('a')).toEqual(sold)
    })
  })
})
