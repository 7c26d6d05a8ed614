import { expect, test } from 'vitest'
import { presentPayment } from './payment.presenter.ts'

const upi = { id: 'malar@bank', name: 'Malar', uri: 'upi://pay?pa=malar@bank' }
const byUpi = { provider: 'upi', upi } as const

test.each([
  ['UPI', { chosen: 'UPI' }],
  ['QR Code', { chosen: 'QR Code' }],
  // A booking, a seat that staff wrote down, and what an older release stored.
  ['online', {}],
  [null, {}],
  ['Cash', {}],
])('paid by UPI, with %j chosen: the page hears of a choice that it offers', (method, chosen) => {
  expect(presentPayment(byUpi, { checking: false, isDue: true, method })).toEqual({
    provider: 'upi',
    checking: false,
    upi: { ...upi, ...chosen },
  })
})

test('what is not due, and what goes without UPI, has no account', () => {
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
