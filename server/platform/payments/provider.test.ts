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

describe('providers without a machine of their own', () => {
  test.each([simulator, upi])('%o has means of its own name, and hears of nothing', async (provider) => {
    expect((await provider.begin(payable)).provider).toBe(provider.name)
    expect(await provider.receive(Buffer.from('{"status":"settled"}'), {})).toBeNull()
  })

  test('the simulator settles when somebody says so, the same money each time, and not before', async () => {
    const settled = { outcome: 'settled', reference: 'SIM-MAL-7K3F-9QXD' }
    expect(await simulator.look(payable)).toEqual({ outcome: 'unpaid' })
    expect(await simulator.confirm(payable)).toEqual(settled)
    expect(await simulator.confirm(payable)).toEqual(settled)
    // The rest of a price is other money.
    expect(await simulator.confirm({ ...payable, paymentsBefore: 1 })).toEqual({
      outcome: 'settled',
      reference: 'SIM-MAL-7K3F-9QXD-2',
    })
    expect(simulator.takesPayersWord).toBe(false)
  })

  test('a refund of the simulator is done once per key; by UPI staff send it', async () => {
    const refund = { outcome: 'done', reference: 'SIM-refund-1' }
    expect(await simulator.refund(payable, 50, 'refund-1')).toEqual(refund)
    expect(await simulator.refund(payable, 50, 'refund-1')).toEqual(refund)
    expect(await upi.refund(payable, 50, 'refund-1')).toEqual({ outcome: 'by-hand' })
  })

  test('by UPI there is the payer’s word, and never more', async () => {
    expect(upi.takesPayersWord).toBe(true)
    expect(await upi.confirm(payable, { status: 'settled' })).toEqual({ outcome: 'claimed' })
    expect(await upi.look(payable)).toEqual({ outcome: 'claimed' })
  })
})
