import { describe, expect, test } from 'vitest'
import { createSimulator } from './simulator.ts'
import { createUpi } from './upi.ts'

const payable = {
  reference: 'MAL-7K3F-9QXD',
  title: 'Roses',
  amountInPaise: 100,
  payer: { name: 'Meena', email: 'meena@mail.example', phone: '9876543210' },
}
const account = { id: 'malar.flowers@examplebank', name: 'Malar' }
const [simulator, upi] = [createSimulator(), createUpi(async () => account)]

describe('payment providers inside the server', () => {
  test.each([simulator, upi])(
    'the provider $name begins a payment under its own name, and ignores webhooks',
    async (provider) => {
      expect((await provider.begin(payable)).provider).toBe(provider.name)
      expect(await provider.receive(Buffer.from('{"status":"settled"}'), {})).toBeNull()
    },
  )

  test('the simulated provider settles a payment only when it is confirmed, with the same reference each time', async () => {
    const settled = { outcome: 'settled', reference: 'SIM-MAL-7K3F-9QXD' }
    expect(await simulator.look(payable)).toEqual({ outcome: 'unpaid' })
    expect(await simulator.confirm(payable)).toEqual(settled)
    expect(await simulator.confirm(payable)).toEqual(settled)
    // A second payment for the rest of a price has its own reference.
    expect(await simulator.confirm({ ...payable, paymentsBefore: 1 })).toEqual({
      outcome: 'settled',
      reference: 'SIM-MAL-7K3F-9QXD-2',
    })
    expect(simulator.takesPayersWord).toBe(false)
  })

  test('the simulated provider makes one refund per key, and a UPI refund is left to staff', async () => {
    const refund = { outcome: 'done', reference: 'SIM-refund-1' }
    expect(await simulator.refund(payable, 50, 'refund-1')).toEqual(refund)
    expect(await simulator.refund(payable, 50, 'refund-1')).toEqual(refund)
    expect(await upi.refund(payable, 50, 'refund-1')).toEqual({ outcome: 'by-hand' })
  })

  test('the UPI provider reports at most that the payer claims to have paid', async () => {
    expect(upi.takesPayersWord).toBe(true)
    expect(await upi.confirm(payable, { status: 'settled' })).toEqual({ outcome: 'claimed' })
    expect(await upi.look(payable)).toEqual({ outcome: 'claimed' })
  })

  test('the UPI provider takes no report while the school has no account', async () => {
    const none = createUpi(async () => ({ id: '', name: 'Malar' }))
    expect(await none.confirm(payable)).toEqual({ outcome: 'unpayable' })
  })
})
