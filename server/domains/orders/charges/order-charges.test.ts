import { beforeEach, describe, expect, test } from 'vitest'
import { type OrderStatus, statusUndoMs } from '../../../../contract/orders/order-facts.ts'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { testNow } from '../../../../tests/harness/app.ts'
import { type SignedIn, signedIn } from '../../../../tests/harness/callers.ts'
import { orderFor } from '../../../../tests/harness/florist.ts'
import { paymentsOf, refundsOf } from '../../../../tests/harness/ledger.ts'
import { lettersTo, newestLetterTo } from '../../../../tests/harness/letters.ts'
import { onEachEngine, onSqlite, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { storeSettings } from '../../../../tests/harness/settings.ts'

const email = 'kayal@malar.example'
const dayMs = 24 * 60 * 60_000
const racing = 20

onEachEngine('a re-delivery fee', { freshForEachTest: true }, (app, engine) => {
  let staff: SignedIn
  beforeEach(async () => {
    staff = await signedIn(app, 'staff')
  })
  const calls = callsOf(() => ({ app, token: staff.token }))
  const {
    orderOnItsWay,
    charge,
    pay,
    waive,
    set,
    view,
    chargeOf,
    waiting,
    toGiveBack,
    confirmLine,
    bring,
    as,
  } = calls

  describe('a refused re-delivery fee', () => {
    test('only staff can charge a re-delivery fee, and an unknown order or fee is not found', async () => {
      const id = await orderOnItsWay()
      const path = `/api/admin/orders/${id}/charges`
      const body = { amount: 80 }
      expect((await app.http('POST', path, { body })).status).toBe(401)
      const user = await signedIn(app, 'user')
      expect((await app.http('POST', path, { body, token: user.token })).status).toBe(403)
      expect((await charge('nothing')).status).toBe(404)
      expect([(await pay('nothing')).status, (await waive('nothing')).status]).toEqual([404, 404])
    })

    test.each(['0', '-5', '80.001', 'some'])('a re-delivery fee of %j rupees is refused', async (amount) => {
      const { status, body } = await charge(await orderOnItsWay(), amount)
      expect([status, body.fields]).toEqual([
        400,
        { amount: 'Enter a fee above 0, with at most 2 decimal places' },
      ])
    })

    test('a re-delivery fee needs a delivery attempt that reached nobody; delivery to a neighbour is no such attempt', async () => {
      const id = await orderOnItsWay('neighbour')
      const sentence =
        'You can charge for another delivery only after a failed attempt, and once for each attempt.'
      expect((await charge(id)).body.error).toBe(sentence)
      expect((await as('GET', `/api/admin/orders/${id}`)).body.data.canCharge).toBe(false)
    })

    test.each(['pending', 'delivered', 'completed', 'cancelled'] as const)(
      'a re-delivery fee is refused for an order that is %s',
      async (status) => {
        const id = await orderOnItsWay()
        await set(id, status)
        expect((await charge(id)).body.error).toBe(
          'This order is unpaid, delivered or cancelled, so you can’t charge for another delivery.',
        )
      },
    )

    test('an order has at most one open re-delivery fee, and at most one fee for each attempt that reached nobody', async () => {
      const id = await orderOnItsWay()
      await charge(id)
      expect((await charge(id)).body.error).toBe(
        'This order already has an unpaid fee. Waive that fee first.',
      )
      await pay((await chargeOf(id)).id)
      expect((await charge(id)).status).toBe(409)
      await calls.press(id, 'not-reached')
      expect((await charge(id)).status).toBe(201)
    })

    test(`of ${racing} requests at once one charges a re-delivery fee, though all had read that a fee may be charged`, async () => {
      const id = await orderOnItsWay()
      const looks = await Promise.all(
        Array.from({ length: racing }, () => as('GET', `/api/admin/orders/${id}`)),
      )
      expect(looks.filter(({ body }) => body.data.canCharge)).toHaveLength(racing)
      const answers = await Promise.all(Array.from({ length: racing }, () => charge(id)))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      expect((await view(id)).charges).toHaveLength(1)
    })
  })

  test('an e-mail asks for the re-delivery fee; the status, lines and total of the order stay the same', async () => {
    const id = await orderOnItsWay()
    const before = await view(id)
    expect(before.charges).toEqual([])
    expect((await charge(id)).status).toBe(201)
    const { charges, ...after } = await view(id)
    expect(after).toEqual({ ...before, charges: undefined })
    expect(charges).toMatchObject([
      { amount: 80, status: 'open', payment: { provider: 'simulator', checking: false } },
    ])
    const letter = await newestLetterTo(app, email)
    expect(letter.subject).toBe(`Re-delivery fee for your order ${before.ordernumber}`)
    expect(letter.text).toContain(`/payment?order=${id}`)
    expect(letter.text).toContain('₹80')
    expect(await waiting()).toMatchObject([
      {
        kind: 'order-charge',
        title: `Re-delivery fee, ${before.ordernumber}`,
        due: '80.00',
        status: 'pending',
      },
    ])
  })

  test('a re-delivery fee is paid only once, however many requests pay at the same time, and has its own receipt', async () => {
    const id = await orderOnItsWay()
    await charge(id)
    const { id: chargeId, reference } = await chargeOf(id)
    expect(await waiting(`?q=${reference}`)).toMatchObject([{ id: chargeId }])
    expect([await waiting('?q=zzyzx'), await waiting('?q=@')]).toEqual([[], []])
    const answers = await Promise.all(Array.from({ length: racing }, () => pay(chargeId)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await paymentsOf(app, chargeId)).toMatchObject([
      {
        subject: 'order-charge',
        amount_in_paise: 8_000,
        status: 'settled',
        provider_reference: `SIM-${reference}`,
      },
    ])
    expect(await paymentsOf(app, id)).toHaveLength(1)
    expect(await chargeOf(id)).toMatchObject({ status: 'paid', payment: null })
    expect(await waiting()).toEqual([])
    const told = (await lettersTo(app, email)).filter(({ template }) => template === 'order-charged')
    expect(told.map(({ data }) => data['news']).sort()).toEqual(['asked', 'paid'])
    const log = await as('GET', `/api/admin/audit?kind=order&record=${id}`)
    expect(JSON.stringify(log.body.data)).toContain('₹80')
    expect((await waive(chargeId)).body.error).toBe('This fee is already paid.')
  })

  test('an unpaid re-delivery fee does not end the order, which can be delivered before the fee is paid', async () => {
    const id = await orderOnItsWay()
    await charge(id)
    app.deps.clock.advance(3 * dayMs)
    await app.app.services.orders.expireHolds()
    expect((await view(id)).status).toBe('shipped')
    await set(id, 'delivered')
    const { status, paymentstatus, charges } = await view(id)
    expect([status, paymentstatus, charges[0]?.status]).toEqual(['delivered', 'paid', 'open'])
    expect((await pay(charges[0]?.id ?? '')).status).toBe(200)
  })

  test('a waived re-delivery fee cannot be paid any more, and staff can charge for the same attempt again', async () => {
    const id = await orderOnItsWay()
    await charge(id)
    const { id: chargeId } = await chargeOf(id)
    for (const _ of [1, 2]) expect((await waive(chargeId)).status).toBe(200)
    expect((await pay(chargeId)).body.error).toBe('You no longer need to pay this fee. You weren’t charged.')
    expect([await waiting(), await paymentsOf(app, chargeId)]).toEqual([[], []])
    // Staff may charge for the same delivery attempt again.
    expect((await charge(id, '60')).status).toBe(201)
  })

  test('a re-delivery fee that is paid and waived at the same moment is either paid, or waived without a payment', async () => {
    const id = await orderOnItsWay()
    await charge(id)
    const { id: chargeId } = await chargeOf(id)
    await Promise.all([pay(chargeId), waive(chargeId), pay(chargeId)])
    const { status } = await chargeOf(id)
    expect(await paymentsOf(app, chargeId)).toHaveLength(status === 'paid' ? 1 : 0)
  })

  partOnSqlite(engine, 'a paid re-delivery fee that staff give back', () => {
    const giveBack = (id: string, token: string | null = staff.token) =>
      app.http('POST', `/api/admin/order-charges/${id}/give-back`, { token })
    const none = 'There’s no payment left to refund for this fee.'

    test('only staff can give a re-delivery fee back, and only if the fee was paid', async () => {
      const id = await orderOnItsWay()
      await charge(id)
      const { id: chargeId } = await chargeOf(id)
      expect((await giveBack(chargeId, null)).status).toBe(401)
      expect((await giveBack(chargeId, (await signedIn(app, 'user')).token)).status).toBe(403)
      expect((await giveBack('nothing')).status).toBe(404)
      expect((await giveBack(chargeId)).body.error).toBe(none)
      await waive(chargeId)
      expect((await giveBack(chargeId)).body.error).toBe(none)
    })

    test('a fee that staff give back waits for one refund, however many requests give it back; the order is unchanged', async () => {
      const id = await orderOnItsWay()
      await charge(id)
      const { id: chargeId } = await chargeOf(id)
      await pay(chargeId)
      const answers = await Promise.all(Array.from({ length: racing }, () => giveBack(chargeId)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(await toGiveBack()).toMatchObject([
        { kind: 'order-charge', id: chargeId, payment: 'attention', status: 'cancelled' },
      ])
      const shown = (await as('GET', `/api/admin/orders/${id}`)).body.data
      expect(shown).toMatchObject({ status: 'shipped', paymentstatus: 'paid', canCharge: true })
      expect(shown.charges).toMatchObject([{ status: 'waived', payment: 'attention' }])
      const log = await as('GET', `/api/admin/audit?kind=order&record=${id}`)
      const noted = log.body.data.flatMap(({ changes }: { changes: object[] }) => changes)
      expect(noted).toContainEqual({ field: 'fee', from: 'paid', to: 'to be refunded' })

      const refund = { kind: 'order-charge', id: chargeId, method: 'upi', note: 'By the bank' }
      expect((await as('POST', '/api/admin/money/refund', refund)).status).toBe(200)
      expect(await refundsOf(app, chargeId)).toMatchObject([{ amount_in_paise: 8_000 }])
      expect([await toGiveBack(), (await giveBack(chargeId)).body.error]).toEqual([[], none])
      const told = (await lettersTo(app, email)).filter(({ template }) => template === 'order-charged')
      expect(told.map(({ data }) => data['news']).sort()).toEqual(['asked', 'paid', 'refunded'])
      expect(await paymentsOf(app, id)).toMatchObject([{ status: 'settled' }])
    })

    test('a fee that staff give back still waits for its refund after the order is cancelled and reopened', async () => {
      const id = await orderOnItsWay()
      await charge(id)
      const { id: chargeId } = await chargeOf(id)
      await pay(chargeId)
      await giveBack(chargeId)
      await set(id, 'cancelled')
      await set(id, 'shipped')
      expect(await toGiveBack()).toMatchObject([{ kind: 'order-charge', payment: 'attention' }])
    })
  })

  partOnSqlite(engine, 'the re-delivery fee of a cancelled order', () => {
    test('a cancelled order waives its open fee, and money that still comes for the fee waits for a refund by staff', async () => {
      const id = await orderOnItsWay()
      await charge(id)
      const { id: chargeId, reference } = await chargeOf(id)
      await set(id, 'cancelled')
      expect((await chargeOf(id)).status).toBe('waived')
      const line = await bring(reference, '80.00')
      expect(await confirmLine(line, chargeId)).toMatchObject([{ outcome: 'attention' }])
      expect((await toGiveBack()).find(({ kind }) => kind === 'order-charge')).toMatchObject({
        payment: 'attention',
      })
      const refund = () =>
        as('POST', '/api/admin/money/refund', {
          kind: 'order-charge',
          id: chargeId,
          method: 'bank',
          note: 'By the bank',
        })
      expect((await refund()).status).toBe(200)
      expect((await refund()).status).toBe(409)
      expect(await refundsOf(app, chargeId)).toMatchObject([{ amount_in_paise: 8_000 }])
    })

    test('a paid fee of a cancelled order waits for a refund, and counts as paid again when the order is reopened', async () => {
      const id = await orderOnItsWay()
      await charge(id)
      const { id: chargeId } = await chargeOf(id)
      await pay(chargeId)
      await set(id, 'cancelled')
      expect((await toGiveBack()).map(({ kind, payment }) => [kind, payment]).sort()).toEqual([
        ['order', 'attention'],
        ['order-charge', 'attention'],
      ])
      await set(id, 'shipped')
      expect(await toGiveBack()).toEqual([])
      expect(await paymentsOf(app, chargeId)).toMatchObject([{ status: 'settled' }])
    })

    test('a paid fee of a cancelled order is waived when staff reverse its payment as a mistake', async () => {
      const id = await orderOnItsWay()
      await charge(id)
      const { id: chargeId } = await chargeOf(id)
      await pay(chargeId)
      await set(id, 'cancelled')
      const { entries } = (await as('GET', `/api/admin/money/of/order-charge/${chargeId}`)).body.data
      const taken = await as('POST', `/api/admin/money/receipts/${entries[0].id}/reverse`, {
        reason: 'Twice',
      })
      expect(taken.status).toBe(200)
      expect((await chargeOf(id)).status).toBe('waived')
      expect((await pay(chargeId)).status).toBe(409)
    })

    test.each(['open', 'paid'] as const)(
      'when the hold of an order ends, its %s fee is handled as after a cancellation of the order',
      async (status) => {
        const id = await orderOnItsWay()
        await charge(id)
        const { id: chargeId } = await chargeOf(id)
        if (status === 'paid') await pay(chargeId)
        // The order waits for its money again, as after a change by staff.
        const unpaid = { payment_status: 'pending', paid_at: null } as const
        const held = { ...unpaid, status: 'pending', hold_until: app.deps.clock.now() } as const
        await app.db.write.updateTable('shop_order').set(held).where('id', '=', id).execute()
        await app.db.write.deleteFrom('allocation').where('subject_id', '=', id).execute()
        expect(await app.app.services.orders.expireHolds()).toBe(1)
        const ofFee = async () =>
          [...(await waiting()), ...(await toGiveBack())].filter(({ kind }) => kind === 'order-charge')
        expect((await chargeOf(id)).status).toBe(status === 'open' ? 'waived' : 'paid')
        expect((await ofFee()).map(({ payment }) => payment)).toEqual(status === 'open' ? [] : ['attention'])
        // The order is paid late. The test has no delivery slot that the order could take again, so the order's slot is
        // removed.
        await app.db.write.updateTable('shop_order').set({ slot_id: null }).where('id', '=', id).execute()
        const paid = await app.http('PATCH', `/api/orders/${id}/status`, { body: { status: 'confirmed' } })
        expect(paid.status, paid.text).toBe(200)
        expect(await ofFee()).toEqual([])
        expect(await paymentsOf(app, chargeId)).toHaveLength(status === 'open' ? 0 : 1)
      },
    )
  })
})

const upi = { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.school@okbank' }

onSqlite('a re-delivery fee paid by UPI', { freshForEachTest: true, env: upi }, (app) => {
  let staff: SignedIn
  beforeEach(async () => {
    staff = await signedIn(app, 'staff')
  })
  const { orderOnItsWay, charge, pay, waive, set, chargeOf, waiting, toGiveBack, confirmLine, bring, as } =
    callsOf(() => ({
      app,
      token: staff.token,
    }))

  test('the UPI code has the fee’s reference and amount; “I have paid” makes a claim that a bank statement settles', async () => {
    const id = await orderOnItsWay()
    await charge(id)
    const { id: chargeId, reference, payment } = await chargeOf(id)
    expect(payment?.upi?.uri).toContain(`tr=${reference}`)
    expect(payment?.upi?.uri).toContain('am=80.00')
    const answers = [await pay(chargeId), await pay(chargeId)]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [402, 'payment_pending'],
      [402, 'payment_pending'],
    ])
    expect((await chargeOf(id)).payment?.checking).toBe(true)
    expect(await waiting()).toMatchObject([{ kind: 'order-charge', payment: 'checking' }])

    const line = await bring(reference, '80.00')
    const listed = await as('GET', '/api/admin/money/lines?status=open')
    expect(listed.body.data[0].suggestion).toMatchObject({
      confidence: 'certain',
      target: { kind: 'order-charge', id: chargeId },
    })
    expect(await confirmLine(line, chargeId)).toMatchObject([{ outcome: 'settled' }])
    expect(await chargeOf(id)).toMatchObject({ status: 'paid', payment: null })
    const matched = await as('GET', '/api/admin/money/lines?status=matched')
    expect(matched.body.data[0].target).toMatchObject({ kind: 'order-charge', status: 'confirmed' })
    expect((await pay(chargeId)).status).toBe(200)
  })

  test.each([
    ['with the bank’s reference', '700000000007', 'certain'],
    ['without a reference', undefined, 'likely'],
    ['with the fee’s own reference', 'own', 'likely'],
  ])(
    'a fee that staff marked as paid %s is matched with its line of the bank statement',
    async (_, typed, confidence) => {
      const id = await orderOnItsWay()
      await charge(id)
      const { id: chargeId, reference } = await chargeOf(id)
      const paid = typed && { reference: typed === 'own' ? reference : typed }
      expect(
        (await as('POST', `/api/admin/order-charges/${chargeId}/payment`, { method: 'upi', ...paid })).status,
      ).toBe(200)
      const line =
        typed === '700000000007' ? await bring('x', '80.00', '700000000007') : await bring(reference, '80.00')
      const listed = await as('GET', '/api/admin/money/lines?status=open')
      expect(listed.body.data[0].suggestion).toMatchObject({
        confidence,
        action: 'recorded',
        target: { kind: 'order-charge', id: chargeId },
      })
      expect(await confirmLine(line, chargeId)).toMatchObject([{ outcome: 'recorded' }])
      expect(await paymentsOf(app, chargeId)).toHaveLength(1)
      const second = await bring(reference, '80.00', 'another')
      expect(await confirmLine(second, chargeId)).toMatchObject([
        { outcome: 'refused', sentence: 'This fee is already paid.' },
      ])
    },
  )

  test.each(['waived', 'cancelled with its order'])(
    'a fee reported as paid and then %s is no longer awaited; money that comes for the fee waits for staff',
    async (how) => {
      const id = await orderOnItsWay()
      await charge(id)
      const { id: chargeId, reference } = await chargeOf(id)
      await pay(chargeId)
      if (how === 'waived') await waive(chargeId)
      else await set(id, 'cancelled')
      const ofFee = async () =>
        [...(await waiting()), ...(await toGiveBack())].filter(({ kind }) => kind === 'order-charge')
      expect(await ofFee()).toEqual([])
      const line = await bring(reference, '80.00')
      expect(await confirmLine(line, chargeId)).toMatchObject([{ outcome: 'attention' }])
      expect(await ofFee()).toMatchObject([{ payment: 'attention' }])
    },
  )

  test('a school without a UPI ID takes the fee there, and no report of a payment that nobody could make', async () => {
    await storeSettings(app, { upiId: '', paysAtSchool: 'true' })
    const id = await orderOnItsWay()
    await charge(id)
    const { id: chargeId, payment } = await chargeOf(id)
    expect(payment).toEqual({ provider: 'upi', checking: false, upi: null, atSchool: 'offered' })
    const refused = await pay(chargeId)
    const sentence = 'We can’t take this payment online now. If you’ve already paid, contact us.'
    expect([refused.status, refused.body.error]).toEqual([409, sentence])
    expect(await waiting()).toMatchObject([{ kind: 'order-charge', payment: 'due' }])
    await storeSettings(app, { paysAtSchool: 'false' })
    expect((await chargeOf(id)).payment).toEqual({ provider: 'upi', checking: false, upi: null })
    const cash = { method: 'cash' }
    expect((await as('POST', `/api/admin/order-charges/${chargeId}/payment`, cash)).status).toBe(200)
    expect(await chargeOf(id)).toMatchObject({ status: 'paid', payment: null })
  })

  test('an amount that differs from the fee settles it only if staff accept it; staff can also mark a fee as paid', async () => {
    const id = await orderOnItsWay()
    await charge(id)
    const { id: chargeId, reference } = await chargeOf(id)
    const line = await bring(reference, '50.00')
    expect(await confirmLine(line, chargeId)).toMatchObject([{ outcome: 'refused' }])
    expect(await confirmLine(line, chargeId, true)).toMatchObject([{ outcome: 'settled' }])
    const again = () =>
      as('POST', `/api/admin/order-charges/${chargeId}/payment`, { method: 'upi', reference: '700000000001' })
    expect((await again()).body.error).toBe('This fee is already paid or waived.')
    const other = await orderOnItsWay()
    await charge(other)
    const marked = await as('POST', `/api/admin/order-charges/${(await chargeOf(other)).id}/payment`, {
      method: 'upi',
      reference: '700000000002',
    })
    expect(marked.status).toBe(200)
    expect(await waiting()).toEqual([])
  })
})

/** The calls that staff and the buyer make. */
function callsOf(now: () => { app: Parameters<typeof orderFor>[0]; token: string }) {
  const as = (method: string, path: string, body?: object) =>
    now().app.http(method, path, { token: now().token, ...(body && { body }) })
  const press = (id: string, kind: string) =>
    as('POST', `/api/admin/florist/orders/${id}/presses`, { kind, at: now().app.deps.clock.now() })
  const view = async (id: string): Promise<StoreOrder> =>
    (await now().app.http('GET', `/api/orders/${id}`)).body
  return {
    as,
    press,
    view,
    /** Makes a paid order that is on its way, after one delivery attempt. */
    async orderOnItsWay(attempt = 'not-reached'): Promise<string> {
      const { app } = now()
      app.deps.clock.set(testNow)
      const goods = [{ productId: null, quantity: 1 }]
      const id = await orderFor(app, '2026-03-02', goods, { slot_id: 'morning', status: 'shipped' })
      await press(id, attempt)
      return id
    },
    charge: (id: string, amount = '80') => as('POST', `/api/admin/orders/${id}/charges`, { amount }),
    waive: (id: string) => as('POST', `/api/admin/order-charges/${id}/waive`),
    pay: (id: string) => now().app.http('POST', `/api/order-charges/${id}/payment`),
    async chargeOf(id: string) {
      const charge = (await view(id)).charges.at(-1)
      if (charge === undefined) throw new Error('no fee was charged')
      return charge
    },
    async set(id: string, status: OrderStatus) {
      const { app } = now()
      await app.app.services.orders.setStatus(id, { status }, null)
      app.deps.clock.advance(statusUndoMs)
      await app.app.services.orders.runDueEffects()
    },
    waiting: async (query = ''): Promise<{ kind: string; payment: string }[]> =>
      (await as('GET', `/api/admin/money/waiting${query}`)).body.data,
    toGiveBack: async (): Promise<{ kind: string; payment: string }[]> =>
      (await as('GET', '/api/admin/money/to-give-back')).body.data,
    async bring(named: string, amount: string, reference = `B${named}`): Promise<string> {
      const row = { day: '2026-03-02', description: `UPI/${named}`, reference, amount }
      await as('POST', '/api/admin/money/statements', { fileName: 'march.csv', rows: [row] })
      return (await as('GET', '/api/admin/money/lines?status=open')).body.data[0].id
    },
    confirmLine: async (line: string, id: string, acceptDifference = false) =>
      (
        await as('POST', '/api/admin/money/confirm', {
          matches: [{ line, kind: 'order-charge', id, acceptDifference }],
        })
      ).body.data,
  }
}
