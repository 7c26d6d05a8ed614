import { expect, test } from 'vitest'
import { upiUri } from '../../../contract/money/upi-link.ts'
import { createUpi } from './upi.ts'

const account = { id: 'malar.flowers@examplebank', name: 'Malar & Söhne' }

test('the UPI link has a literal @, %20 for spaces, an amount with two decimals, and the reference', () => {
  expect(upiUri(account, { reference: 'MAL-7K3F-9QXD', title: 'Bridal Bouquets', amount: '12500.50' })).toBe(
    'upi://pay?pa=malar.flowers@examplebank&pn=Malar%20%26%20S%C3%B6hne&am=12500.50&cu=INR&tr=MAL-7K3F-9QXD&tn=MAL-7K3F-9QXD%20Bridal%20Bouquets',
  )
})

test('special characters in a title cannot add a parameter to the UPI link', () => {
  const uri = upiUri(account, {
    reference: 'MAL-7K3F-9QXD',
    title: 'Roses & more&am=1&pa=thief@bank #1 = "best" + மலர்',
    amount: '1.00',
  })
  const parts = new URLSearchParams(uri.slice(uri.indexOf('?') + 1))
  expect([...parts.keys()]).toEqual(['pa', 'pn', 'am', 'cu', 'tr', 'tn'])
  expect(parts.get('pa')).toBe('malar.flowers@examplebank')
  expect(parts.get('am')).toBe('1.00')
  expect(parts.get('tn')?.length).toBeLessThanOrEqual(50)
  expect(uri).not.toContain('+')
})

test('a payer who sends the status “settled” has still only claimed the payment', async () => {
  const upi = createUpi(async () => account)
  const payable = {
    reference: 'MAL-7K3F-9QXD',
    title: 'Roses',
    amountInPaise: 100,
    payer: { name: 'Meena', email: 'meena@mail.example', phone: '9876543210' },
  }
  expect(await upi.confirm(payable, { status: 'settled' })).toEqual({ outcome: 'claimed' })
})
