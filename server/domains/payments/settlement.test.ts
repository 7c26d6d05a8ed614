import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DomainError } from '../../../contract/errors.ts'
import type { PayableKind } from '../../../contract/money.ts'
import { emptyTables } from '../../../tests/harness/app.ts'
import { ledgerTables, owedByLedger, sumsOf } from '../../../tests/harness/ledger.ts'
import { onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import type { Queryable, Tx } from '../../db/schema.ts'
import { createPaymentsService } from './payments.service.ts'
import { createSettlement, type Payable, type Payables } from './settlement.service.ts'

type Toy = { id: string; reference: string; state: 'open' | 'lost' | 'sold' }
const [kind, by] = ['toy' as PayableKind, { userId: 'staff', email: 'staff@malar.example' }]
const payer = { name: 'Meena', email: 'meena@mail.example', phone: '9876543210' }
const open = ['open', 0, 0]
const sold = ['sold', 1000, 0]
const refused = () => new DomainError('conflict')

const first = async (db: Queryable, words: ReturnType<typeof sql<Toy>>) =>
  (await words.execute(db)).rows[0] as Toy
const find = (db: Queryable, id: string) => first(db, sql`select * from toy where id = ${id}`)
const set = (db: Queryable, id: string, state: string) =>
  first(db, sql`update toy set state = ${state} where id = ${id} returning *`)

/** A toy costs ₹10. Whoever pays it has it, unless it was lost meanwhile. */
const toys: Payable<Toy> = {
  kind,
  takesParts: true,
  find,
  lock: (tx, id) => first(tx, sql`update toy set id = id where id = ${id} returning *`),
  owes: async (db, toy) => [await owedByLedger(db, { ...toy, priceInPaise: 1000 })],
  describe: ({ id, reference }) => ({ id, reference, title: 'A toy', amountInPaise: 1000, payer }),
  stands: ({ state }) => state === 'sold',
  canBePaid: ({ state }) => state !== 'sold',
  refusals: { paid: (_toy, who) => (who === 'bank' ? refused() : null), late: refused, nothing: refused },
  claimed: async () => {},
  accept: async (_tx, toy) => (toy.state === 'lost' ? null : toy),
  settled: async (tx, toy, { accepted }) => (accepted ? set(tx, toy.id, 'sold') : toy),
  refunded: async () => {},
  reversed: async (tx, { id }) => void (await set(tx, id, 'open')),
}

onEachEngine('a toy is paid as everything is', (app) => {
  const shop = (paymentProvider: 'simulator' | 'upi') => {
    const { school, officeHours } = app.app.services
    const deps = { ...app.deps, config: { ...app.deps.config, paymentProvider } }
    return createSettlement(deps, createPaymentsService(deps, school, officeHours))
  }
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction(work)
  /** How the toy stands, what pays it, and what waits. */
  async function standOf(id: string) {
    const { pays, waits } = await sumsOf(app.db.read, id)
    return [(await find(app.db.read, id)).state, pays, waits]
  }
  beforeAll(async () => {
    await sql`create table toy (id text primary key, reference text, state text)`.execute(app.db.write)
  })
  beforeEach(async () => {
    await emptyTables(app, ledgerTables)
    await sql`delete from toy`.execute(app.db.write)
    await sql`insert into toy values ('a', 'TOY-a', 'open'), ('b', 'TOY-b', 'open')`.execute(app.db.write)
  })

  test('by the simulator, once however often its payer presses', async () => {
    const { claim, finalise } = shop('simulator')
    for (const _ of [1, 2]) {
      const said = await claim(toys, 'a', { holdHours: 48 })
      await inTx((tx) => finalise(tx, toys, 'a', said))
    }
    expect([await standOf('a'), await standOf('b')]).toEqual([sold, open])
  })

  test('by its payer’s word, once a line of a statement shows the money', async () => {
    const { claim, finalise, receive } = shop('upi')
    const said = await claim(toys, 'a', { holdHours: 48 })
    const pressed = inTx((tx) => finalise(tx, toys, 'a', said))
    await expect(pressed).rejects.toMatchObject({ code: 'payment_pending' })
    const see = (reference: string) =>
      inTx((tx) => receive(tx, toys, 'a', { reference, amountInPaise: 1000, acceptDifference: false }, by))
    expect(await see('700000000001')).toMatchObject({ outcome: 'settled' })
    expect(await see('700000000001')).toMatchObject({ outcome: 'recorded' })
    await expect(see('700000000002')).rejects.toMatchObject({ code: 'conflict' })
    expect([await standOf('a'), await standOf('b')]).toEqual([sold, open])
  })

  test('at the desk in parts, and not beyond its price', async () => {
    const { markPaid } = shop('upi')
    await markPaid(toys, 'a', { amount: 400, acceptDifference: true }, by)
    await expect(markPaid(toys, 'a', { amount: 700 }, by)).rejects.toMatchObject({ code: 'amount_differs' })
    for (const _ of [1, 2]) await markPaid(toys, 'a', {}, by)
    expect([await standOf('a'), await standOf('b')]).toEqual([sold, open])
  })

  test('late: its money is kept and sent back once, or pays once the toy is found', async () => {
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

  test('with another by one transfer, which is taken back as a mistake', async () => {
    const { split, reverse } = shop('upi')
    const wanted = ['a', 'b'].map((id) => ({ payable: toys, id, amount: 1000 }))
    const money = { provider: 'staff', providerId: '700000000001' } as const
    const { receiptId } = await inTx((tx) => split(tx, wanted, money, by))
    expect([await standOf('a'), await standOf('b')]).toEqual([sold, sold])
    const payables = { [kind]: toys } as unknown as Payables
    await inTx((tx) => reverse(tx, payables, receiptId, { reason: 'Another shop', tell: false }, by))
    expect([await standOf('a'), await standOf('b')]).toEqual([open, open])
  })
})
