import { expect, test } from 'vitest'
import { canBeMailed, mailboxOf } from './recipients.ts'

test.each([
  ['Meena@Mail.Example', 'meena@mail.example'],
  [' meena@mail.example ', 'meena@mail.example'],
  ['meena+roses@mail.example', 'meena@mail.example'],
  ['ｍeena@mail.example', 'meena@mail.example'],
  ['mee.na+x@gmail.com', 'meena@gmail.com'],
  ['mee.na@googlemail.com', 'meena@gmail.com'],
  ['mee.na@mail.example', 'mee.na@mail.example'],
  ['meena@bücher.example', 'meena@xn--bcher-kva.example'],
  ['meena@sub。mail.example', 'meena@sub.mail.example'],
  ['meena@mail.example.', 'meena@mail.example'],
  ['mee.na@gmail.com.', 'meena@gmail.com'],
  ['', ''],
])('e-mails to the address %j are counted for the mailbox %j', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})

test.each([
  ['meena@mail.example', true],
  ["o'hara+x@mail.example", true],
  ['மீனா@mail.example', true],
  ['', false],
  ['@', false],
  ['a@b', false],
  ['Meena <a@mail.example>', false],
  ['a@mail.example, b@mail.example', false],
  ['"a"@mail.example', false],
  ['a(b)@mail.example', false],
  ['a\\b@mail.example', false],
  [`${'a'.repeat(250)}@mail.example`, false],
])('the server sends mail to the address %j: %s', (address, can) => {
  expect(canBeMailed(address)).toBe(can)
})
