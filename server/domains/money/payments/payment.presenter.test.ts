import { expect, test } from 'vitest'
import { presentPayment } from './payment.presenter.ts'

const upi = { id: 'malar@bank', name: 'Malar', uri: 'upi://pay?pa=malar@bank' }
const byUpi = { provider: 'upi', upi } as const

test.each([
  ['UPI', { chosen: 'UPI' }],
  ['QR Code', { chosen: 'QR Code' }],
  // These methods are stored for a booking, for a seat that staff entered, and by an older release.
  ['online', {}],
  [null, {}],
  ['Cash', {}],
])('a UPI payment names the payer’s chosen way only if the page offers it: %j', (method, chosen) => {
  expect(presentPayment(byUpi, { checking: false, isDue: true, method })).toEqual({
    provider: 'upi',
    checking: false,
    upi: { ...upi, ...chosen },
  })
})

test('a payment that is not due, and a payment without UPI, have no UPI account', () => {
  const asked = { checking: true, method: 'UPI' }
  expect(presentPayment(byUpi, { ...asked, isDue: false })).toEqual({
    provider: 'upi',
    checking: true,
    upi: null,
  })
  expect(presentPayment({ provider: 'simulator' }, { ...asked, isDue: true })).toEqual({
    provider: 'simulator',
    checking: true,
    upi: null,
  })
})
