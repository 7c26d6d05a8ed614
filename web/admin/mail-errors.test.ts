import { expect, test } from 'vitest'
import { mailErrorInWords } from './mail-errors.ts'

test.each([
  ['550 5.1.1 The mailbox does not exist', 'This mailbox doesn’t exist.'],
  ['550-5.1.1 The email account does not exist', 'This mailbox doesn’t exist.'],
  ['550 nobody of that name', 'This mailbox doesn’t exist.'],
  [
    "Can't send mail - all recipients were rejected: 550 5.1.1 <a@b.example>: User unknown",
    'This mailbox doesn’t exist.',
  ],
  ['552 5.2.2 Over quota', 'This mailbox is full.'],
  ['452 4.2.2 Over quota', 'This mailbox is full.'],
  ['550 5.7.1 Rejected as spam', 'The recipient’s server refused the e-mail as unwanted.'],
  ['550 5.7.26 Unauthenticated mail', 'The recipient’s server refused the e-mail.'],
  ['554 Transaction failed', 'The recipient’s server refused the e-mail.'],
  ['451 4.7.1 Greylisted', 'The recipient’s server asked us to try again later.'],
  ['421 Too busy', 'The recipient’s server asked us to try again later.'],
  ['Invalid login: 535 Authentication failed', 'Your e-mail server didn’t accept the sign-in.'],
  ['connect ECONNREFUSED 127.0.0.1:587', 'Your e-mail server couldn’t be reached.'],
  ['getaddrinfo ENOTFOUND mail.school.example', 'Your e-mail server couldn’t be reached.'],
  ['Sending took longer than 90 seconds.', 'Sending took longer than 90 seconds.'],
  ['We’ve sent ten e-mails to this address today.', 'We’ve sent ten e-mails to this address today.'],
  ['No such mailbox', 'No such mailbox'],
])('the answer %j of a mail server is said as %j', (answer, words) => {
  expect(mailErrorInWords(answer)).toBe(words)
})
