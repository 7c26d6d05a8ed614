import { expect, test } from 'vitest'
import { mailWaits } from '../mail-promise.ts'
import { letterAgainText, notificationText, priceLetterText } from './notification-text.ts'

const told = (promise: string, more = '') => [promise, more].filter(Boolean).join(' ')
const waits = (_: string, more = '') => [mailWaits, more].filter(Boolean).join(' ')
const seat = { name: 'Kavya', group: null, email: 'kavya@mail.example', phone: '9876543219' }

test.each([
  [{}, 'We’ll e-mail Kavya. You can send the WhatsApp message from Messages.'],
  [{ phone: '' }, 'We’ll e-mail Kavya.'],
  [{ email: '' }, 'Kavya has no e-mail address. You can send the WhatsApp message from Messages.'],
  [{ email: '', phone: '' }, 'Kavya left no e-mail address or phone number, so we can’t notify anyone.'],
])('the notification text of a seat with %j says who is notified and how', (changes, text) => {
  expect(notificationText({ ...seat, ...changes }, told)).toBe(text)
})

test('the texts about sending again and about a new price promise no e-mail to a person without an e-mail address', () => {
  expect(letterAgainText(seat, told)).toBe('We’ll e-mail kavya@mail.example again.')
  expect(letterAgainText({ ...seat, email: '' }, told)).toContain(
    'You can send the WhatsApp message from Messages.',
  )
  const nowhere = { ...seat, email: '', phone: '' }
  expect(letterAgainText(nowhere, told)).toBe(
    'We can’t send a message because there’s no e-mail address or phone number.',
  )
  expect(priceLetterText({ ...seat, email: '' })).toBe('Send the message again to tell the student.')
  expect(priceLetterText(nowhere)).toContain('We can’t notify anyone')
})

test('while the school has no mail server, the texts promise no e-mail', () => {
  expect(notificationText(seat, waits)).toBe(`${mailWaits} You can send the WhatsApp message from Messages.`)
  expect(notificationText({ ...seat, phone: '' }, waits)).toBe(mailWaits)
  expect(letterAgainText(seat, waits)).toBe(mailWaits)
})
