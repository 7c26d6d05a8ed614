import { expect, test } from 'vitest'
import { letterAgainText, notificationText, priceLetterText } from './notification-text.ts'

const seat = { name: 'Kavya', group: null, email: 'kavya@mail.example', phone: '9876543219' }

test.each([
  [{}, 'We’ll e-mail Kavya. You can send the WhatsApp message from Messages.'],
  [{ phone: '' }, 'We’ll e-mail Kavya.'],
  [{ email: '' }, 'Kavya has no e-mail address. You can send the WhatsApp message from Messages.'],
  [{ email: '', phone: '' }, 'Kavya left no e-mail address or phone number, so we can’t notify anyone.'],
])('the notification text of a seat with %j says who is notified and how', (changes, text) => {
  expect(notificationText({ ...seat, ...changes })).toBe(text)
})

test('the texts about sending again and about a new price promise no e-mail to a person without an e-mail address', () => {
  expect(letterAgainText(seat)).toBe('We’ll e-mail kavya@mail.example again.')
  expect(letterAgainText({ ...seat, email: '' })).toContain(
    'You can send the WhatsApp message from Messages.',
  )
  const nowhere = { ...seat, email: '', phone: '' }
  expect(letterAgainText(nowhere)).toBe(
    'We can’t send a message because there’s no e-mail address or phone number.',
  )
  expect(priceLetterText({ ...seat, email: '' })).toBe('Send the message again to tell the student.')
  expect(priceLetterText(nowhere)).toContain('We can’t notify anyone')
})
