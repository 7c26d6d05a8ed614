import { expect, test } from 'vitest'
import { letterAgainText, notificationText, priceLetterText } from './notification-text.ts'

const seat = { name: 'Kavya', group: null, email: 'kavya@mail.example', phone: '9876543219' }

test.each([
  [{}, 'Kavya is told by e-mail; the chat waits in Messages to be sent by hand.'],
  [{ phone: '' }, 'Kavya is told by e-mail.'],
  [{ email: '' }, 'Kavya has no e-mail address: the chat waits in Messages to be sent by hand.'],
  [{ email: '', phone: '' }, 'Kavya left no e-mail address and no phone number: nobody is told.'],
])('the notification text of a seat with %j says who is notified and how', (changes, text) => {
  expect(notificationText({ ...seat, ...changes })).toBe(text)
})

test('the texts about sending again and about a new price promise no e-mail to a person without an e-mail address', () => {
  expect(letterAgainText(seat)).toBe('The letter goes to kavya@mail.example again.')
  expect(letterAgainText({ ...seat, email: '' })).toContain('the chat waits in Messages to be sent by hand')
  const nowhere = { ...seat, email: '', phone: '' }
  expect(letterAgainText(nowhere)).toBe('There is nobody to write to.')
  expect(priceLetterText({ ...seat, email: '' })).toBe('Send the letter again to tell the student.')
  expect(priceLetterText(nowhere)).toContain('Nobody is told')
})
