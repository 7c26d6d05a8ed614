import { expect, test } from 'vitest'
import { findSettings } from './find-settings.ts'
import { settingsPages } from './settings-pages.ts'

const found = (typed: string) => findSettings(settingsPages, typed).map(({ label }) => label)

test.each([
  ['name', 'Name'],
  ['logo', 'Logo'],
  ['gst', 'Address'],
  ['bank', 'UPI id'],
  ['cash', 'People can pay at the school'],
  ['google pay', 'UPI id'],
  ['upi', 'UPI id'],
  ['closed on Sunday', 'Opening hours'],
  ['Holidays', 'Opening hours'],
  ['popup', 'Newsletter popup'],
  ['password', 'Password and security'],
  ['phone number', 'Phone'],
  ['whatsapp', 'WhatsApp'],
  ['insta', 'Instagram'],
  ['google maps', 'Map place'],
  ['waiting list', 'Hours to accept an offered seat'],
  ['unpaid', 'Hours we hold an unpaid seat or order'],
  ['group size', 'Seats per booking'],
  ['spam', 'Hold a seat only after the e-mail address is confirmed'],
  ['what to bring', 'What to bring'],
  ['cancel', 'Students can cancel a confirmed seat themselves'],
  ['refund', 'Percent refunded'],
  ['cancellation deadline', 'Hours before the batch begins'],
  ['blog', 'Journal'],
  ['photos', 'Words and pictures of the pages'],
  ['slogan', 'Tagline'],
  ['same day', 'Hours to make an order'],
  ['pincodes', 'Delivery times and zones'],
  ['delivery charge', 'Delivery times and zones'],
  ['invite a teacher', 'Staff'],
  ['signature', 'Signature'],
  ['smtp', 'E-mail server'],
  ['gmail', 'E-mail server'],
  ['test e-mail', 'E-mail server'],
  ['venue', 'Hall'],
  ['two-factor', 'Password and security'],
  ['undelete', 'Bin'],
  ['headline', 'Words and pictures of the pages'],
])('an owner who types “%s” first finds “%s”', (typed, label) => {
  expect(found(typed)[0]).toBe(label)
})

test('a found setting names its page, and a word that fits no setting finds nothing', () => {
  expect(findSettings(settingsPages, 'upi')[0]).toMatchObject({
    detail: 'Payments',
    to: 'school-settings?page=payments',
    target: 'upiId',
  })
  expect([found('zebra'), found('  '), found('!?')]).toEqual([[], [], []])
})

test('a setting that is not shown is not found', () => {
  expect(found('sample bouquets')).toEqual(['Sample bouquets'])
  expect(findSettings(settingsPages, 'sample bouquets', (name) => name !== 'hasSampleShop')).toEqual([])
})
