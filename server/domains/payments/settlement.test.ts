import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DomainError } from '../../../contract/errors.ts'
import type { PayableKind } from '../../../contract/money.ts'
import { emptyTables } from '../../../tests/harness/app.ts'
import { ledgerTables } from '../../../tests/harness/ledger.ts'
import { onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import type { Queryable, Tx } from '../../db/schema.ts'
import { createPaymentsService, type PaymentsService } from './payments.service.ts'
import { createSettlement, type Payable, type Payables } from './settlement.service.ts'

type Toy = { id: string; state: 'open' | 'lost' | 'sold' }
const [kind, by] = ['toy' as PayableKind, { userId: 'staff', email: 'staff@malar.example' }]
const terms = { holdHours: 48 }
const find = async (db: Queryable, id: string) =>
  (await sql<Toy>`select * from toy where id = ${id}`.execute(db)).rows[0] as Toy
const set = (db: Queryable, { id }: Toy, state: Toy['state']) =>
  sql`update toy set state = ${state} where id = ${id}`.execute(db)

const refused = () => new DomainError('conflict')

/** A toy costs ₹10. Whoever pays it has it, unless it was lost meanwhile. */
const createToy = (payments: PaymentsService): Payable<Toy> => ({
  kind,
  takesParts: true,
  find,
  lock: async (tx, id) =>
    (await sql<Toy>`update toy set id = id where id = ${id} returning *`.execute(tx)).rows[0] as Toy,
  describe: ({ id }) => {
    const payer = { name: 'Meena', email: 'meena@mail.example', phone: '9876543210' }
    return { id, reference: `TOY-${id}`, title: 'A toy', amountInPaise: 1000, payer }
  },
  async owes(db, { id, state }) {
    const arrived = await payments.arrived(db, { kind, id })
    const pays = arrived.reduce((sum, one) => sum + one.pays, 0)
    const waitsInPaise = arrived.reduce((sum, one) => sum + one.waits, 0)
    const claim = await db.selectFrom('claim').select('id').where('is_open', '=', 1).executeTakeFirst()
    const dueInPaise = Math.max(0, 1000 - pays - waitsInPaise)
    const part = { id, reference: `TOY-${id}`, dueInPaise, waitsInPaise, paysBackInPaise: pays }
    const isHere = dueInPaise === 0
    const open = isHere ? 'paid' : claim ? 'checking' : 'due'
    const stands = state === 'sold'
    return { state: waitsInPaise ? 'attention' : open, parts: [part], hasCome: isHere, isHere, stands }
  },
  canBePaid: ({ state }) => state !== 'sold',
  refusals: {
    payer: () => null,
    staff: () => null,
    bank: (_toy, { isHere }) => (isHere ? refused() : null),
    again: () => null,
    late: refused,
    kept: refused,
    nothing: refused,
  },
  claimed: async () => {},
  accept: async (_tx, toy) => (toy.state === 'lost' ? null : toy),
  async settled(tx, toy, { accepted }) {
    if (accepted) await set(tx, toy, 'sold')
    return find(tx, toy.id)
  },
  refunded: async () => {},
  reversed: async (tx, toy) => void (await set(tx, toy, 'open')),
})

onEachEngine('a toy is paid as everything is', (app) => {
  const shop = (paymentProvider: 'simulator' | 'upi') => {
    const { school, officeHours } = app.app.services
    const deps = { ...app.deps, config: { ...app.deps.config, paymentProvider } }
    const payments = createPaymentsService(deps, school, officeHours)
    return { toys: createToy(payments), ...createSettlement(deps, payments) }
  }
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction(work)
  const seen = { reference: '700000000001', amountInPaise: 1000, acceptDifference: false }
  /** How each stands, and what came for it: what pays, and what waits. */
  async function ledger() {
    const toys = (await sql<Toy>`select * from toy order by id`.execute(app.db.read)).rows
    const rows = await app.db.read.selectFrom('allocation').selectAll().execute()
    const sum = (id: string, purpose: string) =>
      rows.reduce(
        (all, row) =>
          row.subject_id === id && row.purpose === purpose ? all + Number(row.amount_in_paise) : all,
        0,
      )
    return toys.map(({ id, state }) => [state, sum(id, 'pays'), sum(id, 'waits')])
  }
  beforeAll(async () => {
    await sql`create table toy (id text primary key, state text not null)`.execute(app.db.write)
  })
  beforeEach(async () => {
    await emptyTables(app, ledgerTables)
    await sql`delete from toy`.execute(app.db.write)
    await sql`insert into toy values ('a', 'open'), ('b', 'open')`.execute(app.db.write)
  })

  test('by the simulator, once however often its payer presses', async () => {
    const { toys, claim, finalise } = shop('simulator')
    for (const _ of [1, 2]) {
      const said = await claim(toys, 'a', terms)
      await inTx((tx) => finalise(tx, toys, 'a', said))
    }
    expect(await ledger()).toEqual([
      ['sold', 1000, 0],
      ['open', 0, 0],
    ])
  })

  test('by its payer’s word, once a line of a statement shows the money', async () => {
    const { toys, claim, finalise, receive } = shop('upi')
    const said = await claim(toys, 'a', terms)
    await expect(inTx((tx) => finalise(tx, toys, 'a', said))).rejects.toMatchObject({
      code: 'payment_pending',
    })
    for (const outcome of ['settled', 'recorded']) {
      expect(await inTx((tx) => receive(tx, toys, 'a', seen, by))).toMatchObject({ outcome })
    }
    await expect(
      inTx((tx) => receive(tx, toys, 'a', { ...seen, reference: '700000000002' }, by)),
    ).rejects.toThrow()
    expect(await ledger()).toEqual([
      ['sold', 1000, 0],
      ['open', 0, 0],
    ])
  })

  test('at the desk in parts, and not beyond its price', async () => {
    const { toys, markPaid } = shop('upi')
    await markPaid(toys, 'a', { amount: 400, acceptDifference: true }, by)
    await expect(markPaid(toys, 'a', { amount: 700 }, by)).rejects.toMatchObject({ code: 'amount_differs' })
    for (const _ of [1, 2]) await markPaid(toys, 'a', {}, by)
    expect(await ledger()).toEqual([
      ['sold', 1000, 0],
      ['open', 0, 0],
    ])
  })

  test('late: its money is kept and sent back, or pays once the toy is found', async () => {
    const { toys, markPaid, refund } = shop('upi')
    await sql`update toy set state = 'lost'`.execute(app.db.write)
    for (const id of ['a', 'b'])
      await expect(markPaid(toys, id, {}, by)).rejects.toMatchObject({ code: 'conflict' })
    expect(await ledger()).toEqual([
      ['lost', 0, 1000],
      ['lost', 0, 1000],
    ])
    await inTx((tx) => refund(tx, toys, 'a', { note: 'Lost' }, by))
    await expect(inTx((tx) => refund(tx, toys, 'a', { note: 'Lost' }, by))).rejects.toMatchObject({
      code: 'conflict',
    })
    await sql`update toy set state = 'open' where id = 'b'`.execute(app.db.write)
    await markPaid(toys, 'b', {}, by)
    expect(await ledger()).toEqual([
      ['lost', 0, 0],
      ['sold', 1000, 0],
    ])
  })

  test('with another by one transfer, which is taken back as a mistake', async () => {
    const { toys, split, reverse } = shop('upi')
    const money = { provider: 'staff' as const, providerId: '700000000001' }
    const wanted = ['a', 'b'].map((id) => ({ payable: toys, id, amount: 1000 }))
    const { receiptId } = await inTx((tx) => split(tx, wanted, money, by))
    expect(await ledger()).toEqual([
      ['sold', 1000, 0],
      ['sold', 1000, 0],
    ])
    const payables = { [kind]: toys } as unknown as Payables
    await inTx((tx) => reverse(tx, payables, receiptId, { reason: 'Another shop', tell: false }, by))
    expect(await ledger()).toEqual([
      ['open', 0, 0],
      ['open', 0, 0],
    ])
  })
})
